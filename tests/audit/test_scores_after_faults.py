"""Scores and payments after a fault in play: judged as far as they are certain, the fault let pass or not."""

from __future__ import annotations

import pytest

from cases import all_cases
from mjlog.answers import plain
from mjlog.audit.dead import DeadHandTracker
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from short_logs import events, findings, play

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
