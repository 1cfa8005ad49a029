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
