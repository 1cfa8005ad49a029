"""Scoring against other libraries: from the benchmark that goes into it more deeply."""

from __future__ import annotations

import contextlib
import io
import re
import statistics
from collections.abc import Iterator
from unittest.mock import patch

from benchmarks import bench_scoring, riichi_hands
from benchmarks.measure import Row

HANDS, RIICHI_HANDS = 20_000, 6_000
_LINE = re.compile(r"^(\S.*?) +([\d,]+) hands/s .* is +([\d.]+) x as fast", re.MULTILINE)


def measure_scoring() -> Iterator[Row]:
    """Distinct complete hands, itemised."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), patch("sys.argv", ["bench_scoring", str(HANDS)]):
        bench_scoring.main()
    rates = {name: (speed, float(ratio)) for name, speed, ratio in _LINE.findall(printed.getvalue())}
    ours = f"{rates.pop('mjlog')[0]} hands/s"
    aims = {"mahjong": 20.0, "PyMahjongGB": 1.0}
    for name, (speed, ratio) in rates.items():
        yield Row(f"scoring a hand : {name}", aims[name.split(" ")[0]], ratio, f"{ours}; {speed} hands/s")


def measure_riichi() -> Iterator[Row]:
    """Hands of riichi with dora, sets on the table and all ways of winning, itemised."""
    taken = riichi_hands.speeds(RIICHI_HANDS)
    ours, aims = taken.pop("mjlog"), {"mahjong": 20.0, "riichienv": 1.0}
    for name, times in taken.items():
        ratio = statistics.median(one / own for one, own in zip(times, ours, strict=True))
        said = f"{statistics.median(ours):.2f} us a hand; {statistics.median(times):.2f} us"
        yield Row(f"scoring a hand of riichi : {name}", aims[name], ratio, said)
