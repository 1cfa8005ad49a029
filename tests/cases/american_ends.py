"""The rules of `american` about payments, the drawn hand and who is East next, each kept and broken."""

from __future__ import annotations

import short_logs
from cases import Case, cases_in


def paid(text: str, right: str, wrong: str) -> Case:
    """A hand paid as it should be, and otherwise."""
    return Case(f"{text} settlement {right}", f"{text} settlement {wrong}", "wrong-settlement")


CASES: dict[str, Case] = cases_in("american_ends", vars(short_logs), globals())
