"""Values and payments by a score card: what is owed, and what can be said where the record leaves it open."""

from __future__ import annotations

import pytest

from each import each
from mjlog.audit.report import HandReport
from mjlog.seats import Seat
from short_logs import codes, play

CARD = "game american card=riverside-2026"
READY = "hand; dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard"
"""South waits for 1c or Gd, for a line of 30 points, with a joker."""
JOKERLESS = READY.replace("GGGd Jk", "GGGGd")
CALLED = "1c; S claim mahjong; S mahjong discard 1c"
DRAWN = "9d; S draw 1c; S mahjong wall 1c"
UNSEEN = "hand depth=table; E discard 9d; S mahjong wall"
"""Nobody saw South's hand."""


def report(text: str) -> HandReport:
    """The report of the first hand."""
    return play(text).finish()[-1]


def owed(text: str) -> list[int] | None:
    """What each seat gains, as the program makes it; None where that cannot be said."""
    change = report(text).as_json()["settlement"]["computed"]
    return None if change is None else [change[seat] for seat in "ESWN"]


@pytest.mark.rule("american/pay-1")
@pytest.mark.rule("american/pay-2")
@pytest.mark.rule("american/pay-3")
@each("won, change", [
    (f"{READY} {CALLED}", [-60, 120, -30, -30]),
    (f"{READY} {DRAWN}", [-60, 180, -60, -60]),
    (f"{JOKERLESS} {CALLED}", [-120, 240, -60, -60]),
    (f"{JOKERLESS} {DRAWN}", [-120, 360, -120, -120]),
    ("hand; dealt E 111b 111c GGGd Jk NESWw; E mahjong deal", [180, -60, -60, -60]),
    ("hand; dealt E 111b 111c GGGGd NESWw; E mahjong deal", [360, -120, -120, -120]),
    ("hand; dealt E 2c Wd 26c RGd 22b 66d NESWw; E mahjong deal", [360, -120, -120, -120]),
    ("hand depth=table; washout", [0, 0, 0, 0]),
])  # fmt: skip
def test_what_a_hand_is_paid(won: str, change: list[int]) -> None:
    """Once, twice or four times the value; singles and pairs have no double for want of jokers."""
    assert owed(f"{CARD}; {won}") == change


def test_the_value_of_the_hand_is_that_of_its_line() -> None:
    """The label of the line stands with it, and nothing else of the card."""
    found = report(f"{CARD}; {READY} {DRAWN}")
    assert found.as_json()["scores"]["S"]["computed"] == 30
    assert [item.name for item in found.details[Seat.S].items] == ["line l3"]


@pytest.mark.rule("american/pay-5")
def test_of_several_lines_the_best_counts_unless_one_is_named() -> None:
    """The winds, green dragons and jokers are of two lines."""
    hand = "hand; dealt E GGGGd JJJJJJk NESWw; E mahjong deal"
    assert owed(f"{CARD}; {hand}") == [270, -90, -90, -90]
    assert owed(f"{CARD}; {hand} line=w4") == [270, -90, -90, -90]
    assert owed(f"{CARD}; {hand} line=l3") == [180, -60, -60, -60]


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("value", [" line=l3", "; S score 30", ""])
def test_who_pays_is_open_where_nobody_wrote_down_what_the_discard_was_called(value: str) -> None:
    """Whoever misnamed it pays four times, alone, where that was agreed; what was not agreed is wrong."""
    agreed = f"{CARD} misnamed_mahjong=four-times"
    won = f"hand depth=result; E discard ??; S claim mahjong; S mahjong discard{value}; settlement"
    for change in ("E=-120 S=120 W=0 N=0", "E=-60 S=120 W=-30 N=-30"):
        assert codes(f"{agreed}; {won} {change}") == []
    assert codes(f"{CARD}; {won} E=-120 S=120 W=0 N=0") == ["wrong-settlement"]
    assert codes(f"{agreed}; {won} E=0 S=120 W=-120 N=0") == ["wrong-settlement"]
    assert codes(f"{agreed}; {won.replace('??', '1c')} E=-120 S=120 W=0 N=0") == ["wrong-settlement"]


def test_where_the_value_is_unknown_totals_are_not_judged() -> None:
    """Nobody can say what was owed."""
    assert codes(f"{CARD}; {UNSEEN}; end anna=-1 ben=3 cora=-1 dora=-1") == []
    assert owed(f"{CARD}; {UNSEEN}") is None


def test_a_win_in_error_is_worth_nothing_and_its_payment_not_judged() -> None:
    """The fault is the declaration."""
    wrong = f"{CARD}; {READY} 9d; S draw 9d; S mahjong wall 9d; S score 30; settlement E=-60 S=180 W=-60 N=-60"
    assert codes(wrong) == ["not-on-card"]
    assert owed(wrong) is None
