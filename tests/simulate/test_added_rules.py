"""A rule that is added makes no simulated game illegal: players take every act from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import events as ev
from mjlog.rulesets import RuleSet
from mjlog.simulate import Game
from tests.simulate.added_rules import ADDED, AS_DEALT, IMPOSSIBLE, SEED, broken, house
from tests.simulate.games import CHINESE, audited, findings, read
from tests.simulate.test_stacked_walls import stack
from turns import examples, in_turn

_MOST_GAMES = 50
"""So many games of a shipped rule set at most, until one breaks the rule that is to be added."""


def _played(ruleset: RuleSet, number: int, **options: Any) -> list[bytes]:
    lines: list[bytes] = []
    Game(ruleset, SEED, number, **options).play(lines.append)
    return lines


@pytest.mark.parametrize(
    ("sentence", "ruleset"),
    in_turn((sentence, ruleset) for sentence, added in ADDED.items() for ruleset in added.rulesets),
)  # fmt: skip
def test_players_keep_a_rule_that_was_added(monkeypatch: pytest.MonkeyPatch, sentence: str, ruleset: str) -> None:
    """A game of the shipped rule set breaks it; played by the house, it is legal and goes on to its end."""
    number = next(one for one in range(ADDED[sentence].number, _MOST_GAMES) if sentence in broken(ruleset, one))
    lines = _played(house(monkeypatch, ruleset, [sentence]), number)
    assert findings(lines) == []
    assert isinstance(read(lines)[-1], ev.GameEnd)


@pytest.mark.parametrize(
    ("sentence", "ruleset"),
    [(sentence, ruleset) for sentence, added in IMPOSSIBLE.items() for ruleset in added.rulesets],
)  # fmt: skip
def test_a_game_that_the_rules_let_nobody_go_on_with_is_broken_off(
    monkeypatch: pytest.MonkeyPatch, sentence: str, ruleset: str
) -> None:
    """Nobody breaks a rule to get on: the record ends there, legal, with a note that says why."""
    lines = _played(house(monkeypatch, ruleset, [sentence]), 1)
    last = read(lines)[-1]
    assert isinstance(last, ev.Note)
    assert last.text.startswith("the game is broken off: the rules refuse every ")
    assert findings(lines) == []


@pytest.mark.parametrize(
    ("ruleset", "hand"), [("classical", "222b 999b 234c 555d RRd"), ("american", "1111b 4444b 777c RRRd")]
)
def test_a_dealt_hand_is_not_declared_where_a_rule_refuses_it(
    monkeypatch: pytest.MonkeyPatch, ruleset: str, hand: str
) -> None:
    """It is declared by the shipped rule set; here play begins, and the hand may still win later."""
    stack(monkeypatch, ruleset, "E", hand)
    lines = _played(house(monkeypatch, ruleset, [AS_DEALT]), 1, hands=1)
    assert not [event for event in read(lines) if isinstance(event, ev.Mahjong) and event.source == "deal"]
    assert [event for event in read(lines) if isinstance(event, ev.Discard)]
    assert findings(lines) == []


@pytest.mark.parametrize("ruleset", [*CHINESE, "american"])
def test_players_keep_all_added_rules_together(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    """Hardly anything is left to do, and what is done is legal."""
    sentences = [sentence for sentence, added in ADDED.items() if ruleset in added.rulesets]
    by_the_house = house(monkeypatch, ruleset, sentences)
    assert [text for number in range(1, 1 + examples(3)) for text in findings(_played(by_the_house, number))] == []


def test_players_who_make_mistakes_keep_added_rules_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They err against the rules of the card, and against no other."""
    sentences = [sentence for sentence, added in ADDED.items() if "american" in added.rulesets]
    by_the_house = house(monkeypatch, "american", sentences)
    for number in range(1, 1 + examples(8)):
        for report in audited(_played(by_the_house, number, mistakes=True)):
            assert [one.message for one in report.findings if "added" in (one.rule or "")] == []
