"""The border of the JSON API: what may be asked and sent, and what each answer looks like.

Requests are checked by these schemas. Answers are made as plain values elsewhere; their schemas say what is in them, in
the OpenAPI document, and the tests hold every answer against them.
"""

from mjlog_schemas.api.answers import answer_components, reference
from mjlog_schemas.api.asking import (
    AsOfQuery,
    DisputesQuery,
    EventsQuery,
    FindingsQuery,
    HandsQuery,
    MomentQuery,
    NoQuery,
    PageQuery,
    ReadingQuery,
    VersionQuery,
)
from mjlog_schemas.api.base import Answer, ProblemSchema, PublishedField, problem_items, published
from mjlog_schemas.api.cards import CardListSchema, DeadAskedSchema, DeadSchema, MatchAskedSchema, MatchSchema
from mjlog_schemas.api.disputes import DisputeListSchema, DossierSchema
from mjlog_schemas.api.events import event_components
from mjlog_schemas.api.games import (
    FindingListSchema,
    GameListSchema,
    GameSchema,
    HandListSchema,
    HandSchema,
    SheetSchema,
    TotalsSchema,
)
from mjlog_schemas.api.logs import AppendedSchema, AppendSchema, StoredListSchema, StoredSchema
from mjlog_schemas.api.moments import EventListSchema, MomentSchema

__all__ = [
    "Answer", "AppendSchema", "AppendedSchema", "AsOfQuery", "CardListSchema", "DeadAskedSchema", "DeadSchema",
    "DisputeListSchema", "DisputesQuery", "DossierSchema", "EventListSchema", "EventsQuery", "FindingListSchema",
    "FindingsQuery", "GameListSchema", "GameSchema", "HandListSchema", "HandSchema", "HandsQuery",
    "MatchAskedSchema", "MatchSchema", "MomentQuery", "MomentSchema", "NoQuery", "PageQuery", "ProblemSchema",
    "PublishedField", "ReadingQuery", "SheetSchema", "StoredListSchema", "StoredSchema", "TotalsSchema",
    "VersionQuery", "answer_components", "event_components", "problem_items", "published", "reference",
]  # fmt: skip
