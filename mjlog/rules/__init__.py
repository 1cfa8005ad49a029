"""Rules: one small function each, in the file of the action that it limits.

The order of these imports is the order in which rules are asked about an event.
"""

from mjlog.rules import (  # isort: skip
    opening, charleston, dead, turn, tiles, kong, claim, jokers, call, win, riichi, red_fives,
    indicators, liability, abortive, closing, rotation,
)  # fmt: skip
from mjlog.rules.registry import CHECKS, Bound, BoundCheck, Check, CheckInfo, bind, not_asked, violations

__all__ = [
    "CHECKS", "Bound", "BoundCheck", "Check", "CheckInfo", "abortive", "bind", "call", "charleston", "claim",
    "closing", "dead", "indicators", "jokers", "kong", "liability", "not_asked", "opening", "red_fives",
    "riichi", "rotation", "tiles", "turn", "violations", "win",
]  # fmt: skip
