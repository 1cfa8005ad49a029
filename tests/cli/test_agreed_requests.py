"""Scoring and settling by rule sets whose hands have an agreed value, or are valued by another set's table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_runs import Run, lines

HAND: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 789c 222d RRRd 55d", "won": True, "tile": "5d", "source": "wall",
}  # fmt: skip


def answered(run: Run, command: str, ruleset: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one line of a batch."""
    (answer,) = lines(run(command, "--ruleset", ruleset, "--batch", "-", stdin=json.dumps(request)))
    return answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("options", [{"scoring": "lunar"}, {"hand_value": -1}, {"scoring": 1}])
def test_an_agreement_that_there_is_not_is_an_error(run: Run, options: dict[str, Any]) -> None:
    assert list(answered(run, "score", "mahjiang", HAND | {"options": options})) == ["error"]
