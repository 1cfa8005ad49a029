"""Hands that nobody recorded: what they are worth and why, and what everybody pays, for whoever asks."""

from mjlog.calculator.deal import Deal, Payers, ScoredHand, answer_of, score_deal
from mjlog.calculator.requests import (
    FLAG_WORDS,
    SOURCE_WORDS,
    how_it_ended,
    rules_of,
    score_of,
    scorer_of,
    settlement_of,
    whole,
)

__all__ = [
    "FLAG_WORDS",
    "SOURCE_WORDS",
    "Deal",
    "Payers",
    "ScoredHand",
    "answer_of",
    "how_it_ended",
    "rules_of",
    "score_deal",
    "score_of",
    "scorer_of",
    "settlement_of",
    "whole",
]
