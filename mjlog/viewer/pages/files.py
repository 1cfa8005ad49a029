"""A moment as a file: text, a picture, an excerpt of the log; to be copied, sent on, kept."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response
from werkzeug.exceptions import Conflict

from mjlog.canonical import chained_line
from mjlog.text import shown
from mjlog.viewer.drawing import file_style, scene_file
from mjlog.viewer.game_id import file_name
from mjlog.viewer.pages.moment import MomentPage
from mjlog.viewer.requests import library
from mjlog.viewer.serving.safety import allow_style
from mjlog.views.text_table import text_table


def as_file(page: MomentPage, kind: str) -> Response:
    """The moment as `txt`, `svg` or `jsonl`.

    Raises:
        Conflict: the hand is in progress, and its log is nobody's business yet; or nothing is drawn before a hand.
    """
    make, mimetype = _KINDS[kind]
    response = Response(make(page), mimetype=mimetype)
    name = file_name(page.to.game, f"-{page.seq}.{kind}")
    if kind == "svg":
        allow_style(response, file_style(False))
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
    return scene_file(scene, page.reader.tiles, title=_title(page), told=f"{page.words}. {page.caption}.")


def _excerpt(page: MomentPage) -> str:
    """The lines of the log from the beginning of the hand to this event as they were written, and its corrections."""
    store = library().store
    if not page.has_log:
        which = "this hand was corrected while another" if page.hand.is_over else "this hand"
        raise Conflict(f"{which} is in progress: its log can be had when that is over")
    written = page.read - {event.seq for event in page.game.written.corrections} or page.read
    seqs = sorted({*range(min(written), max(written) + 1), *page.read})
    events = (store.event(page.to.game, seq) for seq in seqs)
    return "".join(f"{chained_line(event.prev, event.body)[1].decode('utf-8')}\n" for event in events)


_KINDS: dict[str, tuple[Callable[[MomentPage], str], str]] = {
    "txt": (_text, "text/plain"),
    "svg": (_picture, "image/svg+xml"),
    "jsonl": (_excerpt, "application/x-ndjson"),
}
