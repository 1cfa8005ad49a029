"""The rules of `mahjiang`, each kept and broken."""

from __future__ import annotations

from cases import Case
from short_logs import discards

GAME = "game mahjiang"
FULL = f"{GAME}; hand; "
TABLE = f"{GAME}; hand depth=table; "
RESULT = f"{GAME}; hand depth=result; "
PAID = f"{RESULT}S mahjong discard; "
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3) + "; "
"""The blocks of four, taken unseen."""
PUNG = f"{TABLE}E discard 5b; S claim pung; S expose pung 555b; S discard 1c; "
"""South's pung of 5 bamboo lies exposed, and it is West's turn."""
ADDED = f"{PUNG}W discard 2c; N discard 3c; E discard 4c; S draw 5b; S kong added 5555b; "
SCATTERED = "E 1234b 5678c 1299d Ew Rd"
"""East's fourteen tiles, far from a complete hand."""
NEARLY = "E 123456b 789c 22d 55d Ew"
"""East lacks one tile when the wind is gone."""
LOST_IN_TURN = "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East, and has lost it."""

KONG_FIRST = f"{TABLE}E kong concealed 9999d; E kong-replacement ??"
WITHOUT_NINES = discards(69).replace("9d", "8d")
"""As many turns as there are without one draw: a kong does not shorten the live wall."""


def _kongs(seat: str, kinds: str, suit: str) -> str:
    return "; ".join(f"{seat} kong concealed {rank * 4}{suit}; {seat} kong-replacement ??" for rank in kinds)


BOX_EMPTY = (
    f"{FULL}{_kongs('E', '1234', 'b')}; E discard Ew; S draw ??; {_kongs('S', '5678', 'b')}; S discard Ew; "
    f"W draw ??; {_kongs('W', '1234', 'c')}; W discard Ew; N draw ??; {_kongs('N', '12', 'd')}; "
)
"""The fourteen tiles of the kong box are taken."""

FACE_DOWN = (
    f"{FULL}dealt S 555b 1379c 1379d EWw; E discard 1c; S draw Sw; S lay-concealed pung 555b; S discard Sw;"
    "W draw ??; W discard 1d; N draw ??; N discard 1d; E draw ??; E discard 9c;"
)
"""South's pung of 5 bamboo lies face down, and it is South's turn."""

SEATING: dict[str, Case] = {
    "mahjiang/seats-1": Case(
        legal=f"{GAME}; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Nw; hand 1 E cora",
        illegal=f"{GAME}; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Ew",
        code="wrong-seats",
    ),
    "mahjiang/seats-1#another-seat": Case(
        legal=f"{GAME}; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Nw",
        illegal=f"{GAME}; seats anna cora dora ben cora=Ew anna=Sw dora=Ww ben=Nw",
        code="wrong-seats",
    ),
    "mahjiang/seats-1#first-east": Case(
        legal=f"{GAME}; seats cora anna dora ben; hand 1 E cora",
        illegal=f"{GAME}; seats cora anna dora ben; hand 1 E anna",
        code="wrong-east",
    ),
    "mahjiang/seats-2": Case(
        legal=f"{PAID}hand 2 E seats=ben,cora,dora,anna",
        illegal=f"{PAID}hand 2 E seats=ben,anna,cora,dora",
        code="wrong-seats",
    ),
    "mahjiang/seats-3": Case(
        legal=f"{PAID}settlement E=-2 S=4 W=-1 N=-1",
        illegal=f"{PAID}settlement E=-1 S=3 W=-1 N=-1",
        code="wrong-settlement",
    ),
    "mahjiang/rotate-1": Case(
        legal=f"{RESULT}W mahjong wall; hand 2 E ben",
        illegal=f"{RESULT}W mahjong wall; hand 2 E cora",
        code="wrong-east",
    ),
    "mahjiang/rotate-2": Case(
        legal=f"{RESULT}E mahjong wall; hand 2 E anna",
        illegal=f"{RESULT}E mahjong wall; hand 2 E ben",
        code="wrong-east",
    ),
    "mahjiang/rotate-3": Case(
        legal=f"{RESULT}washout; hand 2 E anna",
        illegal=f"{RESULT}washout; hand 2 E ben",
        code="wrong-east",
    ),
    "mahjiang/session-1": Case(
        legal=f"{GAME}; {LOST_IN_TURN.replace('dora depth=result; S', 'dora depth=result; E')}; hand 5 E dora",
        illegal=f"{GAME}; {LOST_IN_TURN}; hand 5 E anna",
        code="hand-after-end",
    ),
    "mahjiang/session-2": Case(
        legal=f"{GAME} rounds=2; hand depth=result; E mahjong wall; hand 2",
        illegal=f"{GAME} rounds=2; hand depth=result; E mahjong wall; hand 2 depth=result; E mahjong wall; hand 3",
        code="hand-after-end",
    ),
    "mahjiang/session-2#more-hands-than-a-session": Case(
        legal=f"{GAME} rounds=5; {LOST_IN_TURN}; hand 5 E anna",
        illegal=f"{GAME} rounds=4; {LOST_IN_TURN}; hand 5 E anna",
        code="hand-after-end",
    ),
    "mahjiang/session-2#target": Case(
        legal=f"{GAME} target_score=5; hand depth=result; S mahjong wall; settlement E=-2 S=4 W=-1 N=-1; hand 2 E ben",
        illegal=f"{GAME} target_score=4; hand depth=result; S mahjong wall; settlement E=-2 S=4 W=-1 N=-1; "
        "hand 2 E ben",
        code="hand-after-end",
    ),
    "mahjiang/session-2#wind": Case(
        legal=f"{GAME} rounds=9; {LOST_IN_TURN}; hand 5 E anna",
        illegal=f"{GAME} rounds=9; {LOST_IN_TURN}; hand 5 S anna",
        code="wrong-round",
    ),
}

WALL: dict[str, Case] = {
    "mahjiang/wall-1": Case(
        legal=f"{FULL}wall 1111b 2222b",
        illegal=f"{FULL}wall 1111b 2222b 1b",
        code="too-many-copies",
    ),
    "mahjiang/wall-1#flower": Case(
        legal=f"{TABLE}E discard 5b; S draw Rd; S discard 1c",
        illegal=f"{TABLE}E discard 5b; S draw 1f",
        code="tile-not-in-set",
    ),
    "mahjiang/wall-1#laid-out": Case(
        legal=f"{TABLE}E discard 5b; S draw ??; S discard 1c",
        illegal=f"{TABLE}E bonus 1f",
        code="tile-not-in-set",
    ),
    "mahjiang/wall-1#size": Case(
        legal=f"{FULL}wall size=136",
        illegal=f"{FULL}wall size=144",
        code="wrong-tile-count",
    ),
    "mahjiang/wall-1#fifth-discard": Case(
        legal=f"{TABLE}E discard 5b; S discard 5b; W discard 5b; N discard 5b; E discard 6b",
        illegal=f"{TABLE}E discard 5b; S discard 5b; W discard 5b; N discard 5b; E discard 5b",
        code="too-many-copies",
    ),
    "mahjiang/break-1": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 3 by=W",
        illegal=f"{FULL}S roll break-wall 5 6",
        code="wrong-roller",
    ),
    "mahjiang/break-1#by": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 3 by=W",
        illegal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 3 by=S",
        code="wrong-break",
    ),
    "mahjiang/break-2": Case(
        legal=f"{FULL}E roll break-wall 1 4; E roll break-stack 2 2; break E 9 by=E",
        illegal=f"{FULL}E roll break-wall 1 4; S roll break-stack 2 2",
        code="wrong-roller",
    ),
    "mahjiang/break-3": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 3",
        illegal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 4",
        code="wrong-break",
    ),
    "mahjiang/break-3#wall": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 1 2; break W 14",
        illegal=f"{FULL}E roll break-wall 5 6; W roll break-stack 1 2; break N 14",
        code="wrong-break",
    ),
    "mahjiang/break-3#one-short": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 3",
        illegal=f"{FULL}E roll break-wall 5 6; W roll break-stack 4 5; break S 2",
        code="wrong-break",
        severity="warning",
    ),
    "mahjiang/break-3#one-short-of-the-own-wall": Case(
        legal=f"{FULL}E roll break-wall 5 6; W roll break-stack 3 3; break W 17",
        illegal=f"{FULL}E roll break-wall 5 6; W roll break-stack 3 3; break W 16",
        code="wrong-break",
    ),
    "mahjiang/break-4": Case(
        legal=f"{FULL}wall 133=6789d; E kong concealed 1111b; E kong-replacement 8d; "
        "E kong concealed 2222b; E kong-replacement 9d; E kong concealed 3333b; E kong-replacement 6d; "
        "E discard Ew; S draw ??; S kong concealed 4444b; S kong-replacement 7d",
        illegal=f"{FULL}wall 133=6789d; E kong concealed 1111b; E kong-replacement 9d",
        code="not-the-wall-tile",
    ),
    "mahjiang/break-5": Case(
        legal=f"{TABLE}{discards(69)}; S draw ??; S discard 2b; washout",
        illegal=f"{TABLE}{discards(70)}; W draw ??",
        code="draw-past-end",
    ),
    "mahjiang/break-5#after-a-kong": Case(
        legal=f"{KONG_FIRST}; {WITHOUT_NINES}; S draw ??; S discard 2b; washout",
        illegal=f"{KONG_FIRST}; {WITHOUT_NINES}; S draw ??; S discard 2b; W draw ??",
        code="draw-past-end",
    ),
    "mahjiang/deal-1": Case(
        legal=f"{FULL}{BLOCKS}E deal ???; S deal ??; W deal ??; N deal ??; E discard 5b",
        illegal=f"{FULL}E deal 1234b; W deal 5678b",
        code="wrong-deal-order",
    ),
    "mahjiang/deal-1#three": Case(
        legal=f"{FULL}E deal 1234b; S deal ?????",
        illegal=f"{FULL}E deal 123b",
        code="wrong-deal-count",
    ),
    "mahjiang/deal-1#wall": Case(
        legal=f"{FULL}wall 1234b 5678b; E deal 4321b; S deal 5678b",
        illegal=f"{FULL}wall 1234b 5678b; E deal 1234b; S deal 5679b",
        code="wrong-deal-tiles",
    ),
    "mahjiang/deal-2": Case(
        legal=f"{FULL}wall 49=12345b; {BLOCKS}E deal 15b; S deal 2b; W deal 3b; N deal 4b",
        illegal=f"{FULL}wall 49=12345b; {BLOCKS}E deal 12b",
        code="wrong-deal-tiles",
    ),
    "mahjiang/deal-2#order": Case(
        legal=f"{FULL}{BLOCKS}E deal ???; S deal ??; W deal ??; N deal ??; E discard 5b",
        illegal=f"{FULL}{BLOCKS}E deal ??",
        code="wrong-deal-count",
    ),
}

PLAY: dict[str, Case] = {
    "mahjiang/turn-1": Case(
        legal=f"{FULL}E discard 5b; S draw ??",
        illegal=f"{FULL}E draw ??",
        code="out-of-turn",
    ),
    "mahjiang/turn-1#south": Case(
        legal=f"{FULL}E discard 5b; S draw ??",
        illegal=f"{FULL}S discard 5b",
        code="out-of-turn",
    ),
    "mahjiang/turn-2": Case(
        legal=f"{FULL}dealt {SCATTERED}; E discard Ew; S draw ??; S discard 1c",
        illegal=f"{FULL}dealt {SCATTERED}; E discard Ww",
        code="tile-not-held",
    ),
    "mahjiang/turn-2#twice": Case(
        legal=f"{FULL}E discard 5b; S draw ??; S discard 6b",
        illegal=f"{FULL}E discard 5b; S draw ??; S discard 6b; S discard 7b",
        code="no-discard-due",
    ),
    "mahjiang/turn-3": Case(
        legal=f"{FULL}E discard 5b; S draw ??; S discard 1c; W draw ??",
        illegal=f"{FULL}E discard 5b; W draw ??",
        code="out-of-turn",
    ),
    "mahjiang/turn-3#wall": Case(
        legal=f"{FULL}wall 54=12b; E discard 5b; S draw 1b; S discard 1c; W draw 2b",
        illegal=f"{FULL}wall 54=12b; E discard 5b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "mahjiang/turn-4": Case(
        legal=f"{FULL}dealt E 11123b 5678c 99d Ew Sw Rd; E lay-concealed pung 111b; E discard Ew; S draw ??; "
        "S lay-concealed chow 345d; S discard Sw",
        illegal=f"{FULL}E discard 1c; S draw ??; S expose pung 111b",
        code="self-drawn-exposed",
    ),
    "mahjiang/turn-4#chow": Case(
        legal=f"{FULL}E discard 1c; S draw ??; S lay-concealed chow 345d; S discard Sw",
        illegal=f"{FULL}E discard 1c; S draw ??; S expose chow 345d",
        code="self-drawn-exposed",
    ),
    "mahjiang/turn-4#not-held": Case(
        legal=f"{FULL}dealt {SCATTERED}; E lay-concealed chow 234b; E discard Ew",
        illegal=f"{FULL}dealt {SCATTERED}; E lay-concealed chow 345b",
        code="set-not-held",
    ),
    "mahjiang/turn-4#no-set": Case(
        legal=f"{FULL}E lay-concealed chow 234b",
        illegal=f"{FULL}E lay-concealed chow 235b",
        code="not-a-set",
    ),
    "mahjiang/turn-4#out-of-turn": Case(
        legal=f"{FULL}E discard 1c; S draw ??; S lay-concealed pung 111b",
        illegal=f"{FULL}E discard 1c; S draw ??; W lay-concealed pung 111b",
        code="out-of-turn",
    ),
    "mahjiang/turn-4#draw-not-recorded": Case(
        legal=f"{TABLE}E discard 5b; S lay-concealed pung 111b; S discard 1c; W discard 2c",
        illegal=f"{TABLE}E discard 5b; W lay-concealed pung 111b",
        code="out-of-turn",
    ),
    "mahjiang/claim-1": Case(
        legal=f"{FULL}dealt W 55b 1379c 1379d ESNw; E discard 5b; W claim pung; W expose pung 555b; W discard Ew",
        illegal=f"{FULL}dealt W 5b 1379c 1379d ESWNw; E discard 5b; !W claim pung; W expose pung 555b",
        code="set-not-held",
    ),
    "mahjiang/claim-1#kong": Case(
        legal=f"{FULL}dealt W 555b 1379c 1379d ENw; E discard 5b; W claim kong; W expose kong 5555b; "
        "W kong-replacement ??; W discard Ew",
        illegal=f"{FULL}dealt W 55b 1379c 1379d ESNw; E discard 5b; !W claim kong; W expose kong 5555b",
        code="set-not-held",
    ),
    "mahjiang/claim-1#none-left": Case(
        legal=f"{TABLE}E discard 5b; S discard 1c; W discard 5b; N claim pung; N expose pung 555b",
        illegal=f"{TABLE}E discard 5b; S discard 1c; W discard 5b; N discard 2c; E discard 5b; "
        "!N claim pung; N expose pung 555b",
        code="set-not-held",
    ),
    "mahjiang/claim-2": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; S expose chow 456b; S discard 1c",
        illegal=f"{TABLE}E discard 5b; !W claim chow; W expose chow 456b",
        code="chow-not-from-left",
    ),
    "mahjiang/claim-2#honors": Case(
        legal=f"{TABLE}E discard Ew; S claim pung; S expose pung EEEw",
        illegal=f"{TABLE}E discard Ew; !S claim chow; S expose chow ESWw",
        code="chow-of-honors",
    ),
    "mahjiang/claim-2#no-run": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; S expose chow 567b",
        illegal=f"{TABLE}E discard 5b; S claim chow; S expose chow 568b",
        code="not-a-set",
    ),
    "mahjiang/claim-2#not-held": Case(
        legal=f"{FULL}dealt S 46b 1379c 1379d ESNw; E discard 5b; S claim chow; S expose chow 456b",
        illegal=f"{FULL}dealt S 46b 1379c 1379d ESNw; E discard 5b; S claim chow; S expose chow 567b",
        code="set-not-held",
    ),
    "mahjiang/claim-3": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; W expose pung 555b; W discard 1c; N draw ??",
        illegal=f"{TABLE}E discard 5b; W expose pung 555b",
        code="claim-not-made",
    ),
    "mahjiang/claim-3#misnamed": Case(
        legal=f"{TABLE}E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??",
        illegal=f"{TABLE}E discard 5b; W claim pung; W expose kong 5555b",
        code="claim-misnamed",
    ),
    "mahjiang/claim-3#no-set": Case(
        legal=f"{TABLE}E discard 5b; S claim pung; S expose pung 555b",
        illegal=f"{TABLE}E discard 5b; S claim pung; S expose pung 556b",
        code="not-a-set",
    ),
    "mahjiang/claim-3#not-laid-down": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; W retract; S draw ??; S discard 1c",
        illegal=f"{TABLE}E discard 5b; W claim pung; W discard 1c",
        code="no-discard-due",
    ),
    "mahjiang/kong-1#face-down": Case(
        legal=f"{FACE_DOWN} S draw 5b; S kong concealed 5555b; S kong-replacement ??; S discard 9d",
        illegal=f"{FACE_DOWN} S draw 9c; S kong concealed 5555b",
        code="kong-not-concealed",
    ),
    "mahjiang/claim-3#dropped": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; W retract; S draw ??; S discard 1c",
        illegal=f"{TABLE}E discard 5b; W claim pung; S draw ??",
        code="claim-dropped",
        severity="warning",
    ),
    "mahjiang/break-1#two-dice": Case(
        legal="game mahjiang; hand; E roll break-wall 3 4",
        illegal="game mahjiang; hand; E roll break-wall 0 4",
        code="bad-dice",
    ),
    "mahjiang/break-2#two-dice": Case(
        legal="game mahjiang; hand; E roll break-wall 1 2; W roll break-stack 3 4",
        illegal="game mahjiang; hand; E roll break-wall 1 2; W roll break-stack 3 4 5",
        code="bad-dice",
    ),
    "mahjiang/claim-4": Case(
        legal=f"{TABLE}E discard 5b; S draw ??; S discard 1c; W claim pung; W expose pung 111c",
        illegal=f"{TABLE}E discard 5b; S draw ??; W claim pung",
        code="claim-not-open",
    ),
    "mahjiang/claim-5": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{TABLE}E discard 5b; W claim pung; N claim mahjong; W expose pung 555b",
        code="claim-outranked",
    ),
    "mahjiang/claim-5#chow": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; N claim pung; N expose pung 555b",
        illegal=f"{TABLE}E discard 5b; S claim chow; N claim pung; S expose chow 456b",
        code="claim-outranked",
    ),
    "mahjiang/claim-6": Case(
        legal=f"{TABLE}E discard 5b; N claim mahjong; W claim mahjong; W mahjong discard 5b",
        illegal=f"{TABLE}E discard 5b; N claim mahjong; W claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
}

CASES: dict[str, Case] = {**SEATING, **WALL, **PLAY}
