"""Replaying whole games: real ones, what the table saw of them, parts of them, and files that were damaged."""

from __future__ import annotations

import itertools
import json
import lzma
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from each import each
from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.audit.report import HandReport
from mjlog.chain import event_body
from mjlog.events import Event, decode_event, encode_event
from mjlog.formats.lines import lines_of_bytes
from mjlog.formats.logs import read_log
from mjlog.log.records import GameRecord, Row
from mjlog.seats import Seat
from mjlog.sources import games_in
from samples import FINDINGS, GAMES, LOGS, expected, name_of
from short_logs import AT_THE_TABLE, RESULT, findings, log, play
from turns import in_turn

WHOLE = tuple(path for path in LOGS if name_of(path) != "riichi-one-seat")
"""The games that are not a single seat's view: of such a one all that the seat saw is written down."""
SHORT_GAMES = tuple(path for path in LOGS if name_of(path) in ("limit-hands", "millington"))
"""Games that are replayed in many ways: one with many limit hands, one with other options."""

Fields = dict[str, Any]


@cache
def content(path: Path) -> bytes:
    """A log, unpacked."""
    return lzma.decompress(path.read_bytes())


def lines(path: Path) -> list[Fields]:
    """The events of a log as plain JSON values."""
    return [json.loads(line) for line in content(path).splitlines()]


def audited(data: bytes) -> list[HandReport]:
    """The reports on the games of a log."""
    return [report for record in read_log("log", lines_of_bytes(data, "log"), "log") for report in Engine(record).run()]


def written(events: Iterable[Fields]) -> bytes:
    """A log of these events, numbered anew; what answers an event that was left out answers the latest."""
    kept = list(events)
    numbers = {event["seq"]: seq for seq, event in enumerate(kept, start=1)}
    renumbered = ({**event, "seq": seq} for seq, event in enumerate(kept, start=1))
    answering = (event | {"on": numbers.get(event["on"])} if "on" in event else event for event in renumbered)
    return b"".join(
        event_body({name: value for name, value in event.items() if value is not None}) + b"\n" for event in answering
    )


def errors(reports: list[HandReport]) -> list[str]:
    """What is wrong, in words."""
    return [
        f"{one.code} {one.seq} {one.message}"
        for report in reports
        for one in report.findings
        if one.severity == "error"
    ]


# -- real games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_replayed_twice_a_game_is_the_same(path: Path) -> None:
    """The same findings, scores and final states."""
    once, twice = (
        [report.as_json() for record in games_in(str(path)) for report in Engine(record).run()] for _ in "ab"
    )
    assert once == twice
    assert all(report["state"] for report in once)


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_decoding_and_encoding_is_the_identity(path: Path) -> None:
    """Every event of a real game."""
    for record in games_in(str(path)):
        for row, _where in record.rows:
            assert isinstance(row, Event)
            written_once = encode_event(row)
            assert encode_event(decode_event(written_once)) == written_once


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_encoding_gives_the_bytes_that_were_read(path: Path) -> None:
    """Canonical JSON, the same each time."""
    for line in content(path).splitlines():
        assert encode_event(decode_event(line)) == line


# -- what the table saw -------------------------------------------------------------------------------------------

HIDDEN_TILE = {"draw", "kong-replacement", "bonus-replacement"}


def table_view(events: Iterable[Fields], wall: bool) -> Iterator[Fields]:
    """A game as the others at the table saw it: concealed tiles unknown, the wall too, or not there at all."""
    for event in events:
        if event["type"] in HIDDEN_TILE:
            yield {**event, "tile": "??"}
        elif event["type"] == "deal":
            yield {**event, "tiles": ["??"] * len(event["tiles"])}
        elif event["type"] == "wall":
            if wall:
                yield {**event, "tiles": ["??"] * len(event["tiles"])}
        else:
            yield event


@pytest.mark.parametrize(("path", "wall"), in_turn(itertools.product(LOGS, (True, False))))
def test_the_tables_view_of_a_game_has_no_error(path: Path, wall: bool) -> None:
    """Nothing is said of tiles that nobody saw; hands shown at the end are scored as before."""
    reports = audited(written(table_view(lines(path), wall)))
    assert errors(reports) == []
    for report, hand in zip(reports, expected(path)["hands"], strict=True):
        assert plain(report.winner) == hand["winner"]
        assert {seat: report.computed.get(Seat[seat]) for seat in "ESWN"} == hand["scores"]


@pytest.mark.parametrize("path", WHOLE, ids=name_of)
def test_a_wall_alone_hides_nothing(path: Path) -> None:
    """Where the wall is known, unseen deals and draws are known too: the final states are the same."""
    hidden = [event if event["type"] == "wall" else seen for event in lines(path) for seen in table_view([event], True)]
    reports = audited(written(hidden))
    assert errors(reports) == []
    assert [report.state for report in reports] == [hand["state"] for hand in expected(path)["hands"]]


LEFT_OUT_AT_THE_TABLE = {"deal", "wall", "break", "pass", *HIDDEN_TILE}


@pytest.mark.parametrize("path", WHOLE, ids=name_of)
def test_at_the_depth_of_the_table_draws_and_passes_may_be_missing(path: Path) -> None:
    """Discards, sets, the win and the hands shown are enough."""
    kept = [event for event in lines(path) if event["type"] not in LEFT_OUT_AT_THE_TABLE]
    shallow = [
        {**event, "depth": "table", "every": [name for name in event.get("every", []) if name != "pass"]}
        if event["type"] == "hand-start"
        else event
        for event in kept
    ]
    reports = audited(written(shallow))
    assert errors(reports) == []
    assert [plain(report.winner) for report in reports] == [hand["winner"] for hand in expected(path)["hands"]]


RESULT_EVENTS = {"game-start", "seats", "hand-start", "mahjong", "washout", "score", "settlement", "game-end"}


def won_hands(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events without declarations of mahjong that were taken back."""
    undone = [n for n, event in enumerate(events) if event["type"] == "retract" and events[n - 1]["type"] == "mahjong"]
    return [event for n, event in enumerate(events) if n + 1 not in undone]


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_results_alone_have_no_error(path: Path) -> None:
    """Who won, what was announced and what was paid: seats, winds and totals are judged."""
    kept = [
        {**event, "depth": "result", "every": []} if event["type"] == "hand-start" else event
        for event in won_hands(lines(path))
        if event["type"] in RESULT_EVENTS
    ]
    reports = audited(written(kept))
    assert errors(reports) == []
    assert [plain(report.winner) for report in reports] == [hand["winner"] for hand in expected(path)["hands"]]


# -- unfinished games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHORT_GAMES, ids=name_of)
def test_a_game_may_end_at_any_event(path: Path) -> None:
    """An unfinished game is no fault: every beginning of it replays without a finding."""
    rows: list[Row] = [(decode_event(line), number) for number, line in enumerate(content(path).splitlines(), 1)]
    step = max(1, len(rows) // 50)
    for end in [*range(0, 100), *range(100, len(rows), step)]:
        reports = Engine(GameRecord("log", "log", iter(rows[:end]))).run()
        assert errors(reports) == []


# -- after a fault ------------------------------------------------------------------------------------------------


def test_the_replay_goes_on_after_a_fault() -> None:
    """Two faults of their own in two hands are two findings."""
    hand = "E discard 5b; W claim chow; S draw ??; S discard 1c; E claim mahjong; E mahjong discard"
    text = f"{AT_THE_TABLE}; {hand}; hand 2 E anna depth=table; {hand}"
    assert [(one.hand, one.code) for one in findings(text)] == [(1, "chow-not-from-left"), (2, "chow-not-from-left")]


def test_findings_before_the_first_hand_have_no_hand() -> None:
    """They come in a report of their own."""
    reports = play("game Jokers=true; hand; E discard 5b").finish()
    assert [(report.hand, [one.code for one in report.findings]) for report in reports] == [
        (None, ["unknown-option"]),
        (1, []),
    ]


def test_a_report_reads_as_the_format_says() -> None:
    """Every field is there, null where nothing is known."""
    (report,) = play(f"{RESULT}; S mahjong discard; S score 24").finish()
    fields = report.as_json()
    assert set(fields) == {"source", "game", "hand", "ruleset", "winner", "winners", "findings", "unjudged", "scores",
                           "settlement", "state"}  # fmt: skip
    assert fields["scores"] == {
        seat: {"recorded": 24 if seat == "S" else None, "computed": None} for seat in ("E", "S", "W", "N")
    }
    assert fields["settlement"] == {"recorded": None, "computed": None}
    assert (fields["hand"], fields["winner"], fields["ruleset"]) == (1, "S", "classical")


# -- damaged files ------------------------------------------------------------------------------------------------


@given(st.binary(max_size=400))
def test_any_bytes_can_be_read(data: bytes) -> None:
    """Whatever is no event is a finding, and nothing is raised."""
    for report in audited(data):
        assert {one.code for one in report.findings} <= {
            "bad-json",
            "bad-event",
            "bad-field",
            "seq-gap",
            "out-of-place",
        }


SAMPLE = content(LOGS[0]).splitlines()[:120]


@given(st.integers(0, len(SAMPLE) - 1), st.data())
def test_a_damaged_line_gives_a_finding_on_it(number: int, data: st.DataObject) -> None:
    """Cut short, or with a byte changed: either it is an event still, or it is reported with its line."""
    line = SAMPLE[number]
    cut = data.draw(st.integers(1, len(line) - 1))
    reports = audited(b"\n".join([*SAMPLE[:number], line[:cut], *SAMPLE[number + 1 :]]))
    found = [one for report in reports for one in report.findings]
    assert found[0].line == number + 1
    assert found[0].code in ("bad-json", "bad-event", "bad-field")


@given(st.integers(0, len(SAMPLE) - 1), st.integers(0, len(SAMPLE) - 1))
def test_swapped_events_do_not_stop_the_replay(first: int, second: int) -> None:
    """Two events change places: the numbering says so, and every hand is still reported."""
    swapped = list(SAMPLE)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    reports = audited(b"\n".join(swapped))
    found = [one.code for report in reports for one in report.findings]
    assert bool(found) == (first != second)


@given(st.lists(st.sampled_from(SAMPLE), max_size=60))
def test_events_in_any_order_do_not_stop_the_replay(drawn: list[bytes]) -> None:
    """Also when they are numbered well."""
    reports = audited(written([json.loads(line) for line in drawn]))
    assert len(reports) <= len(drawn) + 1


@each("path", in_turn(FINDINGS), ids=name_of)
def test_small_logs_can_be_cut_anywhere(path: Path) -> None:
    """Every beginning of every sample, to the byte, is read."""
    data = path.read_bytes()
    for end in range(0, len(data), 37):
        for report in audited(data[:end]):
            assert report.as_json()["source"] == "log"


def test_absurd_values_are_refused_with_their_field() -> None:
    """Enormous numbers, deep nesting, lone surrogates: a finding on the line, and the rest is usable."""
    good = log("E discard 5b").splitlines()
    for line in (
        b'{"seq": 4, "type": "score", "seat": "S", "total": 1' + b"0" * 400 + b"}",
        b"[" * 50_000,
        b'{"seq": 4, "type": "note", "text": "\\ud800"}',
    ):
        reports = audited(b"\n".join([*good, line, b'{"seq": 5, "type": "discard", "seat": "S", "tile": "Ww"}']))
        found = [one for report in reports for one in report.findings]
        assert [one.line for one in found] == [4], line[:60]
