"""The page of an event, its film, and the moment as a file."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.text import shown
from mjlog.viewer.drawing import Layout, scene_svg
from mjlog.viewer.pages import files
from mjlog.viewer.pages.film import REEL, reel
from mjlog.viewer.pages.going import WAYS, ways
from mjlog.viewer.pages.keys import KEYS
from mjlog.viewer.pages.marks import legend
from mjlog.viewer.pages.moment import ROWS, MomentPage, Reader, is_open, macros_for, reader_of
from mjlog.viewer.requests import library, number_in, place_in

blueprint = Blueprint("events", __name__)
_LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


@blueprint.get("/games/<game:name>/events/<seq>")
def event(name: str, seq: str) -> str:
    """The table just after one event."""
    with reader_of(name) as reader:
        asked = number_in(seq, "event")
        page = reader.moment(place_in(reader.game, asked), asked_seq=asked)
        macros = macros_for(reader)
        drawn = {layout: _drawn(page, layout) for layout in _LAYOUTS}
        return render_template(
            "event.html",
            name=name,
            page=page,
            to=reader.to,
            parts=page.parts(macros) | page.parts_of_the_hand(macros),
            near=macros["near"](page),
            rows=ROWS,
            ways=dict(zip(WAYS, ways(page.game, page.moment), strict=True)),
            reel=REEL,
            last_seq=page.game.last_seq,
            keys_of_the_viewer=KEYS,
            legend=legend(),
            live=url_for("live.follow", name=name, after=page.game.written.last) if is_open(page.game) else "",
            **drawn,
        )


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
    layout = _asked_layout()
    with reader_of(name) as reader:
        stop = _asked_stop(reader)
        number, to = stop // REEL, reader.to
        made = library().kept(
            ("reel", name, reader.game.written.last, to.view, to.log, to.as_of, reader.tiles, layout, number),
            lambda: json.dumps(reel(reader, number, layout), separators=(",", ":")),
        )
        asked = reader.game.seq_at(reader.stops[stop])
        return Response(f'{{"asked":{asked},{made[1:]}', mimetype="application/json")


def _asked_layout() -> Layout:
    asked = request.args.get("layout", "wide")
    for layout in _LAYOUTS:
        if asked == layout:
            return layout
    raise BadRequest(f"there is no layout '{shown(asked, 20)}': only {' and '.join(_LAYOUTS)}")


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
        page = reader.moment(place_in(reader.game, number_in(seq, "event")))
        return files.as_file(page, kind)
