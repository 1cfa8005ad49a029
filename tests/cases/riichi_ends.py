"""The rules of `riichi` about several winners, hands that end before their time, draws, repeats and the end of a game.

Each is kept and broken.
"""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES

GAME = "game riichi; "
DEAL = (
    "dealt E 1234b 1234c 1234d 8d / S 234b 567c 345d 666b 8d / W 456b 456c 67d 333c 22b / N 19b 19c 19d SSw GGRWWd; "
    "indicator 1c; "
)
"""South and West lack an 8 dots; North has nine different terminals and honors after drawing another."""
DEALT = f"{GAME}hand; {DEAL}"
UNSEEN = f"{GAME}hand; dealt; indicator 1c; "
"""Everything was written down, and nobody saw the tiles."""
PASSES = "E draw Ew; E discard Ew; S draw Ew; S discard Ew; W draw 9b; W discard 9b; "
TWO_CALL = "E draw 9c; E discard 8d; S claim mahjong; W claim mahjong; "
SOUTH_WINS = "S mahjong discard 8d; S show 234b 567c 345d 666b 88d; "
WEST_WINS = "W mahjong discard 8d; W show 456b 456c 678d 333c 22b; "
ROUND = ("anna", "ben", "cora", "dora")
RESULT = "depth=result; "


def turns(draws: int, first: int = 0) -> str:
    """So many times the next player draws, from East on, and discards; no two alike follow one another."""
    kinds = [CODES[(number * 5 + 1) % 34] for number in range(draws)]
    seats = ["ESWN"[(number + first) % 4] for number in range(draws)]
    return " ".join(f"{seat} draw ??; {seat} discard {kind};" for seat, kind in zip(seats, kinds, strict=True)) + " "


def won(number: int, wind: str, east: str, winner: str = "S", start: str = "") -> str:
    """A hand of which only the result was recorded: somebody wins 1,000 from another."""
    loser = "W" if winner != "W" else "N"
    pay = f"settlement {winner}=1000 {loser}=-1000; "
    return f"hand {number} {wind} {east} {start} {RESULT}{winner} mahjong discard; {pay}"


def round_of(wind: str, first: int = 1, winner: str = "S") -> str:
    """A round in which somebody else than East wins every hand."""
    return "".join(won(number, wind, east, winner) for number, east in enumerate(ROUND, start=first))


_MAJORS = ["1b", "9b", "1c", "9c", "1d", "9d", "Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd"]
_MINORS = [code for code in CODES[:27] if code[0] not in "19"]


def easts_majors(draws: int = 70) -> str:
    """All the turns of a hand in which East discards nothing but terminals and honors."""
    moves = []
    for number in range(draws):
        kinds, at = (_MAJORS, number // 4) if number % 4 == 0 else (_MINORS, number - number // 4 - 1)
        seat = "ESWN"[number % 4]
        moves.append(f"{seat} draw ??; {seat} discard {kinds[at % len(kinds)]};")
    return " ".join(moves) + " "


AT_THE_END = f"{UNSEEN}{turns(70)}"
"""The last live tile was drawn and discarded."""
RIICHI = "discard {} riichi=true; "

WON_BY_SOUTH = "hand 1 E anna depth=result; S mahjong discard; settlement S=1000 W=-1000; "
DRAWN = "hand 1 E anna depth=result; washout; "
SOUTH_IN_DEBT = "hand 1 E anna depth=result; N mahjong discard; settlement N=25100 S=-25100; "
LAST_HAND = "hand 1 S dora totals=anna:{},ben:{},cora:{},dora:{} depth=result; "

AT_FIRST = "anna:25000,ben:25000,cora:25000,dora:25000"
BEGUN = (
    f"{GAME}hand 1 S cora totals=anna:20000,ben:30000,cora:24000,dora:26000 depth=result; S mahjong discard;"
    "settlement S=1000 W=-1000; "
)
"""A record that begins in the middle of a game."""
SOUTH_WINS_A_HAND = f"{DEAL}E draw 9c; E discard 8d; S claim mahjong; {SOUTH_WINS}S score 1300; "

FED = (
    f"{UNSEEN}E draw ??; E discard Rd; S claim pung; S expose pung RRRd; S discard 1d; W draw ??; W discard Gd;"
    "S claim pung; S expose pung GGGd; S discard 2d; W draw ??; W discard 3c; N draw ??; N discard Wd;"
    "S claim pung; S expose pung WWWd; S discard 3d; W draw ??; W discard 5b; S claim mahjong; "
)
"""North has fed South's third set of dragons, and West discards the winning tile."""

PAID = "S mahjong discard 5b liable=N; S show 345b 99c; S score 32000; "

APART = "hand; dealt S 345c 67c 567d 123b 99b; indicator 1c; E draw ??; E discard 1c; S draw Ew; S discard Ew; "
APART += "W draw ??; W discard Ew; N draw ??; N discard 1b; E draw ??; E discard 1b; S draw 8c; S mahjong wall 8c"
"""South has drawn the tile of a pinfu."""
TURN = f"hand; {DEAL}E draw 9c; E discard 9c; "
CHOMBO = 'S penalty 8000 reason=chombo to={{"E":{0},"W":{1},"N":{1}}}; '
AGAIN = "replay tiles of the wall were shown; hand 1 E anna"
OFF = "S penalty 20000 reason=chombo to={}; "
MANGAN, POINTS = "game riichi chombo=mangan; ", "game riichi chombo=points; "
DEAD = "game riichi dead_hands=true; "
EMPTY = "game riichi dead_hands=true empty_call=true; "
EMPTY += f"{TURN}S draw Ew; S discard Ew; W draw 8d; W discard 8d; "
NEXT = "S draw Ew; S discard Ew; W draw Ew; W discard 6b; "

CASES: dict[str, Case] = cases_in("riichi_ends", globals())
