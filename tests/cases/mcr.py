"""The rules of `mcr` about the table and the play, each kept and broken; its values are in `mcr_fans`, `mcr_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

FULL = "game mcr; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
TABLE = "game mcr; hand depth=table;"
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3)
DRAWS = 91
"""Draws of a hand in which nothing is taken from the back of the wall."""
KONGS = (
    "E discard 9d; S claim pung; S expose pung 999d; S discard 9c; W draw ??; W discard Nw; N draw ??; N discard 9c;"
    "E draw ??; E discard Nw; S draw 9d; S kong added 9999d;"
)
"""South adds a 9 dots to a pung; a replacement is due."""
LACKS_9D = "dealt W 123c 456b 78d 555c 22b;"
"""West lacks a 9 dots for a straight of three suits, which is worth enough."""
SOUTH_DRAWS = "dealt S 123b 456b 789b 222d Gd; E discard 9c; S draw {};"
"""South lacks a green dragon: with it a straight, and so much more than 8."""
THROWS = "E roll break-wall 3 3; S roll break-stack 4 4;"
ROUND = "; ".join(
    f"hand {number} E {east} depth=result; washout" for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
ENDS = "wall 54=9c 143=12c;"
"""The first tile to be drawn, and the last stack."""
PLACES = ("anna,ben,cora,dora", "ben,anna,dora,cora", "cora,dora,ben,anna", "dora,cora,anna,ben")
"""Who sits as East, South, West, North in the first hand of each round."""


def hands(hands: int) -> str:
    """So many hands that nobody won."""
    played = []
    for number in range(hands):
        order = PLACES[number // 4].split(",")
        first = number % 4
        seats = ",".join(order[first:] + order[:first])
        played.append(f"hand {number + 1} {'ESWN'[number // 4]} seats={seats} depth=result; washout")
    return "; ".join(played)


def turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


ALL_DRAWN = turns(DRAWS)

OWN_WALLS = (
    "game mcr walls=own bonus_tiles=false; hand; dealt; E draw ??; E kong concealed 1111b; E kong-replacement ??;"
    f"{turns(79)};"
)
"""East has taken the last of its 34 tiles, and is to draw."""

CASES: dict[str, Case] = cases_in("mcr", globals())
