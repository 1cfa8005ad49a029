"""What rules rely on, and what of it is not known at a table.

A rule says what it needs (`@check(Draw, codes="out-of-turn", needs=Fact.TURN)`) and is not asked while that is unknown:
moves are missing (a `gap`, a line that cannot be read, a hand recorded by its result), or the score card is not at
hand. `FACTS` says of each fact what it is called, and when it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Flag, auto
from typing import NamedTuple

from mjlog.seats import Seat
from mjlog.table.state import Table


class Fact(Flag):
    """Something about a table that rules rely on; several are joined by `|`."""

    TURN = auto()
    CLAIMS = auto()
    HAND = auto()
    WALL = auto()
    COPIES = auto()
    NUMBER = auto()
    MOVES = auto()
    CARD = auto()


NO_FACT = Fact(0)


class _Known(NamedTuple):
    """What a fact is in words, and whether it is known at a table, for the player in a seat."""

    words: str
    at: Callable[[Table, Seat | None], bool]


FACTS: dict[Fact, _Known] = {
    Fact.CARD: _Known("whether the score card, which is not at hand, has such a hand", lambda table, _: table.has_card),
    Fact.TURN: _Known("whose turn it was", lambda table, _: table.sure_turn),
    Fact.CLAIMS: _Known("which discard was open, and who had called it", lambda table, _: table.sure_claims),
    Fact.HAND: _Known("which tiles the player had", lambda table, seat: seat is None or table.place(seat).sure),
    Fact.COPIES: _Known("which tiles were seen before", lambda table, _: table.sure_copies),
    Fact.WALL: _Known("how much of the wall was taken", lambda table, _: table.wall.sure and not table.gaps),
    Fact.NUMBER: _Known("which number the latest discard had", lambda table, _: table.sure_claims),
    Fact.MOVES: _Known("which moves were made before", lambda table, _: not table.gaps),
}
"""Every fact, in the order in which they are told."""


def unknown_facts(table: Table, seat: Seat | None = None) -> Fact:
    """What is not known at a table, for the player in a seat.

    >>> from mjlog.rulesets import default_rules
    >>> unknown_facts(Table(default_rules("classical").plan), Seat.E)
    <Fact: 0>
    """
    unknown = NO_FACT
    for fact, known in FACTS.items() if table.in_doubt else ():
        if not known.at(table, seat):
            unknown |= fact
    return unknown


def words_of(facts: Fact) -> Iterator[str]:
    """Facts in words.

    >>> list(words_of(Fact.HAND | Fact.TURN))
    ['whose turn it was', 'which tiles the player had']
    """
    return (known.words for fact, known in FACTS.items() if fact in facts)
