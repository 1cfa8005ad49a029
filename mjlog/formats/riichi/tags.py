"""Tags of a server's record, read as XML, and what stands in their attributes.

A document may have all that XML allows but entities of its own. What a server sent is a row of such tags; so is what is
left of a document that is damaged: what is no XML is told piece by piece, and read on behind it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.parsers import expat

from mjlog.formats.riichi.tiles import ALL
from mjlog.formats.riichi.transcript import PLACES, MalformedError
from mjlog.text import shown

Attributes = Mapping[str, str]

_NUMBERS = re.compile(r"-?\d{1,9}(?:,-?\d{1,9})*")
_SCORES = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?(?:,-?\d{1,6}(?:\.\d{1,3})?)*")
_SENT = re.compile(r"^[^<>\n]*?\bSend:.*$", re.MULTILINE)
_RECEIVED = re.compile(r"^[^<>\n]*?\bGet:", re.MULTILINE)
_BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
"""What the server's greeting has between the figures of its scale of ratings, and XML does not allow."""
_MARKS = {
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be",
}  # fmt: skip
"""How a text of two bytes a sign begins."""
_DECLARED = re.compile(
    rb"""\s*+<\?xml[^<>]{1,100}?encoding\s?=\s?["']((?:us-ascii|iso|windows|shift|euc)[\w-]{0,20})""", re.IGNORECASE
)
"""An encoding that a document declares; of others the first bytes tell."""
_POINTS = 2 * len(PLACES)
"""Numbers of everybody: the points, and what is gained; so many more where chips are played for."""
_LITTLE, _MOST_BROKEN = 1 << 12, 10_000
"""Bytes that a parser is given first; places of one text that are no XML, behind which the rest is none."""
_AROUND = b"<_>"
"""A tag around what is no document of its own."""
_ERRORS = expat.errors.codes
_BEHIND = _ERRORS[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_INVALID = _ERRORS[expat.errors.XML_ERROR_INVALID_TOKEN]
_UNENDED = _ERRORS[expat.errors.XML_ERROR_NO_ELEMENTS]
"""The text is at its end, and a tag that encloses others is not: a record that breaks off."""
_CUT = (_ERRORS[expat.errors.XML_ERROR_UNCLOSED_TOKEN], _ERRORS[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION])
"""The rest of a text belongs to something that has no end."""
_CLOSING = re.compile(rb"</([A-Za-z]\w*+)\s*+>")
ENTITIES = "<!DOCTYPE"
"""How what is no tag begins, where a document declares entities."""


class Token(NamedTuple):
    """A tag as it stands in a file: its name with the number behind it, its attributes, its line.

    `text`: what stands there that is no tag; the name is empty then.
    """

    name: str
    given: Attributes
    line: int
    text: str = ""


class _EntityError(Exception):
    """A document declares a word that stands for others."""


def tokens(text: str) -> Iterator[Token]:
    """The tags of a text. What XML does not allow, or stands between two tags and is no blank, comes without a name."""
    content = text.encode("utf-8", "replace")
    at = len(content) - len(content.lstrip())
    line = 1 + content.count(b"\n", 0, at)
    for number in range(_MOST_BROKEN + 1):
        tags_read: list[Token] = []
        broken = _parse(content, at, line, number == 0, tags_read) if number < _MOST_BROKEN else (at, len(content))
        yield from tags_read
        begin, end = broken or (len(content), len(content))
        piece = content[begin:end].strip()
        where = line + content.count(b"\n", at, content.find(piece, begin))
        closing = _CLOSING.fullmatch(piece)
        if closing is not None:
            yield Token(f"/{closing[1].decode()}", {}, where)
        elif piece:
            yield Token("", {}, where, piece.decode("utf-8", "replace"))
        line, at = line + content.count(b"\n", at, end), end
        if at == len(content):
            return


def _parse(content: bytes, at: int, line: int, is_document: bool, tags_read: list[Token]) -> tuple[int, int] | None:
    """Read the tags from a place on, which stands on that line, as far as it is XML.

    From where to where it is none, or None. `is_document`: otherwise there are several tags, none around the others.
    """
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    add, above = tags_read.append, line - 1

    def start(name: str, given: dict[str, str]) -> None:
        add(Token(name, given, above + parser.CurrentLineNumber, ""))

    def stray(text: str) -> None:
        if text != "\n" and (words := text.strip()):
            back = text[text.index(words) :].count("\n")
            add(Token("", {}, above + parser.CurrentLineNumber - back, words))

    def refuse(*_declared: object) -> None:
        raise _EntityError

    before = 0 if is_document else len(_AROUND)
    if before:
        parser.Parse(_AROUND, False)
    parser.StartElementHandler, parser.CharacterDataHandler, parser.EntityDeclHandler = start, stray, refuse
    try:
        # What is given to it at a time is copied: little where something may be broken soon, more behind that.
        fed, some, size = at, memoryview(content), _LITTLE
        while fed < len(content):
            parser.Parse(some[fed : fed + size], fed + size >= len(content))
            fed, size = fed + size, 2 * size
    except _EntityError:
        end = content.find(b"]>", at) + 2
        return content.rfind(ENTITIES.encode(), at), end if end > 1 else len(content)
    except expat.ExpatError as error:
        if error.code != _UNENDED:
            return _broken(content, at, at + parser.ErrorByteIndex - before, error.code)
    return None


def _broken(content: bytes, first: int, at: int, code: int) -> tuple[int, int]:
    """From where to where a text is no XML that is so at one place: a tag, or the words before the next one."""
    if code == _BEHIND:
        return at, at
    if code in _CUT:
        return at, len(content)
    opened = content.rfind(b"<", first, at)
    if content[at : at + 1] == b"<" and code == _INVALID:
        # It stands within a tag, which has no end.
        return opened, at
    is_tag = content[at : at + 1] == b"<"
    begin = at if is_tag else max(opened, content.rfind(b">", first, at) + 1, first)
    following = content.find(b"<", at + 1)
    return begin, following if following >= 0 else len(content)


def received(content: bytes) -> str:
    """The text that a server sent; what a program sent to it is left out, and every line keeps its place."""
    declared = _DECLARED.match(content)
    shown_by = (encoding for mark, encoding in _MARKS.items() if content.startswith(mark))
    try:
        encoding = codecs.lookup(declared[1].decode()).name if declared is not None else next(shown_by, "utf-8-sig")
    except LookupError:
        encoding = "utf-8-sig"
    text = content.decode(encoding, "replace").replace("\0", " ")
    is_exchange = "Send:" in text or "Get:" in text
    return _BARE.sub("&amp;", _RECEIVED.sub("", _SENT.sub("", text))) if is_exchange else text


def numbers(given: Attributes, name: str, count: int | None = None) -> list[int]:
    """The whole numbers of an attribute; `count`: how many there must be.

    Raises:
        MalformedError: they are missing, or others.
    """
    text = given.get(name)
    if text is None:
        raise MalformedError("bad-field", f"{name} is missing")
    numbers_read = list(map(int, text.split(","))) if _NUMBERS.fullmatch(text) else []
    if not numbers_read or (count is not None and len(numbers_read) != count):
        what = "numbers are" if count is None else "one number is" if count == 1 else f"{count} numbers are"
        raise MalformedError("bad-field", f"{name}={shown(text)!r}: {what} expected")
    return numbers_read


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
    place_read = number(given, name)
    if place_read not in PLACES:
        raise MalformedError("bad-field", f"{name}={place_read}: places are 0 to {PLACES[-1]}")
    return place_read


def tiles(given: Attributes, name: str, count: int | None = None) -> list[int]:
    """The numbers of tiles in an attribute.

    Raises:
        MalformedError: they are missing, or others.
    """
    numbers_read = numbers(given, name, count)
    wrong = next((number_read for number_read in numbers_read if not 0 <= number_read < ALL), None)
    if wrong is not None:
        raise MalformedError("bad-field", f"{name}: {wrong} is no tile; tiles are numbered 0 to {ALL - 1}")
    return numbers_read


def counts(given: Attributes, name: str) -> list[int]:
    """Points of everybody and what they gain, in hundreds, without the chips that may stand behind.

    Raises:
        MalformedError: they are missing, or others.
    """
    return numbers(given, name, 2 * _POINTS if chips(given, name) else _POINTS)[:_POINTS]


def chips(given: Attributes, name: str) -> list[int]:
    """How many chips everybody gains; none where none are played for."""
    text = given.get(name, "")
    parts = text.split(",")
    is_played_for = len(parts) == 2 * _POINTS and _NUMBERS.fullmatch(text) is not None
    return [int(part) for part in parts[_POINTS + 1 :: 2]] if is_played_for else []


def ends(given: Attributes) -> tuple[list[int], list[int]]:
    """The points and the final scores of everybody, by place; of chips that stand behind them nothing is read.

    Raises:
        MalformedError: they are missing, or others.
    """
    text = given.get("owari", "")
    parts = text.split(",")
    is_whole = _SCORES.fullmatch(text) is not None and len(parts) in (_POINTS, 2 * _POINTS)
    parts = parts[:_POINTS]
    if not is_whole or any("." in part for part in parts[::2]):
        raise MalformedError("bad-field", f"owari={shown(text)!r}: points and score of four players are expected")
    return [100 * int(part) for part in parts[::2]], [round(1000 * float(part)) for part in parts[1::2]]
