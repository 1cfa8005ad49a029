"""Archives that a URL names, and tables written to one: the same is said, and nothing is read without bounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest
from command_runs import Run, game_events, run_process, write_lines

from mjlog.archive.parts import target_at, write
from mjlog.events import encode_event
from mjlog.formats import remote
from mjlog.sources import pieces_at
from mjlog.urls import is_url
from mjlog_cli.commands.tables import known_pieces
from riichi_records import XML, events, write_foreign

PAID_WRONG = {"E": 1, "S": 80, "W": -20, "N": -20}


@pytest.fixture
def archive(tmp_path: Path, foreign_game: Path) -> Path:
    """A folder with logs, one of them empty, something that is no game, and a server's hand."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(4):
        write_lines(folder / f"night-{number}.mjlog.jsonl", game_events(f"night-{number}", PAID_WRONG))
    (folder / "empty.mjlog.jsonl").write_bytes(b"")
    (folder / "letter.txt").write_text("dear", "utf-8")
    foreign_game.rename(folder / "evening")
    return folder


@pytest.fixture
def memory(archive: Path) -> Iterator[str]:
    """The same in memory."""
    files = fsspec.filesystem("memory")
    files.put(str(archive), "/club/archive", recursive=True)
    yield "memory://club/archive"
    files.rm("/club", recursive=True)


def test_an_archive_at_a_url_is_audited_as_a_folder_is(run: Run, archive: Path, memory: str) -> None:
    here = run("audit", archive, "--json")
    for url in (memory, f"local://{archive}"):
        there = run("audit", url, "--json")
        assert (there.exit_code, there.stdout) == (here.exit_code, here.stdout.replace(str(archive), url))
    assert "night-0" in here.stdout
    assert "evening" in here.stdout


def test_hands_in_files_of_their_own_are_one_game_at_a_url_too(run: Run, tmp_path: Path) -> None:
    bodies = [encode_event(event) for event in events(XML)]
    for number in (1, 2, 3):
        (tmp_path / f"{number}.json").write_bytes(write_foreign(bodies, "g", "tenhou6", number).content)
    files = fsspec.filesystem("memory")
    files.put(str(tmp_path), "/hands", recursive=True)
    here, there = run("audit", tmp_path, "--json"), run("audit", "memory://hands", "--json")
    assert there.stdout == here.stdout.replace(str(tmp_path), "memory://hands")
    assert [json.loads(line)["hand"] for line in there.stdout.splitlines() if '"hand"' in line] == [1, 2, 3]
    assert [key for piece in pieces_at(["memory://hands"]) for _piece, key in known_pieces(piece)] != [None]
    files.rm("/hands", recursive=True)


def test_a_file_url_is_a_plain_path_and_needs_no_plug_in(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert run("audit", archive.as_uri()).stdout == run("audit", archive).stdout
    without = run("audit", "s3://club/archive")
    assert (without.exit_code, "URLs need fsspec" in without.stderr) == (2, True)


def test_what_a_url_does_not_hold_is_trouble_and_hides_nothing_else(run: Run, memory: str) -> None:
    result = run("audit", "memory://club/nothing", "nosuch://x", memory)
    assert result.exit_code == 2
    assert "memory://club/nothing: " in result.stderr
    assert "nosuch://x: cannot be opened: " in result.stderr
    assert "night-3" in result.stdout


SECRET, PLAIN = "memory://anna:hunter2@club/archive", "memory://anna:…@club/archive"


@pytest.mark.parametrize(
    "error", [OSError(111, "Connection refused"), TypeError("no fo"), RuntimeError(f"GET {SECRET}: denied")]
)
def test_a_plug_in_that_fails_as_it_begins_is_told_with_the_url(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def refuse(url: str) -> None:
        raise error

    monkeypatch.setattr("fsspec.core.url_to_fs", refuse)
    result = run("audit", SECRET)
    assert (result.exit_code, result.stderr.count(f"mjlog: {PLAIN}: cannot be opened: ")) == (2, 1)
    assert "hunter2" not in result.stderr


def test_what_is_secret_in_a_url_is_told_nowhere(run: Run, archive: Path, tmp_path: Path) -> None:
    files = fsspec.filesystem("memory")
    files.put(str(archive), "/anna:hunter2@club/archive", recursive=True)
    run("tables", SECRET, "--out", tmp_path / "tables")
    told = [run("audit", SECRET), run("audit", SECRET, "--json"), run("tables", SECRET, "--out", tmp_path / "tables")]
    told += [run("audit", f"{SECRET}/none"), run("audit", f"{SECRET}/letter.txt"), run("stats", SECRET)]
    told += [
        run("tables", SECRET, "--out", SECRET),
        run("tables", SECRET, "--out", "memory://anna:hunter2@club/tables"),
    ]
    told += [run("stats", tmp_path / "tables"), run("find", tmp_path / "tables", "--player", "anna")]
    assert PLAIN in told[0].stdout
    assert "hunter2" not in "".join(one.stdout + one.stderr for one in told)
    assert [file for file in tmp_path.rglob("*.parquet") if b"hunter2" in file.read_bytes()] == []
    files.rm("/anna:hunter2@club", recursive=True)


@pytest.mark.parametrize("url", ["file:%00", "file:///archive%00", "file://[", "file://club/%00"])
def test_a_url_of_no_file_is_refused_in_words(run: Run, url: str) -> None:
    result = run("audit", url)
    assert (result.exit_code, result.stderr.count("mjlog: file:")) == (2, 1)


def test_folders_without_an_end_are_given_up(memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    files = fsspec.filesystem("memory")
    with monkeypatch.context() as endless:
        endless.setattr(files, "ls", lambda path, detail: [{"name": f"{path}/a", "type": "directory"}])
        (piece,) = pieces_at([memory])
    assert "folders lie in one another" in str(piece.trouble)


def test_no_more_is_fetched_than_is_read(run: Run, memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_UNPACKED", 300)
    result = run("audit", memory)
    assert result.exit_code == 2
    assert f"{memory}/night-0.mjlog.jsonl: cannot be read: is larger than 300 bytes" in result.stderr


def test_a_damaged_file_is_told_by_its_url(run: Run, memory: str) -> None:
    fsspec.filesystem("memory").pipe_file("/club/archive/cut.mjlog.jsonl.gz", b"\x1f\x8b\x08 no gzip")
    result = run("audit", memory, "--json")
    assert f'"source":"{memory}/cut.mjlog.jsonl.gz"' in result.stdout.replace(" ", "")
    assert "/tmp" not in result.stdout + result.stderr


def test_what_changes_at_a_url_is_known_by_another_key(archive: Path) -> None:
    url = f"local://{archive}"
    before = {known.path: key for piece in pieces_at((url,)) for known, key in known_pieces(piece)}
    write_lines(archive / "night-1.mjlog.jsonl", game_events("night-1"))
    (archive / "evening" / "hand-02.mjs").write_text("Player 1 x\n", "utf-8")
    after = {known.path: key for piece in pieces_at((url,)) for known, key in known_pieces(piece)}
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {f"{url}/night-1.mjlog.jsonl", f"{url}/evening"}
    assert None not in before.values()


def test_tables_at_a_url_are_those_in_a_folder(run: Run, archive: Path, tmp_path: Path, memory: str) -> None:
    here = run("tables", archive, "--out", tmp_path / "t")
    there = run("tables", archive, "--out", "memory://club/t")
    assert here.exit_code == there.exit_code == 0
    files = fsspec.filesystem("memory")
    assert {path.removeprefix("/club/t/"): files.cat_file(path) for path in files.find("/club/t")} == {
        path.relative_to(tmp_path / "t").as_posix(): path.read_bytes()
        for path in (tmp_path / "t").rglob("*") if path.is_file()
    }  # fmt: skip
    again = run("tables", memory, "--out", "memory://club/t")
    assert (again.exit_code, "--force" in again.stderr) == (2, True)


def test_a_plain_path_that_looks_odd_is_none() -> None:
    assert not any(map(is_url, ("C:/x", "a:b", "x", "./s3:/x", "-")))


@pytest.mark.parametrize("where", ["{folder}/t", "memory://club/t", "local://{folder}/t"])
def test_what_a_writer_that_was_cut_short_left_over_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    where = where.format(folder=tmp_path / "target")
    target = target_at(where)
    target.make()
    write(target, "games/whole", b"1")
    if is_url(where):
        write(target, "games/.writing-0-cut", b"2")
    (target.staging() / "cut").write_bytes(b"3")
    target.make()
    assert list(target.files()) == ["games/whole"]
    assert (target.read("games/whole"), target.read("games/none")) == (b"1", None)
    target.remove("games/whole")
    assert list(target.files()) == []


def test_a_log_of_a_url_comes_with_its_url_into_a_process_of_its_own(run: Run, archive: Path) -> None:
    result = run_process("audit", f"local://{archive}", "--workers", "2", "--json")
    assert result.stdout == run("audit", archive, "--json").stdout_bytes.replace(
        str(archive).encode(), f"local://{archive}".encode()
    )
