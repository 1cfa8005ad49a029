"""What a ruling is told to change before it is stored, and which consequences are none."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run, lines

from tests.views.table_logs import Log, won

Made = Callable[[Log], str]
"""Puts a game into the default database; gives its id."""


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Made:
    """Games of one or two hands, in the default database."""

    def put(log: Log) -> str:
        path = tmp_path / "demo.mjlog.jsonl"
        path.write_text("\n".join(map(json.dumps, log.events)) + "\n", "utf-8")
        assert run("import", "mjlog", path).exit_code == 0
        return "demo"

    return put


def ended() -> Log:
    """A hand that is won and paid as it is due, and the game is over."""
    log = won(settled=False)
    log.add("game-end", totals={"anna": -1984, "ben": 4000, "cleo": -1008, "dora": -1008})
    return log


def events(run: Run) -> list[dict[str, object]]:
    """The game as it is stored."""
    return [json.loads(line) for line in run("export", "demo").stdout.splitlines()]


# -- the end of the game ----------------------------------------------------------------------------------------------


def test_a_fine_in_the_last_hand_is_read_before_the_end_of_the_game_whose_totals_can_be_corrected_too(
    run: Run, made: Made
) -> None:
    log = ended()
    made(log)
    end = len(log.events)
    run("dispute", "demo", str(end - 1), "late")
    fine = ("ruling", "demo", str(end - 1), "so", "--penalty", "E", "60", "late")
    told = run(*fine).stdout
    assert "new: error wrong-total: anna ends with −1984 points: −2044 is what the hands make" in told
    hint = shlex.split(next(line for line in told.splitlines() if line.startswith("  --replace")))
    assert hint[:2] == ["--replace", str(end)]
    assert "wrong-total" not in run(*fine, *hint).stdout
    assert run(*fine, *hint, "--yes").exit_code == 0
    assert [one.get("after") for one in events(run)[-2:]] == [None, end - 1]
    assert [one for line in lines(run("audit", "demo", "--json")) for one in line["findings"]] == []


# -- lists ------------------------------------------------------------------------------------------------------------


def test_the_json_of_disputes_has_the_texts_as_they_were_logged(run: Run, made: Made) -> None:
    made(won())
    said = "a\nb\x1b[31mred\u202e"
    run("dispute", "demo", "22", said, "--recorder", "c\td")
    run("ruling", "demo", "22", said, "--decision", said, "--yes")
    listed = run("dispute", "demo", "--json")
    (case,) = lines(listed)
    (ruling,) = case["rulings"]
    assert (case["text"], case["recorder"], ruling["text"], ruling["decision"]) == (said, "c\td", said, said)
    assert "a\\nb\\x1b[31mred\\u202e" in run("dispute", "demo").stdout


@pytest.mark.parametrize("middle", ["{bad", None])
def test_a_log_with_damage_is_read_and_the_damage_is_told(run: Run, tmp_path: Path, middle: str | None) -> None:
    path = tmp_path / "g.jsonl"
    written = [json.dumps(event) for event in won().events]
    written[9:10] = [] if middle is None else [middle]
    path.write_text("\n".join(written) + "\n", "utf-8")
    said = "events are missing" if middle is None else "line 10: the line is not JSON"
    for words in (("dispute", path), ("dispute", path, "--json"), ("dossier", path, "22", "--format", "json")):
        told = run(*words)
        assert told.exit_code == 1
        assert f"g.jsonl: {said}" in told.stderr
        assert "what is told is read from the rest" in told.stderr
