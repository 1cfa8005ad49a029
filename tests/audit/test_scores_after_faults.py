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


@pytest.mark.parametrize("score", [52, 104])
@pytest.mark.parametrize("paid", [HELD, LET_PASS])
def test_a_broken_call_may_be_paid_with_its_double_or_without(score: int, paid: str) -> None:
    """What follows from the fault as it was played is no second fault."""
    assert errors(f"{BROKEN} S score {score}; {LOSERS}; {paid}") == ["call-changed"]


@pytest.mark.parametrize("score", [26, 208])
def test_any_other_score_for_a_broken_call_is_wrong(score: int) -> None:
    assert errors(f"{BROKEN} S score {score}; {LOSERS}; {HELD}") == ["call-changed", "wrong-score"]


@pytest.mark.parametrize("paid", ["settlement E=-104 S=312 W=-104 N=-104", "settlement E=-208 S=416 W=-104 N=-104"])
def test_payments_that_neither_reading_makes_are_wrong(paid: str) -> None:
    assert errors(f"{BROKEN} S score 104; {LOSERS}; {paid}") == ["call-changed", "wrong-settlement"]


def test_the_computed_score_of_a_broken_call_is_without_its_double_whatever_was_announced() -> None:
    report = play(f"{BROKEN} S score 104; {LOSERS}; {LET_PASS}").finish()[-1]
    assert (report.recorded[Seat.S], report.computed[Seat.S]) == (104, 52)


def test_totals_that_are_the_same_whichever_was_played_are_judged_after_the_hand() -> None:
    """Where nothing was paid they depend on whether the fault was let pass."""
    drawn = "hand 2 E ben depth=result; washout; end anna=-96 ben=208 cora={} dora={}"
    paid = f"{BROKEN} S score 52; {LOSERS}; {HELD}"
    assert errors(f"{paid}; {drawn.format(-56, -56)}") == ["call-changed"]
    assert errors(f"{paid}; {drawn.format(-57, -55)}") == ["call-changed", "wrong-total"]
    assert errors(f"{BROKEN} {drawn.format(-57, -55)}") == ["call-changed"]


_UNSEEN = (
    _DEAL
    + _FIRST.format(calling=" calling=true")
    + ("S draw ??; S discard 2b" + _DRAWN + _END.format(shown="345b567c456888d33c"))
)


_MAY_BE_KEPT = _UNSEEN.replace("S show | 345b", "S show | 234b")
"""South shows the hand that was called: the 2 bamboo discarded may be the tile drawn, or one drawn later was kept."""


@pytest.mark.parametrize("score", [52, 104])
def test_of_a_call_that_may_be_broken_unseen_both_scores_can_be_right(score: int) -> None:
    """The tile was drawn unseen: whether it is the one discarded nobody can tell."""
    assert findings(f"{_MAY_BE_KEPT} S score {score}; {LOSERS}") == []


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


@pytest.mark.parametrize("score", [26, 208])
def test_any_other_score_for_a_call_proved_broken_at_the_end_is_wrong(score: int) -> None:
    assert errors(f"{_UNSEEN} S score {score}; {LOSERS}; {HELD}") == ["call-changed", "wrong-score"]


def test_without_an_announced_score_either_payment_can_be_that_of_a_call_proved_broken() -> None:
    assert errors(f"{_UNSEEN} {LOSERS}; {HELD}") == ["call-changed"]
    assert errors(f"{_UNSEEN} {LOSERS}; {LET_PASS}") == ["call-changed"]
    assert errors(f"{_UNSEEN} {LOSERS}; settlement E=-104 S=312 W=-104 N=-104") == ["call-changed", "wrong-settlement"]


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


def test_nothing_paid_at_all_can_be_the_consequence_of_a_fault() -> None:
    assert errors(f"{OUT_OF_TURN} S score 52; {LOSERS}; settlement E=0 S=0 W=0 N=0") == ["out-of-turn"]


EAST_AT_FAULT = BROKEN.replace(" calling=true", "").replace("E draw 8b;", "E draw 8b; E draw ??;")
"""East draws twice; the hand is worth 2."""


def test_the_hand_at_fault_may_have_counted_for_nothing() -> None:
    paid = "settlement E=-104 S=208 W=-52 N=-52"
    assert errors(f"{EAST_AT_FAULT} S score 52; E score 0; W score 0; N score 0; {paid}") == ["out-of-turn"]
    assert errors(f"{EAST_AT_FAULT} S score 52; E score 2; W score 0; N score 2; {HELD}")[1:] == ["wrong-score"]


def test_payments_are_judged_by_the_tiles_where_no_score_was_announced() -> None:
    assert errors(f"{OUT_OF_TURN} {HELD}") == ["out-of-turn"]
    assert errors(f"{OUT_OF_TURN} settlement E=-48 S=160 W=-56 N=-56") == ["out-of-turn", "wrong-settlement"]


NO_WIN = BROKEN.replace(" calling=true", "").replace("mahjong wall 6d", "mahjong wall 9d")
"""South declares with a tile that was not drawn: who has won is open."""


@pytest.mark.parametrize(("play", "fault"), [(OUT_OF_TURN, "out-of-turn"), (NO_WIN, "mahjong-tile-wrong")])
def test_gains_and_losses_cancel_after_any_fault(play: str, fault: str) -> None:
    paid = "settlement E=-96 S=208 W=-56 N=-50"
    assert errors(f"{play} S score 52; {LOSERS}; {paid}") == [fault, "not-zero-sum"]


@pytest.mark.parametrize(("play", "fault"), [(OUT_OF_TURN, "out-of-turn"), (NO_WIN, "mahjong-tile-wrong")])
def test_a_total_is_its_points_doubled_after_any_fault(play: str, fault: str) -> None:
    assert errors(f"{play} S score 52 points=26 doubles=1; {LOSERS}") == [fault]
    assert errors(f"{play} S score 52 points=26 doubles=2; {LOSERS}") == [fault, "wrong-score"]


def test_the_hand_of_a_loser_who_is_not_at_fault_is_worth_what_its_tiles_are() -> None:
    assert errors(f"{OUT_OF_TURN} S score 52; E score 2; W score 0; N score 2") == ["out-of-turn", "wrong-score"]
    assert errors(f"{OUT_OF_TURN} S score 52; E score 2; W score 0; N score 8") == ["out-of-turn", "wrong-score"]
    assert errors(f"{OUT_OF_TURN} S score 52; E score 0; W score 0; N score 0") == ["out-of-turn", "wrong-score"]


def test_a_hand_that_is_not_shown_whole_is_another_fault() -> None:
    short = OUT_OF_TURN.replace("W show | 1178b2599c667dSWw", "W show | 1178b2599c667d")
    assert errors(f"{short} S score 52; E score 2; W score 0; N score 0") == ["out-of-turn", "shown-hand-differs"]


def test_totals_are_open_after_a_fault_in_a_hand_without_payments() -> None:
    assert errors(f"{OUT_OF_TURN} S score 52; {LOSERS}; end anna=1 ben=-1 cora=0 dora=0") == ["out-of-turn"]


# -- hands of the card ------------------------------------------------------------------------------------------------

_CARD = "game american card=riverside-2026; hand depth=table;"
_EXPOSED = "E discard 1c; S claim kong; S expose kong 111c Jk; S discard 9d;"
_WON = "W discard 7d; N discard 7d; S claim mahjong; S mahjong discard line=s2;"


def test_a_set_from_before_a_gap_may_be_of_an_earlier_hand() -> None:
    """The gap may have swallowed the end of that hand and the beginning of this one."""
    assert errors(f"{_CARD} {_EXPOSED} gap; {_WON}") == []
    assert errors(f"{_CARD} {_EXPOSED} W discard 8b; N discard 7d; S claim mahjong; S mahjong discard line=s2") == [
        "concealed-hand-exposed"
    ]


def test_exposures_from_before_a_gap_prove_nothing_with_later_ones() -> None:
    more = "W discard 1c; S claim pung; S expose pung 1c 1c Jk"
    assert findings(f"{_CARD} {_EXPOSED} gap; {more}") == []
    assert "dead-exposure" in [one.code for one in findings(f"{_CARD} {_EXPOSED} {more}")]


_DOUBTED = f"{_CARD} E discard 5b; E draw ??; E discard 5b; S draw ??; S discard 9d; W discard 8b; N discard 7d;"
"""East draws out of turn."""


@pytest.mark.parametrize(("value", "fault"), [(25, []), (30, ["wrong-score"])])
def test_the_line_named_tells_the_value_of_a_hand_in_doubt(value: int, fault: list[str]) -> None:
    won = f"S claim mahjong; S mahjong discard line=r7; S score {value}"
    assert errors(f"{_DOUBTED} {won}") == ["out-of-turn", *fault]


def test_payments_for_a_hand_of_the_card_are_in_the_proportions_of_its_value_after_a_fault() -> None:
    won = "S claim mahjong; S mahjong discard line=r7; S score 25"
    for jokers in (25, 50):
        paid = f"settlement E=-{jokers} S={4 * jokers} W=-{jokers} N=-{2 * jokers}"
        assert errors(f"{_DOUBTED} {won}; {paid}") == ["out-of-turn"]
    assert errors(f"{_DOUBTED} {won}; settlement E=-25 S=75 W=-25 N=-25") == ["out-of-turn", "wrong-settlement"]


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
