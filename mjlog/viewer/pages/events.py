"""The page of an event, its film, its keys, and the moment as a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.exceptions import Conflict, NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.audit.game import Game
from mjlog.canonical import chained_line
from mjlog.text import shown
from mjlog.tiles import CODES
from mjlog.viewer.access import DamagedError
from mjlog.viewer.drawing import Layout, file_style, scene_file, scene_svg
from mjlog.viewer.game_id import file_name
from mjlog.viewer.pages.film import WAYS, reel, ways
from mjlog.viewer.pages.moment import ROWS, MomentPage, Reader, followed, legend, macros_for, reader_of
from mjlog.viewer.pages.preview import of_hand
from mjlog.viewer.requests import library, number_in, place_in
from mjlog.viewer.serving.safety import allow_style
from mjlog.views.text_table import text_table

STEPS = (
    ("first", "First event of the hand (Home)", "", "M5 4V16M16 4L8 10L16 16Z"),
    ("previous-decision", "Previous decision (Shift and left)", "", "M10 4L3 10L10 16ZM17 4L10 10L17 16Z"),
    ("previous", "Back one event (left)", "", "M14 4L6 10L14 16Z", "prev"),
    ("next", "Next event (right)", "", "M6 4L14 10L6 16Z", "next"),
    ("next-decision", "Next decision (Shift and right)", "", "M3 4L10 10L3 16ZM10 4L17 10L10 16Z"),
    ("last", "Last event of the hand (End)", "", "M15 4V16M4 4L12 10L4 16Z"),
)
"""The steps on both sides of the button that plays: name, what is told of it, text, sign, relation."""
JUMPS = (
    ("previous-hand", "Hand before (Page up)", "← Hand"), ("next-hand", "Hand after (Page down)", "→"),
    ("previous-finding", "Finding before (,)", "← Finding"), ("next-finding", "Finding after (.)", "→"),
)  # fmt: skip
"""Longer steps, likewise."""
KEYS = (
    (("←", "→"), "event before, event after"),
    (("Shift ←", "Shift →"), "decision before, decision after"),
    ((",", "."), "finding before, finding after"),
    (("Page up", "Page down"), "hand before, hand after"),
    (("Home", "End"), "first and last event of the hand"),
    (("Shift Home", "Shift End"), "start and end of the game"),
    (("Space",), "play and pause"),
    (("+", "−"), "play faster, slower"),
    (("G",), "go to an event by its number"),
    (("T", "O"), "the table’s view, all open"),
    (("E", "S", "W", "N"), "the view of a seat"),
    (("R",), "as recorded, as corrected"),
    (("C", "V", "L", "A"), "copy as text, as SVG, as log, the address"),
    (("F",), "whole screen"),
    (("?",), "these keys"),
    (("Esc",), "close"),
)
"""Keys, and what they do."""


REEL = 16
"""Frames of one reel."""


def as_file(page: MomentPage, kind: str) -> Response:
    """The moment as `txt`, `svg` or `jsonl`.

    Raises:
        Conflict: the hand is in progress, and its log is nobody's business yet; or nothing is drawn before a hand.
    """
    make, mimetype = _KINDS[kind]
    response = Response(make(page), mimetype=mimetype)
    name = file_name(page.to.game, f"-{page.seq}.{kind}")
    if kind == "svg":
        allow_style(response, file_style())
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _text(page: MomentPage) -> str:
    table = f"\n{text_table(page.board)}" if page.hand.has_play else ""
    return f"{_title(page)}\n{page.words}\n{table}"


def _title(page: MomentPage) -> str:
    return f"{shown(page.to.game, 60)}, event {page.seq} of {page.game.last_seq}"


def _picture(page: MomentPage) -> str:
    scene = page.scene("wide")
    if scene is None:
        raise Conflict("no hand has begun at this event: there is no table to be drawn")
    return scene_file(scene, page.reader.look.tiles, title=_title(page), told=f"{page.words}. {page.caption}.")


def _excerpt(page: MomentPage) -> str:
    """The lines of the log from the beginning of the hand to this event as they were written, and its corrections."""
    store = library().store
    if not page.has_log:
        which = "this hand was corrected while another" if page.hand.is_over else "this hand"
        raise Conflict(f"{which} is in progress: its log can be had when that is over")
    written = page.read - {event.seq for event in page.game.log.corrections} or page.read
    seqs = sorted({*range(min(written), max(written) + 1), *page.read})
    events = (store.event(page.to.game, seq) for seq in seqs)
    return "".join(f"{chained_line(event.prev, event.body)[1].decode('utf-8')}\n" for event in events)


_KINDS: dict[str, tuple[Callable[[MomentPage], str], str]] = {
    "txt": (_text, "text/plain"),
    "svg": (_picture, "image/svg+xml"),
    "jsonl": (_excerpt, "application/x-ndjson"),
}


blueprint = Blueprint("events", __name__)
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


@blueprint.get("/games/<game:name>/events/<seq>")
def event(name: str, seq: str) -> str:
    """The table just after one event."""
    with reader_of(name) as reader:
        asked = number_in(seq, "event")
        page = reader.moment(place_in(reader.game, asked), asked_seq=asked)
        return render_template(
            "event.html",
            preview=of_hand(page.game, page.hand, page.title),
            **followed(reader, name),
            **values_of(page, macros_for(reader)),
        )


def values_of(page: MomentPage, macros: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of a moment is made of, by the names of its template."""
    return {
        "name": page.to.game,
        "page": page,
        "to": page.to,
        "parts": page.parts(macros),
        "near": macros["near"](page),
        "rows": ROWS,
        "ways": dict(zip(WAYS, ways(page.game, page.moment.place), strict=True)),
        "steps": STEPS,
        "jumps": JUMPS,
        "reel": REEL,
        "edition": page.game.log.last,
        "last_seq": page.game.last_seq,
        "keys_of_the_viewer": KEYS,
        "legend": legend(),
        "copies": _copies(page.game),
        **{layout: _drawn(page, layout) for layout in LAYOUTS},
    }


def _copies(game: Game) -> dict[str, int]:
    """How many tiles of each kind there are, by their codes; none where the rules are not known."""
    return {} if game.rules is None else {CODES[kind]: many for kind, many in enumerate(game.rules.plan.copies) if many}


def _drawn(page: MomentPage, layout: Layout) -> str:
    """The picture; an empty one before the first hand, for the script to draw in."""
    scene = page.scene(layout)
    empty = f'<svg class="{layout} board" aria-hidden="true" focusable="false"><g class="sprites"></g></svg>'
    return empty if scene is None else scene_svg(scene, f"{layout} board")


@blueprint.get("/games/<game:name>/film")
def film(name: str) -> Response:
    """A reel of the film: by its number, or by an event that is in it; `asked`: what stands for that event.

    All who follow a game ask for the same reel when it grows: it is made once.
    """
    with reader_of(name) as reader:
        stop, look = _asked_stop(reader), reader.look
        number, to, seq = stop // REEL, reader.to, reader.game.log.last
        made = library().kept(
            ("reel", request.script_root, name, seq, to.view, to.log, to.as_of, look.tiles, look.discards, number),
            lambda: _reel(reader, number),
        )
        asked = reader.game.seq_at(reader.stops[stop])
        return Response(f'{{"asked":{asked},{made[1:]}', mimetype="application/json")


def _reel(reader: Reader, number: int) -> str:
    count = len(reader.stops)
    stops = range(number * REEL, min(number * REEL + REEL, count))
    made = reel([reader], stops, macros_for(reader))
    return json.dumps(made | {"reel": number, "reels": -(-count // REEL)}, ensure_ascii=False, separators=(",", ":"))


def _asked_stop(reader: Reader) -> int:
    """Which stop of the game is asked for: that of an event (`last`: of the last one), or the first of a reel.

    Raises:
        NotFound: the film is not so long, or the game has no such event.
    """
    if request.args.get("seq") == "last" and reader.stops:
        return len(reader.stops) - 1
    if "seq" in request.args:
        return reader.stops.index(place_in(reader.game, number_in(request.args["seq"], "event")))
    stop = number_in(request.args.get("reel", "0"), "reel") * REEL
    if stop >= len(reader.stops):
        raise NotFound(f"the film of this game has {-(-len(reader.stops) // REEL)} reels, numbered from 0")
    return stop


@blueprint.get("/games/<game:name>/events/")
@blueprint.get("/games/<game:name>/events")
def goto(name: str) -> BaseResponse:
    """Sends on to the event with the number asked for; without one to the last."""
    with reader_of(name) as reader:
        asked = request.args.get("seq", "").strip()
        seq = number_in(asked, "event") if asked else reader.game.last_seq
        if not asked and not seq:
            abort(404, "this game has no events")
        reader.game.place_of(seq)
        return redirect(reader.to.event(seq), 303)


@blueprint.get("/games/<game:name>/events/<seq>.<any(txt, svg, jsonl):kind>")
def file(name: str, seq: str, kind: str) -> Response:
    """The moment as a file: the table as text or as a picture, or the log of the hand up to it."""
    with reader_of(name) as reader:
        if not reader.game.log.is_kept:
            raise DamagedError(name)
        page = reader.moment(place_in(reader.game, number_in(seq, "event")))
        return as_file(page, kind)
