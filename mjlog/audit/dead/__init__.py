"""Dead hands in every rule set: wrong numbers of tiles, false mahjong, calls not kept; and what follows from them.

>>> from mjlog.log.records import GameRecord
>>> dead_hands(GameRecord("none", "none", iter(())))
[]
"""

from mjlog.audit.dead.cases import Consequence, DeadHand, Declared, Number, Payment, Since
from mjlog.audit.dead.declaring import DeadHandTracker, dead_hands

__all__ = ["Consequence", "DeadHand", "DeadHandTracker", "Declared", "Number", "Payment", "Since", "dead_hands"]
