"""The rules of `classical` about the table and the play, each kept and broken; its values are in `classical_scores`."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS

TABLE = "game classical; hand depth=table;"
"""What the table saw: draws are between the lines."""
FULL = "game classical; hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
DRAWS = 77
"""Draws of a hand in which no kong is made: 144 tiles, 53 of them dealt, 14 of them loose."""
_BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_A_KONG = "E kong concealed 1111b; E kong-replacement ??;"
_TWO_KONGS = f"{_A_KONG} E kong concealed 2222b; E kong-replacement ??;"


def _turns(draws: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b and 2b are kept."""
    kinds = [CODES[2 + number % (PLAIN_KINDS - 2)] for number in range(draws + 1)]
    moves = [f"{'ESWN'[number % 4]} draw ??; {'ESWN'[number % 4]} discard {kind}" for number, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def _hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


_RESULT = "game classical; hand depth=result;"
_WAITS_FOR_5B = "dealt W 123c 456c 789c 46b 99d;"
"""West lacks a 5b, for a chow."""
_SOUTH_DRAWS = "dealt S 123b 456b 789c 222d Gd; E discard 9b; S draw {};"
_SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw ??; W discard Ew;"
_ROUND_THE_TABLE = "N draw ??; N discard 9d; E draw ??; E discard 9d;"
_ALL_BUT_EAST_WIND = "19b 19c 19d SWNw RGWd 1b"
_EAST_WINDS = f"{FULL} dealt E 123b 456b 789c EEEEw 8d / W {{}}; E kong concealed EEEEw; "
THROWN_TO_TWO_DRAGONS = (
    "dealt W 123c 456c 789c 11b GWd; E discard Rd; S claim pung; S expose pung RRRd; S discard 9d; W draw ??;"
    "W discard Gd; S claim pung; S expose pung GGGd; S discard 9d; W draw ??; W discard Wd;"
    "S claim mahjong; S mahjong discard Wd"
)
"""South has laid down pungs of two dragons, and wins with the third, which West throws though there is a choice."""

CASES: dict[str, Case] = {
    "classical/wall-1": Case(
        legal=f"{FULL} wall 1111b 1234f 1234s",
        illegal=f"{FULL} wall 11111b 1234f 1234s",
        code="too-many-copies",
    ),
    "classical/wall-1#flowers-off": Case(
        legal="game classical Flowers=false; hand; wall 1b size=136; E discard 9b; S draw 1b; S discard 1b",
        illegal="game classical Flowers=false; hand; E discard 9b; S draw 1f",
        code="tile-not-in-set",
    ),
    "classical/wall-1#size": Case(
        legal=f"{FULL} wall 123b size=144",
        illegal=f"{FULL} wall 123b size=136",
        code="wrong-tile-count",
    ),
    "classical/wall-1#a-tile-of-the-hand": Case(
        legal=f"{FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard 4d",
        illegal=f"{FULL} dealt S 123456789c 1234d; E discard 9b; S draw 2b; S discard Nw",
        code="tile-not-held",
    ),
    "classical/wall-1#copies-seen": Case(
        legal=f"{TABLE} E discard 9b; S discard 9b; W discard 9b; N discard 9b; E discard 8b",
        illegal=f"{TABLE} E discard 9b; S discard 9b; W discard 9b; N discard 9b; E discard 9b",
        code="too-many-copies",
    ),
    "classical/dead-1": Case(
        legal=f"{FULL} {_turns(DRAWS)}; washout",
        illegal=f"{FULL} {_turns(DRAWS)}; W draw ??",
        code="draw-past-end",
    ),
    "classical/dead-1#too-early": Case(
        legal=f"{FULL} {_turns(DRAWS)}; washout",
        illegal=f"{FULL} {_turns(DRAWS - 1)}; washout",
        code="washout-too-early",
    ),
    "classical/dead-1#next-tile": Case(
        legal=f"{FULL} wall 54=12b; dealt S 123456789c 1234d; E discard 9b; S draw 1b; S discard 1b; W draw 2b",
        illegal=f"{FULL} wall 54=12b; dealt S 123456789c 1234d; E discard 9b; S draw 2b",
        code="not-the-wall-tile",
    ),
    "classical/dead-1#last-tile-first": Case(
        legal=f"{FULL} wall 143=12c; E kong concealed 1111b; E kong-replacement 2c; E discard 9d",
        illegal=f"{FULL} wall 143=12c; E kong concealed 1111b; E kong-replacement 1c",
        code="not-the-wall-tile",
    ),
    "classical/dead-1#refilled": Case(
        legal=f"{FULL} {_TWO_KONGS} {_turns(DRAWS - 2)}; washout",
        illegal=f"{FULL} {_TWO_KONGS} {_turns(DRAWS - 2)}; E draw ??",
        code="draw-past-end",
    ),
    "classical/dead-1#sixteen": Case(
        legal=f"game classical DeadWall16=true; hand; {_TWO_KONGS} {_turns(DRAWS - 2)}; washout",
        illegal=f"game classical DeadWall16=true; hand; {_TWO_KONGS} {_turns(DRAWS - 4)}; washout",
        code="washout-too-early",
    ),
    "classical/dead-1#no-dead-wall": Case(
        legal=f"game classical DeadWall=false; hand; {_turns(DRAWS + 14)}; washout",
        illegal=f"game classical DeadWall=false; hand; {_turns(DRAWS)}; washout",
        code="washout-too-early",
    ),
    "classical/bonus-1": Case(
        legal=f"{FULL} E bonus 1f; E bonus-replacement ??; E discard 9b; S draw 2s; S discard 9c; W draw ??;"
        "W discard 9c; N draw ??; N discard 9c; E draw ??; E discard 9d; S draw ??; S bonus 2s;"
        "S bonus-replacement ??; S discard 9d",
        illegal=f"{FULL} E discard 9b; S draw 2s; S discard 2s",
        code="bonus-kept",
    ),
    "classical/bonus-1#east-first": Case(
        legal=f"{FULL} E bonus 1f; E bonus-replacement ??; W bonus 2f; W bonus-replacement ??; E discard 9b",
        illegal=f"{FULL} W bonus 2f; W bonus-replacement ??; S bonus 1f",
        code="out-of-turn",
    ),
    "classical/bonus-1#in-turn": Case(
        legal=f"{FULL} E discard 9b; S draw ??; S bonus 2s; S bonus-replacement ??; S discard 9b",
        illegal=f"{FULL} E discard 9b; S draw ??; W bonus 2s",
        code="out-of-turn",
    ),
    "classical/bonus-1#no-bonus-tile": Case(
        legal=f"{TABLE} E bonus 1f 2s; E bonus-replacement ??; E bonus-replacement ??; E discard 9b",
        illegal=f"{TABLE} E bonus 1f 2b",
        code="not-a-bonus",
    ),
    "classical/bonus-1#from-the-live-wall": Case(
        legal=f"{FULL} wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 5b; E discard 5b",
        illegal=f"{FULL} wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 6b",
        code="not-the-wall-tile",
    ),
    "classical/bonus-1#from-the-loose-tiles": Case(
        legal="game classical FlowersLoose=true; hand; wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 6b",
        illegal="game classical FlowersLoose=true; hand; wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 5b",
        code="not-the-wall-tile",
    ),
    "classical/bonus-1#replaced-at-once": Case(
        legal=f"{FULL} E bonus 1f; E bonus-replacement ??; E discard 9b",
        illegal=f"{FULL} E bonus 1f; E discard 9b",
        code="replacement-missing",
    ),
    "classical/bonus-1#replaced-once": Case(
        legal=f"{FULL} dealt E 1f 123456789c 1234d; E bonus 1f; E bonus-replacement 5b; E discard 5b",
        illegal=f"{FULL} dealt E 1f 123456789c 1234d; E bonus 1f; E bonus-replacement 5b; E bonus-replacement 6b",
        code="replacement-not-due",
    ),
    "classical/deal-1": Case(
        legal=f"{FULL} wall 49=123456b; {_BLOCKS}; E deal 1b; S deal 2b; W deal 3b; N deal 4b; E deal 5b;"
        "E discard 1b; S draw 6b",
        illegal=f"{FULL} wall 49=123456b; {_BLOCKS}; E deal 15b",
        code="wrong-deal-count",
    ),
    "classical/deal-1#in-turn": Case(
        legal=f"{FULL} {_BLOCKS}",
        illegal=f"{FULL} E deal ?????; S deal ?????; N deal ?????",
        code="wrong-deal-order",
    ),
    "classical/deal-1#tiles": Case(
        legal=f"{FULL} wall 12345678b; E deal 1234b; S deal 5678b",
        illegal=f"{FULL} wall 12345678b; E deal 1235b",
        code="wrong-deal-tiles",
    ),
    "classical/deal-1#east-has-one-more": Case(
        legal=f"{FULL} {_BLOCKS}; E deal ??; S deal ??; W deal ??; N deal ??; E deal ??; E discard 9b",
        illegal=f"{FULL} {_BLOCKS}; E deal ??; S deal ??; W deal ??; N deal ??; S deal ??",
        code="wrong-deal-order",
    ),
    "classical/deal-1#before-the-first-discard": Case(
        legal=f"{FULL} {_BLOCKS}; E deal ??; S deal ??; W deal ??; N deal ??; E deal ??; E discard 9b",
        illegal=f"{FULL} {_BLOCKS}; E deal ??; S deal ??; W deal ??; N deal ??; E discard 9b",
        code="wrong-deal-count",
    ),
    "classical/claim-1": Case(
        legal=f"{TABLE} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
        illegal=f"{TABLE} E discard 3b; !W claim chow; W expose chow 345b",
        code="chow-not-from-left",
    ),
    "classical/claim-1#of-one-suit": Case(
        legal=f"{TABLE} E discard 9b; S claim chow; S expose chow 789b; S discard 9c",
        illegal=f"{TABLE} E discard Ew; S claim chow",
        code="chow-of-honors",
        severity="warning",
    ),
    "classical/claim-1#from-anyone": Case(
        legal=f"{TABLE} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N discard 5c",
        illegal=f"{FULL} {_WAITS_FOR_5B} E discard 7c; !W claim pung; W expose pung 777c",
        code="set-not-held",
    ),
    "classical/claim-1#dropped": Case(
        legal=f"{TABLE} E discard 5b; W claim pung; W retract; S discard 9c",
        illegal=f"{TABLE} E discard 5b; W claim pung; S discard 9c",
        code="claim-dropped",
        severity="warning",
    ),
    "classical/claim-1#dropped-where-all-answer": Case(
        legal="game classical; hand depth=table every=pass; E discard 5b; W claim pung; S pass; N pass; W retract;"
        "W pass; S draw ??",
        illegal="game classical; hand depth=table every=pass; E discard 5b; W claim pung; S pass; N pass; S draw ??",
        code="claim-dropped",
    ),
    "classical/claim-1#as-called": Case(
        legal=f"{TABLE} E discard 5b; S claim pung; S expose pung 555b; S discard 9c",
        illegal=f"{TABLE} E discard 5b; S claim pung; S expose chow 567b",
        code="claim-misnamed",
    ),
    "classical/claim-1#pung-before-chow": Case(
        legal=f"{TABLE} E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{TABLE} E discard 5b; S claim chow; N claim pung; S expose chow 567b",
        code="claim-outranked",
    ),
    "classical/claim-1#mahjong-first": Case(
        legal=f"{TABLE} E discard 5b; S claim pung; N claim mahjong; N mahjong discard 5b",
        illegal=f"{TABLE} E discard 5b; S claim pung; N claim mahjong; S expose pung 555b",
        code="claim-outranked",
    ),
    "classical/claim-1#next-in-turn": Case(
        legal=f"{TABLE} E discard 5b; N claim mahjong; W claim mahjong; W mahjong discard 5b",
        illegal=f"{TABLE} E discard 5b; N claim mahjong; W claim mahjong; N mahjong discard 5b",
        code="mahjong-outranked",
    ),
    "classical/claim-1#everybody-answers": Case(
        legal="game classical; hand depth=table every=pass; E discard 5b; S pass; W pass; N pass; S draw ??",
        illegal="game classical; hand depth=table every=pass; E discard 5b; S pass; N pass; S draw ??",
        code="out-of-place",
    ),
    "classical/claim-1#only-the-latest-discard": Case(
        legal=f"{FULL} E discard 5b; S draw ??; S discard 5b; N claim pung; N expose pung 555b; N discard 9c",
        illegal=f"{FULL} E discard 5b; S draw ??; N claim pung",
        code="claim-not-open",
    ),
    "classical/claim-1#in-turn": Case(
        legal=f"{FULL} E discard 9b; S draw ??; S discard Ew; W draw ??",
        illegal=f"{FULL} E discard 9b; W draw ??",
        code="out-of-turn",
    ),
    "classical/claim-1#named": Case(
        legal=f"{FULL} E discard 9b named=9b",
        illegal=f"{FULL} E discard 9b named=8b",
        code="discard-misnamed",
        severity="info",
    ),
    "classical/kong-1": Case(
        legal=f"{FULL} dealt E 1111b 456b 789c 222d Ew; E kong concealed 1111b; E kong-replacement ??; E discard Ew",
        illegal=f"{FULL} dealt E 111b 456b 789c 222d ESw; E kong concealed 1111b",
        code="kong-not-concealed",
    ),
    "classical/kong-1#claimed": Case(
        legal=f"{FULL} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
        illegal=f"{FULL} E discard 5b; W claim kong; W expose kong 5555b; W discard 9c",
        code="replacement-missing",
    ),
    "classical/kong-1#added": Case(
        legal=f"{FULL} {_SOUTH_PUNGS} {_ROUND_THE_TABLE} S draw 5b; S kong added 5555b; S kong-replacement ??;"
        "S discard Ew",
        illegal=f"{FULL} E discard 5b; S draw ??; S kong added 5555b",
        code="kong-no-pung",
    ),
    "classical/kong-1#added-at-once": Case(
        legal=f"{FULL} E discard 5b; S claim pung; S expose pung 555b; S kong added 5555b; S kong-replacement ??",
        illegal=f"{FULL} E discard 5b; S claim pung; S expose pung 555b; S kong concealed 9999c",
        code="kong-not-allowed",
    ),
    "classical/kong-1#in-turn": Case(
        legal=f"{FULL} S kong concealed 1111b; S kong-replacement ??; E discard 9b; S draw ??",
        illegal=f"{FULL} E discard 9b; S draw ??; W kong concealed 1111b",
        code="out-of-turn",
    ),
    "classical/kong-2": Case(
        legal=f"{FULL} {_WAITS_FOR_5B} {_SOUTH_PUNGS} {_ROUND_THE_TABLE} S draw 5b; S kong added 5555b;"
        "W claim mahjong; W mahjong kong 5b",
        illegal=f"{FULL} dealt E 5555b 123b 789c 222d Ew / {_WAITS_FOR_5B.removeprefix('dealt ')}"
        "E kong concealed 5555b; !W claim mahjong; W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "classical/kong-2#thirteen-wonders": Case(
        legal=f"{_EAST_WINDS.format(_ALL_BUT_EAST_WIND)} W claim mahjong; W mahjong kong Ew",
        illegal=f"{_EAST_WINDS.format('SSSw WWWw NNNw RRRd 1b')} !W claim mahjong; W mahjong kong Ew",
        code="rob-not-allowed",
    ),
    "classical/kong-2#at-once": Case(
        legal=f"{FULL} {_SOUTH_PUNGS} {_ROUND_THE_TABLE} S draw 5b; S kong added 5555b; W claim mahjong;"
        "W mahjong kong 5b",
        illegal=f"{FULL} {_SOUTH_PUNGS} {_ROUND_THE_TABLE} S draw 5b; S kong added 5555b; S kong-replacement ??;"
        "W mahjong kong 5b",
        code="rob-not-allowed",
    ),
    "classical/win-1": Case(
        legal=f"{FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall Gd; S show 123b 456b 789c 222d GGd",
        illegal=f"{FULL} {_SOUTH_DRAWS.format('Ew')} S mahjong wall Ew",
        code="not-mahjong",
    ),
    "classical/win-1#thirteen-wonders": Case(
        legal=f"{FULL} dealt S 19b 19c 19d ESWNw RGWd; E discard 1b; S claim mahjong; S mahjong discard 1b",
        illegal=f"{FULL} dealt S 19b 19c 19d ESWNw RGWd; E discard 2b; !S claim mahjong; S mahjong discard 2b",
        code="not-mahjong",
    ),
    "classical/win-1#seven-pairs": Case(
        legal="game classical SevenPairs=true; hand; dealt S 1122b 3344c 5566d 7c; E discard 9b; S draw 7c;"
        "S mahjong wall 7c",
        illegal=f"{FULL} dealt S 1122b 3344c 5566d 7c; E discard 9b; S draw 7c; S mahjong wall 7c",
        code="not-mahjong",
    ),
    "classical/win-1#another-tile": Case(
        legal=f"{FULL} {_WAITS_FOR_5B} E discard 5b; W claim mahjong; W mahjong discard 5b",
        illegal=f"{FULL} {_SOUTH_DRAWS.format('Gd')} S mahjong wall 2d",
        code="mahjong-tile-wrong",
    ),
    "classical/win-1#shown": Case(
        legal=f"{FULL} {_WAITS_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 46b 99d",
        illegal=f"{FULL} {_WAITS_FOR_5B} E discard 9b; S draw ??; S mahjong wall; W show | 123c 456c 789c 44b 99d",
        code="shown-hand-differs",
    ),
    "classical/win-1#play-goes-on": Case(
        legal=f"{TABLE} E discard 5d; S claim mahjong; S mahjong discard 5d; hand 2 E ben",
        illegal=f"{TABLE} E discard 5d; S claim mahjong; S mahjong discard 5d; S discard 1c",
        code="play-after-end",
    ),
    "classical/call-1": Case(
        legal=f"{FULL} E discard 9b; S draw ??; S discard Ew calling=true; W draw ??",
        illegal=f"{FULL} E discard 9b; S draw ??; S discard Ew; W draw ??; W discard 9b; N draw ??; N discard 9d;"
        "E draw ??; E discard 9d; S draw ??; S discard Ew calling=true",
        code="call-too-late",
    ),
    "classical/call-1#the-tile-drawn": Case(
        legal=f"{FULL} E discard 9b calling=true; S draw ??; S discard 9d; W draw ??; W discard 9b; N draw ??;"
        "N discard 9d; E draw 8b; E discard 8b",
        illegal=f"{FULL} E discard 9b calling=true; S draw ??; S discard 9d; W draw ??; W discard 9b; N draw ??;"
        "N discard 9d; E draw 8b; E discard 7b",
        code="call-changed",
    ),
    "classical/call-1#no-set": Case(
        legal=f"{FULL} E discard 9b calling=true; S draw ??; S discard 5b; E claim mahjong; E mahjong discard 5b",
        illegal=f"{FULL} E discard 9b calling=true; S draw ??; S discard 5b; !E claim pung; E expose pung 555b",
        code="call-changed",
    ),
    "classical/cannon-1": Case(
        legal=f"game classical; hand every=dangerous; {THROWN_TO_TWO_DRAGONS} dangerous=choice",
        illegal=f"game classical; hand every=dangerous; {THROWN_TO_TWO_DRAGONS}",
        code="danger-misjudged",
    ),
    "classical/cannon-1#harmless": Case(
        legal=f"{TABLE} E discard 5b; S claim mahjong; S mahjong discard 5b",
        illegal=f"{TABLE} E discard 5b; S claim mahjong; S mahjong discard 5b dangerous=choice",
        code="danger-misjudged",
    ),
    "classical/cannon-1#no-choice": Case(
        legal=f"game classical; hand every=dangerous; {THROWN_TO_TWO_DRAGONS} dangerous=choice",
        illegal=f"game classical; hand every=dangerous; {THROWN_TO_TWO_DRAGONS} dangerous=no-choice",
        code="danger-misjudged",
    ),
    "classical/rotate-1": Case(
        legal=f"{_RESULT} E mahjong wall; hand 2 depth=result; washout;"
        "hand 3 depth=result; N mahjong wall; hand 4 E ben depth=result",
        illegal=f"{_RESULT} E mahjong wall; hand 2 E ben depth=result",
        code="wrong-east",
    ),
    "classical/rotate-1#drawn": Case(
        legal=f"{_RESULT} washout; hand 2 E anna",
        illegal=f"{_RESULT} washout; hand 2 E ben",
        code="wrong-east",
    ),
    "classical/rotate-1#lost": Case(
        legal=f"{_RESULT} N mahjong wall; hand 2 E ben",
        illegal=f"{_RESULT} N mahjong wall; hand 2 E dora",
        code="wrong-east",
    ),
    "classical/rotate-1#wind": Case(
        legal=f"game classical; {_hands_lost_by_east('E')}; hand 5 S",
        illegal=f"game classical; {_hands_lost_by_east('E')}; hand 5 E",
        code="wrong-round",
    ),
    "classical/rotate-1#rounds": Case(
        legal=f"game classical NumRounds=2; {_hands_lost_by_east('E')}; {_hands_lost_by_east('S', first=5)}",
        illegal=f"game classical NumRounds=1; {_hands_lost_by_east('E')}; hand 5 S depth=result",
        code="hand-after-end",
    ),
    "classical/rotate-1#same-seats": Case(
        legal=f"{_RESULT} E mahjong wall; hand 2 depth=result",
        illegal=f"{_RESULT} E mahjong wall; hand 2 seats=anna,cora,ben,dora",
        code="wrong-seats",
    ),
}
