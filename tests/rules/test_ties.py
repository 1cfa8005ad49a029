"""Two players who win with one discard by a chow each: the first to call gets it."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, refused

CHOW_S = "S 46b 123456c 789c 11d"
CHOW_N = "N 67b 123456d 789d 99c"
PUNG_N = "N 55b 123456d 789d 99c"
"""5 bamboo would complete no hand of these."""
DEAL = "game pung-chi; hand; dealt {} / {}; E discard 5b; {}"
NORTH_FIRST = "N claim mahjong; S claim mahjong"
SOUTH_FIRST = "S claim mahjong; N claim mahjong"
NEXT, FIRST = "nearest_wins_unless_by_chows", "first_to_call_wins_by_a_chow"


@pytest.mark.rule("pung-chi/claim-5")
def test_of_two_wins_by_a_chow_the_first_call_gets_the_tile() -> None:
    """Wherever the players sit."""
    played = DEAL.format(CHOW_S, CHOW_N, NORTH_FIRST)
    assert accepted("first_to_call_wins_by_a_chow", f"{played}; N mahjong discard")
    assert refused("first_to_call_wins_by_a_chow", f"{played}; S mahjong discard") == "mahjong-outranked"
    assert accepted("nearest_wins_unless_by_chows", f"{played}; N mahjong discard")
    south = DEAL.format(CHOW_S, CHOW_N, SOUTH_FIRST)
    assert accepted("first_to_call_wins_by_a_chow", f"{south}; S mahjong discard")
    assert refused("first_to_call_wins_by_a_chow", f"{south}; N mahjong discard") == "mahjong-outranked"


@pytest.mark.rule("pung-chi/win-1")
@pytest.mark.parametrize("calls", [NORTH_FIRST, SOUTH_FIRST])
def test_otherwise_the_next_in_turn_wins(calls: str) -> None:
    """Whoever called first: North wins by a pung."""
    played = DEAL.format(CHOW_S, PUNG_N, calls)
    assert accepted("nearest_wins_unless_by_chows", f"{played}; S mahjong discard")
    assert refused("nearest_wins_unless_by_chows", f"{played}; N mahjong discard") == "mahjong-outranked"
    for winner in "SN":
        assert accepted("first_to_call_wins_by_a_chow", f"{played}; {winner} mahjong discard")


@pytest.mark.rule("pung-chi/claim-5")
def test_unseen_hands_leave_open_how_they_win() -> None:
    """Only who neither called first nor is the next in turn is refused."""
    unseen = "game pung-chi; hand depth=table; E discard 5b; "
    for winner in "SN":
        assert accepted("first_to_call_wins_by_a_chow", f"{unseen}{NORTH_FIRST}; {winner} mahjong discard")
        assert accepted("nearest_wins_unless_by_chows", f"{unseen}{NORTH_FIRST}; {winner} mahjong discard")
    assert accepted("first_to_call_wins_by_a_chow", f"{unseen}{SOUTH_FIRST}; S mahjong discard")
    assert refused("first_to_call_wins_by_a_chow", f"{unseen}{SOUTH_FIRST}; N mahjong discard") == "mahjong-outranked"


def test_a_call_without_a_winning_hand_outranks_nobody() -> None:
    """South, the next in turn, has none: that is South's fault alone."""
    played = DEAL.format("S 1379b 1379c 1379d Ew", PUNG_N, SOUTH_FIRST)
    assert codes(f"{played}; N mahjong discard") == ["not-mahjong"]


def test_a_single_claim_has_no_rival() -> None:
    """Nor has a win from the wall."""
    for check in ("first_to_call_wins_by_a_chow", "nearest_wins_unless_by_chows"):
        assert accepted(check, "game pung-chi; hand depth=table; E discard 5b; N claim mahjong; N mahjong discard")
        assert accepted(check, "game pung-chi; hand depth=table; E discard 5b; S mahjong wall")
