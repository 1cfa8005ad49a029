"""Every event in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.events import EVENT_TYPES, convert_event
from mjlog.rulesets import default_rules
from mjlog.table import Table, apply
from mjlog.views import words
from mjlog.views.words import _WORDS
from tests.views.sentences import SENTENCES, START


@pytest.mark.parametrize(("before", "event", "sentence"), SENTENCES)
def test_an_event_reads_as(before: list[dict[str, Any]], event: dict[str, Any], sentence: str) -> None:
    table = Table(default_rules("classical").plan)
    for seq, fields in enumerate([START, *before], 1):
        apply(table, convert_event({"seq": seq, **fields}))
    assert words(table, convert_event({"seq": 9, **event})) == sentence


def test_every_event_type_has_words_and_an_example() -> None:
    names = {str(one.__struct_config__.tag) for one in EVENT_TYPES}
    assert {str(one.__struct_config__.tag) for one in _WORDS} == names
    assert {event["type"] for _before, event, _sentence in SENTENCES} == names


def test_every_event_can_be_said_of_an_empty_table() -> None:
    """Words never fail, however odd the log: here nothing has happened before."""
    table = Table(default_rules("classical").plan)
    for _before, event, _sentence in SENTENCES:
        assert words(table, convert_event({"seq": 1, **event}))
