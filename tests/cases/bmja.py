"""What `bmja` says of wall and play that other clubs do otherwise; its values are in `clubs_scores`."""

from __future__ import annotations

from cases import Case
from cases.clubs import ALL_BUT_EAST_WIND, BLOCKS, draws, turns

_FULL = "game bmja; hand;"
_E_KONG = "E kong concealed 1111b;"
_FOUR = "E bonus 1234f;" + "E bonus-replacement ??;" * 4
_EIGHT = "E bonus 1234f 1234s;" + "E bonus-replacement ??;" * 8
_FOUR_KONGS = "".join(f"E kong concealed {rank * 4}b; E kong-replacement ??;" for rank in "1234")
_TWO_KONGS = "".join(f"S kong concealed {rank * 4}b; S kong-replacement ??;" for rank in "56")
_BOX_EMPTY = f"{_FULL} {_EIGHT} {_FOUR_KONGS} E discard Ew; S draw ??; {_TWO_KONGS} S kong concealed 7777b;"
_BONUS_TILE_DUE = (
    f"{_FULL} {_FOUR} {_FOUR_KONGS} E discard Ew; S draw ??; {_TWO_KONGS} S kong concealed 7777b;"
    f"S kong-replacement ??; S bonus 1234s; {'S bonus-replacement ??;' * 3}"
)
"""Fourteen tiles have come from the kong box, and a fifteenth is due."""
_LIVE = draws("bmja")
_ROBBED = (
    "game bmja{}; hand; dealt E 222b 333c 444c EEEEw 8d / W {}; E kong concealed EEEEw; {}W claim mahjong; "
    "W mahjong kong Ew"
)
_GOULASH = "game bmja; hand depth=result; washout; hand 2;"
_EXCHANGES = ("across-1", "east-south", "east-north")


def exchanges(names: tuple[str, ...] = _EXCHANGES, passed: str = "????") -> str:
    """The exchanges of these names, in which everybody gives the same."""
    return " ".join(f"{seat} charleston {name} {passed};" for name in names for seat in "ESWN")


def _goulash(south: str, passed: str = "345d") -> str:
    """A goulash in which South holds these tiles, and East has discarded 5b after the exchanges."""
    dealt = f"dealt E {passed} 5b 9c 9d EEWWw NNw RGd / S {passed} {south};"
    return f"{_GOULASH} {dealt} {exchanges(passed=passed)} E discard 5b;"


CASES: dict[str, Case] = {
    "bmja/tiles": Case(
        legal=f"{_FULL} wall 1111b 1234f 1234s", illegal=f"{_FULL} wall 11111b 1234f 1234s", code="too-many-copies"
    ),
    "bmja/tiles#size": Case(
        legal=f"{_FULL} wall 123b size=144", illegal=f"{_FULL} wall 123b size=136", code="wrong-tile-count"
    ),
    "bmja/wall": Case(
        legal=f"{_FULL} wall 54=56b; E discard 9c; S draw 5b",
        illegal=f"{_FULL} wall 54=56b; E discard 9c; S draw 6b",
        code="not-the-wall-tile",
    ),
    "bmja/wall#end": Case(
        legal=f"{_FULL} {turns(_LIVE)}; washout",
        illegal=f"{_FULL} {turns(_LIVE)}; {'ESWN'[(_LIVE + 1) % 4]} draw ??",
        code="draw-past-end",
    ),
    "bmja/break": Case(
        legal=f"{_FULL} E roll break-wall 5 6; W roll break-stack 4 5; break S 2 by=W",
        illegal=f"{_FULL} E roll break-wall 5 6; W roll break-stack 4 5; break S 3",
        code="wrong-break",
    ),
    "bmja/break#thrower": Case(
        legal=f"{_FULL} E roll break-wall 1 4; E roll break-stack 2 2; break E 9 by=E",
        illegal=f"{_FULL} E roll break-wall 1 4; S roll break-stack 2 2",
        code="wrong-roller",
    ),
    "bmja/kong-box": Case(
        legal=f"{_FULL} wall 143=12c; {_E_KONG} E kong-replacement 1c; E discard 9d",
        illegal=f"{_FULL} wall 143=12c; {_E_KONG} E kong-replacement 2c",
        code="not-the-wall-tile",
    ),
    "bmja/deal": Case(
        legal=f"{_FULL} wall 49=123456b; {BLOCKS}; E deal 1b; S deal 2b; W deal 3b; N deal 4b; E deal 5b;"
        "E discard 1b; S draw 6b",
        illegal=f"{_FULL} wall 49=123456b; {BLOCKS}; E deal 15b",
        code="wrong-deal-count",
    ),
    "bmja/bonus-tiles": Case(
        legal=f"{_FULL} wall 54=5b 143=6b; E bonus 1f; E bonus-replacement 6b; E discard 6b",
        illegal=f"{_FULL} wall 54=5b 143=6b; E bonus 1f; E bonus-replacement 5b",
        code="not-the-wall-tile",
    ),
    "bmja/bonus-tiles#none-is-discarded": Case(
        legal=f"{_FULL} E discard 9b; S draw 2s; S bonus 2s; S bonus-replacement ??; S discard 9c",
        illegal=f"{_FULL} E discard 9b; S draw 2s; S discard 2s",
        code="bonus-kept",
    ),
    "bmja/box-empty": Case(
        legal=f"{_BOX_EMPTY} washout", illegal=f"{_BOX_EMPTY} S kong-replacement ??", code="draw-past-end"
    ),
    "bmja/box-empty#bonus-tile": Case(legal=f"{_BONUS_TILE_DUE} washout"),
    "bmja/washout": Case(
        legal=f"{_FULL} {_E_KONG} E kong-replacement ??; {turns(_LIVE)}; washout",
        illegal=f"{_FULL} {_E_KONG} E kong-replacement ??; {turns(_LIVE - 1)}; washout",
        code="washout-too-early",
    ),
    "bmja/goulash": Case(
        legal=f"{_GOULASH} {exchanges()} E discard 9c",
        illegal=f"{_GOULASH} {exchanges(('across-1',))} E charleston east-north ????",
        code="charleston-order",
    ),
    "bmja/goulash#all-exchanges-before-play": Case(
        legal=f"{_GOULASH} {exchanges()} E discard 9c",
        illegal=f"{_GOULASH} {exchanges(('across-1',))} E discard 9c",
        code="charleston-order",
    ),
    "bmja/goulash#of-a-drawn-hand-only": Case(
        legal=f"{_GOULASH} {exchanges()} E discard 9c",
        illegal="game bmja; hand depth=result; E mahjong wall; hand 2; E charleston across-1 ????",
        code="charleston-order",
    ),
    "bmja/goulash#of-a-goulash-that-is-drawn": Case(
        legal="game bmja; hand depth=result; washout; hand 2 depth=result; washout; hand 3; E charleston across-1 ????"
    ),
    "bmja/goulash#not-by-an-option": Case(
        legal="game bmja goulash=false; hand depth=result; washout; hand 2; E discard 9c",
    ),
    "bmja/goulash#three-tiles": Case(
        legal=f"{_GOULASH} E charleston across-1 123b",
        illegal=f"{_GOULASH} E charleston across-1 12b",
        code="charleston-count",
    ),
    "bmja/goulash#nothing-goes-unseen": Case(
        legal=f"{_GOULASH} {exchanges(_EXCHANGES[:2])} E charleston east-north 123b",
        illegal=f"{_GOULASH} {exchanges(_EXCHANGES[:2])} E charleston east-north 123b blind=1",
        code="charleston-blind",
    ),
    "bmja/goulash#bonus-tiles-first": Case(
        legal=f"{_GOULASH} S bonus 1f; S bonus-replacement 5b; E charleston across-1 123b",
        illegal=f"{_GOULASH} S charleston across-1 12b 1f",
        code="bonus-not-allowed",
    ),
    "bmja/claim#wild-tiles-in-a-pung": Case(
        legal=f"{_goulash('55b 22b 567c 789c')} S claim pung; S expose pung 5b 2b 2b",
        illegal=f"{_goulash('555b 2b 567c 789c')} S claim kong; S expose kong 555b 2b",
        code="not-a-set",
    ),
    "bmja/goulash#no-wild-discard": Case(
        legal=f"{_goulash('55b 567c 78999c')} S draw 9b; S discard 9b",
        illegal=f"{_goulash('55b 2b 567c 7899c')} S draw 9b; S discard 2b; W claim pung",
        code="claim-not-open",
        severity="warning",
    ),
    "bmja/goulash#no-chow": Case(
        legal=f"{_goulash('5b 2b 67b 567c 789c')} S claim pung",
        illegal=f"{_goulash('5b 2b 67b 567c 789c')} S claim chow",
        code="claim-not-open",
        severity="warning",
    ),
    "bmja/mahjong#wild-tiles": Case(
        legal=f"{_goulash('2378b 378c 357d', passed='1b 1c 1d')} S claim mahjong; S mahjong discard 5b",
        illegal=f"{_goulash('6378b 378c 357d', passed='1b 1c 1d')} S claim mahjong",
        code="not-mahjong",
        severity="warning",
    ),
    "bmja/rotate#after-a-goulash-by-an-option": Case(
        legal="game bmja goulash_passes=true; hand depth=result; washout; hand 2 depth=result; E mahjong wall;"
        "hand 3 E ben",
        illegal="game bmja goulash_passes=true; hand depth=result; washout; hand 2 depth=result; E mahjong wall;"
        "hand 3 E anna",
        code="wrong-east",
    ),
    "bmja/claim#no-concealed-kong-is-robbed": Case(
        legal=_ROBBED.format(" wonders_rob=true", ALL_BUT_EAST_WIND, ""),
        illegal=_ROBBED.format("", ALL_BUT_EAST_WIND, "!"),
        code="rob-not-allowed",
    ),
    "bmja/cannon#off": Case(
        legal="game bmja cannon=false; hand every=dangerous; E discard 5b; S claim pung; S expose pung 555b"
    ),
}
