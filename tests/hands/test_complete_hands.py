"""Complete hands: found from tables, checked against a search by trial."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.hands import (
    CHOW,
    PAIR,
    PUNG,
    WONDERS,
    Arrangement,
    Forms,
    Group,
    arrangements,
    can_complete,
    group_of,
    group_tiles,
    is_complete,
    waits,
    waits_left,
)
from mjlog.hands.shapes import can_be_held, set_words
from mjlog.scoring.tally import HONORS, SUITS, TILE_FLAGS
from mjlog.tiles import CODES, PLAIN_KINDS, is_honor, parse_tiles


def counts_of(text: str) -> list[int]:
    tiles = parse_tiles(text)
    return [tiles.count(kind) for kind in range(PLAIN_KINDS)]


def by_trial(counts: list[int], pairs: int = 1) -> Iterator[tuple[Group, ...]]:
    """All ways to take sets and a pair from the lowest tile on."""
    first = next((kind for kind, count in enumerate(counts) if count), None)
    if first is None:
        if not pairs:
            yield ()
        return
    for group in ((PUNG, first), (PAIR, first), (CHOW, first)):
        if (group[0] == PAIR and not pairs) or (group[0] == CHOW and (first >= 27 or first % 9 > 6)):
            continue
        tiles = group_tiles(group)
        if all(counts[kind] >= tiles.count(kind) for kind in tiles):
            rest = list(counts)
            for kind in tiles:
                rest[kind] -= 1
            yield from ((group, *more) for more in by_trial(rest, pairs - (group[0] == PAIR)))


def what_completes(counts: list[int], taken: int, whole: Callable[[list[int]], bool]) -> tuple[int, ...]:
    """The kinds that make a hand whole again from which a tile was taken away, by trying all of them."""
    tiles = [kind for kind, count in enumerate(counts) for _ in range(count)]
    counts[tiles[taken % len(tiles)]] -= 1
    kinds = range(PLAIN_KINDS)
    return tuple(kind for kind in kinds if whole([count + (one == kind) for one, count in enumerate(counts)]))


def two_unseen(
    counts: list[int], data: st.DataObject, whole: Callable[[list[int]], bool]
) -> tuple[list[int], bool]:
    """Takes two tiles away: how many of each kind are to be had, and whether two of these make the hand whole."""
    for _ in range(2):
        counts[data.draw(st.sampled_from([kind for kind, count in enumerate(counts) if count]))] -= 1
    free = [data.draw(st.integers(0, 4 - count)) if count else 1 for count in counts]
    pairs = itertools.combinations_with_replacement(range(PLAIN_KINDS), 2)
    to_be_had = (pair for pair in pairs if all(free[kind] >= pair.count(kind) for kind in pair))
    return free, any(whole([count + pair.count(kind) for kind, count in enumerate(counts)]) for pair in to_be_had)


def as_sets(ways: Sequence[Arrangement]) -> set[tuple[Group, ...]]:
    return {tuple(sorted(way)) for way in ways}


@st.composite
def tiles_near_completeness(draw: st.DrawFn) -> tuple[list[int], int]:
    """Tiles of one suit mostly, made of sets and a pair, one tile perhaps exchanged; and the sets on the table."""
    on_table = draw(st.integers(0, 3))
    counts = [0] * PLAIN_KINDS
    low = st.integers(0, 6) | st.sampled_from([9, 10, 24, 27, 31])
    for _ in range(4 - on_table):
        first = draw(low)
        steps = draw(st.sampled_from([(0, 0, 0), (0, 1, 2)])) if first < 27 and first % 9 < 7 else (0, 0, 0)
        for step in steps:
            counts[first + step] += 1
    counts[draw(low)] += 2
    if draw(st.booleans()):
        held = [kind for kind, count in enumerate(counts) if count]
        counts[draw(st.sampled_from(held))] -= 1
        counts[draw(st.integers(0, PLAIN_KINDS - 1))] += 1
    return counts, on_table


@pytest.mark.rule("classical/win-1")
@given(tiles_near_completeness())
def test_the_tables_find_what_a_search_by_trial_finds(case: tuple[list[int], int]) -> None:
    counts, on_table = case
    if max(counts) > 4:
        return
    found = arrangements(counts, on_table)
    assert len(found) == len(as_sets(found))
    assert as_sets(found) == {tuple(sorted(way)) for way in by_trial(counts)}
    assert is_complete(counts, on_table) == bool(found)


@pytest.mark.rule("classical/win-1")
@each("text, on_table, complete", [
    ("123b 456b 789b 111c RRd", 0, True),
    ("123b 456b 789b 11c RRd", 0, False),
    ("11b", 4, True),
    ("1b 2b", 4, False),
    ("1199b 2255c 77d EEw RRd", 0, False),
    ("EEEw RRd", 3, True),
    ("ESWw RRd", 3, False),
    ("89b 1c RRd", 3, False),
])  # fmt: skip
def test_a_hand_is_four_sets_and_a_pair_counting_those_on_the_table(text: str, on_table: int, complete: bool) -> None:
    assert is_complete(counts_of(text), on_table) is complete


@pytest.mark.rule("classical/win-1")
def test_three_pungs_in_a_row_are_three_chows_too() -> None:
    found = arrangements(counts_of("111222333b RRd"), 1)
    assert as_sets(found) == {((0, 0), (0, 0), (0, 0), (3, 31)), ((1, 0), (1, 1), (1, 2), (3, 31))}


@pytest.mark.rule("classical/win-1")
def test_four_alike_in_the_hand_are_a_pung_and_a_tile() -> None:
    assert arrangements(counts_of("1111b 23b 55b"), 2) == (((PUNG, 0), (CHOW, 0), (PAIR, 4)),)
    assert not arrangements(counts_of("1111b 55b"), 3)


@pytest.mark.rule("classical/win-1")
def test_thirteen_wonders_are_one_of_each_with_a_double() -> None:
    hand = counts_of("19b 19c 199d ESWNw RGWd")
    assert arrangements(hand) == (((WONDERS, 26),),)
    assert is_complete(hand, 0)
    assert not is_complete(hand, 0, forms=Forms(thirteen=False))
    assert not is_complete(counts_of("19b 19c 19d 2d ESWNw RGWd"), 0)
    assert not is_complete(counts_of("19b 19c 1999d ESWw RGWd"), 0)


@pytest.mark.rule("classical/win-1")
def test_seven_pairs_are_complete_where_the_option_is_on() -> None:
    hand = counts_of("1111b 33b 55c 77c EEw RRd")
    assert not is_complete(hand, 0)
    assert is_complete(hand, 0, forms=Forms(seven_pairs=True))
    assert len(arrangements(hand, forms=Forms(seven_pairs=True))[0]) == 7
    assert not is_complete(counts_of("111b 2b 33b 55c 77c EEw RRd"), 0, forms=Forms(seven_pairs=True))


def test_three_consecutive_pairs_are_both_seven_pairs_and_sets() -> None:
    assert len(arrangements(counts_of("112233b 445566c 77d"), forms=Forms(seven_pairs=True))) == 2


@pytest.mark.parametrize(
    ("text", "group"),
    [("345b", (CHOW, 2)), ("EEEEw", (2, 27)), ("9b 1c 2c", None), ("Ew Sw Ww", None), ("1f 1f", None), ("", None)],
)
def test_a_group_is_known_by_its_tiles(text: str, group: Group | None) -> None:
    assert group_of(parse_tiles(text)) == group


def test_the_tiles_of_thirteen_wonders_form_a_group() -> None:
    tiles = parse_tiles("19b 19c 19d ESWNw RGWWd")
    group = group_of(tiles)
    assert group == (WONDERS, 33)
    assert group_tiles(group) == tuple(sorted(tiles))


# -- what completes a hand, and what unseen tiles could make of it -----------------------------------------------------


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


# -- what sets are called, how many tiles of a kind there are, and which tiles are of a suit ---------------------------


@pytest.mark.parametrize(("kind", "tiles", "words"), [
    ("pung", "5b 5b 5b", "pung of 5 bamboo"),
    ("pung", "Ww Ww Ww", "pung of west winds"),
    ("chow", "4d 3d 5d", "chow of 3-4-5 dots"),
    ("kong", "5b Jk 5b Jk", "kong of 5 bamboo (2 jokers)"),
    ("quint", "Gd Jk Gd Gd Gd", "quint of green dragons (1 joker)"),
    ("pung", "Jk Jk Jk", "pung of jokers"),
    ("pung", "?? ?? ??", "pung of unseen tiles"),
    ("knitted pair", "4b 4c", "knitted pair of 4 bamboo and 4 characters"),
    ("knitted three", "4b 4c 4d", "knitted three of 4 bamboo, 4 characters and 4 dots"),
    ("set", "Ew Sw", "set of east wind and south wind"),
    ("set", "9d Ew", "set of 9 dots and east wind"),
])  # fmt: skip
def test_a_set_is_called_by_its_tiles(kind: str, tiles: str, words: str) -> None:
    """Ranks of one suit are told once with the suit; unlike tiles one by one."""
    assert set_words(kind, parse_tiles(tiles)) == words


@pytest.mark.parametrize("rank", range(9))
def test_of_each_rank_there_are_four_tiles(rank: int) -> None:
    """Four can be held beside four of any other, five cannot, whatever else is held."""
    one, others = 1 << 3 * rank, sum(4 << 3 * other for other in range(9) if other != rank)
    assert [can_be_held(count * one) for count in range(8)] == [True] * 5 + [False] * 3
    assert [can_be_held(count * one + others) for count in range(8)] == [True] * 5 + [False] * 3


def test_a_tile_is_of_one_suit_or_an_honor() -> None:
    """Never both: the green dragon is of no suit, though it is among the tiles of imperial jade."""
    for kind, flags in enumerate(TILE_FLAGS):
        assert (flags & SUITS == 0, flags & HONORS == 0) == (is_honor(kind), not is_honor(kind))
