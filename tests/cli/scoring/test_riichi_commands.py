"""`mjlog score` and `mjlog settle` for riichi: dora and red fives, fu and han explained, shared payments."""

from __future__ import annotations

import json
from typing import Any

import pytest
from test_score_asked import Table

from each import each
from mjlog.rulesets import default_rules
from mjlog_cli.scoring.asked_hand import ask_shared, same_on_one_line
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


def test_the_switches_say_the_same_as_the_line(run: Run) -> None:
    typed = run("score", "--ruleset", "riichi", "--seat", "S", "--round", "E", "--concealed", "234567b 340c 67888d",
                "--tile", "6b", "--source", "discard", "--flag", "riichi", "--flag", "ippatsu", "--indicators", "7d",
                "--under", "1b", "--json")  # fmt: skip
    assert json.loads(typed.stdout)["total"] == 16000


def test_who_discarded_the_tile_has_to_be_said(run: Run) -> None:
    asked = run("score", "--ruleset", "riichi", WIN)
    assert "who discarded the winning tile pays by these rules: say who" in asked.stdout.replace("\n", " ")


def test_a_hand_of_riichi_is_asked_for_with_its_dora() -> None:
    table = Table(
        "s", "e", "", "234567b 340c 67888d", "6b", "discard", "riichi ippatsu", "7d", "1b",
    )  # fmt: skip
    hand = table.hand("riichi")
    assert "dora indicators (Enter: none)" in table.questions
    assert same_on_one_line(hand, default_rules("riichi"), "--ruleset riichi")[1] == (
        '  mjlog score --ruleset riichi "S in E 23457b 340c 67888d +6b discard ippatsu riichi indicators=7d under=1b"'
    )


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
    ({"total": 7700, "winner": "S", "options": {"honba": -1}}, "option honba is '-1'"),
])  # fmt: skip
def test_what_cannot_be_settled_is_told(run: Run, line: dict[str, Any], message: str) -> None:
    (answer,) = answers(run, ["settle", "--ruleset", "riichi"], line)
    assert message in answer["error"]


@pytest.mark.parametrize(("command", "message"), [
    (["--ruleset", "riichi"], "the winner's total is missing"),
    (["--ruleset", "riichi", "--total", "S=7700", "--total", "E=0"], "the winner alone has one"),
    (["--ruleset", "riichi", "--total", "S=7700", "--pays-for-all", "E"], "by these rules expected --liable SEAT"),
    (["--ruleset", "classical", "--ready", "E"], "--ready is said of a total that is shared"),
])  # fmt: skip
def test_switches_of_other_rule_sets_are_refused(run: Run, command: list[str], message: str) -> None:
    result = run("settle", *command)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_settlement_is_asked_for_step_by_step() -> None:
    given = {"options": {}}
    win = Table("s", "7700", "w", "1", "1000", "")
    assert ask_shared(given, default_rules("riichi"), win.ask, win.say) == {
        "winner": "S", "total": 7700, "discarder": "W", "repeats": 1, "pot": 1000, "liable": None, "options": {},
    }  # fmt: skip
    draw = Table("", "x", "es")
    assert ask_shared(given, default_rules("riichi"), draw.ask, draw.say) == {"ready": ["E", "S"], "options": {}}
    assert draw.complaints == ["expected some of E, S, W, N, each once, or Enter: nobody"]
