"""The rules of `riichi` about several winners, hands that end before their time, draws, repeats and the end of a game.

Each is kept and broken.
"""

from __future__ import annotations

from cases import Case
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

WINS: dict[str, Case] = {
    "riichi/win-3": Case(
        legal=f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}",
        illegal=f"{GAME.replace('; ', ' several_ron=head; ')}hand; {DEAL}{TWO_CALL}{SOUTH_WINS}!{WEST_WINS}",
        code="too-many-winners",
    ),
}

ABORTS: dict[str, Case] = {
    "riichi/abort-1": Case(
        legal=f"{DEALT}{PASSES}N draw Ww; N show | 19b 19c 19d SSWw GGRWWd; washout reason=nine-terminals seats=N",
        illegal=f"{DEALT}{PASSES}N draw Ww; N discard Ww; E draw ??; washout reason=nine-terminals seats=E",
        code="washout-not-due",
    ),
    "riichi/abort-1#few": Case(
        legal=f"{DEALT}{PASSES}N draw Ww; washout reason=nine-terminals seats=N",
        illegal=f"{DEALT}E draw Ew; washout reason=nine-terminals seats=E",
        code="washout-not-due",
    ),
    "riichi/abort-1#claimed": Case(
        legal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E",
        illegal=f"{UNSEEN}E draw ??; E discard 5b; S claim pung; S expose pung 555b; S discard 9b; W draw ??;"
        "washout reason=nine-terminals seats=W",
        code="washout-not-due",
    ),
    "riichi/abort-2": Case(
        legal=f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; N draw ??;"
        "N discard Ww; washout reason=four-winds",
        illegal=f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; N draw ??;"
        "N discard Ww; E draw ??",
        code="abort-missing",
    ),
    "riichi/abort-2#other-wind": Case(
        legal=f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; N draw ??;"
        "N discard Nw; E draw ??",
        illegal=f"{UNSEEN}E draw ??; E discard Ww; S draw ??; S discard Ww; W draw ??; W discard Ww; N draw ??;"
        "N discard Nw; washout reason=four-winds",
        code="washout-not-due",
    ),
    "riichi/abort-3": Case(
        legal=f"{UNSEEN}E draw ??; E {RIICHI.format('1b')}S draw ??; S {RIICHI.format('2b')}W draw ??;"
        f"W {RIICHI.format('3b')}N draw ??; N {RIICHI.format('4b')}washout reason=four-riichi;"
        "hand 2 E anna pot=4000 repeats=1",
        illegal=f"{UNSEEN}E draw ??; E {RIICHI.format('1b')}S draw ??; S {RIICHI.format('2b')}W draw ??;"
        f"W {RIICHI.format('3b')}N draw ??; N {RIICHI.format('4b')}E draw ??",
        code="abort-missing",
    ),
    "riichi/abort-3#three": Case(
        legal=f"{UNSEEN}E draw ??; E {RIICHI.format('1b')}S draw ??; S {RIICHI.format('2b')}W draw ??;"
        f"W {RIICHI.format('3b')}N draw ??; N discard 4b; E draw ??",
        illegal=f"{UNSEEN}E draw ??; E {RIICHI.format('1b')}S draw ??; S {RIICHI.format('2b')}W draw ??;"
        f"W {RIICHI.format('3b')}N draw ??; N discard 4b; washout reason=four-riichi",
        code="washout-not-due",
    ),
    "riichi/abort-4": Case(
        legal=f"{UNSEEN}E draw ??; E kong concealed 1111b; indicator 2c kong; E kong-replacement ??;"
        "E kong concealed 2222b; indicator 3c kong; E kong-replacement ??; E discard 9b; S draw ??;"
        "S kong concealed 3333b; indicator 4c kong; S kong-replacement ??; S kong concealed 4444b; indicator 5c kong;"
        "S kong-replacement ??; S discard 9b; washout reason=four-kongs",
        illegal=f"{UNSEEN}E draw ??; E kong concealed 1111b; indicator 2c kong; E kong-replacement ??;"
        "E kong concealed 2222b; indicator 3c kong; E kong-replacement ??; E discard 9b; S draw ??;"
        "S kong concealed 3333b; indicator 4c kong; S kong-replacement ??; S kong concealed 4444b; indicator 5c kong;"
        "S kong-replacement ??; S discard 9b; W draw ??",
        code="abort-missing",
    ),
    "riichi/abort-4#one-player": Case(
        legal=f"{UNSEEN}E draw ??; E kong concealed 1111b; indicator 2c kong; E kong-replacement ??;"
        "E kong concealed 2222b; indicator 3c kong; E kong-replacement ??;"
        "E kong concealed 3333b; indicator 4c kong; E kong-replacement ??; E kong concealed 4444b; indicator 5c kong;"
        "E kong-replacement ??; E discard 9b; S draw ??",
        illegal=f"{UNSEEN}E draw ??; E kong concealed 1111b; indicator 2c kong; E kong-replacement ??;"
        "E kong concealed 2222b; indicator 3c kong; E kong-replacement ??;"
        "E kong concealed 3333b; indicator 4c kong; E kong-replacement ??; E kong concealed 4444b; indicator 5c kong;"
        "E kong-replacement ??; E discard 9b; washout reason=four-kongs",
        code="washout-not-due",
    ),
    "riichi/abort-5": Case(
        legal=f"{UNSEEN}E draw ??; E {RIICHI.format('8d')}S claim mahjong; W claim mahjong; N claim mahjong;"
        "washout reason=three-ron; hand 2 E anna pot=0 repeats=1",
        illegal=f"{UNSEEN}E draw ??; E discard 8d; S claim mahjong; W claim mahjong; N claim mahjong;"
        "S mahjong discard 8d",
        code="abort-missing",
    ),
    "riichi/abort-5#two": Case(
        legal=f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}",
        illegal=f"{DEALT}{TWO_CALL}washout reason=three-ron",
        code="washout-not-due",
    ),
    "riichi/abort-6": Case(
        legal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E; settlement E=0; hand 2 E anna repeats=1",
        illegal=f"{UNSEEN}E draw ??; washout reason=nine-terminals seats=E; settlement E=1000 S=-1000",
        code="wrong-settlement",
    ),
}

DRAWS: dict[str, Case] = {
    "riichi/draw-1": Case(
        legal=f"{AT_THE_END}E show | 123456789b 123c 1d; washout; settlement E=3000 S=-1000 W=-1000 N=-1000",
        illegal=f"{AT_THE_END}E show | 123456789b 123c 1d; washout; settlement E=1500 S=-500 W=-500 N=-500",
        code="wrong-settlement",
    ),
    "riichi/draw-1#not-ready": Case(
        legal=f"{AT_THE_END}E show | 123456789b 123c 1d; washout",
        illegal=f"{AT_THE_END}E show | 12345679b 1235c 1d",
        code="fishing-false",
    ),
    "riichi/draw-1#tiles-left": Case(
        legal=f"{AT_THE_END}washout",
        illegal=f"{UNSEEN}{turns(69)}washout",
        code="washout-too-early",
    ),
    "riichi/draw-2": Case(
        legal=f"{UNSEEN}{easts_majors()}washout reason=nagashi seats=E; settlement E=12000 S=-4000 W=-4000 N=-4000",
        illegal=f"{UNSEEN}{easts_majors()}washout",
        code="washout-not-due",
    ),
    "riichi/draw-2#nobodys": Case(
        legal="game riichi nagashi=false; hand; dealt; indicator 1c; " + f"{easts_majors()}washout",
        illegal=f"{AT_THE_END}washout reason=nagashi seats=E",
        code="washout-not-due",
    ),
    "riichi/draw-2#paid": Case(
        legal=f"{UNSEEN}{easts_majors()}washout reason=nagashi; hand 2 E ben repeats=1",
        illegal=f"{UNSEEN}{easts_majors()}washout reason=nagashi seats=E; settlement E=3000 S=-1000 W=-1000 N=-1000",
        code="wrong-settlement",
    ),
    "riichi/draw-1#riichi-shows": Case(
        legal=f"{UNSEEN}E draw ??; E {RIICHI.format('1d')}{turns(69, 1)}E show | 123456789b 123c 1d; washout",
        illegal=f"{UNSEEN}E draw ??; E {RIICHI.format('1d')}{turns(69, 1)}S show | 123456789b 123c 1d; washout",
        code="riichi-not-ready",
    ),
}

_WON_BY_SOUTH = "hand 1 E anna depth=result; S mahjong discard; settlement S=1000 W=-1000; "
_DRAWN = "hand 1 E anna depth=result; washout; "
_SOUTH_IN_DEBT = "hand 1 E anna depth=result; N mahjong discard; settlement N=25100 S=-25100; "
_LAST_HAND = "hand 1 S dora totals=anna:{},ben:{},cora:{},dora:{} depth=result; "

_AT_FIRST = "anna:25000,ben:25000,cora:25000,dora:25000"
_BEGUN = (
    f"{GAME}hand 1 S cora totals=anna:20000,ben:30000,cora:24000,dora:26000 depth=result; S mahjong discard;"
    "settlement S=1000 W=-1000; "
)
"""A record that begins in the middle of a game."""
_SOUTH_WINS_A_HAND = f"{DEAL}E draw 9c; E discard 8d; S claim mahjong; {SOUTH_WINS}S score 1300; "

REPEATS: dict[str, Case] = {
    "riichi/start-1": Case(
        legal=f"{GAME}hand totals={_AT_FIRST} depth=result; S mahjong discard;"
        "settlement S=1000 W=-1000; hand 2 E ben totals=anna:25000,ben:26000,cora:24000,dora:25000",
        illegal=f"{GAME}{_WON_BY_SOUTH}hand 2 E ben totals=anna:25000,ben:26100,cora:24000,dora:25000",
        code="wrong-total",
    ),
    "riichi/start-1#begun": Case(
        legal=f"{_BEGUN}hand 2 S dora totals=anna:19000,ben:30000,cora:24000,dora:27000",
        illegal=f"{_BEGUN}hand 2 S dora totals=anna:20000,ben:30000,cora:24000,dora:26000",
        code="wrong-total",
    ),
    "riichi/repeat-1": Case(
        legal=f"{GAME}hand depth=result; E mahjong discard; settlement E=1500 S=-1500; hand 2 E anna",
        illegal=f"{GAME}hand depth=result; E mahjong discard; settlement E=1500 S=-1500; hand 2 E ben",
        code="wrong-east",
    ),
    "riichi/repeat-1#ready": Case(
        legal=f"{GAME}hand depth=result; E show | 123456789b 123c 1d; washout; hand 2 E anna",
        illegal=f"{GAME}hand depth=result; S show | 123456789b 123c 1d; washout; hand 2 E anna",
        code="wrong-east",
    ),
    "riichi/repeat-1#by-winning-only": Case(
        legal="game riichi east_stays=win; hand depth=result; E show | 123456789b 123c 1d; washout; hand 2 E ben",
        illegal="game riichi east_stays=win; hand depth=result; E show | 123456789b 123c 1d; washout; hand 2 E anna",
        code="wrong-east",
    ),
    "riichi/repeat-2": Case(
        legal=f"{GAME}{_DRAWN}settlement E=3000 S=-1000 W=-1000 N=-1000; hand 2 E anna repeats=1",
        illegal=f"{GAME}{_WON_BY_SOUTH}hand 2 E ben repeats=1",
        code="wrong-repeats",
    ),
    "riichi/repeat-2#grow": Case(
        legal=f"{GAME}{_DRAWN}settlement S=3000 E=-1000 W=-1000 N=-1000; hand 2 E ben repeats=1",
        illegal=f"{GAME}{_DRAWN}settlement S=3000 E=-1000 W=-1000 N=-1000; hand 2 E ben repeats=0",
        code="wrong-repeats",
    ),
    "riichi/repeat-3": Case(
        legal=f"{GAME}hand repeats=2 totals={_AT_FIRST}; {_SOUTH_WINS_A_HAND}settlement S=1900 E=-1900",
        illegal=f"{GAME}hand repeats=2 totals={_AT_FIRST}; {_SOUTH_WINS_A_HAND}settlement S=1300 E=-1300",
        code="wrong-settlement",
    ),
    "riichi/pot-1": Case(
        legal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S {RIICHI.format('Ew')}W draw 8d; W discard 8d;"
        f"S claim mahjong; {SOUTH_WINS.replace('S show', 'indicator 1b under; S show')}"
        "settlement S=9000 W=-8000 pot=1000",
        illegal=f"{DEALT}E draw 9c; E discard 9c; S draw Ew; S {RIICHI.format('Ew')}W draw 8d; W discard 8d;"
        f"S claim mahjong; {SOUTH_WINS.replace('S show', 'indicator 1b under; S show')}"
        "settlement S=8000 W=-8000",
        code="wrong-pot",
    ),
    "riichi/pot-1#left": Case(
        legal=f"{GAME}hand 1 E anna pot=2000 depth=result; washout; hand 2 E ben pot=2000",
        illegal=f"{GAME}hand 1 E anna pot=2000 depth=result; washout; hand 2 E ben pot=0",
        code="wrong-pot",
    ),
}

ENDS: dict[str, Case] = {
    "riichi/end-1": Case(
        legal=f"{GAME}{_LAST_HAND.format(29500, 25000, 25000, 20500)}S mahjong discard; settlement S=1000 W=-1000;"
        "end anna=30500 ben=24000 cora=25000 dora=20500",
        illegal=f"{GAME}{_LAST_HAND.format(29500, 25000, 25000, 20500)}S mahjong discard; settlement S=1000 W=-1000;"
        "hand 2 W anna",
        code="hand-after-end",
    ),
    "riichi/end-1#too-early": Case(
        legal=f"{GAME}{_WON_BY_SOUTH}hand 2 E ben",
        illegal=f"{GAME}{_WON_BY_SOUTH}end anna=25000 ben=26000 cora=24000 dora=25000",
        code="game-end-too-early",
    ),
    "riichi/end-2": Case(
        legal=f"{GAME}{_LAST_HAND.format(27000, 25000, 26000, 22000)}S mahjong discard; settlement S=1000 W=-1000;"
        "hand 2 W anna depth=result; S mahjong discard; settlement S=6000 W=-6000;"
        "end anna=28000 ben=30000 cora=20000 dora=22000",
        illegal=f"{GAME}{_LAST_HAND.format(27000, 25000, 26000, 22000)}S mahjong discard; settlement S=1000 W=-1000;"
        "hand 2 W anna depth=result; S mahjong discard; settlement S=6000 W=-6000; hand 3 W ben",
        code="hand-after-end",
    ),
    "riichi/end-1#no-extra-round": Case(
        legal=f"game riichi extra_round=false; {_LAST_HAND.format(27000, 25000, 26000, 22000)}S mahjong discard;"
        "settlement S=1000 W=-1000; end",
        illegal=f"game riichi extra_round=false; {_LAST_HAND.format(27000, 25000, 26000, 22000)}S mahjong discard;"
        "settlement S=1000 W=-1000; hand 2 W anna",
        code="hand-after-end",
    ),
    "riichi/end-3": Case(
        legal=f"{GAME}{_SOUTH_IN_DEBT}end anna=25000 ben=-100 cora=25000 dora=50100",
        illegal=f"{GAME}{_SOUTH_IN_DEBT}hand 2 E ben",
        code="hand-after-end",
    ),
    "riichi/end-3#nothing-left": Case(
        legal=f"{GAME}{_SOUTH_IN_DEBT.replace('25100', '25000')}hand 2 E ben",
    ),
    "riichi/end-4": Case(
        legal=f"{GAME}{_LAST_HAND.format(25000, 23000, 22000, 30000)}E mahjong discard; settlement E=1500 W=-1500;"
        "end anna=25000 ben=21500 cora=22000 dora=31500",
        illegal=f"{GAME}{_LAST_HAND.format(25000, 23000, 22000, 30000)}E mahjong discard; settlement E=1500 W=-1500;"
        "hand 2 S dora",
        code="hand-after-end",
    ),
    "riichi/end-4#not-first": Case(
        legal=f"{GAME}{_LAST_HAND.format(40000, 12000, 18000, 30000)}E mahjong discard; settlement E=1500 W=-1500;"
        "hand 2 S dora",
    ),
    "riichi/end-5": Case(
        legal=f"{GAME}{_LAST_HAND.format(31000, 25000, 25000, 17000).replace('depth', 'pot=2000 depth')}washout;"
        "settlement E=0;"
        "end anna=33000 ben=25000 cora=25000 dora=17000",
        illegal=f"{GAME}{_LAST_HAND.format(31000, 25000, 25000, 17000).replace('depth', 'pot=2000 depth')}washout;"
        "settlement E=0;"
        "end anna=31000 ben=25000 cora=25000 dora=17000",
        code="wrong-total",
    ),
    "riichi/final-1": Case(
        legal=f"{GAME}{_LAST_HAND.format(33000, 25000, 24600, 17400)}S mahjong discard; settlement S=1000 W=-1000;"
        "end final=anna:44000,ben:-16000,cora:5000,dora:-33000",
        illegal=f"{GAME}{_LAST_HAND.format(33000, 25000, 24600, 17400)}S mahjong discard; settlement S=1000 W=-1000;"
        "end final=anna:34000,ben:-16000,cora:5000,dora:-33000",
        code="wrong-final",
    ),
    "riichi/rounds-1": Case(
        legal=f"{GAME}{round_of('E')}hand 5 S anna",
        illegal=f"{GAME}{round_of('E')}hand 5 E anna",
        code="wrong-round",
    ),
    "riichi/seats-1": Case(
        legal=f"{GAME}seats ben cora dora anna; hand 1 E ben",
        illegal=f"{GAME}hand 1 E ben",
        code="wrong-east",
    ),
}

_FED = (
    f"{UNSEEN}E draw ??; E discard Rd; S claim pung; S expose pung RRRd; S discard 1d; W draw ??; W discard Gd;"
    "S claim pung; S expose pung GGGd; S discard 2d; W draw ??; W discard 3c; N draw ??; N discard Wd;"
    "S claim pung; S expose pung WWWd; S discard 3d; W draw ??; W discard 5b; S claim mahjong; "
)
"""North has fed South's third set of dragons, and West discards the winning tile."""

_PAID = "S mahjong discard 5b liable=N; S show 345b 99c; S score 32000; "

LIABLE: dict[str, Case] = {
    "riichi/pao-1": Case(
        legal=f"{_FED}{_PAID}settlement S=32000 W=-16000 N=-16000",
        illegal=f"{_FED}S mahjong discard 5b",
        code="wrong-liable",
    ),
    "riichi/pao-1#halves": Case(
        legal=f"{_FED}{_PAID}settlement S=32000 W=-16000 N=-16000",
        illegal=f"{_FED}{_PAID}settlement S=32000 W=-32000",
        code="wrong-settlement",
    ),
    "riichi/pao-1#nobody-fed-it": Case(
        legal=f"{DEALT}{TWO_CALL}S mahjong discard 8d",
        illegal=f"{DEALT}{TWO_CALL}S mahjong discard 8d liable=N",
        code="wrong-liable",
    ),
}

_APART = "hand; dealt S 345c 67c 567d 123b 99b; indicator 1c; E draw ??; E discard 1c; S draw Ew; S discard Ew; "
_APART += "W draw ??; W discard Ew; N draw ??; N discard 1b; E draw ??; E discard 1b; S draw 8c; S mahjong wall 8c"
"""South has drawn the tile of a pinfu."""
_TURN = f"hand; {DEAL}E draw 9c; E discard 9c; "
_CHOMBO = 'S penalty 8000 reason=chombo to={{"E":{0},"W":{1},"N":{1}}}; '
_AGAIN = "replay tiles of the wall were shown; hand 1 E anna"
_OFF = "S penalty 20000 reason=chombo to={}; "
_MANGAN, _POINTS = "game riichi chombo=mangan; ", "game riichi chombo=points; "
_DEAD = "game riichi dead_hands=true; "
_EMPTY = "game riichi dead_hands=true empty_call=true; "
_EMPTY += f"{_TURN}S draw Ew; S discard Ew; W draw 8d; W discard 8d; "
_NEXT = "S draw Ew; S discard Ew; W draw Ew; W discard 6b; "

FAULTS: dict[str, Case] = {
    "riichi/chombo-1": Case(
        legal=f"{_MANGAN}{_TURN}{_CHOMBO.format(4000, 2000)}{_AGAIN}",
        illegal=f"{_MANGAN}{_TURN}!{_CHOMBO.format(2000, 3000)}{_AGAIN}",
        code="wrong-penalty",
    ),
    "riichi/chombo-1#not-agreed": Case(
        legal=f"{_MANGAN}{_TURN}{_CHOMBO.format(4000, 2000)}",
        illegal=f"{GAME}{_TURN}{_CHOMBO.format(4000, 2000)}",
        code="wrong-penalty",
    ),
    "riichi/chombo-1#off-the-final-score": Case(
        legal=f"{_POINTS}{_TURN}{_OFF}{_AGAIN}",
        illegal=f"{_POINTS}{_TURN}!{_OFF.replace('20000', '8000')}{_AGAIN}",
        code="wrong-penalty",
    ),
    "riichi/chombo-1#dealt-again": Case(
        legal=f"{_MANGAN}{_TURN}{_CHOMBO.format(4000, 2000)}{_AGAIN}",
        illegal=f"{_MANGAN}{_TURN}!{_AGAIN}",
        code="replay-not-due",
    ),
    "riichi/chombo-1#played-on": Case(
        legal=f"{_MANGAN}{_TURN}S draw Ew",
        illegal=f"{_MANGAN}{_TURN}{_CHOMBO.format(4000, 2000)}S draw Ew",
        code="replay-missing",
    ),
    "riichi/final-1#less-a-chombo": Case(
        legal=f"{_POINTS}{_LAST_HAND.format(33000, 25000, 24600, 17400)}S mahjong discard; settlement S=1000 W=-1000;"
        f"{_OFF}end final=anna:24000,ben:-16000,cora:5000,dora:-33000",
        illegal=f"{_POINTS}{_LAST_HAND.format(33000, 25000, 24600, 17400)}S mahjong discard; settlement S=1000 W=-1000;"
        f"{_OFF}end final=anna:44000,ben:-16000,cora:5000,dora:-33000",
        code="wrong-final",
    ),
    "riichi/dead-hand-1": Case(
        legal=f"{_DEAD}{_TURN}S dead exposure; {_NEXT}",
        illegal=f"{_DEAD}{_TURN}S dead exposure; {_NEXT}!S claim pung; S expose pung 666b",
        code="dead-hand-acts",
    ),
    "riichi/dead-hand-2": Case(legal=f"{_EMPTY}S claim mahjong; S retract; N draw 9b; N discard 9b"),
    "riichi/dead-hand-1#empty-call": Case(
        legal=f"{_EMPTY}S claim mahjong; S mahjong discard 8d",
        illegal=f"{_EMPTY}S claim mahjong; S retract; N draw 8d; N discard 8d; !S claim mahjong",
        code="dead-hand-acts",
    ),
    "riichi/win-5": Case(
        legal=f"game riichi kept_apart=true; {_APART} apart=false; S show 345c 678c 567d 123b 99b; S score 800",
    ),
    "riichi/dead-hand-1#wins": Case(
        legal=f"{_DEAD}{_TURN}S draw Ew; S discard Ew; W draw 8d; W discard 8d; S claim mahjong; S mahjong discard 8d",
        illegal=f"{_DEAD}{_TURN}S dead exposure; S draw 8d; S mahjong wall 8d",
        code="dead-hand-acts",
    ),
    "riichi/dead-hand-1#not-agreed": Case(
        legal=f"{_DEAD}{_TURN}S dead exposure",
        illegal=f"{GAME}{_TURN}S dead exposure",
        code="dead-not-proved",
    ),
    "riichi/dead-hand-1#number": Case(
        legal=f"{_DEAD}{_TURN}S dead exposure",
        illegal=f"{_DEAD}{_TURN}S dead count",
        code="dead-not-proved",
    ),
}

CASES: dict[str, Case] = {**WINS, **ABORTS, **DRAWS, **REPEATS, **ENDS, **LIABLE, **FAULTS}
