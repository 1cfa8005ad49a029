"""`mcr` hands, from its rules: every way to arrange the tiles, to complete a part, to choose fans that join sets.

Each is counted by the table of fans as it stands in the rules, with what each fan implies, and the best is taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plain.groups import Group, Special, seven_pairs, thirteen_wonders
from plain.hand import Answer, Hand, best, standard_ways, waits_of
from plain.tiles import DRAGONS, GREENS, HONORS, KINDS, MAJORS, NUMBERS, TERMINALS, WINDS, Tiles, rank, suit, suit_tile

_TABLE = Path(__file__).with_suffix(".txt").read_text("utf-8")
"""Number, id, points, and what is implied: `60*` of its own sets only, `73-1` one of them."""
_FULLY_CONCEALED = (4, 6, 7, 12, 19, 20, 34)
"""Fans that imply a fully concealed hand, unless an option says otherwise."""
_NINES = [
    frozenset(9 * place + first + step for place, first in enumerate(firsts) for step in (0, 3, 6))
    for firsts in itertools.permutations(range(3))
]
_REVERSIBLE = frozenset(
    {suit_tile(2, rank) for rank in (1, 2, 3, 4, 5, 8, 9)}
    | {suit_tile(0, rank) for rank in (2, 4, 5, 6, 8, 9)}
    | {NUMBERS["Wd"]}
)


class Fan(NamedTuple):
    """A row of the table, earned by the groups at these places; by the whole hand where there are none."""

    number: int
    places: tuple[int, ...] = ()


class Row(NamedTuple):
    """What the table says of a fan."""

    id: str
    points: int
    implies: tuple[str, ...]


_ROWS = {
    int(number): Row(name, int(points), tuple(implies))
    for number, name, points, *implies in (line.split() for line in _TABLE.strip().splitlines())
}
FANS = tuple(row.id for row in _ROWS.values())


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete, or worth too little; nothing for who did not win."""
    hand = Hand(request, options)
    if not hand.won:
        return [Answer(0, 0, 0, frozenset(), ())]
    ways = [("sets", way) for way in standard_ways(hand.concealed, hand.laid)]
    single = hand.only_one_completes(specials, [0] * len(KINDS) if options["dead_waits"] else None)
    found = best(
        counted
        for form, way in (*ways, *specials(hand.concealed, hand.laid))
        for groups in hand.completed(way)
        for counted in Counting(hand, form, groups, single).answers()
    )
    flowers = len(hand.bonus)
    return found if found and found[0].total - flowers >= options["minimum"] else []


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand, whatever it is worth."""
    return waits_of(Hand(request, options), specials)


def specials(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
    """form-2 to form-4."""
    if not laid:
        yield from ((name, way) for name, way in (
            ("pairs", seven_pairs(concealed)), ("orphans", thirteen_wonders(concealed)),
        ) if way)  # fmt: skip
        if len({*concealed}) == 14 and any({*concealed} <= nine | HONORS for nine in _NINES):
            yield "singles", (Group("loose", concealed),)
    for nine in _NINES:
        if nine <= {*concealed} and len(concealed) + 3 * len(laid) == 14:
            rest = list(concealed)
            for tile in nine:
                rest.remove(tile)
            for way in _a_set_and_a_pair(rest, len(laid)):
                yield "knitted", (Group("loose", tuple(sorted(nine))), *way)


def _a_set_and_a_pair(tiles: list[int], laid: int) -> Iterator[tuple[Group, ...]]:
    for tile in {*tiles}:
        left = [other for other in tiles if other != tile] + [tile] * (tiles.count(tile) - 2)
        if tiles.count(tile) < 2 or len(left) != 3 * (1 - laid):
            continue
        pair, left = Group("pair", (tile, tile)), sorted(left)
        if not left:
            yield (pair,)
        elif left[0] == left[2]:
            yield Group("pung", tuple(left)), pair
        elif left == [left[0], left[0] + 1, left[0] + 2] and left[0] < 27 and left[0] % 9 < 7:
            yield Group("chow", tuple(left)), pair


class Counting:
    """A hand in one way: its form, its groups, and whether only the winning tile's kind could complete it."""

    def __init__(self, hand: Hand, form: str, groups: list[Group], single: bool) -> None:
        self.hand, self.form, self.groups, self.single = hand, form, groups, single
        self.all = [*hand.concealed, *(tile for group in hand.laid for tile in group.tiles)]
        self.pungs = [(at, group.tile) for at, group in enumerate(groups) if group.alike]
        self.chows = [(at, group.tile) for at, group in enumerate(groups) if group.form == "chow"]
        self.kongs = [group for group in groups if group.form == "kong"]
        self.melded = [group for group in groups if group.laid and not group.closed]

    def answers(self) -> Iterator[Answer]:
        """What it is worth with each choice of fans that join sets."""
        fixed = [*self._of_the_form(), *self._of_the_win()]
        if self.form in ("sets", "knitted"):
            fixed += [*self._of_numbers(), *self._of_pungs()]
        if self.form in ("sets", "pairs"):
            fixed += list(self._of_tiles())
        joining = sorted({*self._of_joined_sets()}) if self.form == "sets" else []
        for chosen in _choices(joining):
            yield self._answer([*fixed, *chosen])

    def _answer(self, fans: list[Fan]) -> Answer:
        left = sorted(fans, key=lambda fan: (-self._points(fan), fan.number))
        counted: list[Fan] = []
        while left:
            fan = left.pop(0)
            counted.append(fan)
            for word in self._implied(fan.number):
                own, once = word.endswith("*"), word.endswith("-1")
                number = int(word.removesuffix("*").removesuffix("-1"))
                gone = [one for one in left if one.number == number and (not own or {*one.places} <= {*fan.places})]
                for one in gone[: 1 if once else None]:
                    left.remove(one)
        counted = counted or [Fan(43)]
        items = [(f"mcr/{_ROWS[fan.number].id}", self._points(fan), 0) for fan in counted if fan.number != 64]
        hogs = sum(fan.number == 64 for fan in counted)
        items += [("mcr/tile-hog", 2 * hogs, 0)] if hogs else []
        items += [("mcr/flower-tiles", len(self.hand.bonus), 0)] if self.hand.bonus else []
        total = sum(points for _, points, _ in items)
        return Answer(total, total, 0, frozenset(), tuple(sorted(items)))

    def _points(self, fan: Fan) -> int:
        named = {48: "two_concealed_kongs", 82: "concealed_and_melded_kong"}.get(fan.number)
        return self.hand.options[named] if named else _ROWS[fan.number].points

    def _implied(self, number: int) -> list[str]:
        options, said = self.hand.options, list(_ROWS[number].implies)
        if number in _FULLY_CONCEALED and options["concealed_forms"] == "fully-concealed":
            said.remove("56")
        if number == 3 and options["green_half_flush"]:
            said.remove("50")
        if number == 8 and options["terminals_double_pung"]:
            said.remove("65")
        return said

    # -- fans of the whole hand

    def _of_the_form(self) -> Iterator[Fan]:
        """Kind F, and what a knitted straight has of the others."""
        hand = self.hand
        if self.form == "pairs":
            tiles = sorted(group.tile for group in self.groups)
            in_a_row = tiles == list(range(tiles[0], tiles[0] + 7)) and suit(tiles[0]) == suit(tiles[-1]) < 3
            yield Fan(6 if in_a_row else 19)
            if in_a_row:
                yield Fan(19)
        elif self.form == "orphans":
            yield Fan(7)
        elif self.form == "singles":
            yield Fan(20 if {*hand.concealed} >= HONORS else 34)
            if any({*hand.concealed} >= nine for nine in _NINES) and hand.options["lesser_knitted"]:
                yield Fan(35)
        elif self.form == "knitted":
            yield Fan(35)
            yield from (fan for fan in self._of_tiles() if fan.number in (52, 64, 76))
            pair = self.groups[-1].tile
            if len(self.chows) == 1 and pair < 27:
                yield Fan(63)

    def _of_tiles(self) -> Iterator[Fan]:
        """Kinds T and S."""
        hand, kinds = self.hand, {*self.all}
        suits = {suit(tile) for tile in kinds if tile < 27}
        honors, terminals = kinds & HONORS, kinds & TERMINALS
        ranks = {rank(tile) for tile in kinds if tile < 27}
        told = {
            3: kinds <= GREENS, 8: kinds <= TERMINALS, 11: kinds <= HONORS,
            18: kinds <= MAJORS and bool(honors) and bool(terminals), 22: not honors and len(suits) == 1,
            25: not honors and ranks <= {7, 8, 9}, 26: not honors and ranks <= {4, 5, 6},
            27: not honors and ranks <= {1, 2, 3}, 36: not honors and ranks <= {6, 7, 8, 9},
            37: not honors and ranks <= {1, 2, 3, 4}, 40: kinds <= _REVERSIBLE, 50: bool(honors) and len(suits) == 1,
            52: len(suits) == 3 and bool(kinds & {*WINDS}) and bool(kinds & {*DRAGONS}),
            68: not honors and not terminals, 75: len(suits) == 2, 76: not honors,
        }  # fmt: skip
        if self.form == "sets":
            pair = next(group for group in self.groups if group.form == "pair")
            all_pungs = len(self.pungs) == 4
            told |= {
                21: all_pungs and not honors and ranks <= {2, 4, 6, 8}, 49: all_pungs,
                31: all(any(tile < 27 and rank(tile) == 5 for tile in group.tiles) for group in self.groups),
                55: all(MAJORS & {*group.tiles} for group in self.groups),
                63: len(self.chows) == 4 and pair.tile < 27,
            }  # fmt: skip
        yield from (Fan(number) for number, is_so in told.items() if is_so)
        hogs = sum(self.all.count(tile) == 4 for tile in kinds) - len(self.kongs)
        forced = hand.options["forced_hog"] and self.form == "pairs" and (told[3] or told[8])
        yield from [Fan(64)] * (hogs - forced)

    def _of_numbers(self) -> Iterator[Fan]:
        """Kind K."""
        concealed = sum(group.closed for group in self.kongs)
        melded = len(self.kongs) - concealed
        number = {(2, 0): 48, (0, 2): 57, (1, 1): 82, (1, 0): 67, (0, 1): 74}.get((concealed, melded))
        number = {3: 17, 4: 5}.get(len(self.kongs), number)
        if number:
            yield Fan(number)
        if len(self.kongs) > 2 and self.hand.options["kongs_add_concealed"] and concealed in (1, 2):
            yield Fan(67 if concealed == 1 else 48)
        pungs = sum(group.alike and group.closed for group in self.groups)
        if pungs > 1:
            yield Fan({2: 66, 3: 33, 4: 12}[pungs])

    def _of_pungs(self) -> Iterator[Fan]:
        """Kind P."""
        for at, tile in self.pungs:
            told = {
                59: tile in DRAGONS, 60: tile == self.hand.prevailing_wind, 61: tile == self.hand.own_wind,
                73: tile in TERMINALS or tile in WINDS,
            }  # fmt: skip
            yield from (Fan(number, (at,)) for number, is_so in told.items() if is_so)

    def _of_the_win(self) -> Iterator[Fan]:
        """Kind W, but for the chicken hand."""
        hand, drawn = self.hand, not self.hand.taken
        is_last = "last-tile" in hand.flags or hand.source in ("last-wall", "last-discard")
        before = list(hand.concealed)
        if hand.tile is not None:
            before.remove(hand.tile)
        gates = [[first] * 3 + list(range(first + 1, first + 8)) + [first + 8] * 3 for first in (0, 9, 18)]
        replaced = hand.source == "loose" and "after-bonus" not in hand.flags
        told = {
            4: hand.tile is not None and not hand.laid and before in gates, 44: drawn and is_last,
            45: hand.taken and hand.source != "kong" and is_last, 46: replaced and bool(self.kongs),
            47: hand.source == "kong", 53: len(self.melded) == 4 and hand.taken, 56: not self.melded and drawn,
            58: self._is_last_of_its_kind(), 62: not self.melded and hand.taken, 80: drawn,
        }  # fmt: skip
        yield from (Fan(number) for number, is_so in told.items() if is_so)
        last = next((group for group in self.groups if group.last), None)
        if last is None or not self.single or self.form not in ("sets", "knitted"):
            return
        assert hand.tile is not None
        nine = next((group.tiles for group in self.groups if group.form == "loose"), ())
        if hand.tile in nine and (last.form == "loose" or not hand.options["knitted_wait"]):
            return
        if last.form == "pair":
            yield Fan(79)
        elif last.form == "chow" and hand.tile == last.tiles[1]:
            yield Fan(78)
        elif last.form == "chow" and (hand.tile, rank(hand.tile)) in ((last.tiles[2], 3), (last.tiles[0], 7)):
            yield Fan(77)

    def _is_last_of_its_kind(self) -> bool:
        hand = self.hand
        if hand.tile is None or hand.concealed.count(hand.tile) > 1:
            return False
        if any(group.closed and hand.tile in group.tiles for group in hand.laid):
            return False
        own = sum(group.tiles.count(hand.tile) for group in hand.laid)
        return "last-of-kind" in hand.flags or own == 3

    # -- fans that join sets

    def _of_joined_sets(self) -> Iterator[Fan]:
        """Kind C: of every choice of chows, of pungs, with the pair or without."""
        (pair,) = [(at, group.tile) for at, group in enumerate(self.groups) if group.form == "pair"]
        for number in (2, 3, 4):
            for chosen in itertools.combinations(self.chows, number):
                places, tiles = tuple(at for at, _ in chosen), sorted(tile for _, tile in chosen)
                yield from (Fan(fan, places) for fan in _of_chows(tiles))
            for chosen in itertools.combinations(self.pungs, number):
                places, tiles = tuple(at for at, _ in chosen), sorted(tile for _, tile in chosen)
                yield from (Fan(fan, places) for fan in _of_suit_pungs(tiles))
        ends = sorted((suit(tile), rank(tile)) for _, tile in self.chows)
        of_pair = (suit(pair[1]), rank(pair[1])) if pair[1] < 27 else (3, 0)
        for one, other in itertools.combinations_with_replacement(range(3), 2):
            third = one if one == other else 3 - one - other
            if ends == sorted([(one, 1), (one, 7), (other, 1), (other, 7)]) and of_pair == (third, 5):
                yield Fan(13 if one == other else 29, tuple(range(5)))
        winds = tuple(at for at, tile in self.pungs if tile in WINDS)
        dragons = tuple(at for at, tile in self.pungs if tile in DRAGONS)
        if len(winds) == 4:
            yield Fan(1, winds)
        if len(winds) == 3:
            yield Fan(38, winds)
            if pair[1] in WINDS:
                yield Fan(9, (*winds, pair[0]))
        if len(dragons) == 3:
            yield Fan(2, dragons)
        if len(dragons) == 2:
            yield Fan(54, dragons)
            if pair[1] in DRAGONS:
                yield Fan(10, (*dragons, pair[0]))


def _steps(tiles: Sequence[int]) -> list[int]:
    return [later - earlier for earlier, later in itertools.pairwise(tiles)]


def _of_chows(tiles: list[int]) -> Iterator[int]:
    """The fans of two, three or four chows, by their first tiles in order."""
    number, suits, ranks = len(tiles), {suit(tile) for tile in tiles}, sorted(rank(tile) for tile in tiles)
    if len({*tiles}) == 1:
        yield {2: 69, 3: 23, 4: 14}[number]
    elif len(suits) == 1:
        if number > 2 and {*_steps(ranks)} in ({1}, {2}):
            yield {3: 30, 4: 16}[number]
        if number == 3 and ranks == [1, 4, 7]:
            yield 28
        if number == 2 and _steps(ranks) in ([3], [6]):
            yield 71 if _steps(ranks) == [3] else 72
    elif number == 2 and ranks[0] == ranks[1]:
        yield 70
    elif number == 3 == len(suits):
        told = {(0, 0): 41, (1, 1): 51, (3, 3): 39}.get(tuple(_steps(ranks)))
        if told:
            yield told


def _of_suit_pungs(tiles: list[int]) -> Iterator[int]:
    """The fans of two, three or four pungs of suits, by their tiles in order."""
    number, suits, ranks = len(tiles), {suit(tile) for tile in tiles}, sorted(rank(tile) for tile in tiles)
    if tiles[-1] > 26:
        return
    if len(suits) == 1 and number > 2 and {*_steps(ranks)} == {1}:
        yield {3: 24, 4: 15}[number]
    elif len(suits) == number and len({*ranks}) == 1:
        yield {2: 65, 3: 32}[number]
    elif len(suits) == number == 3 and {*_steps(ranks)} == {1}:
        yield 42


def _choices(fans: Sequence[Fan]) -> Iterator[list[Fan]]:
    """count-4: every choice in which no fan joins sets that are joined, and to which none can be added."""

    def fits(fan: Fan, chosen: list[Fan]) -> bool:
        return all(not _are_joined(one, other, chosen) for one, other in itertools.combinations(fan.places, 2))

    def choose(at: int, chosen: list[Fan]) -> Iterator[list[Fan]]:
        if at == len(fans):
            if not any(fits(fan, chosen) for fan in fans if fan not in chosen):
                yield chosen
            return
        yield from choose(at + 1, chosen)
        if fits(fans[at], chosen):
            yield from choose(at + 1, [*chosen, fans[at]])

    return choose(0, [])


def _are_joined(one: int, other: int, fans: Sequence[Fan]) -> bool:
    """Whether two sets are joined by fans, directly or through others."""
    reached = {one}
    while True:
        more = reached.union(*(fan.places for fan in fans if reached & {*fan.places}))
        if more == reached:
            return other in reached
        reached = more
