"""`why` at the end of a hand: every point, and what does not count."""

from __future__ import annotations

from mjlog.recording.ending import why
from short_logs import play

HANDS = "dealt E 1112b 345b 678d EEw 99d / S 222b 666b 444d 55b 12d / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
WON = f"game dmjl; hand; {HANDS}; E discard 2b; S draw 3d; S mahjong wall 3d"


def test_why_tells_what_a_player_might_have_expected() -> None:
    lines = why(play(WON))
    assert "South's hand:" in lines
    assert "  not counted: no chow: there is the chow of 1-2-3 dots" in lines


def test_why_says_nothing_before_the_end() -> None:
    assert why(play(WON.replace("S mahjong wall 3d", "S discard 3d"))) == []
