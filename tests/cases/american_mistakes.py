"""The mistakes of `american`: each recorded with its consequence, and each followed by the wrong one."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS
from short_notation import tiles

GAME = "game american card=riverside-2026;"
FULL = "hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
TABLE = "hand depth=table;"
"""What the table saw: draws are between the lines."""
NEARLY = f"{GAME} {FULL} dealt S 111b 11c GGGd Jk NESWw; passes ESWw;"
"""South waits for 1c, for line l3 with a joker: 30 points."""
MISNAMED = (
    NEARLY.replace(GAME, f"{GAME[:-1]} misnamed_mahjong=four-times;")
    + "E discard 9d named=1c; S claim mahjong; S mahjong discard 1c; S show | 111b 111c GGGd Jk NESWw; S score 30;"
)
"""East has misnamed a discard, and South has called it for mahjong as the tile that was said."""


def three_play_on(draws: int) -> str:
    """West, North and East draw and discard what South has not shown, until the wall is empty."""
    kinds = [code for code in CODES[:PLAIN_KINDS] if code not in tiles("1b 1c 9d Gd NESWw")]
    return "; ".join(f"{'WNE'[turn % 3]} discard {kinds[turn % len(kinds)]}" for turn in range(draws))


SHOWN_IN_PART = f"{GAME[:-1]} withdrawn_mahjong=exposure; {TABLE} E discard 5d; S claim mahjong;"
SHOWN_IN_PART += " S mahjong discard 5d; S show 555d;"
"""South has called a discard for mahjong, and shown three tiles."""

CASES: dict[str, Case] = cases_in("american_mistakes", globals())
