"""What `bmja` says of wall and play that other clubs do otherwise; its values are in `clubs_scores`."""

from __future__ import annotations

from cases import Case, cases_in, clubs
from cases.clubs import draws

FULL = "game bmja; hand;"
_FOUR = "E bonus 1234f;" + "E bonus-replacement ??;" * 4
_EIGHT = "E bonus 1234f 1234s;" + "E bonus-replacement ??;" * 8
_FOUR_KONGS = "".join(f"E kong concealed {rank * 4}b; E kong-replacement ??;" for rank in "1234")
_TWO_KONGS = "".join(f"S kong concealed {rank * 4}b; S kong-replacement ??;" for rank in "56")
BOX_EMPTY = f"{FULL} {_EIGHT} {_FOUR_KONGS} E discard Ew; S draw ??; {_TWO_KONGS} S kong concealed 7777b;"
BONUS_TILE_DUE = (
    f"{FULL} {_FOUR} {_FOUR_KONGS} E discard Ew; S draw ??; {_TWO_KONGS} S kong concealed 7777b;"
    f"S kong-replacement ??; S bonus 1234s; {'S bonus-replacement ??;' * 3}"
)
"""Fourteen tiles have come from the kong box, and a fifteenth is due."""
LIVE = draws("bmja")
ROBBED = (
    "game bmja{}; hand; dealt E 222b 333c 444c EEEEw 8d / W {}; E kong concealed EEEEw; {}W claim mahjong; "
    "W mahjong kong Ew"
)
GOULASH = "game bmja; hand depth=result; washout; hand 2;"
EXCHANGES = ("across-1", "east-south", "east-north")


def exchanges(names: tuple[str, ...] = EXCHANGES, passed: str = "????") -> str:
    """The exchanges of these names, in which everybody gives the same."""
    return " ".join(f"{seat} charleston {name} {passed};" for name in names for seat in "ESWN")


def goulash(south: str, passed: str = "345d") -> str:
    """A goulash in which South holds these tiles, and East has discarded 5b after the exchanges."""
    dealt = f"dealt E {passed} 5b 9c 9d EEWWw NNw RGd / S {passed} {south};"
    return f"{GOULASH} {dealt} {exchanges(passed=passed)} E discard 5b;"


CASES: dict[str, Case] = cases_in("bmja", vars(clubs), globals())
