"""What a telephone offers to be tapped: acts that can be entered as they stand, claims, the result of a hand."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

import pytest
from recorded_games import PLAYERS, RULE_SETS, bodies_of, recorder_of, simulated, typed

from mjlog.recording.game import RecordedGame
from mjlog.recording.hints import announced, claims_by_seat, result_due, scores_due, taps
from mjlog.recording.session import preview
from mjlog.seats import Seat
from turns import in_turn


def after(acts: str, ruleset: str = "western") -> RecordedGame:
    """A game after some acts."""
    begun = recorder_of(f"game t {ruleset} {PLAYERS}")
    found = preview(begun, acts)
    assert found.trouble is None, found.error
    return found.after or begun


@pytest.mark.parametrize("ruleset", RULE_SETS[:-1])
def test_whatever_is_offered_can_be_entered(ruleset: str) -> None:
    """At every moment of a hand; but for words that need more, such as dice that nobody threw."""
    first, acts = typed(simulated(ruleset, "table"))
    recorder = RecordedGame("text", "t", bodies_of(first))
    for number, act in enumerate(acts):
        offered = [*taps(recorder.scene), *chain.from_iterable(claims_by_seat(recorder.scene).values())]
        for hint in in_turn(offered, number):
            assert hint.words, hint
            if hint.text != "b":
                assert preview(recorder, hint.text).trouble is None, (act, hint)
        recorder.carry_out(recorder.read(act))


def test_claims_stand_by_who_can_make_them() -> None:
    found = claims_by_seat(after("hand table 5b").scene)
    assert [(hint.text, hint.words) for hint in found[Seat.S]] == [
        ("c34", "chow 3-4"), ("c46", "chow 4-6"), ("c67", "chow 6-7"),
        ("sp", "pung"), ("sk", "kong"), ("sm", "mahjong"),
    ]  # fmt: skip
    assert [hint.text for hint in found[Seat.N]] == ["np", "nk", "nm"]
    assert Seat.E not in found
    assert not {hint.text for hint in taps(after("hand table 5b").scene)} & {"sp", "c34", "5b", "8s48/4/2"}


def test_in_a_charleston_everybody_who_has_not_passed_is_offered_to() -> None:
    found = claims_by_seat(after("hand table o o wob2", "american").scene)
    assert [(hint.text, hint.words) for hint in found[Seat.S]] == [
        ("so", "passes 3"), ("sob1", "blind 1"), ("sob2", "2"), ("sob3", "3"),
    ]  # fmt: skip
    assert Seat.W not in found
    refusing = claims_by_seat(after("hand table o o o", "american").scene)[Seat.N]
    assert [hint.text for hint in refusing] == ["no", "no-"]
    courtesy = claims_by_seat(after("hand table o o o n-", "american").scene)[Seat.N]
    assert [hint.text for hint in courtesy] == ["no0", "no1", "no2", "no3"]


def test_who_paid_for_all_is_offered_where_the_rules_know_that() -> None:
    won = "hand result 8s48/4/2"
    assert [hint.text for hint in taps(after(won, "classical").scene) if hint.text.startswith("pay")] == [
        "pay", "pay e", "pay w", "pay n",
    ]  # fmt: skip
    assert [hint.text for hint in taps(after(won).scene) if hint.text.startswith("pay")] == ["pay"]
    assert not [hint for hint in taps(after("hand result wash").scene) if hint.text.startswith("pay")]


@pytest.mark.parametrize("ruleset", ["western", "classical", "riichi", "american"])
def test_as_long_as_nothing_says_what_a_win_is_worth_nothing_is_offered_to_be_paid(ruleset: str) -> None:
    assert not [hint for hint in taps(after("hand result sm", ruleset).scene) if hint.text.startswith("pay")]


def test_what_is_paid_for_a_drawn_hand_is_offered() -> None:
    assert "pay" in {hint.text for hint in taps(after("hand result wash rse", "riichi").scene)}
    assert "pay" not in {hint.text for hint in taps(after("hand result wash r-", "riichi").scene)}


class _Due(NamedTuple):
    acts: str
    before: str | None
    east: str = ""


@pytest.mark.parametrize("case", [
    _Due("", "hand result", "anna"), _Due("hand result", "", "anna"), _Due("hand result 8s48/4/2", "", "ben"),
    _Due("hand result wash", "", "anna"), _Due("hand table", None), _Due("hand table 5b", None),
    _Due("hand table wash", "hand result", "anna"), _Due("end", None),
], ids=lambda case: case.acts or "nothing")  # fmt: skip
def test_a_result_is_asked_for_where_one_can_be_written_down(case: _Due) -> None:
    """Of the hand that goes on as its result, or of the next one, with who sits where in it."""
    due = result_due(after(case.acts))
    assert (due.before if due is not None else None) == case.before
    if due is not None:
        assert due.seats[Seat.E] == case.east
        assert preview(after(case.acts), f"{due.before} 8s48/4/2").errors == []


@pytest.mark.parametrize(
    ("ruleset", "whose"), [("western", "all"), ("classical", "all"), ("pung-chi", "nobody"), ("american", "winner")]
)
def test_scores_are_asked_of_those_who_announce_them(ruleset: str, whose: str) -> None:
    assert announced(after("hand table", ruleset).replay) == whose
    seats = {"all": set(Seat), "winner": {Seat.S}, "nobody": set()}[whose]
    assert set(scores_due(after("hand table 5b smfe", ruleset))) == seats
    assert [scores_due(after(f"hand table 5b{more}", ruleset)) for more in ("", " wash")] == [{}, {}]
