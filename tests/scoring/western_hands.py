"""Requests to score `western` hands at random: complete hands of every kind, near misses, hands of losers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from western_reference import DRAGONS, GREENS, KINDS, SUITS, THIRTEEN, WINDS, chow_from, major, suited

SEATS = "ESWN"
SOURCES = ("wall", "discard", "loose", "kong", "last-wall", "last-discard", "deal", "first-discard")
_TERMINALS = tuple(tile for tile in KINDS if suited(tile) and major(tile))
_GREENS, _THIRTEEN = tuple(sorted(GREENS)), tuple(sorted(THIRTEEN))
_STYLES: tuple[tuple[str, ...], ...] = (
    KINDS, KINDS, _GREENS, _TERMINALS, _THIRTEEN, (*WINDS, *DRAGONS, "1b"), (*DRAGONS, "5c", "6c", "7c"),
)  # fmt: skip


def request(chance: random.Random) -> dict[str, Any]:
    """A hand that can exist, and options."""
    while True:
        concealed, sets = _tiles(chance)
        if chance.random() < 0.15:
            concealed = [*concealed, chance.choice(KINDS)]
            concealed.pop(chance.randrange(len(concealed) - 1))
        held = Counter(concealed) + Counter(tile for given in sets for tile in given["tiles"])
        if max(held.values()) <= 4:
            return _played(chance, concealed, sets) | _beside(chance)


def _played(chance: random.Random, concealed: list[str], sets: list[dict[str, Any]]) -> dict[str, Any]:
    seat, tile = chance.choice(SEATS), chance.choice(concealed)
    given: dict[str, Any] = {"seat": seat, "round": chance.choice(SEATS), "sets": sets}
    if chance.random() < 0.3:
        rest = list(concealed)
        rest.remove(tile)
        return given | {"concealed": rest, "won": False, "tile": None, "source": None}
    held = Counter(concealed) + Counter(tile for laid in sets for tile in laid["tiles"])
    sources = [
        source for source in SOURCES if (source != "deal" or seat == "E") and (source != "first-discard" or seat != "E")
    ]
    source = chance.choice([source for source in sources if source != "kong" or held[tile] == 1])
    flags = ["twofold"] if source in ("loose", "wall") and chance.random() < 0.2 else []
    tile_given = None if source == "deal" else tile
    return given | {"concealed": concealed, "won": True, "tile": tile_given, "source": source, "flags": flags}


def _beside(chance: random.Random) -> dict[str, Any]:
    bonus = [f"{number}{letter}" for number in range(1, 5) for letter in "fs"]
    chosen = chance.sample(bonus, chance.choice((0, 0, 1, 2, 3, 7, 8)))
    options = {
        "prevailing_wind": chance.random() < 0.4,
        "undeclared_kong": chance.choice(("pung", "kong")),
        "loser_pairs": chance.choice(("all", "one")),
        "concealed_on_discard": chance.random() < 0.6,
        "optional_limits": chance.random() < 0.7,
        "robbing_kong": chance.random() < 0.5,
    }
    return {"bonus": chosen, "options": options, "east_wins": chance.choice((0, 1, 12, 13, 14))}


def _tiles(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """Fourteen tiles: concealed ones, and sets on the table."""
    kinds = (
        _standard,
        _standard,
        _standard,
        _one_suit,
        _one_suit,
        _honored,
        _pairs,
        _wonders,
        _knitted,
        _tripled,
        _snake,
        _gates,
        _alike,
    )
    return chance.choice(kinds)(chance)


def _standard(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    return _of_sets(chance, chance.choice(_STYLES), chance.choice((0.2, 0.5, 0.9)), chance.choice((0, 0, 0.3, 0.8)))


def _one_suit(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    suit = chance.choice(SUITS)
    kinds = tuple(tile for tile in KINDS if tile[1] == suit and suited(tile))
    return _of_sets(
        chance, kinds if chance.random() < 0.7 else (*kinds, *WINDS, *DRAGONS), 0.4, chance.choice((0, 0, 0.3))
    )


def _honored(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """All the dragons, or all the winds, and what goes with them; or kongs only."""
    whole, fourth = chance.choice(((DRAGONS, KINDS), (WINDS, ()), (DRAGONS, ("2b", "5c", "Ew")), ((), KINDS)))
    others = [chance.choice(fourth) for _ in range(4 - len(whole))]
    pung = chance.random() < 0.7
    concealed, sets = [], []
    for first in (*whole, *others):
        chow = chow_from(first)
        if first in others and chow is not None and chance.random() < 0.3:
            concealed += chow
        elif pung and chance.random() < 0.6:
            concealed += [first] * 3
        else:
            sets.append({"kind": "pung" if pung else "kong", "tiles": [first] * (3 if pung else 4)})
    return concealed + [chance.choice(KINDS)] * 2, sets


def _of_sets(
    chance: random.Random, kinds: tuple[str, ...], pungs: float, on_table: float
) -> tuple[list[str], list[dict[str, Any]]]:
    concealed, sets = [], []
    for _ in range(4):
        first = chance.choice(kinds)
        chow = chow_from(first)
        if chow is not None and chance.random() > pungs:
            group = {"kind": "chow", "tiles": list(chow)}
        elif chance.random() < 0.3:
            group = {"kind": "kong", "tiles": [first] * 4}
            group |= chance.choice(({"concealed": True}, {"origin": "added"}, {"origin": "claimed"}, {}))
        else:
            group = {"kind": "pung", "tiles": [first] * 3}
        if group["kind"] == "kong" or chance.random() < on_table:
            sets.append(group)
        else:
            concealed += group["tiles"]
    return concealed + [chance.choice(kinds)] * 2, sets


def _pairs(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    kinds = chance.choice((*_STYLES, tuple(f"{number}d" for number in range(1, 10))))
    return [tile for _ in range(7) for tile in [chance.choice(kinds)] * 2], []


def _wonders(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    return [*_THIRTEEN, chance.choice(_THIRTEEN)], []


def _knitted(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    suits = chance.sample(SUITS, 2)
    numbers = [chance.randint(1, 9) for _ in range(7)] if chance.random() < 0.5 else chance.sample(range(1, 10), 7)
    return [f"{number}{suit}" for number in numbers for suit in suits], []


def _tripled(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    number = chance.randint(1, 9)
    pair = [f"{number}{suit}" for suit in chance.sample(SUITS, 2)]
    pair = pair if chance.random() < 0.5 else [chance.choice(KINDS)] * 2
    numbers = chance.choices(range(1, 10), k=4)
    return [f"{number}{suit}" for number in numbers for suit in SUITS] + pair, []


def _snake(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    suit = chance.choice(SUITS)
    tiles = [f"1{suit}", *(f"{number}{suit}" for number in range(1, 10)), *WINDS]
    return _with_chows(chance, suit, tiles)


def _gates(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    suit = chance.choice(SUITS)
    tiles = [f"{number}{suit}" for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, chance.randint(1, 9))]
    return _with_chows(chance, suit, tiles)


def _with_chows(chance: random.Random, suit: str, tiles: list[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """The tiles with a chow or two of them laid down, or none."""
    sets = []
    for _ in range(chance.choice((0, 0, 1, 1, 2))):
        chow = chow_from(f"{chance.randint(1, 7)}{suit}")
        if chow is not None and not Counter(chow) - Counter(tiles):
            sets.append({"kind": "chow", "tiles": list(chow)})
            for tile in chow:
                tiles.remove(tile)
    return tiles, sets


def _alike(chance: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """Threes and fours of a kind and pairs, as losers keep them: seldom complete."""
    tiles: list[str] = []
    while len(tiles) < 14:
        tiles += [chance.choice(chance.choice(_STYLES))] * chance.choice((1, 2, 3, 3, 4, 4))
    return tiles[:14], []
