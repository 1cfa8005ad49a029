"""A dossier reads the log as it was when the event was disputed, whoever has ruled on it since, or before."""

from __future__ import annotations

from mjlog.disputes.dossier import Dossier
from tests.disputes.dossiers import dossier_of, view_of_events
from tests.views.table_logs import Log, won


def objected(log: Log, on: int, text: str = "that was mine") -> int:
    """An objection; its number."""
    log.add("dispute", on=on, text=text)
    return len(log.events)


def void(log: Log, dispute: int, of: int) -> None:
    """A ruling by which an event is void."""
    log.add("ruling", on=dispute, text="so be it", decision="upheld")
    log.add("correction", of=of, on=len(log.events), events=[], reason="ruled")


def dossier_in(log: Log, seq: int) -> Dossier:
    """The dossier of a dispute in a log."""
    return dossier_of(view_of_events(log.events), seq)


def judged(found: Dossier) -> list[object]:
    """What a dossier says of the event itself."""
    event = found.event
    return [event.words, event.read, found.legal, found.rules, found.findings, found.certain, found.outcomes[:2]]


def test_a_dispute_about_an_event_that_a_ruling_has_made_void_shows_it_as_it_was_judged_before() -> None:
    """Somebody objects to the mahjong after it was ruled away: the rules that bear on it are told all the same."""
    log = won()
    mahjong = next(event["seq"] for event in log.events if event["type"] == "mahjong")
    first = objected(log, mahjong)
    before = dossier_in(log, first)
    void(log, first, mahjong)
    second = objected(log, mahjong, "it was none of his")
    found = dossier_in(log, second)
    assert found.event.read
    assert [one.id for one in found.rules] == [one.id for one in before.rules] != []
    assert judged(found) == judged(before)
    assert found.event.correction is not None
    assert found.outcomes[-1].label == "as the log stands now"
    assert found.outcomes[-1].winner is None


def test_a_dispute_that_is_open_while_another_is_ruled_keeps_its_event() -> None:
    log = won()
    paid = len(log.events)
    first, second = objected(log, paid), objected(log, paid, "and that is too little")
    before = dossier_in(log, second)
    void(log, first, paid)
    found = dossier_in(log, second)
    assert judged(found) == judged(before)
    assert found.dispute is not None
    assert found.dispute.is_open


def test_an_event_made_void_without_a_ruling_is_shown_as_it_was_before_the_correction() -> None:
    log = won()
    paid = len(log.events)
    before = dossier_in(log, paid)
    log.add("correction", of=paid, events=[], reason="not paid yet")
    found = dossier_in(log, objected(log, paid))
    assert judged(found) == judged(before)


def test_what_had_been_corrected_before_the_objection_is_what_was_objected_to() -> None:
    """The payment was put right first; then somebody objects to it."""
    log = won()
    paid = len(log.events)
    other = {"type": "settlement", "change": {"E": -2000, "S": 4000, "W": -1000, "N": -1000}}
    log.add("correction", of=paid, events=[other], reason="counted again")
    dispute = objected(log, paid)
    found = dossier_in(log, dispute)
    assert "East loses 2000" in found.event.words
    assert len(found.outcomes) == 2


def test_of_a_hand_in_progress_an_event_that_was_made_void_is_shown_as_the_table_saw_it() -> None:
    """A ruling made the discard void: it is read as it went on, without the ruling, and nothing hidden is told."""
    log = Log()
    for event in won().events[:22]:
        log.events.append(event)
    discard = len(log.events)
    first = objected(log, discard)
    before = dossier_in(log, first)
    void(log, first, discard)
    second = objected(log, discard, "he did discard it")
    found = dossier_in(log, second)
    assert not found.over
    assert found.event.read
    assert list(found.before) == ["table"]
    assert [one.id for one in found.rules] == [one.id for one in before.rules]
    ruling, listed = first + 1, [line.seq for line in found.event.near]
    assert listed[-4:] == [discard, first, ruling, second], "the correction was not made in this reading"
