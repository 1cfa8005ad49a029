"""A text in short hand is cut into acts: they are read one after the other, each at the table that the last one left.

Source: docs/lookup/shorthand.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mjlog.errors import NotationError
from mjlog.formats.shorthand.long_form import LONG_NAMES
from mjlog.formats.shorthand.tokens import tiles_in, unbracketed
from mjlog.tiles import from_riichi_letters

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"?')
_SHOW = re.compile(r"[eswn]?h", re.IGNORECASE)
_BETWEEN = ";,\ufeff"
_TO_THE_END = frozenset(("note", "dispute", "ruling", "fix"))

_SHORT_NAMES = {
    "hand": re.compile(r"\s+(?:full|table|result)(?=[\s;,#]|$)", re.IGNORECASE),
    "pay": re.compile(r"\s+(?:-?[0-9]+(?:/-?[0-9]+)*|[eswn]|jokerless)(?=[\s;,#]|$)", re.IGNORECASE),
    "wash": re.compile(
        r"(?:\s+(?:(?:9|4w|4r|4k|3r|n)[eswn]{0,4})?(?:r(?:[eswn]{1,4}|-))?(?=[\s;,#]|$))?", re.IGNORECASE
    ),
    "end": re.compile(""),
}
"""Words that take no more than this after them, so that other acts can follow."""


class Act(NamedTuple):
    """One act as it was typed, the line it stands on (from 1), and where it begins in that line (from 0)."""

    text: str
    line: int = 1
    start: int = 0


def acts_in(text: str) -> Iterator[Act]:
    """The acts of a text, in order; comments (from `#` on) and empty lines are passed over.

    >>> [act.text for act in acts_in("hand; 5b sp  # a slip?\\nsh 123b 55c / 9d")]
    ['hand', '5b', 'sp', 'sh 123b 55c / 9d']
    """
    # Only line feeds end lines: other signs that can may stand in a text.
    for number, written in enumerate(text.split("\n"), 1):
        line, at = written.rstrip("\r"), 0
        while at < len(line) and line[at] != "#":
            if line[at].isspace() or line[at] in _BETWEEN:
                at += 1
                continue
            end = _end_of_act(line, at)
            yield Act(line[at:end].rstrip(), number, at)
            at = end


def _end_of_act(line: str, start: int) -> int:
    """Where the act ends that begins here: JSON and prose with the line, long forms at `;`, short acts at a blank."""
    if line[start] == "{":
        return len(line)
    end = start
    while end < len(line) and not line[end].isspace() and line[end] not in ";,":
        end += 1
    word = line[start:end]
    if word.lower() in _TO_THE_END:
        return len(line)
    if word.lower() in _SHORT_NAMES:
        match = _SHORT_NAMES[word.lower()].match(line, start + len(word))
        return match.end() if match is not None else start + len(word)
    if word.lower() in LONG_NAMES:
        return _statement_end(line, start)
    if _SHOW.fullmatch(word):
        # A hand that is shown takes all the tiles that follow it.
        while (match := _NEXT_WORD.match(line, end)) is not None and _are_tiles(match[1]):
            end = match.end()
    return end


def _statement_end(line: str, start: int) -> int:
    """A long form ends at `;` or `#`, unless that stands in a quoted text."""
    at = start
    while at < len(line):
        if line[at] == '"':
            match = _QUOTED.match(line, at)
            assert match is not None
            at = match.end()
        elif line[at] == ";" or (line[at] == "#" and line[at - 1].isspace()):
            return at
        else:
            at += 1
    return at


_NEXT_WORD = re.compile(r"[\s,]*([^\s;,#]+)(?=[\s;,#]|$)")


def _are_tiles(word: str) -> bool:
    """Whether a word is tiles, with strokes between them or alone; in the letters of riichi, too."""
    parts = re.split("[/,]", from_riichi_letters(unbracketed(word)))
    try:
        return all(tiles_in(part) or not part for part in parts)
    except NotationError:
        return False
