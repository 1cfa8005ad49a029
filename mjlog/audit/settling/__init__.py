"""How the end of a hand is judged: one object a family of games, found by the name of the family."""

from mjlog.audit.settling import card, points, shared
from mjlog.audit.settling.base import SETTLINGS, Settling, settling

__all__ = ["SETTLINGS", "Settling", "card", "points", "settling", "shared"]
