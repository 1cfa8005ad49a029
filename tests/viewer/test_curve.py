"""The curves above the slider: how near each hand was to being ready."""

from __future__ import annotations

from mjlog.seats import Seat
from mjlog.viewer.pages.present import curve_svg


def test_a_curve_rises_as_the_hand_comes_nearer_and_begins_where_it_is_known() -> None:
    found = curve_svg([{}, {Seat.S: 3}, {Seat.S: 3}, {Seat.S: 2}, {Seat.S: -1}])
    assert '<path class="of-S" d="M1 4.5H3V3.5H4V0.5H4"/>' in found
    assert "of-E" not in found
    assert 'd="M0 7.5H1M2 2.5H2"' in curve_svg([{Seat.E: 9}, {}, {Seat.E: 1}]), "nobody sees it any more: a gap"
    assert curve_svg([{}, {}]) == curve_svg([]) == ""
