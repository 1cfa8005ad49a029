"""What a ruling changes, told hand by hand; what follows from rulings in words; events as they were recorded."""

from __future__ import annotations

import json

from mjlog.audit.game import Game
from mjlog.disputes.case import disputes_in
from mjlog.disputes.dossier import recorded_of
from mjlog.disputes.effects import consequence_words, effect, effect_words, still_standing
from tests.disputes.dossiers import stored_of, view_of_events
from tests.views.table_logs import Fields, Log, played, won


def hands(*changes: dict[str, int]) -> Log:
    """Hands that South wins, of which only the payments were written down."""
    log = Log()
    for number, change in enumerate(changes, 1):
        seats = dict(zip("ESWN", ("anna", "ben", "cleo", "dora"), strict=True))
        log.add("hand-start", hand=number, round="E", seats=seats, depth="result")
        log.add("mahjong", seat="S", source="wall")
        log.add("settlement", change=change)
    return log


def change(points: int) -> dict[str, int]:
    """South gets so much from each, twice that from East."""
    return {"E": -2 * points, "S": 4 * points, "W": -points, "N": -points}


def view(log: Log) -> Game:
    return view_of_events(log.events)


# -- hands ------------------------------------------------------------------------------------------------------------


def test_where_a_hand_is_void_the_others_are_compared_with_themselves() -> None:
    log = hands(change(10), change(20), change(30))
    before = view(log)
    for seq in (5, 6, 7):
        log.add("correction", of=seq, events=[], reason="played by others")
    told = effect(before, view(log)).hands
    assert told == ("there are 2 hands instead of 3", "hand 2 does not begin any more")


def test_a_hand_that_was_left_out_is_new_and_the_others_are_as_they_were() -> None:
    log = hands(change(10), change(20))
    before = view(log)
    seats = dict(zip("ESWN", ("anna", "ben", "cleo", "dora"), strict=True))
    added: list[Fields] = [
        {"type": "hand-start", "hand": 2, "round": "E", "seats": seats, "depth": "result"},
        {"type": "mahjong", "seat": "S", "source": "wall"},
        {"type": "settlement", "change": change(5)},
    ]
    log.add("correction", after=4, events=added, reason="left out")
    told = effect(before, view(log)).hands
    assert told == ("there are 3 hands instead of 2", "hand 2 is new: South wins, paid E −10 S +20 W −5 N −5")


def test_a_hand_that_is_begun_otherwise_is_the_same_hand() -> None:
    log = hands(change(10), change(20))
    before = view(log)
    begun = {name: value for name, value in log.events[4].items() if name != "seq"}
    log.add("correction", of=5, events=[{**begun, "round": "S"}], reason="slip")
    assert effect(before, view(log)).hands == ()


def test_findings_of_a_hand_that_gets_another_number_stay_what_they_are() -> None:
    """The payments of the last hand add up to nothing that can be: so they did before."""
    wrong = {"E": -2, "S": 3, "W": 0, "N": 0}
    log = hands(change(10), wrong)
    before = view(log)
    for seq in (2, 3, 4):
        log.add("correction", of=seq, events=[], reason="another table")
    found = effect(before, view(log))
    assert "not-zero-sum" not in [one.code for one in (*found.came, *found.went)]


# -- fines ------------------------------------------------------------------------------------------------------------


def test_a_fine_in_progress_that_is_made_void_counts_no_more_when_the_hand_ends() -> None:
    log = played(3, 4)
    fine = log.add("penalty", seat="E", amount=9, reason="late")
    before = view(log)
    log.add("correction", of=fine, events=[], reason="it was not")
    found = effect(before, view(log))
    assert found.fines == {"anna": 9, "ben": -3, "cleo": -3, "dora": -3}
    assert not found.is_nothing
    assert "when the hand in progress ends: anna +9, ben −3, cleo −3 and dora −3" in effect_words(found)


def test_a_score_that_is_corrected_without_its_payment_leaves_the_totals() -> None:
    """Whoever rules is told, and can correct the payment too."""
    log = hands(change(10))
    score = log.add("score", seat="S", total=40)
    before = view(log)
    log.add("correction", of=score, events=[{"type": "score", "seat": "S", "total": 20}], reason="ruled")
    assert effect_words(effect(before, view(log)))[-1] == "the totals stay what they are"


def test_of_a_hand_that_is_over_it_is_told_what_stays() -> None:
    log = won()
    before = view(log)
    log.add("note", text="tea")
    assert effect_words(effect(before, view(log))) == ["scores, payments, totals and findings stay what they are"]


# -- what follows from rulings ----------------------------------------------------------------------------------------


def ruled() -> tuple[Log, int]:
    """A dispute about the payments, with a ruling that makes them void; gives the ruling's correction."""
    log = won()
    paid = len(log.events)
    dispute = log.add("dispute", on=paid, text="wrong")
    ruling = log.add("ruling", on=dispute, text="so it is")
    return log, log.add("correction", of=paid, on=ruling, events=[], reason="so it is")


def standing(log: Log) -> list[int]:
    (case,) = disputes_in(view(log))
    return still_standing(view(log), case)


def test_what_follows_from_a_ruling_stands_until_it_is_taken_back_and_again_when_that_is() -> None:
    log, correction = ruled()
    assert standing(log) == [correction]
    back = log.add("correction", of=correction, events=[], reason="on appeal")
    assert standing(log) == []
    assert consequence_words(view(log), back).startswith(
        f"correction {correction} is taken back, and there is read: The"
    )
    log.add("correction", of=back, events=[], reason="no")
    assert standing(log) == [correction]


def test_a_correction_stands_no_more_where_a_later_one_is_about_the_same_event() -> None:
    log, correction = ruled()
    paid = log.events[correction - 1]["of"]
    log.add("correction", of=paid, events=[{"type": "settlement", "change": change(1)}], reason="these")
    assert standing(log) == []


def test_a_correction_is_told_with_what_stood_there_and_what_stands_there_now() -> None:
    log, correction = ruled()
    assert consequence_words(view(log), correction).startswith("event 29 is void: The hand is paid: East loses 1984")
    other = log.add("correction", of=correction, events=[{"type": "settlement", "change": change(1)}], reason="these")
    told = consequence_words(view(log), other)
    assert told.startswith(f"event {correction}, The hand is paid: East loses 1984")
    assert told.endswith("is now: The hand is paid: East loses 2, South gains 4, West loses 1 and North loses 1")


def test_a_correction_in_a_hand_in_progress_is_told_as_everybody_may_hear_it() -> None:
    log = played(3, 4)
    drawn = next(event for event in log.events if event["type"] == "draw")
    put = log.add(
        "correction", of=drawn["seq"], events=[{"type": "draw", "seat": drawn["seat"], "tile": "Rd"}], reason="x"
    )
    told = consequence_words(view(log), put)
    assert told.startswith(f"event {drawn['seq']}, ")
    assert "red dragon" not in told


# -- as recorded ------------------------------------------------------------------------------------------------------


def test_what_happens_openly_in_a_hand_in_progress_is_recorded_whole_and_a_drawn_tile_is_not_told() -> None:
    log = played(3, 4)
    seqs = [(kind, next(one["seq"] for one in log.events if one["type"] == kind)) for kind in ("discard", "draw")]
    seen = view(log)
    for stored in (None, stored_of(seen)):
        whole = {one.what: one.is_whole for one in recorded_of(seen, seqs, stored)}
        assert whole == {"discard": True, "draw": False}


def test_an_event_with_a_field_that_is_left_out_is_not_recorded_whole() -> None:
    from mjlog.disputes.dossier import Stored

    log = played(3, 4)
    seq = next(one["seq"] for one in log.events if one["type"] == "discard")
    body = json.dumps({**log.events[seq - 1], "weather": "rain"}).encode()
    (one,) = recorded_of(view(log), [("event", seq)], lambda _seq: Stored("0" * 64, body))
    assert not one.is_whole
    assert "weather" not in one.fields
