"""`bmja-kajongg` hands, from its rules and the readings that stand with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plain.clubs import ClubHand
from plain.groups import (
    Group,
    Special,
    gates_of_heaven,
    knitting,
    pairs_of_majors,
    pungs_and_pairs,
    thirteen_wonders,
    triple_knitting,
    wriggling_snake,
)
from plain.hand import Answer, Hand, Item, Limit, best, is_complete, standard_ways, waits_of
from plain.tiles import KINDS, Tiles

LIMIT = 1000
MOST_CHOWS = 1
HALVES = ("triple-knitting", "knitting", "pair-honors")
FISHED_FOR = frozenset(
    (
        "only-honors",
        "wriggling-snake",
        "gates-of-heaven",
        "imperial-jade",
        "thirteen-wonders",
        "three-great-scholars",
        "heads-and-tails",
        "four-blessings",
        "buried-treasure",
        "fourfold-plenty",
    )
)


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete."""
    hand = Hand(request, options)
    if not hand.won:
        fished = fished_for(hand)
        ways = pungs_and_pairs(hand.concealed, kongs=False)
        return best(Bmja(hand, None, [*hand.laid, *way], fished).answer() for way in ways)
    return best(each.answer() for each in arrangements(hand))


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand."""
    return waits_of(Hand(request, options), specials, MOST_CHOWS)


def specials(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
    """mahjong: what is complete without four sets and a pair. Only the snake may have a set on the table."""
    ways = {
        "thirteen-wonders": thirteen_wonders(concealed),
        "wriggling-snake": wriggling_snake(concealed, laid),
        "gates-of-heaven": gates_of_heaven(concealed),
        "triple-knitting": triple_knitting(concealed, alike=False),
        "knitting": knitting(concealed),
        "pair-honors": pairs_of_majors(concealed),
    }
    yield from ((name, way) for name, way in ways.items() if way)


def arrangements(hand: Hand) -> Iterator[Bmja]:
    """A complete hand in all its arrangements."""
    ways = [(None, way) for way in standard_ways(hand.concealed, hand.laid, MOST_CHOWS)]
    for name, way in [*ways, *specials(hand.concealed, hand.laid)]:
        for groups in hand.completed(way):
            yield Bmja(hand, name, groups)


def fished_for(hand: Hand) -> frozenset[str]:
    """fishing-limit, fishing-half, fishing-purity: what one more tile, drawn, would make of a loser's hand."""
    found: set[str] = set()
    for tile in KINDS:
        concealed = tuple(sorted((*hand.concealed, tile)))
        if hand.held[tile] < 4 and is_complete(concealed, hand.laid, specials, MOST_CHOWS):
            for full in arrangements(hand.with_drawn(tile)):
                found.update(limit.name for limit in full.limits())
                found.update(["purity"] if full.pure() else [])
    return frozenset(found)


class Bmja(ClubHand):
    """One arrangement of a hand. `fished`: what a loser's hand lacked one tile of."""

    ruleset, limit, sets_only = "bmja-kajongg", LIMIT, True

    def __init__(
        self, hand: Hand, special: str | None, groups: list[Group], fished: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(hand, special, groups)
        self.fished = fished

    def doubles_of_bonus(self) -> Iterator[Item]:
        """own-flower, own-season, bouquet."""
        if self.hand.has_own("f"):
            yield self.rule("own-flower"), 0, 1
        if self.hand.has_own("s"):
            yield self.rule("own-season"), 0, 1
        yield from [(self.rule("bouquet"), 0, 2)] * (self.hand.has_all("f") + self.hand.has_all("s"))

    def doubles_of_loser(self) -> Iterator[Item]:
        """fishing-purity, which does not count beside fishing-limit."""
        if "purity" in self.fished and not self.fished & FISHED_FOR:
            yield self.rule("fishing-purity"), 0, 3

    def special_doubles(self) -> Iterator[Item]:
        """no-chow, purity."""
        if self.chows == 0:
            yield self.rule("no-chow"), 0, 1
        if self.pure():
            yield self.rule("purity"), 0, 3

    def pure(self) -> bool:
        """One suit without a chow: four pungs or kongs and a pair; the gates have a run."""
        return len(self.sets) == 4 and self.hand.suits == 1 and not self.hand.honors

    def limits_of_loser(self) -> Iterator[Limit]:
        """fishing-limit, fishing-half: as if the tile were drawn."""
        if self.fished & FISHED_FOR:
            yield Limit("fishing-limit", self.rule("fishing-limit"), 4 * LIMIT // 10)
        if self.fished & frozenset(HALVES):
            yield Limit("fishing-half", self.rule("fishing-half"), 2 * LIMIT // 10)

    def special_limits(self) -> Iterator[Limit]:
        if self.hand.only_honors:
            yield Limit("only-honors", self.rule("honors"), LIMIT)
        if self.buried():
            yield Limit("buried-treasure", self.rule("buried-treasure"), LIMIT)
        if self.dragons == 3 and self.chows == 0:
            yield Limit("three-great-scholars", self.rule("scholars"), LIMIT)
        rules = {"gates-of-heaven": "gates", "wriggling-snake": "snake", "thirteen-wonders": "wonders"}
        if self.special in rules:
            yield Limit(self.special, self.rule(rules[self.special]), LIMIT)
        if self.special in HALVES:
            yield Limit(self.special, self.rule(self.special), LIMIT // 2)

    def buried(self) -> bool:
        """One suit, honors allowed; four concealed pungs, no kongs, and a pair."""
        pungs = [group for group in self.sets if group.form == "pung" and group.closed]
        return self.hand.suits == 1 and len(pungs) == 4
