"""Who pays whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_cases import document, options

from each import each
from mjlog.calculator import settlement_of
from mjlog.calculator.settling import check_payers
from mjlog.errors import HandError, RuleSetError
from mjlog.scoring import Terms, settle, terms_of
from mjlog.seats import SEATS, Seat

E, S, W, N = SEATS
TOTALS = {E: 16, S: 40, W: 8, N: 8}


@pytest.mark.rule("classical/settle-1")
def test_everyone_pays_the_winner_east_double_and_losers_the_differences() -> None:
    result = settle(TOTALS, S, discarder=W)
    assert set(result.payments) == {(E, S, 80), (W, S, 40), (N, S, 40), (W, E, 16), (N, E, 16)}
    assert result.change == {E: -48, S: 160, W: -56, N: -56}


@pytest.mark.rule("classical/settle-1")
def test_losers_pay_each_other_nothing_without_the_option() -> None:
    result = settle(TOTALS, S, terms=Terms(losers_settle=False))
    assert result.change == {E: -80, S: 160, W: -40, N: -40}


@pytest.mark.rule("classical/settle-1")
def test_east_pays_no_more_without_the_option() -> None:
    result = settle(TOTALS, S, terms=Terms(east_doubles=False))
    assert result.payments == ((E, S, 40), (W, S, 40), (N, S, 40), (W, E, 8), (N, E, 8))


@pytest.mark.rule("classical/settle-1")
def test_the_discarder_pays_double_and_everybody_does_for_a_self_drawn_win() -> None:
    terms = Terms(east_doubles=False, losers_settle=False, discarder_doubles=True)
    assert settle(TOTALS, S, discarder=W, terms=terms).change == {E: -40, S: 160, W: -80, N: -40}
    assert settle(TOTALS, S, terms=terms).change == {E: -80, S: 240, W: -80, N: -80}
    assert settle(TOTALS, S, self_drawn=False, terms=terms).change == {E: -40, S: 120, W: -40, N: -40}


@pytest.mark.rule("classical/cannon-1")
def test_who_is_liable_pays_everyones_share_and_losers_settle_nothing() -> None:
    result = settle(TOTALS, S, discarder=N, liable=N)
    assert result.payments == ((N, S, 80), (N, S, 40), (N, S, 40))
    assert result.change == {E: 0, S: 160, W: 0, N: -160}


@pytest.mark.rule("classical/settle-1")
def test_nobody_pays_after_a_washout() -> None:
    result = settle(TOTALS, None)
    assert (result.change, result.payments) == (dict.fromkeys(SEATS, 0), ())


def test_an_empty_seat_takes_no_part() -> None:
    result = settle({E: 8, S: 24, W: 4}, S)
    assert result.change == {E: -48 + 8, S: 72, W: -24 - 8}


@pytest.mark.rule("classical/settle-1")
@given(
    st.fixed_dictionaries({seat: st.integers(0, 5000) for seat in SEATS}),
    st.sampled_from(SEATS),
    st.sampled_from((None, *SEATS)),
    st.builds(Terms, st.booleans(), st.booleans(), st.booleans()),
)
def test_what_some_lose_others_win(totals: dict[Seat, int], winner: Seat, discarder: Seat | None, terms: Terms) -> None:
    result = settle(totals, winner, discarder=None if discarder is winner else discarder, terms=terms)
    assert sum(result.change.values()) == 0
    assert all(points > 0 for _, _, points in result.payments)


@pytest.mark.parametrize(("keywords", "text"), [
    ({"discarder": S}, "south cannot be the winner and the discarder"),
    ({"liable": S}, "south cannot be the winner and the seat that pays for all"),
])  # fmt: skip
def test_the_winner_is_nobody_else(keywords: dict[str, Seat], text: str) -> None:
    with pytest.raises(HandError, match=text):
        settle(TOTALS, S, **keywords)


def test_terms_come_from_the_table_and_its_options() -> None:
    table = {"east_doubles": "Double", "losers_settle": False}
    assert terms_of(table, {"Double": False}) == Terms(east_doubles=False, losers_settle=False)
    with pytest.raises(RuleSetError, match="names an option 'Double' that does not exist"):
        terms_of(table, {})


def test_terms_that_a_table_leaves_out_are_as_usual() -> None:
    """East doubles, the losers settle among themselves, and four play."""
    usual = {"east_doubles": True, "losers_settle": True, "discarder_doubles": False, "players": 4}
    for key, value in usual.items():
        assert terms_of({key: value}, {}) == terms_of({}, {}) == Terms(), key
        assert terms_of({key: 3 if key == "players" else not value}, {}) != Terms(), key


def western_terms(**given: Any) -> Terms:
    return terms_of(document("western")["settlement"], options("western", **given))


@pytest.mark.rule("western/settle-1")
@pytest.mark.rule("western/settle-2")
@pytest.mark.rule("western/settle-3")
def test_western_hands_are_settled_by_everyone_with_everyone_and_east_double() -> None:
    result = settle(TOTALS, S, discarder=W, terms=western_terms())
    assert set(result.payments) == {(E, S, 80), (W, S, 40), (N, S, 40), (W, E, 16), (N, E, 16)}
    assert settle(TOTALS, E, terms=western_terms()).change == {E: 96, S: 32, W: -64, N: -64}
    assert settle(TOTALS, S, terms=western_terms()) == result


THREE = {"options": {"players": 3}}


@pytest.mark.rule("western/three-1")
def test_with_three_players_nobody_at_north_pays_or_is_paid() -> None:
    request = {"totals": {"E": 8, "S": 24, "W": 4}, "winner": "S"}
    assert settlement_of(request | THREE, "western")["change"] == {"E": -40, "S": 72, "W": -32}
    with pytest.raises(HandError, match="with 3 players nobody sits north"):
        settlement_of({"totals": {"E": 8, "S": 24, "W": 4, "N": 4}, "winner": "S"} | THREE, "western")
    with pytest.raises(HandError, match="west has no total: with 3 players `totals` gives that of each seat"):
        settlement_of({"totals": {"E": 8, "S": 24, "N": 4}, "winner": "S"} | THREE, "western")
    with pytest.raises(RuleSetError, match="`players` is '2': 3 or 4 is expected"):
        terms_of({"players": 2}, {})


def test_a_request_is_answered_in_plain_values() -> None:
    request = {"totals": {"E": 4, "S": 26, "W": 4, "N": 4}, "winner": "S", "pays_for_all": "N", "what": 1}
    assert settlement_of(request, "classical") == {
        "change": {"E": 0, "S": 104, "W": 0, "N": -104},
        "payments": [["N", "S", 52], ["N", "S", 26], ["N", "S", 26]],
    }
    drawn = {"totals": {"E": 4, "S": 4, "W": 4, "N": 8}, "winner": None}
    assert settlement_of(drawn, "classical")["payments"] == []


@each("request_, text", [
    ({"totals": [4, 4, 4, 4], "winner": "E"}, "totals is a list of 4; expected an object from seats"),
    ({"totals": {"E": 4}, "winner": "E"}, "south, west and north have no total: with 4 players"),
    (
        {"totals": {"E": 4, "S": 1, "W": 0}, "winner": None},
        "north has no total: with 4 players `totals` gives that",
    ),
    ({"totals": {"E": 4, "S": -1, "W": 0}, "winner": "E"}, "totals.S is -1; expected a whole number of at least 0"),
    ({"totals": {"E": 4, "S": 1, "W": 0}, "winner": "N"}, "north has no total"),
    ({"totals": {"E": 4, "S": 1, "X": 0}, "winner": "E"}, "totals is 'X'; expected one of E, S, W, N"),
    ({"totals": {"E": 4, "S": 1, "W": 0}}, "winner is missing; expected one of E, S, W, N"),
    ({"totals": {"E": 4, "S": 1, "W": 0}, "winner": 3}, "winner is 3; expected one of E, S, W, N"),
])  # fmt: skip
def test_a_request_that_cannot_be_is_refused(request_: dict[str, Any], text: str) -> None:
    with pytest.raises(HandError, match=text):
        settlement_of(request_, "classical")


def test_only_the_discarder_of_a_tile_that_won_pays_for_all() -> None:
    check_payers(W, W)
    check_payers(None, W)
    check_payers(W, None)
    check_payers(None, None, won=False)
    with pytest.raises(HandError, match=r"west discarded .*, and north pays for all: whoever pays for all is the disc"):
        check_payers(W, N)
    for payers in ((W, None), (None, W)):
        with pytest.raises(HandError, match=r"west .* nobody won: nobody pays then"):
            check_payers(*payers, won=False)
