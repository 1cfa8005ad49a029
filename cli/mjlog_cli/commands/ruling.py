"""`mjlog ruling`: a dispute is decided, together with what follows from it."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from mjlog import events as ev
from mjlog.disputes.effects import Effect, consequence_words, effect, effect_words, still_standing
from mjlog.disputes.register import CaseInfo, disputes_in
from mjlog.disputes.wording import ruling_words
from mjlog.errors import MjlogError
from mjlog.text import list_words, quoted, shown
from mjlog_cli.console import say, tell
from mjlog_cli.games import game_argument
from mjlog_cli.moments import moment
from mjlog_cli.params import cards_option, db_option, shelf_of

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.log.sight import Sight
    from mjlog_cli.disputes import OpenGame


def preview(game: OpenGame, case: CaseInfo, after: Game, follows: Sequence[int]) -> Iterator[str]:
    """What is read before somebody says yes. `after`: the game with it; `follows`: the events behind the ruling."""
    changes = effect(game.view, after)
    sight: Sight = "table" if changes.is_hidden else "open"
    yield f"ruling on dispute {case.seq} of {shown(game.game, 60)}:"
    ruled = next((one for one in disputes_in(after) if one.seq == case.seq), None)
    ruling = None if ruled is None else ruled.ruling
    if ruling is not None:
        yield f"  {ruling_words(ruling)}"
    for seq in follows:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"
    yield from _why(after, follows, "" if ruling is None else ruling.text)
    yield from _of_earlier_rulings(case, after, sight)
    yield "what changes:"
    yield from (f"  {line}" for line in effect_words(changes))
    yield from _totals_to_correct(after, changes)


def _why(after: Game, follows: Sequence[int], text: str) -> Iterator[str]:
    """Why it is corrected, where that is not the text of the ruling, and who agreed; all corrections say the same."""
    correction = next((one for one in after.log.corrections if one.seq in follows), None)
    if correction is None:
        return
    if correction.reason != text:
        yield f"  because: {shown(correction.reason, 300)}"
    if correction.agreed:
        yield f"  agreed by {list_words(shown(name, 40) for name in correction.agreed)}"


def _of_earlier_rulings(case: CaseInfo, after: Game, sight: Sight) -> Iterator[str]:
    """On appeal: the later ruling holds, and what followed from earlier ones is not undone by that alone."""
    standing = still_standing(after, case)
    if standing:
        yield "what still stands from earlier rulings on this dispute (--void with the number takes it back):"
    for seq in standing:
        yield f"  {seq}  {shown(consequence_words(after, seq, sight), 600)}"


def _totals_to_correct(after: Game, changes: Effect) -> Iterator[str]:
    """How the totals at the end of the game are corrected, where they agree no more."""
    wrong = {one.seq for one in changes.came if one.code == "wrong-total"}
    for place, row in enumerate(after.rows):
        totals = after.hand_at(place).after
        if isinstance(row, ev.GameEnd) and row.totals and totals is not None and row.seq in wrong:
            right = {player: totals.get(player, 0) for player in row.totals}
            given = shlex.quote(json.dumps({"type": "game-end", "totals": right}))
            yield "the totals at the end of the game agree no more; this option corrects them too:"
            yield f"  --replace {row.seq} {given}"


if TYPE_CHECKING:
    from mjlog_cli.ruling import Consequence

DECISIONS = ("upheld", "upheld in part", "dismissed", "agreed", "withdrawn")
_EVENTS = (click.IntRange(1), str)
_POINTS = click.IntRange(0, 2**53 - 1)
"""A whole number that every reader of JSON understands."""


@click.command(name="ruling")
@game_argument
@click.argument("seq", type=click.IntRange(1))
@click.argument("text")
@db_option
@click.option("--decision", metavar="WORD", help=f"In a word: {', '.join(DECISIONS)}, or any other.")
@click.option(
    "--void", type=click.IntRange(1), multiple=True, metavar="SEQ", help="This event is void; may be repeated."
)
@click.option("--replace", type=_EVENTS, multiple=True, metavar="SEQ EVENTS", help="EVENTS stand in the place of event "
              "SEQ: JSON (one event or a list), or short hand as of `mjlog add`; may be repeated.")  # fmt: skip
@click.option("--insert-after", "insert", type=_EVENTS, multiple=True, metavar="SEQ EVENTS", help="EVENTS are read "
              "after event SEQ; may be repeated.")  # fmt: skip
@click.option("--reason", metavar="TEXT", help="Why it is corrected; without it, the text of the ruling.")
@click.option("--penalty", "penalties", type=(click.Choice("ESWN"), _POINTS, str), multiple=True,
              metavar="SEAT AMOUNT REASON", help="A fine of the disputed hand; may be repeated.")  # fmt: skip
@click.option("--penalty-to", "shares", type=(click.Choice("ESWN"), str), multiple=True, metavar="SEAT SHARES",
              help="Whom the fine of SEAT goes to, like `S W=167,N=167,E=166`; otherwise to all alike.")  # fmt: skip
@click.option("--agreed", multiple=True, metavar="HANDLE", help="Who agreed to the correction; may be repeated.")
@click.option("--again", is_flag=True, help="Rule on a dispute that was ruled on before, on appeal.")
@click.option("--yes", is_flag=True, help="Store it without asking.")
@click.option("--at", metavar="TIME", help="When: `now`, a day, or an RFC 3339 time in UTC.")
@click.option("--recorder", metavar="HANDLE", help="Who rules.")
@cards_option
def command(
    game: str, seq: int, text: str, db: str | None, decision: str | None, void: tuple[int, ...],
    replace: tuple[tuple[int, str], ...], insert: tuple[tuple[int, str], ...], reason: str | None,
    penalties: tuple[tuple[str, int, str], ...], shares: tuple[tuple[str, str], ...], agreed: tuple[str, ...],
    again: bool, yes: bool, at: str | None, recorder: str | None, cards: tuple[str, ...],
) -> int:  # fmt: skip
    """Rule on the dispute SEQ of GAME: TEXT is the decision. SEQ may also be an event with one open dispute about it.

    What follows from the ruling is stored together with it, all or nothing: corrections, of the disputed event or of
    others, and fines. First it is told what changes by all of it: totals, payments, findings; then it is asked whether
    to store it, unless --yes. A second ruling on the same dispute needs --again; both stay in the log, and the later
    one holds.
    """
    from mjlog_cli.disputes import refuse_empty
    from mjlog_cli.ruling import Consequence, changes_of

    if not text.strip():
        raise click.UsageError("TEXT is empty: what is the decision? expected words that both parties can read")
    refuse_empty(
        ("--decision", decision), ("--reason", reason), ("--recorder", recorder),
        *(("--agreed", handle) for handle in agreed),
    )  # fmt: skip
    wanted = Consequence(changes_of(void, replace, insert), penalties, shares, (reason or "").strip(), agreed)
    word = None if decision is None else decision.strip()
    said = {"text": text.strip(), "decision": word, "at": moment(at), "recorder": recorder}
    return _rule(game, seq, db, said, wanted, again, yes, cards)


def _rule(
    game: str, seq: int, db: str | None, said: dict[str, str | None], wanted: Consequence, again: bool, yes: bool,
    cards: tuple[str, ...],
) -> int:  # fmt: skip
    from mjlog_cli.commands.ruling import preview
    from mjlog_cli.disputes import game_to_write, the_case
    from mjlog_cli.ruling import bodies_of_ruling, refuse_trouble, strangers_in

    with game_to_write(game, db, shelf_of(cards)) as one:
        case = the_case(one, seq)
        if case.ruling is not None and not again:
            raise MjlogError(
                f"dispute {case.seq} was ruled on in event {case.ruling.seq}: {shown(case.ruling.text, 200)}; --again "
                "rules on it once more (nothing was stored)"
            )
        bodies = bodies_of_ruling(one, case, said, wanted)
        after = one.with_added(bodies)
        refuse_trouble(one, after)
        follows = list(range(one.next_seq + 1, one.next_seq + len(bodies)))
        for name in strangers_in(after, wanted.agreed):
            tell(f"{quoted(name)} agreed, and is no player of this game: it is written down like that")
        for line in preview(one, case, after, follows):
            say(line)
        if not yes and not _confirmed():
            return 2
        one.append(bodies)
        said_too = f", and what follows from it: {list_words(map(str, follows))}" if follows else ""
        say(f"{one.next_seq}  ruling on dispute {case.seq}{said_too}")
    return 0


def _confirmed() -> bool:
    """Whether it is to be stored; where nobody can be asked, it is not."""
    if not sys.stdin.isatty():
        tell("nothing was stored: --yes stores it")
        return False
    if click.confirm("store it?", default=False, err=True):
        return True
    tell("nothing was stored")
    return False
