"""Scoring and settling by rule sets whose hands have an agreed value, or are valued by another set's table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_runs import Run, lines

HAND: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 789c 222d RRRd 55d", "won": True, "tile": "5d", "source": "wall",
}  # fmt: skip
LOST: dict[str, Any] = {"seat": "W", "round": "E", "concealed": "123b 789c 222d RRRd 5d", "won": False}


def answered(run: Run, command: str, ruleset: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one line of a batch."""
    (answer,) = lines(run(command, "--ruleset", ruleset, "--batch", "-", stdin=json.dumps(request)))
    return answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi"])
def test_a_win_is_worth_the_agreed_value(run: Run, ruleset: str) -> None:
    answer = answered(run, "score", ruleset, HAND | {"options": {"hand_value": 6}})
    assert (answer["complete"], answer["total"], answer["limit"]) == (True, 6, None)
    assert [(item["points"], item["rule"]) for item in answer["items"]] == [(6, f"{ruleset}/score-1")]
    assert sorted(answer["arrangement"]) == ["123b", "222d", "55d", "789c", "RRRd"]


@pytest.mark.parametrize("ruleset", ["mahjiang", "pung-chi"])
def test_a_hand_that_did_not_win_is_worth_nothing(run: Run, ruleset: str) -> None:
    answer = answered(run, "score", ruleset, LOST)
    assert (answer["complete"], answer["total"], answer["items"], answer["waits"]) == (False, 0, [], ["5d"])


def test_a_win_that_is_not_complete_has_a_reason_and_no_total(run: Run) -> None:
    answer = answered(run, "score", "mahjiang", HAND | {"concealed": "124b 789c 222d RRRd 55d"})
    assert (answer["complete"], answer["total"], answer["items"]) == (False, None, [])
    assert "not four sets and a pair" in answer["reason"]


def test_another_table_values_a_hand_as_it_does_at_home(run: Run) -> None:
    """Only the rules that are cited are the borrower's."""
    home = answered(run, "score", "western", HAND)
    for ruleset in ("mahjiang", "pung-chi", "dead-wall"):
        away = answered(run, "score", ruleset, HAND | {"options": {"scoring": "western"}})
        assert {key: away[key] for key in ("total", "points", "doubles", "arrangement")} == {
            key: home[key] for key in ("total", "points", "doubles", "arrangement")
        }
        assert {item["rule"] for item in away["items"]} == {f"{ruleset}/score-1"}


def test_given_totals_are_settled_by_the_agreement(run: Run) -> None:
    request = {"totals": {"E": 0, "S": 3, "W": 0, "N": 2}, "winner": "S"}
    assert answered(run, "settle", "mahjiang", request)["change"] == {"E": -6, "S": 12, "W": -3, "N": -3}
    assert answered(run, "settle", "pung-chi", request)["change"] == {"E": -3, "S": 9, "W": -3, "N": -3}


def test_a_borrowed_table_settles_as_at_home_unless_the_rule_set_says_how_it_is_paid(run: Run) -> None:
    """`dead-wall` says nothing of payments; in the others only the winner is paid, in `pung-chi` without doubling."""
    request = {"totals": {"E": 0, "S": 3, "W": 0, "N": 2}, "winner": "S"}
    assert answered(run, "settle", "dead-wall", request) == answered(run, "settle", "western", request)
    by_table = request | {"options": {"scoring": "western"}}
    assert answered(run, "settle", "mahjiang", by_table)["change"] == {"E": -6, "S": 12, "W": -3, "N": -3}
    assert answered(run, "settle", "pung-chi", by_table)["change"] == {"E": -3, "S": 9, "W": -3, "N": -3}


@pytest.mark.parametrize("options", [{"scoring": "lunar"}, {"hand_value": -1}, {"scoring": 1}])
def test_an_agreement_that_there_is_not_is_an_error(run: Run, options: dict[str, Any]) -> None:
    assert list(answered(run, "score", "mahjiang", HAND | {"options": options})) == ["error"]


@pytest.mark.parametrize("more", [{"won": True}, {}])
def test_a_winning_tile_says_that_the_hand_won(run: Run, more: dict[str, Any]) -> None:
    """Nobody has to say it twice."""
    hand = {"seat": "S", "round": "E", "concealed": "123b 456b 789b 123c 55d", "tile": "5d", "source": "wall"}
    assert answered(run, "score", "mahjiang", hand | more)["total"] == 1
