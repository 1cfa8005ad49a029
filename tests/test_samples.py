"""The sample logs that ship with the program: real games without a fault, and one small fault for each code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mjlog
from mjlog.findings import registry
from mjlog.rules import CHECKS
from mjlog.rulesets import load
from samples import FINDINGS, GAMES, LOGS, RECORDS, expected, fault_result, game_result, name_of

_PACKAGE = Path(mjlog.__file__).parent
_RAISED_OUTSIDE_RULES = ("audit", "formats")
_REFUSING_CALLS = {"Refusal", "Fault", "MalformedError", "_note", "_fault", "fault"}
_NOT_IN_CLASSICAL = {"unknown-card"}


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


def test_ten_games_ship() -> None:
    """Eight logs and two packed folders of hand histories."""
    assert (len(LOGS), len(RECORDS)) == (8, 2)


@pytest.mark.parametrize("path", GAMES, ids=_ids)
def test_game_comes_to_what_is_expected(path: Path) -> None:
    """Every hand has the winner, scores, settlement and final state written down for it, and no finding."""
    result = game_result(path)
    assert all(hand["findings"] == [] for hand in result["hands"])
    assert result == expected(path)


@pytest.mark.parametrize("path", FINDINGS, ids=_ids)
def test_small_log_gives_its_one_finding(path: Path) -> None:
    """The fault of the log's name is found once, where it happens, and nothing else."""
    found = fault_result(path)
    assert found == expected(path)
    assert [one["code"] for one in found["findings"]] == ([] if name_of(path) == "legal" else [name_of(path)])


@pytest.mark.parametrize("path", FINDINGS, ids=_ids)
def test_small_log_says_what_is_wrong_with_it(path: Path) -> None:
    """A note tells the reader in a sentence."""
    assert b'"type": "note"' in path.read_bytes().splitlines()[1]


def test_every_code_of_classical_has_a_sample() -> None:
    """What can be found is shown by an example, and nothing is shown that the registry does not know."""
    shown = {name_of(path) for path in FINDINGS} - {"legal"}
    assert codes_of_classical() - shown == set()
    assert shown - set(registry()) == set()


def test_codes_in_the_source_are_found_by_this_test() -> None:
    """The codes that the audit itself raises are read from its source: some that are known to be there."""
    assert _codes_written_in(_RAISED_OUTSIDE_RULES) >= {"wrong-score", "not-zero-sum", "unknown-ruleset", "bad-event"}
