"""Batches: a JSON object a line in, a JSON object a line out, an error in the place of what is impossible."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

import msgspec

from mjlog.errors import MjlogError, NotationError
from mjlog.formats.lines import open_bytes, read_lines
from mjlog.text import quoted, shown
from mjlog_cli.console import json_line

Answer = Callable[[dict[str, Any]], dict[str, Any]]
_MAX_DIGITS = 4300


def run_batch(path: str, answer: Answer) -> int:
    """Answer every line of a file (`-`: of standard input) as it comes; returns the exit status.

    Raises:
        RecordError: the file cannot be opened.
    """
    status = 0
    sys.stdout.flush()
    out = sys.stdout.buffer
    with _opened(path) as stream:
        for _, line in read_lines(stream, path):
            found = _answered(line, answer)
            status = 1 if "error" in found else status
            out.write(json_line(found))
            out.flush()
    return status


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == "-":
        yield sys.stdin.buffer
        return
    with open_bytes(Path(path)) as stream:
        yield stream


def _answered(line: bytes, answer: Answer) -> dict[str, Any]:
    """The answer to one line, or why there is none."""
    try:
        return answer(_object(line))
    except MjlogError as error:
        return {"error": shown(str(error), 1000)}
    except RecursionError:
        return {"error": "the line is nested too deeply"}


def _object(line: bytes) -> dict[str, Any]:
    """The object that a line holds.

    Raises:
        NotationError: it holds none.
    """
    try:
        given = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        given = _slowly(line)
    if not isinstance(given, dict):
        raise NotationError(f"the line is {quoted(given)}; expected a JSON object")
    return given


def _slowly(line: bytes) -> Any:
    """What the strict reader refused may still be JSON, with something odd in a field that nobody reads."""
    try:
        return json.loads(line, parse_int=_whole, parse_constant=_no_number)
    except ValueError as error:
        raise NotationError(f"the line is not JSON: {shown(str(error), 200)}") from None


def _whole(text: str) -> int | float:
    return int(text) if len(text) <= _MAX_DIGITS else float("inf")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
