"""What stands in a recorder's way: databases, files, other writers, odd keys, small windows. Nothing ends it untold."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import run_process
from filelock import FileLock
from recorder import BEFORE, Club, new
from terminal import CTRL_C, Terminal, named

from mjlog.recording.session import Manner, RecordingSession
from mjlog.store import open_store
from mjlog_cli.commands import record
from mjlog_cli.record import app


def text(output: bytes) -> str:
    return output.decode("utf-8")


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked often whether others have written."""
    monkeypatch.setattr(app, "_LOOK_SECONDS", 0.1)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another writer is waited for only a moment."""
    monkeypatch.setattr(record, "_PATIENCE", 0.3)


def test_without_a_terminal_it_says_how_to_record_without_one(tmp_path: Path) -> None:
    result = run_process("record", "evening", "--db", tmp_path / "club.db")
    assert result.returncode == 2
    assert "record needs a terminal" in text(result.stderr)
    assert "mjlog add GAME" in text(result.stderr)
    assert not (tmp_path / "club.db").exists()


def test_a_terminal_that_cannot_place_text_is_refused(club: Club) -> None:
    terminal = club.sit("evening", *new(), TERM="dumb")
    assert terminal.ended() == 2
    assert "TERM is dumb" in terminal.screen


def test_what_is_no_database_is_left_alone(club: Club) -> None:
    club.database.write_text("minutes of the club, 1987 " * 100, "utf-8")
    before = club.database.read_bytes()
    terminal = club.sit("evening", *new())
    assert terminal.ended() == 2
    # The name may be broken at the end of a line.
    assert club.database.name in terminal.screen.replace("\n", "")
    assert club.database.read_bytes() == before


def test_a_database_that_cannot_be_made_is_told(club: Club) -> None:
    (club.folder / "file").write_text("", "utf-8")
    terminal = club.open("record", "evening", *new(), "--db", club.folder / "file" / "club.db")
    assert terminal.ended() == 2
    assert "file" in terminal.screen


def test_a_broken_rule_set_document_is_told_with_its_line(club: Club) -> None:
    house = club.folder / "house.toml"
    house.write_text('id = "house"\nname = \n', "utf-8")
    terminal = club.sit("evening", "--ruleset", house, *named())
    assert terminal.ended() == 2
    # The path to it may be longer than a line of the terminal.
    assert "house.toml:2" in terminal.screen.replace("\n", "")


@pytest.mark.usefixtures("attentive")
def test_what_somebody_else_writes_is_seen_without_a_key(club: Club) -> None:
    """On a telephone, or at another terminal."""
    terminal = club.begin("western")
    terminal.act("hand table")
    with open_store(club.database) as store:
        RecordingSession(store, "evening", Manner()).enter("5b")
        terminal.wait("East discards 5 bamboo")
        assert "somebody else changed what is in pencil" in terminal.screen
    terminal.enter("sp", "South lays down a pung")
    terminal.kill()


@pytest.mark.usefixtures("impatient")
def test_another_writer_who_takes_too_long_is_waited_for_and_the_line_stays(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    with FileLock(f"{club.database}.lock"):
        terminal.enter("9d", "another program has been writing")
        assert terminal.typed == "> 9d"
    assert len(club.held()) == 3
    terminal.enter("", "~    4 South discards 9 dots")
    terminal.enter("quit")
    assert terminal.ended() == 0
    assert [row["type"] for row in club.stored()][1:] == ["hand-start", "discard", "discard"]


@pytest.mark.usefixtures("impatient")
def test_whoever_must_leave_while_nothing_can_be_stored_keeps_the_pencil(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    with FileLock(f"{club.database}.lock"):
        terminal.enter("quit", "leave all the same?")
        terminal.keys("y\r")
        terminal.wait(lambda: b"\x1b[?1049l" in terminal.seen)
    terminal.ended()
    club.go_on("East discards 5 bamboo").wait("2 in pencil")


def test_what_is_added_meanwhile_is_told_and_the_pencil_follows_it(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    assert run_process("add", "evening", "note the lamp fell", "--db", club.database).returncode == 0
    terminal.enter("9d", "~    5 South discards 9 dots")
    assert "somebody else added 1 event" in terminal.screen
    terminal.enter("", "all confirmed")
    assert [row["type"] for row in club.stored()] == ["game-start", "note", "hand-start", "discard", "discard"]


@pytest.mark.usefixtures("attentive")
def test_two_recorders_of_one_game_see_each_other_and_go_on_in_turns(club: Club) -> None:
    first = club.begin("western")
    first.enter("hand table 5b", "East discards 5 bamboo")
    second = club.go_on("East discards 5 bamboo")
    second.enter("9d", "~    4 South discards 9 dots")
    first.wait("~    4 South discards 9 dots")
    first.enter("1c", "~    5 West discards 1 character")
    second.wait("~    5 West discards 1 character")
    second.enter("undo", "undone: 1c")
    assert [row.get("tile") for row in club.held()][2:] == ["5b", "9d"]


def test_a_game_that_is_not_there_is_begun_and_a_second_beginning_of_it_refused(club: Club) -> None:
    terminals = [club.sit("evening", "--no-clock", "--ruleset", "pung-chi", *named()) for _ in range(2)]
    ends = []
    for terminal in terminals:
        terminal.wait(lambda terminal=terminal: BEFORE in terminal.screen or not terminal.look())
        ends.append(BEFORE in terminal.screen)
    assert True in ends
    assert [row["type"] for row in club.stored()] == ["game-start"]


# -- keys and windows ----------------------------------------------------------------------------------


def test_odd_keys_enter_nothing_and_end_nothing(club: Club) -> None:
    """No UTF-8, control characters, keys of other terminals."""
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    for keys in (b"\xff\xfe\x80\r", b"\x00\x01\x02\x05\x06\x07\x0b\x0e\x0f\x10\x14\x15\x17\x18\x19\x1c\x1d\x1e\x1f\r"):
        terminal.keys(keys)
        terminal.keys(CTRL_C)
    terminal.keys("\x1b[99~\x1bOZ\x1b[200;5H\x1b[<0;1;1M")
    terminal.keys(CTRL_C)
    terminal.keys("🀙\u202e\u0301\r")
    terminal.keys(CTRL_C)
    terminal.wait(lambda: terminal.typed == ">")
    assert len(club.held()) == 3
    terminal.enter("9d", "South discards 9 dots")


def test_pasted_lines_are_shown_and_entered_together(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    terminal.keys("\x1b[200~9d\r\n1c\r\n2d\x1b[201~")
    terminal.wait("South discards 9 dots; West discards 1 character; North discards 2 dots")
    assert len(club.held()) == 3
    terminal.enter("", "~    6 North discards 2 dots")


def test_five_thousand_pasted_letters_are_refused_and_cleared(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table", "the deal")
    terminal.keys("\x1b[200~" + "x" * 5000 + "\x1b[201~\r")
    terminal.wait("is no act")
    terminal.keys(CTRL_C)
    terminal.wait(lambda: terminal.typed == ">")
    terminal.enter("5b", "East discards 5 bamboo")


FULL_TABLE = "5b sp 9d wp 1c np 5d ep 7b sp 8c wp 6d np 3b ep 9b sp 3d wp rd np 1f2f 2b 1s2s 4d 3f4f 6c"
"""A table with eleven sets and all flowers."""


def set_table(club: Club, rows: int, columns: int) -> Terminal:
    terminal = club.begin("classical", rows=rows, columns=columns)
    terminal.enter("hand table", "hand 1")
    for act in FULL_TABLE.split():
        terminal.enter(act)
    terminal.wait("flower" if rows < 12 else "South discards 6 characters")
    return terminal


@pytest.mark.parametrize(("rows", "columns"), [(24, 80), (20, 40), (40, 120), (80, 300)])
def test_a_full_table_three_events_preview_and_line_fit_the_window(club: Club, rows: int, columns: int) -> None:
    terminal = set_table(club, rows, columns)
    for name in ("E anna 0", "S ben 0", ">W cleo 0", "N dora 0"):
        terminal.wait(name)
    for laid in ("5d", "9b", "3d", "Rd") if columns > 40 else ("[555d", "[999b", "[333d", "[RRRd"):
        assert laid in terminal.screen
    assert "W to play" in terminal.screen or "west to play" in terminal.screen
    assert "6c by" in terminal.screen
    terminal.type("7c", "West discards 7 characters")
    assert terminal.typed == "> 7c"
    assert sum(line.startswith(("~", " ")) and line[1:7].strip().isdigit() for line in terminal.lines) >= (
        3 if columns > 40 else 2
    )


def test_a_tiny_window_still_shows_whose_turn_it_is_and_the_line(club: Club) -> None:
    terminal = club.begin("western", rows=6, columns=20)
    terminal.enter("hand table", "hand 1 E")
    terminal.enter("5b", "S to play")
    terminal.type("9d", lambda: terminal.typed == "> 9d" and "South" in terminal.screen)


def test_the_window_is_resized_while_a_line_is_typed(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    terminal.type("9d", "South discards 9 dots")
    for rows, columns in ((6, 20), (20, 40), (50, 200), (80, 300), (24, 80)):
        terminal.resize(rows, columns)
        terminal.wait(lambda: terminal.typed == "> 9d" and "South discards" in terminal.screen)
    terminal.enter("", "~    4 South discards 9 dots")


def test_where_colours_are_unwanted_there_are_none(club: Club) -> None:
    terminal = club.sit("evening", *new(), NO_COLOR="1", anew=True)
    terminal.wait(BEFORE)
    terminal.enter("hand table 5b", ">S ben 0")
    assert b"\x1b[0;32" not in terminal.seen
    assert b"\x1b[0;3" not in terminal.seen.replace(b"\x1b[0;3m", b"")


# -- which database ------------------------------------------------------------------------------------


def test_the_database_is_the_one_named_by_the_option_else_by_the_environment(club: Club) -> None:
    other = club.folder / "other.db"
    terminal = club.open("record", "evening", *new(), MJLOG_DB=str(other))
    terminal.wait(BEFORE)
    assert other.exists()
    assert not club.database.exists()
    terminal.enter("quit")
    terminal.ended()
    terminal = club.open("--db", other, "record", "evening")
    terminal.wait(BEFORE)
    assert b"go on with evening" in run_process("--db", other).stdout
