"""What came first is told by the place in the log: corrected events have the numbers of their corrections."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, shipped
from mjlog.simulate import Game
from turns import in_turn

Fields = dict[str, Any]
TYPES = (
    "claim", "expose", "kong", "discard", "joker-exchange", "lay-concealed", "retract", "mahjong", "show", "dead",
    "score", "settlement",
)  # fmt: skip
HANDS = 5


def simulated(ruleset: str) -> list[Fields]:
    """A game in which everything is recorded; by a card with mistakes, and what follows from them."""
    return list(_made(ruleset))


@cache
def _made(ruleset: str) -> tuple[Fields, ...]:
    lines: list[bytes] = []
    Game(load(ruleset), 4711, 2, hands=HANDS, mistakes=ruleset == "american").play(lines.append)
    return tuple(json.loads(line) for line in lines)


def said_again(events: Sequence[Fields], wanted: Callable[[Fields], bool]) -> list[Fields]:
    """The log with these events corrected to what they are already, the last of them first."""
    log = list(events)
    for event in reversed([event for event in events if wanted(event)]):
        same = {key: value for key, value in event.items() if key != "seq"}
        log.append({"seq": len(log) + 1, "type": "correction", "of": event["seq"], "events": [same], "reason": "again"})
    return log


def told(events: Sequence[Fields]) -> list[Any]:
    """What the audit says of each hand, but for the numbers of events."""
    rows = ((convert_event(event), None) for event in events)
    reports = [report.as_json() for report in Engine(GameRecord("test", "test", rows, corrected=True)).run()]
    numbers = {"seq": None, "expected": None, "found": None, "message": None}
    return [report | {"findings": [finding | numbers for finding in report["findings"]]} for report in reports]


@cache
def told_of(ruleset: str) -> list[Any]:
    """What it says of the game as it was written down."""
    return told(simulated(ruleset))


@pytest.mark.parametrize(("ruleset", "kind"), in_turn(itertools.product(shipped(), TYPES)))
def test_events_that_are_corrected_to_what_they_are_change_nothing(ruleset: str, kind: str) -> None:
    events = simulated(ruleset)
    assert told(said_again(events, lambda event: event["type"] == kind)) == told_of(ruleset)


@pytest.mark.parametrize("ruleset", shipped())
def test_nor_do_those_of_every_other_place(ruleset: str) -> None:
    events = simulated(ruleset)
    for odd in range(3):
        assert told(said_again(events, lambda event, odd=odd: event["seq"] % 3 == odd)) == told_of(ruleset)


def findings(events: Sequence[Fields]) -> list[tuple[str, int | None]]:
    """Codes and events of what is found."""
    replay = Engine(GameRecord("test", "test", ((convert_event(event), None) for event in events), corrected=True))
    return [(finding.code, finding.seq) for report in replay.run() for finding in report.findings]


def inside(event: Fields, **other: Any) -> Fields:
    """An event as it stands in a correction."""
    return {key: value for key, value in event.items() if key != "seq"} | other


def test_a_wrong_score_is_no_fault_of_the_mahjong_that_one_correction_puts_in_with_it() -> None:
    """All events of a correction have one number: what the hand was worth and who pays is judged all the same."""
    events = simulated("pung-chi")
    won = next(event["seq"] for event in events if event["type"] == "mahjong")
    scored = next(event["seq"] for event in events if event["type"] == "score" and event["total"])
    end = [inside(event) for event in events[won - 1 : scored]]
    end[-1]["total"] += 1
    log = [*events]
    for seq in range(won, scored + 1):
        log.append({"seq": len(log) + 1, "type": "correction", "of": seq, "events": [], "reason": "all again"})
    log.append({"seq": len(log) + 1, "type": "correction", "after": won, "events": end, "reason": "all again"})
    assert findings(log) == [("wrong-score", len(log))]
    before, after = told(events)[0], told(log)[0]
    assert after["settlement"] == before["settlement"]
    assert [one["computed"] for one in after["scores"].values()] == [
        one["computed"] for one in before["scores"].values()
    ]


def test_a_set_that_answers_its_claim_may_follow_a_discard_that_was_corrected() -> None:
    events = simulated("western")
    at = next(at for at, event in enumerate(events) if event["type"] == "expose")
    claim = max(
        event["seq"] for event in events[:at] if event["type"] == "claim" and event["seat"] == events[at]["seat"]
    )
    events[at] = {**events[at], "on": claim}
    discard = max(event["seq"] for event in events[:at] if event["type"] == "discard")
    assert findings(events) == []
    assert findings(said_again(events, lambda event: event["seq"] == discard)) == []


def test_what_a_correction_puts_before_the_game_start_is_out_of_place() -> None:
    events = simulated("western")
    fined = {"type": "note", "text": "late"}
    both = {"type": "correction", "of": 1, "events": [fined, inside(events[0])], "reason": "late"}
    assert findings([*events, {"seq": len(events) + 1, **both}]) == [("out-of-place", len(events) + 1)]


def dead_told(events: Sequence[Fields]) -> list[Any]:
    """The dead hands in their order, with places in the log instead of numbers."""
    rows = [(convert_event(event), None) for event in events]
    where = {row.seq: place for place, (row, _where) in enumerate(apply_corrections(rows))}
    found = dead_hands(GameRecord("test", "test", iter(rows), corrected=True))
    return [
        (one.seat, one.kind, one.since and [where.get(seq, seq) for seq in one.since], where.get(one.certain or 0))
        for one in found
    ]


@pytest.mark.parametrize("ruleset", in_turn(shipped()))
def test_dead_hands_of_corrected_events_are_told_in_the_order_of_the_log(ruleset: str) -> None:
    """Since when a number of tiles may have been wrong: from the earlier event to the later one."""
    events, chance = simulated(ruleset), Random(1)
    several = 0
    for _ in range(4):
        log = [dict(event) for event in events if event["type"] != "wall" and "on" not in event]
        for place in sorted(chance.sample(range(10, len(log)), 6), reverse=True):
            del log[place]
        log = [{**event, "seq": seq} for seq, event in enumerate(log, 1)]
        told = dead_told(log)
        several += len(told) > 1
        assert dead_told(said_again(log, lambda event: event["seq"] % 2 == 0)) == told
    assert several
