"""A log written in short hand and read again is the same log, byte for byte."""

from __future__ import annotations

import io
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjlog.chain import GENESIS, chain_id, event_body
from mjlog.formats.lines import read_lines
from mjlog.formats.logs import carried, read_log
from mjlog.formats.shorthand.document import HEADING, read_document
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from mjlog.rulesets import load, shipped
from mjlog.simulate.game import Game
from mjlog.sources import logs_of, pieces_in
from samples import FINDINGS, LOGS, RECORDS, rule_sets
from turns import TURNS, examples, in_turn

from .odd_events import ODD_EVENTS
from .shorthand_runs import bodies_of, read_back, text_of


def _games(path: Path) -> list[list[bytes]]:
    content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    records = read_log(path.name, read_lines(io.BytesIO(content), path.name), path.name)
    return [log.bodies for record in records for log in carried(record) if log.bodies]


def _head(bodies: list[bytes]) -> str:
    head = GENESIS
    for body in bodies:
        head = chain_id(head, body)
    return head


def _come_back(path: Path) -> int:
    games = _games(path)
    for bodies in games:
        assert read_back(bodies) == bodies, path.name
    return len(games)


@pytest.mark.parametrize("path", in_turn(LOGS), ids=lambda path: path.name)
def test_the_sample_games_come_back_with_the_same_head(path: Path) -> None:
    (bodies,) = _games(path)
    assert _head(read_back(bodies)) == _head(bodies)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_games_of_a_server_come_back(path: Path) -> None:
    for piece in pieces_in(str(path)):
        for log in logs_of(piece):
            assert log.bodies
            assert read_back(log.bodies) == log.bodies


def test_the_logs_with_findings_come_back() -> None:
    assert sum(map(_come_back, FINDINGS)) > 30


@pytest.mark.parametrize("ruleset", rule_sets())
def test_the_logs_that_show_the_rules_come_back(sample_rules: Path, ruleset: str) -> None:
    logs = in_turn(sorted((sample_rules / ruleset).glob("*.mjlog.jsonl")))
    assert sum(map(_come_back, logs)) >= min(100 // TURNS + 1, len(logs))


@pytest.mark.parametrize("mistakes", [False, True], ids=["legal", "mistakes"])
@pytest.mark.parametrize("depth", ["full", "table"])
@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_simulated_games_come_back(ruleset: str, depth: str, mistakes: bool) -> None:
    bodies: list[bytes] = []
    Game(load(ruleset), 11, 1, hands=2, depth=depth, mistakes=mistakes).play(bodies.append)
    assert read_back(bodies) == bodies


def test_a_game_of_three_comes_back() -> None:
    bodies: list[bytes] = []
    Game(load("western"), 3, 1, hands=2, options={"players": 3}).play(bodies.append)
    assert read_back(bodies) == bodies


# -- odd logs -------------------------------------------------------------------------------------------------------

START = {"type": "game-start", "format": 1, "game": "g", "ruleset": "western", "players": ["a", "b", "c", "d"]}
HAND = {"type": "hand-start", "hand": 1, "round": "E", "seats": {"E": "a", "S": "b", "W": "c", "N": "d"}}
PLAY = st.sampled_from(
    (
        HAND,
        {**HAND, "depth": "table"},
        {**HAND, "depth": "result", "hand": 2},
        {"type": "discard", "seat": "E", "tile": "5b"},
        {"type": "discard", "seat": "S", "tile": "Ww", "number": 1},
        {"type": "draw", "seat": "S", "tile": "??", "basis": "inferred"},
        {"type": "pass", "seat": "W"},
        {"type": "claim", "seat": "S", "for": "pung"},
        {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["5b"] * 3},
        {"type": "mahjong", "seat": "S", "source": "discard", "tile": "5b"},
        {"type": "score", "seat": "S", "total": 48},
        {"type": "settlement", "change": {"E": -1, "S": 3, "W": -1, "N": -1}},
        {"type": "deal", "seat": "E", "tiles": ["??"] * 7},
        {"type": "correction", "of": 1, "events": [START], "reason": "r"},
        {"type": "note", "text": "x", "strange": "game-start"},
        {**START, "game": "another"},
    )
)
"""What is nearly play, so that short acts are tried."""


def _log(start: dict[str, object], events: list[dict[str, object]]) -> list[bytes]:
    return [event_body({**fields, "seq": seq}) for seq, fields in enumerate((start, *events), 1)]


@settings(max_examples=examples(250))
@given(
    start=st.just(START) | ODD_EVENTS.map(lambda odd: {**odd, **START}), events=st.lists(PLAY | ODD_EVENTS, max_size=14)
)
@example(start=START, events=[HAND, *[{"type": "mahjong", "seat": "E", "source": "bonus"}] * 2])
def test_any_log_comes_back(start: dict[str, object], events: list[dict[str, object]]) -> None:
    bodies = _log(start, events)
    assert read_back(bodies) == bodies


@given(st.lists(PLAY, max_size=20))
def test_play_in_any_order_comes_back(events: list[dict[str, object]]) -> None:
    bodies = _log(START, events)
    assert read_back(bodies) == bodies


@given(st.lists(PLAY, max_size=12), st.lists(PLAY, max_size=12))
def test_games_written_one_after_the_other_stay_apart(
    first: list[dict[str, object]], second: list[dict[str, object]]
) -> None:
    """Whatever was said of time, recorder and habits at the end of the first."""
    before, after = _log({**START, "at": "x"}, first), _log({**START, "recorder": "anna"}, second)
    games = list(read_document(text_of(before) + text_of(after), "text"))
    assert [game.bodies for game in games] == [before, after]


@given(st.lists(PLAY, max_size=12))
def test_what_is_written_is_acts_and_a_heading(events: list[dict[str, object]]) -> None:
    """Every act is cut out of the text as it was written into it; no line is longer than it must be."""
    lines = list(write_document("g", _log(START, events)))
    assert lines[0] == HEADING
    for line in lines[1:]:
        assert " ".join(act.text for act in acts_in(line)) == line
        assert len(line) <= 78 or len(list(acts_in(line))) == 1


@given(st.lists(PLAY, min_size=1, max_size=12), st.data())
def test_a_log_cut_off_anywhere_comes_back(events: list[dict[str, object]], data: st.DataObject) -> None:
    bodies = _log(START, events)
    cut = bodies[: data.draw(st.integers(1, len(bodies)))]
    assert read_back(cut) == cut


def test_a_second_game_start_in_a_log_begins_no_other_game() -> None:
    bodies = _log(START, [HAND, START])
    assert json.loads(text_of(bodies).splitlines()[-1])["seq"] == 3
    assert read_back(bodies) == bodies


@pytest.mark.parametrize("at", ["-", "+9", "2026-11-21T19:30:00Z,5b", "half past", "2026-11-21T19:30:00.5Z"])
def test_a_time_of_any_shape_comes_back(at: str) -> None:
    bodies = _log(START, [{**HAND, "at": at}, {"type": "note", "text": "x", "at": at}, {"type": "washout"}])
    assert read_back(bodies) == bodies


def test_a_time_is_said_once_and_then_counted_on() -> None:
    moments = ["2026-11-21T19:30:00Z", "2026-11-21T19:30:00Z", "2026-11-21T19:30:09Z"]
    events = [
        {"type": "discard", "seat": seat, "tile": "5b", "at": at} for seat, at in zip("ESW", moments, strict=True)
    ]
    text = text_of(_log(START, [{**HAND, "depth": "table"}, *events]))
    assert text.splitlines()[-1] == "@2026-11-21T19:30:00Z 5b 5b @+9 5b"
    assert bodies_of(text) == _log(START, [{**HAND, "depth": "table"}, *events])
