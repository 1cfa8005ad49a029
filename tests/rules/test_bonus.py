"""Flowers and seasons."""

from __future__ import annotations

import pytest

from short_logs import AT_THE_TABLE, FULL, accepted, codes, discards, refused

LOOSE = "game FlowersLoose=true; hand"


@pytest.mark.rule("classical/bonus-1")
@pytest.mark.parametrize("laid", ["1f", "4s", "1f 2f 3s", "??"])
def test_flowers_and_seasons_are_laid_out(laid: str) -> None:
    """One or several; one that nobody saw may be one."""
    assert accepted("only_bonus_tiles_laid_out", f"{FULL}; E bonus {laid}")


@pytest.mark.rule("classical/bonus-1")
@pytest.mark.parametrize("laid", ["5b", "Rd", "1f Ew"])
def test_nothing_else_is_laid_out(laid: str) -> None:
    """A dragon is no bonus tile."""
    assert refused("only_bonus_tiles_laid_out", f"{FULL}; E bonus {laid}") == "not-a-bonus"


@pytest.mark.rule("classical/bonus-1")
def test_east_lays_out_first_after_the_deal() -> None:
    """Then the others in turn."""
    first = f"{FULL}; E bonus 1f; E draw ??; S bonus 2f; S draw ??"
    assert accepted("bonus_in_turn", f"{first}; N bonus 3f")
    later = f"{FULL}; S bonus 2f; S draw ??; W bonus 3f; W draw ??"
    assert refused("bonus_in_turn", f"{later}; S bonus 1f") == "out-of-turn"


@pytest.mark.rule("classical/bonus-1")
def test_later_bonus_tiles_wait_for_the_own_turn() -> None:
    """They are laid out between draw and discard, at any time after they were drawn."""
    assert accepted("bonus_in_turn", f"{FULL}; E discard 5b; S draw 1f; S bonus 1f")
    assert refused("bonus_in_turn", f"{FULL}; E discard 5b; S draw ??; W bonus 1f") == "out-of-turn"
    kong = f"{FULL}; E discard 5b; S draw ??; S kong concealed 1111c"
    assert refused("bonus_in_turn", f"{kong}; S bonus 1f") == "replacement-missing"


@pytest.mark.rule("classical/bonus-1")
def test_a_bonus_tile_is_replaced_once() -> None:
    """Nothing is replaced that was not laid out."""
    assert accepted("bonus_replacement_is_due", f"{LOOSE}; E bonus 1f; E bonus-replacement ??")
    assert refused("bonus_replacement_is_due", f"{LOOSE}; E bonus-replacement ??") == "replacement-not-due"
    once = f"{LOOSE}; E bonus 1f; E bonus-replacement ??"
    assert refused("bonus_replacement_is_due", f"{once}; E bonus-replacement ??") == "replacement-not-due"


@pytest.mark.rule("classical/kong-1")
def test_a_kong_is_replaced_once() -> None:
    """A loose tile needs a kong."""
    assert accepted("kong_replacement_is_due", f"{FULL}; E kong concealed 1111c; E kong-replacement ??")
    assert refused("kong_replacement_is_due", f"{FULL}; E kong-replacement ??") == "replacement-not-due"
    other = f"{FULL}; E kong concealed 1111c; S kong-replacement ??"
    assert refused("kong_replacement_is_due", other) == "replacement-not-due"


@pytest.mark.rule("classical/dead-1")
def test_a_replacement_needs_a_tile() -> None:
    """From the live wall while one is left there, else from the dead wall while it has one."""
    short = f"{AT_THE_TABLE.replace('game', 'game DeadWall16=true')}; {discards(68)}"
    assert accepted("tile_left_for_bonus", f"{short}; E draw 1f; E bonus 1f; E bonus-replacement ??")
    used_up = f"{short}; " + "; ".join(f"{'ESWN'[step % 4]} discard {tile}" for step, tile in enumerate(_MORE))
    assert (
        refused("tile_left_for_bonus", f"{used_up}; N draw 1f; N bonus 1f; N bonus-replacement ??") == "draw-past-end"
    )


_MORE = ("1b", "2b", "3b", "4b", "5b", "6b", "7b")
"""Seven more turns: with these 75 discards all but one of 75 tiles of the live wall are drawn."""


@pytest.mark.rule("pung-chi/bonus-1")
def test_a_dealt_bonus_tile_is_replaced_before_anybody_discards() -> None:
    """Also another player's."""
    flowers = "game pung-chi bonus_tiles=true; hand"
    assert accepted("bonus_tile_replaced_at_once", f"{flowers}; W bonus 1f; W bonus-replacement ??; E discard 5b")
    assert refused("bonus_tile_replaced_at_once", f"{flowers}; W bonus 1f; E discard 5b") == "replacement-missing"
    drawn = f"{flowers}; E discard 5b; S draw 1f; S bonus 1f"
    for act in ("S discard 5b", "S mahjong wall", "S kong concealed 1111c"):
        assert refused("bonus_tile_replaced_at_once", f"{drawn}; {act}") == "replacement-missing"


@pytest.mark.rule("mcr/bonus-1")
def test_a_bonus_tile_that_was_dealt_and_one_that_was_drawn_are_kept_against_different_rules() -> None:
    """Before the first discard the last tile drawn is the drawn one; after it, any."""
    dealt = "game mcr; hand; dealt S 1f 123456789c 123d; E discard 9b; S draw"
    drawn = "game mcr; hand; dealt S 1234d 123456789c; E discard 9b; S draw"
    assert refused("dealt_bonus_laid_out", f"{dealt} ??; S discard 9c") == "bonus-kept"
    assert accepted("drawn_bonus_laid_out", f"{dealt} ??; S discard 9c")
    assert refused("drawn_bonus_laid_out", f"{drawn} 1f; S discard 9c") == "bonus-kept"
    assert accepted("dealt_bonus_laid_out", f"{drawn} 1f; S discard 9c")
    others = "W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??; E discard 9d"
    later = f"{drawn} 5d; S discard 9c; {others}; S draw"
    assert refused("drawn_bonus_laid_out", f"{later} 1f; S discard 8c") == "bonus-kept"
    assert accepted("dealt_bonus_laid_out", f"{later} 1f; S discard 8c")
    assert accepted("drawn_bonus_laid_out", f"{later} 1f; S bonus 1f; S bonus-replacement ??; S discard 8c")


@pytest.mark.rule("pung-chi/bonus-1")
def test_a_bonus_tile_that_is_drawn_is_not_kept() -> None:
    """It is laid out before the discard; what nobody saw may be none."""
    drawn = "game pung-chi bonus_tiles=true; hand; E discard 5b; S draw"
    laid = "S bonus 1f; S bonus-replacement 2d"
    assert accepted("bonus_laid_out_before_the_discard", f"{drawn} 1f; {laid}; S discard 1c")
    assert accepted("bonus_laid_out_before_the_discard", f"{drawn} ??; S discard 1c")
    assert refused("bonus_laid_out_before_the_discard", f"{drawn} 1f; S discard 1c") == "bonus-kept"
    again = f"{drawn} 1f; {laid.replace('2d', '2f')}; S discard 1c"
    assert refused("bonus_laid_out_before_the_discard", again) == "bonus-kept"


@pytest.mark.rule("classical/bonus-1")
def test_at_the_table_draws_may_be_missing() -> None:
    """A bonus tile laid out in turn shows that one was drawn."""
    assert codes("E discard 5b; S bonus 1f; S bonus-replacement ??; S discard 1c") == []


@pytest.mark.rule("classical/bonus-1")
@pytest.mark.parametrize("rules", ["dmjl", "western", "classical"])
def test_at_the_table_a_second_bonus_tile_shows_that_the_first_was_replaced(rules: str) -> None:
    """It was not among the tiles dealt; of two that were dealt, both may be laid out first."""
    hand = f"game {rules}; hand depth=table; dealt E 147b 258c 369d ESWNw"
    assert codes(f"{hand} 3s; E bonus 3s; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 4f; E bonus 4f; E discard 1b") == []
    assert codes(f"{hand} 3s; E bonus 4f; E discard 1b") == ["tile-not-held"]
