"""What other games have and the American one has not."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, refused

HAND = "game american card=riverside-2026; hand"
KONG = f"{HAND}; E discard 5b; S claim kong; S expose kong 5555b"


@pytest.mark.rule("american/call-4")
@pytest.mark.parametrize("act", ["kong concealed 5555b", "kong added 5555b", "lay-concealed pung 555b"])
def test_nothing_is_laid_out_of_the_hand(act: str) -> None:
    """Groups lie open with a discard that was called."""
    assert refused("nothing_laid_out_of_the_hand", f"{HAND}; E {act}") == "kong-not-allowed"
    assert codes(f"{HAND}; E {act}") == ["kong-not-allowed"]


@pytest.mark.rule("american/turn-1")
def test_there_are_no_loose_tiles() -> None:
    """A kong that was called is not replaced, nor a flower."""
    assert refused("nothing_drawn_from_the_end", f"{KONG}; S kong-replacement ??") == "replacement-not-due"
    assert refused("nothing_drawn_from_the_end", f"{HAND}; E bonus-replacement ??") == "replacement-not-due"
    assert codes(f"{KONG}; S discard 9d; W draw ??") == []


@pytest.mark.rule("american/win-1")
@pytest.mark.parametrize(("source", "ok"), [("wall", True), ("exchange", True), ("loose", False), ("kong", False)])
def test_nothing_is_won_from_a_kong(source: str, ok: bool) -> None:
    """The last tile is drawn, called, or a joker exchanged."""
    text = f"{HAND}; E discard 9d; S draw ??; S mahjong {source}"
    if ok:
        assert accepted("nothing_won_from_a_kong", text)
    else:
        assert refused("nothing_won_from_a_kong", text) == "mahjong-tile-wrong"


@pytest.mark.rule("american/tiles-2")
@pytest.mark.parametrize("flower", ["1f", "4s", "Ff"])
def test_flowers_stay_in_the_hand(flower: str) -> None:
    """They may be discarded, as any other tile, and called."""
    assert refused("flowers_stay_in_the_hand", f"{HAND}; E bonus {flower}") == "not-a-bonus"
    assert codes(f"{HAND}; E discard {flower}; S claim pung; S expose pung FFf Jk; S discard 9d") == []


@pytest.mark.rule("american/turn-1")
def test_nobody_says_fishing() -> None:
    """It is no call of this game."""
    assert refused("nobody_says_fishing", f"{HAND}; E discard 9d; S fishing") == "out-of-place"
