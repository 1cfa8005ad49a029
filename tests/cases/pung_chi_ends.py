"""The rules of `pung-chi` about winning, drawn hands and what follows a hand, each kept and broken."""

from __future__ import annotations

from cases import Case
from cases.pung_chi import ADDED, BY_CHOW_AND_PUNG, FULL, GAME, LOST_IN_TURN, PAID, RESULT, TABLE
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

CASES: dict[str, Case] = {
    "pung-chi/win-1": Case(
        legal=f"{FULL}dealt E 123456b 789c 222d 55d; E mahjong deal; E show | 123456b 789c 222d 55d",
        illegal=f"{FULL}dealt E 123456b 789c 222d 56d; E mahjong deal",
        code="not-mahjong",
    ),
    "pung-chi/win-1#wonders": Case(
        legal=f"{FULL}dealt S 123456b 789c 22d 55d; E discard 5d; S claim mahjong; S mahjong discard 5d",
        illegal=f"{FULL}dealt E 19b 19c 19d ESWNw RGWWd; E mahjong deal",
        code="not-mahjong",
    ),
    "pung-chi/win-1#discard": Case(
        legal=f"{FULL}dealt N 12346b 789c 222d 55d; E discard 5b; N claim mahjong; N mahjong discard 5b",
        illegal=f"{FULL}dealt N 12346b 789c 222d 55d; E discard 4b; !N claim mahjong; N mahjong discard 4b",
        code="not-mahjong",
    ),
    "pung-chi/win-1#mahjong-first": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{TABLE}E discard 5b; W claim pung; N claim mahjong; W expose pung 555b",
        code="claim-outranked",
    ),
    "pung-chi/win-1#next-in-turn": Case(
        legal=f"{BY_CHOW_AND_PUNG}N claim mahjong; S claim mahjong; S mahjong discard 5b",
        illegal=f"{BY_CHOW_AND_PUNG}N claim mahjong; S claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "pung-chi/win-1#robbing": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard 1d; W claim mahjong; W mahjong discard 1d",
        illegal=f"{ADDED}!W claim mahjong; W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "pung-chi/win-1#another-tile": Case(
        legal=f"{TABLE}E discard 5b; N claim mahjong; N mahjong discard 5b",
        illegal=f"{TABLE}E discard 5b; N claim mahjong; N mahjong discard 6b",
        code="mahjong-tile-wrong",
    ),
    "pung-chi/win-1#out-of-turn": Case(
        legal=f"{FULL}E discard 5b; S draw 6b; S mahjong wall 6b",
        illegal=f"{FULL}E discard 5b; S draw ??; W mahjong wall",
        code="out-of-turn",
    ),
    "pung-chi/win-1#shown": Case(
        legal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 555d",
        illegal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 556d",
        code="not-mahjong",
    ),
    "pung-chi/win-1#play-goes-on": Case(
        legal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; hand 2 E ben",
        illegal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S discard 1c",
        code="play-after-end",
    ),
    "pung-chi/draw-1": Case(
        legal=f"{TABLE}{discards(83)}; N draw ??; N discard 5d; E claim chow; E expose chow 456d; E discard Rd; "
        "washout",
        illegal=f"{TABLE}{discards(84)}; E draw ??",
        code="draw-past-end",
    ),
    "pung-chi/draw-1#too-early": Case(
        legal=f"{TABLE}{discards(84)}; washout",
        illegal=f"{FULL}E discard 5b; S draw ??; S discard 1c; washout",
        code="washout-too-early",
    ),
    "pung-chi/draw-1#at-the-table": Case(
        legal=f"{TABLE}{discards(84)}; washout",
        illegal=f"{TABLE}{discards(83)}; washout",
        code="washout-too-early",
    ),
    "pung-chi/draw-1#scored": Case(
        legal=f"{RESULT}washout; S score 0; settlement E=0 S=0 W=0 N=0",
        illegal=f"{RESULT}washout; S score 1",
        code="washout-scored",
    ),
    "pung-chi/score-1": Case(
        legal=f"{PAID}S score 1; E score 0; settlement E=-1 S=3 W=-1 N=-1",
        illegal=f"{PAID}S score 2",
        code="wrong-score",
    ),
    "pung-chi/score-1#east-pays-once": Case(
        legal=f"{PAID}settlement E=-1 S=3 W=-1 N=-1",
        illegal=f"{PAID}settlement E=-2 S=4 W=-1 N=-1",
        code="wrong-settlement",
    ),
    "pung-chi/score-1#hand-value": Case(
        legal=f"{GAME} hand_value=5; hand depth=result; E mahjong wall; settlement E=15 S=-5 W=-5 N=-5",
        illegal=f"{GAME} hand_value=5; hand depth=result; E mahjong wall; settlement E=12 S=-4 W=-4 N=-4",
        code="wrong-settlement",
    ),
    "pung-chi/rotate-1": Case(
        legal=f"{RESULT}W mahjong wall; hand 2 E ben",
        illegal=f"{RESULT}W mahjong wall; hand 2 E cora",
        code="wrong-east",
    ),
    "pung-chi/rotate-1#won": Case(
        legal=f"{RESULT}E mahjong wall; hand 2 E anna",
        illegal=f"{RESULT}E mahjong wall; hand 2 E ben",
        code="wrong-east",
    ),
    "pung-chi/rotate-1#drawn": Case(
        legal=f"{RESULT}washout; hand 2 E anna",
        illegal=f"{RESULT}washout; hand 2 E ben",
        code="wrong-east",
    ),
    "pung-chi/rotate-1#wind": Case(
        legal=f"{GAME}; {LOST_IN_TURN}; hand 5 S anna",
        illegal=f"{GAME}; {LOST_IN_TURN}; hand 5 E anna",
        code="wrong-round",
    ),
    "pung-chi/rounds-1": Case(
        legal=f"{GAME} rounds=2; {LOST_IN_TURN}; hand 5 S anna",
        illegal=f"{GAME} rounds=1; {LOST_IN_TURN}; hand 5 S anna",
        code="hand-after-end",
    ),
    "pung-chi/kong-1#no-tile-left": Case(
        legal=f"{KONGS}{WITHOUT_NINES}; W draw ??; W kong concealed 9999d; W kong-replacement ??; W discard Rd; "
        "washout",
        illegal=f"{KONGS}{WITHOUT_NINES}; W draw ??; W discard Rd; N draw ??; N kong concealed 9999d",
        code="kong-not-allowed",
    ),
    "pung-chi/bonus-2": Case(
        legal=f"{SCORED}{A_FLOWER} S score 152",
        illegal=f"{SCORED}{A_FLOWER} S score 136",
        code="wrong-score",
    ),
    "pung-chi/bonus-2#no-amount-is-given": Case(
        legal=f"{GAME} bonus_tiles=true hand_value=8; hand; {A_FLOWER} S score 8",
    ),
    "pung-chi/bonus-1#no-tile-left": Case(
        legal=f"{FLOWERS}{DRAWN_OUT}; N draw 1f; N bonus 1f; washout",
        illegal=f"{FLOWERS}{DRAWN_OUT}; N draw 1f; N bonus 1f; N bonus-replacement ??",
        code="draw-past-end",
    ),
}
