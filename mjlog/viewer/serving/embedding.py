"""The table of an event in a frame of somebody else's page, under `/embed/`, for the sites that the server allows.

There is no second page: below `/embed` the application knows itself as mounted there, so that every address that it
makes, of steps, reels and files, stays in the frame. What belongs to no such table is not there. Everywhere else frames
stay forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import NotFound

from mjlog.viewer.serving.hosts import name_in

MOUNT = "/embed"
_ENDPOINTS = frozenset(("events.event", "events.film", "events.file", "live.follow", "assets.tiles", "static"))


def origin(text: str) -> str:
    """A site as browsers name it.

    >>> origin("https://Club.Example/"), origin("http://localhost:8000")
    ('https://club.example', 'http://localhost:8000')

    Raises:
        ValueError: it is none, as where it has a path.
    """
    parts = urlsplit(text.lower())
    if parts.scheme not in ("http", "https") or name_in(parts.netloc) is None or parts.path.strip("/"):
        raise ValueError(text)
    return f"{parts.scheme}://{parts.netloc}"


def mounted(environ: dict[str, Any], origins: Iterable[str]) -> bool:
    """Whether a request is for a frame: then the application is told that it is mounted there."""
    path = str(environ.get("PATH_INFO", ""))
    if not origins or not path.startswith(f"{MOUNT}/"):
        return False
    environ["SCRIPT_NAME"] = str(environ.get("SCRIPT_NAME", "")) + MOUNT
    environ["PATH_INFO"] = path.removeprefix(MOUNT)
    return True


def is_embedded() -> bool:
    """Whether what is asked for is shown in a frame."""
    return request.script_root.endswith(MOUNT)


def check_endpoint() -> None:
    """Make sure that only the table of an event, and what it loads, is in a frame.

    Raises:
        NotFound: something else is asked for.
    """
    if is_embedded() and request.endpoint not in _ENDPOINTS:
        raise NotFound("only the table of an event can be embedded")
