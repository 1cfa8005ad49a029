"""`mjlog new`, `add`, `fix`: a game begins, events go into the record, and are corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import click

from mjlog import events as ev
from mjlog.cards.shelf import CardShelf, card_name
from mjlog.errors import ConflictError, MjlogError
from mjlog.formats.lines import read_text
from mjlog.formats.shorthand.reading import acts_in, refuse_nonsense
from mjlog.formats.shorthand.sayings import Sayings, is_said_of_others
from mjlog.recording.asking import allowed_by_options, presumed_payment
from mjlog.recording.beginning import Beginning, begin, club_list, written_otherwise
from mjlog.recording.ending import unsaid_of_the_win
from mjlog.recording.game import EventSaid, RecordedGame, Step
from mjlog.recording.session import pencil_beside
from mjlog.reports.finding_words import finding_line
from mjlog.rulesets import resolve, self_contained
from mjlog.store import Head, SqliteStore, open_store
from mjlog.store.values import KEEP
from mjlog.text import as_command, counted, quoted, shown
from mjlog_cli.console import complain, say, write_json
from mjlog_cli.games import game_argument
from mjlog_cli.params import (
    Where,
    cards_option,
    database_path,
    db_option,
    json_option,
    keep_cards,
    moment,
    options_option,
    ruleset_of,
    ruleset_option,
    shelf_of,
    where_options,
)

# -- new --------------------------------------------------------------------------------------------------------------


@click.command(name="new")
@db_option
@ruleset_option("The rule set: an id such as classical (`mjlog rules` lists them), or a club's own document.",
                required=True)  # fmt: skip
@click.option("--player", "players", multiple=True, required=True, metavar="HANDLE",
              help="A player, four times (or three): the first East, then on to the right.")  # fmt: skip
@options_option
@click.option("--card", metavar="ID|FILE",
              help="The score card that is played by; its id and digest go into the game.")  # fmt: skip
@click.option("--game", metavar="ID", help="The game's id. Default: today's date and some letters.")
@where_options
@click.option("--at", metavar="TIME", default="now", show_default=True,
              help="When it began: a day, or an RFC 3339 time in UTC; `-`: nobody knows.")  # fmt: skip
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
def new_command(
    db: str | None, ruleset: str, players: tuple[str, ...], options: dict[str, Any], card: str | None,
    game: str | None, where: Where, at: str, recorder: str | None,
) -> None:  # fmt: skip
    """Begin a game in the database, and print its id. `mjlog add ID hand-start` begins its first hand.

    Name players by handles, not by their real names: what is recorded stays. A club's own rule set is written into the
    game, and the game is always judged by it. Of a score card only id and digest are written.
    """
    shelf_of((card,) if card is not None else ())
    wanted = Beginning(
        self_contained(ruleset_of(ruleset, db)),
        players,
        options,
        card_name(card) if card is not None else None,
        game,
        where.place,
        where.table,
        moment(at),
        recorder,
        where.tournament,
        where.session,
    )
    with open_store(database_path(db)) as store:
        club = club_list(store)
        say(begin(store, wanted))
    keep_cards((card,) if card is not None else (), db)
    if card is None and resolve(wanted.rules, wanted.options).plan.family.wins_by_card:
        complain("note: these rules go by a score card, and none is named (--card); `fix card ID` names it later")
    for player in players:
        known = written_otherwise(player, club)
        if known is not None:
            complain(
                f"note: {shown(player, 40)} plays, and {shown(known, 40)} has played here: if that is one person, "
                f"`{as_command('people merge', player, known)}`"
            )


# -- add --------------------------------------------------------------------------------------------------------------


class _Wish(NamedTuple):
    """What goes with every event of one append, and the score cards to judge them by."""

    at: str | None
    recorder: str | None
    key: str | None
    expect: int | None
    cards: CardShelf


@click.command(name="add")
@game_argument
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@click.option(
    "--file",
    "path",
    metavar="FILE",
    type=click.Path(path_type=str),
    help="Read the text from this file; `-` is standard input.",
)
@db_option
@click.option("--at", metavar="TIME", help="When it happened: `now`, a day, or an RFC 3339 time in UTC.")
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@click.option("--key", metavar="KEY", help="A name for this append: sent twice, it is stored once.")
@click.option("--expect", type=click.IntRange(1), metavar="SEQ", help="Store only if this is the last event so far.")
@cards_option
@json_option
def add_command(
    game: str, texts: tuple[str, ...], path: str | None, db: str | None, at: str | None, recorder: str | None,
    key: str | None, expect: int | None, cards: CardShelf, as_json: bool,
) -> int:  # fmt: skip
    """Append events to a GAME of the database; say what was understood, and what the rules say of it.

    TEXT is short hand (docs/lookup/shorthand.md), as much of it as there is: `5b` is a discard by whoever has the
    turn, `sp` South's pung, `c46` a chow with 4 and 6, `m` mahjong from the wall, `sm` South's on the discard,
    `hand table` begins the next hand as seen from the table. `-` in the place of TEXT reads standard input, --file a
    file.

    Every event has a long form as well: type, seat, tiles, key=value, for example `discard S 5b`, `expose W pung 555b`,
    `score W 64`, `settlement E=-128 S=128 W=0 N=0`, `roll E 3 3 break-wall`, `charleston right-1 E 5c 5c Ew`, `dead N
    exposure by=E`; and it can be a JSON object. `fix 37 5c -- misheard` corrects event 37, and
    `fix 51 for 22 5c` says that correction 51 was meant for event 22.

    All events of one call are stored together, or none. What breaks a rule is stored all the same; the exit status
    is then 1.
    """
    acts = [act for text in _read_all(texts, path) for act in acts_in(text)]
    if not acts:
        raise click.UsageError('there is nothing to add; expected short hand, like `mjlog add GAME "5b sp"`')
    wish = _Wish(at, recorder, key, expect, cards)
    keep_cards(cards.paths, db)
    with open_store(database_path(db), create=False) as store:
        answers, head = _append(store, game, [act.text for act in acts], wish)
    for answer in answers:
        if as_json:
            fields: dict[str, Any] = {"seq": answer.event.seq, "type": answer.event.type, "words": answer.words}
            fields["findings"] = [finding.as_json() for finding in answer.findings]
            fields["head"] = head.id
            write_json(fields)
            continue
        say(f"{answer.event.seq}  {answer.words}")
        for finding in answer.findings:
            say(f"    {finding_line(finding)}")
    return 1 if any(finding.severity == "error" for answer in answers for finding in answer.findings) else 0


def _read_all(texts: tuple[str, ...], path: str | None) -> Iterator[str]:
    """The texts of a call, from the command line, standard input and a file."""
    for text in texts:
        yield read_text("-") if text == "-" else text
    if path is not None:
        yield read_text(path)


def _append(store: SqliteStore, game: str, acts: Sequence[str], wish: _Wish) -> tuple[list[EventSaid], Head]:
    """Read, judge and store the events; everything is read before anything is stored.

    Raises:
        MjlogError: an event cannot be read, or another writer was first; nothing was stored.
    """
    stored = store.bodies(game)
    done = store.appended(wish.key) if wish.key is not None else None
    if done is None and wish.expect is not None and wish.expect != len(stored):
        has = counted(len(stored), "event")
        raise ConflictError(f"game {game} has {has}, {wish.expect} were expected: nothing was stored")
    before = stored if done is None else stored[: done.first - 1]
    recorder = RecordedGame(str(store.path), game, before, wish.cards)
    if recorder.last != len(before):
        raise MjlogError(
            f"{store.path}: the log of game {shown(game)} is not whole: event {recorder.last} stands in the place of "
            f"{len(before)}: nothing was stored; `mjlog verify` shows what is missing"
        )
    again = stored[len(before)] if len(before) < len(stored) else None
    sayings = Sayings(moment(wish.at, again), wish.recorder)
    outcomes = [_answered(recorder, act, sayings) for act in acts]
    answers = [answer for answered, _note in outcomes for answer in answered]
    bodies = [answer.body for answer in answers]
    if bodies or not any(note for _answers, note in outcomes):
        pencil = pencil_beside(store, game, before, bodies, wish.cards) if done is None else KEEP
        head = store.append(game, bodies, expected_last=len(before), key=wish.key, expected_draft=pencil)
    else:
        head = store.head(game)  # all of it is there already
    for words in allowed_by_options(recorder, (finding for answer in answers for finding in answer.findings)):
        complain(f"note: {words}")
    for _answers, note in outcomes:
        complain(f"note: {note}") if note else None
    if any(isinstance(answer.event, ev.Mahjong) for answer in answers):
        left = unsaid_of_the_win(recorder.replay)
        complain(f"note: hand {recorder.table.hand} is won; to be said: {', '.join(left)}") if left else None
    return answers, head


def _answered(recorder: RecordedGame, act: str, sayings: Sayings) -> tuple[list[EventSaid], str]:
    """What one act came to, and a note: it adds nothing, or leaves a hand whose payments depend on something unsaid."""
    presumed, hand, last = presumed_payment(recorder.replay), recorder.table.hand, recorder.last
    answers = _judged(recorder, act, sayings)
    if not answers and not is_said_of_others(act):
        return [], "; ".join(Step(act).words)
    if presumed is None or not any(isinstance(answer.event, ev.HandStart | ev.GameEnd) for answer in answers):
        return answers, ""
    other = f", or `fix after {last} pay w` if West did" if recorder.table.plan.tracks_danger else ""
    return answers, (
        f"hand {hand} counts as computed, {presumed}: nobody wrote down {presumed.unsaid}; "
        f"`fix after {last} pay` says that it was paid so{other}"
    )


def _judged(recorder: RecordedGame, act: str, sayings: Sayings) -> list[EventSaid]:
    """The events of one act, each as it was understood, with what the rules say of it."""
    try:
        if sayings.heed(act):
            return []
        refuse_nonsense(recorder.at_fault)
        return recorder.carry_out(recorder.read(act, sayings.stated), sayings.with_common({}))
    except MjlogError as error:
        # The act that it is about, where the message alone does not tell.
        tells = act.startswith("{") or " " in act or str(error).startswith(quoted(act, 40))
        place = "" if tells else f"{quoted(act, 40)}: "
        raise MjlogError(f"{place}{error} (nothing was stored)") from None


# -- fix --------------------------------------------------------------------------------------------------------------


@click.command(name="fix")
@game_argument
@click.argument("words", metavar="WHAT...", nargs=-1, required=True)
@click.option("--why", metavar="TEXT", help="The reason, which stands in the log.")
@click.option("--agreed", metavar="HANDLES", help='Who agreed to it, like "anna ben".')
@db_option
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@cards_option
@json_option
@click.pass_context
def fix_command(ctx: click.Context, /, words: tuple[str, ...], why: str | None, agreed: str | None, **more: Any) -> Any:
    """Correct GAME. What was written stays in the log; what is right counts.

    WHAT is short hand: `37 5c` (event 37 was a discard of 5 characters; `mjlog log GAME` shows the numbers), `37 void`,
    `after 37 sp`, `player clo cleo` (a misspelt handle), `option robbing_kong=true`, `card riverside-2026`, `seats 3
    ben anna cleo dora`. It is the same as `mjlog add GAME "fix …"`.
    """
    # An option each: no word of the reason is one about who agreed.
    reason = "".join(f" -- {text}" for text in (why, (why or agreed) and f"agreed {agreed or '-'}") if text)
    return ctx.invoke(add_command, texts=(f"fix {' '.join(words)}{reason}",), path=None, at=None, key=None, expect=None,
                      **more)  # fmt: skip
