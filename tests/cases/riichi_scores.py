"""The rules of `riichi` about what a hand is worth and who pays, each kept and broken."""

from __future__ import annotations

from cases import Case

_TURN = "E discard 1d; S draw 1d; S discard 1d; W draw ??; W discard 1d; N draw ??; N discard Nw;"
"""Everybody has discarded once, and nobody a tile that matters."""


def _won(hand: tuple[str, str, str], said: str, options: str = "", indicator: str = "9d") -> str:
    """South wins East's discard after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi{options}; hand; dealt S {dealt}; indicator {indicator}; E draw ??; {_TURN} E draw ??;"
        f"E discard {tile}; S claim mahjong; S mahjong discard {tile}; S show {shown}; S score {said}"
    )


def _drawn(hand: tuple[str, str, str], said: str, options: str = "") -> str:
    """South draws the winning tile after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi{options}; hand; dealt S {dealt}; indicator 9d; E draw ??; {_TURN} E draw ??; E discard Nw;"
        f"S draw {tile}; S mahjong wall {tile}; S show {shown}; S score {said}"
    )


_TANYAO = ("234b 567b 345c 22d 67d", "8d", "234b 567b 345c 22d 678d")
_OWN_WIND = ("SSSw 345c 678d 22c 45b", "6b", "SSSw 345c 678d 22c 456b")
_WINDS = ("EEw 234b 567c 345d 67d", "8d", "EEw 234b 567c 345d 678d")
_PAIRS = ("2277b 3388c 44d 66d 8d", "8d", "| 2277b 3388c 44d 66d 88d")
_SINGLE = ("234b 567b 345c 678d 2d", "2d", "234b 567b 345c 678d 22d")
_GREEN = ("234b 234b 666b 88b GGd", "Gd", "234b 234b 666b 88b GGGd")
_DRAGONS = ("RRRd GGGd WWd 234b 99c", "Wd", "RRRd GGGd WWWd 234b 99c")
_HONORS = ("RRRd GGGd WWd EEEw SSw", "Wd", "RRRd GGGd WWWd EEEw SSw")
_FLUSH = ("123c 456c 789c 22c 88c", "8c", "123c 456c 789c 22c 888c")
_PURE = ("1112345678999c", "9c", "| 11123456789999c")
_HUGE = ("223344c 66788c 55c", "7c", "| 223344c 667788c 55c")
_MANGAN = ("234b 234c 234d 67d 88c", "8d", "234b 234c 234d 678d 88c")
_PLAIN = "items=pinfu:0:1,tanyao:0:1"

POINTS: dict[str, Case] = {
    "riichi/fu-1": Case(
        legal=_won(_PAIRS, "3200 points=25 doubles=3"),
        illegal=_won(_PAIRS, "3900 points=30 doubles=3"),
        code="wrong-score",
    ),
    "riichi/fu-2": Case(
        legal=_won(_OWN_WIND, "1300 points=40 doubles=1"),
        illegal=_won(_OWN_WIND, "1000 points=30 doubles=1"),
        code="wrong-score",
    ),
    "riichi/fu-3": Case(
        legal=_drawn(_WINDS, "1100 points=30 doubles=1", " double_wind_pair=2"),
        illegal=_drawn(_WINDS, "800 points=20 doubles=1", " double_wind_pair=2"),
        code="wrong-score",
    ),
    "riichi/fu-4": Case(
        legal=_won(_SINGLE, "1300 points=40 doubles=1"),
        illegal=_won(_SINGLE, "1000 points=30 doubles=1"),
        code="wrong-score",
    ),
    "riichi/fu-5": Case(
        legal="game riichi; hand; dealt S 234b 567b 34c 22d 67d 1d; indicator 9d; E draw ??; E discard 5c;"
        "S claim chow; S expose chow 345c; S discard 1d; W draw ??; W discard 8d;"
        "S claim mahjong; S mahjong discard 8d; S show 234b 567b 22d 678d; S score 1000 points=30 doubles=1",
        illegal="game riichi; hand; dealt S 234b 567b 34c 22d 67d 1d; indicator 9d; E draw ??; E discard 5c;"
        "S claim chow; S expose chow 345c; S discard 1d; W draw ??; W discard 8d;"
        "S claim mahjong; S mahjong discard 8d; S show 234b 567b 22d 678d; S score 700 points=20 doubles=1",
        code="wrong-score",
    ),
}

PATTERNS: dict[str, Case] = {
    "riichi/han-1": Case(
        legal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}"),
        illegal=_won(_TANYAO, "1000 points=30 doubles=1 items=tanyao:0:1"),
        code="wrong-score",
    ),
    "riichi/han-2": Case(
        legal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}"),
        illegal=_won(_TANYAO, "1000 points=30 doubles=1 items=pinfu:0:1"),
        code="wrong-score",
    ),
    "riichi/han-3": Case(
        legal=_won(_PAIRS, "3200 points=25 doubles=3 items=seven-pairs:0:2,tanyao:0:1"),
        illegal=_won(_PAIRS, "1600 points=25 doubles=2 items=seven-pairs:0:1,tanyao:0:1"),
        code="wrong-score",
    ),
    "riichi/han-4": Case(
        legal=_won(_FLUSH, "16000 doubles=8 limit=baiman items=ittsu:0:2,chinitsu:0:6"),
        illegal=_won(_FLUSH, "12000 doubles=7 limit=haneman items=ittsu:0:2,chinitsu:0:5"),
        code="wrong-score",
    ),
    "riichi/han-5": Case(
        legal=_won(_TANYAO, f"7700 points=30 doubles=4 {_PLAIN},dora:0:2", indicator="1d"),
        illegal=_won(_TANYAO, f"2000 points=30 doubles=2 {_PLAIN}", indicator="1d"),
        code="wrong-score",
    ),
}

LIMITS: dict[str, Case] = {
    "riichi/yakuman-1": Case(
        legal=_won(_GREEN, "32000 limit=yakuman"),
        illegal=_won(_GREEN, "8000 limit=mangan"),
        code="wrong-score",
    ),
    "riichi/yakuman-2": Case(
        legal=_won(_HONORS, "64000 limit=yakuman"),
        illegal=_won(_HONORS, "32000 limit=yakuman"),
        code="wrong-score",
    ),
    "riichi/yakuman-3": Case(
        legal=_won(_PURE, "32000 limit=yakuman"),
        illegal=_won(_PURE, "32000 limit=yakuman", ' double_yakuman=["chuuren-nine"]'),
        code="wrong-score",
    ),
    "riichi/yakuman-4": Case(
        legal=_won(_HUGE, "32000 doubles=13 limit=counted-yakuman", indicator="4c"),
        illegal=_won(_HUGE, "24000 doubles=13 limit=sanbaiman", indicator="4c"),
        code="wrong-score",
    ),
    "riichi/limit-1": Case(
        legal=_won(_MANGAN, "7700 points=30 doubles=4"),
        illegal=_won(_MANGAN, "8000 points=30 doubles=4"),
        code="wrong-score",
    ),
    "riichi/pay-1": Case(
        legal=_won(_TANYAO, "2000 points=30 doubles=2") + "; settlement S=2000 E=-2000",
        illegal=_won(_TANYAO, "2000 points=30 doubles=2") + "; settlement S=2000 W=-2000",
        code="wrong-settlement",
    ),
}

CASES: dict[str, Case] = POINTS | PATTERNS | LIMITS
