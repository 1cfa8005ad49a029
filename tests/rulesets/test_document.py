"""Rule set documents: what they declare, and what is wrong with one."""

from __future__ import annotations

import importlib.resources

import pytest

from each import each
from mjlog.errors import RuleSetError
from mjlog.rulesets import OptionInfo, load, parse, shipped

SMALLEST = """
id = "house"
[wall]
mechanism = "both-ends"
[deal]
mechanism = "four-four-four-one"
"""


def test_a_shipped_rule_set_is_found_by_its_id() -> None:
    assert "classical" in shipped()
    text = (importlib.resources.files("mjlog.rulesets") / "classical.toml").read_text("utf-8")
    assert (load("classical").id, load("classical").document) == ("classical", text)


def test_an_unknown_rule_set_is_refused_by_name() -> None:
    """And those that ship are listed."""
    with pytest.raises(RuleSetError, match=r"no rule set 'nowhere': .*classical"):
        load("nowhere")


@each("ruleset", shipped())
def test_rules_of_a_shipped_set_are_complete(ruleset: str) -> None:
    """Ids are its own and not repeated, statements are sentences, no check serves two rules."""
    rules = load(ruleset).rules
    ids = [rule.id for rule in rules]
    assert len(ids) == len(set(ids))
    assert all(rule.id.startswith(f"{ruleset}/") and rule.text.endswith(".") for rule in rules)
    checks = [check for rule in rules for check in rule.checks]
    assert len(checks) == len(set(checks))


def test_a_rule_is_found_by_its_id() -> None:
    """Or not at all."""
    rule = load("classical").rule("classical/claim-1")
    assert rule is not None
    assert "chow from the left" in rule.text
    assert load("classical").rule("classical/claim-99") is None


def test_a_club_can_write_its_own() -> None:
    """From the same mechanisms, without a line of code."""
    ruleset = parse(SMALLEST)
    assert (ruleset.id, ruleset.title, ruleset.version, ruleset.rules) == ("house", "house", "1", ())


@each("text, words", [
    ("id = ", "not TOML"),
    ("title = 'no id'\n", "id"),
    ("id = 'x'\nrule = 5\n", ""),
    ("id = 'x'\n[[rule]]\nid = 'a-1'\n", "text"),
    ("id = 'x'\n[options.A]\nkind = 'bool'\n", "default"),
    ("id = 'x'\n[options.A]\nkind = 'bool'\ndefault = 7\n", "option A"),
    ("id = 'x'\n[options.A]\nkind = 'count'\ndefault = -1\n", "option A"),
    ("id = 'x'\n[options.A]\nkind = 'choice'\ndefault = 'c'\nvalues = ['a', 'b']\n", "option A"),
    ("id = 'x'\n" + "a = [" * 2000, ""),
    ("x" * 2_000_000, ""),
])  # fmt: skip
def test_a_document_that_is_none_says_what_is_wrong(text: str, words: str) -> None:
    """Always the same kind of error, with what is missing or misused."""
    with pytest.raises(RuleSetError) as raised:
        parse(text)
    assert words in str(raised.value)


@pytest.mark.parametrize(("kind", "good", "bad"), [
    ("bool", [True, False, 0, 1], [2, "yes", None, 0.5]),
    ("count", [0, 7, 1000], [-1, True, "7", 1.5, 10**10]),
    ("int", [-3, 0, 3], [True, "3", 0.5, -(10**10)]),
    ("score", [0, 20, 10000, 50_000_000], [-20, False, None]),
])  # fmt: skip
def test_an_option_takes_values_of_its_kind(kind: str, good: list[object], bad: list[object]) -> None:
    """And no others."""
    option = OptionInfo(kind, 0, "")
    assert [value for value in good if not option.accepts(value)] == []
    assert [value for value in bad if option.accepts(value)] == []


def test_a_choice_is_one_of_its_values() -> None:
    """Of the same type."""
    option = OptionInfo("choice", "a", "", ("a", 1))
    assert option.accepts("a")
    assert option.accepts(1)
    assert not option.accepts(True)
    assert not option.accepts("b")
