"""`dmjl` hands, from its rules and the readings that stand with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plain.clubs import ClubHand
from plain.groups import Group, Special, pungs_and_pairs, thirteen_wonders
from plain.hand import Answer, Hand, Item, Limit, best, numbers_of, standard_ways, waits_of
from plain.tiles import DRAGONS, MAJORS, WINDS, Tiles, rank

LIMIT = 500
GATES = [3, 1, 1, 1, 1, 1, 1, 1, 3]


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete."""
    hand = Hand(request, options)
    if not hand.won:
        ways = pungs_and_pairs(hand.concealed, kongs=False)
        return best(Dmjl(hand, None, [*hand.laid, *way]).answer() for way in ways)
    only_place = hand.only_one_completes(specials)
    standard = [(None, way) for way in standard_ways(hand.concealed, hand.laid)]
    return best(
        Dmjl(hand, name, groups, only_place).answer()
        for name, way in [*standard, *specials(hand.concealed, hand.laid)]
        for groups in hand.completed(way)
    )


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand."""
    return waits_of(Hand(request, options), specials)


def specials(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
    """mahjong: thirteen wonders are the only complete hand that is not four sets and a pair."""
    if way := thirteen_wonders(concealed):
        yield "thirteen-wonders", way


class Dmjl(ClubHand):
    """One arrangement of a hand."""

    ruleset, limit = "dmjl", LIMIT

    def __init__(self, hand: Hand, special: str | None, groups: list[Group], only_place: bool = False) -> None:
        super().__init__(hand, special, groups)
        self.only_place = only_place

    def special_points(self) -> Iterator[Item]:
        """eyes, only-tile."""
        for group in self.groups:
            if group.form == "pair" and group.last and self.special is None:
                yield "dmjl/eyes", 4 if group.tile in MAJORS else 2, 0
        if self.only_place:
            yield "dmjl/only-tile", 2, 0

    def doubles_of_bonus(self) -> Iterator[Item]:
        """own-both, bouquet."""
        if self.hand.has_own("f") and self.hand.has_own("s"):
            yield "dmjl/own-both", 0, 1
        yield from [("dmjl/bouquet", 0, 1)] * (self.hand.has_all("f") + self.hand.has_all("s"))

    def doubles_of_sets(self) -> Iterator[Item]:
        """honor-set; three-concealed, three-dragons, four-winds."""
        yield from super().doubles_of_sets()
        if sum(self.hidden(group) for group in self.sets) >= 3:
            yield "dmjl/three-concealed", 0, 1
        for kinds, rule in ((DRAGONS, "dmjl/three-dragons"), (WINDS, "dmjl/four-winds")):
            sets, pairs = numbers_of(self.groups, kinds)
            if sets == len(kinds):
                yield rule, 0, 2
            elif sets == len(kinds) - 1 and pairs:
                yield rule, 0, 1

    def special_doubles(self) -> Iterator[Item]:
        """loose, no-points, no-chow, mixed-suit, one-suit, honors."""
        hand = self.hand
        if hand.source == "loose":
            yield "dmjl/loose", 0, 1
        if not self.sets and not any(self.worth_of_pair(group) for group in self.groups if group.form == "pair"):
            yield "dmjl/no-points", 0, 1
        if self.chows == 0:
            yield "dmjl/no-chow", 0, 1
        if hand.suits == 1:
            yield ("dmjl/mixed-suit", 0, 1) if hand.honors else ("dmjl/one-suit", 0, 3)
        if hand.only_honors:
            yield "dmjl/honors", 0, 2

    def special_limits(self) -> Iterator[Limit]:
        hand = self.hand
        if hand.suits == 1 and not hand.honors and self.concealed():
            but_the_pair = hand.options["discarded_pair_conceals"]
            name = "one-suit-concealed-but-the-pair" if but_the_pair else "concealed-one-suit"
            yield Limit(name, "dmjl/one-suit", LIMIT)
        if len(self.sets) == 4 and self.concealed() and hand.drawn:
            yield Limit("hidden-treasure", "dmjl/hidden-treasure", LIMIT)
        if self.dragons == 3:
            yield Limit("three-great-scholars", "dmjl/scholars", LIMIT)
        if hand.seat == 0 and hand.east_wins == 9:
            yield Limit("easts-ninth-win", "dmjl/row", LIMIT)
        if self.special == "thirteen-wonders":
            yield Limit(self.special, "dmjl/wonders", LIMIT)
        if hand.suits == 1 and not hand.honors:
            yield from self.limits_of_one_suit()

    def limits_of_one_suit(self) -> Iterator[Limit]:
        """gates: nothing exposed, and called on with 1112345678999; snake: 111, 999 and the pair of 2, 5 or 8."""
        hand = self.hand
        first = 9 * (hand.kinds[0] // 9)
        held = hand.held[first : first + 9]
        if not hand.laid and hand.tile is not None:
            before = list(held)
            before[rank(hand.tile) - 1] -= 1
            if before == GATES:
                yield Limit("nine-gates", "dmjl/gates", LIMIT)
        if any(held == [count + (at == pair) for at, count in enumerate(GATES)] for pair in (1, 4, 7)):
            yield Limit("squirming-snake", "dmjl/snake", LIMIT)
