"""House rules made from the American game: parts that go together are played, others are refused with a reason."""

from __future__ import annotations

import pytest

from mjlog.audit.engine import Engine
from mjlog.errors import RuleSetError
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import RuleSet, load, parse, renamed, resolve
from mjlog.simulate.game import Game


def changed(ruleset: str, old: str, new: str) -> RuleSet:
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
        resolve(changed(ruleset, old, new))


@pytest.mark.parametrize(("old", "new"), [
    ("charleston = true ", "charleston = false "),
    ("jokers = 8", "jokers = 0"),
    ("flowers = 8", "flowers = 4"),
])  # fmt: skip
def test_a_club_may_leave_out_charleston_jokers_or_flowers(old: str, new: str) -> None:
    """Its games are played and judged like any other."""
    rules = changed("american", old, new)
    lines: list[bytes] = []
    Game(rules, 7, 1, hands=4).play(lines.append)
    record = GameRecord("club", "club", ((decode_event(line), None) for line in lines))
    found = [one for report in Engine(record, rules).run() for one in report.findings]
    assert [one.message for one in found if one.severity != "info"] == []
