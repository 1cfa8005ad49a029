"""Files that a command reads and writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mjlog.errors import MjlogError
from mjlog_cli.console import write_bytes

_DATABASE = b"SQLite format 3\0"
"""How a file begins that is a database."""


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """The whole file or nothing of it: written beside its place, then moved there.

    A link is followed: what it names is written. Into a device or a pipe it is written as it comes.

    Raises:
        MjlogError: it cannot be written, or is a database; what stood there before still does.
    """
    try:
        there = _stat(path)
        if there is None or stat.S_ISDIR(there.st_mode):
            _replace(Path(os.path.realpath(path)), parts)
        elif not stat.S_ISREG(there.st_mode):
            with path.open("wb") as stream:
                stream.writelines(parts)
        elif os.path.samestat(there, os.fstat(1)):
            # /dev/stdout: the file that it goes to belongs to who runs the command.
            write_bytes(parts)
        else:
            _refuse_a_database(path)
            _replace(Path(os.path.realpath(path)), parts)
    except OSError as error:
        raise MjlogError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from error


def _stat(path: Path) -> os.stat_result | None:
    """What a path leads to; None for nothing."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _refuse_a_database(path: Path) -> None:
    with path.open("rb") as stream:
        if stream.read(len(_DATABASE)) == _DATABASE:
            raise MjlogError(f"{path}: is a database, and is not written over; expected the name of another file")


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    beside = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as stream:
            stream.writelines(parts)
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
