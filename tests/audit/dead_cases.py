"""Dead hands of every kind in every rule set, in the notation of `short_logs`, with what must be said of them.

Sample logs are made from these; in `tests/expected/dead-hands.jsonl` stands in full what the program says of each.
"""

from __future__ import annotations

from typing import NamedTuple


class DeadCase(NamedTuple):
    """A log with one dead hand, or several. `said`: of each its kind and seat, certain when, since when, what follows.

    As in `count S 34 34 | pays-the-winner 60 right`, or `31..34` where it may be any of these events.
    """

    text: str
    said: tuple[str, ...]


_AMERICAN = "game american card=riverside-2026; hand;"
_AT_TABLE = "game american card=riverside-2026; hand depth=table;"
_NEARLY = f"{_AMERICAN} dealt S 111b 11c GGGd Jk NESWw; passes ESWw; E discard 9d; S draw 9d; S mahjong wall 9d;"
_SHOWN = "S show | 111b 11c 9d GGGd Jk NESWw;"
_BY_ALL = "game american card=riverside-2026 dead_basis=table; hand depth=table;"
_WINDS = "E discard Ww; S claim quint; S expose quint WWWw JJk;"
_FALSE = "dealt S 123b 456b 789b 11d 3d 5d; E discard 8d; S draw 7d; S mahjong wall 7d;"
_SHOWS_IT = "S show | 123b 456b 789b 11d 357d;"
_THIRTEEN = "RRRd 1379c 28b 147d 9d"
_FOURTEEN = "RRRd 1379c 28b 147d 99d"
_NO_REPLACEMENT = "E discard 8d; S draw ??; S kong concealed 5555b; S discard 9c; W draw ??; W discard 9d"
_CALLED = "dealt E 13579b 13579c 135d Ew; E discard Ew calling=true; S draw ??; S discard 9d; W draw ??; W discard 9d;"
_ROUND = "N draw ??; N discard 9d;"
_NORTH_WINS = "N claim mahjong; N mahjong discard;"

_BY_THE_CARD = {
    "american-drawn-twice": DeadCase(
        f"{_AMERICAN} dealt; passes; E discard 9d; S draw ??; S draw ??; S discard 9c; W draw ??; W discard 9c;"
        "N draw ??; N discard 9b; E draw ??; E mahjong wall; E score 30; settlement E=180 S=-60 W=-60 N=-60",
        ("count S 34 34 | pays-the-winner 60 right",),
    ),
    "american-one-passed-too-few": DeadCase(
        f"{_AMERICAN} dealt; E charleston right-1 12b; S charleston right-1 123c; W charleston right-1 123c;"
        "N charleston right-1 123c; E charleston across-1 123c; S charleston across-1 123d; W charleston across-1 123c;"
        "N charleston across-1 123c; E charleston left-1 123c; S charleston left-1 789d; W charleston left-1 123c;"
        "N charleston left-1 123d; E stop; E discard 9d; S draw ??",
        ("count E 32 19 | pays-the-winner", "count S 32 19 | pays-the-winner"),
    ),
    "american-said-to-be-wrong": DeadCase(
        f"{_AT_TABLE} E discard 9d; S dead count by=N; W discard 9d; N discard 9c; W claim mahjong; W mahjong discard;"
        "W score 30; settlement E=-30 S=-30 W=120 N=-60",
        ("count S - - | pays-the-winner 30 right",),
    ),
    "american-three-wrong": DeadCase(
        f"{_AT_TABLE} E discard 9d; S dead count by=E; W dead count by=E; N dead count by=E; replay three wrong hands",
        ("count S - - | played-again right", "count W - - | played-again right", "count N - - | played-again right"),
    ),
    "american-exposure": DeadCase(
        f"{_AT_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; N discard 9c; W claim mahjong; W mahjong discard;"
        "W score 30; settlement E=-30 S=0 W=90 N=-60",
        ("exposure S 5 5 | pays-the-winner otherwise",),
    ),
    "american-exposure-corrected": DeadCase(
        f"{_AT_TABLE} {_WINDS} S expose pung WWw Jk on=expose; S discard 9d", ("exposure S 5 5 until 6 |",)
    ),
    "american-exposure-by-the-table": DeadCase(
        f"{_BY_ALL} E discard Wd; S discard Wd; W discard Wd;"
        "N discard 5b; S claim sextet; S expose sextet 555b JJJk; S dead exposure by=W on_basis=table; W discard 9d",
        ("exposure S 8 8 | pays-the-winner",),
    ),
    "american-false-mahjong": DeadCase(
        f"{_NEARLY} {_SHOWN} S dead false-mahjong by=W; W draw ??; W mahjong wall; W score 30;"
        "settlement E=-60 S=-60 W=180 N=-60",
        ("false-mahjong S 34 34 | pays-the-winner 60 right",),
    ),
    "american-false-mahjong-not-shown": DeadCase(
        f"{_NEARLY} S retract; S discard 9d; W draw ??", ("false-mahjong S 34 34 until 35 | no-penalty 0",)
    ),
    "american-drawn-hand": DeadCase(
        f"{_AT_TABLE} {_WINDS} S dead exposure by=N; W discard 9d; washout reason=stopped",
        ("exposure S 5 5 | pays-the-winner 0",),
    ),
    "american-not-dead": DeadCase(
        f"{_AMERICAN} dealt; passes; E discard 9d; S dead count by=N; S draw ??; S discard 9c", ("count S - - |",)
    ),
}


def _of_clubs(ruleset: str, fine: int) -> dict[str, DeadCase]:
    """The two rule sets of clubs: a fine for a false mahjong, nothing for a hand that is too long."""
    full = f"game {ruleset}; hand;"
    says = "E fishing;" if ruleset == "bmja" else ""
    return {
        f"{ruleset}-long-hand": DeadCase(
            f"{full} dealt W {_THIRTEEN}; E discard 8d; S draw ??; S discard 9b; W draw 9d; W draw ??; W discard 9d;"
            f"{_NORTH_WINS} W show | {_FOURTEEN}; W score 16",
            ("count W 24 24 | no-win, scores-nothing 0 otherwise",),
        ),
        f"{ruleset}-long-hand-shown": DeadCase(
            f"{full} dealt W {_THIRTEEN}; E discard 8d; {_NORTH_WINS} W show | {_FOURTEEN}; W score 0",
            ("count W 23 20..22 | no-win, scores-nothing 0 right",),
        ),
        f"{ruleset}-short-hand": DeadCase(
            f"{full} {_NO_REPLACEMENT}", ("count S 6 6 | no-win, named-nowhere",)
        ),
        f"{ruleset}-false-mahjong": DeadCase(
            f"{full} {_FALSE} {_SHOWS_IT} S penalty {fine} reason=false-mahjong",
            (f"false-mahjong S 22 22 | no-win, fine {fine} right",),
        ),
        f"{ruleset}-false-mahjong-fined-otherwise": DeadCase(
            f"{full} {_FALSE} {_SHOWS_IT} S penalty 50 reason=false-mahjong",
            (f"false-mahjong S 22 22 | no-win, fine {fine} otherwise",),
        ),
        f"{ruleset}-false-mahjong-not-fined": DeadCase(
            f"{full} {_FALSE} {_SHOWS_IT} S dead false-mahjong by=W; W draw ??; W discard 9c",
            (f"false-mahjong S 22 22 | fine {fine} missing",),
        ),
        f"{ruleset}-false-mahjong-not-shown": DeadCase(
            f"{full} {_FALSE} S retract; S discard 7d", ("false-mahjong S 22 22 until 23 | no-penalty 0",)
        ),
        f"{ruleset}-called-hand-changed": DeadCase(
            f"{full} {_CALLED} {_ROUND} E draw 9c; E discard 5b", ("call E 28 28 | loses-double, named-nowhere",)
        ),
        f"{ruleset}-misnamed": DeadCase(
            f"{full} E discard 5b named=5c; {says} S claim pung; S expose pung 555b",
            (f"misnamed E {4 + bool(says)} 3 | fine {50 if ruleset == 'bmja' else 100} missing",),
        ),
        f"{ruleset}-misnamed-with-false-mahjong": DeadCase(
            f"{full} E discard 5b named=5c; {says} S claim mahjong; E penalty 300 reason=misnamed-mahjong",
            (f"misnamed E {4 + bool(says)} 3 | fine 300 right",),
        ),
    }  # fmt: skip


def _without_penalties(ruleset: str, won: int) -> dict[str, DeadCase]:
    """A rule set whose text names no penalty. `won`: the event of the declaration, which follows a deal of its own."""
    full = f"game {ruleset}; hand;"
    return {
        f"{ruleset}-short-hand": DeadCase(
            f"{full.replace('pung-chi', 'pung-chi concealed_kongs=true')} {_NO_REPLACEMENT}",
            ("count S 6 6 | no-win, named-nowhere",),
        ),
        f"{ruleset}-false-mahjong": DeadCase(
            f"{full} {_FALSE} {_SHOWS_IT}", (f"false-mahjong S {won} {won} | no-win, named-nowhere",)
        ),
        f"{ruleset}-shown-at-the-end": DeadCase(
            f"game {ruleset}; hand depth=result; N mahjong discard; W show | {_THIRTEEN.replace('9d', '')}",
            ("count W 4 2..3 | no-win, named-nowhere",),
        ),
    }


_RIICHI = ("riichi", "riichi-ema", "riichi-wrc", "riichi-sanma")


def _of_riichi(ruleset: str) -> dict[str, DeadCase]:
    """Riichi, where dead hands are an option: as it is played online nothing follows but that nobody can win."""
    full, named = f"game {ruleset}; hand;", "" if ruleset in ("riichi-ema", "riichi-wrc") else ", named-nowhere"
    false, shown, last = _FALSE, _SHOWS_IT, 23
    if ruleset == "riichi-sanma":
        false, shown, last = false.replace("456b 789b", "111c 999c"), shown.replace("456b 789b", "111c 999c"), 19
    return {
        f"{ruleset}-drawn-twice": DeadCase(
            f"{full} dealt; indicator 1c; E draw ??; E discard 9d; S draw ??; S draw ??; S discard 9c",
            (f"count S {last} {last} | no-win{named}",),
        ),
        f"{ruleset}-false-mahjong": DeadCase(
            f"{full} {false.replace('E discard', 'indicator 9c; E draw ??; E discard')} {shown}",
            (f"false-mahjong S {last} {last} | no-win, named-nowhere",),
        ),
    }


def _of_competitions() -> dict[str, DeadCase]:
    """Competition rules: a dead hand draws and discards on, and a false mahjong costs 10 to each of the others."""
    full = "game mcr; hand;"
    shown = f"{full} {_FALSE} {_SHOWS_IT}"
    return {
        "mcr-false-mahjong": DeadCase(
            f"{shown} S dead false-mahjong by=W; S penalty 30 reason=false-mahjong; S discard 7d; W draw ??",
            ("false-mahjong S 21 21 | fine 30 right",),
        ),
        "mcr-false-mahjong-fined-otherwise": DeadCase(
            f"{shown} S dead false-mahjong by=W; S penalty 10 reason=false-mahjong; S discard 7d",
            ("false-mahjong S 21 21 | fine 30 otherwise",),
        ),
        "mcr-false-mahjong-not-shown": DeadCase(
            f"{full} {_FALSE} S retract; S discard 7d", ("false-mahjong S 21 21 until 22 | no-penalty 0",)
        ),
        "mcr-short-hand": DeadCase(f"{full} {_NO_REPLACEMENT}", ("count S 6 6 | no-win",)),
        "mcr-said-to-be-wrong": DeadCase(
            f"{full} dealt; E discard 8d; S draw ??; S draw ??; S discard 9c; S dead count by=W; W draw ??",
            ("count S 21 21 | no-win",),
        ),
    }  # fmt: skip


_DEPTHS = {
    "western-shown-short-at-the-table": DeadCase(
        f"game western; hand depth=table; dealt; E discard 8d; S discard 9b; W discard 9d; {_NORTH_WINS}"
        f"W show | {_THIRTEEN.replace('9d', '')}",
        ("count W 25 20..24 | no-win, named-nowhere",),
    ),
    "western-short-after-a-gap": DeadCase(
        "game western; hand; E discard 8d; S draw ??; S discard 9c; gap; N discard 9d; E draw ??; E discard 9d;"
        f"S draw ??; S discard 9d; W draw ??; W discard Ew; {_NORTH_WINS} S show | {_THIRTEEN.replace('9d', '')}",
        ("count S 16 6..7 | no-win, named-nowhere",),
    ),
    "western-drawn-twice-after-a-gap": DeadCase(
        "game western; hand; E discard 8d; S draw ??; S discard 9c; gap; N discard 9d; E draw ??; E draw ??",
        ("count E 9 6..9 | no-win, named-nowhere",),
    ),
    "western-missing-tile-is-known": DeadCase(
        "game western; hand; dealt W 1379c 28b 147d 9d RRd Sw; E discard 8d; S draw ??; S discard 9b; W draw 5c;"
        f"W discard Sw; {_NORTH_WINS} W show | 1379c 28b 147d 9d RRd",
        ("count W 27 23..26 | no-win, named-nowhere",),
    ),
    "western-contradicted": DeadCase(
        "game western; hand; E discard 8d; S draw ??; S draw ??; S discard 9b; W draw ??; W discard 9d;"
        f"{_NORTH_WINS} S show | {_THIRTEEN}",
        ("count S 5 5 contradicted 11 |",),
    ),
    "western-right-again": DeadCase(
        "game western; hand; E discard 8d; S draw ??; S draw ??; S discard 9b; S discard 9c; W draw ??; W discard 9d",
        ("count S 5 5 until 7 |",),
    ),
}  # fmt: skip

CASES: dict[str, DeadCase] = {
    **_BY_THE_CARD,
    **_of_clubs("bmja", 500),
    **_of_clubs("dmjl", 300),
    **{
        name: case
        for ruleset, won in (("classical", 22), ("western", 22), ("mahjiang", 21), ("pung-chi", 21), ("dead-wall", 21))
        for name, case in _without_penalties(ruleset, won).items()
    },
    "classical-called-hand-changed": DeadCase(
        f"game classical; hand; {_CALLED} {_ROUND} E draw 9c; E discard 5b",
        ("call E 28 28 | loses-double, named-nowhere",),
    ),
    "classical-called-hand-shown-changed": DeadCase(
        f"game classical; hand; {_CALLED} {_ROUND} E draw ??; E discard 5b; S claim mahjong; S mahjong discard;"
        "E show | 1379b 13579c 135d 4c",
        ("call E 31 28 | loses-double, named-nowhere",),
    ),
    **{name: case for ruleset in _RIICHI for name, case in _of_riichi(ruleset).items()},
    **_of_competitions(),
    **_DEPTHS,
}
"""By the name of the sample log: the rule set, and what is wrong."""
