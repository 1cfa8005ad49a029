"""The rules of `pung-chi` about winning, drawn hands and what follows a hand, each kept and broken."""

from __future__ import annotations

import short_logs
from cases import Case, cases_in, pung_chi

CASES: dict[str, Case] = cases_in("pung_chi_ends", vars(short_logs), vars(pung_chi), globals())
