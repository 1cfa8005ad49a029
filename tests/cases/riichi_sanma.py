"""The rules of `riichi-sanma` that `riichi` has not, or has otherwise: each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES

GAME = "game riichi-sanma; "
_DEAL = "dealt E 1234b 1199c 1234d 8d / S 234b 678b 345d 555b 8d / W 456b 99c 67d 33b 99b EEw; indicator 1b; "
"""South lacks an 8 dots."""
DEALT = f"{GAME}hand; {_DEAL}"
UNSEEN = f"{GAME}hand; dealt; indicator 1b; "
"""Everything was written down, and nobody saw the tiles."""
NORTHS = "dealt S 234b 678b 345d 55b NNw; indicator 1b; "
"""South lacks a 5 bamboo or a north wind."""
RIICHI = "E draw ??; E discard 9c; S draw 9d; S discard 9d riichi=true; W draw ??; W discard 9c; E draw ??; "


def turns(draws: int, first: int = 0) -> str:
    """So many times the next player draws, from East on, and discards; no two alike follow one another."""
    played = [code for code in CODES[:34] if code[1] != "c" or code[0] in "19"]
    seats = ["ESW"[(number + first) % 3] for number in range(draws)]
    moves = (f"{seat} draw ??; {seat} discard {played[number * 5 % 27]};" for number, seat in enumerate(seats))
    return " ".join(moves) + " "


KONGS = "".join(
    f"E kong concealed {tiles}; indicator 9c kong; E kong-replacement ??; " for tiles in ("1111d", "2222b", "3333b")
)
FIRST = f"{GAME}hand 1 E anna depth=result; S mahjong discard; settlement for=S S=1000 W=-1000; "

CASES: dict[str, Case] = cases_in("riichi_sanma", globals())
