"""Hands at random for competition rules: tiles that make fans together, and how the hand was won."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from plain.random_tiles import Laid, fourteen
from plain.tiles import CODES, GREENS, HONORS, KINDS, TERMINALS, suit_tile

_CHOWS = (
    ((0, 1), (0, 4), (0, 7)), ((0, 1), (1, 4), (2, 7)), ((0, 1), (0, 2), (0, 3)), ((0, 1), (0, 3), (0, 5)),
    ((0, 4), (1, 5), (2, 6)), ((0, 2), (1, 2), (2, 2)), ((0, 3), (0, 3), (0, 3)), ((0, 1), (0, 2), (0, 3), (0, 4)),
    ((0, 1), (0, 3), (0, 5), (0, 7)), ((0, 5), (0, 5), (0, 5), (0, 5)), ((0, 1), (0, 1), (0, 7), (0, 7)),
    ((0, 1), (0, 7), (1, 1), (1, 7)), ((0, 2), (1, 2)), ((0, 3), (0, 6)), ((0, 1), (0, 7)), ((0, 3), (0, 3)),
)  # fmt: skip
"""Chows that make a fan together, as suit and first number, of a hand whose suits are in any order."""
_PUNGS = (
    ((0, 2), (0, 3), (0, 4)), ((0, 2), (0, 3), (0, 4), (0, 5)), ((0, 5), (1, 5), (2, 5)), ((0, 4), (1, 5), (2, 6)),
    ((0, 3), (1, 3)), ((0, 1), (0, 9)), ((0, 2), (1, 4), (2, 6), (0, 8)),
)  # fmt: skip
_POOLS = tuple(
    tuple(suit_tile(suit, number) for suit in range(3) for number in numbers)
    for numbers in ((7, 8, 9), (4, 5, 6), (1, 2, 3), (6, 7, 8, 9), (1, 2, 3, 4), (3, 4, 5, 6, 7))
)
_SOURCES = ("wall", "discard", "loose", "kong", "deal")
_BONUS = tuple(f"{number}{letter}" for letter in "fs" for number in range(1, 5))


def hand(chance: random.Random) -> dict[str, Any]:
    """A hand that can exist."""
    while True:
        laid = chance.choices((_of_fans, _of_a_pool, _special, _nothing, fourteen), (10, 4, 4, 1, 5))[0](chance)
        if chance.random() < 0.08:
            laid.concealed[chance.randrange(len(laid.concealed))] = chance.choice(KINDS)
        held = [*(CODES[tile] for tile in laid.concealed), *(code for one in laid.sets for code in one["tiles"])]
        if len(held) < 14 or max(map(held.count, held)) > 4:
            continue
        request: dict[str, Any] = {"seat": chance.choice("ESWN"), "round": chance.choice("ESWN"), "sets": laid.sets}
        request["bonus"] = chance.sample(_BONUS, chance.choice((0, 0, 1, 2)))
        chance.shuffle(laid.concealed)
        codes = [CODES[tile] for tile in laid.concealed]
        if chance.random() < 0.2:
            return request | {"won": False, "tile": None, "source": None, "concealed": codes[1:]}
        return request | _win(chance, request, codes, held)


def _win(chance: random.Random, request: Mapping[str, Any], codes: list[str], held: list[str]) -> dict[str, Any]:
    while True:
        source, tile = chance.choices(_SOURCES, (10, 10, 3, 2, 1))[0], chance.choice(codes)
        kongs = any(one["kind"] == "kong" for one in request["sets"])
        can_be = {
            "deal": request["seat"] == "E" and not request["sets"], "loose": kongs or bool(request["bonus"]),
            "kong": held.count(tile) == 1,
        }  # fmt: skip
        if can_be.get(source, True):
            break
    flags = ["last-tile"] if source in ("wall", "discard", "loose") and chance.random() < 0.12 else []
    if source == "loose" and request["bonus"] and chance.random() < 0.4:
        flags.append("after-bonus")
    own = sum(one["tiles"].count(tile) for one in request["sets"] if not one.get("concealed"))
    if source not in ("deal", "kong") and held.count(tile) - own == 1 and chance.random() < 0.15:
        flags.append("last-of-kind")
    return {
        "won": True, "concealed": codes, "source": source, "tile": None if source == "deal" else tile, "flags": flags,
    }  # fmt: skip


def _of_fans(chance: random.Random) -> Laid:
    """Sets that make a fan together, others beside them, and a pair."""
    suits = chance.sample(range(3), 3)
    chows, pungs = (chance.choice(_CHOWS), ()) if chance.random() < 0.65 else ((), chance.choice(_PUNGS))
    shift = chance.choice((0, 0, 0, 1, 2))
    sets = [[suit_tile(suits[suit], number) + shift + step for step in (0, 1, 2)] for suit, number in chows]
    sets += [[suit_tile(suits[suit], number)] * 3 for suit, number in pungs]
    if any(tiles[0] // 9 != tiles[2] // 9 for tiles in sets):
        return _of_fans(chance)
    while len(sets) < 4:
        sets.append(_set_like(chance, chance.choice(sets), bool(pungs)))
    pair = chance.choice(KINDS) if chance.random() < 0.5 else suit_tile(chance.randrange(3), 5)
    if chance.random() < 0.3:
        pair = chance.choice(chance.choice(sets))
    return _laid(chance, sets, pair)


def _set_like(chance: random.Random, other: Sequence[int], pungs: bool) -> list[int]:
    """A set that may make something with another: of a suit, or a number, like it."""
    first = other[0]
    if first < 27 and chance.random() < 0.8:
        number = first % 9 if chance.random() < 0.5 else chance.randrange(9)
        first = 9 * (first // 9 if chance.random() < 0.5 else chance.randrange(3)) + number
    else:
        first = chance.choice(KINDS)
    if first < 27 and first % 9 < 7 and chance.random() < (0.3 if pungs else 0.8):
        return [first, first + 1, first + 2]
    return [first] * 3


def _of_a_pool(chance: random.Random) -> Laid:
    """Sets of few kinds."""
    pool = chance.choice((*_POOLS, tuple(GREENS), tuple(TERMINALS), tuple(HONORS), (*TERMINALS, *HONORS)))
    sets = []
    while len(sets) < 4:
        first = chance.choice(pool)
        chow = [first, first + 1, first + 2]
        is_chow = first < 27 and first % 9 < 7 and {*chow} <= {*pool} and chance.random() < 0.6
        sets.append(chow if is_chow else [first] * 3)
    return _laid(chance, sets, chance.choice(pool))


def _nothing(chance: random.Random) -> Laid:
    """Chows of all suits with a pair of honors, most of them on the table: perhaps no fan at all."""
    suits = [0, 1, 2, chance.randrange(3)]
    sets = [[first, first + 1, first + 2] for first in (suit_tile(suit, chance.randint(1, 7)) for suit in suits)]
    laid = _laid(chance, sets[:2], chance.choice(tuple(HONORS)))
    laid.concealed.extend(sets[2])
    laid.sets.append({"kind": "chow", "tiles": [CODES[tile] for tile in sets[3]]})
    return laid


def _laid(chance: random.Random, sets: list[list[int]], pair: int) -> Laid:
    """The sets, some of them on the table."""
    laid, open_, kongs = Laid([], []), chance.choice((0, 0.2, 0.5, 1)), chance.choice((0, 0, 0.3, 0.8))
    for tiles in sets:
        alike = tiles[0] == tiles[2]
        if alike and chance.random() < kongs:
            how: dict[str, Any] = {"concealed": True} if chance.random() < 0.5 else {"origin": "claimed"}
            laid.sets.append({"kind": "kong", "tiles": [CODES[tiles[0]]] * 4} | how)
        elif chance.random() < open_:
            laid.sets.append({"kind": "pung" if alike else "chow", "tiles": [CODES[tile] for tile in tiles]})
        else:
            laid.concealed.extend(tiles)
    laid.concealed.extend([pair] * 2)
    return laid


def _special(chance: random.Random) -> Laid:
    """Seven pairs, also in a row and of few kinds; thirteen orphans; what is knitted; nine gates."""
    suits = chance.sample(range(3), 3)
    nine = [suit_tile(suit, first + step) for suit, first in zip(suits, (1, 2, 3), strict=True) for step in (0, 3, 6)]
    sort = chance.randrange(6)
    if sort == 0:
        first = suit_tile(suits[0], chance.choice((1, 2, 3)))
        kinds = range(first, first + 7) if chance.random() < 0.5 else [first + chance.randrange(7) for _ in range(7)]
        return Laid([tile for tile in kinds for _ in range(2)], [])
    if sort == 1:
        pool = tuple(chance.choice((GREENS, TERMINALS, HONORS, frozenset(KINDS))))
        return Laid([tile for tile in chance.choices(pool, k=7) for _ in range(2)], [])
    if sort == 2:
        each = sorted(TERMINALS | HONORS)
        return Laid([*each, chance.choice(each)], [])
    if sort == 3:
        honors = sorted(HONORS) if chance.random() < 0.4 else chance.sample(sorted(HONORS), chance.choice((5, 6, 7)))
        return Laid([*honors, *chance.sample(nine, 14 - len(honors))], [])
    if sort == 4:
        first = 9 * suits[0]
        gates = [*[first] * 3, *range(first + 1, first + 8), *[first + 8] * 3]
        return Laid([*gates, chance.choice(gates)], [])
    rest = _laid(chance, [_set_like(chance, [chance.choice(nine)], chance.random() < 0.4)], chance.choice(KINDS))
    return Laid([*nine, *rest.concealed], rest.sets)
