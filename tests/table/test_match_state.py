"""What runs from hand to hand."""

from __future__ import annotations

import pytest

from mjlog.seats import Seat
from mjlog.table.match_state import MatchState, east_stays

E, S = Seat.E, Seat.S


@pytest.mark.parametrize(
    ("winner", "voided", "wins", "leaves_after", "always_leaves", "stays"),
    [
        (E, False, 1, 0, False, True),
        (E, False, 99, 0, False, True),
        (E, False, 12, 13, False, True),
        (E, False, 13, 13, False, False),
        (S, False, 0, 0, False, False),
        (S, False, 0, 13, False, False),
        (None, False, 0, 0, False, True),
        (None, False, 13, 13, False, True),
        (None, True, 0, 0, False, True),
        (S, True, 0, 0, False, True),
        (E, False, 1, 0, True, False),
        (None, False, 0, 0, True, False),
        (S, False, 0, 0, True, False),
        (None, True, 0, 0, True, True),
    ],
)
def test_east_keeps_the_seat_after_an_own_win_a_drawn_and_a_voided_hand(
    winner: Seat | None, voided: bool, wins: int, leaves_after: int, always_leaves: bool, stays: bool
) -> None:
    """After thirteen wins in a row where the rules say so East leaves; where East always leaves, it stays only if
    the hand is played again."""
    standing = MatchState(winner=winner, voided=voided, east_wins=wins)
    assert east_stays(standing, leaves_after, always_leaves) is stays
