"""What corrections changed, told at the events concerned, in both readings."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.viewer.pages.present import near
from mjlog.views.seen import CorrectionNote, corrected_places, correction_of, event_lines, line_at, said_at
from tests.views.table_logs import Fields, Log, hidden_twin, played, view_of, won


def readings(events: list[Fields]) -> list[Game]:
    """The game as corrected and as recorded."""
    return [
        Game(GameRecord("test", "test", ((convert_event(one), None) for one in events), corrected=True), as_recorded)
        for as_recorded in (False, True)
    ]


def note(view: Game, seq: int) -> CorrectionNote:
    """What is told of an event that a correction is about."""
    found = correction_of(view, seq, "open")
    assert found is not None
    return found


def begun() -> tuple[Log, int]:
    """East has discarded; nothing else has happened. Gives the seq of the discard."""
    log = played(1, 1)
    return log, next(event["seq"] for event in log.events if event["type"] == "discard")


def fixed(log: Log, of: int, *events: Fields, reason: str = "misheard") -> int:
    """A correction of an event."""
    return log.add("correction", of=of, events=list(events), reason=reason)


DISCARD = {"type": "discard", "seat": "E", "tile": "9d"}


@pytest.mark.parametrize("reading", [0, 1])
def test_a_corrected_event_says_by_which_one_and_what_it_was(reading: int) -> None:
    log, seq = begun()
    first = log.events[seq - 1]["tile"]
    last = fixed(log, seq, DISCARD)
    view = readings(log.events)[reading]
    told = note(view, seq)
    assert told.words == f"Event {seq} was corrected by event {last}: misheard"
    assert told.written == said_at(readings(log.events)[1], seq - 1)
    assert first in str(log.events[seq - 1])
    assert told.stands == "East discards 9 dots"
    assert note(view, last).words == f"Event {last} stands in the place of event {seq}: misheard"
    assert (note(view, last).written, note(view, last).stands) == (told.written, told.stands)


def test_a_void_event_leaves_nothing_and_can_stand_again() -> None:
    log, seq = begun()
    last = fixed(log, seq, reason="not so")
    for view in readings(log.events):
        assert note(view, seq).words == f"Event {seq} was made void by event {last}: not so"
        assert note(view, seq).stands == ""
    again = fixed(log, last, reason="it was so")
    for view in readings(log.events):
        told = note(view, seq)
        assert told.words.endswith(f"; correction {last} was taken back by event {again}: it was so")
        assert told.stands == told.written != ""
        assert note(view, again).words == f"Event {again} takes back correction {last}: it was so"


def test_who_agreed_is_told_texts_do_no_harm_and_what_cannot_be_read_has_none() -> None:
    log, seq = begun()
    log.add("correction", of=seq, events=[], reason="a\u202eb", agreed=["anna", "ben"])
    assert note(readings(log.events)[0], seq).words.endswith(r": a\u202eb (agreed by anna and ben)")
    log, seq = begun()
    fixed(log, seq, {"type": "discard", "seat": "E", "tile": "secret"})
    assert note(readings(log.events)[0], seq).stands == "This event cannot be read"
    view = view_of(won().events)
    assert [correction_of(view, seq) for seq in range(0, view.last_seq + 3)] == [None] * (view.last_seq + 3)


def test_an_added_event_says_after_which_one_it_is_read() -> None:
    log, seq = begun()
    last = log.add("correction", after=seq, events=[{"type": "claim", "seat": "S", "for": "pung"}], reason="forgotten")
    for view in readings(log.events):
        told = note(view, last)
        assert told.words == f"Event {last} was added after event {seq}: forgotten"
        assert told.first is None
        assert told.written == told.stands
        assert told.stands.startswith("South claims pung of")
        assert correction_of(view, seq) is None


def test_a_correction_of_a_correction_tells_the_whole_story() -> None:
    log, seq = begun()
    one = fixed(log, seq, DISCARD)
    two = fixed(log, one, {**DISCARD, "tile": "8d"}, reason="once more")
    for view in readings(log.events):
        told = note(view, seq)
        assert told.words == (
            f"Event {seq} was corrected by event {one}: misheard; event {one} was corrected by event {two}: once more"
        )
        assert told.stands == "East discards 8 dots"
        assert [step.seq for step in told.steps] == [one, two]
        assert note(view, two).words == (
            f"Event {two} stands in the place of event {one}, which stood for event {seq}: once more"
        )


def test_a_correction_that_was_meant_for_another_event_says_so_at_both() -> None:
    log, seq = begun()
    last = fixed(log, seq, DISCARD)
    deal = next(event["seq"] for event in log.events if event["type"] == "deal")
    meant = {"type": "correction", "of": deal, "events": [], "reason": "this block"}
    moved = fixed(log, last, meant, reason="wrong line")
    for view in readings(log.events):
        assert note(view, seq).words == (
            f"Event {seq} was corrected by event {last}: misheard; "
            f"correction {last} was meant for event {deal}, by event {moved}: wrong line"
        )
        assert note(view, seq).written == note(view, seq).stands != ""
        assert note(view, deal).words == f"Event {deal} was made void by event {moved}: this block"
        assert note(view, moved).words == f"Event {moved} makes event {deal} void: this block"
        assert note(view, moved).stands == ""
        steps = plain(note(view, seq))["corrections"]
        assert [(step["seq"], step["of"], step["instead"]) for step in steps] == [
            (last, seq, None), (moved, last, deal)
        ]  # fmt: skip
    assert said_at(readings(log.events)[0], seq - 2) == said_at(readings(log.events)[1], seq - 1)


def test_the_address_of_a_corrected_event_leads_to_what_stands_in_its_place() -> None:
    """Two in a row are corrected: each leads to its own."""
    log = played(1, 3)
    claims = [event["seq"] for event in log.events if event["type"] == "pass"][:2]
    kinds = [log.events[seq - 1]["seat"] for seq in claims]
    stand = [fixed(log, seq, {"type": "claim", "seat": seat, "for": "pung"})
             for seq, seat in zip(claims, kinds, strict=True)]  # fmt: skip
    view = readings(log.events)[0]
    places = [view.place_of(seq) for seq in claims]
    assert [view.seq_at(place) for place in places if place is not None] == stand
    assert [view.place_of(seq) for seq in stand] == places
    log = played(1, 3)
    first, second, third = [event["seq"] for event in log.events if event["type"] == "pass"][:3]
    fixed(log, first, {"type": "claim", "seat": "S", "for": "pung"})
    void = fixed(log, second)
    view = readings(log.events)[0]
    for seq in (second, void):
        assert view.seq_at(view.place_of(seq)) == third, "the address of a void one leads to what came next"
    assert view.place_of(len(log.events) + 1) is None


def test_the_corrected_places_of_a_hand_are_known() -> None:
    """As corrected the place of what stands there, as recorded that of what was written."""
    log, seq = begun()
    last = fixed(log, seq, DISCARD)
    corrected, recorded = readings(log.events)
    assert [corrected.seq_at(place) for place in corrected_places(corrected.hands[1])] == [last]
    assert [recorded.seq_at(place) for place in corrected_places(recorded.hands[1])] == [seq]
    assert corrected_places(corrected.hands[0]) == []


def with_corrected_draws(log: Log) -> Log:
    """The same game, with a draw and a block of the deal written once more as they were."""
    for kind in ("draw", "deal"):
        event = next(event for event in log.events if event["type"] == kind)
        again = {name: value for name, value in event.items() if name != "seq"}
        log.add("correction", of=event["seq"], events=[again], reason="blotted")
    return log


@given(st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_while_a_hand_goes_on_corrections_tell_no_hidden_tile(seed: int, other: int) -> None:
    log = played(seed, 12)
    one, two = (with_corrected_draws(each).events for each in (log, hidden_twin(log, other)))
    for mine, theirs in zip(readings(one), readings(two), strict=True):
        for seq in range(1, len(one) + 1):
            told = correction_of(theirs, seq, Seat.S)
            assert correction_of(mine, seq, "open") == told == correction_of(mine, seq, "table")


def test_a_hand_that_only_a_correction_has_begun_is_on_all_the_same() -> None:
    """As recorded the hand before is over: what was added after it is told as from the table."""
    log = played(2, 3)
    log.add("washout")
    seats = {"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}
    inside = [
        {"type": "hand-start", "hand": 2, "round": "E", "seats": seats},
        {"type": "deal", "seat": "E", "tiles": ["1b", "2b", "3b", "4b"]},
    ]
    last = log.add("correction", after=len(log.events), events=inside, reason="on another sheet")
    for view in readings(log.events):
        assert note(view, last).stands.endswith("East is dealt 4 tiles")


def test_the_events_round_an_event_are_its_neighbours_also_after_a_corrected_one() -> None:
    """A corrected discard has the number of its correction, which is greater than those of the events after it."""
    log = played(1, 30)
    seq = next(event["seq"] for event in log.events if event["type"] == "discard")
    last = fixed(log, seq, DISCARD)
    view = readings(log.events)[0]
    lines = event_lines(view.played[0], "open")
    assert [line.words for line in lines if line.seq == last] == ["East discards 9 dots"]
    for here in range(seq + 1, last - 1):
        at = line_at(lines, here)
        assert at is not None
        assert lines[at].seq <= here <= lines[at].until
        assert lines[at] in near(lines, here)


def test_a_pass_that_was_corrected_is_told_in_a_line_of_its_own() -> None:
    """With those before it the line would have the numbers of the acts that follow."""
    log, seq = begun()
    second = next(event for event in log.events if event["type"] == "pass" and event["seq"] == seq + 2)
    fixed(log, second["seq"], {"type": "pass", "seat": second["seat"]})
    view = readings(log.events)[0]
    lines = event_lines(view.played[0], "open")
    covered = [number for line in lines for number in range(line.seq, line.until + 1)]
    hand = view.played[0]
    assert covered == [view.seq_at(place) for place in range(hand.first, hand.end)]
