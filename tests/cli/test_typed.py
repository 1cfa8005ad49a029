"""The short form of events: every type that has one, written as at the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.errors import NotationError
from mjlog.events import EVENT_TYPE_BY_NAME, convert_event
from mjlog.formats.shorthand.long_form import FORMS, read_typed

EXAMPLES: dict[str, dict[str, Any]] = {
    "game-start tuesday western anna ben cleo place=\"Club room\" options={\"target\":500}": {
        "type": "game-start", "game": "tuesday", "ruleset": "western", "players": ["anna", "ben", "cleo"],
        "place": "Club room", "options": {"target": 500},
    },
    "seats E=anna S=ben": {"type": "seats", "seats": {"E": "anna", "S": "ben"}},
    "hand-start hand=1 round=E E=anna": {"type": "hand-start", "hand": 1, "round": "E", "seats": {"E": "anna"}},
    "gap the lamp fell turn=S": {"type": "gap", "text": "the lamp fell", "turn": "S"},
    "wall 123b EEw": {"type": "wall", "tiles": ["1b", "2b", "3b", "Ew", "Ew"]},
    "roll E 3 4 break-wall": {"type": "roll", "seat": "E", "dice": [3, 4], "purpose": "break-wall"},
    "break S 7 by=E": {"type": "break", "wall": "S", "stack": 7, "by": "E"},
    "deal E ?? ?? 5b": {"type": "deal", "seat": "E", "tiles": ["??", "??", "5b"]},
    "indicator 3b kong": {"type": "indicator", "tile": "3b", "of": "kong"},
    "charleston right-1 E 123b": {"type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["1b", "2b", "3b"]},
    "charleston-stop W": {"type": "charleston-stop", "seat": "W"},
    "bonus N 1f 2s": {"type": "bonus", "seat": "N", "tiles": ["1f", "2s"]},
    "draw S": {"type": "draw", "seat": "S", "tile": "??"},
    "kong-replacement S Rd": {"type": "kong-replacement", "seat": "S", "tile": "Rd"},
    "bonus-replacement S": {"type": "bonus-replacement", "seat": "S", "tile": "??"},
    "discard south 5B calling": {"type": "discard", "seat": "S", "tile": "5b", "calling": True},
    "name S 🀙": {"type": "name", "seat": "S", "tile": "1d"},
    "pass E on=4": {"type": "pass", "seat": "E", "on": 4},
    "claim W pung": {"type": "claim", "seat": "W", "for": "pung"},
    "retract W": {"type": "retract", "seat": "W"},
    "expose W pung 555b dangerous=choice":
        {"type": "expose", "seat": "W", "kind": "pung", "tiles": ["5b"] * 3, "dangerous": "choice"},
    "lay-concealed W pung RRRd": {"type": "lay-concealed", "seat": "W", "kind": "pung", "tiles": ["Rd"] * 3},
    "kong E concealed 1111b": {"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["1b"] * 4},
    "joker-exchange E S 5b": {"type": "joker-exchange", "seat": "E", "owner": "S", "tile": "5b"},
    "fishing E": {"type": "fishing", "seat": "E"},
    "mahjong W wall 5b": {"type": "mahjong", "seat": "W", "source": "wall", "tile": "5b"},
    "show W 12b Ew": {"type": "show", "seat": "W", "rest": ["1b", "2b", "Ew"]},
    "show W 123b | 55d | rest Ew":
        {"type": "show", "seat": "W", "sets": [["1b", "2b", "3b"], ["5d", "5d"]], "rest": ["Ew"]},
    "dead W count short by one": {"type": "dead", "seat": "W", "reason": "count", "text": "short by one"},
    "penalty W 10 a wrong call": {"type": "penalty", "seat": "W", "amount": 10, "reason": "a wrong call"},
    "washout": {"type": "washout"},
    "replay the wall fell": {"type": "replay", "reason": "the wall fell"},
    "score W 64 points=16 doubles=2": {"type": "score", "seat": "W", "total": 64, "points": 16, "doubles": 2},
    "settlement E=-8 S=8": {"type": "settlement", "change": {"E": -8, "S": 8}},
    "game-end": {"type": "game-end"},
    "note a = b, as x=1 says seat=E": {"type": "note", "text": "a = b, as x=1 says", "seat": "E"},
    "dispute not so on=3": {"type": "dispute", "text": "not so", "on": 3},
    "ruling it stands": {"type": "ruling", "text": "it stands"},
}  # fmt: skip


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_line_is_read_as_the_event_it_means(text: str) -> None:
    fields = read_typed(text)
    assert fields == EXAMPLES[text]
    convert_event({"seq": 1, **fields})


def test_every_form_has_an_example_and_is_a_type_of_event() -> None:
    assert {text.split()[0] for text in EXAMPLES} == set(FORMS)
    assert set(FORMS) <= set(EVENT_TYPE_BY_NAME)


@given(st.text(max_size=60) | st.builds("{} {}".format, st.sampled_from(sorted(FORMS)), st.text(max_size=40)))
def test_any_text_is_an_event_or_is_explained(text: str) -> None:
    try:
        kind = read_typed(text)["type"]
    except NotationError:
        return
    assert kind in FORMS
