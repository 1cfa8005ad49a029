"""The rules of clubs about the table and the play, each kept and broken; values are in `clubs_scores`."""

from __future__ import annotations

from cases import Case, cases_in
from mjlog.tiles import CODES, PLAIN_KINDS

BRITISH = ("bmja", "bmja-kajongg")
CLUBS = (*BRITISH, "dmjl")
BOX = {"bmja": 14, "bmja-kajongg": 14, "dmjl": 16}
"""Tiles of the kong box."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
A_KONG = "E kong concealed 1111b; E kong-replacement ??;"


def draws(ruleset: str) -> int:
    """How many live tiles are drawn after the deal of 53, where no bonus tile is replaced."""
    return 144 - 53 - BOX[ruleset]


def full(ruleset: str) -> str:
    """Everything was written down; tiles that nobody saw are `??`."""
    return f"game {ruleset}; hand;"


def fishing(ruleset: str, seat: str) -> str:
    """Who lacks one tile says so, where that is a rule."""
    return f"{seat} fishing;" if ruleset.split()[0] in BRITISH else ""


def turns(number: int) -> str:
    """East discards, and so many times the next player draws and discards; 1b is kept."""
    kinds = [CODES[1 + at % (PLAIN_KINDS - 1)] for at in range(number + 1)]
    moves = [f"{'ESWN'[at % 4]} draw ??; {'ESWN'[at % 4]} discard {kind}" for at, kind in enumerate(kinds)]
    return "; ".join(moves).removeprefix("E draw ??; ")


def hands_lost_by_east(wind: str, first: int = 1) -> str:
    """A round in which South wins every hand."""
    easts = enumerate(("anna", "ben", "cora", "dora"), start=first)
    return "; ".join(f"hand {number} {wind} {east} depth=result; S mahjong discard" for number, east in easts)


WAITS_FOR_5B = "dealt W 222c 333c 444d 46b 99d;"
SOUTH_PUNGS = "E discard 5b; S claim pung; S expose pung 555b; S discard 9c; W draw Ew; W discard Ew;"
ROUND_THE_TABLE = "N draw ??; N discard 9d; E draw ??; E discard 9d;"
ALL_BUT_EAST_WIND = "19b 19c 19d SWNw RGWd 1b"
THROWN_TO_TWO_DRAGONS = (
    "dealt W 123c 456c 789c 11b GWd; E discard Rd; S claim pung; S expose pung RRRd; S discard 9d; W draw ??;"
    "W discard Gd; S claim pung; S expose pung GGGd; S discard 9d; W draw ??; W discard Wd;"
    "S claim mahjong; S mahjong discard Wd"
)
"""South has laid down pungs of two dragons, and wins with the third, which West throws though there is a choice."""


def _wall(r: str) -> dict[str, Case]:
    start, live = full(r), draws(r)
    first_loose = "12c"
    return cases_in("clubs_wall", globals(), locals())


def _claims(r: str) -> dict[str, Case]:
    start, table = full(r), f"game {r}; hand depth=table;"
    says = fishing(r, "W")
    east_winds = f"{start} dealt E 222b 333c 444c EEEEw 8d / W {{}}; E kong concealed EEEEw; "
    return cases_in("clubs_claims", globals(), locals())


def _others(r: str) -> dict[str, Case]:
    start = full(r)
    dangerous = f"game {r}; hand every=dangerous; {THROWN_TO_TWO_DRAGONS}"
    result = f"game {r}; hand depth=result;"
    fines = (50, "misnamed", 60) if r in BRITISH else (50, "misnamed-chow", 100)
    return cases_in("clubs_play", globals(), locals())


NEARLY = "E 222b 333c 444d 55b 67d Ew"
TWO_CHOWS = "E 222b 333c 456d 55b 67d Ew"
"""It lacks more than one tile where two chows are too many: 5b would leave 67d."""


def _calls(r: str) -> dict[str, Case]:
    return cases_in("clubs_calls", globals(), locals())


_OTHERWISE = "bmja/claim#robbing-for-thirteen-wonders"
"""Which `bmja` plays by an option only: see `cases.bmja`."""
_PARTS = (
    *(_wall(r) for r in ("bmja-kajongg", "dmjl")),
    *(part(r) for r in CLUBS for part in (_claims, _others)),
    *(_calls(r) for r in BRITISH),
)
CASES: dict[str, Case] = {key: case for part in _PARTS for key, case in part.items() if key != _OTHERWISE}
