"""Calling a discard in the American game: for groups of three and more alike, in which jokers may stand."""

from __future__ import annotations

import pytest

from short_logs import accepted, codes, findings, refused

HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
KNOWN = f"{HAND}; dealt S 55b JJk 123456789c; passes 123c; E discard 5b"
"""South has two 5b and two jokers."""
MISNAMED = f"{TABLE}; E discard 5b named=5c"


@pytest.mark.rule("american/joker-4")
def test_a_discarded_joker_is_called_by_nobody() -> None:
    """To discard one is legal; a call alone is only warned of."""
    name = "discarded_joker_stays"
    assert codes(f"{TABLE}; E discard Jk; S discard 9d") == []
    for act in ("claim pung", "claim mahjong", "expose pung JJJk", "mahjong discard"):
        assert accepted(name, f"{TABLE}; E discard 9d; S {act}")
        assert refused(name, f"{TABLE}; E discard Jk; S {act}") == "claim-not-open"
    assert accepted(name, f"{TABLE}; E discard Jk; S mahjong wall")
    assert [one.severity for one in findings(f"{TABLE}; E discard Jk; S claim pung")] == ["warning"]


@pytest.mark.rule("american/call-2")
def test_of_a_tile_called_that_nobody_saw_only_the_others_must_be_held() -> None:
    """It may be any of the group but a joker."""
    name, unseen = "group_is_held", KNOWN.replace("E discard 5b", "E discard ??")
    assert unseen != KNOWN
    for kind, tiles in (("pung", "555b"), ("pung", "5b JJk")):
        assert accepted(name, f"{unseen}; S claim {kind}; S expose {kind} {tiles}")
    for kind, tiles in (("kong", "5555b"), ("kong", "5b JJJk")):
        assert refused(name, f"{unseen}; S claim {kind}; S expose {kind} {tiles}") == "set-not-held"


@pytest.mark.rule("american/error-2")
@pytest.mark.parametrize("act", ["claim pung", "expose pung 555b", "mahjong discard"])
def test_by_an_option_a_misnamed_tile_is_never_called(act: str) -> None:
    """Not even when it is named rightly: the text has no exception. The next discard can be called again."""
    name = "misnamed_discard_stays"
    misnamed = "game american card=riverside-2026 corrected_names=false; hand depth=table; E discard 5b named=5c"
    assert refused(name, f"{misnamed}; E name 5b; S {act}", after="discard-misnamed") == "claim-misnamed"
    assert accepted(name, f"{MISNAMED}; E name 5b; S {act}")
    assert accepted(name, f"{misnamed}; E name 5b; S discard 5b; W {act}")
    assert accepted(name, f"{misnamed.removesuffix(' named=5c')}; E name 5b; S {act}")
