"""Less of a record: tiles that nobody saw, optional events left out, runs of events cut out and a `gap` put there.

A legal record stays free of findings with any of it missing; chance comes in from outside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.findings import Finding
from mjlog.log.records import GameRecord

Fields = dict[str, Any]
UNSEEN = "??"
OPTIONAL = frozenset(("pass", "wall", "show", "score", "settlement"))
"""Event types that may be missing anywhere; throws of dice are left out all together or not at all."""
DICE = frozenset(("roll", "break"))
BEGINNINGS = frozenset(("game-start", "ruleset", "seats"))
_DRAWN = ("draw", "kong-replacement", "bonus-replacement")


def read(lines: Iterable[bytes]) -> list[Fields]:
    """Lines of a log as plain JSON values."""
    return [json.loads(line) for line in lines]


def audited(events: Sequence[Fields]) -> list[Finding]:
    """What the audit finds wrong with these events, remarks apart."""
    replay = Engine(GameRecord("hidden", "hidden", iter(())))
    for event in events:
        replay.feed(convert_event(event), event["seq"])
    return [finding for report in replay.finish() for finding in report.findings if finding.severity != "info"]


def hide_tiles(event: Fields, hidden: Callable[[str, str], bool]) -> Fields:
    """The event with those tiles dealt, drawn or built unseen that are `hidden`: asked by seat (or `wall`) and tile."""

    def seen(tile: str) -> str:
        return UNSEEN if hidden(event.get("seat", "wall"), tile) else tile

    if event["type"] in ("deal", "wall"):
        return {**event, "tiles": [seen(tile) for tile in event["tiles"]]}
    if event["type"] in _DRAWN:
        return {**event, "tile": seen(event["tile"])}
    return event


def hide(events: Sequence[Fields], chance: Random) -> list[Fields]:
    """Any share of the tiles hidden, from none to all; some shown or laid down unseen, some winning tiles not named."""
    share = chance.choice((0.1, 0.5, 0.9, 1.0))
    return [_unsaid(hide_tiles(event, lambda _seat, _tile: chance.random() < share), chance, share) for event in events]


def _unsaid(event: Fields, chance: Random, share: float) -> Fields:
    if event["type"] in ("expose", "kong") and chance.random() < share / 3:
        return {**event, "tiles": [UNSEEN if chance.random() < 0.7 else tile for tile in event["tiles"]]}
    if event["type"] == "discard" and chance.random() < share / 4:
        return {**event, "tile": UNSEEN}
    if event["type"] == "show" and "rest" in event:
        return {**event, "rest": [UNSEEN if chance.random() < share / 6 else tile for tile in event["rest"]]}
    if event["type"] == "mahjong" and chance.random() < share / 2:
        return {key: value for key, value in event.items() if key != "tile"}
    return event


def leave_out(events: Sequence[Fields], chance: Random) -> list[Fields]:
    """Some of the events missing that may be missing, in a record that does not promise to have every one."""
    events = [{key: value for key, value in event.items() if key != "every"} for event in events]
    share, dice = chance.choice((0.0, 0.3, 1.0)), chance.random() < 0.5
    return [
        event
        for event in events
        if not (event["type"] in OPTIONAL and chance.random() < share) and not (event["type"] in DICE and dice)
    ]


def cut(events: Sequence[Fields], chance: Random) -> list[Fields]:
    """Up to three runs of events cut out, a `gap` in the place of each.

    Where the beginning of a hand is lost, so is what belongs to it up to the deal: nobody would note dice alone.
    """
    left = list(events)
    for _ in range(chance.choice((0, 1, 1, 2, 3))):
        start = chance.randrange(2, len(left))
        end = min(len(left), start + chance.choice((1, 1, 2, 5, 20, 100)))
        if any(event["type"] == "hand-start" for event in left[start:end]):
            while end < len(left) and left[end]["type"] in DICE | {"wall", "deal"}:
                end += 1
        if not any(event["type"] in BEGINNINGS for event in left[start:end]):
            left[start:end] = [{"type": "gap"}]
    return left


def numbered(events: Iterable[Fields]) -> list[Fields]:
    """The events numbered anew, without what points at the old numbers."""
    kept = [{key: value for key, value in event.items() if key not in ("on", "id", "prev")} for event in events]
    return [{**event, "seq": number} for number, event in enumerate(kept, start=1)]
