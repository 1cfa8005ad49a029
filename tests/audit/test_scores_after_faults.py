"""Scores and payments after a fault in play: judged as far as they are certain, the fault let pass or not."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from audit.hiding import Fields, audited, numbered, read
from cases import all_cases
from each import each
from mjlog.answers import plain
from mjlog.audit.dead import DeadHandTracker
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.rulesets import shipped
from mjlog.seats import Seat
from short_logs import codes, events, findings, play
from simulate.games import played
from turns import TURNS

_DEAL = """game dmjl
hand
dealt E 169b148c279dRRdEWNw / S 234b567c45888d33c / W 1178b299c667dSNWw / N 569b148c123dESwGWd
E discard Ww
"""
_END = """
S show | {shown}
E show | 13689b148c27dRRdEw
W show | 1178b2599c667dSWw
N show | 569b1489c1237dSwWd
"""
_DRAWN = "; W draw 5c; W discard Nw; N draw 7d; N discard Ew; E draw 8b; E discard Nw; S draw 6d; S mahjong wall 6d"
_FIRST = "S draw Nw; S discard Nw{calling}; W draw Wd; W discard Wd; N draw 9c; N discard Gd; E draw 3b; E discard 9d\n"
BROKEN = (
    _DEAL + _FIRST.format(calling=" calling=true") + "S draw 5b; S discard 2b" + _DRAWN
    + _END.format(shown="345b567c456888d33c")
)  # fmt: skip
"""South has called and changes the hand: 52 points, or 104 if that is let pass. South draws the last tile."""
LOSERS = "E score 2; W score 0; N score 0"
HELD, LET_PASS = "settlement E=-96 S=208 W=-56 N=-56", "settlement E=-200 S=416 W=-108 N=-108"


def errors(text: str) -> list[str]:
    """The codes of what is in error."""
    return [one.code for one in findings(text) if one.severity == "error"]


# -- a call that was not kept -----------------------------------------------------------------------------------------


def test_the_computed_score_of_a_broken_call_is_without_its_double_whatever_was_announced() -> None:
    report = play(f"{BROKEN} S score 104; {LOSERS}; {LET_PASS}").finish()[-1]
    assert (report.recorded[Seat.S], report.computed[Seat.S]) == (104, 52)


_UNSEEN = (
    _DEAL
    + _FIRST.format(calling=" calling=true")
    + ("S draw ??; S discard 2b" + _DRAWN + _END.format(shown="345b567c456888d33c"))
)


@pytest.mark.parametrize("score", [52, 104])
@pytest.mark.parametrize("paid", [HELD, LET_PASS])
def test_a_call_that_the_hand_shown_proves_broken_is_found_at_the_show_once(score: int, paid: str) -> None:
    """Its double is lost in the computed score, whether or not the table has let the call pass."""
    report = play(f"{_UNSEEN} S score {score}; {LOSERS}; {paid}").finish()[-1]
    (found,) = report.findings
    assert (found.code, found.severity, found.seat, found.rule) == ("call-changed", "error", "S", "dmjl/original-call")
    assert found.message == (
        "south shows another hand than the one called: 2b was in it, and was discarded at event 30"
    )
    assert report.computed[Seat.S] == 52
    assert plain(report.owed) == {"E": -96, "S": 208, "W": -56, "N": -56}


def test_before_the_hand_is_shown_a_changed_call_still_counts() -> None:
    """Nothing proves yet that the tile discarded was not the one drawn."""
    report = play(_UNSEEN.split("\nS show")[0]).finish()[-1]
    assert report.findings == []


def test_a_call_that_the_hand_shown_proves_broken_loses_its_double() -> None:
    rows = [(event, None) for event in events(f"{_UNSEEN} S score 52; {LOSERS}; {HELD}")]
    watch = DeadHandTracker(Engine(GameRecord("short", "short", iter(()))))
    for row, where in rows:
        watch.feed(row, where)
    (case,) = watch.finish()
    assert (case.kind, [one.what for one in case.follows]) == ("call", ["loses-double", "named-nowhere"])
    assert watch.replay.report.computed[Seat.S] == 52
    assert plain(watch.replay.report.owed) == {"E": -96, "S": 208, "W": -56, "N": -56}


# -- play out of turn, and other faults that the tiles of the others do not depend on --------------------------------

OUT_OF_TURN = BROKEN.replace(" calling=true", "").replace(
    "W draw 5c; W discard Nw", "W draw 5c; W draw ??; W discard Nw"
)
"""West draws twice."""


def test_the_hands_shown_tell_scores_and_payments_whatever_was_played() -> None:
    assert errors(f"{OUT_OF_TURN} S score 52; {LOSERS}; {HELD}") == ["out-of-turn"]
    assert errors(f"{OUT_OF_TURN} S score 104; {LOSERS}; {LET_PASS}") == ["out-of-turn", "wrong-score"]
    wrong = f"{OUT_OF_TURN} S score 52; {LOSERS}; settlement E=-48 S=160 W=-56 N=-56"
    assert errors(wrong) == ["out-of-turn", "wrong-settlement"]
    found = findings(wrong)[-1]
    assert "east loses 48: loses 96 is due" in found.message
    assert (found.rule, found.expected, found.found) == ("dmjl/settle", -96, -48)


def test_a_hand_that_is_not_shown_whole_is_another_fault() -> None:
    short = OUT_OF_TURN.replace("W show | 1178b2599c667dSWw", "W show | 1178b2599c667d")
    assert errors(f"{short} S score 52; E score 2; W score 0; N score 0") == ["out-of-turn", "shown-hand-differs"]


# -- hands of the card ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_for_a_win_in_doubt_that_is_scored_the_tiles_under_the_indicators_are_turned(ruleset: str) -> None:
    """Where the hand is shown, and no more, it may have been found in time that it may not win."""
    furiten = all_cases()["riichi/furiten-3"].illegal.replace("riichi", ruleset, 1)
    shown = f"{furiten}; S show 234b 567c 345d 666b 88d"
    assert [one.code for one in findings(shown) if one.severity == "error"] == ["furiten"]
    scored = f"{shown}; S score 1300 points=40 doubles=1"
    assert [one.code for one in findings(scored) if one.severity == "error"] == ["furiten", "indicator-missing"]
    turned = scored.replace("S show", "indicator 2c under; S show")
    assert [one.code for one in findings(turned) if one.severity == "error"] == ["furiten"]


# -- what can hardly be in a hand of which only the result is known ----------------------------------------------------


WON = "game {}; hand depth=result; S mahjong discard"


def found(text: str) -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in findings(text)]


@pytest.mark.parametrize("ruleset", ["western", "bmja", "dmjl", "classical", "dead-wall"])
def test_a_win_below_what_every_win_earns_is_noted(ruleset: str) -> None:
    """20 points for mahjong, whatever else the hand was; 0 can be meant for a score that nobody announced. It is told
    where all scores are there: of the winner's alone payments may have been made, whatever it was.
    """
    won = WON.format(ruleset)
    assert found(f"{won}; E score 8; S score 7; W score 4; N score 2") == [("wrong-score", "warning")]
    assert found(f"{won}; E score 8; S score 20; W score 4; N score 2") == []
    assert found(f"{won}; E score 8; S score 0; W score 4; N score 2") == []
    assert found(f"{won}; S score 16") == []


@pytest.mark.rule("western/limit-7")
@pytest.mark.parametrize(("ruleset", "wins"), [("western", 13), ("classical", 13), ("dmjl", 9)])
@pytest.mark.parametrize("drawn", [0, 5])
def test_the_wins_of_east_in_a_row_count_where_only_results_are_recorded(ruleset: str, wins: int, drawn: int) -> None:
    """A wash-out does not break the row: 30 points cannot be the last of it, and were enough for each one before."""
    hands = [""] * wins
    hands[drawn:drawn] = ["washout"] * bool(drawn)
    text, number = f"game {ruleset}", 0
    for number, how in enumerate(hands, start=1):
        won = "E mahjong discard; E score 30; S score 0; W score 0; N score 0; settlement E=180 S=-60 W=-60 N=-60"
        text += f"; hand {number} depth=result; {how or won}"
    last = [one for one in findings(text) if one.hand == number]
    assert [(one.code, one.severity) for one in last][:1] == [("wrong-score", "warning")]
    assert not [one for one in findings(text) if one.hand == number - 1]


@pytest.mark.parametrize("ruleset", shipped())
def test_a_fine_higher_than_any_limit_hand_is_noted_where_the_rules_name_none(ruleset: str) -> None:
    said = dict(found(f"game {ruleset}; hand depth=result; S penalty 99999"))
    severities = {code: severity for code, severity in said.items() if code != "unknown-card"}
    # By the rules of tournaments a fine that others get is none.
    named = {name: {"wrong-penalty": "error"} for name in ("bmja", "bmja-kajongg", "dmjl", "riichi-ema", "riichi-wrc")}
    limits = {"western", "classical", "dead-wall", "riichi", "riichi-sanma"}
    assert severities == named.get(ruleset, {"wrong-penalty": "warning"} if ruleset in limits else {})
    if ruleset not in named:
        assert "wrong-penalty" not in dict(found(f"game {ruleset}; hand depth=result; S penalty 500"))


def test_a_warning_leaves_payments_and_totals_as_they_are() -> None:
    said = f"{WON.format('western')}; E score 8; S score 7; W score 4; N score 2; S penalty 99999; hand 2 E=b"
    table = play(said).table
    assert table.totals == play(said).table.standing.counted
    assert sum(table.totals.values()) == 0
    assert table.standing.totals_sure


# -- fu and han that there cannot be --------------------------------------------------------------------------------

RIICHI = ("riichi", "riichi-ema", "riichi-wrc")


def said(ruleset: str, source: str, fu: int | None, han: int, total: int, depth: str = "result") -> list[str]:
    """The codes of what is found where South has won, and announces fu, han and what these make."""
    played = "; gap" if depth == "table" else ""
    points = "" if fu is None else f" points={fu}"
    won = f"game {ruleset}; hand depth={depth}{played}; S mahjong {source}"
    return [code for code, _ in found(f"{won}; S score {total} doubles={han}{points}")]


@pytest.mark.parametrize("ruleset", RIICHI)
@pytest.mark.parametrize("depth", ["result", "table"])
def test_fu_and_han_are_such_as_there_can_be(ruleset: str, depth: str) -> None:
    """Fu are 20, 25, or tens from 30; 20 a drawn pinfu's, 25 those of seven pairs; no win is without a han."""
    wrong = [
        ("discard", 35, 3, 4500), ("discard", 20, 1, 700), ("discard", 20, 2, 1300), ("discard", 25, 1, 800),
        ("discard", 30, 0, 500), ("discard", None, 0, 500), ("wall", 20, 1, 700), ("wall", 25, 2, 1600),
        ("discard", 180, 2, 8000), ("discard", 20, 5, 8000), ("discard", 30, 101, 32000),
    ]  # fmt: skip
    right = [
        ("wall", 20, 2, 1500), ("discard", 25, 2, 1600), ("wall", 25, 3, 3200), ("discard", 30, 1, 1000),
        ("discard", 110, 2, 7100), ("discard", None, 5, 8000), ("discard", 0, 6, 12000), ("wall", 20, 5, 8000),
    ]  # fmt: skip
    assert [case for case in wrong if said(ruleset, *case, depth=depth) != ["wrong-score"]] == []
    assert [case for case in right if said(ruleset, *case, depth=depth)] == []


# -- results of which the winner's hand was shown whole ----------------------------------------------------------------


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
