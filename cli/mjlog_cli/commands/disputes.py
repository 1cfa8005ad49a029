"""`mjlog dispute`, `dossier`, `ruling`: somebody objects to an event, all about it is gathered, and it is decided."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from mjlog.errors import MjlogError
from mjlog.text import as_command, counted, list_words, quoted, shown
from mjlog_cli.console import columns, json_line, say, tell, write_json, write_out
from mjlog_cli.games import (
    game_argument,
    game_to_look_at,
    game_to_write,
    last_game,
    last_game_argument,
    or_the_last,
    refuse_empty,
    stored_events,
    told_damage,
)
from mjlog_cli.params import (
    as_of_option,
    cards_option,
    db_option,
    format_of,
    format_options,
    json_option,
    moment,
    names_option,
    stored_games,
)

if TYPE_CHECKING:
    from mjlog.cards.shelf import CardShelf
    from mjlog.disputes.dossier import Dossier
    from mjlog.recording.ruling import Consequence


# -- dispute ----------------------------------------------------------------------------------------------------------


@click.command(name="dispute")
@last_game_argument
@click.argument("seq", type=click.IntRange(1), required=False)
@click.argument("text", required=False)
@db_option
@click.option("--seat", type=click.Choice("ESWN"), help="Who objects, by the seat in the hand of that event.")
@click.option("--player", metavar="HANDLE", help="Who objects, by handle.")
@click.option("--at", metavar="TIME", help="When: `now`, a day, or an RFC 3339 time in UTC.")
@click.option("--recorder", metavar="HANDLE", help="Who writes it down.")
@json_option
def dispute_command(
    game: str | None, seq: int | None, text: str | None, db: str | None, seat: str | None, player: str | None,
    at: str | None, recorder: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Object to event SEQ of GAME; TEXT says why. The objection stands in the log, and changes nothing.

    Without SEQ the disputes of GAME are listed, and how they were ruled; without GAME those of the last game. A dispute
    can be written down while the hand goes on. `mjlog dossier` gathers what a referee needs, `mjlog ruling` closes the
    dispute.
    """
    if seq is None:
        if any(given is not None for given in (seat, player, at, recorder)):
            raise click.UsageError("--seat, --player, --at and --recorder are of an objection: to which event?")
        return _list(game, db, as_json)
    assert game is not None  # it is said before SEQ
    if text is None or not text.strip():
        raise click.UsageError(
            f'what is the objection? expected a text, like `mjlog dispute GAME {seq} "west did not have the tiles"`; '
            f"`mjlog dossier GAME {seq}` shows what there is about that event"
        )
    refuse_empty(("--recorder", recorder))
    if seat is not None and player is not None:
        raise click.UsageError("--seat and --player both say who objects; expected one of them")
    _open(game, db, {"on": seq, "text": text.strip(), "at": moment(at), "recorder": recorder}, (seat, player), as_json)
    return 0


def _open(game: str, db: str | None, fields: dict[str, Any], who: tuple[str | None, str | None], as_json: bool) -> None:
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.recording.ruling import made_of, seat_of

    with game_to_write(game, db, NO_CARDS) as open_game:
        seat = seat_of(open_game.hand_of(fields["on"]), *who)
        seq = open_game.next_seq
        made = made_of({"seq": seq, "type": "dispute", "seat": None if seat is None else seat.value, **fields})
        open_game.append([made])
    if as_json:
        write_json({"seq": seq, "on": fields["on"], "seat": None if seat is None else seat.value})
        return
    say(f"{seq}  dispute about event {fields['on']}: {shown(fields['text'], 200)}")
    tell(f'for the referee: {as_command("dossier", game, seq)}; to close it: {as_command("ruling", game, seq)} "…"')


def _list(game: str | None, db: str | None, as_json: bool) -> int:
    from mjlog.answers import plain
    from mjlog.disputes.case import disputes_in

    view, _record = game_to_look_at(game, db)
    cases = disputes_in(view)
    if as_json:
        for case in cases:
            write_json({"game": view.id, **plain(case)})
        return told_damage(view)
    from mjlog.disputes.dossier import ruling_words, standing_words

    waiting = sum(case.is_open for case in cases)
    words = f"{counted(len(cases), 'dispute')}, {waiting} open" if cases else "nobody has objected to anything"
    say(f"{shown(view.id, 200)}: {words}")
    for case in cases:
        place = view.place_of(case.on) if case.on else None
        hand = view.hand_at(place).number if place is not None else None
        where = f" (hand {hand})" if hand is not None else ""
        player = f" ({shown(case.player, 60)})" if case.player is not None else ""
        who = (case.seat.wind_name if case.seat is not None else "somebody") + player
        say(f"  {case.seq}  {standing_words(case)}: {who} on event {case.on or 0}{where}: {shown(case.text, 300)}")
        for ruling in case.rulings:
            say(f"      {shown(ruling_words(ruling), 400)}")
    return told_damage(view)


# -- dossier ----------------------------------------------------------------------------------------------------------


_FORMATS = ("text", "html", "json")


@click.command(name="dossier")
@click.argument("words", metavar="[GAME] SEQ", nargs=-1, shell_complete=stored_games, callback=or_the_last)
@db_option
@format_options(_FORMATS, "Text for a terminal, an HTML page to be printed on one or two sheets, or JSON.")
@cards_option
@as_of_option
@names_option
def dossier_command(
    words: tuple[str, ...], db: str | None, form: str | None, out: str | None, force: bool, cards: CardShelf,
    as_of: int | None, names: dict[str, str] | None,
) -> int:  # fmt: skip
    """Gather all about event SEQ of GAME, or about the dispute with that number, so that somebody can rule on it.
    Without GAME: of the last game.

    It shows what is disputed; the table just before, open and as each player saw it; every rule about the event, kept
    or broken; what was legal; what is certain, and what depends on tiles that nobody saw; what the hand comes to with
    the event and without; and the head of the log, which proves it. Of a hand in progress it tells what everybody sees;
    of a purchased score card label and value only. If lines of the log cannot be read, it says so, and the exit status
    is 1.

    The game is read as corrected, and what was recorded first stands beside it. --as-of tells what could be said at
    that time.
    """
    from mjlog.disputes.dossier import dossier

    number = words[-1][:12] if words else ""
    if len(words) > 2 or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise click.UsageError("which event? expected a game and an event's number, like `mjlog dossier tuesday 12`")
    seq = int(number)
    game = words[0] if len(words) > 1 else last_game(db)
    view, record = game_to_look_at(game, db, cards, as_of)
    with stored_events(record, game, db, view.id) as stored:
        told_dossier = dossier(view, seq, stored, names)
    text = _written(told_dossier, format_of(form, out, _FORMATS), to_file=out is not None)
    write_out(out, [text], force)
    return told_damage(view)


def _written(dossier: Dossier, form: str, to_file: bool) -> bytes:
    """The dossier in UTF-8."""
    if form == "json":
        return json_line(dossier)
    if form == "html":
        from mjlog.viewer.pages.alone import dossier_html

        return dossier_html(dossier).encode("utf-8")
    from mjlog.disputes.dossier import dossier_text

    width = 80 if to_file else columns(60, 100)
    return dossier_text(dossier, width).encode("utf-8")


# -- ruling -----------------------------------------------------------------------------------------------------------


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
@click.option("--pay", "pays", is_flag=True, help="Correct the payments, too, that do not go with the scores any more.")
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
def ruling_command(
    game: str, seq: int, text: str, db: str | None, decision: str | None, void: tuple[int, ...],
    replace: tuple[tuple[int, str], ...], insert: tuple[tuple[int, str], ...], reason: str | None,
    penalties: tuple[tuple[str, int, str], ...], shares: tuple[tuple[str, str], ...], agreed: tuple[str, ...],
    again: bool, yes: bool, pays: bool, at: str | None, recorder: str | None, cards: CardShelf,
) -> int:  # fmt: skip
    """Rule on the dispute SEQ of GAME: TEXT is the decision. SEQ may also be an event with one open dispute about
    it.

    Corrections and fines that follow are stored together with the ruling, all or nothing. First you are told what
    changes: totals, payments, findings; then you are asked whether to store it, unless --yes is given. A second ruling
    on one dispute needs --again; both stay in the log, and the later one holds.
    """
    from mjlog.recording.ruling import Consequence, changes_of

    if not text.strip():
        raise click.UsageError("TEXT is empty: what is the decision? expected words that both parties can read")
    refuse_empty(
        ("--decision", decision), ("--reason", reason), ("--recorder", recorder),
        *(("--agreed", handle) for handle in agreed),
    )  # fmt: skip
    wanted = Consequence(changes_of(void, replace, insert), penalties, shares, (reason or "").strip(), agreed)
    word = None if decision is None else decision.strip()
    fields = {"text": text.strip(), "decision": word, "at": moment(at), "recorder": recorder}
    return _rule(game, seq, db, fields, wanted, again, yes, cards, pays)


def _rule(
    game: str, seq: int, db: str | None, fields: dict[str, str | None], wanted: Consequence, again: bool, yes: bool,
    cards: CardShelf, pays: bool,
) -> int:  # fmt: skip
    from mjlog.disputes.effects import effect, payments_due, preview
    from mjlog.recording.ruling import made_by_ruling, refuse_trouble, strangers_in, the_case, with_payments

    with game_to_write(game, db, cards) as open_game:
        case = the_case(open_game, seq)
        if case.ruling is not None and not again:
            raise MjlogError(
                f"dispute {case.seq} was ruled on in event {case.ruling.seq}: {shown(case.ruling.text, 200)}; --again "
                "rules on it once more (nothing was stored)"
            )
        made = made_by_ruling(open_game, case, fields, wanted)
        after = open_game.with_added(made)
        came = effect(open_game.replayed, after).came
        due = {event: typed for event, _hand, typed in payments_due(open_game.replayed, after, came)}
        # Where nobody can be asked, they stay as they are.
        asks = bool(due) and not pays and not yes and sys.stdin.isatty()
        if asks:
            what = f"event{'s' * (len(due) > 1)} {list_words(map(str, due))}"
            pays = click.confirm(f"paid for other scores: {what}; correct that, too?", err=True)
        if due and pays:
            made = made_by_ruling(open_game, case, fields, with_payments(wanted, due))
            after = open_game.with_added(made)
        refuse_trouble(open_game, after)
        follows = list(range(open_game.next_seq + 1, open_game.next_seq + len(made)))
        for name in strangers_in(after, wanted.agreed):
            tell(f"{quoted(name)} agreed, and is no player of this game: it is written down like that")
        for line in preview(open_game.replayed, case, after, follows):
            say(line)
        can_ask = sys.stdin.isatty()
        if not yes and not (can_ask and click.confirm("store it?", default=False, err=True)):
            tell("nothing was stored" if can_ask else "nothing was stored: --yes stores it")
            return 2
        open_game.append(made)
        said_too = f", and what follows from it: {list_words(map(str, follows))}" if follows else ""
        say(f"{open_game.next_seq}  ruling on dispute {case.seq}{said_too}")
    return 0
