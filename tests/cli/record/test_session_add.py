"""`mjlog add` for scripts and telephones: sent twice it is stored once, and a call is stored whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.recording.session import Manner, RecordingSession
from mjlog.store import open_readonly, open_store


@pytest.fixture
def game(run: Run) -> str:
    """A game of western that has just begun."""
    players = [part for name in ("anna", "ben", "cleo", "dora") for part in ("--player", name)]
    assert run("new", "--ruleset", "western", *players, "--game", "t").exit_code == 0
    return "t"


def bodies(database: Path) -> list[bytes]:
    """The log."""
    with open_readonly(database) as store:
        return store.bodies("t")


@pytest.mark.parametrize("bad", ["zz", "fix 99 5b", '{"type":"game-start"}', "hand-start hand=x", "pay"])
def test_several_acts_are_stored_together_or_not_at_all(run: Run, game: str, own_database: Path, bad: str) -> None:
    run("add", game, "hand table")
    stored = bodies(own_database)
    refused = run("add", game, "5b sp 9d", bad, "2c")
    assert refused.exit_code == 2
    assert "nothing was stored" in refused.stderr
    assert bodies(own_database) == stored


def test_a_correction_and_what_follows_it_go_into_one_call(run: Run, game: str) -> None:
    """Later acts are read at the table as corrected; what the correction mends is found no more."""
    assert run("add", game, "hand table 5b w6b").exit_code == 1
    answer = run("add", game, "fix 4 s6b\nwp-", "--json")
    assert answer.exit_code == 0
    assert [one["type"] for one in lines(answer)] == ["correction", "claim"]


def test_wrong_seats_of_many_hands_are_judged_once_they_are_all_mended(run: Run, game: str) -> None:
    """In between, some hands would have the old seats and some the new ones: nothing is said of that."""
    run("add", game, "hand result e48/8/4/2 e48/8/4/2 8s48/4/2")
    answer = run("add", game, "fix seats 1 ben anna cleo dora", "--json")
    assert answer.exit_code == 0
    assert [one["findings"] for one in lines(answer)] == [[]] * 4


def test_what_is_in_pencil_does_not_count_for_a_script(run: Run, game: str, own_database: Path) -> None:
    """The log is what is confirmed; the recorder's pencil follows what the script has added."""
    with open_store(own_database) as store:
        session = RecordingSession(store, game, Manner())
        session.enter("hand table 5b")
        assert run("add", game, "note the bell rang").exit_code == 0
        session.follow_others()
        assert [step.text for step in session.pencil] == ["hand table", "5b"]
        assert session.recorder.last == 4


def test_acts_in_pencil_are_not_moved_into_another_hand(run: Run, game: str, own_database: Path) -> None:
    """They are confirmed or undone first; what leaves them what they are is added before them."""
    run("add", game, "hand result")
    with open_store(own_database) as store:
        RecordingSession(store, game, Manner()).enter("sm48")
    stored = bodies(own_database)
    refused = run("add", game, "wash hand")
    assert (refused.exit_code, bodies(own_database)) == (2, stored)
    assert "1 act in pencil would mean something else then (it was for hand 1 (East anna" in refused.stderr
    assert "confirm or undo what is in pencil first" in refused.stderr
    assert run("add", game, "note the bell rang").exit_code == 0
    with open_store(own_database) as store:
        RecordingSession(store, game, Manner()).confirm()
    assert run("add", game, "hand").exit_code == 0
