"""A game as one HTML file that needs no server and no net: the page of an event with its film, in every view, inside.

It is made of the same parts as the pages of the viewer, and shows nothing that they would not. What could be done at
each moment is left out, for it would take as long as all the rest.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from mjlog.text import shown
from mjlog.viewer.faces import symbols_file
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.alone import static, templates
from mjlog.viewer.pages.events import LAYOUTS, reel, values_of
from mjlog.viewer.pages.highlighted_hand import lit_hand
from mjlog.viewer.pages.look import Look
from mjlog.viewer.pages.moment import Reader
from mjlog.viewer.serving.digest import policy_hash
from mjlog.views import GameView, Sight, parse_sight
from mjlog.views.moments import opening_of

_SCRIPTS = ("replay.js", "film.js", "play.js", "alike.js")
_REEL = 256
"""Frames of one reel: each begins with the whole picture."""
_LEFT_OUT = ("acts", "files")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'"
_NOWHERE = re.compile(r'<a [^>]*href=""[^>]*>(.*?)</a>', re.S)
"""A link to what is not in the file."""


class _InTheFile(Addresses):
    """Addresses within one file: events and views are there, nothing else is."""

    def event_seen(self, seq: int, view: str) -> str:
        """The file in another view; its script adds the event."""
        return f"?view={view}"

    def _events(self, endpoint: str, view: str, kind: str | None = None) -> Callable[[int], str]:
        return lambda seq: f"#/events/{seq}" if kind is None else ""

    def _url(self, endpoint: str, **parts: Any) -> str:
        return ""


def replay_html(game: GameView) -> str:
    """The file."""
    pages = _pages()
    macros = _macros(pages)
    first = opening_of(game, game.played[0]) if game.played else game.seq_at(0)
    page = _reader(game, "open").moment(game.place_of(first) or 0)
    film = _films(game, macros)
    script = static(*_SCRIPTS)
    text = pages.get_template("event.html").render(
        **(values_of(page, macros) | {"reel": _REEL}),
        base="replay.html",
        live="",
        style=static("mjlog.css", "table.css", "viewer.css"),
        script=script,
        policy=Markup(_POLICY).format(policy_hash(script)),
        scheme="light dark",
        symbols=Markup(symbols_file().partition(">")[2].rpartition("</svg>")[0]),
        film=base64.b64encode(gzip.compress(film, mtime=0)).decode(),
    )
    return _NOWHERE.sub(r"\1", text) + "\n"


def _pages() -> Environment:
    pages = templates()
    pages.globals["lit_hand"] = lit_hand
    return pages


def _macros(pages: Environment) -> dict[str, Any]:
    """The macros of the parts that are in the file; the others say nothing."""
    macros = vars(pages.get_template("_moment.html").make_module({"sprite": ""}))
    return {**macros, **dict.fromkeys(_LEFT_OUT, lambda page: "")}


def _reader(game: GameView, sight: Sight) -> Reader:
    return Reader(game, sight, _InTheFile(shown(game.game, 200), sight, game.as_recorded), Look(), game.stops, "")


def _films(game: GameView, macros: dict[str, Any]) -> bytes:
    """The film in every view as JSON: what all views share, and each piece of a text, is there once.

    What lies all open is drawn for narrow screens, too.
    """
    reels = range(-(-len(game.stops) // _REEL))
    films: dict[str, list[_Frame]] = {}
    heads: list[Any] = []
    for view in _views(game):
        reader = _reader(game, parse_sight(view))
        for layout in LAYOUTS if view == "open" else LAYOUTS[:1]:
            made = [reel(reader, number, layout, macros, _REEL) for number in reels]
            films[f"{view}.{layout}"] = [frame for one in made for frame in _frames(one)]
            heads = heads or made
    numbers = _numbered([frame for frames in zip(*films.values(), strict=True) for frame in frames])
    pieces, strings = _spelled(numbers)
    film = {
        "pieces": pieces,
        "strings": strings,
        "reels": heads,
        "parts": _things({name: [one.parts for one in frames] for name, frames in films.items()}, numbers),
        "drawn": _things({name: [one.drawn for one in frames] for name, frames in films.items()}, numbers),
        "sizes": {name: [one.size for one in frames] for name, frames in films.items()},
    }
    return json.dumps(film, separators=(",", ":"), ensure_ascii=False).encode()


_Changes = dict[str, tuple[tuple[Any, ...], str | None]]
"""What has changed in a frame, by name: its place, and its text; None where it is gone."""


class _Frame(NamedTuple):
    """What differs from view to view of a frame."""

    parts: _Changes
    drawn: _Changes
    size: list[float] | None


def _frames(one: dict[str, Any]) -> Iterator[_Frame]:
    """The frames of a reel, taken out of it; with texts in place of their numbers."""
    texts = [_NOWHERE.sub(r"\1", text) for text in one.pop("strings")]
    for head in one["frames"]:
        parts: _Changes = {name: ((), texts[at]) for name, at in head.pop("parts").items()}
        parts["title"] = (), head.pop("title")
        drawn: _Changes = {
            name: ((*sprite[:3], sprite[4]), texts[sprite[3]]) if sprite else ((), None)
            for name, sprite in head.pop("sprites").items()
        }
        yield _Frame(parts, drawn, head.pop("size", None))


def _numbered(frames: Sequence[_Frame]) -> dict[str, int]:
    """All texts with their numbers: those of one part together, for they are like one another."""
    names = sorted({name for frame in frames for name in frame.parts})
    parts = [frame.parts[name][1] for name in names for frame in frames if name in frame.parts]
    drawn = [text for frame in frames for _place, text in frame.drawn.values()]
    texts = dict.fromkeys(text for text in [*parts, *drawn] if text is not None)
    return {text: at for at, text in enumerate(texts)}


_TAG_END = re.compile(r"(?<=>)")
_FIRST_PIECE = 0xE000
"""The character that stands for the first piece: after it are no more surrogates."""


def _spelled(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The pieces that texts are made of, and the texts, a character for each piece.

    In six views a film repeats itself too far apart for gzip to see it.
    """
    pieces: dict[str, int] = {}
    numbers = ([pieces.setdefault(piece, len(pieces)) for piece in _TAG_END.split(text)] for text in texts)
    spelled = ["".join(chr(_FIRST_PIECE + number) for number in text) for text in numbers]
    return list(pieces), spelled


_Columns = tuple[list[int], list[int], list[int]]
"""Where a thing changes: steps from frame to frame, places, steps from text to text."""


def _things(
    films: Mapping[str, Sequence[_Changes]], numbers: Mapping[str, int]
) -> list[tuple[str, list[tuple[Any, ...]], dict[str, _Columns]]]:
    """Films told thing by thing instead of frame by frame, all numbers as steps: so they take a third of the room.

    Of each its name, the places that it has had, and film by film where it changes.
    """
    places: dict[str, dict[tuple[Any, ...], int]] = {}
    columns: dict[str, dict[str, _Columns]] = {}
    for film, frames in films.items():
        last: dict[str, tuple[int, int]] = {}
        for at, frame in enumerate(frames):
            for name, (place, text) in frame.items():
                before, number = last.get(name, (0, 0))
                now = number if text is None else numbers[text]
                had = places.setdefault(name, {})
                values = at - before, had.setdefault(place, len(had)), now - number
                told = columns.setdefault(name, {}).setdefault(film, ([], [], []))
                for column, value in zip(told, values, strict=True):
                    column.append(value)
                last[name] = at, now
    return [(name, list(had), columns[name]) for name, had in places.items()]


def _views(game: GameView) -> Iterator[str]:
    """The views there are: where nothing is over, everybody has the table's."""
    yield "open"
    if any(hand.is_over and hand.has_play for hand in game.hands):
        yield "table"
        yield from sorted({seat.value for hand in game.played for seat in hand.seats})
