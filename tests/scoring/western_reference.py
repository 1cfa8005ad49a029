"""A scorer of `western` hands by plain search, straight from the rules: no tables, no patterns, nothing shared.

It takes requests as the program does, in tiles as text, and is slow. Where several limit hands are worth the same, all
of them are given: the rules do not say which name is told.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

SUITS = "bcd"
WINDS = ("Ew", "Sw", "Ww", "Nw")
DRAGONS = ("Rd", "Gd", "Wd")
KINDS = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *WINDS, *DRAGONS)
THIRTEEN = frozenset((*(f"{rank}{suit}" for suit in SUITS for rank in (1, 9)), *WINDS, *DRAGONS))
GREENS = frozenset(("2b", "3b", "4b", "6b", "8b", "Gd"))
DEFAULTS = {
    "prevailing_wind": False, "undeclared_kong": "pung", "loser_pairs": "all", "concealed_on_discard": True,
    "optional_limits": True, "robbing_kong": False,
}  # fmt: skip

Tiles = tuple[str, ...]


class Group(NamedTuple):
    """A group of tiles: chow, pung, kong, pair, or `other` (of a hand that is not four sets and a pair).

    `hidden`: nothing of it was claimed. `before`: it lay open before the win.
    """

    kind: str
    tiles: Tiles
    hidden: bool = True
    before: bool = False


class Value(NamedTuple):
    """What a hand is worth: in all, points, doubles, and the names that its limit hand may have."""

    total: int
    points: int
    doubles: int
    limits: frozenset[str]


def rank(tile: str) -> int:
    return int(tile[0])


def suited(tile: str) -> bool:
    return tile[0].isdigit()


def major(tile: str) -> bool:
    return not suited(tile) or rank(tile) in (1, 9)


def chow_from(tile: str) -> Tiles | None:
    if not suited(tile) or rank(tile) > 7:
        return None
    return tuple(f"{rank(tile) + step}{tile[1]}" for step in range(3))


# -- complete hands -----------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=200_000)
def sets_and_pair(tiles: Tiles, pairs: int = 1) -> tuple[tuple[tuple[str, Tiles], ...], ...]:
    """All ways to take sets and so many pairs from some tiles, in their order."""
    if not tiles:
        return ((),) if not pairs else ()
    found = []
    first, held = tiles[0], Counter(tiles)
    choices = [("pung", (first,) * 3), ("pair", (first,) * 2), ("chow", chow_from(first))]
    for kind, group in choices:
        if group is None or (kind == "pair" and not pairs) or Counter(group) - held:
            continue
        rest = tuple(sorted((held - Counter(group)).elements(), key=KINDS.index))
        found += [((kind, group), *more) for more in sets_and_pair(rest, pairs - (kind == "pair"))]
    return tuple(found)


def special_ways(concealed: Tiles, laid: list[Group], optional: bool) -> Iterator[tuple[str, list[tuple[str, Tiles]]]]:
    """The concealed tiles as a hand that is not four sets and a pair: its name, its groups."""
    held = Counter(concealed)
    if not laid:
        if all(number % 2 == 0 for number in held.values()):
            yield "seven-pairs", [("pair", (tile, tile)) for tile in held for _ in range(held[tile] // 2)]
        if set(held) == THIRTEEN:
            twice = next(tile for tile in held if held[tile] == 2)
            yield "thirteen-wonders", [("pair", (twice, twice)), ("other", tuple(THIRTEEN - {twice}))]
    if not optional:
        return
    if not laid and (way := knitted(held)):
        yield "knitting", way
    if not laid and (way := triply_knitted(held)):
        yield "triple-knitting", way
    if is_snake(held, laid):
        yield "wriggling-snake", [("other", concealed)]


def knitted(held: Counter[str]) -> list[tuple[str, Tiles]] | None:
    for one, other in itertools.combinations(SUITS, 2):
        pairs = [(f"{number}{one}", f"{number}{other}") for number in range(1, 10)]
        if all(held[a] == held[b] for a, b in pairs) and sum(held[a] + held[b] for a, b in pairs) == 14:
            return [("other", pair) for pair in pairs for _ in range(held[pair[0]])]
    return None


def triply_knitted(held: Counter[str]) -> list[tuple[str, Tiles]] | None:
    closing = [("pair", (tile, tile)) for tile in KINDS]
    closing += [
        ("other", (f"{number}{one}", f"{number}{other}"))
        for number in range(1, 10)
        for one, other in itertools.combinations(SUITS, 2)
    ]
    for kind, pair in closing:
        if Counter(pair) - held:
            continue
        rest = held - Counter(pair)
        threes = [tuple(f"{number}{suit}" for suit in SUITS) for number in range(1, 10)]
        if all(suited(tile) for tile in rest) and all(len({rest[tile] for tile in three}) == 1 for three in threes):
            return [(kind, pair), *(("other", three) for three in threes for _ in range(rest[three[0]]))]
    return None


def is_snake(held: Counter[str], laid: list[Group]) -> bool:
    everything = held + Counter(tile for group in laid for tile in group.tiles)
    for suit in SUITS:
        run = [f"{number}{suit}" for number in range(2, 10)]
        if everything == Counter([f"1{suit}"] * 2 + run + list(WINDS)):
            return all(group.kind == "chow" and set(group.tiles) <= set(run) for group in laid)
    return False


def complete(concealed: Tiles, laid: list[Group], optional: bool) -> bool:
    tiles = tuple(sorted(concealed, key=KINDS.index))
    standard = any(len(way) + len(laid) == 5 for way in sets_and_pair(tiles))
    return standard or any(True for _ in special_ways(tiles, laid, optional))


def waits(concealed: Tiles, laid: list[Group], optional: bool) -> list[str]:
    """Kinds that complete the hand and are not all held already."""
    held = Counter(concealed) + Counter(tile for group in laid for tile in group.tiles)
    return [tile for tile in KINDS if held[tile] < 4 and complete((*concealed, tile), laid, optional)]


# -- what it is worth ---------------------------------------------------------------------------------------------


def value(request: dict[str, Any]) -> Value | None:
    """The best value of a hand; None for a win that is none."""
    options = DEFAULTS | request.get("options", {})
    laid = [laid_group(given) for given in request["sets"]]
    concealed = tuple(sorted(request["concealed"], key=KINDS.index))
    if not request["won"]:
        ways = loser_ways(concealed, options)
        values = [Valuing(request, options, [*laid, *way], concealed, None).value() for way in ways]
    else:
        if request["source"] == "kong" and not options["robbing_kong"]:
            return None
        ways = [(None, way) for way in sets_and_pair(concealed) if len(way) + len(laid) == 5]
        ways += list(special_ways(concealed, laid, options["optional_limits"]))
        values = [
            Valuing(request, options, [*laid, *groups], concealed, name).value()
            for name, way in ways
            for groups in completions(request, [Group(kind, tiles) for kind, tiles in way])
        ]
    return max(values, key=lambda each: (each.total, each.points << each.doubles, each.points), default=None)


def laid_group(given: dict[str, Any]) -> Group:
    hidden = given.get("concealed", False)
    return Group(given["kind"], tuple(sorted(given["tiles"], key=KINDS.index)), hidden, not hidden)


def completions(request: dict[str, Any], groups: list[Group]) -> Iterator[list[Group]]:
    """The groups with each in turn as the one that a claimed tile completed."""
    if request["source"] not in ("discard", "last-discard", "first-discard", "kong"):
        yield groups
        return
    for at, group in enumerate(groups):
        if request["tile"] in group.tiles:
            yield [*groups[:at], group._replace(hidden=False), *groups[at + 1 :]]


def loser_ways(concealed: Tiles, options: dict[str, Any]) -> Iterator[list[Group]]:
    choices = []
    for tile, number in Counter(concealed).items():
        ways = [[]] if number < 2 else [[Group("pair", (tile,) * 2)] * (number // 2)]
        ways += [[Group("pung", (tile,) * 3)]] if number >= 3 else []
        ways += [[Group("kong", (tile,) * 4)]] if number == 4 and options["undeclared_kong"] == "kong" else []
        choices.append(ways)
    for way in itertools.product(*choices):
        groups = [group for part in way for group in part]
        if options["loser_pairs"] == "all":
            yield groups
            continue
        sets = [group for group in groups if group.kind != "pair"]
        yield sets
        yield from ([*sets, pair] for pair in groups if pair.kind == "pair")


class Valuing:
    """One hand in one arrangement; `name`: what it is where it is not four sets and a pair."""

    def __init__(
        self, request: dict[str, Any], options: dict[str, Any], groups: list[Group], concealed: Tiles, name: str | None
    ) -> None:
        self.request, self.options, self.groups, self.name = request, options, groups, name
        self.won, self.source, self.tile = request["won"], request.get("source"), request.get("tile")
        self.concealed = concealed
        self.laid = [laid_group(given) for given in request["sets"]]
        self.tiles = [*concealed, *(tile for group in self.laid for tile in group.tiles)]
        self.sets = [group for group in groups if group.kind in ("chow", "pung", "kong")]
        self.triplets = [group for group in self.sets if group.kind != "chow"]
        self.winds = [f"{request['seat']}w"] + ([f"{request['round']}w"] if options["prevailing_wind"] else [])
        self.claimed = self.source in ("discard", "last-discard", "first-discard", "kong")

    def value(self) -> Value:
        points, doubles = self.points(), self.doubles()
        face = points * 2**doubles
        limits = self.limits()
        most = max(limits.values(), default=0)
        if face > most:
            return Value(face, points, doubles, frozenset())
        return Value(
            most, points, doubles, frozenset(name for name, worth in limits.items() if worth == most and worth)
        )

    def points(self) -> int:
        found = 4 * len(self.request["bonus"])
        for group in self.triplets:
            basic = 2 if group.kind == "pung" else 8
            found += basic * (2 if group.hidden else 1) * (2 if major(group.tiles[0]) else 1)
        for group in self.groups:
            if group.kind == "pair":
                found += 2 * (group.tiles[0] in DRAGONS) + 2 * self.winds.count(group.tiles[0])
        return found + (self.winning_points() if self.won else 0)

    def winning_points(self) -> int:
        found = 20
        if self.source in ("wall", "last-wall", "loose"):
            found += 2
        if len(self.triplets) == 4 or [group.kind for group in self.sets] == ["chow"] * 4:
            found += 10
        if self.source != "deal":
            before = list(self.concealed)
            before.remove(self.tile)
            possible = waits(tuple(before), self.laid, self.options["optional_limits"])
            found += 2 if set(possible) <= {self.tile} else 0
        return found

    def doubles(self) -> int:
        number = "ESWN".index(self.request["seat"]) + 1
        bonus = set(self.request["bonus"])
        found = (f"{number}f" in bonus) + (f"{number}s" in bonus)
        found += 3 * sum({f"{n}{letter}" for n in range(1, 5)} <= bonus for letter in "fs")
        for group in self.triplets:
            found += (group.tiles[0] in DRAGONS) + self.winds.count(group.tiles[0])
        if self.one_suit() and self.honors():
            found += 1
        return found + (self.winning_doubles() if self.won else 0)

    def winning_doubles(self) -> int:
        found = self.source in ("loose", "last-wall", "last-discard")
        if not any(group.before for group in self.laid) and (self.options["concealed_on_discard"] or not self.claimed):
            found += 1
        found += all(major(tile) for tile in self.tiles)
        found += 3 * (self.one_suit() and not self.honors())
        if self.request["seat"] == "E" and self.request.get("east_wins") == 13:
            found += 7
        return found

    def one_suit(self) -> bool:
        return len({tile[1] for tile in self.tiles if suited(tile)}) == 1

    def honors(self) -> bool:
        return not all(suited(tile) for tile in self.tiles)

    def limits(self) -> dict[str, int]:
        """Limit hands and what they are worth."""
        found = {}
        dragons = sum(group.tiles[0] in DRAGONS for group in self.triplets)
        winds = sum(group.tiles[0] in WINDS for group in self.triplets)
        if not self.won:
            if dragons == 3:
                found["three-great-scholars"] = 1000
            if winds == 4:
                found["four-blessings"] = 1000
            if set(self.concealed) == THIRTEEN:
                found["thirteen-wonders"] = 3000
            return found
        if dragons == 3 and len(self.triplets) == 4:
            found["three-great-scholars"] = 1000
        if winds == 4:
            found["four-blessings"] = 1000
        if self.source == "deal" and self.request["seat"] == "E":
            found["heavens-blessing"] = 3000
        if self.source == "first-discard" and self.request["seat"] != "E":
            found["earths-blessing"] = 3000
        if self.name is not None:
            found[self.name] = 3000 if self.name == "thirteen-wonders" else 1000
        if self.gates():
            found["gates-of-heaven"] = 1000
        return found | (self.optional() if self.options["optional_limits"] else {})

    def gates(self) -> bool:
        if not self.one_suit() or self.honors():
            return False
        suit = self.tiles[0][1]
        run = {f"{number}{suit}" for number in range(2, 9)}
        if not all(group.kind == "chow" and set(group.tiles) <= run for group in self.laid):
            return False
        own = Counter(self.concealed)
        if self.claimed:
            own[self.tile] -= 1
        return own[f"1{suit}"] >= 3 and own[f"9{suit}"] >= 3 and run <= set(self.tiles) and self.name is None

    def optional(self) -> dict[str, int]:
        found = {}
        pungs = len(self.triplets) == 4
        if "twofold" in self.request.get("flags", ()) and self.source == "loose":
            found["twofold-fortune"] = 3000
        if self.source == "loose" and self.tile == "5d":
            found["plum-blossom"] = 3000
        if self.source == "last-wall" and self.tile == "1d":
            found["plucking-the-moon"] = 3000
        if self.one_suit() and [(group.kind, group.hidden) for group in self.sets] == [("pung", True)] * 4:
            found["buried-treasure"] = 1000
        if [group.kind for group in self.sets] == ["kong"] * 4:
            found["fourfold-plenty"] = 1000
        if pungs and all(suited(tile) and major(tile) for tile in self.tiles):
            found["heads-and-tails"] = 1000
        if pungs and set(self.tiles) <= GREENS:
            found["imperial-jade"] = 1000
        return found
