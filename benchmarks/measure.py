"""Measuring: best of several runs, and a line of the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

RUNS = 5


@dataclass(frozen=True)
class Row:
    """A line of the table: what was compared, the ratio aimed at and the one reached, the figures behind it.

    `at_most`: the figure should be small (a time, or how many times slower), not large. `target` None: for information.
    """

    name: str
    target: float | None
    reached: float
    figures: str
    unit: str = "x"
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the target is reached."""
        if self.target is None:
            return True
        return self.reached <= self.target if self.at_most else self.reached >= self.target

    @property
    def aim(self) -> str:
        """The target in words."""
        return "" if self.target is None else f"{'≤' if self.at_most else '≥'} {_figure(self.target, self.unit)}"

    @property
    def result(self) -> str:
        """What was reached, in words."""
        missed = "" if self.is_met else " (missed)"
        return _figure(self.reached, self.unit) + missed


def _figure(value: float, unit: str) -> str:
    text = f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
    return f"{text} {unit}"


def seconds(work: Callable[[], object]) -> float:
    """How long it takes, once."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best_times(works: Mapping[str, Callable[[], object]], runs: int = RUNS) -> dict[str, float]:
    """The best time (seconds) of each work; they take turns, so that a busy moment of the machine hits all of them."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(runs):
        for name, work in works.items():
            best[name] = min(best[name], seconds(work))
    return best


def rate(count: int, spent: float, noun: str) -> str:
    """A speed in words."""
    return f"{count / spent:,.0f} {noun}/s"
