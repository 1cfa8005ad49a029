"""The rules of `american` before play begins, each kept and broken: tiles, wall, deal, card, Charleston."""

from __future__ import annotations

from cases import Case

_GAME = "game american card=riverside-2026;"
_FULL = f"{_GAME} hand;"
"""Everything was written down; tiles that nobody saw are `??`."""
_TABLE = f"{_GAME} hand depth=table;"
"""What the table saw."""
_BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_ROLLS = "roll anna 6 3; roll ben 3 4; roll cora 5 6; roll dora 1 1;"
_TIED = "roll anna 6 3; roll ben 3 4; roll cora 4 5; roll dora 1 1;"
_BROKEN = f"{_FULL} E roll break-stack 4 5;"

_DEALT = f"{_FULL} dealt;"
_HALFWAY = f"{_DEALT} E charleston right-1 123b; S charleston right-1 123b; W charleston right-1 123b;"
"""North has still to pass to the right."""
_TWO_PASSES = (
    f"{_DEALT} E charleston right-1 123b; S charleston right-1 456b; W charleston right-1 789b;"
    "N charleston right-1 123c; E charleston across-1 123b; S charleston across-1 456b; W charleston across-1 789b;"
    "N charleston across-1 123c;"
)
"""All have passed to the right and across."""
_LEFT = "E charleston left-1 123d; S charleston left-1 456d;"
_FIRST = f"{_DEALT} passes first 123b;"
_SECOND = f"{_FIRST} passes second 123b;"
_STOPPED = f"{_FIRST} N stop;"


def _others(name: str, *passed: str) -> str:
    """East, South and West pass these tiles."""
    return " ".join(f"{seat} charleston {name} {one};" for seat, one in zip("ESW", passed, strict=True))


_ONE_MORE = f"{_FIRST} {_others('left-2', '123b', '123b', '123b')} N charleston left-2 123b;"
"""The first pass of the second Charleston has been made."""
_LAST_RIGHT = (
    f"{_ONE_MORE} {_others('across-2', '123b', '123b', '123b')} N charleston across-2 123b;"
    f"{_others('right-2', '123b', '123b', '789c')}"
)
"""West passes 789c to North."""


def _won(line: str, hand: str) -> str:
    """South has won with a drawn tile, and lays down a hand of this line."""
    return f"{_TABLE} E discard 9d; S mahjong wall line={line}; S show | {hand}"


CASES: dict[str, Case] = {
    # -- equipment, walls, deal
    "american/tiles-1": Case(
        legal=f"{_FULL} wall JJJJJJJJk FFFFFFFFf 1111b EEEEw WWWWd",
        illegal=f"{_FULL} wall JJJJJJJJJk",
        code="too-many-copies",
    ),
    "american/tiles-1#eight-flowers": Case(
        legal=f"{_FULL} wall 1234f 1234s 9b",
        illegal=f"{_FULL} wall 1234f 1234s 1f",
        code="too-many-copies",
    ),
    "american/tiles-1#no-fifth-copy-drawn": Case(
        legal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N draw 5b",
        illegal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N discard 5b; E draw 5b",
        code="too-many-copies",
    ),
    "american/tiles-1#no-fifth-copy-discarded": Case(
        legal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N discard 5b",
        illegal=f"{_TABLE} E discard 5b; S discard 5b; W discard 5b; N discard 5b; E discard 5b",
        code="too-many-copies",
    ),
    "american/tiles-2": Case(
        legal=f"{_FULL} E discard 1f; S draw 3s; S discard 3s",
        illegal=f"{_FULL} E bonus 1f",
        code="not-a-bonus",
    ),
    "american/tiles-2#all-alike": Case(
        legal=f"{_TABLE} E discard 2s; S claim kong; S expose kong 1f 2s 3s Jk; S discard 9c",
        illegal=f"{_DEALT} passes 123d; E discard 9b; S draw 2s; S bonus 2s",
        code="not-a-bonus",
    ),
    "american/tiles-3": Case(legal=_won("y1", "22b 6b WWWd RRRd GGGd 66c")),
    "american/chips-1": Case(legal="game american card=riverside-2026 stake=500; hand; E discard 9d"),
    "american/chips-2": Case(legal=f"{_FULL} note eve bets on ben; E discard 9d"),
    "american/wall-1": Case(
        legal=f"{_FULL} wall 123b size=152",
        illegal=f"{_FULL} wall 123b size=144",
        code="wrong-tile-count",
    ),
    "american/seats-1": Case(
        legal=f"{_GAME} {_ROLLS} seats cora dora anna ben; hand",
        illegal=f"{_GAME} {_ROLLS} seats anna ben cora dora",
        code="wrong-seats",
    ),
    "american/seats-1#two-dice": Case(
        legal=f"{_GAME} roll anna 6 3",
        illegal=f"{_GAME} roll anna 6 7",
        code="bad-dice",
    ),
    "american/break-1#two-dice": Case(
        legal=_BROKEN,
        illegal=f"{_FULL} E roll break-stack 4 9",
        code="bad-dice",
    ),
    "american/seats-1#ties-roll-again": Case(
        legal=f"{_GAME} {_TIED} roll anna 2 2; roll cora 3 3; seats cora dora anna ben; hand",
        illegal=f"{_GAME} {_TIED} roll ben 2 2",
        code="wrong-roller",
    ),
    "american/seats-1#to-the-right": Case(
        legal=f"{_GAME} {_ROLLS} seats cora dora anna ben",
        illegal=f"{_GAME} {_ROLLS} seats cora ben anna dora",
        code="wrong-seats",
    ),
    "american/seats-1#first-east": Case(
        legal=f"{_GAME} {_ROLLS} seats cora dora anna ben; hand 1 E cora",
        illegal=f"{_GAME} {_ROLLS} seats cora dora anna ben; hand 1 E anna",
        code="wrong-east",
    ),
    "american/break-1": Case(
        legal=f"{_BROKEN} break E 9",
        illegal=f"{_BROKEN} break E 10",
        code="wrong-break",
    ),
    "american/break-1#east-rolls": Case(
        legal=_BROKEN,
        illegal=f"{_FULL} S roll break-stack 4 5",
        code="wrong-roller",
    ),
    "american/break-1#easts-own-wall": Case(
        legal=f"{_FULL} break E 12",
        illegal=f"{_BROKEN} break S 9",
        code="wrong-break",
    ),
    "american/break-1#one-throw": Case(
        legal=f"{_BROKEN} {_BLOCKS}",
        illegal=f"{_FULL} E roll break-wall 4 5",
        code="wrong-roller",
    ),
    "american/break-1#east-breaks": Case(
        legal=f"{_BROKEN} break E 9 by=E",
        illegal=f"{_BROKEN} break E 9 by=S",
        code="wrong-break",
    ),
    "american/deal-1": Case(
        legal=f"{_FULL} {_BLOCKS}",
        illegal=f"{_FULL} E deal ?????; S deal ?????; N deal ?????",
        code="wrong-deal-order",
    ),
    "american/deal-1#four-at-a-time": Case(
        legal=f"{_FULL} E deal ?????; S deal ?????",
        illegal=f"{_FULL} E deal ?????; S deal ????",
        code="wrong-deal-count",
    ),
    "american/deal-1#as-they-lie": Case(
        legal=f"{_FULL} wall 1234b 5678b; E deal 1234b; S deal 8765b",
        illegal=f"{_FULL} wall 1234b 5678b; E deal 1234b; S deal 5679b",
        code="wrong-deal-tiles",
    ),
    "american/deal-2": Case(
        legal=f"{_FULL} wall 49=12345b; {_BLOCKS}; E deal 15b; S deal 2b; W deal 3b; N deal 4b",
        illegal=f"{_FULL} wall 49=12345b; {_BLOCKS}; E deal 12b",
        code="wrong-deal-tiles",
    ),
    "american/deal-2#both-at-once": Case(
        legal=f"{_FULL} {_BLOCKS}; E deal 12b; S deal 3b; W deal 4b; N deal 5b",
        illegal=f"{_FULL} {_BLOCKS}; E deal 1b",
        code="wrong-deal-count",
    ),
    "american/deal-2#in-turn": Case(
        legal=f"{_FULL} {_BLOCKS}; E deal ???; S deal ??; W deal ??; N deal ??; passes; E discard 9d",
        illegal=f"{_FULL} {_BLOCKS}; E deal ???; W deal ??",
        code="wrong-deal-order",
    ),
    # -- the card
    "american/card-1": Case(
        legal=_won("l3", "111b 111c GGGGd NESWw"),
        illegal=_won("l3", "111b 111c GGGGd NNSWw"),
        code="not-on-card",
    ),
    "american/card-1#neither-more-nor-less": Case(
        legal=f"{_TABLE} E discard 9d; S mahjong wall; S show | 333b 333c GGGGd NESWw",
        illegal=f"{_TABLE} E discard 9d; S mahjong wall; S show | 222b 222c GGGGd NESWw",
        code="not-on-card",
    ),
    "american/card-1#the-line-named": Case(
        legal=_won("w4", "NESWw RRd Jk RRd Jk FFFFf"),
        illegal=f"{_TABLE} E discard 9d; S mahjong wall line=zz",
        code="not-on-card",
    ),
    "american/card-1#exposed-groups-are-whole": Case(
        legal=f"{_TABLE} E discard 1b; S claim pung; S expose pung 111b; S discard 9d; W discard 9d; N discard 9d;"
        "E discard 1c; S claim mahjong; S mahjong discard 1c; S show | 111c GGGGd NESWw",
        illegal=f"{_TABLE} E discard Gd; S claim pung; S expose pung GGGd; S discard 9d; W discard 9d; N discard 9d;"
        "E discard 1c; S claim mahjong; S mahjong discard 1c; S show | 111b 111c Gd NESWw",
        code="not-on-card",
    ),
    "american/card-2": Case(legal=_won("e5", "44b 44d 8888c FFFf RRRd")),
    "american/card-3": Case(legal=_won("o1", "1c 3333c 55d 7777d 999c")),
    "american/card-4": Case(legal=_won("s2", "NESWw 2c Wd 26c RGd 22b 66d")),
    "american/card-5": Case(legal=_won("t2", "369b 369b 9999c FFFFf")),
    "american/card-6": Case(legal=_won("t1", "333b 6666c 999d NESWw")),
    "american/card-7": Case(legal=_won("q2", "FFFFFf RRRRd Jk NNNw Jk")),
    # -- Charleston
    "american/charleston-1": Case(
        legal=f"{_TWO_PASSES} {_LEFT}",
        illegal=f"{_HALFWAY} N charleston across-1 456b",
        code="charleston-order",
    ),
    "american/charleston-1#each-seat-once": Case(
        legal=f"{_HALFWAY} N charleston right-1 456b",
        illegal=f"{_HALFWAY} W charleston right-1 456b",
        code="charleston-order",
    ),
    "american/charleston-1#all-pass-before-the-next": Case(
        legal=f"{_HALFWAY} N charleston right-1 456b; E charleston across-1 456b",
        illegal=f"{_HALFWAY} E charleston across-1 456b",
        code="charleston-order",
    ),
    "american/charleston-1#three-tiles": Case(
        legal=f"{_DEALT} E charleston right-1 123b",
        illegal=f"{_DEALT} E charleston right-1 12b",
        code="charleston-count",
    ),
    "american/charleston-1#four-tiles": Case(
        legal=f"{_DEALT} E charleston right-1 EEEw; S charleston right-1 ????",
        illegal=f"{_DEALT} E charleston right-1 1234b",
        code="charleston-count",
    ),
    "american/charleston-1#of-the-rack": Case(
        legal=f"{_FULL} dealt S 123456789b 1234c; S charleston right-1 19b 4c",
        illegal=f"{_FULL} dealt S 123456789b 1234c; S charleston right-1 19b 4d",
        code="tile-not-held",
    ),
    "american/charleston-1#compulsory": Case(
        legal=f"{_DEALT} passes; E discard 9d",
        illegal=f"{_TWO_PASSES} E discard 9d",
        code="charleston-order",
    ),
    "american/charleston-1#not-recorded": Case(legal=f"{_DEALT} E discard 9d", infos=("charleston-order",)),
    "american/charleston-1#not-seen": Case(legal=f"{_TABLE} dealt; E discard 9d"),
    "american/charleston-1#before-play": Case(
        legal=f"{_DEALT} passes; E discard 9d",
        illegal=f"{_DEALT} passes; E discard 9d; S charleston right-1 123c",
        code="charleston-order",
    ),
    "american/charleston-2": Case(
        legal=f"{_TWO_PASSES} {_LEFT} W charleston left-1 19c Ew; N charleston left-1 1d 9c Ww blind=1",
        illegal=f"{_DEALT} E charleston right-1 123b blind=1",
        code="charleston-blind",
    ),
    "american/charleston-2#just-received": Case(
        legal=f"{_TWO_PASSES} {_others('left-1', '123d', '456d', '789d')} N charleston left-1 13d 9c blind=2",
        illegal=f"{_TWO_PASSES} {_others('left-1', '123d', '456d', '789d')} N charleston left-1 14d 9c blind=2",
        code="charleston-blind",
    ),
    "american/charleston-2#all-three": Case(
        legal=f"{_TWO_PASSES} {_others('left-1', '123d', '456d', '123d')} N charleston left-1 123d blind=3",
        illegal=f"{_TWO_PASSES} {_others('left-1', '123d', '456d', '789d')} N charleston left-1 123d blind=4",
        code="charleston-blind",
    ),
    "american/charleston-2#not-in-the-second-left": Case(
        legal=f"{_FIRST} E charleston left-2 123b",
        illegal=f"{_FIRST} E charleston left-2 123b blind=2",
        code="charleston-blind",
    ),
    "american/charleston-2#last-right": Case(
        legal=f"{_LAST_RIGHT} N charleston right-2 9c 12d blind=1",
        illegal=f"{_LAST_RIGHT} N charleston right-2 4c 12d blind=1",
        code="charleston-blind",
    ),
    "american/charleston-3": Case(
        legal=f"{_SECOND} E discard 9d",
        illegal=f"{_FIRST} E charleston across-2 123b",
        code="charleston-order",
    ),
    "american/charleston-3#refused": Case(
        legal=f"{_STOPPED} E discard 9d",
        illegal=f"{_STOPPED} E charleston left-2 123b",
        code="charleston-order",
    ),
    "american/charleston-3#refused-before-it-begins": Case(
        legal=f"{_FIRST} S stop; W stop; E discard 9d",
        illegal=f"{_FIRST} E charleston left-2 123b; S stop",
        code="charleston-order",
    ),
    "american/charleston-3#refused-after-the-first": Case(
        legal=_STOPPED,
        illegal=f"{_TWO_PASSES} S stop",
        code="charleston-order",
    ),
    "american/charleston-3#made-or-refused": Case(
        legal=f"{_DEALT} passes; E discard 9d",
        illegal=f"{_FIRST} E discard 9d",
        code="charleston-order",
    ),
    "american/charleston-3#finished": Case(
        legal=f"{_SECOND} E discard 9d",
        illegal=f"{_ONE_MORE} E discard 9d",
        code="charleston-order",
    ),
    "american/charleston-1#three-in-the-second": Case(
        legal=f"{_FIRST} E charleston left-2 123b",
        illegal=f"{_FIRST} E charleston left-2 12b",
        code="charleston-count",
    ),
    "american/charleston-4": Case(
        legal=f"{_SECOND} E charleston courtesy 12b; W charleston courtesy 45c; E discard 9d",
        illegal=f"{_SECOND} E charleston courtesy 12b; W charleston courtesy 4c",
        code="charleston-count",
    ),
    "american/charleston-4#up-to-three": Case(
        legal=f"{_STOPPED} S charleston courtesy 123c; N charleston courtesy 456c",
        illegal=f"{_STOPPED} S charleston courtesy 1234c",
        code="charleston-count",
    ),
    "american/charleston-4#comes-last": Case(
        legal=f"{_STOPPED} E charleston courtesy 1c",
        illegal=f"{_FIRST} E charleston courtesy 1c",
        code="charleston-order",
    ),
    "american/charleston-4#from-both-sides": Case(
        legal=f"{_STOPPED} E charleston courtesy 1c; W charleston courtesy 2c; E discard 9d",
        illegal=f"{_STOPPED} E charleston courtesy 1c; E discard 9d",
        code="charleston-count",
    ),
    "american/charleston-4#once": Case(
        legal=f"{_STOPPED} E charleston courtesy 1c; W charleston courtesy 2c; S charleston courtesy 3c",
        illegal=f"{_STOPPED} E charleston courtesy 1c; W charleston courtesy 2c; E charleston courtesy 3c",
        code="charleston-order",
    ),
    "american/charleston-5": Case(
        legal=f"{_FULL} dealt E Jk 123456789b 1234c; E charleston right-1 123b",
        illegal=f"{_FULL} dealt E Jk 123456789b 1234c; E charleston right-1 12b Jk",
        code="joker-passed",
    ),
    "american/charleston-5#nor-in-the-courtesy": Case(
        legal=f"{_STOPPED} E charleston courtesy 1c; W charleston courtesy 2c",
        illegal=f"{_STOPPED} E charleston courtesy Jk",
        code="joker-passed",
    ),
}
