"""The rules of `riichi-sanma` that `riichi` has not, or has otherwise: each kept and broken."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES

_GAME = "game riichi-sanma; "
_DEAL = "dealt E 1234b 1199c 1234d 8d / S 234b 678b 345d 555b 8d / W 456b 99c 67d 33b 99b EEw; indicator 1b; "
"""South lacks an 8 dots."""
_DEALT = f"{_GAME}hand; {_DEAL}"
_UNSEEN = f"{_GAME}hand; dealt; indicator 1b; "
"""Everything was written down, and nobody saw the tiles."""
_NORTHS = "dealt S 234b 678b 345d 55b NNw; indicator 1b; "
"""South lacks a 5 bamboo or a north wind."""
_RIICHI = "E draw ??; E discard 9c; S draw 9d; S discard 9d riichi=true; W draw ??; W discard 9c; E draw ??; "


def _turns(draws: int, first: int = 0) -> str:
    """So many times the next player draws, from East on, and discards; no two alike follow one another."""
    played = [code for code in CODES[:34] if code[1] != "c" or code[0] in "19"]
    seats = ["ESW"[(number + first) % 3] for number in range(draws)]
    moves = (f"{seat} draw ??; {seat} discard {played[number * 5 % 27]};" for number, seat in enumerate(seats))
    return " ".join(moves) + " "


_KONGS = "".join(
    f"E kong concealed {tiles}; indicator 9c kong; E kong-replacement ??; " for tiles in ("1111d", "2222b", "3333b")
)
_FIRST = f"{_GAME}hand 1 E anna depth=result; S mahjong discard; settlement for=S S=1000 W=-1000; "


CASES: dict[str, Case] = {
    "riichi-sanma/tiles-1": Case(
        legal=f"{_DEALT}E draw 1c; E discard 1c",
        illegal=f"{_DEALT}E draw 5c",
        code="tile-not-in-set",
    ),
    "riichi-sanma/tiles-2": Case(
        legal=f"{_GAME}hand; dealt; indicator 0b; E draw ??; E discard 9c; S draw 0d",
        illegal=f"{_GAME}hand; dealt; indicator 0b; E draw ??; E discard 9c; S draw 0b",
        code="too-many-copies",
    ),
    "riichi-sanma/seats-1": Case(
        legal=f"{_GAME}seats ben cora anna; hand 1 E ben",
        illegal=f"{_GAME}seats ben cora anna; hand 1 E anna",
        code="wrong-east",
    ),
    "riichi-sanma/start-1": Case(
        legal=f"{_FIRST}hand 2 E ben depth=result totals=anna:35000,ben:36000,cora:34000",
        illegal=f"{_FIRST}hand 2 E ben depth=result totals=anna:35000,ben:35000,cora:34000",
        code="wrong-total",
    ),
    "riichi-sanma/wall-1": Case(
        legal=f"{_GAME}hand; wall 1111b size=108",
        illegal=f"{_GAME}hand; wall 1111b size=108; wall 1111b size=108",
        code="out-of-place",
    ),
    "riichi-sanma/break-1": Case(
        legal=f"{_GAME}hand; E roll break-wall 3 5; break S 8",
        illegal=f"{_GAME}hand; E roll break-wall 3 5; break W 8",
        code="wrong-break",
    ),
    "riichi-sanma/deal-1": Case(
        legal=f"{_GAME}hand; E deal ?????; S deal ?????; W deal ?????; E deal ?????",
        illegal=f"{_GAME}hand; E deal ?????; S deal ?????; W deal ?????; S deal ?????",
        code="wrong-deal-order",
    ),
    "riichi-sanma/dead-1": Case(
        legal=f"{_UNSEEN}{_turns(55)}washout",
        illegal=f"{_UNSEEN}{_turns(55)}S draw ??",
        code="draw-past-end",
    ),
    "riichi-sanma/dead-1#after-a-north": Case(
        legal=f"{_UNSEEN}E draw ??; E bonus Nw; E bonus-replacement ??; E discard 9c; {_turns(53, 1)}washout",
        illegal=f"{_UNSEEN}E draw ??; E bonus Nw; E bonus-replacement ??; E discard 9c; {_turns(53, 1)}E draw ??",
        code="draw-past-end",
    ),
    "riichi-sanma/dead-2": Case(
        legal=f"{_GAME}hand; wall ?? 107=5b; dealt; indicator 1c; E draw Nw; E bonus Nw; E bonus-replacement 5b",
        illegal=f"{_GAME}hand; wall ?? 107=5b; dealt; indicator 1c; E draw Nw; E bonus Nw; E bonus-replacement 6b",
        code="not-the-wall-tile",
    ),
    "riichi-sanma/dead-2#indicator": Case(
        legal=f"{_GAME}hand; wall ?? 99=5b; dealt; indicator 5b",
        illegal=f"{_GAME}hand; wall ?? 99=5b; dealt; indicator 6b",
        code="wrong-indicator",
    ),
    "riichi-sanma/dora-2": Case(
        legal=f"{_UNSEEN}E draw ??; E discard 5d; S claim kong; S expose kong 5550d; S kong-replacement ??;"
        "S bonus Nw; indicator 2b kong; S bonus-replacement ??; S discard 9c",
        illegal=f"{_UNSEEN}E draw ??; E discard 5d; S claim kong; S expose kong 5550d; S kong-replacement ??;"
        "S bonus Nw; !S bonus-replacement ??; indicator 2b kong; S discard 9c",
        code="indicator-missing",
    ),
    "riichi-sanma/north-1": Case(
        legal=f"{_UNSEEN}E draw Nw; E bonus Nw; E bonus-replacement Nw; E bonus Nw;"
        "E bonus-replacement ??; E discard 9c",
        illegal=f"{_UNSEEN}E draw Nw; S bonus Nw",
        code="out-of-turn",
    ),
    "riichi-sanma/north-1#not-replaced": Case(
        legal=f"{_UNSEEN}E draw Nw; E bonus Nw; E bonus-replacement ??; E discard 9c",
        illegal=f"{_UNSEEN}E draw Nw; E bonus Nw; E discard 9c",
        code="replacement-missing",
    ),
    "riichi-sanma/north-1#two-at-once": Case(
        legal=f"{_UNSEEN}E draw ??; E bonus Nw; E bonus-replacement ??; E bonus Nw",
        illegal=f"{_UNSEEN}E draw ??; E bonus NNw",
        code="replacement-missing",
    ),
    "riichi-sanma/north-1#after-a-claim": Case(
        legal=f"{_UNSEEN}E draw ??; E discard 5d; S claim pung; S expose pung 555d; S discard 9c; W draw ??;W bonus Nw",
        illegal=f"{_UNSEEN}E draw ??; E discard 5d; S claim pung; S expose pung 555d; S bonus Nw",
        code="bonus-not-allowed",
    ),
    "riichi-sanma/north-1#another-wind": Case(
        legal=f"{_UNSEEN}E draw Ww; E discard Ww",
        illegal=f"{_UNSEEN}E draw Ww; E bonus Ww",
        code="not-a-bonus",
    ),
    "riichi-sanma/north-2": Case(
        legal=f"{_UNSEEN}{_turns(53)}W draw Nw; W bonus Nw; W bonus-replacement ??; W discard 9c",
        illegal=f"{_UNSEEN}{_turns(54)}E draw Nw; E bonus Nw",
        code="bonus-not-allowed",
    ),
    "riichi-sanma/north-3": Case(
        legal=f"{_GAME}hand; {_NORTHS}{_RIICHI}E discard 9c; S draw Nw; S bonus Nw;"
        "S bonus-replacement 9d; S discard 9d",
        illegal=f"{_GAME}hand; {_NORTHS}{_RIICHI}E discard 9c; S draw 9d; S bonus Nw",
        code="bonus-not-allowed",
    ),
    "riichi-sanma/north-7": Case(
        legal=f"{_GAME}hand; {_NORTHS}{_RIICHI}E bonus Nw; S claim mahjong; S mahjong bonus Nw",
        illegal=f"game riichi-sanma north_ron=none; hand; {_NORTHS}{_RIICHI}E bonus Nw; !S claim mahjong;"
        "S mahjong bonus Nw",
        code="rob-not-allowed",
    ),
    "riichi-sanma/north-7#nothing-aside": Case(
        legal=f"{_GAME}hand; {_NORTHS}{_RIICHI}E discard Nw; S claim mahjong; S mahjong discard Nw",
        illegal=f"{_GAME}hand; {_NORTHS}{_RIICHI}E discard Nw; S mahjong bonus Nw",
        code="rob-not-allowed",
    ),
    "riichi-sanma/north-10": Case(
        legal=f"{_UNSEEN}E draw Nw; E discard Nw; S claim pung; S expose pung NNNw; S discard 9c",
        illegal="game riichi-sanma north_claim=false; hand; dealt; indicator 1b; E draw Nw; E discard Nw;"
        "!S claim pung; S expose pung NNNw; S discard 9c",
        code="claim-not-open",
    ),
    "riichi-sanma/claim-1": Case(
        legal=f"{_UNSEEN}E draw ??; E discard 5d; S claim pung; S expose pung 555d; S discard 9c",
        illegal=f"{_UNSEEN}E draw ??; E discard 5d; !S claim chow; S expose chow 456d; S discard 9c",
        code="claim-not-open",
    ),
    "riichi-sanma/turn-1": Case(
        legal=f"{_UNSEEN}E draw ??; E discard 9c; S draw ??; S discard 1c; W draw ??; W discard 9c; E draw ??",
        illegal=f"{_UNSEEN}E draw ??; E discard 9c; S draw ??; S discard 1c; E draw ??",
        code="out-of-turn",
    ),
    "riichi-sanma/kan-2": Case(
        legal=f"{_UNSEEN}E draw Nw; E bonus Nw; E bonus-replacement ??; E bonus Nw; E bonus-replacement ??; {_KONGS}"
        "E kong concealed 4444b; indicator 9c kong; E kong-replacement ??; E discard 9d",
        illegal=f"{_UNSEEN}E draw ??; {_KONGS}E kong concealed 4444b; indicator 9c kong; E kong-replacement ??;"
        "E discard 9d; S draw ??; S kong concealed 5555d",
        code="kong-not-allowed",
    ),
}
