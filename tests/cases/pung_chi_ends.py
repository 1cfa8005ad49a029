"""The rules of `pung-chi` about winning, drawn hands and what follows a hand, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in, pung_chi
from cases.pung_chi import GAME
from short_logs import discards

KONGS = f"{GAME} concealed_kongs=true; hand depth=table; "
FLOWERS = f"{GAME} bonus_tiles=true; hand depth=table; "
WITHOUT_NINES = discards(82).replace("9d", "8d")
"""Two live tiles are left, and all 9 dots are in hands."""
DRAWN_OUT = discards(91)
"""Of 144 tiles one is left."""
SCORED = f"{GAME} bonus_tiles=true scoring=western; hand; "
A_FLOWER = (
    "dealt S 123b 456b 789c 999d Gd; E discard 9b; S draw 1f; S bonus 1f; S bonus-replacement Gd; S mahjong loose Gd;"
)
"""South wins with a flower that is not South's."""

CASES: dict[str, Case] = cases_in("pung_chi_ends", vars(pung_chi), globals())
