"""The same disputes settled with the commands, from a database: dossier, ruling, what follows, the audit after it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from disputes.narrated import Narration, narrations
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.sources import games_in
from mjlog_cli.main import main

_BY_NAME = {one.name: one for one in narrations()}


def run(*args: str | Path | int, stdin: str | None = None) -> Result:
    """A command that neither fails to run nor ends in a traceback."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    return result


@pytest.fixture(params=sorted(_BY_NAME))
def told(request: pytest.FixtureRequest) -> Narration:
    """Each of the disputes."""
    return _BY_NAME[request.param]


@pytest.fixture
def db(tmp_path: Path, told: Narration) -> Path:
    """A database with the game as it was when the referee was asked."""
    path = tmp_path / "club.db"
    run("import", "mjlog", told.path, "--db", path)
    return path


def found(db: Path, *options: str | int) -> list[tuple[str, int, str]]:
    """Everything that the audit command finds."""
    lines = run("audit", db, "--json", *options).stdout.splitlines()
    return [(one["code"], one["seq"], one["rule"]) for line in lines for one in json.loads(line)["findings"]]


def totals(db: Path) -> dict[str, int]:
    """What every player has won and lost."""
    (found,) = [dict(_replayed(game).table.totals) for game in games_in(str(db))]
    return found


def _replayed(game: GameRecord) -> Engine:
    replay = Engine(game)
    replay.run()
    return replay


def listed(db: Path, told: Narration) -> list[tuple[int, bool]]:
    """The disputes of the game, and whether each is open."""
    lines = run("dispute", told.name, "--db", db, "--json").stdout.splitlines()
    return [(one["seq"], one["open"]) for one in map(json.loads, lines)]


def rule(db: Path, told: Narration) -> None:
    """The first ruling by the command, with all that follows from it; what comes after it, as it comes, by `add`."""
    ruling, *rest = told.ruling_events
    follows = [one for one in rest if one.get("on") == ruling["seq"] and one["type"] in ("correction", "penalty")]
    options: list[str | int] = ["--decision", ruling["decision"]]
    for one in follows:
        options += _penalty(one) if one["type"] == "penalty" else _correction(one)
    reasons = [one["reason"] for one in follows if one["type"] == "correction"]
    options += ["--reason", reasons[0]] if reasons else []
    options += [part for handle in _agreed(follows) for part in ("--agreed", handle)]
    run("ruling", told.name, told.disputed, ruling["text"], "--yes", "--db", db, *options)
    left = [{name: value for name, value in one.items() if name != "seq"} for one in rest if one not in follows]
    if left:
        run("add", told.name, "-", "--db", db, stdin="\n".join(map(json.dumps, left)))


def _agreed(follows: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(handle for one in follows for handle in one.get("agreed") or ()))


def _correction(fields: dict[str, Any]) -> list[str | int]:
    if "after" in fields:
        return ["--insert-after", fields["after"], json.dumps(fields["events"])]
    return ["--replace", fields["of"], json.dumps(fields["events"])] if fields["events"] else ["--void", fields["of"]]


def _penalty(fields: dict[str, Any]) -> list[str | int]:
    shares = ",".join(f"{seat}={amount}" for seat, amount in (fields.get("to") or {}).items())
    fine = ["--penalty", fields["seat"], fields["amount"], fields["reason"]]
    return [*fine, *(["--penalty-to", fields["seat"], shares] if shares else [])]


def test_the_dossier_command_gives_the_verdict(told: Narration, db: Path) -> None:
    """Legal or not, the finding, the money, and the head of the log as far as it may be told."""
    page = json.loads(run("dossier", told.name, told.disputed, "--format", "json", "--db", db).stdout)
    assert page["legal"] is told.verdict.legal
    due = [(told.verdict.code, told.on, told.verdict.rule)] if told.verdict.code else []
    assert [(one["code"], one["seq"], one["rule"]) for one in page["findings"]] == due
    assert page["dispute"]["open"]
    assert (page["outcomes"][0]["gets"] if page["outcomes"] else None) == (told.recorded.gets or None)
    proof = page["proof"]
    assert json.loads(told.log.splitlines()[proof["events"] - 1])["id"] == proof["head"]


def test_the_dossier_can_be_read_in_a_terminal_and_on_paper(told: Narration, db: Path) -> None:
    """Both name the rules that bear on the event."""
    for form in ("text", "html"):
        page = run("dossier", told.name, told.disputed, "--format", form, "--db", db).stdout
        for rule_id in {*told.verdict.bears, *([told.verdict.rule] if told.verdict.rule else [])}:
            assert rule_id in page


def test_the_ruling_by_the_commands_leaves_what_the_rules_leave(told: Narration, db: Path) -> None:
    """The findings and totals afterwards; and those of before, as of the event before the ruling."""
    assert found(db) == list(told.recorded.findings)
    rule(db, told)
    assert found(db) == list(told.ruled.findings)
    assert found(db, "--as-of", len(told.events)) == list(told.recorded.findings)
    assert totals(db) == told.ruled.totals


def test_the_ruling_is_appended_behind_a_log_that_stays(told: Narration, db: Path) -> None:
    """What was exported before is the beginning of what is exported afterwards; the dispute is closed."""
    assert listed(db, told)[0] == (told.disputed, True)
    before = run("export", told.name, "--db", db).stdout_bytes
    rule(db, told)
    after = run("export", told.name, "--db", db).stdout_bytes
    assert before == told.log
    assert after.startswith(before)
    assert run("verify", db).exit_code == 0
    assert listed(db, told)[0] == (told.disputed, False)
