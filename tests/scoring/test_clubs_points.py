"""Points and doubles of `bmja-kajongg` and `dmjl`: each item with a hand that earns it and one that just misses it.

South's hands in the east round unless something else is said; totals are worked out by hand from the rules.
"""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import answered, clubs, lost, named, names, won

from each import each
from mjlog.errors import HandError
from mjlog.scoring import Hand, explain
from mjlog.seats import Seat

BOTH = pytest.mark.parametrize("ruleset", ["bmja-kajongg", "dmjl"])
REST = "1379c 28b 147d 9d"
"""Ten tiles that are worth nothing, and fish for nothing beside a set."""

EARNED: list[tuple[str, str, Hand, Hand]] = [
    ("bmja-kajongg", "mahjong", won("222b 333c 55d 678d", "8d", sets="444d"), lost("222b 333c 5d 678d", "444d")),
    ("dmjl", "mahjong", won("123b 345c 55d 678d", "8d", sets="444d"), lost("123b 345c 5d 678d", "444d")),
    ("bmja-kajongg", "own flower", lost(f"{REST} 5b 5c Nw", bonus="2f"), lost(f"{REST} 5b 5c Nw", bonus="1f 3f 4f 2s")),
    ("bmja-kajongg", "own season", lost(f"{REST} 5b 5c Nw", bonus="2s"), lost(f"{REST} 5b 5c Nw", bonus="1s 3s 4s 2f")),
    (
        "dmjl",
        "own flower and own season",
        lost(f"{REST} 5b 5c Nw", bonus="2f 2s"),
        lost(f"{REST} 5b 5c Nw", bonus="2f"),
    ),
    (
        "bmja-kajongg",
        "all four flowers",
        lost(f"{REST} 5b 5c Nw", bonus="1234f"),
        lost(f"{REST} 5b 5c Nw", bonus="123f 4s"),
    ),
    (
        "bmja-kajongg",
        "all four seasons",
        lost(f"{REST} 5b 5c Nw", bonus="1234s"),
        lost(f"{REST} 5b 5c Nw", bonus="123s 4f"),
    ),
    ("dmjl", "all four flowers", lost(f"{REST} 5b 5c Nw", bonus="1234f"), lost(f"{REST} 5b 5c Nw", bonus="234f 1s")),
    ("dmjl", "all four seasons", lost(f"{REST} 5b 5c Nw", bonus="1234s"), lost(f"{REST} 5b 5c Nw", bonus="234s 1f")),
    ("bmja-kajongg", "pung or kong of dragons", lost(f"{REST}", "RRRd"), lost(f"{REST} RRd 5b")),
    ("dmjl", "pung or kong of dragons", lost(f"{REST} RRRd"), lost(f"{REST}", "WWWw")),
    ("bmja-kajongg", "pung or kong of own wind", lost(f"{REST}", "SSSSw+"), lost(f"{REST}", "NNNNw+")),
    ("dmjl", "pung or kong of own wind", lost(f"{REST} SSSw"), lost(f"{REST} NNNw")),
    ("bmja-kajongg", "pung or kong of prevailing wind", lost(f"{REST}", "EEEw"), lost(f"{REST}", "WWWw")),
    ("dmjl", "pung or kong of prevailing wind", lost(f"{REST} EEEw"), lost(f"{REST} WWWw")),
    ("dmjl", "three concealed pungs or kongs", lost("222b 333c 567d 1b", "4444d-"), lost("222b 333c 567d 1b", "444d")),
    (
        "dmjl",
        "three concealed pungs or kongs",
        lost("222b 333c 567d 1b", "4444d!"),
        lost("222b 333c 567d 1b", "4444d+"),
    ),
    ("dmjl", "little three dragons", lost("RRRd WWd 147b 2c 8d", "GGGd"), lost("RRRd Wd 147b 29c 8d", "GGGd")),
    ("dmjl", "big three dragons", lost("RRRd WWWd 147b 2c", "GGGd"), lost("RRRd WWd 147b 28c", "GGGd")),
    ("dmjl", "little four joys", lost("WWWw NNw 14b", "SSSw EEEw"), lost("WWWw Nw 147b", "SSSw EEEw")),
    ("dmjl", "big four joys", lost("4b", "SSSw EEEw WWWw NNNw"), lost("NNw 14b", "SSSw EEEw WWWw")),
    (
        "dmjl",
        "last tile from the dead wall",
        won("123b 345c 55d 678d", "8d", "loose", sets="4444d-"),
        won("123b 345c 55d 678d", "8d", "wall", sets="4444d-"),
    ),
    (
        "bmja-kajongg",
        "last tile of the wall",
        won("222b 333c 55d 678d", "8d", "last-wall", sets="444d"),
        won("222b 333c 55d 678d", "8d", "loose", sets="4444d-", flags=("last-tile",)),
    ),
    (
        "dmjl",
        "last tile of the wall",
        won("123b 345c 55d 678d", "8d", "last-wall", sets="444d"),
        won("123b 345c 55d 678d", "8d", "last-discard", sets="444d"),
    ),
    (
        "bmja-kajongg",
        "last discard",
        won("222b 333c 55d 678d", "8d", "last-discard", sets="444d"),
        won("222b 333c 55d 678d", "8d", "discard", sets="444d"),
    ),
    (
        "dmjl",
        "last discard",
        won("123b 345c 55d 678d", "8d", "last-discard", sets="444d"),
        won("123b 345c 55d 678d", "8d", "last-wall", sets="444d"),
    ),
    (
        "bmja-kajongg",
        "robbing a kong",
        won("222b 333c 55d 678d", "8d", "kong", sets="444d"),
        won("222b 333c 55d 678d", "8d", "discard", sets="444d"),
    ),
    (
        "dmjl",
        "robbing a kong",
        won("123b 345c 55d 678d", "8d", "kong", sets="444d"),
        won("123b 345c 55d 678d", "8d", "discard", sets="444d"),
    ),
    (
        "bmja-kajongg",
        "original call",
        won("222b 333c 55d 678d", "8d", sets="4444d-", flags=("original-call",)),
        won("222b 333c 55d 678d", "8d", sets="4444d-"),
    ),
    (
        "dmjl",
        "original call",
        won("678d 345c 55d", "8d", "discard", sets="444d 6666d-", flags=("original-call",)),
        won("678d 345c 55d", "8d", "discard", sets="444d 666d", flags=("original-call",)),
    ),
    (
        "dmjl",
        "original call",
        won("678d 345c 55d", "5d", "discard", sets="444d 666d", flags=("original-call",)),
        won("678d 55d", "5d", "discard", sets="444d 666d 222b", flags=("original-call",)),
    ),
    (
        "bmja-kajongg",
        "last tile drawn",
        won("222b 333c 55d 678d", "8d", "loose", sets="4444d-"),
        won("222b 333c 55d 678d", "8d", "discard", sets="4444d-"),
    ),
    (
        "dmjl",
        "last tile drawn",
        won("123b 345c 55d 678d", "8d", sets="444d"),
        won("123b 345c 55d 678d", "8d", "kong", sets="444d"),
    ),
    (
        "dmjl",
        "last tile completes a pair",
        won("123b 345c 55d 678d", "5d", "discard", sets="444d"),
        won("123b 345c 55d 678d", "8d", "discard", sets="444d"),
    ),
    (
        "dmjl",
        "last tile completes a pair of 1s, 9s, winds or dragons",
        won("123b 345c 99d 678d", "9d", sets="444d"),
        won("123b 345c 55d 678d", "5d", sets="444d"),
    ),
    (
        "dmjl",
        "only possible tile",
        won("123b 345c 55d 678d", "7d", "discard", sets="444d"),
        won("123b 345c 99d 678d", "8d", "discard", sets="444d"),
    ),
    (
        "dmjl",
        "only possible tile",
        won("567d 99d 123b 678c", "5d", "discard", sets="8888d-"),
        won("567d 99d 123b 678c", "5d", "discard", sets="888b"),
    ),
    ("dmjl", "zero-point hand", won("123b 345c 55d 678d 234c", "8d"), won("123b 345c RRd 678d 234c", "8d")),
    (
        "dmjl",
        "zero-point hand",
        won("123b 345c NNw 678d 234c", "8d", bonus="1f"),
        won("123b 345c 55d 678d", "8d", sets="444d"),
    ),
    (
        "bmja-kajongg",
        "no chow",
        won("222b 333c 55d 777d", "7d", sets="444d"),
        won("222b 333c 55d 678d", "7d", sets="444d"),
    ),
    ("dmjl", "no chow", won("222b 333c 55d 777d", "7d", sets="444d"), won("222b 333c 55d 777d", "7d", sets="345c")),
    ("bmja-kajongg", "no chow", won("11b 99c 11d EEw SSw RRd GGd", "Gd"), won("222b 333c 55d 678d", "7d", sets="444d")),
    (
        "bmja-kajongg",
        "all concealed",
        won("222b 333c 55d 444d 678d", "8d"),
        won("222b 333c 55d 444d 678d", "8d", "discard"),
    ),
    (
        "bmja-kajongg",
        "all concealed",
        won("222b 333c 55d 888d", "5d", sets="4444d!"),
        won("222b 333c 55d 888d", "5d", sets="4444d+"),
    ),
    (
        "dmjl",
        "all concealed",
        won("123b 345c 55d 888d", "8d", sets="4444d-"),
        won("123b 345c 55d 888d", "8d", sets="444d"),
    ),
    (
        "dmjl",
        "all concealed",
        won("123b 345c 55d 888d 444d", "5d"),
        won("123b 345c 55d 888d 444d", "5d", "discard"),
    ),
    (
        "dmjl",
        "one suit with honors",
        won("123b 345b 99b NNNw", "9b", sets="444b"),
        won("123b 345b 99b 222c", "9b", sets="NNNw"),
    ),
    ("dmjl", "one suit", won("123b 345b 99b 678b", "9b", sets="444b"), won("123b 345b NNw 678b", "Nw", sets="444b")),
    (
        "bmja-kajongg",
        "purity",
        won("222b 333b 99b 777b", "9b", sets="444b"),
        won("222b 333b 99b 678b", "9b", sets="444b"),
    ),
    (
        "bmja-kajongg",
        "purity",
        won("222b 333b 99b 777b", "9b", sets="444b"),
        won("222b 333b EEw 777b", "Ew", sets="444b"),
    ),
    (
        "bmja-kajongg",
        "only 1s, 9s, winds and dragons",
        won("111b 999c EEw NNNw", "Ew", sets="999d"),
        won("111b 999c EEw NNNw", "Ew", sets="888d"),
    ),
    (
        "dmjl",
        "only 1s, 9s, winds and dragons",
        won("111b 999c EEw NNNw", "Ew", "discard", sets="999d"),
        won("111b 999c EEw 123c", "Ew", "discard", sets="999d"),
    ),
    (
        "dmjl",
        "only winds and dragons",
        won("RRRd WWWw EEw NNNw", "Ew", "discard", sets="GGGd"),
        won("RRRd WWWw 11b NNNw", "1b", "discard", sets="GGGd"),
    ),
    ("bmja-kajongg", "fishing for purity", lost("222b 333b 777b 9b", "444b"), lost("222b 333b 777b 9c", "444b")),
    ("bmja-kajongg", "fishing for purity", lost("222b 333b 77b 99b", "444b"), lost("222b 333b 678b 9b", "444b")),
]


@each("ruleset, name, hand, near", EARNED)
def test_an_item_is_earned_and_just_missed(ruleset: str, name: str, hand: Hand, near: Hand) -> None:
    earned, missed = clubs(ruleset).score(hand), clubs(ruleset).score(near)
    assert name in {item.name for item in (*earned.items, *earned.set_aside)}
    assert name not in {item.name for item in (*missed.items, *missed.set_aside)}
    assert earned.complete == hand.won
    assert missed.complete == near.won


TOTALS: list[tuple[str, int, Hand]] = [
    # 20 + 2 drawn + 4 + 4 concealed + 2 exposed = 32, no double: one chow, a set exposed.
    ("bmja-kajongg", 32, won("222b 333c 55d 678d", "8d", sets="444d")),
    # 20 + 4 + 4 + 2, the chow completed by a discard: 30, no double.
    ("bmja-kajongg", 30, won("222b 333c 55d 678d", "8d", "discard", sets="444d")),
    # 20 + 2 + 4 + 4 + 4 + 4 = 38; concealed, no chow: 2 doubles.
    ("bmja-kajongg", 152, won("222b 333c 55d 777d 444d", "5d")),
    # 20 + 4 + 4 + 4 + 2 = 34: the pung that the discard completes is exposed; no chow alone doubles.
    ("bmja-kajongg", 68, won("222b 333c 55d 777d 444d", "7d", "discard")),
    # 20 + 2 + 4 + 4 + 4 + 8 (RRR concealed) = 42; dragons, no chow, concealed: 3 doubles.
    ("bmja-kajongg", 336, won("222b 333c 55d 777d RRRd", "5d")),
    # A claimed kong scores as exposed: 20 + 2 + 4 + 4 + 4 + 8 = 42; it counts as concealed: no chow, all concealed.
    ("bmja-kajongg", 168, won("222b 333c 55d 777d", "5d", sets="4444d!")),
    # The same with an added kong: points alike, but it lies exposed: 42 x 2.
    ("bmja-kajongg", 84, won("222b 333c 55d 777d", "5d", sets="4444d+")),
    # Concealed kong 16: 20 + 2 + 4 + 4 + 4 + 16 = 50; two doubles.
    ("bmja-kajongg", 200, won("222b 333c 55d 777d", "5d", sets="4444d-")),
    # Purity: 20 + 2 + 4 + 4 + 4 + 2 = 36; 3 + no chow 1 = 4 doubles.
    ("bmja-kajongg", 576, won("222b 333b 99b 777b", "9b", sets="555b")),
    # Own flower and own season: 20 + 2 + 4 + 4 + 2 + 8 = 40; 2 doubles.
    ("bmja-kajongg", 160, won("222b 333c 55d 678d", "8d", sets="444d", bonus="2f 2s")),
    # All four flowers, the seat's among them: 20 + 2 + 10 + 16 = 48; 1 + 2 = 3 doubles.
    ("bmja-kajongg", 384, won("222b 333c 55d 678d", "8d", sets="444d", bonus="1234f")),
    # A loser: bonus 8 + pair of own wind 2 + pair of prevailing wind 2 + pair of dragons 2 = 14.
    ("bmja-kajongg", 14, lost("SSw EEw RRd 1379c 28b 4d", bonus="1f 3s")),
    # East in the east round: the pair counts twice, 4.
    ("bmja-kajongg", 4, lost("EEw 1379c 28b 147d 9b Nw", seat=Seat.E)),
    # East's pung of east: exposed 4, own and prevailing: 2 doubles.
    ("bmja-kajongg", 16, lost(REST, "EEEw", seat=Seat.E)),
    # A loser is capped too: 32 + 32 + 16 + 4 bonus = 84 x 2^5 = 2688.
    ("bmja-kajongg", 1000, lost("147b 8c", "SSSSw- RRRRd- GGGGd!", bonus="2f", round=Seat.S)),
    # 20 + 2 drawn + 2 exposed = 24, three chows.
    ("dmjl", 24, won("123b 345c 99d 678d", "8d", sets="444d")),
    # The same won for 7d, the only tile: 20 + 2 exposed + 2 = 24 on a discard.
    ("dmjl", 24, won("123b 345c 55d 678d", "7d", "discard", sets="444d")),
    # 5b completes the pair, the only place: 20 + 2 pung + 2 pair + 2 only = 26.
    ("dmjl", 26, won("123b 345c 55b 678c", "5b", "discard", sets="444d")),
    # Zero-point hand, concealed, drawn, not the only tile: 20 + 2 = 22 x 4.
    ("dmjl", 88, won("123b 345c 55d 678c 234c", "8c")),
    # The same claimed: the chow is exposed. 20 x 2.
    ("dmjl", 40, won("123b 345c 55d 678c 234c", "8c", "discard")),
    # Three concealed pungs, no chow: 20 + 2 + 4 + 4 + 4 + 2 = 36; the pair drawn: + 2 + 2 only tile = 40; 2 doubles.
    ("dmjl", 160, won("222b 444c 55d 888d", "5d", sets="666c")),
    # Own flower alone: 20 + 2 + 2 + 4 = 28; with the seat's season 32 x 2.
    ("dmjl", 28, won("123b 345c 99d 678d", "8d", sets="444d", bonus="2f")),
    ("dmjl", 64, won("123b 345c 99d 678d", "8d", sets="444d", bonus="2f 2s")),
    # All four seasons without the seat's flower: 24 + 16 = 40 x 2.
    ("dmjl", 80, won("123b 345c 99d 678d", "8d", sets="444d", bonus="1234s")),
    # One suit, a pung of 9s exposed, a chow completed: 20 + 4 = 24; 3 doubles.
    ("dmjl", 192, won("123b 345b 88b 567b", "1b", "discard", sets="999b")),
    # Big three dragons of a loser: 4 + 8 + 8 = 20; three sets and 2 doubles: 5.
    ("dmjl", 500, lost("RRRd WWWd 147b 2c", "GGGd")),
    # Little three dragons: 4 + 8 + 2 = 14; two sets and one double: 3.
    ("dmjl", 112, lost("RRRd WWd 147b 2c 8d", "GGGd")),
]


@each("ruleset, total, hand", TOTALS)
def test_a_hand_is_worth_what_was_worked_out(ruleset: str, total: int, hand: Hand) -> None:
    assert clubs(ruleset).score(hand).total == total


@pytest.mark.rule("bmja-kajongg/pung")
@pytest.mark.rule("dmjl/pung")
@BOTH
@pytest.mark.parametrize(("sets", "points"), [("555b", 2), ("999b", 4), ("NNNw", 4), ("WWWw", 4)])
def test_an_exposed_pung_has_half_the_points_of_a_concealed_one(ruleset: str, sets: str, points: int) -> None:
    assert clubs(ruleset).score(lost(REST, sets)).points == points
    assert clubs(ruleset).score(lost(f"{sets} {REST}")).points == 2 * points


@pytest.mark.rule("bmja-kajongg/kong")
@pytest.mark.rule("dmjl/kong")
@BOTH
@pytest.mark.parametrize(
    ("sets", "points"),
    [("5555b!", 8), ("5555b+", 8), ("5555b-", 16), ("9999b!", 16), ("NNNNw+", 16), ("NNNNw-", 32)],
)
def test_kongs_have_points_by_how_they_were_made(ruleset: str, sets: str, points: int) -> None:
    assert clubs(ruleset).score(lost(REST, sets)).total == points


@pytest.mark.rule("bmja-kajongg/kong")
@pytest.mark.rule("dmjl/kong")
@BOTH
def test_four_alike_that_a_loser_kept_are_a_pung(ruleset: str) -> None:
    assert clubs(ruleset).score(lost("5555b 139c 28b 147d Nw")).total == 4


@pytest.mark.rule("bmja-kajongg/pair")
@pytest.mark.rule("dmjl/pair")
@BOTH
@pytest.mark.parametrize(
    ("pairs", "points"),
    [("RRd 1b", 2), ("SSw 1b", 2), ("EEw 1b", 2), ("NNw 1b", 0), ("55b 1b", 0), ("99b 1b", 0), ("RRd SSw", 4)],
)
def test_pairs_of_dragons_and_of_the_own_and_prevailing_wind_have_points(ruleset: str, pairs: str, points: int) -> None:
    rest = "1379c 28b 147d" if pairs == "RRd SSw" else "1379c 28b 147d Ww"
    assert clubs(ruleset).score(lost(f"{pairs} {rest}")).total == points


@pytest.mark.rule("bmja-kajongg/pair")
@pytest.mark.rule("dmjl/pair")
@BOTH
def test_a_pair_of_the_wind_that_is_own_and_prevailing_counts_twice(ruleset: str) -> None:
    score = clubs(ruleset).score(lost("EEw 1379c 28b 147d 9b Nw", seat=Seat.E))
    assert (named(score, "pair of own wind"), named(score, "pair of prevailing wind")) == ([(2, 0)], [(2, 0)])


@pytest.mark.rule("bmja-kajongg/bonus")
@pytest.mark.rule("dmjl/bonus")
@BOTH
def test_flowers_and_seasons_have_four_points_each(ruleset: str) -> None:
    assert clubs(ruleset).score(lost(f"{REST} 5b 5c Nw", bonus="13f 4s")).total == 12


@pytest.mark.rule("bmja-kajongg/mahjong")
@pytest.mark.parametrize("source", ["wall", "discard"])
def test_a_hand_of_two_chows_is_complete_in_dmjl_only(source: str) -> None:
    hand = won("123b 345c 55d 678d", "8d", source, sets="444d")
    two, one = (
        won("123b 333c 55d 678d", "8d", source, sets="444d"),
        won("222b 333c 55d 678d", "8d", source, sets="444d"),
    )
    assert [clubs("bmja-kajongg").score(each).complete for each in (hand, two, one)] == [False, False, True]
    assert [clubs("dmjl").score(each).complete for each in (hand, two, one)] == [True, True, True]
    assert clubs("bmja-kajongg").score(hand).total is None


@pytest.mark.rule("bmja-kajongg/mahjong")
def test_a_chow_on_the_table_is_the_one_chow() -> None:
    assert clubs("bmja-kajongg").score(won("222b 333c 55d 777d", "5d", sets="345c")).complete
    assert not clubs("bmja-kajongg").score(won("222b 333c 55d 678d", "5d", sets="345c")).complete


@pytest.mark.rule("bmja-kajongg/mahjong")
def test_three_alike_in_a_row_are_pungs_where_they_cannot_be_chows() -> None:
    score = clubs("bmja-kajongg").score(won("222b 333b 444b 55d 777d", "5d"))
    assert (score.complete, score.total) == (True, 38 * 4)


@pytest.mark.rule("bmja-kajongg/mahjong")
@pytest.mark.rule("dmjl/mahjong")
@pytest.mark.parametrize(
    ("ruleset", "limit", "uncapped", "hand"),
    [
        # Three concealed kongs of honors 32 each, own and prevailing wind 2 doubles, dragons 2.
        ("bmja-kajongg", 1000, 96 * 16, lost("147b 8c", "SSSSw- RRRRd- GGGGd-", round=Seat.S)),
        # 8 + 8 + 4; three sets and big three dragons: 5 doubles.
        ("dmjl", 500, 20 * 32, lost("RRRd WWWd 147b 2c", "GGGd")),
    ],
)
def test_points_and_doubles_are_capped_unless_the_roof_is_off(
    ruleset: str, limit: int, uncapped: int, hand: Hand
) -> None:
    assert clubs(ruleset).score(hand).total == limit
    assert clubs(ruleset, roof_off=True).score(hand).total == uncapped


@pytest.mark.rule("bmja-kajongg/mahjong")
@pytest.mark.rule("dmjl/mahjong")
@BOTH
def test_a_limit_hand_is_worth_its_limit_with_the_roof_off_too(ruleset: str) -> None:
    hand = won("19b 19c 19d ESWNw RGWWd", "1b", "discard")
    limit = {"bmja-kajongg": 1000, "dmjl": 500}[ruleset]
    assert [clubs(ruleset, roof_off=off).score(hand).total for off in (False, True)] == [limit, limit]


@pytest.mark.rule("bmja-kajongg/long-hand")
@pytest.mark.rule("dmjl/long-hand")
@BOTH
def test_a_hand_with_too_many_tiles_scores_nothing(ruleset: str) -> None:
    right, long = lost("RRRd 1379c 28b 147d 9d"), lost("RRRd 1379c 28b 147d 99d")
    assert clubs(ruleset).score(right).total == 16
    score = clubs(ruleset).score(long)
    assert (score.total, score.items) == (0, ())
    assert explain(long, score, clubs(ruleset)).lines() == ["the hand has too many tiles: it scores nothing"]


@pytest.mark.rule("bmja-kajongg/long-hand")
@pytest.mark.rule("dmjl/long-hand")
@BOTH
@pytest.mark.parametrize("more", [{}, {"tile": "9d", "source": "wall"}])
def test_too_many_tiles_are_an_error_where_a_score_is_asked_for(ruleset: str, more: dict[str, Any]) -> None:
    hand = "RRRd 1379c 28b 147d 99d" + (" 9d" if more else "")
    with pytest.raises(HandError, match="tiles"):
        answered({"seat": "S", "round": "E", "concealed": hand, **more}, clubs(ruleset))


@pytest.mark.rule("dmjl/only-tile")
def test_a_kind_used_up_in_an_own_kong_is_not_possible() -> None:
    """67d waits for 5d and 8d; four 8d lie in a kong."""
    used_up = won("567d 99c 123b 678c", "5d", "discard", sets="8888d-")
    possible = won("567d 99c 123b 678c", "5d", "discard", sets="888d")
    assert "only possible tile" in names(clubs("dmjl").score(used_up))
    assert "only possible tile" not in names(clubs("dmjl").score(possible))
