"""Texts with several JSON values: one after the other, in a list, or in addresses of an editor (`…#json=`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from mjlog.errors import NotationError
from mjlog.text import whole_number

DECODER = json.JSONDecoder(parse_int=whole_number)
_LIST = re.compile(r"\s*+\[\s*+(?=\{|https?:)")
_BETWEEN = re.compile(r"[\s,]*+")
_ADDRESS = re.compile(r"https?://[^\s#]*+#json=")
_WORD = re.compile(r"\S*+")
_MOST_BROKEN = 1000
"""Places of one text that are no JSON, behind which the rest is not read."""
_NEXT = re.compile(r"^[ \t]*+(?=\{|https?://)", re.MULTILINE)


_HALVES = re.compile(r"(\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w)|\\u[dD][89a-fA-F]\w\w")
"""Escapes of a character in two halves, or of one half alone."""


def text_of(content: bytes) -> str:
    r"""The text of a file, with U+FFFD for whatever is no text, such as half a character, which only JSON can write.

    >>> print(text_of(rb'["\ud83c\udc00", "\ud83c"]'))
    ["\ud83c\udc00", "\ufffd"]
    """
    return _whole(content.decode("utf-8-sig", "replace"))


def _whole(text: str) -> str:
    return _HALVES.sub(lambda match: match[1] or r"\ufffd", text) if r"\u" in text else text


class Value(NamedTuple):
    """One value, with its text, and the line on which that begins. `fault`: why it is none, at that line."""

    value: Any
    text: str
    line: int
    fault: str | None = None


def json_values(text: str) -> Iterator[Value]:
    """The values of a text. A piece that is no JSON is a fault; reading goes on at the next line that begins a value.

    >>> [one.value for one in json_values('[{"a": 1},\\n{"a": 2}]')]
    [{'a': 1}, {'a': 2}]
    >>> [one.value for one in json_values("https://tenhou.net/6/#json=%7B%22log%22:%5B%5D%7D&ts=0")]
    [{'log': []}]
    """
    begins = _LIST.match(text)
    at, line, seen = 0 if begins is None else begins.end(), 1, 0
    for _number in range(_MOST_BROKEN):
        while True:
            at = _end(_BETWEEN, text, at)
            if begins is not None and text.startswith("]", at):
                at = _end(_BETWEEN, text, at + 1)
            if at >= len(text):
                return
            line, seen = line + text.count("\n", seen, at), at
            try:
                value, at, words = _value(text, at)
            except json.JSONDecodeError as error:
                yield Value(None, "", error.lineno if error.doc is text else line, "this is no JSON")
                break
            except (NotationError, RecursionError) as error:
                yield Value(None, "", line, str(error) if isinstance(error, NotationError) else "this is no JSON")
                break
            yield Value(value, words, line)
        following = _NEXT.search(text, at + 1)
        if following is None:
            return
        at = following.end()


def _value(text: str, at: int) -> tuple[Any, int, str]:
    """The value that stands here, where it ends, and its text: in an address that may be written with percent signs."""
    address = _ADDRESS.match(text, at)
    begin = at if address is None else address.end()
    if address is not None and not text.startswith("{", begin):
        end = _end(_WORD, text, begin)
        words = _whole(unquote(text[begin:end]))
        return DECODER.raw_decode(words)[0], end, words
    value, end = DECODER.raw_decode(text, begin)
    return value, end if address is None else _end(_WORD, text, end), text[begin:end]


def lines_of_list(text: str, name: str, count: int, first: int) -> list[int]:
    """The line on which each part of a list begins, the first of this name; the text begins on line `first`."""
    begins = re.search(rf'"{name}"\s*:\s*\[', text)
    lines, at, line = list[int](), begins.end() if begins is not None else 0, first
    counted = 0
    while len(lines) < count:
        at = _end(_BETWEEN, text, at)
        line, counted = line + text.count("\n", counted, at), at
        lines.append(line)
        try:
            at = DECODER.raw_decode(text, at)[1]
        except (ValueError, NotationError):
            return [first] * count
    return lines


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()
