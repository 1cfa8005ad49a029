"""One mistake in the record of a Charleston is one finding, and the player who wins afterwards has won."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

from audit.hiding import Fields
from mjlog.audit.engine import Engine
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.table.passing import BOTH, COURTESY, SECOND
from simulate.games import played

HANDS = {"with a second Charleston": 1, "with a refusal": 2}
"""Games with a courtesy, by their numbers."""
RECORDS = ("full, with the wall", "full", "table")
_ORDER = (*BOTH, COURTESY)
_NEVER_SEEN = ("wall", "roll", "break", "deal", "draw")


@cache
def hand(name: str, record: str) -> tuple[Fields, ...]:
    """The events of one legal hand."""
    events = [json.loads(line) for line in played("american", 5, HANDS[name], hands=1)]
    if record == "table":
        events = [one for one in events if one["type"] not in _NEVER_SEEN]
        events = [{**one, "depth": "table"} if one["type"] == "hand-start" else one for one in events]
    hidden = () if "wall" in record else ("wall",)
    return tuple(one for one in events if one["type"] not in hidden)


def errors(events: list[Fields]) -> list[str]:
    """What is wrong with the events, which are numbered anew."""
    number = {one["seq"]: at for at, one in enumerate(events, start=1)}
    replay = Engine(GameRecord("game", "game", iter(())))
    for at, one in enumerate(events, start=1):
        on = {"on": number[one["on"]]} if "on" in one else {}
        replay.feed(convert_event({**one, "seq": at, **on}), at)
    return [one.code for report in replay.finish() for one in report.findings if one.severity == "error"]


def passes(events: tuple[Fields, ...]) -> Iterator[tuple[int, Fields]]:
    return ((at, one) for at, one in enumerate(events) if one["type"] == "charleston")


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("name", HANDS)
def test_one_side_of_a_courtesy_that_is_not_written_down_gave_as_many_tiles(name: str, record: str) -> None:
    """At the table it need not be written down, and is no fault."""
    events = hand(name, record)
    found = [errors([*events[:at], *events[at + 1 :]]) for at, one in passes(events) if one["pass"] == COURTESY]
    assert not errors([*events])
    assert found == [[] if record == "table" else ["charleston-count"]] * 2


@pytest.mark.parametrize("record", RECORDS[:2])
@pytest.mark.parametrize("name", HANDS)
def test_a_pass_under_a_wrong_name_is_the_one_that_is_due(name: str, record: str) -> None:
    events = hand(name, record)
    for at, one in passes(events):
        for further in (1, 3, 5):
            other = _ORDER[(_ORDER.index(one["pass"]) + further) % len(_ORDER)]
            found = errors([*events[:at], {**one, "pass": other}, *events[at + 1 :]])
            assert found == ["charleston-order"], (at, one["pass"], other)


def test_a_pass_under_the_name_of_a_later_one_is_found_once_where_passes_may_be_missing() -> None:
    """The next pass tells it: those in between were none."""
    events = hand("with a second Charleston", "table")
    first = [(at, one) for at, one in passes(events) if one["pass"] in ("right-1", "across-1")]
    for at, one in [*first[:3], *first[4:7]]:
        for other in ("left-1", *SECOND, COURTESY):
            found = errors([*events[:at], {**one, "pass": other}, *events[at + 1 :]])
            assert found == ["charleston-order"], (at, one["pass"], other)


@pytest.mark.parametrize("record", RECORDS)
def test_a_second_charleston_after_a_refusal_is_one_fault(record: str) -> None:
    events = hand("with a refusal", record)
    (at,) = [at for at, one in enumerate(events, start=1) if one["type"] == "charleston-stop"]
    more = [
        {"type": "charleston", "seq": 0, "pass": name, "seat": seat, "tiles": ["??"] * 3}
        for name in SECOND
        for seat in "ESWN"
    ]
    assert errors([*events[:at], *more, *events[at:]]) == ["charleston-order"]


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("name", HANDS)
def test_a_pass_that_is_not_written_down_is_found_once_unless_it_need_not_be(name: str, record: str) -> None:
    events = hand(name, record)
    for at, one in passes(events):
        found = errors([*events[:at], *events[at + 1 :]])
        assert len(found) == (record != "table"), (at, one["pass"], found)


@pytest.mark.parametrize("record", RECORDS[:2])
@pytest.mark.parametrize("name", HANDS)
def test_one_tile_of_a_pass_under_a_wrong_name_is_found_once_also_in_a_courtesy(name: str, record: str) -> None:
    """Who gets it has a tile that nobody saw, and as many as were passed."""
    events, courtesies = hand(name, record), 0
    for at, one in passes(events):
        had = {
            tile for each in events[:at] if each["type"] == "charleston" or each.get("seat") == one["seat"]
            for tile in (*each.get("tiles", ()), *one["tiles"])
        }  # fmt: skip
        never = [tile for rank in "2346789" for suit in "bcd" if (tile := rank + suit) not in had]
        if not one.get("blind"):
            courtesies += one["pass"] == COURTESY
            found = errors([*events[:at], {**one, "tiles": [never[0], *one["tiles"][1:]]}, *events[at + 1 :]])
            assert len(found) == 1, (at, one["pass"], found)
    assert courtesies == 2


@pytest.mark.parametrize("record", RECORDS[:2])
@pytest.mark.parametrize("name", HANDS)
def test_a_pass_of_all_four_under_a_wrong_name_is_one_fault(name: str, record: str) -> None:
    """Who counts the passes wrongly does so for everybody."""
    events = hand(name, record)
    for made in dict.fromkeys(one["pass"] for _at, one in passes(events)):
        for other in _ORDER:
            if other != made:
                wrong = [{**one, "pass": other} if one.get("pass") == made else one for one in events]
                assert errors(wrong) == ["charleston-order"], (made, other)
