"""Batches: a JSON object a line in, a JSON object a line out, an error in the place of what is impossible.

Where a batch reads text as well, a line that is no JSON is taken as it stands.
"""

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
Reader = Callable[[str], dict[str, Any]]
"""From a line that is no JSON to the object that it stands for."""
_MAX_DIGITS = 4300
_JSON = (b"{", b'"')
"""How JSON begins that can be meant: a hand on one line can begin with a bracket, as ``[2222d]``."""


def run_batch(path: str, answer: Answer, read_text: Reader | None = None) -> int:
    """Answer every line of a file (`-`: of standard input) as it comes; returns the exit status.

    `read_text`: reads lines that are no JSON; without it they are errors.

    Raises:
        RecordError: the file cannot be opened.
    """
    status = 0
    sys.stdout.flush()
    out = sys.stdout.buffer
    with _opened(path) as stream:
        for _, line in read_lines(stream, path):
            found = _answered(line, answer, read_text)
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


def _answered(line: bytes, answer: Answer, read_text: Reader | None) -> dict[str, Any]:
    """The answer to one line, or why there is none."""
    try:
        return answer(_object(line, read_text))
    except MjlogError as error:
        return {"error": shown(str(error), 1000)}
    except RecursionError:
        return {"error": "the line is nested too deeply"}


def _object(line: bytes, read_text: Reader | None) -> dict[str, Any]:
    """The object that a line holds, or that its text stands for.

    Raises:
        NotationError: it holds none.
    """
    try:
        given = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        if read_text is not None and not line.lstrip().startswith(_JSON):
            return read_text(_text(line))
        given = _slowly(line)
    if not isinstance(given, dict):
        raise NotationError(f"the line is {quoted(given)}; expected a JSON object")
    return given


def _text(line: bytes) -> str:
    """A line as text.

    Raises:
        NotationError: it is none.
    """
    try:
        return line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise NotationError("the line is no UTF-8 text") from None


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
