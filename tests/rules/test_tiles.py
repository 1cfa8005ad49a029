"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, codes, refused

WALL = "1234b 5678b 1111c 2222c"
"""The first blocks of a wall."""
AFTER_THE_DEAL = "??" + " ??" * 52
NO_FLOWERS = "game Flowers=false; hand"
HAND = "dealt E 1234b 5678c 1299d Ew Rd"


@pytest.mark.rule("classical/wall-1")
def test_a_wall_has_all_tiles_in_play() -> None:
    """144, or 136 without flowers and seasons."""
    assert accepted("wall_has_its_tiles", f"{FULL}; wall")
    assert refused("wall_has_its_tiles", f"{FULL}; wall size=143") == "wrong-tile-count"
    assert refused("wall_has_its_tiles", f"{NO_FLOWERS}; wall") == "wrong-tile-count"
    assert accepted("wall_has_its_tiles", f"{NO_FLOWERS}; wall size=136")


@pytest.mark.rule("classical/wall-1")
def test_a_wall_is_built_once_before_the_deal() -> None:
    """Afterwards it stands."""
    assert accepted("wall_before_the_deal", f"{FULL}; wall")
    assert refused("wall_before_the_deal", f"{FULL}; wall; wall") == "out-of-place"
    assert refused("wall_before_the_deal", f"{FULL}; dealt E 1234b 5678c 1299d Ew Rd; wall") == "out-of-place"


@pytest.mark.rule("classical/wall-1")
def test_a_wall_is_made_of_one_set() -> None:
    """Four of each suit tile and honor, one of each bonus tile, no jokers."""
    assert accepted("wall_of_one_set", f"{FULL}; wall 1111b 1f 1s")
    assert refused("wall_of_one_set", f"{FULL}; wall 1111b 1b") == "too-many-copies"
    assert refused("wall_of_one_set", f"{FULL}; wall 1f 1f") == "too-many-copies"
    assert refused("wall_of_one_set", f"{FULL}; wall Jk") == "tile-not-in-set"
    assert refused("wall_of_one_set", f"{NO_FLOWERS}; wall 1f size=136") == "tile-not-in-set"


@pytest.mark.rule("classical/deal-1")
def test_blocks_go_round_the_table() -> None:
    """Three times four tiles to each, then one, then East's fourteenth."""
    assert accepted("dealt_in_order", f"{FULL}; E deal 1234b; S deal 5678b")
    assert refused("dealt_in_order", f"{FULL}; E deal 1234b; W deal 5678b") == "wrong-deal-order"
    assert refused("dealt_in_order", f"{FULL}; E deal 123b") == "wrong-deal-count"
    assert refused("dealt_in_order", f"{FULL}; E deal 12345b") == "wrong-deal-count"
    assert refused("dealt_in_order", f"{FULL}; {HAND}; E deal 1b") == "wrong-deal-count"


@pytest.mark.rule("classical/deal-1")
def test_tiles_dealt_are_the_walls() -> None:
    """Each lies at its place of the wall, where the wall is known."""
    assert accepted("dealt_from_the_wall", f"{FULL}; wall {WALL}; E deal 1234b; S deal 5678b")
    assert accepted("dealt_from_the_wall", f"{FULL}; wall {WALL}; E deal 12b ?? ??")
    assert refused("dealt_from_the_wall", f"{FULL}; wall {WALL}; E deal 1235b") == "wrong-deal-tiles"
    assert refused("dealt_from_the_wall", f"{FULL}; wall {WALL}; E deal 1234b; S deal 5679b") == "wrong-deal-tiles"


@pytest.mark.rule("classical/deal-1")
def test_no_fifth_copy_is_dealt() -> None:
    """Also where the wall is not known."""
    assert accepted("dealt_from_the_wall", f"{FULL}; E deal 1111b; S deal 2222b")
    assert refused("dealt_from_the_wall", f"{FULL}; E deal 1111b; S deal 1b 222b") == "too-many-copies"
    assert refused("dealt_from_the_wall", f"{NO_FLOWERS}; E deal 1f 222b") == "tile-not-in-set"


@pytest.mark.rule("classical/dead-1")
def test_a_draw_brings_the_next_tile_of_the_wall() -> None:
    """Where the wall is known."""
    wall = f"{FULL}; wall {AFTER_THE_DEAL} Rd; E discard 5b"
    assert accepted("drawn_from_the_wall", f"{wall}; S draw Rd")
    assert accepted("drawn_from_the_wall", f"{wall}; S draw ??")
    assert refused("drawn_from_the_wall", f"{wall}; S draw Gd") == "not-the-wall-tile"
    assert accepted("drawn_from_the_wall", f"{FULL}; E discard 5b; S draw Gd")


@pytest.mark.rule("classical/dead-1")
def test_a_loose_tile_comes_from_the_end_of_the_wall() -> None:
    """The last tile first, then the one before."""
    wall = f"{FULL}; wall {AFTER_THE_DEAL} {'?? ' * 89} Gd Rd; E kong concealed 1111c"
    assert accepted("loose_tile_from_the_wall", f"{wall}; E kong-replacement Rd")
    assert refused("loose_tile_from_the_wall", f"{wall}; E kong-replacement Gd") == "not-the-wall-tile"
    second = f"{wall}; E kong-replacement Rd; E kong concealed 2222c"
    assert accepted("loose_tile_from_the_wall", f"{second}; E kong-replacement Gd")


@pytest.mark.rule("classical/bonus-1")
def test_a_bonus_tile_is_replaced_from_the_live_wall_or_by_a_loose_tile() -> None:
    """As the option `FlowersLoose` says."""
    wall = f"wall {AFTER_THE_DEAL} Gd {'?? ' * 89} Rd; E bonus 1f"
    assert accepted("bonus_tile_from_the_wall", f"{FULL}; {wall}; E bonus-replacement Gd")
    assert refused("bonus_tile_from_the_wall", f"{FULL}; {wall}; E bonus-replacement Rd") == "not-the-wall-tile"
    loose = "game FlowersLoose=true; hand"
    assert accepted("bonus_tile_from_the_wall", f"{loose}; {wall}; E bonus-replacement Rd")
    assert refused("bonus_tile_from_the_wall", f"{loose}; {wall}; E bonus-replacement Gd") == "not-the-wall-tile"


@pytest.mark.rule("classical/wall-1")
def test_no_fifth_copy_is_drawn() -> None:
    """Counted are tiles discarded, laid down and known in hands."""
    seen = f"{FULL}; dealt E 5555b 1234c 1299d Ew Rd; E discard Ew"
    assert refused("copies_drawn", f"{seen}; S draw 5b") == "too-many-copies"
    assert accepted("copies_drawn", f"{seen}; S draw 1c")
    assert refused("copies_drawn", f"{seen}; S draw Jk") == "tile-not-in-set"
    assert refused("copies_drawn", f"{NO_FLOWERS}; E discard 5b; S draw 1f") == "tile-not-in-set"


@pytest.mark.rule("classical/wall-1")
def test_only_a_tile_of_the_hand_is_discarded() -> None:
    """Known hands are exact; of unknown ones only what cannot be is said."""
    assert accepted("tile_is_held", f"{FULL}; {HAND}; E discard Ew")
    assert refused("tile_is_held", f"{FULL}; {HAND}; E discard Ww") == "tile-not-held"
    assert accepted("tile_is_held", f"{FULL}; E discard Ww")
    four = "E discard 5b; S discard 5b; W discard 5b; N discard 5b"
    assert refused("tile_is_held", f"{four}; E discard 5b") == "too-many-copies"
    assert refused("tile_is_held", f"{NO_FLOWERS}; E bonus 1f") == "tile-not-in-set"


@pytest.mark.rule("classical/wall-1")
def test_only_bonus_tiles_of_the_hand_are_laid_out() -> None:
    """Each comes out of the hand, once."""
    hand = "dealt E 1234b 5678c 129d 12f Rd"
    assert accepted("tile_is_held", f"{FULL}; {hand}; E bonus 1f 2f")
    assert refused("tile_is_held", f"{FULL}; {hand}; E bonus 3f") == "tile-not-held"
    assert refused("tile_is_held", f"{FULL}; {hand}; E bonus 1f 1f") == "tile-not-held"
    assert refused("tile_is_held", f"{FULL}; E bonus 1f; E draw ??; S bonus 1f") == "too-many-copies"


def test_two_tiles_that_changed_places_are_one_fault() -> None:
    """The wall says 1b then 2b, the record draws them the other way round: found at the first."""
    wall = f"{FULL}; wall {AFTER_THE_DEAL} 12b"
    assert codes(f"{wall}; E discard 5b; S draw 2b; S discard 9d; W draw 1b; W discard 1b") == ["not-the-wall-tile"]
