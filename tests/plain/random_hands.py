"""Hands at random, as requests to the scorer, that can exist: tiles, how the hand was won, flowers and seasons."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from plain.random_options import PROFILES, options
from plain.random_tiles import Laid, fourteen
from plain.tiles import CODES, KINDS

SEATS = "ESWN"
_SOURCES = ("wall", "discard", "loose", "kong", "last-wall", "last-discard", "deal", "first-discard")
_SOURCE_WEIGHTS = (25, 30, 14, 10, 6, 6, 5, 4)
_TOLD_OF = {"loose": "5d", "last-wall": "1d", "wall": "1d", "kong": "2b"}
"""Tiles with which a win from there is a limit hand."""
_FLAGGED = {"original-call": ("wall", "discard", "loose", "kong"), "last-tile": ("wall", "discard", "loose", "kong")}
"""Wins of which it may be true as well."""
_BONUS = tuple(f"{number}{letter}" for letter in "fs" for number in range(1, 5))


def requests(ruleset: str, seed: str, number: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """So many hands, each with the options it is scored under."""
    chance = random.Random(f"{ruleset} {seed}")
    profiles = [options(ruleset, profile) for profile in range(PROFILES)]
    for _ in range(number):
        given = chance.choice(profiles) if chance.random() < 0.7 else profiles[0]
        yield hand(chance, ruleset, given), given


def hand(chance: random.Random, ruleset: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """A hand that can exist under these options."""
    bonus_loose = ruleset in ("bmja", "western") or given.get("FlowersLoose", False)
    seats = SEATS[: given.get("players", 4)]
    while True:
        laid = fourteen(chance)
        if chance.random() < 0.15:
            laid.concealed[chance.randrange(len(laid.concealed))] = chance.choice(KINDS)
        held = _held(laid)
        if max(held.values()) > 4:
            continue
        request: dict[str, Any] = {"seat": chance.choice(seats), "round": chance.choice(SEATS), "sets": laid.sets}
        request["bonus"] = _bonus(chance) if given.get("Flowers", given.get("bonus_tiles", True)) else []
        chance.shuffle(laid.concealed)
        if chance.random() < 0.32:
            lost = {"won": False, "tile": None, "source": None, "concealed": _codes(laid.concealed[1:])}
            called = ruleset == "bmja" and chance.random() < 0.12
            return request | lost | ({"flags": ["original-call"]} if called else {})
        return request | _win(chance, request, laid.concealed, held, bonus_loose)


def _held(laid: Laid) -> Counter[str]:
    held = Counter(_codes(laid.concealed))
    for each in laid.sets:
        held.update(each["tiles"])
    return held


def _codes(tiles: list[int]) -> list[str]:
    return [CODES[tile] for tile in tiles]


def _bonus(chance: random.Random) -> list[str]:
    wanted = chance.choice((0, 0, 1, 2, 3, 4, 8))
    if wanted == 4 and chance.random() < 0.7:
        return list(chance.choice((_BONUS[:4], _BONUS[4:])))
    return chance.sample(_BONUS, wanted)


def _win(
    chance: random.Random, request: Mapping[str, Any], tiles: list[int], held: Counter[str], bonus_loose: bool
) -> dict[str, Any]:
    """The winning tile, where it came from, what else is true of the win."""
    codes = _codes(tiles)
    while True:
        source = chance.choices(_SOURCES, _SOURCE_WEIGHTS)[0]
        tile = chance.choice(codes)
        if _TOLD_OF.get(source) in codes and chance.random() < 0.5:
            tile = _TOLD_OF[source]
        if _can_be(source, tile, request, held, bonus_loose):
            break
    won = {"won": True, "concealed": codes, "source": source, "tile": None if source == "deal" else tile}
    row = chance.choice((1, 1, 8, 9, 10, 12, 13, 14)) if request["seat"] == "E" else 0
    return won | {"flags": _flags(chance, source, request["sets"]), "east_wins": row}


def _can_be(source: str, tile: str, request: Mapping[str, Any], held: Counter[str], bonus_loose: bool) -> bool:
    """Only East wins with the dealt hand, only another with East's first discard; a loose tile replaces another one."""
    sets, seat = request["sets"], request["seat"]
    if source == "deal":
        return seat == "E" and not sets
    if source == "first-discard":
        return seat != "E" and not sets
    if source == "loose":
        return any(each["kind"] == "kong" for each in sets) or (bonus_loose and bool(request["bonus"]))
    return source != "kong" or held[tile] == 1


def _flags(chance: random.Random, source: str, sets: list[dict[str, Any]]) -> list[str]:
    kongs = sum(each["kind"] == "kong" for each in sets)
    if source in ("wall", "loose") and all(each.get("concealed") for each in sets) and chance.random() < 0.08:
        flags = ["no-discard"]
    else:
        flags = [flag for flag, sources in _FLAGGED.items() if source in sources and chance.random() < 0.12]
    return [*flags, "twofold"] if source == "loose" and kongs >= 2 and chance.random() < 0.4 else flags
