"""One audited game as rows of the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import zip_longest
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.audit.report import HandReport
from mjlog.club.facts import GameFacts
from mjlog.log.records import Row
from mjlog.period import date_of
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.tiles import CODES
from mjlog.views.results import HandResult

Values = tuple[Any, ...]


class GameRows(msgspec.Struct):
    """What one game adds to each table, in the order of its columns; `ruleset` and `year` say where it lies.

    `is_whole`: no line of the log is missing, unreadable or changed.
    """

    ruleset: str | None
    year: int | None
    rows: dict[str, list[Values]]
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game as it was audited, and where it is kept.

    `path`: of the file, folder or database; `number`: of the games of one name in a file, from 1, so that two have keys
    of their own. `hands`, `rows`: as audited, and its events as they were written. `facts`: what it came to; None where
    nobody can say. `overturned`: how many rulings.
    """

    source: str
    path: str
    is_stored: bool
    game: str
    number: int
    ruleset: str | None
    hands: Sequence[HandReport]
    rows: Sequence[Row]
    facts: GameFacts | None = None
    overturned: int = 0


def game_rows(one: ArchivedGame, with_events: bool = False, with_bodies: bool = False) -> GameRows:
    """The rows of a game."""
    key = key_of(one.source, one.game, one.number)
    events = [row for row, _where in one.rows if isinstance(row, ev.Event)]
    begun = next(filter(None, map(_time, events)), None) if one.facts is None else one.facts.begun
    recorders = {event.seq: event.recorder for event in events if event.recorder is not None}
    made: dict[str, list[Values]] = {
        "games": [_game(key, one, events, begun, recorders)], "hands": [], "scores": [], "items": [], "findings": [],
    }  # fmt: skip
    for place, hand, facts in _hands_of(one):
        made["hands"].append(_hand(key, place, hand, facts))
        if hand is not None:
            made["findings"] += _findings(key, place, hand, recorders)
            made["scores"] += _scores(key, place, hand, facts)
            made["items"] += _items(key, place, hand)
    if with_events:
        made["events"] = list(_events(key, events, with_bodies))
    is_whole = one.facts is not None and one.facts.is_whole
    return GameRows(one.ruleset, None if begun is None else begun.year, made, is_whole)


def _hands_of(one: ArchivedGame) -> Iterator[tuple[int | None, HandReport | None, HandResult | None]]:
    """The hands, the time before them first: the place of the report, the report, and what the hand came to.

    The audit has no report of a time before the first hand in which nothing was found, and nobody says what a hand in
    progress will come to.
    """
    reported = list(enumerate(one.hands))
    facts = list(one.facts.hands) if one.facts is not None else []
    before = reported.pop(0) if reported and reported[0][1].hand is None else (None, None)
    if facts and facts[0].number is None:
        yield *before, facts.pop(0)
    elif before[1] is not None:
        yield *before, None
    yield from ((place, hand, told) for (place, hand), told in zip_longest(reported, facts))


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
    key: int, one: ArchivedGame, events: Sequence[ev.Event], begun: datetime | None, recorders: Mapping[int, str]
) -> Values:
    counts = Counter(type(event) for event in events)
    facts = one.facts
    told = (*[None] * 4,) if facts is None else (facts.ruleset, facts.players, facts.place, facts.table)
    ended = (*[None] * 7,) if facts is None else (
        facts.is_live, facts.is_ended, facts.is_whole, facts.is_hidden, facts.begun_with, _counts(facts.totals),
        _counts(facts.final),
    )  # fmt: skip
    return (
        key, _printable(one.source), _printable(one.path), one.is_stored, one.game, *told, begun,
        next(filter(None, recorders.values()), None), *ended,
        sum(hand.hand is not None for hand in one.hands), len(events), len(one.rows) - len(events),
        counts[ev.Correction], counts[ev.Dispute], counts[ev.Ruling], one.overturned,
    )  # fmt: skip


def _counts(found: Mapping[str, int] | None) -> list[tuple[str, int]] | None:
    return None if found is None else list(found.items())


def _hand(key: int, place: int | None, report: HandReport | None, facts: HandResult | None) -> Values:
    report = report or HandReport("", "", None)
    win, winner = report.win, report.winner
    told: tuple[Any, ...] = (report.outcome, False, *[None] * 6) if facts is None else (
        facts.outcome, True, None if facts.round is None else facts.round.value, facts.line, facts.reaches_limit,
        facts.first, facts.last, _counts(facts.types),
    )  # fmt: skip
    outcome, is_over, round_, line, reaches_limit, *ends = told
    return (
        key, place, report.hand, outcome, is_over, round_, winner, report.winners, report.seats.get(winner or ""),
        None if win is None else win.source, None if win is None or win.tile is None else CODES[win.tile],
        None if win is None or win.discarder is None else win.discarder.value, line, reaches_limit,
        report.drawn_for or None, *ends, len(report.unjudged), report.state,
    )  # fmt: skip


def _scores(key: int, place: int | None, report: HandReport, facts: HandResult | None) -> Iterator[Values]:
    seats, gained, fined = (
        (report.seats, {}, {}) if facts is None else map(_by_letter, (facts.seats, facts.change or {}, facts.fines))
    )
    columns: tuple[Mapping[str, Any], ...] = (
        seats, report.recorded, report.computed, report.settled or {}, report.owed or {}, report.due or {},
        gained, fined,
    )  # fmt: skip
    limits = _limits(report, facts)
    for seat in (one.value for one in SEATS):
        if any(seat in column for column in columns):
            score, waits = report.details.get(seat), report.waits.get(seat)
            worth = (score.points, score.doubles) if isinstance(score, Score) else (None, None)
            waited = (None, None) if waits is None else ([CODES[kind] for kind in waits.kinds], waits.left)
            values = (column.get(seat) for column in columns)
            yield (key, place, report.hand, seat, *values, *worth, limits.get(seat), *waited)


def _by_letter(values: Mapping[Seat, Any]) -> dict[str, Any]:
    return {seat.value: value for seat, value in values.items()}


def _limits(hand: HandReport, facts: HandResult | None) -> dict[str, str | None]:
    """The limit hands, by seat: as computed, those of winners as they count."""
    details = hand.details.items()
    limits = {seat: score.limit for seat, score in details if isinstance(score, Score)}
    if facts is not None:
        limits |= {seat.value: facts.limits.get(seat) for seat in facts.winners}
    return limits


def _items(key: int, place: int | None, hand: HandReport) -> Iterator[Values]:
    for seat, score in hand.details.items():
        for item in score.items if isinstance(score, Score) else ():
            yield key, place, hand.hand, seat, item.name, item.points, item.doubles, item.rule, item.tiles


def _findings(key: int, place: int | None, hand: HandReport, recorders: Mapping[int, str]) -> Iterator[Values]:
    for one in hand.findings:
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
