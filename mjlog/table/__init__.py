"""The table: state, and `apply`, which carries out what happened and never refuses."""

from mjlog.table.apply import APPLY, PLAY_EVENTS, apply, prepare
from mjlog.table.plan import DealBlock, TablePlan, WallPlan
from mjlog.table.state import Place, Table, TableSet, Win

__all__ = [
    "APPLY", "PLAY_EVENTS", "DealBlock", "Place", "Table", "TablePlan", "TableSet", "WallPlan", "Win", "apply",
    "prepare",
]  # fmt: skip
