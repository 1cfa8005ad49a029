"""What runs from hand to hand."""

from __future__ import annotations

import pytest

from mjlog.seats import Seat
from mjlog.table.match_state import MatchState, east_stays
from short_logs import table

E, S = Seat.E, Seat.S


@pytest.mark.parametrize(("winner", "voided", "wins", "leaves_after", "always_leaves", "stays"), [
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
])  # fmt: skip
def test_east_keeps_the_seat_after_an_own_win_a_drawn_and_a_voided_hand(
    winner: Seat | None, voided: bool, wins: int, leaves_after: int, always_leaves: bool, stays: bool
) -> None:
    """After thirteen wins in a row where the rules say so East leaves; where East always leaves, it stays only if
    the hand is played again."""
    standing = MatchState(winner=winner, voided=voided, east_wins=wins)
    assert east_stays(standing, leaves_after, always_leaves) is stays


def test_how_often_east_has_won_is_known_between_hands() -> None:
    """While a hand is on, and after one whose end was missed, nobody can say."""
    played = ("game", "game; hand; E discard 5b", "game; hand; washout", "game; gap; hand 5; washout")
    assert [table(text).standing.wins_in_a_row for text in played] == [0, None, 0, None]


def test_the_first_east_is_that_of_the_first_hand() -> None:
    """Where it may have been missed, nobody's."""
    played = ("game; hand; washout; hand 2 E ben", "game; gap; hand 5 E ben")
    assert [table(text).standing.first_east for text in played] == ["anna", None]
