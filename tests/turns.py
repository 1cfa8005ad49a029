"""Long tables of cases are asked in turns: a run of the tests asks a share of each, `.ci/run` asks all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

TURNS = int(os.environ.get("MJLOG_TEST_TURNS", "8"))
"""Every so manieth case is asked; 1: all of them."""


def examples(number: int) -> int:
    """How many examples a property is tried with where tables are asked in turns: a quarter, others in every run."""
    return number if TURNS == 1 else -(-number // 4)


def in_turn(cases: Iterable[T], first: int = 0) -> list[T]:
    """The cases whose turn it is, the first one among them; those after it where several tests share a table."""
    return list(islice(cases, first % TURNS, None, TURNS))
