"""Hands about which players asked in public, written as they write them; the answers are those that were agreed on.

The names are those of the programs whose reports tell of them.
"""

from __future__ import annotations

import json

import pytest
from command_runs import Run

from each import each

REPORTS = [
    # -- fu, han, points
    ("mahjong#40", "S in E 234m 1112356777s +4s tsumo", (30, 1, 1100)),
    ("mahjong#41", "S in E 1123444m 555p (123m) +1m ron houtei", (30, 1, 1000)),
    ("mahjax#17", "S in S 567m 123p 567p 234s Ew +E ron riichi", (40, 1, 1300)),
    ("mahjax#88", "S in E EEE (SSS) (333z) NNN 5s +5s ron", (50, 13, 32_000)),
    ("mahjax#88, honors too", "S in E EEE (SSS) (333z) NNN R +R ron", (50, 26, 64_000)),
    ("RiichiEnv#238", "S in E 1122334455667z +7z ron riichi indicators=4z", (25, 13, 32_000)),
    ("RiichiEnv#238, heaven", "E in E 19m19p19s 1234567z +1z tsumo first-turn", (0, 26, 96_000)),
    ("RiichiEnv#211", "S in E 111m 333p 444s 555s 9m +9m tsumo", (50, 13, 32_000)),
    ("klen#2", "S in E 123p 77788899s 22m +9s ron riichi", (30, 3, 3900)),
    ("klen#16", "E in W 333z 234m 567p 789s 5m +5m tsumo", (40, 2, 3900)),
    ("klen#14", "S in S (GGGG) SSS 68p 234m 55s +7p ron", (50, 3, 6400)),
    ("riichi-tracker#10", "S in E [5505s] 234m 678m 34p 22p +5p ron", (50, 2, 3200)),
    ("Varantha#70", "S in E 234m 567m 34p 678s 99s +5p tsumo", (20, 2, 1500)),
    ("gochiusa-bot#11", "E in E 234m 567m 34p 678s 99s +5p tsumo", (20, 2, 2100)),
    ("Varantha#34", "N in E (NNN) 234m 567p 68s 55m +7s ron", (30, 1, 1000)),
    ("pantheon#715", "S in E (RRR) (GGG) WWd 234m 56s +7s tsumo", (40, 4, 8000)),
    ("mjx#244", "S in E 234m 567m 55p 678s 11s +5p ron riichi", (40, 1, 1300)),
    # -- no hand that wins
    ("mahjong#205", "S in E 13m 234p 340678s SS +2m ron indicators=1m", "has no pattern to win with (no yaku)"),
    ("mahjong-hand-guessing-game#14", "S in E 123m 44456678p 11s +4p ron", "has no pattern to win with (no yaku)"),
    ("mahjong#34", "S in E 23s 444s 678m 345p 22p +4s chankan", "a robbed kong has all four 4 bamboo"),
    ("mahjong#34, loose", "S in E 23s 456s 678m 345p 22p +4s rinshan", "a loose tile replaces the fourth tile"),
    ("mahjong#36", "S in E 55555s 678m 345p 22p +2p ron", "5 tiles 5 bamboo: there are 4 of it"),
    ("klen#8", "S in E 23457s 345m 67888p +6s ron indicators=1p under=2p", "only: say `riichi`"),
]


@each("report, line, right", REPORTS)
def test_a_hand_that_was_asked_about_is_scored_as_was_agreed_on(
    run: Run, report: str, line: str, right: tuple[int, int, int] | str
) -> None:
    answer = json.loads(run("score", "--ruleset", "riichi", "--batch", "-", stdin=line).stdout)
    if isinstance(right, str):
        assert right in answer.get("error", answer.get("reason"))
        return
    assert (answer["points"], answer["doubles"], answer["total"]) == right


@pytest.mark.rule("riichi/pot-1")
@each("ruleset, change", [
    # 7,700 of South and 3,900 of West, who took one discard of East; two repeats, one stick on the table.
    ("riichi", [-12_200, 9300, 3900, 0]), ("riichi-ema", [-12_200, 9300, 3900, 0]), ("riichi-wrc", [-8300, 9300, 0, 0]),
])  # fmt: skip
def test_a_double_ron_with_honba_and_sticks_is_settled(run: Run, ruleset: str, change: list[int]) -> None:
    """Asked for in Pantheon#303 and #353, mahjax#77: the nearest takes both; at the championship one wins."""
    given = ["--total", "S=7700", "--total", "W=3900", "--discarder", "E", "--repeats", "2", "--pot", "1000"]
    result = run("settle", "--ruleset", ruleset, *given, "--json")
    assert list(json.loads(result.stdout)["change"].values()) == change


def test_who_was_ready_is_said_in_the_word_of_riichi_too(run: Run) -> None:
    """By a tournament's rules the one who is not pays the three others 1,000 each."""
    ready = [run("settle", "--ruleset", "riichi", name, "E", name, "S", name, "W") for name in ("--ready", "--tenpai")]
    assert ready[0].stdout == ready[1].stdout
    assert "North              1,000       1,000       1,000      −3,000" in ready[0].stdout
