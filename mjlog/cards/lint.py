"""Everything that is wrong with a card: what its text shows, and what only its concrete hands show.

Each fault is told once, for what it is: a line that cannot be used is not judged any further.
Source: docs/do/cards.md#what-the-linter-says.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from mjlog.cards.conditions import spelled
from mjlog.cards.document import COPIES, JOKERS, Card, CardFault, CardLine, HandGroup
from mjlog.cards.expand import LineHands, expansions, jokers_needed
from mjlog.cards.exposures import rest_of
from mjlog.cards.reading import draft_of
from mjlog.text import shown
from mjlog.tiles import format_tiles, tile_name


def lint(data: str | bytes) -> list[CardFault]:
    """All faults of a card, in the order of its lines.

    >>> [(fault.line, fault.kind) for fault in lint("id larch\\n[All]\\na1: 11r 11r 11r 2222g 3333g 30 X")]
    [(3, 'needs-too-much')]
    """
    draft = draft_of(data)
    card_faults = [*draft.faults, *hand_faults(draft.card)]
    return sorted(card_faults, key=lambda fault: (fault.line, fault.column))


def hand_faults(card: Card) -> Iterator[CardFault]:
    """What the concrete hands of a card show to be wrong."""
    known: dict[Hashable, CardLine] = {}
    for line, expansion in zip(card.lines, expansions(card), strict=True):
        if expansion.excess:
            words = f"the hand stands for {expansion.excess}; expected fewer free numbers, choices, D or Z"
            yield _fault(line, line.parts[0].column, "needs-too-much", words)
        if expansion.beyond:
            return  # the same would be told of every line behind it
        for part, hands in zip(line.parts, expansion.parts, strict=False):
            if hands.hands or hands.repeats:
                continue
            if hands.impossible is not None:
                yield _fault(line, part.column, "needs-too-much", _what_is_lacking(hands.impossible))
                continue
            conditions = " ".join(spelled(condition) for condition in (*line.conditions, *part.conditions))
            words = f"no tiles fit the groups with {conditions}; expected conditions that some tiles fit"
            yield _fault(line, part.column, "expands-to-nothing", words)
        yield from _other_value(line, expansion, known)


def _what_is_lacking(hand: Sequence[HandGroup]) -> str:
    """Why the set of tiles cannot make a hand."""
    need, rigid = rest_of(hand, ())
    for kind, count in rigid.items():
        if count > COPIES[kind]:
            words = f"the hand takes {count} of {tile_name(kind)} where no joker may stand"
            return f"{words}; expected at most {COPIES[kind]}, which is what the set holds"
    missing = jokers_needed(need)
    return f"the hand takes {missing} jokers at least; expected at most {JOKERS}, which is what the set holds"


def _other_value(line: CardLine, hands: LineHands, known: dict[Hashable, CardLine]) -> Iterator[CardFault]:
    """A hand that an earlier line has too, for another value: told once of the later line."""
    clashes = 0
    for hand in hands.hands:
        first = known.setdefault(tuple(sorted(hand.groups)), line)
        clashes += first.value != line.value
        if first.value != line.value and clashes == 1:
            tiles = " ".join(tiles_of(group) for group in hand.groups)
            words = f"the hand {tiles} is worth {first.value} as {shown(first.label)} in line {first.number}"
            message = f"{words}, and {line.value} here; expected one value, or other groups"
            yield _fault(line, line.parts[0].column, "common-hand-different-value", message)


def tiles_of(group: HandGroup) -> str:
    """The tiles of a group, as they are written.

    >>> tiles_of(HandGroup(1, 3, True)), tiles_of(HandGroup(42, 2, False))
    ('222b', 'FFf')
    """
    return format_tiles([group.kind] * group.size)


def _fault(line: CardLine, column: int, kind: str, message: str) -> CardFault:
    return CardFault(line.number, column, line.label, kind, "error", message)
