"""`bmja` hands, from the association's rules and the readings that stand with them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from plain import kajongg
from plain.groups import (
    Group,
    Special,
    Way,
    gates_of_heaven,
    knitting,
    pairs_of_majors,
    pungs_and_pairs,
    seven_pairs,
    thirteen_wonders,
    triple_knitting,
    wriggling_snake,
)
from plain.hand import Answer, Hand, Item, Limit, Specials, best, is_complete, standard_ways, waits_of
from plain.tiles import KINDS, MAJORS, NUMBERS, TERMINALS, Tiles

LIMIT, MOST_CHOWS = kajongg.LIMIT, kajongg.MOST_CHOWS


def answers(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[Answer]:
    """The best answers; none for a win that is not complete."""
    hand = Hand(request, options)
    if not hand.won:
        fished = fished_for(hand)
        ways = pungs_and_pairs(hand.concealed, kongs=False)
        found = (Bmja(hand, None, [*hand.laid, *way], fished).reckonings() for way in ways)
    else:
        found = (each.reckonings() for each in arrangements(hand))
    return best(itertools.chain.from_iterable(found))


def waits(request: Mapping[str, Any], options: Mapping[str, Any]) -> list[str]:
    """What completes a loser's hand."""
    hand = Hand(request, options)
    return waits_of(hand, _specials_of(hand), MOST_CHOWS)


def _specials_of(hand: Hand) -> Specials:
    return specials(*(hand.options[name] for name in ("mixed_knitting", "repeated_honors", "hidden_snake")))


@functools.cache
def specials(mixed: bool, repeated: bool, hidden: bool) -> Specials:
    """What is complete without four sets and a pair, as the options say."""

    def found(concealed: Tiles, laid: Sequence[Group]) -> Iterator[Special]:
        ways = {
            "thirteen-wonders": thirteen_wonders(concealed),
            "wriggling-snake": () if hidden and laid else wriggling_snake(concealed, laid),
            "gates-of-heaven": gates_of_heaven(concealed),
            "triple-knitting": triple_knitting(concealed, alike=False),
            "knitting": mixed_knitting(concealed) if mixed else knitting(concealed),
            "pair-honors": _any_pairs_of_majors(concealed) if repeated else pairs_of_majors(concealed),
        }
        yield from ((name, way) for name, way in ways.items() if way)

    return found


def _any_pairs_of_majors(tiles: Tiles) -> Way:
    return seven_pairs(tiles) if MAJORS.issuperset(tiles) else ()


def mixed_knitting(tiles: Tiles) -> Way:
    """Seven pairs, each of one number in any two suits: tried pair by pair."""
    if len(tiles) != 14 or tiles[-1] >= 27:
        return ()
    way = _pairs_of(tiles)
    return () if way is None else way


def _pairs_of(tiles: Tiles) -> Way | None:
    if not tiles:
        return ()
    first, *rest = tiles
    for other in dict.fromkeys(tile for tile in rest if tile != first and tile % 9 == first % 9):
        left = list(rest)
        left.remove(other)
        more = _pairs_of(tuple(left))
        if more is not None:
            return (Group("loose", (first, other)), *more)
    return None


def arrangements(hand: Hand) -> Iterator[Bmja]:
    """A complete hand in all its arrangements; a claimed tile completes gates only as a 1 or 9, but by an option."""
    ways = [(None, way) for way in standard_ways(hand.concealed, hand.laid, MOST_CHOWS)]
    for name, way in [*ways, *_specials_of(hand)(hand.concealed, hand.laid)]:
        by_ends = name == "gates-of-heaven" and hand.taken and hand.options["gates_by_ends"]
        if by_ends and hand.tile not in TERMINALS:
            continue
        for groups in hand.completed(way):
            yield Bmja(hand, name, groups)


def fished_for(hand: Hand) -> frozenset[str]:
    """fishing-limit, fishing-half, fishing-purity: what one more tile, drawn, would make of a loser's hand."""
    found: set[str] = set()
    for tile in KINDS:
        concealed = tuple(sorted((*hand.concealed, tile)))
        if hand.held[tile] < 4 and is_complete(concealed, hand.laid, _specials_of(hand), MOST_CHOWS):
            for full in arrangements(hand.with_drawn(tile)):
                found.update(limit.name for limit in full.limits())
                found.update(["purity"] if full.pure() else [])
    return frozenset(found)


class Bmja(kajongg.Bmja):
    """One arrangement of a hand, which may be reckoned in more than one way."""

    ruleset = "bmja"

    def reckonings(self) -> Iterator[Answer]:
        """special-bonus, purity, fishing: apart from the bonus tiles, or as a whole."""
        items = [*self.points(), *self.doubles()]
        points, doubles = sum(item[1] for item in items), sum(item[2] for item in items)
        limits = list(self.limits() if self.hand.won else self.limits_of_loser())
        bonus = [*self.points_of_bonus(), *self.doubles_of_bonus()]
        if limits:
            yield self.with_limit(limits, points, doubles, bonus)
        if limits and self.hand.won:
            return
        if self.pure() if self.hand.won else "purity" in self.fished:
            yield self.apart(bonus)
        yield Answer(self.capped(points << doubles), points, doubles, frozenset(), tuple(sorted(items)))

    def with_limit(self, limits: list[Limit], points: int, doubles: int, bonus: list[Item]) -> Answer:
        """A special hand, or the part of one, and the bonus tiles; the last discard's double is theirs."""
        most = max(limit.worth for limit in limits)
        taken = [limit for limit in limits if limit.worth == most]
        more = [("bmja/last-discard", 0, 1)] if bonus and self.hand.last_discard else []
        told = [*((limit.rule, 0, 0) for limit in taken), *bonus, *more]
        worth = most + worth_of([*bonus, *more])
        return Answer(
            self.capped(worth), points, doubles, frozenset(limit.name for limit in taken), tuple(sorted(told))
        )

    def apart(self, bonus: list[Item]) -> Answer:
        """Purity: what the sets and the win have in points, doubled three times, or four; and the bonus tiles."""
        hand = self.hand
        items = [item for item in self.points() if item[0] != "bmja/bonus"]
        items.append(("bmja/purity" if hand.won else "bmja/fishing-purity", 0, 3))
        if hand.source == "loose" and not hand.options["loose_drawn"]:
            items.append(("bmja/self-drawn", 2, 0))
        if hand.last_discard:
            items.append(("bmja/last-discard", 0, 1))
        points, doubles = sum(item[1] for item in items), sum(item[2] for item in items)
        worth = (points << doubles) + worth_of(bonus)
        return Answer(self.capped(worth), points, doubles, frozenset(), tuple(sorted([*items, *bonus])))

    def capped(self, worth: int) -> int:
        return worth if self.hand.options["roof_off"] else min(worth, LIMIT)

    # -- points

    def points_of_bonus(self) -> Iterator[Item]:
        if self.hand.bonus:
            yield "bmja/bonus", 4 * len(self.hand.bonus), 0

    def is_self_drawn(self) -> bool:
        """From the live wall; by an option from the kong box, too."""
        return self.hand.source in ("wall", "last-wall") or (
            self.hand.source == "loose" and self.hand.options["loose_drawn"]
        )

    # -- doubles

    def doubles_of_bonus(self) -> Iterator[Item]:
        """own-flower, own-season; bouquet: two doubles, that of the player's own included."""
        for letter, rule in (("f", "bmja/own-flower"), ("s", "bmja/own-season")):
            if self.hand.has_all(letter):
                yield "bmja/bouquet", 0, 2
            elif self.hand.has_own(letter):
                yield rule, 0, 1

    def doubles_of_loser(self) -> Iterator[Item]:
        """original-call."""
        if "original-call" in self.hand.flags:
            yield "bmja/original-call", 0, 1

    def winning_doubles(self) -> Iterator[Item]:
        hand = self.hand
        holds = {
            "last-wall": hand.last_of_the_wall,
            "last-discard": hand.last_discard,
            "rob": hand.source == "kong",
            "loose": hand.source == "loose",
            "majors": hand.only_majors,
            "concealed": self.concealed(),
            "no-chow": self.special is None and self.chows == 0,
            "mixed-suit": hand.suits == 1 and hand.honors,
        }
        yield from ((self.rule(name), 0, 1) for name, earned in holds.items() if earned)
        if "original-call" in hand.flags:
            yield from [("bmja/original-call", 0, 1)] * (2 if hand.options["call_twice"] else 1)
        if self.pure() and hand.options["purity_kept"]:
            yield "bmja/purity", 0, 3

    def hidden(self, group: Group) -> bool:
        return group.closed or (group.claimed and self.hand.options["claimed_kong_hides"])

    def concealed(self) -> bool:
        """No exposed set or pair, and winds or dragons beside a suit; by an option also without them."""
        hand = self.hand
        if hand.taken or not all(self.hidden(group) for group in self.groups if len(group.tiles) in (3, 4)):
            return False
        return bool(hand.options["plain_concealed"] or (hand.honors and hand.suits > 0))

    # -- special hands

    def limits_of_the_win(self) -> Iterator[Limit]:
        """heaven, earth, twofold, plum-blossom, moon: there is no carrying pole."""
        hand, loose = self.hand, self.hand.source == "loose"
        replaced = bool(hand.bonus) and not hand.options["heaven_replaced"]
        holds = (
            (self.named("heaven", "heaven_replaced"), "heaven", hand.dealt and not replaced),
            ("earth", "earth", hand.seat != 0 and hand.source == "first-discard"),
            ("twofold-fortune", "twofold", loose and "twofold" in hand.flags),
            ("plum-blossom", "plum-blossom", loose and hand.tile == NUMBERS["5d"]),
            ("plucking-the-moon", "moon", hand.last_of_the_wall and hand.tile == NUMBERS["1d"]),
        )
        yield from (Limit(name, self.rule(rule), LIMIT) for name, rule, earned in holds if earned)

    def limits_of_the_tiles(self) -> Iterator[Limit]:
        """heads-and-tails, fourfold-plenty, four-blessings, imperial-jade: of pungs and kongs."""
        for limit in super().limits_of_the_tiles():
            if limit.name == "imperial-jade" and self.hand.options["jade_chow"]:
                yield limit._replace(name="imperial-jade-with-a-chow")
            elif len(self.sets) == 4:
                yield limit

    def special_limits(self) -> Iterator[Limit]:
        for limit in super().special_limits():
            if limit.name == "buried-treasure":
                yield limit._replace(name=self.named("buried-treasure", "treasure_hidden", "hidden"))
            elif limit.name != "only-honors" or len(self.sets) == 4:
                yield limit

    def named(self, name: str, option: str, word: str = "replaced") -> str:
        """The name of a limit hand, which another row has where an option says so."""
        return f"{name}-{word}" if self.hand.options[option] else name

    def limits_of_loser(self) -> Iterator[Limit]:
        """fishing-limit, fishing-half: as if the tile were drawn."""
        if self.fished & {*kajongg.FISHED_FOR, "imperial-jade-with-a-chow", "buried-treasure-hidden"}:
            yield Limit("fishing-limit", "bmja/fishing-limit", 4 * LIMIT // 10)
        if self.fished & {*kajongg.HALVES}:
            yield Limit("fishing-half", "bmja/fishing-half", 2 * LIMIT // 10)

    def buried(self) -> bool:
        """The last pung may be claimed, but by an option."""
        if self.hand.options["treasure_hidden"]:
            return super().buried()
        pungs = [group for group in self.sets if group.form == "pung" and (group.closed or not group.laid)]
        return self.hand.suits == 1 and len(pungs) == 4


def worth_of(items: Iterable[Item]) -> int:
    """What items are worth by themselves."""
    found = list(items)
    return int(sum(item[1] for item in found) << sum(item[2] for item in found))
