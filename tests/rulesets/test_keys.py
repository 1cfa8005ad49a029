"""Keys of rule sets: each is declared once, means something, and is told where it has no effect."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator

import pytest

from mjlog.house_rules import document_faults
from mjlog.rulesets import load, load_named, read, renamed, resolve, shipped, versions
from mjlog.rulesets.keys import KEYS, Key, idle_keys
from mjlog.simulate.game import obstacle_in_play
from turns import in_turn


def everywhere(keys: dict[str, Key] | None = None, path: str = "") -> Iterator[tuple[str, Key]]:
    """Every declared key that is no table with free names, with its path."""
    for name, key in (KEYS if keys is None else keys).items():
        yield f"{path}{name}", key
        yield from everywhere(dict((key.each or key).keys), f"{path}{name}.")


def other_values(key: Key) -> list[object]:
    """Some values of a key's own kind that do not hold anyway."""
    numbers = [] if key.most is None or key.row else [key.least, min(key.least + 1, key.most), min(3, key.most)]
    values = [*key.words, *([False, True] if key.flag else []), *(number for number in numbers if number >= key.least)]
    return [*([[2, 4]] if key.row else []), *(value for value in dict.fromkeys(values) if value != key.usual)]


def foreign_keys(ruleset: str) -> Iterator[tuple[str, str, object]]:
    """Every key of a table that a rule set's document does not have, with its values."""
    tables = load(ruleset).tables
    for table, declared in KEYS.items():
        for name, key in declared.keys.items():
            if not key.is_table and name not in tables.get(table, {}):
                yield from ((table, name, value) for value in other_values(key))


def with_key(ruleset: str, table: str, name: str, value: object) -> str:
    """A club's copy of a rule set, with one value more."""
    text, heading = renamed(load(ruleset).document, ruleset, "club"), f"\n[{table}]\n"
    line = f"{name} = {json.dumps(value)}\n"
    return text.replace(heading, heading + line, 1) if heading in text else text + heading + line


NOT_OF_THE_TABLE = ("scoring", "settlement", "final")
"""What counts and pays: no part of a table's plan."""


def told_of_the_table(text: str) -> dict[str, str]:
    """What a document comes to at the table, spelled out."""
    plan = resolve(read(text)).plan
    return {name: repr(getattr(plan, name)) for name in plan.__struct_fields__ if name != "scorer"}


def test_every_key_means_something() -> None:
    assert [path for path, key in everywhere() if "." in path and not key.means] == []


@pytest.mark.parametrize("ruleset", shipped())
def test_no_released_rule_set_says_what_has_no_effect(ruleset: str) -> None:
    for version in versions(ruleset):
        document = tomllib.loads(load_named(f"{ruleset}@{version}").document)
        assert list(idle_keys(document)) == [], version


@pytest.mark.parametrize("ruleset", shipped())
def test_a_foreign_key_is_refused_or_played(ruleset: str) -> None:
    """No key that stands nowhere in a rule set passes unless it can be played by, and the table is another with it."""
    without = told_of_the_table(renamed(load(ruleset).document, ruleset, "club"))
    for table, name, value in in_turn(foreign_keys(ruleset)):
        text = with_key(ruleset, table, name, value)
        faults = document_faults(text)
        if faults:
            assert faults[0].field, (table, name, value)
        else:
            assert obstacle_in_play(read(text), {}) is None, (table, name, value)
            holds_anyway = value == KEYS[table].keys[name].otherwise or table in NOT_OF_THE_TABLE
            assert holds_anyway or told_of_the_table(text) != without, (table, name, value)


@pytest.mark.parametrize(("ruleset", "table", "name", "value", "goes_with"), [
    ("western", "scoring", "min_han", 3, 'total = "fu-and-han" in [scoring]'),
    ("western", "riichi", "points", 2000, "[stakes] and shared in [settlement]"),
    ("western", "danger", "late", "unseen", "tracks_danger in [table]"),
    ("western", "table", "says_fishing", True, "a rule with the check fishing_is_said"),
    ("american", "table", "chows", 1, "no by_card in [table]"),
    ("riichi", "table", "rounds", 1, "no [stakes]"),
    ("riichi", "settlement", "east_doubles", False, "losers who score"),
    ("classical", "break", "stacks", "both", "second_throw in [break]"),
    ("classical", "table", "robbing", "none", "a rule with the check robbing_is_played"),
    ("pung-chi", "wall", "tiles", 14, "a wall of the kind both-ends or kong-box"),
    ("bmja", "scoring", "agreed", 8, "`by` in [scoring], or no scoring rows"),
])  # fmt: skip
def test_a_key_without_effect_is_told_with_what_it_goes_with(
    ruleset: str, table: str, name: str, value: object, goes_with: str
) -> None:
    fault = document_faults(with_key(ruleset, table, name, value))[0]
    assert fault.field is not None
    assert fault.field.startswith(table)
    assert "has no effect here: it goes with" in fault.message
    assert goes_with in fault.message


@pytest.mark.parametrize(("name", "value", "check"), [
    ("clock", "true", "game_is_over"), ("swap_call", '"ends"', "no_swap_call"),
    ("left", "9", "riichi_with_tiles_left"),
])  # fmt: skip
def test_what_one_check_reads_has_no_effect_without_its_rule(name: str, value: str, check: str) -> None:
    """Where the other rules of riichi are played."""
    text = renamed(load("riichi").document, "riichi", "club").replace(f'"{check}"', '"wind_stays_east"')
    heading = "[stakes]" if name == "clock" else "[riichi]"
    lines = [line for line in text.splitlines() if not line.startswith(f"{name} =")]
    found = document_faults("\n".join(lines).replace(heading, f"{heading}\n{name} = {value}"))
    assert f"a rule with the check {check}" in " ".join(one.message for one in found)
