"""Points and doubles of the western rules, each where it holds and where it does not."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import answered, lost, named, names, western, won

from each import each
from mjlog.errors import HandError
from mjlog.seats import Seat

CHOWS = "123b 456b 234c"
POINTLESS = "1379c 28b 147d 9d Nw"
"""Eleven tiles that are worth nothing."""


@pytest.mark.rule("western/points-1")
@pytest.mark.parametrize(("sets", "points"), [("555b", 2), ("999b", 4), ("NNNw", 4), ("RRRd", 4)])
def test_an_exposed_pung_has_half_the_points_of_a_concealed_one(sets: str, points: int) -> None:
    rest = "1379c 28b 147d 9d Sw"
    assert western().score(lost(rest, sets)).points == points
    assert western().score(lost(f"{sets} {rest}")).points == 2 * points


@pytest.mark.rule("western/points-1")
def test_a_pung_which_the_winning_discard_completes_is_exposed() -> None:
    assert "pung, concealed" in names(western().score(won(f"{CHOWS} 777d WWw", "7d")))
    assert "pung, exposed" in names(western().score(won(f"{CHOWS} 777d WWw", "7d", "discard")))


@pytest.mark.rule("western/points-1")
def test_a_discard_that_can_complete_a_chow_leaves_the_pung_concealed() -> None:
    score = western().score(won("444b 456b 234c 789d WWw", "4b", "discard"))
    assert "pung, concealed" in names(score)


@pytest.mark.rule("western/points-2")
@pytest.mark.parametrize(
    ("sets", "points"),
    [("5555b", 8), ("5555b+", 8), ("5555b!", 8), ("5555b-", 16), ("NNNNw", 16), ("NNNNw+", 16), ("NNNNw-", 32)],
)
def test_kongs_have_points_by_how_they_were_made(sets: str, points: int) -> None:
    assert western().score(lost("1379c 28b 147d 9d", sets)).total == points


@pytest.mark.rule("western/points-3")
@pytest.mark.parametrize(("pair", "points"), [("RRd", 2), ("SSw", 2), ("EEw", 0), ("WWw", 0), ("55b", 0)])
def test_pairs_of_dragons_and_of_the_own_wind_have_points(pair: str, points: int) -> None:
    assert western().score(lost(f"{pair} {POINTLESS}")).total == points


@pytest.mark.rule("western/points-3")
def test_a_loser_scores_every_pair_or_the_best_one() -> None:
    hand = lost("RRd GGd SSw EEw 1379c 8b")
    assert western().score(hand).total == 6
    assert western(loser_pairs="one").score(hand).total == 2
    both_winds = lost("RRd GGd EEw 1379c 28b 4d", seat=Seat.E)
    assert western(loser_pairs="one", prevailing_wind=True).score(both_winds).total == 4


@pytest.mark.rule("western/points-3")
def test_each_of_seven_pairs_counts_for_the_winner_whatever_losers_may_score() -> None:
    hand = won("1133b 5577c RRd GGd SSw", "1b", "discard")
    assert western().score(hand).points == 20 + 2 + 3 * 2
    assert western(loser_pairs="one").score(hand).points == 20 + 2 + 3 * 2


@pytest.mark.rule("western/double-1")
@pytest.mark.rule("western/points-3")
def test_the_prevailing_wind_counts_like_the_own_wind_where_the_option_is_on() -> None:
    pair, pung = lost(f"EEw {POINTLESS}"), lost(f"EEEw {POINTLESS[:-3]}")
    assert (western().score(pair).total, western(prevailing_wind=True).score(pair).total) == (0, 2)
    assert (western().score(pung).doubles, western(prevailing_wind=True).score(pung).doubles) == (0, 1)


@pytest.mark.rule("western/double-1")
@pytest.mark.rule("western/points-3")
def test_both_winds_in_one_count_twice() -> None:
    pair, pung = lost(f"EEw {POINTLESS}", seat=Seat.E), lost(f"EEEw {POINTLESS[:-3]}", seat=Seat.E)
    assert (western().score(pair).total, western(prevailing_wind=True).score(pair).total) == (2, 4)
    assert (western().score(pung).doubles, western(prevailing_wind=True).score(pung).doubles) == (1, 2)


@pytest.mark.rule("western/points-4")
def test_each_flower_and_season_counts_four() -> None:
    assert western().score(lost(f"{POINTLESS} 5b 6c", bonus="1f 34s")).total == 12


@pytest.mark.rule("western/points-5")
@pytest.mark.parametrize(
    ("source", "points"), [("wall", [(2, 0)]), ("loose", [(2, 0)]), ("last-wall", [(2, 0)]), ("discard", [])]
)
def test_a_drawn_tile_counts_two_also_from_the_dead_wall(source: str, points: list[tuple[int, int]]) -> None:
    score = western().score(won(f"{CHOWS} 789d WWw", "9d", source))
    assert named(score, "tile from the wall") == points


@pytest.mark.rule("western/points-5")
def test_a_dealt_hand_has_no_tile_from_the_wall_and_no_only_possible_one() -> None:
    score = western().score(won(f"{CHOWS} 789d WWw", None, "deal", seat=Seat.E))
    assert {"tile from the wall", "won with the only possible tile"}.isdisjoint(names(score))


@pytest.mark.rule("western/points-5")
@each(
    "concealed, tile, sets, holds",
    [
        ("123b 456b 789b 234c 55d", "5d", "", True),
        ("123b 456b 789b 234c 55d", "3c", "", True),
        ("123b 456b 789b 234c 55d", "4c", "", False),
        ("123b 456b 789b 333c 55d", "3c", "", False),
        ("23b 567c 789d 55d 4b", "4b", "1111b-", True),  # 1b would do, but all four are in the kong
        ("1133b 5577c RRd GGd SSw", "1b", "", True),
        ("19b 19c 19d ESWNw RGWWd", "Wd", "", False),  # any of the thirteen
        ("19b 19c 19d ESWNw RRGWd", "Wd", "", True),
        ("1123456789b ESWNw", "5b", "", True),
        ("1234567b 123456c 7c", "7c", "", False),  # 1b, 4b and 7b make four sets and a pair
    ],
)
def test_the_only_possible_tile_looks_at_every_complete_hand(concealed: str, tile: str, sets: str, holds: bool) -> None:
    score = western().score(won(concealed, tile, "discard", sets))
    assert score.complete
    assert ("won with the only possible tile" in names(score)) is holds


@pytest.mark.rule("western/points-5")
def test_optional_hands_are_possible_only_where_they_are_played() -> None:
    hand = won("1234567b 1234567c", "7c", "discard")
    assert western().score(hand).complete
    assert not western(optional_limits=False).score(hand).complete
    other = won("11234567b 123456c", "1b", "discard")
    assert not named(western(optional_limits=False).score(other), "won with the only possible tile")


@pytest.mark.rule("western/points-5")
def test_all_pungs_and_all_chows_count_ten() -> None:
    pungs = western().score(won("222b 55d", "5d", sets="333c 4444d EEEw"))
    chows = western().score(won("123b 456b 789c 22d", "2d", sets="234c"))
    assert (named(pungs, "all pungs"), named(pungs, "all chows")) == ([(10, 0)], [])
    assert (named(chows, "all pungs"), named(chows, "all chows")) == ([], [(10, 0)])
    mixed = western().score(won("123b 456b 789c 22d", "2d", sets="222c"))
    assert {"all pungs", "all chows"}.isdisjoint(names(mixed))


@pytest.mark.rule("western/points-5")
def test_losers_do_not_score_what_only_winners_do() -> None:
    score = western().score(lost("2b", "333c 4444d EEEw 111b"))
    assert (score.points, score.doubles) == (2 + 8 + 4 + 4, 0)


@pytest.mark.rule("western/kong-3")
def test_four_alike_that_a_loser_kept_are_a_pung_or_as_the_option_says_a_kong() -> None:
    hand = lost("NNNNw 1379c 28b 147d")
    assert western().score(hand).total == 8
    assert western(undeclared_kong="kong").score(hand).total == 32
    kept = won("1111b 23b 456c 789d WWw", "Ww", "discard")
    assert western(undeclared_kong="kong").score(kept).points == 20 + 2 + 8


@pytest.mark.rule("western/double-1")
def test_sets_of_dragons_and_of_the_own_wind_double_for_losers_too() -> None:
    score = western().score(lost("2b", "RRRd GGGGd- SSSw 333c"))
    assert score.doubles == 3


@pytest.mark.rule("western/double-1")
@pytest.mark.parametrize(
    ("tiles", "doubles"),
    [("1357b 1357b 13b EWNw", 1), ("1357b 1357b 13579b", 0), ("EEWWNNw RRGGd ESw Wd", 0), ("135b 135c 1379b ESWw", 0)],
)
def test_one_suit_with_honors_needs_both(tiles: str, doubles: int) -> None:
    assert western().score(lost(tiles)).doubles == doubles


@pytest.mark.rule("western/double-1")
@pytest.mark.rule("western/double-2")
@pytest.mark.parametrize(
    ("bonus", "doubles"), [("2f", 1), ("2s", 1), ("2f 2s", 2), ("134f 1s", 0), ("1234f", 4), ("1234f 1234s", 8)]
)
def test_own_bonus_tiles_and_whole_sets_of_them_double(bonus: str, doubles: int) -> None:
    assert western().score(lost(f"{POINTLESS} 5b 6c", bonus=bonus)).doubles == doubles


@pytest.mark.rule("western/double-3")
@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("loose", "won from the dead wall"),
        ("last-wall", "won with the last tile of the wall"),
        ("last-discard", "won on the final discard"),
    ],
)
def test_the_source_of_the_winning_tile_can_double(source: str, name: str) -> None:
    hand = won("123b 456b 789d WWw", "9d", source, "234c")
    assert named(western().score(hand), name) == [(0, 1)]
    assert western().score(hand).doubles == 1
    assert western().score(won("123b 456b 789d WWw", "9d", "wall", "234c")).doubles == 0


@pytest.mark.rule("western/double-3")
def test_the_flag_of_the_last_tile_says_the_same_as_the_source() -> None:
    last = {source: won("123b 456b 789d WWw", "9d", source, "234c", flags=("last-tile",)) for source in SOURCES}
    found = {source: names(western().score(hand)) for source, hand in last.items()}
    assert "won with the last tile of the wall" in found["wall"]
    assert "won on the final discard" in found["discard"]
    assert "won with the last tile of the wall" not in found["loose"]


SOURCES = ("wall", "discard", "loose")


@pytest.mark.rule("western/double-3")
@pytest.mark.parametrize(
    ("source", "sets", "default", "without"),
    [
        ("wall", "", True, True),
        ("discard", "", True, False),
        ("wall", "7777c-", True, True),
        ("wall", "777c", False, False),
    ],
)
def test_a_whole_hand_concealed_doubles(source: str, sets: str, default: bool, without: bool) -> None:
    concealed = "123b 456b 789d WWw" if sets else "123b 456b 789d 234c WWw"
    hand = won(concealed, "9d", source, sets)
    assert ("whole hand concealed" in names(western().score(hand))) is default
    assert ("whole hand concealed" in names(western(concealed_on_discard=False).score(hand))) is without


@pytest.mark.rule("western/double-3")
@pytest.mark.parametrize(
    ("concealed", "sets", "holds"),
    [
        ("111b WWw", "999c RRRd 111d", True),
        ("222b WWw", "999c RRRd 111d", False),
        ("19b 19c 19d ESWNw RGWWd", "", True),
    ],
)
def test_all_ones_nines_winds_and_dragons_double(concealed: str, sets: str, holds: bool) -> None:
    score = western().score(won(concealed, "Ww" if sets else "Wd", "wall", sets))
    assert ("all 1s, 9s, winds and dragons" in names(score)) is holds


@pytest.mark.rule("western/double-4")
def test_one_suit_without_honors_doubles_three_times_for_the_winner() -> None:
    assert named(western().score(won("123b 55b", "5b", sets="222b 678b 999b")), "one suit, no winds, no dragons") == [
        (0, 3)
    ]
    assert western().score(lost("1b", "222b 345b 678b 999b")).doubles == 0


@pytest.mark.rule("western/limit-7")
@pytest.mark.parametrize(
    ("seat", "east_wins", "doubles"), [(Seat.E, 13, 7), (Seat.E, 12, 0), (Seat.E, 14, 0), (Seat.S, 13, 0)]
)
def test_easts_thirteenth_win_in_a_row_is_doubled_seven_times(seat: Seat, east_wins: int, doubles: int) -> None:
    hand = won("123b 456b 789d WWw", "9d", "wall", "234c", seat=seat, east_wins=east_wins)
    assert western().score(hand).doubles == doubles
    assert western().score(hand).total == western().score(hand).points * 2**doubles


ROBBED: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "123b 456c 789b 222d 55d", "won": True, "tile": "4c", "source": "kong",
}  # fmt: skip


@pytest.mark.rule("western/win-3")
def test_robbing_a_kong_is_a_win_only_where_the_option_is_on() -> None:
    refused = answered(ROBBED, western())
    assert (refused["complete"], refused["total"], refused["items"]) == (False, None, [])
    assert refused["reason"] == "won by robbing a kong, which is no win by these rules"
    allowed = answered(ROBBED, western(robbing_kong=True))
    assert (allowed["complete"], allowed["total"]) == (True, (20 + 4) * 2)


@pytest.mark.rule("western/three-1")
def test_with_three_players_nobody_scores_at_north() -> None:
    hand = {"seat": "N", "round": "E", "concealed": "13579b 2468c 1357d", "won": False}
    assert answered(hand, western())["total"] == 0
    with pytest.raises(HandError, match="with 3 players nobody sits north"):
        answered(hand, western(players=3))
    nobodys = hand | {"seat": "W", "concealed": "NNNw 13579b 2468c 1d"}
    assert answered(nobodys, western(players=3))["total"] == 8
