"""Exposures that leave no line of the score card: seen on the player's own rack, or by all that lies face up.

Source: american/dead-3; docs/cards.md#rulings.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.dead.cases import Case, Since
from mjlog.audit.records import Fault
from mjlog.cards.exposures import Exposure, exposure_of
from mjlog.rules.by_card import verdict_of
from mjlog.seats import SEATS, Seat
from mjlog.table import Table, TableSet
from mjlog.tiles import HAND_TILES, UNKNOWN

_OPEN_TILES = (ev.Discard, ev.Expose, ev.JokerExchange, ev.Retract)
_OWN_SETS = (ev.Expose, ev.JokerExchange, ev.Retract)


class Exposures:
    """Impossible exposures of one hand. `cases` in the order of the log."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self._open: dict[Seat, Case] = {}
        self._known_from: int | None = None

    def read(self, table: Table, row: ev.Event | Fault, seq: int) -> None:
        """One event was carried out."""
        if isinstance(row, ev.Gap | Fault):
            # What lies on the table may be of another hand.
            self._known_from, self._open = table.acts, {}
        wanted = _OWN_SETS if table.plan.dead_basis == "rack" else _OPEN_TILES
        if table.card is None or not isinstance(row, wanted):
            return
        for seat in SEATS:
            if seat not in table.dead and table.winner is not seat:
                self._judge(table, seat, seq)

    def _judge(self, table: Table, seat: Seat, seq: int) -> None:
        sets = [laid for laid in table.place(seat).sets if laid.at > (self._known_from or 0)]
        exposures = _as_exposures(sets)
        if not sets or exposures is None or table.card is None:
            return
        case, basis, dead = self._open.get(seat), "rack", table.card.dead(exposures, basis="rack").dead
        if not dead and table.plan.dead_basis == "table" and self._known_from is None:
            basis, dead = "table", verdict_of(table, seat, exposures, "table").dead
        if dead and (case is None or basis != case.basis == "table"):
            case = Case("exposure", seat, seq, Since(seq, seq), act=sets[-1].seq, cause="dead-exposure", basis=basis)
            self._open[seat] = case
            self.cases.append(case)
        elif not dead and case is not None:
            # The exposure was corrected before the discard (american/error-4), or a tile that lay open was called.
            case.until = seq
            del self._open[seat]


def _as_exposures(sets: Sequence[TableSet]) -> list[Exposure] | None:
    """The sets as the card is asked about them; None where they are not known, or are no groups."""
    found = [exposure_of(laid.tiles) for laid in sets if UNKNOWN not in laid.tiles]
    known = [one for one in found if one is not None]
    return known if len(known) == len(sets) <= HAND_TILES else None
