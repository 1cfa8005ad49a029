"""What holds of a hand by its sets and tiles alone, however it was won; and which of several limit hands count.

A *shape* is one int: the sum of a hand's shares, and above it the flags of its tiles (`shape_key`). It is judged once:
many thousands of hands have a few thousand shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mjlog.scoring import registry, tally
from mjlog.scoring.facts import HandFacts, TileFacts, Win
from mjlog.scoring.han_worth import FU_SHIFT, HanTerms
from mjlog.scoring.hand import Hand, Item
from mjlog.scoring.rows import ScoringRow
from mjlog.seats import SEATS

KEY_SHIFT = tally.DOUBLES_SHIFT + 8
_MOST_KEPT = 200_000
_TOTAL_MASK = (1 << KEY_SHIFT) - 1
_WAIVED_SHIFT, _MOST_HAN = KEY_SHIFT + tally.WAIVED_SHIFT, 20
_SUITS = (0, tally.BAMBOO, tally.BAMBOO | tally.CHARACTERS, tally.SUITS)


class Held(NamedTuple):
    """Rows that hold, added up: fu and han in one int, items, ids of limit hands."""

    value: int
    items: tuple[Item, ...]
    limits: tuple[str, ...] = ()


class Unusual(NamedTuple):
    """What else is to be looked at: limit hands that hold; rows that must be asked of each hand anew.

    `is_whole`: it is four sets and a pair at all, or a special hand, in the reading that counts.
    """

    limits: tuple[str, ...]
    ask: tuple[ScoringRow, ...]
    is_whole: bool


Shape = tuple[int, tuple[Item, ...], "Unusual | None"]
"""What holds by the shape: fu and han, the items that are not of single sets; None where nothing else is to be done."""


def held(rows: Iterable[ScoringRow], is_open: bool) -> Held:
    """The rows of a hand, open or closed, added up; one that does not count beside another of them is left out."""
    found = [row for row in rows if row.points or row.is_limit or row.doubles_of(is_open)]
    ids = {row.id for row in found}
    found = [row for row in found if not row.unless & ids]
    scored = [(row, row.doubles_of(is_open)) for row in found if not row.is_limit]
    value = sum((row.points << FU_SHIFT) + han for row, han in scored)
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


class Shapes(dict[int, Shape]):
    """By shape, what holds of all hands whose last tile was claimed, or drawn; found when asked for.

    `blessings`: limit hands that hold by the win alone, as in the first turn.
    """

    def __init__(self, rows: Rows, terms: HanTerms, claimed: bool, blessings: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._rows, self._terms, self._blessings = rows, terms, blessings
        self._win = Win(Hand(SEATS[0], SEATS[0], (), won=True, source="discard" if claimed else "wall"))
        self._known: dict[Shape, Shape] = {}
        self._judged: dict[int, tuple[Held, tuple[ScoringRow, ...]]] = {}

    def __missing__(self, key: int) -> Shape:
        if len(self) >= _MOST_KEPT:
            self.clear()
        waived = key >> _WAIVED_SHIFT & tally.WAIVED_MASK
        shape = self._better(key, waived) if waived else self._shape(key)
        # Equal ones are one object: what a hand looks at lies close together in memory then.
        found = self[key] = self._known.setdefault(shape, shape)
        return found

    def _better(self, key: int, waived: int) -> Shape:
        """The shape with the points that could be waived, or without; unusual where neither is always worth more."""
        points = key >> tally.POINTS_SHIFT & tally.POINTS_MASK
        most = self[key & ~(tally.WAIVED_MASK << _WAIVED_SHIFT)]
        if points != waived:
            # Others have points, too: to waive these brings nothing.
            return most
        least = self[key & ~(tally.WAIVED_MASK << _WAIVED_SHIFT) & ~(tally.POINTS_MASK << tally.POINTS_SHIFT)]
        if most[2] is not None or least[2] is not None:
            return most[0], most[1], Unusual((), (), False)
        bases = [[self._terms.base(value + more) for more in range(_MOST_HAN)] for value, _, _ in (most, least)]
        if all(one >= other for one, other in zip(*bases, strict=True)):
            return most
        if all(one <= other for one, other in zip(*bases, strict=True)):
            return least
        return most[0], most[1], Unusual((), (), False)

    def _shape(self, key: int) -> Shape:
        total = key & _TOTAL_MASK
        fu, han = total >> tally.POINTS_SHIFT & tally.POINTS_MASK, total >> tally.DOUBLES_SHIFT
        found, ask = self._judge(key)
        limits, is_whole = self._blessings + found.limits, _is_whole(total)
        unusual = Unusual(limits, ask, is_whole) if limits or ask or not is_whole else None
        return (fu << FU_SHIFT) + han + found.value, found.items, unusual

    def _judge(self, key: int) -> tuple[Held, tuple[ScoringRow, ...]]:
        """Which patterns hold, and which must be asked of each hand: once for shapes that no pattern tells apart."""
        alike = _alike(key)
        found = self._judged.get(alike)
        if found is None:
            facts = facts_of_shape(key, self._win)
            rows = [row for row, pattern in self._rows.of_shape if pattern(facts)]
            ask = self._rows.of_both + tuple(row for row, when in self._rows.of_tiles if when(facts))
            found = self._judged[alike] = held(rows, facts.open_before > 0), ask
        return found


def _is_whole(total: int) -> bool:
    """Four sets and a pair, or the groups of a special hand: seven pairs, the thirteen wonders."""
    special = total & tally.PAIRS_MASK == 7 or total >> tally.SHIFTS["wonders"] & 15
    return total & tally.WHOLE_MASK == tally.WHOLE or bool(special)


def _alike(key: int) -> int:
    """The shape without what no pattern asks: how many points there are beside none, and which suits."""
    total, flags = key & _TOTAL_MASK, key >> KEY_SHIFT
    points = total >> tally.POINTS_SHIFT & tally.POINTS_MASK
    flags = flags & ~tally.SUITS | _SUITS[(flags & tally.SUITS).bit_count()] | (0 if points else tally.POINTLESS)
    return total & tally.COUNTS_MASK | flags << tally.POINTS_SHIFT


def facts_of_shape(key: int, win: Win) -> HandFacts:
    """The facts of all hands of a shape that were won so."""
    alike = _alike(key)
    return HandFacts(alike & tally.COUNTS_MASK, alike >> tally.POINTS_SHIFT, win)


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
        rows = [self._rows[one] for one in ids]
        whole = [row for row in rows if row.limit >= 100]
        taken = whole if whole and self._terms.adds else [max(rows, key=lambda row: row.limit)]
        base = self._terms.limit * sum(row.limit for row in taken) // 100
        least, name = self._terms.named(base)
        items = tuple(Item(row.name, 0, least, row.rule, yakuman=row.limit // 100) for row in taken)
        found = self[ids] = Limit(base, name, least * len(taken), items, tuple(row.id for row in taken))
        return found
