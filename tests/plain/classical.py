"""`classical` hands, from its rules; where they only name a thing, from the text and the play of the server.

Where the server plays otherwise than its text says, it is scored as it is played: the moon is drawn, not the last
discard; a loser has the doubles for all honours and all terminals with a limit too; a winner who claimed a kong is not
almost concealed; thirteen wonders are a no score hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plain.groups import Group, Special, copies, pungs_and_pairs, seven_pairs, thirteen_wonders
from plain.hand import Answer, Hand, Item, Limit, Specials, best, numbers_of, set_points, standard_ways, waits_of
from plain.tiles import DRAGONS, GREENS, MAJORS, NUMBERS, WINDS, Tiles, rank

MOST = 100_000_000
"""Where the server stops multiplying."""


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete."""
    hand = Hand(request, options)
    if not hand.won:
        ways_of_loser = pungs_and_pairs(hand.concealed, kongs=False)
        return best(Classical(hand, None, [*hand.laid, *way]).answer() for way in ways_of_loser)
    specials = special_hands(options)
    ways = [(None, way) for way in standard_ways(hand.concealed, hand.laid)]
    only_place = hand.only_one_completes(specials, copies((), hand.laid))
    return best(
        Classical(hand, name, groups, only_place).answer()
        for name, way in [*ways, *specials(hand.concealed, hand.laid)]
        for groups in hand.completed(way)
    )


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand."""
    return waits_of(Hand(request, options), special_hands(options))


def special_hands(options: Mapping[str, Any]) -> Specials:
    """win-1: thirteen unique wonders; with `SevenPairs` any seven pairs."""

    def specials(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
        if way := thirteen_wonders(concealed):
            yield "thirteen-unique-wonders", way
        if options["SevenPairs"] and (way := seven_pairs(concealed)):
            yield "seven-pairs", way

    return specials


class Classical:
    """One arrangement of a hand; `special`: what it is where it is not four sets and a pair."""

    def __init__(self, hand: Hand, special: str | None, groups: list[Group], only_place: bool = False) -> None:
        self.hand, self.special, self.groups, self.only_place = hand, special, groups, only_place
        self.sets = [group for group in groups if group.alike]
        self.chows = sum(group.form == "chow" for group in groups)
        self.fractions: list[Limit] = []

    def answer(self) -> Answer:
        """limit-1: what is worth the limit or a part of it, and nothing else; else points and doubles, up to the limit.

        Without limit what is more, and both are told.
        """
        options = self.hand.options
        items = [*self.points(), *self.doubles()]
        points, doubles = sum(item[1] for item in items), sum(item[2] for item in items)
        face = min(points << min(doubles, 64), MOST)
        limits = [*self.limits(), *self.fractions]
        told = [(limit.rule, 0, 0) for limit in limits]
        worth = max((limit.worth for limit in limits), default=0)
        names = frozenset(limit.name for limit in limits if limit.worth == worth)
        if options["NoLimit"]:
            told += items
            names, worth = (names, worth) if worth > face else (frozenset(), face)
        elif not limits:
            told, worth = items, min(face, options["ScoreLimit"])
        return Answer(worth, points, doubles, names, tuple(sorted(told)))

    def option(self, name: str, rule: str, limit: str) -> list[Item]:
        """What an option says something is worth: centi-limits x 1 000 000 + doubles x 10 000 + points."""
        value = self.hand.options[name]
        hundredths, doubles, points = value // 1_000_000, value // 10_000 % 100, value % 10_000
        if hundredths and not (self.hand.options["NoLimit"] and (doubles or points)):
            self.fractions.append(Limit(limit, rule, self.hand.options["ScoreLimit"] * min(hundredths, 100) // 100))
            return []
        return [(rule, points, doubles)] if doubles or points else []

    # -- points

    def points(self) -> Iterator[Item]:
        """points-1, points-2."""
        hand = self.hand
        if hand.bonus:
            yield "classical/points-1", 4 * len(hand.bonus), 0
        for group in self.sets:
            yield "classical/points-1", set_points(group), 0
        for group in self.pairs():
            worth = 2 * (group.tile in DRAGONS) + 2 * self.is_wind(group.tile)
            if worth:
                yield "classical/points-1", worth, 0
        if hand.won:
            yield from self.winning_points()

    def pairs(self) -> list[Group]:
        """The pairs; in thirteen unique wonders, one special set, there is none."""
        if self.special == "thirteen-unique-wonders":
            return []
        return [group for group in self.groups if group.form == "pair"]

    def is_wind(self, tile: int) -> int:
        """How often a tile is the seat's or the prevailing wind."""
        return (tile == self.hand.own_wind) + (tile == self.hand.prevailing_wind)

    def winning_points(self) -> Iterator[Item]:
        hand = self.hand
        yield from self.option("MahJongScore", "classical/points-2", "going-mah-jong")
        if self.special == "seven-pairs":
            yield from self.option("SevenPairsVal", "classical/points-2", "seven-pairs")
        if hand.source in ("wall", "last-wall", "deal"):
            yield "classical/points-2", 2, 0
        if self.special is not None:
            return
        if self.only_place:
            yield "classical/points-2", 2, 0
        for group in self.groups:
            if group.form == "pair" and group.last:
                yield "classical/points-2", 4 if group.tile in MAJORS else 2, 0

    # -- doubles

    def doubles(self) -> Iterator[Item]:
        """double-1; for a winner double-2 and double-3; for a loser the purity ones of double-2, if it is so agreed."""
        yield from self.doubles_of_bonus()
        yield from self.doubles_of_sets()
        if self.hand.won:
            yield from self.winning_doubles()
        if self.hand.won or self.hand.options["LosersPurity"]:
            yield from self.purity()

    def doubles_of_bonus(self) -> Iterator[Item]:
        hand, rule = self.hand, "classical/double-1"
        if hand.has_own("f"):
            yield from self.option("FlowersOwnEach", rule, "own-flower")
        if hand.has_own("s"):
            yield from self.option("FlowersOwnEach", rule, "own-season")
        if hand.has_own("f") and hand.has_own("s"):
            yield from self.option("FlowersOwnBoth", rule, "own-flower-and-season")
        if hand.has_all("f"):
            yield from self.option("FlowersBouquet", rule, "all-four-flowers")
        if hand.has_all("s"):
            yield from self.option("FlowersBouquet", rule, "all-four-seasons")

    def doubles_of_sets(self) -> Iterator[Item]:
        rule = "classical/double-1"
        for group in self.sets:
            earned = (group.tile in DRAGONS, group.tile == self.hand.own_wind, group.tile == self.hand.prevailing_wind)
            yield from [(rule, 0, 1)] * sum(earned)
        for kinds in (DRAGONS, WINDS):
            sets, pairs = numbers_of([*self.sets, *self.pairs()], kinds)
            if sets == len(kinds):
                yield rule, 0, 2
            elif sets == len(kinds) - 1 and pairs:
                yield rule, 0, 1
        if sum(self.hidden(group) for group in self.sets) >= 3:
            yield rule, 0, 1

    def hidden(self, group: Group) -> bool:
        """Concealed, for doubles: kong-3, with `KongHas3Types` a claimed kong too."""
        return group.closed or (group.claimed and bool(self.hand.options["KongHas3Types"]))

    def winning_doubles(self) -> Iterator[Item]:
        hand = self.hand
        scoring = any(group.tile in DRAGONS or self.is_wind(group.tile) for group in self.pairs())
        if (self.chows == 4 and not scoring) or self.special == "thirteen-unique-wonders":
            yield "classical/double-2", 0, 1
        if len(self.sets) == 4:
            yield "classical/double-2", 0, 1
        if self.concealed():
            yield from self.option("ConcealedFully", "classical/double-2", "concealed-hand")
        earned = (
            hand.source == "loose",
            hand.last_of_the_wall or hand.last_discard or "last-tile" in hand.flags,
            hand.source == "kong",
            "original-call" in hand.flags,
        )
        yield from [("classical/double-3", 0, 1)] * sum(earned)

    def concealed(self) -> bool:
        """No open set or pair, after the win; a kong is robbed for thirteen wonders as if the tile were drawn."""
        if self.special == "thirteen-unique-wonders" and self.hand.source == "kong":
            return True
        return not self.hand.taken and all(self.hidden(group) for group in self.groups)

    def almost_concealed(self) -> bool:
        """Concealed until a discard won, with no claimed kong; of a loser: concealed, a claimed kong included."""
        on_table = [group for group in self.groups if group.laid]
        if not self.hand.won:
            return all(self.hidden(group) for group in on_table)
        return all(group.closed for group in on_table) and not self.concealed()

    def purity(self) -> Iterator[Item]:
        hand, rule = self.hand, "classical/double-2"
        if self.almost_concealed():
            name = "almost-concealed-hand" if hand.won else "losers-concealed-hand"
            yield from self.option("ConcealedAlmost", rule, name)
        if hand.suits == 1:
            yield rule, 0, 1 if hand.honors else 3
        if hand.only_majors:
            yield rule, 0, 1
        if hand.only_honors or hand.only_terminals:
            yield rule, 0, 2

    # -- limit hands

    def limits(self) -> list[Limit]:
        """limit-1."""
        if not self.hand.won:
            return []
        worth = self.hand.options["ScoreLimit"]
        names = [*self.limits_of_the_win(), *self.limits_of_sets(), *self.limits_of_tiles()]
        return [Limit(name, "classical/limit-1", worth) for name in names]

    def limits_of_the_win(self) -> Iterator[str]:
        hand = self.hand
        dealt = hand.source == "deal" or ("no-discard" in hand.flags and hand.drawn)
        if hand.seat == 0 and dealt:
            yield "heavens-blessing"
        if hand.seat != 0 and hand.source == "first-discard":
            yield "earths-blessing"
        if hand.source == "loose" and hand.tile == NUMBERS["5d"]:
            yield "plum-blossom"
        if hand.last_of_the_wall and hand.tile == NUMBERS["1d"]:
            yield "moon-from-the-bottom-of-the-sea"
        if hand.source == "kong" and hand.tile == NUMBERS["2b"]:
            yield "carrying-pole"
        if hand.source == "loose" and "twofold" in hand.flags:
            yield "kong-upon-kong"
        if hand.seat == 0 and hand.east_wins == 13:
            yield "easts-thirteenth-win"

    def limits_of_sets(self) -> Iterator[str]:
        if sum(group.form == "kong" for group in self.sets) == 4:
            yield "four-kongs"
        if len(self.sets) == 4 and self.concealed():
            yield "buried-treasure"
        if len(self.sets) == 4 and numbers_of(self.sets)[0] == 3:
            yield "three-great-scholars"
        if numbers_of(self.sets, WINDS)[0] == 4:
            yield "four-blessings"
        if self.special == "thirteen-unique-wonders":
            yield self.special

    def limits_of_tiles(self) -> Iterator[str]:
        hand = self.hand
        if hand.only_honors:
            yield "all-honours"
        if hand.only_terminals:
            yield "heads-and-tails"
        if hand.only(GREENS):
            yield "imperial-jade"
        if hand.suits != 1 or hand.honors:
            return
        if self.concealed():
            yield "concealed-clear-suit"
        held = [hand.held[tile] for tile in range(27) if tile // 9 == hand.kinds[0] // 9]
        if all(held[at] >= least for at, least in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3))) and sum(held) == 14:
            if self.called_on_nine_gates(held):
                yield "nine-gates"
            if any(held[at] == 2 for at in (1, 4, 7)):
                yield "wriggling-snake"

    def called_on_nine_gates(self, held: Sequence[int]) -> bool:
        """Nothing on the table, and without the last tile 1112345678999."""
        if self.hand.laid or self.hand.tile is None:
            return False
        before = list(held)
        before[rank(self.hand.tile) - 1] -= 1
        return before == [3, 1, 1, 1, 1, 1, 1, 1, 3]
