"""The hand called, compared with the one shown: which of its tiles have gone."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.rulesets import default_rules
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.closing import gone_since_call
from mjlog.table.moves import put, put_back, take, take_of
from mjlog.tiles import UNKNOWN, counts_of, parse_tiles
from short_logs import codes, table

_CALLED = (
    "game dmjl; hand; dealt S 123b 456b 789b 11c 45d; E discard Ew; S draw 9c; S discard 9c calling=true;"
    "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??; E discard 9d"
)
_ROUND = "W draw ??; W discard Nw; N draw ??; N discard Nw; E draw ??; E discard Nw"


def gone(at: Table, shown: str) -> list[int]:
    """The events by which South has discarded tiles of the hand called."""
    counts = counts_of(parse_tiles(shown))
    return [one.seq for one in gone_since_call(at, at.place(Seat.S), counts)]


def test_every_discard_of_a_tile_that_has_gone_counts() -> None:
    """Of two alike that were discarded one may be the tile drawn: which, the record does not tell."""
    at = table(f"{_CALLED}; S draw ??; S discard 4d; {_ROUND}; S draw ??; S discard 4d")
    first, second = [one.seq for one in at.discards if one.seat is Seat.S][1:]
    assert gone(at, "123b 456b 789b 11c 55d") == [first, second]
    assert gone(at, "123b 456b 789b 11c 45d") == []


def test_a_tile_that_has_gone_and_was_not_discarded_is_another_fault() -> None:
    assert gone(table(f"{_CALLED}; S draw ??; S discard 2d"), "123b 456b 789b 11c 55d") == []


def test_the_call_is_compared_with_the_hand_left_by_its_own_discard() -> None:
    """The tile discarded with the call, and earlier moves, do not count."""
    assert gone(table(f"{_CALLED}; S draw ??; S discard 9c"), "123b 456b 789b 11c 45d") == []


@pytest.mark.parametrize("unnamed", ["S mahjong wall", "S mahjong wall ??"])
def test_a_winning_tile_that_nobody_has_named_is_one_of_those_shown(unnamed: str) -> None:
    """It may be of the kind that has gone; other kinds it cannot stand for."""
    at = table(f"{_CALLED}; S draw ??; S discard 4d; {_ROUND}; S draw ??; {unnamed}")
    assert gone(at, "123b 456b 789b 11c 456d") == []
    assert len(gone(at, "123b 456b 789b 11c 555d")) == 1


def test_sets_laid_down_before_the_call_are_no_part_of_it() -> None:
    """In the rules of the clubs a call may follow a claim."""
    text = "game dmjl; hand; dealt S 55b 456c 789c 11c 45d 9c; E discard 5b; S claim pung; S expose pung 555b;"
    at = table(f"{text} S discard 9c calling=true; {_ROUND}; S draw ??; S discard 4d")
    assert len(gone(at, "456c 789c 11c 55d")) == 1
    assert gone(at, "456c 789c 11c 45d") == []


def test_nothing_is_told_of_a_hand_of_which_a_kong_was_made() -> None:
    text = _CALLED.replace("11c 45d", "1114d")
    at = table(f"{text}; S draw 1d; S kong concealed 1111d; S kong-replacement ??; S discard 4d")
    assert gone(at, "123b 456b 789b 5d") == []


def test_the_set_that_the_winning_tile_completed_may_be_laid_down_first() -> None:
    at = table(
        f"{_CALLED}; S draw ??; S discard 4d; W draw ??; W discard 4d; S claim mahjong; S mahjong discard;"
        "S expose chow 456d"
    )
    assert len(gone(at, "123b 456b 789b 11c")) == 1


def test_a_loser_who_has_called_is_found_at_the_show_too() -> None:
    lost = f"{_CALLED}; S draw ??; S discard 4d; W draw ??; W mahjong wall"
    assert codes(f"{lost}; S show | 123b 456b 789b 11c 55d") == ["call-changed"]
    assert codes(f"{lost}; S show | 123b 456b 789b 11c 45d") == []


def test_a_call_that_was_found_changed_when_it_happened_is_not_found_again() -> None:
    text = f"{_CALLED}; S draw 5d; S discard 4d; W draw ??; W mahjong wall; S show | 123b 456b 789b 11c 55d"
    assert codes(text) == ["call-changed"]


def test_a_call_that_came_too_late_binds_nobody() -> None:
    text = _CALLED.replace(" calling=true", "") + "; S draw 2d; S discard 2d calling=true;"
    text += f"{_ROUND}; S draw ??; S discard 4d; W draw ??; W mahjong wall; S show | 123b 456b 789b 11c 55d"
    assert codes(text) == ["call-too-late"]


def test_a_copy_of_the_table_keeps_the_hand_called() -> None:
    """What is tried on a copy leaves the hand that was called alone."""
    at = table(f"{_CALLED}; S draw ??; S discard 4d")
    twin = at.copy()
    at.place(Seat.S).called = None
    assert len(gone(twin, "123b 456b 789b 11c 55d")) == 1


# -- a hand from which a tile has left that nobody saw, or that cannot have been in it ---------------------------------


FOUR = range(4)
"""Kinds that are enough to try all there is."""
Hand = tuple[int, ...]
Hands = frozenset[Hand]


def without(hand: Hand, *kinds: int) -> Hand:
    """A hand without these tiles."""
    return tuple(sorted((Counter(hand) - Counter(kinds)).elements()))


def after(hands: Hands, act: str, kind: int) -> Hands:
    """Every hand that there can be after an act: an unseen tile can be of each kind."""
    if act == "give":
        return frozenset(tuple(sorted((*hand, one))) for hand in hands for one in ([kind] if kind in FOUR else FOUR))
    with_it = frozenset(hand for hand in hands if kind in hand)
    if kind in FOUR and with_it:
        return frozenset(without(hand, kind) for hand in with_it)
    # Nobody saw which, or it was none of them: one of them has left.
    return frozenset(without(hand, one) for hand in hands for one in set(hand)) or hands


ACTS = st.tuples(st.sampled_from(["give", "take"]), st.sampled_from([*FOUR, UNKNOWN]))


def left_unseen(hands: Hands, act: str, kind: int) -> bool:
    """Whether it is not known which tile leaves."""
    return act == "take" and not (kind in FOUR and any(kind in hand for hand in hands))


@given(st.lists(st.sampled_from(FOUR), min_size=1, max_size=6), st.lists(ACTS, max_size=7))
def test_it_has_room_for_what_one_of_the_possible_hands_has(dealt: list[int], acts: list[tuple[str, int]]) -> None:
    """And, where one tile has left so, for nothing else."""
    table = Table(default_rules("classical").plan)
    place, hands = table.place(Seat.S), frozenset([tuple(sorted(dealt))])
    for kind in dealt:
        put(table, place, kind)
    number_left = 0
    for act, kind in acts:
        number_left += left_unseen(hands, act, kind)
        (put if act == "give" else take)(table, place, kind)
        hands = after(hands, act, kind)
        assert {place.size} == {len(hand) for hand in hands}
    for kinds in (one for number in range(4) for one in itertools.combinations_with_replacement(FOUR, number)):
        can_be = any(Counter(kinds) <= Counter(hand) for hand in hands)
        assert place.has_room_for(kinds) in ((can_be,) if number_left <= 1 else (can_be, True)), (kinds, hands)
    certain = [min(hand.count(kind) for hand in hands) for kind in FOUR]
    assert all(held <= least for held, least in zip(place.held, certain, strict=False))


@given(st.lists(st.sampled_from(FOUR), min_size=3, max_size=7), st.lists(ACTS, max_size=6))
def test_seen_is_what_lies_open_and_what_is_certainly_held(dealt: list[int], acts: list[tuple[str, int]]) -> None:
    table = Table(default_rules("classical").plan)
    place, gone = table.place(Seat.S), Counter[int]()
    for kind in dealt:
        put(table, place, kind)
    for act, kind in acts:
        (put if act == "give" else take)(table, place, kind)
        gone[kind] += act == "take"
    assert table.seen[:4] == [place.held[kind] + gone[kind] for kind in FOUR]


def test_a_tile_that_is_taken_up_again_is_not_seen_twice() -> None:
    table = Table(default_rules("classical").plan)
    place = table.place(Seat.S)
    for kind in (0, 0, 1):
        put(table, place, kind)
    take(table, place, 3)
    put_back(table, place, 3)
    assert (place.size, place.surplus) == (3, 1)
    assert place.has_room_for((0, 0, 3))
    assert not place.has_room_for((0, 0, 1, 3))
    assert table.seen[:4] == [1, 0, 0, 1]


def test_of_tiles_that_left_unseen_in_one_of_two_ways_only_one_can_be_there() -> None:
    """The others stay, for certain."""
    table = Table(default_rules("classical").plan)
    place = table.place(Seat.S)
    for kind in (0, 1, 2, 3):
        put(table, place, kind)
    take_of(table, place, [(0,), (1,)])
    assert (place.size, place.held[:4]) == (3, [0, 0, 1, 1])
    assert place.has_room_for((0, 2, 3))
    assert place.has_room_for((1, 2, 3))
    assert not place.has_room_for((0, 1))


def test_of_tiles_that_left_unseen_out_of_unseen_ones_nothing_is_told() -> None:
    table = Table(default_rules("classical").plan)
    place = table.place(Seat.S)
    for kind in (0, 1, UNKNOWN):
        put(table, place, kind)
    take_of(table, place, [(0,), (1,)])
    assert place.size == 2
    assert place.has_room_for((0, 1))
    assert place.has_room_for((2, 3))
