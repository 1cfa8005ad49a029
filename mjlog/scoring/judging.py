"""What the patterns say of a hand as a whole. Pure functions of few facts: each answer is kept and found again."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.scoring import registry
from mjlog.scoring.facts import BonusFacts, HandFacts, TileFacts, Win
from mjlog.scoring.hand import Item
from mjlog.scoring.rows import Row
from mjlog.scoring.shares import SetTable, SplitTable
from mjlog.tiles import format_tiles

_MOST_KEPT = 100_000


class Judgment(NamedTuple):
    """Points, doubles and items that hold, limit hands that hold, and tile rows which must still be asked."""

    points: int
    doubles: int
    items: tuple[Item, ...]
    limits: tuple[Row, ...] = ()
    ask: tuple[Row, ...] = ()


def judgment(rows: tuple[tuple[Row, int], ...], tiles: str = "", ask: tuple[Row, ...] = ()) -> Judgment:
    """The rows that hold, each so many times, added up."""
    return Judgment(
        sum(row.points * times for row, times in rows),
        sum(row.doubles * times for row, times in rows),
        tuple(Item(row.name, row.points * times, row.doubles * times, row.rule, tiles) for row, times in rows if not row.limit),
        tuple(row for row, _ in rows if row.limit),
        ask,
    )


class BonusTable:
    """What the bonus tiles of a seat are worth."""

    def __init__(self, rows: tuple[Row, ...], own_number: int) -> None:
        self._rows = [(row, registry.BONUS_PATTERNS[row.pattern]) for row in rows if row.pattern in registry.BONUS_PATTERNS]
        self._own_number = own_number
        self.kept: dict[tuple[int, ...], Judgment] = {}

    def judge(self, bonus: tuple[int, ...]) -> Judgment:
        """The judgment of these flowers and seasons, kept for the next hand that has them."""
        facts = BonusFacts(bonus, self._own_number)
        held = tuple((row, int(times)) for row, pattern in self._rows if (times := pattern(facts)))
        made = judgment(held, format_tiles(bonus))
        if len(self.kept) < _MOST_KEPT:
            self.kept[bonus] = made
        return made


class Case:
    """All that hands which ended alike have in common: seat, round, how they won, and the tables that follow from it."""

    def __init__(self, win: Win, rows: tuple[Row, ...], sets: SetTable, bonus: BonusTable, honors: SplitTable) -> None:
        self.win = win
        self.sets, self.bonus, self.honors = sets, bonus, honors
        self._hand_rows = [(row, registry.HAND_PATTERNS[row.pattern]) for row in rows if row.pattern in registry.HAND_PATTERNS]
        self._tile_rows = [(row, *registry.TILE_PATTERNS[row.pattern]) for row in rows if row.pattern in registry.TILE_PATTERNS]
        self.kept: dict[tuple[int, int], Judgment] = {}

    def facts(self, counts: int, flags: int) -> HandFacts:
        """The facts which patterns of whole hands look at."""
        return HandFacts(counts, flags, self.win)

    def judge(self, counts: int, flags: int) -> Judgment:
        """What holds for hands with these counts of sets and flags of tiles."""
        facts = self.facts(counts, flags)
        held = tuple((row, 1) for row, pattern in self._hand_rows if pattern(facts))
        made = judgment(held, ask=tuple(row for row, _, when in self._tile_rows if when(facts)))
        if len(self.kept) >= _MOST_KEPT:
            self.kept.clear()
        self.kept[counts, flags] = made
        return made


def with_tile_rows(found: Judgment, tiles: TileFacts) -> Judgment:
    """A judgment with the tile rows asked that it left open."""
    held = tuple((row, 1) for row in found.ask if registry.TILE_PATTERNS[row.pattern][0](tiles))
    more = judgment(held)
    return Judgment(
        found.points + more.points, found.doubles + more.doubles, found.items + more.items, found.limits + more.limits
    )
