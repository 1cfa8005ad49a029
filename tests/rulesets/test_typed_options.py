"""Options as people type them, from the command line to the log."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.errors import RuleSetError
from mjlog.rulesets import load
from mjlog.rulesets.resolve import typed_options, written_option

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
