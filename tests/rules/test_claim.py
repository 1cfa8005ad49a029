"""Claiming a discard: what is open, who has claimed, and whose claim goes before."""

from __future__ import annotations

import pytest

from short_logs import findings


@pytest.mark.parametrize(("since", "why"), [
    ("S draw ??", ", south has drawn a tile since east discarded 5b"),
    ("S claim pung; S expose pung 555b", ", south has taken east's 5b"),
    ("S draw ??; gap", None),
])  # fmt: skip
def test_a_late_call_is_told_what_has_become_of_the_discard(since: str, why: str | None) -> None:
    found = findings(f"E discard 5b; {since}; W claim pung")
    said = [one.message for one in found if one.code == "claim-not-open"]
    assert said == ([] if why is None else [f"west's claim: no discard is open{why}"])


def test_a_finding_names_rule_event_and_line() -> None:
    """Whoever reads it finds the place and the rule."""
    (found,) = findings("E discard 5b; W claim chow")
    assert (found.rule, found.seq, found.line, found.seat, found.hand) == ("classical/claim-1", 4, 4, "W", 1)
    assert found.message == ("west's chow from east's 5b: a chow takes the discard of the player on the left (south)")
