"""The rule set is walked: every rule has a test marked with its id, every check an accepted and a refused case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from asked import Sentence, sentences
from cases import all_cases, rule_of
from each import each
from mjlog.rules import CHECKS
from mjlog.rulesets import RuleSet, load, parent_of, resolve, shipped

TESTS = Path(__file__).resolve().parent.parent


_MARK = re.compile(r'pytest\.mark\.rule\("([^"]+)"\)')


@cache
def _calls(name: str) -> frozenset[str]:
    """The texts that are the first argument of calls by this name in the tests of the rules."""
    return frozenset(text for called, text in _read_calls() if called == name)


def _read_calls() -> Iterator[tuple[str, str]]:
    for path in sorted((TESTS / "rules").glob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        yield from _calls_in(tree, {})
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                yield from _calls_in(function, dict(_texts_named_in(function)))


def _calls_in(within: ast.AST, named: dict[str, str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(within):
        first = node.args[0] if isinstance(node, ast.Call) and node.args else None
        if isinstance(node, ast.Call) and isinstance(first, ast.Constant):
            yield ast.unparse(node.func), str(first.value)
        elif isinstance(node, ast.Call) and isinstance(first, ast.Name) and first.id in named:
            yield ast.unparse(node.func), named[first.id]


def _texts_named_in(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Names that a test gives to texts: `name = "draws_in_turn"`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets, values = (
                one.elts if isinstance(one, ast.Tuple) else [one] for one in (node.targets[0], node.value)
            )
            for target, value in zip(targets, values, strict=False):
                if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                    yield target.id, str(value.value)


@cache
def _sentences() -> list[Sentence]:
    return [one for name in ("rules", "audit") for table in (TESTS / name).glob("*.txt") for one in sentences(table)]


@cache
def _marked() -> set[str]:
    in_tables = {rule for sentence in _sentences() for rule in sentence.rules}
    marks = (_MARK.findall(path.read_text("utf-8")) for path in TESTS.rglob("test_*.py"))
    return {*chain(*marks), *map(rule_of, all_cases()), *in_tables}


def _asked(verdict: str) -> frozenset[str]:
    """The checks that a test, or a row of a table, accepts something by, or refuses."""
    sign = {"accepted": "+", "refused": "-"}[verdict]
    in_tables = {log.check for sentence in _sentences() for log in sentence.logs if log.sign == sign}
    return _calls(verdict) | in_tables | _ASKED_BY_HELPERS


_ASKED_BY_HELPERS = {"totals_add_up", "seats_in_play_are_taken"}
"""Checks of fields that the short notation does not have: see test_rotation and test_seating."""


_REFUSES_WHATEVER_COMES = {
    "flowers_stay_in_the_hand", "nobody_says_fishing", "nothing_drawn_from_the_end", "nothing_laid_out_of_the_hand",
}  # fmt: skip
"""Checks of events that the game has not: there is nothing of them that they could accept."""


def _is_a_game_of_its_own(name: str) -> bool:
    """Whether a rule set is no other's with other values of its options: its parent, if any, is for another number."""
    parent = parent_of(name)
    own, theirs = (resolve(load(one), {}).plan.seats for one in (name, parent or name))
    return parent is None or own != theirs


_WHOLE = list(filter(_is_a_game_of_its_own, shipped()))


@each("rule_id", [rule.id for name in _WHOLE for rule in load(name).rules])
def test_rule_is_shown_kept_and_broken(rule_id: str) -> None:
    """A log that keeps it and one that breaks it; only a rule that no log can show broken has none of these."""
    cases = [case for key, case in all_cases().items() if rule_of(key) == rule_id]
    assert cases, f"no table of tests/cases/ has a case {rule_id!r}: a log that keeps the rule, one that breaks it"
    broken = any(case.illegal for case in cases)
    (rule,) = (rule for rule in load(rule_id.split("/")[0]).rules if rule.id == rule_id)
    assert broken or (rule.breach == "none" and rule.reason), (
        f"no case {rule_id!r} in tests/cases/ has an `illegal` log; if there can be none, `breach` of the rule says so"
    )


def test_marks_name_rules_that_exist() -> None:
    """No test is marked with an id that its rule set does not have."""
    known = {rule.id for name in shipped() for rule in load(name).rules}
    assert {mark for mark in _marked() if mark.split("/")[0] in shipped()} - known == set()


@each("check", sorted({check for name in shipped() for check in load(name).checks()}))
def test_check_accepts_and_refuses_something(check: str) -> None:
    """A rule that refuses everything, or nothing, is none; but for one that says what is not played."""
    for verdict, found in (
        ("accepted", check in _asked("accepted") | _REFUSES_WHATEVER_COMES),
        ("refused", check in _asked("refused")),
    ):
        assert found, f"no row of a table in tests/rules/ says that {check} has {verdict} something"


@each("name", shipped())
def test_rule_without_a_check_says_why(name: str) -> None:
    """A rule is enforced by checks, by the scoring tables or the settlement, or says that no log can break it."""
    ruleset = load(name)
    cited = _cited(ruleset)
    for rule in ruleset.rules:
        assert rule.checks or rule.id in cited or (rule.breach == "none" and rule.reason), rule.id


def _cited(ruleset: RuleSet) -> set[str]:
    """The rules that wrong scores and payments are reported under."""
    scoring, settlement, final = (ruleset.tables.get(name, {}) for name in ("scoring", "settlement", "final"))
    rows = {str(row["rule"]) for row in scoring.get("item", ())}
    heads = {str(table[key]) for table in (scoring, settlement, final) for key in table if key.split("_")[-1] == "rule"}
    return rows | heads | {str(rule) for rule in scoring.get("cite", {}).values()}


@each("check", sorted(CHECKS))
def test_check_states_its_rule_in_a_sentence(check: str) -> None:
    """The first line of its text is the rule, in the game's words."""
    text = (CHECKS[check].function.__doc__ or "").split("\n")[0]
    assert text.endswith(".")
    assert text[0].isupper()
