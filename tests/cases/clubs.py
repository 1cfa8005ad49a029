"""The rules of clubs about the table and the play, each kept and broken; values are in `clubs_scores`."""

from __future__ import annotations

from cases import Case
from mjlog.tiles import CODES, PLAIN_KINDS

BRITISH = ("bmja", "bmja-kajongg")
CLUBS = (*BRITISH, "dmjl")
BOX = {"bmja": 14, "bmja-kajongg": 14, "dmjl": 16}
"""Tiles of the kong box."""
BLOCKS = "; ".join(f"{seat} deal ?????" for _ in range(3) for seat in "ESWN")
"""The twelve blocks of four."""
_A_KONG = "E kong concealed 1111b; E kong-replacement ??;"


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


def _hands_lost_by_east(wind: str, first: int = 1) -> str:
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
    return {
        f"{r}/wall": Case(
            legal=f"{start} wall 1111b 1234f 1234s",
            illegal=f"{start} wall 11111b 1234f 1234s",
            code="too-many-copies",
        ),
        f"{r}/wall#size": Case(
            legal=f"{start} wall 123b size=144", illegal=f"{start} wall 123b size=136", code="wrong-tile-count"
        ),
        f"{r}/wall#deal": Case(
            legal=f"{start} wall 49=123456b; {BLOCKS}; E deal 1b; S deal 2b; W deal 3b; N deal 4b; E deal 5b;"
            "E discard 1b; S draw 6b",
            illegal=f"{start} wall 49=123456b; {BLOCKS}; E deal 15b",
            code="wrong-deal-count",
        ),
        f"{r}/wall#bonus-from-the-live-wall": Case(
            legal=f"{start} wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 5b; E discard 5b",
            illegal=f"{start} wall 54=5b 144=6b; E bonus 1f; E bonus-replacement 6b",
            code="not-the-wall-tile",
        ),
        f"{r}/wall#kong-from-the-box": Case(
            legal=f"{start} wall 143={first_loose}; {_A_KONG.replace('??', '2c')} E discard 9d",
            illegal=f"{start} wall 143={first_loose}; {_A_KONG.replace('??', '1c').rstrip(';')}",
            code="not-the-wall-tile",
        ),
        f"{r}/wall#drawn-hand": Case(
            legal=f"{start} {turns(live)}; washout",
            illegal=f"{start} {turns(live)}; {'ESWN'[(live + 1) % 4]} draw ??",
            code="draw-past-end",
        ),
        f"{r}/wall#box-is-not-refilled": Case(
            legal=f"{start} {_A_KONG} {turns(live)}; washout",
            illegal=f"{start} {_A_KONG} {turns(live - 1)}; washout",
            code="washout-too-early",
        ),
        f"{r}/wall#no-bonus-tile-is-discarded": Case(
            legal=f"{start} E discard 9b; S draw 2s; S bonus 2s; S bonus-replacement ??; S discard 9c",
            illegal=f"{start} E discard 9b; S draw 2s; S discard 2s",
            code="bonus-kept",
        ),
    }


def _claims(r: str) -> dict[str, Case]:
    start, table = full(r), f"game {r}; hand depth=table;"
    says = fishing(r, "W")
    east_winds = f"{start} dealt E 222b 333c 444c EEEEw 8d / W {{}}; E kong concealed EEEEw; "
    return {
        f"{r}/claim": Case(
            legal=f"{table} E discard 3b; S claim chow; S expose chow 345b; S discard 9c",
            illegal=f"{table} E discard 3b; !W claim chow; W expose chow 345b",
            code="chow-not-from-left",
        ),
        f"{r}/claim#dropped": Case(
            legal=f"{table} E discard 5b; W claim pung; W retract; S discard 9c",
            illegal=f"{table} E discard 5b; W claim pung; S discard 9c",
            code="claim-dropped",
            severity="warning",
        ),
        f"{r}/claim#from-anyone": Case(
            legal=f"{table} E discard 5b; W claim pung; W expose pung 555b; W discard 9c; N discard 5c",
            illegal=f"{start} {WAITS_FOR_5B} E discard 7c; !W claim pung; W expose pung 777c",
            code="set-not-held",
        ),
        f"{r}/claim#order": Case(
            legal=f"{table} E discard 5b; S claim chow; N claim pung; N expose pung 555b; N discard 9c",
            illegal=f"{table} E discard 5b; S claim chow; N claim pung; S expose chow 567b",
            code="claim-outranked",
        ),
        f"{r}/claim#mahjong-first": Case(
            legal=f"{table} E discard 5b; S claim pung; N claim mahjong; N mahjong discard 5b",
            illegal=f"{table} E discard 5b; S claim pung; N claim mahjong; S expose pung 555b",
            code="claim-outranked",
        ),
        f"{r}/claim#kong-on-a-concealed-pung": Case(
            legal=f"{start} E discard 5b; W claim kong; W expose kong 5555b; W kong-replacement ??; W discard 9c",
            illegal=f"{start} {SOUTH_PUNGS.replace('W draw Ew', 'W draw ??')} N draw ??; N discard 5b; !S claim kong;"
            "S expose kong 5555b",
            code="kong-on-exposed-pung",
        ),
        f"{r}/claim#robbing": Case(
            legal=f"{start} {WAITS_FOR_5B} {SOUTH_PUNGS} {says} {ROUND_THE_TABLE} S draw 5b; S kong added 5555b;"
            "W claim mahjong; W mahjong kong 5b",
            illegal=f"{start} dealt E 5555b 123b 789c 222d Ew / {WAITS_FOR_5B.removeprefix('dealt ')}"
            "E kong concealed 5555b; !W claim mahjong; W mahjong kong 5b",
            code="rob-not-allowed",
        ),
        f"{r}/claim#robbing-for-thirteen-wonders": Case(
            legal=f"{east_winds.format(ALL_BUT_EAST_WIND)} W claim mahjong; W mahjong kong Ew",
            illegal=f"{east_winds.format('SSSw WWWw NNNw RRRd 1b')} !W claim mahjong; W mahjong kong Ew",
            code="rob-not-allowed",
        ),
    }


def _others(r: str) -> dict[str, Case]:
    start = full(r)
    dangerous = f"game {r}; hand every=dangerous; {THROWN_TO_TWO_DRAGONS}"
    result = f"game {r}; hand depth=result;"
    fines = (50, "misnamed", 60) if r in BRITISH else (50, "misnamed-chow", 100)
    mahjong = {
        True: Case(
            legal=f"{start} dealt S 222b 333c 444d 55b 67d; E discard 9b; S draw 8d; S mahjong wall 8d",
            illegal=f"{start} dealt S 222b 333c 456d 55b 67d; E discard 9b; S draw 8d; S mahjong wall 8d",
            code="not-mahjong",
        ),
        False: Case(
            legal=f"{start} dealt S 222b 333c 456d 55b 67d; E discard 9b; S draw 8d; S mahjong wall 8d",
            illegal=f"{start} dealt S 222b 333c 457d 55b 67d; E discard 9b; S draw 8d; S mahjong wall 8d",
            code="not-mahjong",
        ),
    }[r in BRITISH]
    return {
        f"{r}/mahjong": mahjong,
        f"{r}/rotate": Case(
            legal=f"{result} E mahjong wall; hand 2 depth=result; washout;"
            "hand 3 depth=result; N mahjong wall; hand 4 E ben depth=result",
            illegal=f"{result} E mahjong wall; hand 2 E ben depth=result",
            code="wrong-east",
        ),
        f"{r}/rotate#drawn": Case(
            legal=f"{result} washout; hand 2 E anna", illegal=f"{result} washout; hand 2 E ben", code="wrong-east"
        ),
        f"{r}/rotate#rounds": Case(
            legal=f"game {r} rounds=2; {_hands_lost_by_east('E')}; {_hands_lost_by_east('S', first=5)}",
            illegal=f"game {r} rounds=1; {_hands_lost_by_east('E')}; hand 5 S depth=result",
            code="hand-after-end",
        ),
        f"{r}/original-call": Case(
            legal=f"{start} E discard 9b; S draw ??; S discard Ew calling=true; W draw ??",
            illegal=f"{start} E discard 9b; S draw ??; S discard Ew; W draw ??; W discard 9b; N draw ??; N discard 9d;"
            "E draw ??; E discard 9d; S draw ??; S discard Ew calling=true",
            code="call-too-late",
        ),
        f"{r}/original-call#after-a-claim": Case(
            legal=f"{start} E discard 9b; S claim pung; S expose pung 999b; S discard Ew calling=true; W draw ??",
            illegal=f"{start} E discard 9b calling=true; S draw ??; S discard 5b; !E claim pung; E expose pung 555b",
            code="call-changed",
        ),
        f"{r}/original-call#the-tile-drawn": Case(
            legal=f"{start} E discard 9b calling=true; S draw ??; S discard 9d; W draw ??; W discard 9b; N draw ??;"
            "N discard 9d; E draw 8b; E discard 8b",
            illegal=f"{start} E discard 9b calling=true; S draw ??; S discard 9d; W draw ??; W discard 9b; N draw ??;"
            "N discard 9d; E draw 8b; E discard 7b",
            code="call-changed",
        ),
        f"{r}/cannon": Case(legal=f"{dangerous} dangerous=choice", illegal=dangerous, code="danger-misjudged"),
        f"{r}/cannon#choice": Case(
            legal=f"{dangerous} dangerous=choice",
            illegal=f"{dangerous} dangerous=no-choice",
            code="danger-misjudged",
        ),
        f"{r}/penalty": Case(
            legal=f"{start} E penalty {fines[0]} reason={fines[1]}",
            illegal=f"{start} E penalty {fines[2]} reason={fines[1]}",
            code="wrong-penalty",
        ),
        f"{r}/penalty#any-reason": Case(
            legal=f"{start} E penalty 300", illegal=f"{start} E penalty 299", code="wrong-penalty"
        ),
    }


_NEARLY = "E 222b 333c 444d 55b 67d Ew"
_TWO_CHOWS = "E 222b 333c 456d 55b 67d Ew"
"""It lacks more than one tile where two chows are too many: 5b would leave 67d."""


def _calls(r: str) -> dict[str, Case]:
    return {
        f"{r}/call": Case(
            legal=f"{full(r)} dealt {_NEARLY}; E discard Ew; E fishing; S draw ??; S discard 1c",
            illegal=f"{full(r)} dealt {_NEARLY}; E discard Ew; S draw ??",
            code="fishing-not-said",
            severity="warning",
        ),
        f"{r}/call#one-chow-only": Case(
            legal=f"{full(r)} dealt {_TWO_CHOWS}; E discard Ew; S draw ??; S discard 1c",
            illegal=f"{full(r)} dealt {_TWO_CHOWS}; E discard Ew; E fishing",
            code="fishing-false",
        ),
    }


_OTHERWISE = "bmja/claim#robbing-for-thirteen-wonders"
"""Which `bmja` plays by an option only: see `cases.bmja`."""
_PARTS = (
    *(_wall(r) for r in ("bmja-kajongg", "dmjl")),
    *(part(r) for r in CLUBS for part in (_claims, _others)),
    *(_calls(r) for r in BRITISH),
)
CASES: dict[str, Case] = {key: case for part in _PARTS for key, case in part.items() if key != _OTHERWISE}
