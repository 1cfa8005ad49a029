"""Score and settle: one hand from the command line, or a hand a line; an impossible one is an error in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, run_process

HAND: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 55d RRRd", "won": True, "tile": "5d", "source": "wall",
    "sets": [{"kind": "chow", "tiles": "789c"}, {"kind": "pung", "tiles": ["2d", "2d", "2d"]}], "bonus": "",
}  # fmt: skip
ON_THE_LINE = ["--seat", "S", "--round", "E", "--concealed", "123b 55d RRRd",
               "--set", "chow:789c", "--set", "pung:222d", "--won", "--tile", "5d", "--source", "wall"]  # fmt: skip
SCORE = ["score", "--ruleset", "classical"]
SETTLE = ["settle", "--ruleset", "classical"]
TOTALS = {"E": 16, "S": 40, "W": 8, "N": 8}


def batch(run: Run, command: list[str], *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    text = b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in requests)
    result = run(*command, "--batch", "-", stdin=text)
    return result.exit_code, lines(result)


def test_a_hand_is_scored_item_by_item(run: Run) -> None:
    result = run(*SCORE, *ON_THE_LINE)
    assert result.exit_code == 0
    assert "  going Mah Jong: 20 points [classical/points-2]\n" in result.stdout
    assert "36 points, 1 double: 72\n" in result.stdout
    assert "as 789c / 222d / 123b / 55d / RRRd" in result.stdout


def test_a_batch_answers_what_the_command_line_answers(run: Run) -> None:
    (one,) = lines(run(*SCORE, *ON_THE_LINE, "--json"))
    assert batch(run, SCORE, HAND, HAND | {"remark": [1]}) == (0, [one, one])
    assert (one["complete"], one["total"], one["points"], one["doubles"], one["limit"]) == (True, 72, 36, 1, None)
    assert {"name", "points", "doubles", "rule"} <= set(one["items"][0])


def test_a_line_names_its_rule_set_where_the_command_names_none(run: Run) -> None:
    assert batch(run, ["score"], HAND | {"ruleset": "classical"})[0] == 0
    status, answers = batch(run, ["score"], HAND, HAND | {"ruleset": "lunar"}, HAND | {"ruleset": 7})
    assert status == 1
    assert all(list(answer) == ["error"] for answer in answers)


def test_options_change_the_score(run: Run) -> None:
    (given,) = lines(run(*SCORE, *ON_THE_LINE, "--option", "MahJongScore=10", "--json"))
    assert given["total"] == 52
    assert batch(run, SCORE, HAND | {"options": {"MahJongScore": 10}})[1] == [given]


@pytest.mark.parametrize(
    "request_",
    [
        HAND | {"concealed": "123b 55d RRRRRd"},
        HAND | {"concealed": "5x"},
        HAND | {"tile": None},
        HAND | {"won": 1},
        HAND | {"options": {"Nothing": 1}},
        HAND | {"options": [1]},
        HAND | {"sets": [{"kind": "chow", "tiles": "124b"}]},
        HAND | {"east_wins": -1},
        HAND | {"concealed": "1b" * 100_000},
        {},
        [1, 2],
        b"nonsense",
        b"\xff\xfe",
        b'"text"',
        b"[" * 100_000,
        b'{"seat": "S", "east_wins": 1' + b"0" * 5000 + b"}",
    ],
)
def test_an_impossible_line_gives_an_error_in_its_place_and_status_1(run: Run, request_: Any) -> None:
    status, answers = batch(run, SCORE, HAND, request_, HAND)
    assert status == 1
    assert [list(answer) == ["error"] for answer in answers] == [False, True, False]


def test_a_hand_that_cannot_be_is_an_error_on_the_command_line(run: Run) -> None:
    result = run(*SCORE, "--seat", "S", "--round", "E", "--concealed", "5555b 5b")
    assert result.exit_code == 2
    assert result.stderr.startswith("mjlog: ")
    assert run(*SCORE, "--seat", "S").exit_code == 2
    assert run(*SCORE, "--seat", "S", "--round", "E", "--concealed", "5b", "--set", "pung").exit_code == 2


def test_a_hand_is_settled(run: Run) -> None:
    totals = [part for seat, total in TOTALS.items() for part in ("--total", f"{seat}={total}")]
    result = run(*SETTLE, *totals, "--winner", "S", "--discarder", "W")
    assert result.exit_code == 0
    assert "south: +160\n" in result.stdout
    (fields,) = lines(run(*SETTLE, *totals, "--winner", "S", "--discarder", "W", "--json"))
    assert fields["change"] == {"E": -48, "S": 160, "W": -56, "N": -56}
    assert ["E", "S", 80] in fields["payments"]
    request = {"totals": TOTALS, "winner": "S", "discarder": "W"}
    assert batch(run, SETTLE, request, request | {"remark": 1}) == (0, [fields, fields])


@pytest.mark.parametrize(
    "change",
    [
        {"totals": {"E": 1, "S": 2}},
        {"totals": TOTALS | {"E": True}},
        {"totals": TOTALS | {"E": 10**400}},
        {"winner": "Q"},
        {"discarder": "S"},
        {"pays_for_all": "S"},
        {"options": {"EastDoubles": "perhaps"}},
    ],
)
def test_totals_that_cannot_be_settled_give_an_error(run: Run, change: dict[str, Any]) -> None:
    status, answers = batch(run, SETTLE, {"totals": TOTALS, "winner": "S"} | change)
    assert (status, [list(answer) for answer in answers]) == (1, [["error"]])


def test_a_drawn_hand_pays_nobody(run: Run) -> None:
    answer = {"change": dict.fromkeys("ESWN", 0), "payments": []}
    assert batch(run, SETTLE, {"totals": TOTALS, "winner": None}) == (0, [answer])


def test_a_batch_is_read_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n\n" + json.dumps(HAND) + "\n", "utf-8")
    assert len(lines(run(*SCORE, "--batch", path))) == 2
    assert len(run_process(*SCORE, "--batch", "-", stdin=path.read_bytes()).stdout.splitlines()) == 2
    assert run(*SCORE, "--batch", tmp_path / "no").exit_code == 2


def test_a_rule_set_that_is_not_there_is_said_at_once(run: Run) -> None:
    assert run("score", "--ruleset", "lunar", "--batch", "-", stdin=b"").exit_code == 2
    assert run("settle", "--ruleset", "riichi", "--batch", "-", stdin=b"").exit_code == 2
