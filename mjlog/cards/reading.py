"""A card, read from its file: headers, sections and hands, with every fault that the text shows.

A line with an error is left out of the card, and the rest is used. Whoever rules by a card that has faults should
say so: `card_and_faults`. Source: docs/do/cards.md; docs/understand/trust.md
(length, number of faults are bounded).
Source of the head: docs/do/cards.md#head-and-sections.

A hand of a card, read from its line: `label: groups and conditions value X`.

Only the grammar is looked at here; whether the hand makes sense is asked by `mjlog.cards.checks`.
Source: docs/do/cards.md.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from mjlog.cards.checks import flaws_of
from mjlog.cards.conditions import condition_of, unknown_condition
from mjlog.cards.document import NO_JOKERLESS_BONUS, Card, CardLine, Choice, Condition, Group, Item, Part, Section
from mjlog.cards.faults import CardFault, Flaw, fault_of
from mjlog.errors import CardError
from mjlog.text import did_you_mean, quoted, shown

# -- the notation of a line -------------------------------------------------------------------------------------------


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
        pieces = _pieces(tokens[:-2], end)
        front = self._front(pieces[0])
        parts = tuple(self._part(piece, end) for piece in pieces)
        if any(flaw.kind == "syntax" and flaw.severity == "error" for flaw in self.flaws):
            return None, self.flaws
        return CardLine(label, self.section, front, parts, value, exposed, self.number), self.flaws

    def _front(self, piece: list[Token]) -> tuple[Condition, ...]:
        """The conditions in front of the line, taken away from its first piece."""
        count = next((index for index, token in enumerate(piece) if not token.is_condition), len(piece))
        taken = piece[:count]
        del piece[:count]
        return self._conditions(taken)

    def _conditions(self, tokens: Sequence[Token]) -> tuple[Condition, ...]:
        found = []
        for token in tokens:
            condition = condition_of(token.text, token.column)
            if condition is None:
                self.flaws.append(unknown_condition(token.text, token.column))
            else:
                found.append(condition)
        return tuple(found)

    def _part(self, piece: Sequence[Token], end: int) -> Part:
        column = piece[0].column if piece else end
        count = next((index for index, token in enumerate(piece) if token.is_condition), len(piece))
        items = self._items(piece[:count])
        if not items:
            raise Refused(column, f"no groups between label, {OR} and value; expected groups like 22r 333g NEWS")
        return Part(tuple(items), self._conditions(_only_conditions(piece[count:])))

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
            group = self._group(token)
            return [] if group is None else [group]
        if token.text == "=" and following and following[0].text[0].isdigit():
            pinned = shown(following[0].text, 20)
            words = f"the = with a blank before {pinned} is decoration; expected ={pinned}, if the numbers are to stay"
            self.flaws.append(Flaw("syntax", token.column, words, "warning"))
        return []

    def _group(self, token: Token) -> Group | None:
        found = _GROUP.fullmatch(token.text)
        if found is None:
            self.flaws.append(_no_group(token))
            return None
        pinned, symbols, colour, natural = found.groups()
        return Group(symbols, colour, bool(pinned), bool(natural), token.column)


def _tail(tokens: Sequence[Token], end: int) -> tuple[int, bool]:
    """The value, and whether the hand may be exposed: the last two words of the line."""
    mode = tokens[-1] if tokens else Token("", end)
    if mode.text not in ("X", "C"):
        found = f"the line ends with {quoted(mode.text, 20)}" if tokens else "the line ends with the label"
        raise Refused(mode.column, f"{found}; expected its value and X (may be exposed) or C (concealed), like `30 X`")
    value = tokens[-2] if len(tokens) > 1 else mode
    if not re.fullmatch(r"[1-9][0-9]{0,5}", value.text) or int(value.text) > LARGEST_VALUE:
        found = "there is nothing" if value is mode else f"{quoted(value.text, 20)} is no value"
        expected = f"expected points from 1 to {LARGEST_VALUE}, like `30 {mode.text}`"
        raise Refused(value.column, f"{found} before the {mode.text}; {expected}")
    return int(value.text), mode.text == "X"


def _pieces(tokens: Sequence[Token], end: int) -> list[list[Token]]:
    """What stands between the -or-."""
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == OR:
            pieces.append([])
        else:
            pieces[-1].append(token)
    return pieces


def _only_conditions(tokens: Sequence[Token]) -> list[Token]:
    """The conditions behind the groups of a part; decoration is left out."""
    for token in tokens:
        if not token.is_condition and token.text not in DECORATION:
            expected = "expected conditions in front of the whole line, or behind all groups of a part"
            raise Refused(token.column, f"{quoted(token.text, 20)} stands behind a condition; {expected}")
    return [token for token in tokens if token.is_condition]


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


# -- a card -----------------------------------------------------------------------------------------------------------


KNOWN_HEADERS = ("card", "id", "edition", "year", "source")
SOURCES = ("own", "purchased")

_BOUGHT = re.compile(r"purchas")
_OTHERS = ("card", "id", "edition", "year")
_SOURCE = re.compile(r"\W*sour")
_OWN = re.compile(r"\s*source[\s:]+own\s*")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_EXPECTED = {
    "id": "one word of letters, digits and - . _, like riverside-2026",
    "year": "four digits, like 2026",
    "source": "own, or purchased (then it is never exported)",
}


class Headers:
    """The headers of a card while it is being read: their values, and where each was given.

    `bought`: some line of the head says so, however it is spelled.
    """

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.bought = False
        self._lines: dict[str, int] = {}
        self._strange: list[tuple[str, int, int]] = []

    @property
    def id(self) -> str:
        """The card's id, "" where it has none that could be used."""
        given = self.values.get("id", "")
        return given if _ID.fullmatch(given) else ""

    def read(self, text: str, number: int) -> Iterator[CardFault]:
        """Take a line as a header, and tell what is wrong with it."""
        column = len(text) - len(text.lstrip()) + 1
        word, _, value = text.strip().replace("\t", " ").partition(" ")
        name, colon, stuck = word.lower().partition(":")
        value = f"{stuck}{value}".strip()
        if name in self._lines:
            self._stays_private(name, value)
            words = f"{quoted(name)} is given in line {self._lines[name]} already; expected it once"
            yield _fault(number, column, words)
            return
        self._lines[name] = number
        self.values[name] = value.lower() if name == "source" else value
        if name not in KNOWN_HEADERS:
            self._strange.append((name, number, column))
        if colon:
            yield _fault(number, column + len(name), f"a header has no colon; expected `{name} {quoted(value)[1:-1]}`")
        elif wrong := _wrong_value(name, self.values[name]):
            yield _fault(number, column, wrong)

    def keep_private(self, text: str) -> None:
        """A line of the head that names the source, or a purchase, however it is spelled: the card counts as bought."""
        words = text.lower()
        if words.split()[0] in _OTHERS:
            return
        if _BOUGHT.search(words) or (_SOURCE.match(words) and not _OWN.fullmatch(words)):
            self.bought = True

    def _stays_private(self, name: str, value: str) -> None:
        """Whatever else is wrong with the word: a card that is once said to be bought counts as bought."""
        if name == "source" and value.lower() != "own":
            self.values[name] = value.lower()

    def missing(self) -> Iterator[CardFault]:
        """What the head lacks: its id; a header that another word was probably meant for."""
        slips = {}
        for name, number, column in self._strange:
            meant = did_you_mean(name, [known for known in KNOWN_HEADERS if known not in self.values])
            if meant is not None:
                slips[meant] = number
                self._stays_private(meant, self.values[name])
                words = f"{quoted(name)} is none of the headers {', '.join(KNOWN_HEADERS)}; did you mean {meant}?"
                yield _fault(number, column, words)
        if "id" not in self.values and "id" not in slips:
            yield _fault(1, 1, f"the card has no id; expected a line like `id riverside-2026`: {_EXPECTED['id']}")


def _wrong_value(name: str, value: str) -> str | None:
    """What is wrong with the value of a header, or None."""
    expected = _EXPECTED.get(name, "a text")
    if not value:
        return f"the header {quoted(name)} has no value; expected {expected}"
    right = {"id": _ID.fullmatch(value), "year": re.fullmatch("[0-9]{4}", value), "source": value in SOURCES}
    if not right.get(name, True):
        return f"{name} is {quoted(value)}; expected {expected}"
    return None


def _fault(line: int, column: int, message: str) -> CardFault:
    return CardFault(line, column, None, "bad-header", "error", message)


LARGEST_CARD = 1_000_000
"""Bytes of the largest card that is read; a card of 60 lines has some 5,000."""
MOST_FAULTS = 1000
"""Faults after which a card is not read any further."""
MOST_LINES = 1000
"""Lines of hands after which a card is not read any further; the largest ones known have 70."""
_FLAGS = (NO_JOKERLESS_BONUS,)
_NO_HAND = "the card has no hand; expected lines like `y1: FFFF 11111r 22222r (run) 40 X`"
_HAND_WITHOUT_COLON = re.compile(r"\s[1-9][0-9]*\s+[XC]\s*$")


class Draft(NamedTuple):
    """What could be read of a card: usable or not, with its faults in the order of the lines."""

    card: Card
    faults: list[CardFault]
    is_usable: bool


def read_card(data: str | bytes) -> tuple[Card | None, list[CardFault]]:
    """A card and what is wrong with it; no card where it has no id, or is no text of a card's size.

    >>> card, faults = read_card("id larch\\n[All]\\na1: FFFF 11111r 22222r (run) 40 X\\na2: FFF 111 22r 30 X")
    >>> card.lines[0].label, [(fault.line, fault.kind) for fault in faults]
    ('a1', [(4, 'not-14'), (4, 'number-without-colour')])
    """
    draft = draft_of(data)
    return (draft.card if draft.is_usable else None), draft.faults


def parse_card(data: str | bytes) -> Card:
    """The card that a file's content spells, without the lines that have faults.

    Raises:
        CardError: it has no id, no line that could be used, or is no text of a card's size. The message quotes no
            hand of it: a bought card stays private.
    """
    draft = draft_of(data)
    if draft.is_usable and draft.card.lines:
        return draft.card
    raise CardError(_why_unusable(draft))


def load_card(path: str | Path) -> Card:
    """The card in a file; see `parse_card`.

    Raises:
        CardError: the file cannot be opened, or is no card that could be used; the message names the path.
    """
    return parse_named(card_bytes(path), str(path))


def parse_named(data: bytes, name: str) -> Card:
    """The card that a file's content spells; `name` is what its errors begin with.

    Raises:
        CardError: as for `parse_card`.
    """
    try:
        return parse_card(data)
    except CardError as error:
        raise CardError(f"{shown(name, 300)}: {error}") from None


def card_and_faults(path: str | Path) -> tuple[Card, list[CardFault]]:
    """The card in a file, and its faults: their lines are not in the card.

    Raises:
        CardError: as for `load_card`.
    """
    data = card_bytes(path)
    return parse_named(data, str(path)), draft_of(data).faults


def card_bytes(path: str | Path) -> bytes:
    """The content of a card's file, as far as a card may be long (and one byte more).

    Raises:
        CardError: the file cannot be opened.
    """
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST_CARD + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        reason = getattr(error, "strerror", None) or str(error)
        raise CardError(f"{shown(str(path), 300)}: the score card cannot be opened: {shown(reason)}") from None


def _why_unusable(draft: Draft) -> str:
    errors = [fault for fault in draft.faults if fault.is_error]
    lint = "`mjlog card lint` tells all faults"
    if not draft.is_usable and errors:
        return f"line {errors[0].line}: {errors[0].message}"
    if not errors or errors[0].message == _NO_HAND:
        return _NO_HAND
    count = f"{len(errors)} faults" if len(errors) > 1 else "1 fault"
    place = f"line {errors[0].line} has {errors[0].kind}"
    return f"no line of the card can be used: {place}, {count} in all; {lint}"


def draft_of(data: str | bytes) -> Draft:
    """Everything that can be read of a card, usable or not."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    digest = hashlib.sha256(raw).hexdigest()
    if len(raw) > LARGEST_CARD:
        words = f"the card has more than {LARGEST_CARD} bytes; expected a text of some thousand"
        return _unreadable(digest, 1, words)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = "the card is no UTF-8 text; expected a file saved as UTF-8"
        return _unreadable(digest, raw.count(b"\n", 0, error.start) + 1, words)
    return _Reading().read(text, digest)


def _unreadable(digest: str, line: int, words: str) -> Draft:
    fault = CardFault(line, 1, None, "syntax", "error", words)
    return Draft(Card("", digest, MappingProxyType({}), (), ()), [fault], False)


class _Reading:
    """A card while it is being read, line by line."""

    def __init__(self) -> None:
        self.headers = Headers()
        self.sections: list[Section] = []
        self.lines: list[CardLine] = []
        self.labels: dict[str, int] = {}
        self.faults: list[CardFault] = []

    def read(self, text: str, digest: str) -> Draft:
        """The whole text."""
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            self._line(line.partition("#")[0].rstrip(), number)
            if excess := self._excess():
                self._refuse(number, Flaw("syntax", 1, f"{excess}: the card was read no further"))
                break
        self.faults += self.headers.missing()
        lines = tuple(self._sound_lines())
        self._no_hand()
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        bought = {"source": "purchased"} if self.headers.bought else {}
        headers = MappingProxyType({**self.headers.values, **bought})
        card = Card(self.headers.id, digest, headers, tuple(self.sections), lines)
        return Draft(card, self.faults, bool(self.headers.id))

    def _excess(self) -> str | None:
        """What there is too much of, if anything."""
        if len(self.faults) >= MOST_FAULTS:
            return f"more than {MOST_FAULTS} faults"
        return f"more than {MOST_LINES} hands" if len(self.lines) > MOST_LINES else None

    def _refuse(self, number: int, flaw: Flaw, label: str | None = None) -> None:
        self.faults.append(fault_of(flaw, number, label))

    def _line(self, text: str, number: int) -> None:
        words = text.split(None, 1)
        if not words:
            return
        if words[0][0] == "[":
            self._section(text, number)
        elif ":" in words[0] and not self._is_header_with_colon(text, words[0]):
            self._hand(text, number)
        else:
            self._other(text, number, words[0])
            self.headers.keep_private(text)

    def _other(self, text: str, number: int, word: str) -> None:
        """A line that is neither section nor hand: a header, or what was meant for a hand."""
        if self._is_hand_in_disguise(text, word):
            column = len(text) - len(text.lstrip()) + 1
            self._refuse(number, Flaw("syntax", column, _no_colon(text)))
        else:
            self.faults += self.headers.read(text, number)

    def _is_header_with_colon(self, text: str, word: str) -> bool:
        return word.partition(":")[0].lower() in KNOWN_HEADERS and not _HAND_WITHOUT_COLON.search(text)

    def _is_hand_in_disguise(self, text: str, word: str) -> bool:
        """A line without a label that is no header either: of a hand, or of nothing that a card knows."""
        if word.partition(":")[0].lower() in KNOWN_HEADERS:
            return False
        return bool(self.sections or _HAND_WITHOUT_COLON.search(text))

    def _section(self, text: str, number: int) -> None:
        column = len(text) - len(text.lstrip()) + 1
        inner = text.strip()[1:].removesuffix("]")
        name, *flags = (word.strip() for word in inner.split("|"))
        known = frozenset(flag for flag in flags if flag in _FLAGS)
        self.sections.append(Section(name, known, number))
        if not text.endswith("]") or not name:
            lack = "name" if text.endswith("]") else "] at its end"
            self._refuse(number, Flaw("syntax", column, f"the section has no {lack}; expected [name] or [name | flag]"))
        for flag in flags:
            if flag not in _FLAGS:
                self._refuse(number, Flaw("syntax", text.index("|") + 1, _unknown_flag(flag)))

    def _hand(self, text: str, number: int) -> None:
        if not self.sections:
            self.sections.append(Section("", frozenset(), number))
        label, line, flaws = parse_hand(text, len(self.sections) - 1, number)
        for flaw in flaws:
            self._refuse(number, flaw, label)
        if label is None:
            return
        first = self.labels.setdefault(label, number)
        if first != number:
            column = len(text) - len(text.lstrip()) + 1
            words = f"the label {quoted(label)} is that of line {first} already; expected one of its own"
            self._refuse(number, Flaw("duplicate-label", column, words), label)
        if line is not None:
            self.lines.append(line)

    def _sound_lines(self) -> Iterator[CardLine]:
        """The lines without a fault; what is wrong with the others is told."""
        faulty = {fault.line for fault in self.faults if fault.is_error}
        for line in self.lines:
            flaws = list(flaws_of(line, self.headers.values.get("year", "")))
            for flaw in flaws[: max(0, MOST_FAULTS - len(self.faults))]:
                self._refuse(line.number, flaw, line.label)
            if not flaws and line.number not in faulty:
                yield line

    def _no_hand(self) -> None:
        if not self.lines and not self.faults:
            self._refuse(1, Flaw("syntax", 1, _NO_HAND))


def _unknown_flag(flag: str) -> str:
    meant = did_you_mean(flag, _FLAGS)
    hint = f"; did you mean {meant}?" if meant else ""
    return f"{quoted(flag)} is no flag of a section; expected {' or '.join(_FLAGS)}{hint}"


def _no_colon(text: str) -> str:
    if ":" in text:
        label = quoted(text.partition(":")[0].strip(), 30)
        return f"the label {label} has a blank in it; expected one word, like `y2:`"
    expected = "expected [name], or a label and a colon like `y2: FFFF …`"
    return f"{quoted(text.strip(), 30)} is no section and no hand; {expected}"
