"""Who pays whom for a hand of the card: its value once, twice or four times.

Source: american/pay-1 to american/pay-4, american/error-2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mjlog.errors import HandError
from mjlog.scoring.settlement import Settlement
from mjlog.seats import SEATS, Seat


class CardWin(NamedTuple):
    """What the payment for a hand of the card depends on.

    `value`: of the line, in points; `jokerless`: no joker among the fourteen tiles; `bonus`: the section pays double
    for that (singles and pairs do not).
    """

    value: int
    jokerless: bool
    bonus: bool


def explain_card_win(win: CardWin, discarder: Seat | None = None, *, misnamed: bool = False) -> str:
    """Why the others pay what they pay. `misnamed`: as in `settle_card_win`.

    >>> explain_card_win(CardWin(25, jokerless=True, bonus=True), Seat.W)
    '25, doubled for a hand without jokers: 50; twice that from West, who discarded the tile'
    >>> explain_card_win(CardWin(25, jokerless=False, bonus=True))
    '25; twice that from all, for no discard was won'
    """
    if misnamed and discarder is not None:
        return f"{win.value}; four times that from {str(discarder).capitalize()} alone, who misnamed the tile"
    doubled = f", doubled for a hand without jokers: {2 * win.value}" if win.jokerless and win.bonus else ""
    if discarder is None:
        return f"{win.value}{doubled}; twice that from all, for no discard was won"
    return f"{win.value}{doubled}; twice that from {str(discarder).capitalize()}, who discarded the tile"


def settle_card_win(
    win: CardWin, winner: Seat, discarder: Seat | None = None, seats: Sequence[Seat] = SEATS, *, misnamed: bool = False
) -> Settlement:
    """The others pay the winner the value: the discarder twice, and everybody twice for a drawn tile.

    `misnamed`: the tile that was called had been misnamed by its discarder, who alone pays, four times.

    Without jokers all of it doubles, where the section pays that. East pays and receives like the others, and so do
    players whose hands are dead.

    >>> result = settle_card_win(CardWin(25, jokerless=True, bonus=True), Seat.S, Seat.W)
    >>> [result.change[seat] for seat in SEATS]
    [-50, 200, -100, -50]

    Raises:
        HandError: the winner or discarder has no seat, or they are one.
    """
    for role, seat in (("winner", winner), ("discarder", discarder)):
        if seat is not None and seat not in seats:
            raise HandError(f"the {role}, {seat}, does not sit at the table")
    if discarder is winner:
        raise HandError(f"{winner} cannot be the winner and the discarder")
    if misnamed and discarder is not None:
        due = {discarder: 4 * win.value}
    else:
        factor = 2 if win.jokerless and win.bonus else 1
        due = {loser: win.value * factor * (2 if discarder in (None, loser) else 1) for loser in seats}
    payments = tuple((loser, winner, points) for loser, points in due.items() if loser is not winner)
    change = dict.fromkeys(seats, 0)
    for payer, payee, points in payments:
        change[payer] -= points
        change[payee] += points
    return Settlement(change, tuple(payment for payment in payments if payment[2]))
