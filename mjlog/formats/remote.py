"""Files that a URL names: listed by fsspec, and copied to this machine to be read, so that all bounds hold for them."""

from __future__ import annotations

import posixpath
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mjlog.errors import MjlogError
from mjlog.formats.lines import MAX_UNPACKED
from mjlog.text import shown
from mjlog.urls import called, filesystem, refusal_words

_AT_ONCE = 1 << 20
_DEEPEST = 64


def walked(url: str, depth: int = 0) -> Iterator[tuple[str, list[str]]]:
    """The folders below a URL, this one first, each with the names of its files, in order of name.

    Raises:
        MjlogError: a folder cannot be listed, or folders lie in one another without an end.
    """
    if depth > _DEEPEST:
        raise MjlogError(f"{shown(called(url), 200)}: more than {_DEEPEST} folders lie in one another")
    files, path = filesystem(url)
    with _told(url):
        entries = sorted(files.ls(path, detail=True), key=lambda entry: str(entry["name"]))
    names = {posixpath.basename(entry["name"].rstrip("/")): entry for entry in entries}
    yield url, [name for name, entry in names.items() if entry["type"] == "file"]
    for name, entry in names.items():
        if entry["type"] == "directory" and not entry.get("islink"):
            yield from walked(joined(url, name), depth + 1)


def joined(url: str, name: str) -> str:
    """A name in a folder."""
    return f"{url.rstrip('/')}/{name}"


def is_folder(url: str) -> bool:
    """Whether a URL names a folder.

    Raises:
        MjlogError: there is nothing.
    """
    files, path = filesystem(url)
    with _told(url):
        if files.isdir(path):
            return True
        if not files.exists(path):
            raise MjlogError("there is no such file")
        return False


def size_of(url: str) -> int:
    """How many bytes a file has, as far as its place tells."""
    files, path = filesystem(url)
    with _told(url):
        return int(files.info(path).get("size") or 0)


def fingerprint(url: str) -> str:
    """What changes when the file does, by what its place says of it."""
    files, path = filesystem(url)
    with _told(url):
        return str(files.ukey(path))


@contextmanager
def fetched(url: str, names: list[str] | None = None) -> Iterator[Path]:
    """A copy of a file, or of files in a folder, under the same name on this machine, gone afterwards.

    Raises:
        MjlogError: it cannot be fetched, or is larger than is read.
    """
    files, path = filesystem(url)
    with tempfile.TemporaryDirectory(prefix="mjlog-") as top:
        copy = Path(top, posixpath.basename(path.rstrip("/")) or "file")
        with _told(url):
            if names is None:
                _copy(files, path, copy, MAX_UNPACKED)
            else:
                copy.mkdir()
                left = MAX_UNPACKED
                for name in names:
                    left -= _copy(files, joined(path, name), copy / name, left)
        yield copy


def _copy(files: Any, path: str, copy: Path, most: int) -> int:
    """Copies a file of at most `most` bytes; returns its size."""
    size = 0
    with files.open(path, "rb") as stream, copy.open("xb") as into:
        while data := stream.read(_AT_ONCE):
            size += len(data)
            if size > most:
                raise MjlogError(f"is larger than {MAX_UNPACKED} bytes")
            into.write(data)
    return size


@contextmanager
def _told(url: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise MjlogError(f"{shown(called(url), 200)}: cannot be read: {refusal_words(url, error)}") from error
