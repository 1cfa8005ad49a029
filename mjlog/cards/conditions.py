"""The conditions of a card, `(run odd)` or `(any 2 suits)`: how they are spelled, and which of them exclude each other.

Source: docs/do/cards.md#conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mjlog.cards.document import Condition, Flaw
from mjlog.text import did_you_mean, quoted

RUN, LIKE, FREE, LITERAL = "run", "like", "free", "these-numbers-only"
SUITS, NO_JOKERS = "suits", "no-jokers"
SAME_DRAGON, DIFFERENT_DRAGONS, SAME_WIND, DIFFERENT_WINDS = (
    "same-dragon", "different-dragons", "same-wind", "different-winds",
)  # fmt: skip
NUMBERS = (RUN, LIKE, FREE, LITERAL)
"""The conditions that say what the numbers stand for: one of them for a part at most."""

_PLAIN = (FREE, LITERAL, NO_JOKERS, SAME_DRAGON, DIFFERENT_DRAGONS, SAME_WIND, DIFFERENT_WINDS)
_NUMBERS = re.compile(r"(run|like)(?: (odd|even))?")
_SUITS = re.compile(r"any ([1-9])(?: or ([1-9]))? suits?")
_DIGITS = {"one": "1", "two": "2", "three": "3"}
_SPELLINGS = (
    "(run)", "(run odd)", "(run even)", "(like)", "(like odd)", "(like even)",
    *(f"({name.replace('-', ' ')})" for name in _PLAIN),
    "(any 1 suit)", "(any 2 suits)", "(any 3 suits)", "(any 1 or 2 suits)", "(any 2 or 3 suits)",
)  # fmt: skip


def condition_of(text: str, column: int) -> Condition | None:
    """The condition that a text in round brackets spells, in any case and with any blanks; None if it spells none.

    >>> condition_of("(Run  odd)", 5), condition_of("(any 1 or 2 suits)", 1).suits, condition_of("(runs)", 1)
    (Condition(name='run', parity='odd', suits=(), column=5), (1, 2), None)
    """
    words = " ".join(text.strip("()").lower().split())
    if words.replace(" ", "-") in _PLAIN:
        return Condition(words.replace(" ", "-"), column=column)
    if numbers := _NUMBERS.fullmatch(words):
        return Condition(numbers[1], parity=numbers[2] or "", column=column)
    if suits := _SUITS.fullmatch(words):
        counts = {int(count) for count in suits.groups() if count}
        return Condition(SUITS, suits=tuple(sorted(counts)), column=column)
    return None


def unknown_condition(text: str, column: int) -> Flaw:
    """What is said of a text in round brackets that is no condition."""
    words = (_DIGITS.get(word, word) for word in text.strip("()").lower().split())
    meant = did_you_mean(f"({' '.join(words)})", _SPELLINGS)
    hint = f"; did you mean {meant}?" if meant else ""
    expected = "(run), (like), (free), (any 2 suits), (no jokers), (same dragon) or another of docs/do/cards.md"
    return Flaw("unknown-condition", column, f"{quoted(text)} is no condition; expected {expected}{hint}")


def spelled(condition: Condition) -> str:
    """A condition as it is written on a card.

    >>> spelled(Condition("run", parity="odd")), spelled(Condition("suits", suits=(1, 2)))
    ('(run odd)', '(any 1 or 2 suits)')
    """
    if condition.name == SUITS:
        numbers = " or ".join(map(str, condition.suits))
        return f"(any {numbers} {'suit' if condition.suits == (1,) else 'suits'})"
    return f"({condition.name.replace('-', ' ')}{' ' + condition.parity if condition.parity else ''})"


def named(conditions: Iterable[Condition], name: str) -> Condition | None:
    """The condition of this name, if it is said."""
    return next((condition for condition in conditions if condition.name == name), None)


def conflicts(conditions: Iterable[Condition]) -> Iterator[Flaw]:
    """Conditions for one part that say two different things of the same."""
    by_subject: dict[str, Condition] = {}
    for condition in conditions:
        about = "numbers" if condition.name in NUMBERS else condition.name
        first = by_subject.setdefault(about, condition)
        if spelled(first) != spelled(condition):
            words = f"{spelled(condition)} does not go with {spelled(first)}, which is said for the same groups"
            yield Flaw("syntax", condition.column, f"{words}; expected one of them")
