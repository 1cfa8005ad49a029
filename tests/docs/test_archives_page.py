"""The page about archives: its commands do what it says, over a small archive; its numbers are those of the program."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from mjlog.archive import parts
from mjlog.formats.lines import MAX_UNPACKED
from mjlog_cli.audit import crew
from mjlog_cli.commands import tables
from mjlog_cli.main import main
from samples import FINDINGS, GAMES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "do" / "archives.md").read_text("utf-8")
TEXT = " ".join(PAGE.split())
COMMANDS = [
    shlex.split(line)[1:]
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("mjlog ") and "://" not in line
]
QUESTIONS = re.findall(r"^SELECT .*?;", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database of a club, and an archive in which another one's logs lie already."""
    top = tmp_path_factory.mktemp("year")
    archive = top / "archive"
    archive.mkdir()
    for log in (next(one for one in GAMES if one.name.startswith("western.")), *FINDINGS[::30]):
        (archive / log.name).write_bytes(log.read_bytes())
    played = next(one for one in GAMES if one.name.startswith("dmjl"))
    result = CliRunner().invoke(main, ["import", "mjlog", str(played), "--db", str(top / "club.db")])
    assert result.exit_code == 0, result.output
    return top


def test_the_commands_of_the_page_run_and_its_questions_have_answers(
    year: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(year)
    for words in COMMANDS:
        result = CliRunner().invoke(main, ["1" if word == "auto" else word for word in words])
        assert result.exit_code == 0, f"{words}: {result.output}"
        assert result.output, words
    with duckdb.connect() as connection:
        answers = [connection.execute(question).fetchall() for question in QUESTIONS]
    assert len(COMMANDS) >= 2
    assert [len(rows) > 1 for rows in answers[1:]] == [True, True]
    assert all(paid > 0 for _ruleset, _won, paid in answers[1])


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
    assert "state: whole" in parts.target_at(str(tmp_path / "t")).read(parts.MARK).decode()  # type: ignore[union-attr]


def test_the_options_of_the_page_are_those_of_both_commands() -> None:
    for command in ("audit", "tables"):
        told = CliRunner().invoke(main, [command, "--help"]).stdout
        assert all(option in told for option in ("--cluster ADDRESS|local[N]", "--workers"))
