"""`mjlog score` and `mjlog settle` for riichi: dora and red fives, fu and han explained, shared payments."""

from __future__ import annotations

import json
from typing import Any

import pytest

from each import each
from tests.cli.command_runs import Run

WIN = "S in E 23457b 340c 67888d +6b discard riichi ippatsu indicators=7d under=1b"
FIELDS: dict[str, Any] = {
    "seat": "S", "round": "E", "concealed": "234567b 340c 67888d", "tile": "6b", "source": "discard",
    "flags": ["riichi", "ippatsu"], "indicators": "7d", "under": ["1b"],
}  # fmt: skip


def answers(run: Run, command: list[str], *lines: Any) -> list[dict[str, Any]]:
    """What a batch answers."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    result = run(*command, "--batch", "-", stdin="\n".join(texts))
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_hand_of_riichi_is_scored_from_a_line_and_from_fields(run: Run) -> None:
    by_line, by_fields = answers(run, ["score", "--ruleset", "riichi"], WIN, FIELDS)
    assert by_line == by_fields
    assert (by_line["total"], by_line["points"], by_line["doubles"], by_line["limit"]) == (16000, 40, 8, "baiman")
    assert {item["name"]: item["doubles"] for item in by_line["items"]} == {
        "riichi": 1, "ippatsu": 1, "tanyao": 1, "dora": 3, "under-dora": 1, "red-five": 1,
    }  # fmt: skip


def test_a_yakuman_says_how_many_it_is_worth(run: Run) -> None:
    (answer,) = answers(run, ["score", "--ruleset", "riichi"], "S in E RRRd GGGd (WWWd) 123c 9b +9b wall")
    (item,) = answer["items"]
    assert (item["name"], item["doubles"], item["yakuman"], answer["limit"]) == ("daisangen", 13, 1, "yakuman")


def test_a_hand_without_a_pattern_has_a_reason_and_what_it_lacks(run: Run) -> None:
    command = ["score", "--ruleset", "riichi", "--explain"]
    (answer,) = answers(run, command, "S in E 456b 456c 78d 99d (123b) +9d discard")
    assert (answer["complete"], answer["total"]) == (True, None)
    assert answer["reason"] == "the hand is complete, and has no pattern to win with (no yaku)"
    assert {each["name"] for each in answer["not_counted"]} == {"fully-concealed", "pinfu", "sanshoku", "ittsu"}


def test_waits_say_what_each_tile_would_bring(run: Run) -> None:
    """A wait without a pattern brings nothing; a kind of which the hand holds all four is none."""
    line = {"hand": "S in E 23467b 345c 56788d riichi", "would_be": True}
    (ready,) = answers(run, ["score", "--ruleset", "riichi"], line)
    assert [(one["tile"], one["left"], one["wall"], one["discard"]) for one in ready["would_be"]] == [
        ("5b", 4, 5200, 3900), ("8b", 4, 5200, 3900),
    ]  # fmt: skip
    (held,) = answers(run, ["score", "--ruleset", "riichi"], "S in E 1111b 234c 567d 789d")
    assert held["waits"] == []


@each("line, message", [
    ("S in E 004b 55b 67888d 234c +4b discard", "2 tiles red 5 bamboo: there is 1 by these rules"),
    ("S in E 23457b 345c 67888d +6b discard ippatsu", "say `riichi`, too"),
    ("S in E 23457b 345c 67888d +6b discard riichi double-riichi", "`double-riichi` stands in the place of `riichi`"),
    ("S in E 57b 345c 67888d (234b) +6b discard riichi", "riichi is declared with a closed one"),
    ("S in E 23457b 345c 67888d +6b discard indicators=1d under=2d", "turned by a winner in riichi only"),
    ("S in E 23457b 345c 67888d +6b discard indicators=8d8d", "5 tiles 8 dots in the hand and among the indicators"),
    ("S in E 23457b 345c 67888d +6b discard first-turn riichi", "riichi is declared with a discard"),
    ("S in E 57b 345c 67888d (234b) +6b wall first-turn", "the hand has a set on the table"),
    ("E in E 23457b 345c 67888d +6b discard first-turn", "east discards before anybody else can"),
    ("S in E 57b 345c 88d [1111d] 789d +6b loose last-tile", "not of one with source 'loose'"),
    ("S in E 23457b 345c 67888d +6b discard twofold", "`flags` is 'twofold': one of double-riichi, first-turn"),
])  # fmt: skip
def test_hands_that_cannot_be_are_told(run: Run, line: str, message: str) -> None:
    (answer,) = answers(run, ["score", "--ruleset", "riichi"], line)
    assert message in answer["error"]


@each("line, message", [
    ("S in E 23457b 345c 67888d +6b discard riichi", "`flags` is 'riichi': one of last-tile, no-discard"),
    ("S in E 23457b 340c 67888d +6b discard", "1 tile red 5 characters: there are none by these rules"),
    ("S in E 23457b 345c 67888d +6b discard indicators=1d", "by these rules there is no dora"),
])  # fmt: skip
def test_other_rule_sets_have_none_of_it(run: Run, line: str, message: str) -> None:
    (answer,) = answers(run, ["score", "--ruleset", "classical"], line)
    assert message in answer["error"]


def test_a_page_shows_where_every_fu_comes_from(run: Run) -> None:
    page = run("score", "--ruleset", "riichi", WIN, "--discarder", "W").stdout
    for line in (
        "  concealed  234567b 340c 67888d", "  indicators 7d", "closed hand, claimed tile: 10 fu [riichi/fu-1]",
        "closed wait 567b: 2 fu [riichi/fu-4]", "32 fu, rounded up to 40", "40 fu, 8 han: baiman, base 4,000",
        "  West              16,000",
    ):  # fmt: skip
        assert f"{line}\n" in page


def test_who_discarded_the_tile_has_to_be_said(run: Run) -> None:
    asked = run("score", "--ruleset", "riichi", WIN)
    assert "who discarded the winning tile pays by these rules: say who" in asked.stdout.replace("\n", " ")


# ---------------------------------------------------------------- two and three winners

SOUTH = "S in E 23457b 345c 67888d +6b ron riichi indicators=7d under=1b"
WEST = "W in E 45b 678c 345d 22d (234c) +6b ron"
NORTH = "N in E 78b 345c 55d (678c) (234d) +6b ron"
"""Riichi, tanyao, three dora and one under them: 6 han, 12,000. Tanyao, open, 30 fu: 1,000 each."""
DRAGONS = "S in E (RRRd) (GGGd) (WWWd) 23b 99c +4b ron"


def settled(run: Run, ruleset: str, *given: str) -> dict[str, Any]:
    """What is paid for these hands."""
    *_, last = [json.loads(line) for line in run("score", "--ruleset", ruleset, *given, "--json").stdout.splitlines()]
    settlement: dict[str, Any] = last["settlement"]
    return settlement


OF_THE_DEAL = ["--repeats", "2", "--pot", "1000"]


@each("ruleset, hands, discarder, change, rule", [
    # 12,000, 600 for two repeats and 1,000 from the table to South, the next after East; 1,000 to each of the others.
    ("riichi", [SOUTH, WEST], "E", [-13_600, 13_600, 1000, 0], None),
    ("riichi", [WEST, SOUTH], "E", [-13_600, 13_600, 1000, 0], None),
    ("riichi-ema", [SOUTH, WEST, NORTH], "E", [-14_600, 13_600, 1000, 1000], None),
    # North is the next after West: 1,000, 600 and 1,000; South has 12,000.
    ("riichi", [SOUTH, NORTH], "W", [0, 12_000, -13_600, 2600], None),
    ("riichi-wrc", [SOUTH, NORTH], "W", [0, 0, -1600, 2600], "riichi-wrc/win-3"),
    ("riichi-wrc", [SOUTH, WEST, NORTH], "E", [-12_600, 13_600, 0, 0], "riichi-wrc/win-3"),
    ("riichi", [SOUTH, WEST, NORTH], "E", [0, 0, 0, 0], "riichi/abort-5"),
])  # fmt: skip
def test_who_of_several_is_paid_follows_from_the_rule_set(
    run: Run, ruleset: str, hands: list[str], discarder: str, change: list[int], rule: str | None
) -> None:
    found = settled(run, ruleset, *hands, "--discarder", discarder, *OF_THE_DEAL)
    assert list(found["change"].values()) == change
    assert found.get("remark", "").endswith(f"[{rule}]" if rule else "")
    assert ("remark" in found) is (rule is not None)
    totals = {"S": 12_000, "W": 1000, "N": 1000}
    named = [f"--total={hand[0]}={totals[hand[0]]}" for hand in hands]
    again = run("settle", "--ruleset", ruleset, *named, "--discarder", discarder, *OF_THE_DEAL, "--json")
    assert json.loads(again.stdout) == found


def test_a_red_five_that_two_win_is_one_tile(run: Run) -> None:
    """A han more for each: 40 fu, closed, and 30 fu, open, with two han: 2,600 and 2,000."""
    hands = ["S in E 46b 345c 234678d 22c +0b ron", "W in E 46b 678c 345d 88d (234c) +0b ron"]
    south, west, last = [
        json.loads(line)
        for line in run("score", "--ruleset", "riichi", *hands, "--discarder", "E", "--json").stdout.splitlines()
    ]
    assert [[(item["name"], item["doubles"]) for item in hand["items"]] for hand in (south, west)] == [
        [("tanyao", 1), ("red-five", 1)], [("tanyao", 1), ("red-five", 1)],
    ]  # fmt: skip
    assert last["settlement"]["payments"] == [["E", "S", 2600], ["E", "W", 2000]]


def test_a_club_may_let_two_of_three_win(run: Run) -> None:
    found = settled(run, "riichi", SOUTH, WEST, NORTH, "--discarder", "E", "--option", "abort_ron3=false")
    assert found["payments"] == [["E", "S", 12_000], ["E", "W", 1000]]
    assert found["remark"].startswith("south and west win: by these rules two players win a tile, the nearest to east")


def test_who_is_liable_answers_for_the_yakuman_that_the_hand_has(run: Run) -> None:
    """Half of 32,000 each; the repeats are the discarder's. Of honors besides, 64,000, the half is of 32,000."""
    said = ["--discarder", "E", "--liable", "N", *OF_THE_DEAL]
    assert settled(run, "riichi", DRAGONS, *said) == {
        "change": {"E": -16_600, "S": 33_600, "W": 0, "N": -16_000},
        "payments": [["E", "S", 16_600], ["N", "S", 16_000]],
    }
    two = settled(run, "riichi", DRAGONS, "W in E 23b 678c 345d 22d (234c) +4b ron", *said)
    assert two["change"] == {"E": -17_600, "S": 33_600, "W": 1000, "N": -16_000}
    honors = "S in E (RRRd) (GGGd) (WWWd) EEEw Sw +Sw"
    assert settled(run, "riichi", f"{honors} ron", *said)["change"]["N"] == -16_000
    # Drawn: 32,000 and 600 of North alone, the other 32,000 by shares of 16,000 and 8,000.
    drawn = settled(run, "riichi", f"{honors} tsumo", "--liable", "N", *OF_THE_DEAL)
    assert drawn["change"] == {"E": -16_000, "S": 65_600, "W": -8000, "N": -40_600}


def test_a_batch_asks_of_a_deal_or_of_one_hand_and_its_payments(run: Run) -> None:
    of_the_deal = {"discarder": "E", "repeats": 2, "pot": 1000}
    also = {"discarder": "E", "honba": 2, "pot": 1000}
    two, named, one, line, too, alone = answers(
        run, ["score", "--ruleset", "riichi"],
        {"hands": [SOUTH, {"hand": WEST}], **of_the_deal}, {"hands": [SOUTH, WEST], **also},
        {"hand": DRAGONS, "liable": "N", **of_the_deal}, f"{DRAGONS} discarder=E liable=N honba=2 pot=1000",
        {"hand": DRAGONS, "pao": "N", **also}, DRAGONS,
    )  # fmt: skip
    assert [hand["total"] for hand in two["hands"]] == [12_000, 1000]
    assert two["settlement"]["change"] == {"E": -13_600, "S": 13_600, "W": 1000, "N": 0}
    assert one["settlement"]["change"] == {"E": -16_600, "S": 33_600, "W": 0, "N": -16_000}
    assert line == too == one
    assert named == two
    assert "settlement" not in alone
    paid = [answers(run, ["settle", "--ruleset", "riichi"], {"totals": {"S": 2600}, **said})
            for said in (of_the_deal, also)]  # fmt: skip
    assert paid[0] == paid[1] == [{"change": {"E": -3200, "S": 4200, "W": 0, "N": 0}, "payments": [["E", "S", 3200]]}]


def test_indicators_lie_there_for_all_and_those_under_them_for_who_is_in_riichi(run: Run) -> None:
    named = "W in E 45b 678c 345d 88d (234c) +6b ron"
    hands = run("score", "--ruleset", "riichi", SOUTH.replace("67888d", "67822d"), named, "--discarder", "E", "--json")
    south, west, _ = [json.loads(line) for line in hands.stdout.splitlines()]
    assert [item["doubles"] for item in south["items"] if item["name"] in ("dora", "under-dora")] == [1, 1]
    assert [(item["name"], item["doubles"]) for item in west["items"]] == [("tanyao", 1), ("dora", 2)]


@each("hands, more, message", [
    ([SOUTH, WEST], ["--discarder", "S"], "south cannot be the winner and the discarder"),
    ([SOUTH, WEST.replace("ron", "tsumo")], [], "win one tile that another player held"),
    ([SOUTH, WEST.replace("45b", "78b").replace("+6b", "+9b")], [], "south with 6b (discard) and west with 9b"),
    ([SOUTH, WEST.replace("ron", "houtei")], ["--discarder", "E"], "west with 6b (last-discard)"),
    ([SOUTH, WEST + " indicators=1c"], ["--discarder", "E"], "`indicators` is '7d' and '1c' in hands of one deal"),
    ([SOUTH + " discarder=E", WEST], ["--discarder", "N"], "`discarder` is east and north of one deal: say it once"),
    ([SOUTH], ["--discarder", "E", "--liable", "N"], "one answers for daisangen and daisushi alone [riichi/pao-1]"),
    ([SOUTH], ["--pays-for-all", "N"], "by these rules say who is liable for a yakuman, --liable SEAT"),
    ([SOUTH.replace("345c", "340c"), NORTH.replace("345c", "340c")], ["--discarder", "E"], "2 tiles red 5 characters"),
    (["S in E 46b 345c 234678d 88c +0b ron", "W in E 46b 678c 345d 22d (234c) +5b ron"], ["--discarder", "E"],
     "west won with a plain five, and another with the red 5 bamboo: it is one tile"),
    (["S in E 23457b 345c 67888d"], ["--liable", "N"], "north pays for all, and nobody won"),
    ([DRAGONS], ["--discarder", "E", "--liable", "S"], "south cannot be the winner and the seat that pays for all"),
])  # fmt: skip
def test_what_contradicts_itself_among_winners_is_told(
    run: Run, hands: list[str], more: list[str], message: str
) -> None:
    result = run("score", "--ruleset", "riichi", *hands, *more)
    assert (result.exit_code, message in result.stderr) == (1, True), result.stderr


def test_who_discarded_decides_among_winners_and_has_to_be_said(run: Run) -> None:
    found = settled(run, "riichi", SOUTH, WEST)
    assert list(found) == ["remark"]
    assert "of south and west the nearest to who discarded the tile goes first: say who did" in found["remark"]


def test_a_winner_without_a_pattern_leaves_nothing_to_be_settled(run: Run) -> None:
    found = settled(run, "riichi", SOUTH, "W in E 45b 678c 345d 11d (234c) +6b ron", "--discarder", "E")
    assert found == {"remark": "nothing is settled: the hand of west has no score"}


@each("given", [["--repeats", "2"], ["--pot", "1000"], ["--liable", "W"]])
def test_where_no_total_is_shared_nothing_of_it_can_be_said(run: Run, given: list[str]) -> None:
    result = run("score", "--ruleset", "classical", "S in E 234b 55d RRd 222c 678d +Rd wall", *given)
    assert result.exit_code == 1
    assert f"`{given[0][2:]}` is said of a total that is shared, as in riichi" in result.stderr


# ---------------------------------------------------------------- as players write it


@each("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_letters_and_words_of_riichi_are_read_in_every_way_in(run: Run, ruleset: str) -> None:
    ours = "S in E 123c 456d 78b EEw 555d riichi +9b last-wall indicators=1c2c under=3b4b"
    line = "S in E 123m 456p 78s 11z 555p riichi +9s tsumo haitei indicators=1m,2m under=3s,4s"
    fields = {"seat": "S", "round": "E", "concealed": "123m 456p 789s 11z 555p", "tile": "9s", "source": "tsumo haitei",
              "flags": ["riichi"], "indicators": ["1m", "2m"], "under": "3s, 4s"}  # fmt: skip
    expected, *others = answers(run, ["score", "--ruleset", ruleset], ours, line, fields)
    assert expected["total"] == 8000
    assert others == [expected, expected]


def test_seasons_are_seasons_where_they_are_played_with(run: Run) -> None:
    (answer,) = answers(run, ["score", "--ruleset", "bmja"], "S in E 123m 456b")
    assert "did you mean 123c, for m p s z are written c d b" in answer["error"]
    for ruleset in ("bmja", "mahjiang"):
        (answer,) = answers(run, ["score", "--ruleset", ruleset], "S in E 234b 567b 222s 44s 55b")
        assert answer["error"].endswith("; 2 bamboo is written 2b")
    (answer,) = answers(run, ["score", "--ruleset", "bmja"], "S in E 789s 456b")
    assert answer["error"].endswith("and the seasons 1s to 4s; '789s' is none, and bamboo is 789b")


def test_what_cannot_be_read_is_named_as_it_was_typed(run: Run) -> None:
    list_of_two = "S in E 123m 456p 78s 11z 555p +9s ron indicators=1m, 2m"
    comma, token = answers(run, ["score", "--ruleset", "riichi"], list_of_two, "S in E 123m 8z")
    assert comma["error"].startswith("indicators=1m, 2m: is 2m one more of the list, or of the hand?")
    assert token["error"].startswith("'8z' is not a tile")


def test_fourteen_tiles_hold_the_winning_one(run: Run) -> None:
    thirteen, fourteen, other, with_kong, chosen = answers(
        run, ["score", "--ruleset", "riichi"], "S in E 234c 1112356777b +4b wall", "S in E 234c 11123567774b +4b wall",
        "S in E 234c 11123567774b +9b wall", "S in E 55d 678c 234b (222d) [1111c] +5d ron",
        {"hand": "S in E 234c 11123567774b", "tile": "4b", "source": "wall"},
    )  # fmt: skip
    assert (thirteen["total"], thirteen["points"], thirteen["doubles"]) == (1100, 30, 1)
    assert fourteen == thirteen == chosen
    assert other["error"] == (
        "15 tiles (a kong counts as three): a winning hand has 14 with the winning tile; on a line 13 stand before it, "
        "as in 55d +5d"
    )
    assert with_kong["reason"].endswith("(no yaku)")


# ---------------------------------------------------------------- settling


def test_a_total_is_settled_with_repeats_and_pot(run: Run) -> None:
    line = {"total": 7700, "winner": "S", "discarder": "W", "repeats": 1, "pot": 1000}
    (answer,) = answers(run, ["settle", "--ruleset", "riichi"], line)
    assert answer == {"change": {"E": 0, "S": 9000, "W": -8000, "N": 0}, "payments": [["W", "S", 8000]]}
    typed = run("settle", "--ruleset", "riichi", "--total", "S=7700", "--discarder", "W", "--repeats", "1", "--pot",
                "1000", "--json")  # fmt: skip
    assert json.loads(typed.stdout) == answer


def test_a_drawn_hand_is_settled_by_who_was_ready(run: Run) -> None:
    ready, nagashi = answers(run, ["settle", "--ruleset", "riichi"], {"ready": ["E", "S"]}, {"nagashi": ["S"]})
    assert ready["change"] == {"E": 1500, "S": 1500, "W": -1500, "N": -1500}
    assert nagashi["change"] == {"E": -4000, "S": 8000, "W": -2000, "N": -2000}
    assert json.loads(run("settle", "--ruleset", "riichi", "--ready", "E", "--ready", "S", "--json").stdout) == ready


@each("line, message", [
    ({}, "total is missing"), ({"total": 7700}, "winner is missing"),
    ({"total": "7700", "winner": "S"}, "total is '7700'"),
    ({"total": 7700, "winner": "S", "liable": "S"}, "liable is 'S'; expected another seat than the winner's"),
    ({"ready": ["X"]}, "ready"),
    ({"totals": {"S": 7700, "W": "x"}, "discarder": "E"}, "totals.W is 'x'"),
    ({"totals": {"S": 7700, "W": 3900}}, "`discarder` is missing"),
    ({"total": 7700, "winner": "S", "options": {"honba": -1}}, "option honba is '-1'"),
])  # fmt: skip
def test_what_cannot_be_settled_is_told(run: Run, line: dict[str, Any], message: str) -> None:
    (answer,) = answers(run, ["settle", "--ruleset", "riichi"], line)
    assert message in answer["error"]


@pytest.mark.parametrize(("command", "message"), [
    (["--ruleset", "riichi"], "the winner's total is missing"),
    (["--ruleset", "riichi", "--total", "S=7700", "--winner", "E"], "winners alone have one; expected one --total"),
    (["--ruleset", "riichi", "--total", "S=7700", "--liable-total", "x"], "--liable-total 'x': a number is expected"),
    (["--ruleset", "riichi", "--total", "S=7700", "--pays-for-all", "E"], "by these rules expected --liable SEAT"),
    (["--ruleset", "classical", "--ready", "E"], "--ready is said of a total that is shared"),
])  # fmt: skip
def test_switches_of_other_rule_sets_are_refused(run: Run, command: list[str], message: str) -> None:
    result = run("settle", *command)
    assert result.exit_code == 2
    assert message in result.stderr
