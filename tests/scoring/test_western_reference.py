"""The program against a scorer that searches by trial: hands at random, under options at random."""

from __future__ import annotations

import random
from typing import Any

import pytest
import western_reference as reference
from scoring_cases import western
from western_hands import request

from mjlog.scoring import score_request

HANDS = 450


@pytest.mark.rule("western/win-1")
@pytest.mark.rule("western/points-3")
@pytest.mark.rule("western/points-5")
@pytest.mark.rule("western/limit-5")
@pytest.mark.parametrize("seed", ["plums", "moons", "snakes", "gates"])
def test_any_hand_is_worth_what_a_search_by_trial_finds(seed: str) -> None:
    chance = random.Random(seed)
    for _ in range(HANDS):
        given = request(chance)
        answer = score_request(given, western(**given["options"]))
        expected = reference.value(given)
        if expected is None:
            assert (answer["complete"], answer["total"]) == (False, None), given
            assert answer["reason"]
        else:
            assert told(answer) == expected[:3], given
            assert answer["complete"] is given["won"]
            assert_limit(answer, expected, given)
            assert_items_add_up(answer)
        if not given["won"]:
            assert answer["waits"] == expected_waits(given), given


def told(answer: dict[str, Any]) -> tuple[int, int, int]:
    return answer["total"], answer["points"], answer["doubles"]


def assert_limit(answer: dict[str, Any], expected: reference.Value, given: dict[str, Any]) -> None:
    # Of several limit hands with the same points any may be named.
    assert answer["limit"] in (expected.limits or {None}), given
    assert [item["name"] for item in answer["items"] if not item["points"] and not item["doubles"]] == (
        [] if answer["limit"] is None else [names()[answer["limit"]]]
    )


def assert_items_add_up(answer: dict[str, Any]) -> None:
    assert sum(item["points"] for item in answer["items"]) == answer["points"]
    assert sum(item["doubles"] for item in answer["items"]) == answer["doubles"]


def expected_waits(given: dict[str, Any]) -> list[str]:
    laid = [reference.laid_group(each) for each in given["sets"]]
    optional = (reference.DEFAULTS | given["options"])["optional_limits"]
    return reference.waits(tuple(given["concealed"]), laid, optional)


def names() -> dict[str, str]:
    return {row.id: row.name for row in western().rows}
