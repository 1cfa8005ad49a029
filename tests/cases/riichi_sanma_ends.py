"""The rules of `riichi-sanma` about riichi, claims, wins, what they are worth, and ends: kept and broken by three."""

from __future__ import annotations

from cases import Case
from cases.riichi_sanma import DEALT, GAME, NORTHS, UNSEEN, turns

_READY = "E draw Gd; E discard Gd; S draw Ew; S discard Ew riichi=true; W draw Ww; W discard Ww; "
"""South is in riichi, and lacks an 8 dots."""
_SOUTH_WINS = "S claim mahjong; S mahjong discard 8d; "
_SHOWN = "S show 234b 678b 345d 555b 88d"
_BOTH_READY = (
    "hand; dealt E 1199b 1199c 1122d 4d / S 234b 678b 345d 555b 8d / W 234b 999d 67d EEEw 99b; indicator 1b; "
    "E draw 8d; E discard 8d; S claim mahjong; W claim mahjong; "
)
"""East discards what South and West lack, and both call it."""
_BOTH_WIN = f"S mahjong discard 8d; {_SHOWN}; W mahjong discard 8d; W show 234b 999d 678d EEEw 99b; "
_RIICHI_KONG = (
    "E draw ??; E discard 1c; S draw Nw; S discard Nw riichi=true; W draw ??; W discard 1d; E draw ??; E discard 3d;"
    "S draw 6b; S kong concealed 6666b"
)

PLAY: dict[str, Case] = {
    "riichi-sanma/dora-1": Case(
        legal=f"{GAME}hand; dealt; indicator 1c; E draw ??",
        illegal=f"{GAME}hand; dealt; E draw ??",
        code="indicator-missing",
    ),
    "riichi-sanma/dora-3": Case(
        legal=f"{DEALT}{_READY}E draw 8d; E discard 8d; {_SOUTH_WINS}indicator 2d under; {_SHOWN}",
        illegal=f"{DEALT}{_READY}E draw 8d; E discard 8d; {_SOUTH_WINS}{_SHOWN}",
        code="indicator-missing",
    ),
    "riichi-sanma/claim-2": Case(
        legal=f"{UNSEEN}E draw ??; E discard 5d; S claim pung; W claim mahjong; W mahjong discard 5d",
        illegal=f"{UNSEEN}E draw ??; E discard 5d; S claim pung; W claim mahjong; S expose pung 555d",
        code="claim-outranked",
    ),
    "riichi-sanma/claim-3": Case(
        legal=f"{UNSEEN}{turns(54)}E draw ??; E discard 5d; S claim mahjong",
        illegal=f"{UNSEEN}{turns(54)}E draw ??; E discard 5d; S claim pung",
        code="claim-not-open",
        severity="warning",
    ),
    "riichi-sanma/claim-4": Case(
        legal=f"{DEALT}{_READY}E draw Gd; E discard Gd; S draw ??",
        illegal=f"{DEALT}E draw Gd; E discard Gd; S draw Ew; S discard Ew riichi=true; W draw Ww; W discard 5b;"
        "S claim kong",
        code="call-changed",
        severity="warning",
    ),
    "riichi-sanma/swap-1": Case(
        legal=f"{GAME}hand; dealt S 550b 34d 789d EEw 99c 1d; indicator 1c; E draw ??; E discard 5b; S claim pung;"
        "S expose pung 555b; S discard 1d",
        illegal=f"{GAME}hand; dealt S 550b 34d 789d EEw 99c 1d; indicator 1c; E draw ??; E discard 5b; S claim pung;"
        "S expose pung 555b; S discard 0b",
        code="swap-call",
    ),
    "riichi-sanma/kan-1": Case(
        legal=f"{UNSEEN}E draw ??; E kong concealed 6666b",
        illegal=f"{UNSEEN}E draw ??; E discard 2d; S claim pung; S expose pung 222d; S kong concealed 6666b",
        code="kong-not-allowed",
    ),
    "riichi-sanma/kan-3": Case(
        legal=f"{GAME}hand; dealt S 666b 23b 999c 345d 88d; indicator 1c; {_RIICHI_KONG}",
        illegal=f"{GAME}hand; dealt S 666b 78b 999c 345d 88d; indicator 1c; {_RIICHI_KONG}",
        code="kong-changes-wait",
    ),
    "riichi-sanma/kan-4": Case(
        legal="game riichi-sanma rob_closed_kan=true; hand; dealt; indicator 1c; E draw ??; E kong concealed 1111b;"
        "S claim mahjong; S mahjong kong 1b; S show | 199b 19c 19d ESWNw RGWd",
        illegal=f"{UNSEEN}E draw ??; E kong concealed 6666b; !S claim mahjong; S mahjong kong 6b",
        code="rob-not-allowed",
    ),
    "riichi-sanma/riichi-1": Case(
        legal=f"{UNSEEN}{turns(51)}E draw ??; E discard 5d riichi=true",
        illegal=f"{UNSEEN}{turns(52)}S draw ??; S discard 5d riichi=true",
        code="riichi-not-allowed",
    ),
    "riichi-sanma/riichi-2": Case(legal=f"{DEALT}{_READY}E draw Ww; E discard Ww"),
    "riichi-sanma/riichi-3": Case(
        legal=f"{DEALT}{_READY}E draw Gd; E discard Gd; S draw Nw; S discard Nw",
        illegal=f"{DEALT}{_READY}E draw Gd; E discard Gd; S draw Nw; S discard 8d",
        code="call-changed",
    ),
    "riichi-sanma/riichi-4": Case(
        legal=f"{DEALT}E draw Gd; E discard Gd; S draw Ew; S discard Ew riichi=true",
        illegal=f"{DEALT}E draw Gd; E discard Gd; S draw Ew; S discard 2b riichi=true",
        code="riichi-not-ready",
    ),
    "riichi-sanma/furiten-1": Case(
        legal=f"{DEALT}E draw 8d; E discard 8d; {_SOUTH_WINS}",
        illegal=f"{DEALT}E draw Gd; E discard Gd; S draw 8d; S discard 8d; W draw 8d; W discard 8d; {_SOUTH_WINS}",
        code="furiten",
    ),
    "riichi-sanma/furiten-2": Case(
        legal=f"{DEALT}E draw 8d; E discard 8d; S draw Ew; S discard Ew; W draw 8d; W discard 8d; {_SOUTH_WINS}",
        illegal=f"{DEALT}E draw Gd; E discard Gd; S draw Ew; S discard Ew; W draw 8d; W discard 8d; E draw 8d;"
        f"E discard 8d; {_SOUTH_WINS}",
        code="furiten",
    ),
    "riichi-sanma/furiten-3": Case(
        legal=f"{DEALT}{_READY}E draw 8d; E discard 8d; {_SOUTH_WINS}",
        illegal=f"{DEALT}{_READY.replace('Ww', '8d')}E draw 8d; E discard 8d; {_SOUTH_WINS}",
        code="furiten",
    ),
    "riichi-sanma/win-1": Case(
        legal=f"{GAME}hand; dealt S 123b 456d 78d 99b 111c; indicator 1b; E draw ??; E discard Ew; S draw 9d;"
        "S mahjong wall 9d",
        illegal=f"{GAME}hand; dealt S 123b 456d 78d 99b 111c; indicator 1b; E draw ??; E discard 9d; S claim mahjong;"
        "S mahjong discard 9d",
        code="no-yaku",
    ),
    "riichi-sanma/win-2": Case(
        legal=f"{GAME}hand; dealt S 1199b 2277d 3388d 5d; indicator 1c; E draw ??; E discard 5d; S claim mahjong;"
        "S mahjong discard 5d",
        illegal=f"{GAME}hand; dealt S 1111b 2277d 3388d 5d; indicator 1c; E draw ??; E discard 5d; !S claim mahjong;"
        "S mahjong discard 5d",
        code="not-mahjong",
    ),
    "riichi-sanma/win-3": Case(
        legal=f"{GAME}{_BOTH_READY}{_BOTH_WIN}",
        illegal=f"game riichi-sanma several_ron=head; {_BOTH_READY}{_BOTH_WIN.replace('W mahjong', '!W mahjong')}",
        code="too-many-winners",
    ),
    "riichi-sanma/win-4": Case(
        legal=f"{GAME}hand; dealt S 1111b 456d 789d 345d; indicator 1c; E draw ??; E discard 1d; S draw 9c;"
        "S discard 9c",
    ),
}

_THREE_WINDS = f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; "
_THREE_RIICHI = (
    "hand; dealt; indicator 1b; E draw ??; E discard 1b riichi=true; S draw ??; S discard 2b riichi=true; W draw ??;"
    "W discard 3b riichi=true; "
)
_FOUR_KONGS = (
    f"{UNSEEN}E draw ??; E kong concealed 6666b; indicator 2d kong; E kong-replacement ??; E kong concealed 2222b;"
    "indicator 3d kong; E kong-replacement ??; E discard 9b; S draw ??; S kong concealed 3333b; indicator 4d kong;"
    "S kong-replacement ??; S kong concealed 4444b; indicator 5d kong; S kong-replacement ??; S discard 9b; "
)
_AT_THE_END = f"{UNSEEN}{turns(55)}"
"""The last live tile was drawn and discarded."""
_EAST_IS_READY = "E show | 234b 678b 123d 789d 9b; washout; "
_MAJORS = ["1b", "9b", "1c", "9c", "1d", "9d", "Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd"]
_MINORS = [f"{rank}{suit}" for suit in "bd" for rank in range(2, 9)]


def _easts_majors(draws: int = 55) -> str:
    """All the turns of a hand in which East discards nothing but terminals and honors."""
    others = iter(_MINORS * draws)
    moves: list[str] = []
    for number in range(draws):
        seat = "ESW"[number % 3]
        moves.append(f"{seat} draw ??; {seat} discard {next(others) if number % 3 else _MAJORS[number // 3 % 13]};")
    return " ".join(moves) + " "


_WON = "hand 1 E anna depth=result; S mahjong discard; settlement S=1000 W=-1000; "
_DRAWN = "hand 1 E anna depth=result; washout; "
_AT_FIRST = "anna:35000,ben:35000,cora:35000"
_LAST_HAND = "hand 1 S cora totals=anna:{},ben:{},cora:{} {}depth=result; "
"""South 3, in which anna is South, and ben West."""
_SOUTHS_HAND = f"{DEALT.partition('hand; ')[2]}E draw 8d; E discard 8d; {_SOUTH_WINS}{_SHOWN}; S score 2600; "
_DEBT = "hand 1 E anna depth=result; W mahjong discard; settlement W=35100 S=-35100; "
_LAST_OF_ANNA = "S mahjong discard; settlement S=1000 W=-1000; "

ENDS: dict[str, Case] = {
    "riichi-sanma/abort-1": Case(
        legal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E",
        illegal=f"{UNSEEN}E draw ??; E bonus Nw; E bonus-replacement ??; washout reason=nine-terminals seats=E",
        code="washout-not-due",
    ),
    "riichi-sanma/abort-2": Case(
        legal=f"{_THREE_WINDS}E draw ??",
        illegal=f"{_THREE_WINDS}washout reason=four-winds",
        code="washout-not-due",
    ),
    "riichi-sanma/abort-3": Case(
        legal=f"{GAME}{_THREE_RIICHI}E draw ??",
        illegal=f"{GAME}{_THREE_RIICHI}washout reason=four-riichi",
        code="washout-not-due",
    ),
    "riichi-sanma/abort-3#agreed": Case(
        legal=f"game riichi-sanma abort_riichi=true; {_THREE_RIICHI}washout reason=four-riichi",
        illegal=f"game riichi-sanma abort_riichi=true; {_THREE_RIICHI}E draw ??",
        code="abort-missing",
    ),
    "riichi-sanma/abort-4": Case(
        legal=f"{_FOUR_KONGS}washout reason=four-kongs",
        illegal=f"{_FOUR_KONGS}W draw ??",
        code="abort-missing",
    ),
    "riichi-sanma/abort-5": Case(
        legal=f"{GAME}{_BOTH_READY}{_BOTH_WIN}",
        illegal=f"{GAME}{_BOTH_READY}washout reason=three-ron",
        code="washout-not-due",
    ),
    "riichi-sanma/abort-6": Case(
        legal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E; settlement E=0; hand 2 E anna repeats=1",
        illegal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E; settlement E=1000 S=-1000",
        code="wrong-settlement",
    ),
    "riichi-sanma/draw-1": Case(
        legal=f"{_AT_THE_END}{_EAST_IS_READY}settlement E=2000 S=-1000 W=-1000",
        illegal=f"{_AT_THE_END}{_EAST_IS_READY}settlement E=3000 S=-1500 W=-1500",
        code="wrong-settlement",
    ),
    "riichi-sanma/draw-2": Case(
        legal=f"{UNSEEN}{_easts_majors()}washout reason=nagashi seats=E; settlement E=8000 S=-4000 W=-4000",
        illegal=f"{UNSEEN}{_easts_majors()}washout",
        code="washout-not-due",
    ),
    "riichi-sanma/repeat-1": Case(
        legal=f"{GAME}hand depth=result; E mahjong discard; settlement E=1500 S=-1500; hand 2 E anna",
        illegal=f"{GAME}hand depth=result; E mahjong discard; settlement E=1500 S=-1500; hand 2 E ben",
        code="wrong-east",
    ),
    "riichi-sanma/repeat-2": Case(
        legal=f"{GAME}{_DRAWN}settlement E=2000 S=-1000 W=-1000; hand 2 E anna repeats=1",
        illegal=f"{GAME}{_WON}hand 2 E ben repeats=1",
        code="wrong-repeats",
    ),
    "riichi-sanma/repeat-3": Case(
        legal=f"{GAME}hand repeats=2 totals={_AT_FIRST}; {_SOUTHS_HAND}settlement S=3000 E=-3000",
        illegal=f"{GAME}hand repeats=2 totals={_AT_FIRST}; {_SOUTHS_HAND}settlement S=3200 E=-3200",
        code="wrong-settlement",
    ),
    "riichi-sanma/pot-1": Case(
        legal=f"{DEALT}{_READY}E draw 8d; E discard 8d; {_SOUTH_WINS}indicator 1d under; {_SHOWN};"
        "settlement S=9000 E=-8000 pot=1000",
        illegal=f"{DEALT}{_READY}E draw 8d; E discard 8d; {_SOUTH_WINS}indicator 1d under; {_SHOWN};"
        "settlement S=8000 E=-8000",
        code="wrong-pot",
    ),
    "riichi-sanma/end-1": Case(
        legal=f"{GAME}{_LAST_HAND.format(39500, 34000, 31500, '')}{_LAST_OF_ANNA}end anna=40500 ben=33000 cora=31500",
        illegal=f"{GAME}{_LAST_HAND.format(39500, 34000, 31500, '')}{_LAST_OF_ANNA}hand 2 W anna",
        code="hand-after-end",
    ),
    "riichi-sanma/end-2": Case(
        legal=f"{GAME}{_LAST_HAND.format(37000, 34000, 34000, '')}{_LAST_OF_ANNA}hand 2 W anna depth=result;"
        "S mahjong discard; settlement S=7000 W=-7000; end anna=38000 ben=40000 cora=27000",
        illegal=f"{GAME}{_LAST_HAND.format(37000, 34000, 34000, '')}{_LAST_OF_ANNA}hand 2 W anna depth=result;"
        "S mahjong discard; settlement S=7000 W=-7000; hand 3 W ben",
        code="hand-after-end",
    ),
    "riichi-sanma/end-3": Case(
        legal=f"{GAME}{_DEBT}end anna=35000 ben=-100 cora=70100",
        illegal=f"{GAME}{_DEBT}hand 2 E ben",
        code="hand-after-end",
    ),
    "riichi-sanma/end-4": Case(
        legal=f"{GAME}{_LAST_HAND.format(32000, 32000, 41000, '')}E mahjong discard; settlement E=1500 W=-1500;"
        "end anna=32000 ben=30500 cora=42500",
        illegal=f"{GAME}{_LAST_HAND.format(32000, 32000, 41000, '')}E mahjong discard; settlement E=1500 W=-1500;"
        "hand 2 S cora",
        code="hand-after-end",
    ),
    "riichi-sanma/end-5": Case(
        legal=f"{GAME}{_LAST_HAND.format(41000, 31000, 31000, 'pot=2000 ')}washout; settlement E=0;"
        "end anna=43000 ben=31000 cora=31000",
        illegal=f"{GAME}{_LAST_HAND.format(41000, 31000, 31000, 'pot=2000 ')}washout; settlement E=0;"
        "end anna=41000 ben=31000 cora=31000",
        code="wrong-total",
    ),
    "riichi-sanma/final-1": Case(
        legal=f"{GAME}{_LAST_HAND.format(43000, 34000, 28000, '')}{_LAST_OF_ANNA}"
        "end final=anna:39000,ben:-7000,cora:-32000",
        illegal=f"{GAME}{_LAST_HAND.format(43000, 34000, 28000, '')}{_LAST_OF_ANNA}"
        "end final=anna:24000,ben:-7000,cora:-32000",
        code="wrong-final",
    ),
    "riichi-sanma/rounds-1": Case(
        legal=f"{GAME}{_WON}{_WON.replace('1 E anna', '2 E ben')}{_WON.replace('1 E anna', '3 E cora')}hand 4 S anna",
        illegal=f"{GAME}{_WON}{_WON.replace('1 E anna', '2 E ben')}{_WON.replace('1 E anna', '3 E cora')}hand 4 E anna",
        code="wrong-round",
    ),
}

_FED = (
    f"{UNSEEN}E draw ??; E discard Rd; S claim pung; S expose pung RRRd; S discard 1d; W draw ??; W discard Gd;"
    "S claim pung; S expose pung GGGd; S discard 2d; W draw ??; W discard 3d; E draw ??; E discard Wd;"
    "S claim pung; S expose pung WWWd; S discard 3d; W draw ??; W discard 5b; S claim mahjong; "
)
"""East has fed South's third set of dragons, and West discards the winning tile."""
_PLAYED = f"{DEALT}E draw Gd; E discard Gd; ".removeprefix(GAME)
_EMPTY = "game riichi-sanma dead_hands=true empty_call=true; hand; dealt; indicator 1c; E draw ??; E discard 5b; "
_CHOMBO = 'S penalty 6000 reason=chombo to={{"E":{},"W":{}}}; replay tiles of the wall were shown; hand 1 E anna'

FAULTS: dict[str, Case] = {
    "riichi-sanma/pao-1": Case(
        legal=f"{_FED}S mahjong discard 5b liable=E; S show 345b 99c; S score 32000;"
        "settlement S=32000 W=-16000 E=-16000",
        illegal=f"{_FED}S mahjong discard 5b",
        code="wrong-liable",
    ),
    "riichi-sanma/chombo-1": Case(
        legal=f"game riichi-sanma chombo=mangan; {_PLAYED}{_CHOMBO.format(4000, 2000)}",
        illegal=f"game riichi-sanma chombo=mangan; {_PLAYED}!{_CHOMBO.format(3000, 3000)}",
        code="wrong-penalty",
    ),
    "riichi-sanma/dead-hand-2": Case(legal=f"{_EMPTY}W claim mahjong; W retract; S draw ??; S discard 5b"),
    "riichi-sanma/dead-hand-1#empty-call": Case(
        legal=f"{_EMPTY}W claim pung; W retract; S draw ??; S discard 5b; W claim pung",
        illegal=f"{_EMPTY}W claim mahjong; W retract; S draw ??; S discard 5b; !W claim pung",
        code="dead-hand-acts",
    ),
    "riichi-sanma/dead-hand-1": Case(
        legal=f"game riichi-sanma dead_hands=true; {_PLAYED}S dead exposure; S draw Ew; S discard Ew; W draw Ww;"
        "W discard 5b",
        illegal=f"game riichi-sanma dead_hands=true; {_PLAYED}S dead exposure; S draw Ew; S discard Ew; W draw Ww;"
        "W discard 5b; !S claim kong",
        code="dead-hand-acts",
    ),
}

_TURN = "E discard 1d; S draw 1d; S discard 1d; W draw ??; W discard 1d; E draw ??; "
_ASIDE = _TURN.replace("S draw 1d", "S draw Nw; S bonus Nw; S bonus-replacement 1d")
"""The same, with a north wind that South lays aside."""


def _won(hand: tuple[str, str, str], said: str, options: str = "", indicator: str = "9d", turn: str = _TURN) -> str:
    """South wins East's discard after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator {indicator}; E draw ??; {turn}"
        f"E discard {tile}; S claim mahjong; S mahjong discard {tile}; S show {shown}; S score {said}"
    )


def _drawn(hand: tuple[str, str, str], said: str, options: str = "", turn: str = _TURN, draw: str = "") -> str:
    """South draws the winning tile after a turn of everybody, and announces the hand. `draw`: another way to it."""
    dealt, tile, shown = hand
    draw = draw or f"S draw {tile}; S mahjong wall {tile}"
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator 9d; E draw ??; {turn}E discard Ww;"
        f"{draw}; S show {shown}; S score {said}"
    )


_TANYAO = ("234b 567b 345d 22d 67d", "8d", "234b 567b 345d 22d 678d")
_OWN_WIND = ("SSSw 345d 678d 22b 45b", "6b", "SSSw 345d 678d 22b 456b")
_EAST_PAIR = ("EEw 234b 567b 345d 67d", "8d", "EEw 234b 567b 345d 678d")
_NORTH_PAIR = ("NNw 234b 567b 345d 67d", "8d", "NNw 234b 567b 345d 678d")
_PAIRS = ("2277b 3388b 44d 66d 8d", "8d", "| 2277b 3388b 44d 66d 88d")
_SINGLE = ("234b 567b 345d 678d 2d", "2d", "234b 567b 345d 678d 22d")
_GREEN = ("234b 234b 666b 88b GGd", "Gd", "234b 234b 666b 88b GGGd")
_HONORS = ("RRRd GGGd WWd EEEw SSw", "Wd", "RRRd GGGd WWWd EEEw SSw")
_FLUSH = ("123b 456b 789b 22b 88b", "8b", "123b 456b 789b 22b 888b")
_PURE = ("1112345678999b", "9b", "| 11123456789999b")
_HUGE = ("223344b 66788b 55b", "7b", "| 223344b 667788b 55b")
_PLAIN = "items=pinfu:0:1,tanyao:0:1"
_OPEN = (
    "game riichi-sanma; hand; dealt S 234b 567b 55d 22d 67d 1d; indicator 9d; E draw ??; E discard 5d; S claim pung;"
    "S expose pung 555d; S discard 1d; W draw ??; W discard 8d; S claim mahjong; S mahjong discard 8d;"
    "S show 234b 567b 22d 678d; S score "
)

SCORES: dict[str, Case] = {
    "riichi-sanma/fu-1": Case(
        legal=_won(_PAIRS, "3200 points=25 doubles=3"),
        illegal=_won(_PAIRS, "3900 points=30 doubles=3"),
        code="wrong-score",
    ),
    "riichi-sanma/fu-2": Case(
        legal=_won(_OWN_WIND, "1300 points=40 doubles=1"),
        illegal=_won(_OWN_WIND, "1000 points=30 doubles=1"),
        code="wrong-score",
    ),
    "riichi-sanma/fu-3": Case(
        legal=_drawn(_EAST_PAIR, "800 points=30 doubles=1"),
        illegal=_drawn(_EAST_PAIR, "600 points=20 doubles=1"),
        code="wrong-score",
    ),
    "riichi-sanma/fu-3#north": Case(
        legal=_drawn(_NORTH_PAIR, "1100 points=20 doubles=2"),
    ),
    "riichi-sanma/fu-4": Case(
        legal=_won(_SINGLE, "1300 points=40 doubles=1"),
        illegal=_won(_SINGLE, "1000 points=30 doubles=1"),
        code="wrong-score",
    ),
    "riichi-sanma/fu-5": Case(
        legal=_won(_SINGLE, "1300 points=40 doubles=1"),
        illegal=_won(_SINGLE, "1100 points=32 doubles=1"),
        code="wrong-score",
    ),
    "riichi-sanma/han-1": Case(
        legal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}"),
        illegal=_won(_TANYAO, "1000 points=30 doubles=1 items=tanyao:0:1"),
        code="wrong-score",
    ),
    "riichi-sanma/han-2": Case(
        legal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}"),
        illegal=_won(_TANYAO, "1000 points=30 doubles=1 items=pinfu:0:1"),
        code="wrong-score",
    ),
    "riichi-sanma/han-3": Case(
        legal=_won(_PAIRS, "3200 points=25 doubles=3 items=seven-pairs:0:2,tanyao:0:1"),
        illegal=_won(_PAIRS, "1600 points=25 doubles=2 items=seven-pairs:0:1,tanyao:0:1"),
        code="wrong-score",
    ),
    "riichi-sanma/han-4": Case(
        legal=_won(_FLUSH, "16000 doubles=8 limit=baiman items=ittsu:0:2,chinitsu:0:6"),
        illegal=_won(_FLUSH, "12000 doubles=7 limit=haneman items=ittsu:0:2,chinitsu:0:5"),
        code="wrong-score",
    ),
    "riichi-sanma/han-5": Case(
        legal=_won(_TANYAO, f"7700 points=30 doubles=4 {_PLAIN},dora:0:2", indicator="1d"),
        illegal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}", indicator="1d"),
        code="wrong-score",
    ),
    "riichi-sanma/yakuman-1": Case(
        legal=_won(_GREEN, "32000 limit=yakuman"),
        illegal=_won(_GREEN, "8000 limit=mangan"),
        code="wrong-score",
    ),
    "riichi-sanma/yakuman-2": Case(
        legal=_won(_HONORS, "64000 limit=yakuman"),
        illegal=_won(_HONORS, "32000 limit=yakuman"),
        code="wrong-score",
    ),
    "riichi-sanma/yakuman-3": Case(
        legal=_won(_PURE, "32000 limit=yakuman"),
        illegal=_won(_PURE, "32000 limit=yakuman", ' double_yakuman=["chuuren-nine"]'),
        code="wrong-score",
    ),
    "riichi-sanma/yakuman-4": Case(
        legal=_won(_HUGE, "32000 doubles=13 limit=counted-yakuman", indicator="4b"),
        illegal=_won(_HUGE, "16000 doubles=13 limit=baiman", indicator="4b"),
        code="wrong-score",
    ),
    "riichi-sanma/limit-1": Case(
        legal=_won(_TANYAO, "7700 points=30 doubles=4", indicator="1d"),
        illegal=_won(_TANYAO, "8000 points=30 doubles=4", indicator="1d"),
        code="wrong-score",
    ),
    "riichi-sanma/pay-1": Case(
        legal=_drawn(_TANYAO, "2000 points=20 doubles=3") + "; settlement S=2000 E=-1300 W=-700",
        illegal=_drawn(_TANYAO, "2000 points=20 doubles=3") + "; settlement S=2700 E=-1700 W=-1000",
        code="wrong-settlement",
    ),
    "riichi-sanma/round-1": Case(
        legal=_won(_PAIRS, "4000 points=25 doubles=3", " round_points=1000"),
    ),
    "riichi-sanma/north-4": Case(
        legal=_won(_TANYAO, f"3900 points=30 doubles=3 {_PLAIN},dora:0:1", turn=_ASIDE),
    ),
    "riichi-sanma/win-5": Case(
        legal=_drawn(_TANYAO, "3900 points=20 doubles=4", turn=_ASIDE),
    ),
    "riichi-sanma/north-5": Case(
        legal=_drawn(_TANYAO, "3900 points=20 doubles=4", turn=_ASIDE),
    ),
    "riichi-sanma/north-6": Case(
        legal=_drawn(
            _TANYAO, "6000 points=20 doubles=5 limit=mangan",
            draw="S draw Nw; S bonus Nw; S bonus-replacement 8d; S mahjong loose 8d",
        ),
    ),
    "riichi-sanma/north-8": Case(
        legal=f"{GAME}hand; dealt S 234b 567b 345d 22d 67d; indicator 9d; E draw ??; E discard 1d; S draw 1d;"
        "S discard 1d riichi=true; W draw Nw; W bonus Nw; W bonus-replacement ??; W discard 8d; S claim mahjong;"
        "S mahjong discard 8d; indicator 9c under; S show 234b 567b 345d 22d 678d; S score 7700 points=30 doubles=4",
    ),
    "riichi-sanma/north-9": Case(
        legal=f"{GAME}hand; {NORTHS}E draw ??; E discard 1c; S draw ??; S bonus Nw; S bonus-replacement ??;"
        "S discard 9d riichi=true; W draw ??; W bonus Nw; S claim mahjong; S mahjong bonus Nw",
    ),
}  # fmt: skip

CASES: dict[str, Case] = {**PLAY, **ENDS, **FAULTS, **SCORES}
