"""The rules of `western` about the table and the play, each kept and broken; its values are in `western_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

TABLE = "game western; hand depth=table;"
"""What the table saw: draws are between the lines."""
FULL = "game western; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
DRAWS = 77
"""Draws of a hand in which nothing is taken from the dead wall."""
A_KONG = "E kong concealed 1111b; E kong-replacement ??;"


def turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


ROLLS = "roll anna 6 3; roll ben 3 4; roll cora 5 6; roll dora 1 1;"
THROWS = "E roll break-wall 3 3; E roll break-stack 4 4;"
FISHING_FOR_5B = "dealt W 123c 456c 789c 46b 99d;"
"""West lacks a 5b, for a chow."""
SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw {}; W discard Ew;"
ENDS = "wall 54=9c 143=12c;"
"""The first tile to be drawn, and the last stack of the dead wall."""
PUNG_BEFORE_THE_KONG = (
    "wall 57=5b 58=9c 143=12c; E discard 5b; W claim pung; W expose pung 555b; W discard 9d; N draw ??; N discard Ew;"
    "E draw ??; E discard Ew; S draw ??; S discard Ew; W draw 5b;"
)
"""West draws the fourth 5 bamboo; the next tile there is 9 characters."""
HELD_FOURTH = (
    "dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
    "W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw 9c; S kong added 5555b"
)
"""South had the fourth 5 bamboo when the pung was laid down."""
ROUND_THE_TABLE = "N draw ??; N discard 9d; E draw ??; E discard 9d;"

CASES: dict[str, Case] = cases_in("western", globals())
