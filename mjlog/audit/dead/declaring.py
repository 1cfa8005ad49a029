"""Mahjong declared in error, original calls that were not kept, discards named as another tile, and exposures that
leave no line of the score card, seen on the player's own rack, or by all that lies face up.

Source: american/dead-3, american/dead-4, american/error-5, docs/do/cards.md#rulings; classical/call-1,
bmja/original-call; bmja/penalty, dmjl/penalty.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.dead.cases import DeadHandCase, Since
from mjlog.cards.exposures import Exposure, exposure_of
from mjlog.findings import Finding, codes_that
from mjlog.log.records import Fault
from mjlog.rules.by_card import verdict_of
from mjlog.seats import SEATS, Seat
from mjlog.table import Place, Table, TableSet
from mjlog.table.ready_call import counts_shown, gone_since_call
from mjlog.tiles import HAND_TILES, UNKNOWN


class Declarations:
    """Mahjong in error, in one hand. `cases` as in the log; `minimum`: the rule of what a win must be worth."""

    def __init__(self, minimum: str | None) -> None:
        self.cases: list[DeadHandCase] = []
        self._minimum = minimum
        self._open: DeadHandCase | None = None
        self._declared = 0
        self._false_calls: dict[Seat, Finding] = {}

    def read(
        self, table: Table, row: ev.Event | Fault, seq: int, found: Sequence[Finding], misled: Seat | None
    ) -> None:
        """One event was carried out. `misled`: who has misnamed the tile that lies open, if it is."""
        none = next((one for one in found if one.code in codes_that("bars-win")), None)
        if isinstance(row, ev.Discard | ev.Draw):
            self._false_calls = {}
        elif isinstance(row, ev.Claim) and none is not None:
            self._false_calls[row.seat] = none
        elif isinstance(row, ev.Mahjong):
            self._declare(row, seq, none or self._carried_through(row), misled)
        elif isinstance(row, ev.Show):
            self._show(table, row, seq, none)
        elif isinstance(row, ev.Retract) and table.winner is None:
            self._take_back(table, row, seq)

    def _carried_through(self, row: ev.Mahjong) -> Finding | None:
        """What was found in the call that this declaration carries out."""
        call = self._false_calls.get(row.seat)
        return call if call is not None and call.severity == "error" else None

    def _declare(self, row: ev.Mahjong, seq: int, none: Finding | None, misled: Seat | None) -> None:
        self._declared, self._open = seq, None
        if row.source != "discard":
            misled = None
        if none is not None:
            self._add(row.seat, none.seq or seq, none, misled)

    def _add(self, seat: Seat, certain: int, none: Finding, misled: Seat | None = None) -> None:
        since, may_not_win = Since(self._declared, self._declared), none.code in codes_that("told-at-the-win")
        self._open = DeadHandCase(
            "false-mahjong", seat, certain, since, act=self._declared, cause=none.code, misled=misled,
            bars=none.rule if may_not_win or none.rule == self._minimum else None,
        )  # fmt: skip
        self.cases.append(self._open)

    def _show(self, table: Table, row: ev.Show, seq: int, none: Finding | None) -> None:
        if table.winner is not row.seat:
            return
        if self._open is None and none is not None:
            self._add(row.seat, seq, none)
        if self._open is not None and self._open.shown is None:
            self._open.shown = seq

    def _take_back(self, table: Table, row: ev.Retract, seq: int) -> None:
        case = self._open
        if case is not None and case.seat is row.seat and case.shown is None:
            case.until = seq
            self._open = None
        if table.dead.get(row.seat) == "call":
            self.cases.append(DeadHandCase("call", row.seat, seq, Since(seq, seq), act=seq))


class OriginalCalls:
    """Original calls of one hand that were not kept. `cases` in the order of the log."""

    def __init__(self) -> None:
        self.cases: list[DeadHandCase] = []
        self._called: dict[Seat, int] = {}

    def read(self, table: Table, row: ev.Event | Fault, seq: int, found: Sequence[Finding]) -> None:
        """One event was carried out."""
        seat = getattr(row, "seat", None)
        if isinstance(row, Fault | ev.Gap):
            self._called = {}
        if not isinstance(seat, Seat):
            return
        called = self._called.get(seat)
        if isinstance(row, ev.Discard) and called is None and table.place(seat).calling:
            self._called[seat] = seq
        elif called is not None:
            changed = any(one.code == "call-changed" and one.seat == seat.value for one in found)
            self._judge(table, row, seq, called, changed)

    def _judge(self, table: Table, row: ev.Event | Fault, seq: int, call: int, changed: bool) -> None:
        """What a player does who has called. `changed`: that the hand was changed was found now."""
        if isinstance(row, ev.Show):
            place = table.place(row.seat)
            at = _changed_at(table, place) if changed or place.sure else []
            if at:
                # Tiles drawn since then may not have stayed: it is the hand shown that tells.
                self._break(row.seat, seq, Since(at[0], at[-1]), call)
        elif changed and isinstance(row, ev.Discard | ev.Claim | ev.Expose | ev.Kong):
            self._break(row.seat, seq, Since(seq, seq), call)

    def _break(self, seat: Seat, certain: int, since: Since, call: int) -> None:
        self.cases.append(DeadHandCase("call", seat, certain, since, act=call, cause="call-changed"))
        del self._called[seat]


def _changed_at(table: Table, place: Place) -> list[int]:
    """The events at which tiles of the hand called have left it, by the hand shown."""
    shown = place.shown
    if shown is None:
        return []
    return [one.seq for one in gone_since_call(table, place, counts_shown(shown.sets, shown.rest))]


class Misnamed:
    """Discards of one hand that were named as another tile, and claimed under that name. `cases` as in the log."""

    def __init__(self) -> None:
        self.cases: list[DeadHandCase] = []
        self._discard: DeadHandCase | None = None
        self._tile = UNKNOWN
        self._claims: list[tuple[int, str]] = []

    @property
    def by(self) -> Seat | None:
        """Who has misnamed the discard that lies open; None where it is named as it is."""
        return self._discard.seat if self._discard is not None else None

    def read(self, row: ev.Event | Fault, seq: int) -> None:
        """One event was carried out."""
        if isinstance(row, ev.Discard | ev.Draw | ev.Gap | ev.Washout | ev.Replay):
            self.finish()
        if isinstance(row, ev.Discard) and row.named not in (None, row.tile) and row.tile.kind != UNKNOWN:
            self._discard, self._tile = (
                DeadHandCase("misnamed", row.seat, since=Since(seq, seq), act=seq),
                row.tile.kind,
            )
        elif self._discard is None:
            return
        elif isinstance(row, ev.Name) and row.seat is self._discard.seat and row.tile.kind == self._tile:
            # Named rightly, it can be claimed.
            self.finish()
        elif isinstance(row, ev.Claim):
            # Taken back or not: that it was claimed is what is fined.
            self._claims.append((seq, row.for_))

    def finish(self) -> None:
        """The discard is not claimed any more: if it was, under the wrong name, that is a case."""
        if self._discard is not None and self._claims:
            # Of the likes the first.
            seq, claimed = max(self._claims, key=lambda one: (one[1] == "mahjong", one[1] != "chow"))
            self._discard.certain, self._discard.claimed = seq, claimed
            self.cases.append(self._discard)
        self._discard, self._claims = None, []


_OPEN_TILES = (ev.Discard, ev.Expose, ev.JokerExchange, ev.Retract)
_OWN_SETS = (ev.Expose, ev.JokerExchange, ev.Retract)


class Exposures:
    """Impossible exposures of one hand. `cases` in the order of the log."""

    def __init__(self) -> None:
        self.cases: list[DeadHandCase] = []
        self._open: dict[Seat, DeadHandCase] = {}
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
            case = DeadHandCase(
                "exposure", seat, seq, Since(seq, seq), act=sets[-1].seq, cause="dead-exposure", basis=basis
            )
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
