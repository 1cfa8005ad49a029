"""`mjlog dispute`: somebody objects to an event; without one, the disputes of a game and how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mjlog.text import as_command, counted, shown
from mjlog_cli.console import say, tell, write_json
from mjlog_cli.games import last_game, last_game_argument
from mjlog_cli.moments import moment
from mjlog_cli.params import db_option, json_option

if TYPE_CHECKING:
    from mjlog.audit.game import Game
    from mjlog.disputes.register import CaseInfo


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
def command(
    game: str | None, seq: int | None, text: str | None, db: str | None, seat: str | None, player: str | None,
    at: str | None, recorder: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Object to event SEQ of GAME: TEXT says why. It stands in the log, and nothing is changed by it.

    Without SEQ the disputes of GAME are listed, without GAME those of the last one: which are open, and how the others
    were ruled. At the table a dispute can be written down while the hand goes on. `mjlog dossier` gathers what a
    referee needs to rule on it, `mjlog ruling` closes it.
    """
    from mjlog_cli.disputes import refuse_empty

    if seq is None:
        if any(one is not None for one in (seat, player, at, recorder)):
            raise click.UsageError("--seat, --player, --at and --recorder are of an objection: to which event?")
        return _list(last_game(db) if game is None else game, db, as_json)
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
    from mjlog_cli.disputes import body_of, game_to_write, seat_of

    with game_to_write(game, db, NO_CARDS) as one:
        seat = seat_of(one.hand_of(fields["on"]), *who)
        seq = one.next_seq
        body = body_of({"seq": seq, "type": "dispute", "seat": None if seat is None else seat.value, **fields})
        one.append([body])
    if as_json:
        write_json({"seq": seq, "on": fields["on"], "seat": None if seat is None else seat.value})
        return
    say(f"{seq}  dispute about event {fields['on']}: {shown(fields['text'], 200)}")
    tell(f'for the referee: {as_command("dossier", game, seq)}; to close it: {as_command("ruling", game, seq)} "…"')


def _list(game: str, db: str | None, as_json: bool) -> int:
    from mjlog.answers import plain
    from mjlog.cards.shelf import NO_CARDS
    from mjlog.disputes.register import disputes_in
    from mjlog_cli.disputes import game_to_look_at, told_damage

    view, _record = game_to_look_at(game, db, NO_CARDS)
    cases = disputes_in(view)
    if as_json:
        for case in cases:
            write_json({"game": view.id, **plain(case)})
        return told_damage(view)
    waiting = sum(case.is_open for case in cases)
    said = f"{counted(len(cases), 'dispute')}, {waiting} open" if cases else "nobody has objected to anything"
    say(f"{shown(view.id, 200)}: {said}")
    for case in cases:
        _print(view, case)
    return told_damage(view)


def _print(view: Game, case: CaseInfo) -> None:
    from mjlog.disputes.wording import ruling_words, standing_words

    place = view.place_of(case.on) if case.on else None
    hand = view.hand_at(place).number if place is not None else None
    where = f" (hand {hand})" if hand is not None else ""
    player = f" ({shown(case.player, 60)})" if case.player is not None else ""
    who = (case.seat.wind_name if case.seat is not None else "somebody") + player
    say(f"  {case.seq}  {standing_words(case)}: {who} on event {case.on or 0}{where}: {shown(case.text, 300)}")
    for ruling in case.rulings:
        say(f"      {shown(ruling_words(ruling), 400)}")
