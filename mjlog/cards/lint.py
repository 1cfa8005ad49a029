"""Everything that is wrong with a card: what its text shows, and what only its concrete hands show.

Each fault is told once, for what it is: a line that cannot be used is not judged any further.
Source: docs/do/cards.md#what-the-linter-says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from mjlog.cards.conditions import spelled
from mjlog.cards.document import Card, CardLine, HandGroup, Part
from mjlog.cards.expand import LineHands, PartHands, expansions
from mjlog.cards.faults import CardFault
from mjlog.cards.reading import draft_of
from mjlog.cards.tile_set import COPIES, JOKERS
from mjlog.text import shown
from mjlog.tiles import format_tiles, tile_name


def lint(data: str | bytes) -> list[CardFault]:
    """All faults of a card, in the order of its lines.

    >>> [(fault.line, fault.kind) for fault in lint("id larch\\n[All]\\na1: 11r 11r 11r 2222g 3333g 30 X")]
    [(3, 'needs-too-much')]
    """
    draft = draft_of(data)
    found = [*draft.faults, *hand_faults(draft.card)]
    return sorted(found, key=lambda fault: (fault.line, fault.column))


def hand_faults(card: Card) -> Iterator[CardFault]:
    """What the concrete hands of a card show to be wrong."""
    known: dict[Hashable, CardLine] = {}
    for line, found in zip(card.lines, expansions(card), strict=True):
        if found.excess:
            words = f"the hand stands for {found.excess}; expected fewer free numbers, choices, D or Z"
            yield _fault(line, _column(line.parts[0]), "needs-too-much", words)
        if found.beyond:
            return  # the same would be told of every line behind it
        for part, hands in zip(line.parts, found.parts, strict=False):
            if not hands.hands and not hands.repeats:
                yield _no_hand(line, part, hands)
        yield from _other_value(line, found, known)


def _no_hand(line: CardLine, part: Part, hands: PartHands) -> CardFault:
    """A part that stands for nothing: no tiles fit its conditions, or the set has not enough of them."""
    if hands.impossible is not None:
        return _fault(line, _column(part), "needs-too-much", _what_is_lacking(hands.impossible))
    said = " ".join(spelled(condition) for condition in (*line.conditions, *part.conditions))
    words = f"no tiles fit the groups with {said}; expected conditions that some tiles fit"
    return _fault(line, _column(part), "expands-to-nothing", words)


def _what_is_lacking(hand: Iterable[HandGroup]) -> str:
    """Why the set of tiles cannot make a hand."""
    need, rigid = Counter[int](), Counter[int]()
    for kind, size, jokers in hand:
        need[kind] += size
        rigid[kind] += 0 if jokers else size
    for kind, count in rigid.items():
        if count > COPIES[kind]:
            words = f"the hand takes {count} of {tile_name(kind)} where no joker may stand"
            return f"{words}; expected at most {COPIES[kind]}, which is what the set holds"
    missing = sum(max(0, count - COPIES[kind]) for kind, count in need.items())
    return f"the hand takes {missing} jokers at least; expected at most {JOKERS}, which is what the set holds"


def _other_value(line: CardLine, found: LineHands, known: dict[Hashable, CardLine]) -> Iterator[CardFault]:
    """A hand that an earlier line has too, for another value: told once of the later line."""
    clash: CardLine | None = None
    for hand in found.hands:
        first = known.setdefault(tuple(sorted(hand.groups)), line)
        if first.value != line.value and clash is None:
            clash = first
            tiles = " ".join(tiles_of(group) for group in hand.groups)
            words = f"the hand {tiles} is worth {clash.value} as {shown(clash.label)} in line {clash.number}"
            remedy = "expected one value, or other groups"
            message = f"{words}, and {line.value} here; {remedy}"
            yield _fault(line, _column(line.parts[0]), "common-hand-different-value", message)


def tiles_of(group: HandGroup) -> str:
    """The tiles of a group, as they are written.

    >>> tiles_of(HandGroup(1, 3, True)), tiles_of(HandGroup(42, 2, False))
    ('222b', 'FFf')
    """
    return format_tiles([group.kind] * group.size)


def _column(part: Part) -> int:
    return part.items[0].column


def _fault(line: CardLine, column: int, kind: str, message: str) -> CardFault:
    return CardFault(line.number, column, line.label, kind, "error", message)
