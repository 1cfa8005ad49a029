"""The rules of `riichi-sanma` about riichi, claims, wins, what they are worth, and ends: kept and broken by three."""

from __future__ import annotations

from cases import Case, cases_in, riichi_sanma
from cases.riichi_sanma import DEALT, GAME, UNSEEN, turns

READY = "E draw Gd; E discard Gd; S draw Ew; S discard Ew riichi=true; W draw Ww; W discard Ww; "
"""South is in riichi, and lacks an 8 dots."""
SOUTH_WINS = "S claim mahjong; S mahjong discard 8d; "
SHOWN = "S show 234b 678b 345d 555b 88d"
BOTH_READY = (
    "hand; dealt E 1199b 1199c 1122d 4d / S 234b 678b 345d 555b 8d / W 234b 999d 67d EEEw 99b; indicator 1b; "
    "E draw 8d; E discard 8d; S claim mahjong; W claim mahjong; "
)
"""East discards what South and West lack, and both call it."""
BOTH_WIN = f"S mahjong discard 8d; {SHOWN}; W mahjong discard 8d; W show 234b 999d 678d EEEw 99b; "
RIICHI_KONG = (
    "E draw ??; E discard 1c; S draw Nw; S discard Nw riichi=true; W draw ??; W discard 1d; E draw ??; E discard 3d;"
    "S draw 6b; S kong concealed 6666b"
)

THREE_WINDS = f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; "
THREE_RIICHI = (
    "hand; dealt; indicator 1b; E draw ??; E discard 1b riichi=true; S draw ??; S discard 2b riichi=true; W draw ??;"
    "W discard 3b riichi=true; "
)
FOUR_KONGS = (
    f"{UNSEEN}E draw ??; E kong concealed 6666b; indicator 2d kong; E kong-replacement ??; E kong concealed 2222b;"
    "indicator 3d kong; E kong-replacement ??; E discard 9b; S draw ??; S kong concealed 3333b; indicator 4d kong;"
    "S kong-replacement ??; S kong concealed 4444b; indicator 5d kong; S kong-replacement ??; S discard 9b; "
)
AT_THE_END = f"{UNSEEN}{turns(55)}"
"""The last live tile was drawn and discarded."""
EAST_IS_READY = "E show | 234b 678b 123d 789d 9b; washout; "
_MAJORS = ["1b", "9b", "1c", "9c", "1d", "9d", "Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd"]
_MINORS = [f"{rank}{suit}" for suit in "bd" for rank in range(2, 9)]


def easts_majors(draws: int = 55) -> str:
    """All the turns of a hand in which East discards nothing but terminals and honors."""
    others = iter(_MINORS * draws)
    moves: list[str] = []
    for number in range(draws):
        seat = "ESW"[number % 3]
        moves.append(f"{seat} draw ??; {seat} discard {next(others) if number % 3 else _MAJORS[number // 3 % 13]};")
    return " ".join(moves) + " "


WON = "hand 1 E anna depth=result; S mahjong discard; settlement S=1000 W=-1000; "
DRAWN = "hand 1 E anna depth=result; washout; "
AT_FIRST = "anna:35000,ben:35000,cora:35000"
LAST_HAND = "hand 1 S cora totals=anna:{},ben:{},cora:{} {}depth=result; "
"""South 3, in which anna is South, and ben West."""
SOUTHS_HAND = f"{DEALT.partition('hand; ')[2]}E draw 8d; E discard 8d; {SOUTH_WINS}{SHOWN}; S score 2600; "
DEBT = "hand 1 E anna depth=result; W mahjong discard; settlement W=35100 S=-35100; "
LAST_OF_ANNA = "S mahjong discard; settlement S=1000 W=-1000; "

FED = (
    f"{UNSEEN}E draw ??; E discard Rd; S claim pung; S expose pung RRRd; S discard 1d; W draw ??; W discard Gd;"
    "S claim pung; S expose pung GGGd; S discard 2d; W draw ??; W discard 3d; E draw ??; E discard Wd;"
    "S claim pung; S expose pung WWWd; S discard 3d; W draw ??; W discard 5b; S claim mahjong; "
)
"""East has fed South's third set of dragons, and West discards the winning tile."""
PLAYED = f"{DEALT}E draw Gd; E discard Gd; ".removeprefix(GAME)
EMPTY = "game riichi-sanma dead_hands=true empty_call=true; hand; dealt; indicator 1c; E draw ??; E discard 5b; "
CHOMBO = 'S penalty 6000 reason=chombo to={{"E":{},"W":{}}}; replay tiles of the wall were shown; hand 1 E anna'

_TURN = "E discard 1d; S draw 1d; S discard 1d; W draw ??; W discard 1d; E draw ??; "
ASIDE = _TURN.replace("S draw 1d", "S draw Nw; S bonus Nw; S bonus-replacement 1d")
"""The same, with a north wind that South lays aside."""


def won(hand: tuple[str, str, str], said: str, options: str = "", indicator: str = "9d", turn: str = _TURN) -> str:
    """South wins East's discard after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator {indicator}; E draw ??; {turn}"
        f"E discard {tile}; S claim mahjong; S mahjong discard {tile}; S show {shown}; S score {said}"
    )


def drawn(hand: tuple[str, str, str], said: str, options: str = "", turn: str = _TURN, draw: str = "") -> str:
    """South draws the winning tile after a turn of everybody, and announces the hand. `draw`: another way to it."""
    dealt, tile, shown = hand
    draw = draw or f"S draw {tile}; S mahjong wall {tile}"
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator 9d; E draw ??; {turn}E discard Ww;"
        f"{draw}; S show {shown}; S score {said}"
    )


TANYAO = ("234b 567b 345d 22d 67d", "8d", "234b 567b 345d 22d 678d")
OWN_WIND = ("SSSw 345d 678d 22b 45b", "6b", "SSSw 345d 678d 22b 456b")
EAST_PAIR = ("EEw 234b 567b 345d 67d", "8d", "EEw 234b 567b 345d 678d")
NORTH_PAIR = ("NNw 234b 567b 345d 67d", "8d", "NNw 234b 567b 345d 678d")
PAIRS = ("2277b 3388b 44d 66d 8d", "8d", "| 2277b 3388b 44d 66d 88d")
SINGLE = ("234b 567b 345d 678d 2d", "2d", "234b 567b 345d 678d 22d")
GREEN = ("234b 234b 666b 88b GGd", "Gd", "234b 234b 666b 88b GGGd")
HONORS = ("RRRd GGGd WWd EEEw SSw", "Wd", "RRRd GGGd WWWd EEEw SSw")
FLUSH = ("123b 456b 789b 22b 88b", "8b", "123b 456b 789b 22b 888b")
PURE = ("1112345678999b", "9b", "| 11123456789999b")
HUGE = ("223344b 66788b 55b", "7b", "| 223344b 667788b 55b")
PLAIN = "items=pinfu:0:1,tanyao:0:1"

CASES: dict[str, Case] = cases_in("riichi_sanma_ends", vars(riichi_sanma), globals())
