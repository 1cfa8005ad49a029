"""The rules of `western` about values and payments, each kept and broken."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

_FULL = "game western; hand;"
_DRAWS = 77
"""Draws of a hand in which nothing is taken from the dead wall."""


def _drawn(hand: str, tile: str) -> str:
    """South wins with the first tile of South's wall."""
    return f"{_FULL} dealt S {hand}; E discard 8d; S draw {tile}; S mahjong wall {tile};"


def _on_discard(hand: str, tile: str) -> str:
    """South wins with West's discard."""
    return (
        f"{_FULL} dealt S {hand}; E discard 8d; S draw 8d; S discard 8d; W draw ??; W discard {tile};"
        f"S claim mahjong; S mahjong discard {tile};"
    )


def _loose(hand: str, tile: str, *loose: str) -> str:
    """South draws, lays a concealed kong or a bonus tile as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for before, taken in zip(loose[::2], loose[1::2], strict=True):
        kind, replaced = ("bonus", "bonus") if before[-1] in "fs" else ("kong concealed", "kong")
        moves += [f"S {kind} {before}", f"S {replaced}-replacement {taken}"]
    return f"{_FULL} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong loose {loose[-1]};"


def _until_the_last_tile(winner: str, hand: str, tile: str) -> str:
    """Everybody discards what was drawn, and South has drawn the last tile of the wall."""
    left = [4] * PLAIN_KINDS
    for kind in parse_tiles(f"{hand} {tile}"):
        left[kind] -= 1
    rest = [CODES[kind] for kind in range(PLAIN_KINDS) for _ in range(left[kind])]
    moves = [f"{'ESWN'[n % 4]} draw {rest[n]}; {'ESWN'[n % 4]} discard {rest[n]};" for n in range(_DRAWS)]
    return f"{_FULL} dealt {winner} {hand}; {' '.join(moves).removeprefix(f'E draw {rest[0]}; ')} S draw {tile};"


def _loser(hand: str, options: str = "") -> str:
    """North wins; West shows a hand."""
    won = "E discard 8d; N claim mahjong; N mahjong discard"
    return f"game western {options}; hand; dealt W {hand}; {won}; W show | {hand};"


def _score(text: str, right: str, wrong: str) -> Case:
    """South's hand (or who is named) with the right score, and with one that leaves out or adds one thing."""
    right, wrong = (_said(one) for one in (right, wrong))
    return Case(legal=f"{text} {right}", illegal=f"{text} {wrong}", code="wrong-score")


def _said(score: str) -> str:
    """`60 30 1` is South's total with points and doubles; `W 60` a total of West's."""
    words = score.split()
    seat = words.pop(0) if words[0] in "ESWN" else "S"
    named = zip(("", "points=", "doubles="), words, strict=False)
    return f"{seat} score {' '.join(name + word for name, word in named)}"


_PUNG_AND_DRAGONS = _drawn("123b 456b 789c 222d Gd", "Gd")
_RUN_FOR_9C = "123b 456b 78c {} 99d"
_TWELVE_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))
_THIRTEENTH_HAND = (
    "dealt E 123b 456b 78c 222d 99d Nw; E discard Nw; S draw ??; S discard 9c; E claim mahjong; E mahjong discard 9c;"
)
_FOURTH_KONG_AND_PAIR = (
    f"{_FULL} dealt S 2222b 3333c 4444d 5b; E discard 8d; S draw 7c;"
    "S kong concealed 2222b; S kong-replacement 7c; S kong concealed 3333c; S kong-replacement 7c;"
    "S kong concealed 4444d; S kong-replacement 8d; S discard 8d; W draw ??; W discard 7c;"
    "S claim kong; S expose kong 7777c; S kong-replacement 9d; S discard 9d; W draw ??; W discard 9d;"
    "N draw ??; N discard 9d; E draw ??; E discard 8d; S draw 5b; S mahjong wall 5b;"
)
_WON = "game western; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8; N score 0;"
_THREE = "game western players=3; hand depth=result; S mahjong discard; S score 100; E score 20; W score 8;"

CASES: dict[str, Case] = {
    "western/points-1": _score(_PUNG_AND_DRAGONS, "60 30 1", "52 26 1"),
    "western/points-1#completed-by-a-discard": _score(_on_discard("123b 456b 789c 22d 99d", "9d"), "48", "56"),
    "western/points-2": _score(_loose("123b 456b 222d 78c 99d", "2d", "2222d", "9c"), "152 38 2", "88 22 2"),
    "western/points-2#a-losers-four-alike": Case(
        legal=f"{_loser('5555b 123c 456c 78d 2c', 'undeclared_kong=kong')} W score 16",
        illegal=f"{_loser('5555b 123c 456c 78d 2c')} W score 16",
        code="wrong-score",
    ),
    "western/points-3": _score(_PUNG_AND_DRAGONS, "60 30 1", "56 28 1"),
    "western/points-3#own-wind": _score(_drawn("123b 456b 789c 222d Sw", "Sw"), "60 30 1", "56 28 1"),
    "western/points-3#every-pair-of-a-loser": Case(
        legal=f"{_loser('RRd GGd 123b 456c 78d 2c', 'loser_pairs=one')} W score 2",
        illegal=f"{_loser('RRd GGd 123b 456c 78d 2c')} W score 2",
        code="wrong-score",
    ),
    "western/points-4": _score(_loose("123b 456b 789c 999d Gd", "1f", "1f", "Gd"), "152 38 2", "136 34 2"),
    "western/points-5": _score(_PUNG_AND_DRAGONS, "60 30 1", "20 10 1"),
    "western/points-5#only-possible-tile": _score(_on_discard("123b 456b 789c 222d Nw", "Nw"), "52", "48"),
    "western/points-5#tile-from-the-wall": _score(_drawn(_RUN_FOR_9C.format("222d"), "9c"), "52", "48"),
    "western/points-5#all-pungs": _score(_drawn("222b 333c 444d 66c 77d", "6c"), "96", "76"),
    "western/points-5#all-chows": _score(_drawn("123b 456b 78c 678d 99d", "9c"), "64", "44"),
    "western/double-1": _score(_drawn(_RUN_FOR_9C.format("RRRd"), "9c"), "120", "60"),
    "western/double-1#own-wind": _score(_drawn(_RUN_FOR_9C.format("SSSw"), "9c"), "120", "60"),
    "western/double-1#prevailing-wind": Case(
        legal=_drawn(_RUN_FOR_9C.format("EEEw"), "9c").replace("western", "western prevailing_wind=true")
        + " S score 120",
        illegal=_drawn(_RUN_FOR_9C.format("EEEw"), "9c") + " S score 120",
        code="wrong-score",
    ),
    "western/double-1#one-suit-with-honors": _score(_drawn("123b 456b 78b NNNw EEw", "9b"), "120", "60"),
    "western/double-1#own-flower": _score(_loose("123b 456b 789c 999d Gd", "2f", "2f", "Gd"), "304", "152"),
    "western/double-2": _score(
        f"{_FULL} dealt S 1234f 123b 456b 789c; S bonus 1234f; S bonus-replacement 9d; S bonus-replacement 9d;"
        "S bonus-replacement 9d; S bonus-replacement Gd; E discard 8d; S draw Gd; S mahjong wall Gd;",
        "1600",
        "200",
    ),
    "western/double-3": _score(_drawn(_RUN_FOR_9C.format("222d"), "9c"), "52 26 1", "26 26 0"),
    "western/double-3#dead-wall": _score(_loose("123b 456b 222d 78c 99d", "2d", "2222d", "9c"), "152", "76"),
    "western/double-3#last-tile": _score(
        f"{_until_the_last_tile('S', _RUN_FOR_9C.format('222d'), '9c')} S mahjong wall 9c;", "104", "52"
    ),
    "western/double-3#final-discard": _score(
        f"{_until_the_last_tile('W', _RUN_FOR_9C.format('222d'), '9c')} S discard 9c; W claim mahjong;"
        "W mahjong discard 9c;",
        "W 96",
        "W 48",
    ),
    "western/double-3#all-majors": _score(_drawn("111b 999c 111d EEw NNw", "Ew"), "256", "128"),
    "western/double-4": _score(_drawn("123b 456b 456b 78b 99b", "9b"), "512", "64"),
    "western/limit-1": _score(f"{_FULL} dealt E 123b 456b 789c 222d 99c; E mahjong deal;", "E 3000", "E 48"),
    "western/limit-1#earths-blessing": _score(
        f"{_FULL} dealt S {_RUN_FOR_9C.format('222d')}; E discard 9c; S claim mahjong; S mahjong discard 9c;",
        "3000",
        "48",
    ),
    "western/limit-1#thirteen-wonders": _score(_drawn("19b 19c 19d ESWNw RGWd", "1b"), "3000", "88"),
    "western/limit-2": _score(_drawn("RRRd GGGd WWWd 55b 66c", "6c"), "1000", "960"),
    "western/limit-2#four-blessings": _score(_on_discard("EEEw SSSw WWWw NNw 55b", "Nw"), "1000", "464"),
    "western/limit-2#gates-of-heaven": _score(_drawn("1112345678999b", "5b"), "1000", "608"),
    "western/limit-2#seven-pairs": _score(_drawn("1122b 3344c 5566d 7c", "7c"), "1000", "48"),
    "western/limit-3": _score(_loose("2222b 333c 456d 78d 5c", "5c", "2222b", "3c", "3333c", "9d"), "3000", "216"),
    "western/limit-3#plum-blossom": _score(_loose("123b 222c 46d 99c 789b", "2c", "2222c", "5d"), "3000", "160"),
    "western/limit-3#plucking-the-moon": _score(
        f"{_until_the_last_tile('S', '123b 456b 789c 222c 1d', '1d')} S mahjong wall 1d;", "3000", "112"
    ),
    "western/limit-4": _score(_drawn("1234567b 123456c", "7c"), "1000", "44"),
    "western/limit-4#triple-knitting": _score(_drawn("1234b 1234c 123d 55b", "4d"), "1000", "48"),
    "western/limit-4#buried-treasure": _score(_drawn("222b 444b 666b NNw 88b", "Nw"), "1000", "208"),
    "western/limit-4#fourfold-plenty": _score(_FOURTH_KONG_AND_PAIR, "1000", "90"),
    "western/limit-4#heads-and-tails": _score(_drawn("111b 999b 111c 99c 99d", "9c"), "1000", "256"),
    "western/limit-4#wriggling-snake": _score(_drawn("1123456789b ESWw", "Nw"), "1000", "96"),
    "western/limit-4#imperial-jade": _score(_on_discard("222b 333b 444b 66b 88b", "6b"), "1000", "704"),
    "western/limit-5": _score(_drawn("RRRd GGGd WWWd 55b 66b", "6b"), "1920", "1000"),
    "western/limit-6": Case(
        legal=f"{_loser('RRRd GGGd WWWd 1b 5c 7d 9d')} W score 1000 limit=three-great-scholars",
        illegal=f"{_loser('1122b 3344c 5566d 7c')} W score 1000 limit=seven-pairs",
        code="wrong-score",
    ),
    "western/limit-7": _score(f"game western; {_TWELVE_WINS}; hand 13; {_THIRTEENTH_HAND}", "E 6144", "E 48"),
    "western/settle-1": Case(
        legal=f"{_WON} settlement E=-136 S=400 W=-116 N=-148",
        illegal=f"{_WON} settlement E=-136 S=390 W=-106 N=-148",
        code="wrong-settlement",
    ),
    "western/settle-1#three-players": Case(
        legal=f"{_THREE} settlement E=-176 S=300 W=-124",
        illegal=f"{_THREE} settlement E=-176 S=310 W=-134",
        code="wrong-settlement",
    ),
    "western/settle-2": Case(
        legal=f"{_WON} settlement E=-136 S=400 W=-116 N=-148",
        illegal=f"{_WON} settlement E=-200 S=400 W=-100 N=-100",
        code="wrong-settlement",
    ),
    "western/settle-3": Case(
        legal=f"{_WON} settlement E=-136 S=400 W=-116 N=-148",
        illegal=f"{_WON} settlement E=-68 S=300 W=-104 N=-128",
        code="wrong-settlement",
    ),
}
