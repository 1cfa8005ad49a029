"""Whatever a log says, and however wrong it is, it can be looked at."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord
from mjlog.log.sight import SIGHT_NAMES, parse_sight
from mjlog.seats import Seat
from mjlog.viewer.pages.chart import chart
from mjlog.views.board import text_table
from mjlog.views.moment import claims_after, decision_from, finding_from, marks_of, moment_at, waits_after
from mjlog.views.seen import corrected_places, correction_of, event_lines
from mjlog.views.words import explain_score, payment_table
from tests.views.sentences import SENTENCES, START
from tests.views.table_logs import played, view_of, won
from turns import examples

EVENTS: list[dict[str, Any]] = [event for _before, event, _sentence in SENTENCES]


@given(st.lists(st.sampled_from([*EVENTS, START, START, None]), min_size=1, max_size=25))
@settings(max_examples=examples(40), deadline=None)
def test_any_sequence_of_events_can_be_stepped_through(chosen: list[dict[str, Any] | None]) -> None:
    rows = [
        Fault("bad-json", "no JSON") if fields is None else convert_event({"seq": seq, **fields})
        for seq, fields in enumerate(chosen, 1)
    ]
    view = Game(GameRecord("test", "test", ((row, None) for row in rows)))
    for place in range(len(rows)):
        for sight in SIGHT_NAMES:
            moment = moment_at(view, place, parse_sight(sight))
            assert moment.words
            assert plain(moment.board)
            assert text_table(moment.board, unicode=True)
            found = claims_after(view, place, parse_sight(sight))
            assert found is None or plain(found)["words"]
            assert plain(waits_after(view, place, parse_sight(sight))) is not None
        assert all(decision_from(view, place, step) != view.seq_at(place) for step in (1, -1))
        assert all(finding_from(view, place, step) != view.seq_at(place) for step in (1, -1))
    assert all(mark.place >= 0 for hand in view.hands for mark in marks_of(view, hand))
    assert chart(view).points
    assert [event_lines(hand, "table") for hand in view.hands]


CORRECTIONS = st.builds(
    lambda target, kind, events: {"type": "correction", kind: target, "events": events, "reason": "so"},
    st.integers(1, 30), st.sampled_from(["of", "after"]), st.lists(st.sampled_from(EVENTS), max_size=3),
)  # fmt: skip


@given(st.lists(st.sampled_from([*EVENTS, START]) | CORRECTIONS, min_size=2, max_size=25), st.booleans())
@settings(max_examples=examples(60), deadline=None)
def test_any_sequence_of_corrections_can_be_told(chosen: list[dict[str, Any]], as_recorded: bool) -> None:
    """Of events, of one another, of nothing; the address of every event leads somewhere."""
    rows = [convert_event({"seq": seq, **fields}) for seq, fields in enumerate(chosen, 1)]
    corrected = any(fields["type"] == "correction" for fields in chosen)
    view = Game(GameRecord("test", "test", ((row, None) for row in rows), corrected=corrected), as_recorded)
    for seq in range(1, len(rows) + 1):
        place = view.place_of(seq)
        if view.rows:
            assert place is not None
            assert 0 <= place < len(view.rows)
        told = correction_of(view, seq, "open")
        assert told is None or told.words
    assert all(corrected_places(hand) is not None for hand in view.hands)


def test_passes_in_a_row_are_one_line() -> None:
    view = view_of(played(7, 3).events)
    lines = [line.words for line in event_lines(view.hands[1], "table")]
    assert "South, West and North pass" in lines


def test_a_score_is_explained_line_by_line_and_paid_for() -> None:
    report = view_of(won().events).hands[1].report
    lines = explain_score(report.details[Seat.S])
    assert lines[0] == "Earth's Blessing: the limit [classical/limit-1]"
    assert "limit hand 'earths-blessing': 1000" in lines
    assert lines[-1] == "arranged as: 123b / 456b / 777c / 888c / 99d"
    table = payment_table(report.payments)
    assert table.change == (-1984, 4000, -1008, -1008)
    assert table.rows[0] == (None, 2000, 0, 0)


def test_totals_run_from_hand_to_hand() -> None:
    log = won()
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    view = view_of(log.events)
    assert view.hands[1].before == {"anna": 0, "ben": 0, "cleo": 0, "dora": 0}
    assert view.hands[1].after == view.hands[2].before == {"anna": -1984, "ben": 4000, "cleo": -1008, "dora": -1008}
    assert moment_at(view, len(view.rows) - 1).board.places[0].total == 4000
