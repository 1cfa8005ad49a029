"""A card on paper: its head, its sections, its hands with colours and conditions in words.

Colours are no suits, so they stay what they are; what they mean is said once. For the terminal of the card's owner
only: a bought card is shown to nobody else. Source: docs/do/cards.md#a-bought-card-stays-private.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mjlog.cards.conditions import FREE, LIKE, LITERAL, NO_JOKERS, RUN, SUITS
from mjlog.cards.document import Card, CardLine, Choice, Condition, Group
from mjlog.cards.expand import LineHands, expansions
from mjlog.cards.lint import tiles_of
from mjlog.text import shown

COLOURS = {"r": "red", "g": "green", "b": "blue"}
_WIDTH = 100
_INDENT = 2
_PLAIN = {
    FREE: "any numbers, all different", LITERAL: "these numbers only", NO_JOKERS: "no jokers",
    "same-dragon": "the same dragon", "different-dragons": "different dragons",
    "same-wind": "the same wind", "different-winds": "different winds",
}  # fmt: skip
_LEGEND = (
    "Groups of three or more alike take jokers, others none. Colours are no suits: different colours are different "
    "suits. 0 is soap. D in a colour is the dragon of its suit (bam green, crak red, dot soap); another D is any "
    "dragon, Z any wind. X: may be exposed; C: concealed."
)


def card_lines(card: Card) -> Iterator[str]:
    """The card, line by line.

    >>> from mjlog.cards.reading import parse_card
    >>> list(card_lines(parse_card("id larch\\n[All]\\na1: FFFF 11111r 22222r (run) 40 X")))[-2:]
    ['  a1  FFFF  11111 red  22222 red; a run                                                         40 X', \
'      24 hands, the first: FFFFf 11111b 22222b']
    """
    title = card.headers.get("card", card.id)
    known = [f"{word} {card.headers[word]}" for word in ("edition", "year") if word in card.headers]
    owner = "bought: for its owner only" if card.private else ""
    yield shown(" · ".join(part for part in (title, card.id, *known, owner) if part), 300)
    yield from textwrap.wrap(_LEGEND, _WIDTH)
    width = max((len(shown(line.label)) for line in card.lines), default=0)
    section = None
    for line, expansion in zip(card.lines, expansions(card), strict=True):
        if line.section != section:
            section = line.section
            of_card = card.section_of(line)
            note = "" if of_card.pays_jokerless else " (not paid double without jokers)"
            yield from ("", shown(of_card.name, 200) + note)
        yield from _hand(line, expansion, width)


def _hand(line: CardLine, expansion: LineHands, width: int) -> Iterator[str]:
    label = f"{'':{_INDENT}}{shown(line.label):{width}}  "
    mode = f"{line.value} {line.mode}"
    space = _WIDTH - len(label) - len(mode) - 2
    texts = hand_words(line)
    first, *more = (part for text in texts for part in textwrap.wrap(text, space, break_long_words=False))
    yield f"{label}{first:{space}}  {mode}"
    hands, count = expansion.hands, "no hand (`mjlog card lint` tells why)"
    if hands:
        tiles = " ".join(tiles_of(group) for group in hands[0].groups)
        count = f"1 hand: {tiles}" if len(hands) == 1 else f"{len(hands)} hands, the first: {tiles}"
    for text in (*more, count):
        yield f"{'':{len(label)}}{text}"


def hand_words(line: CardLine) -> list[str]:
    """A line's groups and conditions in words, each of its parts by itself."""
    words: list[str] = []
    for part in line.parts:
        groups = "  ".join(
            f"[{' or '.join('  '.join(map(group_words, way)) for way in item.ways)}]"
            if isinstance(item, Choice)
            else group_words(item)
            for item in part.items
        )
        said = ", ".join(dict.fromkeys(map(condition_words, (*line.conditions, *part.conditions))))
        words.append(f"{'or ' if words else ''}{groups}{f'; {said}' if said else ''}")
    return words


def group_words(group: Group) -> str:
    """A group with its colour in words.

    >>> group_words(Group("111", "r", natural=True)), group_words(Group("2026", "g", pinned=True))
    ('111 red (no jokers)', '2026 green (as printed)')
    """
    notes = [note for note, said in (("as printed", group.pinned), ("no jokers", group.natural)) if said]
    words = f"{group.symbols} {COLOURS[group.colour]}" if group.colour else group.symbols
    return f"{words} ({', '.join(notes)})" if notes else words


def condition_words(condition: Condition) -> str:
    """A condition in words.

    >>> condition_words(Condition("run", parity="odd")), condition_words(Condition("suits", suits=(1, 2)))
    ('a run of odd numbers', 'any 1 or 2 suits')
    """
    if condition.name == SUITS:
        numbers = " or ".join(map(str, condition.suits))
        return f"any {numbers} suit{'s' * (condition.suits != (1,))}"
    if condition.name == RUN:
        return f"a run of {condition.parity} numbers" if condition.parity else "a run"
    if condition.name == LIKE:
        return f"any like {condition.parity} number" if condition.parity else "any like number"
    return _PLAIN[condition.name]
