"""What rules rely on, and what of it is not known at a table.

A rule says what it needs (`@check(Draw, codes="out-of-turn", needs=Fact.TURN)`) and is not asked while that is unknown:
moves are missing (a `gap`, a line that cannot be read), the record has less than all of them (`depth`), or the score
card is not at hand. `Table.in_doubt` says which facts are unknown: moves that are missing put them there, and later
ones that tell them take them away. `FACTS` says what each is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntFlag, auto


class Fact(IntFlag):
    """Something about a table that rules rely on; several are joined by `|`."""

    TURN = auto()
    """Whose turn it is: after a gap, until somebody draws, lays a set down or discards."""
    CLAIMS = auto()
    """Which discard lies open, its number, and who has called it: after a gap, until the next one or the end."""
    HAND = auto()
    """Which concealed tiles a player has, how many, and which sets: after a gap, to the end of the hand."""
    WALL = auto()
    """How much of the wall was taken: after a gap, to the end of the hand."""
    COPIES = auto()
    """Which tiles were seen in this hand: after a gap between hands, until the next one begins."""
    MOVES = auto()
    """Which moves were made before: after a gap, to the end of the hand; where only the result is recorded always."""
    DRAWS = auto()
    """Which tiles were drawn, replaced and passed on: where the record has only what the table saw, or the result."""
    HANDS = auto()
    """Which hands were played before: where some of them may be missing, until the next one begins."""
    CARD = auto()
    """Which hands the score card has, where it is not at hand."""
    GOULASH = auto()
    """Whether the hand replays a drawn one, by other rules: where the end of the one before is not known."""


NO_FACT = Fact(0)
FACTS: dict[Fact, str] = {
    Fact.CARD: "whether the score card, which is not at hand, has such a hand",
    Fact.TURN: "whose turn it was",
    Fact.CLAIMS: "which discard was open, and who had called it",
    Fact.HAND: "which tiles the player had",
    Fact.COPIES: "which tiles were seen before",
    Fact.WALL: "how much of the wall was taken",
    Fact.MOVES: "which moves were made before",
    Fact.DRAWS: "which draws and passes nobody wrote down",
    Fact.HANDS: "which hands were played before",
    Fact.GOULASH: "whether the hand is a goulash",
}
"""Every fact in words, in the order in which they are told."""


def words_of(facts: Fact) -> Iterator[str]:
    """Facts in words.

    >>> list(words_of(Fact.HAND | Fact.TURN))
    ['whose turn it was', 'which tiles the player had']
    """
    return (words for fact, words in FACTS.items() if fact in facts)
