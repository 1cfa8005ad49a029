"""Sets out of the player's hand: whether they may be laid down, and how."""

from __future__ import annotations

import pytest

from each import each
from short_logs import FULL, accepted, codes, findings, refused

SOUTHS_TURN = f"{FULL}; E discard 9c; S draw ??"
KNOWN = f"{FULL}; dealt S 111b 345d 789c ESWNw; E discard 9d; S draw Rd"


@pytest.mark.rule("mahjiang/turn-4")
@pytest.mark.parametrize(("laid", "check"), [
    ("pung 111b", "drawn_pung_not_exposed"), ("kong 1111b", "drawn_pung_not_exposed"),
    ("chow 345d", "drawn_chow_not_exposed"),
])  # fmt: skip
def test_a_self_drawn_set_is_not_laid_open(laid: str, check: str) -> None:
    """In the player's turn there is no discard to claim."""
    assert refused(check, f"{SOUTHS_TURN}; S expose {laid}") == "self-drawn-exposed"
    assert refused(check, f"{FULL}; dealt E ????????????????; E expose {laid}".replace("???????? ", "")) == (
        "self-drawn-exposed"
    )


@pytest.mark.rule("pung-chi/reveal-1")
def test_a_claimed_set_is_laid_open() -> None:
    """Each kind is asked about its own sets only."""
    assert accepted("drawn_pung_not_exposed", "E discard 1b; S claim pung; S expose pung 111b")
    assert accepted("drawn_chow_not_exposed", "E discard 3d; S claim chow; S expose chow 345d")
    assert accepted("drawn_pung_not_exposed", f"{SOUTHS_TURN}; S expose chow 345d")
    assert accepted("drawn_chow_not_exposed", f"{SOUTHS_TURN}; S expose pung 111b")
    assert refused("drawn_pung_not_exposed", f"{SOUTHS_TURN}; S expose pung 111b") == "self-drawn-exposed"
    assert refused("drawn_chow_not_exposed", f"{SOUTHS_TURN}; S expose chow 345d") == "self-drawn-exposed"


def test_a_claimed_set_that_is_written_down_twice_is_no_self_drawn_one() -> None:
    """The second one stands for the first."""
    claimed = "E discard 1b; S claim pung; S expose pung 111b"
    assert accepted("drawn_pung_not_exposed", f"{claimed}; S expose pung 111b")


@pytest.mark.rule("pung-chi/reveal-1")
def test_sets_drawn_from_the_wall_stay_in_the_hand() -> None:
    """Neither a pung nor a chow is laid face down; each rule is asked about its own kind."""
    assert refused("drawn_pung_not_laid_down", f"{SOUTHS_TURN}; S lay-concealed pung 111b") == "self-drawn-exposed"
    assert refused("drawn_chow_not_laid_down", f"{SOUTHS_TURN}; S lay-concealed chow 345d") == "self-drawn-exposed"
    assert accepted("drawn_pung_not_laid_down", f"{SOUTHS_TURN}; S lay-concealed chow 345d")
    assert accepted("drawn_chow_not_laid_down", f"{SOUTHS_TURN}; S lay-concealed pung 111b")


@pytest.mark.rule("mahjiang/kong-2")
def test_four_alike_are_declared_as_a_kong() -> None:
    """They are replaced; they are not just laid face down."""
    assert refused("kong_is_declared", f"{SOUTHS_TURN}; S lay-concealed kong 1111b") == "kong-not-allowed"
    assert accepted("kong_is_declared", f"{SOUTHS_TURN}; S lay-concealed pung 111b")


@pytest.mark.rule("mahjiang/turn-4")
def test_a_set_is_laid_down_in_the_own_turn() -> None:
    """Before the discard."""
    assert accepted("laid_down_in_turn", f"{SOUTHS_TURN}; S lay-concealed pung 111b")
    assert refused("laid_down_in_turn", f"{SOUTHS_TURN}; W lay-concealed pung 111b") == "out-of-turn"
    assert refused("laid_down_in_turn", f"{SOUTHS_TURN}; S discard 1c; S lay-concealed pung 111b") == "out-of-turn"


@pytest.mark.rule("mahjiang/turn-4")
@each("laid, ok", [
    ("pung 111b", True), ("chow 345d", True), ("pung 112b", False), ("chow 346d", False), ("pung 11b", False),
    ("chow 345d 6d", False), ("chow EESw", False), ("pair 11b", False), ("pung ????", True),
])  # fmt: skip
def test_what_is_laid_down_is_the_set_named(laid: str, ok: bool) -> None:
    """A pung or a chow."""
    text = f"{SOUTHS_TURN}; S lay-concealed {laid}"
    if ok:
        assert accepted("laid_down_set_is_a_set", text)
    else:
        assert refused("laid_down_set_is_a_set", text) == "not-a-set"
    assert accepted("laid_down_set_is_a_set", f"{SOUTHS_TURN}; S lay-concealed pung 111b")
    assert refused("laid_down_set_is_a_set", f"{SOUTHS_TURN}; S lay-concealed pung 1b 1c 1d") == "not-a-set"
    assert refused("laid_down_set_is_a_set", f"{SOUTHS_TURN}; S lay-concealed pung 1f 1f 1f") == "not-a-set"


@pytest.mark.rule("mahjiang/turn-4")
def test_a_set_laid_down_comes_out_of_the_hand() -> None:
    """Known tiles must be there; what nobody saw may be."""
    assert accepted("laid_down_set_is_held", f"{KNOWN}; S lay-concealed pung 111b")
    assert accepted("laid_down_set_is_held", f"{KNOWN}; S lay-concealed chow 789c")
    assert refused("laid_down_set_is_held", f"{KNOWN}; S lay-concealed pung 333d") == "set-not-held"
    assert refused("laid_down_set_is_held", f"{KNOWN}; S lay-concealed chow 456d") == "set-not-held"
    assert accepted("laid_down_set_is_held", f"{SOUTHS_TURN}; S lay-concealed pung 333d")
    lying = f"{FULL}; E discard 9c; S draw ??; S discard 9c; W draw ??"
    assert refused("laid_down_set_is_held", f"{lying}; W lay-concealed pung 999c") == "set-not-held"


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


@pytest.mark.rule("dead-wall/hidden-1")
def test_a_set_shown_early_is_worth_as_much_as_a_claimed_one() -> None:
    """A pung laid open is 2 points, not 4; the hand is not concealed."""
    turn = "game dead-wall; hand; dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw Gd"
    assert codes(f"{turn}; S expose pung 222d; S mahjong wall Gd; S score 28") == ["self-drawn-exposed"]
    assert codes(f"{turn}; S mahjong wall Gd; S score 60") == []
