"""The film of a game in one file: the reels of all views as JSON that repeats itself so little that gzip can pack it.

Six views say mostly the same, but far apart, and gzip looks back no further than 32 kB. So it is told piece by piece
instead of frame by frame, all views side by side; and each element of HTML is there once.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import Any

_PIECE = re.compile(r'(?=<(?:dl|details|div|td)\b|<span class="n\d)')
"""Where a part of the page is cut: what changes by itself begins there."""
_SEQ = re.compile(r'(?<=ents/|vent |"no">)(?:0|[1-9]\d{0,14})(?!\d)')
"""The number of an event in a text, or one that looks like it; no longer than browsers reckon with."""
_TAG = re.compile("(<[^<>]*>)")
_SIGN = re.compile(r"([\1-\3])(\d+);")
_FIRST_CHAR = 0xE000
_HIGH = re.compile("[\ue000-\U0010ffff]")
"""Characters that would be taken for signs: in HTML they can be told by their numbers."""
_HEAD = ("title", "hand", "of", "tempo", "size")

_Thing = tuple[str, str]
"""What a frame says (`head`), a part of the page (`parts`) or a thing in the picture (`sprites`), by its name."""
_Frame = dict[_Thing, list[str]]
"""What changes in a frame, in pieces."""
_Row = tuple[int, str]
"""How many frames on a piece changes, and what of it each view shows then."""


def packed(reels: Mapping[str, dict[str, Any]]) -> bytes:
    """Reels of a whole game in several views, as JSON for `replay.js`.

    `reel`: what is said of all of them; `numbers`: of their frames, in columns and as steps: the seq, the place in the
    hand, the ways. `pieces`: of which thing, which piece, and its rows: so many frames on, and for each of the `views`
    the first one that shows the same, or `.` where nothing changes; where no other one does, it is the next of the
    `texts`.
    """
    one = next(iter(reels.values()))
    rows = [(frame["seq"], frame["at"], *(way or 0 for way in frame["ways"])) for frame in one["frames"]]
    texts = _Texts()
    pieces = _piece_by_piece([_frame_by_frame(reel) for reel in reels.values()])
    told = [[*piece, list(_rows(views, [row[0] for row in rows], texts))] for piece, views in pieces.items()]
    film = {
        "reel": {name: value for name, value in one.items() if name not in ("frames", "strings")},
        "numbers": [[after - before for before, after in pairwise((0, *column))] for column in zip(*rows, strict=True)],
        "views": list(reels),
        "pieces": told,
        "texts": texts.told(),
    }
    return json.dumps(film, ensure_ascii=False, separators=(",", ":")).encode()


def _frame_by_frame(reel: dict[str, Any]) -> Iterator[_Frame]:
    """A thing in the picture has two pieces: its place, none where it is gone, and its markup."""
    texts = reel["strings"]
    for frame in reel["frames"]:
        head = {("head", name): [json.dumps(frame[name])] for name in _HEAD if name in frame}
        parts = {("parts", name): _PIECE.split(texts[at]) for name, at in frame["parts"].items()}
        sprites = {
            ("sprites", name): [json.dumps([*sprite[:3], sprite[4]]), texts[sprite[3]]] if sprite else [""]
            for name, sprite in frame["sprites"].items()
        }
        yield head | parts | sprites


def _piece_by_piece(films: Sequence[Iterator[_Frame]]) -> dict[tuple[str, str, int], list[dict[int, str]]]:
    """What each view shows of a piece, frame by frame where that changes."""
    found: dict[tuple[str, str, int], list[dict[int, str]]] = defaultdict(lambda: [{} for _ in films])
    for view, film in enumerate(films):
        now: _Frame = {}
        for at, frame in enumerate(film):
            for thing, pieces in frame.items():
                before = now.get(thing, [])
                now[thing] = pieces + [""] * (len(before) - len(pieces))
                for number, (text, old) in enumerate(zip_longest(now[thing], before)):
                    if text != old:
                        found[*thing, number][view][at] = text
    return found


def _rows(views: Sequence[dict[int, str]], seqs: Sequence[int], texts: _Texts) -> Iterator[_Row]:
    """Where a piece changes; what no view shows yet is told."""
    last = 0
    now: list[str | None] = [None] * len(views)
    for at in sorted({at for view in views for at in view}):
        before, now = now, [view.get(at, text) for view, text in zip(views, now, strict=True)]
        signs = ["." if text == before[view] else str(now.index(text)) for view, text in enumerate(now)]
        for view, sign in enumerate(signs):
            if sign == str(view):
                texts.tell(_stepped(now[view] or "", seqs[at]))
        yield at - last, "".join(signs)
        last = at


def _stepped(text: str, seq: int) -> str:
    """A text with its numbers of events as steps, the first one from this event."""

    def step(found: re.Match[str]) -> str:
        nonlocal seq
        before, seq = seq, int(found[0])
        return f"\x06{seq - before}"

    return _SEQ.sub(step, text)


class _Texts:
    """Texts as they are told: every element in them, and every text, once, between the characters 1 and 2.

    Where it comes again stands a character that stands for it: from U+E000 on, in the order in which such ones end.
    """

    def __init__(self) -> None:
        self._told: list[str] = []
        self._numbers: dict[str, int] = {}
        self._again: set[int] = set()

    def tell(self, text: str) -> None:
        """Tells one more text."""
        levels = [("", "")]
        for token in _TAG.split(_HIGH.sub(lambda one: f"&#{ord(one[0])};", text)):
            if token.startswith("<") and not token.startswith("</"):
                levels.append(("", ""))
            levels[-1] = levels[-1][0] + token, levels[-1][1] + token
            if len(levels) > 1 and (token.startswith("</") or token.endswith("/>")):
                sign, told = self._once(*levels.pop())
                levels[-1] = levels[-1][0] + sign, levels[-1][1] + told
        self._told.append(self._once(*map("".join, zip(*levels, strict=True)))[1])

    def _once(self, signed: str, told: str) -> tuple[str, str]:
        """A sign for what ends here, and how it is told. `signed`: with the signs of all elements in it."""
        if signed in self._numbers:
            number = self._numbers[signed]
            self._again.add(number)
            return (f"\3{number};",) * 2
        number = self._numbers[signed] = len(self._numbers)
        return f"\3{number};", f"\1{number};{told}\2{number};"

    def told(self) -> list[str]:
        """All of them; what does not come again has no sign."""
        chars = {str(number): chr(_FIRST_CHAR + place) for place, number in enumerate(sorted(self._again))}

        def sign(found: re.Match[str]) -> str:
            kind, number = found.groups()
            if number not in chars:
                return ""
            return chars[number] if kind == "\3" else kind

        return [_SIGN.sub(sign, text) for text in self._told]
