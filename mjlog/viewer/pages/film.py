"""The film of a game: its moments in a row, each as what is different from the one before.

A browser that has a reel of it steps without asking the server (`static/film.js`): it puts ready-made HTML in its
places, and draws the table from few numbers (`static/draw.js`). The pages of the viewer fetch reels of one view; a game
in one file has reels of all views, of the same make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mjlog.audit.game import Game, row_type
from mjlog.text import shown
from mjlog.viewer.drawing.numbers import numbers_of, widths_in
from mjlog.viewer.pages.moment import MomentPage, Reader, call_of
from mjlog.views.board import Board
from mjlog.views.marks import decision_from, finding_from
from mjlog.views.moments import tempo_of

WAYS = (
    "first", "previous", "next", "last", "previous-decision", "next-decision", "previous-finding", "next-finding",
    "previous-hand", "next-hand", "start", "end",
)  # fmt: skip
"""The steps, by name."""
_BESIDE = ("previous", "next")
"""Steps that are told by how far they lead."""
_NONE: Any = object()
_TILE = re.compile(r'<svg class="tile [^<]*<use href="[^"]*"/></svg>')
_FIRST_SIGN, _FIRST_TEXT = 0xE000, 0x100
_HIGH = re.compile("[\ue000-\U0010ffff]")
"""Characters that would be taken for signs: in HTML they can be told by their numbers."""

Macros = Mapping[str, Any]
_Changes = dict[str, Any]
"""What a view shows otherwise than at the moment before, by its name."""


def ways(game: Game, place: int) -> tuple[int | None, ...]:
    """The seq that each of the `WAYS` leads to from a place of the log; None where it leads nowhere."""
    hand = game.hand_at(place)
    start, end = game.seq_at(hand.first), game.seq_at(hand.end - 1)
    before = game.hands[hand.place - 1] if hand.place > 0 else None
    after = game.hands[hand.place + 1] if hand.place + 1 < len(game.hands) else None
    found = (
        start,
        game.neighbour(place, -1),
        game.neighbour(place, 1),
        end,
        decision_from(game, place, -1),
        decision_from(game, place, 1),
        finding_from(game, place, -1),
        finding_from(game, place, 1),
        game.seq_at(before.first) if before is not None and before.end > before.first else None,
        game.seq_at(after.first) if after is not None else None,
        game.seq_at(0),
        game.seq_at(len(game.rows) - 1),
    )
    return tuple(None if seq == game.seq_at(place) else seq for seq in found)


def reel(readers: Sequence[Reader], stops: range, macros: Macros, tidy: Callable[[str], str] = str) -> dict[str, Any]:
    """One reel as plain values: these `stops` of the game, as each of the readers sees them.

    `edition`: of so many events of the log it is made; with another, any frame may be another. `stops`: all frames of
    the film; `last`: the seq of the last event; `first`: which frame is the first here. `frames[i]`: what has changed,
    as `[name, value]`, or `[name, signs, value, …]` where `views` differ: a sign for each, the number of its value, or
    `.` where nothing changed for it. `often`: what characters from U+E000 on in HTML stand for; `widths`: of letters.

    `tidy`: what is done to HTML before it is told.
    """
    rolls = [_Roll(reader, macros) for reader in readers]
    told, frames = _Told(tidy), []
    for stop in stops:
        there = list(_ways_as_told(readers[0].game, readers[0].stops[stop]))
        changes = [roll.changes(stop, there) for roll in rolls]
        names = dict.fromkeys(name for one in changes for name in one)
        frames.append([_side_by_side(name, changes, told) for name in names])
    one = readers[0]
    return {
        "edition": one.game.log.last,
        "game": shown(one.game.id or "", 40),
        "stops": len(one.stops),
        "last": one.game.last_seq,
        "first": stops.start,
        "steps": WAYS,
        "views": [reader.to.view for reader in readers],
        "tiles": one.sprites,
        "upright": one.pen.upright,
        "frames": frames,
        "names": list(told.names),
        "texts": told.short_texts(),
        "often": list(told.often),
        "widths": widths_in(["…", *told.words]),
    }


def _ways_as_told(game: Game, place: int) -> Iterator[tuple[str, int | None]]:
    for way, seq in zip(WAYS, ways(game, place), strict=True):
        yield f"ways/{way}", seq - game.seq_at(place) if seq is not None and way in _BESIDE else seq


def _side_by_side(name: str, changes: Sequence[_Changes], told: _Told) -> list[Any]:
    """A change as each view shows it."""
    values: list[Any] = []
    signs = ""
    for one in changes:
        value = one.get(name, _NONE)
        if value is not _NONE and value not in values:
            values.append(value)
        signs += "." if value is _NONE else chr(48 + values.index(value))
    said = [told.value(name, value) for value in values]
    number = told.names.setdefault(name, len(told.names))
    return [number, *said] if not signs.strip("0") else [number, signs, *said]


class _Told:
    """What is said in a reel: `words` that are drawn; `often`: tiles among words, each with the sign that it has."""

    def __init__(self, tidy: Callable[[str], str]) -> None:
        self.words: list[Any] = []
        self.names: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        self.often: dict[str, str] = {}
        self._tidy = tidy

    def value(self, name: str, value: Any) -> Any:
        """A value as it is told."""
        if name.startswith("board/"):
            self.words.append(value)
        elif name.startswith("parts/"):
            return "".join([chr(_FIRST_TEXT + self.texts.setdefault(text, len(self.texts))) for text in value])
        return value

    def short_texts(self) -> list[str]:
        """All texts, by their numbers."""
        return [self._short(self._tidy(text)) for text in self.texts]

    def _short(self, html: str) -> str:
        html = _HIGH.sub(lambda one: f"&#{ord(one[0])};", html)
        return _TILE.sub(lambda one: self.often.setdefault(one[0], chr(_FIRST_SIGN + len(self.often))), html)


class _Roll:
    """What one reader is shown, moment by moment."""

    def __init__(self, reader: Reader, macros: Macros) -> None:
        self._reader, self._macros = reader, macros
        self._now: _Changes = {}
        self._before: Board | None = None
        self._hand = -1

    def changes(self, stop: int, there: Iterable[tuple[str, Any]]) -> _Changes:
        """What changes at the next stop, from where the ways lead `there`."""
        page = self._reader.moment(self._reader.stops[stop])
        said = self._head(page) | dict(there) | self._board(page) | self._pieces(page)
        changed = {name: value for name, value in said.items() if self._now.get(name, _NONE) != value}
        self._now.update(changed)
        return changed

    def _head(self, page: MomentPage) -> _Changes:
        return {
            "head/seq": page.seq,
            "head/hand": page.hand.place,
            "head/said": shown(page.words, 80),
            "head/tempo": tempo_of(row_type(page.game.rows[page.moment.place])),
            "head/at": page.position,
            "head/of": page.length,
        }

    def _board(self, page: MomentPage) -> _Changes:
        if not page.hand.has_play:
            return {"board/play": False}
        found = numbers_of(page.board, call_of(page.moment.event), self._before)
        self._before = page.board
        return {"board/play": True, **{f"board/{name}": value for name, value in found.items()}}

    def _pieces(self, page: MomentPage) -> _Changes:
        """What stays the same during a hand comes with its first moment; while the hand goes on, with every reel."""
        pieces = page.pieces(self._macros)
        if page.position == 1 or (not page.hand.is_over and page.hand.place != self._hand):
            pieces |= page.pieces_of_the_hand(self._macros)
        self._hand = page.hand.place
        return {f"parts/{name}": one for name, one in pieces.items()}
