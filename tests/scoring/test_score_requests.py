"""Requests to score one hand, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import answered, scorer

from each import each
from mjlog.calculator import settlement_of
from mjlog.calculator.card import score_by_card
from mjlog.cards.reading import parse_card
from mjlog.cards.rulings import rulings_for
from mjlog.errors import HandError
from mjlog.rulesets import load, resolve
from mjlog.scoring import explain
from mjlog.scoring.from_table import waiting_worths
from mjlog.scoring.hand_line import read_request
from mjlog.scoring.request import read_fields
from mjlog.scoring.settlement import CardWin, settle_card_win
from mjlog.seats import SEATS, Seat

ONES = {"kind": "kong", "tiles": "1111b"}
TWOS = {"kind": "pung", "tiles": "222c"}
WIN: dict[str, Any] = {
    "seat": "E",
    "round": "E",
    "concealed": "55c 222d",
    "sets": [
        {"kind": "chow", "tiles": "123b"},
        {"kind": "pung", "tiles": "RRRd"},
        {"kind": "kong", "tiles": "EEEEw", "concealed": True},
    ],
    "bonus": "1f",
    "won": True,
    "tile": "2d",
    "source": "discard",
}


def test_a_win_is_answered_with_total_items_and_arrangement() -> None:
    answer = answered(WIN, scorer())
    assert (answer["complete"], answer["total"], answer["points"], answer["doubles"]) == (True, 496, 62, 3)
    assert answer["arrangement"] == ["123b", "RRRd", "EEEEw", "55c", "222d"]
    assert {"name": "flowers and seasons", "points": 4, "doubles": 0, "rule": "classical/points-1", "tiles": "1f"} in (
        answer["items"]
    )
    assert "waits" not in answer


def test_a_hand_that_did_not_win_is_answered_with_its_waits() -> None:
    request = {"seat": "S", "round": "E", "concealed": ["1b", "1b", "4c", "5c"], "sets": WIN["sets"], "won": False}
    answer = answered(request | {"tile": None, "source": None}, scorer())
    assert (answer["complete"], answer["waits"]) == (False, ["3c", "6c"])


def test_a_win_that_is_not_complete_has_no_total() -> None:
    answer = answered(WIN | {"concealed": "56c 222d"}, scorer())
    assert (answer["complete"], answer["total"]) == (False, None)
    assert answer["reason"] == "the tiles are not four sets and a pair, nor another complete hand"


@each("change, text", [
    ({"concealed": "555c 222d"}, r"15 tiles \(a kong counts as three\): a winning hand has 14"),
    ({"concealed": "5c 222d"}, r"13 tiles"),
    ({"won": False, "tile": None, "source": None}, r"14 tiles .* a hand that did not win has 13"),
    (
        {"won": False, "source": None},
        "`tile` is '2d', and the hand did not win: only a hand that won has a winning",
    ),
    ({"won": False, "tile": None}, "`source` is 'discard', and the hand did not win"),
    ({"concealed": "55c 22d 1b", "tile": "1b", "sets": [*WIN["sets"][1:], ONES]}, "5 tiles 1 bamboo"),
    ({"bonus": "1f 1f"}, "2 tiles flower 1: there is 1 of it"),
    ({"bonus": "5f"}, "bonus is '5f', where there is no flower 5: they are 1f to 4f, and the seasons 1s to 4s"),
    ({"bonus": ["1f", "9s"]}, "bonus is a list of 2, where there is no season 9"),
    ({"tile": "9b"}, "the winning tile, 9 bamboo, is not among the concealed tiles$"),
    ({"tile": "3b"}, "3 bamboo, is not among the concealed tiles: the set that it completed is not on the table"),
    ({"tile": None}, "does not say which: `tile` is missing"),
    ({"concealed": "55c 22d 1f"}, "flower 1 among the concealed tiles: .* named apart, as bonus tiles"),
    (
        {"concealed": "", "sets": [*WIN["sets"], TWOS, TWOS | {"tiles": "777d"}]},
        "5 sets on the table: a hand has 4 at the most",
    ),
    ({"concealed": "55c 22d ??"}, "unknown tile among the concealed tiles"),
    ({"bonus": "5b"}, "5 bamboo among the bonus tiles"),
    ({"concealed": "55x"}, "concealed is '55x', where '55x' is not a tile"),
    ({"concealed": 5}, "concealed is 5; expected tiles like '123b 55c Ew', or a list of at most 200 codes"),
    ({"tile": "zz"}, "`tile`: 'zz' is not a tile"),
    ({"tile": 4}, "tile is 4; expected a tile like 5b"),
    ({"seat": "X"}, "seat is 'X'; expected one of E, S, W, N"),
    ({"round": None}, "round is missing; expected one of E, S, W, N"),
    ({"won": "yes"}, "won is 'yes'; expected true or false"),
    ({"source": "sky"}, "source is 'sky'; expected one of wall, discard"),
    ({"source": "deal", "tile": None, "seat": "S"}, "only east is dealt 14 tiles"),
    ({"source": "first-discard"}, "it is east's own"),
    ({"source": "kong"}, "a robbed kong has all four 2 dots: the winner can hold no other"),
    ({"flags": ["lucky"]}, "`flags` is 'lucky': one of"),
    ({"flags": "twofold"}, "`flags` is 'twofold': a list is expected"),
    ({"east_wins": -1}, "east_wins is -1; expected a whole number of at least 0"),
    ({"sets": "123b"}, "sets is '123b'; expected a list of at most 200 objects"),
    ({"sets": ["123b"]}, r"sets\[0\] is '123b'; expected an object with kind and tiles"),
    ({"sets": [{"kind": "chow", "tiles": "124b"}]}, "1b 2b 4b is no chow"),
    ({"sets": [{"kind": "quint", "tiles": "11111b"}]}, r"sets\[0\].kind is 'quint'"),
    ({"sets": [{"kind": "pung", "tiles": "111b", "origin": "added"}]}, r"sets\[0\].origin is 'added'"),
    ({"sets": [{"kind": "kong", "tiles": "1111b", "origin": "added", "concealed": True}]}, "cannot be added"),
    ({"sets": [{"kind": "kong", "tiles": "1111b", "concealed": 1}]}, r"sets\[0\].concealed is 1; expected true"),
])  # fmt: skip
def test_a_hand_that_cannot_exist_is_refused_with_its_reason(change: dict[str, Any], text: str) -> None:
    with pytest.raises(HandError, match=text):
        answered(WIN | change, scorer())


CLOSED: dict[str, Any] = WIN | {"concealed": "123b 456b 789b 222d 55c", "sets": [], "bonus": ""}
HIDDEN_KONG = {"kind": "kong", "tiles": "9999c", "concealed": True}
OPEN_KONG = {"kind": "kong", "tiles": "8888c", "origin": "added"}
ONE_KONG: dict[str, Any] = CLOSED | {"concealed": "123b 456b 222d 55c", "sets": [HIDDEN_KONG], "source": "loose"}
TWO_KONGS: dict[str, Any] = CLOSED | {"concealed": "123b 222d 55c", "sets": [HIDDEN_KONG, OPEN_KONG], "source": "loose"}
CLAIMED_KONG: dict[str, Any] = ONE_KONG | {"sets": [{"kind": "kong", "tiles": "9999c", "origin": "claimed"}]}
ALL_OPEN: dict[str, Any] = WIN | {"concealed": "456b 222d 789b 55c", "sets": WIN["sets"][1:2]}
CALL, LAST, TWOFOLD, UNTOUCHED = ["original-call"], ["last-tile"], ["twofold"], ["no-discard"]


@each("hand, text", [
    (WIN | {"source": "deal", "tile": None}, "has an exposed set: nothing was claimed before"),
    (ALL_OPEN | {"source": "deal", "tile": None}, "has an exposed set: nothing was claimed before"),
    (ONE_KONG | {"source": "first-discard", "seat": "S"}, "south won with the first discard and has a set on the"),
    (CLOSED | {"source": "loose"}, "fourth tile of a kong: the hand has none on the table, .* live wall is `wall`"),
    (
        CLOSED | {"source": "loose", "bonus": "1f"},
        "the hand has none on the table, and bonus tiles are replaced from",
    ),
    (ONE_KONG | {"flags": TWOFOLD}, "would be two kongs on the table, and the hand has 1 kong"),
    (TWO_KONGS | {"flags": TWOFOLD, "source": "wall"}, "`twofold` is said .* the source is 'wall', not 'loose'"),
    (TWO_KONGS | {"flags": TWOFOLD, "source": "last-wall"}, "`twofold` is said"),
    (CLOSED | {"source": "deal", "flags": LAST}, "`last-tile` .* with source 'deal' nobody has drawn"),
    (CLOSED | {"source": "first-discard", "seat": "S", "flags": LAST}, "`last-tile` .* 'first-discard'"),
    (CLOSED | {"source": "deal", "flags": CALL}, "`original-call` is made with one's first discard: with source"),
    (CLOSED | {"source": "first-discard", "seat": "N", "flags": CALL}, "'first-discard' the winner has discarded"),
    (CLOSED | {"seat": "W", "flags": [*CALL, *UNTOUCHED]}, "with `no-discard` the winner has discarded nothing"),
    (CLOSED | {"flags": UNTOUCHED}, "`no-discard` is said of east, who discards first"),
    (CLOSED | {"flags": UNTOUCHED, "source": "last-wall"}, "`no-discard` .* last tile of the wall: every player"),
    (CLOSED | {"flags": [*UNTOUCHED, *LAST], "seat": "S"}, "`no-discard` .* last tile of the wall"),
])  # fmt: skip
def test_a_win_that_contradicts_itself_is_refused_with_its_reason(hand: dict[str, Any], text: str) -> None:
    with pytest.raises(HandError, match=text):
        answered(hand, scorer())


@each("hand", [
    CLOSED | {"source": "deal", "tile": None, "flags": UNTOUCHED, "east_wins": 1},
    CLOSED | {"seat": "W", "east_wins": 2},
    ONE_KONG | {"source": "deal", "tile": None},
    CLOSED | {"source": "first-discard", "seat": "S", "flags": UNTOUCHED, "bonus": "3s"},
    ONE_KONG | {"flags": UNTOUCHED},
    ONE_KONG | {"flags": [*CALL, *LAST]},
    TWO_KONGS | {"flags": [*TWOFOLD, *LAST, *CALL]},
    CLAIMED_KONG | {"flags": UNTOUCHED, "bonus": "1f", "seat": "N"},
    CLOSED | {"source": "last-wall", "flags": LAST},
    CLOSED | {"source": "last-discard", "flags": CALL},
    CLOSED | {"flags": UNTOUCHED, "seat": "W"},
    WIN | {"source": "discard", "flags": CALL},
    ONE_KONG | {"source": "kong", "tile": "1b"},
    CLOSED | {"concealed": "123b 456b 789b 222d 5c", "won": False, "tile": None, "source": None, "east_wins": 2},
])  # fmt: skip
def test_what_is_rare_and_possible_is_scored(hand: dict[str, Any]) -> None:
    """Kongs before the first discard, a win before the winner's first discard."""
    assert answered(hand, scorer())["total"] is not None


def test_a_loose_tile_replaces_a_flower_where_these_come_from_the_dead_wall() -> None:
    loose = scorer(FlowersLoose=True)
    hand = CLOSED | {"source": "loose", "bonus": "1f", "flags": LAST}
    assert answered(hand, loose)["total"] is not None
    for change, text in (
        ({"bonus": ""}, "or a bonus tile: the hand has neither on the table; .* live wall is `wall`"),
        ({"flags": TWOFOLD}, "two kongs .* the hand has no kong"),
    ):
        with pytest.raises(HandError, match=text):
            answered(hand | change, loose)


@pytest.mark.parametrize("change", [{"source": "wall"}, {"seat": "E"}])
def test_whoever_claims_a_set_has_discarded_unless_a_loose_tile_followed(change: dict[str, Any]) -> None:
    hand = CLAIMED_KONG | {"flags": UNTOUCHED, "seat": "N"}
    assert answered(hand, scorer())["total"] is not None
    with pytest.raises(HandError, match="`no-discard` is said of a hand with a claimed set"):
        answered(hand | change, scorer())


def test_a_flower_that_was_kept_in_the_hand_earns_nothing_and_is_not_waited_with() -> None:
    kept = {"seat": "S", "round": "E", "concealed": "456b 789b 123c RRRd 2f", "would_be": True, "explain": True}
    answer = answered(kept, scorer())
    assert (answer["total"], answer["waits"], answer["would_be"]) == (16, [], [])
    assert [item["name"] for item in answer["items"]] == ["closed pung of majors", "pung/kong of dragons"]


def test_a_flower_is_refused_where_there_are_none() -> None:
    copies = [4] * 34 + [0] * 11
    with pytest.raises(HandError, match="1 tile flower 1: there are none of it by these rules"):
        read_request(WIN).hand(copies)


def test_every_tile_waited_for_is_told_with_what_is_left_and_what_it_would_bring() -> None:
    lost = {"seat": "S", "round": "E", "concealed": "11b 45c", "sets": WIN["sets"], "would_be": True}
    answer = answered(lost, scorer())
    assert answer["waits"] == ["3c", "6c"]
    assert [(one["tile"], one["left"]) for one in answer["would_be"]] == [("3c", 4), ("6c", 4)]
    for one in answer["would_be"]:
        for source in ("wall", "discard"):
            won = {**lost, "concealed": f"11b 45c {one['tile']}", "won": True, "tile": one["tile"], "source": source}
            assert one[source] == answered(won, scorer())["total"]
        assert one["wall"] > one["discard"]


def test_a_tile_that_the_hand_holds_itself_is_fewer_times_left() -> None:
    lost = {"seat": "S", "round": "E", "concealed": "456b 789b 123c 5d RRRd", "would_be": True}
    assert [(one["tile"], one["left"]) for one in answered(lost, scorer())["would_be"]] == [("5d", 3)]
    kong = lost | {"concealed": "456b 789b 11c 23c", "sets": [{"kind": "kong", "tiles": "4444c"}]}
    assert [(one["tile"], one["left"]) for one in answered(kong, scorer())["would_be"]] == [("1c", 2)]


def test_what_a_wait_would_bring_is_told_only_where_it_is_asked_for() -> None:
    lost = {"seat": "S", "round": "E", "concealed": "456b 789b 123c 5d RRRd"}
    assert "would_be" not in answered(lost, scorer())
    assert answered(lost | {"concealed": "147b 258c 369d ESWNw", "would_be": True}, scorer())["would_be"] == []
    assert waiting_worths(read_request(WIN).hand(), scorer()) == ()
    with pytest.raises(HandError, match="would_be is 'yes'; expected true or false"):
        answered(lost | {"would_be": "yes"}, scorer())


def test_a_field_that_is_null_is_as_if_it_were_not_there() -> None:
    null = [one | {"concealed": one.get("concealed"), "origin": None} for one in WIN["sets"]]
    given = {**WIN, "sets": null, "won": None, "flags": None, "east_wins": None}
    assert answered(given, scorer()) == answered(WIN, scorer())
    lost = {"seat": "S", "round": "E", "concealed": "11b 45c", "sets": WIN["sets"], "won": None, "bonus": None}
    assert answered(lost, scorer())["waits"] == ["3c", "6c"]


def test_how_a_score_came_about_is_told_where_it_is_asked_for() -> None:
    parts = {"sets", "set_aside", "not_counted", "sum"}
    assert not parts & set(answered(WIN, scorer()))
    told = answered(WIN | {"explain": True}, scorer())
    assert parts <= set(told)
    assert [one["tiles"] for one in told["sets"]] == told["arrangement"]
    assert told["sum"][0] == "62 points x 2^3 = 496"


def test_a_request_is_an_object() -> None:
    with pytest.raises(HandError, match="a hand is given as an object"):
        read_fields([])  # type: ignore[arg-type]


def test_an_explanation_names_items_what_was_not_counted_and_the_sum() -> None:
    hand = read_request(WIN).hand()
    lines = explain(hand, scorer().score(hand), scorer()).lines()
    assert lines[0] == "counted as 123b RRRd EEEEw 55c 222d"
    assert "closed kong of majors EEEEw: 32 points [classical/points-1]" in lines
    assert "not counted: concealed hand: the chow of 1-2-3 bamboo was claimed" in lines
    assert "not counted: no chows: there is the chow of 1-2-3 bamboo" in lines
    assert lines[-1] == "62 points x 2^3 = 496"


def test_an_explanation_tells_the_limit() -> None:
    hand = read_request(WIN).hand()
    low = scorer(ScoreLimit=100)
    assert explain(hand, low.score(hand), low).lines()[-1] == "over the limit of 100: 100"
    wonders = read_request(
        {"seat": "S", "round": "E", "concealed": "19b 19c 19d ESWNw RGWWd", "won": True, "tile": "1b", "source": "wall"}
    ).hand()
    lines = explain(wonders, scorer().score(wonders), scorer()).lines()
    assert any(line.startswith("Thirteen Unique Wonders ") for line in lines)
    assert any(line.endswith(": the limit [classical/limit-1]") for line in lines)
    assert lines[-1] == "Thirteen Unique Wonders: 1,000 (points and doubles: 176)"


# -- requests of other programs for the value of a hand by a card ------------------------------------------------------


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
