"""Scoring from tables of the rule set: points, doubles, limit hands; settlement."""

from collections.abc import Mapping
from typing import Any

from mjlog.scoring.explain import Explanation, NotCounted, explain, hand_answer
from mjlog.scoring.fans import FanScorer
from mjlog.scoring.final import FinalTerms, final_scores, final_terms_of
from mjlog.scoring.han import HanScorer
from mjlog.scoring.hand import FLAGS, SOURCES, Hand, Item, LaidSet, Score
from mjlog.scoring.rows import FANS, FU_AND_HAN
from mjlog.scoring.scorer import Scorer
from mjlog.scoring.settlement import (
    Payment,
    Settlement,
    SharedTerms,
    SharedWin,
    Terms,
    liable_part,
    settle,
    settle_nagashi,
    settle_ready,
    settle_wins,
    terms_of,
)

__all__ = [
    "FLAGS",
    "SOURCES",
    "Explanation",
    "FinalTerms",
    "HanScorer",
    "Hand",
    "Item",
    "LaidSet",
    "NotCounted",
    "Payment",
    "Score",
    "Scorer",
    "Settlement",
    "SharedTerms",
    "SharedWin",
    "Terms",
    "explain",
    "final_scores",
    "final_terms_of",
    "hand_answer",
    "liable_part",
    "scorer_by",
    "settle",
    "settle_nagashi",
    "settle_ready",
    "settle_wins",
    "terms_of",
]


_SCORERS: Mapping[str, type[Scorer]] = {FU_AND_HAN: HanScorer, FANS: FanScorer}
"""By the way to combine, where it has one of its own."""


def scorer_by(scoring: Mapping[str, Any], options: Mapping[str, Any]) -> Scorer:
    """The scorer of a scoring table under these option values, by its way to combine.

    Raises:
        RuleSetError: the table names a pattern, option or way to combine that does not exist, or misuses a value.
    """
    return _SCORERS.get(scoring.get("total", ""), Scorer)(scoring, options)
