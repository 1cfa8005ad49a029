"""What sets are called, how many tiles of a kind there are, and which tiles are of a suit."""

from __future__ import annotations

import pytest

from mjlog.hands import set_words
from mjlog.hands.shapes import can_be_held
from mjlog.scoring.tally import HONORS, SUITS, TILE_FLAGS
from mjlog.tiles import is_honor, parse_tiles


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
