"""Rules: one small function each, in the file of the action that it limits.

The order of these imports is the order in which rules are asked about an event.
"""

from mjlog.rules import (  # isort: skip
    frame, dice, charleston, dead, chombo, not_played, turn, tiles, bonus, kong, claim, jokers, call, win, card,
    several_wins, riichi, yaku, furiten, swap_calls, red_fives, indicators, liability, abortive, closing, rotation,
    game_end,
)  # fmt: skip
from mjlog.rules.registry import CHECKS, Bound, BoundCheck, Check, CheckInfo, bind, not_asked, violations

__all__ = [
    "CHECKS", "Bound", "BoundCheck", "Check", "CheckInfo", "abortive", "bind", "bonus", "call", "card", "charleston",
    "chombo", "claim", "closing", "dead", "dice", "frame", "furiten", "game_end",
    "indicators", "jokers", "kong", "liability", "not_asked", "not_played", "red_fives", "riichi",
    "rotation", "several_wins", "swap_calls", "tiles", "turn", "violations", "win", "yaku",
]  # fmt: skip
