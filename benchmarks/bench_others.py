"""Scoring against other libraries: from the benchmark that goes into it more deeply."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from unittest.mock import patch

from benchmarks import bench_scoring
from benchmarks.measure import Row

HANDS = 20_000
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
