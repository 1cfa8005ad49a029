"""The rules of `mcr` about wins, counting, payments and fines, each kept and broken; the fans are in `mcr_fans`."""

from __future__ import annotations

from cases import Case, cases_in
from cases.mcr_fans import said
from fan_hands import played


def counted(hand: str, options: str = "minimum=0", flowers: str = "") -> str:
    """A hand with what it is worth, as South wins and announces it."""
    tiles, _, score = hand.partition(" = ")
    return f"{played(tiles, options, flowers)}; {said(score)}"


def _legal(hand: str, options: str = "minimum=0", flowers: str = "") -> Case:
    return Case(legal=counted(hand, options, flowers))


def _instead(right: str, wrong: str, options: str = "minimum=0") -> Case:
    """A hand with its score, and with another one."""
    return Case(
        legal=counted(right, options),
        illegal=f"{played(right.partition(' = ')[0], options)}; {said(wrong)}",
        code="wrong-score",
    )


def _by_option(option: str, hand: str) -> Case:
    """A score that is right under an option, and wrong without it."""
    return Case(counted(hand, f"minimum=0 {option}"), counted(hand), "wrong-score")


def _only_without(option: str, hand: str) -> Case:
    """A score that is wrong under an option, and right without it."""
    return Case(counted(hand), counted(hand, f"minimum=0 {option}"), "wrong-score")


_SHIFTED = "123c 123c 123c 23c 55d -4c = 49 pure-shifted-pungs three-concealed-pungs concealed-hand tile-hog "
_SHIFTED += "tile-hog pung-of-terminals-or-honors one-voided-suit no-honors"
_RING = "234567c 234567d Ew -Ew = 7 concealed-hand mixed-double-chow mixed-double-chow short-straight "
_RING += "one-voided-suit single-wait"
ON_DISCARD = "(456b) (345d) 123c EEw 67d -5d = 8 chicken-hand"
DRAWN = "234c 567b 345d 67d 99c +8d = 7 fully-concealed-hand all-chows short-straight"
ROBBED = "123c 456b 789d 67c EEw x8c = 18 mixed-straight robbing-the-kong concealed-hand"
_NO_WAIT = "(777c) 4567c 123b 678d -4c = 3 tile-hog no-honors"

COUNTING: dict[str, Case] = {
    "mcr/form-1": _legal(ON_DISCARD),
    "mcr/form-2": _legal("1122c 3399b 55d EEw Rd +Rd = 31 seven-pairs all-types self-drawn"),
    "mcr/form-2#better-as-sets": _legal(
        "112233c 778899c 5c +5c = 69 pure-terminal-chows fully-concealed-hand single-wait"
    ),
    "mcr/form-3": _legal("147c 258b 369d ESWNw +Rd = 25 lesser-honors-and-knitted-tiles knitted-straight self-drawn"),
    "mcr/form-4": _legal("147c 258b 369d (222c) 8b -8b = 13 knitted-straight no-honors"),
    "mcr/count-1": Case(
        legal=counted(_SHIFTED),
        illegal=f"{played(_SHIFTED.partition(' = ')[0], 'minimum=0')}; S score 32",
        code="wrong-score",
    ),
    "mcr/count-2": _legal(_SHIFTED),
    "mcr/count-3": _legal(_RING),
    "mcr/count-4": _legal(
        "(123c) (456c) 789c 78c 55d -9c = 20 pure-straight all-chows pure-double-chow one-voided-suit"
    ),
    "mcr/count-5": _legal(
        "(234c) 456c 678c 99c 11c -9c = 41 full-flush pure-shifted-chows pung-of-terminals-or-honors"
    ),
    "mcr/count-6": _legal(
        "(1111b) (2222c+) 345d 67d 99c -8d = 7 two-melded-kongs short-straight pung-of-terminals-or-honors no-honors"
    ),
    "mcr/count-7": _legal("(456b) (345d) 123c EEw 67d -5d = 9 chicken-hand flower-tiles", "", "1f"),
    "mcr/count-8": _legal("(456b) (345d) 123c EEw 67d -5d = 10 chicken-hand flower-tiles flower-tiles", "", "2f3s"),
    "mcr/wait-1": _legal(_NO_WAIT),
    "mcr/wait-2": _legal("(234c) 567b 678c 1233d -3d = 3 all-chows single-wait"),
    "mcr/wait-3": _legal("147c 258b 369d 22c 46b -5b = 16 knitted-straight concealed-hand all-chows"),
    "mcr/last-1": _legal("(888b) (234c) 345d 67b 99c -8b = 7 last-tile tile-hog no-honors"),
    "mcr/last-2": _legal(
        "(456b) (345d) [9999c] EEw 67d f8d = 6 concealed-kong short-straight pung-of-terminals-or-honors self-drawn "
        "flower-tiles"
    ),
    "mcr/last-3": _legal("123c 456b 789d 67c EEw |+8c = 20 mixed-straight last-tile-draw fully-concealed-hand"),
    "mcr/short-straight#ring": _instead(_RING, f"8{_RING.partition(' = 7')[2]} short-straight"),
    "mcr/mixed-double-chow#joined-once": _instead(
        "(567c) (567d) 234d EEw 34c -2c = 4 mixed-double-chow mixed-double-chow short-straight one-voided-suit",
        "5 mixed-double-chow mixed-double-chow mixed-double-chow short-straight one-voided-suit",
    ),
    "mcr/no-honors#implied": _instead(
        "(234c) 456c 678c 99c 11c -9c = 41 full-flush pure-shifted-chows pung-of-terminals-or-honors",
        "42 full-flush pure-shifted-chows pung-of-terminals-or-honors no-honors",
    ),
    "mcr/concealed-hand#implied-by-seven-pairs": _instead(
        "1122c 3399b 55d EEw Rd -Rd = 30 seven-pairs all-types",
        "32 seven-pairs all-types concealed-hand",
    ),
    "mcr/pung-of-terminals-or-honors#own-sets": _instead(
        "(EEEw) (NNNw) 999c 23c 55b -4c = 5 prevalent-wind pung-of-terminals-or-honors pung-of-terminals-or-honors "
        "one-voided-suit",
        "6 prevalent-wind pung-of-terminals-or-honors pung-of-terminals-or-honors pung-of-terminals-or-honors "
        "one-voided-suit",
    ),
    "mcr/chicken-hand#with-a-flower": Case(
        legal=counted("(456b) (345d) 123c EEw 67d -5d = 9 chicken-hand flower-tiles", flowers="1f"),
        illegal=f"{played('(234c) 567b 345d 67d EEw -8d', 'minimum=0', '1f')};"
        f"{said('10 chicken-hand short-straight flower-tiles')}",
        code="wrong-score",
    ),
}

OPTIONS: dict[str, Case] = {
    "mcr/two-concealed-kongs#eight": _by_option(
        "two_concealed_kongs=8",
        "[1111b] [2222c] 345d 67d 99c -8d = 13 two-concealed-kongs:8 concealed-hand short-straight "
        "pung-of-terminals-or-honors no-honors",
    ),
    "mcr/two-concealed-kongs#book": _by_option(
        "book=wmo",
        "[1111b] [2222c] 345d 67d 99c -8d = 13 two-concealed-kongs:8 concealed-hand short-straight "
        "pung-of-terminals-or-honors no-honors",
    ),
    "mcr/two-concealed-kongs#beside-three": _by_option(
        "kongs_add_concealed=true",
        "[1111b] [2222c] (3333d) 67c 99c -5c = 48 three-kongs mixed-shifted-pungs two-concealed-kongs "
        "pung-of-terminals-or-honors no-honors",
    ),
    "mcr/concealed-and-melded-kong#six": _by_option(
        "concealed_and_melded_kong=6",
        "[1111b] (2222c) 345d 67d 99c -8d = 9 concealed-and-melded-kong:6 short-straight pung-of-terminals-or-honors "
        "no-honors",
    ),
    "mcr/fully-concealed-hand#seven-pairs": _by_option(
        "concealed_forms=fully-concealed", "1122c 3399b 55d EEw Rd +Rd = 34 seven-pairs all-types fully-concealed-hand"
    ),
    "mcr/concealed-kong#beside-four": _by_option(
        "kongs_add_concealed=true",
        "[1111b] (2222c) (3333d) (9999c) Ew -Ew = 100 four-kongs mixed-shifted-pungs concealed-kong "
        "pung-of-terminals-or-honors pung-of-terminals-or-honors",
    ),
    "mcr/half-flush#all-green": _by_option(
        "green_half_flush=true",
        "234b 234b 666b 8b GGGd +8b = 103 all-green half-flush fully-concealed-hand dragon-pung two-concealed-pungs "
        "pure-double-chow",
    ),
    "mcr/double-pung#all-terminals": _by_option(
        "terminals_double_pung=true",
        "111c 999c 111b 99b 11d -9b = 86 all-terminals three-concealed-pungs concealed-hand double-pung double-pung",
    ),
    "mcr/tile-hog#forced": _only_without(
        "forced_hog=true", "2222b 33b 44b 66b 88b Gd +Gd = 115 all-green seven-pairs tile-hog self-drawn"
    ),
    "mcr/knitted-straight#lesser": _only_without(
        "lesser_knitted=false",
        "147c 258b 369d ESWNw +Rd = 25 lesser-honors-and-knitted-tiles knitted-straight self-drawn",
    ),
    "mcr/closed-wait#knitted": _by_option(
        "knitted_wait=true", "147c 258b 369d 22c 46b -5b = 17 knitted-straight concealed-hand all-chows closed-wait"
    ),
    "mcr/single-wait#the-other-is-held": _by_option(
        "dead_waits=false", "(777c) 4567c 123b 678d -4c = 4 tile-hog no-honors single-wait"
    ),
    "mcr/win-1#minimum": Case(
        legal=counted("(456b) (345d) 123c EEw 67d +5d = 1 self-drawn", "minimum=1"),
        illegal=played("(456b) (345d) 123c EEw 67d +5d"),
        code="not-mahjong",
    ),
}


SHOWN = (
    "game mcr{}; hand; dealt S 123b 456b 789b 11d 35d; E discard Ew; S draw 7d; S mahjong wall 7d;"
    "S show | 123b 456b 789b 11d 357d;"
)
DEAD = f"{SHOWN} S dead false-mahjong by=W;"
GOES_ON = "S discard 7d; W draw ??; W discard 9c; N draw ??; N discard 9c; E draw ??; E discard 1d;"
TURN = "hand; dealt; E discard 5b; S draw ??;"

CASES: dict[str, Case] = COUNTING | OPTIONS | cases_in("mcr_scores", globals())
