"""Scoring against other libraries: from the benchmark that goes into it more deeply."""

from __future__ import annotations

import contextlib
import io
import statistics
from collections.abc import Iterator

from benchmarks import bench_scoring, riichi_hands
from benchmarks.measure import Row

HANDS, RIICHI_HANDS = 20_000, 6_000
_AIMS = (
    ("", bench_scoring.CLASSICAL, bench_scoring.RIICHI, 20.0),
    ("", bench_scoring.CLASSICAL, bench_scoring.OFFICIAL, 1.0),
    (" of mcr", bench_scoring.MCR, bench_scoring.OFFICIAL, None),
)
"""Which hands, ours, theirs, and how many times as fast as theirs it should be."""


def measure_scoring() -> Iterator[Row]:
    """Distinct complete hands, itemised."""
    with contextlib.redirect_stdout(io.StringIO()):
        rates = bench_scoring.rates(HANDS)
    for hands, ours, theirs, aim in _AIMS:
        said = f"{rates[ours]:,.0f} hands/s; {rates[theirs]:,.0f} hands/s"
        yield Row(f"scoring a hand{hands} : {theirs}", aim, rates[ours] / rates[theirs], said)


def measure_riichi() -> Iterator[Row]:
    """Hands of riichi with dora, sets on the table and all ways of winning, itemised."""
    taken = riichi_hands.speeds(RIICHI_HANDS)
    ours, aims = taken.pop("mjlog"), {"mahjong": 20.0, "riichienv": 1.0}
    for name, times in taken.items():
        ratio = statistics.median(one / own for one, own in zip(times, ours, strict=True))
        said = f"{statistics.median(ours):.2f} us a hand; {statistics.median(times):.2f} us"
        yield Row(f"scoring a hand of riichi : {name}", aims[name], ratio, said)
