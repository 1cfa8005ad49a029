"""A hand that is dead or should be, as data: why, since when, from which event on it was certain, and what follows.

Numbers of tiles count a kong as three, but in games by a score card, which have no replacements. Amounts are points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.answers import Answer, Seq, says
from mjlog.audit.settling.base import equal_shares
from mjlog.audit.valuing import ledger_for, scorer_for
from mjlog.rules.closing import rule_of_fines
from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog.table.plan import Fine

Kind = Literal["count", "exposure", "false-mahjong", "call", "misnamed", "other"]
"""Why a hand is, or is said to be, dead; `misnamed` is fined, and kills no hand."""
What = Literal[
    "pays-the-winner", "fine", "scores-nothing", "loses-double", "no-win", "played-again", "no-penalty", "named-nowhere"
]  # fmt: skip
"""What follows; `no-penalty`: the rules say that nothing does, `named-nowhere`: they say nothing."""
Recorded = Literal["right", "otherwise", "missing"]
"""Whether the record has what is due: so, with another amount or to others, or not at all, which is no fault."""


class Since(NamedTuple):
    """Since when it must have been so: it came about at one of the events from `first` to `last`."""

    first: int
    last: int

    @property
    def exact(self) -> bool:
        """Whether one event did it."""
        return self.first == self.last


class Number(Answer):
    """A wrong number of tiles: how many the player can have had, and how many are right."""

    had: Annotated[tuple[int, ...], says("the likeliest first; empty where it is not known")]
    due: int

    @property
    def too_many(self) -> bool:
        """Whether it was certainly too many."""
        return bool(self.had) and min(self.had) > self.due


class Declared(Answer):
    """That the hand was declared dead at the table: where, by whom, and whether the record proves it."""

    seq: Seq
    by: Seat | None
    proved: Annotated[bool | None, says("null: left open")]


class Payment(NamedTuple):
    """Points that one seat owes another."""

    payer: Seat
    payee: Seat
    points: int


class Consequence(Answer):
    """One thing that follows by the rules in force."""

    what: What
    rule: str | None = None
    amount: Annotated[int | None, says("points in all; null where they cannot be computed")] = None
    payments: Annotated[
        tuple[Payment, ...], says("payer, payee, points; empty where the rules do not say, or nothing is to be paid")
    ] = ()
    recorded: Annotated[Recorded | None, says("null where there is nothing to be recorded")] = None
    at: Annotated[Seq | None, says("the event that records it")] = None


class DeadHandCase(msgspec.Struct):
    """A hand that may be dead, while the log is read on: the fields of `DeadHand` that do not depend on how it ends."""

    kind: Kind
    seat: Seat
    certain: int | None = None
    since: Since | None = None
    until: int | None = None
    contradicted: int | None = None
    number: Number | None = None
    act: int | None = None
    shown: int | None = None
    cause: str | None = None
    basis: str | None = None
    claimed: str | None = None
    misled: Seat | None = None
    declared: Declared | None = None
    bars: str | None = None
    """The rule by which the hand of a false mahjong may not win though it is complete."""

    @property
    def is_of_a_call(self) -> bool:
        """Whether it is dead for a call of the play (riichi/dead-hand-2), and not for an original call."""
        return self.kind == "call" and self.cause is None


class DeadHand(Answer):
    """A hand that is dead by the rules, or was declared dead, or has done what the rules fine like that."""

    hand: int | None
    player: str | None
    kind: Kind
    certain: Annotated[Seq | None, says("the event at which the record proves it; null where only the table says so")]
    until: Annotated[Seq | None, says("from here on it was right again")]
    contradicted: Annotated[Seq | None, says("here the record says otherwise; then nothing follows")]
    act: Annotated[Seq | None, says("what was done: the declaration, call, exposure or discard")]
    shown: Annotated[Seq | None, says("where the hand of a false mahjong was laid down")]
    cause: Annotated[str | None, says("the finding that goes with it")]
    basis: Annotated[str | None, says("what shows it: `rack`, the exposures alone, or `table`, all that lies open")]
    claimed: Annotated[str | None, says("what a misnamed discard was claimed for")]
    dead: Annotated[bool, says("the rules call the hand dead")]
    rule: Annotated[str | None, says("the rule that does, or that was broken")]
    seat: Seat
    misled: Annotated[Seat | None, says("who had misnamed the tile that a false mahjong was declared on")]
    since: Annotated[Since | None, says("it came about at one of the events from the first to the second")]
    number: Number | None
    declared: Declared | None
    proved: Annotated[bool, says("the record proves it, and nothing in it says otherwise")]
    follows: tuple[Consequence, ...]
    complete: Annotated[bool | UnsetType, says("true: the hand of a false mahjong is complete, and may not win")] = (
        UNSET
    )


# -- what follows from a dead hand, or a mistake that is fined, by the rules in force; and what is recorded of it -----
#
# Nothing is invented: where the text of a rule set gives no penalty, that is what is said. Which rule says what is read
# from the rule set's document: the checks of a rule, `[fines]`, `[settlement]`, the rows of `[scoring]`.
#
# Source: american/dead-1 to american/dead-4, american/error-5; bmja/penalty, bmja/long-hand, dmjl/penalty,
# dmjl/long-hand.


CHALLENGE = "challenge"
"""The reason of a fine for having said that a hand is dead that is not."""
THREE_HANDS = 3
"""So many hands with a wrong number of tiles, and the hand is played again (american/dead-2)."""
_BY_CHECK = {
    "count": "dead_for_its_number", "exposure": "dead_for_its_exposures", "false-mahjong": "dead_for_a_false_mahjong",
}  # fmt: skip
_BROKEN = {"call": "called_hand_claims_only_the_win", "misnamed": "fine_is_one_of_the_rules"}
_CALLS = frozenset(("original-call", "original-call-with-few-sets"))


class Outcome(msgspec.Struct, frozen=True):
    """How a hand ended: who sat where and won, what was owed (None: not computable), announced, paid and fined.

    `seats`: those in play; `replayed`: the event by which it is to be played again; `scores`: what was announced;
    `counts`: how many hands had a wrong number of tiles; `paid_wrongly`: something was found wrong with the payments.
    """

    rules: Rules
    players: dict[Seat, str]
    seats: tuple[Seat, ...]
    winner: Seat | None = None
    washout: bool = False
    replayed: int | None = None
    owed: tuple[Payment, ...] | None = None
    owed_change: dict[Seat, int] | None = None
    paid: dict[Seat, int] | None = None
    scores: dict[Seat, int] = msgspec.field(default_factory=dict)
    fines: tuple[ev.Penalty, ...] = ()
    counts: int = 0
    paid_wrongly: bool = False


def rule_of(case: DeadHandCase, rules: Rules) -> str | None:
    """The rule that calls such a hand dead, or that was broken; None where the rule set names none."""
    checks = rules.ruleset.checks()
    if case.is_of_a_call and rules.plan.family.empty_calls_kill:
        return _named(rules, "dead-hand-2")
    if case.kind in _BY_CHECK and not rules.plan.family.has_dead_hands:
        return None
    return checks.get(_BY_CHECK.get(case.kind, _BROKEN.get(case.kind, "")))


def is_dead(case: DeadHandCase, rules: Rules) -> bool:
    """Whether the rules in force call the hand dead, as far as it is proved and was not put right."""
    named = _BY_CHECK.get(case.kind) in rules.ruleset.checks() and rules.plan.family.has_dead_hands
    named = named or (case.is_of_a_call and rules.plan.family.empty_calls_kill)
    standing = case.certain is not None and case.contradicted is None and case.until is None
    shown = case.kind != "false-mahjong" or case.shown is not None
    is_said = case.declared is not None and case.declared.proved is not False
    return named and shown and (standing or is_said)


def consequences(case: DeadHandCase, ended: Outcome) -> tuple[Consequence, ...]:
    """All that follows; nothing where the record contradicts itself, or where it was put right unnoticed."""
    if case.declared is not None and case.declared.proved is False:
        # Who has said that a hand is dead that is not pays its player, where that was agreed (american/dead-6).
        fine = next((fine for fine in ended.rules.plan.fines if fine.reason == CHALLENGE), None)
        by = case.declared.by
        if fine is None or by is None:
            return ()
        due = Consequence("fine", rule_of_fines(ended.rules.ruleset.checks()), fine.amount,
                          (Payment(by, case.seat, fine.amount),), recorded="missing")  # fmt: skip
        paid = _recorded_fine(by, fine, ended)
        if paid is not None:
            is_right = paid.amount == fine.amount and paid.to == {case.seat: fine.amount}
            due = replace(due, recorded="right" if is_right else "otherwise", at=paid.seq)
        return (due,)
    if case.contradicted is not None or (case.certain is None and case.declared is None):
        return ()
    if case.until is not None and case.declared is None and case.kind != "false-mahjong":
        return ()
    found = tuple(_FOLLOWS[case.kind](case, ended))
    if is_dead(case, ended.rules) or any(one.what not in ("no-win", "loses-double") for one in found):
        return found
    return (*found, Consequence("named-nowhere"))


def _count(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """A wrong number of tiles."""
    if case.seat is ended.winner or not ended.rules.plan.family.dead_hands_pay:
        yield _no_win(case, ended)
    checks = ended.rules.ruleset.checks()
    rule = checks.get("replayed_for_three_dead_hands") or checks.get("replayed_for_three_wrong_hands")
    if ended.counts >= THREE_HANDS and rule is not None:
        recorded: Recorded = "missing" if ended.replayed is None else "right"
        yield Consequence("played-again", rule, recorded=recorded, at=ended.replayed)
    elif ended.rules.plan.family.dead_hands_pay and is_dead(case, ended.rules):
        yield _pays_the_winner(case, ended)
    scorer = scorer_for(ended.rules)
    if scorer is not None and scorer.manner.long_hands and case.number is not None and case.number.too_many:
        scored = _compared(ended.scores.get(case.seat), 0)
        yield Consequence("scores-nothing", _named(ended.rules, "long-hand"), 0, recorded=scored)


def _exposure(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """An exposure that no line of the card has."""
    if is_dead(case, ended.rules):
        yield _pays_the_winner(case, ended)


def _false_mahjong(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """A hand that was declared to be complete and is not."""
    if case.until is not None:
        yield Consequence("no-penalty", _named(ended.rules, "error-5"), 0)
        return
    if ended.winner is case.seat:
        yield _no_win(case, ended)
    if ended.rules.plan.family.dead_hands_pay and _BY_CHECK["false-mahjong"] in ended.rules.ruleset.checks():
        yield _pays_the_winner(case, ended)
    elif case.misled is None:
        yield from _fined(case, ended, "false-mahjong")


def _call(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """A hand changed after an original call: the call counts for nothing."""
    rows = ledger_for(ended.rules).rows if ended.rules.scoring is not None else ()
    row = next((row for row in rows if row.pattern in _CALLS or row.id in _CALLS), None)
    if row is not None:
        yield Consequence("loses-double", row.rule)


def _misnamed(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """A discard claimed under the wrong name."""
    reasons = {fine.reason for fine in ended.rules.plan.fines}
    exact = f"misnamed-{case.claimed}"
    yield from _fined(case, ended, exact if exact in reasons else "misnamed")


def _other(case: DeadHandCase, ended: Outcome) -> Iterator[Consequence]:
    """Declared dead for a reason that no rule names."""
    return iter(())


_FOLLOWS = {
    "count": _count, "exposure": _exposure, "false-mahjong": _false_mahjong, "call": _call, "misnamed": _misnamed,
    "other": _other,
}  # fmt: skip


def is_told(case: DeadHandCase, rules: Rules) -> bool:
    """Whether it is worth a word: a misnamed discard where it is fined; what the table proves once somebody says so.

    That the tiles of others have left a hand without a line of the card is no mistake of its player.
    """
    if case.kind == "exposure" and case.basis == "table":
        return case.declared is not None
    fined = {fine.reason for fine in rules.plan.fines}
    return case.kind != "misnamed" or bool(fined & {f"misnamed-{case.claimed}", "misnamed"})


def _no_win(case: DeadHandCase, ended: Outcome) -> Consequence:
    """The hand is no complete one, or may not win all the same: a declaration is none."""
    checks = ended.rules.ruleset.checks()
    return Consequence("no-win", case.bars or checks.get("drawn_hand_is_complete") or checks.get("hand_is_on_the_card"))


def _pays_the_winner(case: DeadHandCase, ended: Outcome) -> Consequence:
    """The dead hand pays what any other would; in a drawn hand nothing."""
    rule = rule_of(case, ended.rules)
    if ended.washout or ended.replayed is not None:
        return Consequence("pays-the-winner", rule, 0)
    if ended.winner in (None, case.seat):
        return Consequence("pays-the-winner", rule)
    if ended.owed is None:
        # Where the record leaves open what the winning hand is worth, payments that can be right tell what was due.
        if ended.paid is None or ended.paid_wrongly:
            return Consequence("pays-the-winner", rule, recorded="missing" if ended.paid is None else "otherwise")
        assert ended.winner is not None
        amount = -ended.paid.get(case.seat, 0)
        payment = Payment(case.seat, ended.winner, amount)
        return Consequence("pays-the-winner", rule, amount, (payment,), "right")
    payments = tuple(one for one in ended.owed if one.payer is case.seat)
    paid = ended.paid.get(case.seat, 0) if ended.paid is not None else None
    due = (ended.owed_change or {}).get(case.seat, 0)
    recorded = _compared(paid, due)
    return Consequence("pays-the-winner", rule, sum(one.points for one in payments), payments, recorded)


def _fined(case: DeadHandCase, ended: Outcome, reason: str) -> Iterator[Consequence]:
    fine = next((fine for fine in ended.rules.plan.fines if fine.reason == reason), None)
    if fine is None:
        return
    others = [seat for seat in case.seat.others() if seat in ended.seats]
    shares = equal_shares(fine.amount, others)
    payments = tuple(Payment(case.seat, seat, points) for seat, points in shares.items() if points)
    due = Consequence("fine", rule_of_fines(ended.rules.ruleset.checks(), reason), fine.amount, payments)
    paid = _recorded_fine(case.seat, fine, ended)
    if paid is None:
        yield replace(due, recorded="missing")
        return
    right = paid.amount == fine.amount
    if right and paid.to is not None:
        whole = sum(paid.to.values()) == fine.amount and set(paid.to) <= set(others)
        right = whole and (not fine.to_all or all(paid.to.get(seat) for seat in others))
    yield replace(due, recorded="right" if right else "otherwise", at=paid.seq)


def _recorded_fine(seat: Seat, fine: Fine, ended: Outcome) -> ev.Penalty | None:
    """The penalty of the record that is this fine: by its reason, or its amount where the reason is another."""
    own = [(one.reason.strip().lower().replace(" ", "-"), one) for one in ended.fines if one.seat is seat]
    named = {known.reason for known in ended.rules.plan.fines}
    exact = [one for reason, one in own if reason == fine.reason]
    likely = [one for reason, one in own if reason not in named and one.amount == fine.amount]
    return next(iter((*exact, *likely)), None)


def _compared(recorded: int | None, due: int) -> Recorded:
    return "missing" if recorded is None else "right" if recorded == due else "otherwise"


def _named(rules: Rules, name: str) -> str | None:
    """A rule of the rule set that no check belongs to, by the last part of its id."""
    return next((rule.id for rule in rules.ruleset.rules if rule.id.split("/")[-1] == name), None)
