"""The disputes of a game: what each is about, who objects, and how it was ruled.

Source: docs/lookup/format.md#beside-the-play
(`dispute`).

They are read from the log as corrected: an objection that was made void is none. What a dispute, a ruling or what
follows from it answers (`on`) is the obvious latest one where the log does not say. Each keeps the number that it was
first written with, and so does what it answers, however often they are corrected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.audit.game import Game
from mjlog.findings import Ruled
from mjlog.log.corrections import CorrectedLog
from mjlog.log.records import Fault, Row
from mjlog.seats import Seat
from mjlog.text import quoted, shown
from mjlog.views.claimable import upon
from mjlog.views.seen import disclosed_until
from mjlog.views.sheet import LONGEST as LONGEST_ON_SHEET
from mjlog.views.sheet import ScoreSheet, SheetDispute, SheetRuling

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


@dataclass(slots=True)
class _Docket:
    """What was said so far, as the log is gone through. `latest`: the latest event that is no remark, 0 without any.

    `roots`: of corrections, the event that first stood in their place.
    """

    roots: Mapping[int, int]
    latest: int = 0
    disputes: dict[int, ev.Dispute] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    players: dict[int, Mapping[Seat, str]] = field(default_factory=dict)
    rulings: dict[int, list[ev.Ruling]] = field(default_factory=dict)
    ruling_seqs: set[int] = field(default_factory=set)
    corrections: dict[int, list[int]] = field(default_factory=dict)
    penalties: dict[int, list[int]] = field(default_factory=dict)

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
