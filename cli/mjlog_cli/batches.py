"""Batches: a JSON object a line in, a JSON object a line out, an error in the place of what is impossible.

Where a batch reads text as well, a line that is no JSON is taken as it stands.
"""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from mjlog.errors import MjlogError, NotationError
from mjlog.formats.lines import MAX_LINE, open_bytes, read_lines
from mjlog.rulesets import RuleSet
from mjlog.text import no_number, quoted, shown, whole_or_overlong
from mjlog_cli.console import json_line

Answer = Callable[[dict[str, Any]], dict[str, Any]]
Reader = Callable[[str], dict[str, Any]]
"""From a line that is no JSON to the object that it stands for."""
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
        for number, line in read_lines(stream, path):
            line = without_mark(line) if number == 1 else line
            if not line.strip():
                continue
            fields = _answered(line, answer, read_text)
            status = 1 if "error" in fields else status
            out.write(json_line(fields))
            out.flush()
    return status


def without_mark(line: bytes) -> bytes:
    """The first line of a file without the byte order mark that some editors put before it."""
    return line.removeprefix(codecs.BOM_UTF8)


def with_options(fields: dict[str, Any], options: dict[str, Any], ruleset: RuleSet | None) -> dict[str, Any]:
    """A line of a batch with the options of the command line, which its own ones go before.

    `ruleset`: that of the command line, whose options they are; a line that names another one has only its own.
    """
    own = fields.get("options")
    if not options or not isinstance(own, dict | None):
        return fields
    named = fields.get("ruleset")
    if ruleset is not None and named is not None and named != ruleset.id:
        return fields
    return {**fields, "options": {**options, **(own or {})}}


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == "-":
        yield sys.stdin.buffer
        return
    with open_bytes(Path(path)) as stream:
        yield stream


def _answered(line: bytes, answer: Answer, read_text: Reader | None) -> dict[str, Any]:
    """The answer to one line, or why there is none; whatever is wrong with a line, those after it are answered."""
    if len(line) >= MAX_LINE:
        return {"error": f"the line is too long: expected less than {MAX_LINE:,} bytes"}
    try:
        return answer(object_of(line, read_text))
    except MjlogError as error:
        return {"error": shown(str(error), 1000)}
    except RecursionError:
        return {"error": "the line is nested too deeply"}
    except Exception as error:
        # A fault of the program, not of the line; one line of thousands does not end the batch.
        return {"error": f"the line could not be answered, by a fault of the program: {type(error).__name__}"}


def object_of(line: bytes, read_text: Reader | None) -> dict[str, Any]:
    """The object that a line holds, or that its text stands for.

    Raises:
        NotationError: it holds none.
    """
    try:
        given = msgspec.json.decode(line)
    except ValueError:
        if read_text is not None and not line.lstrip().startswith(_JSON):
            try:
                return read_text(line.decode("utf-8").strip())
            except UnicodeDecodeError:
                raise NotationError("the line is no UTF-8 text") from None
        # What the strict reader refused may still be JSON, with something odd in a field that nobody reads.
        try:
            given = json.loads(line, parse_int=whole_or_overlong, parse_constant=no_number)
        except ValueError as error:
            raise NotationError(f"the line is not JSON: {shown(str(error), 200)}") from None
    if not isinstance(given, dict):
        raise NotationError(f"the line is {quoted(given)}; expected a JSON object")
    return given
