"""Corrections on the score sheet: each is counted in the hand that it touched."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.views.sheet import ScoreSheet, sheet_text
from tests.views.sheets import TWO_HANDS, sheet_of
from turns import examples


def corrected(*corrections: dict[str, Any], as_recorded: bool = False) -> ScoreSheet:
    """Two hands (events 2 to 4 and 5 to 7), the end, and corrections (from 9 on)."""
    more = [{"type": "correction", "reason": "agreed", **one} for one in corrections]
    return sheet_of(TWO_HANDS, *more, as_recorded=as_recorded)


RIGHT = [{"type": "settlement", "change": {"E": -80, "S": 160, "W": -40, "N": -40}}]


def test_a_correction_counts_where_it_belongs_and_not_where_it_was_written() -> None:
    sheet = corrected({"of": 4, "events": RIGHT})
    assert [hand.corrections for hand in sheet.hands] == [1, 0]
    assert [cell.change for cell in sheet.hands[0].cells] == [-80, 160, -40, -40]
    assert "1 correction" in sheet_text(sheet)


@each("corrections, counts",
    [
        ([{"of": 4, "events": []}], [1, 0]),
        ([{"of": 7, "events": []}], [0, 1]),
        ([{"of": 4, "events": RIGHT}, {"of": 9, "events": []}], [2, 0]),
        ([{"of": 5, "events": [{"type": "hand-start", "hand": 2, "round": "E", "depth": "result",
                                "seats": {"E": "ben", "S": "cora", "W": "dora", "N": "anna"}}]}], [0, 1]),
        ([{"after": 4, "events": [{"type": "note", "text": "late"}]}], [1, 0]),
        ([{"after": 4, "events": [{"type": "note", "text": "late"}]}, {"of": 9, "events": []}], [2, 0]),
        ([{"of": 99, "events": []}], [0, 0]),
        ([{"events": []}], [0, 0]),
    ],
)  # fmt: skip
def test_corrections_of_every_kind_are_counted(corrections: list[dict[str, Any]], counts: list[int]) -> None:
    """Void ones, corrected ones, those of a hand's first event, added ones; none that names no event before it."""
    assert [hand.corrections for hand in corrected(*corrections).hands] == counts


def test_as_recorded_the_log_is_read_without_them() -> None:
    sheet = corrected({"of": 4, "events": RIGHT}, {"after": 3, "events": []}, as_recorded=True)
    assert [cell.change for cell in sheet.hands[0].cells] == [-40, 80, -20, -20]
    assert [hand.corrections for hand in sheet.hands] == [2, 0]
    assert "as recorded" in sheet_text(sheet)


def test_a_long_row_of_corrections_is_counted_in_reasonable_time() -> None:
    """Each hangs on the one before, and all are void: ways back are not walked again and again."""
    chain = [{"after": 4 if at == 0 else 8 + at, "events": []} for at in range(20_000)]
    assert [hand.corrections for hand in corrected(*chain).hands] == [20_000, 0]


@given(st.lists(st.tuples(st.integers(1, 30), st.booleans(), st.booleans()), max_size=20))
@settings(max_examples=examples(60), deadline=None)
def test_every_correction_of_an_earlier_event_is_counted_once(chosen: list[tuple[int, bool, bool]]) -> None:
    """Whatever is corrected, and however often; not in a hand that goes on once its end is void."""
    note = [{"type": "note", "text": "said"}]
    made = [{"of" if of else "after": target, "events": note if kept else []} for target, of, kept in chosen]
    sheet = corrected(*made)
    fitting = sum(1 for at, (target, _of, _kept) in enumerate(chosen) if target < 9 + at)
    assert sum(hand.corrections for hand in sheet.hands) <= fitting
    if sheet.hands and not sheet.is_live and all(target > 2 for target, _of, _kept in chosen):
        assert sum(hand.corrections for hand in sheet.hands) == fitting
