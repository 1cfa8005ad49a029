"""Limit hands of `bmja-kajongg` and `dmjl`, fractions of the limit, and losers who lack one tile."""

from __future__ import annotations

import pytest
from scoring_cases import clubs, lost, won

from each import each
from mjlog.scoring import Hand
from mjlog.scoring.hand import Score
from mjlog.seats import Seat

LIMITS: list[tuple[str, str, Hand, Hand]] = [
    # rule set, limit hand, a hand that is one, a hand that just is not
    (
        "bmja-kajongg",
        "only-honors",
        won("RRRd EEEw WWw", "Ww", "discard", sets="GGGd NNNw"),
        won("RRRd EEEw 11b", "1b", "discard", sets="GGGd NNNw"),
    ),
    ("bmja-kajongg", "only-honors", won("EEw SSw WWw NNw RRd GGd WWd", "Wd"), won("EEw SSw WWw NNw RRd GGd 11b", "1b")),
    (
        "bmja-kajongg",
        "buried-treasure",
        won("222b 333b 666b 888b 99b", "9b", "discard"),
        won("222b 333b 666b 888b 99b", "8b", "discard"),
    ),
    (
        "bmja-kajongg",
        "buried-treasure",
        won("222b 333b 666b EEEw 99b", "6b"),
        won("222b 333b 666b 99b", "6b", sets="EEEEw-"),
    ),
    ("bmja-kajongg", "buried-treasure", won("222b 333b 666b EEEw RRd", "Ew"), won("222b 333b 666c EEEw RRd", "Ew")),
    ("dmjl", "hidden-treasure", won("222b 333c 666d 888b 99b", "8b"), won("222b 333c 666d 888b 99b", "8b", "discard")),
    (
        "dmjl",
        "hidden-treasure",
        won("222b 333c 666d 99b", "9b", "loose", sets="8888b!"),
        won("222b 333c 666d 99b", "9b", "loose", sets="8888b+"),
    ),
    (
        "dmjl",
        "hidden-treasure",
        won("222b 333c 666d 99b", "9b", sets="8888b-"),
        won("222b 333c 678d 99b", "9b", sets="8888b-"),
    ),
    ("dmjl", "hidden-treasure", won("222b 333c 666d 888b 99b", "9b"), won("222b 333c 666d 888b 99b", "9b", "discard")),
    (
        "dmjl",
        "concealed-one-suit",
        won("123b 345b 678b 999b 55b", "5b"),
        won("123b 345b 678b 999b 55b", "5b", "discard"),
    ),
    (
        "dmjl",
        "concealed-one-suit",
        won("123b 345b 678b 55b", "8b", sets="9999b!"),
        won("123b 345b 678b 55b", "8b", sets="9999b+"),
    ),
    (
        "bmja-kajongg",
        "heads-and-tails",
        won("111b 999c 11c 999d", "1c", sets="999b"),
        won("111b 999c 22c 999d", "2c", sets="999b"),
    ),
    (
        "dmjl",
        "heads-and-tails",
        won("111b 999c 11c 999d", "1c", sets="999b"),
        won("111b 999c EEw 999d", "Ew", sets="999b"),
    ),
    (
        "bmja-kajongg",
        "fourfold-plenty",
        won("22c", "2c", "discard", sets="7777c! 8888d 1111b- 9999d+"),
        won("22c 777c", "2c", "discard", sets="8888d 1111b- 9999d+"),
    ),
    (
        "dmjl",
        "fourfold-plenty",
        won("22c", "2c", "discard", sets="7777c! 8888d 1111b- 9999d+"),
        won("22c 777c", "2c", "discard", sets="8888d 1111b- 9999d+"),
    ),
    (
        "bmja-kajongg",
        "four-blessings",
        won("NNNw 55d", "Nw", "discard", sets="EEEw SSSw WWWw"),
        won("NNw 555d", "5d", "discard", sets="EEEw SSSw WWWw"),
    ),
    (
        "dmjl",
        "four-blessings",
        won("NNNw 55d", "Nw", "discard", sets="EEEw SSSw WWWw"),
        won("NNw 555d", "5d", "discard", sets="EEEw SSSw WWWw"),
    ),
    (
        "bmja-kajongg",
        "imperial-jade",
        won("222b 88b", "8b", sets="666b 444b GGGd"),
        won("222b 55b", "5b", sets="666b 444b GGGd"),
    ),
    (
        "bmja-kajongg",
        "imperial-jade",
        won("234b 88b", "8b", sets="666b 444b GGGd"),
        won("345b 88b", "8b", sets="666b 444b GGGd"),
    ),
    (
        "dmjl",
        "imperial-jade",
        won("234b 234b 88b", "8b", sets="666b 444b"),
        won("234b 345b 88b", "8b", sets="666b 444b"),
    ),
    (
        "bmja-kajongg",
        "three-great-scholars",
        won("222b 55d", "5d", sets="RRRd GGGd WWWWd+"),
        won("234b 55d", "5d", sets="RRRd GGGd WWWWd+"),
    ),
    (
        "dmjl",
        "three-great-scholars",
        won("234b 55d", "5d", sets="RRRd GGGd WWWWd+"),
        won("234b WWd", "Wd", sets="RRRd GGGd 555c"),
    ),
    (
        "bmja-kajongg",
        "heaven",
        won("222b 333c 444d 55b 678d", None, "deal", seat=Seat.E),
        won("222b 333c 444d 55b 678d", "8d", "wall", seat=Seat.E),
    ),
    (
        "dmjl",
        "heaven",
        won("123b 456b 789c 222d 55d", None, "deal", seat=Seat.E),
        won("123b 456b 789c 222d 55d", "5d", "wall", seat=Seat.E),
    ),
    (
        "bmja-kajongg",
        "earth",
        won("222b 333c 444d 55b 678d", "8d", "first-discard"),
        won("222b 333c 444d 55b 678d", "8d", "discard"),
    ),
    (
        "dmjl",
        "earth",
        won("123b 456b 789c 222d 55d", "5d", "first-discard"),
        won("123b 456b 789c 222d 55d", "5d", "discard"),
    ),
    (
        "bmja-kajongg",
        "twofold-fortune",
        won("222b 345c 55d", "5d", "loose", sets="7777c- 8888c+", flags=("twofold",)),
        won("222b 345c 55d", "5d", "loose", sets="7777c- 8888c+"),
    ),
    (
        "dmjl",
        "twofold-fortune",
        won("123b 345c 55d", "5d", "loose", sets="7777c- 8888c+", flags=("twofold",)),
        won("123b 345c 55d", "5d", "loose", sets="7777c- 8888c+"),
    ),
    (
        "bmja-kajongg",
        "plum-blossom",
        won("222b 345d 22c 333c", "5d", "loose", sets="7777c+"),
        won("222b 345d 22c 333c", "5d", sets="7777c+"),
    ),
    (
        "dmjl",
        "plum-blossom",
        won("123b 345d 22c 333c", "5d", "loose", sets="7777c+"),
        won("123b 345d 22c 333c", "3d", "loose", sets="7777c+"),
    ),
    (
        "bmja-kajongg",
        "plucking-the-moon",
        won("222b 123d 22c 333c", "1d", "last-wall", sets="777c"),
        won("222b 123d 22c 333c", "1d", "last-discard", sets="777c"),
    ),
    (
        "dmjl",
        "plucking-the-moon",
        won("123b 123d 22c 333c", "1d", "last-wall", sets="777c"),
        won("123b 123d 22c 333c", "2d", "last-wall", sets="777c"),
    ),
    (
        "bmja-kajongg",
        "carrying-pole",
        won("123b 555d 22c 333c", "2b", "kong", sets="777c"),
        won("234b 555d 22c 333c", "3b", "kong", sets="777c"),
    ),
    (
        "dmjl",
        "carrying-pole",
        won("123b 345d 22c 333c", "2b", "kong", sets="777c"),
        won("123b 345d 22c 333c", "2b", "discard", sets="777c"),
    ),
    (
        "dmjl",
        "easts-ninth-win",
        won("123b 345d 22c 333c", "2b", sets="777c", seat=Seat.E, east_wins=9),
        won("123b 345d 22c 333c", "2b", sets="777c", seat=Seat.E, east_wins=8),
    ),
    ("bmja-kajongg", "gates-of-heaven", won("11123455678999b", "5b", "discard"), won("222b 333b 99b 777b 111b", "9b")),
    ("bmja-kajongg", "gates-of-heaven", won("11122345678999d", "9d"), won("111d 222d 345d 999d 88d", "9d")),
    ("dmjl", "nine-gates", won("11112345678999b", "1b", "discard"), won("11112345678999b", "2b", "discard")),
    ("dmjl", "nine-gates", won("11123455678999b", "5b"), won("11123455678999b", "4b")),
    (
        "dmjl",
        "squirming-snake",
        won("111b 22b 345b 678b 999b", "2b", "discard"),
        won("111b 234b 33b 999b 567b", "3b", "discard"),
    ),
    (
        "dmjl",
        "squirming-snake",
        won("22b 345b 678b", "2b", sets="111b 999b"),
        won("22b 345b 678b", "2b", sets="1111b- 999b"),
    ),
    (
        "dmjl",
        "squirming-snake",
        won("88b 234b 567b", "8b", sets="111b 999b"),
        won("88b 234b 678b", "8b", sets="111b 999b"),
    ),
    (
        "bmja-kajongg",
        "wriggling-snake",
        won("1123456789d ESWNw", "1d", "discard"),
        won("RRRd 222b 345d 99d 777c", "9d"),
    ),
    (
        "bmja-kajongg",
        "thirteen-wonders",
        won("19b 19c 19d ESWNw RGWWd", "1b", "discard"),
        won("11b 99c 11d EEw SSw RRd GGd", "Gd"),
    ),
    ("dmjl", "thirteen-wonders", won("19b 19c 19d ESWNw RGWWd", "1b", "discard"), won("123b 345d 22c 333c 777c", "1b")),
]


@each("ruleset, limit, hand, near", LIMITS)
def test_a_limit_hand_is_worth_the_limit_and_nothing_else(ruleset: str, limit: str, hand: Hand, near: Hand) -> None:
    score, other = clubs(ruleset).score(hand), clubs(ruleset).score(near)
    assert (score.complete, limit in score.limits) == (True, True)
    assert score.total == {"bmja-kajongg": 1000, "dmjl": 500}[ruleset]
    assert all(not item.points and not item.doubles for item in score.items)
    assert (other.complete, limit in other.limits) == (True, False)


NOT_COMPLETE: list[tuple[str, Hand]] = [
    ("bmja-kajongg", won("11112345678999b", "1b")),
    ("bmja-kajongg", won("11123455678b 999c", "5b")),
    ("bmja-kajongg", won("23455678999b", "5b", sets="111b")),
    ("bmja-kajongg", won("1123456789d ESWw 1d", "1d")),
    ("dmjl", won("1123456789d ESWNw", "1d")),
    ("bmja-kajongg", won("1359b 1359c 1359d 88b", "8b")),
    ("bmja-kajongg", won("1359b 1359c 1359d RRd", "Rd")),
    ("dmjl", won("13599b 13599c 1359d", "9c")),
    ("bmja-kajongg", won("1234567b 1234568d", "8d")),
    ("dmjl", won("1234567b 1234567d", "7d")),
    ("bmja-kajongg", won("11b 11b 99c EEw SSw RRd GGd", "Gd")),
    ("bmja-kajongg", won("22b 99c 11d EEw SSw RRd GGd", "Gd")),
    ("dmjl", won("11b 99c 11d EEw SSw RRd GGd", "Gd")),
]
"""Gates with 1 doubled, of two suits, exposed; and others that are nearly special hands, or those of the other set."""


@pytest.mark.rule("bmja-kajongg/mahjong")
@pytest.mark.rule("dmjl/mahjong")
@each("ruleset, hand", NOT_COMPLETE)
def test_other_hands_are_not_complete(ruleset: str, hand: Hand) -> None:
    score = clubs(ruleset).score(hand)
    assert (score.complete, score.total) == (False, None)


FRACTIONS: list[tuple[str, Hand]] = [
    ("knitting", won("1234567b 1234567d", "7d", "discard")),
    ("knitting", won("1123345b 1123345d", "5d")),
    ("triple-knitting", won("13599b 13599c 1359d", "9c", "discard")),
    ("triple-knitting", won("11335b 1335c 11335d", "1d")),
    ("pair-honors", won("11b 99c 11d EEw SSw RRd GGd", "Gd", "discard")),
]


@pytest.mark.rule("bmja-kajongg/knitting")
@pytest.mark.rule("bmja-kajongg/triple-knitting")
@pytest.mark.rule("bmja-kajongg/pair-honors")
@pytest.mark.parametrize(("limit", "hand"), FRACTIONS)
def test_a_knitted_hand_or_pairs_of_honors_are_worth_half_a_limit(limit: str, hand: Hand) -> None:
    score = clubs("bmja-kajongg").score(hand)
    assert (score.complete, score.limit, score.total) == (True, limit, 500)
    assert clubs("dmjl").score(hand).complete is False


@pytest.mark.rule("bmja-kajongg/mahjong")
def test_a_fraction_counts_if_it_is_at_least_the_points_and_doubles() -> None:
    """Pairs 8 + 2 drawn = 10, and bonus tiles; no chow, all concealed, only majors: three doubles."""
    pairs = "11b 99c 11d EEw SSw RRd GGd"
    plain = clubs("bmja-kajongg").score(won(pairs, "Gd"))
    assert (plain.limit, plain.total, plain.uncapped) == ("pair-honors", 500, 10 * 8)
    # 10 + 32 = 42; with all bonus tiles: own flower, own season and two bouquets are 6 doubles more.
    rich = clubs("bmja-kajongg").score(won(pairs, "Gd", bonus="1234f 1234s"))
    assert (rich.limit, rich.total, rich.uncapped) == (None, 1000, 42 * 512)
    # With the seat's flower and season 18 x 2^5 = 576, which is more than 500; with the flower alone 14 x 2^4 = 224.
    assert clubs("bmja-kajongg").score(won(pairs, "Gd", bonus="2f")).total == 500
    assert clubs("bmja-kajongg", roof_off=True).score(won(pairs, "Gd", bonus="2f 2s")).total == 576


FISHING: list[tuple[str, Hand, Hand]] = [
    # limit hand that is one tile away, a hand that is, one that is not
    ("fishing-limit", lost("RRRd EEEw Ww", "GGGd NNNw"), lost("RRRd EEEw 1b", "GGGd NNNw")),
    ("fishing-limit", lost("123456789d ESWNw"), lost("12345678d ESWw 1b 1c")),
    ("fishing-limit", lost("1112345678999b"), lost("111234567899b 9c")),
    ("fishing-limit", lost("1112234567899b"), lost("111223456789b 9c")),
    ("fishing-limit", lost("222b 8b", "666b 444b GGGd"), lost("222b 5b", "666b 444b GGGd")),
    ("fishing-limit", lost("19b 19c 19d ESWNw RGWd"), lost("19b 19c 19d ESWNw RGd 2b")),
    ("fishing-limit", lost("222b 5d", "RRRd GGGd WWWWd+"), lost("345b 7d", "RRRd GGGd WWWWd+")),
    ("fishing-limit", lost("111b 999c 1c", "999b 999d"), lost("111b 999c 2c", "999b 999d")),
    ("fishing-limit", lost("NNw 55d", "EEEw SSSw WWWw"), lost("Nw 555d", "EEEw SSSw WWWw")),
    ("fishing-limit", lost("222b 333b 666b 888b 9b"), lost("222b 333b 666b 888b 9c")),
    ("fishing-limit", lost("2c", "7777c! 8888d 1111b- 9999d+"), lost("2c 777c", "8888d 1111b- 9999d+")),
    ("fishing-half", lost("1234567b 123456d"), lost("1234567b 12345d 8c")),
    ("fishing-half", lost("13599b 1359c 1359d"), lost("1359b 1359c 1359d Ew")),
    ("fishing-half", lost("11b 99c 11d EEw SSw RRd Gd"), lost("11b 99c 11d EEw SSw RRd 2b")),
]


@pytest.mark.rule("bmja-kajongg/fishing-limit")
@pytest.mark.rule("bmja-kajongg/fishing-half")
@each("limit, hand, near", FISHING)
def test_a_loser_whom_one_tile_would_bring_it_has_a_fraction_of_the_limit(limit: str, hand: Hand, near: Hand) -> None:
    score, other = clubs("bmja-kajongg").score(hand), clubs("bmja-kajongg").score(near)
    assert (score.complete, limit in score.limits) == (False, True)
    fraction = {"fishing-limit": 400, "fishing-half": 200}[limit]
    assert score.total == max(fraction, min(1000, score.uncapped))
    assert limit not in other.limits
    assert clubs("dmjl").score(hand).limits == ()


@pytest.mark.rule("bmja-kajongg/fishing-limit")
def test_a_tile_of_which_the_loser_holds_all_four_completes_nothing() -> None:
    """Buried treasure but for the fifth 7b; a 6b would complete a hand with a chow, which is none."""
    fishing = lost("2c", "7777c! 8888d 1111b- 9999d+")
    in_vain = lost("7777b 333b 555b 111b")
    assert "fishing-limit" in clubs("bmja-kajongg").score(fishing).limits
    assert "fishing-limit" not in clubs("bmja-kajongg").score(in_vain).limits


@pytest.mark.rule("bmja-kajongg/fishing-purity")
def test_fishing_for_purity_has_three_doubles() -> None:
    """4 + 4 + 4 concealed, 2 exposed = 14; fishing for purity 3 doubles: 112; for buried treasure, concealed, 400."""
    assert _named(clubs("bmja-kajongg").score(lost("222b 333b 777b 9b", "444b")), 112)
    assert clubs("bmja-kajongg").score(lost("222b 333b 777b 9b 444b")).total == 400


@pytest.mark.rule("bmja-kajongg/fishing-limit")
def test_a_loser_has_points_and_doubles_where_they_are_more() -> None:
    """Fishing for scholars: 32 + 32 + 16 kongs, 3 doubles: 640; the fraction is 400."""
    score = clubs("bmja-kajongg").score(lost("22b 55d", "RRRRd- GGGGd- WWWWd!"))
    assert (score.total, score.limit) == (640, None)
    score = clubs("bmja-kajongg").score(lost("22b 55d", "RRRRd! GGGd WWWWd!"))
    assert (score.total, score.limit) == (400, "fishing-limit")


def _named(score: Score, total: int) -> bool:
    return score.total == total and {item.name for item in score.items} >= {"fishing for purity"}
