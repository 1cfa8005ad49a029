"""Chombo and dead hands, as clubs play riichi."""

from __future__ import annotations

import pytest

from cases.riichi_ends import CASES, DEAL
from each import each
from mjlog.audit.dead import dead_hands
from mjlog.audit.engine import Engine
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.views.dead_words import dead_hand_words
from short_logs import accepted, codes, events, play, refused

TURN = f"hand; {DEAL}E draw 9c; E discard 9c; "
SOUTH_IN_RIICHI = f"hand; {DEAL}E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true; W draw Ew; W discard Ew; "
MANGAN = 'penalty 8000 reason=chombo to={"E":4000,"W":2000,"N":2000}'


def kept(case: str) -> str:
    """The legal log of a case."""
    return CASES[f"riichi/{case}"].legal


def totals(replay: Engine) -> list[int]:
    """What the four have, as they sat down."""
    return list(replay.table.totals.values())


@pytest.mark.rule("riichi-ema/penalty-1")
@pytest.mark.rule("riichi-wrc/penalty-1")
@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc"])
def test_at_tournaments_a_fine_goes_to_nobody(ruleset: str) -> None:
    """It is off the final score; a club that shares it out says so, and where fines are shared nothing has changed."""
    late = f"game {ruleset}; hand depth=result; S mahjong discard; settlement S=1000 W=-1000; S penalty 500 reason=late"
    assert accepted("fine_goes_to_nobody", f"{late} to={{}}")
    assert accepted("fine_is_paid_to_others", f"{late} to={{}}")
    assert refused("fine_goes_to_nobody", late) == "wrong-penalty"
    assert refused("fine_goes_to_nobody", f'{late} to={{"E":500}}') == "wrong-penalty"
    for shared in (f"game {ruleset} fines=others;", "game riichi;"):
        assert accepted("fine_goes_to_nobody", late.replace(f"game {ruleset};", shared))


@pytest.mark.rule("riichi/chombo-1")
def test_after_a_chombo_sticks_go_back_and_nothing_is_repeated() -> None:
    """South has riichi and pays a mangan for a fault: the stick is back, East stays, and there are no repeats."""
    text = f"game riichi chombo=mangan; {SOUTH_IN_RIICHI}S {MANGAN}; replay his tiles fell; hand 1 repeats=0 pot=0"
    replay = play(text)
    assert [one.code for report in replay.finish() for one in report.findings] == []
    assert totals(replay) == [29_000, 17_000, 27_000, 27_000]
    assert codes(text.replace("repeats=0", "repeats=1")) == ["wrong-repeats"]
    assert codes(text.replace("pot=0", "pot=1000")) == ["wrong-pot"]


NOT_READY = "S show | 1379b 1379c 1379d Ew"
IN_VAIN = "S discard 5b riichi=true; washout; " + NOT_READY
FINES = {"riichi-ema": "20000 reason=chombo to={}", "riichi-wrc": "20000 reason=chombo to={}"}


@pytest.mark.rule("riichi/riichi-4")
@pytest.mark.parametrize("ruleset", FINES)
@pytest.mark.parametrize("draw", [IN_VAIN, f"S discard 5b riichi=true; {NOT_READY}; washout"])
def test_after_a_riichi_in_vain_the_fine_and_another_deal_are_asked_for(ruleset: str, draw: str) -> None:
    """Where a chombo is played: the hand is not paid, and no other one follows."""
    text = f"game {ruleset}; hand depth=result; {draw}"
    assert codes(text) == ["riichi-not-ready"]
    for after in ("settlement S=3000 E=-1000 W=-1000 N=-1000", "settlement S=0 E=0 W=0 N=0", "hand 2"):
        assert codes(f"{text}; {after}") == ["riichi-not-ready", "replay-missing"]
    fined = f"{text}; S penalty {FINES[ruleset]}"
    assert codes(f"{fined}; replay reason=chombo; hand 1 repeats=0 pot=0") == ["riichi-not-ready"]
    assert codes(f"{fined}; hand 2") == ["riichi-not-ready", "replay-missing"]


@pytest.mark.rule("riichi/chombo-1")
def test_points_off_the_final_score_leave_the_totals_alone() -> None:
    """Nobody gets them."""
    assert totals(play(kept("chombo-1#off-the-final-score"))) == [25_000] * 4


SOUTH_CALLS = (
    f"{TURN}S draw Ew; S discard Ew; W draw Ew; W discard 8d; S claim mahjong; S retract; N draw Ew; N discard 8d; "
)


@pytest.mark.rule("riichi/dead-hand-2")
@pytest.mark.rule("riichi-ema/dead-hand-2")
@pytest.mark.rule("riichi-wrc/dead-hand-2")
@pytest.mark.rule("riichi-sanma/dead-hand-2")
@each("game, is_dead", [
    ("riichi-ema", True), ("riichi-wrc", True), ("riichi dead_hands=true empty_call=true", True),
    ("riichi-ema empty_call=false", False), ("riichi", False), ("riichi empty_call=true", False),
    ("riichi-ema@2", False),
])  # fmt: skip
def test_an_empty_call_for_a_win_makes_a_dead_hand_where_that_was_agreed(game: str, is_dead: bool) -> None:
    """Its player does not win later on, and is not ready at a draw; where hands cannot be dead none is."""
    wins = f"game {game}; {SOUTH_CALLS}S claim mahjong"
    assert ("dead-hand-acts" in codes(wins)) is is_dead
    (report,) = play(wins).finish()
    because = [one.message for one in report.findings if one.code == "dead-hand-acts"]
    assert because == ["south's claim: south's hand is dead by the call for a win that was taken back"] * is_dead
    assert ("dead-hand-acts" in codes(f"game {game}; {SOUTH_CALLS}E claim pung; E retract; E draw 9b")) is False


@pytest.mark.rule("riichi-ema/dead-hand-2")
@each("call, is_dead", [("S claim pung; S retract", False), ("S claim mahjong; S retract", True),
                        ("S claim mahjong; S mahjong discard 8d; S retract", True)])  # fmt: skip
def test_a_call_for_a_set_that_is_taken_back_is_no_fault(call: str, is_dead: bool) -> None:
    begun = f"game riichi-ema; {TURN}S draw Ew; S discard Ew; W draw Ew; W discard 8d; {call}"
    assert play(begun).table.dead == ({Seat.S: "call"} if is_dead else {})


@pytest.mark.rule("riichi-ema/dead-hand-2")
@each("text, because", [
    (SOUTH_CALLS, "South takes a call for a win back at event 27: the hand is dead [riichi-ema/dead-hand-2]"),
    (f"{SOUTH_CALLS}S dead call by=W", "Declared dead at event 30 by west"),
    # When a claimed tile was taken nobody wrote down.
    (f"{TURN}S draw Ew; S discard Ew; W draw Ew; W dead call", "West's hand is said to be dead for a wrong call "
     "[riichi-ema/dead-hand-2]"),
])  # fmt: skip
def test_why_a_hand_is_dead_by_a_call_is_told(text: str, because: str) -> None:
    rows = [(event, event.seq) for event in events(f"game riichi-ema; {text}")]
    (dead,) = dead_hands(GameRecord("short", "short", iter(rows)))
    assert dead.dead
    assert because in dead_hand_words(dead)
