"""Limit hands of the western rules, and the larger of limit and face value."""

from __future__ import annotations

import pytest
from scoring_cases import lost, names, western, won

from each import each
from mjlog.scoring import Hand, explain
from mjlog.seats import Seat

FOUR_CHOWS = "123b 456b 789c 234c"
SNAKE = "1123456789d ESWNw"

LIMIT_HANDS: list[tuple[str, int, Hand]] = [
    ("heavens-blessing", 3000, won(f"{FOUR_CHOWS} 55d", None, "deal", seat=Seat.E)),
    ("earths-blessing", 3000, won(f"{FOUR_CHOWS} 55d", "5d", "first-discard")),
    ("thirteen-wonders", 3000, won("19b 19c 19d ESWNw RGWWd", "1b", "discard")),
    ("twofold-fortune", 3000, won("123b 456b 22c", "2c", "loose", sets="7777c- 8888c+", flags=("twofold",))),
    ("plum-blossom", 3000, won("123b 456b 345d 22c", "5d", "loose", sets="777c")),
    ("plucking-the-moon", 3000, won("123b 456b 123d 22c", "1d", "last-wall", sets="777c")),
    ("three-great-scholars", 1000, won("222b 55d", "5d", sets="RRRd GGGd WWWd")),
    ("four-blessings", 1000, won("NNNw 55d", "Nw", "discard", sets="EEEw SSSw WWWw")),
    ("gates-of-heaven", 1000, won("1112345678999b 5b", "2b", "discard")),
    ("gates-of-heaven", 1000, won("1115678999b 5b", "5b", "discard", sets="234b")),
    ("gates-of-heaven", 1000, won("1112345678999b 9b", "9b", "discard")),
    ("gates-of-heaven", 1000, won("1112345678999b 1b", "9b")),
    ("seven-pairs", 1000, won("1111b 3355c 77d EEw RRd", "Rd", "discard")),
    ("knitting", 1000, won("1234567b 1234567d", "7d", "discard")),
    ("knitting", 1000, won("1123345b 1123345d", "5d", "discard")),
    ("triple-knitting", 1000, won("1359b 1359c 1359d 88b", "8b")),
    ("triple-knitting", 1000, won("1359b 1359c 1359d RRd", "9d")),
    ("triple-knitting", 1000, won("13359b 13359c 1335d", "9c", "discard")),
    ("buried-treasure", 1000, won("222b 444b 666b EEEw 99b", "9b", "discard")),
    ("buried-treasure", 1000, won("222b 444b 666b 888b 99b", "8b")),
    ("fourfold-plenty", 1000, won("22c", "2c", "discard", sets="7777c 8888d 1111b- 9999d+")),
    ("heads-and-tails", 1000, won("111b 99d", "9d", sets="999b 111c 9999c")),
    ("wriggling-snake", 1000, won(SNAKE, "Ww", "discard")),
    ("wriggling-snake", 1000, won("1126789d ESWNw", "1d", "discard", sets="345d")),
    ("imperial-jade", 1000, won("222b 88b", "8b", "discard", sets="666b 444b GGGd")),
    ("imperial-jade", 1000, won("222b 88b", "8b", "discard", sets="666b 444b 333b")),
]

NO_LIMIT_HANDS: list[tuple[str, Hand]] = [
    ("heavens-blessing", won(f"{FOUR_CHOWS} 55d", "5d", "wall", seat=Seat.E)),
    ("earths-blessing", won(f"{FOUR_CHOWS} 55d", "5d", "discard")),
    ("twofold-fortune", won("123b 456b 22c", "2c", "loose", sets="7777c- 8888c+")),
    ("twofold-fortune", won("123b 456b 22c", "2c", "wall", sets="7777c- 8888c+", flags=("twofold",))),
    ("plum-blossom", won("123b 456b 345d 22c", "5d", "wall", sets="777c")),
    ("plum-blossom", won("123b 456b 456d 22c", "6d", "loose", sets="777c")),
    ("plucking-the-moon", won("123b 456b 123d 22c", "1d", "last-discard", sets="777c")),
    ("plucking-the-moon", won("123b 456b 123d 22c", "1d", "loose", sets="777c", flags=("last-tile",))),
    ("three-great-scholars", won("234b 55d", "5d", sets="RRRd GGGd WWWd")),
    ("three-great-scholars", won("222b WWd", "Wd", sets="RRRd GGGd 444b")),
    ("four-blessings", won("NNw 555d", "5d", "discard", sets="EEEw SSSw WWWw")),
    ("gates-of-heaven", won("11123455678999b", "1b", "discard")),
    ("gates-of-heaven", won("11123455678999b", "9b", "discard")),
    ("gates-of-heaven", won("23455678999b", "5b", sets="111b")),
    ("gates-of-heaven", won("11123455567899b", "5b")),
    ("buried-treasure", won("222b 444b 666b EEEw 99b", "6b", "discard")),
    ("buried-treasure", won("222b 444b 666b 99b", "9b", sets="EEEEw-")),
    ("buried-treasure", won("222b 444b 666c EEEw 99b", "9b")),
    ("buried-treasure", won("EEEw SSSw RRRd GGGd WWd", "Wd")),
    ("fourfold-plenty", won("999d 22c", "2c", "discard", sets="7777c 8888c 1111b")),
    ("heads-and-tails", won("111b EEw", "Ew", sets="999b 111c 999c")),
    ("heads-and-tails", won("1111b 9999b 11c 99c 11d", "1d")),
    ("imperial-jade", won("234b 88b", "8b", sets="666b 222b GGGd")),
    ("imperial-jade", won("222b 55b", "5b", sets="666b 444b GGGd")),
    ("imperial-jade", won("22446688b 33b GGGGd", "Gd")),
]

INCOMPLETE: list[Hand] = [
    won("1234567b 1234568d", "8d"),
    won("1234567b 123d 4567c", "7c"),
    won("123456b 123457d EEw", "Ew"),
    won("1359b 1359c 1359d 8b 9c", "9c"),
    won("1359b 1359c 1359d Ew Sw", "Sw"),
    won("1223456789d ESWNw", "2d"),
    won("1123456789d EESWw", "Ew"),
    won("1123456789c ESWw 1b", "1b"),
    won("112345d ESWNw", "1d", sets="678b"),
    won("112789d ESWNw", "1d", sets="333d"),
]
"""Nearly a knitting hand, a triple knitting one, a wriggling snake."""


@pytest.mark.rule("western/limit-1")
@pytest.mark.rule("western/limit-2")
@pytest.mark.rule("western/limit-3")
@pytest.mark.rule("western/limit-4")
@each("limit, worth, hand", LIMIT_HANDS)
def test_a_limit_hand_is_worth_its_points(limit: str, worth: int, hand: Hand) -> None:
    score = western().score(hand)
    assert score.complete
    assert (score.limit, score.total) == (limit, worth)
    assert score.uncapped == score.points * 2**score.doubles < worth


@pytest.mark.rule("western/limit-1")
@pytest.mark.rule("western/limit-2")
@pytest.mark.rule("western/limit-3")
@pytest.mark.rule("western/limit-4")
@each("limit, hand", NO_LIMIT_HANDS)
def test_a_hand_that_comes_near_a_limit_hand_is_none(limit: str, hand: Hand) -> None:
    score = western().score(hand)
    assert score.complete
    assert limit not in score.limits


@pytest.mark.rule("western/limit-4")
@each("hand", INCOMPLETE)
def test_what_is_nearly_an_optional_hand_is_not_complete(hand: Hand) -> None:
    score = western().score(hand)
    assert (score.complete, score.total) == (False, None)


@pytest.mark.rule("western/limit-3")
@pytest.mark.rule("western/limit-4")
@each("limit, worth, hand", LIMIT_HANDS)
def test_without_the_option_there_are_no_optional_limit_hands(limit: str, worth: int, hand: Hand) -> None:
    rows = {row.id: row.rule for row in western().rows}
    optional = rows[limit] in ("western/limit-3", "western/limit-4")
    score = western(optional_limits=False).score(hand)
    assert (limit in score.limits) is not optional
    assert score.complete is (limit not in ("knitting", "triple-knitting", "wriggling-snake"))
    assert score.total == (worth if not optional else score.uncapped if score.complete else None)


@pytest.mark.rule("western/limit-5")
def test_the_face_value_is_taken_where_it_is_larger() -> None:
    hand = won("EEEw 55d", "Ew", seat=Seat.E, sets="RRRRd- GGGGd- WWWWd-", bonus="1234f")
    score = western().score(hand)
    assert (score.points, score.doubles) == (3 * 32 + 8 + 16 + 20 + 2 + 10, 3 + 1 + 1 + 4 + 1)
    assert (score.total, score.limit) == (score.points * 2**10, None)
    assert score.limits == ("three-great-scholars",)
    assert "Three great scholars" not in names(score)


@pytest.mark.rule("western/limit-5")
def test_there_is_no_other_cap() -> None:
    hand = won(
        "EEw", "Ew", "loose", "RRRRd- GGGGd- WWWWd- 9999d-", seat=Seat.E, bonus="1234f 1234s", east_wins=13
    )  # fmt: skip
    score = western(prevailing_wind=True).score(hand)
    assert (score.points, score.doubles) == (4 * 32 + 4 + 32 + 20 + 2 + 2 + 10, 3 + 1 + 8 + 1 + 1 + 1 + 7)
    assert score.total == 198 * 2**22


@pytest.mark.rule("western/limit-5")
def test_the_best_of_several_arrangements_and_limits_is_taken() -> None:
    pairs = won("11223344556677b", "7b", "discard")
    assert (western().score(pairs).limit, western().score(pairs).total) == ("seven-pairs", 1000)
    rich = western().score(won("22334455667788b", "8b", bonus="1f 1s"))
    assert (rich.limit, rich.total) == ("seven-pairs", 1000)
    richer = western().score(won("22334455667788b", "8b", bonus="1234f"))
    assert (richer.limit, richer.total) == (None, (20 + 2 + 10 + 16) * 2 ** (3 + 1 + 4))


@pytest.mark.rule("western/limit-5")
@pytest.mark.parametrize(
    ("hand", "points", "doubles"),
    [
        (won("19b 19c 19d ESWNw RGWWd", "Wd", "discard"), 20 + 2, 2),
        (won("19b 19c 19d ESWNw RRGWd", "Wd", "discard"), 20 + 2 + 2, 2),
        (won("1133b 5577c RRd GGd SSw", "1b"), 20 + 2 + 2 + 6, 1),
        (won("1359b 1359c 1359d RRd", "9d"), 20 + 2 + 2 + 2, 1),
        (won(SNAKE, "Ww", "discard"), 20 + 2, 2),
    ],
)
def test_hands_of_no_four_sets_have_a_face_value_too(hand: Hand, points: int, doubles: int) -> None:
    score = western().score(hand)
    assert (score.points, score.doubles) == (points, doubles)


@pytest.mark.rule("western/limit-6")
@each(
    "hand, limit, total",
    [
        (lost("RRRGGGWWWd 1b 2c 4d Nw"), "three-great-scholars", 1000),
        (lost("WWWd 4d", "RRRd GGGGd 123b"), "three-great-scholars", 1000),
        (lost("NNNw 2b", "EEEw SSSw WWWw"), "four-blessings", 1000),
        (lost("19b 19c 19d ESWNw RGWd"), "thirteen-wonders", 3000),
        (lost("19b 19c 19d ESWNw RGGd"), None, 2),
        (lost("RRRGGGWWd 1b 2c 4d ENw"), None, (8 + 8 + 2) * 4),
        (lost("222b 444b 666b EEEw 9b"), None, (3 * 4 + 8) * 2),
        (lost("1112345678999b"), None, 16),
    ],
)
def test_losers_score_three_limit_hands(hand: Hand, limit: str | None, total: int) -> None:
    score = western().score(hand)
    assert (score.limit, score.total, score.complete) == (limit, total, False)


def test_a_limit_hand_is_explained_with_what_it_is_worth() -> None:
    hand = won(SNAKE, "Ww", "discard")
    lines = explain(hand, western().score(hand), western()).lines()
    assert "Wriggling snake 1123456789d ESWNw: worth 1000 [western/limit-4]" in lines
    assert lines[-1] == "Wriggling snake: 1,000 (points and doubles: 88)"


def test_what_was_not_counted_is_explained() -> None:
    hand = won("123b 555b 55d", "5d", "discard", sets="222c EEEw")
    lines = explain(hand, western().score(hand), western()).lines()
    assert "not counted: all pungs: there is the chow of 1-2-3 bamboo" in lines
    assert "not counted: whole hand concealed: the pung of 2 characters was claimed" in lines
