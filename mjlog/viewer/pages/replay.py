"""A game as one HTML file that needs no server and no net: the page of an event with its film, in every view, inside.

It is made of the same parts as the pages of the viewer, and shows nothing that they would not. What could be done at
each moment is left out, for it would take as long as all the rest.
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mjlog.text import shown
from mjlog.viewer.drawing import Layout
from mjlog.viewer.faces import symbols_file
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.alone import style, templates
from mjlog.viewer.pages.events import reel, values_of
from mjlog.viewer.pages.highlighted_hand import lit_hand
from mjlog.viewer.pages.look import Look
from mjlog.viewer.pages.moment import Reader
from mjlog.views import GameView, Sight, parse_sight
from mjlog.views.moments import opening_of

_SCRIPTS = ("unpack.js", "replay.js", "copy.js", "film.js", "play.js", "alike.js")
_REEL = 256
"""Frames of one reel: each begins with the whole picture."""
_LEFT_OUT = ("acts", "files")
_PACKING = ({"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 25, "lc": 3, "lp": 0, "pb": 0},)
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
    pages = templates(dossier_words.FILTERS)
    pages.globals["lit_hand"] = lit_hand
    macros = dict(vars(pages.get_template("_moment.html").make_module({"sprite": ""})))
    macros.update(dict.fromkeys(_LEFT_OUT, lambda page: ""))
    first = opening_of(game, game.played[0]) if game.played else game.seq_at(0)
    page = _reader(game, "open").moment(game.place_of(first) or 0)
    film = _films(game, macros)
    script = Markup("\n".join(_static(name) for name in _SCRIPTS))
    text = pages.get_template("event.html").render(
        **(values_of(page, macros) | {"reel": _REEL}),
        base="replay.html",
        live="",
        style=style("mjlog.css", "table.css", "viewer.css"),
        script=script,
        digest=f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}",
        symbols=Markup(symbols_file().partition(">")[2].rpartition("</svg>")[0]),
        size=len(film),
        film=base64.b64encode(lzma.compress(film, lzma.FORMAT_RAW, filters=_PACKING)).decode(),
    )
    return _NOWHERE.sub(r"\1", text) + "\n"


def _static(name: str) -> str:
    return (Path(__file__).resolve().parents[1] / "static" / name).read_text("utf-8")


def _reader(game: GameView, sight: Sight) -> Reader:
    return Reader(game, sight, _InTheFile(shown(game.game, 200), sight, game.as_recorded), Look(), game.stops, "")


def _films(game: GameView, macros: dict[str, Any]) -> bytes:
    """All reels as JSON, with each text once; what lies all open is drawn for narrow screens, too."""
    numbers: dict[str, int] = {}
    films: dict[str, dict[Layout, list[Any]]] = {view: {"wide": []} for view in _views(game)}
    films["open"]["tall"] = []
    for number in range(-(-len(game.stops) // _REEL)):
        for view, of_view in films.items():
            reader = _reader(game, parse_sight(view))
            for layout, reels in of_view.items():
                reels.append(_renumbered(reel(reader, number, layout, macros, _REEL), numbers))
    found = {"strings": list(numbers), "films": films}
    return json.dumps(found, separators=(",", ":")).encode()


def _views(game: GameView) -> Iterator[str]:
    """The views there are: where nothing is over, everybody has the table's."""
    yield "open"
    if any(hand.is_over and hand.has_play for hand in game.hands):
        yield "table"
        yield from sorted({seat.value for hand in game.played for seat in hand.seats})


def _renumbered(one: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    """A reel whose texts have the numbers that they have in the whole file."""
    own = [numbers.setdefault(text, len(numbers)) for text in _without_links(one.pop("strings"))]
    for frame in one["frames"]:
        frame["parts"] = {name: own[at] for name, at in frame["parts"].items()}
        for sprite in frame["sprites"].values():
            if sprite:
                sprite[3] = own[sprite[3]]
    return one


def _without_links(texts: Iterable[str]) -> Iterator[str]:
    return (_NOWHERE.sub(r"\1", text) for text in texts)
