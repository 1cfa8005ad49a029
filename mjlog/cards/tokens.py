"""A line of a card, cut into words, brackets and conditions, each with its column.

Source: docs/cards.md.
"""

from __future__ import annotations

import re
from typing import NamedTuple

DECORATION = frozenset("+-x/=")
"""Signs that mean nothing where they stand alone."""
OR = "-or-"

_TOKEN = re.compile(r"\([^()]*\)|[{}|()]|[^\s{}|()]+")


class Token(NamedTuple):
    """A word, a bracket or a whole condition, and the column (from 1) where it begins."""

    text: str
    column: int

    @property
    def is_condition(self) -> bool:
        """Whether it is a text in round brackets."""
        return len(self.text) > 1 and self.text[0] == "("


class Refused(Exception):  # noqa: N818  (no error of the program: it never leaves the reading of a line)
    """The line cannot be read on from this column."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column
        self.message = message


def tokens_of(text: str, column: int) -> list[Token]:
    """The tokens of a text that begins in this column.

    >>> [token.text for token in tokens_of("FF {NN|SS} 11r(any 2 suits) 25 X", 1)]
    ['FF', '{', 'NN', '|', 'SS', '}', '11r', '(any 2 suits)', '25', 'X']
    """
    return [Token(found.group(), column + found.start()) for found in _TOKEN.finditer(text)]
