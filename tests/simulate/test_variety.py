"""Play is plausible: every kind of act occurs, most hands are won, players build different hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from mjlog import events as ev
from tests.simulate.games import CHINESE, KONGS_IN_THE_HAND, played, read
from turns import examples

_GAMES = 20
_SLOW = "bmja"
"""Whose players ask for so many special hands that a game takes them ten times as long."""


@cache
def acts(ruleset: str) -> Counter[str]:
    """How often each kind of act occurs in some games of a rule set."""
    found: Counter[str] = Counter()
    games = examples(_GAMES) if ruleset == _SLOW else _GAMES
    for number in range(1, games + 1):
        events = read(played(ruleset, 53, number, KONGS_IN_THE_HAND.get(ruleset)))
        for event in events:
            found[_act(event)] += 1
            found["named discard"] += isinstance(event, ev.Discard) and event.named is not None
        found["losing claim"] += _losing_claims(events)
    return found


def _act(event: ev.Event) -> str:
    if isinstance(event, ev.Mahjong):
        return f"mahjong {event.source}"
    if isinstance(event, ev.Claim):
        return f"claim {event.for_}"
    if isinstance(event, ev.Kong | ev.Expose | ev.LayConcealed):
        return f"{event.type} {event.kind}"
    return event.type


def _losing_claims(events: list[ev.Event]) -> int:
    """Calls that were not answered with the tile although another's was."""
    return sum(isinstance(one, ev.Claim) and isinstance(two, ev.Claim) for one, two in pairwise(events))


@pytest.mark.parametrize("ruleset", CHINESE)
@pytest.mark.parametrize("act", [
    "draw", "discard", "named discard", "pass", "retract", "claim chow", "claim pung", "claim kong",
    "claim mahjong", "losing claim", "expose chow", "expose pung", "expose kong", "kong added",
    "kong concealed", "kong-replacement", "mahjong wall", "mahjong discard", "washout", "show", "score",
    "settlement", "game-end",
])  # fmt: skip
def test_every_common_act_occurs(ruleset: str, act: str) -> None:
    """In a few hundred hands of each rule set."""
    assert acts(ruleset)[act]


@pytest.mark.parametrize(("ruleset", "act"), [
    ("mahjiang", "fishing"),
    ("mahjiang", "lay-concealed pung"),
    ("mahjiang", "lay-concealed chow"),
    ("western", "bonus"),
    ("western", "bonus-replacement"),
    ("dead-wall", "bonus-replacement"),
    ("dead-wall", "break"),
    ("western", "roll"),
])  # fmt: skip
def test_what_only_some_rule_sets_have_occurs(ruleset: str, act: str) -> None:
    """Calls, sets laid face down, bonus tiles, dice."""
    assert acts(ruleset)[act]


@pytest.mark.parametrize("ruleset", CHINESE)
def test_most_hands_are_won(ruleset: str) -> None:
    """Players find their hands before the wall ends, more often with another's discard than by themselves."""
    found = acts(ruleset)
    wins = sum(count for act, count in found.items() if act.startswith("mahjong "))
    assert wins + found["washout"] == found["hand-start"]
    # With one chow at most in a hand, more of them come to nothing.
    least = 0.4 if ruleset == "bmja" else 0.6
    assert least < wins / found["hand-start"] < 0.98
    assert found["mahjong discard"] > found["mahjong wall"] > 0


def test_rare_wins_occur_somewhere() -> None:
    """Wins with a loose tile and by robbing a kong, in the games of all rule sets together."""
    found = sum((acts(ruleset) for ruleset in CHINESE), Counter[str]())
    assert found["mahjong loose"]
    assert found["mahjong kong"]


def test_without_options_for_it_nobody_robs() -> None:
    """In western robbing a kong is an option, off by default."""
    assert not acts("western")["mahjong kong"]
