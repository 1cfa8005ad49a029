"""`mjlog score` and `mjlog settle` for riichi: dora and red fives, fu and han explained, shared payments."""

from __future__ import annotations

import json
from typing import Any

from each import each
from tests.cli.command_runs import Run


def answers(run: Run, command: list[str], *lines: Any) -> list[dict[str, Any]]:
    """What a batch answers."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    result = run(*command, "--batch", "-", stdin="\n".join(texts))
    return [json.loads(line) for line in result.stdout.splitlines()]


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
    assert (f"[{rule}]" in found.get("remark", "")) is (rule is not None)
    assert ("go to" in found.get("remark", "")) is (min(change) < 0 and len([one for one in change if one > 0]) > 1)
    totals = {"S": 12_000, "W": 1000, "N": 1000}
    named = [f"--total={hand[0]}={totals[hand[0]]}" for hand in hands]
    again = run("settle", "--ruleset", ruleset, *named, "--discarder", discarder, *OF_THE_DEAL, "--json")
    assert json.loads(again.stdout) == found


def test_a_club_may_let_two_of_three_win(run: Run) -> None:
    found = settled(run, "riichi", SOUTH, WEST, NORTH, "--discarder", "E", "--option", "abort_ron3=false")
    assert found["payments"] == [["E", "S", 12_000], ["E", "W", 1000]]
    assert found["remark"].startswith("south and west win: by these rules two players win a tile, the nearest to east")


def test_who_is_liable_answers_for_the_yakuman_that_the_hand_has(run: Run) -> None:
    """Half of it, and the repeats; of honors besides, 64,000, half of all. By clubs the half is of 32,000."""
    said = ["--discarder", "E", "--liable", "N", *OF_THE_DEAL]
    assert settled(run, "riichi", DRAGONS, *said) == {
        "change": {"E": -16_000, "S": 33_600, "W": 0, "N": -16_600},
        "payments": [["E", "S", 16_000], ["N", "S", 16_600]],
        "remark": "north answers for all of the hand, half of it with east, and the repeats are north's [riichi/pao-1]",
    }
    two = settled(run, "riichi", DRAGONS, "W in E 23b 678c 345d 22d (234c) +4b ron", *said)
    assert two["change"] == {"E": -17_000, "S": 33_600, "W": 1000, "N": -16_600}
    honors = "S in E (RRRd) (GGGd) (WWWd) EEEw Sw +Sw"
    assert settled(run, "riichi", f"{honors} ron", *said)["change"]["N"] == -32_600
    drawn = settled(run, "riichi", f"{honors} tsumo", "--liable", "N", *OF_THE_DEAL)
    assert drawn["change"] == {"E": 0, "S": 65_600, "W": 0, "N": -64_600}
    clubs = ["--option", "pao_covers=yakuman", "--option", "pao_honba=discarder"]
    assert settled(run, "riichi", f"{honors} ron", *said, *clubs)["change"]["N"] == -16_000
    # Drawn: 32,000 and 600 of North alone, the other 32,000 by shares of 16,000 and 8,000.
    shared = settled(run, "riichi", f"{honors} tsumo", "--liable", "N", *OF_THE_DEAL, *clubs)
    assert shared["change"] == {"E": -16_000, "S": 65_600, "W": -8000, "N": -40_600}


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


# ---------------------------------------------------------------- settling
