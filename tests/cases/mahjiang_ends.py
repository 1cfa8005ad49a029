"""The rules of `mahjiang` about kongs, calls, winning and drawn hands, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in, mahjiang

CASES: dict[str, Case] = cases_in("mahjiang_ends", vars(mahjiang), globals())
