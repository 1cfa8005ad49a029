"""`mjlog verify --against`: the first event that differs from an older copy, as it is there and here."""

from __future__ import annotations

import sqlite3
import tarfile
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, event, lines, write_lines
from test_verify_heads import database_of, log_of, noted, remarks, touch

OLD = remarks(80)


@pytest.fixture(params=["log", "plain log", "packed log", "database", "folder", "packed folder"])
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An older copy, of each kind."""
    folder = tmp_path / "old"
    folder.mkdir()
    if request.param == "database":
        return database_of(folder / "old.db", OLD)
    log = log_of(folder / "old.mjlog.jsonl", OLD)
    if request.param == "plain log":
        return write_lines(log, OLD)
    if request.param == "packed log":
        import lzma

        packed = folder / "old.mjlog.jsonl.xz"
        packed.write_bytes(lzma.compress(log.read_bytes()))
        return packed
    if request.param == "packed folder":
        packed = tmp_path / "old.tar.xz"
        with tarfile.open(packed, "w:xz") as archive:
            archive.add(log, "old/old.mjlog.jsonl")
        return packed
    return folder if request.param == "folder" else log


def found_in(result: Any) -> list[tuple[bool, int | None]]:
    """Of each comparison, whether all was kept, and the event that differs."""
    return [(found["kept"], found["seq"]) for one in lines(result) for found in one.get("against", [])]


def test_a_log_that_only_went_on_is_the_same(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 0
    assert f"{now}: tuesday: kept: all 80 events of {copy} are here, unchanged" in result.stdout


def test_the_first_difference_is_shown_as_it_is_there_and_here(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120, e70="another", e75="too"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-3:] == [
        f"{now}: tuesday: changed: event 70 is not what it is in {copy}",
        '  there: {"seq":70,"text":"remark 70","type":"note"}',
        '  here:  {"seq":70,"text":"another","type":"note"}',
    ]
    (found,) = lines(run("verify", now, "--against", copy, "--json"))
    assert found["against"][0] == {
        "copy": str(copy), "events": 80, "kept": False, "message": f"event 70 is not what it is in {copy}",
        "seq": 70, "there": '{"seq":70,"text":"remark 70","type":"note"}',
        "here": '{"seq":70,"text":"another","type":"note"}',
    }  # fmt: skip


def test_what_was_cut_off_is_missed(run: Run, copy: Path, tmp_path: Path) -> None:
    now = log_of(tmp_path / "now.mjlog.jsonl", remarks(60))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert f"event 61 is missing: 60 events can be read here, 80 in {copy}" in result.stdout
    assert found_in(run("verify", now, "--against", copy, "--json")) == [(False, 61)]


def test_a_game_that_was_removed_is_missed(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(60, "friday"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert f"tuesday: changed: this game is in {copy}, and it is not here" in result.stdout
    assert found_in(run("verify", now, "--against", copy, "--json")) == [(False, None)]


def test_one_log_is_compared_with_its_own_game_of_a_whole_database(run: Run, tmp_path: Path) -> None:
    """The others are not missed in it; but a copy in which no game is of the log is no copy of it."""
    old = database_of(tmp_path / "old.db", OLD, remarks(9, "friday"))
    assert run("verify", log_of(tmp_path / "now.mjlog.jsonl", remarks(90)), "--against", old).exit_code == 0
    other = run("verify", log_of(tmp_path / "other.mjlog.jsonl", remarks(90, "sunday")), "--against", old)
    assert other.exit_code == 1
    assert other.stdout.count("it is not here") == 2


def test_what_a_touched_database_said_is_shown_by_the_copy(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    touch(now, "UPDATE events SET body = replace(body, 'remark', 'gossip') WHERE seq = 70")
    result = run("verify", now, "--against", copy)
    assert "chain-broken" in result.stdout
    assert (
        '  there: {"seq":70,"text":"remark 70","type":"note"}\n  here:  {"seq":70,"text":"gossip 70"' in result.stdout
    )


def test_what_a_touched_log_said_is_shown_by_the_copy(run: Run, copy: Path, tmp_path: Path) -> None:
    now = log_of(tmp_path / "now.mjlog.jsonl", remarks(120))
    now.write_bytes(now.read_bytes().replace(b"remark 70", b"gossip 70"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert found_in(run("verify", now, "--against", copy, "--json")) == [(False, 70)]


def test_a_copy_that_is_not_whole_is_no_proof(run: Run, tmp_path: Path) -> None:
    old = write_lines(tmp_path / "old.mjlog.jsonl", [*OLD[:50], b"{"])
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", old)
    assert result.exit_code == 1
    assert "all 50 events" in result.stdout
    assert "the copy itself is not whole" in result.stdout


def test_a_long_event_is_shown_about_the_place_where_it_differs(run: Run, tmp_path: Path) -> None:
    there, here = ("x" * 5000 + end + "y" * 5000 for end in ("THERE", "HERE"))
    old = log_of(tmp_path / "old.mjlog.jsonl", [*OLD, event(81, "note", text=there)])
    now = log_of(tmp_path / "now.mjlog.jsonl", [*OLD, event(81, "note", text=here)])
    printed = run("verify", now, "--against", old).stdout.splitlines()[-2:]
    assert ["THERE" in printed[0], "HERE" in printed[1]] == [True, True]
    assert max(map(len, printed)) < 420


def test_copies_and_checkpoints_go_together(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", copy, "--against", now, *noted(OLD, 50), "--json")
    assert result.exit_code == 0
    (found,) = lines(result)
    assert (len(found["against"]), len(found["checkpoints"])) == (2, 1)


def test_what_is_no_copy_is_refused(run: Run, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    sqlite3.connect(other).executescript("CREATE TABLE x (y);").connection.close()
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "missing", other, tmp_path / "empty"):
        result = run("verify", log, "--against", path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(path) in result.stderr
