"""Lines of the score and settle batches are explained before they are computed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from near_events import junk

from each import each
from mjlog_schemas import explain_score_request, explain_settle_request
from mjlog_schemas.requests import ScoreRequest, SettleRequest

WIN: dict[str, Any] = {
    "seat": "E", "round": "S", "concealed": "123b 55c EEEw 777d", "sets": [{"kind": "kong", "tiles": ["Rd"] * 4}],
    "bonus": "1f 2s", "won": True, "tile": "5C", "source": "last-discard", "flags": ["twofold"], "east_wins": 2,
}  # fmt: skip
LOSER: dict[str, Any] = {"seat": "E", "round": "E", "concealed": ["1b", "🀀"], "won": False}
TOTALS: dict[str, Any] = {"totals": {"E": 8, "S": 0, "W": 4, "N": 2}, "winner": "S"}


@pytest.mark.parametrize(
    "hand",
    [
        WIN,
        LOSER,
        LOSER | {"tile": None, "source": None, "bonus": "", "sets": []},
        WIN | {"source": "deal", "tile": None},
        WIN | {"remark": 1, "options": {"Flowers": False}},
    ],
)
def test_a_hand_that_says_all_it_needs_is_sound(hand: dict[str, Any]) -> None:
    assert explain_score_request(hand) is None


@each("change, message",
    [
        ({"seat": "e"}, "seat is 'e'; expected one of E, S, W, N; did you mean 'E'?"),
        ({"tile": "5x"}, "tile is '5x'; expected a tile like 5b, Ew, Rd, 1f or ??"),
        ({"won": 1}, "won is 1; expected true or false"),
        ({"source": None}, "source is null; expected one of wall, discard, loose, kong, last-wall, last-discard, deal, "
                           "first-discard, exchange, since the hand won"),
        ({"tile": None}, "tile is null; expected the winning tile, since the hand won and not as dealt"),
        ({"won": False}, "tile is '5C'; expected null, since the hand did not win"),
        ({"sets": [{"kind": "pong", "tiles": "EEEw"}]},
         "sets[0].kind is 'pong'; expected one of chow, pung, kong, quint, sextet, pair, single; did you mean 'pung'?"),
        ({"sets": [{"kind": "pung"}]},
         "sets[0].tiles is missing; expected tiles like '123b 55c Ew', or a list of tile codes"),
    ],
)  # fmt: skip
def test_a_hand_at_fault_is_told_with_what_is_right(change: dict[str, Any], message: str) -> None:
    fault = explain_score_request(WIN | change)
    assert fault is not None
    assert (fault.code, fault.message) == ("bad-field", message)


def test_a_text_of_tiles_is_told_with_the_part_at_fault() -> None:
    fault = explain_score_request(WIN | {"concealed": "123b 5x"})
    assert fault is not None
    assert fault.field == "concealed"
    assert "'5x'" in fault.message


@pytest.mark.parametrize(
    "hand",
    [
        TOTALS,
        TOTALS | {"winner": None, "remark": 1},
        TOTALS | {"discarder": "E", "pays_for_all": "E", "options": {}},
        {"totals": {"E": 1, "S": 2, "W": 3}, "winner": "E"},
        {"winner": "E", "discarder": "S", "value": 25, "jokerless": True, "bonus": True},
    ],
)
def test_totals_and_card_hands_that_can_be_settled_are_sound(hand: dict[str, Any]) -> None:
    assert explain_settle_request(hand) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"totals": {"E": 1.5}}, "totals.E is 1.5; expected a whole number"),
        ({"totals": {"E": 1, "S": 2}}, "totals is an object of 2; expected the totals of three or four seats"),
        ({"winner": "south"}, "winner is 'south'; expected one of E, S, W, N; did you mean 'S'?"),
        ({"discarder": "S"}, "discarder is 'S'; expected another seat than the winner's"),
        (
            {"totals": {"E": 1, "S": 2, "W": 3}, "discarder": "N"},
            "discarder is 'N'; expected one of the seats that have totals: E, S, W",
        ),
    ],
)
def test_totals_at_fault_are_told_with_what_is_right(change: dict[str, Any], message: str) -> None:
    fault = explain_settle_request(TOTALS | change)
    assert fault is not None
    assert fault.message == message


def test_a_batch_line_that_is_no_object_is_no_json_object() -> None:
    for explain in (explain_score_request, explain_settle_request):
        fault = explain([1])
        assert fault is not None
        assert fault.code == "bad-json"


SCORE_FIELDS = st.dictionaries(st.sampled_from(sorted(ScoreRequest().fields)), junk)
SETTLE_FIELDS = st.dictionaries(st.sampled_from([*SettleRequest().fields, "value", "jokerless"]), junk)


@given(SCORE_FIELDS.map(lambda fields: WIN | fields) | SCORE_FIELDS | junk)
def test_any_hand_is_explained_or_sound(fields: Any) -> None:
    fault = explain_score_request(fields)
    assert fault is None or fault.message.isprintable()


@given(SETTLE_FIELDS.map(lambda fields: TOTALS | fields) | SETTLE_FIELDS | junk)
def test_any_totals_are_explained_or_sound(fields: Any) -> None:
    fault = explain_settle_request(fields)
    assert fault is None or fault.message.isprintable()
