"""A rule says what it needs to know: while any of that is unknown it is not asked, and it is told that it was not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import mjlog.rules
from each import each
from mjlog.events import Event, decode_event
from mjlog.rules import CHECKS, Bound, CheckInfo, bind, not_asked
from mjlog.rules.registry import asked, stage
from mjlog.rulesets import default_rules, load, resolve, shipped
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.table.facts import FACTS, Fact, words_of
from mjlog.table.plan import TablePlan
from samples import FINDINGS, name_of
from short_logs import events, table

PLAYED = "game american card=riverside-2026; hand; passes; E discard 9d"
AFTER_A_GAP = f"{PLAYED}; gap"
BETWEEN_HANDS = f"{PLAYED}; washout reason=stopped; gap"
WITHOUT_A_CARD = "game american; hand; passes; E discard 9d"
A_GOULASH_PERHAPS = "game bmja; hand depth=result; washout; gap; hand 3; dealt; E discard 9d"
AS_SEEN = PLAYED.replace("hand;", "hand depth=table;")
UNKNOWN_AFTER: dict[Fact, str] = {
    **dict.fromkeys((Fact.TURN, Fact.CLAIMS, Fact.HAND, Fact.WALL, Fact.MOVES), AFTER_A_GAP),
    **dict.fromkeys((Fact.COPIES, Fact.HANDS), BETWEEN_HANDS),
    Fact.DRAWS: AS_SEEN,
    Fact.CARD: WITHOUT_A_CARD,
    Fact.GOULASH: A_GOULASH_PERHAPS,
}
"""A log after which each fact is unknown."""
NEEDS = [(name, fact) for name, info in CHECKS.items() for fact in Fact if fact in info.needs]
RULE = "house/rule-1"


@cache
def events_by_type() -> dict[type[Event], Event]:
    """An event of each type that a check is asked about: out of logs with findings, and what is in none of these."""
    more = "game western; seats anna ben cora dora; hand; E name 5b; S bonus-replacement 5b; end anna=0"
    readable = [path for path in FINDINGS if not name_of(path).startswith("bad-")]
    logged = (decode_event(line) for path in readable for line in path.read_bytes().splitlines())
    return {type(event): event for event in (*events(more), *logged)}


def plans() -> Iterator[TablePlan]:
    """The tables of every rule set that ships: with its options as usual, and then with each of them otherwise."""
    yield from (default_rules(name).plan for name in shipped())
    for name in shipped():
        yield from _otherwise(name)


@cache
def _otherwise(name: str) -> list[TablePlan]:
    ruleset = load(name)
    given = [{name: value} for name, option in ruleset.options.items() for value in (*option.values, 0, 1, ())]
    return [rules.plan for rules in (resolve(ruleset, one) for one in given) if not rules.problems]


def bound_alone(info: CheckInfo) -> Bound:
    """The check as that of a rule, at a table where it is in force: there is one."""
    return bind({info.named: RULE}, next(plan for plan in plans() if info.where(plan)))


def table_for(info: CheckInfo, text: str) -> Table:
    """The table after a log, put into a stage of the hand in which the check is asked."""
    made = _table(text)
    made.due, made.in_setup = min(info.when), True
    return made


_table = cache(table)


def is_asked(bound: Bound, info: CheckInfo, at: Table, event: Event) -> bool:
    """Whether the check is among those to ask, as one of the rule."""
    return (info.function, RULE) in [(one.function, one.rule) for one in asked(bound[type(event)], at, event)]


@each("name", CHECKS)
def test_where_all_is_known_every_check_is_asked(name: str) -> None:
    info = CHECKS[name]
    bound, at = bound_alone(info), table_for(info, PLAYED)
    for event_type in info.events:
        event = events_by_type()[event_type]
        assert is_asked(bound, info, at, event)
        assert not_asked(bound, at, event) == []


@each("name, fact", NEEDS, ids=[f"{name}-{fact.name}" for name, fact in NEEDS])
def test_a_check_is_not_asked_while_a_fact_that_it_needs_is_unknown(name: str, fact: Fact) -> None:
    info = CHECKS[name]
    bound, at = bound_alone(info), table_for(info, UNKNOWN_AFTER[fact])
    for event_type in info.events:
        event = events_by_type()[event_type]
        assert not is_asked(bound, info, at, event)
        assert any(rule == RULE and fact in unknown for rule, unknown in not_asked(bound, at, event))


@each("name", [name for name, info in CHECKS.items() if not info.needs])
def test_a_check_that_needs_nothing_is_always_asked(name: str) -> None:
    info = CHECKS[name]
    bound = bound_alone(info)
    for text in (AFTER_A_GAP, BETWEEN_HANDS, WITHOUT_A_CARD, AS_SEEN):
        at = table_for(info, text)
        assert all(is_asked(bound, info, at, events_by_type()[event_type]) for event_type in info.events)


FLAGS = frozenset(
    (
        "depth", "gaps", "in_doubt", "is_blind", "misread", "order_unknown", "result_known", "sure", "sure_number",
        "sure_streak", "totals_doubted", "totals_known", "totals_sure", "unknown_facts", "wins_known",
    )
)  # fmt: skip
"""Where the table keeps what is not known."""
SOURCES = [path for path in sorted(Path(mjlog.rules.__file__).parent.glob("*.py")) if path.name != "registry.py"]


@each("path", SOURCES, ids=[path.stem for path in SOURCES])
def test_no_rule_asks_by_hand_what_is_known(path: Path) -> None:
    """A rule says what it needs, or asks the table for a value that answers for what is unknown, too."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    used |= {name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}
    assert not used & FLAGS


@each("path", SOURCES, ids=[path.stem for path in SOURCES])
def test_no_check_asks_whether_it_applies(path: Path) -> None:
    """Where it is in force it says above itself (`where`); a part of the plan is not compared with None in it."""
    for function in (node for node in ast.parse(path.read_text()).body if is_check(node)):
        named = {
            target.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and ast.unparse(node.value) in (*PARTS, "table.riichi")
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for branch in (node for node in ast.walk(function) if isinstance(node, ast.If)):
            asked = [ast.unparse(node) for node in ast.walk(branch.test) if isinstance(node, ast.Compare)]
            for one in (*named, *PARTS, "table.riichi"):
                assert f"{one} is None" not in asked, f"{function.name}, line {branch.lineno}"


PARTS = [f"table.plan.{name}" for name in TablePlan.__struct_fields__]


def is_check(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and any("check(" in ast.unparse(one) for one in node.decorator_list)


def test_a_part_is_in_force_with_its_rule() -> None:
    parts = [info for info in CHECKS.values() if info.part_of]
    assert parts
    for info in parts:
        whole = CHECKS[info.part_of]
        assert set(info.codes) <= set(whole.codes)
        assert info.frame == whole.frame
        assert not whole.part_of


@each("ruleset", shipped())
def test_where_nothing_is_missing_no_need_is_looked_at(ruleset: str) -> None:
    """The rules to ask are those of the stage, as they were bound."""
    bound, at = default_rules(ruleset).bound, table(PLAYED)
    assert not at.in_doubt
    for event_type, by_stage in bound.items():
        assert asked(by_stage, at, events_by_type()[event_type]) is by_stage[stage(at)]


@each("fact", FACTS, ids=[fact.name for fact in FACTS])
def test_every_fact_is_unknown_at_some_table_and_needed_by_some_check(fact: Fact) -> None:
    assert fact in table(UNKNOWN_AFTER[fact]).unknown_facts(Seat.E)
    assert fact not in table(PLAYED).unknown_facts(Seat.E)
    assert any(fact in info.needs for info in CHECKS.values())


def test_every_fact_has_words_of_its_own() -> None:
    words = [next(words_of(fact)) for fact in Fact]
    assert len(set(words)) == len(words) == len(FACTS)


def test_after_a_gap_facts_become_known_again() -> None:
    """Whose turn it is, and what is open, the play tells; which tiles a player has, it does not."""
    unknown = table(f"{AFTER_A_GAP}; S draw ??; S discard 9d").unknown_facts(Seat.S)
    assert not unknown & (Fact.TURN | Fact.CLAIMS)
    assert unknown & Fact.HAND


def test_of_nobody_s_event_no_hand_is_needed() -> None:
    assert Fact.HAND not in table(AFTER_A_GAP).unknown_facts()
