"""Several hands on one command line are those of one deal: each is scored, then it is settled who pays whom."""

from __future__ import annotations

from typing import Any

import pytest
from command_runs import Run, lines

SOUTH = "S in E 234b 55d RRd (222c) [2222d] 2f +Rd discard"
EAST = "E in E 123c 99b EEw 7d 4c 6c (NNNw)"
WEST = "W in E 567b 678d 1d 9d 9c 4c (888c)"
NORTH = "N in E 11d 33b 44b 77c 77d 5c Gd Gd"
FOUR = [EAST, SOUTH, WEST, NORTH]
LOST = "S in E 234b 55d RRd (222c) [2222d] 2f"
SCORE = ["score", "--ruleset", "bmja"]


def deal(run: Run, *given: str, ruleset: str = "bmja") -> tuple[int, list[dict[str, Any]], dict[str, Any]]:
    """The exit status, the answers, and the settlement."""
    result = run("score", "--ruleset", ruleset, *given, "--json")
    *hands, last = lines(result)
    return result.exit_code, hands, last["settlement"]


def test_the_hands_of_a_deal_are_scored_and_settled(run: Run) -> None:
    status, hands, settlement = deal(run, *FOUR)
    assert status == 0
    assert [hand["total"] for hand in hands] == [8, 184, 2, 2]
    assert settlement["change"] == {"E": -344, "S": 736, "W": -196, "N": -196}
    assert ["W", "E", 12] in settlement["payments"]
    assert sum(settlement["change"].values()) == 0
    assert "remark" not in settlement


def test_who_pays_for_all_pays_alone(run: Run) -> None:
    assert deal(run, *FOUR, "--discarder", "W", "--pays-for-all", "W")[2]["payments"] == [
        ["W", "S", 368], ["W", "S", 184], ["W", "S", 184],
    ]  # fmt: skip
    (one,) = lines(run(*SCORE, SOUTH, "--pays-for-all", "W", "--json"))
    assert sum(points for _, _, points in one["settlement"]["payments"]) == 736
    assert "remark" not in one["settlement"]


def test_some_hands_of_a_deal_tell_what_the_winner_is_paid(run: Run) -> None:
    _, _, settlement = deal(run, SOUTH, EAST)
    assert settlement["payments"] == [["E", "S", 368], ["W", "S", 184], ["N", "S", 184]]
    assert settlement["remark"] == "the losers then pay each other the difference of their hands"
    assert "change" not in settlement


def test_after_a_drawn_hand_nobody_pays(run: Run) -> None:
    drawn = [EAST, LOST, WEST, NORTH]
    _, _, settlement = deal(run, *drawn)
    assert settlement == {"change": {"E": 0, "S": 0, "W": 0, "N": 0}, "payments": []}
    assert run(*SCORE, *drawn).stdout.endswith("\nnobody won: nobody pays\n")
    assert "payments" not in deal(run, EAST, WEST)[2]


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ([SOUTH, SOUTH], "2 hands of south: the hands of one deal are of different seats"),
        (
            [SOUTH, "E in E 999b 555c 33d 999c 68d +7d wall"],
            "east with 7d (wall) and south with Rd (discard) have won: several who win in one deal win one tile",
        ),
        ([SOUTH, WEST.replace("in E", "in S")], "hands of the east and south rounds: the hands of one deal are of one"),
        ([SOUTH, EAST.replace("99b EEw", "9b RRd 4d")], "5 tiles red dragon in the hands of this deal: there are 4 of"),
        ([SOUTH, EAST + " 2f"], "2 tiles flower 2 in the hands of this deal: there is 1 of it"),
    ],
)
def test_hands_that_cannot_be_of_one_deal_are_not_settled(run: Run, hands: list[str], message: str) -> None:
    result = run(*SCORE, *hands)
    assert result.exit_code == 1
    assert message in result.stderr
    status, answers, settlement = deal(run, *hands)
    assert status == 1
    assert [answer["total"] is not None for answer in answers] == [True, True]
    assert message in settlement["error"]
    assert "payments" not in settlement


DOUBLE = ["--option", "DiscDoubles=true"]


def test_the_discarder_is_asked_for_only_where_that_matters(run: Run) -> None:
    plain = lines(run("score", "--ruleset", "classical", SOUTH, "--json"))[0]["settlement"]
    assert [points for _, _, points in plain["payments"]] == [184, 92, 92]
    unknown = lines(run("score", "--ruleset", "classical", SOUTH, *DOUBLE, "--json"))[0]["settlement"]
    assert list(unknown) == ["remark"]
    assert "say who, with --discarder SEAT" in unknown["remark"]
    known = lines(run("score", "--ruleset", "classical", SOUTH, *DOUBLE, "--discarder", "W", "--json"))[0]
    assert known["settlement"]["payments"] == [["E", "S", 184], ["W", "S", 184], ["N", "S", 92]]
    drawn = SOUTH.replace("discard", "wall")
    (wall,) = lines(run("score", "--ruleset", "classical", drawn, *DOUBLE, "--json"))
    assert [points for _, _, points in wall["settlement"]["payments"]] == [
        4 * wall["total"], 2 * wall["total"], 2 * wall["total"],
    ]  # fmt: skip


def test_with_three_players_three_hands_are_all(run: Run) -> None:
    three = ["--option", "players=3"]
    _, _, settlement = deal(run, EAST, SOUTH, WEST, *three, ruleset="western")
    assert list(settlement["change"]) == ["E", "S", "W"]
    (one,) = lines(run("score", "--ruleset", "western", SOUTH, *three, "--json"))
    assert [payer for payer, _, _ in one["settlement"]["payments"]] == ["E", "W"]


RIVAL = "N in E 345b 777c 678d 111d Rd +Rd discard"
"""Without the red dragon a concealed pung of 7 characters, 4, and one of 1 dots, 8."""


@pytest.mark.parametrize(
    ("ruleset", "rule", "total"),
    [
        ("western", "western/win-4", 12),
        ("classical", "classical/claim-1", 12),
        ("dead-wall", "dead-wall/fish-2", 12),
        ("dmjl", "dmjl/claim", 12),
        ("mahjiang", "mahjiang/claim-6", 0),
        ("pung-chi", "pung-chi/win-1", 0),
    ],
)
def test_where_one_wins_a_tile_the_other_hand_has_not_won(run: Run, ruleset: str, rule: str, total: int) -> None:
    first = SOUTH.replace(" 2f", "")
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "E", ruleset=ruleset)
    assert (south["complete"], north["complete"], north["total"]) == (True, False, total)
    nearest = f"south wins: by these rules one player wins a tile, the nearest to east in turn [{rule}]"
    assert settlement["remark"].startswith(nearest)
    assert {payee for _, payee, _ in settlement["payments"]} == {"S"}
    _, (south, north), settlement = deal(run, first, RIVAL, "--discarder", "W", ruleset=ruleset)
    assert (south["complete"], north["complete"]) == (False, True)
    assert {payee for _, payee, _ in settlement["payments"]} == {"N"}


def test_of_two_who_rob_a_kong_the_next_after_its_player_wins(run: Run) -> None:
    hands = ["S in E 23b 55d RRRd 678c 789d +4b kong", "N in E 35b 777c 678d 111d 99c +4b kong"]
    for owner, winner in (("E", "S"), ("W", "N")):
        _, answers, settlement = deal(run, *hands, "--discarder", owner, ruleset="dead-wall")
        assert [answer["complete"] for answer in answers] == [winner == "S", winner == "N"]
        assert {payee for _, payee, _ in settlement["payments"]} == {winner}


def test_of_all_four_hands_of_a_deal_with_two_who_would_win_losers_settle(run: Run) -> None:
    """84 to South, of East 168; North's 12 are worth 8 more than East's 4, doubled 16, and 12 more than West's 0.

    East has 4 for the open pung of north winds and nothing else, and so 8 of West.
    """
    east, west = "E in E 35b 139c 19d Sw 4d 6c (NNNw)", "W in E 56b 78d 4d 9d 9c 4c 3c 5c 8c 1c 3d"
    _, hands, settlement = deal(
        run, SOUTH.replace(" 2f", ""), RIVAL, west, east, "--discarder", "E", ruleset="western"
    )
    assert [hand["total"] for hand in hands] == [84, 12, 0, 4]
    assert settlement["change"] == {
        "E": -168 - 16 + 8, "S": 168 + 84 + 84, "W": -84 - 12 - 8, "N": -84 + 16 + 12,
    }  # fmt: skip
