"""Requests of other programs to score one hand by a score card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mjlog.cards.requests import match_request, waits_request
from mjlog.cards.rulings import Rulings

Fields = dict[str, Any]


def score_by_card(request: Mapping[str, Any], rulings: Rulings, rule: str = "") -> Fields:
    """The value of a hand by a card (docs/do/scoring.md): that of its line; only a hand that won has one.

    Beside the fields of every score the answer has those of a match: `line`, `lines`, `mode`, `jokerless`, `bonus`
    (whether the section pays double for a hand without jokers). Thirteen tiles that did not win have `waits`. `rule`:
    the id that the item cites.

    Raises:
        HandError: there cannot be such a hand, or the card has no such line; the message says why.
    """
    won = request.get("won", request.get("tile") is not None or request.get("source") is not None)
    found = match_request(request, rulings)
    answer: Fields = {"complete": False, "total": None, "points": 0, "doubles": 0, "limit": None, "items": [],
                      "arrangement": []}  # fmt: skip
    if not won:
        return {**answer, "total": 0, "waits": waits_request(request, rulings)}
    if not found["complete"]:
        return {**answer, "reason": found["reason"]}
    value = found["value"]
    line = next(line for line in rulings.card.lines if line.label == found["line"])
    item = {"name": f"line {found['line']}", "points": value, "doubles": 0, "rule": rule}
    more = {name: found[name] for name in ("line", "lines", "mode", "jokerless")}
    bonus = rulings.card.section_of(line).pays_jokerless
    return {**answer, "complete": True, "total": value, "points": value, "items": [item],
            "arrangement": found["assignment"], **more, "bonus": bonus}  # fmt: skip
