"""No text makes a regular expression of the program slow: what it takes grows with the text, not with its square."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from each import try_each
from expressions import Expression, expressions, texts

_STEP = 4
SIZES = [12]
while SIZES[-1] < 4_000:
    SIZES.append(-(-SIZES[-1] * 7 // 5))
_BACK = 4
"""Steps back to a text of about a quarter of the size."""
_NOTHING, _ENDLESS = 0.003, 0.2
"""Seconds of the processor: below, nothing can be said; above, no expression is linear that reads 4,000 signs."""
Run = Callable[["re.Pattern[Any]", Any], object]


def _held_against(pattern: re.Pattern[Any], text: Any) -> None:
    pattern.fullmatch(text)
    pattern.match(text)


def _searched_for(pattern: re.Pattern[Any], text: Any) -> None:
    for _found in pattern.finditer(text):
        pass


def _cost(run: Run, pattern: re.Pattern[Any], text: Any) -> float:
    begun = time.thread_time()
    run(pattern, text)
    return time.thread_time() - begun


def _grows(run: Run, pattern: re.Pattern[Any], growing: Iterable[Any]) -> Any:
    """The first of these texts for which it takes much longer than four times what a quarter of it takes, if any."""
    costs: list[float] = []
    for text in growing:
        most = 3 * _STEP * max(costs[-_BACK] if len(costs) >= _BACK else 0.0, 1e-5)
        cost = _cost(run, pattern, text)
        if cost > max(most, _NOTHING):
            cost = cost if cost > _ENDLESS else min(_cost(run, pattern, text) for _again in range(4))
        if cost > max(most, _NOTHING):
            return text
        costs.append(cost)
    return None


def _stays_linear(one: Expression) -> None:
    for run in (_held_against, _searched_for) if one.is_searched else (_held_against,):
        for growing in texts(one.pattern, SIZES):
            slow = _grows(run, one.pattern, growing)
            assert slow is None, f"{one.pattern.pattern!r} of {one.module}, {run.__name__[1:]}: slow on {slow[:40]!r}…"


def test_every_expression_of_the_program_stays_linear() -> None:
    found = expressions()
    assert len(found) > 200
    try_each((repr(one.pattern.pattern)[:60], lambda one=one: _stays_linear(one)) for one in found)  # type: ignore[misc]


@pytest.mark.parametrize(("pattern", "is_searched"), [
    (r"<(/?[A-Za-z]+\d*)([^<>]*)>", False),
    (r"(\d+)(?!.*\d)", True),
    (r"^(?P<left>.*?)\s+(?P<n>\d+) \((?P<name>.*)\)$", False),
    (r"(?:([1-9]+(?=[bcdfs])|[0-9]+(?=[bcd]))([bcdwfsk]))+", False),
    (r"\s*\(.*\)$", True),
    (r"\s+x", True),
    (r"(a|aa)+$", False),
    (r"[0-9]+/", True),
    (r"<a[^>]*>", True),
])  # fmt: skip
def test_a_slow_expression_is_noticed(pattern: str, is_searched: bool) -> None:
    with pytest.raises(AssertionError, match="slow on"):
        _stays_linear(Expression(re.compile(pattern), "m", is_searched))


def test_expressions_are_found_wherever_they_stand() -> None:
    """In a module, in a table, in what a function encloses, in a class, and in a function that compiles none."""
    found = {one.pattern.pattern for one in expressions()}
    assert r"\s+(?:full|table|result)(?=[\s;,#]|$)" in found
    assert {rb"[\xf0-\xf7]", r"[1-9][0-9]{0,5}", r'(?m)^(id\s*=\s*["\'])name(?=["\'])'} <= found
