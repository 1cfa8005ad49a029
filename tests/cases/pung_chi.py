"""The rules of `pung-chi`, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in

GAME = "game pung-chi"
FULL = f"{GAME}; hand; "
TABLE = f"{GAME}; hand depth=table; "
KONGS = f"{GAME} concealed_kongs=true; hand; "
"""Four alike in the hand may be laid as a kong."""
HELD = f"{GAME} held_fourth=true; hand; "
"""A fourth tile that was held before may be added to a pung."""
HELD_FOURTH = (
    "dealt S 555b 1379c 1379d EWw; E discard 5b; S claim pung; S expose pung 555b; S discard Ew; W draw ??;"
    "W discard Sw; N draw ??; N discard Sw; E draw ??; E discard Sw; S draw 2c; S kong added 5555b"
)
RESULT = f"{GAME}; hand depth=result; "
FLOWERS = f"{GAME} bonus_tiles=true; hand; "
PAID = f"{RESULT}S mahjong discard; "
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3) + "; "
"""The blocks of four, taken unseen."""
TIED = f"{GAME}; roll anna 3 4; roll ben 5 5; roll cora 4 6; roll dora 1 2; "
"""Ben and Cora threw highest, and throw again."""
PUNG = f"{TABLE}E discard 5b; S claim pung; S expose pung 555b; S discard 1c; "
"""South's pung of 5 bamboo lies exposed, and it is West's turn."""
ADDED = f"{PUNG}W discard 2c; N discard 3c; E discard 4c; S draw 5b; S kong added 5555b; "
SCATTERED = "E 1234b 5678c 1299d Ew Rd"
"""East's fourteen tiles, far from a complete hand."""
BY_CHOWS = f"{FULL}dealt S 46b 123456c 789c 11d / N 67b 123456d 789d 99c; E discard 5b; "
"""South and North both win with 5 bamboo, each by a chow."""
BY_CHOW_AND_PUNG = f"{FULL}dealt S 46b 123456c 789c 11d / N 55b 123456d 789d 99c; E discard 5b; "
"""South wins with 5 bamboo by a chow, North by a pung."""
LOST_IN_TURN = "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East, and has lost it."""

CASES: dict[str, Case] = cases_in("pung_chi", globals())
