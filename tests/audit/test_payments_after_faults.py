"""Payments and scores after another fault: what is blamed, and what is said to leave them open."""

from __future__ import annotations

import pytest

from cases.riichi_ends import DEAL
from mjlog.audit.report import HandReport
from mjlog.seats import Seat
from short_logs import codes, findings, play

RIICHI = ("riichi", "riichi-ema", "riichi-wrc")
WITH_POINTS = ("classical", "western", "bmja", "dmjl", "dead-wall")
ALL_BUT_THE_CARD = (*WITH_POINTS, "mahjiang", "pung-chi")
DEALT = (
    "dealt E 123b 456b 789b 19c 1d 8d Ew / N 111d 555d 147c SSw GGd / S 222b 555c 444d 666b 8d / "
    "W 333b 777c 222d 888c 9d; E discard 8d; S claim mahjong; S mahjong discard 8d; S show 222b 555c 444d 666b 88d; "
)


def last(text: str) -> HandReport:
    """The report of the hand."""
    return play(text).finish()[-1]


def paid(owed: dict[Seat, int] | None) -> str:
    """The settlement of these payments."""
    assert owed is not None
    return "settlement " + " ".join(f"{seat.value}={amount}" for seat, amount in owed.items())


@pytest.mark.rule("riichi/pay-1")
@pytest.mark.parametrize("ruleset", RIICHI)
def test_wrong_payments_after_a_riichi_that_may_not_have_stood_are_no_wrong_pot(ruleset: str) -> None:
    """Whether the stick lies on the table is open; the payments are wrong whether it does or not."""
    begun = f"game {ruleset}; hand; {DEAL}E draw 9c; E discard 9c riichi=true; S draw Ew; S discard Ew; W draw Sw; "
    won = f"{begun}W discard Sw; N draw 8d; N discard 8d; S claim mahjong; S mahjong discard 8d; "
    alone = [one.code for one in findings(won)]
    assert "riichi-not-ready" in alone
    assert codes(f"{won}settlement for=S S=100 N=-100") == [*alone, "wrong-settlement"]


@pytest.mark.parametrize("ruleset", WITH_POINTS)
def test_payments_by_the_points_of_a_score_that_is_doubled_once_too_often_are_right(ruleset: str) -> None:
    """Of hands that nobody saw the points and doubles tell what was meant."""
    begun = f"game {ruleset}; hand depth=table; E discard 8d; S claim mahjong; S mahjong discard 8d; "
    others = "E score 8; W score 4; N score 2; "
    # In some of these rule sets somebody may have to pay for all, as the tiles leave it open.
    replay = play(f"{begun}{others}S score 64")
    for way in replay.ending.settlements(announced=True):
        text = f"{begun}{others}S score 128 points=32 doubles=1; {paid(way.change)}"
        assert codes(text) == ["wrong-score"]
    assert codes(f"{begun}{others}S score 128 points=32 doubles=1; settlement E=-7 S=7") == [
        "wrong-score", "wrong-settlement",
    ]  # fmt: skip


@pytest.mark.parametrize("ruleset", RIICHI)
def test_payments_by_fu_and_han_of_a_score_that_is_another_are_right(ruleset: str) -> None:
    """Of a hand that nobody saw they tell what was meant."""
    begun = f"game {ruleset}; hand; dealt; indicator 1c; E draw Ew; E discard 8d; S claim mahjong; "
    scored = f"{begun}S mahjong discard 8d; S score 2600 points=40 doubles=1; settlement for=S "
    assert codes(f"{scored}S=1300 E=-1300") == codes(f"{scored}S=2600 E=-2600") == ["wrong-score"]
    assert codes(f"{scored}S=700 E=-700") == ["wrong-score", "wrong-settlement"]


@pytest.mark.parametrize("ruleset", ALL_BUT_THE_CARD)
def test_a_score_under_a_wrong_seat_is_one_fault(ruleset: str) -> None:
    """Whose seat it stands under scores twice then, and the other not at all; all scores written down or not."""
    for every in ("", " every=score"):
        begun = f"game {ruleset}; hand{every}; {DEALT}"
        worth = last(begun).computed
        right = "".join(f"{seat} score {worth.get(Seat[seat], 0)}; " for seat in "WNE")
        text = f"{begun}E score {worth[Seat.S]}; {right}"
        assert codes(f"{text}{paid(last(begun).owed)}") == ["wrong-score"]


@pytest.mark.parametrize("ruleset", ["classical", "western", "dead-wall"])
def test_what_leaves_payments_open_is_not_what_was_found_in_them(ruleset: str) -> None:
    """Nobody saw the hands: that is why they are open, and the wrong score is no reason."""
    begun = f"game {ruleset}; hand depth=table; E discard 8d; S claim mahjong; S mahjong discard 8d; "
    report = last(f"{begun}S score 128 points=32 doubles=1; settlement S=12 E=-12")
    assert [one.code for one in report.findings] == ["wrong-score"]
    about = {one.because for one in report.unjudged if one.rules in ("scores", "payments")}
    assert about == {"unknown"}
