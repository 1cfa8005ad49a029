"""Every rule of every rule set bites: a log that keeps it has no fault, one that breaks it just that one."""

from __future__ import annotations

import pytest

from cases import Case, all_cases, rule_of
from short_logs import findings, marked


def _params(illegal: bool) -> list[object]:
    chosen = [(key, case) for key, case in all_cases().items() if case.illegal or not illegal]
    return [pytest.param(key, case, marks=pytest.mark.rule(rule_of(key)), id=key) for key, case in chosen]


@pytest.mark.parametrize(("key", "case"), _params(illegal=False))
def test_log_that_keeps_the_rule_has_no_fault(key: str, case: Case) -> None:
    """Nothing is found in a log of legal play but what it tells of mistakes that were dealt with at the table."""
    found = findings(case.legal)
    said = [f"{one.code} {one.rule} at {one.seq}: {one.message}" for one in found]
    assert [one.code for one in found] == [*case.infos], said
    assert {one.severity for one in found} <= {"info"}, said


@pytest.mark.parametrize(("key", "case"), _params(illegal=True))
def test_log_that_breaks_the_rule_is_found_out(key: str, case: Case) -> None:
    """The fault is found once, at the event that shows it, and cites the rule."""
    found = findings(case.illegal)
    said = [f"{one.code} {one.rule} at {one.seq}: {one.message}" for one in found]
    assert sorted(one.code for one in found) == sorted((case.code, *case.also)), said
    fault = next(one for one in found if one.code == case.code)
    assert (fault.rule, fault.severity, fault.seq) == (rule_of(key), case.severity, marked(case.illegal)), said
