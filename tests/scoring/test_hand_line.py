"""Hands on one line: what is written is what is read, and what is wrong is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.calculator.deal import FLAG_WORDS
from mjlog.errors import HandError
from mjlog.scoring import Hand, LaidSet
from mjlog.scoring.hand import FAN_FLAGS, FLAGS, RIICHI_FLAGS, SOURCES
from mjlog.scoring.hand_line import hand_line, read_hand_line
from mjlog.scoring.request import HandRequest, SetRequest
from mjlog.seats import SEATS, Seat
from mjlog.tiles import CODES, UNICODE, parse_tile, parse_tiles

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
