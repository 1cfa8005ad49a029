"""A database with something wrong in its file: every command that reads says so, or tells what it told before."""

from __future__ import annotations

import lzma
import os
import random
from pathlib import Path

import pytest
from command_runs import Run

from mjlog import facts_index
from mjlog.store import open_store
from mjlog.store.restore import restore
from mjlog_cli.commands import serve
from samples import SAMPLES
from tests.store.conftest import without_guards
from tests.store.damaged import damaged

DAMAGES = int(os.environ.get("MJLOG_TEST_DAMAGES", "20"))
GAMES = ("bmja", "mahjiang", "western")
LENGTH = 320
READING = (
    "verify", "audit --hands", "games", "export western", "sheet western", "replay western --hand 1", "stats",
    "find --hands", "standings", "checkpoint western", "export --all --out OUT.zip", "backup --force OUT",
)  # fmt: skip
_ON_PATHS = ("verify", "audit", "stats", "find", "standings")
Told = tuple[int, str, str]


@pytest.fixture
def whole(run: Run, own_database: Path, tmp_path: Path) -> bytes:
    """A database of three games as one file: of each so many events that a hand is over."""
    for game in GAMES:
        events = lzma.decompress((SAMPLES / "games" / f"{game}.mjlog.jsonl.xz").read_bytes()).splitlines(keepends=True)
        log = tmp_path / f"{game}.mjlog.jsonl"
        log.write_bytes(b"".join(events[:LENGTH]))
        assert run("import", "mjlog", log).exit_code == 0
    assert run("backup", tmp_path / "whole.db").exit_code == 0
    own_database.unlink()
    restore(tmp_path / "whole.db", own_database)
    return own_database.read_bytes()


def told(run: Run, command: str, database: Path) -> Told:
    """What a command says: its status, what it prints, and what it says beside."""
    out = database.with_name("out")
    for written in database.parent.glob("out*"):
        written.unlink()
    words = [word.replace("OUT", str(out)) for word in command.split()]
    result = run(*words, *([database] if words[0] in _ON_PATHS else []))
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("is_kept", [False, True], ids=["judged anew", "with what the games came to"])
def test_every_command_says_that_a_database_is_damaged_or_tells_what_it_told(
    run: Run, own_database: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    """With another status, or in a note beside what it prints; also where every command that counts may write."""
    if is_kept:
        monkeypatch.setattr(facts_index, "WORTH_KEEPING", 1)
        Path(f"{own_database}.lock").touch()
        run("stats")
        whole = own_database.read_bytes()
    sound = {command: told(run, command, own_database) for command in READING}
    said = dict.fromkeys(READING, 0)
    for seed in range(DAMAGES):
        for beside in own_database.parent.glob(f"{own_database.name}?*"):
            beside.unlink()
        own_database.write_bytes(damaged(whole, random.Random(seed)))
        if is_kept:
            Path(f"{own_database}.lock").touch()
        for command in READING:
            status, printed, noted = told(run, command, own_database)
            is_silent = (status, noted) == (sound[command][0], sound[command][2])
            assert printed == sound[command][1] or not is_silent, (seed, command)
            said[command] += not is_silent
    assert min(said.values()) > 0


@pytest.fixture
def beside(run: Run, own_database: Path) -> bytes:
    """The write-ahead log beside a database, in which all of its three games are."""
    with open_store(own_database) as writer:
        for game in GAMES:
            assert run("import", "mjlog", SAMPLES / "games" / f"{game}.mjlog.jsonl.xz").exit_code == 0
        log = own_database.with_name(f"{own_database.name}-wal")
        left = {path: path.read_bytes() for path in (own_database, log)}
        assert writer.games()
    for path, content in left.items():
        path.write_bytes(content)
    return left[log]


def test_every_command_says_that_a_write_ahead_log_is_damaged(run: Run, own_database: Path, beside: bytes) -> None:
    """Once; while it is sound nobody does."""
    log, byte = own_database.with_name(f"{own_database.name}-wal"), 3 * len(beside) // 4
    for command in (*READING, "dossier western 20", "log western"):
        status, printed, noted = told(run, command, own_database)
        assert "cannot be read" not in printed + noted
        log.write_bytes(beside[:byte] + bytes([beside[byte] ^ 1]) + beside[byte + 1 :])
        damaged_status, printed, noted = told(run, command, own_database)
        assert (printed + noted).count(f"{log.name} cannot be read from its byte") == 1, command
        assert damaged_status > status, command
        log.write_bytes(beside)


def test_whoever_begins_to_serve_is_told_that_a_write_ahead_log_is_damaged(
    run: Run, own_database: Path, beside: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "serve_database", lambda *_asked, **_options: None)
    assert (run("serve").exit_code, run("serve").stderr) == (0, "")
    changed = beside[:5000] + bytes([beside[5000] ^ 1]) + beside[5001:]
    own_database.with_name(f"{own_database.name}-wal").write_bytes(changed)
    assert "cannot be read from its byte 4,152 on" in run("serve").stderr


def test_tables_of_a_database_with_a_damaged_write_ahead_log_say_that_it_is(
    run: Run, own_database: Path, beside: bytes, tmp_path: Path
) -> None:
    changed = beside[:5000] + bytes([beside[5000] ^ 1]) + beside[5001:]
    own_database.with_name(f"{own_database.name}-wal").write_bytes(changed)
    made = run("tables", "--out", tmp_path / "tables")
    assert (made.exit_code, "cannot be read from its byte 4,152 on" in made.stderr) == (2, True)


def test_a_game_whose_end_is_gone_is_said_in_the_list(run: Run, own_database: Path, whole: bytes) -> None:
    """The list does not read the events; it knows how far they had been stored."""
    with without_guards(own_database) as connection:
        connection.execute("DELETE FROM events WHERE seq > 300")
    result = run("games")
    assert (result.exit_code, result.stdout.count("300 events")) == (0, 3)
    assert "note: western: its log ends before event 320" in result.stderr


def test_a_game_whose_beginning_was_changed_is_said_in_the_list(run: Run, own_database: Path, whole: bytes) -> None:
    with without_guards(own_database) as connection:
        connection.execute("UPDATE events SET body = replace(body, 'mahjiang', 'western') WHERE seq = 1 AND game = 2")
        connection.execute("DELETE FROM events WHERE seq = 1 AND game = 3")
    notes = run("games").stderr.splitlines()
    assert [note.split(": it")[0] for note in notes] == ["note: mahjiang", "note: western"]
    assert all("its first event is missing, or is not what was stored" in note for note in notes)


@pytest.mark.parametrize("command", ["sheet western", "replay western", "dossier western 20"])
def test_a_game_that_was_changed_is_shown_with_a_note(run: Run, own_database: Path, whole: bytes, command: str) -> None:
    assert "note:" not in told(run, command, own_database)[2]
    with without_guards(own_database) as connection:
        connection.execute("UPDATE events SET body = replace(body, 'discard', 'pass') WHERE seq = 9")
        connection.execute("UPDATE events SET body = replace(body, '{', '{\"x\":1,') WHERE seq = 30")
    assert "lines are missing, unreadable or changed" in told(run, command, own_database)[2]
