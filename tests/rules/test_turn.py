"""Whose turn it is: drawing, discarding, and that nothing happens after the end."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, discards, refused

SHORT_WALL = "game Flowers=false DeadWall16=true; hand depth=table"
"""136 tiles, 16 of them dead: 67 draws after the deal."""


@pytest.mark.rule("classical/win-1")
def test_nothing_is_played_before_a_hand_begins() -> None:
    """A discard needs a hand."""
    assert refused("hand_is_on", "game; E discard 5b") == "out-of-place"
    assert accepted("hand_is_on", "E discard 5b")


@pytest.mark.rule("classical/win-1")
@pytest.mark.parametrize("act", ["W draw ??", "S discard 5b", "N pass", "N claim pung", "S kong concealed 1111c"])
def test_nothing_is_played_after_the_win(act: str) -> None:
    """The hand is over once somebody has won."""
    won = "E discard 5b; S claim mahjong; S mahjong discard"
    assert refused("hand_is_on", f"{won}; {act}") == "play-after-end"


@pytest.mark.rule("classical/win-1")
def test_nothing_is_played_after_a_wash_out() -> None:
    """A drawn hand is over too."""
    assert refused("hand_is_on", "E discard 5b; gap; washout; S draw ??") == "play-after-end"


@pytest.mark.rule("classical/deal-1")
def test_play_waits_for_the_whole_deal() -> None:
    """Nobody acts while tiles are being dealt; a deal that is not recorded at all was made."""
    assert refused("deal_is_finished", f"{FULL}; E deal 1234b; E discard 1b") == "wrong-deal-count"
    assert accepted("deal_is_finished", f"{FULL}; dealt E 1234b 5678c 1299d Ew Rd; E discard 1b")
    assert accepted("deal_is_finished", f"{FULL}; E discard 1b")


@pytest.mark.rule("classical/kong-1")
@pytest.mark.parametrize("act", ["E discard 5b", "S draw ??", "E kong concealed 1111d"])
def test_a_kong_is_replaced_before_anything_else(act: str) -> None:
    """After a kong a loose tile is due."""
    made = f"{FULL}; E kong concealed 1111c"
    assert refused("kong_replaced_at_once", f"{made}; {act}") == "replacement-missing"


@pytest.mark.rule("classical/kong-1")
def test_play_goes_on_after_the_loose_tile() -> None:
    """With the loose tile the turn is as before."""
    made = f"{FULL}; E kong concealed 1111c; E kong-replacement ??"
    assert accepted("kong_replaced_at_once", f"{made}; E discard 5b")


@pytest.mark.rule("mahjiang/kong-4")
def test_the_tile_of_a_kong_does_not_win_as_well() -> None:
    """The loose tile comes first; it may win."""
    made = f"{FULL}; E discard 5b; S draw ??; S kong concealed 1111c"
    assert refused("kong_replaced_before_winning", f"{made}; S mahjong wall") == "replacement-missing"
    assert accepted("kong_replaced_before_winning", f"{made}; S kong-replacement ??; S mahjong loose")
    assert accepted("kong_replaced_before_winning", f"{made}; W claim mahjong; W mahjong kong")


@pytest.mark.rule("classical/kong-1")
def test_a_kong_can_be_robbed_before_its_replacement() -> None:
    """The others answer an added kong before the loose tile is taken."""
    made = "E discard 5b; S claim pung; S expose pung 555b; S discard 1c; W discard 1d; N discard 2d; E discard 3d"
    assert accepted("kong_replaced_at_once", f"{made}; S draw 5b; S kong added 5555b; W claim mahjong")


@pytest.mark.rule("classical/bonus-1")
def test_a_bonus_tile_is_replaced_before_the_discard() -> None:
    """Bonus tiles come with a draw from the live wall, or with a loose tile where the option says so."""
    assert refused("bonus_tile_replaced_at_once", f"{FULL}; E bonus 1f; E discard 5b") == "replacement-missing"
    assert accepted("bonus_tile_replaced_at_once", f"{FULL}; E bonus 1f; E draw ??; E discard 5b")
    loose = "game FlowersLoose=true; hand; E bonus 1f"
    assert refused("bonus_tile_replaced_at_once", f"{loose}; E discard 5b") == "replacement-missing"
    assert accepted("bonus_tile_replaced_at_once", f"{loose}; E bonus-replacement ??; E discard 5b")


@pytest.mark.rule("classical/claim-1")
@pytest.mark.parametrize(("act", "ok"), [("S draw ??", True), ("W draw ??", False), ("E draw ??", False)])
def test_the_player_on_the_right_draws(act: str, ok: bool) -> None:
    """After a discard that nobody takes the next in turn draws."""
    text = f"E discard 5b; {act}"
    assert accepted("draws_in_turn", text) if ok else refused("draws_in_turn", text) == "out-of-turn"


@pytest.mark.rule("classical/claim-1")
def test_nobody_draws_twice() -> None:
    """A tile is discarded before the next is drawn; East begins with a discard."""
    assert refused("draws_in_turn", "E discard 5b; S draw ??; S draw ??") == "out-of-turn"
    assert refused("draws_in_turn", f"{FULL}; E kong concealed 1111c; W draw ??") == "out-of-turn"


@pytest.mark.rule("classical/claim-1")
def test_east_begins_by_discarding() -> None:
    """East has fourteen tiles: nobody draws, and nobody else discards, before."""
    dealt = f"{FULL}; dealt E 1234b 5678c 1299d Ew Rd"
    assert accepted("east_begins_by_discarding", f"{dealt}; E discard Ew")
    assert accepted("east_begins_by_discarding", f"{dealt}; E discard Ew; S draw ??")
    assert accepted("east_begins_by_discarding", f"{FULL}; E bonus 1f; E draw ??")
    for act in ("E draw ??", "S draw ??", "S discard 5b"):
        assert refused("east_begins_by_discarding", f"{dealt}; {act}") == "out-of-turn"


@pytest.mark.rule("classical/claim-1")
def test_a_player_discards_once_in_turn() -> None:
    """A discard follows a tile taken, in turn."""
    assert accepted("discards_in_turn", "E discard 5b; S draw ??; S discard 1c")
    assert refused("discards_in_turn", "E discard 5b; E discard 6b") == "no-discard-due"
    assert refused("discards_in_turn", f"{FULL}; E discard 5b; S discard 6b") == "no-discard-due"
    assert refused("discards_in_turn", "E discard 5b; N discard 6b") == "out-of-turn"
    assert refused("discards_in_turn", "E discard 5b; S draw ??; W discard 6b") == "out-of-turn"
    assert refused("discards_in_turn", f"{FULL}; E kong concealed 1111c; E discard 5b") == "no-discard-due"


@pytest.mark.rule("classical/dead-1")
def test_draws_end_with_the_live_wall() -> None:
    """The last live tile can be drawn, the first of the dead wall cannot."""
    assert accepted("live_tile_left", f"{SHORT_WALL}; {discards(67)}; N draw ??")
    assert refused("live_tile_left", f"{SHORT_WALL}; {discards(68)}; E draw ??") == "draw-past-end"
    unseen = f"{SHORT_WALL}; {discards(20)}; gap; "
    assert accepted("live_tile_left", f"{unseen}; E draw ??")


@pytest.mark.rule("classical/bonus-1")
def test_a_bonus_tile_is_never_discarded() -> None:
    """Flowers and seasons are laid out."""
    assert refused("bonus_never_discarded", "E discard 1f") == "bonus-kept"
    assert refused("bonus_never_discarded", "E discard 4s") == "bonus-kept"
    assert accepted("bonus_never_discarded", "E discard Nw")


@pytest.mark.rule("classical/claim-1")
def test_a_discard_is_named_as_it_is() -> None:
    """Another name is worth knowing."""
    assert refused("named_as_it_is", "E discard 5b named=6b") == "discard-misnamed"
    assert accepted("named_as_it_is", "E discard 5b named=5b")
    assert accepted("named_as_it_is", "E discard 5b")


@pytest.mark.rule("classical/claim-1")
def test_numbered_discards_follow_one_another() -> None:
    """Where a record numbers discards, each has the next number, and answers give the latest."""
    assert accepted("numbered_in_order", "E discard 5b number=1; S pass number=1")
    assert accepted("numbered_in_order", "E discard 5b number=1; S draw ??; S discard 1c number=2")
    assert refused("numbered_in_order", "E discard 5b number=2") == "out-of-place"
    assert refused("numbered_in_order", "E discard 5b number=1; S pass number=2") == "claim-not-open"
    assert refused("numbered_in_order", "E discard 5b number=1; S claim pung number=0") == "claim-not-open"


@pytest.mark.rule("mahjiang/claim-3")
def test_a_called_set_is_laid_down_before_the_discard() -> None:
    """Who takes the call back lets play go on."""
    called = "E discard 5b; W claim pung"
    assert refused("called_set_is_laid_down", f"{called}; W discard 1c") == "no-discard-due"
    assert accepted("called_set_is_laid_down", f"{called}; W expose pung 555b; W discard 1c")
    assert accepted("called_set_is_laid_down", f"{called}; W retract; S draw ??; S discard 1c")
