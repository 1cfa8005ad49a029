"""Moves that were missed leave the running totals open only until the next hand shows that no hand is missing."""

from __future__ import annotations

import pytest

from mjlog.audit.engine import Engine
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.log.records import GameRecord

GAME = "game t western anna ben cleo dora\n"
MISSED = GAME + "hand table\n5b 9d ..3 wm\n8/4/48/2\npay -76/-54/192/-62\n"
"""A hand with moves missing, whose end was written down."""


def after(text: str) -> Engine:
    """The game that a text leads to."""
    (game,) = read_document(text, "text")
    assert game.fault is None, game.fault
    replay = Engine(GameRecord("text", "t", iter(())))
    for body in game.bodies:
        replay.feed(decode_event(body), None)
    return replay


def test_in_a_hand_with_missing_moves_nobody_knows_the_totals() -> None:
    assert not after(MISSED).table.standing.totals_known


def test_the_next_hand_tells_that_none_is_missing_and_the_totals_are_known_again() -> None:
    replay = after(MISSED + "hand table\n")
    assert replay.table.standing.totals_known
    assert sum(replay.table.totals.values()) == 0
    assert replay.table.totals["cleo"] == 192


@pytest.mark.parametrize("then", [
    "hand-start table hand=3 E=ben S=cleo W=dora N=anna round=E",
    "..\nhand-start table hand=2 E=ben S=cleo W=dora N=anna round=E",
], ids=["a hand is missing", "something is missing between the hands"])  # fmt: skip
def test_where_more_may_be_missing_they_stay_unknown(then: str) -> None:
    assert not after(f"{MISSED}{then}\n").table.standing.totals_known


def test_a_hand_without_its_end_leaves_them_unknown() -> None:
    text = GAME + "hand table\n5b 9d ..3\nhand-start table hand=2 E=ben S=cleo W=dora N=anna round=E\n"
    assert not after(text).table.standing.totals_known


def test_totals_that_a_hand_states_count_and_not_those_reckoned() -> None:
    text = MISSED + 'hand-start table totals={"anna":1,"ben":2,"cleo":3,"dora":-6}\n'
    replay = after(text)
    assert replay.table.totals == {"anna": 1, "ben": 2, "cleo": 3, "dora": -6}
    assert [finding.code for finding in replay.report.findings] == []


def test_the_end_of_the_game_is_not_held_against_a_hand_with_missing_moves() -> None:
    replay = after(MISSED + 'game-end totals={"anna":-99,"ben":-44,"cleo":195,"dora":-52}\n')
    assert [finding.code for finding in replay.report.findings] == []
