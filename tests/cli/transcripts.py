"""Transcripts: what commands say, whole. `python tests/cli/transcripts.py` writes them anew: look at the difference.

A transcript has cases, each in a folder of its own, with a database `default.db` that commands use. `== NAME` begins
one. `file`, `folder` and `gone` say what somebody else has put there or taken away; `$` is a command, `<` what it
reads. What it says follows: results behind two blanks, messages behind `!`, an exit status that is not 0 behind `?`,
files that it `wrote`. `DIR` is the folder of a case, `REPO` this repository.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from mjlog_cli.main import main

FOLDER = Path(__file__).resolve().parent / "transcripts"
ROOT = Path(__file__).resolve().parents[2]
_DATABASES = (".db", ".db-wal", ".db-shm", ".db-journal", ".lock")
_LONGEST = 40
"""Lines of a file that are shown; of longer ones the digest is."""


def cases(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The cases of a transcript, each with its lines."""
    name, lines = "", list[str]()
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith("== "):
            if name:
                yield name, lines
            name, lines = line.removeprefix("== "), []
        elif line:
            lines.append(line)
    if name:
        yield name, lines


def played(lines: list[str], folder: Path) -> list[str]:
    """The same case as it is now, in an empty folder."""
    told: list[str] = []
    at = 0
    with chdir(folder), patch.dict(os.environ, {"MJLOG_DB": "default.db"}):
        while at < len(lines):
            begin, at = at, at + 1
            while at < len(lines) and lines[at][:2] not in ("fi", "fo", "go", "$ "):
                at += 1
            step = lines[begin:at]
            told += _command(step, folder) if step[0].startswith("$ ") else _put(step)
    return told


def _put(step: list[str]) -> list[str]:
    """What somebody else does in the folder."""
    what, _, name = step[0].partition(" ")
    path = Path(name)
    if what == "gone":
        path.unlink()
    elif what == "folder":
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line.removeprefix("| ") for line in step[1:]) + "\n" * (len(step) > 1), "utf-8")
    return step


def _command(step: list[str], folder: Path) -> list[str]:
    """What a command says, and writes."""
    given = [line for line in step[1:] if line.startswith("< ")]
    words = [word.replace("DIR", str(folder)).replace("REPO", str(ROOT)) for word in shlex.split(step[0])[2:]]
    before = _files(folder)
    stdin = "".join(line.removeprefix("< ") + "\n" for line in given) if given else None
    result = CliRunner().invoke(main, words, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    told = [step[0], *given]
    for mark, text in (("  ", result.stdout), ("! ", result.stderr)):
        text = text.replace(str(folder), "DIR").replace(str(ROOT), "REPO")
        told += [mark + line for line in text.removesuffix("\n").split("\n")] if text else []
    told += [f"? {result.exit_code}"] if result.exit_code else []
    for name, content in _files(folder).items():
        if before.get(name) != content:
            told += _written(name, content)
    return [*told, *(f"took away {name}" for name in before if name not in _files(folder))]


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a folder that are no databases."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(_DATABASES))
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def _written(name: str, content: bytes) -> list[str]:
    """A file that a command has written."""
    try:
        lines = content.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        lines = []
    if 0 < len(lines) <= _LONGEST and all(line.isprintable() for line in lines):
        return [f"wrote {name}", *(f"| {line}" for line in lines)]
    return [f"wrote {name} {hashlib.sha256(content).hexdigest()[:16]}"]


def write() -> None:
    """All transcripts, as they are now."""
    for path in sorted(FOLDER.glob("*.txt")):
        text = ""
        for name, lines in cases(path):
            with tempfile.TemporaryDirectory() as folder:
                text += "\n".join([f"== {name}", *played(lines, Path(folder))]) + "\n\n"
        path.write_text(text.removesuffix("\n"), "utf-8")


if __name__ == "__main__":
    sys.exit(write())
