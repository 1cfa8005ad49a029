"""The rules of `western` about the table and the play, each kept and broken; its values are in `western_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
DRAWS = 77
"""Draws of a hand in which nothing is taken from the dead wall."""


def turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw {}; W discard Ew;"

CASES: dict[str, Case] = cases_in("western", globals())
