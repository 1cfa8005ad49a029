"""What is written where: results to standard output, messages for people to standard error, both in UTF-8; files."""

from __future__ import annotations

import contextlib
import filecmp
import io
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import click
import msgspec

from mjlog.errors import MjlogError, reason
from mjlog.text import shown

_LONGEST_MESSAGE = 2000
_DAMAGE = "mjlog.damage"
_ENCODER = msgspec.json.Encoder()


def use_utf8() -> None:
    """Make the standard streams speak UTF-8 whatever the console says; what cannot be encoded is escaped.

    One that was closed reads nothing, and what is written to it goes nowhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # In this order each takes the number that is free, and no file that is opened later is taken for it.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the program runs
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            try:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
            except (ValueError, OSError):  # closed, or already being read
                continue


def say(text: str = "") -> None:
    """One line of the result, for people."""
    click.echo(text)


def complain(message: str) -> None:
    """One message to standard error, on one line, harmless whatever a file had put into it."""
    click.echo("mjlog: " + shown(message, _LONGEST_MESSAGE), err=True)


def complain_of_damage(message: str) -> None:
    """Complains once that something cannot be read beside what is shown; the exit status is not 0 then."""
    complained = click.get_current_context().meta.setdefault(_DAMAGE, set())
    if message not in complained:
        complain(message)
    complained.add(message)


def is_damage_told(ctx: click.Context) -> bool:
    """Whether a command has complained of something that cannot be read."""
    return bool(ctx.meta.get(_DAMAGE))


def tell(message: str) -> None:
    """A line to standard error that is no complaint: progress, addresses."""
    click.echo(shown(message, _LONGEST_MESSAGE), err=True)


def json_line(value: Any) -> bytes:
    """A value as one line of JSON, in UTF-8; halves of characters (from odd file names) as escapes."""
    try:
        return _ENCODER.encode(value) + b"\n"
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii") + b"\n"


def write_json(value: Any) -> None:
    """One JSON object of the result."""
    write_bytes([json_line(value)])


def write_bytes(parts: Iterable[bytes]) -> None:
    """Bytes of the result, as they are on every system."""
    sys.stdout.flush()
    out = sys.stdout.buffer
    for part in parts:
        out.write(part)


def flush() -> None:
    """Write out what is still held back, so that a closed pipe is noticed here and not at exit."""
    sys.stdout.flush()


def columns(least: int, most: int) -> int:
    """The columns of the terminal, within reason; 80 where there is none."""
    return min(max(shutil.get_terminal_size((80, 24)).columns, least), most)


def hush_stdout() -> None:
    """Nobody reads standard output any more: what is left of it goes nowhere, without a word."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# -- how far a long piece of work has come ----------------------------------------------------------------------------


_SECONDS = 0.1
_WIDTH = 78
_SURE_AFTER = 2.0
"""Seconds after which it can be told how long the rest takes."""


def _width() -> int:
    """Columns that are written: one less than a narrow terminal has, or the line would not be overwritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # no real terminal
        return _WIDTH
    return max(1, min(_WIDTH, columns - 1)) if columns else _WIDTH


class Progress:
    """One line that is written over again and again, and is gone at the end."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty()
        self._last = 0.0
        self._has_line = False

    def show(self, text: str) -> None:
        """Says how far it is, at most ten times a second."""
        now = time.monotonic()
        if not self.is_shown or now - self._last < _SECONDS:
            return
        self._last, self._has_line = now, True
        width = _width()
        sys.stderr.write(f"\r{shown(text, width):{width}}\r")
        sys.stderr.flush()

    def clear(self) -> None:
        """Takes the line away, so that something else can be written there."""
        if self._has_line:
            sys.stderr.write(f"\r{'':{_width()}}\r")
            sys.stderr.flush()
        self._has_line = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()


class Pace:
    """How fast a known number of pieces is being worked off. `begun`: when it began, in seconds of a steady clock."""

    def __init__(self, total: int, what: str, begun: float | None = None) -> None:
        self.total, self.what = total, what
        self._begun = time.monotonic() if begun is None else begun

    def words(self, done: int, games: int, now: float | None = None) -> str:
        """How far it is, how fast, and how long the rest will take at this pace.

        >>> Pace(1000, "files", begun=0.0).words(250, 250, now=10.0)
        '250 of 1,000 files (25%), 25 games/s, about 30 s left'
        """
        spent = (time.monotonic() if now is None else now) - self._begun
        share = f" ({100 * done // self.total}%)" if self.total else ""
        text = f"{done:,} of {self.total:,} {self.what}{share}"
        if spent < _SURE_AFTER or not done:
            return text
        left = spent / done * max(0, self.total - done)
        return f"{text}, {games / spent:,.0f} games/s, about {_duration(left)} left"


def _duration(seconds: float) -> str:
    """A time to wait, no more exact than it can be known.

    >>> _duration(30), _duration(200), _duration(9000)
    ('30 s', '4 min', '2 h 30 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = -(-int(seconds) // 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


# -- files ------------------------------------------------------------------------------------------------------------


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
            with path.open("rb") as stream:
                is_database = stream.read(len(_DATABASE)) == _DATABASE
            if is_database:
                raise MjlogError(f"{path}: is a database, and is not written over; expected the name of another file")
            _replace(Path(os.path.realpath(path)), parts, path if there.st_size and not force else None)
    except OSError as error:
        raise MjlogError(f"{path}: cannot be written: {reason(error)}") from error


def write_out(out: str | None, parts: Iterable[bytes], force: bool = False) -> None:
    """A result, to the file that is named, or else to standard output.

    Raises:
        MjlogError: as of `write_file`.
    """
    if out is None:
        write_bytes(parts)
    else:
        write_file(Path(out), parts, force)


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
