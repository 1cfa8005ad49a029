"""Rule sets that clubs write: where their parts stand, what may stand there, and what differs from the original."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import rows_in
from each import each
from mjlog.audit.engine import Engine
from mjlog.audit.valuing import scorer_for, terms_for
from mjlog.errors import MjlogError, RuleSetError
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import Difference, RuleSet, differences, load, parse, renamed, resolve, shipped
from mjlog.rulesets.keys import wrong_values
from mjlog.rulesets.locate import Lines
from mjlog.rulesets.resolve import typed_options, written_option
from mjlog.scoring import Score, Scorer
from mjlog.scoring.hand_line import read_hand_line
from mjlog.simulate.game import Game
from mjlog.text import read_toml

TABLE = Path(__file__).with_name("house_rules.txt")

SMALL = """
id = "club"
version = "7"
[options.Flowers]
kind = "bool"
default = true
[[rule]]
id = "chow-1"
text = "A chow only from the left."
[scoring]
rule = "points-1"
[[scoring.item]]
id = "set-of-dragons"
doubles = 1
rule = "club/points-1"
[[scoring.item]]
id = "own-flower"
points = 4
rule = "western/points-4"
[settlement]
east_doubles = true
"""


def changed(old: str, new: str, text: str = SMALL) -> list[Difference]:
    """The differences that one replacement makes."""
    assert text.count(old) == 1
    return differences(parse(text), parse(text.replace(old, new)))


# -- where something stands -------------------------------------------------------------------------------------

LAYOUT = '''
# a comment = [not, a, value]
id = "club"    # 3
"odd \\"key\\"" = 1
title = """
[not.a.heading]
x = "still the title" """
note = \'\'\'
[[rule]]\'\'\'
a.b . c = 5    # 10
[options.A]
kind = "choice"
values = [
    "]",       # "
    \'#\',
    [1, {x = 2}],
]
dead = { option = "D", tiles = [1, 2], more.less = { z = 3 } }
[[scoring.item]]
id = "one"
[scoring.item.deep]
x = 1
[[scoring.item]]
id = "two"
[ spaced . "out" ]
y = 1
[[scoring.item.below]]
z = 1
[[scoring.item.below]]
z = 2
'''


@each("path, line",
    [
        ("id", 3), ('odd "key"', 4), ("title", 5), ("note", 8), ("a.b.c", 10), ("options.A", 11),
        ("options.A.values", 13), ("options.A.values[0]", 14), ("options.A.values[1]", 15),
        ("options.A.values[2][1].x", 16), ("options.A.dead.more.less.z", 18), ("options.A.dead.tiles[1]", 18),
        ("scoring.item", 19), ("scoring.item[0].id", 20), ("scoring.item[0].deep.x", 22), ("scoring.item[1]", 23),
        ("scoring.item[1].id", 24), ("spaced.out.y", 26), ("scoring.item[1].below[1].z", 30),
    ],
)  # fmt: skip
def test_every_part_of_a_document_is_found_in_its_line(path: str, line: int) -> None:
    tomllib.loads(LAYOUT)
    assert Lines(LAYOUT).of(path) == line
    assert Lines(LAYOUT.replace("\n", "\r\n")).of(path) == line


def test_what_is_missing_is_told_where_its_table_begins() -> None:
    """Or at the top, where there is no table either."""
    lines = Lines(LAYOUT)
    assert lines.of("scoring.item[1].points") == 23
    assert lines.of("scoring.item[1].below[7].z") == 27
    assert lines.of("wall.mechanism") == 1
    assert lines.of(None) == 1


@each("ruleset", shipped())
def test_lines_of_a_shipped_document_hold_what_they_are_said_to_hold(ruleset: str) -> None:
    """Every rule's and every row's id stands in the line that is named."""
    text = load(ruleset).document
    fields, lines, rows = tomllib.loads(text), Lines(text), text.split("\n")
    parts = {f"rule[{at}].id": rule["id"] for at, rule in enumerate(fields.get("rule", []))}
    parts |= {f"scoring.item[{at}].id": row["id"] for at, row in enumerate(fields.get("scoring", {}).get("item", []))}
    assert [path for path, value in parts.items() if f'"{value}"' not in rows[lines.of(path) - 1]] == []


@given(st.text(alphabet="[]{}=\"'a.1-,#\n \\", max_size=80))
def test_any_toml_is_gone_through(text: str) -> None:
    """Every key at the top is found in a line that has it."""
    try:
        fields = read_toml(text)
    except MjlogError:
        return
    lines = Lines(text)
    for key in fields:
        if key.isalnum():
            assert key in text.split("\n")[lines.of(key) - 1]


# -- what a document is taken for -------------------------------------------------------------------------------


def test_references_to_own_rules_need_no_rule_set() -> None:
    """Those of others stay as they are."""
    scoring = parse(SMALL).tables["scoring"]
    assert scoring["rule"] == "club/points-1"
    assert [row["rule"] for row in scoring["item"]] == ["club/points-1", "western/points-4"]


def test_a_rule_set_keeps_its_document() -> None:
    """So that a log can embed it; also where it goes to another process."""
    club = pickle.loads(pickle.dumps(parse(SMALL)))
    assert club.document == SMALL
    assert club.digest == parse(SMALL).digest


def test_a_copy_refers_to_its_own_rules() -> None:
    """Whatever refers to rules of the original does; words and files of the same name stay."""
    text = 'id = "western"\n# mjlog/rulesets/western.toml, western/chow\nrule = "western/points-1"\nby = "western"\n'
    assert renamed(text, "western", "club") == (
        'id = "club"\n# mjlog/rulesets/western.toml, western/chow\nrule = "club/points-1"\nby = "western"\n'
    )


@each("old, new, words", rows_in(TABLE, "a document that misuses its tables is refused before it is used"))
def test_a_document_that_misuses_its_tables_is_refused_before_it_is_used(old: str, new: str, words: str) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(RuleSetError, match=words):
        parse(SMALL.replace(old, new))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["mechanism", "dead", "copies", "item", "id", "points", "rule", "limit", "cite", "loose_on"])


@given(st.dictionaries(st.sampled_from(["table", "wall", "break", "deal", "scoring", "settlement"]),
                       VALUES | st.dictionaries(NAMES, VALUES | st.dictionaries(NAMES, VALUES))))  # fmt: skip
def test_tables_of_any_shape_are_judged(tables: dict[str, object]) -> None:
    """Each complaint names a place below a table that is there."""
    for wrong in wrong_values(tables):
        assert wrong.path.partition(".")[0].partition("[")[0] in tables
        assert wrong.expected


# -- differences ------------------------------------------------------------------------------------------------


@each("ruleset", shipped())
def test_a_rule_set_does_not_differ_from_itself(ruleset: str) -> None:
    """Nor from itself with other comments."""
    assert differences(load(ruleset), load(ruleset)) == []
    assert differences(load(ruleset), parse(f"# ours\n{load(ruleset).document}\n")) == []


@each("ruleset", shipped())
def test_a_copy_differs_by_its_id_alone(ruleset: str) -> None:
    """Its rules and rows are those of the original, though their ids begin differently."""
    copy = parse(renamed(load(ruleset).document, ruleset, "club"))
    assert [(one.part, one.field, one.before, one.after) for one in differences(load(ruleset), copy)] == [
        ("head", "id", ruleset, "club")
    ]


@each("old, new, part, words",
    [
        ('version = "7"', 'version = "8"', "head", "version '7' -> '8'"),
        ("default = true", "default = false", "options", "Flowers: default true -> false"),
        ("from the left.", "from the right.", "rules",
         "chow-1: text 'A chow only from the left.' -> 'A chow only from the right.'"),
        ("points = 4", "points = 6", "scoring", "own-flower: points 4 -> 6"),
        ("points = 4", "doubles = 1", "scoring", "own-flower: points 4 -> nothing"),
        ('rule = "points-1"', 'rule = "points-2"', "scoring", "rule 'points-1' -> 'points-2'"),
        ("east_doubles = true", "east_doubles = false", "settlement", "east_doubles true -> false"),
        ("[settlement]", "[table]\ncopies = 4\n[settlement]", "table", "copies nothing -> 4"),
    ],
)  # fmt: skip
def test_a_change_is_told_in_words(old: str, new: str, part: str, words: str) -> None:
    found = changed(old, new)
    assert (found[0].part, found[0].words()) == (part, words)


def test_a_change_in_a_table_within_a_table_is_told_by_its_keys() -> None:
    before = SMALL.replace("[settlement]", '[scoring.cite]\nheaven = "points-1"\nearth = "points-1"\n[settlement]')
    after = before.replace('earth = "points-1"', 'earth = "points-2"')
    (found,) = differences(parse(before), parse(after))
    assert (found.field, found.words()) == ("cite.earth", "cite.earth 'points-1' -> 'points-2'")


def test_what_came_and_what_went_are_told() -> None:
    """Options, rules and rows."""
    row = '[[scoring.item]]\nid = "no-chows"\ndoubles = 1\n'
    (added,) = changed("[settlement]", row + "[settlement]")
    assert added.words() == "no-chows: added (doubles 1)"
    without = SMALL.replace('[[rule]]\nid = "chow-1"\ntext = "A chow only from the left."\n', "")
    (removed,) = differences(parse(SMALL), parse(without))
    assert removed.words() == "chow-1: removed (text 'A chow only from the left.')"
    without = SMALL.replace('[options.Flowers]\nkind = "bool"\ndefault = true\n', "")
    (removed,) = differences(parse(SMALL), parse(without))
    assert (removed.part, removed.name, removed.after) == ("options", "Flowers", None)


def test_the_order_of_the_rows_is_a_difference() -> None:
    """Scores are printed in it, and faults explained by the first row that fits."""
    head, first, rest = SMALL.split("[[scoring.item]]")
    second, settlement = rest.split("[settlement]")
    swapped = "[[scoring.item]]".join([head, second, first]) + "[settlement]" + settlement
    (moved,) = differences(parse(SMALL), parse(swapped))
    assert (moved.field, {moved.before, moved.after}) == ("place in the order", {1, 2})


def test_one_and_true_are_different() -> None:
    number = SMALL.replace('kind = "bool"\ndefault = true', 'kind = "bool"\ndefault = 1')
    (found,) = differences(parse(SMALL), parse(number))
    assert found.words() == "Flowers: default true -> 1"


def test_words_of_a_difference_are_harmless() -> None:
    """Whatever a club wrote into its document."""
    (found,) = changed('version = "7"', 'version = "\\u202e\\u0007"')
    assert found.words().isprintable()


def test_a_house_rule_set_is_resolved_like_a_shipped_one() -> None:
    text = renamed(load("classical").document, "classical", "club").replace("default = 4\n", "default = 2\n")
    rules = resolve(parse(text), {"Flowers": False})
    assert (rules.plan.wall.size, rules.options["NumRounds"], rules.problems) == (136, 2, ())


@pytest.mark.rule("bmja/penalty")
@pytest.mark.rule("bmja/cannon")
def test_other_fines_and_dangers_are_differences() -> None:
    """A club's own fine, and how late every tile is dangerous."""
    text = renamed(load("bmja").document, "bmja", "club")
    text = text.replace("amount = 50 }", "amount = 60 }").replace("last_tiles = 5 ", "last_tiles = 6 ")
    told = [(one.part, one.name, one.field) for one in differences(load("bmja"), parse(text)) if one.part != "head"]
    assert [part for part, _, _ in told] == ["danger", "fines"]
    assert resolve(parse(text)).plan.danger.last_tiles == 6


@pytest.mark.rule("bmja/fishing-limit")
@pytest.mark.parametrize(("was", "now", "said"), [
    ('completes = ["purity"]', 'completes = ["nothing"]', "which is no row"),
    ('completes = ["purity"]', 'completes = ["mahjong", "own-flower"]', "no row of a winner's whole hand"),
    ('completes = ["purity"]\n', "", "goes with the pattern"),
])  # fmt: skip
def test_a_row_for_losers_names_rows_of_whole_hands(was: str, now: str, said: str) -> None:
    """One that there is, and not of single sets or bonus tiles; and the row says what it names them for."""
    rules = resolve(parse(renamed(load("bmja").document, "bmja", "club").replace(was, now)))
    assert rules.scoring is not None
    with pytest.raises(RuleSetError, match=said):
        Scorer(rules.scoring.table, rules.scoring.options)


# -- house rules made from the American game ---------------------------------------------------------------------------


def with_card(ruleset: str, old: str, new: str) -> RuleSet:
    """A club's copy of a rule set with one line changed."""
    text = renamed(load(ruleset).document, ruleset, "club")
    assert text.count(old) == 1, old
    return parse(text.replace(old, new))


@pytest.mark.parametrize(("ruleset", "old", "new", "words"), [
    ("american", "by_card = true ", "by_card = false ", "flowers without by_card|jokers without by_card"),
    ("american", "copies = 4 ", "players = 3\ncopies = 4 ", "by_card with 3 players"),
    ("american", 'mechanism = "whole-wall"', 'mechanism = "both-ends"', "by_card with loose tiles"),
    ("western", "copies = 4 ", "jokers = 8\ncopies = 4 ", "jokers without by_card"),
    ("western", "copies = 4 ", "charleston = true\ncopies = 4 ", "charleston without by_card"),
    ("western", "copies = 4 ", "by_card = true\ncopies = 4 ", "by_card with bonus_tiles"),
])  # fmt: skip
def test_parts_that_do_not_go_together_are_refused(ruleset: str, old: str, new: str, words: str) -> None:
    """Before anything is played by them."""
    with pytest.raises(RuleSetError, match=words):
        resolve(with_card(ruleset, old, new))


@pytest.mark.parametrize(("old", "new"), [
    ("charleston = true ", "charleston = false "),
    ("jokers = 8", "jokers = 0"),
    ("flowers = 8", "flowers = 4"),
])  # fmt: skip
def test_a_club_may_leave_out_charleston_jokers_or_flowers(old: str, new: str) -> None:
    """Its games are played and judged like any other."""
    rules = with_card("american", old, new)
    lines: list[bytes] = []
    Game(rules, 7, 1, hands=4).play(lines.append)
    record = GameRecord("club", "club", ((decode_event(line), None) for line in lines))
    found = [one for report in Engine(record, rules).run() for one in report.findings]
    assert [one.message for one in found if one.severity != "info"] == []


# -- the rule sets of the texts, valued by any scoring table -----------------------------------------------------------


TABLES = ("western", "classical", "bmja", "dmjl")
PUNGS = "S in E 222b 333c 55d (444d) RRd 1f +Rd discard"
DEALT = "E in E 222b 333c 55d 444d RRRd deal"


def scored(ruleset: str, line: str, **options: object) -> Score:
    """A hand scored by a rule set under these options."""
    scorer = scorer_for(resolve(load(ruleset), options))
    assert scorer is not None
    return scorer.score(read_hand_line(line).hand())


@pytest.mark.rule("mahjiang/score-1")
@pytest.mark.rule("pung-chi/score-1")
@pytest.mark.rule("dead-wall/score-1")
@each("ruleset", ["mahjiang", "pung-chi", "dead-wall"])
@each("table", TABLES)
def test_a_hand_is_worth_what_the_table_says(ruleset: str, table: str) -> None:
    """Item for item; the rules that are cited are those of the rule set that is played."""
    own, lent = scored(ruleset, PUNGS, scoring=table), scored(table, PUNGS)
    assert (own.total, own.points, own.doubles) == (lent.total, lent.points, lent.doubles)
    assert [(item.name, item.points, item.doubles) for item in own.items] == [
        (item.name, item.points, item.doubles) for item in lent.items
    ]
    assert {item.rule.split("/")[0] for item in own.items} == {ruleset}


@pytest.mark.rule("dead-wall/heaven-1")
@pytest.mark.parametrize(("table", "worth"), [("western", 3000), ("classical", 1000), ("bmja", 1000), ("dmjl", 500)])
def test_the_hand_from_heaven_is_the_most_that_the_table_knows(table: str, worth: int) -> None:
    found = scored("dead-wall", DEALT, scoring=table)
    assert found.total == worth
    assert "dead-wall/heaven-1" in {item.rule for item in found.items}


@pytest.mark.rule("mahjiang/score-1")
@pytest.mark.parametrize(("ruleset", "east"), [("mahjiang", True), ("pung-chi", False)])
@pytest.mark.parametrize("table", ["bmja", "dmjl"])
def test_who_pays_stays_with_the_rule_set(ruleset: str, east: bool, table: str) -> None:
    """Only the winner is paid; East's double is the rule set's own."""
    terms = terms_for(resolve(load(ruleset), {"scoring": table}))
    assert (terms.east_doubles, terms.losers_settle) == (east, False)


@pytest.mark.rule("dead-wall/rotate-1")
def test_where_the_text_says_nothing_of_payments_the_table_decides() -> None:
    terms = terms_for(resolve(load("dead-wall"), {"scoring": "bmja"}))
    assert (terms.east_doubles, terms.losers_settle) == (True, True)


# -- options as people type them, from the command line to the log -----------------------------------------------------


RIICHI = load("riichi")


@pytest.mark.parametrize(("name", "typed", "meant"), [
    ("red_fives", 0, {"b": 0, "c": 0, "d": 0}),
    ("red_fives", "none", {"b": 0, "c": 0, "d": 0}),
    ("red_fives", 1, {"b": 1, "c": 1, "d": 1}),
    ("red_fives", "1/1/2", {"b": 1, "c": 1, "d": 2}),
    ("red_fives", '{"d": 2}', {"d": 2}),
    ("uma", "20/10/-10/-20", [20000, 10000, -10000, -20000]),
    ("uma", "15000,5000,-5000,-15000", [15000, 5000, -5000, -15000]),
    ("uma", "[15000, 5000, -5000, -15000]", [15000, 5000, -5000, -15000]),
    ("pao", "daisangen,daisushi", ["daisangen", "daisushi"]),
    ("pao", "daisangen/sukantsu", ["daisangen", "sukantsu"]),
    ("double_yakuman", "none", []),
    ("kan_dora", "none", "none"),
    ("rounds", 1, 1),
    ("uma", [1, 2], [1, 2]),
    ("no_such_option", "1/2", "1/2"),
])  # fmt: skip
def test_a_value_means_what_stands_in_the_log(name: str, typed: Any, meant: Any) -> None:
    assert typed_options(RIICHI, {name: typed}) == {name: meant}


@pytest.mark.parametrize(("name", "typed", "expected"), [
    ("red_fives", "1/2", "three of bamboo, characters and dots, like 1/1/1"),
    ("red_fives", "many", "three of bamboo, characters and dots, like 1/1/1"),
    ("red_fives", "{1}", "three of bamboo"),
    ("uma", "20/ten", "like 20/10/-10/-20"),
    ("uma", "[20", "like 20/10/-10/-20"),
])  # fmt: skip
def test_what_cannot_be_read_is_answered_with_how_it_is_typed(name: str, typed: str, expected: str) -> None:
    with pytest.raises(RuleSetError, match=expected):
        typed_options(RIICHI, {name: typed})


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-ema", "riichi-wrc", "western", "american"])
def test_what_is_written_of_a_usual_value_is_read_back_as_it(ruleset: str) -> None:
    rules = load(ruleset)
    for name, option in rules.options.items():
        if option.kind in ("list", "suits"):
            assert typed_options(rules, {name: written_option(option.default)}) == {name: option.default}
        else:
            assert "/" not in written_option(option.default)
