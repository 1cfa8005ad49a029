"""The page on the chain is true: every command that it shows, in one shell from top to bottom, prints what it shows."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mjlog.chain import LETTERS, check_letter, read_checkpoint
from mjlog.store.checkpoints import Verdict

TOP = Path(__file__).resolve().parent.parent.parent
DOCS = TOP / "docs"
PAGE = (DOCS / "understand" / "chain.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_END = "-- end of a command --"
FORMAT_HEAD = "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300"


def shown() -> list[tuple[str, str]]:
    """The commands of the page, and what it says that they print."""
    steps: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], ""))
        else:
            command, printed = steps[-1]
            steps[-1] = (command, f"{printed}{line}\n")
    return steps


def tools(folder: Path) -> Path:
    """A folder with the programs that the page uses and that may have another name here."""
    folder.mkdir()
    sums = "import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest() + '  -')"
    for name, words in (("mjlog", "-m mjlog_cli"), ("python3", ""), ("sha256sum", f'-c "{sums}"')):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', "utf-8")
        script.chmod(0o755)
    return folder


def printed(commands: list[str], folder: Path) -> list[str]:
    """What each command prints, standard error too, in one shell in this folder."""
    roots = os.pathsep.join(str(TOP / root) for root in (".", "cli", "schemas"))
    path = os.pathsep.join([str(tools(folder / "tools")), os.environ.get("PATH", "")])
    environment = {**os.environ, "PYTHONPATH": roots, "PATH": path, "PYTHONIOENCODING": "utf-8"}
    script = "".join(f"{command}\necho '{_END}'\n" for command in commands)
    done = subprocess.run(
        ["sh"], input=script, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    return done.stdout.split(f"{_END}\n")[:-1]


def test_every_command_prints_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "verify_log.py").write_bytes((DOCS / "understand" / "verify_log.py").read_bytes())
    steps = shown()
    commands = [command for command, _ in steps]
    assert list(zip(commands, printed(commands, tmp_path), strict=True)) == steps
    used = " ".join(commands)
    for tool in ("sha256sum", "mjlog checkpoint", "mjlog verify", "--head", "--against", "python3 verify_log.py"):
        assert tool in used


def test_the_worked_example_is_the_test_vector_of_the_format() -> None:
    """Computed here once more from what the page says goes into an id."""
    one, two = re.findall(r"^\$ (?:one|two)='(.*)'$", PAGE, re.MULTILINE)
    prev = "0" * 64
    for body in (one, two):
        prev = hashlib.sha256(b"mjlog1\n" + prev.encode() + b"\n" + body.encode()).hexdigest()
        assert f"{prev}  -" in PAGE
    assert prev == FORMAT_HEAD


def forms() -> list[str]:
    """The examples in the table of forms that stand for event 2 of the example."""
    rows = re.findall(r"^\| [^|]* \| (.*) \|$", PAGE, re.MULTILINE)
    found = [text for row in rows for text in re.findall(r"`([^`]+)`", row) if "803b" in text]
    return [text.replace("…", FORMAT_HEAD[8:]) for text in found]


@pytest.mark.parametrize("form", forms())
def test_every_form_of_the_table_is_read(form: str) -> None:
    read = read_checkpoint(form)
    assert (read.game, read.count) == ("demo", 2)
    assert FORMAT_HEAD.startswith(read.head)


def test_the_table_has_all_forms() -> None:
    assert len(forms()) == 5


def test_the_rule_for_the_check_letter_gives_the_letter() -> None:
    """The page names the letters in order, and its rule leads from the example to the letter of the example."""
    assert "`" + " ".join(LETTERS) + "`" in PAGE
    rest = 0
    for digit in "2803b8390d070cfc5":
        rest = (3 * rest + int(digit, 16)) % 17
    assert LETTERS[rest] == check_letter(2, FORMAT_HEAD) == "u"


def test_every_verdict_is_explained() -> None:
    assert [verdict for verdict in Verdict if f"| `{verdict}` |" not in PAGE] == []
