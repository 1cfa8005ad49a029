"""Sample games with corrections of every kind: of payments, tiles, seats and options, made void, put in, taken back."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from mjlog.events import Event, convert_event, encode_event
from mjlog.log.records import GameRecord, Row
from mjlog.samples import samples_folder
from mjlog.sources import games_in

Fields = dict[str, Any]
GAMES = ("western", "bmja", "american")
_HANDS = 3
_OPTIONS = {"western": {"loser_pairs": "one"}, "bmja": {"roof_off": True}, "american": {"stake": 100}}


@cache
def mended(name: str) -> tuple[Fields, ...]:
    """The first hands of a sample game, with a dozen corrections; the first two stand before the last hand."""
    log = _first_hands(name)
    last = max(at for at, event in enumerate(log) if event["type"] == "hand-start")
    made = _Mended(log[:last])
    made.correct(made.first("settlement"), [_paid_otherwise(made.event("settlement"), 2)], "the payment")
    made.correct(made.first("discard"), [{**made.event("discard"), "tile": "5d"}], "the tile")
    made.events += [{**event, "seq": len(made.events) + at} for at, event in enumerate(log[last:], 1)]
    made.correct(made.last("discard"), [], "not so")
    made.add({"after": made.last("settlement"), "events": [
        {"type": "penalty", "seat": "S", "amount": 10, "reason": "late"}], "reason": "forgotten"})  # fmt: skip
    # Two players sat the other way round all the time: so say the game-start, with other options, and every hand.
    one, other = (made.event("hand-start")["seats"][seat] for seat in "SW")
    right = {one: other, other: one}
    start = {**made.event("game-start"), "place": "club"}
    start["players"] = [right.get(player, player) for player in start["players"]]
    start["options"] = {**(start.get("options") or {}), **_OPTIONS[name]}
    made.correct(1, [start], "the options and the seats")
    for event in [event for event in made.events if event["type"] in ("seats", "hand-start")]:
        made.correct(event["seq"], [_exchanged(event, right)], "the seats")
    payment, tile = [one["seq"] for one in made.events if one["type"] == "correction"][:2]
    made.correct(payment, [_paid_otherwise(made.event("settlement"), 4)], "the payment again")
    made.correct(tile, [], "it was right at first")
    paid = made.events[made.last("settlement") - 1]
    meant = {"type": "correction", "of": paid["seq"], "events": [_paid_otherwise(paid, 6)], "reason": "the last one"}
    made.correct(len(made.events), [meant], "the wrong line")
    return tuple(made.events)


def _first_hands(name: str) -> list[Fields]:
    record = next(games_in(str(samples_folder() / "games" / f"{name}.mjlog.jsonl.xz")))
    events = [json.loads(encode_event(row)) for row, _where in record.rows if isinstance(row, Event)]
    begun = [at for at, event in enumerate(events) if event["type"] == "hand-start"]
    return [{key: value for key, value in event.items() if key != "on"} for event in events[: begun[_HANDS]]]


class _Mended:
    """A log that corrections are added to."""

    def __init__(self, events: list[Fields]) -> None:
        self.events = list(events)

    def first(self, kind: str) -> int:
        """The first event of a type."""
        return next(event["seq"] for event in self.events if event["type"] == kind)

    def last(self, kind: str) -> int:
        """The last one."""
        return next(event["seq"] for event in reversed(self.events) if event["type"] == kind)

    def event(self, kind: str) -> Fields:
        """The first event of a type, as it stands in a correction."""
        return {key: value for key, value in self.events[self.first(kind) - 1].items() if key != "seq"}

    def correct(self, of: int, events: list[Fields], reason: str) -> None:
        """One more correction of an event."""
        self.add({"of": of, "events": events, "reason": reason})

    def add(self, correction: Fields) -> None:
        """One more correction."""
        self.events.append({"seq": len(self.events) + 1, "type": "correction", **correction})


def _paid_otherwise(event: Fields, points: int) -> Fields:
    """A payment by which East has so many points more, and South less."""
    change = dict(event["change"])
    change["E"], change["S"] = change["E"] + points, change["S"] - points
    return {"type": "settlement", "change": change}


def _exchanged(event: Fields, right: dict[str, str]) -> Fields:
    """The beginning of a hand or the seats that were found, with players where others were written down."""
    seats = {seat: right.get(player, player) for seat, player in event["seats"].items()}
    return {key: value for key, value in event.items() if key not in ("seq", "draw")} | {"seats": seats}


def times(name: str) -> list[int]:
    """Events to look at the log as of: every correction, the event before it, and some between."""
    events = mended(name)
    corrections = [event["seq"] for event in events if event["type"] == "correction"]
    return sorted({*corrections, *(seq - 1 for seq in corrections), *range(1, len(events), len(events) // 3)})


def record_of(events: tuple[Fields, ...] | list[Fields]) -> GameRecord:
    """A game of these events, to be replayed."""
    rows: list[Row] = [(convert_event(event), None) for event in events]
    return GameRecord("club", "club", iter(rows), corrected=True)
