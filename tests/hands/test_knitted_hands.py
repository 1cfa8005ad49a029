"""Hands with a knitted nine: the knitted straight, honors and knitted tiles."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_complete_hands import by_trial, counts_of, two_unseen, what_completes

from each import each
from mjlog.hands import (
    HONORS_AND_KNITTED,
    KNITTED_NINE,
    Forms,
    arrangements,
    can_complete,
    group_tiles,
    is_complete,
    waits,
)
from mjlog.hands.complete import lacking
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles
from turns import examples

STRAIGHT = Forms(knitted_straight=True)
SINGLES = Forms(honors_and_knitted=True)
BOTH = Forms(knitted_straight=True, honors_and_knitted=True)
EVERY = Forms(seven_pairs=True, thirteen=True, knitted_straight=True, honors_and_knitted=True)
HONORS = range(27, 34)
Sets = tuple[tuple[int, ...], ...]
NINES = [
    [9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)]
    for firsts in itertools.permutations(range(3))
]


def laid(sets: int) -> Sets:
    """So many sets on the table."""
    return (parse_tiles("NNNw"),) * sets


def codes(kinds: tuple[int, ...]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


def is_knitted_by_trial(counts: list[int], sets: int) -> bool:
    """One of the six nines taken away, there is a set and a pair, of which the set may lie on the table."""
    for nine in NINES:
        left = [count - (kind in nine) for kind, count in enumerate(counts)]
        if min(left) >= 0 and any(len(way) == 2 - sets for way in by_trial(left)):
            return True
    return False


def is_singles_by_trial(counts: list[int], sets: int) -> bool:
    held = {kind for kind, count in enumerate(counts) if count}
    return not sets and len(held) == sum(counts) == 14 and any(held <= {*nine, *HONORS} for nine in NINES)


def is_complete_by_trial(counts: list[int], sets: int) -> bool:
    return is_knitted_by_trial(counts, sets) or is_singles_by_trial(counts, sets)


def is_whole(counts: list[int], sets: int) -> bool:
    return is_complete_by_trial(counts, sets) or is_complete(counts, sets)


@st.composite
def hands_near_a_nine(draw: st.DrawFn) -> tuple[list[int], int]:
    """Such a hand, a tile or two of it perhaps exchanged; and how many sets lie on the table."""
    nine = draw(st.sampled_from(NINES))
    if draw(st.booleans()):
        sets = draw(st.integers(0, 1))
        first = draw(st.integers(0, 33))
        one = [first] * 3 if first > 26 or first % 9 > 6 or draw(st.booleans()) else [first, first + 1, first + 2]
        tiles = [*nine, *[draw(st.integers(0, 33))] * 2, *([] if sets else one)]
    else:
        sets, tiles = 0, draw(st.permutations([*nine, *HONORS]))[:14]
    for _ in range(draw(st.integers(0, 2))):
        tiles[draw(st.integers(0, len(tiles) - 1))] = draw(st.integers(0, 33))
    counts = [tiles.count(kind) for kind in range(PLAIN_KINDS)]
    assume(max(counts) <= 4)
    return counts, sets


@pytest.mark.rule("mcr/form-3")
@pytest.mark.rule("mcr/form-4")
@settings(max_examples=examples(300))
@given(hands_near_a_nine())
def test_knitted_hands_are_those_found_by_trial(case: tuple[list[int], int]) -> None:
    counts, sets = case
    assume(not is_complete(counts, sets))
    assert is_complete(counts, sets, forms=STRAIGHT, laid=laid(sets)) is is_knitted_by_trial(counts, sets)
    assert is_complete(counts, sets, forms=SINGLES, laid=laid(sets)) is is_singles_by_trial(counts, sets)
    ways = arrangements(counts, sets, forms=BOTH, laid=laid(sets))
    assert bool(ways) is is_complete_by_trial(counts, sets)
    for way in ways:
        assert {KNITTED_NINE, HONORS_AND_KNITTED} & {form for form, _ in way}
        assert sorted(kind for group in way for kind in group_tiles(group)) == [
            kind for kind, count in enumerate(counts) for _ in range(count)
        ]


@settings(max_examples=examples(200))
@given(hands_near_a_nine(), st.integers(0, 13))
def test_waits_are_the_tiles_that_complete_the_hand(case: tuple[list[int], int], taken: int) -> None:
    counts, sets = case
    expected = what_completes(counts, taken, lambda whole: is_whole(whole, sets))
    assert waits(counts, sets, forms=BOTH, laid=laid(sets)) == expected


@settings(max_examples=examples(60), deadline=None)
@given(hands_near_a_nine(), st.data())
def test_two_unseen_tiles_are_tried_in_all_ways(case: tuple[list[int], int], data: st.DataObject) -> None:
    counts, sets = case
    free, expected = two_unseen(counts, data, lambda whole: is_whole(whole, sets))
    assert can_complete(counts, 2, sets, free, forms=BOTH, laid=laid(sets)) == expected


@settings(max_examples=examples(100), deadline=None)
@given(hands_near_a_nine(), st.data())
def test_a_hand_lacks_what_may_be_taken_from_a_complete_one(case: tuple[list[int], int], data: st.DataObject) -> None:
    """No more than was exchanged; nothing where it is complete, and one tile where it waits."""
    counts, sets = case
    assume(is_complete_by_trial(counts, sets))
    assert lacking(counts, sets, forms=EVERY, laid=laid(sets)).tiles == 0
    number = data.draw(st.integers(1, 3))
    for _ in range(number):
        counts[data.draw(st.sampled_from([kind for kind, count in enumerate(counts) if count]))] -= 1
    for _ in range(number - 1):
        counts[data.draw(st.sampled_from([kind for kind, count in enumerate(counts) if count < 4]))] += 1
    lack = lacking(counts, sets, forms=EVERY, laid=laid(sets))
    assert lack.tiles <= number
    if number == 1:
        assert {*waits(counts, sets, forms=EVERY, laid=laid(sets))} == {*lack.kinds}


@each("text, sets, forms, expected", [
    ("147c 258b 369d 22c 78b", 0, STRAIGHT, "6b 9b"),
    ("147c 258b 369d 2c", 1, STRAIGHT, "2c"),
    ("147c 258b 36d 222c 88b", 0, STRAIGHT, "9d"),
    ("147c 258b 369d 5c", 1, STRAIGHT, "5c"),
    ("147c 258b 369d 2c", 1, SINGLES, ""),
    ("147c 258b 36d ESWNw Rd", 0, SINGLES, "9d Gd Wd"),
    ("147c 258b ESWNw RGWd", 0, SINGLES, "3d 6d 9d"),
    ("1c 5b 9d ESWNw RGWd 4c 8b 3d", 0, SINGLES, "7c 2b 6d"),
    ("147c 25b EESWNw RGd 8b", 0, SINGLES, ""),
    ("147c 257b ESWNw RGWd", 0, SINGLES, ""),
])  # fmt: skip
def test_a_hand_waits_for(text: str, sets: int, forms: Forms, expected: str) -> None:
    found = {*codes(waits(counts_of(text), sets, forms=forms, laid=laid(sets))).split()}
    assert found == {*expected.split()}


def test_a_form_that_is_not_played_is_not_complete() -> None:
    for text in ("147c 258b 369d 222c 88b", "147c 258b 36d ESWNw RGd"):
        assert is_complete(counts_of(text), 0, forms=BOTH)
        assert not is_complete(counts_of(text), 0, forms=Forms(seven_pairs=True, thirteen=True))


def test_a_nine_with_a_set_on_the_table_is_arranged_beside_it() -> None:
    (way,) = arrangements(counts_of("147c 258b 369d 88d"), 1, forms=STRAIGHT, laid=laid(1))
    assert [sorted(group_tiles(group)) for group in way if group[0] == KNITTED_NINE] == [
        sorted(parse_tiles("147c 258b 369d"))
    ]
    assert not is_complete(counts_of("147c 258b 3d"), 2, forms=STRAIGHT, laid=laid(2))
