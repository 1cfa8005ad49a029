"""Nothing that is hidden shows: two games that differ only in hidden tiles look the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.events import convert_event
from mjlog.log.sight import parse_sight, redact, sight_name
from mjlog.seats import Seat
from mjlog.tiles import TILES, UNKNOWN
from mjlog.viewer.pages.chart import chart
from mjlog.views.board import text_table
from mjlog.views.moment import claims_after, decision_from, finding_from, marks_of, moment_at, waits_after
from mjlog.views.seen import correction_of, event_lines, findings_of
from tests.views.table_logs import Fields, hidden_twin, played, view_of, won
from tests.views.test_going_on import read, rows_of

SEEDS = st.integers(0, 10**6)


def looks(events: list[Fields], sight: str) -> list[object]:
    """Everything a sight shows of a game: all its words, and moments all over it."""
    view = view_of(events)
    shown: list[object] = [event_lines(hand, parse_sight(sight)) for hand in view.hands]
    for place in {*range(0, len(view.rows), 9), len(view.rows) - 1}:
        moment = moment_at(view, place, parse_sight(sight))
        shown += [moment.words, json.dumps(plain(moment.board)), text_table(moment.board), moment.board]
        shown += [claims_after(view, place, moment.sight), waits_after(view, place, moment.sight)]
        shown += [step(view, place, way) for step in (decision_from, finding_from) for way in (1, -1)]
    shown += [marks_of(view, hand) for hand in view.hands]
    return [*shown, chart(view), [correction_of(view, seq, parse_sight(sight)) for seq in view.by_seq]]


@given(SEEDS, SEEDS, st.integers(0, 45))
@settings(max_examples=20, deadline=None)
def test_two_games_that_differ_in_hidden_tiles_look_the_same_from_the_table(seed: int, other: int, turns: int) -> None:
    log = played(seed, turns)
    twin = hidden_twin(log, other)
    assert log.events != twin.events
    assert looks(log.events, "table") == looks(twin.events, "table")


@given(SEEDS, SEEDS)
@settings(max_examples=12, deadline=None)
def test_findings_of_a_hand_in_progress_depend_on_no_hidden_tile(seed: int, other: int) -> None:
    """A discard of a tile that the player may never have drawn: only the concealed tiles could tell."""
    log = played(seed, 30)
    twin = hidden_twin(log, other)
    for events in (log.events, twin.events):
        discard = [event for event in events if event["type"] == "discard"][20]
        discard["tile"] = "9d" if discard["tile"] != "9d" else "1b"
    one, two = view_of(log.events), view_of(twin.events)
    assert [f.as_json() for f in findings_of(one.hands[1])] == [f.as_json() for f in findings_of(two.hands[1])]
    assert looks(log.events, "table") == looks(twin.events, "table")


def test_a_fault_that_only_concealed_tiles_show_is_told_when_the_hand_is_over() -> None:
    log = played(3, 12)
    discard = next(event for event in log.events if event["type"] == "discard")
    held = [tile for event in log.events if event.get("seat") == "E" for tile in event.get("tiles", ())]
    discard["tile"] = next(tile for tile in ("1b", "2b", "3b", "4b", "5b") if tile not in held)
    view = view_of(log.events)
    assert [finding.code for finding in view.hands[1].report.findings] == ["tile-not-held"]
    assert findings_of(view.hands[1]) == []
    log.add("washout")
    view = view_of(log.events)
    assert "tile-not-held" in [finding.code for finding in findings_of(view.hands[1])]


@pytest.mark.parametrize("sight", ["E", "S", "W", "N"])
def test_a_seat_sees_its_own_tiles_and_no_others(sight: str) -> None:
    """The hand is over, so that its moments can be seen from every seat; they show what that player knew then."""
    view = view_of(won().events)
    discard = next(place for place, row in enumerate(view.rows) if getattr(row, "type", "") == "discard")
    board = moment_at(view, discard, parse_sight(sight)).board
    for seat in Seat:
        is_own = seat.value == sight
        assert (TILES[UNKNOWN] not in board.seat(seat).concealed) == is_own
        assert len(board.seat(seat).concealed) == 13


@given(SEEDS, SEEDS, st.sampled_from(list(Seat)))
@settings(max_examples=12, deadline=None)
def test_a_seat_sees_nothing_of_what_others_hold(seed: int, other: int, seat: Seat) -> None:
    """A player's view of a hand that was drawn is the same in both games: the player's tiles are."""
    log = played(seed, 25)
    twin = hidden_twin(log, other, keep=seat.value)
    for one in (log, twin):
        one.add("washout")
    assert looks(log.events, seat.value) == looks(twin.events, seat.value)


@pytest.mark.parametrize("asked", ["open", "E", "S", "W", "N"])
def test_a_hand_in_progress_has_only_the_tables_view(asked: str) -> None:
    view = view_of(played(1, 20).events)
    moment = moment_at(view, len(view.rows) - 1, parse_sight(asked))
    assert sight_name(moment.sight) == "table"
    assert all(set(one.concealed) <= {TILES[UNKNOWN]} for one in moment.board.places)


def test_a_declaration_does_not_open_the_hand_until_it_is_shown() -> None:
    """A declared mahjong can be taken back, or be false, and then the others play on."""
    events = won().events
    declared = next(at for at, event in enumerate(events) if event["type"] == "mahjong")
    assert not view_of(events[: declared + 1]).hands[1].is_over
    assert view_of(events[: declared + 2]).hands[1].is_over


def test_a_false_declaration_opens_nothing() -> None:
    """North declares on East's discard, and shows a hand that is not complete."""
    log = won()
    start = next(at for at, event in enumerate(log.events) if event["type"] == "claim")
    shown = next(event["rest"] for event in log.events if event["type"] == "show" and event["seat"] == "N")
    del log.events[start:]
    log.add("claim", seat="N", for_="mahjong")
    log.add("mahjong", seat="N", source="discard", tile="9d")
    log.add("show", seat="N", rest=[*shown, "9d"])
    view = view_of(log.events)
    assert "not-mahjong" in [finding.code for finding in view.hands[1].report.findings]
    assert not view.hands[1].is_over
    log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0})
    assert view_of(log.events).hands[1].is_over


def test_a_wall_tile_is_seen_by_nobody_but_the_open_view() -> None:
    event = convert_event({"seq": 1, "type": "wall", "tiles": ["1b", "2b"]})
    for sight in ("table", "E", "N"):
        assert redact(event, parse_sight(sight)).tiles == (TILES[UNKNOWN],) * 2  # type: ignore[attr-defined]
    assert redact(event, "open") is event


@pytest.mark.parametrize(
    ("sight", "tiles"), [("table", "?? ?? ??"), ("E", "?? 2b 3b"), ("S", "1b 2b 3b"), ("W", "?? ?? ??")]
)
def test_the_giver_knows_what_was_not_passed_blind_and_the_receiver_all(sight: str, tiles: str) -> None:
    event = convert_event(
        {"seq": 1, "type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["1b", "2b", "3b"], "blind": 1}
    )
    seen = redact(event, parse_sight(sight)).tiles  # type: ignore[attr-defined]
    assert " ".join(map(str, seen)) == tiles


def test_a_false_mahjong_that_was_corrected_ends_nothing_either() -> None:
    """The number of the correction is higher than that of the hand shown, which is not complete."""
    log = played(5, 12)
    seat = next(event["seat"] for event in reversed(log.events) if event["type"] == "discard")
    other = "E" if seat != "E" else "S"
    log.add("claim", seat=other, for_="mahjong")
    declared = log.add("mahjong", seat=other, source="discard")
    log.add(
        "show", seat=other, rest=["1b", "2b", "4b", "6b", "8b", "9b", "1c", "3c", "5c", "7c", "9c", "2d", "5d", "Ew"]
    )
    assert not view_of(log.events).hands[-1].is_over
    for again in (declared - 1, declared):
        same = {name: value for name, value in log.events[again - 1].items() if name != "seq"}
        log.add("correction", of=again, events=[same], reason="said again")
        assert not read(rows_of(log)).hands[-1].is_over
