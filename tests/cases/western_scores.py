"""The rules of `western` about values and payments, each kept and broken."""

from __future__ import annotations

from functools import partial

from cases import Case, cases_in, clubs_scores
from mjlog.tiles import CODES, PLAIN_KINDS, parse_tiles

drawn, on_discard = (partial(made, "western") for made in (clubs_scores.drawn, clubs_scores.on_discard))
score = clubs_scores.score
FULL = "game western; hand;"
_DRAWS = 77
"""Draws of a hand in which nothing is taken from the dead wall."""


def loose(hand: str, tile: str, *loose: str) -> str:
    """South draws, lays a concealed kong or a bonus tile as often as a loose tile follows, and wins with the last."""
    moves = [f"S draw {tile}"]
    for before, taken in zip(loose[::2], loose[1::2], strict=True):
        kind, replaced = ("bonus", "bonus") if before[-1] in "fs" else ("kong concealed", "kong")
        moves += [f"S {kind} {before}", f"S {replaced}-replacement {taken}"]
    return f"{FULL} dealt S {hand}; E discard 8d; {'; '.join(moves)}; S mahjong loose {loose[-1]};"


def until_the_last_tile(winner: str, hand: str, tile: str) -> str:
    """Everybody discards what was drawn, and South has drawn the last tile of the wall."""
    left = [4] * PLAIN_KINDS
    for kind in parse_tiles(f"{hand} {tile}"):
        left[kind] -= 1
    rest = [CODES[kind] for kind in range(PLAIN_KINDS) for _ in range(left[kind])]
    moves = [f"{'ESWN'[n % 4]} draw {rest[n]}; {'ESWN'[n % 4]} discard {rest[n]};" for n in range(_DRAWS)]
    return f"{FULL} dealt {winner} {hand}; {' '.join(moves).removeprefix(f'E draw {rest[0]}; ')} S draw {tile};"


def loser(hand: str, options: str = "") -> str:
    """North wins; West shows a hand."""
    won = "E discard 8d; N claim mahjong; N mahjong discard"
    return f"game western {options}; hand; dealt W {hand}; {won}; W show | {hand};"


RUN_FOR_9C = "123b 456b 78c {} 99d"
TWELVE_WINS = "; ".join(f"hand {number} depth=result; E mahjong wall" for number in range(1, 13))

CASES: dict[str, Case] = cases_in("western_scores", globals())
