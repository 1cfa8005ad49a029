"""The rules of `dead-wall`, each kept and broken."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS

_TABLE = "game dead-wall; hand depth=table;"
"""What the table saw: draws are between the lines."""
_FULL = "game dead-wall; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_DRAWS_WITH_TWO_KONGS = 75
_LAST_TURNS = 77


def _turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b and 2b are kept."""
    kinds = [CODES[2 + number % (PLAIN_KINDS - 2)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def _own_kong(seat: str, tile: str) -> str:
    return f"{seat} kong concealed {tile[0] * 4}{tile[1]}; {seat} kong-replacement ??;"


_TWO_KONGS = f"{_own_kong('E', '1b')} {_own_kong('E', '2b')}"
_FISHING_FOR_5B = "dealt W 123c 456c 789c 46b 99d;"
"""West lacks a 5b, for a chow."""
_SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw ??; W discard Ew;"
_HELD_FOURTH = (
    "dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
    "W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw 9c; S kong added 5555b"
)
"""South had the fourth 5 bamboo when the pung was laid down."""
_PAID = "game dead-wall; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8; N score 0;"
_KONG_ROBBED = (
    "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw Ew; W discard Ew; N draw ??; N discard 9d;"
    "E draw ??; E discard 9d; S draw 5b; S kong added 5555b; W claim mahjong; W mahjong kong 5b;"
)
_A_GREAT_HAND = "dealt S RRRd GGGd SSSw 999b 1b; E discard 9c; S draw 1b; S mahjong wall 1b;"
"""Points and doubles are more than a hand from heaven is worth."""
_ITEMS = "items=mahjong:20,won_with_the_only_possible_tile:2,all_chows:10,whole_hand_concealed:0:1"
_SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
_SOUTH_HAS_A_FLOWER = (
    "dealt S 123b 456b 789c 999d Gd; E discard 9b; S draw 1f; S bonus 1f; S bonus-replacement Gd; S mahjong loose Gd;"
)
_EAST_LOSES = "; ".join(
    f"hand {number} {wind} {east} depth=result; S mahjong discard"
    for number, (wind, east) in enumerate(zip("EEEE", ("anna", "ben", "cora", "dora"), strict=True), start=1)
)
"""A round in which South wins every hand."""

CASES: dict[str, Case] = {
    "dead-wall/wall-1": Case(
        legal="game dead-wall bonus_tiles=false; hand; wall 1111b size=136",
        illegal="game dead-wall bonus_tiles=false; hand; wall 1111b size=144",
        code="wrong-tile-count",
    ),
    "dead-wall/wall-1#four-of-each": Case(
        legal=f"{_FULL} wall 1111b 1234f 1234s",
        illegal=f"{_FULL} wall 11111b 1234f 1234s",
        code="too-many-copies",
    ),
    "dead-wall/seats-1": Case(
        legal="game dead-wall; roll anna 6 3; roll ben 3 4; roll cora 4 5; roll dora 1 1; roll anna 2 2; roll cora 3 3;"
        "seats cora dora anna ben; hand",
        illegal="game dead-wall; roll anna 6 3; roll ben 3 4; roll cora 4 6; roll dora 1 1; seats anna ben cora dora",
        code="wrong-seats",
    ),
    "dead-wall/break-1": Case(
        legal=f"{_FULL} E roll break-wall 2 3; E roll break-stack 4 6; break E 10 by=E",
        illegal=f"{_FULL} E roll break-wall 2 3; E roll break-stack 4 6; break E 15 by=E",
        code="wrong-break",
    ),
    "dead-wall/break-1#two-dice": Case(
        legal=f"{_FULL} E roll break-wall 2 3",
        illegal=f"{_FULL} E roll break-wall 2 8",
        code="bad-dice",
    ),
    "dead-wall/break-1#two-dice-again": Case(
        legal=f"{_FULL} E roll break-wall 2 3; E roll break-stack 4 6",
        illegal=f"{_FULL} E roll break-wall 2 3; E roll break-stack 4 7",
        code="bad-dice",
    ),
    "dead-wall/seats-1#two-dice": Case(
        legal="game dead-wall; roll anna 6 3",
        illegal="game dead-wall; roll anna 6 3 1",
        code="bad-dice",
    ),
    "dead-wall/claim-1#no-run": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b",
        illegal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 346b",
        code="not-a-set",
    ),
    "dead-wall/claim-1#dropped": Case(
        legal=f"{_FULL} E discard 5b; W claim pung; W retract; S draw ??",
        illegal=f"{_FULL} E discard 5b; W claim pung; S draw ??",
        code="claim-dropped",
        severity="warning",
    ),
    "dead-wall/claim-2#no-set": Case(
        legal=f"{_TABLE} E discard 3b; S claim pung; S expose pung 333b",
        illegal=f"{_TABLE} E discard 3b; S claim pung; S expose pung 334b",
        code="not-a-set",
    ),
    "dead-wall/break-1#found-player-throws-again": Case(
        legal=f"{_FULL} E roll break-wall 1 2; W roll break-stack 5 6; break W 11 by=W",
        illegal=f"{_FULL} E roll break-wall 1 2; E roll break-stack 5 6",
        code="wrong-roller",
    ),
    "dead-wall/deal-1": Case(
        legal=f"{_FULL} {_BLOCKS}",
        illegal=f"{_FULL} E deal ?????; S deal ?????; N deal ?????",
        code="wrong-deal-order",
    ),
    "dead-wall/deal-2": Case(
        legal=f"{_FULL} wall 49=12345b 54=6b; {_BLOCKS}; E deal 15b; S deal 2b; W deal 3b; N deal 4b; E discard 1b;"
        "S draw 6b",
        illegal=f"{_FULL} wall 49=12345b 54=6b; {_BLOCKS}; E deal 12b",
        code="wrong-deal-tiles",
    ),
    "dead-wall/dead-1": Case(
        legal=f"{_FULL} wall 131=12c; E kong concealed 1111b; E kong-replacement 1c; E discard 9d",
        illegal=f"{_FULL} wall 131=12c; E kong concealed 1111b; E kong-replacement 2c",
        code="not-the-wall-tile",
    ),
    "dead-wall/dead-2": Case(
        legal=f"{_FULL} {_TWO_KONGS} {_turns(_DRAWS_WITH_TWO_KONGS)}; washout",
        illegal=f"{_FULL} {_TWO_KONGS} {_turns(_DRAWS_WITH_TWO_KONGS)}; E draw ??",
        code="draw-past-end",
    ),
    "dead-wall/win-1": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S mahjong wall Ew",
        code="not-mahjong",
    ),
    "dead-wall/heaven-1": Case(
        legal=f"{_FULL} dealt E 123b 456b 789c 222d 99c; E mahjong deal; E score 3000",
        illegal=f"{_FULL} dealt E 123b 456b 789c 222d 99c; E mahjong deal; E score 48",
        code="wrong-score",
    ),
    "dead-wall/turn-1": Case(
        legal=f"{_FULL} E discard 9b; S draw ??; S discard Ew",
        illegal=f"{_FULL} S draw ??",
        code="out-of-turn",
    ),
    "dead-wall/turn-1#a-tile-of-the-hand": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S discard Ew; W draw 9b; W discard 9d",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S discard Ew; W draw 9b; W discard Nw",
        code="tile-not-held",
    ),
    "dead-wall/turn-2": Case(
        legal=f"{_FULL} E discard 9b; S draw ??; S discard Ew; W draw ??",
        illegal=f"{_FULL} E discard 9b; W draw ??",
        code="out-of-turn",
    ),
    "dead-wall/turn-2#from-the-front-of-the-wall": Case(
        legal=f"{_FULL} wall 54=12b; {_BLOCKS}; E deal ???; S deal ??; W deal ??; N deal ??; E discard 9b; S draw 1b;"
        "S discard 1b; W draw 2b",
        illegal=f"{_FULL} wall 54=12b; {_BLOCKS}; E deal ???; S deal ??; W deal ??; N deal ??; E discard 9b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "dead-wall/claim-1": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{_TABLE} E discard 3b; !W claim chow; W expose chow 345b",
        code="chow-not-from-left",
    ),
    "dead-wall/claim-2": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N discard 5c",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 7c; !W claim pung; W expose pung 777c",
        code="set-not-held",
    ),
    "dead-wall/claim-2#kong": Case(
        legal=f"{_TABLE} E discard 5b; W claim kong; W expose kong 5555b; W discard 9c; N discard 5c",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9d; !W claim kong; W expose kong 9999d",
        code="set-not-held",
    ),
    "dead-wall/claim-3": Case(
        legal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; S expose chow 567b",
        code="claim-outranked",
    ),
    "dead-wall/claim-4": Case(
        legal=f"{_FULL} E discard 5b; S draw ??; S discard 5b; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_FULL} E discard 5b; S draw ??; N claim pung",
        code="claim-not-open",
    ),
    "dead-wall/kong-1": Case(
        legal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
        illegal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W discard 9c",
        code="replacement-missing",
    ),
    "dead-wall/kong-3#not-added-to-a-pung": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS} N draw ??; N discard 5b; E draw ??; E discard 9d",
        illegal=f"{_FULL} {_SOUTH_PUNGS} N draw ??; N discard 5b; !S claim kong; S expose kong 5555b",
        code="kong-on-exposed-pung",
    ),
    "dead-wall/kong-2": Case(
        legal=f"{_FULL} dealt E 1111b 456b 789c 222d Ew; E kong concealed 1111b; E kong-replacement ??; E discard Ew",
        illegal=f"{_FULL} dealt E 111b 456b 789c 222d ESw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "dead-wall/kong-3": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS} N draw ??; N discard 9d; E draw ??; E discard 9d; S draw 5b;"
        "S kong added 5555b; S kong-replacement ??;"
        "S discard Ew",
        illegal=f"{_FULL} E discard 5b; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "dead-wall/kong-3#drawn-from-the-wall": Case(
        legal=f"{_FULL} {_SOUTH_PUNGS} N draw ??; N discard 9d; E draw ??; E discard 9d; S draw 5b; S kong added 5555b",
        illegal=f"{_FULL} {_SOUTH_PUNGS} N draw ??; N discard 9d; E draw ??; E discard 5b; S kong added 5555b",
        code="kong-tile-claimed",
    ),
    "dead-wall/kong-3#held-since-before": Case(
        legal=f"game dead-wall held_fourth=true; hand; {_HELD_FOURTH}",
        illegal=f"{_FULL} {_HELD_FOURTH}",
        code="kong-tile-claimed",
    ),
    "dead-wall/kong-4": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} {_KONG_ROBBED}",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9d; S draw 5b; S kong concealed 5555b; !W claim mahjong;"
        "W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "dead-wall/kong-4#one-more-double": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} {_KONG_ROBBED} W score 128 {_ITEMS},robbing_a_kong:0:1",
        illegal=f"{_FULL} {_FISHING_FOR_5B} {_KONG_ROBBED} W score 64 {_ITEMS}",
        code="wrong-score",
    ),
    "dead-wall/kong-4#only-a-player-who-is-fishing": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} {_KONG_ROBBED}",
        illegal=f"{_FULL} {_FISHING_FOR_5B.replace('46b', '47b')} {_KONG_ROBBED}".replace("W claim", "!W claim"),
        code="not-mahjong",
    ),
    "dead-wall/hidden-1": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d GGd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} !S expose pung 222d; S discard Ew; W draw ??",
        code="self-drawn-exposed",
        severity="info",
    ),
    "dead-wall/hidden-1#chow": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} !S expose chow 123b; S discard Ew; W draw ??",
        code="self-drawn-exposed",
        severity="info",
    ),
    "dead-wall/hidden-1#face-down": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} !S lay-concealed chow 123b; S discard Ew; W draw ??",
        code="self-drawn-exposed",
        severity="info",
    ),
    "dead-wall/hidden-1#not-held": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S lay-concealed chow 123c",
        code="set-not-held",
        also=("self-drawn-exposed",),
    ),
    "dead-wall/hidden-1#no-set": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S lay-concealed pung 123b",
        code="not-a-set",
        also=("self-drawn-exposed",),
    ),
    "dead-wall/hidden-1#out-of-turn": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} W lay-concealed pung 999d",
        code="out-of-turn",
        also=("self-drawn-exposed",),
    ),
    "dead-wall/fish-1": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} E discard 5b; W claim mahjong; W mahjong discard 5b",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 6b; !W claim mahjong; W mahjong discard 6b",
        code="not-mahjong",
    ),
    "dead-wall/fish-2": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; W claim mahjong; W mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; N claim mahjong; W claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "dead-wall/fish-2#before-every-other-claim": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; S expose pung 555b",
        code="claim-outranked",
    ),
    "dead-wall/bonus-1": Case(
        legal=f"{_FULL} E bonus 1f; E bonus-replacement ??; E discard 9b; S draw 2s; S bonus 2s;"
        "S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S discard 9c",
        code="bonus-kept",
    ),
    "dead-wall/bonus-1#replaced-at-once": Case(
        legal=f"{_FULL} wall 131=5b; {_BLOCKS}; E deal ???; S deal ??; W deal ??; N deal ??; E bonus 1f;"
        "E bonus-replacement 5b; E discard 5b",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S discard 9c",
        code="replacement-missing",
    ),
    "dead-wall/bonus-2": Case(
        legal=f"{_FULL} {_SOUTH_HAS_A_FLOWER} S score 152",
        illegal=f"{_FULL} {_SOUTH_HAS_A_FLOWER} S score 136",
        code="wrong-score",
    ),
    "dead-wall/win-2": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d GGd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d 99d",
        code="shown-hand-differs",
    ),
    "dead-wall/win-2#play-ends": Case(
        legal=f"{_TABLE} E discard 5b; S claim mahjong; S mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; S claim mahjong; S mahjong discard 5b; S discard 9c",
        code="play-after-end",
    ),
    "dead-wall/draw-1": Case(
        legal=f"{_FULL} {_turns(_LAST_TURNS)}; washout",
        illegal=f"{_FULL} {_turns(_LAST_TURNS - 1)}; washout",
        code="washout-too-early",
    ),
    "dead-wall/draw-1#the-last-discard-can-be-claimed": Case(
        legal=f"{_FULL} {_turns(_LAST_TURNS)}; W claim mahjong; W mahjong discard",
        illegal=f"{_FULL} {_turns(_LAST_TURNS)}; washout; settlement E=-6 S=2 W=2 N=2",
        code="washout-scored",
    ),
    "dead-wall/show-1": Case(
        legal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 46b 99d",
        illegal=f"{_FULL} {_FISHING_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 44b 99d",
        code="shown-hand-differs",
    ),
    "dead-wall/rotate-1": Case(
        legal="game dead-wall; hand depth=result; E mahjong wall; hand 2 depth=result; washout;"
        "hand 3 depth=result; N mahjong wall; hand 4 E ben depth=result",
        illegal="game dead-wall; hand depth=result; E mahjong wall; hand 2 E ben depth=result",
        code="wrong-east",
    ),
    "dead-wall/rotate-1#prevailing-wind": Case(
        legal=f"game dead-wall; {_EAST_LOSES}; hand 5 S",
        illegal="game dead-wall; hand 1 E anna depth=result; S mahjong discard; hand 2 S ben",
        code="wrong-round",
    ),
    "dead-wall/rotate-1#payments": Case(
        legal=f"{_PAID} settlement E=-136 S=400 W=-116 N=-148",
        illegal=f"{_PAID} settlement E=-100 S=300 W=-100 N=-100",
        code="wrong-settlement",
    ),
    "dead-wall/score-1": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S score 60",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S score 56",
        code="wrong-score",
    ),
    "dead-wall/score-1#the-most": Case(
        legal=f"{_FULL} {_A_GREAT_HAND} S score 3000",
        illegal=f"{_FULL} {_A_GREAT_HAND} S score 9216",
        code="wrong-score",
    ),
    "dead-wall/score-1#agreed-value": Case(
        legal="game dead-wall scoring=agreed hand_value=8; hand depth=result; S mahjong discard; S score 8",
        illegal="game dead-wall scoring=agreed hand_value=8; hand depth=result; S mahjong discard; S score 9",
        code="wrong-score",
    ),
    "dead-wall/rounds-1": Case(
        legal=f"game dead-wall rounds=1; {_EAST_LOSES}",
        illegal=f"game dead-wall rounds=1; {_EAST_LOSES}; hand 5 S depth=result",
        code="hand-after-end",
    ),
}
