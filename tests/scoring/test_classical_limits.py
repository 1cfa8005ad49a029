"""Limit hands of the classical rules, and how limits and face values combine."""

from __future__ import annotations

import pytest
from scoring_cases import lost, names, scorer, won

from each import each
from mjlog.scoring import Hand
from mjlog.seats import Seat

FOUR_CHOWS = "123b 456b 789c 234c"

LIMIT_HANDS: list[tuple[str, Hand]] = [
    ("heavens-blessing", won("123b 456b 789c 234c 55d", None, "deal", seat=Seat.E)),
    ("earths-blessing", won("123b 456b 789c 234c 55d", "5d", "first-discard")),
    ("plum-blossom", won("123b 456b 345d 22c", "5d", "loose", sets="777c")),
    ("moon-from-the-bottom-of-the-sea", won("123b 456b 123d 22c", "1d", "last-wall", sets="777c")),
    ("carrying-pole", won("123b 456b 789d 22c", "2b", "kong", sets="777c")),
    ("kong-upon-kong", won("123b 456b 22c", "2c", "loose", sets="7777c- 8888c-", flags=("twofold",))),
    ("four-kongs", won("22c", "2c", "discard", sets="7777c 8888c 1111b 9999d")),
    ("buried-treasure", won("222b 333c 444d EEEw 55d", "5d")),
    ("thirteen-unique-wonders", won("19b 19c 19d ESWNw RGWWd", "1b", "discard")),
    ("three-great-scholars", won("222b 55d", "5d", sets="RRRd GGGd WWWd")),
    ("four-blessings", won("55d", "5d", "discard", sets="EEEw SSSw WWWw NNNw")),
    ("all-honours", won("EEEw RRd", "Rd", sets="SSSw GGGd WWWw")),
    ("heads-and-tails", won("111b 99d", "9d", sets="999b 111c 999c")),
    ("imperial-jade", won("234b 88b", "8b", sets="666b 222b GGGd")),
    ("nine-gates", won("1112345678999b 5b", "5b", "discard")),
    ("wriggling-snake", won("11123455678999d", "2d", "discard")),
    ("concealed-clear-suit", won("12334455677789d", "4d")),
    ("easts-thirteenth-win", won("123b 456b 789c 234c 55d", "5d", seat=Seat.E, east_wins=13)),
]

NO_LIMIT_HANDS: list[tuple[str, Hand]] = [
    ("heavens-blessing", won("123b 456b 789c 234c 55d", "5d", seat=Seat.E)),
    ("earths-blessing", won("123b 456b 789c 234c 55d", "5d", "discard")),
    ("plum-blossom", won("123b 456b 345d 22c", "5d", "wall", sets="777c")),
    ("plum-blossom", won("123b 456b 456d 22c", "6d", "loose", sets="777c")),
    ("moon-from-the-bottom-of-the-sea", won("123b 456b 123d 22c", "1d", "last-discard", sets="777c")),
    ("carrying-pole", won("123b 456b 789d 22c", "2b", "discard", sets="777c")),
    ("kong-upon-kong", won("123b 456b 22c", "2c", "loose", sets="7777c- 8888c-")),
    ("four-kongs", won("999d 22c", "2c", "discard", sets="7777c 8888c 1111b")),
    ("buried-treasure", won("222b 333c 444d EEEw 55d", "5d", "discard")),
    ("three-great-scholars", won("234b 55d", "5d", sets="RRRd GGGd WWWd")),
    ("four-blessings", won("NNw 555d", "5d", "discard", sets="EEEw SSSw WWWw")),
    ("all-honours", won("EEEw 55d", "5d", sets="SSSw GGGd WWWw")),
    ("heads-and-tails", won("111b EEw", "Ew", sets="999b 111c 999c")),
    ("imperial-jade", won("345b 88b", "8b", sets="666b 222b GGGd")),
    ("nine-gates", won("11123455678999b", "1b", "discard")),
    ("wriggling-snake", won("11123345678999d", "1d", "discard")),
    ("concealed-clear-suit", won("12334455677789d", "4d", "discard")),
    ("easts-thirteenth-win", won("123b 456b 789c 234c 55d", "5d", seat=Seat.E, east_wins=12)),
]


@pytest.mark.rule("classical/limit-1")
@each("limit, hand", LIMIT_HANDS, ids=[name for name, _ in LIMIT_HANDS])
def test_a_limit_hand_is_worth_the_limit(limit: str, hand: Hand) -> None:
    score = scorer().score(hand)
    assert score.complete
    assert limit in score.limits
    assert score.total == 1000
    assert all(item.limit for item in score.items)


@pytest.mark.rule("classical/limit-1")
@each("limit, hand", NO_LIMIT_HANDS)
def test_a_hand_that_comes_near_a_limit_hand_is_none(limit: str, hand: Hand) -> None:
    score = scorer().score(hand)
    assert score.complete
    assert limit not in score.limits


@pytest.mark.rule("classical/limit-1")
def test_only_the_winner_scores_a_limit_hand() -> None:
    score = scorer().score(lost("5d", "EEEw SSSw WWWw NNNw"))
    assert score.limits == ()


@pytest.mark.rule("classical/limit-1")
def test_the_face_value_is_cut_at_the_limit() -> None:
    hand = won("11222333b 444b", "4b", "discard", sets="555b")
    score = scorer(ScoreLimit=300).score(hand)
    assert (score.total, score.limit) == (300, None)
    assert score.uncapped == score.points * 2**score.doubles > 300
    assert scorer(ScoreLimit=300, NoLimit=True).score(hand).total == score.uncapped


@pytest.mark.rule("classical/limit-1")
def test_without_a_limit_the_larger_of_face_value_and_limit_hand_is_taken() -> None:
    honors = won("EEEw RRd", "Rd", sets="SSSw GGGGd- WWWw")
    score = scorer(NoLimit=True).score(honors)
    assert score.total == score.uncapped > 1000
    assert score.limit is None
    assert "All Honours" in names(score)
    small = scorer(NoLimit=True).score(won(f"{FOUR_CHOWS} 55d", None, "deal", seat=Seat.E))
    assert (small.total, small.limit) == (1000, "heavens-blessing")
    assert "going Mah Jong" in names(small)


@pytest.mark.rule("classical/limit-1")
def test_points_and_doubles_of_a_limit_hand_are_told_but_not_counted() -> None:
    score = scorer().score(won("19b 19c 19d ESWNw RGWWd", "1b", "wall"))
    assert (score.limit, score.points, score.doubles) == ("thirteen-unique-wonders", 22, 3)
    assert {item.name for item in score.set_aside} >= {"going Mah Jong", "no score hand"}


@pytest.mark.rule("classical/limit-1")
def test_an_option_may_be_worth_a_part_of_the_limit() -> None:
    hand = won(f"{FOUR_CHOWS} 55d", "5d")
    half = scorer(ConcealedFully=50_000_000).score(hand)
    assert (half.total, half.limit, names(half)) == (500, "concealed-hand", {"concealed hand"})
    both = 50_000_000 + 30_000 + 4
    assert scorer(ConcealedFully=both).score(hand).total == 500
    unlimited = scorer(ConcealedFully=both, NoLimit=True).score(hand)
    assert (unlimited.limit, unlimited.total) == (None, (20 + 2 + 2 + 2 + 4) * 2 ** (3 + 1))


@pytest.mark.rule("classical/limit-1")
def test_doubling_stops_at_a_hundred_million() -> None:
    hand = lost("2b", "EEEEw- SSSSw- WWWWw- NNNNw-", bonus="1234f 1234s", seat=Seat.S)
    score = scorer(NoLimit=True, FlowersBouquet=990_000, FlowersOwnBoth=990_000).score(hand)
    assert score.total == 100_000_000


@pytest.mark.rule("classical/kong-2")
def test_thirteen_wonders_by_robbing_a_kong_are_a_concealed_hand() -> None:
    score = scorer(NoLimit=True).score(won("19b 19c 19d ESWNw RGGWd", "Wd", "kong"))
    assert names(score) >= {"concealed hand", "robbing a kong", "Thirteen Unique Wonders"}
