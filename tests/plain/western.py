"""`western` hands, from its rules and the readings that stand with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plain.groups import (
    Group,
    Special,
    Way,
    knitting,
    pungs_and_pairs,
    seven_pairs,
    thirteen_wonders,
    triple_knitting,
    wriggling_snake,
)
from plain.hand import Answer, Hand, Item, Limit, Specials, best, numbers_of, set_points, standard_ways, waits_of
from plain.tiles import DRAGONS, GREENS, NUMBERS, WINDS, Tiles


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete, or that robs a kong where that is not played."""
    hand = Hand(request, options)
    if not hand.won:
        return best(Western(hand, None, [*hand.laid, *way]).answer() for way in ways_of_loser(hand))
    if hand.source == "kong" and not options["robbing_kong"]:
        return []
    specials = special_hands(options)
    ways = [(None, way) for way in standard_ways(hand.concealed, hand.laid)]
    only_place = hand.only_one_completes(specials)
    return best(
        Western(hand, name, groups, only_place).answer()
        for name, way in [*ways, *specials(hand.concealed, hand.laid)]
        for groups in hand.completed(way)
    )


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand."""
    return waits_of(Hand(request, options), special_hands(options))


def ways_of_loser(hand: Hand) -> Iterator[Way]:
    """kong-3, points-3: four alike may be a kong by an option; with `loser_pairs` one, only one pair is counted."""
    for way in pungs_and_pairs(hand.concealed, kongs=hand.options["undeclared_kong"] == "kong"):
        if hand.options["loser_pairs"] == "all":
            yield way
            continue
        sets = tuple(group for group in way if group.form != "pair")
        yield sets
        yield from ((*sets, group) for group in way if group.form == "pair")


def special_hands(options: Mapping[str, Any]) -> Specials:
    """win-1: what is complete without four sets and a pair."""

    def specials(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
        ways = {"thirteen-wonders": thirteen_wonders(concealed), "seven-pairs": seven_pairs(concealed)}
        if options["optional_limits"]:
            ways["knitting"] = knitting(concealed)
            ways["triple-knitting"] = triple_knitting(concealed, alike=True)
            ways["wriggling-snake"] = wriggling_snake(concealed, laid)
        yield from ((name, way) for name, way in ways.items() if way)

    return specials


class Western:
    """One arrangement of a hand; `special`: what it is where it is not four sets and a pair."""

    def __init__(self, hand: Hand, special: str | None, groups: list[Group], only_place: bool = False) -> None:
        self.hand, self.special, self.groups, self.only_place = hand, special, groups, only_place
        self.sets = [group for group in groups if group.alike]
        self.chows = sum(group.form == "chow" for group in groups)
        self.winds = [hand.own_wind, *([hand.prevailing_wind] if hand.options["prevailing_wind"] else [])]
        self.pure = hand.suits == 1 and not hand.honors

    def answer(self) -> Answer:
        """limit-5: the limit, unless the face value is larger; there is no other cap."""
        items = [*self.points(), *self.doubles()]
        points, doubles = sum(item[1] for item in items), sum(item[2] for item in items)
        limits = list(self.limits())
        worth = max((limit.worth for limit in limits), default=0)
        if not limits or points << doubles > worth:
            return Answer(points << doubles, points, doubles, frozenset(), tuple(sorted(items)))
        most = [limit for limit in limits if limit.worth == worth]
        items.append((most[0].rule, 0, 0))
        return Answer(worth, points, doubles, frozenset(limit.name for limit in most), tuple(sorted(items)))

    # -- points

    def points(self) -> Iterator[Item]:
        """points-1 to points-5."""
        hand = self.hand
        if hand.bonus:
            yield "western/points-4", 4 * len(hand.bonus), 0
        for group in self.sets:
            yield "western/points-1" if group.form == "pung" else "western/points-2", set_points(group), 0
        for group in self.groups:
            if group.form == "pair":
                worth = (group.tile in DRAGONS) + self.winds.count(group.tile)
                yield from [("western/points-3", 2, 0)] * worth
        if hand.won:
            yield from self.winning_points()

    def winning_points(self) -> Iterator[Item]:
        rule = "western/points-5"
        yield rule, 20, 0
        if self.only_place:
            yield rule, 2, 0
        if self.hand.drawn:
            yield rule, 2, 0
        if len(self.sets) == 4 or self.chows == 4:
            yield rule, 10, 0

    # -- doubles

    def doubles(self) -> Iterator[Item]:
        """double-1 and double-2 of all hands; double-3, double-4 and limit-7 of the winner's."""
        hand = self.hand
        yield from [("western/double-1", 0, 1)] * (hand.has_own("f") + hand.has_own("s"))
        yield from [("western/double-2", 0, 3)] * (hand.has_all("f") + hand.has_all("s"))
        for group in self.sets:
            yield from [("western/double-1", 0, 1)] * ((group.tile in DRAGONS) + self.winds.count(group.tile))
        if hand.suits == 1 and hand.honors:
            yield "western/double-1", 0, 1
        if hand.won:
            yield from self.winning_doubles()

    def winning_doubles(self) -> Iterator[Item]:
        hand = self.hand
        earned = (
            hand.source == "loose",
            hand.last_of_the_wall,
            hand.last_discard,
            self.concealed(),
            hand.only_majors,
        )
        yield from [("western/double-3", 0, 1)] * sum(earned)
        if self.pure:
            yield "western/double-4", 0, 3
        if hand.seat == 0 and hand.east_wins == 13:
            yield "western/limit-7", 0, 7

    def concealed(self) -> bool:
        """Nothing exposed before the win; on a discard by an option."""
        on_table = all(group.closed for group in self.groups if group.laid)
        return on_table and (not self.hand.taken or bool(self.hand.options["concealed_on_discard"]))

    # -- limit hands

    def limits(self) -> Iterator[Limit]:
        """limit-1 to limit-4, limit-6."""
        if not self.hand.won:
            yield from self.limits_of_loser()
            return
        yield from self.limits_of_all()
        if self.hand.options["optional_limits"]:
            yield from self.optional_limits_of_the_win()
            yield from self.optional_limits_of_the_tiles()

    def limits_of_loser(self) -> Iterator[Limit]:
        """limit-6: sets of all dragons, of all winds; all thirteen kinds."""
        if numbers_of(self.sets)[0] == 3:
            yield Limit("three-great-scholars", "western/limit-2", 1000)
        if numbers_of(self.sets, WINDS)[0] == 4:
            yield Limit("four-blessings", "western/limit-2", 1000)
        if self.hand.only_majors and len(self.hand.kinds) == 13:
            yield Limit("thirteen-wonders", "western/limit-1", 3000)

    def limits_of_all(self) -> Iterator[Limit]:
        hand = self.hand
        if hand.dealt:
            yield Limit("heavens-blessing", "western/limit-1", 3000)
        if hand.seat != 0 and hand.source == "first-discard":
            yield Limit("earths-blessing", "western/limit-1", 3000)
        if self.special == "thirteen-wonders":
            yield Limit(self.special, "western/limit-1", 3000)
        if numbers_of(self.sets)[0] == 3 and len(self.sets) == 4:
            yield Limit("three-great-scholars", "western/limit-2", 1000)
        if numbers_of(self.sets, WINDS)[0] == 4:
            yield Limit("four-blessings", "western/limit-2", 1000)
        if self.gates():
            yield Limit("gates-of-heaven", "western/limit-2", 1000)
        if self.special == "seven-pairs":
            yield Limit("seven-pairs", "western/limit-2", 1000)

    def gates(self) -> bool:
        """1112345678999 and any tile of the suit: 111 and 999 drawn and in the hand, chows of 2 to 8 may lie open."""
        if not self.pure or self.special is not None:
            return False
        first = 9 * (self.hand.kinds[0] // 9)
        run = range(first + 1, first + 8)
        own = list(self.hand.concealed)
        if self.hand.taken and self.hand.tile is not None:
            own.remove(self.hand.tile)
        if own.count(first) < 3 or own.count(first + 8) < 3 or not all(self.hand.held[tile] for tile in run):
            return False
        return all(group.form == "chow" and set(group.tiles) <= set(run) for group in self.hand.laid)

    def optional_limits_of_the_win(self) -> Iterator[Limit]:
        hand = self.hand
        if hand.source == "loose" and "twofold" in hand.flags:
            yield Limit("twofold-fortune", "western/limit-3", 3000)
        if hand.source == "loose" and hand.tile == NUMBERS["5d"]:
            yield Limit("plum-blossom", "western/limit-3", 3000)
        if hand.last_of_the_wall and hand.tile == NUMBERS["1d"]:
            yield Limit("plucking-the-moon", "western/limit-3", 3000)

    def optional_limits_of_the_tiles(self) -> Iterator[Limit]:
        hand, rule = self.hand, "western/limit-4"
        if self.special in ("knitting", "triple-knitting", "wriggling-snake"):
            yield Limit(self.special, rule, 1000)
        if len(self.sets) < 4:
            return
        if hand.suits == 1 and all(group.form == "pung" and group.closed for group in self.sets):
            yield Limit("buried-treasure", rule, 1000)
        if all(group.form == "kong" for group in self.sets):
            yield Limit("fourfold-plenty", rule, 1000)
        if hand.only_terminals:
            yield Limit("heads-and-tails", rule, 1000)
        if hand.only(GREENS):
            yield Limit("imperial-jade", rule, 1000)
