"""What completes a hand, and what unseen tiles could make of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_complete_hands import counts_of, tiles_near_completeness, two_unseen, what_completes

from mjlog.hands import Forms, can_complete, is_complete, waits, waits_left
from mjlog.tiles import CODES, PLAIN_KINDS


def codes(kinds: tuple[int, ...]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


@pytest.mark.rule("classical/points-2")
@given(tiles_near_completeness(), st.integers(0, 13))
def test_waits_are_the_kinds_that_complete_the_hand(case: tuple[list[int], int], taken: int) -> None:
    counts, on_table = case
    pairs = Forms(seven_pairs=True)
    expected = what_completes(counts, taken, lambda whole: is_complete(whole, on_table, forms=pairs))
    assert waits(counts, on_table, forms=pairs) == expected


@pytest.mark.parametrize(("text", "on_table", "expected"), [
    ("2345b", 3, "2b 5b"),
    ("1112345678999d", 0, "1d 2d 3d 4d 5d 6d 7d 8d 9d"),
    ("11b 22c", 3, "1b 2c"),
    ("13b RRd", 3, "2b"),
    ("19b 19c 19d ESWNw RGWd", 0, "1b 9b 1c 9c 1d 9d Ew Sw Ww Nw Rd Gd Wd"),
    ("11b 9b 19c 19d ESWNw RGd", 0, "Wd"),
    ("1b 3c 5d 7d", 3, ""),
])  # fmt: skip
def test_a_hand_waits_for(text: str, on_table: int, expected: str) -> None:
    assert codes(waits(counts_of(text), on_table)) == expected


def test_seven_pairs_wait_for_the_single_tile() -> None:
    hand = counts_of("1133b 55c 77c EEw RRd 9d")
    assert codes(waits(hand, 0, forms=Forms(seven_pairs=True))) == "9d"
    assert waits(hand, 0) == ()


def test_a_fifth_tile_would_complete_the_hand_but_is_not_to_be_had() -> None:
    hand = counts_of("4444b 111c")
    assert codes(waits(hand, 2)) == "4b"
    assert codes(waits_left(hand, 2)) == ""


def test_tiles_on_the_table_are_held_too() -> None:
    hand = counts_of("23b RRd")
    held = counts_of("23b RRd 1111b")
    assert codes(waits_left(hand, 3)) == "1b 4b"
    assert codes(waits_left(hand, 3, held)) == "4b"


def test_one_unseen_tile_may_complete_the_hand_if_it_is_still_to_be_had() -> None:
    hand = counts_of("13b RRd")
    assert can_complete(hand, 1, 3)
    gone = [4] * PLAIN_KINDS
    gone[1] = 0
    assert not can_complete(hand, 1, 3, gone)


def test_a_wrong_number_of_tiles_is_never_complete() -> None:
    assert not can_complete(counts_of("13b RRd"), 2, 3)
    assert not can_complete(counts_of("13b RRd"), 0, 3)


@pytest.mark.parametrize(("text", "unknown", "on_table", "possible"), [
    ("", 14, 0, True),
    ("19b 19c 19d EESSw", 4, 0, False),
    ("19b 19c 19d ESWNw", 4, 0, True),
    ("19b 19c 19d ESWNw", 1, 1, False),
    ("147b 147c 147d", 5, 0, False),
    ("123b 456b 78b", 3, 1, True),
    ("EEEEw", 1, 3, False),
])  # fmt: skip
def test_known_tiles_leave_the_hand_possible_or_not(text: str, unknown: int, on_table: int, possible: bool) -> None:
    assert can_complete(counts_of(text), unknown, on_table) is possible


def test_seven_pairs_with_unseen_tiles() -> None:
    hand = counts_of("1133b 5577c Ew Rd")
    assert can_complete(hand, 4, 0, forms=Forms(seven_pairs=True))
    assert not can_complete(counts_of("1357b 1357c 57d"), 4, 0, forms=Forms(seven_pairs=True))


@given(tiles_near_completeness(), st.data())
def test_two_unseen_tiles_are_tried_in_all_ways(case: tuple[list[int], int], data: st.DataObject) -> None:
    counts, on_table = case
    if max(counts) > 4:
        return
    free, expected = two_unseen(counts, data, lambda whole: is_complete(whole, on_table))
    assert can_complete(counts, 2, on_table, free) == expected
