"""Recording by hand: from what was typed to events that continue a game, and what the rules say of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from mjlog import events as ev
from mjlog.audit.corrections import fold
from mjlog.audit.ending import HandEnd
from mjlog.audit.records import GameRecord, Where
from mjlog.audit.replay import Replay
from mjlog.canonical import canonical_json, event_body
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError, NotationError
from mjlog.events import decode_event
from mjlog.findings import Finding
from mjlog.seats import SEATS
from mjlog.table import Table
from mjlog.table.passing import COURTESY, TILES_PASSED
from mjlog.table.standing import east_stays, rounds_after
from mjlog.text import quoted
from mjlog.tiles import CODES, UNKNOWN
from mjlog_cli.typed import Fields, read_typed

_CHAIN_FIELDS = ("id", "prev")


class NotAnEventError(MjlogError):
    """What was typed is no event; nothing was stored."""


class _QuietEnd(HandEnd):
    """The end of hands that were judged when they were recorded: who was paid what, and nothing more."""

    def judge_score(self, event: ev.Score, where: int | Where | None) -> None:
        self.replay.report.recorded[event.seat.value] = event.total

    def judge_settlement(self, event: ev.Settlement, where: int | Where | None) -> None:
        self.settled = True
        for seat, amount in event.change.items():
            self._add(seat, amount)

    def judge_totals(self, event: ev.GameEnd, where: int | Where | None) -> None:
        self._settle_if_unpaid()

    def close(self) -> None:
        if self.replay.report.hand is not None:
            self._settle_if_unpaid()
        self.clear()


class Recorder:
    """A game being recorded: replayed as far as it is stored, then asked about every further event.

    Only the last hand is judged in full again, unless the log has corrections, which can reach back anywhere, or
    running totals are stated.

    Raises:
        MjlogError: an event of the log cannot be read.
    """

    def __init__(self, source: str, game: str, bodies: Sequence[bytes], cards: CardShelf = NO_CARDS) -> None:
        self.game = game
        self.cards = cards
        self.record = GameRecord(source, game, iter(()), corrected=True)
        self.events = [_stored_event(source, body) for body in bodies]
        self.is_corrected = any(isinstance(event, ev.Correction) for event in self.events)
        self.replay = self._folded() if self.is_corrected else self._quickly()

    @property
    def table(self) -> Table:
        """The table after the last event."""
        return self.replay.table

    @property
    def last(self) -> int:
        """The seq of the last event, 0 if there is none."""
        return self.events[-1].seq if self.events else 0

    def judge(self, event: ev.Event) -> list[Finding]:
        """Carry out one more event; what the rules say of it."""
        if isinstance(event, ev.Correction):
            self.is_corrected = True
        if self.is_corrected or getattr(event, "totals", None) is not None:
            self.replay = self._folded()
        # Copies: a call that was only a warning becomes an error when it is carried through.
        before = _findings(self.replay)
        self.events.append(event)
        if self.is_corrected:
            self.replay = self._folded()
        else:
            self.replay.feed(event, None)
        return [finding for finding in _findings(self.replay) if finding not in before]

    def fill_in(self, fields: Fields) -> None:
        """State what follows from the game so far: number, round and seats of the next hand; unseen tiles."""
        if fields["type"] == "hand-start":
            _fill_in_hand(fields, self.table)
        elif fields["type"] == "deal":
            _fill_in_deal(fields, self.table)
        elif fields["type"] == "charleston" and "tiles" not in fields:
            if fields.get("pass") == COURTESY:
                raise NotationError(
                    "a courtesy is one to three tiles; expected them, like `charleston courtesy E ?? ??`"
                )
            fields["tiles"] = [CODES[UNKNOWN]] * TILES_PASSED

    def _folded(self) -> Replay:
        """The log as corrected, replayed and judged from its beginning."""
        replay = Replay(self.record, cards=self.cards)
        for row, where in fold((event, None) for event in self.events):
            replay.feed(row, where)
        return replay

    def _quickly(self) -> Replay:
        """The log replayed, the hands before the last without judging their ends again."""
        replay = Replay(self.record, as_recorded=True, cards=self.cards)
        full, replay.ending = replay.ending, _QuietEnd(replay)
        judged_from = _last_hand(self.events)
        for place, event in enumerate(self.events):
            if place == judged_from:
                replay.ending.close()
                replay.ending = full
            replay.feed(event, None)
        if judged_from is None:
            replay.ending = full
        return replay


def _findings(replay: Replay) -> list[Finding]:
    return [msgspec.structs.replace(finding) for report in replay.reports for finding in report.findings]


def _stored_event(source: str, body: bytes) -> ev.Event:
    try:
        return decode_event(body)
    except (ValueError, RecursionError):
        from mjlog_schemas import explain_line

        raise MjlogError(f"{source}: the game cannot be continued: {explain_line(body).message}") from None


def _last_hand(events: Sequence[ev.Event]) -> int | None:
    """Where the last hand begins; from there on everything is judged in full."""
    return next((at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], ev.HandStart)), None)


def _fill_in_hand(fields: Fields, table: Table) -> None:
    standing = table.standing
    again = standing.voided
    fields.setdefault("hand", table.hand if again else table.hand + 1)
    if "seats" not in fields:
        fields["seats"] = _next_seats(table)
    if "round" not in fields:
        east = fields["seats"].get("E") if isinstance(fields["seats"], dict) else None
        fields["round"] = SEATS[rounds_after(standing, east)[0] % 4].value


def _next_seats(table: Table) -> dict[str, str]:
    """Who sits where in the next hand.

    Raises:
        NotationError: it does not follow from the game so far.
    """
    standing = table.standing
    if not standing.seats:
        return dict(zip("ESWN", standing.players, strict=False))
    if not (standing.result_known or standing.voided):
        raise NotationError(
            f"hand {table.hand} has no result yet, so it does not follow who is East in the next: end it with mahjong "
            "or washout first, or state all seats, like `hand-start E=anna S=ben W=carl N=dora`"
        )
    seats = [seat for seat in SEATS if seat in standing.seats]
    players = [standing.seats[seat] for seat in seats]
    if not east_stays(standing, table.plan.east_leaves_after, table.plan.east_always_leaves):
        step = seats.index(standing.next_seat())
        players = players[step:] + players[:step]
    return {seat.value: player for seat, player in zip(seats, players, strict=True)}


def _fill_in_deal(fields: Fields, table: Table) -> None:
    """A block of unseen tiles: as many as are due, however many question marks were typed for them."""
    due = next((len(block.positions) for block in table.plan.deal if table.in_deal in block.positions), 1)
    tiles = fields.setdefault("tiles", [CODES[UNKNOWN]] * due)
    if isinstance(tiles, list) and len(tiles) == 2 * due - 1 and set(tiles) == {CODES[UNKNOWN]}:
        del tiles[due:]  # `????????` was meant as four tiles, and reads as a group of seven


# -- from text to an event --------------------------------------------------------------------------------------


def read_event(text: str) -> Fields:
    """The fields of an event as it was typed: a JSON object, or the short form.

    Raises:
        MjlogError: it is neither; the message says why.
    """
    return _read_json(text) if text.lstrip().startswith("{") else read_typed(text)


def _read_json(text: str) -> Fields:
    try:
        fields = json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)
        canonical_json(fields)
    except (ValueError, RecursionError):
        _explain(text)
    for name in _CHAIN_FIELDS:
        if name in fields:
            raise NotAnEventError(f"{name} is computed when the event is stored, never given")
    assert isinstance(fields, dict)
    return fields


def _each_once(pairs: list[tuple[str, Any]]) -> Fields:
    fields: Fields = {}
    for name, value in pairs:
        if name in fields:
            raise NotAnEventError(f"{quoted(name)} is stated twice; expected every field once")
        fields[name] = value
    return fields


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _explain(line: str | bytes) -> NoReturn:
    from mjlog_schemas import explain_line

    raise NotAnEventError(explain_line(line).message)


def event_of(fields: Fields) -> tuple[ev.Event, bytes]:
    """The event and its canonical body.

    Raises:
        NotAnEventError: the fields make no event; the message says which one is wrong.
    """
    try:
        body = event_body(fields)
        return decode_event(body), body
    except (ValueError, RecursionError):
        pass
    _explain(json.dumps(fields))


def place_after(fields: Fields, last: int) -> None:
    """Give an event the next seq; one that states its own must state that.

    Raises:
        NotAnEventError: it states another.
    """
    seq = fields.setdefault("seq", last + 1)
    if seq != last + 1:
        raise NotAnEventError(f"seq is {quoted(seq)}; expected {last + 1}, for the game has {last} events")
