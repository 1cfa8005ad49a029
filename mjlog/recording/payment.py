"""What is asked about the payments of a hand that is over: they count as computed, as long as nothing else is said."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.audit.engine import Engine
from mjlog.scoring import Settlement
from mjlog.seats import SEATS
from mjlog.text import signed
from mjlog.views.naming import seat_name


class Presumed(NamedTuple):
    """Payments that count for a hand, and what they depend on that nobody wrote down, in words."""

    due: Settlement
    unsaid: str

    def __str__(self) -> str:
        return amounts(self.due)


def presumed_payment(replay: Engine) -> Presumed | None:
    """What counts as paid for the hand that is over; None where it was written down, or follows from what was."""
    table = replay.table
    if not table.standing.result_known or table.standing.voided or table.settlement is not None:
        return None
    due, unsaid = replay.ending.presumed(), replay.ending.unsaid()
    return None if due is None or unsaid is None else Presumed(due, unsaid)


def amounts(due: Settlement) -> str:
    """What everybody gains, in words."""
    return ", ".join(f"{seat_name(seat)} {signed(due.change[seat])}" for seat in SEATS if seat in due.change)
