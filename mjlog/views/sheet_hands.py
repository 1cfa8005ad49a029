"""One hand of a score sheet: how it ended, and what each player scored, gained, paid and has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.findings import Finding
from mjlog.scoring import Score
from mjlog.seats import Seat
from mjlog.text import quoted, shown
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan
from mjlog.views.sheet_totals import change, fines, is_restated, penalty_events, shares, totals_after

Outcome = Literal["won", "wash-out", "void", "unfinished", "in progress"]
LONGEST = 200
"""Characters of one text of a sheet; a handle has no more."""
_LONGEST_MESSAGE = 600
_GRAVE = frozenset(("error", "warning"))


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One player's part of a hand, in points.

    `announced`, `computed`: the score of the hand; `is_wrong`: the two differ, or the announced one is reported as
    wrong. `change`: gained or lost by the settlement that was recorded, by the computed one where none was.
    `penalties`: received less paid. `total`: after the hand. None where it is not known.
    """

    seat: Seat | None = None
    announced: int | None = None
    computed: int | None = None
    is_wrong: bool = False
    change: int | None = None
    penalties: int = 0
    total: int | None = None

    @property
    def score(self) -> int | None:
        """The score as announced, as computed where nobody announced it."""
        return self.computed if self.announced is None else self.announced


class SheetFinding(NamedTuple):
    """An error or a warning; `seq` and `rule` where there is one."""

    code: str
    severity: str
    seq: int | None
    rule: str | None
    message: str


@dataclass(frozen=True, slots=True)
class SheetPenalty:
    """A fine: who pays how much to whom, and why. `players` are names, or seats where nobody sits."""

    hand: int | None
    seq: int
    player: str
    amount: int
    to: tuple[tuple[str, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A row of the sheet. `cells` run parallel to the sheet's players.

    `round`: None where there are none (by a card). `winner`, `east`, `discarder`: players; `source`: of the winning
    tile (docs/format.md). `worth`: the limit hand, or the line of the card with its value. `findings`: errors and
    warnings. `corrections`: how many touched the hand. `restated`: totals were stated anew when it began.
    """

    number: int | None
    round: Seat | None
    outcome: Outcome
    east: str | None
    cells: tuple[SheetCell, ...]
    winner: str | None = None
    winner_seat: Seat | None = None
    source: str | None = None
    discarder: str | None = None
    discarder_seat: Seat | None = None
    worth: str | None = None
    findings: tuple[SheetFinding, ...] = ()
    penalties: tuple[SheetPenalty, ...] = ()
    corrections: int = 0
    restated: bool = False


def sheet_hand(log: GameLog, hand: HandSpan, handles: Sequence[str], corrections: int) -> SheetHand:
    """The row of a hand. `handles`: the players of the columns; `corrections`: how many touched it."""
    round_ = None if log.rules is not None and log.rules.plan.by_card else hand.round
    east = hand.seats.get(Seat.E)
    shown_east = None if east is None else shown(east, LONGEST)
    seat_of = {player: seat for seat, player in hand.seats.items()}
    if not hand.is_over:
        cells = tuple(SheetCell(seat_of.get(handle)) for handle in handles)
        return SheetHand(hand.number, round_, "in progress", shown_east, cells)
    seat = winner_of(hand)
    won = hand.won if seat is not None else None
    parts = _Cells(log, hand)
    discarder = won.discarder if won is not None else None
    return SheetHand(
        number=hand.number,
        round=round_,
        outcome=outcome_of(hand),
        east=shown_east,
        cells=tuple(parts.of(handle, seat_of.get(handle)) for handle in handles),
        winner=_player(hand, seat),
        winner_seat=seat,
        source=won.source if won is not None else None,
        discarder=_player(hand, discarder),
        discarder_seat=discarder,
        worth=_worth(log, hand, seat),
        findings=grave_findings(hand),
        penalties=tuple(_penalties(log, hand)),
        corrections=corrections,
        restated=is_restated(log, hand),
    )


def grave_findings(hand: HandSpan) -> tuple[SheetFinding, ...]:
    """The errors and warnings of a hand that is over."""
    grave = [one for one in hand.report.findings if one.severity in _GRAVE]
    return tuple(map(_finding, grave))


def _finding(one: Finding) -> SheetFinding:
    rule = None if one.rule is None else shown(one.rule)
    return SheetFinding(one.code, one.severity, one.seq, rule, shown(one.message, _LONGEST_MESSAGE))


def winner_of(hand: HandSpan) -> Seat | None:
    """Who won a hand that is over; nobody won one that is void."""
    return None if hand.is_void or hand.report.winner is None else Seat[hand.report.winner]


def outcome_of(hand: HandSpan) -> Outcome:
    """How a hand that is over ended."""
    if hand.is_void:
        return "void"
    if hand.report.winner is not None:
        return "won"
    return "wash-out" if hand.is_washout else "unfinished"


def _player(hand: HandSpan, seat: Seat | None) -> str | None:
    """Who sits there; the seat itself where nobody does."""
    return None if seat is None else shown(hand.seats.get(seat, seat.wind_name.capitalize()), LONGEST)


def _worth(log: GameLog, hand: HandSpan, winner: Seat | None) -> str | None:
    """The line or limit hand of the winner: the computed one; the announced one where nothing can be computed."""
    if winner is None:
        return None
    if hand.line is not None:
        value = "" if hand.line.value is None else f" ({hand.line.value})"
        return f"line {shown(hand.line.label, 40)}{value}"
    return limit_of(log, hand, winner)


def limit_of(log: GameLog, hand: HandSpan, winner: Seat) -> str | None:
    """The limit hand that a hand was won by: the computed one; the announced one where nothing can be computed."""
    score = hand.report.details.get(winner.value)
    limit = score.limit if isinstance(score, Score) else _announced_limit(log, hand, winner)
    return None if limit is None else shown(limit if isinstance(limit, str) else quoted(limit), 60)


def _announced_limit(log: GameLog, hand: HandSpan, winner: Seat) -> object:
    rows = (row for row in log.rows[hand.first : hand.end] if isinstance(row, ev.Score) and row.seat is winner)
    return next((row.limit for row in rows if row.limit is not None), None)


class _Cells:
    """What a hand brought to each player."""

    def __init__(self, log: GameLog, hand: HandSpan) -> None:
        self.report = hand.report
        self.wrong = {one.seat for one in hand.report.findings if one.code == "wrong-score"}
        self.change = change(log, hand)
        self.fines = fines(log, hand)
        self.after = totals_after(log, hand)

    def of(self, handle: str, seat: Seat | None) -> SheetCell:
        """One player's part."""
        total = None if self.after is None else self.after.get(handle, 0)
        if seat is None:
            return SheetCell(total=total)
        announced, computed = self.report.recorded.get(seat.value), self.report.computed.get(seat.value)
        differs = None not in (announced, computed) and announced != computed
        return SheetCell(
            seat=seat,
            announced=announced,
            computed=computed,
            is_wrong=differs or seat.value in self.wrong,
            change=None if self.change is None else self.change.get(seat, 0),
            penalties=self.fines.get(seat, 0),
            total=total,
        )


def _penalties(log: GameLog, hand: HandSpan) -> Iterator[SheetPenalty]:
    for event in penalty_events(log, hand):
        to = tuple((_player(hand, seat) or "", amount) for seat, amount in shares(hand, event).items() if amount)
        payer = _player(hand, event.seat) or ""
        yield SheetPenalty(hand.number, event.seq, payer, event.amount, to, shown(event.reason, 300))
