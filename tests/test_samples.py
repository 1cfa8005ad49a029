"""The sample logs that ship with the program: real games without a fault, and one small fault for each code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mjlog
from audit import dead_cases
from cases import all_cases
from each import each
from mjlog.findings import registry
from mjlog.rules import CHECKS
from mjlog.rulesets import load, shipped
from samples import (
    DEAD_DOCUMENTS,
    DEAD_HANDS,
    DOCUMENTS,
    EXPECTED,
    FINDINGS,
    GAMES,
    LOGS,
    RECORDS,
    RULES,
    dead_samples,
    documents_of,
    expected,
    fault_result,
    game_result,
    kept,
    name_of,
    rule_samples,
    rule_sets,
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
    """Logs of every rule set, one of a single seat, and two packed folders of hand histories."""
    assert (len(LOGS), len(RECORDS)) == (18, 2)


@pytest.mark.parametrize("path", GAMES, ids=_ids)
def test_game_comes_to_what_is_expected(path: Path) -> None:
    """Every hand has the winner, scores, settlement and final state written down for it, and no fault."""
    result = game_result(path)
    assert {one["severity"] for hand in result["hands"] for one in hand["findings"]} <= {"info"}
    assert result == expected(path)


@each("path", FINDINGS, ids=_ids)
def test_small_log_gives_its_one_finding(path: Path) -> None:
    """The fault of the log's name is found once, where it happens, and nothing but the fault that led to it."""
    found = fault_result(path)
    assert found == expected(path)
    name = name_of(path)
    assert [one["code"] for one in found["findings"]] == ([] if name == "legal" else [*_LED_TO.get(name, ()), name])


@each("path", FINDINGS, ids=_ids)
def test_small_log_says_what_is_wrong_with_it(path: Path) -> None:
    """A note tells the reader in a sentence."""
    second = path.read_bytes().splitlines()[1]
    assert b'"type": "note"' in second, f"the second line of {path.name} is no note that says what goes wrong in it"


@each("ruleset", rule_sets())
def test_nothing_is_kept_of_a_log_that_is_no_more(ruleset: str) -> None:
    """Every line that is kept of a rule set is of the log of a case."""
    assert ruleset in shipped()
    assert {f"{ruleset}/{name}" for name in kept(ruleset)} == set(rule_samples(f"{ruleset}/"))


def test_what_is_kept_is_of_logs_that_there_are() -> None:
    """A file each rule set with cases, one for dead hands, one for faults, in which each log has a line."""
    assert {path.stem for path in EXPECTED.iterdir()} == {*rule_sets(), DEAD_HANDS.name, "findings"}
    assert list(kept("findings")) == [name_of(path) for path in FINDINGS]


@each("ruleset", rule_sets())
def test_the_documents_of_a_rule_set_are_logs_of_its_cases(ruleset: str) -> None:
    """Of each that ships some lie in its folder as they are written, legal and illegal ones, and no other."""
    logs = rule_samples(f"{ruleset}/")
    lying = {f"{ruleset}/{name_of(path)}": path.read_bytes() for path in (RULES / ruleset).iterdir()}
    assert lying == {name: logs[name] for name in documents_of(ruleset)}
    assert {name.rpartition("-")[2] for name in lying} == {"legal", "illegal"}


def test_the_documents_of_dead_hands_are_logs_of_their_cases() -> None:
    """One of each rule set; they lie in the folder as they are written, and no other."""
    assert {name_of(path): path.read_bytes() for path in DEAD_HANDS.iterdir()} == {
        name: dead_samples()[name] for name in DEAD_DOCUMENTS
    }
    assert {dead_cases.CASES[name].text.split()[1].rstrip(";") for name in DEAD_DOCUMENTS} == set(shipped())


def test_every_document_is_of_a_case() -> None:
    """Nothing is chosen that is no more, and no folder is of a rule set that is no more."""
    assert set(DOCUMENTS) <= set(all_cases())
    assert {path.name for path in RULES.iterdir()} == set(rule_sets())


def test_every_code_of_classical_has_a_sample() -> None:
    """What can be found is shown by an example, and nothing is shown that the registry does not know."""
    shown = {name_of(path) for path in FINDINGS} - {"legal"}
    assert codes_of_classical() - shown == set()
    assert shown - set(registry()) == set()


def test_codes_in_the_source_are_found_by_this_test() -> None:
    """The codes that the audit itself raises are read from its source: some that are known to be there."""
    assert _codes_written_in(_RAISED_OUTSIDE_RULES) >= {"wrong-score", "not-zero-sum", "unknown-ruleset", "bad-event"}
