"""Requests of other programs for the value of a hand by a card."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.calculator import settlement_of
from mjlog.calculator.card import score_by_card
from mjlog.cards.reading import parse_card
from mjlog.cards.rulings import rulings_for
from mjlog.errors import HandError
from mjlog.rulesets import load, resolve
from mjlog.scoring.hand_line import read_request
from mjlog.scoring.settlement import CardWin, settle_card_win
from mjlog.seats import SEATS, Seat

CARD = """id shore-2029
year 2029
[Free]
a1: FF 1111r 2222g 3333b                      25 X
[Pairs | no-jokerless-bonus]
a2: FF 111r 2222r 33333r                      30 C
"""
RULINGS = rulings_for(parse_card(CARD))
PLAN = resolve(load("american"), {}).plan
THIRTEEN = {"concealed": "FFf 1111c 222d 333b Jk"}
FOURTEEN = {"concealed": "FFf 1111c 2222d 333b Jk"}


def scored(given: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request by this card."""
    return score_by_card(read_request(given, PLAN), RULINGS)


@pytest.mark.parametrize(
    ("said", "total"),
    [({}, 0), ({"tile": "2d"}, 25), ({"source": "wall"}, 25), ({"won": True}, 25), ({"won": False, "tile": "2d"}, 0)],
)
def test_who_names_the_winning_tile_or_its_source_has_won_unless_they_say_otherwise(
    said: dict[str, Any], total: int
) -> None:
    assert scored(FOURTEEN | said)["total"] == total


def test_thirteen_tiles_that_did_not_win_are_answered_with_their_waits() -> None:
    """Any other number of tiles waits for nothing."""
    assert scored(THIRTEEN)["waits"] == ["3b", "2d", "Jk"]
    assert scored(FOURTEEN)["waits"] == []
    assert scored({"concealed": "FFf 1111c 22d 333b Jk"})["waits"] == []


@pytest.mark.rule("american/pay-3")
def test_the_answer_says_whether_the_section_of_the_line_pays_double_without_jokers() -> None:
    answers = [scored({"concealed": hand, "won": True}) for hand in (
        "FFf 1111c 2222d 3333b", "FFf 111c 2222c 3333c Jk",
    )]  # fmt: skip
    told = [[answer[name] for name in ("line", "mode", "jokerless", "bonus")] for answer in answers]
    assert told == [["a1", "X", True, True], ["a2", "C", False, False]]


def test_what_is_no_hand_of_the_card_has_a_reason_and_no_total() -> None:
    answer = scored({"concealed": "FFf 1111c 2222c 3333b", "won": True})
    assert (answer["complete"], answer["total"], answer["items"]) == (False, None, [])
    assert "no line of the card" in answer["reason"]


@pytest.mark.parametrize(("more", "message"), [
    ({"flags": ["lucky"]}, "`flags` is 'lucky': one of double-riichi"),
    ({"tile": "zz"}, "`tile`: 'zz' is not a tile"),
    ({"seat": ""}, "seat is ''; expected one of E, S, W, N"),
])  # fmt: skip
def test_fields_that_a_card_does_not_ask_for_are_read_all_the_same(more: dict[str, Any], message: str) -> None:
    with pytest.raises(HandError, match=message):
        scored(FOURTEEN | more)


@pytest.mark.rule("american/pay-1")
@pytest.mark.rule("american/pay-2")
@pytest.mark.rule("american/pay-3")
@pytest.mark.parametrize(("request_", "paid"), [
    ({"discarder": "W"}, [["E", "S", 25], ["W", "S", 50], ["N", "S", 25]]),
    ({}, [["E", "S", 50], ["W", "S", 50], ["N", "S", 50]]),
    ({"discarder": "W", "jokerless": True}, [["E", "S", 50], ["W", "S", 100], ["N", "S", 50]]),
    ({"discarder": "W", "jokerless": True, "bonus": False}, [["E", "S", 25], ["W", "S", 50], ["N", "S", 25]]),
    ({"value": 0}, []),
])  # fmt: skip
def test_the_discarder_pays_twice_everybody_for_a_drawn_tile_and_a_hand_without_jokers_doubles(
    request_: dict[str, Any], paid: list[list[Any]]
) -> None:
    """East pays like the others."""
    answer = settlement_of({"winner": "S", "value": 25, **request_}, "american")
    assert answer["payments"] == paid
    assert answer["change"]["S"] == sum(points for _payer, _payee, points in paid)
    assert sum(answer["change"].values()) == 0


def test_who_has_discarded_the_winning_tile_is_not_the_winner() -> None:
    with pytest.raises(HandError, match="discarder is 'S'; expected another seat than the winner's"):
        settlement_of({"winner": "S", "discarder": "S", "value": 25}, "american")


# -- who pays for a hand of the card -----------------------------------------------------------------------------------


E, S, W, N = SEATS
PLAIN = CardWin(25, jokerless=False, bonus=True)
JOKERLESS = CardWin(25, jokerless=True, bonus=True)
PAIRS = CardWin(50, jokerless=True, bonus=False)


@pytest.mark.rule("american/pay-1")
@pytest.mark.parametrize(("win", "winner", "discarder", "change"), [
    (PLAIN, S, W, [-25, 100, -50, -25]),
    (PLAIN, S, None, [-50, 150, -50, -50]),
    (PLAIN, E, N, [100, -25, -25, -50]),
    (JOKERLESS, S, W, [-50, 200, -100, -50]),
    (JOKERLESS, N, None, [-100, -100, -100, 300]),
    (PAIRS, W, E, [-100, -50, 200, -50]),
])  # fmt: skip
def test_the_discarder_pays_twice_and_all_do_for_a_drawn_tile(
    win: CardWin, winner: Seat, discarder: Seat | None, change: list[int]
) -> None:
    """Twice as much again without jokers, where the section pays for that."""
    result = settle_card_win(win, winner, discarder)
    assert [result.change[seat] for seat in SEATS] == change
    paid = {payer: points for payer, payee, points in result.payments if payee is winner}
    assert paid == {seat: -points for seat, points in result.change.items() if seat is not winner}


def test_nobody_pays_for_a_hand_worth_nothing() -> None:
    assert settle_card_win(CardWin(0, jokerless=True, bonus=True), E).payments == ()


@pytest.mark.parametrize(("winner", "discarder", "said"), [
    (N, None, "the winner, north, does not sit at the table"),
    (E, N, "the discarder, north, does not sit at the table"),
    (E, E, "east cannot be the winner and the discarder"),
])  # fmt: skip
def test_who_does_not_sit_at_the_table_neither_wins_nor_pays(winner: Seat, discarder: Seat | None, said: str) -> None:
    with pytest.raises(HandError, match=said):
        settle_card_win(PLAIN, winner, discarder, SEATS[:3])
