"""An announced total is its points, doubled, or a limit hand's worth: that is known whatever the tiles were."""

from __future__ import annotations

import pytest

from tests.short_logs import codes

UNSEEN = "game western; hand depth=result; E mahjong wall"


@pytest.mark.rule("western/show-1")
@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("80 points=20 doubles=2", []),
        ("1000 points=20 doubles=2", []),
        ("100", []),
        ("100 points=20", []),
        ("100 points=20 doubles=2", ["wrong-score"]),
        ("80 points=20 doubles=9000", ["wrong-score"]),
    ],
)
def test_a_total_is_its_points_doubled(score: str, found: list[str]) -> None:
    """Of a hand that nobody wrote down."""
    assert codes(f"{UNSEEN}; E score {score}") == found


def test_a_total_over_the_limit_is_cut_down_to_it() -> None:
    """Where hands have a limit, a total may be less than its points and doubles make."""
    assert codes("game classical; hand depth=result; E mahjong wall; E score 1000 points=100 doubles=8") == []
