"""What holds of a hand by its sets and tiles alone, however it was won; and which of several limit hands count.

A *shape* is one int: the counts of a hand's sets, and above them flags for its tiles, all that patterns can ask of them
and no more (`ShapeKeys`). It is judged once: many thousands of hands have a few thousand shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mjlog.scoring import registry, tally
from mjlog.scoring.facts import HandFacts, TileFacts, Win
from mjlog.scoring.han_worth import FU_AND_HAN, HAN_SHIFT, HanTerms
from mjlog.scoring.hand import Hand, Item
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import SEATS

_MOST_KEPT = 200_000
_WAIVED_SHIFT, _MOST_HAN = tally.POINTS_SHIFT + tally.WAIVED_SHIFT, 20
_WAIVED, _POINTLESS = tally.WAIVED_MASK << _WAIVED_SHIFT, tally.POINTLESS << tally.POINTS_SHIFT
_SUITS = (0, tally.BAMBOO, tally.BAMBOO | tally.CHARACTERS, tally.SUITS)


class Held(NamedTuple):
    """Rows that hold, added up: fu and han in one int, items, ids of limit hands."""

    value: int
    items: tuple[Item, ...]
    limits: tuple[str, ...] = ()


class Unusual(NamedTuple):
    """What else is to be looked at: limit hands that hold; rows that must be asked of each hand anew.

    `is_whole`: it is four sets and a pair at all, or a special hand. `waives`: it may be worth more with fewer points.
    """

    limits: tuple[str, ...]
    ask: tuple[ScoringRow, ...]
    is_whole: bool
    waives: bool = False


Shape = tuple[int, tuple[Item, ...], "Unusual | None"]
"""What holds by the shape: fu and han, the items that are not of single sets; None where nothing else is to be done."""
_WAIVES: Shape = (0, (), Unusual((), (), True, waives=True))


def held(rows: Iterable[ScoringRow], is_open: bool) -> Held:
    """The rows of a hand, open or closed, added up; one that does not count beside another of them is left out."""
    found = [row for row in rows if row.points or row.is_limit or row.doubles_of(is_open)]
    ids = {row.id for row in found}
    found = [row for row in found if not row.unless & ids]
    scored = [(row, row.doubles_of(is_open)) for row in found if not row.is_limit]
    value = sum(row.points + (han << HAN_SHIFT) for row, han in scored)
    items = tuple(Item(row.name, 0, han, row.rule) for row, han in scored if han)
    return Held(value, items, tuple(row.id for row in found if row.is_limit))


class Rows:
    """The rows of winners, sorted by what their patterns look at."""

    def __init__(self, rows: tuple[ScoringRow, ...]) -> None:
        hands, tiles = registry.HAND_PATTERNS, registry.TILE_PATTERNS
        kept = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self.of_shape = [each for each in kept if each[0].pattern in registry.OF_THE_SHAPE]
        self.of_win = [each for each in kept if each[0].pattern in registry.OF_THE_WIN]
        sorted_out = (*self.of_shape, *self.of_win)
        self.of_both = tuple(each[0] for each in kept if each not in sorted_out)
        """Patterns that look at the shape and at how the hand was won: asked of each hand."""
        self.of_tiles = [(row, tiles[row.pattern][1]) for row in rows if row.pattern in tiles]
        self.asks_pair = bool(self.of_both) or any(row.pattern in registry.OF_THE_PAIR for row, _ in kept)
        """It matters whether the last tile completed the pair."""

    def by_the_win(self, win: Win, is_open: bool) -> Held:
        """What holds of hands that were won so, whatever their tiles."""
        facts = HandFacts(tally.tally_of(open_before=is_open), 0, win)
        return held([row for row, pattern in self.of_win if pattern(facts)], is_open)

    def asked(self, hand: Hand, win: Win, key: int, groups: tuple[Any, ...], ask: tuple[ScoringRow, ...]) -> Held:
        """What holds of rows that are asked of each hand anew."""
        facts = facts_of_shape(key, win)
        tiles = TileFacts(hand, facts, groups)
        return held([row for row in ask if _holds(row.pattern, tiles)], facts.open_before > 0)


class FlagsTold(dict[int, int]):
    """By the flags of a hand's tiles: those that patterns can ask, in their place above the counts.

    They can ask how many suits there are, not which.
    """

    def __init__(self, asks_pair: bool) -> None:
        super().__init__()
        self._unasked = tally.SUITS | (0 if asks_pair else tally.LAST_IN_PAIR)

    def __missing__(self, flags: int) -> int:
        told = flags & ~self._unasked | _SUITS[(flags & tally.SUITS).bit_count()]
        found = self[flags] = told << tally.POINTS_SHIFT
        return found


class AcrossSuits(dict[int, int]):
    """By the chows of a hand, or its pungs, as they ride above the doubles of a sum: the flags for what they are
    together, in their place above the counts."""

    def __missing__(self, each: int) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[each] = tally.across_suits(each << tally.EACH_CHOW_SHIFT) << tally.POINTS_SHIFT
        return found


class ShapeKeys:
    """How the shape of a hand is found: `counts` of its sets that patterns can ask, `told` of its flags."""

    def __init__(self, asks_pair: bool) -> None:
        self.counts = tally.COUNTS_MASK if asks_pair else tally.COUNTS_MASK & ~(15 << tally.SHIFTS["claimed_pairs"])
        self.told, self.across = FlagsTold(asks_pair), AcrossSuits()

    def of(self, total: int, flags: int) -> int:
        """The shape, by the sum and the flags of a hand's shares."""
        pointless = 0 if total >> tally.POINTS_SHIFT & tally.POINTS_MASK else tally.POINTLESS
        return total & self.counts | self.told[flags | pointless] | self.across[total >> tally.EACH_CHOW_SHIFT]


class Shapes(dict[int, Shape]):
    """By shape, what holds of all hands whose last tile was claimed, or drawn; found when asked for.

    `blessings`: limit hands that hold by the win alone, as in the first turn.
    """

    def __init__(self, rows: Rows, terms: HanTerms, claimed: bool, blessings: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._rows, self._terms, self._blessings = rows, terms, blessings
        self._win = Win(Hand(SEATS[0], SEATS[0], (), won=True, source="discard" if claimed else "wall"))
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...], bool, bool], Shape] = {}
        self._waived: dict[tuple[int, int], Shape] = {}

    def of(self, key: int, total: int) -> Shape:
        """What holds of hands of a shape and a sum: its fu and han are to be added."""
        found = self[key]
        if found is not _WAIVES:
            return found
        points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
        better = self._waived.get((key, points))
        if better is None:
            better = self._waived[key, points] = self._better(key, total >> tally.POINTS_SHIFT & FU_AND_HAN)
        return better

    def _better(self, key: int, own: int) -> Shape:
        """The shape with the points that could be waived, or without; unusual where neither is always worth more.

        `own`: fu and han of the sets.
        """
        points, waived = own & tally.POINTS_MASK, key >> _WAIVED_SHIFT & tally.WAIVED_MASK
        most, least = self[key & ~_WAIVED], self[key & ~_WAIVED | _POINTLESS]
        if points != waived:
            # Others have points, too: to waive these brings nothing.
            return most
        undecided = most[0], most[1], Unusual((), (), False)
        if most[2] is not None or least[2] is not None:
            return undecided
        values = own + most[0], own - points + least[0]
        bases = [[self._terms.base(value + (more << HAN_SHIFT)) for more in range(_MOST_HAN)] for value in values]
        if all(one >= other for one, other in zip(*bases, strict=True)):
            return most
        if all(one <= other for one, other in zip(*bases, strict=True)):
            return least[0] - points, least[1], None
        return undecided

    def __missing__(self, key: int) -> Shape:
        if len(self) >= _MOST_KEPT:
            self.clear()
            self._waived.clear()
        found = self[key] = _WAIVES if key & _WAIVED else self._judge(key)
        return found

    def _judge(self, key: int) -> Shape:
        """Which patterns hold, and which must be asked of each hand anew."""
        facts = facts_of_shape(key, self._win)
        holding = tuple([row.id for row, pattern in self._rows.of_shape if pattern(facts)])
        asked = tuple([row.id for row, when in self._rows.of_tiles if when(facts)])
        # The same patterns hold of most shapes; what that comes to is one object, so that a hand looks at few.
        same = holding, asked, facts.open_before > 0, _is_whole(key)
        return self._known.get(same) or self._known.setdefault(same, self._add_up(*same))

    def _add_up(self, holding: tuple[str, ...], asked: tuple[str, ...], is_open: bool, is_whole: bool) -> Shape:
        """What these patterns come to."""
        found = held([row for row, _ in self._rows.of_shape if row.id in holding], is_open)
        ask = self._rows.of_both + tuple(row for row, _ in self._rows.of_tiles if row.id in asked)
        limits = self._blessings + found.limits
        unusual = Unusual(limits, ask, is_whole) if limits or ask or not is_whole else None
        return found.value, found.items, unusual


def _is_whole(key: int) -> bool:
    """Four sets and a pair, or the groups of a special hand: seven pairs, the thirteen wonders."""
    special = key & tally.PAIRS_MASK == 7 or key >> tally.SHIFTS["wonders"] & 15
    return key & tally.WHOLE_MASK == tally.WHOLE or bool(special)


def facts_of_shape(key: int, win: Win) -> HandFacts:
    """The facts of all hands of a shape that were won so."""
    return HandFacts(key & tally.COUNTS_MASK, key >> tally.POINTS_SHIFT, win)


def _holds(pattern: str, tiles: TileFacts) -> bool:
    """Whether a pattern that looks at more than the shape holds; one of tiles may be asked, as was found before."""
    if pattern in registry.HAND_PATTERNS:
        return bool(registry.HAND_PATTERNS[pattern](tiles.facts))
    return registry.TILE_PATTERNS[pattern][0](tiles)


class Limit(NamedTuple):
    """The limit hands that count, of some that hold: their base together, its name, their doubles, items and ids."""

    base: int
    name: str
    han: int
    items: tuple[Item, ...]
    ids: tuple[str, ...]


class LimitHands(dict[tuple[str, ...], Limit]):
    """By the ids of those that hold, which limit hands count: all yakuman, or the best one."""

    def __init__(self, rows: Iterable[ScoringRow], terms: HanTerms) -> None:
        super().__init__()
        self._rows: Mapping[str, ScoringRow] = {row.id: row for row in rows if row.is_limit}
        self._terms = terms

    def __missing__(self, ids: tuple[str, ...]) -> Limit:
        # Some hold by the win, others by the shape: of these one may not count beside the other.
        rows = [row for row in (self._rows[one] for one in ids) if not row.unless & {*ids}]
        whole = [row for row in rows if row.limit >= 100]
        taken = whole if whole and self._terms.adds else [max(rows, key=lambda row: row.limit)]
        base = self._terms.limit * sum(row.limit for row in taken) // 100
        least, name = self._terms.named(base)
        items = tuple(Item(row.name, 0, least, row.rule, yakuman=row.limit // 100) for row in taken)
        found = self[ids] = Limit(base, name, least * len(taken), items, tuple(row.id for row in taken))
        return found
