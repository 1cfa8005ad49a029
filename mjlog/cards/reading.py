"""A card, read from its file: headers, sections and hands, with every fault that the text shows.

A line with an error is left out of the card, and the rest is used. Whoever rules by a card that has faults should
say so: `read_card` tells them. Source: docs/do/cards.md; docs/understand/trust.md
(length, number of faults are bounded).
Source of the head: docs/do/cards.md#head-and-sections.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from mjlog.cards.checks import flaws_of
from mjlog.cards.document import NO_JOKERLESS_BONUS, Card, CardFault, CardLine, Flaw, Section, fault_of
from mjlog.cards.notation import parse_hand
from mjlog.errors import CardError
from mjlog.text import did_you_mean, quoted, shown

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
        column = _indent(text)
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


def _indent(text: str) -> int:
    """The column in which a line begins."""
    return len(text) - len(text.lstrip()) + 1


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
    errors = [fault for fault in draft.faults if fault.is_error]
    if not draft.is_usable and errors:
        raise CardError(f"line {errors[0].line}: {errors[0].message}")
    if not errors or errors[0].message == _NO_HAND:
        raise CardError(_NO_HAND)
    place = f"line {errors[0].line} has {errors[0].kind}"
    count = f"{len(errors)} faults" if len(errors) > 1 else "1 fault"
    lint = "`mjlog card lint` tells all faults"
    raise CardError(f"no line of the card can be used: {place}, {count} in all; {lint}")


def parse_named(data: bytes, name: str) -> Card:
    """The card that a file's content spells; `name` is what its errors begin with.

    Raises:
        CardError: as for `parse_card`.
    """
    try:
        return parse_card(data)
    except CardError as error:
        raise CardError(f"{shown(name, 300)}: {error}") from None


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
        for number, typed in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            self._line(typed.partition("#")[0].rstrip(), number)
            is_faulty = len(self.faults) >= MOST_FAULTS
            if is_faulty or len(self.lines) > MOST_LINES:
                excess = f"{MOST_FAULTS} faults" if is_faulty else f"{MOST_LINES} hands"
                self._refuse(number, Flaw("syntax", 1, f"more than {excess}: the card was read no further"))
                break
        self.faults += self.headers.missing()
        faulty = {fault.line for fault in self.faults if fault.is_error}
        lines: list[CardLine] = []
        for line in self.lines:
            flaws = list(flaws_of(line, self.headers.values.get("year", "")))
            for flaw in flaws[: max(0, MOST_FAULTS - len(self.faults))]:
                self._refuse(line.number, flaw, line.label)
            if not flaws and line.number not in faulty:
                lines.append(line)
        if not self.lines and not self.faults:
            self._refuse(1, Flaw("syntax", 1, _NO_HAND))
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        bought = {"source": "purchased"} if self.headers.bought else {}
        headers = MappingProxyType({**self.headers.values, **bought})
        card = Card(self.headers.id, digest, headers, tuple(self.sections), tuple(lines))
        return Draft(card, self.faults, bool(self.headers.id))

    def _refuse(self, number: int, flaw: Flaw, label: str | None = None) -> None:
        self.faults.append(fault_of(flaw, number, label))

    def _line(self, text: str, number: int) -> None:
        if not text:
            return
        word = text.split(None, 1)[0]
        if word[0] == "[":
            self._section(text, number)
            return
        is_header = word.partition(":")[0].lower() in KNOWN_HEADERS
        has_value = bool(_HAND_WITHOUT_COLON.search(text))
        if ":" in word and (has_value or not is_header):
            self._hand(text, number)
            return
        if not is_header and (self.sections or has_value):
            # It has no label and is no header either: it is of a hand, or of nothing that a card knows.
            words = f"{quoted(text.strip(), 30)} is no section and no hand"
            expected = "expected [name], or a label and a colon like `y2: FFFF …`"
            if ":" in text:
                words = f"the label {quoted(text.partition(':')[0].strip(), 30)} has a blank in it"
                expected = "expected one word, like `y2:`"
            self._refuse(number, Flaw("syntax", _indent(text), f"{words}; {expected}"))
        else:
            self.faults += self.headers.read(text, number)
        self.headers.keep_private(text)

    def _section(self, text: str, number: int) -> None:
        inner = text.strip()[1:].removesuffix("]")
        name, *flags = (word.strip() for word in inner.split("|"))
        known = frozenset(flag for flag in flags if flag in _FLAGS)
        self.sections.append(Section(name, known, number))
        if not text.endswith("]") or not name:
            lack = "name" if text.endswith("]") else "] at its end"
            words = f"the section has no {lack}; expected [name] or [name | flag]"
            self._refuse(number, Flaw("syntax", _indent(text), words))
        for flag in flags:
            if flag not in _FLAGS:
                meant = did_you_mean(flag, _FLAGS)
                hint = f"; did you mean {meant}?" if meant else ""
                words = f"{quoted(flag)} is no flag of a section; expected {' or '.join(_FLAGS)}{hint}"
                self._refuse(number, Flaw("syntax", text.index("|") + 1, words))

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
            words = f"the label {quoted(label)} is that of line {first} already; expected one of its own"
            self._refuse(number, Flaw("duplicate-label", _indent(text), words), label)
        if line is not None:
            self.lines.append(line)
