"""Objecting, gathering what there is, ruling: on the command line; what a ruling changes, told before."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.store import open_readonly
from mjlog_cli.params import database_path
from samples import LOGS, name_of
from tests.views.table_logs import Log, won

WESTERN = next(path for path in LOGS if name_of(path) == "western")


@pytest.fixture
def western(run: Run) -> str:
    """A game in the default database; in event 44 North lays down a chow."""
    assert run("import", "mjlog", WESTERN).exit_code == 0
    return "western"


def stored_events(game: str) -> list[dict[str, object]]:
    """The events of a game as they are stored, without their chain fields."""
    with open_readonly(database_path(None)) as store:
        return [json.loads(body) for body in store.bodies(game)]


# -- dispute ----------------------------------------------------------------------------------------------------------


def test_at_the_table_an_objection_is_written_down_while_the_hand_goes_on(run: Run, begun: str) -> None:
    assert run("add", begun, "roll E 3 3 break-wall").exit_code in (0, 1)
    made = run("dispute", begun, "3", "that die was cocked", "--player", "ben")
    assert made.exit_code == 0
    found = run("dossier", begun, "4")
    assert found.exit_code == 0
    assert "The hand is in progress" in found.stdout
    assert "in progress: nothing can be said of what it comes to" in found.stdout


# -- dossier ----------------------------------------------------------------------------------------------------------


def test_a_dossier_is_printed_written_and_given_as_json(run: Run, western: str, tmp_path: Path) -> None:
    run("dispute", western, "44", "mine", "--seat", "S")
    assert "THE RULES THAT BEAR ON IT" in run("dossier", western, "1245").stdout
    (fields,) = lines(run("dossier", western, "1245", "--format", "json"))
    assert fields["event"]["seq"] == 44
    assert fields["dispute"]["seq"] == 1245
    path = tmp_path / "dossier.html"
    assert run("dossier", western, "1245", "--format", "html", "--out", path).exit_code == 0
    assert path.read_text("utf-8").startswith("<!doctype html>")


def test_the_head_that_a_dossier_prints_proves_the_log(run: Run, western: str, own_database: Path) -> None:
    """Also the ids of a file are those that it would have in a database."""
    (stored,) = lines(run("dossier", western, "44", "--format", "json"))
    (of_file,) = lines(run("dossier", WESTERN, "44", "--format", "json"))
    assert stored["proof"] == of_file["proof"]
    run("dispute", western, "44", "mine")
    proved = run("verify", own_database, "--head", stored["proof"]["short"])
    assert proved.exit_code == 0
    assert "western" in proved.stdout


def test_real_names_are_told_only_with_names(run: Run, western: str) -> None:
    assert run("people", "add", "max", "Max Novak").exit_code == 0
    run("dispute", western, "44", "mine", "--player", "max")
    assert "Novak" not in run("dossier", western, "1245").stdout
    assert "max (Max Novak)" in run("dossier", western, "1245", "--names").stdout


# -- ruling -----------------------------------------------------------------------------------------------------------


def test_a_ruling_with_a_correction_and_a_fine_is_stored_at_once(run: Run, western: str) -> None:
    """The fine is of the disputed hand, which is over: it is read at its end, by the seats of that hand."""
    run("dispute", western, "44", "mine")
    made = run(
        "ruling", western, "1245", "it was", "--decision", "upheld", "--void", "44", "--penalty", "N", "10",
        "false call", "--agreed", "gus", "--recorder", "fay", "--yes",
    )  # fmt: skip
    assert made.exit_code == 0
    assert "1246  ruling on dispute 1245, and what follows from it: 1247 and 1248" in made.stdout
    ruling, correction, fine = stored_events(western)[-3:]
    assert ruling == {
        "decision": "upheld", "on": 1245, "recorder": "fay", "seq": 1246, "text": "it was", "type": "ruling",
    }  # fmt: skip
    assert (correction["of"], correction["events"], correction["agreed"]) == (44, [], ["gus"])
    assert fine["events"] == [{"amount": 10, "reason": "false call", "seat": "N", "type": "penalty"}]
    (found,) = lines(run("dossier", western, "1245", "--format", "json"))
    assert [one["label"] for one in found["outcomes"]][-1] == "as ruled"
    assert found["outcomes"][-1]["penalties"] == {"E": 4, "S": 3, "W": 3, "N": -10}


# -- what a ruling is told to change before it is stored, and which consequences are none -----------------------------


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
