"""Paths that are URLs: `s3://bucket/archive`, `memory://x`. They are read and written by fsspec and its plug-ins.

A plain path needs none of that; `file:` URLs are plain paths.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from mjlog.errors import MjlogError
from mjlog.text import shown

_URL = re.compile(r"(?:[a-z][a-z0-9+.-]+::)*[a-z][a-z0-9+.-]+://")


def is_url(path: str) -> bool:
    """Whether a path names something by a protocol.

    >>> is_url("s3://bucket/archive"), is_url("simplecache::s3://bucket/a"), is_url("C:/archive"), is_url("archive")
    (True, True, False, False)
    """
    return _URL.match(path) is not None or path.startswith("file:")


def without_file(path: str) -> str:
    """A `file:` URL as the path that it means; any other path as it is.

    >>> without_file("file:///data/club%20nights"), without_file("s3://bucket/archive")
    ('/data/club nights', 's3://bucket/archive')
    """
    if not path.startswith("file:"):
        return path
    from urllib.request import url2pathname  # slow to import: it brings all of HTTP

    return url2pathname(urlsplit(path).path)


def filesystem(url: str) -> tuple[Any, str]:
    """What reads and writes a URL, and the path that it has there.

    Raises:
        MjlogError: fsspec is not installed, or knows no such protocol.
    """
    try:
        import fsspec  # type: ignore[import-untyped]  # it says nothing of its types
    except ImportError:
        words = "URLs need fsspec, which is not installed with the program alone: pip install 'mjlog[cluster]'"
        raise MjlogError(f"{shown(url, 200)}: {words}") from None
    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise MjlogError(f"{shown(url, 200)}: cannot be opened: {shown(str(error), 200)}") from error
    return found
