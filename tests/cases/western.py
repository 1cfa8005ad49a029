"""The rules of `western` about the table and the play, each kept and broken; its values are in `western_scores`."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS

_TABLE = "game western; hand depth=table;"
"""What the table saw: draws are between the lines."""
_FULL = "game western; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_DRAWS = 77
"""Draws of a hand in which nothing is taken from the dead wall."""
_A_KONG = "E kong concealed 1111b; E kong-replacement ??;"


def _turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def _hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


_ROLLS = "roll anna 6 3; roll ben 3 4; roll cora 5 6; roll dora 1 1;"
_THROWS = "E roll break-wall 3 3; E roll break-stack 4 4;"
_FISHING_FOR_5B = "dealt W 123c 456c 789c 46b 99d;"
"""West lacks a 5b, for a chow."""
_SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
_SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw {}; W discard Ew;"
_ENDS = "wall 54=9c 143=12c;"
"""The first tile to be drawn, and the last stack of the dead wall."""
_PUNG_BEFORE_THE_KONG = (
    "wall 57=5b 58=9c 143=12c; E discard 5b; W claim pung; W expose pung 555b; W discard 9d; N draw ??; N discard Ew;"
    "E draw ??; E discard Ew; S draw ??; S discard Ew; W draw 5b;"
)
"""West draws the fourth 5 bamboo; the next tile there is 9 characters."""
_HELD_FOURTH = (
    "dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
    "W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw 9c; S kong added 5555b"
)
"""South had the fourth 5 bamboo when the pung was laid down."""
_ROUND_THE_TABLE = "N draw ??; N discard 9d; E draw ??; E discard 9d;"

CASES: dict[str, Case] = {
    "western/tiles-1": Case(
        legal=f"{_FULL} wall 1111b 1234f 1234s",
        illegal=f"{_FULL} wall 11111b 1234f 1234s",
        code="too-many-copies",
    ),
    "western/tiles-1#bonus-tiles-off": Case(
        legal="game western bonus_tiles=false; hand; E discard 9b; S draw 1b; S discard 1b",
        illegal="game western bonus_tiles=false; hand; E discard 9b; S draw 1f",
        code="tile-not-in-set",
    ),
    "western/seats-1": Case(
        legal="game western; hand; E discard 9b; S draw 2f; S bonus 2f; S bonus-replacement ??; S discard 9b",
        illegal=f"game western; {_ROLLS} seats cora ben dora anna",
        code="wrong-seats",
    ),
    "western/wall-1": Case(
        legal=f"{_FULL} wall 123b size=144",
        illegal=f"{_FULL} wall 123b size=143",
        code="wrong-tile-count",
    ),
    "western/seats-2": Case(
        legal=f"game western; {_ROLLS} seats cora dora anna ben; hand",
        illegal=f"game western; {_ROLLS} seats anna ben cora dora",
        code="wrong-seats",
    ),
    "western/seats-2#ties-throw-again": Case(
        legal="game western; roll anna 6 3; roll ben 3 4; roll cora 4 5; roll dora 1 1; roll anna 2 2; roll cora 3 3;"
        "seats cora dora anna ben; hand",
        illegal="game western; roll anna 6 3; roll ben 3 4; roll cora 4 5; roll dora 1 1; roll ben 2 2",
        code="wrong-roller",
    ),
    "western/break-1": Case(
        legal=f"{_FULL} {_THROWS} break S 8 by=E",
        illegal=f"{_FULL} {_THROWS} break W 8 by=E",
        code="wrong-break",
    ),
    "western/break-2": Case(
        legal=f"{_FULL} {_THROWS} break S 8",
        illegal=f"{_FULL} {_THROWS} break S 14",
        code="wrong-break",
    ),
    "western/break-2#east-throws-again": Case(
        legal=f"{_FULL} {_THROWS}",
        illegal=f"{_FULL} E roll break-wall 3 3; S roll break-stack 4 4",
        code="wrong-roller",
    ),
    "western/break-3": Case(
        legal=f"{_FULL} wall 143=12c; E kong concealed 1111b; E kong-replacement 1c; E discard 9d",
    ),
    "western/break-1#two-dice": Case(
        legal=f"{_FULL} E roll break-wall 3 4",
        illegal=f"{_FULL} E roll break-wall 3 7",
        code="bad-dice",
    ),
    "western/break-2#two-dice": Case(
        legal=f"{_FULL} E roll break-wall 3 4; E roll break-stack 1 1",
        illegal=f"{_FULL} E roll break-wall 3 4; E roll break-stack 1",
        code="bad-dice",
    ),
    "western/seats-2#two-dice": Case(
        legal="game western; roll anna 6 3",
        illegal="game western; roll anna 6 0",
        code="bad-dice",
    ),
    "western/deal-1": Case(
        legal=f"{_FULL} wall 49=123456b; {_BLOCKS}; E deal 1b; S deal 2b; W deal 3b; N deal 4b; E deal 5b;"
        "E discard 1b; S draw 6b",
        illegal=f"{_FULL} wall 49=123456b; {_BLOCKS}; E deal 15b",
        code="wrong-deal-count",
    ),
    "western/deal-1#in-turn": Case(
        legal=f"{_FULL} {_BLOCKS}",
        illegal=f"{_FULL} E deal ?????; S deal ?????; N deal ?????",
        code="wrong-deal-order",
    ),
    "western/turn-1": Case(
        legal=f"{_FULL} E discard 9b; S draw ??; S discard Ew",
        illegal=f"{_FULL} S draw ??",
        code="out-of-turn",
    ),
    "western/turn-1#named": Case(
        legal=f"{_FULL} E discard 9b named=9b",
        illegal=f"{_FULL} E discard 9b named=8b",
        code="discard-misnamed",
        severity="info",
    ),
    "western/turn-2": Case(
        legal=f"{_FULL} E discard 9b; S draw ??; S discard Ew; W draw ??",
        illegal=f"{_FULL} E discard 9b; W draw ??",
        code="out-of-turn",
    ),
    "western/turn-2#going-round-the-wall": Case(
        legal=f"{_FULL} wall 54=12b; dealt S 123456789c 1234d; E discard 9b; S draw 1b; S discard 1b; W draw 2b",
        illegal=f"{_FULL} wall 54=12b; dealt S 123456789c 1234d; E discard 9b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "western/turn-2#a-tile-of-the-hand": Case(
        legal=f"{_FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard 4d",
        illegal=f"{_FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard Nw",
        code="tile-not-held",
    ),
    "western/pung-1": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N discard 5c",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 7c; !W claim pung; W expose pung 777c",
        code="set-not-held",
    ),
    "western/pung-1#as-called": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; S expose pung 555b; S discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim pung; S expose chow 567b",
        code="claim-misnamed",
    ),
    "western/pung-1#only-the-latest-discard": Case(
        legal=f"{_FULL} E discard 5b; S draw ??; S discard 5b; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_FULL} E discard 5b; S draw ??; N claim pung",
        code="claim-not-open",
    ),
    "western/pung-2": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d GGd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S expose pung 222d",
        code="self-drawn-exposed",
    ),
    "western/kong-1": Case(
        legal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9d; !W claim kong; W expose kong 9999d",
        code="set-not-held",
    ),
    "western/kong-1#tile-from-the-dead-wall": Case(
        legal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
        illegal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W discard 9c",
        code="replacement-missing",
    ),
    "western/kong-1#from-the-wrong-end": Case(
        legal=f"{_FULL} {_ENDS} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement 1c",
        illegal=f"{_FULL} {_ENDS} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement 9c",
        code="not-the-wall-tile",
    ),
    "western/kong-2#from-the-wrong-end": Case(
        legal=f"{_FULL} {_PUNG_BEFORE_THE_KONG} W kong added 5555b; W kong-replacement 1c",
        illegal=f"{_FULL} {_PUNG_BEFORE_THE_KONG} W kong added 5555b; W kong-replacement 9c",
        code="not-the-wall-tile",
    ),
    "western/kong-3#from-the-wrong-end": Case(
        legal=f"{_FULL} {_ENDS} E kong concealed 1111b; E kong-replacement 1c; E discard 9d",
        illegal=f"{_FULL} {_ENDS} E kong concealed 1111b; E kong-replacement 9c",
        code="not-the-wall-tile",
    ),
    "western/kong-2#held-since-before": Case(
        legal=f"game western held_fourth=true; hand; {_HELD_FOURTH}",
        illegal=f"{_FULL} {_HELD_FOURTH}",
        code="kong-tile-claimed",
    ),
    "western/kong-2": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS.format('??')} {_ROUND_THE_TABLE} S draw 5b; S kong added 5555b;"
        "S kong-replacement ??; S discard Ew",
        illegal=f"{_FULL} E discard 5b; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "western/kong-2#self-drawn": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS.format('??')} N draw ??; N discard 9d; E draw ??; E discard 9d; S draw ??;"
        "S discard 9d; W draw ??; W discard Ew; N draw ??; N discard Nw; E draw ??; E discard Nw; S draw Nw;"
        "S kong added 5555b; S kong-replacement ??",
        illegal=f"{_FULL} {_SOUTH_PUNGS.format('??')} N draw ??; N discard 9d; E draw ??; E discard 5b;"
        "S kong added 5555b",
        code="kong-tile-claimed",
    ),
    "western/kong-3": Case(
        legal=f"{_FULL} dealt E 1111b 456b 789c 222d Ew; E kong concealed 1111b; E kong-replacement ??; E discard Ew",
        illegal=f"{_FULL} dealt E 111b 456b 789c 222d ESw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "western/kong-4": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS.format('??')} N draw ??; N discard 5b; E draw ??; E discard 9d",
        illegal=f"{_FULL} {_SOUTH_PUNGS.format('??')} N draw ??; N discard 5b; !S claim kong; S expose kong 5555b",
        code="kong-on-exposed-pung",
    ),
    "western/chow-1": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{_TABLE} E discard 3b; !W claim chow; W expose chow 345b",
        code="chow-not-from-left",
    ),
    "western/chow-1#of-one-suit": Case(
        legal=f"{_TABLE} E discard 9b; S claim chow; S expose chow 789b; S discard 9c",
        illegal=f"{_TABLE} E discard Ew; S claim chow",
        code="chow-of-honors",
        severity="warning",
    ),
    "western/chow-1#no-run": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 346b",
        code="not-a-set",
    ),
    "western/pung-1#dropped": Case(
        legal=f"{_FULL} E discard 5b; W claim pung; W retract; S draw ??",
        illegal=f"{_FULL} E discard 5b; W claim pung; S draw ??",
        code="claim-dropped",
        severity="warning",
    ),
    "western/chow-2": Case(
        legal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; S expose chow 567b",
        code="claim-outranked",
    ),
    "western/chow-2#mahjong-goes-first": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; S expose pung 555b",
        code="claim-outranked",
    ),
    "western/chow-3": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d GGd; S score 60",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S expose chow 123b",
        code="self-drawn-exposed",
    ),
    "western/bonus-1": Case(
        legal=f"{_FULL} E bonus 1f; E bonus-replacement ??; E discard 9b; S draw 2s; S bonus 2s;"
        "S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S discard 9c",
        code="bonus-kept",
    ),
    "western/bonus-1#replaced-from-the-dead-wall": Case(
        legal=f"{_FULL} wall 143=5b; dealt E 1f 123456789c 1234d; E bonus 1f; E bonus-replacement 5b; E discard 5b",
        illegal=f"{_FULL} wall 143=5b; dealt E 1f 123456789c 1234d; E bonus 1f; E discard 4d",
        code="replacement-missing",
    ),
    "western/win-1": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S mahjong wall Ew",
        code="not-mahjong",
    ),
    "western/win-1#knitting": Case(
        legal=f"{_FULL} dealt S 1234567b 123456c; E discard 7c; S claim mahjong; S mahjong discard 7c",
        illegal="game western optional_limits=false; hand; dealt S 1234567b 123456c; E discard 7c; !S claim mahjong;"
        "S mahjong discard 7c",
        code="not-mahjong",
    ),
    "western/win-1#seven-pairs": Case(
        legal=f"{_FULL} dealt S 1122b 3344c 5566d 7c; E discard 9b; S draw 7c; S mahjong wall 7c",
        illegal=f"{_FULL} dealt S 1122b 3344c 5566d 7c; E discard 9b; S draw 8c; S mahjong wall 8c",
        code="not-mahjong",
    ),
    "western/win-2": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} E discard 5b; W claim mahjong; W mahjong discard 5b",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall 2d",
        code="mahjong-tile-wrong",
    ),
    "western/win-2#from-the-dead-wall": Case(
        legal=f"{_FULL} dealt S 2222c 123b 456b 99d 7d; E discard 9b; S draw 8d; S kong concealed 2222c;"
        "S kong-replacement 6d; S mahjong loose 6d",
        illegal=f"{_FULL} dealt S 2222c 123b 456b 99d 7d; E discard 9b; S draw 8d; S kong concealed 2222c;"
        "S kong-replacement 6d; S mahjong wall 6d",
        code="mahjong-tile-wrong",
    ),
    "western/win-3": Case(
        legal=f"game western robbing_kong=true; hand; {_FISHING_FOR_5B} {_SOUTH_PUNGS.format('Ew')} {_ROUND_THE_TABLE}"
        "S draw 5b; S kong added 5555b; W claim mahjong; W mahjong kong 5b",
        illegal=f"{_FULL} {_FISHING_FOR_5B} {_SOUTH_PUNGS.format('Ew')} {_ROUND_THE_TABLE}"
        "S draw 5b; S kong added 5555b; !W claim mahjong; W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "western/win-4": Case(
        legal=f"{_TABLE} E discard 5b; N claim mahjong; W claim mahjong; W mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; N claim mahjong; W claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "western/draw-1": Case(
        legal=f"{_FULL} {_turns(_DRAWS)}; washout; E score 0",
        illegal=f"{_FULL} {_turns(_DRAWS)}; W draw ??",
        code="draw-past-end",
    ),
    "western/draw-1#a-replacement-shortens-the-wall": Case(
        legal=f"{_FULL} {_A_KONG} {_turns(_DRAWS - 1)}; washout",
        illegal=f"{_FULL} {_A_KONG} {_turns(_DRAWS - 1)}; S draw ??",
        code="draw-past-end",
    ),
    "western/draw-1#nobody-scores": Case(
        legal="game western; hand depth=result; washout; settlement E=0 S=0 W=0 N=0",
        illegal="game western; hand depth=result; washout; E score 100",
        code="washout-scored",
    ),
    "western/show-1": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 46b 99d",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 44b 99d",
        code="shown-hand-differs",
    ),
    "western/rotate-1": Case(
        legal="game western; hand depth=result; E mahjong wall; hand 2 depth=result; washout;"
        "hand 3 depth=result; N mahjong wall; hand 4 E ben depth=result",
        illegal="game western; hand depth=result; E mahjong wall; hand 2 E ben depth=result",
        code="wrong-east",
    ),
    "western/rotate-1#south-becomes-east": Case(
        legal="game western; hand depth=result; N mahjong wall; hand 2 E ben depth=result",
        illegal="game western; hand depth=result; N mahjong wall; hand 2 E dora depth=result",
        code="wrong-east",
    ),
    "western/session-1": Case(
        legal=f"game western; {_hands_lost_by_east('E')}; hand 5 S",
        illegal=f"game western; {_hands_lost_by_east('E')}; hand 5 E",
        code="wrong-round",
    ),
    "western/three-1": Case(
        legal="game western players=3; hand; E discard 9b; S draw ??; S discard 3b; W draw ??; W discard 3b;"
        "E claim chow; E expose chow 345b; E discard 9c",
        illegal="game western players=3; hand seats=anna,ben,-,cora",
        code="wrong-seats",
    ),
    "western/rounds-1": Case(
        legal=f"game western rounds=2; {_hands_lost_by_east('E')}; {_hands_lost_by_east('S', first=5)}",
        illegal=f"game western rounds=1; {_hands_lost_by_east('E')}; hand 5 S depth=result",
        code="hand-after-end",
    ),
}
