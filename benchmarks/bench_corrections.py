"""A game of 200 hands that is corrected: how long it takes until all that follows from the correction is known."""

from __future__ import annotations

import functools
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.measure import RUNS, Row, best_times, seconds
from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.chain import canonical_json
from mjlog.events import convert_event, decode_event, encode_event
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord
from mjlog.log.records import Row as LogRow
from mjlog.rulesets import load
from mjlog.simulate import Game as SimulatedGame
from mjlog.store import open_store
from mjlog.viewer.library import Library

HANDS = 200
GAMES = ("western", "american")
_TARGET = 200
_SEED = 5
_CORRECTED_HAND = 3
_OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "western": {
        "the number of rounds corrected": {"rounds": 99},
        "an option of scoring corrected": {"undeclared_kong": "kong"},
        "an option of kongs corrected": {"robbing_kong": True},
        "an option of play corrected": {"optional_limits": False},
    },
    "american": {
        "the stake corrected": {"stake": 5000},
        "an option of dead hands corrected": {"dead_jokers": "before_death"},
        "an option of play corrected": {"dead_basis": "rack"},
    },
}
"""Per rule set, options that say what comes of hands, or of kongs; and last one that says how every hand is played."""


def measure() -> Iterator[Row]:
    """Corrections in the third hand of a long game: of a payment, of a tile, of the whole game's options."""
    for ruleset in GAMES:
        bodies: list[bytes] = []
        SimulatedGame(load(ruleset), _SEED, 1, hands=HANDS).play(bodies.append)
        rows: list[LogRow] = [(decode_event(body), None) for body in bodies]
        name = f"{HANDS} hands of {ruleset}"
        for what, made in _corrections(rows).items():
            yield _looked_at(f"{name}: {what}", rows, [_correction(rows, made)])
        yield _looked_at(f"{name}: two players mixed up in every hand", rows, _mixed_up(rows))
        yield _from_the_beginning(name, [*rows, _correction(rows, _corrections(rows)["a payment corrected"])])
    yield _served(f"{HANDS} hands of {ruleset}, in the viewer's store", bodies, rows)


def _inside(event: ev.Event, **other: Any) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(encode_event(event))
    return {**{name: value for name, value in fields.items() if name != "seq"}, **other}


def _corrections(rows: Sequence[LogRow]) -> dict[str, dict[str, Any]]:
    """By what they do: a payment of the third hand, a discard of it, something added there, the beginning of all."""
    starts = [row.seq for row, _where in rows if isinstance(row, ev.HandStart)]
    hand = [row for row, _where in rows[starts[_CORRECTED_HAND - 1] - 1 : starts[_CORRECTED_HAND] - 1]]
    paid = next(row for row in hand if isinstance(row, ev.Settlement))
    thrown = next(row for row in hand if isinstance(row, ev.Discard))
    change = {seat.value: amount for seat, amount in paid.change.items()}
    other = {**change, "E": change["E"] - 4, "S": change["S"] + 4}
    tile = "9d" if thrown.tile.value != "9d" else "1b"
    start = rows[0][0]
    assert isinstance(start, ev.GameStart)
    return {
        "a payment corrected": {"of": paid.seq, "events": [_inside(paid, change=other, payments=None)]},
        "a tile corrected": {"of": thrown.seq, "events": [_inside(thrown, tile=tile)]},
        "a fine added": {
            "after": paid.seq,
            "events": [{"type": "penalty", "seat": "S", "amount": 30, "reason": "late"}],
        },
        "the place corrected": {"of": 1, "events": [_inside(start, place="the club")]},
        **{
            what: {"of": 1, "events": [_inside(start, options={**(start.options or {}), **options})]}
            for what, options in _OPTIONS[start.ruleset].items()
        },
    }


def _correction(rows: Sequence[LogRow], made: dict[str, Any], number: int = 1) -> LogRow:
    return convert_event({"seq": len(rows) + number, "type": "correction", "reason": "a slip", **made}), None


def _mixed_up(rows: Sequence[LogRow]) -> list[LogRow]:
    """A correction of every hand's beginning, and of the seats: the first two players sat in each other's seat."""
    start = rows[0][0]
    assert isinstance(start, ev.GameStart)
    one, other = start.players[:2]
    names = {one: other, other: one}
    stated = [row for row, _where in rows if isinstance(row, ev.Seats | ev.HandStart)]
    made: list[LogRow] = []
    for number, event in enumerate(stated, 1):
        seats = {seat.value: names.get(player, player) for seat, player in event.seats.items()}
        made.append(_correction(rows, {"of": event.seq, "events": [_inside(event, seats=seats)]}, number))
    return made


def _view(rows: Sequence[LogRow]) -> Game:
    return Game(
        GameRecord("game", "game", iter(rows), corrected=any(type(row) is ev.Correction for row, _ in rows))
    )


def _looked_at(name: str, rows: Sequence[LogRow], added: Sequence[LogRow]) -> Row:
    """A game at hand, and corrections that are added to its log."""
    spent, kept, hands = [], 0, 0
    for _ in range(RUNS):
        view = _view(rows)
        hands, begun = len(view.played), list(view.hands)
        spent.append(1000 * seconds(functools.partial(view.go_on, added)))
        kept = sum(hand is one for hand, one in zip(view.hands, begun, strict=False))
    figures = (
        f"median {statistics.median(spent):.0f} ms; {len(rows):,} events, {hands} hands, {max(0, kept - 1)} before"
    )
    return Row(name, _TARGET, min(spent), figures, "ms", at_most=True)


def _from_the_beginning(name: str, rows: Sequence[LogRow]) -> Row:
    """The same without anything at hand but the events: as an audit does it."""
    works = {
        "fold": lambda: list(apply_corrections(rows)),
        "audit": lambda: Engine(GameRecord("game", "game", iter(rows), corrected=True)).run(),
        "view": lambda: _view(rows),
    }
    best = {what: 1000 * spent for what, spent in best_times(works).items()}
    figures = f"{best['fold']:.0f} ms of it to put corrections in their places; as a view {best['view']:.0f} ms"
    return Row(f"{name}: all judged from the beginning", _TARGET, best["audit"], figures, "ms", at_most=True)


def _served(name: str, bodies: Sequence[bytes], rows: Sequence[LogRow]) -> Row:
    """A correction is appended, and the viewer has the game as it is then."""
    spent = []
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "club.db") as store:
        start = decode_event(bodies[0])
        assert isinstance(start, ev.GameStart)
        store.import_game(start.game, list(bodies))
        library = Library(store)
        with library.game(start.game):
            pass
        for run in range(RUNS):
            made = _corrections(rows)["a payment corrected" if run % 2 == 0 else "a tile corrected"]
            last = len(bodies) + run
            event = {"seq": last + 1, "type": "correction", "reason": "a slip", **made}
            store.append(start.game, [canonical_json(event)], expected_last=last)
            spent.append(1000 * seconds(lambda: _open(library, start.game)))
    return Row(name, _TARGET, min(spent), f"median {statistics.median(spent):.0f} ms", "ms", at_most=True)


def _open(library: Library, game: str) -> None:
    with library.game(game):
        pass
