"""Hands that nobody recorded: what they are worth and why, and what everybody pays, for whoever asks."""

from mjlog.calculator.deal import (
    FLAG_WORDS,
    SOURCE_WORDS,
    Deal,
    Payers,
    ScoredHand,
    answer_of,
    how_it_ended,
    read_hands,
    score_deal,
    score_of,
    scorer_of,
)
from mjlog.calculator.settling import rules_of, settlement_of

__all__ = [
    "FLAG_WORDS",
    "SOURCE_WORDS",
    "Deal",
    "Payers",
    "ScoredHand",
    "answer_of",
    "how_it_ended",
    "read_hands",
    "rules_of",
    "score_deal",
    "score_of",
    "scorer_of",
    "settlement_of",
]
