"""The addresses of one game's pages, for one way of looking at it; and of files that never change."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.log.sight import View, view_name
from mjlog.seats import Seat
from mjlog.text import list_words, shown
from mjlog.viewer.answers import FOREVER
from mjlog.viewer.faces import LOOKS, symbols_file
from mjlog.viewer.requests import USUAL_VIEW
from mjlog.viewer.serving.guard import MOUNT

blueprint = Blueprint("assets", __name__)
_HASH_LENGTH = 16


def asset(filename: str) -> str:
    """The address of a static file as it is now.

    Raises:
        FileNotFoundError: there is no such file.
    """
    return url_for("static", filename=filename, v=_file_hash(filename))


def tiles_url(tiles: str) -> str:
    """The address of the drawings of the tiles in one look."""
    return url_for("assets.tiles", look=tiles, v=_symbols(tiles)[1])


def is_for_good(filename: str, hash_asked: str | None) -> bool:
    """Whether a static file is the one that an address with this hash stands for."""
    return hash_asked is not None and hash_asked == _file_hash(filename)


@blueprint.get("/tiles.svg")
def tiles() -> Response:
    """The drawings of the tiles, in the look that is asked for, such as `look=classic`."""
    look = request.args.get("look", LOOKS[0])
    if look not in LOOKS:
        raise BadRequest(f"there is no look '{shown(look, 40)}' of the tiles: only {list_words(LOOKS)}")
    drawing, version = _symbols(look)
    response = Response(drawing, mimetype="image/svg+xml")
    if request.args.get("v") == version:
        response.headers["Cache-Control"] = FOREVER
    return response


@blueprint.get("/favicon.ico")
def favicon() -> BaseResponse:
    """The icon, where a browser looks for it beside a picture or an answer that names none."""
    return redirect(asset("icon.svg"), 302)


@functools.cache
def _symbols(look: str) -> tuple[bytes, str]:
    drawing = symbols_file(look).encode("utf-8")
    return drawing, _hash(drawing)


def _file_hash(filename: str) -> str:
    folder = current_app.static_folder
    assert folder is not None
    path = Path(folder) / filename
    about = path.stat()
    return _hash_of_version(path, about.st_mtime_ns, about.st_size)


@functools.lru_cache(maxsize=64)
def _hash_of_version(path: Path, changed: int, size: int) -> str:
    return _hash(path.read_bytes())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_HASH_LENGTH]


class Addresses:
    """Addresses that keep the view and the reading that were asked for; the usual ones are left out.

    A page has hundreds of addresses of events: too many to build each from its parts.
    """

    def __init__(self, game: str, asked: View, as_recorded: bool, as_of: int | None = None) -> None:
        self.game = game
        self.asked = asked
        self.view = view_name(asked)
        self.log = "recorded" if as_recorded else None
        self.as_of = as_of
        self.event = self._events("events.event", self.view)
        self.tried = self._events("review.what_if", self.view)

    def _events(self, endpoint: str, view: str, kind: str | None = None) -> Callable[[int], str]:
        shown = view if view != USUAL_VIEW else None
        pattern = self._url(endpoint, name=self.game, seq="0", view=shown, kind=kind, **self._read())
        path, *query = pattern.split("?", 1)
        before, _, after = path.rpartition("/events/0")
        after = "?".join((after, *query))
        return lambda seq: f"{before}/events/{seq}{after}"

    def event_seen(self, seq: int, view: str) -> str:
        """The same event in another view."""
        return self._events("events.event", view)(seq)

    def embedded(self, seq: int) -> str:
        """The same event for a frame in another page."""
        return f"{MOUNT}{self.event(seq)}"

    def file(self, seq: int, kind: str) -> str:
        """The moment as a file: `txt`, `svg`, or the log up to it as `jsonl`."""
        return self._events("events.file", self.view, kind=kind)(seq)

    def hand(self, number: int) -> str:
        """The page of a hand."""
        return self._url("pages.hand", name=self.game, number=number, **self._seen())

    def hand_card(self, number: int, seat: Seat) -> str:
        """The hand of a winner as a picture."""
        return self._url("preview.picture", name=self.game, number=number, seat=seat.value, **self._read())

    def game_page(self) -> str:
        """The page of the game."""
        return self._url("pages.game", name=self.game, **self._seen())

    def sheet(self) -> str:
        """The score sheet."""
        return self._url("sheets.page", name=self.game, **self._seen())

    def sheet_table(self) -> str:
        """The score sheet for a spreadsheet."""
        return self._url("sheets.table", name=self.game, **self._read())

    def disputes(self) -> str:
        """The disputes of the game."""
        return self._url("disputes.listed", name=self.game, **self._then())

    def dossier(self, seq: int) -> str:
        """All about a disputed event on one page."""
        return self._url("disputes.page", name=self.game, seq=seq, **self._then())

    def why(self, seq: int, rule: str | None = None) -> str:
        """Why a rule was silent about an event; without a rule, which can be asked for."""
        return self._url("why.page", name=self.game, seq=seq, rule=rule, **self._seen())

    def review(self) -> str:
        """The game looked over."""
        return self._url("review.page", name=self.game, **self._seen())

    def what_if(self, seq: int, acts: str | None = None, view: str | None = None) -> str:
        """What becomes of other acts after an event; without any, which can be chosen."""
        seen = {"view": view} if view is not None else {}
        return self._url("review.what_if", name=self.game, seq=seq, acts=acts or None, **self._seen() | seen)

    def film(self) -> str:
        """Where the frames of the game are."""
        return self._url("events.film", name=self.game)

    def goto(self) -> str:
        """Where one is sent on to an event by its number."""
        return self._url("events.goto", name=self.game)

    def kept(self) -> list[tuple[str, str]]:
        """What an address says of the view and the reading, by name."""
        return [(name, str(value)) for name, value in self._seen().items() if value is not None]

    def _url(self, endpoint: str, **parts: Any) -> str:
        return url_for(endpoint, **parts)

    def _read(self) -> dict[str, Any]:
        """What an address says of the reading; None is left out."""
        return {"log": self.log, "as-of": self.as_of}

    def _seen(self) -> dict[str, Any]:
        """What an address says of the view and the reading, so that both stay while one goes about."""
        return {"view": self.view if self.view != USUAL_VIEW else None, **self._read()}

    def _then(self) -> dict[str, Any]:
        """What an address says of the time, where a page tells both readings."""
        return {"as-of": self.as_of}

    def read(self, as_recorded: bool) -> Addresses:
        """Addresses in the log as it was recorded, or as corrected."""
        return type(self)(self.game, self.asked, as_recorded, self.as_of)

    def then(self, as_of: int | None) -> Addresses:
        """Addresses in the log as it was when `as_of` was its last event; None: as it is now."""
        return type(self)(self.game, self.asked, self.log is not None, as_of)
