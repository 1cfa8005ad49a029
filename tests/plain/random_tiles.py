"""Tiles of hands at random, most of them near to something that scores: sets of all kinds, and the special hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from plain.tiles import CODES, DRAGONS, GREENS, HONORS, KINDS, MAJORS, TERMINALS, WINDS, suit_tile

_ALL, _SUITS = tuple(KINDS), tuple(range(27))
_POOLS: tuple[tuple[int, ...], ...] = (
    _ALL,
    _SUITS,
    tuple(sorted(MAJORS)),
    tuple(sorted(TERMINALS)),
    tuple(sorted(HONORS)),
    tuple(sorted(GREENS)),
    (*DRAGONS, *range(9)),
    (*WINDS, *range(18, 27)),
)


class Laid(NamedTuple):
    """Concealed tiles, and sets on the table as requests give them."""

    concealed: list[int]
    sets: list[dict[str, Any]]


def fourteen(chance: random.Random) -> Laid:
    """Fourteen tiles, a kong counted as three; a kind may come more than four times."""
    recipe = chance.choices(_RECIPES, _WEIGHTS)[0]
    return recipe(chance)


def _plain(chance: random.Random) -> Laid:
    pool = chance.choice(_POOLS)
    return _of_sets(chance, [pool] * 5, chance.choice((0.1, 0.5, 0.9, 1)))


def _one_suit(chance: random.Random) -> Laid:
    first = 9 * chance.randrange(3)
    pool = tuple(range(first, first + 9))
    pool = pool if chance.random() < 0.6 else (*pool, *HONORS)
    return _of_sets(chance, [pool] * 5, chance.choice((0.1, 0.5, 0.8, 1)))


def _dragons_and_winds(chance: random.Random) -> Laid:
    """Sets of two or three of the dragons, or of three or four of the winds, and perhaps the pair."""
    kinds = chance.choice((DRAGONS, WINDS))
    chosen = chance.sample(kinds, len(kinds))
    if chance.random() < 0.6:
        chosen = [*chosen[:-1], *[-1] * (5 - len(kinds)), chosen[-1]]
    pool = chance.choice(_POOLS)
    pools = [pool if tile < 0 else (tile,) for tile in chosen]
    return _of_sets(chance, [*pools, *[pool] * (5 - len(pools))][:5], chance.choice((0.3, 1)))


def _pungs(chance: random.Random) -> Laid:
    pool = chance.choice((_ALL, *_POOLS))
    if chance.random() < 0.5:
        first = 9 * chance.randrange(3)
        pool = (*range(first, first + 9), *chance.sample(_ALL[27:], chance.randrange(3)))
    return _of_sets(chance, [pool] * 5, 1, chance.choice((0, 0, 0.3)), 0)


def _kongs(chance: random.Random) -> Laid:
    pool = chance.choice((_ALL, *_POOLS))
    return _of_sets(chance, [pool] * 5, 1, chance.choice((0, 0.1, 0.3)), chance.choice((0.5, 0.9, 1)))


def _chows(chance: random.Random) -> Laid:
    return _of_sets(chance, [chance.choice((_SUITS, _ALL))] * 5, 0, chance.choice((0, 0, 0.3)))


def _chain(chance: random.Random) -> Laid:
    """Three or four pungs in a row, which are as many chows."""
    start, length = suit_tile(chance.randrange(3), chance.randint(1, 7)), 3
    if start % 9 < 6 and chance.random() < 0.4:
        length = 4
    concealed = [tile for tile in range(start, start + length) for _ in range(3)]
    pool = _ALL if chance.random() < 0.4 else tuple(range(start - start % 9, start - start % 9 + 9))
    rest = _of_sets(chance, [pool] * (5 - length), 0.4)
    return Laid(concealed + rest.concealed, rest.sets)


def _of_sets(
    chance: random.Random,
    pools: Sequence[tuple[int, ...]],
    pungs: float,
    on_table: float | None = None,
    kongs: float = 0.2,
) -> Laid:
    """A set of each pool and a pair of the last one; `pungs`: how often no chow is made where one could be."""
    laid = Laid([], [])
    on_table = chance.choice((0, 0, 0.3, 0.8)) if on_table is None else on_table
    for pool in pools[:-1]:
        first = chance.choice(pool)
        tiles = [first, first + 1, first + 2]
        if first < 27 and first % 9 < 7 and set(tiles) <= set(pool) and chance.random() >= pungs:
            kind = "chow"
        elif chance.random() < kongs:
            kind, tiles = "kong", [first] * 4
        else:
            kind, tiles = "pung", [first] * 3
        if kind == "kong":
            laid.sets.append(_set(kind, tiles) | chance.choice(_HOW))
        elif chance.random() < on_table:
            laid.sets.append(_set(kind, tiles))
        else:
            laid.concealed.extend(tiles)
    laid.concealed.extend([chance.choice(pools[-1])] * 2)
    return laid


_HOW: tuple[dict[str, Any], ...] = (
    {"concealed": True},
    {"concealed": True, "origin": "self"},
    {"origin": "claimed"},
    {"origin": "added"},
    {},
)


def _set(kind: str, tiles: Sequence[int]) -> dict[str, Any]:
    return {"kind": kind, "tiles": [CODES[tile] for tile in tiles]}


# -- hands that are not four sets and a pair, and others whose tiles are laid down in the rules


def _pairs(chance: random.Random) -> Laid:
    pool = chance.choice((_ALL, *_POOLS))
    kinds = chance.choices(pool, k=7) if chance.random() < 0.3 or len(pool) < 7 else chance.sample(pool, 7)
    return Laid([tile for tile in kinds for _ in range(2)], [])


def _wonders(chance: random.Random) -> Laid:
    return Laid([*MAJORS, chance.choice(tuple(MAJORS))], [])


def _knitted(chance: random.Random) -> Laid:
    suits = chance.sample(range(3), 2)
    return Laid([suit_tile(suit, number) for number in _numbers(chance, 7) for suit in suits], [])


def _triply_knitted(chance: random.Random) -> Laid:
    tiles = [suit_tile(suit, number) for number in _numbers(chance, 4) for suit in range(3)]
    number = chance.randint(1, 9)
    pair = [suit_tile(suit, number) for suit in chance.sample(range(3), 2)]
    return Laid(tiles + (pair if chance.random() < 0.6 else [chance.choice(_ALL)] * 2), [])


def _numbers(chance: random.Random, count: int) -> list[int]:
    if chance.random() < 0.15:
        return chance.choices((1, 9), k=count)
    return chance.sample(range(1, 10), count) if chance.random() < 0.5 else chance.choices(range(1, 10), k=count)


def _snake(chance: random.Random) -> Laid:
    first = 9 * chance.randrange(3)
    return _with_chows(chance, first, [first, *range(first, first + 9), *WINDS])


def _gates(chance: random.Random) -> Laid:
    """1112345678999 and another tile of the suit."""
    first = 9 * chance.randrange(3)
    run = list(range(first, first + 9))
    laid = _with_chows(chance, first, [*run, first, first, first + 8, first + 8, chance.choice(run)])
    for tile in (first, first + 8):
        if laid.concealed.count(tile) == 3 and chance.random() < 0.15:
            laid.sets.append(_set("pung", [tile] * 3))
            laid.concealed[:] = [other for other in laid.concealed if other != tile]
    return laid


def _with_chows(chance: random.Random, first: int, tiles: list[int]) -> Laid:
    """The tiles with a chow or two of them on the table, or none."""
    laid = Laid(tiles, [])
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        start = first + chance.randrange(7)
        if all(tiles.count(tile) for tile in range(start, start + 3)):
            laid.sets.append(_set("chow", range(start, start + 3)))
            for tile in range(start, start + 3):
                tiles.remove(tile)
    return laid


def _anything(chance: random.Random) -> Laid:
    return Laid(chance.sample([tile for tile in _ALL for _ in range(4)], 14), [])


def _alike(chance: random.Random) -> Laid:
    """Ones, twos, threes and fours of a kind, as losers keep them: seldom complete."""
    pool = chance.choice(_POOLS)
    sets = _of_sets(chance, [pool] * chance.choice((1, 1, 2, 3)), 1, 1)
    tiles: list[int] = []
    due = 14 - 3 * len(sets.sets)
    while len(tiles) < due:
        tiles += [chance.choice(pool if chance.random() < 0.7 else _ALL)] * chance.choice((1, 2, 2, 3, 3, 4))
    return Laid(tiles[:due], sets.sets)


_RECIPES: tuple[Callable[[random.Random], Laid], ...] = (
    _plain, _one_suit, _dragons_and_winds, _pungs, _kongs, _chows, _chain, _pairs, _wonders,
    _knitted, _triply_knitted, _snake, _gates, _anything, _alike,
)  # fmt: skip
_WEIGHTS = (20, 12, 10, 12, 8, 8, 10, 7, 3, 4, 4, 4, 7, 2, 6)
