"""Claiming a discard: what is open, who has claimed, and whose claim goes before."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused


@pytest.mark.parametrize(
    ("since", "why"),
    [
        ("S draw ??", ", south has drawn a tile since east discarded 5b"),
        ("S claim pung; S expose pung 555b", ", south has taken east's 5b"),
        ("S draw ??; gap", None),
    ],
)
def test_a_late_call_is_told_what_has_become_of_the_discard(since: str, why: str | None) -> None:
    found = findings(f"E discard 5b; {since}; W claim pung")
    said = [one.message for one in found if one.code == "claim-not-open"]
    assert said == ([] if why is None else [f"west's claim: no discard is open{why}"])


def test_a_finding_names_rule_event_and_line() -> None:
    """Whoever reads it finds the place and the rule."""
    (found,) = findings("E discard 5b; W claim chow")
    assert (found.rule, found.seq, found.line, found.seat, found.hand) == ("classical/claim-1", 4, 4, "W", 1)
    assert found.message == ("west's chow from east's 5b: a chow takes the discard of the player on the left (south)")


@pytest.mark.rule("western/pung-1")
def test_a_call_that_goes_before_all_others_is_carried_through_or_taken_back() -> None:
    """When another player draws in its place it was dropped; a call that loses needs nothing."""
    name, claimed = "first_call_is_carried_through", "game western; hand; E discard 5b; W claim pung"
    assert refused(name, f"{claimed}; S draw ??") == "claim-dropped"
    assert accepted(name, f"{claimed}; W retract; S draw ??")
    assert accepted(name, f"{claimed}; W expose pung 555b; W discard 9c; N draw ??")
    assert codes(f"{claimed}; N claim mahjong; N mahjong discard") == []
    assert accepted(name, f"{claimed}; S claim chow; S retract; W expose pung 555b; W discard 9c; N draw ??")
    assert accepted(name, f"{claimed}; gap; S draw ??")
    assert [(one.seat, one.severity) for one in findings(f"{claimed}; S draw ??; S discard 9c")] == [("W", "warning")]


@pytest.mark.rule("classical/claim-1")
def test_where_all_answers_are_written_down_a_dropped_call_is_an_error() -> None:
    """Then nothing can have been left out of the record."""
    start = "game classical; hand every=pass; E discard 5b; W claim pung; S pass; N pass; S draw ??"
    assert [(one.code, one.severity) for one in findings(start)] == [("claim-dropped", "error")]
