"""A goulash: which hands are one, which tiles change places, what wild tiles may stand in."""

from __future__ import annotations

import pytest

from cases.bmja import exchanges
from short_logs import accepted, codes, refused, table

DRAWN = "game bmja; hand depth=result; washout"
GOULASH = f"{DRAWN}; hand 2"


@pytest.mark.rule("bmja/goulash")
def test_tiles_go_to_the_partner_of_the_exchange() -> None:
    """Across, then East with South and West with North, then East with North and West with South."""
    dealt = "dealt E 111222333b EEEEw 1c / S 111222333c SSSSw / W 111222333d WWWWw / N RRRd GGGd WWWd NNNNw"
    held = f"{GOULASH}; {dealt}; E charleston across-1 111b; S charleston across-1 111c; W charleston across-1 111d;"
    seats = table(f"{held} N charleston across-1 RRRd").places
    assert [seats[0].held[18], seats[1].held[31], seats[2].held[0], seats[3].held[9]] == [3, 3, 3, 3]


@pytest.mark.rule("bmja/goulash")
def test_three_tiles_that_are_held_and_no_bonus_tiles_change_places() -> None:
    """A flower is laid out before."""
    known = f"{GOULASH}; dealt E 123456789b EEEEw 1c / S 123456789c SSSSw / W 123456789d WWWWw / N RRRd GGGd WWWd NNNNw"
    assert accepted("three_tiles_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("three_tiles_passed", f"{GOULASH}; E charleston across-1 12b") == "charleston-count"
    assert accepted("passed_tile_is_held", f"{known}; E charleston across-1 123b")
    assert refused("passed_tile_is_held", f"{known}; E charleston across-1 123d") == "tile-not-held"
    assert accepted("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 123b")
    assert refused("bonus_tiles_are_not_passed", f"{GOULASH}; E charleston across-1 12b 1f") == "bonus-not-allowed"
    unseen = "blind_on_the_first_left_and_last_right"
    assert refused(unseen, f"{GOULASH}; E charleston across-1 123b blind=1") == "charleston-blind"
    laid_out = f"{GOULASH}; S bonus 1f; S bonus-replacement 5b; {exchanges()} E discard 9d"
    assert codes(laid_out) == []


@pytest.mark.rule("bmja/goulash")
def test_exchanges_after_play_has_begun_are_the_fault_whatever_the_hand_is() -> None:
    """Also where nobody knows whether it is a goulash: not the draw that comes after them."""
    after = "E discard 9d; S draw ??; S discard 3b;"
    after += f" {exchanges(('across-1',))} W draw ??; W discard 4b; N draw ??; N discard 1c"
    for hand in (f"{DRAWN}; gap; hand 3; dealt;", f"{GOULASH}; dealt; {exchanges()}", "game bmja; hand; dealt;"):
        assert codes(f"{hand} {after}") == ["charleston-order"]
