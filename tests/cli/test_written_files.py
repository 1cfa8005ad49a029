"""What `--out FILE` does to what stands there: files are replaced, pipes and links written through, databases kept."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from command_runs import Run, process_env, run_process

from mjlog.errors import MjlogError
from mjlog_cli.console import write_file


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text("what stood there before, and was longer")
    write_file(path, [b"a", b"b"], force=True)
    assert path.read_bytes() == b"ab"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_there_is_kept_unless_it_is_empty_or_force_is_said(tmp_path: Path) -> None:
    path = tmp_path / "minutes"
    path.write_bytes(b"")
    write_file(path, [b"of 1987"])
    with pytest.raises(MjlogError, match="minutes: is there already, and nothing was written"):
        write_file(path, [b"new"])
    assert path.read_bytes() == b"of 1987"
    write_file(path, [b"of ", b"1987"])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "words",
    ["sheet g1 --out", "dossier g1 3 --out", "export g1 --out", "export --all --out", "report --out",
     "standings --html"],
)
def test_no_command_writes_over_a_file_unless_force_is_said(run: Run, stored: Path, tmp_path: Path, words: str) -> None:
    path = tmp_path / "there.html" if words[:6] != "export" else tmp_path / "there.zip"
    path.write_text("minutes of 1987", "utf-8")
    refused = run(*words.split(), path)
    assert refused.exit_code == 2
    assert "is there already, and nothing was written; expected another name, or --force" in refused.stderr
    assert path.read_text("utf-8") == "minutes of 1987"
    assert run(*words.split(), path, "--force").exit_code < 2
    assert b"minutes" not in path.read_bytes()


def test_simulated_games_are_written_again_only_where_they_are_the_same(run: Run, tmp_path: Path) -> None:
    words = ("simulate", "--ruleset", "western", "--hands", "1", "--out", tmp_path)
    assert [run(*words).exit_code, run(*words).exit_code] == [0, 0]
    assert "is there already" in run(*words, "--chained").stderr
    assert run(*words, "--chained", "--force").exit_code == 0


def test_a_link_stays_a_link_and_what_it_names_is_written(tmp_path: Path) -> None:
    real, link, other = tmp_path / "real", tmp_path / "link", tmp_path / "other"
    real.write_text("")
    link.symlink_to("real")
    other.symlink_to("not there yet")
    write_file(link, [b"new"])
    write_file(other, [b"new"])
    assert (link.is_symlink(), other.is_symlink()) == (True, True)
    assert (real.read_bytes(), (tmp_path / "not there yet").read_bytes()) == (b"new", b"new")


def test_a_link_that_leads_nowhere_but_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    with pytest.raises(MjlogError, match="link: cannot be written"):
        write_file(link, [b"new"])
    assert link.is_symlink()


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    write_file(path, [b"a", b"b"])
    reader.join(30)
    assert got == [b"ab"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_database_is_not_written_over(run: Run, stored: Path, own_database: Path, tmp_path: Path) -> None:
    """Neither by its name nor by a link to it."""
    link = tmp_path / "page.html"
    link.symlink_to(own_database)
    before = own_database.read_bytes()
    for path in (own_database, link):
        refused = run("dossier", stored, "3", "--format", "text", "--out", path, "--force")
        assert refused.exit_code == 2
        assert "is a database, and is not written over; expected the name of another file" in refused.stderr
    assert own_database.read_bytes() == before


def test_a_folder_and_a_place_that_is_not_there_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for path in (tmp_path, tmp_path / "no" / "page", file / "page"):
        with pytest.raises(MjlogError, match="cannot be written"):
            write_file(path, [b"new"])
    assert list(tmp_path.iterdir()) == [file]


# -- streams that are closed ------------------------------------------------------------------------------------------


_CLOSED = """
import os, sys
os.close(int(sys.argv[1]))
os.execv(sys.executable, [sys.executable, "-m", "mjlog_cli", *sys.argv[2:]])
"""
"""A command one of whose standard streams is closed when it starts."""


def run_closed(number: int, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command without standard input (0), output (1) or error (2)."""
    command = [sys.executable, "-c", _CLOSED, str(number), *words]
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=process_env(), timeout=120)


def test_closed_streams_are_no_error(tmp_path: Path, log: Path) -> None:
    """What nobody reads goes nowhere, and where nobody can be asked nothing is stored."""
    database = str(tmp_path / "club.db")
    run_process("import", "mjlog", log, "--db", database)
    run_process("dispute", "g1", "3", "no", "--db", database)
    rule = ("ruling", "g1", "3", "so", "--db", database)
    for words, closed, status in (
        (rule, 0, 2),
        (("explain", "bad-dice"), 1, 0),
        (("dossier", str(log), "3", "--format", "json"), 1, 0),
        (("explain", "nothing-like-it"), 2, 2),
    ):
        ended = run_closed(closed, *words)
        assert (ended.returncode, b"internal error" in ended.stderr) == (status, False)
        if words is rule:
            assert b"nothing was stored: --yes stores it" in ended.stderr
