"""What short acts are made of: tiles, seats, and patterns that find them in a word."""

from __future__ import annotations

import re

from mjlog.errors import NotationError
from mjlog.seats import Seat
from mjlog.text import quoted
from mjlog.tiles import CODES, RED_FIVES, UNICODE, UNKNOWN, honors_alone, meant, parse_face


def act_pattern(pattern: str) -> re.Pattern[str]:
    """What a short act looks like, in any case: `TILE` is a tile, `SEAT` the letter of a seat, or nothing."""
    return re.compile(
        pattern.replace("TILE", TILE).replace("SEAT", "(?P<seat>[eswn])?"), re.IGNORECASE | re.ASCII
    )


_FACE = rf"[{min(UNICODE)}-{max(UNICODE)}][\uFE0E\uFE0F]?"
TILE = rf"(?:{'|'.join(re.escape(code.lower()) for code in CODES)}|x|{_FACE})"
"""One tile of a short act, in any case; `x` is one that nobody saw, as `??` is."""
ONE = re.compile(TILE, re.IGNORECASE | re.ASCII)


def _classes() -> tuple[tuple[str, str], ...]:
    """What can stand before the letter of a class of tiles, and that letter: `1234567890` before b, `rgw` before d."""
    ranks: dict[tuple[str, bool], str] = {}
    for code in (*CODES[:UNKNOWN], *CODES[RED_FIVES[0] :]):
        rank, letter = code[0].lower(), code[1].lower()
        key = (letter, rank.isdigit())
        ranks[key] = ranks.get(key, "") + rank
    return tuple((signs, letter) for (letter, _is_number), signs in ranks.items())


_CLASSES = _classes()
_ALONE = re.compile(rf"x|\?\?|{_FACE}", re.IGNORECASE | re.ASCII)
_MOST = 400


def face_of(text: str) -> int:
    """The face of one tile; `x` is a tile that nobody saw."""
    # A sign for a tile may say besides that it is to be shown in black, or in colours.
    return UNKNOWN if text.lower() == "x" else parse_face(text.rstrip("\ufe0e\ufe0f"))


def faces_in(text: str) -> list[int]:
    """The faces of tiles written one after the other, two characters each."""
    return [face_of(match) for match in ONE.findall(text)]


def tiles_in(text: str, count: int | None = None) -> list[int]:
    """The faces of tiles written without a blank, those of one class sharing the letter, in any case.

    Winds and dragons can be read in more than one way: the longest group goes first (`wwrd` are two white dragons and a
    red one), unless only shorter ones make as many tiles as there have to be (`count`).

    >>> from mjlog.tiles import CODES
    >>> [CODES[kind] for kind in tiles_in("123beswwd")]
    ['1b', '2b', '3b', 'Ew', 'Sw', 'Wd']
    >>> [CODES[kind] for kind in tiles_in("wwrdsw", 3)]
    ['Ww', 'Rd', 'Sw']

    Raises:
        NotationError: they are no tiles.
    """
    groups = _longest_groups(text) if len(text) <= _MOST else None
    if groups is None:
        alone = honors_alone(text)
        if alone:
            return list(alone)
        words = f"{quoted(text, 40)} are no tiles; tiles are written like 123b, 55d, esw, rrd, x"
        raise NotationError(words + meant(text))
    if count is not None and sum(map(_size, groups)) != count:
        groups = _groups_of(text, count) or groups
    faces: list[int] = []
    for group in groups:
        faces += [face_of(group)] if _ALONE.fullmatch(group) else [face_of(rank + group[-1]) for rank in group[:-1]]
    return faces


def _size(group: str) -> int:
    return 1 if _ALONE.fullmatch(group) else len(group) - 1


def _longest_groups(text: str) -> list[str] | None:
    """Groups of tiles that fill the text, the longest first; what leaves a rest is tried again shorter."""
    # From the end on: where a group that begins here ends at the furthest, so that the rest can be filled.
    ends = [0] * len(text) + [len(text)]
    further = [0] * len(_CLASSES)
    letters = _in_lower_case(text)
    for at in range(len(text) - 1, -1, -1):
        # Where a group of each class ends that begins here; 0 for nowhere.
        further = [
            0 if letters[at] not in ranks
            else end or (at + 2 if letters[at + 1 : at + 2] == letter and ends[at + 2] else 0)
            for (ranks, letter), end in zip(_CLASSES, further, strict=True)
        ]  # fmt: skip
        alone = _ALONE.match(text, at)
        single = alone.end() if alone is not None and ends[alone.end()] else 0
        ends[at] = max(single, *further)
    if not ends[0]:
        return None if text else []
    groups, at = [], 0
    while at < len(text):
        groups.append(text[at : ends[at]])
        at = ends[at]
    return groups


def _in_lower_case(text: str) -> str:
    """In lower case, every sign where it was: there are letters that become two."""
    return "".join(sign.lower() if sign.isascii() else sign for sign in text)


def _groups_of(text: str, count: int) -> list[str] | None:
    """Groups that fill the text, of this number of tiles together."""
    letters = _in_lower_case(text)
    failed: set[tuple[int, int]] = set()

    def search(at: int, left: int) -> list[str] | None:
        if at == len(text) and not left:
            return []
        # A tile has two signs at the most.
        if not left or len(text) - at > 2 * left or (at, left) in failed:
            return None
        # Every group that begins at a place, the longest first
        alone = _ALONE.match(letters, at)
        words_found = [] if alone is None else [alone[0]]
        for ranks, letter in _CLASSES:
            end = at
            while end < len(letters) and letters[end] in ranks:
                end += 1
                if letters[end : end + 1] == letter:
                    words_found.append(letters[at : end + 1])
        for group in sorted(words_found, key=len, reverse=True):
            rest = search(at + len(group), left - _size(group))
            if rest is not None:
                return [text[at : at + len(group)], *rest]
        failed.add((at, left))
        return None

    return search(0, count)


def unbracketed(word: str) -> str:
    """Tiles without the brackets that people write round sets on the table: `(123c)`, `[8888c]`."""
    closes = {"(": ")", "[": "]"}.get(word[:1])
    return word[1:-1] if closes is not None and word.endswith(closes) and len(word) > 2 else word


def seat_of(text: str | None) -> Seat | None:
    """The seat of a letter, None where none was typed."""
    return Seat[text.upper()] if text else None
