"""Hands that nobody recorded: what they are worth and why, and what everybody pays, for whoever asks."""

from mjlog.calculator.deal import (
    Deal,
    Payers,
    ScoredHand,
    answer_of,
    how_it_ended,
    read_hands,
    score_deal,
)
from mjlog.calculator.settling import rules_of, settlement_of

__all__ = [
    "Deal",
    "Payers",
    "ScoredHand",
    "answer_of",
    "how_it_ended",
    "read_hands",
    "rules_of",
    "score_deal",
    "settlement_of",
]
