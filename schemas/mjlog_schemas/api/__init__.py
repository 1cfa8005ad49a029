"""The border of the JSON API: what may be asked and sent, and what the OpenAPI document says of each answer.

Requests are checked by these schemas. Answers are structs (`mjlog.answers`), declared where they are made.
"""

from mjlog_schemas.api.answers import answer_components, reference
from mjlog_schemas.api.appending import AppendSchema
from mjlog_schemas.api.asking import (
    LONGEST_ACTS,
    AsOfQuery,
    DisputesQuery,
    EventsQuery,
    FindingsQuery,
    HandsQuery,
    MomentQuery,
    NoQuery,
    PageQuery,
    PeriodQuery,
    ReadingQuery,
    StandingsQuery,
    VersionQuery,
    WantedQuery,
    WhatIfQuery,
)
from mjlog_schemas.api.base import ProblemAnswer, ProblemItem, problem_items, published
from mjlog_schemas.api.cards import DeadAskedSchema, MatchAskedSchema
from mjlog_schemas.api.events import event_components
from mjlog_schemas.api.scores import ScoreAskedSchema

__all__ = [
    "AppendSchema", "AsOfQuery", "DeadAskedSchema", "DisputesQuery", "EventsQuery", "FindingsQuery", "HandsQuery",
    "LONGEST_ACTS", "PeriodQuery", "StandingsQuery", "WantedQuery", "WhatIfQuery",
    "MatchAskedSchema", "MomentQuery", "NoQuery", "PageQuery", "ProblemAnswer", "ProblemItem", "ReadingQuery",
    "ScoreAskedSchema", "VersionQuery", "answer_components", "event_components", "problem_items", "published",
    "reference",
]  # fmt: skip
