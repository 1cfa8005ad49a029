"""The rules of `mahjiang` about kongs, calls, winning and drawn hands, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in, mahjiang

WON_WITH_A_PUNG = (
    "dealt S 123456b 789c 22d 55d; E discard Ww; S draw Nw; S discard Nw; S fishing; W draw ??; W discard 5d; "
    "S claim mahjong; S mahjong discard 5d; "
)
"""South's hand is known: three chows, a claimed pung and a pair of dots."""

TO_WESTS_DISCARD = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw 9b; W discard 9b; "
TO_THE_KONG = "N draw ??; N discard 9c; E draw ??; E discard 9c; S draw 5b; S kong added 5555b; "

CASES: dict[str, Case] = cases_in("mahjiang_ends", vars(mahjiang), globals())
