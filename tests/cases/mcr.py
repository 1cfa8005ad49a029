"""The rules of `mcr` about the table and the play, each kept and broken; its values are in `mcr_fans`, `mcr_scores`."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS

_FULL = "game mcr; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_TABLE = "game mcr; hand depth=table;"
_BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3)
_DRAWS = 91
"""Draws of a hand in which nothing is taken from the back of the wall."""
_KONGS = (
    "E discard 9d; S claim pung; S expose pung 999d; S discard 9c; W draw ??; W discard Nw; N draw ??; N discard 9c;"
    "E draw ??; E discard Nw; S draw 9d; S kong added 9999d;"
)
"""South adds a 9 dots to a pung; a replacement is due."""
_LACKS_9D = "dealt W 123c 456b 78d 555c 22b;"
"""West lacks a 9 dots for a straight of three suits, which is worth enough."""
_SOUTH_DRAWS = "dealt S 123b 456b 789b 222d Gd; E discard 9c; S draw {};"
"""South lacks a green dragon: with it a straight, and so much more than 8."""
_THROWS = "E roll break-wall 3 3; S roll break-stack 4 4;"
_ROUND = "; ".join(
    f"hand {number} E {east} depth=result; washout" for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
_ENDS = "wall 54=9c 143=12c;"
"""The first tile to be drawn, and the last stack."""
_PLACES = ("anna,ben,cora,dora", "ben,anna,dora,cora", "cora,dora,ben,anna", "dora,cora,anna,ben")
"""Who sits as East, South, West, North in the first hand of each round."""


def _hands(hands: int) -> str:
    """So many hands that nobody won."""
    played = []
    for number in range(hands):
        order = _PLACES[number // 4].split(",")
        first = number % 4
        seats = ",".join(order[first:] + order[:first])
        played.append(f"hand {number + 1} {'ESWN'[number // 4]} seats={seats} depth=result; washout")
    return "; ".join(played)


def _turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + number % (PLAIN_KINDS - 1)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


_ALL_DRAWN = _turns(_DRAWS)

SEATS: dict[str, Case] = {
    "mcr/tiles-1": Case(
        legal=f"{_FULL} wall 1111b 1234f 1234s",
        illegal=f"{_FULL} wall 11111b 1234f 1234s",
        code="too-many-copies",
    ),
    "mcr/tiles-1#bonus-tiles-off": Case(
        legal="game mcr bonus_tiles=false; hand; E discard 9b; S draw 1b; S discard 1b",
        illegal="game mcr bonus_tiles=false; hand; E discard 9b; S draw 1f",
        code="tile-not-in-set",
    ),
    "mcr/tiles-1#discarded": Case(
        legal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N discard 5b; E discard 6b",
        illegal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N discard 5b; E discard 5b",
        code="too-many-copies",
    ),
    "mcr/seats-1": Case(
        legal="game mcr; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Nw; hand 1 E cora",
        illegal="game mcr; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Ew",
        code="wrong-seats",
    ),
    "mcr/seats-1#another-seat": Case(
        legal="game mcr; seats cora anna dora ben cora=Ew anna=Sw dora=Ww ben=Nw",
        illegal="game mcr; seats anna cora dora ben cora=Ew anna=Sw dora=Ww ben=Nw",
        code="wrong-seats",
    ),
    "mcr/seats-1#first-east": Case(
        legal="game mcr; seats cora anna dora ben; hand 1 E cora",
        illegal="game mcr; seats cora anna dora ben; hand 1 E anna",
        code="wrong-east",
    ),
    "mcr/seats-2": Case(
        legal="game mcr; hand depth=result; washout; hand 2 E ben",
        illegal="game mcr; hand depth=result; washout; hand 2 E anna",
        code="wrong-east",
    ),
    "mcr/seats-2#east-won": Case(
        legal="game mcr; hand depth=result; E mahjong wall; hand 2 E ben",
        illegal="game mcr; hand depth=result; E mahjong wall; hand 2 E anna",
        code="wrong-east",
    ),
    "mcr/seats-3": Case(
        legal=f"game mcr; {_hands(4)}; hand 5 S seats={_PLACES[1]}",
        illegal=f"game mcr; {_hands(4)}; hand 5 E seats={_PLACES[1]}",
        code="wrong-round",
    ),
    "mcr/seats-3#first": Case(legal="game mcr; hand 1 E", illegal="game mcr; hand 1 S", code="wrong-round"),
    "mcr/seats-3#sixteen-hands": Case(
        legal=f"game mcr; {_hands(16)}",
        illegal=f"game mcr; {_hands(16)}; hand 17 E seats={_PLACES[1]}",
        code="hand-after-end",
    ),
    "mcr/seats-3#four-hands": Case(
        legal=f"game mcr hands=4; {_hands(4)}",
        illegal=f"game mcr hands=4; {_hands(4)}; hand 5 S seats={_PLACES[1]}",
        code="hand-after-end",
    ),
    "mcr/seats-4": Case(
        legal=f"game mcr; {_hands(4)}; hand 5 S seats={_PLACES[1]}",
        illegal=f"game mcr; {_hands(4)}; hand 5 S seats={_PLACES[0]}",
        code="wrong-seats",
    ),
    "mcr/seats-4#second-round": Case(
        legal=f"game mcr; {_hands(8)}; hand 9 W seats={_PLACES[2]}",
        illegal=f"game mcr; {_hands(8)}; hand 9 W seats={_PLACES[0]}",
        code="wrong-seats",
    ),
    "mcr/seats-4#third-round": Case(
        legal=f"game mcr; {_hands(12)}; hand 13 N seats={_PLACES[3]}",
        illegal=f"game mcr; {_hands(12)}; hand 13 N seats=anna,dora,cora,ben",
        code="wrong-seats",
    ),
    "mcr/seats-4#told-apart": Case(
        legal=f"game mcr; {_hands(4)}; seats ben anna dora cora; hand 5 S ben",
        illegal=f"game mcr; {_hands(4)}; seats ben cora anna dora",
        code="wrong-seats",
    ),
    "mcr/seats-4#places-stay": Case(
        legal=f"game mcr change_places=false; {_ROUND}; hand 5 S anna",
        illegal=f"game mcr change_places=false; {_ROUND}; hand 5 S seats={_PLACES[1]}",
        code="wrong-seats",
    ),
    "mcr/seats-4#within-a-round": Case(
        legal="game mcr; hand depth=result; washout; hand 2 E seats=ben,cora,dora,anna",
        illegal="game mcr; hand depth=result; washout; hand 2 E seats=ben,anna,cora,dora",
        code="wrong-seats",
    ),
}

WALL: dict[str, Case] = {
    "mcr/wall-1": Case(
        legal=f"{_FULL} wall 123b size=144",
        illegal=f"{_FULL} wall 123b size=143",
        code="wrong-tile-count",
    ),
    "mcr/wall-1#without-bonus-tiles": Case(
        legal="game mcr bonus_tiles=false; hand; wall 123b size=136",
        illegal="game mcr bonus_tiles=false; hand; wall 123b size=144",
        code="wrong-tile-count",
    ),
    "mcr/break-1": Case(
        legal=f"{_FULL} {_THROWS} break S 14 by=S",
        illegal=f"{_FULL} {_THROWS} break W 14 by=S",
        code="wrong-break",
    ),
    "mcr/break-1#two-dice": Case(
        legal=f"{_FULL} E roll break-wall 3 4",
        illegal=f"{_FULL} E roll break-wall 3 7",
        code="bad-dice",
    ),
    "mcr/break-1#east-throws": Case(
        legal=f"{_FULL} E roll break-wall 3 4",
        illegal=f"{_FULL} S roll break-wall 3 4",
        code="wrong-roller",
    ),
    "mcr/break-2": Case(
        legal=f"{_FULL} {_THROWS} break S 14",
        illegal=f"{_FULL} {_THROWS} break S 8",
        code="wrong-break",
    ),
    "mcr/break-2#second-throw": Case(
        legal=f"game mcr stack_count=second; hand; {_THROWS} break S 8",
        illegal=f"game mcr stack_count=second; hand; {_THROWS} break S 14",
        code="wrong-break",
    ),
    "mcr/break-2#into-the-next-wall": Case(
        legal=f"{_FULL} E roll break-wall 6 5; W roll break-stack 4 5; break S 2 by=W",
        illegal=f"{_FULL} E roll break-wall 6 5; W roll break-stack 4 5; break S 5 by=W",
        code="wrong-break",
    ),
    "mcr/break-2#found-player-throws": Case(
        legal=f"{_FULL} {_THROWS}",
        illegal=f"{_FULL} E roll break-wall 3 3; E roll break-stack 4 4",
        code="wrong-roller",
    ),
    "mcr/break-2#by": Case(
        legal=f"{_FULL} {_THROWS} break S 14 by=S",
        illegal=f"{_FULL} {_THROWS} break S 14 by=E",
        code="wrong-break",
    ),
    "mcr/break-2#two-dice": Case(
        legal=f"{_FULL} E roll break-wall 3 4; W roll break-stack 1 1",
        illegal=f"{_FULL} E roll break-wall 3 4; W roll break-stack 1",
        code="bad-dice",
    ),
    "mcr/deal-1": Case(
        legal=f"{_FULL} wall 49=123456b; {_BLOCKS}; E deal 15b; S deal 2b; W deal 3b; N deal 4b; E discard 1b;"
        "S draw 6b",
        illegal=f"{_FULL} wall 49=123456b; {_BLOCKS}; E deal 12b",
        code="wrong-deal-tiles",
    ),
    "mcr/deal-1#in-turn": Case(
        legal=f"{_FULL} {_BLOCKS}",
        illegal=f"{_FULL} E deal ?????; S deal ?????; N deal ?????",
        code="wrong-deal-order",
    ),
    "mcr/deal-1#four-tiles": Case(
        legal=f"{_FULL} E deal 1234b; S deal ?????",
        illegal=f"{_FULL} E deal 123b",
        code="wrong-deal-count",
    ),
    "mcr/bonus-1": Case(
        legal=f"{_FULL} E bonus 1f; E bonus-replacement ??; S bonus 2s; S bonus-replacement ??; E discard 9b",
        illegal=f"{_FULL} dealt S 1f 123456789c 123d; E discard 9b; S draw ??; S discard 9c",
        code="bonus-kept",
    ),
    "mcr/bonus-1#only-bonus-tiles": Case(
        legal=f"{_FULL} E bonus 1f; E bonus-replacement ??; E discard 9b",
        illegal=f"{_FULL} E bonus 1b",
        code="not-a-bonus",
    ),
    "mcr/bonus-2": Case(
        legal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S discard 2s",
        code="bonus-kept",
    ),
    "mcr/bonus-2#not-kept": Case(
        legal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S discard 9c",
        code="bonus-kept",
    ),
    "mcr/bonus-2#not-replaced": Case(
        legal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S discard 9c",
        code="replacement-missing",
    ),
    "mcr/bonus-3": Case(
        legal=f"{_FULL} {_ENDS} E bonus 1f; E bonus-replacement 1c; E discard 9d",
        illegal=f"{_FULL} {_ENDS} E bonus 1f; E bonus-replacement 2c",
        code="not-the-wall-tile",
    ),
    "mcr/bonus-3#kong": Case(
        legal=f"{_FULL} {_ENDS} E kong concealed 1111b; E kong-replacement 1c; E discard 9d",
        illegal=f"{_FULL} {_ENDS} E kong concealed 1111b; E kong-replacement 9c",
        code="not-the-wall-tile",
    ),
    "mcr/bonus-3#the-next-one": Case(
        legal=f"{_FULL} {_ENDS} E bonus 1f; E bonus-replacement 1c; E kong concealed 1111b; E kong-replacement 2c",
        illegal=f"{_FULL} {_ENDS} E bonus 1f; E bonus-replacement 1c; E kong concealed 1111b; E kong-replacement 9c",
        code="not-the-wall-tile",
    ),
}

PLAY: dict[str, Case] = {
    "mcr/turn-1": Case(
        legal=f"{_FULL} E discard 9b; S draw ??; S discard 1c; W draw ??",
        illegal=f"{_FULL} E discard 9b; W draw ??",
        code="out-of-turn",
    ),
    "mcr/turn-1#east-first": Case(
        legal=f"{_FULL} E discard 9b; S draw ??", illegal=f"{_FULL} S draw ??", code="out-of-turn"
    ),
    "mcr/turn-1#from-the-front": Case(
        legal=f"{_FULL} wall 54=12b; E discard 5b; S draw 1b; S discard 1c; W draw 2b",
        illegal=f"{_FULL} wall 54=12b; E discard 5b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "mcr/turn-1#a-tile-of-the-hand": Case(
        legal=f"{_FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard 4d",
        illegal=f"{_FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard Nw",
        code="tile-not-held",
    ),
    "mcr/chow-1": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{_TABLE} E discard 3b; !W claim chow; W expose chow 345b",
        code="chow-not-from-left",
    ),
    "mcr/chow-1#no-run": Case(
        legal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{_TABLE} E discard 3b; S claim chow; S expose chow 346b",
        code="not-a-set",
    ),
    "mcr/chow-1#of-honors": Case(
        legal=f"{_TABLE} E discard 9b; S claim chow; S expose chow 789b; S discard 9c",
        illegal=f"{_TABLE} E discard Ew; S claim chow",
        code="chow-of-honors",
        severity="warning",
    ),
    "mcr/chow-1#not-held": Case(
        legal=f"{_FULL} dealt S 46b 1379c 1379d ESNw; E discard 5b; S claim chow; S expose chow 456b",
        illegal=f"{_FULL} dealt S 46b 1379c 1379d ESNw; E discard 5b; S claim chow; S expose chow 567b",
        code="set-not-held",
    ),
    "mcr/pung-1": Case(
        legal=f"{_TABLE} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N discard 5c",
        illegal=f"{_FULL} dealt W 5b 1379c 1379d ESWNw; E discard 5b; !W claim pung; W expose pung 555b",
        code="set-not-held",
    ),
    "mcr/pung-1#self-drawn": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S discard Ew",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S expose pung 222d",
        code="self-drawn-exposed",
    ),
    "mcr/pung-1#only-the-latest-discard": Case(
        legal=f"{_FULL} E discard 5b; S draw ??; S discard 5b; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_FULL} E discard 5b; S draw ??; N claim pung",
        code="claim-not-open",
    ),
    "mcr/pung-1#as-called": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; S expose pung 555b; S discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim pung; S expose chow 567b",
        code="claim-misnamed",
    ),
    "mcr/pung-1#dropped": Case(
        legal=f"{_FULL} E discard 5b; W claim pung; W retract; S draw ??",
        illegal=f"{_FULL} E discard 5b; W claim pung; S draw ??",
        code="claim-dropped",
        severity="warning",
    ),
    "mcr/kong-1": Case(
        legal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
        illegal=f"{_FULL} E discard 5b; W claim kong; W expose kong 5555b; W discard 9c",
        code="replacement-missing",
    ),
    "mcr/kong-1#not-held": Case(
        legal=f"{_FULL} dealt W 555b 1379c 1379d ENw; E discard 5b; W claim kong; W expose kong 5555b",
        illegal=f"{_FULL} dealt W 55b 1379c 1379d ESNw; E discard 5b; !W claim kong; W expose kong 5555b",
        code="set-not-held",
    ),
    "mcr/kong-2": Case(
        legal=f"{_FULL} dealt E 1111b 456b 789c 222d Ew; E kong concealed 1111b; E kong-replacement ??; E discard Ew",
        illegal=f"{_FULL} dealt E 111b 456b 789c 222d ESw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "mcr/kong-2#added": Case(
        legal=f"{_FULL} {_KONGS} S kong-replacement ??; S discard Ew",
        illegal=f"{_FULL} E discard 5b; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "mcr/kong-2#held-since-before": Case(
        legal=f"{_FULL} dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b; S discard 9d;"
        "W draw ??; W discard Ew; N draw ??; N discard Ew; E draw ??; E discard 9c; S draw 9c; S kong added 5555b",
        illegal=f"{_FULL} dealt S 555b 123c 789c 1199d; E discard 5b; S claim pung; S expose pung 555b;"
        "S kong added 5555b",
        code="kong-not-allowed",
    ),
    "mcr/kong-2#after-a-claim": Case(
        legal=f"{_FULL} E discard 5b; S draw ??; S kong concealed 1111c; S kong-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 5b; S claim pung; S expose pung 555b; S kong concealed 1111c",
        code="kong-not-allowed",
    ),
    "mcr/kong-3": Case(
        legal=f"{_FULL} {_turns(_DRAWS - 1)}; N draw ??; N discard 9d; washout",
        illegal=f"{_FULL} {_turns(_DRAWS - 1)}; N draw ??; N kong concealed 1111b",
        code="kong-not-allowed",
    ),
    "mcr/claim-1": Case(
        legal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; S claim pung; N claim mahjong; S expose pung 555b",
        code="claim-outranked",
    ),
    "mcr/claim-1#pung-before-chow": Case(
        legal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{_TABLE} E discard 5b; S claim chow; N claim pung; S expose chow 567b",
        code="claim-outranked",
    ),
    "mcr/claim-1#next-in-turn": Case(
        legal=f"{_TABLE} E discard 5b; N claim mahjong; W claim mahjong; W mahjong discard 5b",
        illegal=f"{_TABLE} E discard 5b; N claim mahjong; W claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "mcr/claim-2": Case(
        legal=f"{_FULL} {_ALL_DRAWN}; W claim mahjong; W mahjong discard",
        illegal=f"{_FULL} {_ALL_DRAWN}; !W claim pung; W expose pung",
        code="claim-not-open",
    ),
    "mcr/rob-1": Case(
        legal=f"{_FULL} {_LACKS_9D} {_KONGS} W claim mahjong; W mahjong kong 9d",
        illegal=f"{_FULL} {_LACKS_9D} E discard Ew; S draw 9d; S kong concealed 9999d; !W claim mahjong;"
        "W mahjong kong 9d",
        code="rob-not-allowed",
    ),
    "mcr/win-1": Case(
        legal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Ew')} S mahjong wall Ew",
        code="not-mahjong",
    ),
    "mcr/win-1#seven-points": Case(
        legal=f"{_FULL} dealt S 234567c 234567d Ew; E discard Nw; S draw Ew; S mahjong wall Ew",
        illegal=f"{_FULL} dealt S 234567c 234567d Ew; E discard Ew; !S claim mahjong; S mahjong discard Ew",
        code="not-mahjong",
    ),
    "mcr/win-1#flowers-not-counted": Case(
        legal="game mcr minimum=7; hand; dealt S 1f 234567c 234567d; S bonus 1f; S bonus-replacement Ew; E discard Ew;"
        "S claim mahjong; S mahjong discard Ew",
        illegal=f"{_FULL} dealt S 1f 234567c 234567d; S bonus 1f; S bonus-replacement Ew; E discard Ew;"
        "!S claim mahjong; S mahjong discard Ew",
        code="not-mahjong",
    ),
    "mcr/win-1#shown-at-the-end": Case(
        legal=f"{_TABLE} E discard 9b; S discard 1c; W discard 9d; S claim mahjong; S mahjong discard 9d;"
        "S show 123c 456b 789d 555c 22b",
        illegal=f"{_TABLE} E discard 9b; S discard 1c; W discard 9d; S claim mahjong; S mahjong discard 9d;"
        "S show 123c 456b 789d 555c 2b 3b",
        code="not-mahjong",
    ),
    "mcr/win-2": Case(
        legal=f"{_FULL} {_LACKS_9D} E discard 9d; W claim mahjong; W mahjong discard 9d",
        illegal=f"{_FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall 2d",
        code="mahjong-tile-wrong",
    ),
    "mcr/win-2#passed-before": Case(
        legal=f"{_FULL} {_LACKS_9D} E discard 9d; S draw ??; S discard 9d; W claim mahjong; W mahjong discard 9d",
        illegal=f"{_FULL} {_LACKS_9D} E discard 9d; S draw ??; W mahjong wall 9d",
        code="out-of-turn",
    ),
    "mcr/win-3": Case(legal=f"{_FULL} dealt E 123b 456b 789b 222d GGd; E mahjong deal; E score 21"),
    "mcr/draw-1": Case(
        legal=f"{_FULL} {_ALL_DRAWN}; washout",
        illegal=f"{_FULL} {_ALL_DRAWN}; E draw ??",
        code="draw-past-end",
    ),
    "mcr/draw-1#too-early": Case(
        legal=f"{_FULL} {_ALL_DRAWN}; washout",
        illegal=f"{_FULL} {_turns(_DRAWS - 1)}; washout",
        code="washout-too-early",
    ),
    "mcr/draw-1#nobody-pays": Case(
        legal="game mcr; hand depth=result; washout; settlement E=0 S=0 W=0 N=0",
        illegal="game mcr; hand depth=result; washout; settlement E=8 S=-8 W=0 N=0",
        code="washout-scored",
    ),
}

_OWN_WALLS = (
    "game mcr walls=own bonus_tiles=false; hand; dealt; E draw ??; E kong concealed 1111b; E kong-replacement ??;"
    f"{_turns(79)};"
)
"""East has taken the last of its 34 tiles, and is to draw."""

OWN_WALLS: dict[str, Case] = {
    "mcr/own-1": Case(legal=f"{_OWN_WALLS} washout"),
    "mcr/draw-1#own-walls": Case(
        legal=f"{_OWN_WALLS} washout",
        illegal=f"{_OWN_WALLS} E draw ??",
        code="draw-past-end",
    ),
    "mcr/draw-1#one-wall": Case(
        legal="game mcr bonus_tiles=false; hand; E kong concealed 1111b; E kong-replacement ??;"
        f"{_turns(79)}; E draw ??",
        illegal="game mcr bonus_tiles=false; hand; E kong concealed 1111b; E kong-replacement ??;"
        f"{_turns(79)}; washout",
        code="washout-too-early",
    ),
}

CASES: dict[str, Case] = {**OWN_WALLS, **SEATS, **WALL, **PLAY}
