"""Dead hands of every kind in every rule set, in the notation of `short_logs`, with what must be said of them.

The tables of the folder `dead` have the name of each, its log (`+`), and what is said of each dead hand in it (`=`).
Sample logs are made from these; in `tests/expected/dead-hands.jsonl` stands in full what the program says of each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from cases import blocks_in, filled


class DeadCase(NamedTuple):
    """A log with one dead hand, or several. `said`: of each its kind and seat, certain when, since when, what follows.

    As in `count S 34 34 | pays-the-winner 60 right`, or `31..34` where it may be any of these events.
    """

    text: str
    said: tuple[str, ...]


AMERICAN = "game american card=riverside-2026; hand;"
AT_TABLE = "game american card=riverside-2026; hand depth=table;"
NEARLY = f"{AMERICAN} dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard 9d; S draw 9d; S mahjong wall 9d;"
SHOWN = "S show | 111b 11c 9d GGGd Jk NESWw;"
BY_ALL = "game american card=riverside-2026 dead_basis=table; hand depth=table;"
WINDS = "E discard Ww; S claim quint; S expose quint WWWw JJk;"
FALSE = "dealt S 123b 456b 789b 11d 3d 5d; E discard 8d; S draw 7d; S mahjong wall 7d;"
SHOWS_IT = "S show | 123b 456b 789b 11d 357d;"
THIRTEEN = "RRRd 1379c 28b 147d 9d"
FOURTEEN = "RRRd 1379c 28b 147d 99d"
NO_REPLACEMENT = "E discard 8d; S draw ??; S kong concealed 5555b; S discard 9c; W draw ??; W discard 9d"
CALLED = "dealt E 13579b 13579c 135d Ew; E discard Ew calling=true; S draw ??; S discard 9d; W draw ??; W discard 9d;"
ROUND = "N draw ??; N discard 9d;"
NORTH_WINS = "N claim mahjong; N mahjong discard;"


def _cases(table: str, **names: Any) -> dict[str, DeadCase]:
    """The cases of a table; its expressions may use the texts of this module, and these names."""
    lines = blocks_in((Path(__file__).with_name("dead") / f"{table}.txt").read_text("utf-8"))
    cases = ([filled(line, globals() | names) for line in case] for case in lines)
    return {name: DeadCase(log[4:], tuple(line[4:] for line in said)) for name, log, *said in cases}


def _of_clubs(ruleset: str, fine: int) -> dict[str, DeadCase]:
    full, misnamed = f"game {ruleset}; hand;", 100 if ruleset == "dmjl" else 50
    says = "E fishing;" if ruleset != "dmjl" else ""
    return _cases("clubs", full=full, says=says, misnamed=misnamed, ruleset=ruleset, fine=fine)


def _of_riichi(ruleset: str) -> dict[str, DeadCase]:
    full, named = f"game {ruleset}; hand;", "" if ruleset in ("riichi-ema", "riichi-wrc") else ", named-nowhere"
    false, shown, last = FALSE, SHOWS_IT, 23
    if ruleset == "riichi-sanma":
        false, shown, last = false.replace("456b 789b", "111c 999c"), shown.replace("456b 789b", "111c 999c"), 19
    return _cases("riichi", full=full, named=named, false=false, shown=shown, last=last, ruleset=ruleset)


_OF_KAJONGG = ("bmja-kajongg-false-mahjong", "bmja-kajongg-short-hand")
CASES: dict[str, DeadCase] = {
    **_cases("american"),
    **_of_clubs("bmja", 500),
    **{name: _of_clubs("bmja-kajongg", 500)[name] for name in _OF_KAJONGG},
    **_of_clubs("dmjl", 300),
    **{
        name: case
        for ruleset, won in (("classical", 22), ("western", 22), ("mahjiang", 21), ("pung-chi", 21), ("dead-wall", 21))
        for name, case in _cases("without_penalties", full=f"game {ruleset}; hand;", ruleset=ruleset, won=won).items()
    },
    **_cases("classical"),
    **{
        name: case
        for ruleset in ("riichi", "riichi-ema", "riichi-wrc", "riichi-sanma")
        for name, case in _of_riichi(ruleset).items()
    },
    **_cases("mcr"),
    **_cases("depths"),
}
"""By the name of the sample log: the rule set, and what is wrong."""
