"""Rule set documents and option values are explained before anything is built from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near_events import junk

from each import each
from mjlog.rulesets import load, shipped
from mjlog_schemas import explain_options, explain_ruleset

HEAD = 'id = "club"\n'


def told(document: str) -> list[str]:
    """The messages about a document with a sound head."""
    return [fault.message for fault in explain_ruleset(HEAD + document)]


@each("name", shipped())
def test_every_shipped_rule_set_is_sound(name: str) -> None:
    assert explain_ruleset(load(name).document) == []


def test_a_rule_set_with_options_rules_and_tables_is_sound() -> None:
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
        checks = ["chow_from_left", "bonus_tile_replaced_at_once"]
        option = "Flowers"
        [table]
        bonus_tiles = "Flowers"
        [wall]
        mechanism = "both-ends"
        [scoring]
        rule = "chow-1"
        [[scoring.item]]
        id = "set-of-dragons"
        doubles = 1
        rule = "club/chow-1"
        [settlement]
        east_doubles = "Flowers"
    """
    assert told(document) == []


@each("document, message",
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
            "options.A.kind is 'bol'; expected one of bool, count, int, score, choice, list, suits, fines; "
            "did you mean 'bool'?",
        ),
        ('[options.A]\nkind = "choice"\ndefault = "c"\nvalues = ["a"]', "options.A.default is 'c'; expected one of a"),
        (
            '[options.A]\nkind = "choice"\ndefault = "a"\nvalues = ["a", "a"]',
            "options.A.values is a list of 2; expected words or whole numbers, each once",
        ),
        (
            '[options.A]\nkind = "int"\ndefault = 1\nvalues = ["a"]',
            "options.A.values is a list of 1; expected no values, which only a choice or a list has",
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


TABLES = """[options.Flowers]
kind = "bool"
default = true
[options.count]
kind = "count"
default = 4
[[rule]]
id = "chow-1"
text = "t"
"""
KNOWN = {"check": ["chow_from_left"], "pattern": ["set-of-dragons"], "way to combine": ["limit-or-face"], "item": ["a"]}


@each("document, line, message",
    [
        ("[table]\ncopys = 4", 12, "table: 'copys' is no key of this table; expected one of copies, "),
        ("[table]\ncopies = true", 12, "table.copies is true; expected a whole number from 2 to 4"),
        ('[table]\nrounds = "Flowers"', 12, "table.rounds is 'Flowers'; expected a whole number from 0 to 1000, or th"),
        ('[table]\nbonus_tiles = "count"', 12, "table.bonus_tiles is 'count'; expected true or false, or the name of"),
        ('[table]\nrobbing = "add"', 12, "table.robbing is 'add'; expected one of added-or-wonders, added, none"),
        ('[wall]\nmechanism = "both-end"', 12, "wall.mechanism is 'both-end'; expected one of "),
        ("[wall]\ntiles = 14", 11, "wall.mechanism is missing; expected one of "),
        ('[wall]\nmechanism = "kong-box"', 11, "wall.tiles is missing; expected a whole number from 0 to 200"),
        ("[wall]\nmechanism = 'kong-box'\ntiles = 1\nloose_on = [1]", 14, "wall.loose_on is a list of 1; expected a l"),
        ('[deal]\nmechanism = "x"', 12, "deal.mechanism is 'x'; expected one of four-four-four-one"),
        ('[break]\nfirst_wall = "N"', 12, "break.first_wall is 'N'; expected one of E, S"),
        ('[scoring]\ntotal = "limit-or-fase"', 12, "scoring.total is 'limit-or-fase'; expected one of limit-or-face;"),
        ("[scoring]\nitem = 3", 12, "scoring.item is 3; expected tables, each under a heading in double brackets"),
        ('[scoring]\nlimit = "Limit"', 12, "scoring.limit is 'Limit'; expected a whole number from 0 to 100000000, or"),
        ('[scoring]\nrule = "chow-2"', 12, "scoring.rule is 'chow-2'; expected the id of a rule of this document; did"),
        ('[scoring.cite]\nb = "chow-1"', 12, "scoring.cite.b is 'b'; expected the id of a scoring row as key"),
        ('[scoring.cite]\na = "western/chow-1"', 12, "scoring.cite.a is 'western/chow-1'; expected the id of a rule"),
        ('[settlement]\neast_doubles = "East"', 12, "settlement.east_doubles is 'East'; expected true or false, or th"),
        ("settlement = 3", 2, "settlement is 3; expected a table"),
        ("[scorign]", 11, "'scorign' is no part of a rule set; expected one of "),
    ],
)  # fmt: skip
def test_a_table_at_fault_is_told_with_what_is_right(document: str, line: int, message: str) -> None:
    text = document + "\n" + TABLES if document.startswith("settlement =") else TABLES + document
    (fault,) = explain_ruleset(HEAD + text, KNOWN)
    assert fault.message.startswith(message)
    assert fault.line == line


@each("row, line, message",
    [
        ('id = "set-of-dragon"\npoints = 1', 12, ".id is 'set-of-dragon'; expected the name of a pattern, or a row wi"),
        ('id = "x"\npattern = "dragons"\npoints = 1', 13, ".pattern is 'dragons'; expected the name of a pattern"),
        ('id = "set-of-dragons"', 11, ": the row earns nothing; expected points, doubles, limit, limit_points, or"),
        ('id = "set-of-dragons"\npoints = 0', 11, ": points is 0; expected points, doubles, limit, limit_points, or"),
        ('id = "set-of-dragons"\npoints = "4"', 13, ".points is '4'; expected a whole number from 0 to 100000"),
        ('id = "set-of-dragons"\noption = "count"\npoints = 4', 14, ".points is 4; expected none beside option"),
        ('id = "set-of-dragons"\noption = "cuont"', 13, ".option is 'cuont'; expected the name of an option; did you"),
        ('id = "set-of-dragons"\ndoubels = 1', 13, ": 'doubels' is no key of this table; expected one of id, pattern"),
        ('id = "set-of-dragons"\ndoubles = 1\nwho = "losers"', 14, ".who is 'losers'; expected one of all, winner, lo"),
        ('id = "set-of-dragons"\ndoubles = 1\nrule = "x/chow-1"', 14, ".rule is 'x/chow-1'; expected the id of a rule"),
    ],
)  # fmt: skip
def test_a_scoring_row_at_fault_is_told_with_its_line(row: str, line: int, message: str) -> None:
    (fault,) = explain_ruleset(f"{HEAD}{TABLES}[[scoring.item]]\n{row}\n", KNOWN)
    assert fault.message.startswith(f"scoring.item[0]{message}")
    assert fault.line == line


@pytest.mark.parametrize(("rule", "message"), [
    ('checks = ["chow_from_lef"]', "rule[0].checks[0] is 'chow_from_lef'; expected the name of a check; did you m"),
    ('checks = ["chow_from_left"]\n[[rule]]\nid = "b"\ntext = "t"\nchecks = ["chow_from_left"]',
     "rule[1].checks[0] is 'chow_from_left'; expected a check of its own, for rule[0] names it already"),
    ('breach = "never"', "rule[0].breach is 'never'; expected none, or no breach at all"),
    ('breach = "none"', "rule[0].reason is missing; expected why no log can show the rule broken"),
    ('reason = "it is so"', "rule[0].reason is 'it is so'; expected none, which only a rule with breach"),
])  # fmt: skip
def test_what_enforces_a_rule_exists_and_serves_no_other(rule: str, message: str) -> None:
    (fault,) = explain_ruleset(f'{HEAD}[[rule]]\nid = "a"\ntext = "t"\n{rule}\n', KNOWN)
    assert fault.message.startswith(message)


def test_faults_come_in_the_order_of_their_lines() -> None:
    faults = explain_ruleset('titel = "x"\n[wall]\n[[rule]]\nid = "a"\n', KNOWN)
    assert [fault.line for fault in faults] == [1, 1, 2, 3]


def test_a_misspelt_key_is_told_with_the_one_that_was_meant() -> None:
    assert any("did you mean 'title'?" in message for message in told('titel = "x"'))
    assert any("did you mean 'checks'?" in message for message in told('[[rule]]\nid = "x"\ntext = "t"\ncheck = []'))


def test_an_error_of_the_toml_text_is_told_with_its_line() -> None:
    (fault,) = explain_ruleset(HEAD + "title = 'x'\nversion =\n")
    assert fault.line == 3
    assert fault.message == "the document is not TOML at line 3, column 10: invalid value"
    (fault,) = explain_ruleset(HEAD + "version = " + "9" * 5000)
    assert fault.message == "there is a number of more than 4300 digits; no number of the format has more than 16"


@each(
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


@each("name, value, message", [
    ("SevenPairs", "yes", "option SevenPairs is 'yes'; expected true or false"),
    ("SevenPairs", 2, "option SevenPairs is 2; expected true or false"),
    ("ScoreLimit", True, "option ScoreLimit is true; expected a whole number from 0 to 1000000000"),
    ("ScoreLimit", 1.0, "option ScoreLimit is 1.0; expected a whole number from 0 to 1000000000"),
    ("loser_pairs", "al", "option loser_pairs is 'al'; expected one of all, one; did you mean 'all'?"),
    ("players", True, "option players is true; expected one of 3, 4"),
    ("handicap", None, "option handicap is null; expected a whole number from -1000000000 to 1000000000"),
    ("FlowersOwnEach", -1, "option FlowersOwnEach is -1; expected a whole number of at least 0"),
])  # fmt: skip
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
