"""Who pays whom, as a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjlog.seats import SEATS, Seat
from mjlog.views import payment_table

_FIRST, _CELL = 14, 12


def payment_lines(payments: Iterable[Sequence[Any]], change: Mapping[str, int] | None = None) -> list[str]:
    """A row for everybody who pays, a column for everybody who is paid; `change`: what each seat wins or loses.

    `payments`: seat letters and points, as [from, to, points].

    >>> for line in payment_lines([["E", "S", 80], ["W", "S", 40]]): print(line)
    pays              to South
      East                  80
      West                  40
    """
    table = payment_table([(Seat[payer], Seat[payee], points) for payer, payee, points in payments])
    payees = [seat for seat in SEATS if any(row[seat.index] for row in table.rows)]
    if not payees:
        return ["nobody pays anything"]
    heads = [*(f"to {_name(seat)}" for seat in payees), *(["in all"] if change is not None else [])]
    lines = ["pays".ljust(_FIRST) + "".join(head.rjust(_CELL) for head in heads)]
    for payer in SEATS:
        row = table.rows[payer.index]
        cells = [f"{row[seat.index]:,}" if row[seat.index] else "" for seat in payees]
        cells += [_change(change[payer.value])] if change is not None and payer.value in change else []
        line = f"  {_name(payer)}".ljust(_FIRST) + "".join(cell.rjust(_CELL) for cell in cells)
        lines += [line.rstrip()] if any(cells) else []
    return lines


def _change(points: int) -> str:
    """What somebody wins or loses, written like the payments beside it.

    >>> _change(10032), _change(-9968), _change(0)
    ('+10,032', '−9,968', '0')
    """
    sign = "+" if points > 0 else "−" if points else ""
    return f"{sign}{abs(points):,}"


def _name(seat: Seat) -> str:
    return str(seat).capitalize()
