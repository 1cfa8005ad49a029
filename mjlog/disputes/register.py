"""The disputes of a game: what each is about, who objects, and how it was ruled. Source: FORMAT, A log (`dispute`).

They are read from the log as corrected: an objection that was made void is none. What a dispute, a ruling or what
follows from it answers (`on`) is the obvious latest one where the log does not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.audit.records import Fault
from mjlog.seats import Seat
from mjlog.text import quoted, shown

_SAID = (ev.Note, ev.Dispute, ev.Ruling)
"""What is said about other events, and is no event of play."""
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class RulingMade:
    """A ruling on a dispute. `decision`: the word for it, where one is written down; texts are as they may be printed.

    `corrections` and `penalties`: the events that say to follow from it, by seq.
    """

    seq: int
    text: str
    decision: str | None
    at: str | None
    recorder: str | None
    corrections: tuple[int, ...] = ()
    penalties: tuple[int, ...] = ()

    @property
    def consequences(self) -> tuple[int, ...]:
        """All events that follow from it."""
        return (*self.corrections, *self.penalties)


@dataclass(frozen=True, slots=True)
class DisputeCase:
    """An objection. `on`: the event that it is about, 0 where it names none; `seat`: who objects, where that is known.

    `player`: who sat there then. `rulings`: the latest is the one that holds.
    """

    seq: int
    on: int
    text: str
    seat: Seat | None
    player: str | None
    at: str | None
    recorder: str | None
    rulings: tuple[RulingMade, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nobody has ruled on it."""
        return not self.rulings

    @property
    def ruling(self) -> RulingMade | None:
        """The ruling that holds."""
        return self.rulings[-1] if self.rulings else None


@dataclass(slots=True)
class _Found:
    """What was said so far, as the log is gone through. `latest`: the latest event that is no remark, 0 without any."""

    latest: int = 0
    disputes: dict[int, ev.Dispute] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    players: dict[int, Mapping[Seat, str]] = field(default_factory=dict)
    rulings: dict[int, list[ev.Ruling]] = field(default_factory=dict)
    ruling_seqs: set[int] = field(default_factory=set)
    corrections: dict[int, list[int]] = field(default_factory=dict)
    penalties: dict[int, list[int]] = field(default_factory=dict)


def disputes_of(rows: Iterable[ev.Event | Fault], corrections: Sequence[ev.Correction] = ()) -> list[DisputeCase]:
    """All disputes of a log, in their order. `rows`: as corrected; `corrections`: the events that corrected it.

    >>> objection = ev.Dispute(seq=9, on=7, seat=Seat.S, text="no!")
    >>> [(one.seq, one.on, one.is_open) for one in disputes_of([objection, ev.Ruling(seq=10, text="yes")])]
    [(9, 7, False)]
    """
    found = _Found()
    said = sorted((row for row in rows if not isinstance(row, Fault)), key=lambda event: event.seq)
    for event in said:
        _note(found, event)
    for correction in corrections:
        _follow(found.corrections, found, correction)
    return [_case(found, event) for event in found.disputes.values()]


def _note(found: _Found, event: ev.Event) -> None:
    if not isinstance(event, _SAID):
        found.latest = event.seq
    if isinstance(event, ev.HandStart):
        found.players[event.seq] = event.seats
    elif isinstance(event, ev.Dispute):
        found.disputes[event.seq] = event
        found.targets[event.seq] = event.on or found.latest
    elif isinstance(event, ev.Ruling):
        on = event.on or max(found.disputes, default=0)
        if on in found.disputes:
            found.rulings.setdefault(on, []).append(event)
            found.ruling_seqs.add(event.seq)
    elif isinstance(event, ev.Penalty):
        _follow(found.penalties, found, event)


def _follow(into: dict[int, list[int]], found: _Found, event: ev.Event) -> None:
    """What is done on a ruling follows from it."""
    if event.on is not None and event.on in found.ruling_seqs:
        into.setdefault(event.on, []).append(event.seq)


def _case(found: _Found, event: ev.Dispute) -> DisputeCase:
    on = found.targets[event.seq]
    return DisputeCase(
        seq=event.seq,
        on=on,
        text=shown(event.text, _LONGEST),
        seat=event.seat,
        player=_player(found, event.seat, on or event.seq),
        at=_maybe(event.at),
        recorder=_maybe(event.recorder),
        rulings=tuple(_ruling(found, ruling) for ruling in found.rulings.get(event.seq, ())),
    )


def _ruling(found: _Found, event: ev.Ruling) -> RulingMade:
    return RulingMade(
        seq=event.seq,
        text=shown(event.text, _LONGEST),
        decision=_decision(event.decision),
        at=_maybe(event.at),
        recorder=_maybe(event.recorder),
        corrections=tuple(found.corrections.get(event.seq, ())),
        penalties=tuple(found.penalties.get(event.seq, ())),
    )


def _decision(value: object) -> str | None:
    if value is None:
        return None
    return shown(value) if isinstance(value, str) else quoted(value)


def _maybe(text: str | None) -> str | None:
    return None if text is None else shown(text, 60)


def _player(found: _Found, seat: Seat | None, seq: int) -> str | None:
    """Who sat on a seat when an event happened."""
    begun = max((first for first in found.players if first <= seq), default=None)
    return None if seat is None or begun is None else found.players[begun].get(seat)


def cases_about(cases: Iterable[DisputeCase], seq: int) -> Iterator[DisputeCase]:
    """The disputes that an event has to do with: those about it, and the one that it is, or rules on."""
    for case in cases:
        if seq in (case.seq, case.on) or any(seq in (one.seq, *one.consequences) for one in case.rulings):
            yield case
