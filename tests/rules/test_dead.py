"""Dead hands: when a hand is dead, what proves it, and what its player may no longer do."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused

CARD = "game american card=riverside-2026"
HAND = f"{CARD}; hand"
TABLE = f"{CARD}; hand depth=table"
A_ROUND = "E discard 9d; S discard 9d; W discard 9d"
SIX = "N discard 5b; S claim sextet; S expose sextet 555b JJJk; S discard 9c"
"""Only one line has six alike: six flowers, six of the number, and two soaps."""


# -- numbers of tiles ----------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-2")
@pytest.mark.parametrize("depth", ["full", "table"])
def test_after_three_hands_are_dead_for_whatever_reasons_nobody_plays_on(depth: str) -> None:
    """By older versions of the rule set those with a wrong number of tiles alone count."""
    three = f"{HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call; N dead other"
    name, older = "replayed_for_three_dead_hands", "replayed_for_three_wrong_hands"
    for act in ("E draw ??", "E mahjong wall"):
        assert refused(name, f"{three}; {act}") == "replay-missing"
        assert accepted(older, f"{three}; {act}")
    assert accepted(name, f"{HAND} depth={depth}; dealt; passes; E discard 9d; S dead other; W dead call; N draw ??")
    assert codes(f"{three}; E draw ??; E discard 9d") == ["replay-missing"]
    assert codes(f"{three}; replay nobody is left; hand 1; E discard 9d") == []
    if depth == "full":
        assert refused("replayed_only_for_three_wrong_hands", f"{three}; replay nobody is left") == "replay-not-due"


# -- impossible exposures ------------------------------------------------------------------------------------------


@pytest.mark.rule("american/dead-3")
def test_a_verdict_names_its_basis_and_what_still_lives() -> None:
    """The labels of the lines, and no more of the card."""
    (found,) = findings(f"{TABLE}; {A_ROUND}; {SIX}; S dead exposure by=N")
    assert "q4" in found.message
    assert "basis: rack" in found.message
    assert "FFFFFF" not in found.message
