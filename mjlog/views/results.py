"""What a hand came to: how it ended, who won it and how, what each seat scored, gained and paid; the hand after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, cast

import msgspec

from mjlog import events as ev
from mjlog.audit.game import Game, Hand
from mjlog.audit.report import HandReport, Points, added, in_seat_order
from mjlog.audit.settling.base import equal_shares
from mjlog.findings import Severity, codes_that
from mjlog.log.records import Fault
from mjlog.rules.registry import Bound, violations
from mjlog.rulesets import Rules
from mjlog.scoring.hand import HanScore
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.table.facts import Fact
from mjlog.table.opening import rounds_after, seats_due
from mjlog.text import quoted, shown
from mjlog.views.seen import line_told
from mjlog.views.words import announced_words, drawn_words, han_words, seat_name

Outcome = Literal["won", "wash-out", "false mahjong", "void", "unfinished", "in progress"]
COUNTED = frozenset[Outcome](("won", "wash-out", "false mahjong"))
"""What a hand came to that counts as one: who played so many hands has played these. A void hand is none."""
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


class FindingMark(NamedTuple):
    """A finding: its code and severity; the player who sat in the seat that it names, where it names one."""

    code: str
    severity: str
    seq: int | None = None
    player: str | None = None


class HandResult(msgspec.Struct, frozen=True):
    """A hand as it came out; of one in progress nothing is told but that it is. Points are per seat.

    `number`: None for the time before the first hand, whose outcome is "before play". `seats`: who sat there, as far as
    that is known. `winners`: whoever declared mahjong on the tile, the first first; nobody won a hand that is void, or
    whose mahjong was false. `source`: of the winning tile (docs/lookup/format.md); `discarder`: whose, where known.
    `limits`: the limit hands of winners, the announced ones where nothing can be computed; `reaches_limit`: the winner
    announced as much as one is worth, and nobody can say which. `line`: of the card, by its label. `announced`,
    `computed`: scores. `change`: what counted of the payments: the first that were recorded (as in the audit), else the
    computed ones, else those presumed, with what was laid on the table or got from it in the end; None where none is
    known. `fines`: what penalties come to, received less paid. `drawn_for`: why a hand of riichi was drawn, in words.
    `false`: the mahjong that was declared, and did not stand.

    Where it stands in its game (`mjlog.club.facts`): the `round`, seqs of its `first` and `last` event, what was
    `found`, how many events of each of the `types`. `is_latest`: it was not played again under the same number.
    """

    outcome: Outcome | Literal["before play"]
    number: int | None = None
    seats: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    source: str | None = None
    discarder: Seat | None = None
    limits: Mapping[Seat, str] = msgspec.field(default_factory=dict)
    reaches_limit: bool = False
    line: str | None = None
    announced: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    computed: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    change: Mapping[Seat, int] | None = None
    fines: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    drawn_for: str = ""
    false: FalseWin | None = None
    round: Seat | None = None
    first: int = 0
    last: int = 0
    found: tuple[FindingMark, ...] = ()
    types: Mapping[str, int] = msgspec.field(default_factory=dict)
    is_latest: bool = True

    @property
    def winner(self) -> Seat | None:
        """Who won it, of several the first."""
        return self.winners[0] if self.winners else None

    @property
    def value(self) -> int | None:
        """What the winner's hand was worth: as announced, as computed where nobody announced it."""
        return None if self.winner is None else self.value_of(self.winner)

    def value_of(self, seat: Seat) -> int | None:
        """What a hand was worth: as announced, as computed where nobody announced it."""
        return self.announced.get(seat, self.computed.get(seat))

    @property
    def limit(self) -> str | None:
        """The limit hand of the winner."""
        return None if self.winner is None else self.limits.get(self.winner)

    @property
    def has_limit(self) -> bool:
        """Whether it was won by a limit hand, or one as high as such."""
        return bool(self.limits) or self.reaches_limit

    @property
    def is_played(self) -> bool:
        """Whether it counts as a hand: somebody won, or it was drawn."""
        return self.outcome in COUNTED

    @property
    def players(self) -> tuple[str, ...]:
        """Who played it, in seat order."""
        return tuple(self.seats.values())

    @property
    def further(self) -> tuple[Seat, ...]:
        """Who else is known to have won the same tile."""
        return tuple(seat for seat in self.winners[1:] if seat in self.seats)

    @property
    def won_by(self) -> tuple[str, ...]:
        """Who is known to have won it, the winner first."""
        return tuple(self.seats[seat] for seat in self.winners if seat in self.seats)

    def by_player(self, points: Mapping[Seat, int]) -> dict[str, int]:
        """Points by the players who are known to sit in their seats."""
        return {self.seats[seat]: each for seat, each in points.items() if seat in self.seats}

    def player(self, seat: Seat | None) -> str | None:
        """Who sits in a seat; None where that is not known."""
        return None if seat is None else self.seats.get(seat)


_ERROR = Severity.ERROR.value


def result_of(hand: Hand) -> HandResult:
    """What a hand came to: made once, and again when somebody has ruled since."""
    return hand.recall(("result", len(hand.game.places_of(ev.Ruling))), lambda: _result(hand))


def outcome_of(hand: Hand) -> Outcome:
    """How a hand ended, in a word."""
    return cast(Outcome, result_of(hand).outcome)


def _result(hand: Hand) -> HandResult:
    seats = {seat: hand.seats[seat] for seat in SEATS if seat in hand.seats}
    if not hand.has_play or not hand.is_over:
        return HandResult("in progress" if hand.has_play else "before play", hand.number, seats)
    report, false = hand.report, _false_win(hand)
    outcome: Outcome = "wash-out" if hand.is_washout else "unfinished"
    if hand.is_void:
        outcome = "void"
    elif report.winner is not None:
        outcome = "won" if false is None else "false mahjong"
    winners = report.winners if outcome == "won" else ()
    won, line = report.win if winners else None, line_told(hand)
    due = report.owed if report.owed is not None else report.presumed
    change = report.settled if report.settled is not None else due
    if change is None and hand.is_void:
        change = {}  # nothing is due for a hand that is played again
    limits = {} if line is not None else {seat: _limit_of(hand, seat) for seat in winners}
    is_drawn = hand.is_washout and hand.start.table.plan.family.draws_have_reasons
    return HandResult(
        outcome,
        hand.number,
        seats,
        winners,
        source=won.source if won is not None else None,
        discarder=won.discarder if won is not None else None,
        limits={seat: limit for seat, limit in limits.items() if limit is not None},
        line=line.label if winners and line is not None else None,
        announced=in_seat_order(report.recorded) or {},
        computed=report.computed,
        change=None if change is None else added(change, report.stakes),
        fines=fines_in(report.penalties, hand.seats),
        drawn_for=drawn_words(report.drawn_for) if is_drawn else "",
        false=false,
    )


def _false_win(hand: Hand) -> FalseWin | None:
    """The mahjong by which a hand ended, where it brought its declarer nothing because it was none: by the tiles, or as
    was ruled or fined. As long as it is paid, it stands as it was recorded.
    """
    report, seat, paid = hand.report, hand.report.winner, hand.report.settled
    if seat is None or hand.is_void or len(report.winners) != 1 or (paid is None and seat in report.recorded):
        return None
    gains = (report.owed or report.presumed or {}) if paid is None else paid
    if gains.get(seat, 0) > 0:
        return None
    # Whether somebody has objected to the declaration by which a hand ended, and a referee has ruled on that.
    seqs = {row.seq for row in _declared(seat, hand.rows)}
    disputes = {row.seq for row in hand.game.all_of(ev.Dispute) if row.on in seqs}
    is_ruled = any(row.on in disputes and row.decision != _WITHDRAWN for row in hand.game.all_of(ev.Ruling))
    is_fined = paid is not None and any(penalty.seat is seat for penalty in report.penalties)
    return FalseWin(seat, is_ruled) if is_ruled or is_fined or is_no_win(report, seat, hand.rows) else None


def is_no_win(report: HandReport, winner: Seat, rows: Sequence[Row]) -> bool:
    """Whether the hand that was declared last is none that wins; an earlier call that was taken back is no matter."""
    seqs = {row.seq for row in _declared(winner, rows)}
    no_win = codes_that("bars-win")
    errors = (finding for finding in report.findings if finding.severity == _ERROR)
    return any(finding.code in no_win and finding.seq in seqs for finding in errors)


def _declared(winner: Seat, rows: Sequence[Row]) -> Sequence[ev.Event]:
    """The last declaration of a winner, with the call before it and what was shown for it."""
    own = [row for row in rows if isinstance(row, ev.Claim | ev.Mahjong | ev.Show) and row.seat is winner]
    declared = max((at for at, row in enumerate(own) if isinstance(row, ev.Mahjong)), default=0)
    is_called = declared > 0 and isinstance(own[declared - 1], ev.Claim)
    return own[declared - is_called :]


def fines_in(penalties: Iterable[ev.Penalty], seats: Iterable[Seat]) -> Points:
    """What penalties move, received less paid; those whom nothing concerns are left out."""
    moved: Points = {}
    playing = list(seats)
    for row in penalties:
        # What goes to nobody is taken off the final score, and moves no points.
        if row.seat in playing and row.to != {}:
            moved[row.seat] = moved.get(row.seat, 0) - row.amount
            for seat, amount in shares_of(row, playing).items():
                moved[seat] = moved.get(seat, 0) + amount
    return {seat: moved[seat] for seat in Seat if seat in moved}


def shares_of(event: ev.Penalty, seats: Iterable[Seat]) -> Points:
    """Who gets what of a fine: as it is stated, else the others in equal parts. `seats`: who plays."""
    playing = set(seats)
    others = [seat for seat in event.seat.others() if seat in playing]
    return event.to if event.to is not None else equal_shares(event.amount, others)


def is_by_fu(hand: Hand) -> bool:
    """Whether hands are reckoned in fu and han; only winners' hands are then worth something."""
    scoring = hand.start.rules.scoring
    return scoring is not None and scoring.by_fu


def worth_in_han(hand: Hand) -> str:
    """Han, fu and limit of the winner, of several those of each, as computed or else as announced; empty where hands
    are not reckoned in these."""
    if not is_by_fu(hand):
        return ""
    worths = {}
    for seat in result_of(hand).winners:
        score = hand.report.details.get(seat)
        row = next((row for row in hand.rows if isinstance(row, ev.Score) and row.seat is seat), None)
        announced = "" if row is None else announced_words(row)
        if worth := han_words(score) if isinstance(score, HanScore) else announced:
            worths[seat] = worth
    if len(worths) < 2:
        return next(iter(worths.values()), "")
    return "; ".join(f"{seat_name(seat)} {worth}" for seat, worth in worths.items())


def _limit_of(hand: Hand, winner: Seat) -> str | None:
    """The limit hand of a winner, the announced one where nothing can be computed."""
    score = hand.report.details.get(winner)
    announced = (row.limit for row in hand.rows if isinstance(row, ev.Score) and row.seat is winner)
    limit = score.limit if score is not None else next((named for named in announced if named is not None), None)
    return None if limit is None else shown(limit if isinstance(limit, str) else quoted(limit), 60)


def next_round(bound: Bound, table: Table, seats: dict[Seat, str]) -> Seat:
    """The wind that prevails in the next hand, with these seats: the next one when all were East, unless it stays."""
    wind = SEATS[rounds_after(table, seats.get(Seat.E))[0] % 4]
    for refusal, _rule in violations(bound, table, _beginning(table, wind, seats)):
        if refusal.code == "wrong-round":
            return Seat[str(refusal.expected)]
    return wind


def east_next(game: Game) -> str | None:
    """Who is East next in a game, while no hand is in progress; None where nobody can say."""
    if game.rules is None or not game.hands[-1].has_play or not game.hands[-1].is_over:
        return None
    easts = {next_east(game.ended.rules, way.table) for way in game.ended.hypotheses.ways}
    return easts.pop() if len(easts) == 1 else None


def next_east(rules: Rules, table: Table) -> str | None:
    """The player who is East in the next hand; None where the game is over, or nobody can say."""
    begun = _next_hand(rules, table)
    return None if begun is None or violations(rules.bound, table, begun) else begun.seats[Seat.E]


def why_over(rules: Rules, table: Table) -> str | None:
    """Why no other hand is played, in the words of a rule; None where one is, or nobody can say."""
    begun = _next_hand(rules, table)
    breaches = violations(rules.bound, table, begun) if begun is not None else []
    return next((refusal.message for refusal, _rule in breaches if refusal.code == "hand-after-end"), None)


def _next_hand(rules: Rules, table: Table) -> ev.HandStart | None:
    """The beginning of the next hand; None where nobody can say how it begins, or the game was said to be over."""
    standing = table.standing
    if not standing.result_known or Fact.HANDS in table.in_doubt or standing.ended or Seat.E not in standing.seats:
        return None
    if table.plan.family.keeps_east(table) is None:
        return None
    seats = seats_due(table)
    return _beginning(table, next_round(rules.bound, table, seats), seats)


def next_number(table: Table) -> int:
    """The number of the next hand; one that is played again keeps its own."""
    return table.hand if table.standing.voided else table.hand + 1


def _beginning(table: Table, wind: Seat, seats: dict[Seat, str]) -> ev.HandStart:
    return ev.HandStart(seq=1, hand=next_number(table), round=wind, seats=seats)
