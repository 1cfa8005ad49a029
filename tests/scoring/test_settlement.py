"""Who pays whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_cases import document, options

from each import each
from mjlog.calculator import settlement_of
from mjlog.calculator.deal import FLAG_WORDS
from mjlog.calculator.settling import check_payers
from mjlog.errors import HandError, RuleSetError
from mjlog.scoring import Hand, LaidSet, Terms, settle, terms_of
from mjlog.scoring.hand import FAN_FLAGS, FLAGS, RIICHI_FLAGS, SOURCES
from mjlog.scoring.hand_line import hand_line, read_hand_line
from mjlog.scoring.request import HandRequest, SetRequest
from mjlog.seats import SEATS, Seat
from mjlog.tiles import CODES, UNICODE, parse_tile, parse_tiles

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


# -- hands on one line -------------------------------------------------------------------------------------------------


WHOLE = "S in E 123b 55d RRd (789c) [2222d] 1f3s +Rd discard original-call"


def test_a_line_gives_every_field_of_a_request() -> None:
    assert read_hand_line(WHOLE) == HandRequest(
        seat=Seat.S,
        round=Seat.E,
        concealed=parse_tiles("123b 55d RRRd"),
        sets=(SetRequest("chow", parse_tiles("789c")), SetRequest("kong", parse_tiles("2222d"), True)),
        bonus=parse_tiles("1f3s"),
        won=True,
        tile=parse_tile("Rd"),
        source="discard",
        flags=("original-call",),
    )


def test_a_line_may_name_the_seat_alone_or_nothing() -> None:
    request = read_hand_line("north 123b")
    assert (request.seat, request.round) == (Seat.N, None)
    assert read_hand_line("123b").seat is None


def test_a_line_without_a_winning_tile_is_a_hand_that_did_not_win() -> None:
    hand = read_hand_line("west in north 123b 456b 789b 123c 5d").hand()
    assert (hand.seat, hand.round, hand.won, hand.tile) == (Seat.W, Seat.N, False, None)


def test_a_dealt_hand_has_no_winning_tile() -> None:
    hand = read_hand_line("E in E 123b 456b 789b 123c 55d deal").hand()
    assert (hand.won, hand.tile, hand.source) == (True, None, "deal")


def test_kongs_say_how_they_came_about() -> None:
    sets = read_hand_line("(1111b added) (2222b claimed) (3333b) [4444b]").sets
    assert [(laid.origin, laid.concealed) for laid in sets] == [
        ("added", False), ("claimed", False), (None, False), (None, True),
    ]  # fmt: skip


def test_unicode_tiles_and_capitals_are_read_alike() -> None:
    assert read_hand_line("S IN E 🀐🀑🀒 (🀍🀎🀏) +🀄 WALL") == read_hand_line("s in e 1b2b3b (789C) +rd wall")


@each("words, source", [
    ("ron", "discard"), ("tsumo", "wall"), ("houtei", "last-discard"), ("haitei", "last-wall"), ("rinshan", "loose"),
    ("chankan", "kong"), ("ron houtei", "last-discard"), ("tsumo haitei", "last-wall"), ("Tsumo Rinshan", "loose"),
    ("chankan ron", "kong"), ("discard last-discard", "last-discard"), ("wall tsumo", "wall"),
])  # fmt: skip
def test_the_words_of_riichi_say_where_the_tile_came_from(words: str, source: str) -> None:
    assert read_hand_line(f"123b +5d {words}").source == source


@each("text, kinds", [
    ("indicators=1c,2c", ["1c", "2c"]), ("indicators=1c2c", ["1c", "2c"]), ("INDICATORS=12c,Ew", ["1c", "2c", "Ew"]),
    ("indicators=1c, riichi", ["1c"]), ("indicators=1c,2c, +5d wall", ["1c", "2c"]),
    ("indicators=1c indicators=2c", ["1c", "2c"]),
])  # fmt: skip
def test_a_list_of_tiles_goes_on_behind_a_comma(text: str, kinds: list[str]) -> None:
    for name in ("indicators", "under"):
        request = read_hand_line(f"123b {text.lower().replace('indicators', name)}")
        assert (getattr(request, name), (request.concealed or ())[:3]) == (parse_tiles(kinds), parse_tiles("123b"))


def test_what_is_said_of_the_payments_may_stand_on_the_line() -> None:
    request = read_hand_line("123b +5d ron discarder=west honba=2 pot=3000 pao=N")
    assert (request.discarder, request.repeats, request.pot, request.liable) == (Seat.W, 2, 3000, Seat.N)


@each("line, says",
    [
        ("123b 55d EEE E E", "'e e' is no seat and round"),
        ("E E E 123b", "tiles are written EEw, with the letter of winds"),
        ("123b +5d ron haitei", "2 times a source of the winning tile is named, and there is one: ron"),
        ("123b +5d houtie", "did you mean houtei?"),
        ("123b +5d", "write one of discard,"),
        ("123b +5d", "in riichi ron, tsumo, houtei, haitei, rinshan, chankan"),
        ("123b ron", "ron, but which tile won? Write it before, like +3b ron"),
        ("123b indicators=1c, 2c", "is 2c one more of the list, or of the hand? Write indicators=1c,2c without"),
        ("123b +5d wall indicators=1c 2c", "is 2c one more of the list, or of the hand?"),
        ("123b indicators=1c;2c", "is 2c one more of the list, or of the hand?"),
        ("123b +5d wall pot=1,00", "pot=1,00: a number is expected, like pot=1000"),
        ("123b under=1c , 2c3c", "under=1c, 2c3c: is 2c3c one more of the list"),
        ("123b indicators=1x", "1x"),
        ("123b indicators=", "names no tile"),
        ("123b indicator=1c", "did you mean indicators=?"),
        ("123b repeats=two", "repeats=two: a number is expected, like repeats=2"),
        ("123b repeats=2 honba=3", "'honba=3', and 2 is said before"),
        ("123b discarder=X", "discarder=X: a seat is expected"),
        ("S E 123b", "no seat and round"),
        ("S in", "no seat and round"),
        ("123b (789c", "a bracket '(' has no other"),
        ("123b (78c)", "78c in brackets is no set"),
        ("123b ()", "names no tile"),
        ("123b (789c added)", "only a kong that lies open"),
        ("[1111b claimed]", "only a kong that lies open"),
        ("(1111b claimed added)", "only a kong that lies open"),
        ("123b +5d", "does not say where the tile came from"),
        ("123b wall", "which tile won?"),
        ("123b +5d deal", "a dealt hand has no winning tile"),
        ("123b +5d +6d wall", "2 times a winning tile"),
        ("123b +5d wall discard", "2 times a source"),
        ("123b twofold", "did not win"),
        ("123b +5d wal", "did you mean wall?"),
        ("123b 5x", "5x"),
        ("5f", "5f"),
        ("123b east-wins=many +5d wall", "a number is expected"),
        ("123b + wall", "names no tile; the one that won is written without a blank"),
        ("123b 5c tsumo", "Write it before, like +5c tsumo"),
        ("123b tsumo 5c", "Write it before, like +5c tsumo"),
        ("123b +5c agari", "'agari' is not a tile or a group like 123b; words are "),
        ("1b " * 400, "at most 1,000"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_line_is_named(line: str, says: str) -> None:
    with pytest.raises(HandError) as caught:
        read_hand_line(line)
    assert says in str(caught.value)


ORIGINS = st.sampled_from([None, "claimed", "added"])
tiles = st.integers(0, 33)
chows = st.builds(
    lambda suit, rank: tuple(9 * suit + rank + step for step in range(3)), st.integers(0, 2), st.integers(0, 6)
)
laid = st.one_of(
    st.builds(lambda kind, hidden: LaidSet("pung", (kind,) * 3, hidden), tiles, st.booleans()),
    st.builds(lambda kind, origin: LaidSet("kong", (kind,) * 4, False, origin), tiles, ORIGINS),
    st.builds(lambda chow: LaidSet("chow", chow), chows),
)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Hands of every sort, also such as cannot exist: a line knows no rules."""
    concealed = tuple(sorted(draw(st.lists(tiles, min_size=1, max_size=14))))
    won = draw(st.booleans())
    source = draw(st.sampled_from(sorted(SOURCES - {"deal"}))) if won else None
    return Hand(
        seat=draw(st.sampled_from(SEATS)),
        round=draw(st.sampled_from(SEATS)),
        concealed=concealed,
        sets=tuple(draw(st.lists(laid, max_size=4))),
        bonus=tuple(draw(st.lists(st.integers(34, 41), max_size=4))),
        won=won,
        tile=draw(st.sampled_from(concealed)) if won else None,
        source=source,
        flags=frozenset(draw(st.sets(st.sampled_from(sorted(FLAGS))))) if won else frozenset(),
        east_wins=draw(st.integers(0, 13)) if won else 0,
    )


@given(hand=hands(), faces=st.sampled_from([CODES, UNICODE]))
def test_what_is_written_on_a_line_is_read_again(hand: Hand, faces: tuple[str, ...]) -> None:
    request = read_hand_line(hand_line(hand, faces))
    assert tuple(sorted(request.concealed or ())) == hand.concealed
    assert request.bonus == hand.bonus
    assert tuple(laid.laid(0) for laid in request.sets) == hand.sets
    assert (request.seat, request.round, request.has_won) == (hand.seat, hand.round, hand.won)
    assert (request.source, frozenset(request.flags)) == (hand.source, hand.flags)
    assert (request.tile, request.east_wins) == (hand.tile, hand.east_wins)


def test_whatever_can_be_said_of_a_win_has_words() -> None:
    assert {*FLAG_WORDS} >= FLAGS | RIICHI_FLAGS | FAN_FLAGS
