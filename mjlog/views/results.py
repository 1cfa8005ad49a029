"""What a hand came to: how it ended, who won it and how, what each seat scored, gained and paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mjlog import events as ev
from mjlog.audit.ending import equal_shares
from mjlog.audit.report import HandReport
from mjlog.audit.undone import NO_WIN
from mjlog.findings import Severity
from mjlog.log.records import Fault
from mjlog.scoring import Score
from mjlog.scoring.hand import HanScore
from mjlog.seats import Seat
from mjlog.text import quoted, shown
from mjlog.views.card_lines import LineWon
from mjlog.views.hands import HandSpan
from mjlog.views.naming import seat_name
from mjlog.views.riichi_view import drawn_words
from mjlog.views.scores import announced_words, han_words

Outcome = Literal["won", "wash-out", "false mahjong", "void", "unfinished", "in progress"]
COUNTED = frozenset[Outcome](("won", "wash-out", "false mahjong"))
"""What a hand came to that counts as one: who played so many hands has played these. A void hand is none."""
Points = dict[Seat, int]
Row = ev.Event | Fault
_WITHDRAWN = "withdrawn"


class FalseWin(NamedTuple):
    """A mahjong that was declared, and did not stand: whose, and whether somebody has ruled on it."""

    seat: Seat
    is_ruled: bool

    @property
    def words(self) -> str:
        """What it was: `South's mahjong was ruled false`."""
        return f"{seat_name(self.seat)}'s mahjong was {'ruled ' if self.is_ruled else ''}false"


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand as it came out; of one in progress nothing is told but that. Points are per seat.

    `winner`: nobody won a hand that is void, or whose mahjong was false (`false_win`); `winners`: all of them, where
    several won one tile. `source`: of the winning tile (docs/format.md); `discarder`: whose it was, where known.
    `limit`: the winner's limit hand, the announced one where nothing can be computed; `line`: of the card. `announced`,
    `computed`: scores. `change`: what counted of the payments: the first that were recorded (as in the audit), else the
    computed ones, else those presumed, with what was laid on the table or got from it in the end; None where none is
    known. `penalties`, and what
    they come to in all: `fines`. `worths`: han, fu and limit of each winner, where hands are reckoned in these;
    `drawn_for`: why a hand of riichi was drawn, in words.
    """

    outcome: Outcome
    winner: Seat | None = None
    winners: tuple[Seat, ...] = ()
    source: str | None = None
    discarder: Seat | None = None
    limit: str | None = None
    line: LineWon | None = None
    announced: Points = field(default_factory=dict)
    computed: Points = field(default_factory=dict)
    change: Points | None = None
    penalties: tuple[ev.Penalty, ...] = ()
    fines: Points = field(default_factory=dict)
    worths: dict[Seat, str] = field(default_factory=dict)
    drawn_for: str = ""
    false_win: FalseWin | None = None

    @property
    def han(self) -> str:
        """Han, fu and limit of the winner, of several those of each; empty where hands are not reckoned in these."""
        if len(self.worths) < 2:
            return next(iter(self.worths.values()), "")
        return "; ".join(f"{seat_name(seat)} {worth}" for seat, worth in self.worths.items())

    @property
    def value(self) -> int | None:
        """What the winner's hand was worth: as announced, as computed where nobody announced it."""
        return None if self.winner is None else self.value_of(self.winner)

    def value_of(self, seat: Seat) -> int | None:
        """What a hand was worth: as announced, as computed where nobody announced it."""
        return self.announced.get(seat, self.computed.get(seat))


_PAYMENTS = frozenset((ev.Settlement, ev.Penalty))
_ERROR = Severity.ERROR.value


def result_of(hand: HandSpan, rows: Sequence[Row]) -> HandResult:
    """What a hand came to. `rows`: of its log, in which it stands."""
    if not hand.is_over:
        return HandResult("in progress")
    report, own = hand.report, rows[hand.first : hand.end]
    false = false_win(hand, rows)
    winner = None if hand.is_void or report.winner is None or false is not None else Seat[report.winner]
    winners = () if winner is None else tuple(Seat[letter] for letter in report.winners)
    won = hand.won if winner is not None else None
    payments = [row for row in own if type(row) in _PAYMENTS]
    settled = paid_in([row for row in payments if isinstance(row, ev.Settlement)])
    change = settled if settled is not None else by_seat(report.owed if report.owed is not None else report.presumed)
    if change is None and hand.is_void:
        change = {}  # nothing is due for a hand that is played again
    penalties = tuple(row for row in payments if isinstance(row, ev.Penalty))
    return HandResult(
        outcome_of(hand, rows),
        winner,
        winners=winners,
        source=won.source if won is not None else None,
        discarder=won.discarder if won is not None else None,
        limit=None if winner is None or hand.line is not None else limit_of(hand, winner, rows),
        line=hand.line if winner is not None else None,
        announced=by_seat(report.recorded) or {},
        computed=by_seat(report.computed) or {},
        change=None if change is None else added(change, by_seat(report.stakes) or {}),
        penalties=penalties,
        fines=fines_in(penalties, hand.seats),
        worths={seat: worth for seat in winners if (worth := _han(hand, seat, own))},
        drawn_for=drawn_words(report.drawn_for) if hand.is_washout and hand.start.table.riichi is not None else "",
        false_win=false,
    )


def false_win(hand: HandSpan, rows: Sequence[Row]) -> FalseWin | None:
    """The mahjong by which a hand ended, where it brought its declarer nothing because it was none: by the tiles, or as
    was ruled or fined. `rows`: of the log. As long as it is paid, it stands as it was recorded.
    """
    report, own = hand.report, rows[hand.first : hand.end]
    if not hand.is_over or hand.is_void or len(report.winners) != 1:
        return None
    seat = Seat[report.winners[0]]
    paid = paid_in([row for row in own if isinstance(row, ev.Settlement)])
    if paid is None and seat.value in report.recorded:
        return None
    gain = (report.owed or report.presumed or {}).get(seat.value, 0) if paid is None else paid.get(seat, 0)
    if gain > 0:
        return None
    is_ruled = _is_ruled_on(seat, own, rows)
    is_fined = paid is not None and any(isinstance(row, ev.Penalty) and row.seat is seat for row in own)
    return FalseWin(seat, is_ruled) if is_ruled or is_fined or is_no_win(report, seat, own) else None


def is_no_win(report: HandReport, winner: Seat, rows: Sequence[Row]) -> bool:
    """Whether the hand that was declared last is none that wins; an earlier call that was taken back is no matter."""
    seqs = {row.seq for row in _declared(winner, rows)}
    return any(one.code in NO_WIN and one.severity == _ERROR and one.seq in seqs for one in report.findings)


def _declared(winner: Seat, rows: Sequence[Row]) -> Sequence[ev.Event]:
    """The last declaration of a winner, with the call before it and what was shown for it."""
    own = [row for row in rows if isinstance(row, ev.Claim | ev.Mahjong | ev.Show) and row.seat is winner]
    declared = max((at for at, row in enumerate(own) if isinstance(row, ev.Mahjong)), default=0)
    is_called = declared > 0 and isinstance(own[declared - 1], ev.Claim)
    return own[declared - is_called :]


def _is_ruled_on(winner: Seat, hand: Sequence[Row], rows: Sequence[Row]) -> bool:
    """Whether somebody has objected to the declaration by which a hand ended, and a referee has ruled on that."""
    seqs = {row.seq for row in _declared(winner, hand)}
    disputes = {row.seq for row in rows if isinstance(row, ev.Dispute) and row.on in seqs}
    rulings = (row for row in rows if isinstance(row, ev.Ruling) and row.on in disputes)
    return any(row.decision != _WITHDRAWN for row in rulings)


def paid_in(settlements: Sequence[ev.Settlement]) -> Points | None:
    """What was paid in a hand: by the first settlement, or those of all winners, where each has one."""
    if not settlements:
        return None
    change, paid = dict(settlements[0].change), {settlements[0].for_}
    for more in settlements[1:] if None not in paid else ():
        if more.for_ not in paid:
            paid.add(more.for_)
            change = added(change, more.change)
    return change


def added(points: Points, more: Mapping[Seat, int]) -> Points:
    """Points with others added."""
    return {seat: points.get(seat, 0) + more.get(seat, 0) for seat in points | dict(more)}


def outcome_of(hand: HandSpan, rows: Sequence[Row]) -> Outcome:
    """How a hand ended, in a word."""
    if not hand.is_over:
        return "in progress"
    if hand.is_void:
        return "void"
    if hand.report.winner is not None:
        return "won" if false_win(hand, rows) is None else "false mahjong"
    return "wash-out" if hand.is_washout else "unfinished"


def by_seat(points: Mapping[str, int] | None) -> Points | None:
    """Points as a report has them, by seat letter, in seat order."""
    return None if points is None else {seat: points[seat.value] for seat in Seat if seat.value in points}


def fines_in(rows: Iterable[Row], seats: Iterable[Seat]) -> Points:
    """What penalties move, received less paid; those whom nothing concerns are left out."""
    moved: Points = {}
    playing = list(seats)
    for row in rows:
        # What goes to nobody is taken off the final score, and moves no points.
        if isinstance(row, ev.Penalty) and row.seat in playing and row.to != {}:
            moved[row.seat] = moved.get(row.seat, 0) - row.amount
            for seat, amount in shares_of(row, playing).items():
                moved[seat] = moved.get(seat, 0) + amount
    return {seat: moved[seat] for seat in Seat if seat in moved}


def shares_of(event: ev.Penalty, seats: Iterable[Seat]) -> Points:
    """Who gets what of a fine: as it is stated, else the others in equal parts. `seats`: who plays."""
    playing = set(seats)
    others = [seat for seat in event.seat.others() if seat in playing]
    return event.to if event.to is not None else equal_shares(event.amount, others)


def is_by_fu(hand: HandSpan) -> bool:
    """Whether hands are reckoned in fu and han; only winners' hands are then worth something."""
    scoring = hand.start.rules.scoring
    return scoring is not None and scoring.by_fu


def _han(hand: HandSpan, winner: Seat, rows: Iterable[Row]) -> str:
    """Han and fu of a winner, as computed or else as announced; empty where nobody knows them."""
    if not is_by_fu(hand):
        return ""
    score = hand.report.details.get(winner.value)
    if isinstance(score, HanScore):
        return han_words(score)
    said = next((row for row in rows if isinstance(row, ev.Score) and row.seat is winner), None)
    return "" if said is None else announced_words(said)


def limit_of(hand: HandSpan, winner: Seat, log: Sequence[Row]) -> str | None:
    """The limit hand of a winner, the announced one where nothing can be computed. `log`: its rows."""
    report, rows = hand.report, log[hand.first : hand.end]
    score = report.details.get(winner.value)
    announced = (row.limit for row in rows if isinstance(row, ev.Score) and row.seat is winner)
    limit = score.limit if isinstance(score, Score) else next((one for one in announced if one is not None), None)
    return None if limit is None else shown(limit if isinstance(limit, str) else quoted(limit), 60)
