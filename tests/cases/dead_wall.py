"""The rules of `dead-wall`, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

TABLE = "game dead-wall; hand depth=table;"
"""What the table saw: draws are between the lines."""
FULL = "game dead-wall; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
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
FISHING_FOR_5B = "dealt W 123c 456c 789c 46b 99d;"
"""West lacks a 5b, for a chow."""
SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw ??; W discard Ew;"
HELD_FOURTH = (
    "dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
    "W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw 9c; S kong added 5555b"
)
"""South had the fourth 5 bamboo when the pung was laid down."""
PAID = "game dead-wall; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8; N score 0;"
KONG_ROBBED = (
    "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw Ew; W discard Ew; N draw ??; N discard 9d;"
    "E draw ??; E discard 9d; S draw 5b; S kong added 5555b; W claim mahjong; W mahjong kong 5b;"
)
A_GREAT_HAND = "dealt S RRRd GGGd SSSw 999b 1b; E discard 9c; S draw 1b; S mahjong wall 1b;"
"""Points and doubles are more than a hand from heaven is worth."""
ITEMS = "items=mahjong:20,won_with_the_only_possible_tile:2,all_chows:10,whole_hand_concealed:0:1"
SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
SOUTH_HAS_A_FLOWER = (
    "dealt S 123b 456b 789c 999d Gd; E discard 9b; S draw 1f; S bonus 1f; S bonus-replacement Gd; S mahjong loose Gd;"
)
EAST_LOSES = "; ".join(
    f"hand {number} {wind} {east} depth=result; S mahjong discard"
    for number, (wind, east) in enumerate(zip("EEEE", ("anna", "ben", "cora", "dora"), strict=True), start=1)
)
"""A round in which South wins every hand."""

CASES: dict[str, Case] = cases_in("dead_wall", globals())
