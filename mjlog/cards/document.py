"""A typed score card as it is written: headers, sections, and lines of groups, conditions, value and mode; its faults.

What the parts mean is in `docs/do/cards.md`; how a line becomes concrete hands is in `mjlog.cards.expand`. A fault says
where it stands, of which kind it is, and what would be right.
Source: docs/do/cards.md, docs/do/cards.md#what-the-linter-says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from mjlog.tiles import ANY_FLOWER, PLAIN_KINDS

JOKERS = 8
COPIES: tuple[int, ...] = (4,) * PLAIN_KINDS + (0,) * (ANY_FLOWER - PLAIN_KINDS) + (8, JOKERS, 0)
"""Tiles of each kind of the set of 152 that a card is written for: four alike, eight flowers that are all `Ff`, the
jokers, and none that is unknown (american/tiles-1, american/tiles-2)."""
NO_JOKERLESS_BONUS = "no-jokerless-bonus"
"""The flag of a section whose hands are not paid double for having no jokers (singles and pairs)."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group as printed: symbols without a space between, such as `2222r`, `NEWS`, `=2026r`, `111r!`.

    `colour`: r, g, b or nothing. `pinned`: its numbers are literal whatever the line says (`=`). `natural`: takes no
    jokers (`!`). `column`: where it begins in its line, from 1.
    """

    symbols: str
    colour: str = ""
    pinned: bool = False
    natural: bool = False
    column: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several runs of groups is taken: `{FF|NN|SS}`."""

    ways: tuple[tuple[Group, ...], ...]
    column: int = 0


Item = Group | Choice


def ways_of(item: Item) -> tuple[tuple[Group, ...], ...]:
    """The ways to take an item: of a group there is one."""
    return item.ways if isinstance(item, Choice) else ((item,),)


@dataclass(frozen=True, slots=True)
class Condition:
    """What stands in round brackets.

    `name`: run, like, free, suits, no-jokers, same-dragon, different-dragons, same-wind, different-winds,
    these-numbers-only. `parity`: odd, even or nothing, of run and like. `suits`: how many, of suits: `(2,)`, `(1, 2)`.
    """

    name: str
    parity: str = ""
    suits: tuple[int, ...] = ()
    column: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between two `-or-`: groups, and the conditions that are for these alone."""

    items: tuple[Item, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def column(self) -> int:
        """Where it begins in its line."""
        return self.items[0].column


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of the card. `conditions` in front are for every part; `exposed`: X, else C.

    `section`: the index of its section; `value` in points; `number`: its line in the file.
    """

    label: str
    section: int
    conditions: tuple[Condition, ...]
    parts: tuple[Part, ...]
    value: int
    exposed: bool
    number: int

    @property
    def mode(self) -> str:
        """Whether it may be exposed, as it is written: X, else C."""
        return "X" if self.exposed else "C"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the card: its name as printed, and its flags."""

    name: str
    flags: frozenset[str] = frozenset()
    number: int = 0

    @property
    def pays_jokerless(self) -> bool:
        """Whether its hands are paid double for having no jokers (american/pay-3)."""
        return NO_JOKERLESS_BONUS not in self.flags


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A score card. `digest`: SHA-256 of the file's bytes, in hex; `headers`: the head, by the first word of each line.

    `private`: a purchased card, whose lines are shown to nobody but its owner.
    """

    id: str
    digest: str
    headers: Mapping[str, str]
    sections: tuple[Section, ...]
    lines: tuple[CardLine, ...]

    @property
    def private(self) -> bool:
        """Whether the card was bought: then its lines stay with its owner."""
        return self.headers.get("source", "own") != "own"

    def section_of(self, line: CardLine) -> Section:
        """The section that a line stands in."""
        return self.sections[line.section]


class HandGroup(NamedTuple):
    """A group of a concrete hand: so many tiles of one kind, and whether jokers may stand in it.

    A mixed group (a year, NEWS) is as many groups of one tile.
    """

    kind: int
    size: int
    jokers: bool


class ConcreteHand(NamedTuple):
    """One hand that a line stands for: the index of the line in the card, and its groups in card order."""

    line: int
    groups: tuple[HandGroup, ...]


# -- faults ----------------------------------------------------------------------------------------------------------


KINDS_OF_FAULTS = (
    "not-14",
    "number-without-colour",
    "colour-without-suit",
    "three-alike-in-mixed",
    "like-two-numbers",
    "suits-contradict-colours",
    "duplicate-label",
    "unknown-condition",
    "expands-to-nothing",
    "needs-too-much",
    "common-hand-different-value",
    "bad-header",
    "syntax",
)
"""Every kind of fault, in the order of docs/do/cards.md."""


class Flaw(NamedTuple):
    """A fault within one line: its kind, column (from 1) and message; not yet whose line it is."""

    kind: str
    column: int
    message: str
    severity: str = "error"


@dataclass(frozen=True, slots=True)
class CardFault:
    """One fault of a card.

    `line` and `column` count from 1 in the file; `label` is that of the hand, None outside of hands; `kind` is one of
    `KINDS_OF_FAULTS`; `severity` is error, or warning where the line can be used all the same.
    """

    line: int
    column: int
    label: str | None
    kind: str
    severity: str
    message: str

    @property
    def is_error(self) -> bool:
        """Whether the line cannot be used as it stands."""
        return self.severity == "error"

    def as_json(self) -> dict[str, Any]:
        """The fault as JSON values. Source: docs/do/cards.md#commands (`mjlog card lint`)."""
        return asdict(self)


def fault_of(flaw: Flaw, line: int, label: str | None) -> CardFault:
    """A flaw with the line that it was found in."""
    return CardFault(line, flaw.column, label, flaw.kind, flaw.severity, flaw.message)
