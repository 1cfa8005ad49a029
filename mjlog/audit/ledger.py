"""The rows of the scoring table in force, as an announced score is held against them: by name, worth and side."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.compare import announced_items
from mjlog.errors import RuleSetError
from mjlog.rulesets import Rules
from mjlog.scoring import Item, Score
from mjlog.scoring.han_worth import HanTerms, han_terms_of
from mjlog.scoring.registry import SET_PATTERNS
from mjlog.scoring.rows import ScoringRow, resolve_rows
from mjlog.scoring.totals import Combine, Limits, Minimum, Total, combination, limits_of, minimum_of

_SWITCHES = ("with", "without", "when")


@functools.lru_cache(maxsize=100)
def ledger_for(rules: Rules) -> Ledger:
    """The ledger of the rules in force, made once; without rows where they have none."""
    return Ledger(rules)


_EVERY_WIN = ("mahjong", "mahjong-of-sets")
"""Patterns of every winning hand, but for whole hands that are limit hands."""
WINS_OF_EAST = {"easts-ninth-win": 9, "easts-thirteenth-win": 13}
"""Patterns of any hand with which East wins so often in a row."""


class Ledger:
    """Rows of a scoring table. `rows`: those in force; `off`: those that an option switches off; `names`: of all."""

    def __init__(self, rules: Rules) -> None:
        table = dict(rules.scoring.table) if rules.scoring is not None else {}
        options = rules.scoring.options if rules.scoring is not None else {}
        by_fu = rules.scoring is not None and rules.scoring.by_fu
        self._combine = _by_fu(han_terms_of(table, options)) if by_fu else combination(table)
        self._limits, self._minimum = limits_of(table, options), minimum_of(table, options) or Minimum(0, 0)
        self.rows = resolve_rows(table, options, no_limit=self._limits.none)
        self.off = self._switched_off(table, options)
        self._named = {str(row["id"]): str(row["name"]) for row in table.get("item", ())} if table.get("by_id") else {}
        # Also of rows that are worth nothing under these options.
        self.names = frozenset(str(row.get("name", row["id"].replace("-", " "))) for row in table.get("item", ()))

    def as_announced(self, event: ev.Score, scores: list[Score]) -> tuple[ev.Score, list[Score]]:
        """An announced score and what the hand can be worth, with items by the same names, each of them once.

        Where rows are announced by their ids, an item may also stand for all of its kind (mcr/count-6).
        """
        items = announced_items(event.items)
        if not self._named or items is None:
            return event, scores
        said = _by_name(Item(self._named.get(item.name, item.name), item.points, item.doubles, "") for item in items)
        plain = [{"name": item.name, "points": item.points, "doubles": item.doubles} for item in said]
        return replace(event, items=plain), [replace(score, items=_by_name(score.items)) for score in scores]

    def _switched_off(self, table: dict[str, Any], options: Mapping[str, Any]) -> tuple[ScoringRow, ...]:
        on = {row.id for row in self.rows}
        off = [{key: row[key] for key in row if key not in _SWITCHES} for row in table.get("item", ())]
        off = [row for row in off if row.get("id") not in on]
        try:
            return resolve_rows({**table, "item": off}, options, no_limit=self._limits.none)
        except RuleSetError:
            # A row that is not in force may be one that cannot be; then it explains no mistake.
            return ()

    def least(self, east_wins: int | None = 0) -> int:
        """What every win is worth at least: its points for mahjong and what a win needs, or a cheaper limit hand.

        `east_wins`: as which of East's wins in a row it counts, where that is known.
        """
        won = self.open_to(won=True)
        counted = [row for row in won if row.pattern in _EVERY_WIN or WINS_OF_EAST.get(row.pattern, -1) == east_wins]
        points, doubles = sum(row.points for row in counted), sum(row.doubles for row in counted)
        needed = self._minimum
        mahjong = self.total(points, max(doubles, needed.doubles), tuple(row for row in counted if row.is_limit))
        return min([max(mahjong, needed.points), *(self.total(0, 0, (row,)) for row in won if row.is_limit)])

    @property
    def most(self) -> int:
        """What the highest limit hand is worth; 0 where the table has none."""
        return max((worth for _row, worth in self.limits(())), default=0)

    @property
    def limit(self) -> int | None:
        """From how many points on a hand can be a whole limit hand; None where the table has none."""
        worth = [row.limit_points for row in self.open_to(won=True) if row.limit_points]
        return self._limits.value or min(worth, default=None)

    def open_to(self, won: bool) -> list[ScoringRow]:
        """The rows in force for winners, or for losers."""
        return [row for row in self.rows if (row.for_winner if won else row.for_loser)]

    def closed_to(self, won: bool) -> list[ScoringRow]:
        """The rows which only the other side scores, and those that an option switches off."""
        return [row for row in self.rows if not (row.for_winner if won else row.for_loser)] + list(self.off)

    def place(self, row: ScoringRow) -> int:
        """Where the row stands in the document."""
        return (*self.rows, *self.off).index(row)

    def named(self, name: str, points: int, doubles: int) -> ScoringRow | None:
        """The row that an item of this name and worth comes from."""
        rows = [row for row in (*self.rows, *self.off) if row.name == name]
        exact = [row for row in rows if _times(row, points, doubles)]
        return next(iter(exact or rows), None)

    def limit_row(self, announced: Any) -> ScoringRow | None:
        """The limit hand that is announced by its id or name."""
        rows = (row for row in (*self.rows, *self.off) if row.is_limit)
        return next((row for row in rows if announced in (row.id, row.name)), None)

    def is_of_sets(self, row: ScoringRow) -> bool:
        """Whether the row counts single sets or pairs."""
        return row.pattern in SET_PATTERNS

    def limits(self, rows: Iterable[ScoringRow]) -> Iterator[tuple[ScoringRow, int]]:
        """What the limit hands of these rows, and then the others in force, are worth, in points."""
        first = list(rows)
        for row in (*first, *(row for row in self.rows if row.is_limit and row not in first)):
            yield row, self.total(0, 0, (row,))

    def total(self, points: int, doubles: int, limits: tuple[ScoringRow, ...]) -> int:
        """What points, doubles and limit hands make."""
        return self._combine(points, doubles, limits, self._limits)[0]

    def counted(self, row: ScoringRow, score: Score) -> list[tuple[int, int]]:
        """Points and doubles by which a row counts in a score: each item's, and once where it counted several times."""
        items = [item for item in (*score.items, *score.set_aside) if _is_of(item, row)]
        once = [(row.points, row.doubles)] if items or row.id in score.limits else []
        return list(dict.fromkeys([*once, *((item.points, item.doubles) for item in items)]))


def _by_name(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items with the same name put together."""
    found: dict[str, Item] = {}
    for item in items:
        before = found.get(item.name)
        found[item.name] = item if before is None else replace(before, points=before.points + item.points)
    return tuple(found.values())


def _by_fu(terms: HanTerms) -> Combine:
    """What fu, han and yakuman make, for a winner who is not East."""

    def combine(points: int, doubles: int, held: tuple[ScoringRow, ...], limits: Limits) -> Total:
        base = terms.limit * sum(row.limit for row in held) // 100 if held else terms.limit_by_han(points, doubles)[0]
        return terms.payout.received(base, east=False, drawn=False), base, None, held, bool(held)

    return combine


def _is_of(item: Item, row: ScoringRow) -> bool:
    return item.name == row.name and not row.is_limit and _times(row, item.points, item.doubles) > 0


def _times(row: ScoringRow, points: int, doubles: int) -> int:
    """How many times the row makes this worth; 0 if it does not."""
    times = points // row.points if row.points else doubles // row.doubles if row.doubles else 0
    return times if (row.points * times, row.doubles * times) == (points, doubles) else 0
