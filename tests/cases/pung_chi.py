"""The rules of `pung-chi`, each kept and broken."""

from __future__ import annotations

from cases import Case

GAME = "game pung-chi"
FULL = f"{GAME}; hand; "
TABLE = f"{GAME}; hand depth=table; "
KONGS = f"{GAME} concealed_kongs=true; hand; "
"""Four alike in the hand may be laid as a kong."""
HELD = f"{GAME} held_fourth=true; hand; "
"""A fourth tile that was held before may be added to a pung."""
_HELD_FOURTH = (
    "dealt S 555b 1379c 1379d EWw; E discard 5b; S claim pung; S expose pung 555b; S discard Ew; W draw ??;"
    "W discard Sw; N draw ??; N discard Sw; E draw ??; E discard Sw; S draw 2c; S kong added 5555b"
)
RESULT = f"{GAME}; hand depth=result; "
FLOWERS = f"{GAME} bonus_tiles=true; hand; "
PAID = f"{RESULT}S mahjong discard; "
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3) + "; "
"""The blocks of four, taken unseen."""
TIED = f"{GAME}; roll anna 3 4; roll ben 5 5; roll cora 4 6; roll dora 1 2; "
"""Ben and Cora threw highest, and throw again."""
PUNG = f"{TABLE}E discard 5b; S claim pung; S expose pung 555b; S discard 1c; "
"""South's pung of 5 bamboo lies exposed, and it is West's turn."""
ADDED = f"{PUNG}W discard 2c; N discard 3c; E discard 4c; S draw 5b; S kong added 5555b; "
SCATTERED = "E 1234b 5678c 1299d Ew Rd"
"""East's fourteen tiles, far from a complete hand."""
BY_CHOWS = f"{FULL}dealt S 46b 123456c 789c 11d / N 67b 123456d 789d 99c; E discard 5b; "
"""South and North both win with 5 bamboo, each by a chow."""
BY_CHOW_AND_PUNG = f"{FULL}dealt S 46b 123456c 789c 11d / N 55b 123456d 789d 99c; E discard 5b; "
"""South wins with 5 bamboo by a chow, North by a pung."""
LOST_IN_TURN = "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East, and has lost it."""

SETUP: dict[str, Case] = {
    "pung-chi/wall-1": Case(
        legal=f"{FULL}wall 1111b 2222b; E discard 5b",
        illegal=f"{FULL}wall 1111b 2222b 1b",
        code="too-many-copies",
    ),
    "pung-chi/wall-1#flower": Case(
        legal=f"{FLOWERS}E discard 5b; S draw 1f; S bonus 1f; S bonus-replacement ??; S discard 1c",
        illegal=f"{FULL}E discard 5b; S draw 1f",
        code="tile-not-in-set",
    ),
    "pung-chi/wall-1#size": Case(
        legal=f"{FLOWERS}wall 1f 1s size=144",
        illegal=f"{FULL}wall size=144",
        code="wrong-tile-count",
    ),
    "pung-chi/seats-1": Case(
        legal=f"{TIED}roll ben 2 2; roll cora 3 3; seats cora dora anna ben; hand 1 E cora",
        illegal=f"{TIED}roll ben 2 2; roll cora 3 3; seats ben cora dora anna",
        code="wrong-seats",
    ),
    "pung-chi/seats-1#throws-again": Case(
        legal=f"{TIED}roll cora 2 2; roll ben 3 3; seats ben cora dora anna",
        illegal=f"{TIED}roll anna 6 6",
        code="wrong-roller",
    ),
    "pung-chi/seats-1#order": Case(
        legal=f"{GAME}; seats ben cora dora anna",
        illegal=f"{GAME}; seats ben anna cora dora",
        code="wrong-seats",
    ),
    "pung-chi/seats-1#no-seats-stated": Case(
        legal=f"{GAME}; hand 1 E anna",
        illegal=f"{GAME}; hand 1 E ben",
        code="wrong-east",
    ),
    "pung-chi/seats-2": Case(
        legal=f"{GAME}; hand 1 E anna",
        illegal=f"{GAME}; hand 1 S anna",
        code="wrong-round",
    ),
    "pung-chi/break-1#two-dice": Case(
        legal=f"{FULL}E roll break-wall 3 4",
        illegal=f"{FULL}E roll break-wall 3 7",
        code="bad-dice",
    ),
    "pung-chi/seats-1#two-dice": Case(
        legal=f"{GAME}; roll anna 3 4",
        illegal=f"{GAME}; roll anna 3",
        code="bad-dice",
    ),
    "pung-chi/break-1": Case(
        legal=f"{FULL}E roll break-wall 3 4; break N 7 by=E",
        illegal=f"{FULL}E roll break-wall 3 4; break W 7 by=E",
        code="wrong-break",
    ),
    "pung-chi/break-1#roller": Case(
        legal=f"{FULL}E roll break-wall 1 1; break W 2",
        illegal=f"{FULL}S roll break-wall 1 1",
        code="wrong-roller",
    ),
    "pung-chi/break-1#by": Case(
        legal=f"{FULL}E roll break-wall 3 4; break N 7 by=E",
        illegal=f"{FULL}E roll break-wall 3 4; break N 7 by=N",
        code="wrong-break",
    ),
    "pung-chi/break-2": Case(
        legal=f"{FULL}E roll break-wall 3 4; break N 7 by=E",
        illegal=f"{FULL}E roll break-wall 3 4; break N 8 by=E",
        code="wrong-break",
    ),
    "pung-chi/break-2#second-throw": Case(
        legal=f"{FULL}E roll break-wall 6 6; break E 12",
        illegal=f"{FULL}E roll break-wall 6 6; E roll break-stack 2 3",
        code="wrong-roller",
    ),
    "pung-chi/deal-1": Case(
        legal=f"{FULL}{BLOCKS}E deal ???; S deal ??; W deal ??; N deal ??; E discard 5b",
        illegal=f"{FULL}E deal 1234b; N deal 5678b",
        code="wrong-deal-order",
    ),
    "pung-chi/deal-1#three": Case(
        legal=f"{FULL}E deal 1234b; S deal ?????",
        illegal=f"{FULL}E deal 1234b; S deal 567b",
        code="wrong-deal-count",
    ),
    "pung-chi/deal-1#wall": Case(
        legal=f"{FULL}wall 1234b 5678b; E deal 4321b; S deal 5678b",
        illegal=f"{FULL}wall 1234b 5678b; E deal 1235b",
        code="wrong-deal-tiles",
    ),
    "pung-chi/deal-2": Case(
        legal=f"{FULL}wall 49=12345b; {BLOCKS}E deal 15b; S deal 2b; W deal 3b; N deal 4b",
        illegal=f"{FULL}wall 49=12345b; {BLOCKS}E deal 15b; S deal 3b",
        code="wrong-deal-tiles",
    ),
    "pung-chi/deal-2#order": Case(
        legal=f"{FULL}{BLOCKS}E deal ???; S deal ??; W deal ??; N deal ??",
        illegal=f"{FULL}{BLOCKS}E deal ???; W deal ??",
        code="wrong-deal-order",
    ),
}

PLAY: dict[str, Case] = {
    "pung-chi/turn-1": Case(
        legal=f"{FULL}E discard 5b; S draw ??",
        illegal=f"{FULL}E draw ??",
        code="out-of-turn",
    ),
    "pung-chi/turn-2": Case(
        legal=f"{FULL}E discard 5b; S draw ??; S discard 1c; W draw ??",
        illegal=f"{FULL}E discard 5b; W draw ??",
        code="out-of-turn",
    ),
    "pung-chi/turn-2#wall": Case(
        legal=f"{FULL}wall 54=12b; E discard 5b; S draw 1b; S discard 1c; W draw 2b",
        illegal=f"{FULL}wall 54=12b; E discard 5b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "pung-chi/turn-2#not-held": Case(
        legal=f"{FULL}dealt {SCATTERED}; E discard Ew",
        illegal=f"{FULL}dealt {SCATTERED}; E discard Ww",
        code="tile-not-held",
    ),
    "pung-chi/turn-2#twice": Case(
        legal=f"{FULL}E discard 5b; S draw ??; S discard 1c",
        illegal=f"{FULL}E discard 5b; S draw ??; S discard 1c; S discard 2c",
        code="no-discard-due",
    ),
    "pung-chi/claim-1": Case(
        legal=f"{FULL}dealt W 55b 1379c 1379d ESNw; E discard 5b; W claim pung; W expose pung 555b; W discard Ew",
        illegal=f"{FULL}dealt W 5b 1379c 1379d ESWNw; E discard 5b; !W claim pung; W expose pung 555b",
        code="set-not-held",
    ),
    "pung-chi/claim-2": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; S expose chow 456b; S discard 1c",
        illegal=f"{TABLE}E discard 5b; !N claim chow; N expose chow 456b",
        code="chow-not-from-left",
    ),
    "pung-chi/claim-2#honors": Case(
        legal=f"{TABLE}E discard Rd; S claim pung; S expose pung RRRd",
        illegal=f"{TABLE}E discard Rd; !S claim chow; S expose chow RGWd",
        code="chow-of-honors",
    ),
    "pung-chi/claim-2#not-held": Case(
        legal=f"{FULL}dealt S 46b 1379c 1379d ESNw; E discard 5b; S claim chow; S expose chow 456b",
        illegal=f"{FULL}dealt S 47b 1379c 1379d ESNw; E discard 5b; !S claim chow; S expose chow 456b",
        code="set-not-held",
    ),
    "pung-chi/claim-3": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; W expose pung 555b; W discard 1c; N draw ??",
        illegal=f"{TABLE}E discard 5b; W expose pung 555b",
        code="claim-not-made",
    ),
    "pung-chi/claim-3#no-set": Case(
        legal=f"{TABLE}E discard 5b; S claim pung; S expose pung 555b",
        illegal=f"{TABLE}E discard 5b; S claim pung; S expose pung 556b",
        code="not-a-set",
    ),
    "pung-chi/claim-2#no-run": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; S expose chow 567b",
        illegal=f"{TABLE}E discard 5b; S claim chow; S expose chow 568b",
        code="not-a-set",
    ),
    "pung-chi/claim-3#dropped": Case(
        legal=f"{TABLE}E discard 5b; W claim pung; W retract; S draw ??",
        illegal=f"{TABLE}E discard 5b; W claim pung; S draw ??",
        code="claim-dropped",
        severity="warning",
    ),
    "pung-chi/claim-3#dead": Case(
        legal=f"{TABLE}E discard 5b; S draw ??; S discard 1c; W claim pung; W expose pung 111c",
        illegal=f"{TABLE}E discard 5b; S draw ??; W claim pung",
        code="claim-not-open",
    ),
    "pung-chi/claim-4": Case(
        legal=f"{TABLE}E discard 5b; S claim chow; N claim pung; N expose pung 555b",
        illegal=f"{TABLE}E discard 5b; S claim chow; N claim pung; S expose chow 456b",
        code="claim-outranked",
    ),
    "pung-chi/claim-5": Case(
        legal=f"{BY_CHOWS}N claim mahjong; S claim mahjong; N mahjong discard 5b",
        illegal=f"{BY_CHOWS}N claim mahjong; S claim mahjong; S mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "pung-chi/claim-6": Case(
        legal=f"{FULL}dealt W 555b 1379c 1379d ENw; E discard 5b; W claim kong; W expose kong 5555b; "
        "W kong-replacement ??; W discard Ew",
        illegal=f"{FULL}dealt W 55b 1379c 1379d ESNw; E discard 5b; !W claim kong; W expose kong 5555b",
        code="set-not-held",
    ),
    "pung-chi/claim-6#pung-exposed": Case(
        legal=f"{TABLE}E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 1c",
        illegal=f"{PUNG}W draw ??; W discard 5b; !S claim kong; S expose kong 5555b",
        code="kong-on-exposed-pung",
    ),
    "pung-chi/reveal-1": Case(
        legal=f"{FULL}E discard 1c; S claim pung; S expose pung 111c; S discard 2c",
        illegal=f"{FULL}E discard 1c; S draw ??; S expose pung 111b",
        code="self-drawn-exposed",
    ),
    "pung-chi/reveal-1#chow": Case(
        legal=f"{FULL}E discard 1c; S claim chow; S expose chow 123c; S discard 2c",
        illegal=f"{FULL}E discard 1c; S draw ??; S expose chow 345d",
        code="self-drawn-exposed",
    ),
    "pung-chi/reveal-1#face-down": Case(
        legal=f"{FULL}E discard 1c; S draw ??; S discard 2c",
        illegal=f"{FULL}E discard 1c; S draw ??; S lay-concealed pung 111b",
        code="self-drawn-exposed",
    ),
    "pung-chi/reveal-1#chow-face-down": Case(
        legal=f"{FULL}E discard 1c; S draw ??; S discard 2c",
        illegal=f"{FULL}E discard 1c; S draw ??; S lay-concealed chow 345d",
        code="self-drawn-exposed",
    ),
    "pung-chi/reveal-1#kong": Case(
        legal=f"{KONGS}E discard 1c; S draw ??; S kong concealed 1111b; S kong-replacement ??; S discard 2c",
        illegal=f"{KONGS}E discard 1c; S draw ??; S lay-concealed kong 1111b",
        code="kong-not-allowed",
    ),
    "pung-chi/kong-1": Case(
        legal=f"{KONGS}wall 133=6789d; E kong concealed 1111b; E kong-replacement 8d; "
        "E kong concealed 2222b; E kong-replacement 9d; E kong concealed 3333b; E kong-replacement 6d; E discard 9d",
        illegal=f"{KONGS}E kong concealed 1111b; E discard 5b",
        code="replacement-missing",
    ),
    "pung-chi/kong-1#back-of-the-wall": Case(
        legal=f"{KONGS}wall 135=89d; E kong concealed 1111b; E kong-replacement 8d",
        illegal=f"{KONGS}wall 135=89d; E kong concealed 1111b; E kong-replacement 9d",
        code="not-the-wall-tile",
    ),
    "pung-chi/kong-1#twice": Case(
        legal=f"{KONGS}E kong concealed 1111b; E kong-replacement ??; E discard 5b",
        illegal=f"{KONGS}E kong concealed 1111b; E kong-replacement ??; E kong-replacement ??",
        code="replacement-not-due",
    ),
    "pung-chi/kong-1#before-winning": Case(
        legal=f"{KONGS}E discard 5b; S draw ??; S kong concealed 1111b; S kong-replacement ??; S mahjong loose",
        illegal=f"{KONGS}E discard 5b; S draw ??; S kong concealed 1111b; S mahjong wall",
        code="replacement-missing",
    ),
    "pung-chi/kong-2": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard Sw",
        illegal=f"{PUNG}W draw ??; W discard 5b; S kong added 5555b",
        code="kong-tile-claimed",
    ),
    "pung-chi/kong-2#no-pung": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard Sw",
        illegal=f"{TABLE}E discard 1c; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "pung-chi/kong-2#not-held": Case(
        legal=f"{HELD}dealt S 555b 1379c 1379d EWw; E discard 5b; S claim pung; S expose pung 555b; "
        "S kong added 5555b; S kong-replacement ??",
        illegal=f"{FULL}dealt S 55b 1379c 1379d ESWw; E discard 5b; S claim pung; S expose pung 555b; "
        "S kong added 5555b",
        code="tile-not-held",
    ),
    "pung-chi/kong-2#held-since-before": Case(
        legal=f"{HELD}{_HELD_FOURTH}",
        illegal=f"{FULL}{_HELD_FOURTH}",
        code="kong-tile-claimed",
    ),
    "pung-chi/kong-2#out-of-turn": Case(
        legal=f"{ADDED}S kong-replacement ??; S discard Sw",
        illegal=f"{PUNG}W draw ??; S kong added 5555b",
        code="out-of-turn",
    ),
    "pung-chi/kong-3": Case(
        legal=f"{KONGS}E kong concealed 1111b; E kong-replacement ??; E discard 5b",
        illegal=f"{FULL}E kong concealed 1111b",
        code="kong-not-allowed",
    ),
    "pung-chi/kong-3#three": Case(
        legal=f"{KONGS}dealt E 1111b 5678c 1299d EEw; E kong concealed 1111b; E kong-replacement ??",
        illegal=f"{KONGS}dealt E 1112b 5678c 1299d EEw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "pung-chi/kong-3#four-alike": Case(
        legal=f"{KONGS}E kong concealed 1111b; E kong-replacement ??",
        illegal=f"{KONGS}E kong concealed 1112b",
        code="not-a-set",
    ),
    "pung-chi/bonus-1": Case(
        legal=f"{FLOWERS}wall 143=89d; E discard 5b; S draw 1f; S bonus 1f; S bonus-replacement 8d; S discard 8d",
        illegal=f"{FLOWERS}E discard 5b; S draw 1f; S discard 1c",
        code="bonus-kept",
    ),
    "pung-chi/bonus-1#discarded": Case(
        legal=f"{FLOWERS}E discard 5b; S draw 1f; S bonus 1f; S bonus-replacement ??; S discard 1c",
        illegal=f"{FLOWERS}E discard 5b; S draw 1f; S discard 1f",
        code="bonus-kept",
    ),
    "pung-chi/bonus-1#no-bonus": Case(
        legal=f"{FLOWERS}E bonus 1f; E bonus-replacement ??; E discard 5b",
        illegal=f"{FLOWERS}E bonus Rd",
        code="not-a-bonus",
    ),
    "pung-chi/bonus-1#dealt": Case(
        legal=f"{FLOWERS}E bonus 1f; E bonus-replacement ??; W bonus 1s; W bonus-replacement ??; E discard 5b",
        illegal=f"{FLOWERS}W bonus 1f; W bonus-replacement ??; S bonus 2f",
        code="out-of-turn",
    ),
    "pung-chi/bonus-1#not-replaced": Case(
        legal=f"{FLOWERS}E bonus 1f; E bonus-replacement 2f; E bonus 2f; E bonus-replacement ??; E discard 5b",
        illegal=f"{FLOWERS}E bonus 1f; E discard 5b",
        code="replacement-missing",
    ),
    "pung-chi/bonus-1#twice": Case(
        legal=f"{FLOWERS}E bonus 1f 2f; E bonus-replacement ??; E bonus-replacement ??; E discard 5b",
        illegal=f"{FLOWERS}E bonus 1f; E bonus-replacement ??; E bonus-replacement ??",
        code="replacement-not-due",
    ),
    "pung-chi/bonus-1#back-of-the-wall": Case(
        legal=f"{FLOWERS}wall 143=89d; E bonus 1f; E bonus-replacement 8d",
        illegal=f"{FLOWERS}wall 143=89d; E bonus 1f; E bonus-replacement 9d",
        code="not-the-wall-tile",
    ),
}

CASES: dict[str, Case] = {**SETUP, **PLAY}
