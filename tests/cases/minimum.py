"""A win that is worth too little: the house rule of every rule set with a table of points."""

from __future__ import annotations

from cases import Case

_OTHERS = dict.fromkeys(("dead-wall", "mahjiang", "pung-chi"), " scoring=western")
"""Where an agreed value is usual, another table says what hands are worth."""
_PLAIN = dict.fromkeys(("bmja", "bmja-kajongg"), "222b 333c 456d 55b 88d")
"""What lacks an 8 dots, and has few doubles then; one chow at most where no more are allowed."""
_FISHING = ("bmja", "bmja-kajongg", "mahjiang")
"""Where who lacks one tile says so."""


def _cases(ruleset: str) -> dict[str, Case]:
    free, doubled, many = (
        f"game {ruleset}{_OTHERS.get(ruleset, '')} {least}; hand;"
        for least in ("min_doubles=0", "min_doubles=2", "min_points=100")
    )
    says = "S fishing; " if ruleset in _FISHING else ""
    held = _PLAIN.get(ruleset, "222b 333c 456d 55b 67d")
    drawn = f"dealt S {held}; E discard 9b; S draw 8d; S mahjong wall 8d"
    claimed = (
        f"dealt S {held}; E discard 9b; S draw 9c; S discard 9c; {says}W draw 8d; W discard 8d; {{}}S claim mahjong;"
        "S mahjong discard 8d"
    )
    dragons = "dealt S RRRGGGd 789c 222d 5d; E discard 9b; S draw 5d; S mahjong wall 5d"
    return {
        f"{ruleset}/minimum-1": Case(f"{doubled} {dragons}", f"{doubled} {drawn}", code="not-mahjong"),
        f"{ruleset}/minimum-1#claimed": Case(
            f"{free} {claimed.format('')}", f"{doubled} {claimed.format('!')}", code="not-mahjong"
        ),
        f"{ruleset}/minimum-1#points": Case(f"{many} {dragons}", f"{many} {drawn}", code="not-mahjong"),
    }


CASES = {
    key: case
    for ruleset in ("bmja", "bmja-kajongg", "classical", "dead-wall", "dmjl", "mahjiang", "pung-chi", "western")
    for key, case in _cases(ruleset).items()
}
