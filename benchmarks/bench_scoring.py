"""Distinct complete hands scored, itemised, per second: mjlog against PyPI `mahjong` and `PyMahjongGB`, in one run.

    python benchmarks/bench_scoring.py [HANDS]

The rules differ (Chinese classical, riichi, Chinese official, which mjlog scores too), the work is alike: find the
best arrangement of a complete self-drawn hand of fourteen concealed tiles, and say what it earns for what. The hands
are distinct, inputs are built beforehand, every library is warmed up with other hands, and no hand is scored twice by
anybody: each of several runs has hands of its own. Runs alternate between the libraries, the best of each counts.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from mjlog.rulesets import default_rules
from mjlog.scoring import Hand, scorer_by
from mjlog.seats import Seat
from mjlog.tiles import PLAIN_KINDS

RUNS = 5
CLASSICAL, MCR, RIICHI, OFFICIAL = "mjlog", "mjlog (mcr)", "mahjong (riichi)", "PyMahjongGB (C++)"
"""The contestants, as the lines printed name them."""

_GB_CODES = [f"{suit}{rank}" for suit in "BWT" for rank in range(1, 10)]
_GB_CODES += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]


Given = tuple[tuple[int, ...], int]


def complete_hands(number: int, chance: random.Random, known: set[tuple[int, ...]]) -> list[Given]:
    """Distinct complete hands (kinds, ascending) and a winning tile of each; none that is in `known`, which grows."""
    hands: list[Given] = []
    while len(hands) < number:
        counts = _random_hand(chance)
        tiles = tuple(kind for kind in range(PLAIN_KINDS) for _ in range(counts[kind]))
        if max(counts) <= 4 and tiles not in known:
            known.add(tiles)
            hands.append((tiles, chance.choice(tiles)))
    return hands


def _random_hand(chance: random.Random) -> list[int]:
    counts = [0] * PLAIN_KINDS
    for _ in range(4):
        if chance.random() < 0.4:
            counts[chance.randrange(PLAIN_KINDS)] += 3
        else:
            first = chance.randrange(3) * 9 + chance.randrange(7)
            for kind in range(first, first + 3):
                counts[kind] += 1
    counts[chance.randrange(PLAIN_KINDS)] += 2
    return counts


def ours(rules: str) -> tuple[Callable[[Any], object], Callable[[tuple[int, ...], int], object]]:
    """Score by these rules, and make an input."""
    scoring = default_rules(rules).scoring
    assert scoring is not None
    start = time.perf_counter()
    scorer = scorer_by(scoring.table, scoring.options)
    scorer.prepare()
    print(f"mjlog's tables of shapes ({rules}) were built in {time.perf_counter() - start:.2f} s")

    def prepare(tiles: tuple[int, ...], tile: int) -> object:
        return Hand(Seat.S, Seat.E, tiles, won=True, tile=tile, source="wall")

    return scorer.score, prepare


def riichi() -> tuple[Callable[[Any], object], Callable[[tuple[int, ...], int], object]]:
    """PyPI `mahjong`."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    calculate = HandCalculator().estimate_hand_value
    config = HandConfig(is_tsumo=True, player_wind=28, round_wind=27)
    theirs = (*range(9, 18), *range(18, 27), *range(9), *range(27, 31), 33, 32, 31)
    order = {kind: place for place, kind in enumerate(theirs)}

    def prepare(tiles: tuple[int, ...], tile: int) -> object:
        ids = sorted(4 * order[kind] + copy for kind in set(tiles) for copy in range(tiles.count(kind)))
        return ids, 4 * order[tile]

    return (lambda given: calculate(given[0], given[1], config=config)), prepare


def official() -> tuple[Callable[[Any], object], Callable[[tuple[int, ...], int], object]]:
    """PyPI `PyMahjongGB`, C++."""
    from MahjongGB import MahjongFanCalculator

    def prepare(tiles: tuple[int, ...], tile: int) -> object:
        rest = list(tiles)
        rest.remove(tile)
        flags = {"isSelfDrawn": True, "is4thTile": False, "isAboutKong": False, "isWallLast": False}
        seats = {"seatWind": 1, "prevalentWind": 0, "flowerCount": 0}
        hand = tuple(_GB_CODES[kind] for kind in rest)
        return {"pack": (), "hand": hand, "winTile": _GB_CODES[tile], **flags, **seats}

    return (lambda given: MahjongFanCalculator(**given)), prepare


def seconds(score: Callable[[Any], object], inputs: list[object]) -> float:
    """How long it takes to score them all; the garbage collector rests, as in `timeit`."""
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    for given in inputs:
        score(given)
    taken = time.perf_counter() - start
    gc.enable()
    return taken


def rates(number: int) -> dict[str, float]:
    """Hands a second of each contestant: ours by two rule sets, the two libraries; the warm-up of each is printed."""
    chance, known = random.Random(7), set[tuple[int, ...]]()
    warm = complete_hands(5 * number, chance, known)
    rounds = [complete_hands(number, chance, known) for _ in range(RUNS)]
    contestants = {CLASSICAL: ours("classical"), MCR: ours("mcr"), RIICHI: riichi(), OFFICIAL: official()}
    for name, (score, prepare) in contestants.items():
        first = seconds(score, [prepare(*hand) for hand in warm])
        print(f"{name:20} warm-up {first / len(warm) * 1e6:7.2f} us a hand, {len(warm)} hands")
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for hands in rounds:
        for name, (score, prepare) in contestants.items():
            taken[name].append(seconds(score, [prepare(*hand) for hand in hands]))
    return {name: number / min(times) for name, times in taken.items()}


def main() -> None:
    """Measure and print."""
    found = rates(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    for name, rate in found.items():
        ratio = found[CLASSICAL] / rate
        print(f"{name:20} {rate:10,.0f} hands/s {1e6 / rate:7.2f} us a hand; mjlog is {ratio:5.1f} x as fast")


if __name__ == "__main__":
    main()
