"""Points and doubles of the classical rules, each where it holds and where it does not."""

from __future__ import annotations

import pytest
from scoring_cases import lost, named, names, scorer, won

from mjlog.seats import Seat

ONE: list[tuple[int, int]] = [(0, 1)]
NONE: list[tuple[int, int]] = []
CHOWS = "123b 456b 234c"


@pytest.mark.rule("classical/points-1")
@pytest.mark.parametrize(
    ("sets", "name", "points"),
    [
        ("555b", "open pung of minors", 2),
        ("999b", "open pung of majors", 4),
        ("5555b", "open kong of minors", 8),
        ("NNNNw", "open kong of majors", 16),
        ("5555b-", "closed kong of minors", 16),
        ("NNNNw-", "closed kong of majors", 32),
        ("5555b+", "open kong of minors", 8),
    ],
)
def test_sets_on_the_table_have_points(sets: str, name: str, points: int) -> None:
    score = scorer().score(lost("1379b 28c 37d EWw", sets))
    assert (score.total, named(score, name)) == (points, [(points, 0)])


@pytest.mark.rule("classical/points-1")
@pytest.mark.parametrize(("tiles", "points"), [("555b", 4), ("999b", 8), ("NNNw", 8), ("5555b", 4)])
def test_concealed_pungs_have_points_also_with_a_fourth_tile_in_the_hand(tiles: str, points: int) -> None:
    rest = "1379c 28d 37d EWw" if len(tiles.rstrip("bw")) == 3 else "1379c 28d 37d Ww"
    assert scorer().score(lost(f"{tiles} {rest}")).points == points


@pytest.mark.rule("classical/points-1")
def test_a_pung_which_the_claimed_tile_completes_is_open() -> None:
    drawn = scorer().score(won(f"{CHOWS} 777d EEw", "7d"))
    claimed = scorer().score(won(f"{CHOWS} 777d EEw", "7d", "discard"))
    assert names(drawn) >= {"closed pung of minors"}
    assert names(claimed) >= {"open pung of minors"}


@pytest.mark.rule("classical/points-1")
@pytest.mark.parametrize(
    ("pair", "name", "points"),
    [
        ("RRd", "pair of dragons", 2),
        ("SSw", "pair of own wind", 2),
        ("EEw", "pair of prevailing wind", 2),
        ("WWw", None, 0),
        ("55b", None, 0),
    ],
)
def test_pairs_have_points(pair: str, name: str | None, points: int) -> None:
    score = scorer().score(lost(f"{pair} 1379c 28b 147d 9d Nw"))
    assert (score.total, names(score)) == (points, {name} - {None})


@pytest.mark.rule("classical/points-1")
def test_losers_may_score_several_pairs() -> None:
    score = scorer().score(lost("RRd GGd SSw EEw 1379c 8b"))
    assert score.total == 8


@pytest.mark.rule("classical/points-1")
def test_a_pair_of_the_wind_that_is_own_and_prevailing_counts_four() -> None:
    score = scorer().score(lost("EEw 1379c 28b 147d 9d Nw", seat=Seat.E))
    assert named(score, "pair of own and prevailing wind") == [(4, 0)]


@pytest.mark.rule("classical/points-1")
def test_each_bonus_tile_counts_four() -> None:
    score = scorer().score(lost("1379c 28b 147d 9d NEWw", bonus="1f 34s"))
    assert named(score, "flowers and seasons") == [(12, 0)]


@pytest.mark.rule("classical/points-2")
def test_going_mahjong_counts_what_the_option_says() -> None:
    hand = won(f"{CHOWS} 789d EEw", "2c", "discard", sets="")
    assert named(scorer().score(hand), "going Mah Jong") == [(20, 0)]
    assert named(scorer(MahJongScore=30010).score(hand), "going Mah Jong") == [(10, 3)]


@pytest.mark.rule("classical/points-2")
def test_seven_pairs_count_what_the_option_says() -> None:
    hand = won("1133b 5577c EEw RRd 99d", "9d")
    assert scorer().score(hand).complete is False
    score = scorer(SevenPairs=True).score(hand)
    assert named(score, "seven pairs") == [(20, 0)]
    assert "no score hand" not in names(score)


@pytest.mark.rule("classical/points-2")
@pytest.mark.parametrize(
    ("source", "points"), [("wall", [(2, 0)]), ("last-wall", [(2, 0)]), ("loose", []), ("discard", [])]
)
def test_a_tile_from_the_live_wall_counts_two(source: str, points: list[tuple[int, int]]) -> None:
    score = scorer().score(won(f"{CHOWS} 789d EEw", "9d", source))
    assert named(score, "winning from wall") == points


@pytest.mark.rule("classical/points-2")
@pytest.mark.parametrize(
    ("concealed", "tile", "points"),
    [
        ("123b 456b 789b 111c 66d", "6d", [(2, 0)]),
        ("123b 456b 789b 111c 99d", "9d", [(4, 0)]),
        ("123b 456b 789b 111c WWw", "Ww", [(4, 0)]),
        ("123b 456b 789b 111c 66d", "1c", []),
    ],
)
def test_fishing_the_eyes(concealed: str, tile: str, points: list[tuple[int, int]]) -> None:
    for source in ("wall", "loose", "discard"):
        assert named(scorer().score(won(concealed, tile, source)), "fishing the eyes") == points


@pytest.mark.rule("classical/points-2")
@pytest.mark.parametrize(
    ("concealed", "tile", "holds"),
    [
        ("123b 456b 789b 234c 55d", "5d", True),
        ("123b 456b 789b 234c 55d", "3c", True),
        ("123b 456b 789b 123c 55d", "3c", True),
        ("123b 456b 789b 234c 55d", "4c", False),
        ("123b 456b 789b 333c 55d", "3c", False),
        ("123b 456b 789b RRRd EEw", "Rd", False),
    ],
)
def test_the_only_place_is_where_one_kind_completes_the_hand(concealed: str, tile: str, holds: bool) -> None:
    score = scorer().score(won(concealed, tile))
    assert ("filling the only place" in names(score)) is holds


@pytest.mark.rule("classical/points-2")
def test_a_kind_that_lies_on_the_table_four_times_does_not_count_as_another_place() -> None:
    hand = won("123b 456b 234c 55d", "4c", sets="1111c-")
    assert "filling the only place" in names(scorer().score(hand))
    seen = [0] * 45
    seen[9] = 4
    by_discards = won("123b 456b 789b 234c 55d", "4c", visible=tuple(seen))
    assert "filling the only place" in names(scorer().score(by_discards))
    seen[9] = 3
    by_discards = won("123b 456b 789b 234c 55d", "4c", visible=tuple(seen))
    assert "filling the only place" not in names(scorer().score(by_discards))


@pytest.mark.rule("classical/points-2")
def test_with_seven_pairs_a_pair_may_be_another_place() -> None:
    hand = won("112233b 445566c 77d", "3b")
    assert "filling the only place" in names(scorer(SevenPairs=True).score(won("112233b 445566c 77d", "7d")))
    assert named(scorer(SevenPairs=True).score(hand), "fishing the eyes") == NONE


@pytest.mark.rule("classical/double-1")
@pytest.mark.parametrize(
    ("sets", "name"),
    [
        ("GGGd", "pung/kong of dragons"),
        ("GGGGd-", "pung/kong of dragons"),
        ("SSSw", "pung/kong of own wind"),
        ("EEEw", "pung/kong of prevailing wind"),
    ],
)
def test_sets_of_dragons_own_and_prevailing_wind_double(sets: str, name: str) -> None:
    score = scorer().score(lost("1379b 28c 37d NWw", sets))
    assert named(score, name) == ONE
    assert score.total == score.points * 2


@pytest.mark.rule("classical/double-1")
def test_a_set_of_another_wind_does_not_double() -> None:
    assert scorer().score(lost("1379b 28c 37d NEw", "WWWw")).doubles == 0


@pytest.mark.rule("classical/double-1")
def test_own_flower_and_season_double_as_the_options_say() -> None:
    hand = lost("1379c 28b 147d 9d NEWw", bonus="2f 2s")
    assert named(scorer().score(hand), "own flower and season") == ONE
    each = scorer(FlowersOwnEach=10000).score(hand)
    assert (named(each, "own flower"), named(each, "own season"), each.doubles) == (ONE, ONE, 3)
    assert scorer().score(lost("1379c 28b 147d 9d NEWw", bonus="1f 1s")).doubles == 0


@pytest.mark.rule("classical/double-1")
def test_all_four_flowers_and_all_four_seasons_double() -> None:
    score = scorer().score(lost("1379c 28b 147d 9d NEWw", bonus="1234f 1234s"))
    assert names(score) >= {"all four flowers", "all four seasons", "own flower and season"}
    assert (score.points, score.doubles, score.total) == (32, 3, 256)
    assert scorer().score(lost("1379c 28b 147d 9d NEWw", bonus="134f 134s")).doubles == 0


@pytest.mark.rule("classical/double-1")
def test_little_and_big_three_dragons() -> None:
    little = scorer().score(lost("WWd 28b 479c 3d", "RRRd GGGd"))
    big = scorer().score(lost("28b 4d 9c", "RRRd GGGd WWWd"))
    assert (named(little, "Little Three Dragons"), little.doubles) == (ONE, 3)
    assert (named(big, "Big Three Dragons"), big.doubles) == ([(0, 2)], 5)


@pytest.mark.rule("classical/double-1")
def test_little_and_big_four_winds() -> None:
    little = scorer().score(lost("NNw 28b", "EEEw SSSw WWWw"))
    big = scorer(NoLimit=True).score(lost("2b", "EEEw SSSw WWWw NNNw"))
    assert named(little, "Little Four Joys") == ONE
    assert named(big, "Big Four Joys") == [(0, 2)]


@pytest.mark.rule("classical/double-1")
def test_three_concealed_pungs_double_for_losers_too() -> None:
    assert named(scorer().score(lost("222b 333c 444d 1379b")), "three concealed pungs") == ONE
    assert named(scorer().score(lost("222b 333c 1379b", "4444d-")), "three concealed pungs") == ONE
    assert named(scorer().score(lost("222b 333c 1379b", "4444d")), "three concealed pungs") == NONE


@pytest.mark.rule("classical/double-2")
def test_a_no_score_hand_has_no_points_from_sets_and_pair() -> None:
    assert named(scorer().score(won("123b 456b 789c 234c 55d", "5d", "discard")), "no score hand") == ONE
    assert named(scorer().score(won("123b 456b 789c 234c RRd", "Rd", "discard")), "no score hand") == NONE


@pytest.mark.rule("classical/double-2")
def test_no_chows() -> None:
    assert named(scorer().score(won("222b 55d", "5d", sets="333b 444c 777c")), "no chows") == ONE
    assert named(scorer().score(won("234b 55d", "5d", sets="333b 444c 777c")), "no chows") == NONE


@pytest.mark.rule("classical/double-2")
@pytest.mark.parametrize(
    ("source", "sets", "full", "almost"),
    [
        ("wall", "", True, False),
        ("loose", "7777c-", True, False),
        ("discard", "", False, True),
        ("wall", "7777c", False, False),
        ("discard", "777c", False, False),
    ],
)
def test_concealed_and_almost_concealed_hands(source: str, sets: str, full: bool, almost: bool) -> None:
    concealed = "123b 456b 234c 66d" if sets else "123b 456b 777c 234c 66d"
    score = scorer(ConcealedAlmost=20000).score(won(concealed, "6d", source, sets=sets))
    assert ("concealed hand" in names(score)) is full
    assert ("almost concealed hand" in names(score)) is almost


@pytest.mark.rule("classical/double-2")
@pytest.mark.parametrize(
    ("concealed", "expected"),
    [
        ("123b 456b 789b 222b 55b", {"one suit only"}),
        ("123b 456b 789b 222b EEw", {"one suit with honours"}),
        ("111b 999c 111d EEEw RRd", {"all majors"}),
        ("111b 999c 111d 999d 11c", {"all majors", "all terminals"}),
        ("EEEw SSSw WWWw RRRd GGd", {"all majors", "all honours"}),
        ("123b 456b 789c 222b 55b", set()),
    ],
)
def test_purity_doubles(concealed: str, expected: set[str]) -> None:
    kinds = {"one suit only", "one suit with honours", "all majors", "all terminals", "all honours"}
    score = scorer(NoLimit=True).score(won(concealed, concealed[:1] + "b" if concealed[0].isdigit() else "Ew"))
    assert names(score) & kinds == expected


@pytest.mark.rule("classical/double-2")
def test_losers_score_purity_only_with_the_option() -> None:
    hand = lost("1122355667789b")
    assert scorer().score(hand).doubles == 0
    score = scorer(LosersPurity=True, ConcealedAlmost=10000).score(hand)
    assert {(item.name, item.doubles) for item in score.items} == {("one suit only", 3), ("almost concealed hand", 1)}


@pytest.mark.rule("classical/double-3")
@pytest.mark.parametrize(
    ("source", "flags", "name"),
    [
        ("loose", (), "winning with loose tile"),
        ("last-wall", (), "winning with last tile"),
        ("last-discard", (), "winning with last tile"),
        ("kong", (), "robbing a kong"),
        ("discard", ("original-call",), "completing Original Call"),
        ("discard", ("last-tile",), "winning with last tile"),
    ],
)
def test_the_winning_tile_doubles(source: str, flags: tuple[str, ...], name: str) -> None:
    special = {"winning with loose tile", "winning with last tile", "robbing a kong", "completing Original Call"}
    score = scorer().score(won(f"{CHOWS} 789d EEw", "9d", source, flags=flags))
    assert named(score, name) == ONE
    assert names(score) & special == {name}


@pytest.mark.rule("classical/kong-3")
def test_a_claimed_kong_counts_as_concealed_for_doubles_with_the_option() -> None:
    hand = won("123b 222c 333d 55d", "5d", sets="7777c!")
    assert names(scorer().score(hand)) >= {"open kong of minors"}
    score = scorer(KongHas3Types=True).score(hand)
    assert names(score) >= {"claimed kong of minors", "three concealed pungs", "concealed hand"}
    annexed = scorer(KongHas3Types=True).score(won("123b 222c 333d 55d", "5d", sets="7777c+"))
    assert named(annexed, "annexed kong of minors") == [(8, 0)]
    assert not names(annexed) & {"three concealed pungs", "concealed hand"}
