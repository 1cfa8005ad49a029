"""Documents of differences: what they are made into, what they refuse, and how they are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import rows_in
from each import each
from mjlog.audit.report import usable_rules
from mjlog.errors import RuleSetError
from mjlog.rulesets import RuleSet, load, load_named, parent_of, parse, read, resolve
from mjlog.rulesets.document import whole
from mjlog.rulesets.resolve import named_in_start, self_contained
from mjlog.text import read_toml

ROWS = Path(__file__).with_name("variants.txt")

CLUB = """# our evenings
like = "riichi"
id = "club"
version = "3"

[[rule]]
id = "end-3"
text = "Nobody goes home early."

[[rule]]
id = "tea-1"
text = "East pours the tea."
breach = "none"
reason = "It is a matter of taste."

[options.bust]
default = false

[riichi]
kan_dora = "none"
"""


def test_what_the_differences_do_not_say_is_as_in_the_other() -> None:
    club, riichi = read(CLUB), load("riichi")
    assert (club.id, club.version, club.title) == ("club", "3", riichi.title)
    assert not club.options["bust"].default
    assert club.rules[-1].id == "club/tea-1"
    same = [rule for rule in riichi.rules if rule.id != "riichi/end-3"]
    told = {rule.id: rule for rule in club.rules}
    assert all(told[rule.id.replace("riichi/", "club/")].text == rule.text for rule in same)
    assert told["club/end-3"].text == "Nobody goes home early."
    # What is not said again of a rule stays: its reading and its option.
    assert (told["club/end-3"].reading, told["club/end-3"].option) == ("Option `bust`, default on. 0 plays on.", "bust")
    plan = resolve(club).plan
    assert plan.family.declares_riichi
    assert plan.riichi.kan_dora == "none"


def test_references_to_rules_are_to_those_of_the_new_rule_set() -> None:
    theirs = {rule.replace("riichi/", "club/") for rule in load("riichi").checks().values()}
    assert set(read(CLUB).checks().values()) == theirs


def test_the_whole_document_says_the_same_without_the_other_one() -> None:
    """So that a log that carries it stays readable whatever becomes of the other."""
    text, _fields = whole(CLUB, load_named)
    assert whole(text, load_named)[0] == text
    assert parse(text).digest == read(CLUB).digest
    carried = self_contained(read(CLUB))
    assert parse(carried.document).digest == carried.digest
    assert named_in_start(carried)["digest"] != carried.digest


def test_a_table_that_the_other_has_not_is_added() -> None:
    """An option, say, which a rule can name then."""
    option = '[options.tea]\nkind = "bool"\ndefault = true\ntext = "East pours"\n'
    assert read(CLUB + option).options["tea"].default is True


def test_differences_from_a_version_stay_what_they_are() -> None:
    def said(ruleset: RuleSet) -> list[tuple[object, ...]]:
        return [(rule.text, rule.reading, rule.checks) for rule in ruleset.rules]

    old = said(read('like = "dead-wall@1"\nid = "club"'))
    assert old == said(load("dead-wall", "1"))
    assert old != said(load("dead-wall"))


LACKS = [
    "options.bust", "rule.end-3", "rule.win-3.reading", "rule.dora-2.option", "riichi.kan_dora",
    "scoring.item.tanyao", "final",
]  # fmt: skip


def test_what_it_lacks_is_not_in_it_and_all_else_is() -> None:
    """Options, rules, scoring rows, tables, and single values."""
    there = read_toml(load("riichi").document)
    text = f'like = "riichi"\nid = "riichi"\nversion = "2"\nlacks = {json.dumps(LACKS)}\n'
    document, _fields = whole(text, load_named)
    here = read_toml(document)
    del there["options"]["bust"], there["final"], there["riichi"]["kan_dora"]
    there["rule"] = [row for row in there["rule"] if row["id"] != "end-3"]
    there["scoring"]["item"] = [row for row in there["scoring"]["item"] if row["id"] != "tanyao"]
    next(row for row in there["rule"] if row["id"] == "win-3").pop("reading")
    next(row for row in there["rule"] if row["id"] == "dora-2").pop("option")
    assert here == there | {"version": "2"}


def test_what_is_left_out_twice_is_left_out_once() -> None:
    """A rule, and what stands in it."""
    head = 'like = "riichi"\nid = "club"\nlacks = '
    once = whole(head + '["rule.end-3"]', load_named)
    assert whole(head + '["rule.end-3.text", "rule.end-3", "rule.end-3"]', load_named) == once


def test_all_rows_of_one_id_are_left_out_together() -> None:
    """Of a pattern that counts more than once, say."""
    rows = [row["id"] for row in load("mcr").tables["scoring"]["item"]]
    club = read('like = "mcr"\nid = "club"\nlacks = ["scoring.item.tile-hog"]')
    left = [row["id"] for row in club.tables["scoring"]["item"]]
    assert rows.count("tile-hog") == 2
    assert left == [one for one in rows if one != "tile-hog"]


@each("said, message", rows_in(ROWS, "what fits nowhere is said"))
def test_what_fits_nowhere_is_said(said: str, message: str) -> None:
    with pytest.raises(RuleSetError) as error:
        read(said)
    assert message in str(error.value)


TABLE = [
    ("red_fives", {"b": 0, "c": 0, "d": 0}, {"b": 0, "c": 0, "d": 0}), ("start_points", 30_000, 30_000),
    ("target", 0, 0), ("kan_dora", "at-once", "at-once"), ("swap_call", "none", "none"), ("several_ron", "all", "head"),
    ("abort_nine", False, False), ("abort_winds", False, False), ("abort_riichi", False, False),
    ("abort_kans", False, False), ("abort_ron3", False, False), ("furiten_ends", "draw", "turn"),
    ("claim_order", "rank", "first"), ("ron_until", "draw", "discard"), ("renho", "mangan", "mangan"),
    ("yakuman_add", False, False), ("double_yakuman", [], []), ("counted", "sanbaiman", "sanbaiman"),
    ("nagashi", False, False), ("rob_closed_kan", True, True), ("double_wind_pair", 4, 2),
    ("round_up_mangan", False, True), ("pao", ["daisangen", "daisushi"], ["daisangen", "daisushi"]),
    ("chombo", "points", "points"), ("chombo_points", 20_000, 20_000), ("dead_hands", True, True), ("rounds", 2, 2),
    ("extra_round", False, False), ("bust", False, False), ("leader_stops", "no", "no"),
    ("uma", [15_000, 5000, -5000, -15_000], [15_000, 5000, -5000, -15_000]), ("uma_ties", "share", "share"),
    ("round_final", False, False),
]  # fmt: skip


@each("option, ema, wrc", TABLE)
def test_the_rule_sets_of_tournaments_say_their_options(option: str, ema: object, wrc: object) -> None:
    """Every row of the table of differences is the value of an option."""
    assert [load(name).options[option].default for name in ("riichi-ema", "riichi-wrc")] == [ema, wrc]


@each("name", ["riichi-ema", "riichi-wrc"])
def test_a_tournament_can_be_played_by_them(name: str) -> None:
    assert parent_of(name) is not None
    assert usable_rules(load(name), {}).plan.family.declares_riichi


def test_what_is_not_certain_is_marked_as_a_reading() -> None:
    """Of what no text at hand says, the rule says that it is a reading."""
    unsure = {rule.id for rule in load("riichi-wrc").rules if "Reading: " in rule.reading}
    assert {f"riichi-wrc/{one}" for one in ("draw-2", "fu-3", "end-3", "end-5", "chombo-1")} <= unsure
