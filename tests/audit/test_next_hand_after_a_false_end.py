"""After a false end of a hand it is open who has won: the next hand is judged by what some end of it allows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from mjlog.audit.engine import Engine
from short_logs import fields, play

BY_POINTS = ("riichi", "riichi-ema", "riichi-wrc")
RULESETS = (
    "mahjiang", "pung-chi", "dead-wall", "western", "classical", "bmja", "dmjl", "american card=riverside-2026",
    *BY_POINTS,
)  # fmt: skip
PLAYERS = ("anna", "ben", "cora", "dora")
ENDS = {
    "not-mahjong": "S mahjong wall; S show | 1379b 1379c 1379d EwSw",
    "washout-too-early": "S discard 2b; W draw ??; W discard 3b; washout",
}
RECORDS = ("full, with the wall", "full", "table")
CASES = [
    *itertools.product(RULESETS, RECORDS, ("not-mahjong",)),
    *itertools.product(RULESETS, RECORDS[:2], ("washout-too-early",)),
    ("american card=riverside-2026", "result", "not-mahjong"),
]


def false_end(ruleset: str, record: str, end: str) -> str:
    """A first hand that ends wrongly; where points lie on the table 2,000 are there, and it is the second repeat."""
    depth, _, has_wall = record.partition(",")
    start = [f"game {ruleset}", f"hand depth={depth}"]
    if ruleset in BY_POINTS:
        start[1] += " repeats=2 pot=2000"
    if has_wall:
        start.append("wall")
    if depth == "full":
        start.append("dealt")
        start += ["indicator 5d", "E draw ??"] if ruleset in BY_POINTS else []
        start += ["passes"] if ruleset.startswith("american") else []
    elif ruleset in BY_POINTS:
        start.append("indicator 5d")
    start += ["E discard 1b", "S draw ??"] if depth != "result" else []
    return "; ".join((*start, ENDS[end]))


def of_the_next_hand(text: str, hand: str) -> list[str]:
    """What is wrong with the hand that begins after the text."""
    return [one.code for one in judged(text, hand).reports[-1].findings]


def judged(text: str, hand: str) -> Engine:
    replay = play(f"{text}; {hand}")
    replay.finish()
    return replay


@pytest.mark.parametrize(("ruleset", "record", "end"), CASES)
def test_east_stays_or_the_next_player_is_east_and_nobody_else(ruleset: str, record: str, end: str) -> None:
    text = false_end(ruleset, record, end)
    by_card = ruleset.startswith("american")
    code = end.replace("not-mahjong", "not-on-card") if by_card else end
    assert [one.code for one in play(text).finish()[-1].findings if one.severity == "error"] == [code]
    stated = " repeats=3" if ruleset in BY_POINTS else ""
    found = [of_the_next_hand(text, f"hand 2 E {player}{stated}") for player in PLAYERS]
    assert found == [["wrong-east"] if by_card else [], [], ["wrong-east"], ["wrong-east"]]


@pytest.mark.parametrize(("ruleset", "record", "end"), [one for one in CASES if one[0] in BY_POINTS])
def test_repeats_and_pot_are_those_of_one_way_in_which_the_hand_can_have_ended(
    ruleset: str, record: str, end: str
) -> None:
    text = false_end(ruleset, record, end)
    # East wins; the hand is drawn, East ready or not; it is void; another wins.
    for possible in (
        "anna repeats=3 pot=0", "anna repeats=3 pot=2000", "ben repeats=3 pot=2000", "anna repeats=2 pot=2000",
        "ben repeats=0 pot=0",
    ):  # fmt: skip
        assert not of_the_next_hand(text, f"hand 2 E {possible}"), possible
    for player, repeats in (("anna", 8), ("ben", 8), ("anna", 0), ("ben", 2)):
        assert of_the_next_hand(text, f"hand 2 E {player} repeats={repeats} pot=2000") == ["wrong-repeats"]
    assert of_the_next_hand(text, "hand 2 E anna repeats=3 pot=8000") == ["wrong-pot"]
    assert len(of_the_next_hand(text, "hand 2 E ben repeats=0 pot=2000")) == 1, "either is wrong"


@pytest.mark.parametrize("ruleset", BY_POINTS)
def test_sticks_of_a_hand_that_was_void_after_a_false_win_can_have_gone_back(ruleset: str) -> None:
    """South wins in riichi with 1 bamboo, which south has discarded: the stick is won, lies there, or goes back."""
    text = (
        f"game {ruleset}; hand repeats=0 pot=0; dealt S 23b 456b 789b 456c 55d; indicator 9d; E draw ??;"
        "E discard Ew; S draw 1b; S discard 1b riichi=true; W draw ??; W discard Ww; N draw ??; N discard Nw;"
        "E draw ??; E discard Ew; S draw Ew; S discard Ew; W draw ??; W discard 1b; S claim mahjong; S mahjong discard"
    )
    assert [one.code for one in play(text).finish()[-1].findings if one.severity == "error"] == ["furiten"]
    for pot in (0, 1000):
        assert not of_the_next_hand(text, f"hand 2 E anna repeats=1 pot={pot}")
    assert of_the_next_hand(text, "hand 2 E anna repeats=1 pot=2000") == ["wrong-pot"]


@pytest.mark.parametrize("ruleset", BY_POINTS)
def test_sticks_of_a_riichi_that_may_not_stand_lie_there_or_do_not(ruleset: str) -> None:
    """South has declared riichi with an open hand, and the hand is drawn: a stick more, or none, and no third."""
    start = f"game {ruleset}; hand pot=2000; dealt; indicator 5d; E draw ??; E discard 4c; S claim pung;"
    turns = itertools.islice(itertools.cycle("WNES"), 69)
    play = "; ".join(f"{seat} draw ??; {seat} discard ??{' drawn=true' * (seat == 'S')}" for seat in turns)
    drawn = f"{start} S expose pung 444c; S discard 8d riichi=true; {play}; S show {'?' * 11}; washout"
    assert [one.code for one in judged(drawn, "hand 2 E ben").reports[-2].findings] == ["riichi-not-allowed"]
    for pot, found in ((2000, []), (3000, []), (8000, ["wrong-pot"])):
        assert of_the_next_hand(drawn, f"hand 2 E ben repeats=1 pot={pot}") == found


@pytest.mark.parametrize("ruleset", RULESETS[-4:])
def test_a_hand_that_is_played_again_for_nothing_can_be_so_or_another_follows(ruleset: str) -> None:
    dealt = "dealt; passes; E discard 1b" if ruleset.startswith("american") else "dealt; indicator 5d; E draw ??"
    text = f"game {ruleset}; hand; {dealt}; replay reason=spilled"
    assert [one.code for one in play(text).finish()[-1].findings] == ["replay-not-due"]
    assert not of_the_next_hand(text, "hand 1 E anna")
    assert not of_the_next_hand(text, "hand 2 E ben")
    assert of_the_next_hand(text, "hand 2 E cora") == ["wrong-east"]


@pytest.mark.parametrize("ruleset", RULESETS[:7])
def test_what_holds_in_one_way_alone_is_told_of_the_hand_with_the_false_end(ruleset: str) -> None:
    text = false_end(ruleset, "full", "not-mahjong")
    told = judged(text, "hand 2 E anna").reports[-2].unjudged[-1]
    assert (told.because, told.since, told.until) == ("not-mahjong", *[len(fields(text)) + 1] * 2)
    assert "East had won" in told.words
    assert not judged(text, "hand 2 E ben").reports[-1].unjudged


# -- the totals at the end of the game ---------------------------------------------------------------------------------


def at_the_end(text: str, totals: Sequence[int]) -> Engine:
    """A game that ends with such totals."""
    return judged(text, "end " + " ".join(f"{who}={points}" for who, points in zip(PLAYERS, totals, strict=True)))


@pytest.mark.parametrize(("ruleset", "record", "end"), CASES)
def test_totals_are_open_then_and_must_add_up(ruleset: str, record: str, end: str) -> None:
    """What was paid for the hand, if anything, nobody wrote down."""
    text, start = false_end(ruleset, record, end), 25000 if ruleset in BY_POINTS else 0
    lying = 2000 if ruleset in BY_POINTS else 0
    found = at_the_end(text, [start + 300 + lying, start - 100, start - 100, start - 100])
    assert [one.code for one in found.report.findings if one.code == "wrong-total"] == []
    because = "not-on-card" if (ruleset.startswith("american") and end == "not-mahjong") else end
    assert [one.because for one in found.report.unjudged if one.rules == "totals"] == [because]
    found = at_the_end(text, [start + 310, start - 100, start - 100, start - 100])
    assert [one.code for one in found.report.findings][-1] == "wrong-total"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_totals_before_the_next_hand_must_add_up_then(ruleset: str) -> None:
    text, start = false_end(ruleset, "full", "washout-too-early"), 25000 if ruleset in BY_POINTS else 0
    hand = "hand 2 E ben totals=anna:{},ben:{},cora:{},dora:{}"
    fair, unfair = ([start + first, start, start - 200, start] for first in (200, 210))
    assert "wrong-total" not in of_the_next_hand(text, hand.format(*fair))
    assert "wrong-total" in of_the_next_hand(text, hand.format(*unfair))
