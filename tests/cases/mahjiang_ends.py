"""The rules of `mahjiang` about kongs, calls, winning and drawn hands, each kept and broken."""

from __future__ import annotations

from cases import Case
from cases.mahjiang import ADDED, BOX_EMPTY, FULL, GAME, NEARLY, PAID, PUNG, RESULT, SCATTERED, TABLE
from short_logs import discards

WON_WITH_A_PUNG = (
    "dealt S 123456b 789c 22d 55d; E discard Ww; S draw Nw; S discard Nw; S fishing; W draw ??; W discard 5d; "
    "S claim mahjong; S mahjong discard 5d; "
)
"""South's hand is known: three chows, a claimed pung and a pair of dots."""

TO_WESTS_DISCARD = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw 9b; W discard 9b; "
TO_THE_KONG = "N draw ??; N discard 9c; E draw ??; E discard 9c; S draw 5b; S kong added 5555b; "

KONGS: dict[str, Case] = {
    "mahjiang/kong-1": Case(
        legal=f"{FULL}E kong concealed 1111b; E kong-replacement ??; E discard 5b",
        illegal=f"{FULL}E kong concealed 1111b; E discard 5b",
        code="replacement-missing",
    ),
    "mahjiang/kong-1#twice": Case(
        legal=f"{FULL}E kong concealed 1111b; E kong-replacement ??; E discard 5b",
        illegal=f"{FULL}E kong concealed 1111b; E kong-replacement ??; E kong-replacement ??",
        code="replacement-not-due",
    ),
    "mahjiang/kong-1#box-empty": Case(
        legal=f"{BOX_EMPTY}N discard Ew; E draw ??",
        illegal=f"{BOX_EMPTY}N kong concealed 3333d",
        code="kong-not-allowed",
    ),
    "mahjiang/kong-1#three": Case(
        legal=f"{FULL}dealt E 1111b 5678c 1299d EEw; E kong concealed 1111b; E kong-replacement ??",
        illegal=f"{FULL}dealt E 1112b 5678c 1299d EEw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "mahjiang/kong-1#out-of-turn": Case(
        legal=f"{FULL}E discard 5b; S draw ??; S kong concealed 1111b; S kong-replacement ??",
        illegal=f"{FULL}E discard 5b; S draw ??; W kong concealed 1111b",
        code="out-of-turn",
    ),
    "mahjiang/kong-2": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard Sw",
        illegal=f"{PUNG}W draw ??; W discard 5b; S kong added 5555b",
        code="kong-tile-claimed",
    ),
    "mahjiang/kong-2#no-pung": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard Sw",
        illegal=f"{TABLE}E discard 1c; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "mahjiang/kong-2#pung-laid-down": Case(
        legal=f"{FULL}E lay-concealed pung 111b; E discard 1c; S draw ??; S discard 2c; W draw ??; W discard 3c; "
        "N draw ??; N discard 4c; E draw 1b; E kong added 1111b; E kong-replacement ??; E discard 5c",
        illegal=f"{FULL}E lay-concealed pung 111b; E discard 1c; S draw ??; S discard 1b; E kong added 1111b",
        code="kong-tile-claimed",
    ),
    "mahjiang/kong-2#pung-laid-down-unseen": Case(
        legal=f"{TABLE}E lay-concealed pung ????; E discard 1c; S discard 2c; W discard 3c; N discard 4c; "
        "E kong added 1111b; E kong-replacement ??; E discard 5c",
        illegal=f"{TABLE}E lay-concealed chow 345d; E discard 1c; S discard 2c; W discard 3c; N discard 4c; "
        "E kong added 1111b",
        code="kong-no-pung",
    ),
    "mahjiang/kong-2#laid-down": Case(
        legal=f"{FULL}E kong concealed 1111b; E kong-replacement ??; E discard 5b",
        illegal=f"{FULL}E lay-concealed kong 1111b",
        code="kong-not-allowed",
    ),
    "mahjiang/kong-3": Case(
        legal=f"{TABLE}E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 1c",
        illegal=f"{PUNG}W draw ??; W discard 5b; !S claim kong; S expose kong 5555b",
        code="kong-on-exposed-pung",
    ),
    "mahjiang/kong-4": Case(
        legal=f"{TABLE}E discard 5b; S kong concealed 1111b; S kong-replacement ??; S mahjong loose",
        illegal=f"{FULL}E discard 5b; S draw ??; S kong concealed 1111b; S mahjong wall",
        code="replacement-missing",
    ),
    "mahjiang/kong-5": Case(
        legal=f"{ADDED}W claim mahjong; W mahjong kong 5b",
        illegal=f"{ADDED}S kong-replacement ??; W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "mahjiang/kong-5#not-complete": Case(
        legal=f"{FULL}dealt W 34b 123456c 789d 11d; {TO_WESTS_DISCARD}W fishing; {TO_THE_KONG}"
        "W claim mahjong; W mahjong kong 5b",
        illegal=f"{FULL}dealt W 36b 123456c 789d 11d; {TO_WESTS_DISCARD}{TO_THE_KONG}"
        "!W claim mahjong; W mahjong kong 5b",
        code="not-mahjong",
    ),
    "mahjiang/kong-6": Case(
        legal=f"{TABLE}E discard 5c; S kong concealed 1111d; W claim mahjong; W mahjong kong 1d",
        illegal=f"{TABLE}E discard 5c; S kong concealed 5555d; !W claim mahjong; W mahjong kong 5d",
        code="rob-not-allowed",
    ),
    "mahjiang/kong-6#known": Case(
        legal=f"{FULL}dealt W 19b 19c 9d ESWNw RGWWd; E discard 5c; S draw ??; S kong concealed 1111d; "
        "W claim mahjong; W mahjong kong 1d",
        illegal=f"{FULL}dealt W 123456b 789c 23d 55c; E discard 5c; S draw ??; S kong concealed 1111d; "
        "!W claim mahjong; W mahjong kong 1d",
        code="rob-not-allowed",
    ),
}

END: dict[str, Case] = {
    "mahjiang/call-1": Case(
        legal=f"{FULL}dealt {NEARLY}; E discard Ew; E fishing; S draw ??; S discard 1c",
        illegal=f"{FULL}dealt {NEARLY}; E discard Ew; S draw ??",
        code="fishing-not-said",
        severity="warning",
    ),
    "mahjiang/call-1#false": Case(
        legal=f"{FULL}dealt {NEARLY}; E discard Ew; E fishing",
        illegal=f"{FULL}dealt {SCATTERED}; E discard Ew; E fishing",
        code="fishing-false",
    ),
    "mahjiang/call-1#once": Case(
        legal=f"{FULL}dealt {NEARLY}; E discard Ew; E fishing; S draw ??; S discard 1c; W draw ??; W discard 2c; "
        "N draw ??; N discard 3c; E draw 4c; E discard 4c; S draw ??",
        illegal=f"{FULL}dealt {NEARLY}; E discard Ew; E fishing; S draw ??; S discard 1c; W draw ??; W discard 2c; "
        "N draw ??; N discard 3c; E draw 4c; E discard 4c; E fishing",
        code="out-of-place",
        severity="warning",
    ),
    "mahjiang/call-1#warned-of-once": Case(
        legal=f"{FULL}dealt {NEARLY}; E discard Ew; E fishing; S draw ??; S discard 1c; W draw ??; W discard 2c; "
        "N draw ??; N discard 3c; E draw 1d; E discard 5d; S draw ??; S discard 6c; W draw ??; W discard 7c; "
        "N draw ??; N discard 8d; E draw 5d; E discard 1d; E fishing; S draw ??",
        illegal=f"{FULL}dealt {NEARLY}; E discard Ew; !S draw ??; S discard 1c; W draw ??; W discard 2c; "
        "N draw ??; N discard 3c; E draw 4c; E discard 4c; S draw ??",
        code="fishing-not-said",
        severity="warning",
    ),
    "mahjiang/call-1#unseen": Case(
        legal=f"{TABLE}E discard 5b; E fishing; S discard 1c; W discard 2c; N discard 3c; E discard 6c; E fishing",
        illegal=f"{TABLE}E discard 5b; S claim mahjong; S mahjong discard; W fishing",
        code="out-of-place",
    ),
    "mahjiang/win-1": Case(
        legal=f"{FULL}dealt E 123456b 789c 222d 55d; E mahjong deal; E show | 123456b 789c 222d 55d",
        illegal=f"{FULL}dealt E 123456b 789c 222d 56d; E mahjong deal",
        code="not-mahjong",
    ),
    "mahjiang/win-1#wonders": Case(
        legal=f"{FULL}dealt E 19b 19c 19d ESWNw RGWWd; E mahjong deal",
        illegal=f"{FULL}dealt E 1122b 3344c 5566d EEw; E mahjong deal",
        code="not-mahjong",
    ),
    "mahjiang/win-1#discard": Case(
        legal=f"{FULL}dealt S 123456b 789c 22d 55d; E discard 5d; S claim mahjong; S mahjong discard 5d",
        illegal=f"{FULL}dealt S 123456b 789c 22d 55d; E discard 4d; !S claim mahjong; S mahjong discard 4d",
        code="not-mahjong",
    ),
    "mahjiang/win-1#shown": Case(
        legal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 555d",
        illegal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 556d",
        code="not-mahjong",
    ),
    "mahjiang/win-2": Case(
        legal=f"{FULL}dealt N 12346b 789c 222d 55d; E discard 5b; N claim mahjong; N mahjong discard 5b",
        illegal=f"{TABLE}E discard 5b; N claim mahjong; N mahjong discard 6b",
        code="mahjong-tile-wrong",
    ),
    "mahjiang/win-2#out-of-turn": Case(
        legal=f"{TABLE}E discard 5b; S draw 6b; S mahjong wall 6b",
        illegal=f"{TABLE}E discard 5b; S draw ??; W mahjong wall",
        code="out-of-turn",
    ),
    "mahjiang/win-3": Case(
        legal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 555d; "
        "W show | 1379b 1379c 1379d Ew",
        illegal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S discard 1c",
        code="play-after-end",
    ),
    "mahjiang/win-3#not-the-whole-hand": Case(
        legal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 555d",
        illegal=f"{TABLE}E discard 5d; S claim mahjong; S mahjong discard 5d; S show | 123456b 789c 22d 55d",
        code="shown-hand-differs",
    ),
    "mahjiang/win-3#loser": Case(
        legal=f"{FULL}dealt W 1379b 1379c 1379d Ew; E discard 5d; S claim mahjong; S mahjong discard; "
        "W show | 1379b 1379c 1379d Ew",
        illegal=f"{FULL}dealt W 1379b 1379c 1379d Ew; E discard 5d; S claim mahjong; S mahjong discard; "
        "W show | 1379b 1379c 1379d Sw",
        code="shown-hand-differs",
    ),
    "mahjiang/draw-1": Case(
        legal=f"{TABLE}{discards(69)}; S draw ??; S discard 2b; washout",
        illegal=f"{FULL}E discard 5b; S draw ??; S discard 1c; washout",
        code="washout-too-early",
    ),
    "mahjiang/draw-1#at-the-table": Case(
        legal=f"{TABLE}{discards(70)}; washout",
        illegal=f"{TABLE}{discards(69)}; washout",
        code="washout-too-early",
    ),
    "mahjiang/draw-1#scored": Case(
        legal=f"{RESULT}washout; S score 0; settlement E=0 S=0 W=0 N=0",
        illegal=f"{RESULT}washout; S score 1",
        code="washout-scored",
    ),
    "mahjiang/draw-1#paid": Case(
        legal=f"{RESULT}washout; settlement E=0 S=0 W=0 N=0; hand 2",
        illegal=f"{RESULT}washout; settlement E=-2 S=4 W=-1 N=-1",
        code="washout-scored",
    ),
    "mahjiang/score-1": Case(
        legal=f"{PAID}S score 1; E score 0; settlement E=-2 S=4 W=-1 N=-1",
        illegal=f"{PAID}S score 2",
        code="wrong-score",
    ),
    "mahjiang/score-1#hand-value": Case(
        legal=f"{GAME} hand_value=5; hand depth=result; E mahjong wall; settlement E=30 S=-10 W=-10 N=-10",
        illegal=f"{GAME} hand_value=5; hand depth=result; E mahjong wall; settlement E=24 S=-8 W=-8 N=-8",
        code="wrong-settlement",
    ),
    "mahjiang/score-1#loser": Case(
        legal=f"{PAID}W score 0",
        illegal=f"{PAID}W score 1",
        code="wrong-score",
    ),
    "mahjiang/score-1#western": Case(
        legal=f"{GAME} scoring=western; hand; {WON_WITH_A_PUNG}S score 44",
        illegal=f"{GAME} scoring=western; hand; {WON_WITH_A_PUNG}S score 1",
        code="wrong-score",
    ),
    "mahjiang/score-1#classical": Case(
        legal=f"{GAME} scoring=classical; hand; {WON_WITH_A_PUNG}S score 22",
        illegal=f"{GAME} scoring=classical; hand; {WON_WITH_A_PUNG}S score 1",
        code="wrong-score",
    ),
}

CASES: dict[str, Case] = {**KONGS, **END}
