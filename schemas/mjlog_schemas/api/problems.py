"""Errors, as RFC 9457 has them, with what is wrong with each field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mjlog.text import shown
from mjlog_schemas.api import base as f
from mjlog_schemas.api.base import Answer
from mjlog_schemas.faults import faults_of

_MOST_ITEMS = 20
_LONGEST = 500
PLACES = ("body", "query", "header")


class ProblemItemSchema(Answer):
    """What is wrong with one field."""

    place = f.word(*PLACES, says="where the field stands")
    field = f.text("its path, like `events[2].tile`; empty for the whole")
    detail = f.text("what is wrong, and what would be right")


class ProblemSchema(Answer):
    """An error."""

    type = f.text("which problem it is: an address of the page of this API, or `about:blank`", format="uri-reference")
    title = f.text("the problem in few words")
    status = f.number("the status of the answer", least=400)
    detail = f.text("what was asked, why it cannot be, and what would be right")
    errors = f.parts(ProblemItemSchema, "what is wrong with each field, where fields are at fault")

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """The list of fields is there where fields are at fault."""
        field_obj.required = field_name != "errors"


def problem_items(messages: Any, place: str) -> list[dict[str, str]]:
    """The messages of a schema, field by field."""
    return list(_items(messages, place))[:_MOST_ITEMS]


def _items(messages: Any, place: str) -> Iterator[dict[str, str]]:
    for fault in faults_of(messages):
        yield {"place": place, "field": shown(fault.field or "", 200), "detail": shown(fault.message, _LONGEST)}
