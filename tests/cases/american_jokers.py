"""The rules of `american` about jokers and winning, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in

CASES: dict[str, Case] = cases_in("american_jokers", globals())
