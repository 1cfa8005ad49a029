"""Several hands on one command line are those of one deal: each is scored, then it is settled who pays whom."""

from __future__ import annotations

from typing import Any

import pytest
from command_runs import Run, lines

SOUTH = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
EAST = "E in E 123c 99b EEw 7d 4c 6c (NNNw)"
WEST = "W in E 567b 678d 1d 9d 9c 4c (888c)"
SCORE = ["score", "--ruleset", "bmja"]


def deal(run: Run, *given: str, ruleset: str = "bmja") -> tuple[int, list[dict[str, Any]], dict[str, Any]]:
    """The exit status, the answers, and the settlement."""
    result = run("score", "--ruleset", ruleset, *given, "--json")
    *hands, last = lines(result)
    return result.exit_code, hands, last["settlement"]


@pytest.mark.parametrize(("hands", "message"), [
    ([SOUTH, SOUTH], "2 hands of south: the hands of one deal are of different seats"),
    (
        [SOUTH, "E in E 999b 555c 33d 999c 68d +7d wall"],
        "east with 7d (wall) and south with Rd (discard) have won: several who win in one deal win one tile",
    ),
    ([SOUTH, WEST.replace("in E", "in S")], "hands of the east and south rounds: the hands of one deal are of one"),
    ([SOUTH, EAST.replace("99b EEw", "9b RRd 4d")], "5 tiles red dragon in the hands of this deal: there are 4 of"),
    ([SOUTH, EAST + " 2f"], "2 tiles flower 2 in the hands of this deal: there is 1 of it"),
])  # fmt: skip
def test_hands_that_cannot_be_of_one_deal_are_not_settled(run: Run, hands: list[str], message: str) -> None:
    result = run(*SCORE, *hands)
    assert result.exit_code == 1
    assert message in result.stderr
    status, answers, settlement = deal(run, *hands)
    assert status == 1
    assert [answer["total"] is not None for answer in answers] == [True, True]
    assert message in settlement["error"]
    assert "payments" not in settlement


RIVAL = "N in E 345b 777c 678d 111d Rd +Rd discard"
"""Without the red dragon a concealed pung of 7 characters, 4, and one of 1 dot, 8."""


@pytest.mark.parametrize(("ruleset", "rule", "total"), [
    ("western", "western/win-4", 12),
    ("classical", "classical/claim-1", 12),
    ("dead-wall", "dead-wall/fish-2", 12),
    ("dmjl", "dmjl/claim", 12),
    ("mahjiang", "mahjiang/claim-6", 0),
    ("pung-chi", "pung-chi/win-1", 0),
])  # fmt: skip
def test_where_one_wins_a_tile_the_other_hand_has_not_won(run: Run, ruleset: str, rule: str, total: int) -> None:
    first = SOUTH.replace(" 2f", "")
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "E", ruleset=ruleset)
    assert (south["complete"], north["complete"], north["total"]) == (True, False, total)
    nearest = f"south wins: by these rules one player wins a tile, the nearest to east in turn [{rule}]"
    assert settlement["remark"].startswith(nearest)
    assert {payee for _, payee, _ in settlement["payments"]} == {"S"}
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "W", ruleset=ruleset)
    assert (south["complete"], north["complete"]) == (False, True)
    assert {payee for _, payee, _ in settlement["payments"]} == {"N"}
