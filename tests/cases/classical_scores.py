"""The rules of `classical` about values and payments, each kept and broken."""

from __future__ import annotations

from cases import Case
from cases.classical import DRAWS, FULL, THROWN_TO_TWO_DRAGONS
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles


def _drawn(hand: str, tile: str, options: str = "") -> str:
    """South wins with the first tile of South's wall."""
    return f"game classical {options}; hand; dealt S {hand}; E discard 8d; S draw {tile}; S mahjong wall {tile};"


def _on_discard(hand: str, tile: str, options: str = "") -> str:
    """South wins with West's discard."""
    return (
        f"game classical {options}; hand; dealt S {hand}; E discard 8d; S draw 8d; S discard 8d; W draw ??;"
        f"W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def _with_open_chow(hand: str, tile: str) -> str:
    """South makes a chow of 789b with East's 8b, and wins with a tile of South's wall."""
    return (
        f"{FULL} dealt S 79b {hand} 8d; E discard 8b; S claim chow; S expose chow 789b; S discard 8d; W draw ??;"
        f"W discard 8d; N draw ??; N discard 8d; E draw ??; E discard 9d; S draw {tile}; S mahjong wall {tile};"
    )


def _with_open_pung(hand: str, tile: str) -> str:
    """South makes a pung of 9b with East's, and wins with West's discard."""
    return (
        f"{FULL} dealt S 99b {hand} 8d; E discard 9b; S claim pung; S expose pung 999b; S discard 8d; W draw ??;"
        f"W discard {tile}; S claim mahjong; S mahjong discard {tile};"
    )


def _kongs(hand: str, tile: str, *taken: str, options: str = "") -> str:
    """South draws, lays down a concealed kong as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for kong, loose in zip(taken[::2], taken[1::2], strict=True):
        moves += [f"S kong concealed {kong}", f"S kong-replacement {loose}"]
    played = f"dealt S {hand}; E discard 8d; {'; '.join(moves)}"
    return f"game classical {options}; hand; {played}; S mahjong loose {taken[-1]};"


def _flowers(flowers: str, options: str = "", hand: str = "123b 456b 22d 79c 999d", tile: str = "8c") -> str:
    """South lays out bonus tiles with the first tile drawn, and wins with the tile that replaces the last of them."""
    first, *more = [flowers[number : number + 2] for number in range(0, len(flowers), 2)]
    moves = [f"S draw {first}"]
    for bonus, taken in zip((first, *more), (*more, tile), strict=True):
        moves += [f"S bonus {bonus}", f"S bonus-replacement {taken}"]
    return f"game classical {options}; hand; dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong wall {tile};"


def _until_the_last_tile(winner: str, hand: str, tile: str, options: str = "") -> str:
    """Everybody discards what was drawn, and South has drawn the last tile of the live wall."""
    left = [4] * PLAIN_KINDS
    for kind in parse_tiles(f"{hand} {tile}"):
        left[kind] -= 1
    rest = [CODES[kind] for kind in range(PLAIN_KINDS) for _ in range(left[kind])]
    moves = [f"{'ESWN'[n % 4]} draw {rest[n]}; {'ESWN'[n % 4]} discard {rest[n]};" for n in range(DRAWS)]
    played = " ".join(moves).removeprefix(f"E draw {rest[0]}; ")
    return f"game classical {options}; hand; dealt {winner} {hand}; {played} S draw {tile};"


def _loser(sets: str, rest: str, options: str = "") -> str:
    """North wins; West shows a hand."""
    won = "E discard 8d; N claim mahjong; N mahjong discard"
    return f"game classical {options}; hand; dealt W {sets} {rest}; {won}; W show {sets} | {rest};"


def _robbed(hand: str, tile: str) -> str:
    """South makes a pung, adds the fourth tile to it, and West wins with that."""
    return (
        f"{FULL} dealt W {hand}; E discard {tile}; S claim pung; S expose pung {tile[0] * 3}{tile[1]}; S discard 9c;"
        "W draw Nw; W discard Nw; N draw ??; N discard 9d; E draw ??; E discard 9d;"
        f"S draw {tile}; S kong added {tile[0] * 4}{tile[1]}; W claim mahjong; W mahjong kong {tile};"
    )


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


def _under(options: str, text: str, score: str) -> Case:
    """A score that is right under an option, and wrong without it."""
    with_it = text.replace("game classical ;", f"game classical {options};")
    return Case(legal=f"{with_it} {score}", illegal=f"{text} {score}", code="wrong-score")


def _paid(right: str, wrong: str, options: str = "", how: str = "discard 5d") -> Case:
    """South wins, with East's discard or as said; points paid as they are due, and not so."""
    taken = "E discard 5d; S claim mahjong" if how == "discard 5d" else "E discard 5d; S draw ??"
    won = f"game classical {options}; hand; {taken}; S mahjong {how}; S score 100; E score 20; W score 8; N score 0;"
    return Case(legal=f"{won} settlement {right}", illegal=f"{won} settlement {wrong}", code="wrong-settlement")


_PAIR_OF_DRAGONS = _drawn("123b 456b 789c 222d Gd", "Gd")
_RUN_FOR_9C = "123b 456b 78c {} 99d"
_UNHIDDEN = "ConcealedFully=0"
"""No double for a concealed hand."""
_TWELVE_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))
_FOR_9C = "dealt E 123b 456b 78c 222d 99d Nw; E discard Nw{}; S draw ??; S discard 9c; E claim mahjong;"
_FOURTH_KONG_AND_PAIR = (
    f"{FULL} dealt S 2222b 3333c 4444d 5b; E discard 8d; S draw 7c;"
    "S kong concealed 2222b; S kong-replacement 7c; S kong concealed 3333c; S kong-replacement 7c;"
    "S kong concealed 4444d; S kong-replacement 8d; S discard 8d; W draw ??; W discard 7c;"
    "S claim kong; S expose kong 7777c; S kong-replacement 9d; S discard 9d; W draw ??; W discard 9d;"
    "N draw ??; N discard 9d; E draw ??; E discard 8d; S draw 5b; S mahjong wall 5b;"
)
_NOTHING = "E score 0; W score 0; N score 0;"
_LITTLE_DRAGONS = f"{FULL} {THROWN_TO_TWO_DRAGONS} dangerous=choice; S show 234b 567b WWd; S score 576; {_NOTHING}"
_HARMLESS = _on_discard("123b 456b 789c 22d 99d", "9d") + f"S score 24; {_NOTHING}"
_CLAIMED_KONG = (
    "game classical {}; hand; dealt W 222b 333c 444d 1379b; E discard 2b; W claim kong; W expose kong 2222b;"
    "W kong-replacement 9c; W discard 9c; N claim mahjong; N mahjong discard; W show 333c 444d | 1379b;"
)
_AMONG_ALL = "E=-136 S=400 W=-116 N=-148"
"""South has 100 points, East, West and North 20, 8 and none: East pays and gets double, the losers pay each other."""

CASES: dict[str, Case] = {
    "classical/points-1": _score(_PAIR_OF_DRAGONS, "68 34 1", "60 30 1"),
    "classical/points-1#completed-by-a-discard": _score(_on_discard("123b 456b 789c 22d 99d", "9d"), "24", "28"),
    "classical/points-1#pair-of-dragons": _score(_PAIR_OF_DRAGONS, "68 34 1", "64 32 1"),
    "classical/points-1#own-wind": _score(_drawn("123b 456b 789c 222d Sw", "Sw"), "68 34 1", "64 32 1"),
    "classical/points-1#pairs-of-a-loser": _score(_loser("RRd GGd", "123b 456c 78d 2c"), "W 4", "W 2"),
    "classical/points-1#kong": _score(_kongs("123b 456b 222d 78c 99d", "2d", "2222d", "9c"), "144 36 2", "80 20 2"),
    "classical/points-1#flower": _score(_flowers("1f"), "72 36 1", "64 32 1"),
    "classical/points-2": _score(_PAIR_OF_DRAGONS, "68 34 1", "28 14 1"),
    "classical/points-2#seven-pairs": _score(_drawn("1122b 3344c 5566d 7c", "7c", "SevenPairs=true"), "84", "44"),
    "classical/points-2#from-the-wall": _score(_drawn(_RUN_FOR_9C.format("222d"), "9c"), "52 26 1", "48 24 1"),
    "classical/points-2#only-place": _score(_on_discard("123b 456b 79c 222d 99d", "8c"), "26", "24"),
    "classical/points-2#fishing-the-eyes": _score(_on_discard("123b 456b 789c 222d 5d", "5d"), "28", "26"),
    "classical/double-1": _score(_drawn(_RUN_FOR_9C.format("RRRd"), "9c"), "120", "60"),
    "classical/double-1#own-wind": _score(_drawn(_RUN_FOR_9C.format("SSSw"), "9c"), "120", "60"),
    "classical/double-1#prevailing-wind": _score(_drawn(_RUN_FOR_9C.format("EEEw"), "9c"), "120", "60"),
    "classical/double-1#own-flower-and-season": _score(_flowers("2f2s"), "160 40 2", "80 40 1"),
    "classical/double-1#own-flower": _under("FlowersOwnEach=10000", _flowers("2f"), "S score 144"),
    "classical/double-1#all-flowers": _score(_flowers("1f2f3f4f", "FlowersOwnBoth=0"), "192", "96"),
    "classical/double-1#little-three-dragons": _score(_loser("RRRd GGGd WWd", "12b 5c 79d"), "W 144", "W 72"),
    "classical/double-1#big-three-dragons": _score(
        _loser("RRRd GGGd WWWd", "12b 5c 7d", "ScoreLimit=2000"), "W 1536", "W 384"
    ),
    "classical/double-1#little-four-winds": _score(_loser("EEEw SSSw WWWw NNw", "6c 8c"), "W 384", "W 192"),
    "classical/double-1#three-concealed-pungs": _score(_loser("222b 333c 444d", "1379b"), "W 24", "W 12"),
    "classical/double-2": _score(_with_open_pung("222c 333d 44d 66c", "6c"), "68", "34"),
    "classical/double-2#no-score-hand": _score(_on_discard("123b 456b 78c 678d 99d", "9c"), "40", "20"),
    "classical/double-2#concealed": _score(_PAIR_OF_DRAGONS, "68 34 1", "34 34 0"),
    "classical/double-2#almost-concealed": _score(
        _on_discard("123b 456b 789c 22d 99d", "9d", "ConcealedAlmost=10000"), "48", "24"
    ),
    "classical/double-2#one-suit": _score(_with_open_chow("123b 456b 22b 44b", "4b"), "208", "26"),
    "classical/double-2#one-suit-with-honors": _score(_drawn("123b 456b 78b NNNw 99b", "9b", _UNHIDDEN), "68", "34"),
    "classical/double-2#all-majors": _score(_with_open_pung("111c 111d NNw WWd", "Nw"), "184 46 2", "92 46 1"),
    "classical/double-2#all-terminals": _score(
        _loser("111b 999b 111c 11d 99d", "", "LosersPurity=true"), "W 384", "W 96"
    ),
    "classical/double-2#all-honours": _score(
        _on_discard("EEEw SSw WWWw RRRd GGd", "Sw", "NoLimit=true"), "12800 50 8", "3200 50 6"
    ),
    "classical/double-2#losers-purity": _under("LosersPurity=true", _loser("222b 444b", "1235789b"), "W score 64"),
    "classical/kong-3": Case(
        legal=f"{_CLAIMED_KONG.format('KongHas3Types=true')} W score 32",
        illegal=f"{_CLAIMED_KONG.format('KongHas3Types=true')} W score 16",
        code="wrong-score",
    ),
    "classical/kong-3#not-played": _under("KongHas3Types=true", _CLAIMED_KONG.format(""), "W score 32"),
    "classical/double-3": _score(_kongs("123b 456b 222d 78c 99d", "2d", "2222d", "9c", options=_UNHIDDEN), "72", "36"),
    "classical/double-3#last-tile": _score(
        f"{_until_the_last_tile('S', _RUN_FOR_9C.format('222d'), '9c', _UNHIDDEN)} S mahjong wall 9c;", "56", "28"
    ),
    "classical/double-3#last-discard": _score(
        f"{_until_the_last_tile('W', _RUN_FOR_9C.format('222d'), '9c')} S discard 9c; W claim mahjong;"
        "W mahjong discard 9c;",
        "W 52",
        "W 26",
    ),
    "classical/double-3#robbing-a-kong": _score(_robbed("123c 456c 222d 46b 99d", "5b"), "W 52", "W 26"),
    "classical/double-3#original-call": _score(
        f"{FULL} {_FOR_9C.format(' calling=true')} E mahjong discard 9c;", "E 48", "E 24"
    ),
    "classical/limit-1": _score(_on_discard("RRRd GGGd WWWd 55b 66c", "6c"), "1000", "5888"),
    "classical/limit-1#losers-are-cut": _score(_loser("EEEw SSSw WWWw NNNw", "8c"), "W 1000", "W 1024"),
    "classical/limit-1#a-loser-has-none": Case(
        legal=f"{_loser('222b 444b', '1235789b')} W score 8",
        illegal=f"{_loser('222b 444b', '1235789b')} W score 1000 limit=concealed-clear-suit",
        code="wrong-score",
    ),
    "classical/limit-1#without": _score(_on_discard("RRRd GGGd WWWd 55b 66c", "6c", "NoLimit=true"), "5888", "1000"),
    "classical/limit-1#another-limit": _score(_drawn("19b 19c 19d ESWNw RGWd", "1b", "ScoreLimit=500"), "500", "1000"),
    "classical/limit-1#heavens-blessing": _score(
        f"{FULL} dealt E 123b 456b 789c 222d 99c; E mahjong deal;", "E 1000", "E 24"
    ),
    "classical/limit-1#earths-blessing": _score(
        f"{FULL} dealt S {_RUN_FOR_9C.format('222d')}; E discard 9c; S claim mahjong; S mahjong discard 9c;",
        "1000",
        "24",
    ),
    "classical/limit-1#plum-blossom": _score(_kongs("123b 222c 46d 99c 789b", "2c", "2222c", "5d"), "1000", "152"),
    "classical/limit-1#moon": _score(
        f"{_until_the_last_tile('S', '123b 456b 789c 222c 1d', '1d')} S mahjong wall 1d;", "1000", "128"
    ),
    "classical/limit-1#carrying-pole": _score(_robbed("13b 456c 789c 222d 99d", "2b"), "W 1000", "W 52"),
    "classical/limit-1#kong-upon-kong": _score(
        _kongs("2222b 333c 456d 78d 5c", "5c", "2222b", "3c", "3333c", "9d"), "1000", "208"
    ),
    "classical/limit-1#four-kongs": _score(_FOURTH_KONG_AND_PAIR, "1000", "328"),
    "classical/limit-1#buried-treasure": _score(_drawn("222b 444b 666c NNw 88b", "Nw"), "1000", "336"),
    "classical/limit-1#four-blessings": _score(_on_discard("EEEw SSSw WWWw NNw 55b", "Nw"), "1000", "6144"),
    "classical/limit-1#all-honours": _score(_on_discard("EEEw SSw WWWw RRRd GGd", "Sw"), "1000", "12800"),
    "classical/limit-1#heads-and-tails": _score(_on_discard("111b 999b 111c 99c 99d", "9c"), "1000", "1536"),
    "classical/limit-1#imperial-jade": _score(_on_discard("222b 333b 444b GGd 88b", "Gd"), "1000", "576"),
    "classical/limit-1#nine-gates": _score(_drawn("1112345678999b", "5b"), "1000", "640"),
    "classical/limit-1#wriggling-snake": _score(_on_discard("11134567899b 22b", "9b"), "1000", "256"),
    "classical/limit-1#clear-suit": _score(_drawn("123b 456b 456b 78b 99b", "9b"), "1000", "832"),
    "classical/limit-1#thirteen-wonders": _score(_drawn("19b 19c 19d ESWNw RGWd", "1b"), "1000", "176"),
    "classical/limit-1#thirteenth-win": _score(
        f"game classical; {_TWELVE_WINS}; hand 13; {_FOR_9C.format('')} E mahjong discard 9c;", "E 1000", "E 24"
    ),
    "classical/cannon-1#pays-for-all": Case(
        legal=f"{_LITTLE_DRAGONS} settlement E=0 S=2304 W=-2304 N=0",
        illegal=f"{_LITTLE_DRAGONS} settlement E=-1152 S=2304 W=-576 N=-576",
        code="wrong-settlement",
    ),
    "classical/cannon-1#nobody-is-liable": Case(
        legal=f"{_HARMLESS} settlement E=-48 S=96 W=-24 N=-24",
        illegal=f"{_HARMLESS} settlement E=0 S=96 W=-96 N=0",
        code="wrong-settlement",
    ),
    "classical/settle-1": _paid(_AMONG_ALL, "E=-136 S=390 W=-106 N=-148"),
    "classical/settle-1#east": _paid(_AMONG_ALL, "E=-68 S=300 W=-104 N=-128"),
    "classical/settle-1#losers": _paid(_AMONG_ALL, "E=-200 S=400 W=-100 N=-100"),
    "classical/settle-1#east-not-doubled": _paid("E=-68 S=300 W=-104 N=-128", _AMONG_ALL, "EastDoubles=false"),
    "classical/settle-1#losers-do-not": _paid("E=-200 S=400 W=-100 N=-100", _AMONG_ALL, "LosersSettle=false"),
    "classical/settle-1#discarder-doubled": _paid("E=-336 S=600 W=-116 N=-148", _AMONG_ALL, "DiscDoubles=true"),
    "classical/settle-1#self-drawn": _paid("E=-336 S=800 W=-216 N=-248", _AMONG_ALL, "DiscDoubles=true", "wall"),
    "classical/settle-1#nobody-won": Case(
        legal="game classical; hand depth=result; washout; settlement E=0 S=0 W=0 N=0",
        illegal="game classical; hand depth=result; washout; E score 100",
        code="washout-scored",
    ),
}
