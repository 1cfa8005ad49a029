"""What a hand comes to without an event, against the audit of a log that never had it."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.disputes.case import Outcome
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from simulate.games import played
from tests.disputes.dossiers import Fields, dossier_of, view_of_events

CASES = [("american", 3), ("american", 4), ("western", 3), ("bmja", 3), ("mahjiang", 3), ("dmjl", 3)]
ACTS = frozenset((
    "claim", "expose", "kong", "bonus", "joker-exchange", "pass", "fishing", "mahjong", "show", "retract", "dead",
    "score", "settlement", "penalty", "washout", "replay",
))  # fmt: skip
FINES = ({"seat": "S", "amount": 30}, {"seat": "W", "amount": 12, "to": {"E": 12}})


def _game(ruleset: str, seed: int) -> list[Fields]:
    """Two hands, fines in each; in the American game with mistakes, and what follows from them."""
    lines = played(ruleset, seed, hands=2, mistakes=ruleset == "american")
    events: list[Fields] = []
    for event in map(json.loads, lines):
        fines = [{"type": "penalty", "reason": "late", **fine} for fine in FINES]
        events += [event, *(fines if event["type"] in ("settlement", "washout") else [])]
    return _numbered([{key: value for key, value in event.items() if key != "on"} for event in events])


def _numbered(events: list[Fields]) -> list[Fields]:
    return [
        {**{key: value for key, value in event.items() if key not in ("id", "prev")}, "seq": number}
        for number, event in enumerate(events, start=1)
    ]


def _report(events: list[Fields], hand: int | None) -> HandReport:
    rows = iter([(convert_event(event), None) for event in events])
    return next(one for one in Engine(GameRecord("", "", rows)).run() if one.hand == hand)


def _fined(events: list[Fields], hand: int | None) -> Counter[str]:
    """What fines of a hand move; shared equally where nothing else was said, for three divide them."""
    moved, now = Counter[str](), 0
    for event in events:
        now = event.get("hand", now) if event["type"] == "hand-start" else now
        if event["type"] == "penalty" and now == hand:
            others = [seat for seat in "ESWN" if seat != event["seat"]]
            moved.update(event.get("to") or dict.fromkeys(others, event["amount"] // 3))
            moved[event["seat"]] -= event["amount"]
    return moved


def _letters(points: dict[Any, int] | None) -> dict[str, int] | None:
    return None if points is None else {seat.value: number for seat, number in points.items()}


def _same_money(told: Outcome, alone: HandReport) -> bool:
    scores, moved = (told.announced, told.computed), (told.paid, told.due)
    return (told.winner, *scores, *moved) == (alone.winner, alone.recorded, alone.computed, alone.settled, alone.owed)


@pytest.mark.parametrize(("ruleset", "seed"), CASES)
def test_without_the_event_a_hand_comes_to_what_the_log_without_it_comes_to(ruleset: str, seed: int) -> None:
    """Scores, payments, fines and faults, and what everybody gets: paid as it was where the result is the same."""
    events, chance = _game(ruleset, seed), random.Random(seed)
    view = view_of_events(events)
    by_kind: dict[str, list[Fields]] = {}
    for event in events:
        by_kind.setdefault(event["type"], []).append(event)
    for event in [chance.choice(some) for kind, some in by_kind.items() if kind in ACTS]:
        found = dossier_of(view, event["seq"])
        told = next(one for one in found.outcomes if one.label.startswith("without"))
        left = _numbered([one for one in events if one is not event])
        alone, before = _report(left, found.hand), _report(events, found.hand)
        assert _same_money(told, alone), event
        faults = [(one.code, one.message) for one in alone.findings if one.severity == "error"]
        assert [(one.code, one.message) for one in told.faults] == faults
        fines = _fined(left, found.hand)
        assert Counter(_letters(told.fines)) == fines
        is_same = (alone.winner, alone.computed, alone.owed) == (before.winner, before.computed, before.owed)
        is_paid = alone.settled is not None and is_same and event["type"] != "settlement"
        moved = alone.settled if is_paid else alone.owed
        gets = None if moved is None else {seat.value: moved[seat] + fines[seat.value] for seat in moved}
        assert told.is_replayed or _letters(told.gets) == gets, event
