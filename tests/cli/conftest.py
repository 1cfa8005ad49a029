"""Running commands in this process, on small games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from command_runs import PLAYERS, Run, foreign_hand, game_events, write_lines

from mjlog_cli.main import main

if TYPE_CHECKING:
    from recorder import Club


@pytest.fixture(autouse=True)
def own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees the database of the person who runs it."""
    path = tmp_path / "default.db"
    monkeypatch.setenv("MJLOG_DB", str(path))
    return path


@pytest.fixture
def run() -> Run:
    """Runs a command in this process; what it would have raised is a failure of the test."""

    def run(*args: str | Path, stdin: bytes | str | None = None) -> Result:
        result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code != 70, result.stderr
        assert "Traceback" not in result.output
        return result

    return run


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A small log."""
    return write_lines(tmp_path / "g1.mjlog.jsonl", game_events())


@pytest.fixture
def foreign_game(tmp_path: Path) -> Path:
    """A folder with the first hand of a foreign game."""
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "hand-01.mjs").write_text(foreign_hand(), "utf-8")
    return folder


@pytest.fixture
def begun(run: Run) -> str:
    """The id of a game that was begun in the default database, its first hand too."""
    names = [part for player in PLAYERS for part in ("--player", player)]
    assert run("new", "--ruleset", "classical", *names, "--game", "club").exit_code == 0
    assert run("add", "club", "hand-start").exit_code == 0
    return "club"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club, whose games are recorded at real terminals; skipped where there are none."""
    from recorder import Club

    with Club(tmp_path) as club:
        yield club


@pytest.fixture
def stored(run: Run, log: Path) -> Path:
    """A log that is in the default database too."""
    assert run("import", "mjlog", log).exit_code == 0
    return log
