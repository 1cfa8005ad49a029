"""Settle: totals and a winner from the command line, or a request a line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_runs import Run, lines

SETTLE = ["settle", "--ruleset", "classical"]
TOTALS = {"E": 16, "S": 40, "W": 8, "N": 8}
GIVEN = [part for seat, total in TOTALS.items() for part in ("--total", f"{seat}={total}")]


def batch(run: Run, command: list[str], *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    result = run(*command, "--batch", "-", stdin=b"\n".join(json.dumps(one).encode() for one in requests))
    return result.exit_code, lines(result)


TABLE = """\
pays               to East    to South      in all
  East                              80         −48
  South                                       +160
  West                  16          40         −56
  North                 16          40         −56
"""


def test_a_hand_is_settled(run: Run) -> None:
    result = run(*SETTLE, *GIVEN, "--winner", "S", "--discarder", "W")
    assert result.exit_code == 0
    assert result.stdout == TABLE
    (fields,) = lines(run(*SETTLE, *GIVEN, "--winner", "S", "--discarder", "W", "--json"))
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


@pytest.mark.parametrize(
    ("totals", "message"),
    [
        ({"E": 1, "S": 2, "W": 3}, "north has no total: with 4 players `totals` gives that of each seat"),
        ({"E": 1}, "south, west and north have no total: with 4 players `totals` gives that of each seat"),
    ],
)
def test_who_has_no_total_is_named(run: Run, totals: dict[str, int], message: str) -> None:
    status, (answer,) = batch(run, SETTLE, {"totals": totals, "winner": None})
    assert (status, answer) == (1, {"error": message})


def test_large_numbers_are_written_in_one_way(run: Run) -> None:
    given = [
        part for seat, total in (("E", 0), ("S", 2508), ("W", 0), ("N", 64)) for part in ("--total", f"{seat}={total}")
    ]
    assert run(*SETTLE, *given, "--winner", "S").stdout.splitlines()[1:3] == [
        "  East               5,016         128      −5,144",
        "  South                                    +10,032",
    ]


# -- batches ----------------------------------------------------------------------------------------------------------


def test_options_of_the_command_line_fill_in_where_a_line_has_none(run: Run) -> None:
    request = {"totals": TOTALS, "winner": "S", "discarder": "W"}
    given = [*SETTLE, "--option", "DiscDoubles=true"]
    single = json.loads(run(*given, *GIVEN, "--winner", "S", "--discarder", "W", "--json").stdout)
    other = {"options": {"DiscDoubles": False}}
    status, (plain, overruled, wrong) = batch(run, given, request, request | other, request | {"options": [1]})
    assert status == 1
    assert plain == single
    assert overruled == batch(run, SETTLE, request)[1][0] != plain
    assert "options is no object" in wrong["error"]


def test_an_option_that_there_is_not_is_told_once_before_a_batch(run: Run) -> None:
    result = run(*SETTLE, "--option", "Nothing=1", "--batch", "-", stdin=b"{}\n{}\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "mjlog: the rule set classical has no option 'Nothing'\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--winner", "S"], "--winner is said of one hand, and --batch: write it into the lines"),
        (["--total", "E=4"], "--total is said of one hand, and --batch"),
        (["--value", "0"], "--value is said of one hand, and --batch"),
        (["--no-bonus"], "--no-bonus is said of one hand, and --batch"),
    ],
)
def test_beside_a_batch_nothing_is_said_of_one_hand(run: Run, more: list[str], message: str) -> None:
    result = run(*SETTLE, "--batch", "-", *more, stdin=json.dumps({"totals": TOTALS, "winner": "S"}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# -- what does not go together ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["american", *GIVEN], "--total is said of totals, and by a score card the value of a line is paid"),
        (["american", "--value", "25", "--winner", "S", "--pays-for-all", "W"], "--pays-for-all is said of totals"),
        (["classical", *GIVEN, "--value", "25"], "--value is said of a hand of a score card; by these rules totals"),
        (["classical", *GIVEN, "--jokerless"], "--jokerless is said of a hand of a score card"),
    ],
)
def test_totals_and_the_value_of_a_card_are_kept_apart(run: Run, command: list[str], message: str) -> None:
    result = run("settle", "--ruleset", *command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--discarder", "W"], "west discarded the winning tile, and nobody won: nobody pays then"),
        (["--pays-for-all", "W"], "west pays for all, and nobody won"),
        (["--winner", "S", "--discarder", "W", "--pays-for-all", "N"], "whoever pays for all is the discarder"),
    ],
)
def test_who_pays_and_who_won_go_together(run: Run, more: list[str], message: str) -> None:
    result = run(*SETTLE, *GIVEN, *more)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def test_a_drawn_hand_pays_nobody(run: Run) -> None:
    answer = {"change": dict.fromkeys("ESWN", 0), "payments": []}
    assert batch(run, SETTLE, {"totals": TOTALS, "winner": None}) == (0, [answer])


def test_nobody_pays_where_nobody_won(run: Run) -> None:
    assert run(*SETTLE, *GIVEN).stdout == "nobody pays anything\n"


def test_what_cannot_be_settled_is_told_on_the_command_line(run: Run) -> None:
    result = run(*SETTLE, *GIVEN, "--winner", "S", "--discarder", "S")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "mjlog: discarder is 'S'; expected another seat than the winner's\n"
    told = run(*SETTLE, *GIVEN, "--winner", "Q", "--json")
    assert (told.exit_code, list(lines(told)[0])) == (1, ["error"])


def test_what_is_missing_is_named(run: Run) -> None:
    for command, message in (
        (["settle"], "--ruleset is missing: expected a rule set, like --ruleset classical"),
        (SETTLE, "the totals are missing: expected one of each seat, like --total E=16"),
        (["settle", *GIVEN], "--ruleset is missing"),
        (["settle", "--batch", "-"], "--ruleset is missing"),
    ):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    assert run("settle", "--ruleset", "shanghai", "--batch", "-", stdin=b"").exit_code == 2
