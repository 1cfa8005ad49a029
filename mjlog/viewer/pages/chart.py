"""The chart of running totals: a line a player, a point a hand; dashes and marks tell them apart besides colours.

It tells what the score sheet tells: of a hand in progress nothing.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import escape

from mjlog.audit.game import Game
from mjlog.text import points, shown
from mjlog.viewer.drawing import fitted
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


class ChartPoint(NamedTuple):
    """The totals after a hand by its number, None where they are not known; the first point stands for the beginning.

    Totals run parallel to the players.
    """

    number: int | None
    totals: tuple[int | None, ...]


@dataclass(frozen=True)
class TotalsChart:
    """A game in totals. `players`: names as they may be printed; `points`: the beginning, then a point a hand."""

    players: tuple[str, ...]
    points: tuple[ChartPoint, ...]

    @functools.cached_property
    def ticks(self) -> Ticks:
        """What the axis is marked with."""
        return ticks([total for point in self.points for total in point.totals])


def chart(game: Game) -> TotalsChart:
    """The totals of a game, after each hand that is over."""
    sheet = score_sheet(game)
    begun = game.rules.plan.family.start_points if game.rules is not None else 0
    over = [hand for hand in sheet.hands if hand.outcome != "in progress"]
    points = [ChartPoint(hand.number, tuple(cell.total for cell in hand.cells)) for hand in over]
    return TotalsChart(sheet.players, (ChartPoint(None, (begun,) * len(sheet.players)), *points))


def ticks(totals: Sequence[int | None]) -> Ticks:
    """Round ticks that take in all totals and nought: steps of 1, 2 or 5, tens of them, hundreds and so on.

    >>> ticks([0, -64, None, 128]), ticks([])
    (Ticks(low=-100, high=150, step=50), Ticks(low=0, high=1, step=1))
    """
    known = [0, *(total for total in totals if total is not None)]
    low, high = min(known), max(known)
    steps = (number * 10**power for power in itertools.count() for number in _ROUND)
    step = next(step for step in steps if high - low <= step * _MOST_INTERVALS)
    low, high = low // step * step, -(-high // step) * step
    return Ticks(low, max(high, low + step), step)


WIDTH, HEIGHT = 720.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 80.0, 170.0, 14.0, 34.0
_LINE = 20.0
"""The least distance of two names at the right edge."""
_MOST_LABELS = 12
_MARKS = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z", "M-3.6 -3.6H3.6V3.6H-3.6Z", "M0 -4.8L4.6 3.4H-4.6Z", "M0 -5L5 0L0 5L-5 0Z",
)  # fmt: skip
_NAME_ROOM, _LARGEST = 145.0, 20.0
"""Room for a name, in the size of letters that a phone has."""


def chart_svg(chart: TotalsChart, each: str = "hand", name_of: Callable[[int], str] = points) -> str:
    """The chart as SVG, a point for `each`; empty before there is one. `name_of`: how points are told."""
    if len(chart.points) < 2:
        return ""
    last = [(name, _last_known(chart, at)) for at, name in enumerate(chart.players)]
    words = ", ".join(f"{name} {'unknown' if total is None else name_of(total)}" for name, total in last)
    axis = ""
    for value in chart.ticks.values:
        y = _y(chart, value)
        look = "nought" if value == 0 else "tick"
        axis += f'<path class="{look}" d="M{_LEFT} {y}H{WIDTH - _RIGHT}"/>'
        axis += f'<text class="label" x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{name_of(value)}</text>'
    # The numbers of the hands below the chart: no more than fit side by side; the last one always.
    numbers, end = "", len(chart.points) - 1
    every = -(-end // _MOST_LABELS)
    for at, point in enumerate(chart.points):
        if point.number is not None and (at == end or (at % every == 0 and end - at >= every)):
            x, y = _x(chart, at), HEIGHT - 12
            numbers += f'<text class="label" x="{x}" y="{y}" text-anchor="middle">{point.number}</text>'
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-labelledby="chart-words">'
        f'<title id="chart-words">Totals after {len(chart.points) - 1} {each}s: {escape(words)}</title>'
        f"{axis}{numbers}{''.join(_players(chart, name_of))}</svg>"
    )


def _x(chart: TotalsChart, at: int) -> float:
    return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * at / (len(chart.points) - 1), 1)


def _y(chart: TotalsChart, total: int) -> float:
    low, high = chart.ticks.low, chart.ticks.high
    return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - total) / (high - low), 1)


def _players(chart: TotalsChart, name_of: Callable[[int], str]) -> Iterator[str]:
    # Names stand at the right edge at the end of their lines, but not on one another.
    ends = [_y(chart, _last_known(chart, at) or 0) + 4 for at in range(len(chart.players))]
    names, lowest = [0.0] * len(ends), _TOP
    for rank, at in enumerate(sorted(range(len(ends)), key=ends.__getitem__)):
        rest = (len(ends) - rank - 1) * _LINE
        names[at] = lowest = min(max(ends[at], lowest + (_LINE if rank else 0)), HEIGHT - _BOTTOM + 4 - rest)
    for at, name in enumerate(chart.players):
        marks = "".join(
            _mark(at, _x(chart, index), _y(chart, total), f"{name}: {name_of(total)} after hand {point.number}")
            for index, point in enumerate(chart.points)
            if (total := point.totals[at]) is not None and index
        )
        yield f'<path class="line-of p{at}" d="{_way(chart, at)}"/>{marks}'
        x = WIDTH - _RIGHT + 12
        yield _mark(at, x, names[at] - 4)
        short = fitted(shown(name, 60), _NAME_ROOM, _LARGEST)
        yield f'<text class="name" x="{x + 10}" y="{names[at]}">{escape(short)}</text>'


def _mark(at: int, x: float, y: float, words: str = "") -> str:
    shape = f'class="mark-of p{at}" d="{_MARKS[at % 4]}" transform="translate({x} {y})"'
    return f"<path {shape}><title>{escape(words)}</title></path>" if words else f"<path {shape}/>"


def _way(chart: TotalsChart, at: int) -> str:
    """The line of a player; where totals are not known there is a gap."""
    parts, is_drawn = [], False
    for index, point in enumerate(chart.points):
        total = point.totals[at]
        if total is None:
            is_drawn = False
            continue
        parts.append(f"{'L' if is_drawn else 'M'}{_x(chart, index)} {_y(chart, total)}")
        is_drawn = True
    return "".join(parts)


def _last_known(chart: TotalsChart, at: int) -> int | None:
    return next((point.totals[at] for point in reversed(chart.points) if point.totals[at] is not None), None)
