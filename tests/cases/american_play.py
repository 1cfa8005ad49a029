"""The rules of `american` about drawing and calling, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in

CASES: dict[str, Case] = cases_in("american_play", globals())
