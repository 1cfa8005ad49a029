"""Who pays for a hand of the card."""

from __future__ import annotations

import pytest

from mjlog.errors import HandError
from mjlog.scoring.settlement import CardWin, settle_card_win
from mjlog.seats import SEATS, Seat

E, S, W, N = SEATS
PLAIN = CardWin(25, jokerless=False, bonus=True)
JOKERLESS = CardWin(25, jokerless=True, bonus=True)
PAIRS = CardWin(50, jokerless=True, bonus=False)


@pytest.mark.rule("american/pay-1")
@pytest.mark.parametrize(("win", "winner", "discarder", "change"), [
    (PLAIN, S, W, [-25, 100, -50, -25]),
    (PLAIN, S, None, [-50, 150, -50, -50]),
    (PLAIN, E, N, [100, -25, -25, -50]),
    (JOKERLESS, S, W, [-50, 200, -100, -50]),
    (JOKERLESS, N, None, [-100, -100, -100, 300]),
    (PAIRS, W, E, [-100, -50, 200, -50]),
])  # fmt: skip
def test_the_discarder_pays_twice_and_all_do_for_a_drawn_tile(
    win: CardWin, winner: Seat, discarder: Seat | None, change: list[int]
) -> None:
    """Twice as much again without jokers, where the section pays for that."""
    result = settle_card_win(win, winner, discarder)
    assert [result.change[seat] for seat in SEATS] == change
    paid = {payer: points for payer, payee, points in result.payments if payee is winner}
    assert paid == {seat: -points for seat, points in result.change.items() if seat is not winner}


def test_nobody_pays_for_a_hand_worth_nothing() -> None:
    assert settle_card_win(CardWin(0, jokerless=True, bonus=True), E).payments == ()


@pytest.mark.parametrize(("winner", "discarder", "said"), [
    (N, None, "the winner, north, does not sit at the table"),
    (E, N, "the discarder, north, does not sit at the table"),
    (E, E, "east cannot be the winner and the discarder"),
])  # fmt: skip
def test_who_does_not_sit_at_the_table_neither_wins_nor_pays(winner: Seat, discarder: Seat | None, said: str) -> None:
    with pytest.raises(HandError, match=said):
        settle_card_win(PLAIN, winner, discarder, SEATS[:3])
