"""A score as people read it fits a terminal, and says a part of the limit."""

from __future__ import annotations

from command_runs import Run

from mjlog.calculator.deal import ScoredHand
from mjlog.calculator.score_page import hand_page
from mjlog.scoring.request import HandRequest


def test_the_number_of_columns_is_kept_whatever_a_hand_holds(run: Run) -> None:
    hands = (
        "E in E [1111b] [9999b] [1111c] [9999c] 1234f 1234s 1d +1d loose twofold last-tile",
        "N in N 11b 22b 33b 44b 55b 66b 7b +7b last-wall original-call",
        "W in S 1112345678999b +9b discard",
    )
    for ruleset in ("classical", "western", "dmjl", "bmja"):
        for hand in hands:
            result = run("score", "--ruleset", ruleset, hand)
            assert result.exit_code == 0
            assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_part_of_the_limit_is_said() -> None:
    """As the hundredths of the limit that an item may state, or as its own worth."""
    item = {"name": "fishing", "points": 0, "doubles": 0, "rule": "bmja/fishing-limit", "tiles": "19b"}
    for more, words in (
        ({"limit": 100}, "limit"),
        ({"limit": 40}, "0.4 limit"),
        ({"limit": 100, "limit_points": 3000}, "limit 3,000"),
    ):
        answer = {"total": 400, "limit": "fishing-limit", "items": [item | more], "arrangement": []}
        lines = hand_page(ScoredHand(HandRequest(), answer))
        assert lines == [
            f"{'':43} points doubles  rule",
            f"{'  fishing  19b':43}{words:>15}  bmja/fishing-limit",
            "",
            "total 400 (limit hand: fishing-limit)",
        ]
