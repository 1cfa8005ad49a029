"""A hand from which a tile has left that nobody saw, or that cannot have been in it: what can be in it, exactly.

Every hand that there can be is kept beside it, tile by tile, and asked the same.
"""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mjlog.rulesets import default_rules
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.moves import put, put_back, take, take_of
from mjlog.tiles import UNKNOWN

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
