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
from typing import Any

from markupsafe import Markup

from mjlog.text import shown
from mjlog.viewer.faces import symbols_file
from mjlog.viewer.pages import dossier_words
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.alone import static, templates
from mjlog.viewer.pages.events import LAYOUTS, reel, values_of
from mjlog.viewer.pages.highlighted_hand import lit_hand
from mjlog.viewer.pages.look import Look
from mjlog.viewer.pages.moment import Reader
from mjlog.viewer.serving.digest import policy_hash
from mjlog.views import GameView, Sight, parse_sight
from mjlog.views.moments import opening_of

_SCRIPTS = ("unpack.js", "replay.js", "copy.js", "film.js", "play.js", "alike.js")
_REEL = 256
"""Frames of one reel: each begins with the whole picture."""
_LEFT_OUT = ("acts", "files")
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
    pages = templates(dossier_words.FILTERS)
    pages.globals["lit_hand"] = lit_hand
    macros = dict(vars(pages.get_template("_moment.html").make_module({"sprite": ""})))
    macros.update(dict.fromkeys(_LEFT_OUT, lambda page: ""))
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
        digest=policy_hash(script),
        symbols=Markup(symbols_file().partition(">")[2].rpartition("</svg>")[0]),
        size=len(film),
        film=base64.b64encode(lzma.compress(film, lzma.FORMAT_RAW, filters=_PACKING)).decode(),
    )
    return _NOWHERE.sub(r"\1", text) + "\n"


def _reader(game: GameView, sight: Sight) -> Reader:
    return Reader(game, sight, _InTheFile(shown(game.game, 200), sight, game.as_recorded), Look(), game.stops, "")


def _films(game: GameView, macros: dict[str, Any]) -> bytes:
    """The film in every view as JSON: what all views share, and each text, is there once.

    What lies all open is drawn for narrow screens, too.
    """
    reels = range(-(-len(game.stops) // _REEL))
    films: dict[str, dict[str, list[Any]]] = {}
    heads: list[Any] = []
    for view in _views(game):
        reader, films[view] = _reader(game, parse_sight(view)), {}
        for layout in LAYOUTS if view == "open" else LAYOUTS[:1]:
            made = [reel(reader, number, layout, macros, _REEL) for number in reels]
            films[view][layout] = [frame for one in made for frame in _frames(one, with_parts=layout == LAYOUTS[0])]
            heads = heads or made
    strings = _numbered([frame for of_view in films.values() for frames in of_view.values() for frame in frames])
    found = {"strings": strings, "reels": heads, "films": films}
    return json.dumps(found, separators=(",", ":")).encode()


def _frames(one: dict[str, Any], with_parts: bool) -> Iterator[dict[str, Any]]:
    """What differs from view to view of the frames of a reel, taken out of it; with texts in place of their numbers."""
    texts = [_NOWHERE.sub(r"\1", text) for text in one.pop("strings")]
    for head in one["frames"]:
        own = {name: head.pop(name) for name in ("parts", "sprites", "size") if name in head}
        own["parts"] = {name: texts[at] for name, at in own["parts"].items() if with_parts}
        for sprite in filter(None, own["sprites"].values()):
            sprite[3] = texts[sprite[3]]
        yield own


def _numbered(frames: Sequence[dict[str, Any]]) -> list[str]:
    """All texts, those of one part together; in the frames their numbers stand for them."""
    names = sorted({name for frame in frames for name in frame["parts"]})
    told = [frame["parts"][name] for name in names for frame in frames if name in frame["parts"]]
    drawn = [sprite[3] for frame in frames for sprite in frame["sprites"].values() if sprite]
    numbers = {text: at for at, text in enumerate(dict.fromkeys([*told, *drawn]))}
    for frame in frames:
        frame["parts"] = {name: numbers[text] for name, text in frame["parts"].items()}
        for sprite in filter(None, frame["sprites"].values()):
            sprite[3] = numbers[sprite[3]]
    return list(numbers)


def _views(game: GameView) -> Iterator[str]:
    """The views there are: where nothing is over, everybody has the table's."""
    yield "open"
    if any(hand.is_over and hand.has_play for hand in game.hands):
        yield "table"
        yield from sorted({seat.value for hand in game.played for seat in hand.seats})
