"""A typed score card as it is written: headers, sections, and lines of groups, conditions, value and mode.

What the parts mean is in `docs/do/cards.md`; how a line becomes concrete hands is in `mjlog.cards.expand`.
Source: docs/do/cards.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

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
