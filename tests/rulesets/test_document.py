"""Rule set documents: what they declare, and what is wrong with one."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from collections import Counter
from importlib import import_module

import pytest

from each import each
from mjlog.chain import canonical_json
from mjlog.errors import RuleSetError
from mjlog.events import Discard, Draw
from mjlog.rules import CHECKS, bind
from mjlog.rulesets import (
    OptionInfo,
    RuleSet,
    default_rules,
    digest_of,
    load,
    parse,
    renamed,
    resolve,
    self_contained,
    shipped,
    text_digest,
)
from mjlog.seats import Seat
from mjlog.table import TablePlan
from mjlog.text import read_toml

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


# -- the digest of a rule set is that of what its document says --------------------------------------------------------


WESTERN = load("western").document
SMALL = """
id = "club"
[wall]
mechanism = "both-ends"
[deal]
mechanism = "four-four-four-one"
"""


def test_comments_and_layout_do_not_change_the_digest() -> None:
    commented = "# season 2031\n" + WESTERN.replace(" = ", "   =   ", 20).replace("\n\n", "\n\n\n")
    assert commented != WESTERN
    assert parse(commented).digest == load("western").digest


def test_the_order_of_keys_does_not_change_the_digest() -> None:
    turned = """
    deal.mechanism = "four-four-four-one"
    id = "club"
    wall.mechanism = "both-ends"
    """
    assert parse(turned).digest == parse(SMALL).digest


def test_whatever_a_document_says_changes_the_digest() -> None:
    """A point more, another reading, another order of the rows."""
    changes = [("points = 2", "points = 3"), ('reading = "', 'reading = "Not: '), ("id = ", "name = ")]
    digests = {digest_of(read_toml(WESTERN.replace(old, new, 1))) for old, new in changes}
    assert len(digests | {load("western").digest}) == len(changes) + 1


def test_the_digest_is_that_of_the_canonical_json() -> None:
    """So that it can be computed in any language."""
    fields = read_toml(WESTERN)
    assert load("western").digest == hashlib.sha256(canonical_json(fields)).hexdigest()


@pytest.mark.parametrize("value", ["nan", "-inf", "1979-05-27", "07:32:00", "0x" + "f" * 5000, "1.5", "1e300"])
def test_a_value_that_json_does_not_have_can_stand_in_a_document(value: str) -> None:
    assert parse(f"{SMALL}\n[club]\nwhatever = {value}\n").digest != parse(SMALL).digest


def test_half_a_character_is_no_obstacle() -> None:
    assert parse(f'{SMALL}\n[club]\nname = "\ud800"\n').document.endswith('\ud800"\n')


def test_a_document_goes_by_the_digest_of_its_text_too() -> None:
    club = parse(renamed(WESTERN, "western", "club"))
    assert club.goes_by(club.digest)
    assert club.goes_by(text_digest(club.document))
    assert not club.goes_by(load("western").digest)


# -- a log carries the rule sets whose tables its own one uses ---------------------------------------------------------


def club(text_of: str = "dead-wall") -> RuleSet:
    """A club's copy of a shipped rule set."""
    return parse(renamed(load(text_of).document, text_of, "club"))


def mahjong_points(ruleset: RuleSet) -> int:
    """What going mahjong is worth by the tables in force."""
    scoring = resolve(ruleset).scoring
    assert scoring is not None
    return next(int(row["points"]) for row in scoring.table["item"] if row["id"] == "mahjong")


def test_a_document_brings_along_whose_tables_it_may_use() -> None:
    carried = self_contained(club())
    assert sorted(carried.tables["lent"]) == ["bmja", "classical", "dmjl", "western"]
    assert carried.tables["lent"]["western"] == load("western").document
    assert carried.digest != club().digest
    assert mahjong_points(carried) == mahjong_points(club()) == 20


def test_what_a_document_brings_along_goes_before_what_ships() -> None:
    carried = self_contained(club())
    older = carried.document.replace(r"points = 20\nwho = \"winner\"", r"points = 30\nwho = \"winner\"", 1)
    assert older != carried.document
    assert mahjong_points(parse(older)) == 30


@pytest.mark.parametrize("ruleset", [load("dead-wall"), club("western"), self_contained(club())])
def test_what_needs_nothing_is_given_back_as_it_is(ruleset: RuleSet) -> None:
    """A shipped rule set, one that uses its own table only, one that carries all it needs."""
    assert self_contained(ruleset) is ruleset


@pytest.mark.parametrize(
    ("lent", "message"),
    [("id = 3", "id is 3"), ("no document", "line 1"), (load("mahjiang").document, "is the document of mahjiang")],
)
def test_what_is_lent_must_be_the_document_of_that_rule_set(lent: str, message: str) -> None:
    with pytest.raises(RuleSetError, match=message):
        resolve(parse(f"{club().document}\n[lent]\nwestern = {json.dumps(lent)}\n"))


# -- options decided once ----------------------------------------------------------------------------------------------


def plan(**options: object) -> TablePlan:
    """The table of `classical` with these options."""
    rules = resolve(load("classical"), options)
    assert rules.problems == ()
    return rules.plan


@pytest.mark.rule("classical/wall-1")
def test_the_set_has_144_tiles_or_136() -> None:
    """Four of each of 34 kinds, and one of each bonus tile."""
    assert plan().wall.size == 144
    assert plan(Flowers=False).wall.size == 136
    assert Counter(plan().copies) == {4: 34, 1: 8, 0: 3}


@pytest.mark.rule("classical/dead-1")
def test_fourteen_loose_tiles_are_refilled_by_two() -> None:
    """After two were taken, the live wall ends two tiles earlier."""
    wall = plan().wall
    assert wall.live_ends[:6] == (130, 130, 128, 128, 126, 126)
    assert wall.loose[:3] == (143, 142, 141)


@pytest.mark.rule("classical/dead-1")
def test_sixteen_loose_tiles_are_never_refilled() -> None:
    """They can all be taken."""
    wall = plan(DeadWall16=True).wall
    assert set(wall.live_ends) == {128}
    assert wall.loose == tuple(range(143, 127, -1))


@pytest.mark.rule("classical/dead-1")
def test_without_a_dead_wall_every_tile_is_drawn() -> None:
    """From one end or the other."""
    wall = plan(DeadWall=False).wall
    assert wall.live_ends[:3] == (144, 143, 142)
    assert len(wall.loose) == 144


@pytest.mark.rule("classical/deal-1")
def test_the_deal_goes_round_by_fours() -> None:
    """Three times four, then one each, then one more to East."""
    blocks = [(block.seat, len(block.positions)) for block in plan().deal]
    assert blocks == [(seat, 4) for _ in range(3) for seat in Seat] + [(seat, 1) for seat in Seat] + [(Seat.E, 1)]
    assert plan().dealing.positions == tuple(range(53))
    assert plan().dealing.size == 53


@pytest.mark.rule("classical/bonus-1")
def test_bonus_tiles_are_replaced_from_the_live_wall_by_default() -> None:
    """`FlowersLoose` changes that."""
    assert plan().bonus_from_live
    assert not plan(FlowersLoose=True).bonus_from_live


def test_values_that_do_not_fit_leave_the_default() -> None:
    """And each is a problem, in words."""
    rules = resolve(load("classical"), {"ScoreLimit": "many", "Jokers": True, "NoLimit": 1, "NumRounds": 2})
    assert rules.options["ScoreLimit"] == 1000
    assert rules.options["NoLimit"] is True
    assert rules.plan.ending.rounds == 2
    assert dict(rules.problems) == {
        "ScoreLimit": "option ScoreLimit is 'many': 0, 1, 2 … is expected",
        "Jokers": "the rule set classical has no option 'Jokers'",
    }


def test_what_is_decided_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same options give the same rules; others do not."""
    classical = load("classical")
    # As in a program that has decided little yet: only so much is kept.
    kept = {(classical, ()): default_rules("classical")}
    monkeypatch.setattr(import_module("mjlog.rulesets.resolve"), "_RESOLVED", kept)
    assert resolve(classical, {"NoLimit": True}) is resolve(classical, {"NoLimit": True})
    assert resolve(classical, {"NoLimit": 1}) is not resolve(classical, {"NoLimit": True})
    assert resolve(classical) is default_rules("classical")


@pytest.mark.parametrize(("document", "words"), [
    (
        "id = 'x'\n[wall]\nmechanism = 'round'\n[deal]\nmechanism = 'four-four-four-one'\n",
        "wall: no mechanism 'round'",
    ),
    ("id = 'x'\n[wall]\nmechanism = 'both-ends'\n", "deal: no mechanism ''"),
    (
        "id = 'x'\n[wall]\nmechanism = 'both-ends'\n[deal]\nmechanism = 'four-four-four-one'\n"
        "[[rule]]\nid = 'a-1'\ntext = 'A rule.'\nchecks = ['no_such_check']\n",
        "no such check: no_such_check",
    ),
])  # fmt: skip
def test_a_document_names_what_exists(document: str, words: str) -> None:
    """Walls, deals and checks that the program has."""
    with pytest.raises(RuleSetError, match=words):
        resolve(parse(document))


def test_only_checks_that_a_rule_names_are_in_force() -> None:
    """Bound by event type, each with the id of its rule; those of the frame are in force everywhere, without an id."""
    plan = default_rules("classical").plan
    bound = bind({"draws_in_turn": "house/turn-1"}, plan)
    asked = {one for steps in bound[Draw] for one in steps}
    named = {one for one in asked if one.rule is not None}
    assert {(one.function, one.rule) for one in named} == {(CHECKS["draws_in_turn"].function, "house/turn-1")}
    assert {one.function for one in asked - named} == {
        info.function for info in CHECKS.values() if info.frame and Draw in info.events and info.where(plan)
    }
    others = {one.function for steps in bound[Discard] for one in steps}
    assert CHECKS["discards_in_turn"].function not in others
    assert CHECKS["bonus_never_discarded"].function in others


@each("name", shipped())
def test_a_rule_set_decides_about_every_value_of_its_options(name: str) -> None:
    """Each value of each option gives a table to play on."""
    ruleset = load(name)
    for option in ruleset.options.values():
        values = {"bool": [True, False], "count": [0, 1, 7]}.get(option.kind, list(option.values))
        fitting = [value for value in values if option.accepts(value)]
        for value in fitting:
            rules = resolve(ruleset, {option.name: value})
            assert rules.problems == ()
            assert rules.options[option.name] == option.read(value)
            assert len(rules.plan.dealing.positions) == rules.plan.dealing.size
