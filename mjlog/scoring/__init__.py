"""Scoring from tables of the rule set: points, doubles, limit hands; settlement; requests to score one hand."""

from mjlog.scoring.hand import FLAGS, SOURCES, Hand, Item, LaidSet, Score
from mjlog.scoring.scorer import Scorer

__all__ = ["FLAGS", "SOURCES", "Hand", "Item", "LaidSet", "Score", "Scorer"]
