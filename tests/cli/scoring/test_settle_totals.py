"""Settle: totals and a winner from the command line, or a request a line."""

from __future__ import annotations

import json
from typing import Any

from command_runs import Run, lines

SETTLE = ["settle", "--ruleset", "classical"]
TOTALS = {"E": 16, "S": 40, "W": 8, "N": 8}
GIVEN = [part for seat, total in TOTALS.items() for part in ("--total", f"{seat}={total}")]


def batch(run: Run, command: list[str], *requests: Any) -> tuple[int, list[Any]]:
    """The exit status and the answers of a batch."""
    result = run(*command, "--batch", "-", stdin=b"\n".join(json.dumps(one).encode() for one in requests))
    return result.exit_code, lines(result)




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


# -- what does not go together ----------------------------------------------------------------------------------------
