"""Files that a command reads and writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog.formats.shorthand import MAX_TEXT


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """The whole file or nothing of it: written beside its place, then moved there.

    Raises:
        MjlogError: it cannot be written; what stood there before still does.
    """
    beside = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as stream:
            stream.writelines(parts)
        os.replace(beside, path)
    except OSError as error:
        raise MjlogError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def read_text(path: str) -> str:
    """A whole text, from a file or (`-`) from standard input.

    Raises:
        MjlogError: it cannot be read, is too long, or no UTF-8.
    """
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_TEXT + 1)
        else:
            with open(path, "rb") as stream:
                content = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise MjlogError(f"{name}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(content) > MAX_TEXT:
        raise MjlogError(f"{name}: is longer than {MAX_TEXT:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MjlogError(f"{name}: is no text in UTF-8 (byte {error.start + 1})") from None
