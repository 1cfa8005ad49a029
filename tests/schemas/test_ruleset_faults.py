"""Rule set documents and option values are explained before anything is built from them."""

from __future__ import annotations

import importlib.resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near_events import junk

from mjlog_schemas import explain_options, explain_ruleset

HEAD = 'id = "club"\n'
SHIPPED = sorted(
    entry.name for entry in importlib.resources.files("mjlog.rulesets").iterdir() if entry.name.endswith(".toml")
)


def told(document: str) -> list[str]:
    """The messages about a document with a sound head."""
    return [fault.message for fault in explain_ruleset(HEAD + document)]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_rule_set_is_sound(name: str) -> None:
    text = (importlib.resources.files("mjlog.rulesets") / name).read_text("utf-8")
    assert explain_ruleset(text) == []


def test_a_rule_set_with_options_rules_and_tables_of_others_is_sound() -> None:
    document = """
        [options.Flowers]
        kind = "bool"
        default = true
        [options.undeclared_kong]
        kind = "choice"
        values = ["pung", "kong"]
        default = "pung"
        [[rule]]
        id = "chow-1"
        text = "a chow only from the left"
        checks = ["chow_from_left"]
        option = "Flowers"
        [scoring.points]
        anything = [1, 2]
        [mechanisms]
        more = true
    """
    assert told(document) == []


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("wall = 1", "wall is 1; expected a table"),
        ("options = 1", "options is 1; expected tables like [options.SevenPairs]"),
        ("rule = 1", "rule is 1; expected tables like [[rule]]"),
        ('version = 3', "version is 3; expected a text of 1 to 200 characters"),
        ('[options.A]\nkind = "bool"', "options.A.default is missing; expected a JSON value"),
        ('[options.A]\nkind = "bool"\ndefault = 1', "options.A.default is 1; expected true or false"),
        ('[options.A]\nkind = "count"\ndefault = -1', "options.A.default is -1; expected a whole number of at least 0"),
        (
            '[options.A]\nkind = "score"\ndefault = "x"',
            "options.A.default is 'x'; expected a whole number from 0 to 1000000000",
        ),
        (
            '[options.A]\nkind = "bol"\ndefault = true',
            "options.A.kind is 'bol'; expected one of bool, count, int, score, choice; did you mean 'bool'?",
        ),
        ('[options.A]\nkind = "choice"\ndefault = "c"\nvalues = ["a"]', "options.A.default is 'c'; expected one of a"),
        (
            '[options.A]\nkind = "choice"\ndefault = "a"\nvalues = ["a", "a"]',
            "options.A.values is a list of 2; expected words or whole numbers, each once",
        ),
        (
            '[options.A]\nkind = "int"\ndefault = 1\nvalues = ["a"]',
            "options.A.values is a list of 1; expected no values, which only a choice has",
        ),
        ('[[rule]]\nid = "x"', "rule[0].text is missing; expected a text of 1 to 10000 characters"),
        ('[[rule]]\nid = "x 1"\ntext = "t"', "rule[0].id is 'x 1'; expected a rule id like chow-1"),
        (
            '[[rule]]\nid = "x"\ntext = "t"\noption = "A"',
            "rule[0].option is 'A'; expected the name of a declared option",
        ),
        (
            '[[rule]]\nid = "x"\ntext = "t"\n[[rule]]\nid = "x"\ntext = "t"',
            "rule[1].id is 'x'; expected an id of its own, for 'x' is that of rule[0]",
        ),
    ],
)  # fmt: skip
def test_a_part_at_fault_is_told_with_what_is_right(document: str, message: str) -> None:
    assert told(document) == [message]


def test_a_misspelt_key_is_told_with_the_one_that_was_meant() -> None:
    assert any("did you mean 'title'?" in message for message in told('titel = "x"'))
    assert any("did you mean 'checks'?" in message for message in told('[[rule]]\nid = "x"\ntext = "t"\ncheck = []'))


def test_an_error_of_the_toml_text_is_told_with_its_line() -> None:
    (fault,) = explain_ruleset(HEAD + "title = 'x'\nversion =\n")
    assert fault.line == 3
    assert fault.message == "the document is not TOML at line 3, column 10: invalid value"


@pytest.mark.parametrize(
    "text",
    [
        *("x=" + "[" * 100_000, "x=" + "{a=" * 100_000, ".".join(["a"] * 400_000) + "=1", "x=" + "9" * 5000, "\ud800"),
        *("a=" + "[" * 20 + "]" * 20, "x" * 1_000_001, "'" * 900_000, '\\"' * 400_000, "[[rule]]\n" * 100_000),
    ],
    ids=["lists", "tables", "dotted key", "number", "surrogate", "deep", "long", "quotes", "escapes", "rules"],
)
def test_a_hostile_document_is_told_of_and_never_raises(text: str) -> None:
    assert 1 <= len(explain_ruleset(text)) <= 100


@given(st.text(max_size=100) | st.text(alphabet="[]{}=\"'a.1-T:#\n \\", max_size=60))
def test_any_text_is_explained_or_sound(text: str) -> None:
    for fault in explain_ruleset(text):
        assert fault.code == "bad-field"
        assert fault.message.isprintable()


OPTIONS: dict[str, Any] = {
    "SevenPairs": {"kind": "bool", "default": False},
    "ScoreLimit": {"kind": "count", "default": 1000},
    "loser_pairs": {"kind": "choice", "values": ["all", "one"], "default": "all"},
    "players": {"kind": "choice", "values": [3, 4], "default": 4},
    "handicap": {"kind": "int", "default": 0},
    "FlowersOwnEach": {"kind": "score", "default": 10000},
}


@pytest.mark.parametrize(
    "given_options",
    [{}, None, {"SevenPairs": True}, {"SevenPairs": 0}, {"loser_pairs": "one", "players": 3}, {"handicap": -5}],
)
def test_option_values_of_their_kind_are_sound(given_options: object) -> None:
    assert explain_options(OPTIONS, given_options) == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SevenPairs", "yes", "option SevenPairs is 'yes'; expected true or false"),
        ("SevenPairs", 2, "option SevenPairs is 2; expected true or false"),
        ("ScoreLimit", True, "option ScoreLimit is true; expected a whole number from 0 to 1000000000"),
        ("ScoreLimit", 1.0, "option ScoreLimit is 1.0; expected a whole number from 0 to 1000000000"),
        ("loser_pairs", "al", "option loser_pairs is 'al'; expected one of all, one; did you mean 'all'?"),
        ("players", True, "option players is true; expected one of 3, 4"),
        ("handicap", None, "option handicap is null; expected a whole number from -1000000000 to 1000000000"),
        ("FlowersOwnEach", -1, "option FlowersOwnEach is -1; expected a whole number of at least 0"),
    ],
)
def test_an_option_value_of_another_kind_is_told_with_what_is_right(name: str, value: object, message: str) -> None:
    (fault,) = explain_options(OPTIONS, {name: value})
    assert (fault.code, fault.field, fault.message) == ("bad-field", f"options.{name}", message)


def test_an_unknown_option_is_told_with_the_one_that_was_meant() -> None:
    (fault,) = explain_options(OPTIONS, {"sevenpair": True})
    assert fault.code == "unknown-option"
    assert fault.message.endswith("did you mean 'SevenPairs'?")


@given(
    st.dictionaries(st.sampled_from([*OPTIONS, "x"]), junk) | junk,
    st.just(OPTIONS) | st.dictionaries(st.text(), junk),
)
def test_any_options_are_explained_or_sound(given_options: Any, declared: dict[str, Any]) -> None:
    for fault in explain_options(declared, given_options):
        assert fault.code in {"bad-field", "unknown-option"}
