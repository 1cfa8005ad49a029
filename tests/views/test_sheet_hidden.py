"""What a score sheet keeps to itself: a hand in progress, lines of a purchased card; and when it has a head."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.views.sheet import head_seq, score_sheet, sheet_text
from short_logs import fields
from tests.views.american_logs import bought, told
from tests.views.sheets import HEAD, TWO_HANDS, log_of, result, sheet_of, writings
from tests.views.table_logs import hidden_twin, played, won


def test_of_a_hand_in_progress_nothing_is_told_but_that_it_is() -> None:
    log = played(3, 30, won())
    log.events[-1]["at"] = "2026-01-01T00:00:00Z"
    sheet = score_sheet(log_of(log.events), HEAD)
    live = sheet.hands[-1]
    assert live.outcome == "in progress"
    assert live.findings == live.penalties == ()
    assert {(cell.announced, cell.computed, cell.change, cell.total) for cell in live.cells} == {(None,) * 4}
    assert tuple(sheet.totals.values()) == (-1984, 4000, -1008, -1008)
    assert sheet.date is None
    assert sheet.next_east is None
    assert sheet.is_live
    assert "in progress" in sheet_text(sheet)


def test_penalties_of_a_hand_in_progress_wait_for_its_end() -> None:
    sheet = sheet_of(
        f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}; hand 2 E ben",
        {"type": "penalty", "seat": "N", "amount": 10, "reason": "holds three red dragons"},
    )
    assert sheet.penalties == ()
    assert tuple(sheet.totals.values()) == (-40, 80, -20, -20)
    assert not any("dragons" in text for text in writings(sheet))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_games_that_differ_in_hidden_tiles_have_the_same_sheet(seed: int) -> None:
    """With the same head: it is the one before the hand."""
    log = played(seed, 24)
    one, two = (log_of(each.events) for each in (log, hidden_twin(log, seed + 50)))
    assert head_seq(one) == head_seq(two) == 1
    assert writings(score_sheet(one, HEAD)) == writings(score_sheet(two, HEAD))


def test_the_head_stands_for_the_whole_log_between_hands() -> None:
    assert head_seq(log_of(won().events)) == len(won().events)
    voided = [*fields(TWO_HANDS), {"seq": 9, "type": "correction", "of": 7, "events": [], "reason": "x"}]
    assert head_seq(log_of(voided)) == 9


def test_a_correction_inside_a_hand_in_progress_does_not_bring_its_tiles_into_the_head() -> None:
    """A deal that was written down wrongly is hidden as well: the head is the one before the hand began."""
    log = played(3, 4)
    deal = next(event["seq"] for event in log.events if event["type"] == "deal")
    log.add("correction", of=deal, events=[{"type": "deal", "seat": "E", "tiles": ["??"] * 4}], reason="misread")
    begun = next(event for event in log.events if event["type"] == "hand-start")
    assert head_seq(log_of(log.events)) == begun["seq"] - 1
    again = {name: begun[name] for name in ("type", "hand", "round", "seats")}
    log.add("correction", of=begun["seq"], events=[again], reason="written again")
    assert head_seq(log_of(log.events)) == begun["seq"] - 1


@pytest.mark.parametrize("spoil", ["gap", "fault"])
def test_a_log_that_is_not_whole_has_no_head(spoil: str) -> None:
    rows: list[Row] = [(convert_event(one), None) for one in won().events]
    rows[4:5] = [] if spoil == "gap" else [(Fault("bad-json", "no JSON"), 5)]
    log = Game(GameRecord("test", "test", iter(rows)))
    assert head_seq(log) == 0
    sheet = score_sheet(log, HEAD)
    assert sheet.head is None
    assert all(HEAD.id not in text for text in writings(sheet))
    assert "the log is not whole" in sheet_text(sheet)


def test_american_with_and_without_its_card(tmp_path: Path) -> None:
    """Without it nothing is computed, and with one that was bought; there are no rounds in either."""
    theirs = score_sheet(log_of(told(card="bought-2026").events, cards=bought(tmp_path)))
    assert (theirs.hands[0].worth, theirs.card) == ("line t2 (30)", "bought-2026")
    assert {cell.computed for cell in theirs.hands[0].cells} == {None}
    assert all("Riverside" not in text for text in writings(theirs))
    log = told()
    sheet = score_sheet(log_of(log.events))
    assert sheet.is_by_card
    assert sheet.card == "Riverside Club Card"
    assert (sheet.hands[0].worth, sheet.hands[0].round) == ("line t2 (30)", None)
    assert sheet.hands[0].cells[1].computed == 30
    log.events[0]["card"] = {"id": "lost-1999"}
    sheet = score_sheet(log_of(log.events))
    assert sheet.card == "lost-1999"
    assert [one.code for one in sheet.early] == ["unknown-card"]
    assert {cell.computed for cell in sheet.hands[0].cells} == {None}
