"""What a hand comes to as it stands, and what it would come to otherwise: scores, payments, findings.

Only of hands that are over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, BySeat, says
from mjlog.audit.game import Hand
from mjlog.audit.report import HandReport
from mjlog.disputes.reading import DisputedMoment
from mjlog.findings import Finding, Severity
from mjlog.log.records import Fault
from mjlog.scoring import Score
from mjlog.seats import SEATS, Seat
from mjlog.text import counted, list_words, shown, signed
from mjlog.views.naming import explain_score
from mjlog.views.results import by_seat, fines_in, is_no_win

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
    fines: Annotated[BySeat[int], says("what penalties move")] = field(name="penalties")
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
    return _outcome(label, hand.report, hand, moment.view.rows[hand.first : hand.end])


def outcome_without(label: str, moment: DisputedMoment) -> Outcome | None:
    """What the hand would come to with the event void; None where there is no such hand, or it is in progress.

    The hand is replayed without it, like the audit does it. A hand with a discard or draw left out has a tile too many
    or too few from then on: nothing is told by that.
    """
    hand, rows = moment.hand, moment.view.rows
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
    winner = Seat[report.winner] if report.winner is not None else None
    paid, due = by_seat(report.settled), by_seat(report.owed)
    fines = fines_in(rows, hand.seats)
    is_replayed = winner is None and any(isinstance(row, ev.Replay) for row in rows)
    moved = paid if paid is not None and still_paid else {} if is_replayed else due
    is_washout = any(isinstance(row, ev.Washout) for row in rows)
    return Outcome(
        label=label,
        winner=winner,
        is_washout=is_washout and winner is None,
        announced=by_seat(report.recorded) or {},
        computed=by_seat(report.computed) or {},
        paid=paid,
        due=due,
        fines=fines,
        gets=None if moved is None else {seat: moved.get(seat, 0) + fines.get(seat, 0) for seat in hand.seats},
        worth=_worth(report, winner),
        why=None if due is not None or is_replayed else _why_not(report, winner, is_washout),
        faults=tuple(one for one in report.findings if one.severity == _ERROR),
        is_no_win=winner is not None and is_no_win(report, winner, rows),
        is_replayed=is_replayed,
    )


def _worth(report: HandReport, winner: Seat | None) -> tuple[str, ...]:
    score = report.details.get(winner.value) if winner is not None else None
    return tuple(explain_score(score)) if isinstance(score, Score) else ()


def _why_not(report: HandReport, winner: Seat | None, is_washout: bool) -> str:
    """Why no payment can be computed."""
    if winner is None and not is_washout:
        return "nobody has won, and the hand is not drawn: there is nothing to pay"
    if any(one.severity == _ERROR for one in report.findings):
        return "the hand has faults that leave open what is to be paid"
    if winner is not None and winner.value not in report.computed:
        return "the winner's tiles are not all known, or the rule set does not say what they are worth"
    return "the tiles of the hands are not all known"


def with_differences(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Readings of a hand, all but the first with what they change against it."""
    first, *others = outcomes
    return (first, *(replace(one, difference=tuple(_difference(first, one))) for one in others))


def _difference(first: Outcome, other: Outcome) -> Iterator[str]:
    """What another reading of the hand changes for each player, and which faults it would bring or take away."""
    yield _gains_words(first, other)
    came, went = _new_faults(first, other), _new_faults(other, first)
    if came:
        yield f"{counted(len(came), 'fault')} more would stand in the record{_first_of(came)}"
    if went:
        yield f"{counted(len(went), 'fault')} would no longer stand in the record{_first_of(went)}"


def _gains_words(first: Outcome, other: Outcome) -> str:
    if other.gets is None:
        return f"what everybody would get cannot be said: {other.why}"
    if first.gets is None:
        return f"as it stands nothing can be said: {first.why}"
    moved = {seat: other.gets[seat] - first.gets.get(seat, 0) for seat in SEATS if seat in other.gets}
    told = [f"{seat.wind_name} {signed(amount)}" for seat, amount in moved.items() if amount]
    return f"against the hand as it stands: {list_words(told)}" if told else "everybody gets the same"


def _first_of(found: Sequence[Finding]) -> str:
    """The fault that is meant; of several the first."""
    return f"{'' if len(found) == 1 else ', the first'}: {found[0].code}, {shown(found[0].message, 160)}"


def _new_faults(before: Outcome, after: Outcome) -> list[Finding]:
    """The errors in one reading of a hand that are not in the other; at which event each is found is no matter."""
    old = Counter(map(_key, before.faults))
    found = []
    for one in after.faults:
        if old[_key(one)]:
            old[_key(one)] -= 1
        else:
            found.append(one)
    return found


def _key(one: Finding) -> tuple[object, ...]:
    return one.code, one.seat, one.message
