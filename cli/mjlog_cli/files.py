"""Files that a command reads and writes."""

from __future__ import annotations

import filecmp
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from mjlog.errors import MjlogError, reason
from mjlog_cli.console import write_bytes

_DATABASE = b"SQLite format 3\0"
"""How a file begins that is a database."""


def write_file(path: Path, parts: Iterable[bytes], force: bool = False) -> None:
    """The whole file or nothing of it: written beside its place, then moved there. `force`: also over another file.

    A link is followed: what it names is written. Into a device or a pipe it is written as it comes. What stands there
    already, byte for byte, may be written again.

    Raises:
        MjlogError: it cannot be written, or something else stands there, which still does.
    """
    try:
        there = _stat(path)
        if there is None or stat.S_ISDIR(there.st_mode):
            _replace(Path(os.path.realpath(path)), parts)
        elif not stat.S_ISREG(there.st_mode):
            with path.open("wb") as stream:
                stream.writelines(parts)
        elif _is_stdout(there):
            write_bytes(parts)
        else:
            _refuse_a_database(path)
            _replace(Path(os.path.realpath(path)), parts, path if there.st_size and not force else None)
    except OSError as error:
        raise MjlogError(f"{path}: cannot be written: {reason(error)}") from error


def refuse_another_file(path: Path, force: bool) -> None:
    """Refuse to write over a file that holds something, before any work is done for it.

    Raises:
        MjlogError: there is such a file, and `force` was not said.
    """
    if path.is_file() and path.stat().st_size and not force:
        raise _is_there(path)


def _is_there(path: Path) -> MjlogError:
    return MjlogError(
        f"{path}: is there already, and nothing was written; expected another name, or --force to write over it"
    )


def _is_stdout(there: os.stat_result) -> bool:
    """Whether a path is /dev/stdout: the file that it goes to belongs to who runs the command."""
    try:
        return os.path.samestat(there, os.fstat(1))
    except OSError:  # standard output is closed
        return False


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


def _replace(path: Path, parts: Iterable[bytes], kept: Path | None = None) -> None:
    """Put a new file into a place. `kept`: what is there stays, as it was named, if it says something else."""
    beside = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as stream:
            stream.writelines(parts)
        if kept is not None and not filecmp.cmp(beside, path, shallow=False):
            raise _is_there(kept)
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
