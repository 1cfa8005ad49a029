"""The disputes of a game stand on its score sheet, with how they were ruled."""

from __future__ import annotations

import csv
import io

from mjlog.answers import plain
from mjlog.disputes.case import with_disputes
from mjlog.views.sheet import dispute_words, score_sheet, sheet_csv, sheet_text
from tests.disputes.dossiers import view_of_events
from tests.views.table_logs import Log, won


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
