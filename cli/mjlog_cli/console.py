"""What is written where: results to standard output, messages for people to standard error, both in UTF-8."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable
from typing import Any

import click
import msgspec

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
    """A complaint of something that cannot be read beside what is told: once, and the exit status is not 0 then."""
    told = click.get_current_context().meta.setdefault(_DAMAGE, set())
    if message not in told:
        complain(message)
    told.add(message)


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


def hush_stdout() -> None:
    """Nobody reads standard output any more: what is left of it goes nowhere, without a word."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
