"""The score sheet as it is written, whatever the log says: text, and a table without formulas."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.audit.game import Game
from mjlog.events import convert_event
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.rulesets import load
from mjlog.sources import games_in
from mjlog.views.sheet import ScoreSheet, head_seq, score_sheet, sheet_csv, sheet_text
from samples import GAMES, name_of
from short_logs import fields
from tests.views.sentences import SENTENCES, START
from tests.views.sheets import HEAD, TWO_HANDS, log_of, rows_of, sheet_of, writings
from tests.views.table_logs import Log
from turns import examples

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


def test_the_table_has_a_line_of_names_and_a_line_a_hand() -> None:
    sheet = score_sheet(log_of(fields(TWO_HANDS)), HEAD)
    rows = rows_of(sheet_csv(sheet))
    assert [(row["hand"], row["east"], row["winner"], row["anna change"], row["anna total"]) for row in rows] == [
        ("1", "anna", "ben", "-40", "-40"), ("2", "ben", "cora", "-2", "-42"),
    ]  # fmt: skip
    assert {row["head"] for row in rows} == {HEAD.id}
    assert sheet_csv(sheet).count("\r\n") == 3


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
