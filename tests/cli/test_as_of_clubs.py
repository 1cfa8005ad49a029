"""`find`, `stats`, `standings` and `dossier` as recorded, and as of an earlier event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, write_lines

from short_logs import fields

_RIGHT = {"type": "settlement", "change": {"E": -40, "S": 80, "W": -20, "N": -20}}
CLUB = ("find", "stats", "standings")


def events(game: str = "tuesday") -> list[dict[str, Any]]:
    """A payment (event 4) of ten too little to South, put right (5); an objection (6); then no hand at all (7)."""
    log = fields("game western; hand depth=result; S mahjong wall; settlement E=-40 S=70 W=-20 N=-10")
    log[0]["game"] = game
    more: list[dict[str, Any]] = [
        {"type": "correction", "of": 4, "events": [_RIGHT], "reason": "ten more"},
        {"type": "dispute", "on": 4, "text": "that was right"},
        {"type": "correction", "of": 3, "events": [{"type": "washout"}], "reason": "nobody won"},
        {"type": "correction", "of": 4, "events": [], "reason": "nobody paid"},
    ]
    return [*log, *({"seq": seq, **event} for seq, event in enumerate(more, 5))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of this game."""
    return write_lines(tmp_path / "tuesday.mjlog.jsonl", events())


def south(run: Run, *args: Any) -> tuple[int | None, int]:
    """What South has, and how many hands South has won."""
    (player,) = lines(run("stats", *args, "--player", _RIGHT_PLAYER, "--json"))
    return player["points"], player["wins"]


_RIGHT_PLAYER = events()[1]["seats"]["S"]


def test_statistics_follow_the_reading(run: Run, path: Path) -> None:
    assert south(run, path) == (0, 0)
    assert south(run, path, "--as-recorded") == (70, 1)
    assert south(run, path, "--as-of", 4) == (70, 1)
    assert south(run, path, "--as-of", 5) == (80, 1)
    assert south(run, path, "--as-of", 5, "--as-recorded") == (70, 1)


def test_standings_follow_the_reading(run: Run, path: Path) -> None:
    def first(*args: Any) -> tuple[str, int]:
        best = lines(run("standings", path, *args, "--json"))[0]
        return best["player"], best["points"]

    assert first("--as-recorded") == (_RIGHT_PLAYER, 70)
    assert first("--as-of", 5) == (_RIGHT_PLAYER, 80)
    assert first()[1] == 0


def test_hands_that_are_found_are_shown_in_the_reading_they_were_found_in(run: Run, path: Path) -> None:
    args = ("find", path, "--hands", "--won-by", _RIGHT_PLAYER)
    assert "nothing was found" in run(*args).stderr
    (found,) = lines(run(*args, "--as-of", 5, "--as-recorded", "--json"))
    assert found["replay"].endswith("--hand 1 --as-recorded --as-of 5")
    assert found["change"][_RIGHT_PLAYER] == 70
    assert run(*found["replay"].split()[1:]).exit_code == 0


@pytest.mark.parametrize("command", CLUB)
def test_one_event_cannot_be_the_last_one_of_several_games(run: Run, path: Path, tmp_path: Path, command: str) -> None:
    other = write_lines(tmp_path / "other.mjlog.jsonl", events("wednesday"))
    found = run(command, path, other, "--as-of", 5)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--as-of counts the events of one game, and here are several: name one" in found.stderr
    assert run(command, path, other, "--as-recorded").exit_code == 0


@pytest.mark.parametrize("command", CLUB)
def test_of_many_games_of_a_database_one_can_be_named(run: Run, path: Path, tmp_path: Path, command: str) -> None:
    db = tmp_path / "club.db"
    for log in (path, write_lines(tmp_path / "other.mjlog.jsonl", events("wednesday"))):
        assert run("import", "mjlog", log, "--db", db).exit_code == 0
    assert run(command, "--db", db, "--as-of", 5).exit_code == 2
    stored, file = (run(command, *args, "--as-of", 5, "--json") for args in (("tuesday", "--db", db), (path,)))
    assert stored.exit_code == file.exit_code == 0
    told = [[{**one, "source": "", "replay": ""} for one in lines(found)] for found in (stored, file)]
    assert told[0] == told[1] != []


@pytest.mark.parametrize("command", CLUB)
@pytest.mark.parametrize(("seq", "words"), [("0", "0 is not in the range"), ("9", "there is no event 9: its events")])
def test_an_event_that_there_is_none_of_is_refused(run: Run, path: Path, command: str, seq: str, words: str) -> None:
    found = run(command, path, "--as-of", seq)
    assert (found.exit_code, found.stdout) == (2, "")
    assert words in found.stderr


def test_a_dossier_as_of_an_event_is_what_could_be_said_then(run: Run, path: Path) -> None:
    """Before the objection there is none; the head, the payments and the corrections are those of then."""

    def told(*args: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(run("dossier", path, 4, *args, "--format", "json").stdout)
        return found

    ids = [json.loads(line)["id"] for line in run("export", path).stdout.splitlines()]
    for seq in (4, 5, 6):
        then = told("--as-of", seq)
        assert then["as_of"] == seq
        assert (then["dispute"] is not None) == (seq >= 6)
        assert then["proof"] == {**then["proof"], "events": seq, "head": ids[seq - 1]}
        steps = [] if then["event"]["correction"] is None else then["event"]["correction"]["corrections"]
        assert [one["seq"] for one in steps] == [5][: seq - 4]
    assert told()["as_of"] is None


def test_a_dossier_says_as_of_which_event_it_is(run: Run, path: Path) -> None:
    told = {form: run("dossier", path, 4, "--as-of", 5, "--format", form).stdout for form in ("text", "html")}
    assert "as of: event 5: what the log said when that was its last one" in told["text"]
    assert "<dt>as of</dt><dd>event 5:" in told["html"]
    assert "as of" not in run("dossier", path, 4).stdout
    late = run("dossier", path, 6, "--as-of", 5)
    assert (late.exit_code, "there is no event 6" in late.stderr) == (2, True)
    assert run("dossier", path, 4, "--as-of", 9).exit_code == 2
