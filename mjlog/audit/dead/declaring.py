"""Dead hands, found while a game is replayed: `dead_hands(record)`, or a `DeadHandTracker` round a replay.

Mahjong declared in error, original calls that were not kept, discards named as another tile, and exposures that leave
no line of the score card, seen on the player's own rack, or by all that lies face up.

Source: american/dead-3, american/dead-4, american/error-5, docs/do/cards.md#rulings; classical/call-1,
bmja/original-call; bmja/penalty, dmjl/penalty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from mjlog import events as ev
from mjlog.audit.dead.cases import (
    DeadHand,
    DeadHandCase,
    Declared,
    Kind,
    Outcome,
    Payment,
    Since,
    consequences,
    is_dead,
    is_told,
    rule_of,
)
from mjlog.audit.dead.counting import Counting
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.cards.exposures import exposure_of
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.findings import Finding, codes_that
from mjlog.log.corrections import apply_corrections
from mjlog.log.records import Fault, GameRecord, Where
from mjlog.rules.by_card import verdict_of
from mjlog.rules.win import wins_with_a_pattern
from mjlog.rulesets import RuleSet
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.closing import gone_since_call
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
        self, table: Table, row: ev.Event | Fault, seq: int, findings: Sequence[Finding], misled: Seat | None
    ) -> None:
        """One event was carried out. `misled`: who has misnamed the tile that lies open, if it is."""
        none = next((finding for finding in findings if finding.code in codes_that("bars-win")), None)
        if isinstance(row, ev.Discard | ev.Draw):
            self._false_calls = {}
        elif isinstance(row, ev.Claim) and none is not None:
            self._false_calls[row.seat] = none
        elif isinstance(row, ev.Mahjong):
            # What was found in the call is wrong with the declaration that carries it out.
            call = self._false_calls.get(row.seat)
            carried = call if call is not None and call.severity == "error" else None
            self._declare(row, seq, none or carried, misled)
        elif isinstance(row, ev.Show) and table.winner is row.seat:
            if self._open is None and none is not None:
                self._add(row.seat, seq, none)
            if self._open is not None and self._open.shown is None:
                self._open.shown = seq
        elif isinstance(row, ev.Retract) and table.winner is None:
            case = self._open
            if case is not None and case.seat is row.seat and case.shown is None:
                case.until = seq
                self._open = None
            if table.dead.get(row.seat) == "call":
                self.cases.append(DeadHandCase("call", row.seat, seq, Since(seq, seq), act=seq))

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


class OriginalCalls:
    """Original calls of one hand that were not kept. `cases` in the order of the log."""

    def __init__(self) -> None:
        self.cases: list[DeadHandCase] = []
        self._called: dict[Seat, int] = {}

    def read(self, table: Table, row: ev.Event | Fault, seq: int, findings: Sequence[Finding]) -> None:
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
            changed = any(finding.code == "call-changed" and finding.seat == seat.value for finding in findings)
            self._judge(table, row, seq, called, changed)

    def _judge(self, table: Table, row: ev.Event | Fault, seq: int, call: int, changed: bool) -> None:
        """What a player does who has called. `changed`: that the hand was changed was found now."""
        if isinstance(row, ev.Show):
            place = table.place(row.seat)
            shown = place.shown
            if shown is not None and (changed or place.sure):
                # Tiles drawn since then may not have stayed: it is the hand shown that tells.
                gone = gone_since_call(table, place, shown.counts)
                if gone:
                    self._break(row.seat, seq, Since(gone[0].seq, gone[-1].seq), call)
        elif changed and isinstance(row, ev.Discard | ev.Claim | ev.Expose | ev.Kong):
            self._break(row.seat, seq, Since(seq, seq), call)

    def _break(self, seat: Seat, certain: int, since: Since, call: int) -> None:
        self.cases.append(DeadHandCase("call", seat, certain, since, act=call, cause="call-changed"))
        del self._called[seat]


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
            seq, claimed = max(self._claims, key=lambda claim: (claim[1] == "mahjong", claim[1] != "chow"))
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
        # The sets as the card is asked about them; None where they are not known, or are no groups
        found = [exposure_of(laid.tiles) for laid in sets if UNKNOWN not in laid.tiles]
        known = [exposure for exposure in found if exposure is not None]
        exposures = known if len(known) == len(sets) <= HAND_TILES else None
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


# -- a game that is replayed ------------------------------------------------------------------------------------------


_KINDS: dict[str, Kind] = {"count": "count", "exposure": "exposure", "false-mahjong": "false-mahjong", "call": "call"}


def dead_hands(
    record: GameRecord, ruleset: RuleSet | str | None = None, as_recorded: bool = False, cards: CardShelf = NO_CARDS
) -> list[DeadHand]:
    """Every hand of a game that is dead by the rules in force, or was declared dead, in the order of the log.

    The record is used up. `ruleset`, `as_recorded`, `cards`: as for `Engine`.

    Raises:
        CardError: a file of `cards` is no score card.
    """
    watch = DeadHandTracker(Engine(record, ruleset, as_recorded, cards))
    for row, where in apply_corrections(record.rows) if watch.replay.frame.folded else record.rows:
        watch.feed(row, where)
    return watch.finish()


class DeadHandTracker:
    """Looks on while a replay goes on: feed it the rows instead of the replay, and ask for `finish()` at the end.

    `began`: the beginning of the hand that the replay stands at, where it is not that of the log.
    """

    def __init__(self, replay: Engine, began: ev.HandStart | None = None) -> None:
        self.replay = replay
        self.found: list[DeadHand] = []
        self._stand = _standing(replay.table)
        self._begin(0)
        if began is not None:
            self._begin(began.seq)
            self._read(began, began.seq, replay.report.findings)

    def feed(self, row: ev.Event | Fault, where: int | Where | None = None) -> None:
        """Let the replay read one row, and see what it tells of dead hands."""
        replay, report = self.replay, self.replay.report
        before = len(report.findings)
        if isinstance(row, ev.HandStart | ev.GameStart):
            self._stand = _standing(replay.table)
        replay.feed(row, where)
        if isinstance(row, ev.HandStart):
            self._close(report)
            self._begin(row.seq)
            before = 0
        self._read(row, getattr(row, "seq", None) or self._seq, replay.report.findings[before:])

    def finish(self) -> list[DeadHand]:
        """The log ends here: every dead hand of the game."""
        self._stand = _standing(self.replay.table)
        self.replay.finish()
        self._close(self.replay.report)
        self._begin(0)
        return self.found

    def _begin(self, seq: int) -> None:
        """A new hand."""
        self._seq = seq
        self._order = {seq: 0}
        minimum = self.replay.rules.ruleset.checks().get(wins_with_a_pattern.__name__)
        self._counting, self._declarations = Counting(seq, self._order), Declarations(minimum)
        self._calls, self._misnamed, self._exposures = OriginalCalls(), Misnamed(), Exposures()
        self._declared: list[DeadHandCase] = []
        self._fines: list[ev.Penalty] = []
        self._replayed: int | None = None

    def _read(self, row: ev.Event | Fault, seq: int, findings: Sequence[Finding]) -> None:
        table = self.replay.table
        self._seq = seq
        self._order.setdefault(seq, len(self._order))
        if isinstance(row, ev.Pass) and not findings:
            # Nothing moves: most lines of a server's record are these.
            return
        self._counting.read(self.replay.hypotheses.ways, row, seq, findings)
        self._misnamed.read(row, seq)
        self._declarations.read(table, row, seq, findings, self._misnamed.by)
        self._calls.read(table, row, seq, findings)
        self._exposures.read(table, row, seq)
        if isinstance(row, ev.Dead):
            self._declare(row, findings)
        elif isinstance(row, ev.Penalty):
            self._fines.append(row)
        elif isinstance(row, ev.Replay):
            self._replayed = seq

    def _declare(self, row: ev.Dead, findings: Sequence[Finding]) -> None:
        """A hand is declared dead: what the record knows of it already, or a case that the table alone tells."""
        codes = {finding.code for finding in findings}
        proved = False if "dead-not-proved" in codes else True if codes & codes_that("proves-dead") else None
        kind = _KINDS.get(row.reason, "other")
        own = [one for one in self._cases() if one.kind == kind and one.seat is row.seat]
        known = [one for one in own if one.declared is None and one.until is None and one.contradicted is None]
        case = known[-1] if known else DeadHandCase(kind, row.seat, row.seq if proved else None)
        if proved is None and case.certain is not None:
            proved = True
        case.declared = Declared(row.seq, row.by, proved)
        if not known:
            self._declared.append(case)

    def _cases(self) -> list[DeadHandCase]:
        parts = (self._counting, self._exposures, self._declarations, self._calls, self._misnamed)
        return [*(case for part in parts for case in part.cases), *self._declared]

    def _close(self, report: HandReport) -> None:
        """The hand is over: what follows from each case can be said."""
        self._misnamed.finish()
        cases = [case for case in self._cases() if is_told(case, self.replay.rules)]
        if not cases:
            return
        rules = self.replay.rules
        wrong = {case.seat for case in cases if case.kind == "count" and _stands(case)}
        ended = Outcome(
            rules=rules,
            **self._stand,
            seats=rules.plan.seats,
            replayed=self._replayed,
            owed=None if report.owed is None else tuple(Payment(*payment) for payment in report.payments),
            owed_change=report.owed,
            paid=report.settled,
            scores=dict(report.recorded),
            fines=tuple(self._fines),
            counts=len(wrong),
            paid_wrongly=any(finding.code in codes_that("wrong-payment") for finding in report.findings),
        )
        for case in sorted(cases, key=lambda case: self._order.get(_place(case), -1)):
            fields = {name: getattr(case, name) for name in case.__struct_fields__ if name != "bars"}
            self.found.append(
                DeadHand(
                    hand=report.hand,
                    player=ended.players.get(case.seat),
                    dead=is_dead(case, ended.rules),
                    rule=rule_of(case, ended.rules),
                    proved=case.certain is not None and case.contradicted is None,
                    follows=consequences(case, ended),
                    complete=case.bars is not None or UNSET,
                    **fields,
                )
            )


def _standing(table: Table) -> dict[str, Any]:
    """What is asked of the table when a hand is over."""
    return {"players": dict(table.players), "winner": table.winner, "washout": table.washout}


def _stands(case: DeadHandCase) -> bool:
    proved = case.certain is not None and case.contradicted is None and case.until is None
    return proved or (case.declared is not None and case.declared.proved is not False)


def _place(case: DeadHandCase) -> int:
    """The event at which it came about, or was told."""
    if case.since is not None:
        return case.since.first
    return case.declared.seq if case.declared is not None else case.certain or 0
