"""`mjlog find`: games and hands, from folders and databases alike, each with the command that shows it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines

from tests.club.evenings import FRIDAY, TUESDAY, Fields, game, hand, won, written

VOID: Fields = {"type": "replay", "reason": "the wall fell over"}
REPLAYED = game("again", hand(1, 0, VOID), hand(1, 0, *won("S", -40, 80, -20, -20)), at="2026-05-09T10:00:00Z")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with three games."""
    return written(tmp_path / "logs", TUESDAY, FRIDAY, REPLAYED)


@pytest.fixture
def club_db(run: Run, logs: Path, tmp_path: Path) -> Path:
    """The default database, with the same games."""
    assert run("import", "mjlog", logs).exit_code == 0
    return tmp_path / "default.db"


def names(result: Any) -> list[str]:
    """The games that were found."""
    return sorted(one["game"] for one in lines(result))


def test_a_hand_comes_with_the_command_that_shows_it(run: Run, club_db: Path, logs: Path) -> None:
    """The command works, in a database and for a file, and shows the end of that hand."""
    for where in ((), (logs,)):
        for found in lines(run("find", *where, "--hands", "--json")):
            words = shlex.split(found["replay"])
            assert words[:2] == ["mjlog", "replay"]
            shown = lines(run(*words[1:], "--json"))[0]
            assert (shown["game"], shown["hand"]) == (found["game"], found["hand"])
            assert shown["seq"] == found["last"]


def test_dates_are_those_of_the_zone_that_is_asked_for(
    run: Run, club_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tuesday began at six in the evening, UTC: a day later in New Zealand, and so it is looked for there."""
    asked = ("--since", "2026-05-06", "--until", "2026-05-06")
    assert names(run("find", *asked, "--json")) == []
    there = ("--zone", "Pacific/Auckland")
    (found,) = lines(run("find", *asked, *there, "--json"))
    assert (found["game"], found["date"]) == ("tuesday", "2026-05-06")
    assert "tuesday (2026-05-06), hand 1" in run("find", *asked, *there, "--hands").stdout
    assert lines(run("stats", *asked, *there, "--player", "anna", "--json"))[0]["games"] == 1
    assert lines(run("standings", *asked, *there, "--json"))[0]["games"] == 1
    monkeypatch.setenv("MJLOG_ZONE", "+12:00")
    assert names(run("find", *asked, "--json")) == ["tuesday"]
    result = run("find", "--zone", "Middle-earth")
    assert result.exit_code == 2
    assert "no time zone that is known here; expected one like Europe/Prague" in result.stderr


def test_what_cannot_be_read_hides_nothing_else(run: Run, logs: Path, tmp_path: Path) -> None:
    """It is complained of, and the exit status says so."""
    (logs / "broken.mjlog.jsonl.xz").write_bytes(b"no xz")
    result = run("find", logs, tmp_path / "none", "--json")
    assert result.exit_code == 2
    assert names(result) == ["again", "friday", "tuesday"]
    assert "broken" in result.stderr
    assert "none" in result.stderr


def test_hostile_texts_reach_no_terminal(run: Run, tmp_path: Path) -> None:
    events = json.loads(
        json.dumps(TUESDAY).replace("anna", "\\u001b[2J\\u202eanna").replace("Library", "\\u001b]0;x\\u0007")
    )
    logs = written(tmp_path / "logs", events)
    for form in ((), ("--hands",), ("--csv",), ("--hands", "--csv"), ("--json",)):
        out = run("find", logs, *form).stdout
        assert "\x1b" not in out
        assert form == ("--json",) or "\u202e" not in out
