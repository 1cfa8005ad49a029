"""Payments of riichi: who pays a winner, honba, the pot, who is liable, drawn hands; and final scores."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.audit.valuing import terms_for
from mjlog.calculator import settlement_of
from mjlog.errors import HandError
from mjlog.rulesets import load, resolve
from mjlog.scoring import (
    FinalTerms,
    Settlement,
    SharedTerms,
    SharedWin,
    Terms,
    final_scores,
    liable_part,
    settle,
    settle_nagashi,
    settle_ready,
    settle_wins,
)
from mjlog.scoring.final import terms_told_by, with_pot
from mjlog.scoring.han_worth import Payout
from mjlog.seats import SEATS, Seat
from tests.scoring.test_riichi_scores import scored

E, S, W, N = SEATS
UMA = (20_000, 10_000, -10_000, -20_000)


def terms(**options: Any) -> Terms:
    """How riichi settles under these options."""
    return terms_for(resolve(load("riichi"), options))


def shared(**options: Any) -> SharedTerms:
    """What is paid beside a winner's total."""
    found = terms(**options).shared
    assert found is not None
    return found


def changes(found: Settlement) -> list[int]:
    """What each seat wins or loses."""
    return [found.change[seat] for seat in SEATS]


def paid(total: int, winner: Seat, **more: Any) -> list[int]:
    """The changes after a win."""
    return changes(settle({**dict.fromkeys(SEATS, 0), winner: total}, winner, terms=more.pop("terms", terms()), **more))


@pytest.mark.rule("riichi/pay-1")
def test_a_discarder_pays_all_of_a_win() -> None:
    assert paid(7700, S, discarder=W) == [0, 7700, -7700, 0]


@pytest.mark.rule("riichi/pay-1")
@each("total, winner, shares", [
    (1500, S, [-700, 1500, -400, -400]), (2000, S, [-1000, 2000, -500, -500]), (7900, W, [-3900, -2000, 7900, -2000]),
    (11700, E, [11700, -3900, -3900, -3900]), (16000, N, [-8000, -4000, -4000, 16000]),
])  # fmt: skip
def test_a_drawn_win_is_shared_and_easts_part_is_double(total: int, winner: Seat, shares: list[int]) -> None:
    assert paid(total, winner) == shares


@given(base=st.integers(1, 24_000), winner=st.sampled_from(SEATS))
def test_the_shares_of_a_drawn_win_follow_from_its_total(base: int, winner: Seat) -> None:
    total = Payout().received(base, winner is E, drawn=True)
    losses = [-change for change in paid(total, winner)]
    up = [-(-base * factor // 100) * 100 for factor in (1, 2)]
    expected = [up[winner is E or seat is E] for seat in SEATS if seat is not winner]
    assert [loss for seat, loss in zip(SEATS, losses, strict=True) if seat is not winner] == expected


def test_a_total_that_nobody_can_have_drawn_is_refused() -> None:
    with pytest.raises(HandError, match="a drawn total of 7700 cannot be shared"):
        paid(7700, E)


@pytest.mark.rule("riichi/repeat-3")
def test_each_repeat_adds_three_hundred() -> None:
    assert paid(7700, S, discarder=W, repeats=2) == [0, 8300, -8300, 0]
    assert paid(2000, S, repeats=2) == [-1200, 2600, -700, -700]
    assert paid(2000, S, repeats=2, terms=terms(honba=1500)) == [-2000, 5000, -1500, -1500]


@pytest.mark.rule("riichi/pot-1")
def test_the_winner_takes_what_lies_on_the_table() -> None:
    found = settle(dict.fromkeys(SEATS, 0) | {S: 7700}, S, discarder=W, pot=3000, terms=terms())
    assert changes(found) == [0, 10700, -7700, 0]
    assert found.payments == ((W, S, 7700),)


@pytest.mark.rule("riichi/pao-1")
def test_who_is_liable_pays_for_all_and_shares_with_a_discarder() -> None:
    """The repeats are the liable player's; those of a discard the discarder's, where clubs play so."""
    assert paid(32000, S, liable=N, repeats=1) == [0, 32300, 0, -32300]
    assert paid(32000, S, liable=N, discarder=W, repeats=1) == [0, 32300, -16000, -16300]
    assert paid(32000, S, liable=W, discarder=W, repeats=1) == [0, 32300, -32300, 0]
    for options in ({"ruleset": "riichi-ema"}, {"options": {"pao_honba": "discarder"}}):
        request = {"ruleset": "riichi", "total": 32000, "winner": "S", "liable": "N", "discarder": "W", "repeats": 1}
        named = {**request, **options}
        assert settlement_of(named, str(named["ruleset"]))["change"] == {"E": 0, "S": 32300, "W": -16300, "N": -16000}


@pytest.mark.rule("riichi/pao-1")
def test_who_is_liable_answers_for_all_of_the_hand_or_for_that_yakuman_only() -> None:
    score = scored("(RRRd) (GGGd) (WWWd) EEEw Sw +Sw wall")
    assert score.total == liable_part(score, shared()) == 64000
    assert paid(64000, S, liable=N) == [0, 64000, 0, -64000]
    assert paid(64000, S, liable=N, discarder=W) == [0, 64000, -32000, -32000]
    part = liable_part(score, shared(pao_covers="yakuman"))
    assert part == 32000
    assert paid(64000, S, liable=N, liable_total=part) == [-16000, 64000, -8000, -40000]
    assert paid(64000, S, liable=N, liable_total=part, discarder=W) == [0, 64000, -48000, -16000]
    for covers in ("hand", "yakuman"):
        assert liable_part(scored("(222b) (444b) (666b) 888b Gd +Gd wall"), shared(pao_covers=covers)) == 0


@pytest.mark.rule("riichi/win-3")
@pytest.mark.rule("riichi/pot-1")
@each("discarder, change", [
    # West has 3,900, North 8,000 to get; 2 repeats are 600, the pot is 2,000.
    (E, [-12_500, 0, 6_500, 8_000]),  # West is the next after East: 3,900 + 600 + 2,000
    (S, [0, -12_500, 6_500, 8_000]),
])  # fmt: skip
def test_of_several_winners_the_nearest_has_repeats_and_pot(discarder: Seat, change: list[int]) -> None:
    wins = [SharedWin(8000, N, discarder, repeats=2), SharedWin(3900, W, discarder, repeats=2)]
    assert changes(settle_wins(wins, shared(), taken={W: 2000})) == change


@pytest.mark.rule("riichi/pot-1")
@each("agreed, in_riichi, south, west", [
    ("nearest", ["W"], 3000, 0), ("own-back", ["W"], 2000, 1000), ("own-back", ["S", "W"], 2000, 1000),
    ("own-back", ["S"], 3000, 0), ("own-back", [], 3000, 0), ("shared", [], 1500, 1500),
])  # fmt: skip
def test_the_sticks_of_two_winners_are_asked_about(agreed: str, in_riichi: list[str], south: int, west: int) -> None:
    """South is the nearest after North, who discards; the answer says by which rule."""
    asked = {"totals": {"S": 1300, "W": 2600}, "discarder": "N", "pot": 3000, "riichi": in_riichi}
    found = settlement_of(asked | {"options": {"pot_to": agreed}}, "riichi")
    assert found["change"] == {"E": 0, "S": 1300 + south, "W": 2600 + west, "N": -3900}
    assert "[riichi/pot-1]" in found["remark"]


@pytest.mark.rule("riichi/pot-1")
def test_one_winner_takes_all_of_the_sticks_and_others_have_none_there() -> None:
    asked = {"totals": {"S": 1300}, "discarder": "N", "pot": 3000, "options": {"pot_to": "own-back"}}
    assert settlement_of(asked, "riichi")["change"]["S"] == 4300
    with pytest.raises(HandError, match="west, who is none of the winners"):
        settlement_of(asked | {"riichi": ["W"]}, "riichi")


@pytest.mark.rule("riichi/pao-1")
def test_who_is_liable_for_one_of_two_winners_shares_that_one_with_the_discarder() -> None:
    """Of South's 32,000 North pays 16,000 and 300, and East 16,000; East pays West's 1,000, too."""
    wins = [SharedWin(32000, S, E, N, 32000, repeats=1), SharedWin(1000, W, E, repeats=1)]
    assert changes(settle_wins(wins, shared(), taken={S: 1000})) == [-17_000, 33_300, 1000, -16_300]


def test_who_is_liable_for_one_winner_may_be_another_winner() -> None:
    """West gets 1,000 of East, and pays 16,000 to South."""
    wins = [SharedWin(32000, S, E, W, 32000), SharedWin(1000, W, E)]
    assert changes(settle_wins(wins, shared())) == [-17_000, 32_000, -15_000, 0]


@pytest.mark.rule("riichi/draw-1")
@each("ready, change", [
    ([], [0, 0, 0, 0]), ([E], [3000, -1000, -1000, -1000]), ([E, N], [1500, -1500, -1500, 1500]),
    ([E, S, W], [1000, 1000, 1000, -3000]), (list(SEATS), [0, 0, 0, 0]),
])  # fmt: skip
def test_who_is_not_ready_pays_who_is(ready: list[Seat], change: list[int]) -> None:
    assert changes(settle_ready(ready, terms())) == change


@pytest.mark.rule("riichi/draw-2")
def test_nagashi_is_paid_as_a_drawn_mangan_to_each() -> None:
    assert changes(settle_nagashi([S], terms())) == [-4000, 8000, -2000, -2000]
    assert changes(settle_nagashi([E], terms())) == [12000, -4000, -4000, -4000]
    assert changes(settle_nagashi([E, S], terms())) == [8000, 4000, -6000, -6000]


@given(total=st.integers(10, 1000), winner=st.sampled_from(SEATS), discarder=st.sampled_from(SEATS),
       repeats=st.integers(0, 20), pot=st.integers(0, 9))  # fmt: skip
def test_changes_sum_to_the_pot(total: int, winner: Seat, discarder: Seat, repeats: int, pot: int) -> None:
    if winner is not discarder:
        found = paid(100 * total, winner, discarder=discarder, repeats=repeats, pot=1000 * pot)
        assert sum(found) == 1000 * pot


# ---------------------------------------------------------------- requests


def test_a_request_names_the_winners_total_or_who_was_ready() -> None:
    request = {"total": 5200, "winner": "s", "discarder": "W", "repeats": 1, "pot": 1000, "liable": None}
    assert settlement_of(request, "riichi") == {
        "change": {"E": 0, "S": 6500, "W": -5500, "N": 0}, "payments": [["W", "S", 5500]],
    }  # fmt: skip
    assert settlement_of({"ready": ["E"]}, "riichi")["change"]["E"] == 3000
    assert settlement_of({"nagashi": ["W"]}, "riichi")["change"]["W"] == 8000
    liable = settlement_of({"total": 64000, "winner": "S", "liable": "N", "liable_total": 32000}, "riichi")
    assert liable["change"]["N"] == -40000
    by_winner = {"total": 64000, "winner": "S", "liable": {"S": "N"}, "liable_total": {"S": 32000}}
    assert settlement_of(by_winner, "riichi") == liable


def test_a_request_names_the_totals_of_several_winners() -> None:
    request = {"totals": {"S": 32000, "w": 3900}, "discarder": "E", "repeats": 2, "pot": 1000}
    assert settlement_of(request, "riichi") == {
        "change": {"E": -36_500, "S": 33_600, "W": 3900, "N": 0}, "payments": [["E", "S", 32_600], ["E", "W", 3900]],
        "remark": "repeats, and what lies on the table, go to south, the nearest in turn [riichi/pot-1]",
    }  # fmt: skip
    liable = settlement_of(request | {"liable": {"S": "N"}, "liable_total": {"S": 32000}}, "riichi")
    assert liable["change"] == {"E": -19_900, "S": 33_600, "W": 3900, "N": -16_600}
    alone = {"totals": {"S": 32000}, "liable": "N", "winner": "S", "discarder": "E"}
    assert settlement_of(alone, "riichi")["change"] == {"E": -16_000, "S": 32_000, "W": 0, "N": -16_000}


TWO = {"totals": {"S": 1000, "W": 1000}}


@each("request, message", [
    (TWO, "`discarder` is missing: one of E, S, W, N is expected, whose tile they have won"),
    (TWO | {"discarder": "S"}, "discarder is 'S'; expected another seat than the winner's"),
    (TWO | {"discarder": "E", "liable": "N"}, "for which winner? Expected something like S=N"),
    (TWO | {"discarder": "E", "liable": {"N": "E"}}, "names north, who is none of the winners"),
    ({"totals": {"S": 1000}, "winner": "W"}, "`winner` is 'W', and `totals` are those of 'S'"),
    ({"totals": {"S": 1000, "s": 1000}, "discarder": "E"}, "totals names a seat twice"),
    ({"totals": {}}, "totals is an object of 0; expected an object from seats"),
    ({"totals": {"X": 1}}, "totals is 'X'; expected one of"),
    ({"totals": {"S": -1}, "discarder": "E"}, "totals.S is -1; expected a whole number of at least 0"),
    ({"totals": {"S": 1000}, "ready": ["S"]}, "`totals` and `ready` are given"),
    ({}, "total is missing; expected what the winner's hand is worth"),
    ({"total": 1000, "ready": []}, "`total` and `ready` are given"),
    ({"total": 1000}, "winner is missing"),
    ({"total": True, "winner": "E"}, "total is true; expected a whole number from 0"),
    ({"total": 1000, "winner": "E", "pot": -1}, "pot is -1; expected"),
    ({"total": 1000, "winner": "E", "liable": "E"}, "liable is 'E'; expected another seat than the winner's"),
    ({"ready": ["E", "E"]}, "ready names a seat twice"), ({"ready": "E"}, "ready is 'E'; expected a list of seats"),
    ({"nagashi": ["X"]}, "nagashi[0] is 'X'; expected one of E, S, W, N"),
])  # fmt: skip
def test_what_is_wrong_with_a_request_is_told(request: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError) as told:
        settlement_of(request, "riichi")
    assert message in str(told.value)


# ---------------------------------------------------------------- final scores


PLAYERS = ["ann", "ben", "cleo", "dora"]


def finals(*points: int, pot: int = 0, **more: Any) -> list[int]:
    """The final scores of four players."""
    given = FinalTerms(more.pop("target", 30_000), more.pop("uma", UMA), **more)
    totals = with_pot(dict(zip(PLAYERS, points, strict=True)), PLAYERS, given, pot)
    return list(final_scores(totals, PLAYERS, given).values())


@each("points,uma,target,shares,rounds", [
    ((36_300, 12_500, 26_700, 24_500), (20_000, 10_000), 30_000, False, False),
    ((36_300, 12_500, 26_700, 24_500), (10_000, 5_000), 30_000, False, True),
    ((31_500, 30_300, 30_500, 27_700), (30_000, 10_000), 30_000, False, False),
    ((36_300, 36_300, 10_000, 17_400), (15_000, 5_000), 25_000, True, False),
    ((36_300, 36_300, 10_000, 17_400), (15_000, 5_000), 25_000, False, False),
    ((40_300, 19_900, 19_900, 19_900), (15_000, 5_000), 30_000, True, False),
    ((36_300, 12_500, 26_700, 24_500), (45_000, 5_000), 40_000, False, True),
    ((-2_500, 52_500, 26_700, 23_300), (7_000, 2_000), 25_000, False, True),
])  # fmt: skip
def test_scores_tell_the_terms_by_which_they_were_made(
    points: tuple[int, ...], uma: tuple[int, int], target: int, shares: bool, rounds: bool
) -> None:
    """In use or fair ones, whoever has how much."""
    terms = FinalTerms(target, (*uma, -uma[1], -uma[0]), shares, rounds)
    for order in itertools.permutations(points):
        totals = dict(zip(PLAYERS, order, strict=True))
        made = final_scores(totals, PLAYERS, terms)
        told = terms_told_by(made, totals, PLAYERS, FinalTerms(30_000, (20_000, 10_000, -10_000, -20_000)))
        assert told is not None
        assert (told.target, told.uma, told.rounds) == (target, terms.uma, rounds)
        assert final_scores(totals, PLAYERS, told) == made


@pytest.mark.rule("riichi/final-1")
def test_points_are_rounded_and_the_first_has_what_makes_the_sum_nothing() -> None:
    """30, −3, 57 and 16 less 30, and 20, 10, −10, −20 by place: the first has 20 more."""
    assert finals(30_200, -3_100, 57_200, 15_700) == [10_000, -53_000, 67_000, -24_000]


@pytest.mark.rule("riichi/final-1")
@each("points, rounded", [(25_500, -4_000), (24_499, -6_000), (-500, -31_000), (-499, -30_000), (-1_500, -32_000)])
def test_a_half_is_rounded_away_from_zero(points: int, rounded: int) -> None:
    rest = 100_000 - points - 26_000 - 27_000
    assert finals(rest, points, 26_000, 27_000, uma=(0, 0, 0, 0))[1] == rounded


@pytest.mark.rule("riichi/end-5")
def test_of_equal_points_who_sat_first_is_ahead_and_takes_the_sticks() -> None:
    assert finals(25_000, 25_000, 25_000, 25_000) == [35_000, 5_000, -15_000, -25_000]
    assert finals(24_000, 24_000, 24_000, 24_000, pot=4_000) == [38_000, 4_000, -16_000, -26_000]


@pytest.mark.rule("riichi/final-1")
def test_equal_points_may_share_what_their_places_bring() -> None:
    """The European rules: 15, 5, −5, −15 against what everybody began with, not rounded."""
    uma = (15_000, 5_000, -5_000, -15_000)
    assert finals(40_100, 29_950, 29_950, 20_000, uma=uma, shares=True, rounds=False) == [25_100, -50, -50, -25_000]
    assert finals(35_000, 35_000, 25_000, 25_000, uma=uma, shares=True, rounds=False) == [
        15_000, 15_000, -15_000, -15_000,
    ]  # fmt: skip


@pytest.mark.rule("riichi/final-1")
def test_without_a_target_what_everybody_began_with_is_taken_off() -> None:
    final = resolve(load("riichi"), {"target": 0, "start_points": 30_000}).final
    assert final is not None
    assert final.target == 30_000


@given(points=st.lists(st.integers(-50_000, 100_000), min_size=4, max_size=4), pot=st.integers(0, 5),
       shares=st.booleans(), rounds=st.booleans())  # fmt: skip
def test_final_scores_sum_to_nothing(points: list[int], pot: int, shares: bool, rounds: bool) -> None:
    assert sum(finals(*points, pot=1000 * pot, shares=shares, rounds=rounds)) == 0
