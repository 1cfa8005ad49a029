"""The rules of `riichi` about tiles, wall, turns, claims, riichi and furiten, each kept and broken."""

from __future__ import annotations

from cases import Case
from cases.riichi_ends import AT_THE_END, DEALT, GAME, UNSEEN, turns

_HAND = f"{GAME}hand; "
_TURN = "{0} draw ??; {0} discard {1};"
_SOUTH_IS_READY = "E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true; W draw Ew; W discard Ew; "
"""South is in riichi, and lacks an 8 dots."""
_ROUND = "N draw Sw; N discard Sw; E draw 9b; E discard 9b; "
_OPEN = "dealt E 5b 456c 456d 1b 22c 33d 9d / S 55b 340c 789d Ew Ew 99c 1d / W 46b 123c 99c 678d 111d; indicator 1c; "
"""South has two 5 bamboo and West the chow around one; South's 5 characters is red."""
_PUNG = "E draw 9b; E discard 5b; S claim pung; S expose pung 555b; "
_THREE_SIXES = "dealt S 666b 78b 234c 345d 88d ; indicator 1c; "
_SIX = "E draw ??; E discard 1c; S draw 9c; S discard 9c riichi=true;W draw ??; W discard 1d; N draw ??; N discard 2d; "
_RIICHI_KONG = "E draw ??; E discard 3d; S draw {0}; S kong concealed {0[0]}{0[0]}{0[0]}{0[0]}{0[1]}; "
_ADDED = "S discard 1d; W draw 2d; W discard 2d; N draw ??; N discard 9b; E draw ??; E discard 9b; S draw 0b; "
_NO_PATTERN = "dealt S 123b 456c 78d 99d 111c ; indicator 1b; "
"""South lacks a 6 or 9 dots, and has no pattern."""
_CLAIMS = (
    "game riichi furiten_ends=draw; hand; dealt S 234b 567b 34d 77c 678c; indicator 1c; E draw ??; E discard 9c;"
    "S draw Ew; S discard Ew; W draw ??; W discard 2d; N draw ??; N discard 1b; E draw ??; E discard 8b; S claim chow;"
    "S expose chow 678b; S discard 2b; W draw ??; W discard 5d; S claim mahjong; S mahjong discard 5d"
)
"""South lets a winning tile go, claims another, and would win after South's discard."""


def _unseen(draws: int) -> str:
    """So many times the next player draws, from East on, and discards; nobody saw what."""
    return " ".join(f"{seat} draw ??; {seat} discard ??;" for seat in ("ESWN" * draws)[:draws]) + " "


SETTING_UP: dict[str, Case] = {
    "riichi/tiles-1": Case(
        legal=f"{_HAND}wall 1111b size=136",
        illegal=f"{_HAND}wall 1111b size=144",
        code="wrong-tile-count",
    ),
    "riichi/tiles-2": Case(
        legal=f"{_HAND}{_OPEN}E draw 0b; E discard 0b",
        illegal=f"{_HAND}{_OPEN}E draw 9b; E discard 0b",
        code="tile-not-held",
    ),
    "riichi/tiles-2#more-than-there-are": Case(
        legal=f"{_HAND}{_OPEN}E draw 0d; E discard 9d; S draw 0b",
        illegal=f"{_HAND}{_OPEN}E draw 0d; E discard 9d; S draw 0d",
        code="too-many-copies",
    ),
    "riichi/tiles-2#none": Case(
        legal='game riichi red_fives={"b":0}; hand; dealt; indicator 1c; E draw 5b',
        illegal='game riichi red_fives={"b":0}; hand; dealt; indicator 1c; E draw 0b',
        code="tile-not-in-set",
    ),
    "riichi/wall-1": Case(
        legal=f"{_HAND}wall 1111b size=136",
        illegal=f"{_HAND}wall 1111b size=136; wall 1111b size=136",
        code="out-of-place",
    ),
    "riichi/break-1": Case(
        legal=f"{_HAND}E roll break-wall 3 4; break W 7",
        illegal=f"{_HAND}E roll break-wall 3 4; break W 8",
        code="wrong-break",
    ),
    "riichi/deal-1": Case(
        legal=f"{_HAND}E deal ?????; S deal ?????",
        illegal=f"{_HAND}E deal ?????; W deal ?????",
        code="wrong-deal-order",
    ),
    "riichi/dead-1": Case(
        legal=AT_THE_END.rpartition("; ")[0],
        illegal=f"{AT_THE_END}W draw ??",
        code="draw-past-end",
    ),
    "riichi/dead-2": Case(
        legal=f"{_HAND}wall ?? 135=5b; dealt; indicator 1c; E draw ??; E kong concealed 1111b; indicator 2c kong;"
        "E kong-replacement 5b",
        illegal=f"{_HAND}wall ?? 135=5b; dealt; indicator 1c; E draw ??; E kong concealed 1111b; indicator 2c kong;"
        "E kong-replacement 6b",
        code="not-the-wall-tile",
    ),
    "riichi/dead-2#indicator": Case(
        legal=f"{_HAND}wall ?? 131=5b; dealt; indicator 5b",
        illegal=f"{_HAND}wall ?? 131=5b; dealt; indicator 6b",
        code="wrong-indicator",
    ),
    "riichi/dora-1": Case(
        legal=f"{_HAND}dealt; indicator 1c; E draw ??",
        illegal=f"{_HAND}dealt; E draw ??",
        code="indicator-missing",
    ),
    "riichi/dora-1#twice": Case(
        legal=f"{_HAND}dealt; indicator 1c",
        illegal=f"{_HAND}dealt; indicator 1c; indicator 2c kong",
        code="indicator-not-due",
    ),
    "riichi/dora-2": Case(
        legal=f"{UNSEEN}E draw ??; E kong concealed 1111b; indicator 2c kong; E kong-replacement ??",
        illegal=f"{UNSEEN}E draw ??; E kong concealed 1111b; E kong-replacement ??",
        code="indicator-missing",
    ),
    "riichi/dora-2#with-the-discard": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; S claim kong; S expose kong 5550d; S kong-replacement ??;"
        "S discard 1c; indicator 2c kong; W draw ??",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; S claim kong; S expose kong 5550d; S kong-replacement ??;"
        "S discard 1c; W draw ??",
        code="indicator-missing",
    ),
    "riichi/dora-3": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}N draw 8d; N discard 8d; S claim mahjong; S mahjong discard 8d;"
        "indicator 2c under; S show 234b 567c 345d 666b 88d",
        illegal=f"{DEALT}{_SOUTH_IS_READY}N draw 8d; N discard 8d; S claim mahjong; S mahjong discard 8d;"
        "S show 234b 567c 345d 666b 88d",
        code="indicator-missing",
    ),
}

PLAY: dict[str, Case] = {
    "riichi/turn-1": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; S draw ??",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; W draw ??",
        code="out-of-turn",
    ),
    "riichi/turn-1#drawn": Case(
        legal=f"{DEALT}E draw 9c; E discard 9c drawn=true",
        illegal=f"{DEALT}E draw 9c; E discard 8d drawn=true",
        code="tile-not-held",
    ),
    "riichi/turn-1#out-of-the-hand": Case(
        legal=f"{DEALT}E draw 9c; E discard 9c",
        illegal=f"{DEALT}E draw 9c; E discard 9c drawn=false",
        code="tile-not-held",
    ),
    "riichi/turn-1#after-a-claim": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; W claim pung; W expose pung 555d; W discard 1c drawn=false",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; W claim pung; W expose pung 555d; W discard 1c drawn=true",
        code="tile-not-held",
    ),
    "riichi/claim-1": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; W claim pung; W expose pung 555d",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; S draw ??; W claim pung",
        code="claim-not-open",
    ),
    "riichi/claim-2": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; S claim chow; W claim pung; W expose pung 555d",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; S claim chow; W claim pung; S expose chow 345d",
        code="claim-outranked",
    ),
    "riichi/claim-2#by-time": Case(
        legal=f"{UNSEEN.replace('riichi;', 'riichi claim_order=first;')}E draw ??; E discard 5d; S claim chow;"
        "W claim pung; S expose chow 345d",
        illegal=f"{UNSEEN.replace('riichi;', 'riichi claim_order=first;')}E draw ??; E discard 5d; S claim chow;"
        "W claim pung; W expose pung 555d",
        code="claim-outranked",
    ),
    "riichi/claim-3": Case(
        legal=f"{UNSEEN}{turns(69)}S draw ??; S discard 5d; W claim mahjong",
        illegal=f"{UNSEEN}{turns(69)}S draw ??; S discard 5d; W claim pung",
        code="claim-not-open",
        severity="warning",
    ),
    "riichi/claim-4": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}{_ROUND}S draw ??",
        illegal=f"{DEALT}{_SOUTH_IS_READY}N draw Sw; N discard Sw; E draw 9b; E discard 2d; S claim chow",
        code="call-changed",
        severity="warning",
    ),
    "riichi/swap-1": Case(
        legal=f"{_HAND}{_OPEN}{_PUNG}S discard 1d",
        illegal=f"{_HAND}dealt S 550b 34c 789d Ew Ew 99c 12d; indicator 1c; E draw ??; E discard 5b; S claim pung;"
        "S expose pung 555b; S discard 0b",
        code="swap-call",
    ),
    "riichi/swap-1#other-end": Case(
        legal=f"{UNSEEN}E draw ??; E discard 2d; S claim chow; S expose chow 234d; S discard 6d",
        illegal=f"{UNSEEN}E draw ??; E discard 2d; S claim chow; S expose chow 234d; S discard 5d",
        code="swap-call",
    ),
    "riichi/kan-1": Case(
        legal=f"{UNSEEN}E draw ??; E kong concealed 1111b",
        illegal=f"{UNSEEN}E draw ??; E discard 2d; S claim pung; S expose pung 222d; S kong concealed 1111b",
        code="kong-not-allowed",
    ),
    "riichi/kan-2": Case(
        legal=f"{UNSEEN}{_unseen(68)}E draw ??; E kong concealed 7777d",
        illegal=f"{UNSEEN}{_unseen(69)}S draw ??; S kong concealed 7777d",
        code="kong-not-allowed",
    ),
    "riichi/kan-3": Case(
        legal=f"{_HAND}dealt S 666b 23b 234c 345d 88d ; indicator 1c; {_SIX}{_RIICHI_KONG.format('6b')}",
        illegal=f"{_HAND}{_THREE_SIXES}{_SIX}{_RIICHI_KONG.format('6b')}",
        code="kong-changes-wait",
    ),
    "riichi/kan-4": Case(
        legal=f"{_HAND}{_OPEN}{_PUNG}{_ADDED}S kong added 5550b; W claim mahjong; W mahjong kong 0b",
        illegal=f"{UNSEEN}E draw ??; E kong concealed 1111b; !S claim mahjong; S mahjong kong 1b",
        code="rob-not-allowed",
    ),
    "riichi/kan-4#orphans": Case(
        legal=f"{UNSEEN.replace('riichi;', 'riichi rob_closed_kan=true;')}E draw ??; E kong concealed 1111b;"
        "S claim mahjong; S mahjong kong 1b; S show | 199b 19c 19d ESWNw RGWd",
        illegal=f"{UNSEEN.replace('riichi;', 'riichi rob_closed_kan=true;')}E draw ??; E kong concealed 2222b;"
        "!S claim mahjong; S mahjong kong 2b",
        code="rob-not-allowed",
    ),
}

RIICHI: dict[str, Case] = {
    "riichi/riichi-1": Case(
        legal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; W claim pung; W expose pung 555d; W discard 1c riichi=true",
        code="riichi-not-allowed",
    ),
    "riichi/riichi-1#tiles-left": Case(
        legal=f"{UNSEEN}{turns(65)}S draw ??; S discard 5d riichi=true",
        illegal=f"{UNSEEN}{turns(66)}W draw ??; W discard 5d riichi=true",
        code="riichi-not-allowed",
    ),
    "riichi/riichi-1#points": Case(
        legal=f"{GAME}hand totals=anna:97000,ben:1000,cora:1000,dora:1000; dealt; indicator 1c;"
        f"{_TURN.format('E', '5d')}S draw ??; S discard 1c riichi=true",
        illegal=f"{GAME}hand totals=anna:97100,ben:900,cora:1000,dora:1000; dealt; indicator 1c;"
        f"{_TURN.format('E', '5d')}S draw ??; S discard 1c riichi=true",
        code="riichi-not-allowed",
    ),
    "riichi/riichi-1#twice": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}{_ROUND}S draw Nw; S discard Nw",
        illegal=f"{DEALT}{_SOUTH_IS_READY}{_ROUND}S draw Nw; S discard Nw riichi=true",
        code="riichi-not-allowed",
    ),
    "riichi/riichi-2": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}N draw Sw; N discard Sw",
    ),
    "riichi/riichi-3": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}{_ROUND}S draw Nw; S discard Nw",
        illegal=f"{DEALT}{_SOUTH_IS_READY}{_ROUND}S draw Nw; S discard 8d",
        code="call-changed",
    ),
    "riichi/riichi-4": Case(
        legal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true",
        illegal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S discard 2b riichi=true",
        code="riichi-not-ready",
    ),
    "riichi/furiten-1": Case(
        legal=f"{DEALT}E draw 9c; E discard 8d; S claim mahjong; S mahjong discard 8d",
        illegal=f"{DEALT}E draw 9c; E discard 9c; S draw 8d; S discard 8d; W draw Ew; W discard Ew; N draw 8d;"
        "N discard 8d; S claim mahjong; S mahjong discard 8d",
        code="furiten",
    ),
    "riichi/furiten-2": Case(
        legal=f"{DEALT}E draw 9c; E discard 8d; S draw Ew; S discard Ew; W draw 8d; W discard 8d; S claim mahjong;"
        "S mahjong discard 8d",
        illegal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S discard Ew; W draw 8d; W discard 8d; N draw 8d;"
        "N discard 8d; S claim mahjong; S mahjong discard 8d",
        code="furiten",
    ),
    "riichi/furiten-2#until-a-draw": Case(
        legal=_CLAIMS.replace(" furiten_ends=draw", ""),
        illegal=_CLAIMS,
        code="furiten",
    ),
    "riichi/furiten-3": Case(
        legal=f"{DEALT}{_SOUTH_IS_READY}N draw 8d; N discard 8d; S claim mahjong; S mahjong discard 8d",
        illegal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true; W draw 8d; W discard 8d;"
        "N draw Sw; N discard Sw; E draw 9b; E discard 8d; S claim mahjong; S mahjong discard 8d",
        code="furiten",
    ),
    "riichi/win-1": Case(
        legal=f"{_HAND}{_NO_PATTERN}E draw ??; E discard Ew; S draw 9d; S mahjong wall 9d",
        illegal=f"{_HAND}{_NO_PATTERN}E draw ??; E discard 9d; S claim mahjong; S mahjong discard 9d",
        code="no-yaku",
    ),
    "riichi/win-2": Case(
        legal=f"{_HAND}dealt S 1199b 2277c 3388d 5d ; indicator 1c; E draw ??; E discard 5d;"
        "S claim mahjong; S mahjong discard 5d",
        illegal=f"{_HAND}dealt S 1111b 2277c 3388d 5d ; indicator 1c; E draw ??; E discard 5d;"
        "!S claim mahjong; S mahjong discard 5d",
        code="not-mahjong",
    ),
    "riichi/win-4": Case(
        legal=f"{_HAND}dealt S 1111b 456c 789c 345d ; indicator 1c; E draw ??; E discard 1d; S draw 9d;S discard 9d",
    ),
}

CASES: dict[str, Case] = SETTING_UP | PLAY | RIICHI
