"""A hand of a table of results, as the acts that were done in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mjlog.formats.shorthand.endings import paid, won
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.spreadsheet.cells import Cells
from mjlog.formats.spreadsheet.grid import Row
from mjlog.seats import Seat
from mjlog.table.plan import TablePlan
from mjlog.table.stakes import CHOMBO
from mjlog.text import either, quoted

_REASON = "as the table has it"
Seats = dict[Seat, str]
"""Who sits where, by handle, in the order of seats."""
Act = Callable[[Scene], list[Fields]]
"""What somebody has done: the events of it, at the table that it is done at."""
_MOST = 10**12
_WAYS = {
    "discard": "", "ron": "", "wall": "w", "self-drawn": "w", "self-draw": "w", "self": "w", "selfdrawn": "w",
    "tsumo": "w", "zelf": "w", "selbst": "w", "loose": "l", "kong": "k", "deal": "o", "exchange": "x",
    **dict.fromkeys(("abwurf", "abgelegt", "défausse", "écart", "afgelegd", "weggegooid", "descarte", "scarto"), ""),
    **dict.fromkeys(("mauer", "wand", "selbstgezogen", "gezogen", "mur", "pioche", "muur", "getrokken", "muralla",
                     "pared", "robado", "muro"), "w"),
}  # fmt: skip
"""How a hand was won: as tables say it, and behind `m` in short hand."""


def happens(*rows: Fields) -> Act:
    """Events that are the same at every table."""
    return lambda _scene: list(rows)


@dataclass(frozen=True)
class HandRow:
    """A row that is a hand, at the table of a `plan`. `before`: the totals in the row above, where there are any."""

    cells: Cells
    row: Row
    before: Mapping[str, int]
    plan: TablePlan

    def acts(self, begin: Callable[[Row], Seats]) -> Iterator[Act]:
        """What was done in it. `begin` begins the hand, and tells who sits where then."""
        seats = begin(self.row)
        if self.cells.said(self.row, "result").lower() == "void":
            is_chombo = self.plan.family.has_chombo and any(self._fined().values())
            yield from self._fines(seats, CHOMBO if is_chombo else _REASON)
            yield happens({"type": "replay", "reason": CHOMBO if is_chombo else _REASON})
            return
        winner = self.cells.whoever(self.row, "winner", seats)
        if winner is None:
            yield happens({"type": "washout"})
        else:
            way = self._way(winner, seats)
            yield lambda scene: won(scene, winner, way)
            yield from self._scores(seats)
        yield from self._paid(seats, winner)
        yield from self._fines(seats)

    def _way(self, winner: Seat, seats: Seats) -> str:
        """How somebody won, as it is typed. Where the table names discarders alone, nobody's discard is the wall."""
        said = self.cells.said(self.row, "how").lower()
        if said and said not in _WAYS:
            self.cells.fail(self.row, f"{quoted(said)} is no way to win; expected {either(_WAYS)}")
        by = self.cells.whoever(self.row, "discarder", seats)
        if _WAYS.get(said) or by is None:
            is_told = not said and self.cells.has("discarder")
            return "w" if is_told else _WAYS.get(said, "")
        return "w" if by == winner else f"f{by.value.lower()}"

    def _scores(self, seats: Seats) -> Iterator[Act]:
        scores = self.cells.of_players(self.row, "score")
        wrong = next((player for player, score in scores.items() if not 0 <= score < _MOST), None)
        if wrong is not None and wrong in seats.values():
            self.cells.fail(self.row, f"{wrong}'s score is {scores[wrong]}; expected 0 or more points")
        for seat, player in seats.items():
            if player in scores:
                yield happens({"type": "score", "seat": seat.value, "total": scores[player]})

    def _paid(self, seats: Seats, winner: Seat | None) -> Iterator[Act]:
        """What was paid, where all of it stands there: as payments, or from one total to the next."""
        change = self.cells.of_players(self.row, "change") or self._between_totals()
        if set(seats.values()) <= set(change) and (winner is not None or any(change.values())):
            yield lambda scene: [paid(scene, [change[player] for player in seats.values()])]

    def _between_totals(self) -> dict[str, int]:
        fines = {} if self.plan.family.fines_go_to_nobody else self._fined()
        totals = self.cells.of_players(self.row, "total")
        return {player: total - self.before.get(player, 0) - fines.get(player, 0) for player, total in totals.items()}

    def _fines(self, seats: Seats, reason: str = _REASON) -> Iterator[Act]:
        fines = self._fined()
        absent = next((player for player, points in fines.items() if points and player not in seats.values()), None)
        if absent is not None:
            self.cells.fail(self.row, f"a fine of {absent}, who does not play in this hand")
        in_seats = {seat: fines.get(player, 0) for seat, player in seats.items()}
        yield from map(happens, fines_of(in_seats, self.plan.family.fines_go_to_nobody, reason))

    def _fined(self) -> dict[str, int]:
        return {player: self.cells.in_points(self.row, one) for player, one in self.cells.fines(self.row).items()}


def fines_of(points: Mapping[Seat, int], to_nobody: bool, reason: str = _REASON) -> Iterator[Fields]:
    """A fine for everybody who has lost points by one; the others get them in their order, or nobody does."""
    gains = {seat: gained for seat, gained in points.items() if gained > 0}
    for seat, lost in points.items():
        if lost < 0:
            to = _shared(gains, -lost)
            said = {"type": "penalty", "seat": seat.value, "amount": -lost, "reason": reason}
            yield said | ({"to": to} if to or to_nobody else {})


def _shared(gains: dict[Seat, int], amount: int) -> dict[str, int]:
    """Who gets a fine, taken from what they are still to get."""
    to: dict[str, int] = {}
    for seat, points in gains.items():
        part = min(points, amount)
        if part:
            to[seat.value] = part
            gains[seat], amount = points - part, amount - part
    return to
