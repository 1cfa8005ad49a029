"""The rules of `riichi` about tiles, wall, turns, claims, riichi and furiten, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in, riichi_ends
from cases.riichi_ends import GAME

HAND = f"{GAME}hand; "
TURN = "{0} draw ??; {0} discard {1};"
SOUTH_IS_READY = "E draw 9c; E discard 9c; S draw Ew; S discard Ew riichi=true; W draw Ew; W discard Ew; "
"""South is in riichi, and lacks an 8 dots."""
ROUND = "N draw Sw; N discard Sw; E draw 9b; E discard 9b; "
OPEN = "dealt E 5b 456c 456d 1b 22c 33d 9d / S 55b 340c 789d Ew Ew 99c 1d / W 46b 123c 99c 678d 111d; indicator 1c; "
"""South has two 5 bamboo and West the chow around one; South's 5 characters is red."""
PUNG = "E draw 9b; E discard 5b; S claim pung; S expose pung 555b; "
THREE_SIXES = "dealt S 666b 78b 234c 345d 88d ; indicator 1c; "
SIX = "E draw ??; E discard 1c; S draw 9c; S discard 9c riichi=true;W draw ??; W discard 1d; N draw ??; N discard 2d; "
RIICHI_KONG = "E draw ??; E discard 3d; S draw {0}; S kong concealed {0[0]}{0[0]}{0[0]}{0[0]}{0[1]}; "
ADDED = "S discard 1d; W draw 2d; W discard 2d; N draw ??; N discard 9b; E draw ??; E discard 9b; S draw 0b; "
NO_PATTERN = "dealt S 123b 456c 78d 99d 111c ; indicator 1b; "
"""South lacks a 6 or 9 dots, and has no pattern."""
CLAIMS = (
    "game riichi furiten_ends=draw; hand; dealt S 234b 567b 34d 77c 678c; indicator 1c; E draw ??; E discard 9c;"
    "S draw Ew; S discard Ew; W draw ??; W discard 2d; N draw ??; N discard 1b; E draw ??; E discard 8b; S claim chow;"
    "S expose chow 678b; S discard 2b; W draw ??; W discard 5d; S claim mahjong; S mahjong discard 5d"
)
"""South lets a winning tile go, claims another, and would win after South's discard."""


def unseen(draws: int) -> str:
    """So many times the next player draws, from East on, and discards; nobody saw what."""
    return " ".join(f"{seat} draw ??; {seat} discard ??;" for seat in ("ESWN" * draws)[:draws]) + " "


CASES: dict[str, Case] = cases_in("riichi", vars(riichi_ends), globals())
