"""How the end of a hand is judged: one object a family of games, found by the name of the family."""

from collections.abc import Callable

from mjlog.audit.reporter import Reporter
from mjlog.audit.settling.base import Settling
from mjlog.audit.settling.card import CardSettling
from mjlog.audit.settling.points import PointsSettling
from mjlog.audit.settling.shared import SharedSettling
from mjlog.table import Table

__all__ = ["SETTLINGS", "Settling", "settling"]

SETTLINGS: dict[str, Callable[[Reporter, Table], Settling]] = {
    "points": PointsSettling, "card": CardSettling, "shared": SharedSettling,
}  # fmt: skip
"""By the name of the family."""


def settling(reporter: Reporter, table: Table) -> Settling:
    """What judges the end of the hands of a game at this table."""
    return SETTLINGS[table.plan.family.name](reporter, table)
