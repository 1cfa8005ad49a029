"""Nothing that is hidden shows: two games that differ only in hidden tiles look the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.events import convert_event
from mjlog.log.sight import parse_sight, redact
from mjlog.seats import Seat
from mjlog.tiles import TILES, UNKNOWN
from mjlog.viewer.pages.chart import chart
from mjlog.views.board import text_table
from mjlog.views.moment import claims_after, decision_from, finding_from, marks_of, moment_at, moves_after, waits_after
from mjlog.views.seen import correction_of, event_lines, findings_of
from tests.views.table_logs import Fields, hidden_twin, played, view_of, won
from tests.views.test_going_on import read, rows_of
from turns import examples

SEEDS = st.integers(0, 10**6)


def looks(events: list[Fields], sight: str) -> list[object]:
    """Everything a sight shows of a game: all its words, and moments all over it."""
    view = view_of(events)
    shown: list[object] = [event_lines(hand, parse_sight(sight)) for hand in view.hands]
    for place in {*range(0, len(view.rows), 9), len(view.rows) - 1}:
        moment = moment_at(view, place, parse_sight(sight))
        shown += [moment.words, json.dumps(plain(moment.board)), text_table(moment.board), moment.board]
        asked = parse_sight(sight)
        shown += [claims_after(view, place, asked), waits_after(view, place, asked), moves_after(view, place, asked)]
        shown += [step(view, place, way) for step in (decision_from, finding_from) for way in (1, -1)]
    shown += [marks_of(view, hand) for hand in view.hands]
    return [*shown, chart(view), [correction_of(view, seq, parse_sight(sight)) for seq in view.by_seq]]


@given(SEEDS, SEEDS, st.integers(0, 45))
@settings(max_examples=examples(12), deadline=None)
def test_two_games_that_differ_in_hidden_tiles_look_the_same_whoever_asks(seed: int, other: int, turns: int) -> None:
    """As long as the hand goes on; and nobody is told what is waited for."""
    log = played(seed, turns)
    twin = hidden_twin(log, other)
    assert log.events != twin.events
    view = view_of(log.events)
    for sight in ("table", "open", "S"):
        assert looks(log.events, sight) == looks(twin.events, sight)
        assert all(waits_after(view, place, parse_sight(sight)) == [] for place in range(0, len(view.rows), 7))


@given(SEEDS, SEEDS)
@settings(max_examples=examples(12), deadline=None)
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
@settings(max_examples=examples(12), deadline=None)
def test_a_seat_sees_nothing_of_what_others_hold(seed: int, other: int, seat: Seat) -> None:
    """A player's view of a hand that was drawn is the same in both games: the player's tiles are."""
    log = played(seed, 25)
    twin = hidden_twin(log, other, keep=seat.value)
    for one in (log, twin):
        one.add("washout")
    assert looks(log.events, seat.value) == looks(twin.events, seat.value)


WALL = {"seq": 1, "type": "wall", "tiles": ["1b", "2b"]}
PASS = {"seq": 1, "type": "charleston", "pass": "right-1", "seat": "E", "tiles": ["1b", "2b", "3b"], "blind": 1}


@pytest.mark.parametrize(("event", "sight", "tiles"), [
    (WALL, "table", "?? ??"), (WALL, "E", "?? ??"), (WALL, "open", "1b 2b"),
    (PASS, "table", "?? ?? ??"), (PASS, "E", "?? 2b 3b"), (PASS, "S", "1b 2b 3b"), (PASS, "W", "?? ?? ??"),
])  # fmt: skip
def test_an_event_shows_what_the_one_who_looks_knew(event: Fields, sight: str, tiles: str) -> None:
    """Of a pass the giver what was not passed blind, the receiver all; the wall to nobody."""
    seen = redact(convert_event(event), parse_sight(sight)).tiles  # type: ignore[attr-defined]
    assert " ".join(map(str, seen)) == tiles


def test_a_mahjong_opens_the_hand_when_it_is_shown_and_is_one() -> None:
    """A declared one can be taken back, or be false, and then the others play on: until the hand is paid."""
    log = won()
    declared = next(at for at, event in enumerate(log.events) if event["type"] == "mahjong")
    assert not view_of(log.events[: declared + 1]).hands[1].is_over
    assert view_of(log.events[: declared + 2]).hands[1].is_over
    shown = next(event["rest"] for event in log.events if event["type"] == "show" and event["seat"] == "N")
    del log.events[declared - 1 :]
    claimed = log.add("claim", seat="N", for_="mahjong")
    log.add("mahjong", seat="N", source="discard", tile="9d")
    log.add("show", seat="N", rest=[*shown, "9d"])
    view = view_of(log.events)
    assert "not-mahjong" in [finding.code for finding in view.hands[1].report.findings]
    assert not view.hands[1].is_over
    for again in (claimed, claimed + 1):  # as corrected they have numbers behind the hand that was shown
        same = {name: value for name, value in log.events[again - 1].items() if name != "seq"}
        log.add("correction", of=again, events=[same], reason="said again")
        assert not read(rows_of(log)).hands[-1].is_over
    log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0})
    assert read(rows_of(log)).hands[1].is_over
