"""The rules of `riichi-sanma` about riichi, claims, wins, what they are worth, and ends: kept and broken by three."""

from __future__ import annotations

from cases import Case, cases_in, riichi_sanma
from cases.riichi_sanma import DEALT, GAME

_MAJORS = ["1b", "9b", "1c", "9c", "1d", "9d", "Ew", "Sw", "Ww", "Nw", "Rd", "Gd", "Wd"]
_MINORS = [f"{rank}{suit}" for suit in "bd" for rank in range(2, 9)]


def easts_majors(draws: int = 55) -> str:
    """All the turns of a hand in which East discards nothing but terminals and honors."""
    others = iter(_MINORS * draws)
    moves: list[str] = []
    for number in range(draws):
        seat = "ESW"[number % 3]
        moves.append(f"{seat} draw ??; {seat} discard {next(others) if number % 3 else _MAJORS[number // 3 % 13]};")
    return " ".join(moves) + " "


LAST_HAND = "hand 1 S cora totals=anna:{},ben:{},cora:{} {}depth=result; "
"""South 3, in which anna is South, and ben West."""

PLAYED = f"{DEALT}E draw Gd; E discard Gd; ".removeprefix(GAME)
CHOMBO = 'S penalty 6000 reason=chombo to={{"E":{},"W":{}}}; replay tiles of the wall were shown; hand 1 E anna'

_TURN = "E discard 1d; S draw 1d; S discard 1d; W draw ??; W discard 1d; E draw ??; "
ASIDE = _TURN.replace("S draw 1d", "S draw Nw; S bonus Nw; S bonus-replacement 1d")
"""The same, with a north wind that South lays aside."""


def won(hand: tuple[str, str, str], said: str, options: str = "", indicator: str = "9d", turn: str = _TURN) -> str:
    """South wins East's discard after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator {indicator}; E draw ??; {turn}"
        f"E discard {tile}; S claim mahjong; S mahjong discard {tile}; S show {shown}; S score {said}"
    )


def drawn(hand: tuple[str, str, str], said: str, options: str = "", turn: str = _TURN, draw: str = "") -> str:
    """South draws the winning tile after a turn of everybody, and announces the hand. `draw`: another way to it."""
    dealt, tile, shown = hand
    draw = draw or f"S draw {tile}; S mahjong wall {tile}"
    return (
        f"game riichi-sanma{options}; hand; dealt S {dealt}; indicator 9d; E draw ??; {turn}E discard Ww;"
        f"{draw}; S show {shown}; S score {said}"
    )


TANYAO = ("234b 567b 345d 22d 67d", "8d", "234b 567b 345d 22d 678d")
OWN_WIND = ("SSSw 345d 678d 22b 45b", "6b", "SSSw 345d 678d 22b 456b")
EAST_PAIR = ("EEw 234b 567b 345d 67d", "8d", "EEw 234b 567b 345d 678d")
NORTH_PAIR = ("NNw 234b 567b 345d 67d", "8d", "NNw 234b 567b 345d 678d")
PAIRS = ("2277b 3388b 44d 66d 8d", "8d", "| 2277b 3388b 44d 66d 88d")
SINGLE = ("234b 567b 345d 678d 2d", "2d", "234b 567b 345d 678d 22d")
GREEN = ("234b 234b 666b 88b GGd", "Gd", "234b 234b 666b 88b GGGd")
HONORS = ("RRRd GGGd WWd EEEw SSw", "Wd", "RRRd GGGd WWWd EEEw SSw")
FLUSH = ("123b 456b 789b 22b 88b", "8b", "123b 456b 789b 22b 888b")
PURE = ("1112345678999b", "9b", "| 11123456789999b")
HUGE = ("223344b 66788b 55b", "7b", "| 223344b 667788b 55b")

CASES: dict[str, Case] = cases_in("riichi_sanma_ends", vars(riichi_sanma), globals())
