"""Audits of archives: shared by processes, stopped and gone on with, with progress; always the same output."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, game_events, run_process, write_lines

from mjlog.sources import Piece
from mjlog_cli.commands.tables import known_pieces

PAID_WRONG = {"E": 1, "S": 80, "W": -20, "N": -20}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Twelve games, every third of them paid wrong."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(12):
        change = PAID_WRONG if number % 3 == 0 else None
        write_lines(folder / f"night-{number:02}.mjlog.jsonl", game_events(f"night-{number:02}", change))
    return folder


# -- going on -------------------------------------------------------------------------------------------------------


def test_a_folder_of_hand_histories_is_known_by_all_its_files(foreign_game: Path) -> None:
    piece = Piece(str(foreign_game), is_folder=True)
    ((_piece, before),) = known_pieces(piece)
    (foreign_game / "hand-02.mjs").write_text("Player 1 x\n", "utf-8")
    ((_piece, after),) = known_pieces(piece)
    assert before is not None
    assert before != after


def test_what_cannot_be_known_again_has_no_key(tmp_path: Path) -> None:
    assert known_pieces(Piece(str(tmp_path / "missing")))[0][1] is None
    assert known_pieces(Piece(os.devnull))[0][1] is None
    assert known_pieces(Piece("x", trouble="no"))[0][1] is None


# -- processes and progress -----------------------------------------------------------------------------------------


def test_processes_share_everything_that_is_told(run: Run, archive: Path, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2", "auto"):
        page, accepted = tmp_path / f"{workers}.html", tmp_path / f"{workers}.jsonl"
        audit = run("audit", archive, "--stories", "--workers", workers)
        run("report", archive, "--out", page, "--workers", workers)
        run("baseline", archive, "--out", accepted, "--workers", workers)
        told.append((audit.stdout, page.read_bytes(), accepted.read_bytes()))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("workers", ["0", "65", "10000", "many", "-1", "2.5", "²"])
def test_a_number_of_processes_that_is_none_is_refused(run: Run, archive: Path, workers: str) -> None:
    result = run("audit", archive, "--workers", workers)
    assert result.exit_code == 2
    assert "expected a number from 1 to 64, or auto" in result.stderr


def test_without_a_terminal_no_progress_is_shown(run: Run, archive: Path) -> None:
    assert run("audit", archive).stderr == ""


def test_a_report_of_many_findings_lists_those_that_it_does_not_tell(run: Run, archive: Path, tmp_path: Path) -> None:
    from mjlog_cli.commands.audit import MOST_STORIES

    for number in range(12, MOST_STORIES + 20):
        write_lines(archive / f"night-{number:03}.mjlog.jsonl", game_events(f"n{number}", PAID_WRONG))
    run("report", archive, "--out", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert page.count('<article class="finding') == MOST_STORIES + 20 - 12 + 4
    assert page.count('<div class="story') == MOST_STORIES


@pytest.fixture
def small_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that tells two findings as stories, and lists five."""
    for module in ("audit.audit_request", "commands.audit"):
        monkeypatch.setattr(f"mjlog_cli.{module}.MOST_STORIES", 2)
        monkeypatch.setattr(f"mjlog_cli.{module}.MOST_FINDINGS", 5)


@pytest.mark.usefixtures("small_page")
def test_no_table_is_drawn_that_the_page_has_no_room_for(
    run: Run, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mjlog.reports import story
    from mjlog_cli.audit import telling

    drawn: list[str] = []

    def draw(view: Any, hand: Any, finding: Any) -> story.Story:
        drawn.append(view.id)
        return story.story_of(view, hand, finding)

    monkeypatch.setattr(telling, "story_of", draw)
    run("report", archive, "--out", tmp_path / "r.html")
    assert drawn == ["night-00", "night-03"]
    drawn.clear()
    assert run("audit", archive, "--stories").stdout.count("what is wrong:") == 4
    assert drawn == ["night-00", "night-03", "night-06", "night-09"]


def test_a_file_whose_name_is_no_text_is_audited_like_any_other(tmp_path: Path) -> None:
    """Its name is escaped wherever it is written; nothing ends in a traceback."""
    folder = os.fsencode(tmp_path / "odd")
    os.mkdir(folder)
    name = os.path.join(folder, b"night-\xff.mjlog.jsonl")
    try:
        with open(name, "wb") as stream:
            stream.write(b"\xff\xfe nonsense\n")
    except OSError:
        pytest.skip("names of files are texts here")
    report, baseline = ["report", "--out", tmp_path / "r.html", "--force"], ["baseline", "--out", tmp_path / "b.jsonl"]
    for workers in ("1", "2"):
        for command in (["audit", "--stories"], report, baseline):
            result = run_process(*command, folder, "--workers", workers)
            ended = (result.returncode, b"Traceback" in result.stderr)
            assert ended == (int(command != baseline), False), result.stderr
    accepted = run_process("audit", folder, "--baseline", tmp_path / "b.jsonl")
    assert (accepted.returncode, accepted.stderr) == (0, b"")
