"""Sets out of the player's hand: whether they may be laid down, and how."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused


@pytest.mark.rule("dead-wall/hidden-1")
def test_where_it_is_only_advice_a_set_shown_early_is_told_and_play_goes_on() -> None:
    """All of it comes out of the hand, and the turn goes on; a kong is declared, as ever."""
    turn = "game dead-wall; hand; dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw Ew"
    for shown in ("expose chow 123b", "expose pung 222d", "lay-concealed chow 123b", "lay-concealed pung 222d"):
        assert refused("drawn_set_kept_hidden", f"{turn}; S {shown}") == "self-drawn-exposed"
        assert [one.severity for one in findings(f"{turn}; S {shown}; S discard Ew; W draw ??; W discard 9c")] == [
            "info"
        ]
    assert accepted("drawn_set_kept_hidden", "E discard 5b; S claim pung; S expose pung 555b")
    assert sorted(codes(f"{turn}; S expose chow 678b")) == ["self-drawn-exposed", "set-not-held"]
    assert sorted(codes(f"{turn}; S expose pung 222d; S discard 2d")) == ["self-drawn-exposed", "tile-not-held"]
    assert codes(f"{turn}; S expose kong 2222d") == ["claim-not-made"]
