"""The rules of `classical` about values and payments, each kept and broken."""

from __future__ import annotations

from functools import partial

from cases import Case, cases_in, clubs_scores
from cases.classical import DRAWS, FULL, THROWN_TO_TWO_DRAGONS
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

drawn, on_discard, with_open_pung = (
    partial(made, "classical") for made in (clubs_scores.drawn, clubs_scores.on_discard, clubs_scores.with_open_pung)
)
score = clubs_scores.score


def with_open_chow(hand: str, tile: str) -> str:
    """South makes a chow of 789b with East's 8b, and wins with a tile of South's wall."""
    return (
        f"{FULL} dealt S 79b {hand} 8d; E discard 8b; S claim chow; S expose chow 789b; S discard 8d; W draw ??;"
        f"W discard 8d; N draw ??; N discard 8d; E draw ??; E discard 9d; S draw {tile}; S mahjong wall {tile};"
    )


def kongs(hand: str, tile: str, *taken: str, options: str = "") -> str:
    """South draws, lays down a concealed kong as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for kong, loose in zip(taken[::2], taken[1::2], strict=True):
        moves += [f"S kong concealed {kong}", f"S kong-replacement {loose}"]
    played = f"dealt S {hand}; E discard 8d; {'; '.join(moves)}"
    return f"game classical {options}; hand; {played}; S mahjong loose {taken[-1]};"


def flowers(flowers: str, options: str = "", hand: str = "123b 456b 22d 79c 999d", tile: str = "8c") -> str:
    """South lays out bonus tiles with the first tile drawn, and wins with the tile that replaces the last of them."""
    first, *more = [flowers[number : number + 2] for number in range(0, len(flowers), 2)]
    moves = [f"S draw {first}"]
    for bonus, taken in zip((first, *more), (*more, tile), strict=True):
        moves += [f"S bonus {bonus}", f"S bonus-replacement {taken}"]
    return f"game classical {options}; hand; dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong wall {tile};"


def until_the_last_tile(winner: str, hand: str, tile: str, options: str = "") -> str:
    """Everybody discards what was drawn, and South has drawn the last tile of the live wall."""
    left = [4] * PLAIN_KINDS
    for kind in parse_tiles(f"{hand} {tile}"):
        left[kind] -= 1
    rest = [CODES[kind] for kind in range(PLAIN_KINDS) for _ in range(left[kind])]
    moves = [f"{'ESWN'[n % 4]} draw {rest[n]}; {'ESWN'[n % 4]} discard {rest[n]};" for n in range(DRAWS)]
    played = " ".join(moves).removeprefix(f"E draw {rest[0]}; ")
    return f"game classical {options}; hand; dealt {winner} {hand}; {played} S draw {tile};"


def loser(sets: str, rest: str, options: str = "") -> str:
    """North wins; West shows a hand."""
    won = "E discard 8d; N claim mahjong; N mahjong discard"
    return f"game classical {options}; hand; dealt W {sets} {rest}; {won}; W show {sets} | {rest};"


def robbed(hand: str, tile: str) -> str:
    """South makes a pung, adds the fourth tile to it, and West wins with that."""
    return (
        f"{FULL} dealt W {hand}; E discard {tile}; S claim pung; S expose pung {tile[0] * 3}{tile[1]}; S discard 9c;"
        "W draw Nw; W discard Nw; N draw ??; N discard 9d; E draw ??; E discard 9d;"
        f"S draw {tile}; S kong added {tile[0] * 4}{tile[1]}; W claim mahjong; W mahjong kong {tile};"
    )


def under(options: str, text: str, score: str) -> Case:
    """A score that is right under an option, and wrong without it."""
    with_it = text.replace("game classical ;", f"game classical {options};")
    return Case(legal=f"{with_it} {score}", illegal=f"{text} {score}", code="wrong-score")


def paid(right: str, wrong: str, options: str = "", how: str = "discard 5d") -> Case:
    """South wins, with East's discard or as said; points paid as they are due, and not so."""
    taken = "E discard 5d; S claim mahjong" if how == "discard 5d" else "E discard 5d; S draw ??"
    won = f"game classical {options}; hand; {taken}; S mahjong {how}; S score 100; E score 20; W score 8; N score 0;"
    return Case(legal=f"{won} settlement {right}", illegal=f"{won} settlement {wrong}", code="wrong-settlement")


RUN_FOR_9C = "123b 456b 78c {} 99d"
TWELVE_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))
FOR_9C = "dealt E 123b 456b 78c 222d 99d Nw; E discard Nw{}; S draw ??; S discard 9c; E claim mahjong;"
_NOTHING = "E score 0; W score 0; N score 0;"
LITTLE_DRAGONS = f"{FULL} {THROWN_TO_TWO_DRAGONS} dangerous=choice; S show 234b 567b WWd; S score 576; {_NOTHING}"
HARMLESS = on_discard("123b 456b 789c 22d 99d", "9d") + f"S score 24; {_NOTHING}"
CLAIMED_KONG = (
    "game classical {}; hand; dealt W 222b 333c 444d 1379b; E discard 2b; W claim kong; W expose kong 2222b;"
    "W kong-replacement 9c; W discard 9c; N claim mahjong; N mahjong discard; W show 333c 444d | 1379b;"
)

CASES: dict[str, Case] = cases_in("classical_scores", globals())
