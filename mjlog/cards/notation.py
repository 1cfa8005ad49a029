"""A hand of a card, read from its line: `label: groups and conditions value X`.

Only the grammar is looked at here; whether the hand makes sense is asked by `mjlog.cards.checks`.
Source: docs/do/cards.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mjlog.cards.conditions import condition_of, unknown_condition
from mjlog.cards.document import CardLine, Choice, Condition, Flaw, Group, Item, Part
from mjlog.text import quoted, shown

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
    return [Token(match.group(), column + match.start()) for match in _TOKEN.finditer(text)]


LONGEST_LINE = 2000
"""Characters of a hand's line, at most: four alternatives of fourteen single groups need a tenth of it."""
LONGEST_LABEL = 40
LARGEST_VALUE = 100_000

_GROUP = re.compile(r"(=?)([1-90FNEWSRGDZ]+)([rgb]?)(!?)")
_SYMBOLS = "1-9, 0, F, N, E, W, S, R, G, D, Z"
_SLIPS = {
    **dict.fromkeys("Oo", "soap is the digit 0"), **dict.fromkeys("news", "winds are N E W S"),
    "f": "flowers are F", "d": "dragons are D",
}  # fmt: skip


def parse_hand(text: str, section: int, number: int) -> tuple[str | None, CardLine | None, list[Flaw]]:
    """The label, the line (None where it cannot be read) and what is wrong with it, of a text with a colon in it."""
    label, _, rest = text.partition(":")
    column = len(label) + 2
    start = len(label) - len(label.lstrip()) + 1
    label = label.strip()
    try:
        if not label:
            raise Refused(start, "the hand has no label; expected one before the colon, like `y2:`")
        if len(label.split()) > 1:
            raise Refused(start, f"the label {quoted(label)} has a blank in it; expected one word, like `y2:`")
        if len(label) > LONGEST_LABEL or not label.isprintable():
            words = f"the label {quoted(label)} is too long or not printable"
            raise Refused(start, f"{words}; expected a short word, like `y2:`")
        if len(text) > LONGEST_LINE:
            raise Refused(start, f"the line has {len(text)} characters; expected at most {LONGEST_LINE}")
        return label, *_Hand(section, number).read(label, tokens_of(rest, column), len(text.rstrip()) + 1)
    except Refused as refusal:
        return label or None, None, [Flaw("syntax", refusal.column, refusal.message)]


class _Hand:
    """The reading of one line: what it is about, and the flaws found so far that do not stop it."""

    def __init__(self, section: int, number: int) -> None:
        self.section, self.number = section, number
        self.flaws: list[Flaw] = []

    def read(self, label: str, tokens: list[Token], end: int) -> tuple[CardLine | None, list[Flaw]]:
        """The line, None where one of its groups could not be read, and the flaws. `end`: the column after it."""
        for token in tokens:
            if token.text in ("(", ")"):
                words = f"{quoted(token.text)} without its counterpart"
                raise Refused(token.column, f"{words}; expected a condition like (run)")
        value, exposed = _tail(tokens, end)
        pieces: list[list[Token]] = [[]]
        for token in tokens[:-2]:
            if token.text == OR:
                pieces.append([])
            else:
                pieces[-1].append(token)
        # What is said in front of the line goes for all its parts.
        count = next((index for index, token in enumerate(pieces[0]) if not token.is_condition), len(pieces[0]))
        front = self._conditions(pieces[0][:count])
        del pieces[0][:count]
        parts = tuple(self._part(piece, end) for piece in pieces)
        if any(flaw.kind == "syntax" and flaw.severity == "error" for flaw in self.flaws):
            return None, self.flaws
        return CardLine(label, self.section, front, parts, value, exposed, self.number), self.flaws

    def _conditions(self, tokens: Sequence[Token]) -> tuple[Condition, ...]:
        conditions = []
        for token in tokens:
            condition = condition_of(token.text, token.column)
            if condition is None:
                self.flaws.append(unknown_condition(token.text, token.column))
            else:
                conditions.append(condition)
        return tuple(conditions)

    def _part(self, piece: Sequence[Token], end: int) -> Part:
        column = piece[0].column if piece else end
        count = next((index for index, token in enumerate(piece) if token.is_condition), len(piece))
        items = self._items(piece[:count])
        if not items:
            raise Refused(column, f"no groups between label, {OR} and value; expected groups like 22r 333g NEWS")
        behind = piece[count:]
        for token in behind:
            if not token.is_condition and token.text not in DECORATION:
                expected = "expected conditions in front of the whole line, or behind all groups of a part"
                raise Refused(token.column, f"{quoted(token.text, 20)} stands behind a condition; {expected}")
        return Part(tuple(items), self._conditions([token for token in behind if token.is_condition]))

    def _items(self, tokens: Sequence[Token]) -> list[Item]:
        items: list[Item] = []
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.text == "{":
                length = _length_of_choice(tokens[position:])
                items.append(self._choice(tokens[position : position + length]))
                position += length
                continue
            items += self._word(token, tokens[position + 1 : position + 2])
            position += 1
        return items

    def _choice(self, tokens: Sequence[Token]) -> Choice:
        """`{FF|NN SS}`, with its brackets."""
        ways: list[tuple[Group, ...]] = []
        groups: list[Group] = []
        for index, token in enumerate(tokens[1:], 1):
            if token.text in ("|", "}"):
                if not groups:
                    raise Refused(token.column, "a choice with nothing to choose; expected groups, as in {FF|NN|SS}")
                ways.append(tuple(groups))
                groups = []
            else:
                groups += self._word(token, tokens[index + 1 : index + 2])
        return Choice(tuple(ways), tokens[0].column)

    def _word(self, token: Token, following: Sequence[Token]) -> list[Group]:
        """The group that a word spells; nothing for decoration."""
        if token.text not in DECORATION:
            match = _GROUP.fullmatch(token.text)
            if match is None:
                self.flaws.append(_no_group(token))
                return []
            pinned, symbols, colour, natural = match.groups()
            return [Group(symbols, colour, bool(pinned), bool(natural), token.column)]
        if token.text == "=" and following and following[0].text[0].isdigit():
            pinned = shown(following[0].text, 20)
            words = f"the = with a blank before {pinned} is decoration; expected ={pinned}, if the numbers are to stay"
            self.flaws.append(Flaw("syntax", token.column, words, "warning"))
        return []


def _tail(tokens: Sequence[Token], end: int) -> tuple[int, bool]:
    """The value, and whether the hand may be exposed: the last two words of the line."""
    mode = tokens[-1] if tokens else Token("", end)
    if mode.text not in ("X", "C"):
        wrong = f"the line ends with {quoted(mode.text, 20)}" if tokens else "the line ends with the label"
        raise Refused(mode.column, f"{wrong}; expected its value and X (may be exposed) or C (concealed), like `30 X`")
    value = tokens[-2] if len(tokens) > 1 else mode
    if not re.fullmatch(r"[1-9][0-9]{0,5}", value.text) or int(value.text) > LARGEST_VALUE:
        wrong = "there is nothing" if value is mode else f"{quoted(value.text, 20)} is no value"
        expected = f"expected points from 1 to {LARGEST_VALUE}, like `30 {mode.text}`"
        raise Refused(value.column, f"{wrong} before the {mode.text}; {expected}")
    return int(value.text), mode.text == "X"


def _length_of_choice(tokens: Sequence[Token]) -> int:
    """How many tokens a choice has, from its `{` to its `}`."""
    for index, token in enumerate(tokens[1:], 1):
        if token.text == "}":
            return index + 1
        if token.text == "{" or token.is_condition:
            expected = "expected groups and |, as in {FF|NN|SS}"
            raise Refused(token.column, f"{quoted(token.text)} within a choice; {expected}")
    raise Refused(tokens[0].column, "the { has no }; expected a choice like {FF|NN|SS}")


def _no_group(token: Token) -> Flaw:
    """Why a word is no group."""
    text = token.text
    if text in ("}", "|"):
        return Flaw("syntax", token.column, f"{quoted(text)} without a {{ before it; expected a choice like {{FF|NN}}")
    good = re.match(r"=?[1-90FNEWSRGDZ]*", text)
    assert good is not None
    at = min(good.end(), len(text) - 1)
    word, letter = quoted(text, 20), text[at]
    column = token.column + at
    if letter in "rgb!" and at > 0:
        words = f"{word} goes on behind {quoted(letter)}; expected a blank between groups, and the order 222r!"
        return Flaw("syntax", column, words)
    hint = f": {_SLIPS[letter]}" if letter in _SLIPS else ""
    expected = f"expected {_SYMBOLS}, and r, g or b behind them as the colour"
    return Flaw("syntax", column, f"{quoted(letter)} in {word} is no symbol{hint}; {expected}")
