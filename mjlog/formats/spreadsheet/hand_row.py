"""A hand of a table of results, written out in short hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mjlog.formats.spreadsheet.cells import Cells
from mjlog.formats.spreadsheet.grid import Row
from mjlog.seats import Seat
from mjlog.table.plan import TablePlan
from mjlog.table.stakes import CHOMBO, goes_to_nobody
from mjlog.text import either, quoted

_REASON = "as the table has it"
Seats = dict[Seat, str]
"""Who sits where, by handle, in the order of seats."""
_WAYS = {
    "discard": "", "ron": "", "wall": "w", "self-drawn": "w", "self-draw": "w", "self": "w", "selfdrawn": "w",
    "tsumo": "w", "zelf": "w", "selbst": "w", "loose": "l", "kong": "k", "deal": "o", "exchange": "x",
}  # fmt: skip
"""How a hand was won: as tables say it, and behind `m` in short hand."""


def letter(seat: Seat) -> str:
    """A seat in short hand."""
    return str(seat.value).lower()


@dataclass(frozen=True)
class HandRow:
    """A row that is a hand, at the table of a `plan`. `before`: the totals in the row above, where there are any."""

    cells: Cells
    row: Row
    before: Mapping[str, int]
    plan: TablePlan

    def acts(self, begin: Callable[[Row], Seats]) -> Iterator[str]:
        """What would be typed of it. `begin` begins the hand, and tells who sits where then."""
        seats = begin(self.row)
        if self.cells.said(self.row, "result").lower() == "void":
            is_chombo = self.plan.stakes is not None and any(self._fined().values())
            yield from self._fines(seats, CHOMBO if is_chombo else _REASON)
            yield f"replay {CHOMBO if is_chombo else _REASON}"
            return
        winner = self.cells.whoever(self.row, "winner", seats)
        if winner is None:
            yield "wash"
        else:
            yield f"{letter(winner)}m{self._way(winner, seats)}"
            yield from self._scores(seats)
        yield from self._paid(seats, winner)
        yield from self._fines(seats)

    def _way(self, winner: Seat, seats: Seats) -> str:
        """How somebody won: behind `m`. Where the table names discarders alone, nobody's discard is the wall."""
        said = self.cells.said(self.row, "how").lower()
        if said and said not in _WAYS:
            self.cells.fail(self.row, f"{quoted(said)} is no way to win; expected {either(_WAYS)}")
        by = self.cells.whoever(self.row, "discarder", seats)
        if _WAYS.get(said) or by is None:
            is_told = not said and self.cells.has("discarder")
            return "w" if is_told else _WAYS.get(said, "")
        return "w" if by == winner else f"f{letter(by)}"

    def _scores(self, seats: Seats) -> Iterator[str]:
        scores = self.cells.of_players(self.row, "score")
        yield from (f"{letter(seat)}={scores[player]}" for seat, player in seats.items() if player in scores)

    def _paid(self, seats: Seats, winner: Seat | None) -> Iterator[str]:
        """What was paid, where all of it stands there: as payments, or from one total to the next."""
        paid = self.cells.of_players(self.row, "change") or self._between_totals()
        if set(seats.values()) <= set(paid) and (winner is not None or any(paid.values())):
            yield "pay " + "/".join(str(paid[player]) for player in seats.values())

    def _between_totals(self) -> dict[str, int]:
        fines = {} if goes_to_nobody(self.plan) else self._fined()
        totals = self.cells.of_players(self.row, "total")
        return {player: total - self.before.get(player, 0) - fines.get(player, 0) for player, total in totals.items()}

    def _fines(self, seats: Seats, reason: str = _REASON) -> Iterator[str]:
        fines = self._fined()
        absent = next((player for player, points in fines.items() if points and player not in seats.values()), None)
        if absent is not None:
            self.cells.fail(self.row, f"a fine of {absent}, who does not play in this hand")
        yield from fines_of({seat: fines.get(player, 0) for seat, player in seats.items()}, reason)

    def _fined(self) -> dict[str, int]:
        return {player: self.cells.in_points(self.row, one) for player, one in self.cells.fines(self.row).items()}


def fines_of(points: Mapping[Seat, int], reason: str = _REASON) -> Iterator[str]:
    """A fine for everybody who has lost points by one; the others get them in their order."""
    gains = {seat: gained for seat, gained in points.items() if gained > 0}
    for seat, lost in points.items():
        if lost < 0:
            to = _shared(gains, -lost)
            said = {"type": "penalty", "seat": seat.value, "amount": -lost, "reason": reason}
            yield json.dumps(said | ({"to": to} if to else {}))


def _shared(gains: dict[Seat, int], amount: int) -> dict[str, int]:
    """Who gets a fine, taken from what they are still to get."""
    to: dict[str, int] = {}
    for seat, points in gains.items():
        part = min(points, amount)
        if part:
            to[seat.value] = part
            gains[seat], amount = points - part, amount - part
    return to
