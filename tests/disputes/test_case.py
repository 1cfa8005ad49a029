"""Which disputes there are, how they were ruled, and what a hand comes to without an event; on the score sheet."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from typing import Any

import pytest

from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.disputes.case import CaseInfo, Outcome, cases_about, disputes_in, with_disputes
from mjlog.disputes.dossier import ruling_words
from mjlog.events import convert_event
from mjlog.log.records import GameRecord
from mjlog.seats import Seat
from mjlog.views.sheet import dispute_words, score_sheet, sheet_csv, sheet_text
from simulate.games import played
from tests.disputes.dossiers import Fields, dossier_of, view_of_events
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
    assert case.ruling.text == "\x1b[31m"
    assert ruling_words(case.ruling).endswith("\\x1b[31m")


# -- the disputes of a game stand on its score sheet, with how they were ruled ----------------------------------------


def disputes_on_sheet(log: Log) -> tuple[str, ...]:
    """The lines of the sheet that tell of disputes."""
    view = view_of_events(log.events)
    return tuple(map(dispute_words, with_disputes(score_sheet(view), view).disputes))


def test_the_sheet_says_what_each_dispute_is_about_and_how_it_was_ruled() -> None:
    log = won()
    assert disputes_on_sheet(log) == ()
    log.add("dispute", on=22, seat="S", text="too late")
    log.add("dispute", on=23, text="what was that")
    log.add("ruling", on=len(log.events) - 1, text="it was", decision="upheld")
    first, second = disputes_on_sheet(log)
    assert first == f"hand 1, event 22, ben: too late - ruled upheld: it was (ruling {len(log.events)})"
    assert second == f"hand 1, event 23: what was that - open (dispute {len(log.events) - 1})"


def test_the_text_lists_them_before_the_head() -> None:
    log = won()
    log.add("dispute", on=22, seat="S", text="too late")
    view = view_of_events(log.events)
    text = sheet_text(with_disputes(score_sheet(view), view))
    assert f"\ndisputes\n  hand 1, event 22, ben: too late - open (dispute {len(log.events)})\n" in text


def test_a_dispute_in_a_hand_that_goes_on_is_not_on_the_sheet_yet() -> None:
    log = won()
    log.events.pop()
    while log.events[-1]["type"] not in ("discard", "draw"):
        log.events.pop()
    log.add("dispute", on=len(log.events), text="that was mine")
    assert disputes_on_sheet(log) == ()


def test_a_table_for_a_spreadsheet_and_the_api_name_them_too() -> None:
    """In the row of its hand; a dispute about the game itself stands in the first one."""
    log = won()
    log.add("dispute", on=22, seat="S", text="too late")
    log.add("ruling", on=len(log.events), text="it was", decision="upheld")
    log.add("dispute", on=1, text="those are not the rules")
    view = view_of_events(log.events)
    sheet = with_disputes(score_sheet(view), view)
    (row,) = csv.DictReader(io.StringIO(sheet_csv(sheet)))
    assert row["disputes"] == "; ".join(map(dispute_words, sheet.disputes))
    ruled, still_open = plain(sheet.answer)["disputes"]
    assert (ruled["hand"], ruled["on"], ruled["player"], ruled["ruling"]["decision"]) == (1, 22, "ben", "upheld")
    assert (still_open["hand"], still_open["on"], still_open["ruling"]) == (None, 1, None)


# -- what a hand comes to without an event, against the audit of a log that never had it ------------------------------


CASES = [("american", 3), ("american", 4), ("western", 3), ("bmja", 3), ("mahjiang", 3), ("dmjl", 3)]
ACTS = frozenset((
    "claim", "expose", "kong", "bonus", "joker-exchange", "pass", "fishing", "mahjong", "show", "retract", "dead",
    "score", "settlement", "penalty", "washout", "replay",
))  # fmt: skip
FINES = ({"seat": "S", "amount": 30}, {"seat": "W", "amount": 12, "to": {"E": 12}})


def _game(ruleset: str, seed: int) -> list[Fields]:
    """Two hands, fines in each; in the American game with mistakes, and what follows from them."""
    lines = played(ruleset, seed, hands=2, mistakes=ruleset == "american")
    events: list[Fields] = []
    for event in map(json.loads, lines):
        fines = [{"type": "penalty", "reason": "late", **fine} for fine in FINES]
        events += [event, *(fines if event["type"] in ("settlement", "washout") else [])]
    return _numbered([{key: value for key, value in event.items() if key != "on"} for event in events])


def _numbered(events: list[Fields]) -> list[Fields]:
    return [
        {**{key: value for key, value in event.items() if key not in ("id", "prev")}, "seq": number}
        for number, event in enumerate(events, start=1)
    ]


def _report(events: list[Fields], hand: int | None) -> HandReport:
    rows = iter([(convert_event(event), None) for event in events])
    return next(one for one in Engine(GameRecord("", "", rows)).run() if one.hand == hand)


def _fined(events: list[Fields], hand: int | None) -> Counter[str]:
    """What fines of a hand move; shared equally where nothing else was said, for three divide them."""
    moved, now = Counter[str](), 0
    for event in events:
        now = event.get("hand", now) if event["type"] == "hand-start" else now
        if event["type"] == "penalty" and now == hand:
            others = [seat for seat in "ESWN" if seat != event["seat"]]
            moved.update(event.get("to") or dict.fromkeys(others, event["amount"] // 3))
            moved[event["seat"]] -= event["amount"]
    return moved


def _letters(points: dict[Any, int] | None) -> dict[str, int] | None:
    return None if points is None else {seat.value: number for seat, number in points.items()}


def _same_money(told: Outcome, alone: HandReport) -> bool:
    scores, moved = (told.announced, told.computed), (told.paid, told.due)
    return (told.winner, *scores, *moved) == (alone.winner, alone.recorded, alone.computed, alone.settled, alone.owed)


@pytest.mark.parametrize(("ruleset", "seed"), CASES)
def test_without_the_event_a_hand_comes_to_what_the_log_without_it_comes_to(ruleset: str, seed: int) -> None:
    """Scores, payments, fines and faults, and what everybody gets: paid as it was where the result is the same."""
    events, chance = _game(ruleset, seed), random.Random(seed)
    view = view_of_events(events)
    by_kind: dict[str, list[Fields]] = {}
    for event in events:
        by_kind.setdefault(event["type"], []).append(event)
    for event in [chance.choice(some) for kind, some in by_kind.items() if kind in ACTS]:
        found = dossier_of(view, event["seq"])
        told = next(one for one in found.outcomes if one.label.startswith("without"))
        left = _numbered([one for one in events if one is not event])
        alone, before = _report(left, found.hand), _report(events, found.hand)
        assert _same_money(told, alone), event
        faults = [(one.code, one.message) for one in alone.findings if one.severity == "error"]
        assert [(one.code, one.message) for one in told.faults] == faults
        fines = _fined(left, found.hand)
        assert Counter(_letters(told.fines)) == fines
        is_same = (alone.winner, alone.computed, alone.owed) == (before.winner, before.computed, before.owed)
        is_paid = alone.settled is not None and is_same and event["type"] != "settlement"
        moved = alone.settled if is_paid else alone.owed
        gets = None if moved is None else {seat.value: moved[seat] + fines[seat.value] for seat in moved}
        assert told.is_replayed or _letters(told.gets) == gets, event
