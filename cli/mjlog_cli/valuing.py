"""Scoring one hand: from the request as JSON to the answer as JSON."""

from __future__ import annotations

from typing import Any

from mjlog.errors import HandError
from mjlog.rulesets import load


def score_of(fields: dict[str, Any], ruleset_id: str | None) -> dict[str, Any]:
    """What a hand is worth, by the rule set that it names, or else by this one.

    Raises:
        MjlogError: there is no such rule set, or the hand cannot exist; the message says why.
    """
    named = fields.get("ruleset") or ruleset_id
    if not isinstance(named, str):
        raise HandError("no rule set is named; expected one, with --ruleset or as ruleset in the line")
    ruleset = load(named)
    raise NotImplementedError(ruleset)
