"""The rules of `mcr` about wins, counting, payments and fines, each kept and broken; the fans are in `mcr_fans`."""

from __future__ import annotations

from cases import Case, cases_in
from cases.mcr_fans import said
from fan_hands import played


def counted(hand: str, options: str = "minimum=0", flowers: str = "") -> str:
    """A hand with what it is worth, as South wins and announces it."""
    tiles, _, score = hand.partition(" = ")
    return f"{played(tiles, options, flowers)}; {said(score)}"


def legal(hand: str, options: str = "minimum=0", flowers: str = "") -> Case:
    return Case(legal=counted(hand, options, flowers))


def instead(right: str, wrong: str, options: str = "minimum=0") -> Case:
    """A hand with its score, and with another one."""
    return Case(
        legal=counted(right, options),
        illegal=f"{played(right.partition(' = ')[0], options)}; {said(wrong)}",
        code="wrong-score",
    )


def by_option(option: str, hand: str) -> Case:
    """A score that is right under an option, and wrong without it."""
    return Case(counted(hand, f"minimum=0 {option}"), counted(hand), "wrong-score")


def only_without(option: str, hand: str) -> Case:
    """A score that is wrong under an option, and right without it."""
    return Case(counted(hand), counted(hand, f"minimum=0 {option}"), "wrong-score")


SHIFTED = "123c 123c 123c 23c 55d -4c = 49 pure-shifted-pungs three-concealed-pungs concealed-hand tile-hog "
SHIFTED += "tile-hog pung-of-terminals-or-honors one-voided-suit no-honors"
RING = "234567c 234567d Ew -Ew = 7 concealed-hand mixed-double-chow mixed-double-chow short-straight "
RING += "one-voided-suit single-wait"

SHOWN = (
    "game mcr{}; hand; dealt S 123b 456b 789b 11d 35d; E discard Ew; S draw 7d; S mahjong wall 7d;"
    "S show | 123b 456b 789b 11d 357d;"
)

CASES: dict[str, Case] = cases_in("mcr_scores", globals())
