"""Where tiles come from: the set of tiles, the wall, the deal, and what a player can hold."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, ask, codes, refused

WALL = "1234b 5678b 1111c 2222c"
"""The first blocks of a wall."""
AFTER_THE_DEAL = "??" + " ??" * 52
NO_FLOWERS = "game Flowers=false; hand"
HAND = "dealt E 1234b 5678c 1299d Ew Rd"
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3)
"""The blocks of four, taken unseen."""


@pytest.mark.rule("classical/wall-1")
def test_a_wall_has_all_tiles_in_play() -> None:
    """144, or 136 without flowers and seasons."""
    assert accepted("wall_has_its_tiles", f"{FULL}; wall")
    assert refused("wall_has_its_tiles", f"{FULL}; wall size=143") == "wrong-tile-count"
    assert refused("wall_has_its_tiles", f"{NO_FLOWERS}; wall size=144") == "wrong-tile-count"
    assert accepted("wall_has_its_tiles", f"{NO_FLOWERS}; wall")


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
    assert refused("wall_of_one_set", f"{NO_FLOWERS}; wall 1f") == "tile-not-in-set"


@pytest.mark.rule("classical/deal-1")
def test_blocks_go_round_the_table() -> None:
    """Three times four tiles to each, then one, then East's fourteenth."""
    assert accepted("blocks_of_four_in_turn", f"{FULL}; E deal 1234b; S deal 5678b")
    assert refused("blocks_of_four_in_turn", f"{FULL}; E deal 1234b; W deal 5678b") == "wrong-deal-order"
    assert refused("blocks_of_four_in_turn", f"{FULL}; E deal 123b") == "wrong-deal-count"
    assert refused("blocks_of_four_in_turn", f"{FULL}; E deal 12345b") == "wrong-deal-count"
    assert accepted("last_tiles_dealt_in_turn", f"{FULL}; {BLOCKS}; E deal ??; S deal ??")
    assert refused("last_tiles_dealt_in_turn", f"{FULL}; {BLOCKS}; E deal ???") == "wrong-deal-count"
    assert refused("last_tiles_dealt_in_turn", f"{FULL}; {BLOCKS}; E deal ??; W deal ??") == "wrong-deal-order"
    assert refused("last_tiles_dealt_in_turn", f"{FULL}; {HAND}; E deal 1b") == "wrong-deal-count"


@pytest.mark.rule("mahjiang/deal-2")
@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi", "dead-wall"])
def test_east_takes_the_last_two_tiles_together(ruleset: str) -> None:
    """The first and the third upper one, where the rules say so."""
    dealt = f"game {ruleset}; hand; {BLOCKS}"
    assert accepted("last_tiles_dealt_in_turn", f"{dealt}; E deal ???; S deal ??; W deal ??; N deal ??")
    assert refused("last_tiles_dealt_in_turn", f"{dealt}; E deal ??") == "wrong-deal-count"


@pytest.mark.rule("western/deal-1")
def test_three_players_are_dealt_nine_blocks_of_four() -> None:
    """To East, South, West in turn; then one each, and one more to East."""
    three = "game western players=3; hand; " + "; ".join(f"{seat} deal ?????" for seat in "ESW" * 3)
    assert accepted("last_tiles_dealt_in_turn", f"{three}; E deal ??; S deal ??; W deal ??; E deal ??")
    assert refused("last_tiles_dealt_in_turn", f"{three}; N deal ?????") == "wrong-deal-order"
    assert refused("blocks_of_four_in_turn", f"{three.rsplit(';', 1)[0]}; E deal ?????") == "wrong-deal-order"


@pytest.mark.rule("classical/deal-1")
def test_tiles_dealt_are_the_walls() -> None:
    """Each lies at its place of the wall, where the wall is known."""
    assert accepted("blocks_of_four_from_the_wall", f"{FULL}; wall {WALL}; E deal 1234b; S deal 5678b")
    assert accepted("blocks_of_four_from_the_wall", f"{FULL}; wall {WALL}; E deal 12b ?? ??")
    assert refused("blocks_of_four_from_the_wall", f"{FULL}; wall {WALL}; E deal 1235b") == "wrong-deal-tiles"
    second = f"{FULL}; wall {WALL}; E deal 1234b; S deal 5679b"
    assert refused("blocks_of_four_from_the_wall", second) == "wrong-deal-tiles"


@pytest.mark.rule("mahjiang/deal-2")
def test_the_last_tiles_dealt_lie_at_their_places() -> None:
    """East's are the 49th and the 53rd of the wall; in `classical` they come one by one."""
    dealt = f"game mahjiang; hand; wall 49=12345b; {BLOCKS}"
    assert accepted("last_tiles_from_the_wall", f"{dealt}; E deal 51b")
    assert accepted("last_tiles_from_the_wall", f"{dealt}; E deal 15b; S deal 2b")
    assert refused("last_tiles_from_the_wall", f"{dealt}; E deal 12b") == "wrong-deal-tiles"
    assert refused("last_tiles_from_the_wall", f"{dealt}; E deal 15b; S deal 3b") == "wrong-deal-tiles"
    one_by_one = f"{FULL}; wall 49=12345b; {BLOCKS}; E deal 1b; S deal 2b; W deal 3b; N deal 4b; E deal"
    assert accepted("last_tiles_from_the_wall", f"{one_by_one} 5b")
    assert refused("last_tiles_from_the_wall", f"{one_by_one} 6b") == "wrong-deal-tiles"


@pytest.mark.rule("classical/deal-1")
def test_no_fifth_copy_is_dealt() -> None:
    """Also where the wall is not known."""
    assert accepted("blocks_of_four_from_the_wall", f"{FULL}; E deal 1111b; S deal 2222b")
    assert refused("blocks_of_four_from_the_wall", f"{FULL}; E deal 1111b; S deal 1b 222b") == "too-many-copies"
    assert refused("blocks_of_four_from_the_wall", f"{NO_FLOWERS}; E deal 1f 222b") == "tile-not-in-set"
    last = f"{FULL}; E deal 1111b; {BLOCKS.split('; ', 1)[1]}; E deal 1b"
    assert refused("last_tiles_from_the_wall", last) == "too-many-copies"


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


@pytest.mark.rule("western/kong-1")
@pytest.mark.rule("western/kong-2")
@pytest.mark.rule("western/kong-3")
def test_each_kind_of_kong_has_its_rule_about_the_replacement() -> None:
    """Claimed, added and concealed: each rule is asked about its own kind, and refuses a tile from the live end."""
    wall = "game western; hand; wall {} 143=12c;"
    pung = "E discard 5b; W claim pung; W expose pung 555b; W discard 9d; N draw ??; N discard Ew; E draw ??;"
    claimed = f"{wall.format('54=9c')} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement {{}}"
    added = (
        f"{wall.format('57=5b 58=9c')} {pung} E discard Ew; S draw ??; S discard Ew; W draw 5b; W kong added 5555b;"
        "W kong-replacement {}"
    )
    concealed = f"{wall.format('54=9c')} E kong concealed 1111b; E kong-replacement {{}}"
    assert accepted("claimed_kong_replaced_from_the_wall", claimed.format("1c"))
    assert refused("claimed_kong_replaced_from_the_wall", claimed.format("9c")) == "not-the-wall-tile"
    assert accepted("claimed_kong_replaced_from_the_wall", added.format("9c"))
    assert accepted("added_kong_replaced_from_the_wall", added.format("1c"))
    assert refused("added_kong_replaced_from_the_wall", added.format("9c")) == "not-the-wall-tile"
    assert accepted("added_kong_replaced_from_the_wall", concealed.format("9c"))
    assert accepted("concealed_kong_replaced_from_the_wall", concealed.format("1c"))
    assert refused("concealed_kong_replaced_from_the_wall", concealed.format("9c")) == "not-the-wall-tile"
    assert accepted("concealed_kong_replaced_from_the_wall", claimed.format("9c"))


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


@pytest.mark.rule("classical/wall-1")
def test_no_fifth_copy_is_discarded() -> None:
    """Of tiles that nobody saw there are no more than of all."""
    three = "E discard 5b; S discard 5b; W discard 5b"
    assert accepted("no_more_copies_than_there_are", f"{three}; N discard 5b")
    four = f"{three}; N discard 5b; E discard 5b"
    assert refused("no_more_copies_than_there_are", four) == "too-many-copies"
    assert refused("no_more_copies_than_there_are", f"{NO_FLOWERS}; E bonus 1f") == "tile-not-in-set"


@pytest.mark.rule("classical/wall-1")
def test_only_bonus_tiles_of_the_hand_are_laid_out() -> None:
    """Each comes out of the hand, once."""
    hand = "dealt E 1234b 5678c 129d 12f Rd"
    assert accepted("tile_is_held", f"{FULL}; {hand}; E bonus 1f 2f")
    assert refused("tile_is_held", f"{FULL}; {hand}; E bonus 3f") == "tile-not-held"
    twice = ask("tile_is_held", f"{FULL}; {hand}; E bonus 1f 1f")
    assert twice is not None
    assert (twice.code, twice.part) == ("tile-not-held", 1), "the second of them"
    again = f"{FULL}; E bonus 1f; E draw ??; S bonus 1f"
    assert refused("no_more_copies_than_there_are", again) == "too-many-copies"


def test_two_tiles_that_changed_places_are_one_fault() -> None:
    """The wall says 1b then 2b, the record draws them the other way round: found at the first."""
    wall = f"{FULL}; wall {AFTER_THE_DEAL} 12b"
    assert codes(f"{wall}; E discard 5b; S draw 2b; S discard 9d; W draw 1b; W discard 1b") == ["not-the-wall-tile"]
