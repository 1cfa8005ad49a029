"""Complete hands beside four sets and a pair: knitting, triple knitting, the wriggling snake."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_complete_hands import by_trial, counts_of, two_unseen, what_completes

from each import each
from mjlog.hands import (
    KNITTED_PAIR,
    KNITTED_THREE,
    PAIR,
    SNAKE,
    Forms,
    arrangements,
    can_complete,
    group_tiles,
    is_complete,
    waits,
    waits_left,
)
from mjlog.hands.special import PLAIN, special_possible
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles
from turns import examples

EVERY = Forms(seven_pairs=True, thirteen=True, knitting=True, triple_knitting=True, snake=True)
SUITS = (0, 9, 18)
Sets = tuple[tuple[int, ...], ...]


def sets_of(text: str) -> Sets:
    return tuple(parse_tiles(word) for word in text.split())


def codes(kinds: tuple[int, ...]) -> str:
    return " ".join(CODES[kind] for kind in kinds)


def is_special_by_trial(counts: list[int], laid: Sets) -> bool:
    """Knitting, triple knitting or the snake, by trying all of them."""
    tiles = sorted(kind for kind, count in enumerate(counts) for _ in range(count))
    if not laid and (tiles in _knitted_from(tiles) or _is_tripled(tiles)):
        return True
    chows = {(first + low, first + low + 1, first + low + 2): first for first in SUITS for low in range(1, 7)}
    everything = sorted([*tiles, *(kind for each in laid for kind in each)])
    snakes = (sorted([first, *range(first, first + 9), 27, 28, 29, 30]) for first in SUITS)
    return everything in snakes and all(tuple(sorted(each)) in chows for each in laid)


def _knitted_from(tiles: list[int]) -> list[list[int]]:
    """The knitting hands that have the tiles of one suit of this hand, and a second suit's."""
    ones = ([kind % 9 for kind in tiles if kind // 9 == suit] for suit in range(3))
    return [
        sorted(9 * suit + rank for rank in ranks for suit in pair)
        for ranks in ones
        for pair in itertools.combinations(range(3), 2)
        if len(ranks) == 7
    ]


def _is_tripled(tiles: list[int]) -> bool:
    pairs = [(kind, kind) for kind in range(PLAIN_KINDS)]
    pairs += [(9 * a + rank, 9 * b + rank) for a, b in itertools.combinations(range(3), 2) for rank in range(9)]
    for pair in pairs:
        rest = list(tiles)
        if all(kind in rest for kind in pair) and (pair[0] != pair[1] or rest.count(pair[0]) > 1):
            for kind in pair:
                rest.remove(kind)
            ranks = [[kind % 9 for kind in rest if kind // 9 == suit] for suit in range(4)]
            if ranks[0] == ranks[1] == ranks[2] and len(ranks[0]) == 4 and len(tiles) == 14:
                return True
    return False


def is_complete_by_trial(counts: list[int], laid: Sets) -> bool:
    if is_special_by_trial(counts, laid) or any(len(way) == 5 - len(laid) for way in by_trial(counts)):
        return True
    return not laid and is_complete(counts, 0, forms=Forms(seven_pairs=True))


@st.composite
def hands_near_special(draw: st.DrawFn) -> tuple[list[int], Sets]:
    """A special hand, a tile or two of it perhaps exchanged for others; and sets on the table."""
    tiles, laid = draw(st.sampled_from([_draw_knitted, _draw_tripled, _draw_snake]))(draw)
    for _ in range(draw(st.integers(0, 2))):
        tiles.pop(draw(st.integers(0, len(tiles) - 1)))
        tiles.append(draw(st.sampled_from(tiles) | st.integers(0, PLAIN_KINDS - 1)))
    counts = [tiles.count(kind) for kind in range(PLAIN_KINDS)]
    assume(max(counts) <= 4)
    return counts, laid


def _draw_knitted(draw: st.DrawFn) -> tuple[list[int], Sets]:
    ranks = draw(st.lists(st.integers(0, 8), min_size=7, max_size=7))
    suits = draw(st.sampled_from([(0, 9), (0, 18), (9, 18)]))
    return [suit + rank for rank in ranks for suit in suits], ()


def _draw_tripled(draw: st.DrawFn) -> tuple[list[int], Sets]:
    ranks = draw(st.lists(st.integers(0, 8), min_size=4, max_size=4))
    kind = draw(st.integers(0, PLAIN_KINDS - 1))
    other = draw(st.sampled_from([kind, (kind + 9) % 27])) if kind < 27 else kind
    return [suit + rank for rank in ranks for suit in SUITS] + [kind, other], ()


def _draw_snake(draw: st.DrawFn) -> tuple[list[int], Sets]:
    first = draw(st.sampled_from(SUITS))
    tiles = [first, *range(first, first + 9), 27, 28, 29, 30]
    laid = []
    for start in draw(st.lists(st.integers(0, 6), max_size=2)):
        chow = tuple(range(first + start, first + start + 3))
        if all(kind in tiles for kind in chow):
            laid.append(chow)
            for kind in chow:
                tiles.remove(kind)
    return tiles, tuple(laid)


@pytest.mark.rule("western/win-1")
@pytest.mark.rule("western/limit-4")
@settings(max_examples=examples(300))
@given(hands_near_special())
def test_special_hands_are_those_found_by_trial(case: tuple[list[int], Sets]) -> None:
    counts, laid = case
    expected = is_complete_by_trial(counts, laid)
    assert is_complete(counts, len(laid), forms=EVERY, laid=laid) is expected
    ways = arrangements(counts, len(laid), forms=EVERY, laid=laid)
    assert bool(ways) is expected
    for way in ways:
        assert sorted(kind for group in way for kind in group_tiles(group)) == [
            kind for kind, count in enumerate(counts) for _ in range(count)
        ]


@pytest.mark.rule("western/points-5")
@settings(max_examples=examples(150))
@given(hands_near_special(), st.integers(0, 13))
def test_waits_look_at_every_form(case: tuple[list[int], Sets], taken: int) -> None:
    counts, laid = case
    expected = what_completes(counts, taken, lambda whole: is_complete(whole, len(laid), forms=EVERY, laid=laid))
    assert waits(counts, len(laid), forms=EVERY, laid=laid) == expected


@settings(max_examples=examples(100), deadline=None)
@given(hands_near_special(), st.data())
def test_two_unseen_tiles_of_a_special_hand_are_tried_in_all_ways(
    case: tuple[list[int], Sets], data: st.DataObject
) -> None:
    counts, laid = case
    free, expected = two_unseen(counts, data, lambda whole: is_complete(whole, len(laid), forms=EVERY, laid=laid))
    assert can_complete(counts, 2, len(laid), free, forms=EVERY, laid=laid) == expected


@given(hands_near_special(), st.data())
def test_a_special_hand_stays_possible_however_much_of_it_was_never_seen(
    case: tuple[list[int], Sets], data: st.DataObject
) -> None:
    counts, laid = case
    assume(is_complete(counts, len(laid), forms=EVERY, laid=laid))
    known = [data.draw(st.integers(0, count)) if count else 0 for count in counts]
    unknown = sum(counts) - sum(known)
    assert can_complete(known, unknown, len(laid), forms=EVERY, laid=laid)


@each("text, laid, form", [
    ("1234567b 1234567d", "", KNITTED_PAIR),
    ("1b 1b 1b 2345c 1c 1c 1c 2345b 9b 9b", "", None),
    ("1359b 1359c 1359d RRd", "", KNITTED_THREE),
    ("11359b 11359c 1359d", "", KNITTED_THREE),
    ("1123456789c ESWNw", "", SNAKE),
    ("1126789c ESWNw", "345c", SNAKE),
    ("1156c ESWNw", "234c 789c", SNAKE),
    ("1156789c ESWNw", "234d", None),
    ("1166789c ESWNw", "345c", None),
])  # fmt: skip
def test_a_special_hand_is_arranged_as_what_it_is(text: str, laid: str, form: int | None) -> None:
    sets = sets_of(laid)
    ways = arrangements(counts_of(text), len(sets), forms=EVERY, laid=sets)
    assert {group[0] for way in ways for group in way} - {PAIR, KNITTED_PAIR} == ({form} - {None, KNITTED_PAIR})
    assert bool(ways) is (form is not None)


def test_a_form_that_is_not_played_is_not_complete() -> None:
    for text in ("1234567b 1234567d", "1359b 1359c 1359d RRd", "1123456789c ESWNw"):
        assert is_complete(counts_of(text), 0, forms=EVERY)
        assert not is_complete(counts_of(text), 0, forms=Forms(seven_pairs=True))
        assert not is_complete(counts_of(text), 0)


def test_sets_on_the_table_that_are_not_told_make_no_snake() -> None:
    assert not is_complete(counts_of("1126789c ESWNw"), 1, forms=EVERY)
    assert is_complete(counts_of("1126789c ESWNw"), 1, forms=EVERY, laid=sets_of("345c"))


@pytest.mark.parametrize(("text", "laid", "expected"), [
    ("1234567b 123456c", "", "1b 4b 7b 7c"),
    ("1359b 1359c 1359d Rd", "", "Rd"),
    ("1359b 1359c 1359d 8b", "", "8b 8c 8d"),
    ("111359b 1359c 159d", "", "3d"),
    ("123456789c ESWNw", "", "1c"),
    ("126789c ESWNw", "345c", "1c"),
    ("1126789c ESWw", "345c", "Nw"),
])  # fmt: skip
def test_a_hand_that_is_nearly_special_waits_for(text: str, laid: str, expected: str) -> None:
    sets = sets_of(laid)
    assert codes(waits(counts_of(text), len(sets), forms=EVERY, laid=sets)) == expected


def test_thirteen_wonders_stay_possible_while_a_second_tile_of_some_kind_is_to_be_had() -> None:
    """One of each kind is not enough."""
    wonders = parse_tiles("19b 19c 19d ESWNw RGWd")
    known = [int(kind in wonders) for kind in range(PLAIN_KINDS)]
    assert not special_possible(known, known, PLAIN)
    assert special_possible(known, [count + (kind == 27) for kind, count in enumerate(known)], PLAIN)


def test_a_fifth_tile_is_not_to_be_had_for_a_knitted_hand() -> None:
    hand = counts_of("1359b 1359c 1359d 8b")
    held = counts_of("1359b 1359c 1359d 888d 8b 8d")
    assert codes(waits_left(hand, 0, held, forms=EVERY)) == "8b 8c"


@each("text, unknown, laid, possible", [
    ("1234b 4567c", 6, "", True),
    ("1234b 4567c 1d", 5, "", True),
    ("124578b 1245788c", 1, "", True),
    ("124578b 1245799c", 1, "", False),
    ("1357b 2468c 1357d", 2, "", False),
    ("1122b 1122c 1122d Ew", 1, "", True),
    ("1122b 1122c 1123d Ew", 1, "", False),
    ("1c 9c ESWNw", 8, "", True),
    ("1c 9c ESWNw", 5, "345c", True),
    ("1c 9c ESWNw", 5, "789c", False),
])  # fmt: skip
def test_known_tiles_leave_a_special_hand_possible_or_not(text: str, unknown: int, laid: str, possible: bool) -> None:
    sets = sets_of(laid)
    assert can_complete(counts_of(text), unknown, len(sets), forms=EVERY, laid=sets) is possible
