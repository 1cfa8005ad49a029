"""The README and the pages to begin with are true: commands print what is shown, the map is that of the repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
README = (TOP / "README.md").read_text("utf-8")
BEGIN = sorted((TOP / "docs" / "begin").glob("*.md"))
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_SHELL = re.compile(r"```sh\n(.*?)\n```", re.DOTALL)


def session(page: Path) -> list[tuple[list[str], str]]:
    """The commands of a page, and what it says they print."""
    steps: list[tuple[list[str], str]] = []
    for line in "".join(_CONSOLE.findall(page.read_text("utf-8"))).splitlines():
        if line.startswith("$ "):
            steps.append((shlex.split(line[2:]), ""))
        else:
            words, printed = steps[-1]
            steps[-1] = (words, f"{printed}{line}\n")
    return steps


@pytest.mark.parametrize("page", BEGIN, ids=lambda page: page.stem)
def test_a_page_to_begin_with_shows_what_its_commands_print(page: Path, tmp_path: Path) -> None:
    """In an empty folder with the sample logs; `…` stands for what differs from day to day."""
    shutil.copytree(TOP / "sample_logs", tmp_path / "sample_logs")
    roots = os.pathsep.join(str(TOP / folder) for folder in (".", "cli", "schemas"))
    environment = os.environ | {"PYTHONPATH": roots, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    steps = session(page)
    assert steps
    for words, printed in steps:
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            environment[name] = value
            continue
        assert words[0] == "mjlog"
        run = [sys.executable, "-m", "mjlog_cli", *words[1:]]
        done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
        pattern = ".*".join(re.escape(part) for part in printed.split("…"))
        assert re.fullmatch(pattern, done.stdout + done.stderr, re.DOTALL), (words, done.stdout + done.stderr)


def test_the_readme_leads_to_a_page_for_each_use_and_has_a_small_picture() -> None:
    """Record, look, audit, check; the picture is read with the page."""
    assert {path.stem for path in BEGIN} == {"record", "look", "audit", "check"}
    assert all(f"(docs/begin/{path.name})" in README for path in BEGIN)
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert (TOP / picture).stat().st_size < 120_000


def test_two_commands_for_a_fresh_machine() -> None:
    """One line each, nothing before it: the first runs the main job, the second the tests."""
    job, tests = _SHELL.findall(README)
    assert "\n" not in job + tests
    for command in (job, tests):
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert job.endswith("mjlog demo --no-serve")
    assert "pytest" in tests


def test_the_map_names_the_folders_of_the_repository() -> None:
    """Every folder at the top is in the map, and nothing else; what users made beside them does not count."""
    named = set(re.findall(r"^\| `(\w+)/` \|", README, re.MULTILINE))
    there = {path.name for path in TOP.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))}
    assert named == {name for name in there - {"build", "dist"} if name in named or _is_of_the_project(TOP / name)}


def _is_of_the_project(folder: Path) -> bool:
    """A folder with code; one without, and a virtual environment, are somebody's own."""
    return not (folder / "pyvenv.cfg").exists() and any(folder.rglob("*.py"))
