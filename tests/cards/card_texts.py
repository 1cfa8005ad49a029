"""Cards as texts: short ones around the lines that a test is about."""

from __future__ import annotations

from mjlog.cards.document import Card, CardLine
from mjlog.cards.expand import expand
from mjlog.cards.lint import lint, tiles_of
from mjlog.cards.reading import parse_card

HEAD = "card Birch\nid birch-2\nyear 2226\n[All]\n"
FIRST = HEAD.count("\n") + 1
"""The line of the file that the first hand stands in."""


def text_of(*hands: str) -> str:
    """A card with these hands, labelled h1, h2 …; a hand without value and mode is worth 30 X."""
    lines = (hand if hand.endswith((" X", " C")) else f"{hand} 30 X" for hand in hands)
    return HEAD + "\n".join(f"h{number}: {line}" for number, line in enumerate(lines, 1)) + "\n"


def card_of(*hands: str) -> Card:
    """The card of a text that has no fault."""
    text = text_of(*hands)
    assert lint(text) == []
    return parse_card(text)


def line_of(hand: str) -> CardLine:
    """The line of a card of one hand."""
    return card_of(hand).lines[0]


def hands_of(*hands: str) -> list[str]:
    """The concrete hands, in order, each as a text; `!` behind a group of three or more without jokers."""
    return [
        " ".join(tiles_of(group) + "!" * (group.size > 2 and not group.jokers) for group in hand.groups)
        for hand in expand(card_of(*hands))
    ]


def kinds_of(*hands: str) -> list[tuple[int, str]]:
    """The faults of a card with these hands: the number of the hand, and the kind."""
    return [(fault.line - FIRST + 1, fault.kind) for fault in lint(text_of(*hands))]
