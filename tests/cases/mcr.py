"""The rules of `mcr` about the table and the play, each kept and broken; its values are in `mcr_fans`, `mcr_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3)
DRAWS = 91
"""Draws of a hand in which nothing is taken from the back of the wall."""
SOUTH_DRAWS = "dealt S 123b 456b 789b 222d Gd; E discard 9c; S draw {};"
"""South lacks a green dragon: with it a straight, and so much more than 8."""
ROUND = "; ".join(
    f"hand {number} E {east} depth=result; washout" for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
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


CASES: dict[str, Case] = cases_in("mcr", globals())
