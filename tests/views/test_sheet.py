"""The score sheet: totals, hands, penalties."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.audit.settling.base import equal_shares
from mjlog.events import decode_event
from mjlog.log.records import GameRecord, Row
from mjlog.rulesets import load, shipped
from mjlog.seats import Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.sources import games_in
from mjlog.views.sheet import OptionSet, score_sheet, sheet_csv, sheet_text
from samples import GAMES, name_of
from short_logs import fields
from tests.views.sheets import TWO_HANDS, WON, log_of, result, rows_of, sheet_of


def audited(rows: list[Row]) -> tuple[list[dict[str, int]], dict[str, int] | None]:
    """Totals before the first hand and after each as they follow from the audit's reports, and its own at the end."""
    replay = Engine(GameRecord("test", "test", iter(rows)))
    reports = [report for report in replay.run() if report.hand is not None]
    totals = dict.fromkeys(replay.table.totals, replay.table.plan.family.start_points)
    seats: dict[Seat, str] = {}
    after: list[dict[str, int]] = [dict(totals)]
    for row, _where in rows:
        if isinstance(row, ev.HandStart):
            seats = row.seats
            report = reports[len(after) - 1]
            change = report.settled if report.settled is not None else report.owed
            for seat, amount in [*change.items(), *report.stakes.items()]:
                totals[seats[seat]] += amount
            after.append(dict(totals))
        elif isinstance(row, ev.Penalty):
            totals[seats[row.seat]] -= row.amount
            others = [seat for seat in row.seat.others() if seat in seats]
            for seat, amount in (row.to or equal_shares(row.amount, others)).items():
                totals[seats[seat]] += amount
            after[-1] = dict(totals)
    return after, dict(replay.table.totals) if replay.table.standing.totals_known else None


def agrees_with_the_audit(rows: list[Row]) -> None:
    """Totals after every hand, and at the end, are those of the audit; a row adds up."""
    sheet = score_sheet(Game(GameRecord("test", "test", iter(rows))))
    after, final = audited(rows)
    assert len(sheet.hands) == len(after) - 1 > 0
    before = [after[0][player] for player in sheet.players]
    for hand, totals in zip(sheet.hands, after[1:], strict=True):
        assert [cell.total for cell in hand.cells] == [totals[player] for player in sheet.players]
        assert [(cell.change or 0) + cell.penalties for cell in hand.cells] == [
            (cell.total or 0) - earlier for cell, earlier in zip(hand.cells, before, strict=True)
        ]
        before = [cell.total or 0 for cell in hand.cells]
    assert list(sheet.totals.values()) == before == [final[player] for player in sheet.players]


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_totals_of_the_sample_games_are_those_of_the_audit(path: Path) -> None:
    for record in games_in(str(path)):
        agrees_with_the_audit(list(record.rows))


@pytest.mark.parametrize("ruleset", shipped())
@pytest.mark.parametrize("seed", [1, 2])
def test_totals_of_simulated_games_are_those_of_the_audit(ruleset: str, seed: int) -> None:
    """In american with the mistakes that penalties are paid for."""
    lines: list[bytes] = []
    SimulatedGame(load(ruleset), seed, 1, hands=3, mistakes=ruleset == "american").play(lines.append)
    agrees_with_the_audit([(decode_event(line), None) for line in lines])


def test_after_a_gap_totals_are_those_paid_and_without_a_payment_are_printed_as_not_known() -> None:
    assert tuple(sheet_of(f"game western; {WON}").totals.values()) == (-40, 80, -20, -20)
    sheet = sheet_of(f"game western; {WON.partition('; settlement')[0]}; end")
    assert tuple(sheet.totals.values()) == (None,) * 4
    assert [cell.total for cell in sheet.hands[0].cells] == [None] * 4
    assert ["total", "?", "?", "?", "?"] in [line.split() for line in sheet_text(sheet).splitlines()]
    assert rows_of(sheet_csv(sheet))[0]["ben total"] == ""


def test_totals_stated_anew_do_not_become_those_of_the_hand_before() -> None:
    """They count from the hand that states them."""
    totals = {"anna": 5, "ben": 100, "cora": -55, "dora": -50}
    seats = {"E": "anna", "S": "ben", "W": "cora", "N": "dora"}
    sheet = sheet_of(
        f"game western; {WON}; gap",
        {"type": "hand-start", "hand": 5, "round": "E", "seats": seats, "totals": totals, "depth": "result"},
        {"type": "washout"},
    )
    assert [cell.total for cell in sheet.hands[0].cells] == [None] * 4
    assert [cell.total for cell in sheet.hands[1].cells] == [5, 100, -55, -50]
    assert [hand.restated for hand in sheet.hands] == [False, True]
    assert tuple(sheet.totals.values()) == (5, 100, -55, -50)
    assert "totals stated" in sheet_text(sheet)


def test_other_totals_stated_at_the_end_are_told() -> None:
    played_out = f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}; end anna={{}} ben=80 cora=-20 dora=-20"
    assert sheet_of(played_out.format(-40)).stated is None
    sheet = sheet_of(played_out.format(-4))
    assert tuple(sheet.stated.values()) == (-4, 80, -20, -20)
    assert tuple(sheet.totals.values()) == (-40, 80, -20, -20)
    assert "the log states other totals at its end: anna −4" in sheet_text(sheet)


# -- hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["wall", "loose", "discard", "kong"])
def test_of_a_result_alone_only_the_source_is_known(source: str) -> None:
    hand = sheet_of(f"game western; hand depth=result; S mahjong {source}; settlement E=-2 S=4 W=-1 N=-1").hands[0]
    assert (hand.source, hand.discarder) == (source, None)


def test_who_is_east_next_follows_from_the_last_hand() -> None:
    won_by_south = sheet_of(f"game western; {result(1, 'anna', 'E=-2 S=4 W=-1 N=-1')}")
    assert won_by_south.next_east == "ben"
    assert "East next: ben" in sheet_text(won_by_south)
    assert (
        sheet_of(f"game western; {result(1, 'anna', 'E=6 S=-2 W=-2 N=-2').replace('S mah', 'E mah')}").next_east
        == "anna"
    )
    assert sheet_of("game western; hand depth=result; washout").next_east == "anna"
    assert sheet_of(f"{TWO_HANDS}").next_east is None
    assert sheet_of(f"game western; {WON}; gap").next_east is None
    assert sheet_of("game western").next_east is None


def test_findings_before_the_first_hand_are_told_and_an_unknown_rule_set_is_named() -> None:
    """Totals are still added up."""
    assert sheet_of("game western; hand depth=result; washout").early == ()
    events = fields(f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}")
    events[0]["options"] = {"no_such": True}
    sheet = score_sheet(log_of(events))
    assert ([one.code for one in sheet.early], sheet.options) == (["unknown-option"], [OptionSet("no_such", "on")])
    events[0]["ruleset"] = "tuesday-rules"
    sheet = score_sheet(log_of(events))
    assert (sheet.ruleset, sheet.title) == ("tuesday-rules", None)
    assert tuple(sheet.totals.values()) == (-40, 80, -20, -20)


# -- penalties -------------------------------------------------------------------------------------------------------


def test_penalties_are_counted_and_listed_with_their_reasons() -> None:
    sheet = sheet_of(
        f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}",
        {"type": "penalty", "seat": "N", "amount": 10, "reason": "talked too much"},
        {"type": "penalty", "seat": "E", "amount": 5, "to": {"S": 5}, "reason": "looked at the wall"},
    )
    assert [cell.penalties for cell in sheet.hands[0].cells] == [4 - 5, 3 + 5, 3, -10]
    assert [cell.change for cell in sheet.hands[0].cells] == [-40, 80, -20, -20]
    assert tuple(sheet.totals.values()) == (-41, 88, -17, -30)
    first, second = sheet.penalties
    assert (first.player, first.amount) == ("dora", 10)
    assert [(share.player, share.amount) for share in first.to] == [("anna", 4), ("ben", 3), ("cora", 3)]
    assert (second.reason, second.hand) == ("looked at the wall", 1)
    text = sheet_text(sheet)
    assert "hand 1: anna pays 5 (5 to ben): looked at the wall" in text
    assert "fine −10" in text
    row = rows_of(sheet_csv(sheet))[0]
    assert (row["dora penalties"], row["anna penalties"]) == ("-10", "-1")
    assert "talked too much" in row["penalties"]
