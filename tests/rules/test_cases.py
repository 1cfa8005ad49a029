"""Every rule of every rule set bites: a log that keeps it has no fault, one that breaks it just that one.

Read from files, as anybody's logs are; what is kept of each log in `tests/expected` is found in it again.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from cases import Case, rule_of, sample_of
from disputes.narrated import SUFFIX
from each import try_each
from mjlog.findings import Finding
from samples import audit, chosen_cases, digest_of, findings_result, kept, rule_samples, rule_sets, write_logs
from short_logs import marked


@pytest.mark.parametrize("ruleset", rule_sets())
def test_logs_that_keep_the_rules_have_no_fault(ruleset: str, tmp_path: Path) -> None:
    """Nothing is found in a log of legal play but what it tells of mistakes that were dealt with at the table."""
    cases = chosen_cases(f"{ruleset}/").items()
    try_each((key, partial(_keeps_the_rule, key, case, tmp_path)) for key, case in cases)


def _keeps_the_rule(key: str, case: Case, folder: Path) -> None:
    found = _found_as_kept(key, "legal", folder)
    assert [one.code for one in found] == [*case.infos], _said(found)
    assert {one.severity for one in found} <= {"info"}, _said(found)


@pytest.mark.parametrize("ruleset", rule_sets())
def test_logs_that_break_the_rules_are_found_out(ruleset: str, tmp_path: Path) -> None:
    """The fault is found once, at the event that shows it, and cites the rule."""
    cases = [(key, case) for key, case in chosen_cases(f"{ruleset}/").items() if case.illegal]
    try_each((key, partial(_breaks_the_rule, key, case, tmp_path)) for key, case in cases)


def _breaks_the_rule(key: str, case: Case, folder: Path) -> None:
    found = _found_as_kept(key, "illegal", folder)
    assert sorted(one.code for one in found) == sorted((case.code, *case.also)), _said(found)
    fault = next(one for one in found if one.code == case.code)
    assert (fault.rule, fault.severity, fault.seq) == (rule_of(key), case.severity, marked(case.illegal)), _said(found)


def _found_as_kept(key: str, verdict: str, folder: Path) -> list[Finding]:
    """What is found in a log of a case, if that is what is kept of this log."""
    ruleset, _, name = f"{sample_of(key)}-{verdict}".partition("/")
    content, row = _logs(ruleset)[f"{ruleset}/{name}"], _kept(ruleset)[name]
    (path,) = write_logs({f"{name}{SUFFIX}": content}, folder)
    found = [finding for report in audit(path) for finding in report.findings]
    assert {"log": name, "digest": digest_of(content), **findings_result(found)} == row
    return found


@cache
def _logs(ruleset: str) -> dict[str, bytes]:
    return rule_samples(f"{ruleset}/")


@cache
def _kept(ruleset: str) -> dict[str, dict[str, Any]]:
    return kept(ruleset)


def _said(found: list[Finding]) -> list[str]:
    return [f"{one.code} {one.rule} at {one.seq}: {one.message}" for one in found]
