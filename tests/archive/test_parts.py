"""The parts of tables: what is there is whole, what is done is not done again, what has changed is made anew."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mjlog.archive.parts import _Folder
from mjlog.sources import Piece
from mjlog_cli.audit.audit_request import Audited, AuditRequest
from mjlog_cli.audit.games import audit_piece
from mjlog_cli.commands import tables
from mjlog_cli.commands.tables import parts_of
from mjlog_cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Eight games of one hand, in two rule sets."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(8):
        (folder / f"night-{number}.mjlog.jsonl").write_text(log(f"night-{number}", 80, number), "utf-8")
    return folder


def log(game: str, win: int, number: int = 0) -> str:
    """A game of which only a result was written down."""
    seats = dict(zip("ESWN", ("anna", "ben", "carl", "dora"), strict=True))
    events: list[dict[str, Any]] = [
        {"type": "game-start", "format": 1, "game": game, "players": list(seats.values()),
         "ruleset": ("classical", "western")[number % 2]},
        {"type": "hand-start", "hand": 1, "round": "E", "seats": seats, "depth": "result"},
        {"type": "mahjong", "seat": "S", "source": "wall"},
        {"type": "settlement", "change": {"E": -win // 2, "S": win, "W": -win // 4, "N": -win // 4}},
    ]  # fmt: skip
    return "".join(json.dumps({"seq": seq, **event}) + "\n" for seq, event in enumerate(events, 1))


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are a part."""
    monkeypatch.setattr(tables, "_LEAST", 1200)
    monkeypatch.setattr(tables, "_MOST", 1200)


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pieces that are audited, as it happens."""
    seen: list[str] = []

    def audit(piece: Piece, *more: Any) -> Iterator[Audited]:
        seen.append(Path(piece.path).name)
        return audit_piece(piece, *more)

    monkeypatch.setattr(tables, "audit_piece", audit)
    return seen


def run(*args: str | Path) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args])


def contents(folder: Path) -> dict[str, bytes]:
    """What the files below a folder say."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_small_archives_have_a_part_for_everybody_and_large_ones_large_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_LEAST", 8_000_000)
    monkeypatch.setattr(tables, "_MOST", 500_000_000)
    monkeypatch.setattr(tables, "bytes_of", lambda piece: 1_000_000)
    monkeypatch.setattr(tables, "all_known_pieces", lambda pieces: [(piece, piece.path) for piece in pieces])
    pieces = [Piece(f"{number}") for number in range(20_000)]
    sizes = [len(part.pieces) for part in parts_of(pieces, AuditRequest())]
    assert sizes[:8] == [8] * 8
    assert sum(sizes) == 20_000
    assert 480 <= max(sizes) <= 500


def test_what_is_done_is_not_done_again(archive: Path, tmp_path: Path, audited: list[str]) -> None:
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert len(audited) == 8
    whole = contents(tmp_path / "t")
    assert b"state: whole" in whole["mjlog-tables.txt"]
    assert len([name for name in whole if name.startswith("parts/")]) == 4
    again = run("tables", archive, "--out", tmp_path / "t")
    assert (again.exit_code, len(audited)) == (0, 8)
    assert "8 games in the tables of" in again.stderr
    assert contents(tmp_path / "t") == whole


def test_damaged_games_are_counted_and_told_each_time(archive: Path, tmp_path: Path) -> None:
    """As far as they can be read they are in the tables."""
    broken = archive / "night-3.mjlog.jsonl"
    broken.write_text(broken.read_text("utf-8").replace('"seat": "S"', '"seat": "S'), "utf-8")
    for _time in range(2):
        made = run("tables", archive, "--out", tmp_path / "t")
        assert (made.exit_code, "8 games in the tables of" in made.stderr) == (1, True)
        assert "note: 1 game with lines that are missing, unreadable or changed" in made.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_cut_anywhere_leaves_only_whole_parts_and_goes_on(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, workers: str
) -> None:
    """Nothing else has been written when a part says that it is there; what is left over otherwise is taken away."""
    assert run("tables", archive, "--out", tmp_path / "whole").exit_code == 0
    whole, put, out = contents(tmp_path / "whole"), _Folder.put, tmp_path / "t"
    if workers == "2":
        request.getfixturevalue("as_copies")
    for cut in (1, 4, 9, 12, 20, 27) if workers == "1" else (2, 4):  # each process counts its own
        counted = iter(range(cut))

        def stopped(target: _Folder, staged: Path, name: str, counted: Iterator[int] = counted) -> None:
            if next(counted, None) is None:
                raise OSError(errno.ENOSPC, "No space left on device")
            put(target, staged, name)

        monkeypatch.setattr(_Folder, "put", stopped)
        result = run("tables", archive, "--out", out, "--force", "--workers", workers)
        assert (result.exit_code, "cannot be written: no space left on device" in result.stderr) == (2, True)
        left = contents(out)
        for name in (Path(name).stem for name in left if name.startswith("parts/")):
            assert {one for one in whole if name in one} == {one for one in left if name in one}
        monkeypatch.setattr(_Folder, "put", put)
        assert run("tables", archive, "--out", out, "--workers", workers).exit_code == 0
        assert {name: said for name, said in contents(out).items() if name != "mjlog-tables.txt"} == {
            name: said for name, said in whole.items() if name != "mjlog-tables.txt"
        }


def test_only_what_has_changed_is_made_anew_and_what_was_is_gone(
    archive: Path, tmp_path: Path, audited: list[str]
) -> None:
    run("tables", archive, "--out", tmp_path / "t")
    audited.clear()
    (archive / "night-2.mjlog.jsonl").write_text(log("night-2", 40), "utf-8")
    (archive / "night-8.mjlog.jsonl").write_text(log("night-8", 80), "utf-8")
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert audited == ["night-2.mjlog.jsonl", "night-3.mjlog.jsonl", "night-8.mjlog.jsonl"]
    fresh = run("tables", archive, "--out", tmp_path / "fresh")
    assert fresh.exit_code == 0
    assert contents(tmp_path / "t") == contents(tmp_path / "fresh")


def test_a_part_in_which_something_could_not_be_read_is_tried_again(
    archive: Path, tmp_path: Path, audited: list[str]
) -> None:
    late = archive / "night-9.mjlog.jsonl"
    late.symlink_to(archive / "late")
    first = run("tables", archive, "--out", tmp_path / "t")
    assert (first.exit_code, str(late) in first.stderr) == (2, True)
    audited.clear()
    (archive / "late").write_text(log("late", 80), "utf-8")
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert audited == ["night-6.mjlog.jsonl", "night-7.mjlog.jsonl", "night-9.mjlog.jsonl"]


def test_a_target_that_refuses_is_told(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("dear", "utf-8")
    for out in (tmp_path / "file" / "t", tmp_path / "file"):
        result = run("tables", archive, "--out", out)
        assert (result.exit_code, f"{out}: cannot be written: " in result.stderr) == (2, True)


@pytest.mark.skipif(os.name != "posix", reason="files are limited as POSIX does")
def test_a_disk_that_is_full_ends_it_with_words_and_without_half_a_part(archive: Path, tmp_path: Path) -> None:
    import resource

    paths = os.pathsep.join(str(ROOT / folder) for folder in (".", "cli", "schemas"))
    command = [sys.executable, "-m", "mjlog_cli", "tables", str(archive), "--out", str(tmp_path / "t")]
    # Python would cut the modules that it compiles as short, and whoever comes next would read them.
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    full = subprocess.run(command, capture_output=True, env=env, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))  # fmt: skip
    assert full.returncode == 2
    assert full.stderr.decode().strip() == f"mjlog: {tmp_path / 't'}: cannot be written: file too large"
    assert list(contents(tmp_path / "t")) == ["mjlog-tables.txt"]
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
