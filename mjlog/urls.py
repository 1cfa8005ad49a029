"""Paths that are URLs: `s3://bucket/archive`, `memory://x`. They are read and written by fsspec and its plug-ins.

A plain path needs none of that; `file:` URLs are plain paths.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from mjlog.errors import MjlogError
from mjlog.text import shown

_SECRET = re.compile(r"(?<=://)([^/@:?]*):[^/@]*(?=@)|\?.*|#json=.*", re.DOTALL)
_GAME_INSIDE = "#json="
"""What stands in the address of an editor before the game that it holds."""
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]+::)*[a-z][a-z0-9+.-]+://")


def is_url(path: str) -> bool:
    """Whether a path names something by a protocol.

    >>> is_url("s3://bucket/archive"), is_url("simplecache::s3://bucket/a"), is_url("C:/archive"), is_url("archive")
    (True, True, False, False)
    """
    return _URL.match(path) is not None or path.startswith("file:")


def called(path: str) -> str:
    """What a path is called where people read it: a URL without what is secret in it, a password or a query, or long.

    >>> called("ftp://club:s3cret@host/archive"), called("https://host/a.jsonl?sig=1f"), called("who?.jsonl")
    ('ftp://club:…@host/archive', 'https://host/a.jsonl?…', 'who?.jsonl')
    """
    if not is_url(path):
        return path
    few = {"?": "?…", "#": f"{_GAME_INSIDE}…"}
    return _SECRET.sub(lambda match: few.get(match[0][0]) or f"{match[1]}:…", path)


def holds_a_game(path: str) -> bool:
    """Whether a path is the address of an editor with a game in it, which nobody has to fetch.

    >>> holds_a_game('https://tenhou.net/6/#json={"log":[]}'), holds_a_game("https://tenhou.net/6/")
    (True, False)
    """
    return is_url(path) and _GAME_INSIDE in path


def without_file(path: str) -> str:
    """A `file:` URL as the path that it means; any other path as it is.

    >>> without_file("file:///data/club%20nights"), without_file("s3://bucket/archive")
    ('/data/club nights', 's3://bucket/archive')

    Raises:
        MjlogError: no file has such a path.
    """
    if not path.startswith("file:"):
        return path
    from urllib.request import url2pathname  # slow to import: it brings all of HTTP

    try:
        local_path = url2pathname(urlsplit(path).path)
    except ValueError as error:
        raise MjlogError(f"{shown(path, 200)}: this is no URL of a file: {shown(str(error), 200)}") from None
    if "\0" in local_path:
        raise MjlogError(f"{shown(path, 200)}: no file has a NUL in its path")
    return local_path


def filesystem(url: str) -> tuple[Any, str]:
    """What reads and writes a URL, and the path that it has there.

    Raises:
        MjlogError: fsspec is not installed, knows no such protocol, or finds nobody there.
    """
    try:
        import fsspec  # type: ignore[import-untyped]  # it says nothing of its types
    except ImportError:
        words = "URLs need fsspec, which is not installed with the program alone: pip install 'mjlog[cluster]'"
        raise MjlogError(f"{shown(called(url), 200)}: {words}") from None
    try:
        file_system: tuple[Any, str] = fsspec.core.url_to_fs(url)
    except Exception as error:
        raise MjlogError(f"{shown(called(url), 200)}: cannot be opened: {refusal_words(url, error)}") from error
    return file_system


def refusal_words(url: str, error: Exception) -> str:
    """What a plug-in of fsspec says: each has errors of its own, and may say what is secret in the URL."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return shown(str(reason).replace(url, called(url)), 300)
