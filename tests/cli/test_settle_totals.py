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


def test_what_is_missing_is_named_where_nobody_can_be_asked(run: Run) -> None:
    for command, message in (
        (["settle"], "--ruleset is missing: expected a rule set, like --ruleset classical"),
        (SETTLE, "the totals are missing: expected one of each seat, like --total E=16"),
        (["settle", *GIVEN], "--ruleset is missing"),
        (["settle", "--batch", "-"], "--ruleset is missing"),
        ([*SETTLE, *GIVEN, "--player", "anna"], "--player is said of a session: expected --sheet, too"),
    ):
        result = run(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    assert run("settle", "--ruleset", "riichi", "--batch", "-", stdin=b"").exit_code == 2
