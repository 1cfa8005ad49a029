"""A legal and an illegal log for every rule, in the short notation of `short_logs`.

A module per rule set, each with `CASES`: by rule id (`"mahjiang/seats-1"`). A second case for a rule has a word behind
the id: `"mahjiang/break-3#one-short"`. The tests and the sample logs of the rules are made from these.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Case:
    """One rule at work: a log that keeps it, and one that breaks it just once.

    The finding has the `code`, the `severity`, and stands at the event that a `!` before its line marks, or else at the
    last one. `also` are codes of findings that the same fault may bring along. Where no log can show the breach there
    is no `illegal` text. `infos` are the codes of what the legal log tells besides: a mistake that was made at the
    table and recorded with its consequence is no fault of the record.
    """

    legal: str
    illegal: str = ""
    code: str = ""
    severity: str = "error"
    also: tuple[str, ...] = ()
    infos: tuple[str, ...] = ()


@cache
def all_cases() -> dict[str, Case]:
    """Every case of every module here, by its key."""
    found: dict[str, Case] = {}
    for module in sorted(one.name for one in pkgutil.iter_modules(__path__)):
        cases: dict[str, Case] = importlib.import_module(f"{__name__}.{module}").CASES
        twice = found.keys() & cases.keys()
        assert not twice, f"a second case of {sorted(twice)} in {module}: a word behind the id tells them apart"
        found |= cases
    return found


def rule_of(key: str) -> str:
    """The id of the rule that a case is about."""
    return key.partition("#")[0]


def sample_of(key: str) -> str:
    """The rule set and the beginning of the names of a case's sample logs."""
    return key.replace("#", "-")
