"""Calling a discard in the American game: for groups of three and more alike, in which jokers may stand."""

from __future__ import annotations

import pytest

from short_logs import accepted, refused

HAND = "game american card=riverside-2026; hand"
TABLE = f"{HAND} depth=table"
MISNAMED = f"{TABLE}; E discard 5b named=5c"


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
