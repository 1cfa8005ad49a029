"""The original call."""

from __future__ import annotations

import pytest

from short_logs import codes, findings

_KEPT, _CHANGED = "E show | 13579b 13579c 135d", "E show | 1379b 13579c 135d 4c"


MAHJIANG = "game mahjiang; hand"
NEARLY = "dealt E 123456b 789c 22d 55d Ew"
"""East waits for 2 or 5 dots when the wind is gone."""


@pytest.mark.rule("mahjiang/call-1")
@pytest.mark.parametrize("act", ["S pass", "S claim mahjong; S retract"])
def test_fishing_left_unsaid_is_found_once(act: str) -> None:
    """Of the first who acts; when the next one does it has been missed."""
    found = findings(f"{MAHJIANG}; {NEARLY}; E discard Ew; {act}; S draw ??; S discard 1c")
    assert len([one for one in found if one.code == "fishing-not-said"]) == 1


@pytest.mark.rule("mahjiang/call-1")
@pytest.mark.parametrize(
    ("shown", "is_refused"),
    [
        ("123456b 789c 22d 55d", False),
        ("123456b 789c 22d 5d ??", False),
        ("123456b ?? ?? ?? 22d 55d", False),
        ("19b 19c 19d ESWNw RGWd", False),
        ("1234b 5678c 1299d Rd", True),
        ("1234b 5678c 1299d ??", True),
    ],
)
def test_the_hand_shown_tells_whether_one_tile_was_missing_when_that_was_said(shown: str, is_refused: bool) -> None:
    """Tiles of it that are laid down unseen may be any."""
    said = "game mahjiang; hand depth=table; E discard Ew; E fishing; S draw ??; S mahjong wall"
    told = codes(f"{said}; E show | {shown}")
    assert told == (["shown-hand-differs"] if is_refused else [])
