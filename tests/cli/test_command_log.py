"""`mjlog log`: what happened, in words, under its number."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run, game_events, lines, write_lines

from mjlog.store import open_store

PAID_WRONG = {"E": -40, "S": 90, "W": -20, "N": -20}


@pytest.fixture
def club(tmp_path: Path, run: Run) -> Path:
    """A database of two games, the second of them paid wrong."""
    for game, change in (("first", None), ("second", PAID_WRONG)):
        log = write_lines(tmp_path / f"{game}.mjlog.jsonl", game_events(game, change))
        assert run("import", "mjlog", log, "--db", tmp_path / "club.db").exit_code == 0
    return tmp_path / "club.db"


def test_one_hand_or_what_comes_before_it(club: Path, run: Run) -> None:
    assert "     3   " in (hand := run("log", "first", "--db", club, "--hand", "1").stdout)
    assert "     1   " not in hand
    assert "     3   " not in run("log", "first", "--db", club, "--hand", "0").stdout
    wrong = run("log", "first", "--db", club, "--hand", "2")
    assert (wrong.exit_code, wrong.stderr) == (2, "mjlog: first has 1 hands: there is no hand 2\n")


def test_without_a_game_it_is_the_last_one_and_which_that_is_is_told(club: Path, run: Run) -> None:
    for command in ("log", "sheet", "replay"):
        alone, named = run(command, "--db", club), run(command, "second", "--db", club)
        assert alone.stdout == named.stdout != ""
        assert alone.stderr == "the last game: second\n"


def test_without_a_game_an_empty_database_has_none(tmp_path: Path, run: Run) -> None:
    open_store(tmp_path / "club.db").close()
    result = run("log", "--db", tmp_path / "club.db")
    assert result.exit_code == 2
    assert result.stderr.endswith("club.db: there is no game here yet\n")


def test_what_was_corrected_is_told_with_what_stands_there_and_what_was_written_first(club: Path, run: Run) -> None:
    acts = ("fix 3 em -- misheard -- agreed anna", "fix 4 void", "fix after 4 note it rained")
    run("add", "second", *acts, "--db", club)
    told = " ".join(run("log", "second", "--db", club).stdout.split())
    assert "East declares mahjong" in told
    assert "(Event 3 was corrected by event 5: misheard (agreed by anna). First written: South declares mahjong" in told
    assert "(Event 4 was made void by event 6: no reason given. It said: The hand is paid: East loses 40" in told
    assert "(Event 7 was added after event 4: no reason given)" in told
    plain = run("log", "second", "--db", club, "--as-recorded").stdout
    assert "Event 3 is corrected: misheard" in plain
    assert "First written" not in plain
    found = [note for one in lines(run("log", "second", "--db", club, "--json")) for note in one["corrected"]]
    assert [(note["first"], note["stands"]) for note in found][1] == (4, "")


def test_programs_get_an_object_a_line(club: Path, run: Run) -> None:
    told = lines(run("log", "second", "--db", club, "--json"))
    assert [(one["hand"], one["seq"], one["type"]) for one in told] == [
        (None, 1, "game-start"), (1, 2, "hand-start"), (1, 3, "mahjong"), (1, 4, "settlement"),
    ]  # fmt: skip
    assert told[3]["findings"][0]["seq"] == 4


def test_commands_that_only_show_one_game_take_the_last_where_none_is_named(club: Path, run: Run) -> None:
    """And say which it is."""
    for words in (("dossier", "3"), ("dispute",), ("export",), ("sheet",)):
        named = run(words[0], "second", *words[1:], "--db", club)
        last = run(*words, "--db", club)
        assert (last.exit_code, last.stdout) == (named.exit_code, named.stdout)
        assert "the last game: second" in last.stderr
    assert "which event? expected a game and an event's number" in run("dossier", "second", "--db", club).stderr


def test_the_last_game_can_be_named_in_every_command_that_takes_games(club: Path, run: Run) -> None:
    commands = ("sheet", "log", "replay", "dispute", "export", "checkpoint", "audit", "stats", "find", "standings")
    for words in (*((one, "last") for one in commands), ("dossier", "last", "1"), ("add", "last", "note hello")):
        told = run("--db", club, *words)
        assert told.exit_code in (0, 1), (words, told.stderr)
        assert "the last game: second" in told.stderr, words


def test_a_game_that_is_called_last_is_that_game(club: Path, run: Run) -> None:
    players = [word for player in ("anna", "ben", "cleo", "dora") for word in ("--player", player)]
    for game in ("last", "third"):
        assert run("--db", club, "new", "--ruleset", "western", "--game", game, *players).exit_code == 0
    told = run("--db", club, "sheet", "last")
    assert "score sheet of last" in told.stdout
    assert not told.stderr


def test_a_file_without_its_kind_is_told_with_the_kind_that_it_is(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "t.mjlog.jsonl", game_events())
    assert f"did you mean `mjlog import mjlog {path}`?" in " ".join(run("import", path).stderr.split())


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("ab", "2 players for western: expected 4 or 3"),
        ("abcde", "5 players for western: expected 4 or 3; who takes a place later is written down then (`sit eva "),
    ],
)
def test_a_game_is_begun_with_as_many_as_sit_at_the_table(run: Run, players: str, words: str) -> None:
    names = [word for player in players for word in ("--player", player)]
    refused = run("new", "--ruleset", "western", *names)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert words in refused.stderr
    assert run("new", "--ruleset", "western", *names[:6]).exit_code == (2 if players == "ab" else 0)


def test_an_option_that_was_corrected_is_told(club: Path, run: Run) -> None:
    """The words of the beginning do not name options."""
    run("fix", "second", "option", "ScoreLimit=1000", "--why", "agreed", "--db", club)
    told = " ".join(run("log", "second", "--db", club).stdout.split())
    assert "(changed: option ScoreLimit as usual -> 1000))" in told
