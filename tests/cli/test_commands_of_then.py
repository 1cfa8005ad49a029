"""Every command that replays says as of an event what it says of a log that ends there; and all say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, write_lines

from tests.mended_games import GAMES, mended, times
from turns import in_turn

FILE = "game.mjlog.jsonl"
COMMANDS = [
    ("audit", FILE, "--json"), ("audit", FILE, "--json", "--as-recorded"), ("replay", FILE, "--json"),
    ("replay", FILE, "--json", "--moves", "--as-recorded"), ("sheet", FILE, "--format", "csv"),
    ("sheet", FILE, "--format", "csv", "--as-recorded"), ("export", FILE), ("export", FILE, "--shorthand"),
    ("find", FILE, "--hands", "--json"), ("find", FILE, "--json", "--as-recorded"), ("stats", FILE, "--json"),
    ("stats", FILE, "--csv", "--as-recorded"), ("standings", FILE, "--json"), ("standings", FILE, "--as-recorded"),
]  # fmt: skip


def told(run: Run, *args: Any) -> list[str]:
    """What a command prints, without the command line that it tells to look further."""
    found = run(*args)
    assert found.exit_code in (0, 1), found.stderr
    if "find" in args and "--json" in args:
        return [json.dumps({**one, "replay": ""}) for one in lines(found)]
    return found.stdout.splitlines()


@pytest.mark.parametrize("command", in_turn(COMMANDS), ids=lambda command: " ".join(command))
def test_a_command_says_of_then_what_it_says_of_a_log_that_ends_there(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    log = mended("western")
    (tmp_path / "cut").mkdir()
    write_lines(tmp_path / FILE, log)
    for seq in (times("western")[3], *times("western")[-9::4]):
        monkeypatch.chdir(tmp_path)
        then = told(run, *command, "--as-of", seq)
        write_lines(tmp_path / "cut" / FILE, log[:seq])
        monkeypatch.chdir(tmp_path / "cut")
        assert then == told(run, *command), seq


@pytest.mark.parametrize("name", GAMES)
def test_all_commands_say_the_same_of_one_reading(run: Run, tmp_path: Path, name: str) -> None:
    """Totals of the table, the sheet, the statistics and the standings; findings of the audit and of the search."""
    log = write_lines(tmp_path / FILE, mended(name))
    last = times(name)[-1]
    # While only some of the seats have been put right, nobody's total is known.
    start = next(event["seq"] for event in mended(name) if event["type"] == "correction" and event.get("of") == 1)
    totals = []
    for reading in ((), ("--as-recorded",), ("--as-of", last - 1), ("--as-of", start - 1), ("--as-of", start - 3)):
        table = {
            seat["player"]: seat["total"] for seat in lines(run("replay", log, "--json", *reading))[0]["seats"].values()
        }
        stats = {one["player"]: one["points"] for one in lines(run("stats", log, "--json", *reading))}
        standings = {one["player"]: one["points"] for one in lines(run("standings", log, "--json", *reading))}
        sheet = run("sheet", log, "--format", "csv", *reading).stdout
        assert table == stats == standings
        assert all(str(total) in sheet for total in table.values())
        audit = [one["code"] for report in lines(run("audit", log, "--json", *reading)) for one in report["findings"]]
        hands = lines(run("find", log, "--hands", "--json", *reading))
        found = [one["code"] for hand in hands for one in hand["findings"]]
        assert [code for code in audit if code in found] == found
        totals.append(json.dumps(table, sort_keys=True))
    assert len(set(totals)) >= 4
