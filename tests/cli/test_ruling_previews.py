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


# -- a hand in progress -----------------------------------------------------------------------------------------------


# -- what follows, in words -------------------------------------------------------------------------------------------


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


# -- appeals ----------------------------------------------------------------------------------------------------------


# -- what follows from no ruling --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--void", "DISPUTE"], "event DISPUTE is a dispute, which no ruling takes back"),
        (["--void", "RULING"], "event RULING is a ruling, which no ruling takes back"),
        (["--replace", "DISPUTE", '{"type": "dispute", "on": 22, "text": "other"}'], "is a dispute, which no ruling"),
        (["--insert-after", "22", '{"type": "ruling", "on": 1, "text": "so"}'], "a ruling does not follow from a"),
        (["--replace", "22", '[{"type": "dispute", "on": 2, "text": "no"}]'], "a dispute does not follow from a"),
        (["--replace", "1", '{"type":"game-start","format":1,"game":"x","ruleset":"bmja","players":["a","b","c"]}'],
         "a game keeps the id that its log began with"),
        (["--reason", "slip"], "--reason is of a correction, and nothing is corrected"),
        (["--agreed", "ben"], "--agreed is of a correction, and nothing is corrected"),
        (["--void", "22", "--agreed", " "], "--agreed is empty"),
        (["--recorder", ""], "--recorder is empty"),
        (["--penalty", "E", "5", " "], "--penalty E 5: for what?"),
        (["--penalty", "E", "100000000000000000000000", "late"], "is not in the range 0<=x<=9007199254740991"),
        (["--penalty-to", "E", "S=1"], "0 fines of E and 1 way to share"),
        (["--insert-after", "22", "[]"], "--insert-after 22: there is nothing to be read there"),
        (["--insert-after", "22", " "], "--insert-after 22: there is nothing to be read there"),
        (["--replace", "22", ""], "--replace 22: nothing stands in its place; expected events, or --void 22"),
        (["--replace", "22", "discard E 5b -- misheard"], "what stands behind -- belongs to the whole ruling"),
        (["--replace", "22", "[]"], "--replace 22: nothing stands in its place; expected events, or --void 22"),
    ],
)  # fmt: skip
def test_what_follows_from_no_ruling_is_refused_and_nothing_is_stored(
    run: Run, made: Made, words: list[str], said: str
) -> None:
    made(won())
    run("dispute", "demo", "22", "no")
    run("ruling", "demo", "22", "yes", "--yes")
    stored = events(run)
    numbers = {"DISPUTE": str(stored[-2]["seq"]), "RULING": str(stored[-1]["seq"])}
    refused = run(
        "ruling", "demo", numbers["DISPUTE"], "so", "--again", "--yes", *(numbers.get(one, one) for one in words)
    )
    assert refused.exit_code == 2
    for name, number in numbers.items():
        said = said.replace(name, number)
    assert said in refused.stderr
    assert events(run) == stored


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
