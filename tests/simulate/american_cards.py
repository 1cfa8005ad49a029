"""Score cards for simulated games of the tests: a small one that does not change, and one that can hardly be won."""

from __future__ import annotations

from pathlib import Path

from mjlog.cards.document import Card
from mjlog.cards.reading import parse_card
from mjlog.cards.shelf import CardShelf
from mjlog.cards.shipped import card_named

SMALL = """\
card     Alder Table
id       alder-1
edition  1
year     2047
source   {source}

[First of all]
a1: 111r 222r 333g 444g FF (run)      25 X
a2: 5555r 5555g NNN SSS               30 X
a3: FFFF 2222r 4444r 66r              30 X

[Quiet ones]
b1: (like) 11r 11g 11b ZZ ZZ DD FF    40 C
b2: FFFFFF 888888r 00                 60 X

[Pairs | no-jokerless-bonus]
c1: NEWS 11r 22r 33r 44r 55r          50 C
"""
HARD = """\
card     Hornbeam Table
id       hornbeam-1
year     2047

[One and only]
h1: 1r 2r 3r 4r 5r 6r 7r 8r 9r NEWS R 75 C
"""


def small_card(source: str = "own") -> Card:
    """A card of three sections; `purchased`: it is private."""
    return parse_card(SMALL.format(source=source).encode())


def hard_card() -> Card:
    """A card of one hand, of singles only."""
    return parse_card(HARD.encode())


def shelf_with(folder: Path, card: str) -> tuple[Card, CardShelf]:
    """The text of a card as a file, read, and a shelf with it."""
    path = folder / "some.card"
    path.write_text(card, "utf-8")
    return card_named(str(path)), CardShelf((str(path),))
