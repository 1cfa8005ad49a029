"""The rules of `mahjiang`, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in
from short_logs import discards

GAME = "game mahjiang"
FULL = f"{GAME}; hand; "
TABLE = f"{GAME}; hand depth=table; "
RESULT = f"{GAME}; hand depth=result; "
PAID = f"{RESULT}S mahjong discard; "
BLOCKS = "; ".join(f"{seat} deal ?????" for seat in "ESWN" * 3) + "; "
"""The blocks of four, taken unseen."""
PUNG = f"{TABLE}E discard 5b; S claim pung; S expose pung 555b; S discard 1c; "
"""South's pung of 5 bamboo lies exposed, and it is West's turn."""
ADDED = f"{PUNG}W discard 2c; N discard 3c; E discard 4c; S draw 5b; S kong added 5555b; "
SCATTERED = "E 1234b 5678c 1299d Ew Rd"
"""East's fourteen tiles, far from a complete hand."""
NEARLY = "E 123456b 789c 22d 55d Ew"
"""East lacks one tile when the wind is gone."""
LOST_IN_TURN = "; ".join(
    f"hand {number} E {east} depth=result; S mahjong wall"
    for number, east in enumerate(("anna", "ben", "cora", "dora"), 1)
)
"""Everybody has been East, and has lost it."""

KONG_FIRST = f"{TABLE}E kong concealed 9999d; E kong-replacement ??"
WITHOUT_NINES = discards(69).replace("9d", "8d")
"""As many turns as there are without one draw: a kong does not shorten the live wall."""


def _kongs(seat: str, kinds: str, suit: str) -> str:
    return "; ".join(f"{seat} kong concealed {rank * 4}{suit}; {seat} kong-replacement ??" for rank in kinds)


BOX_EMPTY = (
    f"{FULL}{_kongs('E', '1234', 'b')}; E discard Ew; S draw ??; {_kongs('S', '5678', 'b')}; S discard Ew; "
    f"W draw ??; {_kongs('W', '1234', 'c')}; W discard Ew; N draw ??; {_kongs('N', '12', 'd')}; "
)
"""The fourteen tiles of the kong box are taken."""

FACE_DOWN = (
    f"{FULL}dealt S 555b 1379c 1379d EWw; E discard 1c; S draw Sw; S lay-concealed pung 555b; S discard Sw;"
    "W draw ??; W discard 1d; N draw ??; N discard 1d; E draw ??; E discard 9c;"
)
"""South's pung of 5 bamboo lies face down, and it is South's turn."""

CASES: dict[str, Case] = cases_in("mahjiang", globals())
