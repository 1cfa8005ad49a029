"""The score sheet: totals, hands, penalties; corrections, what it keeps to itself, how it is written; riichi."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from cases.riichi_ends import DEAL, DEALT, GAME, SOUTH_WINS, TWO_CALL, WEST_WINS
from each import each
from mjlog import events as ev
from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.audit.settling.base import equal_shares
from mjlog.errors import NotationError
from mjlog.events import convert_event, decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.recording.asking import presumed_payment
from mjlog.recording.game import RecordedGame
from mjlog.rulesets import load, shipped
from mjlog.seats import Seat
from mjlog.simulate import Game as SimulatedGame
from mjlog.sources import games_in
from mjlog.viewer.pages.chart import TotalsChart, chart, ticks
from mjlog.views.seen import not_counted
from mjlog.views.sheet import OptionSet, ScoreSheet, head_seq, legend_words, score_sheet, sheet_csv, sheet_text
from samples import GAMES, name_of
from short_logs import events, fields
from tests.views.american_logs import bought, told
from tests.views.sentences import SENTENCES, START
from tests.views.sheets import HEAD, TWO_HANDS, WON, log_of, result, rows_of, sheet_of, writings
from tests.views.table_logs import Log, hidden_twin, played, view_of, won
from turns import examples


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


# -- corrections on the score sheet -----------------------------------------------------------------------------------


def corrected(*corrections: dict[str, Any], as_recorded: bool = False) -> ScoreSheet:
    """Two hands (events 2 to 4 and 5 to 7), the end, and corrections (from 9 on)."""
    more = [{"type": "correction", "reason": "agreed", **one} for one in corrections]
    return sheet_of(TWO_HANDS, *more, as_recorded=as_recorded)


RIGHT = [{"type": "settlement", "change": {"E": -80, "S": 160, "W": -40, "N": -40}}]


@each("corrections, counts",
    [
        ([{"of": 4, "events": []}], [1, 0]),
        ([{"of": 7, "events": []}], [0, 1]),
        ([{"of": 4, "events": RIGHT}, {"of": 9, "events": []}], [2, 0]),
        ([{"of": 5, "events": [{"type": "hand-start", "hand": 2, "round": "E", "depth": "result",
                                "seats": {"E": "ben", "S": "cora", "W": "dora", "N": "anna"}}]}], [0, 1]),
        ([{"after": 4, "events": [{"type": "note", "text": "late"}]}], [1, 0]),
        ([{"after": 4, "events": [{"type": "note", "text": "late"}]}, {"of": 9, "events": []}], [2, 0]),
        ([{"of": 99, "events": []}], [0, 0]),
        ([{"events": []}], [0, 0]),
    ],
)  # fmt: skip
def test_corrections_of_every_kind_are_counted(corrections: list[dict[str, Any]], counts: list[int]) -> None:
    """Void ones, corrected ones, those of a hand's first event, added ones; none that names no event before it."""
    assert [hand.corrections for hand in corrected(*corrections).hands] == counts


def test_a_long_row_of_corrections_is_counted_in_reasonable_time() -> None:
    """Each hangs on the one before, and all are void: ways back are not walked again and again."""
    chain = [{"after": 4 if at == 0 else 8 + at, "events": []} for at in range(20_000)]
    assert [hand.corrections for hand in corrected(*chain).hands] == [20_000, 0]


@given(st.lists(st.tuples(st.integers(1, 30), st.booleans(), st.booleans()), max_size=20))
@settings(max_examples=examples(60), deadline=None)
def test_every_correction_of_an_earlier_event_is_counted_once(chosen: list[tuple[int, bool, bool]]) -> None:
    """Whatever is corrected, and however often; not in a hand that goes on once its end is void."""
    note = [{"type": "note", "text": "said"}]
    made = [{"of" if of else "after": target, "events": note if kept else []} for target, of, kept in chosen]
    sheet = corrected(*made)
    fitting = sum(1 for at, (target, _of, _kept) in enumerate(chosen) if target < 9 + at)
    assert sum(hand.corrections for hand in sheet.hands) <= fitting
    if sheet.hands and not sheet.is_live and all(target > 2 for target, _of, _kept in chosen):
        assert sum(hand.corrections for hand in sheet.hands) == fitting


# -- what a score sheet keeps to itself -------------------------------------------------------------------------------


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


# -- the score sheet as it is written, whatever the log says ----------------------------------------------------------


HOSTILE = ["=cmd|' /C calc'!A0", "+1+1", "@SUM(A1)", "-2+3\u202e\n<b>"]


def hostile() -> ScoreSheet:
    """A sheet of players, places and reasons chosen to harm."""
    log = Log("=HYPERLINK(1)\u202e")
    log.events[0] |= {"players": HOSTILE, "place": "\x1b[2J<script>", "table": "\u2066=1", "version": "\r\n1"}
    log.events[0]["at"] = "\x00today"
    log.add("hand-start", hand=1, round="E", seats=dict(zip("ESWN", HOSTILE, strict=True)), depth="result")
    log.add("mahjong", seat="S", source="wall")
    log.add("score", seat="S", total=8, limit="=limit\u202e")
    log.add("penalty", seat="E", amount=3, reason="=2\x07\u202e")
    log.add("settlement", change={"E": -40, "S": 80, "W": -20, "N": -20})
    return score_sheet(log_of(log.events), HEAD)


def test_hostile_texts_are_shown_without_harm() -> None:
    for text in writings(hostile()):
        for char in "\u202e\u2066\x1b\x00\x07":
            assert char not in text
        assert "\\u202e" in text


def named(names: dict[str, str]) -> ScoreSheet:
    """The sheet of two hands whose players have these names."""
    events = fields(TWO_HANDS)
    events[0]["players"] = [names.get(name, name) for name in events[0]["players"]]
    for event in events:
        if "seats" in event:
            event["seats"] = {seat: names.get(name, name) for seat, name in event["seats"].items()}
    return score_sheet(log_of(events))


def test_of_players_whose_names_are_printed_alike_no_total_is_told_as_the_others() -> None:
    """Whose it would be, nobody who reads the sheet could say."""
    sheet = named({"anna": "a\u202e", "ben": "a\\u202e"})
    assert sheet.column(sheet.totals)[:2] == [None, None]
    assert re.search(r"\ntotal +\? +\? +-?−?\d", sheet_text(sheet))


def test_long_handles_are_shortened_in_the_text() -> None:
    text = sheet_text(named({name: name * 40 for name in ("anna", "ben", "cora", "dora")}))
    assert re.search(r"hand +annaanna… +benbenbe… +coracora… +doradora…\n", text)
    table = list(itertools.takewhile(lambda line: not line.startswith("total"), text.splitlines()))
    assert max(map(len, table)) <= 80


def test_no_cell_of_the_table_is_a_formula() -> None:
    cells = [cell for row in csv.reader(io.StringIO(sheet_csv(hostile()), newline="")) for cell in row]
    assert "'=cmd|' /C calc'!A0 seat" in cells
    assert "'=HYPERLINK(1)\\u202e" in cells
    for cell in cells:
        assert not cell.startswith(("=", "+", "@"))
        assert not cell.startswith("-") or cell.removeprefix("-").isdigit()


@each("path", GAMES, ids=name_of)
def test_the_text_fits_its_width(path: Path) -> None:
    """But for the head, which is one word."""
    sheet = score_sheet(Game(next(games_in(str(path)))), HEAD)
    for width in (60, 80, 100):
        assert max(map(len, sheet_text(sheet, width).splitlines())) <= max(width, 64), width
        assert HEAD.id in "".join(sheet_text(sheet, width).split()), width


def test_the_heading_names_rules_options_place_table_and_date() -> None:
    events = fields("game western players=3; hand depth=result; washout")
    events[0] |= {"place": "Riverside", "table": "3", "version": "1", "at": "2026-11-20T19:02:00Z"}
    text = sheet_text(score_sheet(log_of(events)))
    for part in ("Western", "(western,", "version 1)", "players 3", "Riverside", "2026-11-20, 19:02 UTC"):
        assert part in text
    default = load("western").options["players"].default
    assert sheet_of(f"game western players={default}; hand depth=result; washout").options == [], "as usual"
    sheet = score_sheet(Game(GameRecord("test", "test", iter(()))))
    assert (sheet.players, sheet.hands, sheet.totals, sheet_csv(sheet).count("\r\n")) == ((), (), {}, 1)
    assert "test" in sheet_text(sheet), "an empty log has an empty sheet"


EVENTS: list[dict[str, Any]] = [event for _before, event, _sentence in SENTENCES]


def numbered(chosen: list[dict[str, Any] | None]) -> Iterator[Row]:
    """Events in any order, and lines that are none."""
    for seq, one in enumerate(chosen, 1):
        yield (Fault("bad-json", "no JSON") if one is None else convert_event({"seq": seq, **one})), None


@given(st.lists(st.sampled_from([*EVENTS, START, START, None]), min_size=1, max_size=25), st.booleans())
@settings(max_examples=examples(80), deadline=None)
def test_any_sequence_of_events_has_a_sheet(chosen: list[dict[str, Any] | None], as_recorded: bool) -> None:
    record = GameRecord("test", "test", numbered(chosen), corrected=True)
    log = Game(record, as_recorded=as_recorded)
    sheet = score_sheet(log, HEAD)
    assert 0 <= head_seq(log) <= len(chosen)
    assert all(len(hand.cells) == len(sheet.players) for hand in sheet.hands)
    assert all(writings(sheet))


# -- score sheets of riichi -------------------------------------------------------------------------------------------


BOTH = (
    f"{DEALT}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300;"
    f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
)
LAST = "hand 1 S dora totals=anna:33000,ben:25000,cora:24600,dora:15400 pot=2000 depth=result;washout; settlement E=0; "


def game(text: str) -> Game:
    """The text as a log."""
    return Game(GameRecord("", "short", iter([(event, number) for number, event in enumerate(events(text), 1)])))


def sheet(text: str) -> ScoreSheet:
    """The score sheet of the text."""
    return score_sheet(game(text))


def test_a_game_begins_with_points() -> None:
    """They are not stated anew by a hand that says them, as those of a record that begins in the middle are."""
    stated = "totals=anna:25000,ben:25000,cora:25000,dora:25000"
    made = sheet(f"{GAME}hand {stated} depth=result; S mahjong discard; settlement S=1000 W=-1000")
    assert tuple(made.totals.values()) == (25000, 26000, 24000, 25000)
    assert not made.hands[0].restated
    assert sheet(f"{GAME}{LAST}").hands[0].restated


def test_final_scores_stand_below_the_totals() -> None:
    """As the end of the game states them, or as they follow; of a game that goes on, or of other rules, there are none.

    The first has the sticks that are left.
    """
    other = sheet("game; hand; E discard 5b; S claim mahjong; S mahjong discard; end")
    assert (sheet(BOTH).final, other.final, "final" in plain(sheet(BOTH).answer)) == (UNSET, UNSET, False)
    made = sheet(f"{GAME}{LAST}end anna=35000 ben=25000 cora=24600 dora=15400")
    assert (made.totals["anna"], made.stated) == (35000, None)
    stated = sheet(f"{GAME}{LAST}end final=anna:45000,ben:5000,cora:-15000,dora:-35000")
    follow = sheet(f"{GAME}{LAST}end")
    assert follow.final == {"dora": -35000, "anna": 45000, "ben": 5000, "cora": -15000}
    assert stated.final == follow.final
    assert "final score" in sheet_text(follow)
    assert "+45.0" in sheet_text(follow)
    assert plain(follow.answer)["final"]["anna"] == 45000
    rows = list(csv.DictReader(io.StringIO(sheet_csv(follow))))
    assert rows[-1]["anna final score"] == "45000"


def test_the_chart_begins_with_the_points_of_everybody() -> None:
    """Not with nothing."""
    found = chart(game(f"{GAME}hand; {DEAL}{TWO_CALL}{SOUTH_WINS}S score 1300; settlement S=1300 E=-1300"))
    assert found.points[0].totals == (25000,) * 4
    assert found.points[1].totals == (23700, 26300, 25000, 25000)


# -- what is computed counts on a sheet until something else is said --------------------------------------------------


BY_SCORES = ("bmja", "classical", "dead-wall", "dmjl", "western")
NEXT = "hand-start hand=2 E=ben S=cleo W=dora N=anna round=E result"
EVENING = "hand result\n8s48/4/2\new64/0/12/8\nwash\nend\n"


def bodies_of(text: str, ruleset: str = "bmja") -> tuple[bytes, ...]:
    """The log of a text in short hand."""
    (game,) = read_document(f"game t {ruleset} anna ben cleo dora\n{text}", "text")
    assert game.fault is None, game.fault
    return tuple(game.bodies)


def sheet_after(text: str, ruleset: str = "bmja") -> ScoreSheet:
    """The sheet of a text in short hand."""
    rows = ((decode_event(body), None) for body in bodies_of(text, ruleset))
    return score_sheet(Game(GameRecord("text", "t", rows, corrected=True)))


def changes(sheet: ScoreSheet, hand: int) -> list[int | None]:
    """What a hand brought to everybody, in the order of the sheet's players."""
    return [cell.change for cell in sheet.hands[hand - 1].cells]


@each("ruleset", BY_SCORES)
def test_an_evening_by_results_has_totals_in_every_rule_set_that_pays_by_scores(ruleset: str) -> None:
    sheet = sheet_after(EVENING, ruleset)
    assert changes(sheet, 1) == [-76, 192, -54, -62]
    assert changes(sheet, 3) == [0, 0, 0, 0]
    assert tuple(sheet.totals.values()) == (-200, 576, -202, -174)


def test_the_sheet_names_the_hands_that_count_as_computed_and_what_was_not_said_of_them() -> None:
    words = "hands 1 and 2 count as computed: nobody wrote down whether somebody pays for all"
    assert legend_words(sheet_after(EVENING)) == words
    assert legend_words(sheet_after(EVENING, "western")) == ""
    assert legend_words(sheet_after("hand result\n8s48/4/2\npay\nhand\n8s48/4/2\nend\n")).startswith("hand 2 counts")


def test_what_is_presumed_is_not_computed_for_certain_and_no_total_is_judged_by_it() -> None:
    stated = EVENING.replace("end\n", 'game-end totals={"anna":1,"ben":2,"cleo":3,"dora":-6}\n')
    rows = ((decode_event(body), None) for body in bodies_of(stated))
    replay = Engine(GameRecord("text", "t", rows))
    reports = [report for report in replay.run() if report.hand is not None]
    assert [report.as_json()["settlement"]["computed"] for report in reports[:2]] == [None, None]
    assert not [finding for report in reports for finding in report.findings]


def test_what_is_said_later_counts_instead() -> None:
    sheet = sheet_after("hand result\n8s48/4/2\npay w\nhand\new64/0/12/8\npay -1/2/-1/0\nend\n")
    assert changes(sheet, 1) == [0, 192, -192, 0]
    assert tuple(sheet.totals.values()) == (0, 191, -190, -1)
    assert legend_words(sheet) == ""


@each("ruleset", ("bmja", "classical", "dmjl"))
def test_that_somebody_paid_for_all_is_what_the_rules_say_is_due(ruleset: str) -> None:
    rows = ((decode_event(body), None) for body in bodies_of("hand result\n8s48/4/2\npay e\n", ruleset))
    *_, report = Engine(GameRecord("text", "t", rows)).run()
    assert not report.findings
    assert plain(report.settled) == {"E": -192, "S": 192, "W": 0, "N": 0}


@pytest.mark.parametrize(("ruleset", "text", "words"), [
    ("western", "8s48/4/2\npay w", "nobody pays for all"),
    ("bmja", "8s48/4/2\npay s", "does not follow"),
    ("bmja", "sm48\npay w", "does not follow"),
], ids=["by these rules nobody does", "the winner", "scores are missing"])  # fmt: skip
def test_nobody_pays_for_all_who_cannot(ruleset: str, text: str, words: str) -> None:
    *begun, last = f"hand result\n{text}".split("\n")
    recorder = RecordedGame("text", "t", bodies_of("\n".join(begun), ruleset))
    with pytest.raises(NotationError, match=words):
        recorder.read(last)


@pytest.mark.parametrize(("ruleset", "hand", "missing"), [
    ("bmja", "sm48", "the scores of East, West and North"),
    ("western", "8s48//2", "the score of West"),
    ("american", "sm25", "who discarded the winning tile"),
    ("american", "sm", "the score of South"),
])  # fmt: skip
def test_a_question_mark_says_what_is_missing(ruleset: str, hand: str, missing: str) -> None:
    sheet = sheet_after(f"hand result\n{hand}\nend\n", ruleset)
    assert tuple(sheet.totals.values()) == (None, None, None, None)
    assert legend_words(sheet) == f"? is not certain, for something was not written down: hand 1, {missing}"


def test_a_game_whose_last_hand_has_missed_moves_has_totals_where_that_hand_was_paid() -> None:
    won = "hand table\nnw 1d ..s sm48 e=8 w=4 n=2\n"
    assert tuple(sheet_after(f"{won}pay -76/192/-54/-62\nend\n", "western").totals.values()) == (-76, 192, -54, -62)
    assert tuple(sheet_after(f"{won}end\n", "western").totals.values()) == (-76, 192, -54, -62)
    unpaid = sheet_after("hand result\n8s48/4/2\nhand table\nnw 1d ..\nwash\npay\nend\n")
    assert tuple(unpaid.totals.values()) == (-76, 192, -54, -62)


@each("text", (f"hand table\nnw 1d ..\n{NEXT}\n8s48/4/2\n", "hand result\n8s48/4/2\n..\nend\n"))
def test_missed_moves_without_an_end_or_between_the_hands_leave_the_totals_open(text: str) -> None:
    assert tuple(sheet_after(text, "western").totals.values()) == (None, None, None, None)


def test_a_later_hand_of_other_players_leaves_what_was_paid_before_as_it_was() -> None:
    other = "hand-start hand=2 E=ben S=cleo W=bob N=anna round=E result\n8s48/4/2\npay\n"
    other += "hand-start hand=3 E=cleo S=dora W=anna N=ben round=E result\n"
    sheet = sheet_after(f"hand result\n8s48/4/2\npay\n{other}", "western")
    assert [cell.total for cell in sheet.hands[0].cells] == [-76, 192, -54, -62, 0]
    assert sheet.totals == {"anna": -138, "ben": 116, "cleo": 138, "dora": -62, "bob": -54}


def test_what_is_presumed_of_the_hand_that_is_over_is_told_until_it_is_paid() -> None:
    recorder = RecordedGame("text", "t", bodies_of("hand result\n8s48/4/2\n"))
    presumed = presumed_payment(recorder.replay)
    assert (str(presumed), presumed.unsaid) == (
        "East −76, South +192, West −54, North −62", "whether somebody pays for all",
    )  # fmt: skip
    recorder.carry_out(recorder.read("pay"))
    assert presumed_payment(recorder.replay) is None


# -- running totals as the data of a chart ----------------------------------------------------------------------------


def chart_of(text: str) -> TotalsChart:
    """The chart of a short log."""
    return chart(log_of(fields(text)))


def test_there_is_a_point_for_the_beginning_and_one_for_each_hand() -> None:
    found = chart_of(TWO_HANDS)
    assert found.players == ("anna", "ben", "cora", "dora")
    assert [point.number for point in found.points] == [None, 1, 2]
    assert [point.totals for point in found.points] == [(0, 0, 0, 0), (-40, 80, -20, -20), (-42, 76, -12, -22)]
    text = f"game western; {result(1, 'anna', 'E=-40 S=80 W=-20 N=-20')}; gap; hand 4 E ben; washout"
    assert None in chart_of(text).points[-1].totals, "hands are missing, and the next one states the totals anew"
    found = chart(log_of([]))
    assert (found.players, found.points[0].totals, found.ticks.values) == ((), (), (0, 1))


def test_a_hand_in_progress_has_no_point() -> None:
    """Whatever its tiles are, and whatever was fined in it."""
    log = played(3, 12, won())
    log.add("penalty", seat="E", amount=30, reason="late")
    assert [point.number for point in chart(view_of(log.events)).points] == [None, 1]
    fresh = played(3, 12)
    one, two = (chart(view_of(each.events)) for each in (fresh, hidden_twin(fresh, 5)))
    assert one == two
    assert len(one.points) == 1


def test_names_do_no_harm() -> None:
    start = convert_event({"seq": 1, "type": "game-start", "game": "g", "ruleset": "classical",
                           "players": ["an\u202ena", "b", "c", "d"]})  # fmt: skip
    found = chart(Game(GameRecord("test", "test", iter([(start, None)]))))
    assert found.players[0] == r"an\u202ena"


@given(st.lists(st.none() | st.integers(-(10**15), 10**15), max_size=12))
def test_ticks_are_round_few_and_take_in_all_totals(totals: list[int | None]) -> None:
    found = ticks(totals)
    assert 2 <= len(found.values) <= 9
    assert 0 in found.values
    assert found.values[-1] == found.high
    assert str(found.step).rstrip("0") in ("1", "2", "5")
    assert all(found.low <= total <= found.high for total in totals if total is not None)


# -- what a player might have expected of a score, told once the hand is over -----------------------------------------


HANDS = "dealt E 1112b 345b 678d EEw 99d / S 222b 666b 444d 55b 12d / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
ENDS = "S mahjong wall 3d; settlement E=0 S=0 W=0 N=0"


def uncounted_played(rules: str, end: str = ENDS) -> Game:
    """South draws the last tile of a chow, and wins with it."""
    return view_of(fields(f"game {rules}; hand; {HANDS}; E discard 2b; S draw 3d; {end}"))


def reasons(view: Game, seat: Seat) -> dict[str, str]:
    """Why something does not count, by name."""
    return {each.name: each.why for each in not_counted(view.hands[1]).get(seat, ())}


def test_a_winner_is_told_why_a_double_does_not_count() -> None:
    assert reasons(uncounted_played("dmjl"), Seat.S)["no chow"] == "there is the chow of 1-2-3 dots"


def test_a_loser_is_told_what_only_winners_score() -> None:
    pungs = HANDS.replace("2345678d 456c SNw 1c", "222c 333c 444c 555c 1c")
    view = view_of(fields(f"game western; hand; {pungs}; E discard 2b; S draw 3d; {ENDS}"))
    assert reasons(view, Seat.W)["one suit, no winds, no dragons"] == "only the winner scores it"


def test_nothing_is_told_while_the_hand_goes_on_or_where_winners_are_paid_an_agreed_value() -> None:
    for view in (uncounted_played("dmjl", end="S discard 3d"), uncounted_played("mahjiang")):
        assert not_counted(view.hands[1]) == {}
