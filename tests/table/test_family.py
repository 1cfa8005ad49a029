"""Families of games: what differs between them stands in one object, which every layer finds what it has of it by."""

from __future__ import annotations

import re

import pytest

from mjlog.audit.settling import SETTLINGS
from mjlog.errors import RuleSetError
from mjlog.recording.hints import _OF_A_FAMILY
from mjlog.rulesets import load, parse, resolve, shipped
from mjlog.table.plan import CARD, POINTS, Family
from mjlog_cli.commands.scoring import _NOT_SAID

FAMILIES = {resolve(load(name)).plan.family.name: resolve(load(name)).plan.family for name in shipped()}


def questions() -> set[str]:
    """What a family answers, acts apart."""
    return {name for name in dir(Family) if not name.startswith("_") and not callable(getattr(Family, name))}


def test_every_family_of_a_shipped_rule_set_is_settled_and_spoken_of() -> None:
    assert FAMILIES.keys() == SETTLINGS.keys() == _NOT_SAID.keys() == _OF_A_FAMILY.keys()
    assert FAMILIES["points"] is POINTS
    assert FAMILIES["card"] is CARD


def test_every_question_is_told_in_the_docstring_and_answered_otherwise_by_some_family() -> None:
    told = set(re.findall(r"`(\w+)`", Family.__doc__ or ""))
    alike = {name for name in questions() if len({getattr(one, name) for one in FAMILIES.values()}) == 1}
    # What a rule set may choose need not be chosen by those that ship.
    assert (questions() - told, alike - {*Family.__struct_fields__}) == (set(), set())


@pytest.mark.parametrize(("given", "missing"), [
    ("[riichi]\npoints = 2000\n", r"[riichi] without [stakes] and shared in [settlement]"),
    ('[stakes]\nchombo = "none"\n', r"[stakes] without [riichi] and shared in [settlement]"),
])  # fmt: skip
def test_a_part_of_riichi_alone_is_refused_and_what_is_missing_is_told(given: str, missing: str) -> None:
    document = parse(f"{load('western').document}\n{given}")
    with pytest.raises(RuleSetError, match=re.escape(missing)):
        resolve(document)
