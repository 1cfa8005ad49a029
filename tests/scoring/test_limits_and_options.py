"""What the hands of `worked/` do not say: parts of a limit, caps, tiles seen, and requests that are refused."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import answered, clubs, lost, names, scorer, western, won

from mjlog.errors import HandError
from mjlog.scoring import explain
from mjlog.seats import Seat

FOUR_CHOWS = "123b 456b 789c 234c"


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
    hand = lost("2b", "EEEEw- SSSSw- WWWWw- NNNNw-", bonus="1234f 1234s")
    score = scorer(NoLimit=True, FlowersBouquet=990_000, FlowersOwnBoth=990_000).score(hand)
    assert score.total == 100_000_000


@pytest.mark.rule("classical/points-2")
def test_a_kind_of_which_all_four_lie_open_does_not_count_as_another_place() -> None:
    """Discards among them, where they are known."""
    for count in (3, 4):
        visible = [0] * 45
        visible[9] = count
        hand = won("123b 456b 789b 234c 55d", "4c", visible=tuple(visible))
        assert ("filling the only place" in names(scorer().score(hand))) is (count == 4)


def test_what_stands_beside_a_limit_hand_is_told_and_explained() -> None:
    hand = won("1123456789d ESWNw", "Ww", "discard")
    lines = explain(hand, western().score(hand), western()).lines()
    assert "Wriggling snake 1123456789d ESWNw: worth 1000 [western/limit-4]" in lines
    assert lines[-1] == "Wriggling snake: 1,000 (points and doubles: 88)"
    wonders = scorer().score(won("19b 19c 19d ESWNw RGWWd", "1b", "wall"))
    assert {item.name for item in wonders.set_aside} >= {"going Mah Jong", "no score hand"}


@pytest.mark.rule("western/win-3")
def test_robbing_a_kong_is_a_win_only_where_the_option_is_on() -> None:
    robbed = {
        "seat": "S", "round": "E", "concealed": "123b 456c 789b 222d 55d", "won": True, "tile": "4c", "source": "kong",
    }  # fmt: skip
    refused = answered(robbed, western())
    assert (refused["complete"], refused["total"], refused["items"]) == (False, None, [])
    assert refused["reason"] == "won by robbing a kong, which is no win by these rules"
    assert answered(robbed, western(robbing_kong=True))["total"] == (20 + 4) * 2


@pytest.mark.rule("western/three-1")
def test_with_three_players_nobody_scores_at_north() -> None:
    hand = {"seat": "N", "round": "E", "concealed": "13579b 2468c 1357d", "won": False}
    assert answered(hand, western())["total"] == 0
    with pytest.raises(HandError, match="with 3 players nobody sits north"):
        answered(hand, western(players=3))


@pytest.mark.rule("bmja-kajongg/long-hand")
@pytest.mark.rule("dmjl/long-hand")
@pytest.mark.parametrize("ruleset", ["bmja-kajongg", "dmjl"])
@pytest.mark.parametrize("more", [{}, {"tile": "9d", "source": "wall"}])
def test_a_hand_with_too_many_tiles_scores_nothing_and_is_no_request(ruleset: str, more: dict[str, Any]) -> None:
    long = lost("RRRd 1379c 28b 147d 99d")
    score = clubs(ruleset).score(long)
    assert (score.total, score.items) == (0, ())
    assert explain(long, score, clubs(ruleset)).lines() == ["the hand has too many tiles: it scores nothing"]
    tiles = "RRRd 1379c 28b 147d 99d" + (" 9d" if more else "")
    with pytest.raises(HandError, match="tiles"):
        answered({"seat": "S", "round": "E", "concealed": tiles, **more}, clubs(ruleset))


@pytest.mark.rule("western/points-5")
def test_a_dealt_hand_has_no_tile_from_the_wall_and_no_only_possible_one() -> None:
    score = western().score(won("123b 456b 234c 789d WWw", None, "deal", seat=Seat.E))
    assert {"tile from the wall", "won with the only possible tile"}.isdisjoint(names(score))


@pytest.mark.rule("western/points-5")
@pytest.mark.rule("dmjl/only-tile")
def test_a_kind_used_up_in_an_own_kong_is_not_possible() -> None:
    """67d waits for 5d and 8d, 23b for 1b and 4b; four of the others lie in a kong."""
    for scored, name, concealed, tile, kind in (
        (clubs("dmjl"), "only possible tile", "567d 99c 123b 678c", "5d", "8d"),
        (western(), "won with the only possible tile", "23b 567c 789d 55d 4b", "4b", "1b"),
    ):
        for count in (3, 4):
            laid = kind[0] * count + kind[1] + "-" * (count == 4)
            assert (name in names(scored.score(won(concealed, tile, "discard", sets=laid)))) is (count == 4)
