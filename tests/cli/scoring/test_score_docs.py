"""The page about scoring is true: its commands print what it shows, and it names what there is to be named."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from command_runs import ROOT, Run

from mjlog.scoring import FLAGS, SOURCES
from mjlog.scoring.request import HandRequest

PAGE = (ROOT / "docs" / "do" / "scoring.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_TEXT = re.compile(r"`([a-z.]+)`\n\n```text\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Each command of the page, and what the page says it prints."""
    found: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


@pytest.mark.parametrize(("command", "printed"), examples(), ids=[command for command, _ in examples()])
def test_an_example_prints_what_the_page_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, printed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name, text in _TEXT.findall(PAGE):
        (tmp_path / name).write_text(text, "utf-8")
    words, _, given = command.partition(" <<< ")
    program, *arguments = shlex.split(words)
    assert program == "mjlog"
    result = run(*arguments, stdin="".join(shlex.split(given)) + "\n")
    assert result.stdout + result.stderr == printed


def test_there_is_an_example_of_every_kind() -> None:
    commands = " ".join(command for command, _ in examples())
    for part in ("mjlog score", "mjlog settle", "--batch", "mjlog sheet", "would_be"):
        assert part in commands


def test_the_page_names_every_source_flag_and_field() -> None:
    named = set(re.findall(r"`([a-z_-]+)`", PAGE))
    assert named >= SOURCES | FLAGS | {*HandRequest.__struct_fields__}
