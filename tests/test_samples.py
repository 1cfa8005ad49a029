"""The sample logs that ship with the program: real games without a fault, and one small fault for each code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mjlog
from cases import all_cases, sample_of
from mjlog.findings import registry
from mjlog.rules import CHECKS
from mjlog.rulesets import load, shipped
from samples import (
    FINDINGS,
    GAMES,
    LOGS,
    RECORDS,
    RULES,
    expected,
    expected_path,
    fault_result,
    game_result,
    name_of,
    rule_samples,
)

_PACKAGE = Path(mjlog.__file__).parent
_RAISED_OUTSIDE_RULES = ("audit", "formats")
_REFUSING_CALLS = {"Refusal", "Fault", "MalformedError", "_note", "_fault", "fault"}
_NOT_IN_CLASSICAL = {"unknown-card"}
_LED_TO = {"dead-count": ["out-of-turn"], "dead-false-mahjong": ["not-on-card"]}
"""What is told only as the consequence of another fault."""


def _ids(path: Path) -> str:
    return name_of(path)


def codes_of_classical() -> set[str]:
    """The codes that a game of `classical` can be told: by its checks, and by the audit and the readers themselves."""
    by_rules = {code for check in load("classical").checks() for code in CHECKS[check].codes}
    return by_rules | _codes_written_in(_RAISED_OUTSIDE_RULES) - _NOT_IN_CLASSICAL


def _codes_written_in(folders: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for folder in folders:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in _REFUSING_CALLS:
                    found |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
    return found & set(registry())


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_the_games_ship() -> None:
    """Logs of every rule set, and two packed folders of hand histories."""
    assert (len(LOGS), len(RECORDS)) == (16, 2)


@pytest.mark.parametrize("path", GAMES, ids=_ids)
def test_game_comes_to_what_is_expected(path: Path) -> None:
    """Every hand has the winner, scores, settlement and final state written down for it, and no fault."""
    result = game_result(path)
    assert {one["severity"] for hand in result["hands"] for one in hand["findings"]} <= {"info"}
    assert result == expected(path)


@pytest.mark.parametrize("path", FINDINGS, ids=_ids)
def test_small_log_gives_its_one_finding(path: Path) -> None:
    """The fault of the log's name is found once, where it happens, and nothing but the fault that led to it."""
    found = fault_result(path)
    assert found == expected(path)
    name = name_of(path)
    assert [one["code"] for one in found["findings"]] == ([] if name == "legal" else [*_LED_TO.get(name, ()), name])


@pytest.mark.parametrize("path", FINDINGS, ids=_ids)
def test_small_log_says_what_is_wrong_with_it(path: Path) -> None:
    """A note tells the reader in a sentence."""
    assert b'"type": "note"' in path.read_bytes().splitlines()[1]


@pytest.mark.parametrize("key", sorted(all_cases()))
def test_rule_is_shown_by_a_log_that_keeps_it_and_one_that_breaks_it(key: str) -> None:
    """The logs are the cases of the tests, written out; what is expected of them is found."""
    case = all_cases()[key]
    for verdict, text in (("legal", case.legal), ("illegal", case.illegal)):
        path = RULES / f"{sample_of(key)}-{verdict}.mjlog.jsonl"
        assert path.exists() == bool(text), path
        if text:
            assert path.read_bytes() == rule_samples(sample_of(key))[path]
            assert fault_result(path) == expected(path)


@pytest.mark.parametrize("ruleset", sorted({key.split("/")[0] for key in all_cases()}))
def test_no_log_of_a_rule_is_left_over(ruleset: str) -> None:
    """Every log in the folder of a rule set is that of a case, and has its expected result."""
    assert ruleset in shipped()
    logs = set(rule_samples(f"{ruleset}/"))
    assert set((RULES / ruleset).iterdir()) == logs | {expected_path(path) for path in logs}


def test_every_code_of_classical_has_a_sample() -> None:
    """What can be found is shown by an example, and nothing is shown that the registry does not know."""
    shown = {name_of(path) for path in FINDINGS} - {"legal"}
    assert codes_of_classical() - shown == set()
    assert shown - set(registry()) == set()


def test_codes_in_the_source_are_found_by_this_test() -> None:
    """The codes that the audit itself raises are read from its source: some that are known to be there."""
    assert _codes_written_in(_RAISED_OUTSIDE_RULES) >= {"wrong-score", "not-zero-sum", "unknown-ruleset", "bad-event"}
