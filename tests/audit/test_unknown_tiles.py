"""Records with unknown tiles and missing moves: never a false error, and what is provable is still found."""

from __future__ import annotations

import itertools
import lzma
import os
from random import Random
from typing import Any

import pytest

from audit.brute.assignments import Assignments
from audit.brute.histories import history
from audit.hiding import Fields, audited, cut, hide, hide_tiles, leave_out, numbered, read
from cases import all_cases
from samples import LOGS, name_of
from short_logs import fields, marked
from simulate.games import CHINESE, played
from turns import in_turn

HISTORIES = int(os.environ.get("MJLOG_MORE_HISTORIES", "300"))
VARIANTS = 12


# -- what is provable, by trying every assignment ------------------------------------------------------------------


def _judged(seed: int) -> tuple[list[Fields], int | None, list[Any]] | None:
    """A history, the event at which no assignment is left (None: one is), and the errors of the audit."""
    chance = Random(seed)
    events = history(chance, chance.randrange(1, 6), chance.random() < 0.6)
    worlds = Assignments()
    proved = next((event["seq"] for event in events if not worlds.follow(event)), None)
    errors = [finding for finding in audited(events) if finding.severity == "error"]
    return None if worlds.unclear else (events, proved, errors)


def test_an_error_is_reported_exactly_where_no_assignment_of_the_unknown_tiles_is_left() -> None:
    """Sound and complete on short histories: a deal, a few turns, claims, kongs, hands shown."""
    proved_wrong = 0
    for seed in range(HISTORIES):
        judged = _judged(seed)
        if judged is None:
            continue
        events, proved, errors = judged
        found = errors[0].seq if errors else None
        if proved is not None and events[proved - 1]["type"] == "expose" and found == _call_of(events, proved):
            # A false call that is carried through is one fault, cited at the call.
            found = proved
        assert found == proved, (seed, found, proved, [finding.message for finding in errors])
        proved_wrong += proved is not None
    assert HISTORIES // 4 < proved_wrong < HISTORIES * 3 // 4


def _call_of(events: list[Fields], exposed: int) -> int | None:
    """The claim that a set laid down answers."""
    seat = events[exposed - 1]["seat"]
    return next(
        (one["seq"] for one in reversed(events[:exposed]) if one["type"] == "claim" and one["seat"] == seat), None
    )


# -- legal games stay legal, whatever is not known -----------------------------------------------------------------


def _less(events: list[Fields], chance: Random) -> list[Fields]:
    return numbered(cut(leave_out(hide(events, chance), chance), chance))


def _assert_no_findings(events: list[Fields], seed: int, variants: int = VARIANTS) -> None:
    for number in range(variants):
        less = _less(events, Random(seed * 1000 + number))
        assert [f"{one.seq} {one.code}: {one.message}" for one in audited(less)] == [], (seed, number)


@pytest.mark.parametrize(("ruleset", "seed"), in_turn(itertools.product(CHINESE, [1, 2, 3])))
def test_a_legal_game_with_holes_has_no_finding(ruleset: str, seed: int) -> None:
    """Simulated games: tiles hidden, events left out, runs cut out."""
    _assert_no_findings(read(played(ruleset, seed, hands=3)), seed)


@pytest.mark.parametrize("path", LOGS[:4], ids=name_of)
def test_a_server_s_game_with_holes_has_no_finding(path: Any) -> None:
    """The first hands of recorded games."""
    with lzma.open(path) as log:
        events = read(itertools.islice(log, 600))
    _assert_no_findings(events, 7, 5)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_a_legal_game_told_by_its_results_has_no_finding(ruleset: str) -> None:
    """Of each hand only the outcome: who won, the hands shown, scores and payments."""
    kept = ("game-start", "seats", "hand-start", "mahjong", "washout", "show", "score", "settlement", "game-end")
    for seed in range(5):
        events = [event for event in read(played(ruleset, seed, hands=4)) if event["type"] in kept]
        told = [{**event, "depth": "result"} if event["type"] == "hand-start" else event for event in events]
        assert [one.message for one in audited(numbered(told))] == []


# -- faults are found when what does not matter is hidden ----------------------------------------------------------

_SHOWN_BY_TILES = frozenset(
    ("tile-not-held", "set-not-held", "kong-not-concealed", "not-mahjong", "shown-hand-differs", "kong-no-pung",
     "chow-not-from-left", "chow-of-honors", "claim-outranked", "out-of-turn", "no-discard-due", "claim-not-made",
     "mahjong-outranked", "replacement-missing", "kong-on-exposed-pung", "bonus-kept", "not-a-bonus")
)  # fmt: skip
ILLEGAL = {key: case for key, case in all_cases().items() if case.illegal and case.code in _SHOWN_BY_TILES}


@pytest.mark.parametrize("key", sorted(ILLEGAL))
def test_a_fault_is_the_same_when_the_others_hands_are_hidden(key: str) -> None:
    """Hidden is what lies in the hands of players who do nothing at the faulty event, and is not of its kinds."""
    events = fields(ILLEGAL[key].illegal)
    before = [(one.code, one.seq, one.severity) for one in audited(events)]
    fault = events[marked(ILLEGAL[key].illegal) - 1]
    acting = {event.get("seat") for event in events if event["type"] not in ("deal", "draw", "discard", "show")}
    spoken = {tile for event in events for tile in _tiles_named(event)}
    acting |= {fault.get("seat"), "wall"}
    hidden = [hide_tiles(one, lambda seat, tile: seat not in acting and tile not in spoken) for one in events]
    assert [(one.code, one.seq, one.severity) for one in audited(hidden)] == before


def _tiles_named(event: Fields) -> list[str]:
    """The tiles that an act speaks of."""
    if event["type"] in ("deal", "wall", "draw", "kong-replacement", "bonus-replacement"):
        return []
    return [*event.get("tiles", ()), *([event["tile"]] if "tile" in event else ())]
