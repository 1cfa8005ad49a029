"""A game as one HTML file that needs no server and no net: the page of an event with its film, in every view, inside.

It is made of the same parts as the pages of the viewer, and shows nothing that they would not. What could be done at
each moment is left out, for it would take as long as all the rest. The film is there hand by hand, each packed by
itself: so a browser unpacks the hand that is looked at, and a game of any length is written as it is made.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from jinja2 import Environment
from markupsafe import Markup

from mjlog.audit.game import Game, Hand
from mjlog.log.sight import View, parse_view, views_of
from mjlog.text import shown
from mjlog.viewer.drawing import LAYOUTS
from mjlog.viewer.faces import policy_hash, symbols_file
from mjlog.viewer.pages.addresses import Addresses
from mjlog.viewer.pages.alone import in_the_dark, static, templates
from mjlog.viewer.pages.events import reel, values_of
from mjlog.viewer.pages.look import Look
from mjlog.viewer.pages.moment import CUT, Reader
from mjlog.viewer.pages.present import lit_hand
from mjlog.views.moment import opening_of

_SCRIPTS = ("become.js", "replay.js", "film.js", "play.js", "alike.js")
_LEFT_OUT = ("acts", "files")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src '{}'"
_NOWHERE = re.compile(r'<a (?:[^<>h]|h(?!ref=""))*+href=""[^<>]*+>((?:(?!</?a\b).)*+)</a>', re.S)
"""A link to what is not in the file."""


class _InTheFile(Addresses):
    """Addresses within one file: events and views are there, nothing else is."""

    def event_seen(self, seq: int, view: str) -> str:
        """The file in another view, at the same event."""
        return f"?view={quote(view)}#/events/{seq}"

    def _events(self, endpoint: str, view: str, kind: str | None = None) -> Callable[[int], str]:
        return lambda seq: f"#/events/{seq}" if kind is None else ""

    def _url(self, endpoint: str, **parts: Any) -> str:
        return ""


def replay_html(game: Game, tell: Callable[[int, int], None] | None = None) -> Iterator[str]:
    """The file, piece by piece, a hand at a time. `tell`: is told how many hands are done, and of how many."""
    macros = _macros(_pages())
    page, _, rest = _page(game, macros).partition(_FILM)
    yield page
    hands = [
        (hand, stops)
        for hand in game.hands
        if (stops := range(bisect_left(game.stops, hand.first), bisect_left(game.stops, hand.end)))
    ]
    reels: list[list[tuple[Hand, range]]] = []
    for hand, stops in hands:
        if not reels or stops.stop - reels[-1][0][1].start > STOPS:
            reels.append([])
        reels[-1].append((hand, stops))
    # How many frames each reel has, and the seqs of all frames as steps.
    lengths = [sum(len(stops) for _hand, stops in some) for some in reels]
    seqs = [game.seq_at(place) for place in game.stops]
    yield _film("index", {"lengths": lengths, "seqs": [after - before for before, after in pairwise((0, *seqs))]})
    ends = [stops[-1] for _hand, stops in hands]

    def passed(stop: int) -> None:
        if tell is not None and stop in ends:
            tell(ends.index(stop) + 1, len(ends))

    for some in reels:
        players = dict.fromkeys(view for hand, _stops in some for view in views_of(hand.seats).values())
        shared: dict[Any, Any] = {}
        readers = [replace(_reader(game, parse_view(view)), shared=shared) for view in ("open", "table", *players)]
        stops = range(some[0][1].start, some[-1][1].stop)
        yield _film("reel", reel(readers, stops, macros, LAYOUTS, _without_links, passed))
    yield f"{rest}\n"


STOPS = 2000
"""Hands of so many moments are packed together: what they have in common is told once, and has one character each."""
_FILM = "<!-- film -->"
"""Where the film is, in the page."""


def _page(game: Game, macros: dict[str, Any]) -> str:
    """The page of the moment that the file opens at, without the film."""
    first = opening_of(game, game.played[0]) if game.played else game.seq_at(0)
    page = _reader(game, "open").moment(game.place_of(first) or 0)
    script = static(*_SCRIPTS)
    text = (
        _pages()
        .get_template("event.html")
        .render(
            **values_of(page, macros),
            base="replay.html",
            live="",
            style=static("mjlog.css", "table.css", "viewer.css") + in_the_dark(),
            noscript=static("noscript.css"),
            script=script,
            policy=Markup(_POLICY).format(policy_hash(script)),
            scheme="light dark",
            symbols=Markup(symbols_file().partition(">")[2].rpartition("</svg>")[0]),
            film=Markup(_FILM),
        )
    )
    return _without_links(text)


def _without_links(html: str) -> str:
    return _NOWHERE.sub(r"\1", html)


_HARMLESS = str.maketrans("<&", ".,")
"""Letters of base 85 that begin something in HTML, and what stands for them."""


def _macros(pages: Environment) -> dict[str, Any]:
    """The macros of the parts that are in the file; the others say nothing."""
    macros = vars(pages.get_template("_moment.html").make_module({"sprite": "", "cut": CUT}))
    return {**macros, **dict.fromkeys(_LEFT_OUT, lambda page: "")}


def _film(kind: str, values: Any) -> str:
    """A piece of the film as an element of the page, packed."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    packed = gzip.compress(text.encode("utf-8"), mtime=0)
    letters = base64.b85encode(packed, pad=True).decode("ascii").translate(_HARMLESS)
    return f'<script type="text/plain" data-film="{kind}" data-bytes="{len(packed)}">{letters}</script>\n'


def _pages() -> Environment:
    pages = templates()
    pages.globals["lit_hand"] = lit_hand
    return pages


def _reader(game: Game, view: View) -> Reader:
    to = _InTheFile(shown(game.id, 200), view, game.as_recorded)
    return Reader(game, view, to, Look(), game.stops, "", once=True)
