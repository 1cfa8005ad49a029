"""Games in which one player comes to a wrong number of tiles at a known event, written down in more or less detail.

A legal simulated hand is changed at one event; the hand that its player shows at the end has the wrong number, too.
Chance comes in from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from audit.hiding import UNSEEN, Fields, read
from mjlog.audit.dead import DeadHand, dead_hands
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from simulate.games import played

TRUTH = "truth"
"""A field of the event that did it, which the program does not know and passes over."""
MISTAKES = ("draws-twice", "draws-unseen", "loses-unseen")
DETAIL = ("full", "hidden", "draws-missing", "gap", "gap-before", "result")


class Wronged(NamedTuple):
    """A game, numbered: whose number is wrong, by how many tiles, and the event (or what stands for it) that did it."""

    events: list[Fields]
    seat: str
    more: int
    truth: int


def with_mistake(ruleset: str, seed: int, mistake: str, detail: str) -> Wronged | None:
    """A game with a mistake of one player who does not win; None where the hand gives no occasion."""
    chance = Random(seed)
    events = _one_hand(read(played(ruleset, seed, hands=1)))
    winner = next((one["seat"] for one in events if one["type"] == "mahjong"), None)
    shown = [one for one in events if one["type"] == "show" and one["seat"] != winner and len(one.get("rest", ())) > 4]
    if winner is None or not shown:
        return None
    seat = chance.choice(shown)["seat"]
    kept = next(one["rest"] for one in shown if one["seat"] == seat) if mistake == "loses-unseen" else None
    done = _draw_by(events, seat, kept, chance)
    if done is None:
        return None
    lost = events[done]["tile"] if kept is not None else None
    if mistake == "draws-twice":
        events.insert(done + 1, {**events[done], "tile": UNSEEN, TRUTH: True})
    else:
        # Nobody sees it; the next event is the first before which it has happened.
        events[done + 1][TRUTH] = True
    events = [_shown(one, lost) if one["type"] == "show" and one["seat"] == seat else one for one in events]
    events = _told(events, detail, chance)
    events = [{**one, "seq": number} for number, one in enumerate(events, start=1)]
    return Wronged(events, seat, -1 if lost else 1, next(one["seq"] for one in events if TRUTH in one))


def _one_hand(events: Sequence[Fields]) -> list[Fields]:
    kept = [one for one in events if one["type"] not in ("wall", "score", "settlement", "game-end", "penalty")]
    return [{key: value for key, value in one.items() if key not in ("on", "id", "prev")} for one in kept]


def _draw_by(events: Sequence[Fields], seat: str, kept: Sequence[str] | None, chance: Random) -> int | None:
    """A draw of the player that is followed by a discard; of a tile that is kept to the end, where those are given."""
    pairs = pairwise(events)
    found = [
        number
        for number, (one, after) in enumerate(pairs)
        if one["type"] == "draw" and one["seat"] == seat and (after["type"], after.get("seat")) == ("discard", seat)
    ]
    if kept is not None:
        found = [number for number in found if _is_kept(events[number:], seat, kept)]
    return chance.choice(found) if found else None


def _is_kept(events: Sequence[Fields], seat: str, kept: Sequence[str]) -> bool:
    """Whether the tile of the first of these events stays in the hand, and no other of its kind leaves it."""
    own = [one for one in events[1:] if one.get("seat") == seat and one["type"] in ("discard", "expose", "kong")]
    tile = events[0]["tile"]
    return tile in kept and not any(tile in (one.get("tile"), *one.get("tiles", ())) for one in own)


def _shown(event: Fields, lost: str | None) -> Fields:
    rest = list(event["rest"])
    if lost is None:
        return {**event, "rest": [*rest, UNSEEN]}
    rest.remove(lost)
    return {**event, "rest": rest}


def _told(events: list[Fields], detail: str, chance: Random) -> list[Fields]:
    if detail == "full":
        return events
    truth = next(number for number, one in enumerate(events) if TRUTH in one)
    began = next(number for number, one in enumerate(events) if one["type"] == "hand-start")
    end = next(number for number, one in enumerate(events) if one["type"] == "mahjong")
    first = next(number for number, one in enumerate(events) if one["type"] == "discard")
    if detail == "hidden":
        return [_unseen(one) for one in events]
    if detail == "gap":
        # What did it lies in the gap, also where that was the first discard.
        start = min(truth, max(first + 1, truth - chance.randrange(9)))
        return _cut(events, start, min(end - 1, truth + 1 + chance.randrange(9)))
    if detail == "gap-before":
        last = max(first + 1, truth - 9)
        return _cut(events, max(first + 1, last - 8), last)
    depth = "result" if detail == "result" else "table"
    events[began] = {**events[began], "depth": depth}
    if depth == "result":
        # What did it comes before the declaration, of which alone there is a word.
        events[end] = {**events[end], TRUTH: True}
        return [*events[: began + 1], *events[end:]]
    return [one for before, one in zip([{}, *events], events, strict=False) if not _goes_without_saying(before, one)]


def _goes_without_saying(before: Fields, event: Fields) -> bool:
    """A draw of a turn, which a record of what the table saw may leave out; not one that replaces a bonus tile."""
    return event["type"] == "draw" and TRUTH not in event and before.get("type") != "bonus"


def _unseen(event: Fields) -> Fields:
    if event["type"] == "deal":
        return {**event, "tiles": [UNSEEN] * len(event["tiles"])}
    return {**event, "tile": UNSEEN} if event["type"] in ("draw", "kong-replacement", "bonus-replacement") else event


def _cut(events: list[Fields], start: int, end: int) -> list[Fields]:
    """The events without those from `start` on, up to `end`, and a gap in their place."""
    if start >= end:
        return events
    gap: Fields = {"type": "gap"}
    if any(TRUTH in one for one in events[start:end]):
        gap[TRUTH] = True
    return [*events[:start], gap, *events[end:]]


def found_in(events: Sequence[Fields], **asked: Any) -> list[DeadHand]:
    """The dead hands of a game that is given as plain events."""
    rows = iter([(convert_event(one), one["seq"]) for one in events])
    return dead_hands(GameRecord("wronged", "wronged", rows), **asked)
