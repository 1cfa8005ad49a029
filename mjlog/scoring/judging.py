"""What the patterns say of a hand as a whole. Pure functions of few facts: each answer is kept and found again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mjlog.scoring import registry
from mjlog.scoring.facts import BonusFacts, HandFacts, TileFacts, Win
from mjlog.scoring.hand import Item
from mjlog.scoring.rows import ScoringRow
from mjlog.scoring.shares import SetTable, SplitTable
from mjlog.tiles import FIRST_BONUS, FIRST_SEASON, format_tiles

_MOST_KEPT = 100_000


class Judgment(NamedTuple):
    """Points, doubles and items that hold, limit hands that hold, and tile rows which must still be asked.

    `apart`: the rows that hold of a reckoning apart (`mjlog.scoring.totals`): those that begin one, and those beside
    it.
    """

    points: int
    doubles: int
    items: tuple[Item, ...]
    limits: tuple[ScoringRow, ...] = ()
    ask: tuple[ScoringRow, ...] = ()
    apart: tuple[ScoringRow, ...] = ()


NOTHING = Judgment(0, 0, ())


def judgment(rows: tuple[tuple[ScoringRow, int], ...], tiles: str = "", ask: tuple[ScoringRow, ...] = ()) -> Judgment:
    """The rows that hold, each so many times, added up."""
    points, doubles, items, limits, apart = 0, 0, [], [], []
    for row, times in rows:
        if row.apart or row.beside != "no":
            apart.append(row)
        if row.is_limit:
            limits.append(row)
        if row.is_limit or not row.is_ordinary:
            continue
        points, doubles = points + row.points * times, doubles + row.doubles * times
        items.append(Item(row.name, row.points * times, row.doubles * times, row.rule, tiles))
    return Judgment(points, doubles, tuple(items), tuple(limits), ask, tuple(apart))


class Beside(NamedTuple):
    """What the bonus tiles are worth beside a hand that is reckoned apart from them, and what that leaves out."""

    points: int
    doubles: int
    items: tuple[Item, ...]
    set_aside: tuple[Item, ...]


Verdict = tuple[
    int, int, int, int, tuple[Item, ...], tuple[ScoringRow, ...], ScoringRow | None, tuple[ScoringRow, ...], bool,
    Beside | None,
]  # fmt: skip
"""Of a hand in one arrangement: total, points, doubles, uncapped value; the items which are not of single sets; the
limit hands that hold, the one that was taken, those to be told, whether these replace everything else; the bonus tiles
where they are reckoned apart."""


class BonusTable:
    """What the bonus tiles of a seat are worth."""

    def __init__(self, rows: tuple[ScoringRow, ...], own_number: int) -> None:
        known = registry.BONUS_PATTERNS
        self._rows = [(row, known[row.pattern]) for row in rows if row.pattern in known]
        self._own_number = own_number
        self._kept: dict[tuple[int, ...], Judgment] = {}

    def judge(self, bonus: tuple[int, ...]) -> Judgment:
        """The judgment of these flowers and seasons."""
        found = self._kept.get(bonus)
        if found is None:
            facts = BonusFacts(bonus, self._own_number)
            held = tuple((row, int(times)) for row, pattern in self._rows if (times := pattern(facts)))
            ids = {row.id for row, _times in held}
            held = tuple(each for each in held if not each[0].unless & ids)
            found = added(*(judgment((each,), bonus_spoken_of(each[0].pattern, facts)) for each in held))
            if len(self._kept) < _MOST_KEPT:
                self._kept[bonus] = found
        return found


def bonus_spoken_of(pattern: str, facts: BonusFacts) -> str:
    """The flowers and seasons that a pattern speaks of, as a text."""
    flower, season = FIRST_BONUS - 1 + facts.own_number, FIRST_SEASON - 1 + facts.own_number
    choices: dict[registry.About, Iterable[int]] = {
        registry.About.OWN_FLOWER: (flower,),
        registry.About.OWN_SEASON: (season,),
        registry.About.OWN_BONUS: (flower, season),
        registry.About.FLOWERS: range(FIRST_BONUS, FIRST_SEASON),
        registry.About.SEASONS: range(FIRST_SEASON, FIRST_SEASON + 4),
    }
    chosen = choices.get(registry.about(pattern, of_fans=False), facts.kinds)
    return format_tiles([kind for kind in facts.kinds if kind in chosen])


class Case:
    """All that hands which ended alike have in common: seat, round, how they won, and the tables that follow from it.

    `tables`: shares of the concealed bamboo, characters, dots and honors; `singles`: their quick halves. `quick`:
    self-drawn wins of four sets and a pair, which the scorer tries to score quickly.
    """

    def __init__(
        self, win: Win, rows: tuple[ScoringRow, ...], sets: SetTable, bonus: BonusTable, tables: tuple[SplitTable, ...]
    ) -> None:
        self.win = win
        self.quick = False
        self.sets, self.bonus, self.tables = sets, bonus, tables
        self.singles = tuple(table.single for table in tables)
        hands, tiles = registry.HAND_PATTERNS, registry.TILE_PATTERNS
        self._hand_rows = [(row, hands[row.pattern]) for row in rows if row.pattern in hands]
        self._tile_rows = [(row, *tiles[row.pattern]) for row in rows if row.pattern in tiles]
        self._kept: dict[tuple[int, int], Judgment] = {}
        self.verdicts: dict[tuple[int, int, tuple[int, ...]], Verdict] = {}
        """What was found of hands that look alike; filled by `keep`."""

    def keep(self, key: tuple[int, int, tuple[int, ...]], verdict: Verdict) -> None:
        """Keep a verdict for hands with the same counts, points, flags and bonus tiles."""
        if len(self.verdicts) >= _MOST_KEPT:
            self.verdicts.clear()
        self.verdicts[key] = verdict

    def facts(self, counts: int, flags: int) -> HandFacts:
        """The facts which patterns of whole hands look at."""
        return HandFacts(counts, flags, self.win)

    def judge(self, counts: int, flags: int) -> Judgment:
        """What holds for hands with these counts of sets and flags of tiles."""
        found = self._kept.get((counts, flags))
        if found is None:
            facts = self.facts(counts, flags)
            held = tuple((row, 1) for row, pattern in self._hand_rows if pattern(facts))
            found = judgment(held, ask=tuple(row for row, _, when in self._tile_rows if when(facts)))
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[counts, flags] = found
        return found


def added(*judgments: Judgment) -> Judgment:
    """Several judgments as one; nothing is left to be asked."""
    return Judgment(
        sum(each.points for each in judgments),
        sum(each.doubles for each in judgments),
        tuple(item for each in judgments for item in each.items),
        tuple(row for each in judgments for row in each.limits),
        apart=tuple(row for each in judgments for row in each.apart),
    )


def ask_tiles(rows: tuple[ScoringRow, ...], tiles: TileFacts) -> Judgment:
    """What holds of the tile rows that a judgment left open."""
    return judgment(tuple((row, 1) for row in rows if registry.TILE_PATTERNS[row.pattern][0](tiles)))
