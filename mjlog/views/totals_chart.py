"""The running totals of a game as the data of a chart: a point after each hand, ticks for the axis, places by total.

It tells what the score sheet tells: of a hand in progress nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mjlog.audit.game import Game
from mjlog.views.results import Outcome
from mjlog.views.sheet import score_sheet

_MOST_INTERVALS = 6
_ROUND = (1, 2, 5)


class Ticks(NamedTuple):
    """Round numbers that a chart's axis is marked with, nought among them. `step`: from one to the next."""

    low: int
    high: int
    step: int

    @property
    def values(self) -> tuple[int, ...]:
        """All ticks, from the lowest."""
        return tuple(range(self.low, self.high + 1, self.step))


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """The totals after a hand; the first point stands for the beginning, and has no hand.

    `number`: of the hand; `seq`: its first event, `last`: its last one; `winner`: who won it. `totals`, `ranks` and
    `moved` run parallel to the players: points, None where they are not known; the place by points (1 is the most, who
    have as many share it), None unless all are known; how many places up since the last ranks that are known (below 0:
    down). `restated`: the totals before this hand were not known, and were stated anew.
    """

    number: int | None
    seq: int
    last: int
    outcome: Outcome | None
    winner: str | None
    totals: tuple[int | None, ...]
    ranks: tuple[int | None, ...]
    moved: tuple[int, ...]
    restated: bool = False


@dataclass(frozen=True, slots=True)
class TotalsChart:
    """A game in totals. `players`: names as they may be printed; `points`: the beginning, then a point a hand."""

    players: tuple[str, ...]
    points: tuple[ChartPoint, ...]
    ticks: Ticks

    def changes(self) -> list[ChartPoint]:
        """The hands after which somebody had another place by points."""
        return [point for point in self.points if any(point.moved)]


def chart(game: Game) -> TotalsChart:
    """The totals of a game, after each hand that is over."""
    sheet = score_sheet(game)
    points = [_beginning(game, len(sheet.players))]
    known = points[0].ranks
    for row, hand in zip(sheet.hands, game.played, strict=True):
        if row.outcome == "in progress":
            continue
        totals = tuple(cell.total for cell in row.cells)
        ranks = _ranks(totals)
        first, last = game.seq_at(hand.first), game.seq_at(hand.end - 1)
        moved = _moved(known, ranks)
        points.append(ChartPoint(row.number, first, last, row.outcome, row.winner, totals, ranks, moved, row.restated))
        known = ranks if None not in ranks else known
    return TotalsChart(sheet.players, tuple(points), ticks([each for point in points for each in point.totals]))


def _beginning(game: Game, players: int) -> ChartPoint:
    """Nobody has won points yet: nobody has a place either."""
    seq = game.seq_at(0) if game.rows else 0
    stakes = game.rules.plan.stakes if game.rules is not None else None
    nought: tuple[int | None, ...] = (stakes.start_points if stakes is not None else 0,) * players
    return ChartPoint(None, seq, seq, None, None, nought, (None,) * players, (0,) * players)


def _ranks(totals: Sequence[int | None]) -> tuple[int | None, ...]:
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return (None,) * len(totals)
    return tuple(1 + sum(other > total for other in known) for total in known)


def _moved(before: Sequence[int | None], now: Sequence[int | None]) -> tuple[int, ...]:
    pairs = zip(before, now, strict=True)
    return tuple(old - new if old is not None and new is not None else 0 for old, new in pairs)


def ticks(totals: Sequence[int | None]) -> Ticks:
    """Round ticks that take in all totals and nought: steps of 1, 2 or 5, tens of them, hundreds and so on.

    >>> ticks([0, -64, None, 128]), ticks([])
    (Ticks(low=-100, high=150, step=50), Ticks(low=0, high=1, step=1))
    """
    known = [0, *(total for total in totals if total is not None)]
    low, high = min(known), max(known)
    step = _step(high - low)
    low, high = low // step * step, -(-high // step) * step
    return Ticks(low, max(high, low + step), step)


def _step(span: int) -> int:
    unit = 1
    while True:
        for number in _ROUND:
            if span <= number * unit * _MOST_INTERVALS:
                return number * unit
        unit *= 10
