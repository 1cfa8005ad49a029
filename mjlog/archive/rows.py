"""The tables of an archive: their columns, the type of each, and what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.audit.report import HandReport
from mjlog.club.facts import GameFacts
from mjlog.log.records import Row
from mjlog.period import date_of
from mjlog.seats import SEATS, Seat
from mjlog.tiles import CODES
from mjlog.views.results import HandResult

# -- the columns ------------------------------------------------------------------------------------------------------


VERSION = 1
"""The version of the tables: raised where a column goes or changes its meaning, not where one is added."""

Kind = Literal["text", "word", "words", "number", "long", "counts", "yes/no", "time"]
"""`word`: of few values, encoded by a dictionary; `words`: a list of such; `counts`: a number for each of some words;
`long`: of 64 bits; `time`: in UTC."""


class Column(NamedTuple):
    """A column of a table. Every value may be null but that of `key`, which games that were read have."""

    name: str
    kind: Kind
    meaning: str


_KEY = Column("key", "long", "the game: joins the tables; null where nothing could be read")
_PLACE = Column("place", "number", "the report of the game, from 0, as `mjlog audit --json` has them: joins tables")
_HAND = Column("hand", "long", "the number of the hand; null before the first")
_SEAT = Column("seat", "word", "`E`, `S`, `W` or `N`")

TABLES: dict[str, tuple[Column, ...]] = {
    "games": (
        _KEY,
        Column("source", "text", "the path that the game was read from"),
        Column("path", "word", "the file, folder or database that it is in: what commands are given"),
        Column("is_stored", "yes/no", "it is in a database, under its id"),
        Column("game", "text", "its id"),
        Column("named", "word", "the rule set that the log names"),
        Column("players", "words", "handles, in seat order of the first hand"),
        Column("place_name", "word", "where it was played"),
        Column("table", "word", "at which table"),
        Column("tournament", "word", "the tournament that it is a game of"),
        Column("session", "number", "which round of the tournament"),
        Column("begun", "time", "the first time that an event states"),
        Column("recorder", "word", "who wrote down the first event that says so"),
        Column("is_live", "yes/no", "a hand is in progress"),
        Column("is_ended", "yes/no", "the log says that the game is over"),
        Column("is_whole", "yes/no", "no line is missing, unreadable or changed; null where the game is no game"),
        Column("is_hidden", "yes/no", "its last event takes it off lists"),
        Column("begun_with", "number", "points of everybody before the first hand"),
        Column("totals", "counts", "points by player at the end, or after the last hand that is over"),
        Column("final", "counts", "final scores by player, where the rule set has some and the game is over"),
        Column("hands", "number", "how many hands it has, void ones too"),
        Column("events", "number", "how many events it has, as they were written"),
        Column("unread", "number", "lines that are no events, or break the file"),
        Column("corrections", "number", "how many corrections were written"),
        Column("disputes", "number", "how many disputes"),
        Column("rulings", "number", "how many rulings"),
        Column("overturned", "number", "rulings that a later one on the same dispute decided otherwise"),
    ),
    "hands": (
        _KEY,
        _PLACE,
        _HAND,
        Column(
            "outcome",
            "word",
            "`won`, `wash-out`, `false mahjong` (declared, false, and not paid), `void`, "
            "`unfinished`; `before play`: the time before the first",
        ),
        Column("is_over", "yes/no", "nobody plays on in it"),
        Column("round", "word", "the wind of the round, as a seat"),
        Column("winner", "word", "the seat that won, the first of several"),
        Column("winners", "words", "the seats of all who won"),
        Column("winning_player", "word", "the handle of the winner"),
        Column("win_source", "word", "where the winning tile came from, as in the log"),
        Column("win_tile", "word", "the winning tile"),
        Column("discarder", "word", "the seat whose tile won"),
        Column("line", "word", "the line of the card that won"),
        Column("reaches_limit", "yes/no", "announced as high as a limit hand, where the tiles are not known"),
        Column("drawn_for", "word", "why the hand was drawn, in the word of the log"),
        Column("first", "long", "its first event"),
        Column("last", "long", "its last event"),
        Column("types", "counts", "how many events of each type"),
        Column("unjudged", "number", "how many things were not judged"),
        Column("state", "text", "the digest of its final state"),
    ),
    "scores": (
        _KEY,
        _PLACE,
        _HAND,
        _SEAT,
        Column("player", "word", "the handle"),
        Column("recorded", "long", "the score that was announced"),
        Column("computed", "long", "the score by the rules"),
        Column("paid", "long", "what the seat gained, as recorded"),
        Column("owed", "long", "what the seat had to gain, as computed"),
        Column("due", "long", "the same, where a fault of counting or paying was found and it is certain all the same"),
        Column("gained", "long", "what counts: as paid, else as owed or presumed, with stakes"),
        Column("fined", "long", "fines received less paid"),
        Column("points", "long", "of the computed score, before any limit; fu in riichi"),
        Column("doubles", "number", "of the computed score; han in riichi"),
        Column("limit", "word", "the limit hand that was taken; of a winner the announced one, if none is computed"),
        Column("waits", "words", "of a winner whose tiles are known: the tiles that would have won"),
        Column("waits_left", "number", "how many of these the winner had not seen, before the winning tile came"),
    ),
    "items": (
        _KEY,
        _PLACE,
        _HAND,
        _SEAT,
        Column("name", "word", "what is counted, in the computed score"),
        Column("points", "long", "its points"),
        Column("doubles", "number", "its doubles"),
        Column("rule", "word", "the rule"),
        Column("tiles", "text", "the tiles that it is for"),
    ),
    "findings": (
        _KEY,
        _PLACE,
        _HAND,
        Column("code", "word", "the code; null where a path could not be read at all (the message says why)"),
        Column("severity", "word", "`error`, `warning` or `info`"),
        Column("seq", "long", "the event"),
        Column("line", "long", "the line of the file"),
        _SEAT,
        Column("player", "word", "who sits there"),
        Column("rule", "word", "the rule that is broken"),
        Column("message", "text", "the sentence"),
        Column("recorder", "word", "who wrote the event down"),
        Column("ruling", "long", "the ruling that holds on the event"),
        Column("decision", "word", "its decision"),
    ),
    "events": (
        _KEY,
        Column("seq", "long", "the number of the event"),
        _HAND,
        Column("type", "word", "the type"),
        _SEAT,
        Column("tile", "word", "the tile, where the event has one"),
        Column("kind", "word", "of a claim what it is for, of a set which, of a win the source of its tile"),
        Column("at", "time", "when it happened"),
    ),
}
"""The tables by name. Their files lie in folders of `ruleset` and `year`, which are columns to whoever reads them."""

BODY = Column("body", "text", "the whole event, as JSON without ids; only where it was asked for")


def columns_of(table: str, with_bodies: bool = False) -> tuple[Column, ...]:
    """The columns of a table, in order. `with_bodies`: of `events` with the whole event, too."""
    return (*TABLES[table], BODY) if table == "events" and with_bodies else TABLES[table]


# -- the rows ---------------------------------------------------------------------------------------------------------


Values = tuple[Any, ...]


class GameRows(msgspec.Struct):
    """What one game adds to each table, in the order of its columns; `ruleset` and `year` say where it lies.

    `is_whole`: no line of the log is missing, unreadable or changed.
    """

    ruleset: str | None
    year: int | None
    rows: dict[str, list[Values]]
    is_whole: bool = True


class ArchivedGame(msgspec.Struct, frozen=True):
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


def game_rows(game: ArchivedGame, with_events: bool = False, with_bodies: bool = False) -> GameRows:
    """The rows of a game."""
    key = key_of(game.source, game.game, game.number)
    events = [row for row, _where in game.rows if isinstance(row, ev.Event)]
    begun = next(filter(None, map(_time, events)), None) if game.facts is None else game.facts.begun
    recorders = {event.seq: event.recorder for event in events if event.recorder is not None}
    made: dict[str, list[Values]] = {
        "games": [_game(key, game, events, begun, recorders)], "hands": [], "scores": [], "items": [], "findings": [],
    }  # fmt: skip
    for place, hand, facts in _hands_of(game):
        made["hands"].append(_hand(key, place, hand, facts))
        if hand is not None:
            made["findings"] += _findings(key, place, hand, recorders)
            made["scores"] += _scores(key, place, hand, facts)
            made["items"] += [
                (key, place, hand.hand, seat.value, item.name, item.points, item.doubles, item.rule, item.tiles)
                for seat, score in hand.details.items()
                for item in score.items
            ]
    if with_events:
        made["events"] = list(_events(key, events, with_bodies))
    is_whole = game.facts is not None and game.facts.is_whole
    return GameRows(game.ruleset, None if begun is None else begun.year, made, is_whole)


def _hands_of(game: ArchivedGame) -> Iterator[tuple[int | None, HandReport | None, HandResult | None]]:
    """The hands, the time before them first: the place of the report, the report, and what the hand came to.

    The audit has no report of a time before the first hand in which nothing was found, and nobody says what a hand in
    progress will come to.
    """
    reported = list(enumerate(game.hands))
    facts = list(game.facts.hands) if game.facts is not None else []
    before = reported.pop(0) if reported and reported[0][1].hand is None else (None, None)
    if facts and facts[0].number is None:
        yield *before, facts.pop(0)
    elif before[1] is not None:
        yield *before, None
    yield from ((place, hand, result) for (place, hand), result in zip_longest(reported, facts))


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
    key: int, game: ArchivedGame, events: Sequence[ev.Event], begun: datetime | None, recorders: Mapping[int, str]
) -> Values:
    counts = Counter(type(event) for event in events)
    facts = game.facts
    known = (*[None] * 6,) if facts is None else (
        facts.ruleset, facts.players, facts.place, facts.table, facts.tournament, facts.session,
    )  # fmt: skip
    ended = (*[None] * 7,) if facts is None else (
        facts.is_live, facts.is_ended, facts.is_whole, facts.is_hidden, facts.begun_with, _counts(facts.totals),
        _counts(facts.final),
    )  # fmt: skip
    return (
        key, _printable(game.source), _printable(game.path), game.is_stored, game.game, *known, begun,
        next(filter(None, recorders.values()), None), *ended,
        sum(hand.hand is not None for hand in game.hands), len(events), len(game.rows) - len(events),
        counts[ev.Correction], counts[ev.Dispute], counts[ev.Ruling], game.overturned,
    )  # fmt: skip


def _counts(counts: Mapping[str, int] | None) -> list[tuple[str, int]] | None:
    return None if counts is None else list(counts.items())


def _hand(key: int, place: int | None, report: HandReport | None, facts: HandResult | None) -> Values:
    report = report or HandReport("", "", None)
    win, winner = report.win, report.winner
    known: tuple[Any, ...] = (report.outcome, False, *[None] * 6) if facts is None else (
        facts.outcome, True, _letter(facts.round), facts.line, facts.reaches_limit,
        facts.first, facts.last, _counts(facts.types),
    )  # fmt: skip
    outcome, is_over, round_, line, reaches_limit, *ends = known
    return (
        key, place, report.hand, outcome, is_over, round_, _letter(winner), [seat.value for seat in report.winners],
        None if winner is None else report.seats.get(winner),
        None if win is None else win.source, None if win is None or win.tile is None else CODES[win.tile],
        _letter(None if win is None else win.discarder), line, reaches_limit,
        report.drawn_for or None, *ends, len(report.unjudged), report.state,
    )  # fmt: skip


def _scores(key: int, place: int | None, report: HandReport, facts: HandResult | None) -> Iterator[Values]:
    seats, gained, fined = (report.seats, {}, {}) if facts is None else (facts.seats, facts.change or {}, facts.fines)
    columns: tuple[Mapping[Seat, Any], ...] = (
        seats, report.recorded, report.computed, report.settled or {}, report.owed or {}, report.due or {},
        gained, fined,
    )  # fmt: skip
    # As computed, those of winners as they count.
    limits = {seat: score.limit for seat, score in report.details.items()}
    if facts is not None:
        limits |= {seat: facts.limits.get(seat) for seat in facts.winners}
    for seat in SEATS:
        if any(seat in column for column in columns):
            score, waits = report.details.get(seat), report.waits.get(seat)
            worth = (score.points, score.doubles) if score is not None else (None, None)
            waited = (None, None) if waits is None else ([CODES[kind] for kind in waits.kinds], waits.left)
            values = (column.get(seat) for column in columns)
            yield (key, place, report.hand, seat.value, *values, *worth, limits.get(seat), *waited)


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


def _findings(key: int, place: int | None, hand: HandReport, recorders: Mapping[int, str]) -> Iterator[Values]:
    for finding in hand.findings:
        ruled = (None, None) if finding.ruled is None else (finding.ruled.seq, finding.ruled.decision)
        recorder = recorders.get(finding.seq) if finding.seq is not None else None
        yield (
            key, place, finding.hand, finding.code, finding.severity, finding.seq, finding.line, finding.seat,
            hand.player(finding), finding.rule,
            _printable(finding.message), recorder, *ruled,
        )  # fmt: skip


_KINDS = {ev.Claim: "for_", ev.Expose: "kind", ev.LayConcealed: "kind", ev.Kong: "kind", ev.Mahjong: "source"}


def _events(key: int, events: Iterable[ev.Event], with_bodies: bool) -> Iterator[Values]:
    hand = None
    for event in events:
        if isinstance(event, ev.HandStart):
            hand = event.hand
        kind = _KINDS.get(type(event))
        seat, tile = getattr(event, "seat", None), getattr(event, "tile", None)
        values = (
            key, event.seq, hand, event.__struct_config__.tag, None if seat is None else seat.value,
            None if tile is None else str(tile), None if kind is None else getattr(event, kind), _time(event),
        )  # fmt: skip
        yield (*values, ev.encode_event(event).decode()) if with_bodies else values
