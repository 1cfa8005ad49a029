"""What goes wrong at tables and play goes on after it: one fault, one finding, and nobody else is told anything.

In every rule set, with the wall written down and without. See `table_faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from audit.hiding import audited
from each import try_each
from mjlog.findings import Finding
from mjlog.table.plan import TablePlan
from simulate.games import CHINESE
from table_faults import (
    Faulty,
    Fields,
    also_discarded,
    blocks_with_a_tile_too_many,
    claims_too_late,
    deals_from_the_wrong_places,
    discards_out_of_turn,
    draws_out_of_turn,
    first_of_each_kind,
    game,
    numbered,
    replacements_out_of_turn,
    stacks_with_such_a_tile_passed_over,
    tiles_from_the_wrong_place,
    without_wall,
)

SEEDS = {
    "american": (7,), "bmja": (5, 1), "classical": (8, 3), "dead-wall": (5,), "dmjl": (8, 3), "mahjiang": (1,),
    "pung-chi": (4, 1), "riichi": (15, 2), "riichi-ema": (15, 2), "riichi-wrc": (15, 2), "western": (3,),
}  # fmt: skip
"""Games of each rule set in which there is room for every fault."""
OUT_OF_TURN = (draws_out_of_turn, discards_out_of_turn, replacements_out_of_turn, claims_too_late)
FROM_THE_WRONG_PLACE = {
    tiles_from_the_wrong_place: "not-the-wall-tile",
    stacks_with_such_a_tile_passed_over: "not-the-wall-tile",
    deals_from_the_wrong_places: "wrong-deal-tiles",
}
"""What is taken from the wrong place of a known wall, and how it is found."""
Makes = Callable[[list[Fields], TablePlan], Iterator[Faulty]]


@cache
def faulty(ruleset: str, makes: Makes) -> list[Faulty]:
    """Games of a rule set with faults of a kind."""
    return [one for seed in SEEDS[ruleset] for one in first_of_each_kind(makes(*game(ruleset, seed)))]


def errors(events: list[Fields]) -> list[Finding]:
    """The errors that the audit finds."""
    return [one for one in audited(events) if one.severity == "error"]


def has_one_error(fault: Faulty) -> None:
    """Nothing is found but the fault, where it lies."""
    found = errors(fault.events)
    assert [one.seq for one in found] == [fault.at], [one.message for one in found]


def has_none(fault: Faulty) -> None:
    """Nothing is found."""
    assert errors(fault.events) == []


def test_every_shipped_rule_set_is_tried() -> None:
    """Simulated are those by which nothing else is played."""
    assert {*CHINESE, "american", "riichi", "riichi-ema", "riichi-wrc"} == {*SEEDS}


@pytest.mark.parametrize("ruleset", SEEDS)
def test_draws_and_replacements_are_made_from_the_wrong_place(ruleset: str) -> None:
    """In every game that the next tests look at."""
    kinds = {one.kind.split()[1] for one in faulty(ruleset, tiles_from_the_wrong_place)}
    assert kinds == ({"draw"} if ruleset == "american" else {"draw", "replacement"})


@pytest.mark.parametrize(("makes", "code"), FROM_THE_WRONG_PLACE.items())
@pytest.mark.parametrize("ruleset", SEEDS)
def test_a_tile_from_the_wrong_place_is_found_and_the_wall_counted_on_from_where_it_stands(
    ruleset: str, makes: Makes, code: str
) -> None:
    """No later draw, or block of the deal, is wrong by it."""
    faults = faulty(ruleset, makes)
    assert {one.code for fault in faults for one in errors(fault.events)} == {code}
    try_each((f"{one.kind} at {one.at}", lambda one=one: has_one_error(one)) for one in faults)


@pytest.mark.parametrize("makes", FROM_THE_WRONG_PLACE)
@pytest.mark.parametrize("ruleset", SEEDS)
def test_from_where_a_tile_is_taken_is_not_known_without_the_wall(ruleset: str, makes: Makes) -> None:
    """Whoever takes it has it."""
    faults = [without_wall(one) for one in faulty(ruleset, makes)]
    try_each((f"{one.kind} at {one.at}", lambda one=one: has_none(one)) for one in faults)


@pytest.mark.parametrize("makes", OUT_OF_TURN)
@pytest.mark.parametrize("ruleset", SEEDS)
def test_an_act_out_of_turn_is_found_once_where_the_turn_stays(ruleset: str, makes: Makes) -> None:
    """Its player has the tile, or lacks it; who was in turn is told nothing."""
    faults = faulty(ruleset, makes)
    if ruleset == "american" and makes is replacements_out_of_turn:
        assert not faults, "there are no loose tiles"
        return
    both = [kind for one in faults for kind in (one, without_wall(one))]
    try_each((f"{one.kind} at {one.at}", lambda one=one: has_one_error(one)) for one in both)


@pytest.mark.parametrize("makes", [*OUT_OF_TURN, *FROM_THE_WRONG_PLACE])
@pytest.mark.parametrize("ruleset", SEEDS)
def test_a_tile_that_another_player_does_not_have_is_found_after_it(ruleset: str, makes: Makes) -> None:
    """The first fault hides nothing of other players."""

    def both_found(one: Faulty) -> None:
        pair = also_discarded(one, Random(one.at))
        if pair is not None:
            found = [(each.seq, each.code) for each in errors(pair[0].events)]
            assert {at for at, _code in found} == {one.at, pair[1]}
            assert (pair[1], "tile-not-held") in found

    faults = [kind for one in faulty(ruleset, makes) for kind in (one, without_wall(one)) if _is_found(makes, kind)]
    if faults:
        try_each((f"{one.kind} at {one.at}", lambda one=one: both_found(one)) for one in faults)


@pytest.mark.parametrize("ruleset", SEEDS)
def test_a_block_of_the_deal_with_a_tile_too_many_hides_nothing_of_its_player(ruleset: str) -> None:
    """The hand is all those tiles without one: what is none of them cannot leave it."""

    def both_found(one: Faulty) -> None:
        has_one_error(one)
        pair = also_discarded(one, Random(one.at), of_same=True)
        if pair is not None:
            found = [(each.seq, each.code) for each in errors(pair[0].events)]
            assert found == [(one.at, "wrong-deal-count"), (pair[1], "tile-not-held")]

    faults = [kind for one in faulty(ruleset, blocks_with_a_tile_too_many) for kind in (one, without_wall(one))]
    assert any(also_discarded(one, Random(1), of_same=True) for one in faults)
    try_each((f"{one.kind} at {one.at}", lambda one=one: both_found(one)) for one in faults)


def _is_found(makes: Makes, fault: Faulty) -> bool:
    return makes not in FROM_THE_WRONG_PLACE or any(one["type"] == "wall" for one in fault.events)


@pytest.mark.parametrize("ruleset", SEEDS)
def test_who_has_drawn_too_early_discards_once_without_drawing(ruleset: str) -> None:
    """The second discard without a draw is another fault."""

    def is_found(one: Faulty) -> None:
        draws = [at for at in range(one.at, len(one.events) - 1)
                 if (one.events[at]["type"], one.events[at].get("seat")) == ("draw", one.seat)
                 and (one.events[at + 1]["type"], one.events[at + 1].get("seat")) == ("discard", one.seat)]  # fmt: skip
        if draws:
            (at, *_), events = draws, one.events
            assert [each.seq for each in errors(numbered([*events[:at], *events[at + 1 :]]))][:2] == [one.at, at + 1]

    faults = [without_wall(one) for one in faulty(ruleset, draws_out_of_turn) if one.kind.endswith("early")]
    try_each((f"{one.kind} at {one.at}", lambda one=one: is_found(one)) for one in faults)
