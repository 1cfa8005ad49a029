"""One audited game as rows of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.records import Row
from mjlog.club.period import date_of
from mjlog.reports.hands import AuditedHand
from mjlog.scoring import Score
from mjlog.seats import SEATS
from mjlog.tiles import CODES

Values = tuple[Any, ...]


class GameRows(msgspec.Struct):
    """What one game adds to each table, in the order of its columns; `ruleset` and `year` say where it lies."""

    ruleset: str | None
    year: int | None
    rows: dict[str, list[Values]]


def game_rows(
    source: str, game: str, ruleset: str | None, hands: Sequence[AuditedHand], rows: Sequence[Row],
    with_events: bool = False, with_bodies: bool = False, number: int = 1,
) -> GameRows:  # fmt: skip
    """The rows of a game. `hands`, `rows`: as audited, and its events as they were written.

    `number`: of the games of one name in a file, from 1, so that two have keys of their own.
    """
    key = key_of(source, game, number)
    events = [row for row, _where in rows if isinstance(row, ev.Event)]
    begun = next((time for time in map(_time, events) if time is not None), None)
    made: dict[str, list[Values]] = {
        "games": [_game(key, _printable(source), game, hands, events, len(rows) - len(events), begun)],
        "hands": [], "scores": [], "items": [], "findings": [],
    }  # fmt: skip
    recorders = {one.seq: one.recorder for one in events if one.recorder is not None}
    for place, hand in enumerate(hands):
        made["findings"] += _findings(key, place, hand, recorders)
        if hand.report.hand is not None:
            made["hands"].append(_hand(key, place, hand))
            made["scores"] += _scores(key, place, hand)
            made["items"] += _items(key, place, hand)
    if with_events:
        made["events"] = list(_events(key, events, with_bodies))
    return GameRows(ruleset, None if begun is None else begun.year, made)


def trouble_rows(message: str) -> GameRows:
    """What is said of a path that could not be read."""
    row = (*[None] * 4, "error", *[None] * 5, _printable(message), *[None] * 3)
    return GameRows(None, None, {"findings": [row]})


def key_of(source: str, game: str, number: int = 1) -> int:
    """A number for a game, the same whoever makes the tables.

    >>> key_of("a.mjlog.jsonl", "tuesday") == key_of("b.mjlog.jsonl", "tuesday")
    False
    """
    text = "\0".join((source, game, str(number))).encode("utf-8", "backslashreplace")
    return int.from_bytes(sha256(text).digest()[:8], signed=True)


def _printable(text: str) -> str:
    """A text as it can be written: bytes of a path that are no UTF-8 as escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def _time(event: ev.Event) -> datetime | None:
    return date_of(event.at) if event.at is not None else None


def _game(
    key: int, source: str, game: str, hands: Sequence[AuditedHand], events: Sequence[ev.Event], unread: int,
    begun: datetime | None,
) -> Values:  # fmt: skip
    start = next((one for one in events if isinstance(one, ev.GameStart)), None)

    def count(kind: type[ev.Event]) -> int:
        return sum(type(one) is kind for one in events)

    return (
        key, source, game, None if start is None else list(start.players), None if start is None else start.place,
        None if start is None else start.table, begun, next((one.recorder for one in events if one.recorder), None),
        any(isinstance(one, ev.GameEnd) for one in events), sum(one.report.hand is not None for one in hands),
        len(events), unread, count(ev.Correction), count(ev.Dispute), count(ev.Ruling),
    )  # fmt: skip


def _hand(key: int, place: int, hand: AuditedHand) -> Values:
    report, win = hand.report, hand.win
    winner = report.winner
    return (
        key, place, report.hand, hand.outcome, winner, report.winners, hand.seats.get(winner or ""),
        None if win is None else win.source, None if win is None or win.tile is None else CODES[win.tile],
        None if win is None or win.discarder is None else win.discarder.value,
        report.drawn_for or None, len(report.unjudged), report.state,
    )  # fmt: skip


def _scores(key: int, place: int, hand: AuditedHand) -> Iterator[Values]:
    report = hand.report
    columns: tuple[Mapping[str, Any], ...] = (
        hand.seats, report.recorded, report.computed, report.settled or {}, report.owed or {}, hand.due or {},
    )  # fmt: skip
    for seat in (one.value for one in SEATS):
        if any(seat in column for column in columns):
            score = report.details.get(seat)
            worth = (score.points, score.doubles, score.limit) if isinstance(score, Score) else (None, None, None)
            yield (key, place, report.hand, seat, *(column.get(seat) for column in columns), *worth)


def _items(key: int, place: int, hand: AuditedHand) -> Iterator[Values]:
    for seat, score in hand.report.details.items():
        for item in score.items if isinstance(score, Score) else ():
            yield key, place, hand.report.hand, seat, item.name, item.points, item.doubles, item.rule, item.tiles


def _findings(key: int, place: int, hand: AuditedHand, recorders: Mapping[int, str]) -> Iterator[Values]:
    for one in hand.report.findings:
        ruled = (None, None) if one.ruled is None else (one.ruled.seq, one.ruled.decision)
        recorder = recorders.get(one.seq) if one.seq is not None else None
        yield (
            key, place, one.hand, one.code, one.severity, one.seq, one.line, one.seat, hand.player(one), one.rule,
            _printable(one.message), recorder, *ruled,
        )  # fmt: skip


_KINDS = {ev.Claim: "for_", ev.Expose: "kind", ev.LayConcealed: "kind", ev.Kong: "kind", ev.Mahjong: "source"}


def _events(key: int, events: Iterable[ev.Event], with_bodies: bool) -> Iterator[Values]:
    hand = None
    for one in events:
        if isinstance(one, ev.HandStart):
            hand = one.hand
        kind = _KINDS.get(type(one))
        seat, tile = getattr(one, "seat", None), getattr(one, "tile", None)
        values = (
            key, one.seq, hand, one.__struct_config__.tag, None if seat is None else seat.value,
            None if tile is None else str(tile), None if kind is None else getattr(one, kind), _time(one),
        )  # fmt: skip
        yield (*values, ev.encode_event(one).decode()) if with_bodies else values
