"""Results of which the winner's hand was shown whole: an announced score that it cannot be worth is found."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from audit.hiding import Fields, audited, numbered, read
from each import each
from short_logs import codes
from simulate.games import played
from turns import TURNS

WITH_POINTS = ("classical", "western", "bmja", "dmjl", "dead-wall", "riichi", "riichi-ema", "riichi-wrc")
KEPT = frozenset(("game-start", "seats", "hand-start", "mahjong", "show", "score", "settlement", "washout"))
HANDS = ["hand depth=result", "hand depth=table; gap"]
HAND = "111b 444b 789b 111c 55d"


def alike(tiles: list[str]) -> set[str]:
    return {one.replace("0", "5") for one in tiles}


def as_results(events: Iterable[Fields], more: int = 0) -> list[Fields]:
    """A game as its results, all tiles of who shows a hand among them; winners announce so much `more`."""
    found: list[Fields] = []
    laid: dict[str, list[list[str]]] = {}
    winners: set[str] = set()
    for event in events:
        kind, seat = event["type"], event.get("seat", "")
        if kind == "hand-start":
            laid, winners = {}, set()
            event = {name: value for name, value in event.items() if name != "every"} | {"depth": "result"}
        elif kind in ("expose", "kong", "lay-concealed"):
            tiles = event["tiles"]
            laid[seat] = [one for one in laid.get(seat, []) if kind != "kong" or alike(one) != alike(tiles)] + [tiles]
        elif kind == "mahjong":
            winners.add(seat)
            event = {name: event[name] for name in ("type", "seat", "source", "tile") if name in event}
        elif kind == "show":
            whole = [*event.get("sets", []), *laid.get(seat, [])]
            event = {"type": "show", "seat": seat, "sets": whole, "rest": event.get("rest", [])}
        elif kind == "score" and more and seat in winners:
            event = {"type": "score", "seat": seat, "total": event["total"] + more}
        if event["type"] in KEPT or event.get("purpose") == "seats":
            found.append(event)
    return numbered(found)


def ways() -> list[tuple[str, str, str]]:
    """By each rule set: how much was recorded, and what was told first; one after the other where asked in turns."""
    told = list(product(HANDS, ["S show {0}; S score {1}", "S score {1}; S show {0}"]))
    return [
        (ruleset, *one)
        for number, ruleset in enumerate(WITH_POINTS)
        for one in (told if TURNS == 1 else [told[number % len(told)]])
    ]


@pytest.mark.parametrize("ruleset", WITH_POINTS)
def test_what_a_hand_shown_can_be_worth_is_no_fault_and_other_points_are(ruleset: str) -> None:
    """Who won, and with which tiles, is known; how it was played is not. A score that is wrong is told once.

    In a goulash only the payments tell it: the hand is whatever its wild tiles stand for.
    """
    events = read(played(ruleset, seed=4, hands=4))
    assert audited(as_results(events)) == []
    wins = [event["seq"] for event in events if event["type"] == "mahjong"]
    wrong = audited(as_results(events, more=1))
    assert 0 < len(wrong) == len(wins)
    assert {one.code for one in wrong} <= {"wrong-score", "wrong-settlement"}


@each("ruleset,hand,told", ways)
def test_a_score_that_no_way_to_win_makes_is_wrong_whether_it_comes_before_the_hand_or_after(
    ruleset: str, hand: str, told: str
) -> None:
    text = f"game {ruleset}; {hand}; S mahjong discard; {told}"
    for total in (53, 10001):
        assert codes(text.format(HAND, total)) == ["wrong-score"]
    right = 2600 if "riichi" in ruleset else 64
    assert codes(text.format(HAND, right)) == []
    # Of a hand that is not shown whole it cannot be told.
    assert codes(text.format(HAND.replace("55d", "| 5d ??"), 53)) == []


@pytest.mark.parametrize("ruleset", [*WITH_POINTS, "mahjiang", "pung-chi"])
@pytest.mark.parametrize("hand", [*HANDS, "hand; dealt; gap"])
def test_what_a_winner_shows_is_complete_also_where_nobody_followed_the_hand(ruleset: str, hand: str) -> None:
    """Sets that nobody saw may lie beside it."""
    text = f"game {ruleset}; {hand}; S mahjong discard; S show | {{}}"
    for tiles in ("111b 444b 789b 111c 55d", "444b 789b 111c 55d", "55d"):
        assert codes(text.format(tiles)) == []
    for tiles in ("111b 444b 789b 112c 55d", "444b 789b 112c 55d", "56d"):
        assert codes(text.format(tiles)) == ["not-mahjong"]
