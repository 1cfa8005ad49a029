"""`mjlog review`: a game looked over, and what other acts would have come to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

from mjlog.chain import event_body
from mjlog.store import open_store
from short_logs import fields

LAPSE = "game western bonus_tiles=false; hand; dealt E 45b 678d 123c 789c EEw 9d; E discard 4b; washout"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database of one hand, in which East goes away from ready."""
    path = tmp_path / "club.db"
    with open_store(path) as store:
        store.import_game("short", [event_body(one) for one in fields(LAPSE)])
    return path


def test_each_player_has_a_figure_and_what_cost_most(club: Path, run: Run) -> None:
    told = run("review", "short", "--db", club).stdout
    assert "anna: 0 of 1 judged discards lost nothing that counts; 1 moment" in told
    assert "20 anna (East) discards 4 bamboo: the hand is then 1 tile from ready" in " ".join(told.split())
    assert "It does not know what a hand would have been worth" in " ".join(told.split())


def test_of_one_player_alone(club: Path, run: Run) -> None:
    assert "ben:" not in run("review", "short", "--db", club, "--player", "anna").stdout
    wrong = run("review", "short", "--db", club, "--player", "ana")
    assert (wrong.exit_code, "did you mean anna?" in wrong.stderr) == (2, True)


def test_as_json_it_has_the_same(club: Path, run: Run) -> None:
    found = json.loads(run("review", "short", "--db", club, "--json").stdout)
    (lapse,) = found["players"]["anna"]["lapses"]
    assert (lapse["seq"], lapse["kind"], lapse["better"], lapse["away"]) == (20, "away", ["6d", "9d"], 1)
    assert (lapse["after"], lapse["instead"]) == (19, "discard E 6d")


def test_other_acts_are_legal_or_not_and_the_exit_status_says_so(club: Path, run: Run) -> None:
    legal = run("review", "short", "--db", club, "--after", "19", "--if", "discard E 9d")
    assert legal.exit_code == 0
    told = "anna (East) discards 9 dots: legal; anna (East) could then win on 3 bamboo (4 left) and 6 bamboo (4 left)"
    assert " ".join(legal.stdout.split()) == told
    illegal = run("review", "short", "--db", club, "--after", "19", "--if", "discard E 1b")
    assert (illegal.exit_code, "[western/turn-2]" in illegal.stdout) == (1, True)
    assert (
        run("log", "short", "--db", club, "--json").stdout.count("discard") == 2
    )  # type and words of the one there was


def test_what_cannot_be_tried_is_told(club: Path, run: Run) -> None:
    for after, acts in (("99", "sp"), ("19", "note x"), ("1", "sp"), ("19", "blabla")):
        assert run("review", "short", "--db", club, "--after", after, "--if", acts).exit_code == 2
    for more in (("--after", "19"), ("--if", "sp"), ("--after", "19", "--if", "sp", "--view", "@nobody")):
        assert run("review", "short", "--db", club, *more).exit_code == 2
