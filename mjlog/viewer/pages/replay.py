"""A game as one HTML file that needs no server and no net: the page of an event with its film, in every view, inside.

It is made of the same parts as the pages of the viewer, and shows nothing that they would not. What could be done at
each moment is left out, for it would take as long as all the rest.
"""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Callable, Iterator
from typing import Any

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
from mjlog.viewer.pages.replay_film import packed
from mjlog.viewer.serving.digest import policy_hash
from mjlog.views import GameView, Sight, parse_sight
from mjlog.views.moments import opening_of

_SCRIPTS = ("become.js", "replay.js", "film.js", "play.js", "alike.js")
_LEFT_OUT = ("acts", "files")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'"
_NOWHERE = re.compile(r'<a (?:[^<>h]|h(?!ref=""))*+href=""[^<>]*+>((?:(?!</?a\b).)*+)</a>', re.S)
"""A link to what is not in the file."""


class _InTheFile(Addresses):
    """Addresses within one file: events and views are there, nothing else is."""

    def event_seen(self, seq: int, view: str) -> str:
        """The file in another view, at the same event."""
        return f"?view={view}#/events/{seq}"

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
    script = static(*_SCRIPTS)
    text = pages.get_template("event.html").render(
        **(values_of(page, macros) | {"reel": _length(game)}),
        base="replay.html",
        live="",
        style=static("mjlog.css", "table.css", "viewer.css"),
        script=script,
        policy=Markup(_POLICY).format(policy_hash(script)),
        scheme="light dark",
        symbols=Markup(symbols_file().partition(">")[2].rpartition("</svg>")[0]),
        film=base64.b64encode(gzip.compress(packed(_reels(game, macros)), mtime=0)).decode(),
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


def _length(game: GameView) -> int:
    """How many frames a reel of the file has: there is one for each view."""
    return max(1, len(game.stops))


def _reels(game: GameView, macros: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The film by its views and layouts. What lies all open is drawn for narrow screens, too."""
    found = {}
    for view in _views(game):
        reader = _reader(game, parse_sight(view))
        for layout in LAYOUTS if view == "open" else LAYOUTS[:1]:
            made = reel(reader, 0, layout, macros, _length(game))
            found[f"{view} {layout}"] = made | {"strings": [_NOWHERE.sub(r"\1", text) for text in made["strings"]]}
    return found


def _views(game: GameView) -> Iterator[str]:
    """The views there are: where nothing is over, everybody has the table's."""
    yield "open"
    if any(hand.is_over and hand.has_play for hand in game.hands):
        yield "table"
        yield from sorted({seat.value for hand in game.played for seat in hand.seats})
