"""Kongs out of the hand, and robbing them."""

from __future__ import annotations

import pytest

from short_logs import FULL, accepted, codes, refused

DEALT = f"{FULL}; dealt E 1111b 555c 123d 79d Ew Ew / S 222b 678c 1357d Sw Gd 5c"
PUNG = "E discard 5b; S claim pung; S expose pung 555b"
ROUND = "S discard 1c; W discard 1d; N discard 2d; E discard 3d"
ADDED = f"{PUNG}; {ROUND}; S draw 5b; S kong added 5555b"


@pytest.mark.rule("classical/kong-1")
def test_a_kong_is_made_in_the_own_turn() -> None:
    """Before the discard; after the deal everybody may lay out concealed ones in turn."""
    assert accepted("kong_in_turn", f"{DEALT}; E kong concealed 1111b")
    assert accepted("kong_in_turn", f"{FULL}; W kong concealed 1111b")
    assert accepted("kong_in_turn", "E discard 5b; S draw ??; S kong concealed 1111c")
    assert refused("kong_in_turn", "E discard 5b; S draw ??; W kong concealed 1111c") == "out-of-turn"
    assert refused("kong_in_turn", f"{FULL}; W bonus 1f; W draw ??; S kong concealed 1111c") == "out-of-turn"


@pytest.mark.rule("classical/kong-1")
@pytest.mark.parametrize("laid", ["1112b", "111b", "11111b", "1f 1f 1f 1f"])
def test_a_kong_is_four_alike(laid: str) -> None:
    """Not three, not five, not a bonus tile."""
    assert refused("kong_of_four_alike", f"{FULL}; E kong concealed {laid}") == "not-a-set"


@pytest.mark.rule("classical/kong-1")
def test_four_alike_are_a_kong() -> None:
    """Tiles that stay face down may be."""
    assert accepted("kong_of_four_alike", f"{FULL}; E kong concealed 1111b")
    assert accepted("kong_of_four_alike", f"{FULL}; E kong concealed ?????")


@pytest.mark.rule("classical/kong-1")
def test_a_concealed_kong_is_four_of_the_hand() -> None:
    """Three are not enough, nor four when one lies elsewhere."""
    assert accepted("four_concealed", f"{DEALT}; E kong concealed 1111b")
    assert refused("four_concealed", f"{DEALT}; E kong concealed 5555c") == "kong-not-concealed"
    assert refused("four_concealed", "E discard 5b; S draw ??; S kong concealed 5555b") == "kong-not-concealed"
    assert accepted("four_concealed", "E discard 5b; S draw ??; S kong concealed 6666b")


@pytest.mark.rule("classical/kong-1")
def test_the_fourth_tile_is_added_to_the_own_exposed_pung() -> None:
    """A concealed pung is none, nor is another player's."""
    assert accepted("added_to_a_pung", ADDED)
    assert refused("added_to_a_pung", "E discard 5b; S draw ??; S kong added 5555b") == "kong-no-pung"
    assert refused("added_to_a_pung", f"{PUNG}; S discard 1c; W draw 5b; W kong added 5555b") == "kong-no-pung"


@pytest.mark.rule("classical/kong-1")
def test_the_added_tile_is_held() -> None:
    """It comes out of the hand."""
    dealt = f"{FULL}; dealt E 5b 2344b 5678c 1299d Ew / S 55b 34c 678c 1357d Sw Gd"
    claimed = f"{dealt}; E discard 5b; S claim pung; S expose pung 555b"
    assert refused("added_tile_is_held", f"{claimed}; S kong added 5555b") == "tile-not-held"
    assert accepted("added_tile_is_held", f"{claimed}; S discard Sw; W draw 1b; W discard 1b; N draw 2b; N discard 2b; "
                    "E draw 3c; E discard 3c; S draw 5b; S kong added 5555b")  # fmt: skip


@pytest.mark.rule("classical/kong-1")
def test_after_a_claim_only_the_pung_just_claimed_grows() -> None:
    """Other kongs wait for a tile from the wall."""
    assert accepted("kong_after_a_tile_from_the_wall", f"{PUNG}; S kong added 5555b")
    assert refused("kong_after_a_tile_from_the_wall", f"{PUNG}; S kong concealed 1111c") == "kong-not-allowed"
    drawn = f"{PUNG}; {ROUND}; S draw ??; S kong concealed 4444c"
    assert accepted("kong_after_a_tile_from_the_wall", drawn)


SIXTEEN_LOOSE_TILES_TAKEN = "game FlowersLoose=true DeadWall16=true; hand; " + "; ".join(
    [f"E bonus {tile}; E bonus-replacement ??" for tile in ("1f", "2f", "3f", "4f", "1s", "2s", "3s", "4s")]
    + [
        f"{seat} kong concealed {rank * 4}b; {seat} kong-replacement ??"
        for seat, rank in zip("EEESSWWN", "12345678", strict=True)
    ]
)
"""Eight for bonus tiles, eight for kongs: the dead wall is used up."""


@pytest.mark.rule("classical/dead-1")
def test_a_kong_without_a_loose_tile_left_ends_the_hand() -> None:
    """It is made all the same; nothing can be taken for it, and the hand is drawn (as the server plays it)."""
    assert codes(f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b") == []
    assert codes(f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b; washout") == []
    missing = f"{SIXTEEN_LOOSE_TILES_TAKEN}; N kong concealed 9999b; N kong-replacement ??"
    assert codes(missing) == ["draw-past-end"]


@pytest.mark.rule("classical/kong-2")
def test_an_added_kong_may_be_robbed() -> None:
    """At once, by anyone else."""
    assert accepted("robs_an_added_kong", f"{ADDED}; W claim mahjong; W mahjong kong 5b")
    assert accepted("robs_an_added_kong", f"{ADDED}; E claim mahjong; E mahjong kong")


@pytest.mark.rule("classical/kong-2")
def test_no_kong_no_robbing() -> None:
    """Once the loose tile is taken, the kong is safe."""
    assert refused("robs_an_added_kong", "E discard 5b; S claim mahjong; S mahjong kong") == "rob-not-allowed"
    assert refused("robs_an_added_kong", f"{ADDED}; S kong-replacement ??; W mahjong kong 5b") == "rob-not-allowed"


@pytest.mark.rule("classical/kong-2")
def test_a_concealed_kong_is_robbed_for_thirteen_wonders_only() -> None:
    """A five is none of them, and an exposed set rules them out."""
    concealed = "E discard 5c; S draw ??; S kong concealed {}; W claim mahjong; W mahjong kong"
    assert accepted("robs_an_added_kong", concealed.format("1111b"))
    assert accepted("robs_an_added_kong", concealed.format("Rd Rd Rd Rd"))
    assert refused("robs_an_added_kong", concealed.format("5555b")) == "rob-not-allowed"
    exposed = "E discard 5c; W claim pung; W expose pung 555c; W discard Ww; N draw ??; N kong concealed 1111b"
    assert refused("robs_an_added_kong", f"{exposed}; W claim mahjong; W mahjong kong") == "rob-not-allowed"


@pytest.mark.rule("classical/kong-2")
def test_known_hands_decide_about_thirteen_wonders() -> None:
    """Where the robber's tiles are known, they must be the wonders."""
    wonders = "dealt S 1b 9b 1c 9c 9d Ew Sw Ww Nw Rd Gd Wd Wd / W 1111d 2345b 5678c 5b"
    robbed = "E discard 5c; S draw 5d; S discard 5d; W draw 6c; W kong concealed 1111d; S claim mahjong; S mahjong kong"
    assert accepted("robs_an_added_kong", f"{FULL}; {wonders}; {robbed}")
    other = wonders.replace("Rd Gd Wd Wd", "Rd Rd Wd Wd")
    assert refused("robs_an_added_kong", f"{FULL}; {other}; {robbed}") == "rob-not-allowed"
