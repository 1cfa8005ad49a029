"""Scoring from tables of the rule set: points, doubles, limit hands; settlement; requests to score one hand."""

from mjlog.scoring.explain import Explanation, NotCounted, explain
from mjlog.scoring.hand import FLAGS, SOURCES, Hand, Item, LaidSet, Score
from mjlog.scoring.hand_line import hand_line, read_hand_line
from mjlog.scoring.request import answer_of, check_hand, read_hand, score_request
from mjlog.scoring.scorer import Scorer
from mjlog.scoring.settle_request import settle_card_request, settle_request, settlement_answer
from mjlog.scoring.settlement import Payment, Settlement, Terms, settle, terms_of

__all__ = [
    "FLAGS",
    "SOURCES",
    "Explanation",
    "Hand",
    "Item",
    "LaidSet",
    "NotCounted",
    "Payment",
    "Score",
    "Scorer",
    "Settlement",
    "Terms",
    "answer_of",
    "check_hand",
    "explain",
    "hand_line",
    "read_hand",
    "read_hand_line",
    "score_request",
    "settle",
    "settle_card_request",
    "settle_request",
    "settlement_answer",
    "terms_of",
]
