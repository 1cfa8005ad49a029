"""Every case that breaks a rule, with an earlier fault put before it, of another player or the same: both are found, or
it is said.

What is certain after the first fault is judged, and what is open is not: then the report says so at that event. For
every check that a case of play breaks, after every kind of fault that fits before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from audit.hiding import UNSEEN, Fields
from cases import all_cases, rule_of
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from short_logs import fields, marked
from turns import TURNS, in_turn

RULESETS = sorted({rule_of(key).partition("/")[0] for key in all_cases()})
NEW = -1
"""The number of an event that the case does not have."""
MOST_OF_A_KIND = 1
"""How often a fault of one kind is put into one case."""
LEAST = 540 if TURNS == 1 else 400
"""So many pairs at least have faults of two players."""
_TILES = [f"{rank}{suit}" for suit in "bcd" for rank in range(1, 10)]
_LOOSE = ("kong-replacement", "bonus-replacement")
OWN_SET = "a set of another tile, the player's own"
_OF_SETS = ("kong", "dead", "joker-exchange", "discard")


def most(number: int) -> int:
    """Of so many pairs, how many may be read with one fault alone, or with a third: less than two of a hundred; where
    tables are asked in turns one more, for what is alike is left out then.
    """
    return (1 if TURNS == 1 else 2) + number // 100


class Pair(NamedTuple):
    """A log with two faults: the first of a `kind`, at an event; the second of a case, with its code, at another."""

    kind: str
    events: list[Fields]
    first: int
    second: int
    case: str
    code: str


def asked(ruleset: str) -> Iterator[Pair]:
    """Of all pairs, where tables are asked in turns, the first of each kind with each code, and some of the others."""
    first, others = [], []
    met = set[tuple[str, str]]()
    for pair in pairs(ruleset):
        (others if (pair.kind, pair.code) in met else first).append(pair)
        met.add((pair.kind, pair.code))
    yield from first
    yield from in_turn(others)


def pairs(ruleset: str) -> Iterator[Pair]:
    """Every illegal case of a rule set with every kind of fault before what it breaks."""
    for key, case in all_cases().items():
        if rule_of(key).startswith(f"{ruleset}/") and case.illegal and case.severity == "error" and not case.also:
            events = [{"seq": number, **one} for number, one in enumerate(fields(case.illegal), start=1)]
            place = next(number for number, one in enumerate(events) if one["seq"] == marked(case.illegal))
            put = Counter[str]()
            for kind, first, changed in _faults_before(events, place, Random(key)):
                put[kind] += 1
                if put[kind] <= MOST_OF_A_KIND:
                    second = place + len(changed) - len(events)
                    yield Pair(kind, _numbered(changed), first + 1, second + 1, key, case.code)


def _numbered(events: Sequence[Fields]) -> list[Fields]:
    """The events numbered anew; what answers an event still does."""
    now = {one["seq"]: number for number, one in reversed([*enumerate(events, start=1)])}
    answers = [{**one, "on": now[one["on"]]} if one.get("on") in now else one for one in events]
    return [{**one, "seq": number} for number, one in enumerate(answers, start=1)]


def _faults_before(events: Sequence[Fields], place: int, chance: Random) -> Iterator[tuple[str, int, list[Fields]]]:
    """The events with one more fault before a place: its kind, and the place that shows it."""
    who = events[place].get("seat")
    for number in range(place):
        one, after = events[number], events[number + 1]
        for kind, shown, instead in _wrong(one, after, who, chance):
            is_shown_before = number + shown < place + len(instead) - 1
            if kind == OWN_SET and events[place]["type"] in _OF_SETS:
                # What is done with the set is no fault by itself any more.
                continue
            if is_shown_before and events[place].get("on") != one["seq"]:
                yield kind, number + shown, [*events[:number], *instead, *events[number + 1 :]]


def _wrong(one: Fields, after: Fields, who: Any, chance: Random) -> Iterator[tuple[str, int, list[Fields]]]:
    """What may stand instead of an event: the kind of the fault, how far on it shows, and the events."""
    seat = one.get("seat")
    others = [other for other in "ESWN" if other not in (seat, who, after.get("seat"))]
    if one["type"] == "discard" and others:
        drawn = {"seq": NEW, "type": "draw", "seat": others[0], "tile": UNSEEN}
        yield "a draw out of turn", 1, [one, drawn]
    if seat is None:
        return
    whose = ", the player's own" if seat == who else ""
    if one["type"] == "discard":
        yield f"a discard of another tile{whose}", 0, [{**one, "tile": chance.choice(_TILES)}]
    elif one["type"] == "draw":
        yield f"a second draw{whose}", 1, [one, {**one, "seq": NEW}]
        if (after["type"], after.get("seat")) == ("discard", seat):
            yield f"a draw that is missing{whose}", 0, []
    elif one["type"] in _LOOSE:
        yield f"a replacement that is missing{whose}", 0, []
    elif one["type"] == "expose" and one.get("tiles"):
        yield f"a set of another tile{whose}", 0, [{**one, "tiles": [chance.choice(_TILES), *one["tiles"][1:]]}]
    if one["type"] == "discard" and not whose:
        if after["type"] in ("draw", "discard"):
            yield "a second discard", 1, [one, {**one, "seq": NEW, "tile": chance.choice(_TILES)}]
        yield "a discard of another player", 0, [{**one, "seat": chance.choice([*others, *after.get("seat", [])])}]


class Judged(NamedTuple):
    """What became of a pair: the codes found at the second fault, whether it was said to be open, and what was found
    besides the two.
    """

    pair: Pair
    found: list[str]
    said: bool
    besides: list[str]

    @property
    def is_missed(self) -> bool:
        return not (self.found or self.said)


@cache
def judged(ruleset: str) -> list[Judged]:
    """All pairs whose first fault is one by itself: it is found at its event."""
    found = []
    for pair in asked(ruleset):
        reports = _reports(pair.events)
        errors = [one for report in reports for one in report.findings if one.severity == "error"]
        if pair.first < pair.second and any(one.seq == pair.first for one in errors):
            second = [one.code for one in errors if one.seq == pair.second]
            besides = [one.code for one in errors if one.seq not in (pair.first, pair.second)]
            found.append(Judged(pair, second, _is_said(reports, pair), besides))
    return found


def _reports(events: Sequence[Fields]) -> list[HandReport]:
    replay = Engine(GameRecord("pair", "pair", iter(())))
    for event in events:
        replay.feed(convert_event(event), event["seq"])
    return replay.finish()


def _is_said(reports: Sequence[HandReport], pair: Pair) -> bool:
    """Whether a report says that the rule, or what it is about, is open at the event of the second fault."""
    entries = [one for report in reports for one in report.unjudged if not one.is_by_depth]
    there = [one for one in entries if one.since is None or one.since <= pair.second <= (one.until or pair.second)]
    return any(isinstance(one.rules, str) or rule_of(pair.case) in one.rules or one.since == one.until for one in there)


def _words(found: Sequence[Judged]) -> str:
    return "; ".join(f"{one.pair.case} after {one.pair.kind} at {one.pair.first}" for one in found)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_after_any_fault_another_is_found_or_it_is_said_that_it_is_open(ruleset: str) -> None:
    missed = [one for one in judged(ruleset) if one.is_missed]
    assert len(missed) <= most(len(judged(ruleset))), _words(missed)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_faults_are_not_told_as_three(ruleset: str) -> None:
    more = [one for one in judged(ruleset) if one.besides]
    assert len(more) <= most(len(judged(ruleset))), _words(more)


def test_most_second_faults_of_other_players_are_certain() -> None:
    """Nine of ten are found, as what they are; to say that all is open would be no judgement."""
    all_judged = [one for ruleset in RULESETS for one in judged(ruleset) if "own" not in one.pair.kind]
    assert sum(one.pair.code in one.found for one in all_judged) > 0.9 * len(all_judged) > LEAST


def test_after_every_kind_of_fault_every_check_of_the_play_finds_others() -> None:
    """Second faults are found after each kind of first ones, and each code after some."""
    all_judged = [one for ruleset in RULESETS for one in judged(ruleset)]
    kinds, codes = Counter[str](), Counter[str]()
    for one in all_judged:
        kinds[one.pair.kind] += bool(one.found)
        codes[one.pair.code] += one.pair.code in one.found
    assert len(kinds) == 13
    assert [kind for kind, number in kinds.items() if not number] == []
    assert [code for code, number in codes.items() if not number] == []
