"""What is certain, and what is not, in American games with tiles that nobody saw (docs/understand/certainty.md)."""

from __future__ import annotations

import pytest

from each import each
from short_logs import findings

_GAME = "game american card=riverside-2026"
TABLE = f"{_GAME}; hand depth=table;"
FULL = f"{_GAME}; hand; dealt;"
RESULT = f"{_GAME}; hand depth=result;"
_KONG = "E discard 1c; S claim kong; S expose kong 111c Jk; S discard 9d;"
_SEVEN = "S claim mahjong; S mahjong discard line=r7;"
_SHOWN = "S show | 4444c 777d RRRd; S score 25;"
_WITHOUT_JOKERS = "settlement E=-50 S=200 W=-50 N=-100"
_FIRST = "; ".join(f"{seat} charleston {name} ????" for name in ("right-1", "across-1", "left-1") for seat in "ESWN")


def faults(text: str) -> list[str]:
    """The codes of what is in error, or warned of."""
    return [one.code for one in findings(text) if one.severity != "info"]


@each(
    "text",
    [
        # Tiles of an exposure that nobody saw may be jokers.
        f"{TABLE} E discard 1c; S claim kong; S expose kong 1c ?? ?? ??; S discard 9d; W discard 8b; N discard 7d;"
        f"{_SEVEN} {_SHOWN} settlement E=-25 S=100 W=-25 N=-50",
        f"{TABLE} E discard 5b; S claim pung; S expose pung 5b ?? ??; S discard 1c; W draw ??; W exchange S 5b",
        f"{TABLE} E discard Sw; S claim sextet; S expose sextet Sw ?? ?? ?? ?? ??; S discard 9d; W discard Sw",
        # An exchange of which the tile was not seen took the joker all the same.
        f"{TABLE} {_KONG} W draw ??; W exchange S ??; W discard 8b; N discard 7d;{_SEVEN} {_SHOWN} {_WITHOUT_JOKERS}",
        # In a gap jokers may be exchanged, and exposures made that are counted in the number of a set.
        f"{TABLE} {_KONG} gap; W discard 2c; N discard 7d; {_SEVEN} S show 1111c | 4444c 777d RRRd; {_WITHOUT_JOKERS}",
        f"{TABLE} gap; E discard 1c; S claim kong; S expose kong 111c Jk; S exchange S 1c set=1; S discard 9d;"
        f"W discard 7d; N discard 7d; {_SEVEN} {_SHOWN} {_WITHOUT_JOKERS}",
        f"{FULL} E charleston right-1 ????; gap; W charleston courtesy 2b; E charleston courtesy 1b; E discard 5b",
        # What the table saw need not have every pass.
        f"{TABLE} E charleston left-1 ???? blind=2; E discard 5b",
        f"{TABLE} E charleston right-1 123b; E charleston across-1 123b; E charleston left-1 123b; E stop;E discard 5b",
        # A discard that nobody wrote down may be the one that proves a hand dead.
        f"{_GAME} dead_basis=table; hand depth=table; E discard 8b; S claim sextet; S expose sextet 888b JJJk;"
        "S discard 1c; W discard ??; N discard ??; E discard ??; S dead exposure by=N",
        f"{TABLE} E discard 5b named=??; S discard ?? named=5b",
        # With nobody left to draw the hand is drawn.
        f"{FULL} passes; E discard 5b; " + "; ".join(f"{seat} dead other" for seat in "ESWN") + "; washout",
    ],
)
def test_what_can_be_true_is_no_fault(text: str) -> None:
    """Some assignment of what was not seen makes it legal."""
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # The line that is named tells the value and the section, whatever was seen.
        (f"{RESULT} S mahjong wall line=s2; S score 60; settlement E=-240 S=720 W=-240 N=-240", "wrong-settlement"),
        (f"{RESULT} S mahjong wall line=r7; S score 30", "wrong-score"),
        (f"{TABLE} {_KONG} gap; W discard 7d; {_SEVEN} S score 30", "wrong-score"),
        # No line is worth that.
        (f"{TABLE} E discard 9d; S mahjong wall; S score 27", "wrong-score"),
        # A joker that lies open is no jokerless hand.
        (f"{TABLE} {_KONG} W discard 2c; N discard 7d; {_SEVEN} {_SHOWN} {_WITHOUT_JOKERS}", "wrong-settlement"),
        # Passes do not go back, though some are missing.
        (f"{TABLE} E charleston left-1 ????; S charleston right-1 ????", "charleston-order"),
        (f"{FULL} {_FIRST}; E stop; E charleston left-2 ????", "charleston-order"),
    ],
)
def test_what_cannot_be_true_is_one(text: str, code: str) -> None:
    """No assignment makes it legal."""
    assert faults(text) == [code]


def test_a_hand_shown_in_part_keeps_what_is_known_of_it() -> None:
    """The tiles laid down unseen are those that the player is known to have."""
    known = f"{_GAME}; hand; dealt E 1234b 567c 1d FFFf ESWw; passes ESWw"
    won = f"{known}; E discard 1b; S draw ??; S mahjong wall"
    assert faults(f"{won}; E show | 234b ???????????") == []
    assert faults(f"{won}; E show | 999b ???????????") == ["shown-hand-differs"]


def test_many_exposures_are_judged_as_fast_as_few() -> None:
    """With more sets on the table than a hand has tiles the card is asked no more."""
    turn = "E discard 5b; S claim pung; S expose pung 55b Jk; S discard 1c; W discard 2c; N discard 3c;"
    assert "dead-exposure" in [one.code for one in findings(f"{TABLE} {turn * 40}")]


THROWN = "E discard 9d; S draw ??; S discard {0}; W draw ??; W discard 9d; N draw ??; N discard 9d; E draw ??"


def test_a_winner_who_names_the_tile_just_drawn_can_have_drawn_it() -> None:
    """Nobody saw the draw: of the four 9 dots one must be left for it, and the hand of the card must have it."""
    for start in (TABLE, "game pung-chi; hand depth=table;"):
        assert faults(f"{start} {THROWN.format('8d')}; E mahjong wall 9d") == []
        assert faults(f"{start} {THROWN.format('9d')}; E mahjong wall 9d") == ["mahjong-tile-wrong"]
    named = f"{TABLE} {THROWN.format('8d')}; E mahjong wall {{}} line=r7; E show | 1111c 4444c 777d RRRd"
    assert faults(named.format("4c")) == []
    assert faults(named.format("1b")) != []
