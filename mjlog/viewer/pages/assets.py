"""Addresses of files that never change: each carries the hash of what it stands for."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from flask import Blueprint, Response, current_app, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from mjlog.text import list_words, shown
from mjlog.viewer.caching import FOREVER
from mjlog.viewer.faces import LOOKS, symbols_file

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


def is_for_good(filename: str, asked: str | None) -> bool:
    """Whether a static file is the one that an address with this hash stands for."""
    return asked is not None and asked == _file_hash(filename)


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
