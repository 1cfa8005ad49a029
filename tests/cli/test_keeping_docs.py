"""The page about keeping the record is true: its commands print what it shows, its tables name what there is."""

from __future__ import annotations

import glob
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runs import ROOT, Run, game_events, write_lines

PAGE = (ROOT / "docs" / "do" / "keeping.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def session() -> list[tuple[str, str]]:
    """Each command of the page, in order, and what the page says it prints."""
    steps: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines(keepends=True):
        if line.startswith("$ "):
            steps.append((line[2:].strip(), ""))
        else:
            steps[-1] = (steps[-1][0], steps[-1][1] + line)
    return steps


def _pattern(shown: str) -> str:
    """What is shown, as a pattern: `…` stands for anything."""
    return ".*?".join(re.escape(part) for part in shown.split("…"))


def _words(command: str) -> Iterator[str]:
    """The words of a command, file names completed as a shell does."""
    for word in shlex.split(command):
        yield from sorted(glob.glob(word)) if "*" in word else [word]


def test_the_session_prints_what_the_page_shows(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MJLOG_DB", "club.db")
    (tmp_path / "copies").mkdir()
    (tmp_path / "games").mkdir()
    for number, game in enumerate(("tuesday", "thursday"), 1):
        write_lines(tmp_path / "games" / f"{number}.mjlog.jsonl", game_events(game))
    for command, shown in session():
        program, *arguments = _words(command)
        assert program == "mjlog"
        result = run(*arguments)
        printed = result.stderr + result.stdout
        assert re.fullmatch(_pattern(shown), printed, re.DOTALL), f"{command}\n{printed}"


def test_the_commands_of_the_page_are_all_there() -> None:
    commands = " ".join(command for command, _ in session())
    for part in ("backup", "--keep", "restore", "--verify", "--force", "doctor", "export --all", "import mjlog"):
        assert part in commands


def test_every_check_of_the_doctor_has_its_row() -> None:
    rows = set(re.findall(r"^\| (`[^|]*`) \|", PAGE, re.MULTILINE))
    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}
    source = (ROOT / "mjlog" / "store" / "doctor.py").read_text("utf-8")
    said = set(re.findall(r'Line\("[a-z]+", "([a-z-]+)"', source))
    assert len(said) > 10
    assert named == said
