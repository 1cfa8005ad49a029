"""docs/cluster.md says what the program does: its numbers, names and words are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from mjlog.archive import parts, target
from mjlog.formats.lines import MAX_UNPACKED
from mjlog_cli.audit import crew, tables
from mjlog_cli.main import main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cluster.md").read_text("utf-8")
TEXT = " ".join(PAGE.split())


def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    least, most = tables._LEAST // 1_000_000, tables._MOST // 1_000_000
    assert f"{least} MB of logs at least, {most} at most, and none more than an eighth" in TEXT
    assert tables._SHARE == 8
    assert (crew.AHEAD, tables._AHEAD) == (16, 2)
    assert "sixteen batches of small games for each worker, or two parts of tables" in TEXT
    assert f"{MAX_UNPACKED // 10**9} GB at most" in TEXT


def test_the_folder_of_tables_looks_as_the_page_says(tmp_path: Path) -> None:
    sample = next((Path(__file__).resolve().parents[2] / "sample_logs" / "games").glob("western*"))
    CliRunner().invoke(main, ["tables", str(sample), "--out", str(tmp_path / "t")])
    (commit,) = (tmp_path / "t" / "parts").iterdir()
    assert re.fullmatch(r"\w+\.json", commit.name)
    assert "`DIR/parts/NAME.json`" in PAGE
    assert "`mjlog-tables.txt` says `state: whole`" in TEXT
    assert "state: whole" in target.target_at(str(tmp_path / "t")).read(parts.MARK).decode()  # type: ignore[union-attr]


def test_the_options_of_the_page_are_those_of_both_commands() -> None:
    for command in ("audit", "tables"):
        told = CliRunner().invoke(main, [command, "--help"]).stdout
        assert all(option in told for option in ("--cluster ADDRESS|local[N]", "--workers"))
