"""The cases of a game: what each dispute is about, who objects, how it was ruled; the moment, and what came of it.

Disputes are read from the log as corrected: an objection that was made void is none. What a dispute, a ruling or what
follows from it answers (`on`) is the obvious latest one where the log does not say. Each keeps the number that it was
first written with, and so does what it answers, however often they are corrected.

A moment is the event, the table just before it, and who may see what of it. A ruling can correct the very event that
was disputed; so can a ruling on another objection to it, made before or later. Then the log is read as it was before
that, and where the hand had not ended by then, as it went on, without what follows from the rulings. Nobody is shown
more by that than the log as corrected shows: while a hand is in progress in the one reading, nothing of it is told in
the other. Source: docs/lookup/format.md#beside-the-play (`dispute`); docs/understand/trust.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, BySeat, Seq, says
from mjlog.audit.game import Game, Hand, row_type
from mjlog.audit.report import HandReport, in_seat_order
from mjlog.errors import RecordError
from mjlog.findings import Finding, Ruled, Severity
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault, Row
from mjlog.log.sight import Sight
from mjlog.rulesets import Rules
from mjlog.seats import SEATS, Seat
from mjlog.table import Table, prepare
from mjlog.table.flowers import as_played
from mjlog.text import counted, list_words, quoted, shown, signed
from mjlog.views.claimable import upon
from mjlog.views.results import fines_in, is_no_win
from mjlog.views.seen import disclosed_until, is_read, sight_in
from mjlog.views.sheet import LONGEST as LONGEST_ON_SHEET
from mjlog.views.sheet import ScoreSheet, SheetDispute, SheetRuling
from mjlog.views.words import explain_score

_SAID = (ev.Note, ev.Dispute, ev.Ruling)
"""What is said about other events, and is no event of play."""
LONGEST = 2000
"""How much of a text of a dispute or a ruling is printed."""


class RulingInfo(Answer):
    """A ruling on a dispute, and what follows from it. Texts are as the log has them."""

    seq: Seq
    text: str
    decision: Annotated[str | None, says("in a word, like `upheld` or `dismissed`")]
    at: str | None
    recorder: str | None
    corrections: Annotated[tuple[Seq, ...], says("the corrections that follow from it")] = ()
    # A correction that writes nothing but fines into an earlier hand is among the penalties.
    penalties: Annotated[tuple[Seq, ...], says("the penalties that follow from it")] = ()

    @property
    def consequences(self) -> tuple[int, ...]:
        """All events that follow from it."""
        return (*self.corrections, *self.penalties)


class CaseInfo(Answer):
    """An objection to an event. Texts are as the log has them."""

    seq: Annotated[Seq, says("the event that the dispute is")]
    on: Annotated[Seq | None, says("the event that it is about")]
    text: str
    seat: Annotated[Seat | None, says("who objects, in the hand of that event")]
    player: Annotated[str | None, says("who sat there")]
    at: str | None
    recorder: str | None
    is_open: Annotated[bool, says("nobody has ruled on it")]
    rulings: Annotated[tuple[RulingInfo, ...], says("the last one holds")]

    @property
    def ruling(self) -> RulingInfo | None:
        """The ruling that holds."""
        return self.rulings[-1] if self.rulings else None


class _Docket(msgspec.Struct):
    """What was said so far, as the log is gone through. `latest`: the latest event that is no remark, 0 without any.

    `roots`: of corrections, the event that first stood in their place.
    """

    roots: Mapping[int, int]
    latest: int = 0
    disputes: dict[int, ev.Dispute] = msgspec.field(default_factory=dict)
    targets: dict[int, int] = msgspec.field(default_factory=dict)
    players: dict[int, Mapping[Seat, str]] = msgspec.field(default_factory=dict)
    rulings: dict[int, list[ev.Ruling]] = msgspec.field(default_factory=dict)
    ruling_seqs: set[int] = msgspec.field(default_factory=set)
    corrections: dict[int, list[int]] = msgspec.field(default_factory=dict)
    penalties: dict[int, list[int]] = msgspec.field(default_factory=dict)

    def first(self, seq: int | None) -> int:
        """The number that what stands here was first written with; 0 for none."""
        return 0 if seq is None else self.roots.get(seq, seq)


def disputes_in(game: Game) -> list[CaseInfo]:
    """All disputes of a game, in their order."""
    roots = {} if game.as_recorded else game.slots.root
    return disputes_of(game.rows, game.log.corrections, roots)


def disputes_of(
    rows: Iterable[ev.Event | Fault],
    corrections: Sequence[ev.Correction] = (),
    roots: Mapping[int, int] = MappingProxyType({}),
) -> list[CaseInfo]:
    """All disputes of a log, in their order. `rows`: as corrected; `corrections`: the events that corrected it.

    `roots`: for each of these the event that first stood in its place (`CorrectedLog.roots`).

    >>> objection = ev.Dispute(seq=9, on=7, seat=Seat.S, text="no!")
    >>> [(one.seq, one.on, one.is_open) for one in disputes_of([objection, ev.Ruling(seq=10, text="yes")])]
    [(9, 7, False)]
    """
    docket = _Docket(roots)
    events = sorted((row for row in rows if not isinstance(row, Fault)), key=lambda event: docket.first(event.seq))
    for event in events:
        seq = docket.first(event.seq)
        if not isinstance(event, _SAID):
            docket.latest = seq
        if isinstance(event, ev.HandStart):
            docket.players[seq] = event.seats
        elif isinstance(event, ev.Dispute):
            docket.disputes[seq] = event
            docket.targets[seq] = docket.first(event.on) or docket.latest
        elif isinstance(event, ev.Ruling):
            on = docket.first(event.on) or max(docket.disputes, default=0)
            if on in docket.disputes:
                docket.rulings.setdefault(on, []).append(event)
                docket.ruling_seqs.add(seq)
        elif isinstance(event, ev.Penalty):
            _follow(docket.penalties, docket, event)
    for correction in corrections:
        # A fine is written into an earlier hand by a correction that holds penalties and nothing else.
        is_fine = bool(correction.events) and all(fields.get("type") == "penalty" for fields in correction.events)
        _follow(docket.penalties if is_fine else docket.corrections, docket, correction)
    return [_case(docket, seq, event) for seq, event in docket.disputes.items()]


def _follow(into: dict[int, list[int]], docket: _Docket, event: ev.Event) -> None:
    """What is done on a ruling follows from it."""
    on = docket.first(event.on)
    if on in docket.ruling_seqs:
        into.setdefault(on, []).append(event.seq)


def _case(docket: _Docket, seq: int, event: ev.Dispute) -> CaseInfo:
    on, rulings = docket.targets[seq], docket.rulings.get(seq, ())
    # Who sat on the seat when the event happened
    begun = max((first for first in docket.players if first <= (on or seq)), default=None)
    return CaseInfo(
        seq=seq,
        on=on or None,
        text=event.text,
        seat=event.seat,
        player=None if event.seat is None or begun is None else docket.players[begun].get(event.seat),
        at=event.at,
        recorder=event.recorder,
        is_open=not rulings,
        rulings=tuple(_ruling(docket, ruling) for ruling in rulings),
    )


def _ruling(docket: _Docket, event: ev.Ruling) -> RulingInfo:
    seq, decision = docket.first(event.seq), event.decision
    return RulingInfo(
        seq=seq,
        text=event.text,
        # What is no word is told as one.
        decision=decision if decision is None or isinstance(decision, str) else quoted(decision),
        at=event.at,
        recorder=event.recorder,
        corrections=tuple(docket.corrections.get(seq, ())),
        penalties=tuple(docket.penalties.get(seq, ())),
    )


def cases_about(cases: Iterable[CaseInfo], seq: int) -> Iterator[CaseInfo]:
    """The disputes that an event has to do with: those about it, and the one that it is, or rules on."""
    for case in cases:
        if seq in (case.seq, case.on) or any(seq in (ruling.seq, *ruling.consequences) for ruling in case.rulings):
            yield case


# -- which events were ruled on ---------------------------------------------------------------------------------------


WITHDRAWN = "withdrawn"
"""The decision by which nothing is decided: the objection was taken back."""


def rulings_of(rows: Iterable[Row], is_folded: bool) -> dict[int, Ruled]:
    """The ruling that holds, for every event of a log that was ruled on, as `ruled_on` tells.

    `rows`: as they were written, up to the event that the log is read to; `is_folded`: whether the corrections among
    them are carried out.
    """
    cases, read = _cases_of(rows, is_folded)
    return ruled_on(cases, read)


def overturned_in(rows: Iterable[Row], is_folded: bool) -> int:
    """How many rulings of a log a later one on the same dispute has decided otherwise. `rows`, `is_folded`: as above.

    They decide otherwise by their words (`decision`); where none is written, by their texts.
    """
    cases, _read = _cases_of(rows, is_folded)
    decisions = [[(ruling.decision or ruling.text).strip().casefold() for ruling in case.rulings] for case in cases]
    return sum(before != after for words in decisions for before, after in pairwise(words))


def _cases_of(rows: Iterable[Row], is_folded: bool) -> tuple[list[CaseInfo], list[ev.Event | Fault]]:
    """The disputes of a log, where anything was ruled on, and the log as it is read."""
    written = list(rows)
    if not any(isinstance(row, ev.Ruling | ev.Correction) for row, _where in written):
        return [], []
    arranged = CorrectedLog(written if is_folded else ())
    read = [row for row, _where in (arranged.rows() if is_folded else written)]
    return disputes_of(read, [made.event for made in arranged.made], arranged.roots), read


def ruled_on(cases: Iterable[CaseInfo], rows: Iterable[ev.Event | Fault]) -> dict[int, Ruled]:
    """The ruling that holds, for every event that was ruled on, and for every one that belongs to the same act.

    A call, the set laid down or the win declared upon it, and the hand shown for it are one act. An event that was
    disputed anew is open until it is ruled on again. `cases`: the disputes in these rows, in their order.
    """
    decided: dict[int, Ruled] = {}
    for case in cases:
        ruling = case.ruling
        if case.on and ruling is None:
            decided.pop(case.on, None)
        elif case.on and ruling is not None and (ruling.decision or "").strip().casefold() != WITHDRAWN:
            decision = None if ruling.decision is None else shown(ruling.decision)
            decided[case.on] = Ruled(ruling.seq, case.seq, decision, shown(ruling.text, LONGEST))
    if not decided:
        return {}
    log = list(rows)
    calls = [(at, call.seq) for at, call in enumerate(log) if isinstance(call, ev.Claim | ev.Mahjong)]
    done = ((seq, log[place]) for at, seq in calls for place in upon(log, at).done)
    pairs = [(seq, act.seq) for seq, act in done if act.seq is not None and not isinstance(act, ev.Claim)]
    for first_act, other_act in (pair for first, second in pairs for pair in ((first, second), (second, first))):
        if first_act in decided:
            decided.setdefault(other_act, decided[first_act])
    return decided


# -- on the score sheet -----------------------------------------------------------------------------------------------


def with_disputes(sheet: ScoreSheet, game: Game) -> ScoreSheet:
    """The sheet of a log, with its disputes; of a hand in progress the sheet tells none."""
    public = disclosed_until(game)
    disputes = []
    for case in disputes_in(game):
        if case.seq > public:
            continue
        place, ruling = game.place_of(case.on) if case.on else None, case.ruling
        sheet_ruling: SheetRuling | None = None
        if ruling is not None and ruling.seq <= public:
            decision = None if ruling.decision is None else shown(ruling.decision, 40)
            sheet_ruling = SheetRuling(ruling.seq, decision, shown(ruling.text, LONGEST_ON_SHEET))
        dispute = SheetDispute(
            hand=None if place is None else game.hand_at(place).number,
            seq=case.seq,
            on=case.on,
            player=None if case.player is None else shown(case.player, 40),
            text=shown(case.text, LONGEST_ON_SHEET),
            ruling=sheet_ruling,
        )
        disputes.append(dispute)
    return replace(sheet, disputes=tuple(disputes))


# -- the moment that a dispute is about -------------------------------------------------------------------------------


class DisputedMoment(msgspec.Struct, frozen=True):
    """An event in its place. `first` and `last`: places of its rows in the log, several where a correction has many.

    `is_read`: whether it stands in the log that is read; otherwise the rows are those of what stands near it.
    """

    game: Game
    seq: int
    first: int
    last: int
    hand: Hand
    is_read: bool

    @property
    def row(self) -> ev.Event | Fault:
        """What is read there: of several rows the first."""
        return self.game.rows[self.first]

    @property
    def sight(self) -> Sight:
        """The most that may be seen: everything that was recorded, of a hand in progress what the table sees."""
        return sight_in(self.hand, "open")

    @property
    def rules(self) -> Rules | None:
        """The rules in force at that moment; None where the rule set is not known."""
        if not self.hand.has_play:
            return self.game.rules
        start = self.hand.start
        return start.rules if start.frame.known_rules else None

    def seen(self, sight: Sight) -> Hand:
        """The hand as somebody sees it."""
        return self.hand.seen(sight_in(self.hand, sight))

    def event(self, sight: Sight) -> ev.Event | None:
        """The event as somebody with this sight saw it; None for a line that is none."""
        row = self.seen(sight).rows[self.first - self.hand.first]
        return None if isinstance(row, Fault) else row


def moment_of(game: Game, seq: int) -> DisputedMoment | None:
    """The moment of an event of the log; None where the log has no such event."""
    last = game.place_of(seq)
    if last is None or not game.rows:
        return None
    stands = seq in game.by_seq or is_read(game, seq)
    hand, first = game.hand_at(last), last
    while stands and first > hand.first and game.seq_at(first - 1) == game.seq_at(last):
        first -= 1
    return DisputedMoment(game, seq, first, last, hand, stands)


def no_event(game: Game, seq: int) -> RecordError:
    """The error for an event that the log does not have."""
    last = max(game.last_seq, game.log.last)
    there = f"the game has the events 1 to {last}" if last else "the log is empty"
    return RecordError(f"there is no event {seq}: {there}", game.source)


def table_before(moment: DisputedMoment, sight: Sight) -> Table:
    """The table just before the event as somebody sees it: the hand before its beginning, else this hand so far."""
    game, hand = moment.game, moment.hand
    if moment.first > hand.first:
        return moment.seen(sight).table_after(moment.first - hand.first - 1)
    if hand.place == 0:
        return hand.start.table.copy()
    before = game.hands[hand.place - 1]
    if before.end == before.first:
        return before.start.table.copy()
    return before.seen(sight_in(before, sight)).table_after(before.end - before.first - 1)


def judged(moment: DisputedMoment, sight: Sight) -> tuple[Table, ev.Event] | None:
    """The table and the event as the rules are asked about them; None for a line that is no event.

    What a record of this depth may leave out before the event is filled in, as the audit does.
    """
    event = moment.event(sight)
    if event is None:
        return None
    table = table_before(moment, sight)
    if table.plan.any_flower:
        event = as_played(event)
    prepare(table, event)
    return table, event


def shows_no_more(other: Game, corrected: Game) -> bool:
    """Whether another reading shows no hand to its end of which the log as corrected keeps something back.

    What the other reading has beyond the end of that log was not kept back.
    """
    public, end = disclosed_until(corrected), corrected.log.last
    return all(
        public >= other.seq_at(place) or other.seq_at(place) > end
        for hand in other.hands
        if hand.is_over
        for place in range(hand.first, hand.end)
    )


def type_of(moment: DisputedMoment) -> str:
    """The type of the event; `fault` for a line that is none."""
    return row_type(moment.row)


# -- before rulings and corrections ----------------------------------------------------------------------------------


def as_disputed(game: Game, case: CaseInfo) -> Game | None:
    """The game as it was before the first ruling, or correction, that changed what was disputed; None where it is that.

    None, too, where something of a hand would be seen that goes on in the log as corrected.
    """
    if not game.log.is_whole or game.as_recorded:
        return None
    about = case.on or 0
    for first, taken_out in _changes(game, case):
        until = [row for row in game.log.rows if (row[0].seq or 0) < first]
        other = game.fork(until)
        moment = moment_of(other, about)
        if moment is None or not moment.hand.is_over:
            other.go_on(
                [
                    ((ev.Note(seq=row.seq, text="") if row.seq in taken_out else row), where)
                    for row, where in game.log.rows[len(until) :]
                ]
            )
            moment = moment_of(other, about)
        if moment is not None and moment.is_read:
            return other if shows_no_more(other, game) else None
    return None


def _changes(game: Game, case: CaseInfo) -> Iterator[tuple[int, set[int]]]:
    """From which event on the log was changed because of the disputed event, with all that changed it from then on.

    First what came after the objection. What was there before it is what was objected to, but where the event had
    been made void by then: of those corrections the latest first.
    """
    slots, on = game.slots, case.on or 0
    corrections = [seq for seq in slots.members.get(slots.root.get(on, on), ()) if seq > on]
    # All rulings on objections to the same event
    cases = (other for other in disputes_in(game) if other.on == case.on)
    rulings = [*case.rulings, *(ruling for other in cases if other.seq != case.seq for ruling in other.rulings)]
    starts = [next((other.seq for other in rulings if seq in other.consequences), seq) for seq in corrections]
    own = [other.seq for other in case.rulings if other.consequences]
    later = [*own, *(first for first in starts if first > case.seq)]
    moment = moment_of(game, on)
    firsts = [min(later)] if later else []
    if later or (moment is not None and not moment.is_read):
        firsts += sorted({first for first in starts if first < case.seq}, reverse=True)
    for first in firsts:
        since = {seq for seq in corrections if seq >= first}
        follows = {seq for other in rulings if other.seq >= first for seq in other.consequences}
        yield first, since | follows


def is_taken_out(row: ev.Event | Fault) -> bool:
    """Whether an event stood here that was taken out."""
    return isinstance(row, ev.Note) and row == ev.Note(seq=row.seq, text="")


# -- what the hand comes to -------------------------------------------------------------------------------------------


_ERROR = Severity.ERROR.value
_NEEDED = (
    ev.HandStart, ev.Deal, ev.Charleston, ev.Draw, ev.Discard, ev.KongReplacement, ev.BonusReplacement,
)  # fmt: skip
"""Events without which there is no hand to be played on with."""


class Outcome(Answer):
    """What a hand comes to in one reading of it, in points by seat; null where nothing is recorded, or computed."""

    label: Annotated[str, says("which reading of the hand this is")]
    winner: Annotated[Seat | None, says("who declared mahjong last")]
    is_washout: bool
    is_no_win: Annotated[bool, says("the hand declared last is none that wins")]
    is_replayed: Annotated[bool, says("the hand is void, and played again: nobody gets anything for it")]
    announced: Annotated[BySeat[int], says("what hands are worth, as it was said")]
    computed: Annotated[BySeat[int], says("what hands are worth by the rules")]
    paid: Annotated[BySeat[int] | None, says("gains and losses, as they were paid")]
    due: Annotated[BySeat[int] | None, says("gains and losses by the rules")]
    fines: Annotated[BySeat[int], says("what penalties move")] = msgspec.field(name="penalties")
    gets: Annotated[
        BySeat[int] | None,
        says("what each gets in all, as it was paid; as it is due, where nothing, or another result was paid"),
    ]
    worth: Annotated[tuple[str, ...], says("how the winner's hand comes to its worth")]
    why: Annotated[str | None, says("why nothing can be computed")]
    faults: tuple[Finding, ...]
    difference: Annotated[tuple[str, ...], says("against the first reading")] = ()


def outcome_as_it_stands(label: str, moment: DisputedMoment) -> Outcome | None:
    """What the hand of an event comes to as it is read; None while it is in progress, or before the first hand."""
    hand = moment.hand
    if not hand.is_over or not hand.has_play:
        return None
    return _outcome(label, hand.report, hand, moment.game.rows[hand.first : hand.end])


def outcome_without(label: str, moment: DisputedMoment) -> Outcome | None:
    """What the hand would come to with the event void; None where there is no such hand, or it is in progress.

    The hand is replayed without it, like the audit does it. A hand with a discard or draw left out has a tile too many
    or too few from then on: nothing is told by that.
    """
    hand, rows = moment.hand, moment.game.rows
    if not hand.is_over or not hand.has_play or isinstance(moment.row, _NEEDED) or not moment.is_read:
        return None
    left = [*rows[hand.first + 1 : moment.first], *rows[moment.last + 1 : hand.end]]
    report = hand.replayed().after((row, None) for row in left).finish()[-1]
    # Payments that were made for another result are not what anybody would get.
    still_paid = _result(report) == _result(hand.report) and not isinstance(moment.row, ev.Settlement)
    return _outcome(label, report, hand, left, still_paid)


def _result(report: HandReport) -> tuple[object, ...]:
    """What the payments of a hand go by."""
    return report.winner, report.computed, report.owed


def _outcome(
    label: str, report: HandReport, hand: Hand, rows: Sequence[ev.Event | Fault], still_paid: bool = True
) -> Outcome:
    # Of scores that were only announced it can be certain what goes with them, where something else was paid.
    owed = report.owed if report.owed is not None else report.due
    winner, paid, due = report.winner, in_seat_order(report.settled), in_seat_order(owed)
    fines = fines_in(report.penalties, hand.seats)
    is_replayed = winner is None and any(isinstance(row, ev.Replay) for row in rows)
    moved = paid if paid is not None and still_paid else {} if is_replayed else due
    is_washout = any(isinstance(row, ev.Washout) for row in rows)
    score = report.details.get(winner) if winner is not None else None
    return Outcome(
        label=label,
        winner=winner,
        is_washout=is_washout and winner is None,
        announced=in_seat_order(report.recorded) or {},
        computed=report.computed,
        paid=paid,
        due=due,
        fines=fines,
        gets=None if moved is None else {seat: moved.get(seat, 0) + fines.get(seat, 0) for seat in hand.seats},
        worth=tuple(explain_score(score)) if score is not None else (),
        why=None if due is not None or is_replayed else _why_not(report, winner, is_washout),
        faults=tuple(finding for finding in report.findings if finding.severity == _ERROR),
        is_no_win=winner is not None and is_no_win(report, winner, rows),
        is_replayed=is_replayed,
    )


def _why_not(report: HandReport, winner: Seat | None, is_washout: bool) -> str:
    """Why no payment can be computed."""
    if winner is None and not is_washout:
        return "nobody has won, and the hand is not drawn: there is nothing to pay"
    if any(finding.severity == _ERROR for finding in report.findings):
        return "the hand has faults that leave open what is to be paid"
    if winner is not None and winner not in report.computed:
        return "the winner's tiles are not all known, or the rule set does not say what they are worth"
    return "the tiles of the hands are not all known"


def with_differences(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Readings of a hand, all but the first with what they change against it."""
    first, *others = outcomes
    compared = [first]
    for other in others:
        words = "everybody gets the same"
        if other.gets is None:
            words = f"what everybody would get cannot be said: {other.why}"
        elif first.gets is None:
            words = f"as it stands nothing can be said: {first.why}"
        else:
            moved = {seat: other.gets[seat] - first.gets.get(seat, 0) for seat in SEATS if seat in other.gets}
            phrases = [f"{seat.wind_name} {signed(amount)}" for seat, amount in moved.items() if amount]
            words = f"against the hand as it stands: {list_words(phrases)}" if phrases else words
        difference = [words]
        came, went = _new_faults(first, other), _new_faults(other, first)
        if came:
            difference.append(f"{counted(len(came), 'fault')} more would stand in the record{_first_of(came)}")
        if went:
            difference.append(f"{counted(len(went), 'fault')} would no longer stand in the record{_first_of(went)}")
        compared.append(replace(other, difference=tuple(difference)))
    return tuple(compared)


def _first_of(findings: Sequence[Finding]) -> str:
    """The fault that is meant; of several the first."""
    return f"{'' if len(findings) == 1 else ', the first'}: {findings[0].code}, {shown(findings[0].message, 160)}"


def _new_faults(before: Outcome, after: Outcome) -> list[Finding]:
    """The errors in one reading of a hand that are not in the other; at which event each is found is no matter."""
    old = Counter(map(_key, before.faults))
    new_faults = []
    for fault in after.faults:
        if old[_key(fault)]:
            old[_key(fault)] -= 1
        else:
            new_faults.append(fault)
    return new_faults


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.seat, finding.message
