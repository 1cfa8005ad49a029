"""The rules of `classical` about the table and the play, each kept and broken; its values are in `classical_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

FULL = "game classical; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
DRAWS = 77
"""Draws of a hand in which no kong is made: 144 tiles, 53 of them dealt, 14 of them loose."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_A_KONG = "E kong concealed 1111b; E kong-replacement ??;"
TWO_KONGS = f"{_A_KONG} E kong concealed 2222b; E kong-replacement ??;"


def turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b and 2b are kept."""
    kinds = [CODES[2 + number % (PLAIN_KINDS - 2)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
EAST_WINDS = f"{FULL} dealt E 123b 456b 789c EEEEw 8d / W {{}}; E kong concealed EEEEw; "
THROWN_TO_TWO_DRAGONS = (
    "dealt W 123c 456c 789c 11b GWd; E discard Rd; S claim pung; S expose pung RRRd; S discard 9d; W draw ??;"
    "W discard Gd; S claim pung; S expose pung GGGd; S discard 9d; W draw ??; W discard Wd;"
    "S claim mahjong; S mahjong discard Wd"
)
"""South has laid down pungs of two dragons, and wins with the third, which West throws though there is a choice."""

CASES: dict[str, Case] = cases_in("classical", globals())
