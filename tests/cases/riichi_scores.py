"""The rules of `riichi` about what a hand is worth and who pays, each kept and broken."""

from __future__ import annotations

from cases import Case, cases_in

_TURN = "E discard 1d; S draw 1d; S discard 1d; W draw ??; W discard 1d; N draw ??; N discard Nw;"
"""Everybody has discarded once, and nobody a tile that matters."""


def won(hand: tuple[str, str, str], said: str, options: str = "", indicator: str = "9d") -> str:
    """South wins East's discard after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi{options}; hand; dealt S {dealt}; indicator {indicator}; E draw ??; {_TURN} E draw ??;"
        f"E discard {tile}; S claim mahjong; S mahjong discard {tile}; S show {shown}; S score {said}"
    )


def drawn(hand: tuple[str, str, str], said: str, options: str = "") -> str:
    """South draws the winning tile after a turn of everybody, and announces the hand."""
    dealt, tile, shown = hand
    return (
        f"game riichi{options}; hand; dealt S {dealt}; indicator 9d; E draw ??; {_TURN} E draw ??; E discard Nw;"
        f"S draw {tile}; S mahjong wall {tile}; S show {shown}; S score {said}"
    )


TANYAO = ("234b 567b 345c 22d 67d", "8d", "234b 567b 345c 22d 678d")
OWN_WIND = ("SSSw 345c 678d 22c 45b", "6b", "SSSw 345c 678d 22c 456b")
WINDS = ("EEw 234b 567c 345d 67d", "8d", "EEw 234b 567c 345d 678d")
PAIRS = ("2277b 3388c 44d 66d 8d", "8d", "| 2277b 3388c 44d 66d 88d")
SINGLE = ("234b 567b 345c 678d 2d", "2d", "234b 567b 345c 678d 22d")
GREEN = ("234b 234b 666b 88b GGd", "Gd", "234b 234b 666b 88b GGGd")
HONORS = ("RRRd GGGd WWd EEEw SSw", "Wd", "RRRd GGGd WWWd EEEw SSw")
FLUSH = ("123c 456c 789c 22c 88c", "8c", "123c 456c 789c 22c 888c")
PURE = ("1112345678999c", "9c", "| 11123456789999c")
HUGE = ("223344c 66788c 55c", "7c", "| 223344c 667788c 55c")
MANGAN = ("234b 234c 234d 67d 88c", "8d", "234b 234c 234d 678d 88c")

CASES: dict[str, Case] = cases_in("riichi_scores", globals())
