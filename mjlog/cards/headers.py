"""The head of a card: `card`, `id`, `edition`, `year`, `source`, and whatever else a club writes there.

Source: docs/cards.md#head-and-sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mjlog.cards.faults import CardFault
from mjlog.text import did_you_mean, quoted

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
