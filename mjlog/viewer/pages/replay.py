"""A game as one HTML file that needs no server and no net: the page of an event with its film, in every view, inside.

It is made of the same parts as the pages of the viewer, and shows nothing that they would not. What could be done at
each moment is left out, for it would take as long as all the rest.
"""

from __future__ import annotations

import base64
import json
import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from mjlog.text import shown
from mjlog.viewer.drawing import Layout
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

_SCRIPTS = ("unpack.js", "replay.js", "film.js", "play.js", "alike.js")
_REEL = 256
"""Frames of one reel: each begins with the whole picture."""
_LEFT_OUT = ("acts", "files")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'"
_PACKING = ({
    "id": lzma.FILTER_LZMA1, "preset": 9, "nice_len": 273, "dict_size": 1 << 25, "lc": 3, "lp": 0, "pb": 0,
},)  # fmt: skip
"""As `unpack.js` unpacks it. A film in six views repeats itself too far apart for gzip."""
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
        size=len(film),
        film=base64.b64encode(lzma.compress(film, lzma.FORMAT_RAW, filters=_PACKING)).decode(),
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
    """The film in every view as JSON: what all views share, and each text, is there once.

    What lies all open is drawn for narrow screens, too.
    """
    reels = range(-(-len(game.stops) // _REEL))
    films: dict[tuple[str, Layout], list[_Frame]] = {}
    heads: list[Any] = []
    for view in _views(game):
        reader = _reader(game, parse_sight(view))
        for layout in LAYOUTS if view == "open" else LAYOUTS[:1]:
            made = [reel(reader, number, layout, macros, _REEL) for number in reels]
            films[view, layout] = [frame for one in made for frame in _frames(one)]
            heads = heads or made
    numbers = _numbered([frame for frames in films.values() for frame in frames])
    parts, drawn, found = _Columns(numbers), _Columns(numbers), dict[str, Any]()
    for (view, layout), frames in films.items():
        if view not in found:
            found[view] = {"parts": parts.of([frame.parts for frame in frames])}
        sizes = {at: frame.size for at, frame in enumerate(frames) if frame.size is not None}
        found[view][layout] = {"drawn": drawn.of([frame.drawn for frame in frames]), "sizes": sizes}
    film = {"strings": list(numbers), "reels": heads, "parts": parts.places, "drawn": drawn.places, "films": found}
    return json.dumps(film, separators=(",", ":")).encode()


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


class _Columns:
    """Films told thing by thing instead of frame by frame, all numbers as steps: so they take a third of the room.

    Films of several views share the names and `places` of their things.
    """

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._places: dict[str, dict[tuple[Any, ...], int]] = {}

    @property
    def places(self) -> list[tuple[str, list[tuple[Any, ...]]]]:
        """The name of each thing, and the places that it has had; its columns stand in the same order."""
        return [(name, list(places)) for name, places in self._places.items()]

    def of(self, film: Sequence[_Changes]) -> list[tuple[list[int], list[int], list[int]]]:
        """Thing by thing, where it has changed: steps from frame to frame, places, steps from text to text."""
        found: dict[str, tuple[list[int], list[int], list[int]]] = {}
        last: dict[str, tuple[int, int]] = {}
        for at, frame in enumerate(film):
            for name, (place, text) in frame.items():
                before, number = last.get(name, (0, 0))
                now = number if text is None else self._numbers[text]
                places = self._places.setdefault(name, {})
                values = at - before, places.setdefault(place, len(places)), now - number
                for column, value in zip(found.setdefault(name, ([], [], [])), values, strict=True):
                    column.append(value)
                last[name] = at, now
        return [found.get(name, ([], [], [])) for name in self._places]


def _views(game: GameView) -> Iterator[str]:
    """The views there are: where nothing is over, everybody has the table's."""
    yield "open"
    if any(hand.is_over and hand.has_play for hand in game.hands):
        yield "table"
        yield from sorted({seat.value for hand in game.played for seat in hand.seats})
