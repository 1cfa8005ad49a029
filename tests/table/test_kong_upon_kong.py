"""A kong upon a kong: made by the loose tile of the one before, where the rule set asks for that."""

from __future__ import annotations

import pytest

from tests.short_logs import table

_DEALT = "hand; dealt E 1111b 2222b 333c 456d"
_TWO = "E kong concealed 1111b; E kong-replacement {tile}; E kong concealed {kong}"


@pytest.mark.rule("western/limit-3")
@pytest.mark.parametrize(("ruleset", "tile", "kong", "streak", "sure"), [
    ("western", "3c", "3333c", 2, True),
    ("western", "9d", "2222b", 1, True),
    ("western", "??", "2222b", 2, False),
    ("classical", "9d", "2222b", 2, True),
])  # fmt: skip
def test_a_kong_follows_another_by_its_loose_tile(ruleset: str, tile: str, kong: str, streak: int, sure: bool) -> None:
    """A loose tile that nobody saw may have made it; classical counts any kong."""
    after = table(f"game {ruleset}; {_DEALT}; {_TWO.format(tile=tile, kong=kong)}")
    assert (after.kong_streak, after.sure_streak) == (streak, sure)


def test_a_discard_ends_the_count() -> None:
    """A kong in a later turn begins a new one."""
    later = (
        "E kong-replacement 9d; E discard 9d; S draw ??; S discard 1c; W draw ??; W discard 1c; N draw ??; N discard 2c"
    )
    after = table(f"game western; {_DEALT}; E kong concealed 1111b; {later}; E draw 3c; E kong concealed 3333c")
    assert (after.kong_streak, after.sure_streak) == (1, True)
