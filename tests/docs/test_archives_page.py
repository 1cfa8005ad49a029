"""The page about archives: its commands do what it says, over a small archive."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from mjlog_cli.main import main
from samples import FINDINGS, GAMES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "archives.md").read_text("utf-8")
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
    assert len(COMMANDS) >= 5
    assert [len(rows) > 1 for rows in answers[1:]] == [True, True]
    assert all(paid > 0 for _ruleset, _won, paid in answers[1])
