"""How many keys a game takes in short hand: per act as the table sees it, per hand by its result, per act in full.

A discard is one act with the draw and the passes that it implies; Enter counts as a key.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from benchmarks.measure import Row
from mjlog import events as ev
from mjlog.events import encode_event
from mjlog.formats.shorthand.document import WrittenGame, event_of
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from mjlog.log.records import GameRecord
from mjlog.simulate.recorder import seen_at_the_table

_TAKEN = (ev.Draw, ev.BonusReplacement, ev.KongReplacement, ev.Pass, ev.Deal, ev.Roll, ev.Break, ev.Wall)
_PLAY = (
    ev.Discard, ev.Bonus, ev.Claim, ev.Expose, ev.Kong, ev.LayConcealed, ev.Mahjong, ev.JokerExchange, ev.Draw,
    ev.BonusReplacement, ev.KongReplacement, ev.Pass, ev.Washout,
)  # fmt: skip
_END = (ev.Mahjong, ev.Washout, ev.Score)


def keys_of_games(records: Iterable[GameRecord]) -> dict[str, list[int]]:
    """Keys of every act of play at the depth `table`, of every result, and of every act of play as it was recorded."""
    keys: dict[str, list[int]] = {"table": [], "result": [], "full": []}
    for record in records:
        rows = [row for row, _where in record.rows if isinstance(row, ev.Event)]
        keys["table"] += _of_play(record.name, _as_seen(rows))
        keys["full"] += _of_play(record.name, rows)
        keys["result"] += _of_results(record.name, rows)
    return keys


def _acts(name: str, bodies: Sequence[bytes]) -> Iterator[tuple[str, list[ev.Event]]]:
    """Every act that a log is typed in, and the events that it stands for."""
    game = WrittenGame(name)
    seq = 0
    for act in acts_in("\n".join(write_document(name, bodies))):
        made = []
        for fields in game.read(act.text):
            seq += 1
            event, _body = event_of({**fields, "seq": seq})
            made.append(event)
        game.follow(made)
        yield act.text, made


def _of_play(name: str, rows: Iterable[ev.Event]) -> Iterator[int]:
    for text, events in _acts(name, _bodies(rows)):
        if events and all(isinstance(event, _PLAY) for event in events):
            yield len(text) + 1


def _of_results(name: str, rows: Sequence[ev.Event]) -> Iterator[int]:
    """The keys of each hand but the first of a game, which also says that only results are written down."""
    keys: list[int] = []
    for text, events in _acts(name, _bodies(_results(rows))):
        if any(isinstance(event, ev.HandStart) for event in events):
            keys.append(0)
        if keys:
            keys[-1] += len(text) + 1
    yield from keys[1:]


def _as_seen(rows: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """What the table sees, and nothing that needs not be typed; scores as numbers alone."""
    for row in rows:
        if isinstance(row, _TAKEN) and not (isinstance(row, ev.Roll) and row.purpose == "seats"):
            continue
        seen = seen_at_the_table(row)
        if seen is not None:
            yield _bare(seen)


def _results(rows: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """The result of each hand: who won and how, and all scores in the order of the seats."""
    scores: list[Any] = []
    for row in rows:
        if isinstance(row, ev.GameStart):
            yield row
        elif isinstance(row, ev.HandStart):
            yield from sorted(scores, key=lambda score: int(score.seat.index))
            scores = []
            yield _bare(msgspec.structs.replace(row, depth="result"))
        elif isinstance(row, ev.Score):
            scores.append(_bare(row))
        elif isinstance(row, _END):
            yield _bare(row)
    yield from sorted(scores, key=lambda score: int(score.seat.index))


_EXTRAS = (
    "number",
    "every",
    "totals",
    "held",
    "held_by",
    "items",
    "points",
    "doubles",
    "limit",
    "uncapped",
    "completes",
)


def _bare(row: Any) -> ev.Event:
    """The event without what a server's record says besides."""
    extra = {name: None for name in _EXTRAS if getattr(row, name, None) is not None}
    if isinstance(row, ev.Mahjong):
        extra["tile"] = None
    bare: ev.Event = msgspec.structs.replace(row, **extra)
    return bare


def _bodies(rows: Iterable[ev.Event]) -> list[bytes]:
    return [encode_event(msgspec.structs.replace(row, seq=number)) for number, row in enumerate(rows, 1)]


def measure(folder: str) -> list[Row]:
    """The rows of the table: medians against what was aimed at."""
    from mjlog.sources import games_in

    rows = []
    aims = {"table": 4.0, "result": 12.0}
    for name, keys in keys_of_games(games_in(folder)).items():
        unit = "hand" if name == "result" else "act"
        mean, number = statistics.mean(keys), len(keys)
        figures = f"mean {mean:.1f}, of {number:,} {unit}s"
        what = f"keys typed per {unit}, depth {name}: median"
        rows.append(Row(what, aims.get(name), statistics.median(keys), figures, unit="keys", at_most=True))
    return rows
