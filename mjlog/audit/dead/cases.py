"""A hand that is dead or should be, as data: why, since when, from which event on it was certain, and what follows.

Numbers of tiles count a kong as three, but in games by a score card, which have no replacements. Amounts are points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, UnsetType

from mjlog.answers import Answer, Seq, says
from mjlog.seats import Seat

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


@dataclass(slots=True)
class DeadHandCase:
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
