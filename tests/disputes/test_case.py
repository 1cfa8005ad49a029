"""Which disputes there are, what they are about, and how they were ruled."""

from __future__ import annotations

from mjlog.disputes.case import CaseInfo, cases_about, disputes_in
from mjlog.disputes.dossier import ruling_words
from mjlog.seats import Seat
from tests.disputes.dossiers import view_of_events
from tests.views.table_logs import Log, won


def cases(log: Log) -> list[CaseInfo]:
    """The disputes of a log as corrected."""
    view = view_of_events(log.events)
    return disputes_in(view)


def test_a_dispute_is_about_the_event_that_it_names_by_the_player_of_that_hand() -> None:
    log = won()
    seq = log.add("dispute", on=22, seat="S", text="too late", at="2026-01-01T20:00:00Z", recorder="dora")
    (case,) = cases(log)
    assert (case.seq, case.on, case.seat, case.player, case.is_open) == (seq, 22, Seat.S, "ben", True)
    assert (case.at, case.recorder, case.ruling) == ("2026-01-01T20:00:00Z", "dora", None)


def test_a_dispute_that_names_no_event_is_about_the_latest_one_that_is_no_remark() -> None:
    log = won()
    last = len(log.events)
    log.add("note", text="tea")
    log.add("dispute", text="no!")
    assert [case.on for case in cases(log)] == [last]


def test_a_ruling_that_names_no_dispute_is_on_the_latest_one() -> None:
    log = won()
    log.add("dispute", on=22, text="first")
    log.add("dispute", on=23, text="second")
    log.add("ruling", text="so", decision="upheld")
    assert [(case.text, case.is_open) for case in cases(log)] == [("first", True), ("second", False)]


def test_what_says_to_follow_from_a_ruling_belongs_to_it() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="wrong sum")
    ruling = log.add("ruling", on=dispute, text="so it is", decision="upheld")
    correction = log.add("correction", of=29, on=ruling, events=[], reason="so it is")
    penalty = log.add("penalty", seat="E", amount=5, reason="late", on=ruling)
    log.add("penalty", seat="E", amount=5, reason="late")
    ((made,),) = [case.rulings for case in cases(log)]
    assert (made.corrections, made.penalties) == ((correction,), (penalty,))
    assert made.consequences == (correction, penalty)


def test_what_holds_penalties_and_nothing_else_is_a_fine_and_what_is_no_event_does_no_harm() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="late")
    ruling = log.add("ruling", on=dispute, text="so it was")
    fine = {"type": "penalty", "seat": "E", "amount": 5, "reason": "late"}
    fined = log.add("correction", after=29, on=ruling, events=[fine], reason="late")
    mixed = log.add("correction", after=29, on=ruling, events=[fine, {"type": "note", "text": "tea"}], reason="late")
    odd = log.add("correction", after=29, on=ruling, events=[{"type": ["penalty"]}], reason="late")
    void = log.add("correction", of=29, on=ruling, events=[], reason="late")
    ((made,),) = [case.rulings for case in cases(log)]
    assert (made.corrections, made.penalties) == ((mixed, odd, void), (fined,))


def test_of_several_rulings_the_last_one_holds() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="wrong")
    log.add("ruling", on=dispute, text="no", decision="dismissed")
    log.add("ruling", on=dispute, text="yes after all", decision="upheld")
    (case,) = cases(log)
    assert [one.decision for one in case.rulings] == ["dismissed", "upheld"]
    assert case.ruling is not None
    assert case.ruling.text == "yes after all"


def test_a_dispute_that_was_made_void_is_none() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="wrong")
    log.add("correction", of=dispute, events=[], reason="written into the wrong game")
    assert cases(log) == []


def test_decisions_that_are_no_words_and_odd_texts_do_no_harm() -> None:
    log = won()
    dispute = log.add("dispute", on=10**6, text="\u202eno\n")
    log.add("ruling", on=dispute, text="", decision={"a": [1]})
    log.add("ruling", on=3, text="on what is no dispute")
    (case,) = cases(log)
    assert case.text == "\u202eno\n"
    assert [one.decision for one in case.rulings] == ["an object of 1"]


def test_disputes_are_found_by_their_event_their_ruling_and_what_follows() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="wrong")
    ruling = log.add("ruling", on=dispute, text="yes")
    correction = log.add("correction", of=29, on=ruling, events=[], reason="yes")
    found = cases(log)
    for seq in (29, dispute, ruling, correction):
        assert list(cases_about(found, seq)) == found
    assert list(cases_about(found, 28)) == []


def test_texts_stand_as_they_were_logged_and_are_printed_in_escapes() -> None:
    log = won()
    dispute = log.add("dispute", on=29, text="a\nb", recorder="c\td")
    log.add("ruling", on=dispute, text="\x1b[31m")
    (case,) = cases(log)
    assert (case.text, case.recorder) == ("a\nb", "c\td")
    assert case.ruling is not None
    assert case.ruling.text == "\x1b[31m"
    assert ruling_words(case.ruling).endswith("\\x1b[31m")
