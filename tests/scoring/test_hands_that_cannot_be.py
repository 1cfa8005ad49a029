"""Hands that contradict the game are refused with what would be right; what can be is not."""

from __future__ import annotations

import pytest

from mjlog.errors import HandError
from mjlog.scoring.hand_line import read_hand_line
from mjlog.tiles import parse_tiles

LOOSE = "S in E 234b RRRd 222c 777d 5d 1f +5d loose"


@pytest.mark.parametrize(("line", "says"), [
    ("E in E 234b 55d RRRd (222c) 22d +2d wall no-discard", "east discards before anything can be claimed"),
    ("S in E 234b 55d RRRd (222c) 22d +2d wall no-discard", "whoever claims a set discards"),
    ("S in E 55d RRRd (222c) (2222d) 22b +2b loose no-discard", "whoever claims a set discards"),
])  # fmt: skip
def test_who_claims_a_set_has_discarded(line: str, says: str) -> None:
    with pytest.raises(HandError, match=says):
        read_hand_line(line).hand()


@pytest.mark.parametrize("line", [
    "S in E 234b 55d RRRd (2222d claimed) 22c +2c loose no-discard",
    "E in E 234b 55d RRRd [2222d] 22c +2c loose no-discard",
    "S in E 234b 55d RRRd 222d 22c +2c wall no-discard",
])  # fmt: skip
def test_a_win_before_ones_first_discard_is_possible(line: str) -> None:
    assert read_hand_line(line).hand().won


def test_a_loose_tile_follows_a_bonus_tile_only_where_these_are_replaced_from_the_dead_wall() -> None:
    assert read_hand_line(LOOSE).hand().source == "loose"
    with pytest.raises(HandError, match="replaced from the live wall"):
        read_hand_line(LOOSE).hand(bonus_from_live=True)
    assert read_hand_line(LOOSE.replace("222c", "[2222c]")).hand(bonus_from_live=True).source == "loose"


def test_a_tile_with_a_sign_for_its_looks_is_that_tile() -> None:
    """Keyboards write one behind a tile that is to be a picture, or a letter."""
    assert parse_tiles("🀄\ufe0f🀄\ufe0e 5b") == parse_tiles("RRd 5b")
