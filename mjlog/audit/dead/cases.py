"""A hand that is dead or should be, as data: why, since when, from which event on it was certain, and what follows.

Numbers of tiles count a kong as three, but in games by a score card, which have no replacements. Amounts are points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

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


class Number(NamedTuple):
    """A number of tiles: how many the player can have had, the likeliest first, and how many are right.

    `had` is empty where the record proves that the number was wrong, and not which it was.
    """

    had: tuple[int, ...]
    due: int

    @property
    def too_many(self) -> bool:
        """Whether it was certainly too many."""
        return bool(self.had) and min(self.had) > self.due


class Declared(NamedTuple):
    """That the hand was declared dead at the table: where, by whom, and whether the record proves it (None: open)."""

    seq: int
    by: Seat | None
    proved: bool | None


class Payment(NamedTuple):
    """Points that one seat owes another."""

    payer: Seat
    payee: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that follows by the rules in force.

    `amount`: points in all, None where they cannot be computed; `payments`: who owes whom, empty where the rules do not
    say or nothing is to be paid. `rule`: the id of the rule, None where there is none. `recorded` is None where there
    is nothing to be recorded, `at` the event that records it.
    """

    what: What
    rule: str | None = None
    amount: int | None = None
    payments: tuple[Payment, ...] = ()
    recorded: Recorded | None = None
    at: int | None = None

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "what": self.what,
            "rule": self.rule,
            "amount": self.amount,
            "payments": [[one.payer.value, one.payee.value, one.points] for one in self.payments],
            "recorded": self.recorded,
            "at": self.at,
        }


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


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A hand that is dead by the rules, or was declared dead, or has done what the rules fine like that.

    `certain`: the event at which the record proves it, None where only the table says so (`declared`). `since`: when it
    came about, None likewise. `until`: the event from which on it was right again (an exposure corrected, a
    declaration taken back). `contradicted`: the hand shown at that event had the right number after all; then the
    record contradicts itself, and nothing follows.

    `number`: of tiles, for the kind `count`. `act`: what was done: the declaration, call, exposure or discard. `shown`:
    where the hand of a false mahjong was laid down. `cause`: the code of the finding that goes with it, where
    there is one. `basis`: whether the `rack` alone shows an exposure to be impossible, or all that lies on the `table`.
    `claimed`: for what a misnamed discard was claimed.
    `misled`: who had misnamed the tile that a false mahjong was declared on. `dead`: the rules call the hand dead;
    `rule`: the rule that does, or that was broken.
    """

    hand: int | None
    seat: Seat
    player: str | None
    kind: Kind
    certain: int | None
    since: Since | None
    until: int | None
    contradicted: int | None
    number: Number | None
    act: int | None
    shown: int | None
    cause: str | None
    basis: str | None
    claimed: str | None
    misled: Seat | None
    declared: Declared | None
    dead: bool
    rule: str | None
    follows: tuple[Consequence, ...]

    @property
    def proved(self) -> bool:
        """Whether the record proves it, and nothing in it says otherwise."""
        return self.certain is not None and self.contradicted is None

    def as_json(self) -> dict[str, Any]:
        """As plain JSON values."""
        plain = {
            name: getattr(self, name)
            for name in (
                "hand", "player", "kind", "certain", "until", "contradicted", "act", "shown", "cause", "basis",
                "claimed", "dead", "rule",
            )
        }  # fmt: skip
        return {
            **plain,
            "seat": self.seat.value,
            "misled": self.misled.value if self.misled is not None else None,
            "since": list(self.since) if self.since is not None else None,
            "number": {"had": list(self.number.had), "due": self.number.due} if self.number is not None else None,
            "declared": _declared_fields(self.declared),
            "proved": self.proved,
            "follows": [one.as_json() for one in self.follows],
        }


def _declared_fields(declared: Declared | None) -> dict[str, Any] | None:
    if declared is None:
        return None
    by = declared.by.value if declared.by is not None else None
    return {"seq": declared.seq, "by": by, "proved": declared.proved}
