"""Findings in the order in which a reader wants them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mjlog.findings import Finding, by_weight, points_moved, registry


def finding(
    code: str, seq: int | None = 1, severity: str = "error", expected: Any = None, found: Any = None
) -> Finding:
    """Something that was found."""
    return Finding(code=code, severity=severity, seq=seq, line=None, hand=1, seat=None, rule=None, message="",
                   expected=expected, found=found)  # fmt: skip


IN_ORDER = [
    finding("wrong-settlement", 90, expected={"E": -64, "S": 64}, found={"E": -10, "S": 10}),
    finding("wrong-score", 80, expected=64, found=32),
    finding("not-mahjong", 70),
    finding("mahjong-outranked", 71),
    finding("wrong-settlement", 60),
    finding("dead-hand-acts", 50),
    finding("tile-not-held", 40),
    finding("chow-not-from-left", 41),
    finding("bad-field", 30),
    finding("bad-event", None),
    finding("wrong-score", 20, "warning", 8, 4),
    finding("out-of-turn", 10, "warning"),
    finding("dead-count", 5, "info"),
]


@pytest.mark.parametrize("seed", range(5))
def test_findings_are_sorted_by_severity_points_kind_and_event(seed: int) -> None:
    """In whatever order they are given."""
    mixed = random.Random(seed).sample(IN_ORDER, len(IN_ORDER))
    assert [(one.code, one.seq) for one in by_weight(mixed)] == [(one.code, one.seq) for one in IN_ORDER]


def test_what_weighs_the_same_stays_in_the_order_in_which_it_was_found() -> None:
    alike = [finding("wrong-score", 9, expected=4, found=8) for _ in range(4)]
    assert [id(one) for one in by_weight(alike)] == [id(one) for one in alike]


@pytest.mark.parametrize(("code", "expected", "found", "points"), [
    ("wrong-score", 64, 60, 4),
    ("wrong-score", 60, None, 0),
    ("wrong-score", "4 sets", 3, 0),
    ("wrong-settlement", {"E": -64}, {"S": 8}, 64),
    ("wrong-total", 10, 30, 20),
    ("claim-not-open", 17, 400, 0),
    ("wrong-score", True, 3, 0),
])  # fmt: skip
def test_only_points_are_counted_as_points(code: str, expected: Any, found: Any, points: int) -> None:
    """Of other findings the numbers are events or counts."""
    assert points_moved(finding(code, expected=expected, found=found)) == points


def test_every_code_has_its_place() -> None:
    """Also those of rule sets to come."""
    every = [finding(code) for code in (*registry(), "a-code-nobody-knows")]
    assert len(by_weight(every)) == len(every)
