"""Every fan of `mcr`, earned by a hand and missed by one that is nearly the same; no least worth is asked here."""

from __future__ import annotations

from cases import Case
from fan_hands import played
from mjlog.rulesets import default_rules
from mjlog.scoring.rows import resolve_rows

_RULES = default_rules("mcr")
assert _RULES.scoring is not None
_WORTH = {row.id: row.points for row in resolve_rows(_RULES.scoring.table, _RULES.scoring.options, no_limit=False)}


def said(score: str) -> str:
    """`12 mixed-straight fully-concealed-hand` as South announces it; `two-concealed-kongs:8` is worth that."""
    total, *fans = score.split()
    items = [(*fan.split(":"), _WORTH.get(fan, 0) * fans.count(fan)) for fan in dict.fromkeys(fans)]
    return f"S score {total} items={','.join(f'{item[0]}:{item[1]}' for item in items)}"


def _case(fan: str, earned: str, missed: str, flowers: str = "") -> Case:
    """South's hand with what it is worth; and one that has not this fan, with the fan announced besides."""
    hand, _, score = earned.partition(" = ")
    other, _, less = missed.partition(" = ")
    total, _, fans = less.partition(" ")
    more = f"{int(total) + _WORTH[fan]} {fans} {fan}"
    return Case(
        legal=f"{played(hand, 'minimum=0', flowers)}; {said(score)}",
        illegal=f"{played(other, 'minimum=0')}; {said(more)}",
        code="wrong-score",
    )


_HANDS = {
    "big-four-winds": (
        "(EEEw) (SSSw) (WWWw) NNw 55c -Nw = 94 big-four-winds half-flush",
        "(EEEw) (SSSw) (WWWw) Nw 555c -Nw = 81 little-four-winds all-pungs half-flush prevalent-wind seat-wind "
        "single-wait",
    ),
    "big-three-dragons": (
        "(RRRd) (GGGd) WWWd 23c 55b -4c = 89 big-three-dragons one-voided-suit",
        "(RRRd) (GGGd) 234c 567b Wd -Wd = 66 little-three-dragons one-voided-suit single-wait",
    ),
    "all-green": (
        "234b 234b 666b 8b GGGd +8b = 97 all-green fully-concealed-hand dragon-pung two-concealed-pungs "
        "pure-double-chow",
        "234b 345b 666b 8b GGGd +8b = 14 half-flush fully-concealed-hand dragon-pung two-concealed-pungs",
    ),
    "nine-gates": (
        "1112345678999c +5c = 92 nine-gates two-concealed-pungs pung-of-terminals-or-honors self-drawn",
        "(111c) 2345678999c +5c = 27 full-flush pung-of-terminals-or-honors pung-of-terminals-or-honors self-drawn",
    ),
    "four-kongs": (
        "[1111b] (2222c) (3333d) (9999c) Ew -Ew = 98 four-kongs mixed-shifted-pungs "
        "pung-of-terminals-or-honors pung-of-terminals-or-honors",
        "[1111b] (2222c) (3333d) (999c) Ew -Ew = 49 three-kongs mixed-shifted-pungs all-pungs "
        "pung-of-terminals-or-honors pung-of-terminals-or-honors single-wait",
    ),
    "seven-shifted-pairs": (
        "1122334455667b +7b = 89 seven-shifted-pairs self-drawn",
        "1122334455668b +8b = 49 seven-pairs full-flush self-drawn",
    ),
    "thirteen-orphans": (
        "19c 19b 19d ESWNw RGWd +1c = 89 thirteen-orphans self-drawn",
        "147c 258b ESWNw RGWd +3d = 25 greater-honors-and-knitted-tiles self-drawn",
    ),
    "all-terminals": (
        "111c 999c 111b 99b 11d -9b = 82 all-terminals three-concealed-pungs concealed-hand",
        "111c 999c 111b 99b EEw -9b = 55 all-terminals-and-honors three-concealed-pungs concealed-hand "
        "double-pung double-pung one-voided-suit",
    ),
    "little-four-winds": (
        "(EEEw) (SSSw) (WWWw) Nw 234c -Nw = 75 little-four-winds half-flush prevalent-wind seat-wind single-wait",
        "(EEEw) (SSSw) (WWWw) 234c 5c -5c = 22 big-three-winds half-flush prevalent-wind seat-wind",
    ),
    "little-three-dragons": (
        "(RRRd) (GGGd) 234c 567b Wd -Wd = 66 little-three-dragons one-voided-suit single-wait",
        "(RRRd) (GGGd) 234c 567b 5d -5d = 7 two-dragon-pungs single-wait",
    ),
    "all-honors": (
        "(EEEw) (SSSw) (RRRd) GGGd Ww -Ww = 75 all-honors two-dragon-pungs prevalent-wind seat-wind single-wait",
        "(EEEw) (SSSw) (RRRd) GGGd 1c -1c = 49 all-terminals-and-honors half-flush two-dragon-pungs "
        "prevalent-wind seat-wind single-wait",
    ),
    "four-concealed-pungs": (
        "222c 444b 666d 88d 55c +8d = 67 four-concealed-pungs all-simples self-drawn",
        "222c 444b 666d 88d 55c -8d = 26 three-concealed-pungs all-pungs concealed-hand all-simples",
    ),
    "pure-terminal-chows": (
        "123c 123c 789c 78c 55c +9c = 68 pure-terminal-chows fully-concealed-hand",
        "123c 123c 789c 78c 44c +9c = 49 seven-pairs full-flush self-drawn",
    ),
    "quadruple-chow": (
        "123c 123c 123c 12c 55d -3c = 53 quadruple-chow concealed-hand all-chows one-voided-suit",
        "123c 123c 123c 23c 55d -4c = 49 pure-shifted-pungs three-concealed-pungs concealed-hand tile-hog tile-hog "
        "pung-of-terminals-or-honors one-voided-suit no-honors",
    ),
    "four-pure-shifted-pungs": (
        "(222c) (333c) (444c) 55c EEw -5c = 54 four-pure-shifted-pungs half-flush",
        "(222c) (333c) (444c) 66c EEw -6c = 36 pure-shifted-pungs all-pungs half-flush",
    ),
    "four-pure-shifted-chows": (
        "(123c) (234c) (345c) 46c EEw -5c = 39 four-pure-shifted-chows half-flush closed-wait",
        "(123c) (234c) (345c) 78c EEw -9c = 23 pure-shifted-chows half-flush two-terminal-chows",
    ),
    "three-kongs": (
        "[1111b] (2222c) (3333d) 67c 99c -5c = 42 three-kongs mixed-shifted-pungs pung-of-terminals-or-honors "
        "no-honors",
        "[1111b] (2222c) (333d) 67c 99c -5c = 15 mixed-shifted-pungs concealed-and-melded-kong "
        "pung-of-terminals-or-honors no-honors",
    ),
    "all-terminals-and-honors": (
        "(111c) (999b) EEEw RRd 99d -Rd = 42 all-terminals-and-honors all-types dragon-pung prevalent-wind",
        "(111c) (999b) EEEw RRd 88d -Rd = 18 all-pungs all-types dragon-pung prevalent-wind "
        "pung-of-terminals-or-honors pung-of-terminals-or-honors",
    ),
    "seven-pairs": (
        "1122c 3399b 55d EEw Rd +Rd = 31 seven-pairs all-types self-drawn",
        "112233c 778899c 5c +5c = 69 pure-terminal-chows fully-concealed-hand single-wait",
    ),
    "greater-honors-and-knitted-tiles": (
        "147c 258b ESWNw RGWd +3d = 25 greater-honors-and-knitted-tiles self-drawn",
        "147c 258b 3d ESWNw RGd +6d = 13 lesser-honors-and-knitted-tiles self-drawn",
    ),
    "all-even-pungs": (
        "(222c) (444b) 666d 88d 22b -8d = 24 all-even-pungs",
        "(222c) (444b) 666d 88d 33b -8d = 8 all-pungs all-simples",
    ),
    "full-flush": (
        "(234c) 456c 678c 99c 11c -9c = 41 full-flush pure-shifted-chows pung-of-terminals-or-honors",
        "(234c) 456c 678c 99c EEw -9c = 23 pure-shifted-chows half-flush pung-of-terminals-or-honors",
    ),
    "pure-triple-chow": (
        "(234c) (234c) 234c 67b EEw -8b = 25 pure-triple-chow one-voided-suit",
        "(234c) (234c) 345c 67b EEw -8b = 2 pure-double-chow one-voided-suit",
    ),
    "pure-shifted-pungs": (
        "(222c) (333c) 44c 678b EEw -4c = 25 pure-shifted-pungs one-voided-suit",
        "(222c) (333c) 55c 678b EEw -5c = 1 one-voided-suit",
    ),
    "upper-tiles": (
        "(789c) (777b) 789d 88c 99d -8c = 27 upper-tiles tile-hog mixed-double-chow",
        "(678c) (777b) 789d 88c 99d -8c = 14 upper-four tile-hog",
    ),
    "middle-tiles": (
        "(456c) (444b) 456d 55c 66d -5c = 27 middle-tiles tile-hog mixed-double-chow",
        "(456c) (444b) 456d 55c 77d -5c = 5 tile-hog all-simples mixed-double-chow",
    ),
    "lower-tiles": (
        "(123c) (222b) 123d 33c 11d -3c = 27 lower-tiles tile-hog mixed-double-chow",
        "(123c) (222b) 234d 33c 11d -3c = 14 lower-four tile-hog",
    ),
    "pure-straight": (
        "(123c) (456c) 78c 234b EEw -9c = 17 pure-straight one-voided-suit",
        "(123c) (456c) 67c 234b EEw -8c = 2 short-straight one-voided-suit",
    ),
    "three-suited-terminal-chows": (
        "(123c) (789c) 123d 78d 55b -9d = 16 three-suited-terminal-chows",
        "(123c) (789c) 123d 78d 44b -9d = 5 all-chows mixed-double-chow mixed-double-chow two-terminal-chows",
    ),
    "pure-shifted-chows": (
        "(123c) (234c) 45c 678b EEw -3c = 17 pure-shifted-chows one-voided-suit",
        "(123c) (234c) 56c 678b EEw -4c = 2 short-straight one-voided-suit",
    ),
    "pure-shifted-chows#two-higher": (
        "(123c) (345c) 67c 678b EEw -5c = 17 pure-shifted-chows one-voided-suit",
        "(123c) (456c) 78c 678b EEw -9c = 17 pure-straight one-voided-suit",
    ),
    "all-fives": (
        "(345c) (567b) 456c 34b 55d -5b = 19 all-fives all-chows mixed-double-chow",
        "(345c) (567b) 456c 34b 55d -2b = 5 all-chows all-simples short-straight",
    ),
    "triple-pung": (
        "(222c) (222b) 22d 678c EEw -2d = 16 triple-pung",
        "(222c) (222b) 33d 678c EEw -3d = 2 double-pung",
    ),
    "three-concealed-pungs": (
        "222c 444b 666d 78d 55c +9d = 21 three-concealed-pungs fully-concealed-hand no-honors",
        "222c 444b 66d 789d 55c -6d = 5 concealed-hand two-concealed-pungs no-honors",
    ),
    "lesser-honors-and-knitted-tiles": (
        "147c 258b 36d ESWNw Rd +Gd = 13 lesser-honors-and-knitted-tiles self-drawn",
        "147c 258b ESWNw RGWd +3d = 25 greater-honors-and-knitted-tiles self-drawn",
    ),
    "knitted-straight": (
        "147c 258b 369d 22c 78b -6b = 16 knitted-straight concealed-hand all-chows",
        "147c 258b 36d ESWNw Rd +Gd = 13 lesser-honors-and-knitted-tiles self-drawn",
    ),
    "upper-four": (
        "(678c) (777b) 789d 88c 99d -8c = 14 upper-four tile-hog",
        "(678c) (777b) 567d 88c 99d -8c = 3 tile-hog no-honors",
    ),
    "lower-four": (
        "(123c) (222b) 234d 33c 11d -3c = 14 lower-four tile-hog",
        "(123c) (222b) 345d 33c 11d -3c = 3 tile-hog no-honors",
    ),
    "big-three-winds": (
        "(EEEw) (SSSw) (WWWw) 234c 5c -5c = 22 big-three-winds half-flush prevalent-wind seat-wind",
        "(EEEw) (SSSw) (WWWw) Nw 234c -Nw = 75 little-four-winds half-flush prevalent-wind seat-wind single-wait",
    ),
    "mixed-straight": (
        "(123c) (456b) 78d 234b EEw -9d = 8 mixed-straight",
        "(123c) (456b) 67d 234b EEw -8d = 8 chicken-hand",
    ),
    "reversible-tiles": (
        "(123d) (888d) 456b 99b WWd -9b = 9 reversible-tiles pung-of-terminals-or-honors",
        "(123d) (888d) 567b 99b WWd -9b = 2 pung-of-terminals-or-honors one-voided-suit",
    ),
    "mixed-triple-chow": (
        "(234c) (234b) 23d 678c EEw -4d = 8 mixed-triple-chow",
        "(234c) (234b) 34d 678c EEw -5d = 1 mixed-double-chow",
    ),
    "mixed-shifted-pungs": (
        "(222c) (333b) 44d 678c EEw -4d = 8 mixed-shifted-pungs",
        "(222c) (333b) 55d 678c EEw -5d = 8 chicken-hand",
    ),
    "chicken-hand": (
        "(456b) (345d) 123c EEw 67d -5d = 8 chicken-hand",
        "(456b) (345d) 123c EEw 67d +5d = 1 self-drawn",
    ),
    "last-tile-draw": (
        "123c 456b 789d 67c EEw |+8c = 20 mixed-straight last-tile-draw fully-concealed-hand",
        "123c 456b 789d 67c EEw +8c = 12 mixed-straight fully-concealed-hand",
    ),
    "last-tile-claim": (
        "123c 456b 789d 67c EEw |-8c = 18 mixed-straight last-tile-claim concealed-hand",
        "123c 456b 789d 67c EEw -8c = 10 mixed-straight concealed-hand",
    ),
    "out-with-replacement-tile": (
        "(456b) (345d) [9999c] EEw 67d k8d = 12 out-with-replacement-tile concealed-kong short-straight "
        "pung-of-terminals-or-honors",
        "(456b) (345d) [9999c] EEw 67d f8d = 6 concealed-kong short-straight pung-of-terminals-or-honors "
        "self-drawn flower-tiles",
    ),
    "robbing-the-kong": (
        "123c 456b 789d 67c EEw x8c = 18 mixed-straight robbing-the-kong concealed-hand",
        "123c 456b 789d 67c EEw -8c = 10 mixed-straight concealed-hand",
    ),
    "two-concealed-kongs": (
        "[1111b] [2222c] 345d 67d 99c -8d = 11 two-concealed-kongs concealed-hand short-straight "
        "pung-of-terminals-or-honors no-honors",
        "[1111b] (2222c) 345d 67d 99c -8d = 8 concealed-and-melded-kong short-straight "
        "pung-of-terminals-or-honors no-honors",
    ),
    "all-pungs": (
        "(222c) (444b) 666d 77d EEw -7d = 6 all-pungs",
        "(222c) (444b) 678d 77d EEw -7d = 2 tile-hog",
    ),
    "half-flush": (
        "(234c) 456c 678c 99c EEw -9c = 23 pure-shifted-chows half-flush pung-of-terminals-or-honors",
        "(234c) 456c 678b 99c EEw -9c = 2 pung-of-terminals-or-honors one-voided-suit",
    ),
    "mixed-shifted-chows": (
        "(123c) (234b) 35d 678c EEw -4d = 7 mixed-shifted-chows closed-wait",
        "(123c) (234b) 56d 678c EEw -4d = 8 chicken-hand",
    ),
    "all-types": (
        "(123c) (456b) 78d EEEw RRd -9d = 16 mixed-straight all-types prevalent-wind",
        "(123c) (456b) 78d EEEw NNw -9d = 10 mixed-straight prevalent-wind",
    ),
    "melded-hand": (
        "(123c) (456b) (789d) (EEEw) Rd -Rd = 22 mixed-straight all-types melded-hand prevalent-wind",
        "(123c) (456b) (789d) (EEEw) Rd +Rd = 18 mixed-straight all-types prevalent-wind single-wait self-drawn",
    ),
    "two-dragon-pungs": (
        "(RRRd) (GGGd) 234c 567b 5d -5d = 7 two-dragon-pungs single-wait",
        "(RRRd) (NNNw) 234c 567b 5d -5d = 10 all-types dragon-pung pung-of-terminals-or-honors single-wait",
    ),
    "outside-hand": (
        "(123c) (789b) 12d NNNw 99d -3d = 7 outside-hand mixed-double-chow pung-of-terminals-or-honors edge-wait",
        "(123c) (789b) 23d NNNw 99d -4d = 1 pung-of-terminals-or-honors",
    ),
    "fully-concealed-hand": (
        "234c 567b 345d 67d 99c +8d = 7 fully-concealed-hand all-chows short-straight",
        "(234c) 567b 345d 67d 99c +8d = 4 all-chows short-straight self-drawn",
    ),
    "two-melded-kongs": (
        "(1111b) (2222c) 345d 67d 99c -8d = 7 two-melded-kongs short-straight pung-of-terminals-or-honors no-honors",
        "(1111b) (222c) 345d 67d 99c -8d = 4 short-straight pung-of-terminals-or-honors melded-kong no-honors",
    ),
    "two-melded-kongs#added": (
        "(1111b) (2222c+) 345d 67d 99c -8d = 7 two-melded-kongs short-straight pung-of-terminals-or-honors no-honors",
        "(1111b) [2222c] 345d 67d 99c -8d = 8 concealed-and-melded-kong short-straight "
        "pung-of-terminals-or-honors no-honors",
    ),
    "last-tile": (
        "(888b) (234c) 345d 67b 99c -8b = 7 last-tile tile-hog no-honors",
        "(234c) 888b 345d 67b 99c -8b = 3 tile-hog no-honors",
    ),
    "dragon-pung": (
        "(RRRd) 234c 567b 67d 99c -8d = 2 dragon-pung",
        "(NNNw) 234c 567b 67d 99c -8d = 1 pung-of-terminals-or-honors",
    ),
    "prevalent-wind": (
        "(EEEw) 234c 567b 67d 99c -8d = 2 prevalent-wind",
        "(NNNw) 234c 567b 67d 99c -8d = 1 pung-of-terminals-or-honors",
    ),
    "seat-wind": (
        "(SSSw) 234c 567b 67d 99c -8d = 2 seat-wind",
        "(NNNw) 234c 567b 67d 99c -8d = 1 pung-of-terminals-or-honors",
    ),
    "concealed-hand": (
        "234c 567b 345d 67d 99c -8d = 5 concealed-hand all-chows short-straight",
        "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight",
    ),
    "all-chows": (
        "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight",
        "(234c) 567b 345d 67d EEw -8d = 1 short-straight",
    ),
    "tile-hog": (
        "(888b) 234c 345d 67b 99c -8b = 7 last-tile tile-hog no-honors",
        "(8888b) 234c 345d 67c 99c -8c = 2 melded-kong no-honors",
    ),
    "double-pung": (
        "(222c) (222b) 345d 67d 99c -8d = 4 double-pung short-straight no-honors",
        "(222c) (333b) 345d 67d 99c -8d = 2 short-straight no-honors",
    ),
    "two-concealed-pungs": (
        "222c 444b 345d 67d 99c -8d = 6 concealed-hand two-concealed-pungs short-straight no-honors",
        "(444b) 222c 345d 67d 99c -8d = 2 short-straight no-honors",
    ),
    "concealed-kong": (
        "[2222c] 345d 567b 67d 99c -8d = 6 concealed-hand concealed-kong short-straight no-honors",
        "(2222c) 345d 567b 67d 99c -8d = 3 short-straight melded-kong no-honors",
    ),
    "all-simples": (
        "(234c) 567b 345d 67d 88c -5d = 5 all-chows all-simples mixed-double-chow",
        "(234c) 567b 345d 67d 99c -5d = 3 all-chows mixed-double-chow",
    ),
    "pure-double-chow": (
        "(234c) 234c 567b 67d 99c -8d = 3 all-chows pure-double-chow",
        "(234c) 345c 567b 67d 99c -8d = 2 all-chows",
    ),
    "mixed-double-chow": (
        "(234c) 234b 567b 67d 99c -8d = 4 all-chows mixed-double-chow short-straight",
        "(234c) 345b 567b 67d 99c -8d = 2 all-chows",
    ),
    "short-straight": (
        "(234c) 567c 345d 67b 99c -8b = 3 all-chows short-straight",
        "(234c) 678c 345d 67b 99c -8b = 3 all-chows mixed-double-chow",
    ),
    "two-terminal-chows": (
        "(123c) 789c 345d 67b 99d -8b = 3 all-chows two-terminal-chows",
        "(123c) 678c 345d 67b 99d -8b = 3 all-chows mixed-double-chow",
    ),
    "pung-of-terminals-or-honors": (
        "(999c) 234c 567b 67d 55d -8d = 2 pung-of-terminals-or-honors no-honors",
        "(888c) 234c 567b 67d 55d -8d = 2 all-simples",
    ),
    "melded-kong": (
        "(2222c) 345d 567b 67d 99c -8d = 3 short-straight melded-kong no-honors",
        "[2222c] 345d 567b 67d 99c -8d = 6 concealed-hand concealed-kong short-straight no-honors",
    ),
    "one-voided-suit": (
        "(234c) 567c 345d 67d 99c -8d = 5 all-chows short-straight short-straight one-voided-suit",
        "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight",
    ),
    "no-honors": (
        "(999c) 234c 567b 67d 55d -8d = 2 pung-of-terminals-or-honors no-honors",
        "(999c) 234c 567b 67d EEw -8d = 1 pung-of-terminals-or-honors",
    ),
    "edge-wait": (
        "(234c) 567b 678c 12d EEw -3d = 1 edge-wait",
        "(234c) 567b 678c 23d EEw -1d = 8 chicken-hand",
    ),
    "edge-wait#seven": (
        "(234c) 567b 678c 89d EEw -7d = 7 mixed-shifted-chows edge-wait",
        "(234c) 567b 678c 78d EEw -9d = 6 mixed-shifted-chows",
    ),
    "closed-wait": (
        "(234c) 567b 678c 13d EEw -2d = 1 closed-wait",
        "(234c) 567b 678c 12d EEw -3d = 1 edge-wait",
    ),
    "single-wait": (
        "(234c) 567b 345d 234b Ew -Ew = 3 mixed-double-chow short-straight single-wait",
        "(234c) 567b 345d 2345b -5b = 6 all-chows all-simples mixed-double-chow short-straight",
    ),
    "self-drawn": (
        "(234c) 567b 345d 67d 99c +8d = 4 all-chows short-straight self-drawn",
        "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight",
    ),
    "concealed-and-melded-kong": (
        "[1111b] (2222c) 345d 67d 99c -8d = 8 concealed-and-melded-kong short-straight "
        "pung-of-terminals-or-honors no-honors",
        "[1111b] [2222c] 345d 67d 99c -8d = 11 two-concealed-kongs concealed-hand short-straight "
        "pung-of-terminals-or-honors no-honors",
    ),
}
"""By fan: a hand that earns it, one that nearly does, each with its total and its fans."""
_FLOWERS = "(234c) 567b 345d 67d 99c -8d = 5 all-chows short-straight flower-tiles flower-tiles"
_NO_FLOWERS = "(234c) 567b 345d 67d 99c -8d = 3 all-chows short-straight"

CASES: dict[str, Case] = {
    **{f"mcr/{key}": _case(key.partition("#")[0], *hands) for key, hands in _HANDS.items()},
    "mcr/flower-tiles": _case("flower-tiles", _FLOWERS, _NO_FLOWERS, "1f2s"),
}
