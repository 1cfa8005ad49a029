"""Rules: one small function each, in the file of the action that it limits.

The order of these imports is the order in which rules are asked about an event.
"""

from mjlog.rules import frame  # isort: skip
from mjlog.rules import dice  # isort: skip
from mjlog.rules import charleston  # isort: skip
from mjlog.rules import dead  # isort: skip
from mjlog.rules import chombo  # isort: skip
from mjlog.rules import not_played  # isort: skip
from mjlog.rules import turn  # isort: skip
from mjlog.rules import tiles  # isort: skip
from mjlog.rules import bonus  # isort: skip
from mjlog.rules import kong  # isort: skip
from mjlog.rules import claim  # isort: skip
from mjlog.rules import jokers  # isort: skip
from mjlog.rules import call  # isort: skip
from mjlog.rules import win  # isort: skip
from mjlog.rules import card  # isort: skip
from mjlog.rules import several_wins  # isort: skip
from mjlog.rules import riichi  # isort: skip
from mjlog.rules import yaku  # isort: skip
from mjlog.rules import furiten  # isort: skip
from mjlog.rules import swap_calls  # isort: skip
from mjlog.rules import red_fives  # isort: skip
from mjlog.rules import indicators  # isort: skip
from mjlog.rules import liability  # isort: skip
from mjlog.rules import abortive  # isort: skip
from mjlog.rules import closing  # isort: skip
from mjlog.rules import rotation  # isort: skip
from mjlog.rules import game_end  # isort: skip
from mjlog.rules.registry import CHECKS, Bound, BoundCheck, Check, CheckInfo, bind, not_asked, violations

__all__ = [
    "CHECKS", "Bound", "BoundCheck", "Check", "CheckInfo", "abortive", "bind", "bonus", "call", "card", "charleston",
    "chombo", "claim", "closing", "dead", "dice", "frame", "furiten", "game_end",
    "indicators", "jokers", "kong", "liability", "not_asked", "not_played", "red_fives", "riichi",
    "rotation", "several_wins", "swap_calls", "tiles", "turn", "violations", "win", "yaku",
]  # fmt: skip
