"""Tags of a server's record, and what stands in their attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mjlog.formats.riichi.tiles import ALL
from mjlog.formats.riichi.transcript import PLACES, MalformedError
from mjlog.text import shown

Attributes = Mapping[str, str]

_TAG = re.compile(r"<(/?[A-Za-z]++\d*+)([^<>]*+)>")
_ATTRIBUTES = re.compile(r'(?:\s+[A-Za-z_]\w*="[^"]*")*\s*/?')
_ATTRIBUTE = re.compile(r'(?<!\w)([A-Za-z_]\w*+)="([^"]*+)"')
_NUMBERS = re.compile(r"-?\d{1,9}(?:,-?\d{1,9})*")
_SCORES = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?(?:,-?\d{1,6}(?:\.\d{1,3})?)*")
_SENT = re.compile(r"^.*?\bSend:.*$", re.MULTILINE)
_RECEIVED = re.compile(r"^[^<>\n]*?\bGet:", re.MULTILINE)


class Token(NamedTuple):
    """A tag as it stands in a file: its name with the number behind it, the text of its attributes, its line."""

    name: str
    text: str
    line: int


def tokens(text: str) -> Iterator[Token]:
    """The tags of a text; what stands between two and is no blank comes as one without a name."""
    line, pieces = 1, _TAG.split(text)
    for between, name, attributes in zip(pieces[0::3], pieces[1::3], pieces[2::3], strict=False):
        if between:
            if between != "\n":
                yield from _stray(between, line)
            line += between.count("\n")
        yield Token(name, attributes, line)
        if attributes:
            line += attributes.count("\n")
    yield from _stray(pieces[-1], line)


def _stray(between: str, line: int) -> Iterator[Token]:
    words = between.strip()
    if words:
        yield Token("", words, line + between[: between.index(words)].count("\n"))


def received(content: bytes) -> str:
    """The text that a server sent; what a program sent to it is left out, and every line keeps its place."""
    text = content.decode("utf-8-sig", "replace").replace("\0", " ")
    return _RECEIVED.sub("", _SENT.sub("", text)) if "Send:" in text or "Get:" in text else text


def attributes(name: str, text: str) -> Attributes:
    """The attributes of a tag.

    Raises:
        MalformedError: it has something else.
    """
    if not _ATTRIBUTES.fullmatch(text):
        raise MalformedError("bad-event", f"{shown(name + text)!r} is no tag")
    return dict(_ATTRIBUTE.findall(text))


def numbers(given: Attributes, name: str, count: int | None = None) -> list[int]:
    """The whole numbers of an attribute, so many of them.

    Raises:
        MalformedError: they are missing, or others.
    """
    text = given.get(name)
    if text is None:
        raise MalformedError("bad-field", f"{name} is missing")
    found = list(map(int, text.split(","))) if _NUMBERS.fullmatch(text) else []
    if not found or (count is not None and len(found) != count):
        what = "numbers are" if count is None else "one number is" if count == 1 else f"{count} numbers are"
        raise MalformedError("bad-field", f"{name}={shown(text)!r}: {what} expected")
    return found


def number(given: Attributes, name: str) -> int:
    """The whole number of an attribute.

    Raises:
        MalformedError: it is missing, or none.
    """
    return numbers(given, name, 1)[0]


def place(given: Attributes, name: str) -> int:
    """The place in an attribute.

    Raises:
        MalformedError: it is missing, or none.
    """
    found = number(given, name)
    if found not in PLACES:
        raise MalformedError("bad-field", f"{name}={found}: places are 0 to {PLACES[-1]}")
    return found


def tiles(given: Attributes, name: str, count: int | None = None) -> list[int]:
    """The numbers of tiles in an attribute.

    Raises:
        MalformedError: they are missing, or others.
    """
    found = numbers(given, name, count)
    wrong = next((one for one in found if not 0 <= one < ALL), None)
    if wrong is not None:
        raise MalformedError("bad-field", f"{name}: {wrong} is no tile; tiles are numbered 0 to {ALL - 1}")
    return found


def ends(given: Attributes) -> tuple[list[int], list[int]]:
    """The points and the final scores of everybody, by place.

    Raises:
        MalformedError: they are missing, or others.
    """
    text = given.get("owari", "")
    found = text.split(",")
    if not _SCORES.fullmatch(text) or len(found) != 2 * len(PLACES) or any("." in one for one in found[::2]):
        raise MalformedError("bad-field", f"owari={shown(text)!r}: points and score of four players are expected")
    return [100 * int(one) for one in found[::2]], [round(1000 * float(one)) for one in found[1::2]]
