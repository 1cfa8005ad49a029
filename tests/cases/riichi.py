"""The rules of `riichi` about tiles, wall, turns, claims, riichi and furiten, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in, riichi_ends

TURN = "{0} draw ??; {0} discard {1};"
RIICHI_KONG = "E draw ??; E discard 3d; S draw {0}; S kong concealed {0[0]}{0[0]}{0[0]}{0[0]}{0[1]}; "


def unseen(draws: int) -> str:
    """So many times the next player draws, from East on, and discards; nobody saw what."""
    return " ".join(f"{seat} draw ??; {seat} discard ??;" for seat in ("ESWN" * draws)[:draws]) + " "


CASES: dict[str, Case] = cases_in("riichi", vars(riichi_ends), globals())
