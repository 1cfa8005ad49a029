"""The rules of `dead-wall`, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
DRAWS_WITH_TWO_KONGS = 75
LAST_TURNS = 77


def turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b and 2b are kept."""
    kinds = [CODES[2 + number % (PLAIN_KINDS - 2)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def _own_kong(seat: str, tile: str) -> str:
    return f"{seat} kong concealed {tile[0] * 4}{tile[1]}; {seat} kong-replacement ??;"


TWO_KONGS = f"{_own_kong('E', '1b')} {_own_kong('E', '2b')}"
SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
EAST_LOSES = "; ".join(
    f"hand {number} {wind} {east} depth=result; S mahjong discard"
    for number, (wind, east) in enumerate(zip("EEEE", ("anna", "ben", "cora", "dora"), strict=True), start=1)
)
"""A round in which South wins every hand."""

CASES: dict[str, Case] = cases_in("dead_wall", globals())
