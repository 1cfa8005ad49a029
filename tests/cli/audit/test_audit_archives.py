"""Audits of archives: shared by processes, stopped and gone on with, with progress; always the same output."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, begin_process, game_events, run_process, write_lines

from mjlog.errors import MjlogError
from mjlog.formats.sources import Source
from mjlog_cli.audit.audited import Audited
from mjlog_cli.audit.journal import Journal
from mjlog_cli.audit.pieces import pieces_of

PAID_WRONG = {"E": 1, "S": 80, "W": -20, "N": -20}
PATIENCE = 60.0


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Twelve games, every third of them paid wrong."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(12):
        change = PAID_WRONG if number % 3 == 0 else None
        write_lines(folder / f"night-{number:02}.mjlog.jsonl", game_events(f"night-{number:02}", change))
    return folder


def entries(journal: Path) -> list[str]:
    """The keys of the pieces that a journal has, in order."""
    return [json.loads(line)["key"] for line in journal.read_bytes().splitlines()[1:]]


# -- going on -------------------------------------------------------------------------------------------------------


def test_what_is_done_is_not_done_again(run: Run, archive: Path, tmp_path: Path) -> None:
    plain, journal = run("audit", archive), tmp_path / "j"
    for workers in ("1", "2", "1"):
        again = run("audit", archive, "--resume", journal, "--workers", workers)
        assert (again.exit_code, again.stdout) == (plain.exit_code, plain.stdout)
        assert len(entries(journal)) == 12


def test_a_game_that_has_changed_is_audited_again(run: Run, archive: Path, tmp_path: Path) -> None:
    journal, log = tmp_path / "j", archive / "night-00.mjlog.jsonl"
    run("audit", archive, "--resume", journal)
    about = log.stat()
    mended = log.read_bytes().replace(b'"E": 1,', b'"E": 9,')
    log.write_bytes(mended)
    os.utime(log, ns=(about.st_atime_ns, about.st_mtime_ns))  # as large and as old as before
    assert log.stat().st_size == about.st_size
    result = run("audit", archive, "--resume", journal)
    assert result.stdout == run("audit", archive).stdout
    assert len(entries(journal)) == 13


def test_games_of_a_database_go_by_their_heads(run: Run, archive: Path, tmp_path: Path) -> None:
    db, journal = tmp_path / "c.db", tmp_path / "j"
    run("import", "mjlog", archive, "--db", db)
    run("audit", "--db", db, "--resume", journal)
    assert len(entries(journal)) == 12
    assert run("add", "night-05", "note text=seen", "--db", db).exit_code == 0
    for workers in ("1", "2"):
        assert (
            run("audit", "--db", db, "--resume", journal, "--workers", workers).stdout
            == run("audit", "--db", db).stdout
        )
    assert len(entries(journal)) == 13


def test_a_torn_last_line_is_cut_off(run: Run, archive: Path, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    plain = run("audit", archive, "--resume", journal).stdout
    whole = journal.read_bytes()
    for cut in (1, 20, len(whole) // 2, len(whole) - 10):
        journal.write_bytes(whole[:-cut])
        assert run("audit", archive, "--resume", journal).stdout == plain
        assert sorted(entries(journal)) == sorted(json.loads(line)["key"] for line in whole.splitlines()[1:])


def test_a_line_that_says_nothing_is_passed_over(run: Run, archive: Path, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    plain = run("audit", archive, "--resume", journal).stdout
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:3], b"\xff\xfe nonsense\n", b"{}\n", b'{"key":"k","found":7}\n', *lines[4:]]))
    assert run("audit", archive, "--resume", journal).stdout == plain


def test_blocks_of_zeros_that_a_power_cut_leaves_are_passed_over(run: Run, archive: Path, tmp_path: Path) -> None:
    """Wherever they stand: within a line, over the end of one, or at the end of a file that is as long as before."""
    journal = tmp_path / "j"
    plain = run("audit", archive, "--resume", journal).stdout
    whole = journal.read_bytes()
    keys = entries(journal)
    begin = whole.index(b"\n") + 1
    for first, last in ((begin + 40, begin + 90), (begin + 700, begin + 1700), (len(whole) // 2, len(whole))):
        journal.write_bytes(whole[:first] + bytes(last - first) + whole[last:])
        assert run("audit", archive, "--resume", journal).stdout == plain
        again = [json.loads(line)["key"] for line in journal.read_bytes().splitlines()[1:] if b"\0" not in line]
        assert sorted(again) == sorted(keys)


def test_the_journal_of_another_audit_is_refused(run: Run, archive: Path, tmp_path: Path) -> None:
    journal = tmp_path / "j"
    run("audit", archive, "--resume", journal)
    before = journal.read_bytes()
    for other in (["--json"], ["--severity", "error"], ["--as-recorded"], ["--ruleset", "western"], ["--hands"]):
        result = run("audit", archive, "--resume", journal, *other)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is the journal of another audit" in result.stderr
    assert journal.read_bytes() == before


def test_no_other_file_is_taken_for_a_journal(run: Run, archive: Path) -> None:
    log = archive / "night-00.mjlog.jsonl"
    before = log.read_bytes()
    result = run("audit", archive, "--resume", log)
    assert result.exit_code == 2
    assert "is no journal of an audit" in result.stderr
    assert log.read_bytes() == before


def test_only_one_audit_writes_a_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", "w"), pytest.raises(MjlogError, match="another audit"), Journal(tmp_path / "j", "w"):
        pass
    with Journal(tmp_path / "j", "w") as again:
        assert len(again) == 0


def test_an_audit_beside_another_one_with_the_same_journal_is_refused(run: Run, archive: Path, tmp_path: Path) -> None:
    with Journal(tmp_path / "j", "w") as journal:
        journal.note("k", [])
        before = journal.path.read_bytes()
        result = run("audit", archive, "--resume", journal.path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "another audit is writing this journal: wait for it, or name another" in result.stderr
        assert journal.path.read_bytes() == before
        assert Path(f"{journal.path}.lock").exists()


def test_a_journal_gives_back_what_was_noted(tmp_path: Path) -> None:
    made = Audited(output=b"\xff line\n", games=["a"])
    with Journal(tmp_path / "j", "w") as journal:
        journal.note("k", [made])
        assert journal.found("k") == [made]
    with Journal(tmp_path / "j", "w") as journal:
        assert "k" in journal
        assert journal.found("k") == [made]
        assert journal.found("other") is None


def test_trouble_is_tried_again_the_next_time(run: Run, archive: Path, tmp_path: Path) -> None:
    journal, missing = tmp_path / "j", tmp_path / "late.mjlog.jsonl"
    assert run("audit", archive, missing, "--resume", journal).exit_code == 2
    write_lines(missing, game_events("late"))
    result = run("audit", archive, missing, "--resume", journal)
    assert "late: 1 hand" in result.stdout
    assert result.exit_code == 1


def test_a_folder_of_hand_histories_is_known_by_all_its_files(foreign_game: Path) -> None:
    unit = Source(str(foreign_game), is_folder=True)
    ((_unit, before),) = pieces_of(unit)
    (foreign_game / "hand-02.mjs").write_text("Player 1 x\n", "utf-8")
    ((_unit, after),) = pieces_of(unit)
    assert before is not None
    assert before != after


def test_what_cannot_be_known_again_has_no_key(tmp_path: Path) -> None:
    assert pieces_of(Source(str(tmp_path / "missing")))[0][1] is None
    assert pieces_of(Source(os.devnull))[0][1] is None
    assert pieces_of(Source("x", trouble="no"))[0][1] is None


# -- stopped --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals as a terminal sends them")
@pytest.mark.parametrize(
    ("how", "workers"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2"), (signal.SIGKILL, "2")]
)
def test_a_stopped_audit_goes_on_where_it_was(archive: Path, tmp_path: Path, how: int, workers: str) -> None:
    """Interrupted or killed: nothing that was done is lost, nobody is left behind, the output is the same."""
    log = (archive / "night-00.mjlog.jsonl").read_bytes()
    for number in range(12, 700):
        (archive / f"night-{number:03}.mjlog.jsonl").write_bytes(log.replace(b"night-00", b"n%d" % number))
    journal = tmp_path / "j"
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        process = begin_process("audit", archive, "--resume", journal, "--workers", workers, stdout=out, stderr=err)
        _wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 20)
        process.send_signal(how)
        process.wait(PATIENCE)
    done = set(entries_of(journal))
    assert 0 < len(done) < 700
    if how != signal.SIGKILL:
        assert process.returncode == (130 if how == signal.SIGINT else 143)
        said = (tmp_path / "err").read_text("utf-8")
        assert said.strip() == f"stopped; the same command goes on from {journal}"
    again = run_process("audit", archive, "--resume", journal)
    assert again.stdout == run_process("audit", archive).stdout
    assert done <= set(entries(journal))
    assert len(entries(journal)) == len(set(entries(journal))) == 700


def entries_of(journal: Path) -> list[str]:
    """The keys of the whole lines of a journal that may be torn."""
    whole = journal.read_bytes().rpartition(b"\n")[0].splitlines()
    return [json.loads(line)["key"] for line in whole[1:]]


def _wait_for(is_true: object) -> None:
    assert callable(is_true)
    until = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < until
        time.sleep(0.005)


# -- processes and progress -----------------------------------------------------------------------------------------


def test_processes_share_everything_that_is_told(run: Run, archive: Path, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2", "auto"):
        page, accepted = tmp_path / f"{workers}.html", tmp_path / f"{workers}.jsonl"
        result = run("audit", archive, "--stories", "--html", page, "--write-baseline", accepted, "--workers", workers)
        told.append((result.stdout, page.read_bytes(), accepted.read_bytes()))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("workers", ["0", "65", "10000", "many", "-1", "2.5", "²"])
def test_a_number_of_processes_that_is_none_is_refused(run: Run, archive: Path, workers: str) -> None:
    result = run("audit", archive, "--workers", workers)
    assert result.exit_code == 2
    assert "expected a number from 1 to 64, or auto" in result.stderr


def test_without_a_terminal_no_progress_is_shown(run: Run, archive: Path) -> None:
    assert run("audit", archive).stderr == ""


def test_a_report_of_many_findings_lists_those_that_it_does_not_tell(run: Run, archive: Path, tmp_path: Path) -> None:
    from mjlog_cli.audit.running import MOST_STORIES

    for number in range(12, MOST_STORIES + 20):
        write_lines(archive / f"night-{number:03}.mjlog.jsonl", game_events(f"n{number}", PAID_WRONG))
    run("audit", archive, "--html", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert page.count('<article class="finding') == MOST_STORIES + 20 - 12 + 4
    assert page.count('<div class="story') == MOST_STORIES


@pytest.fixture
def small_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that tells two findings as stories, and lists five."""
    for module in ("audited", "running"):
        monkeypatch.setattr(f"mjlog_cli.audit.{module}.MOST_STORIES", 2)
        monkeypatch.setattr(f"mjlog_cli.audit.{module}.MOST_FINDINGS", 5)


@pytest.mark.usefixtures("small_page")
def test_no_table_is_drawn_that_the_page_has_no_room_for(
    run: Run, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mjlog.reports import story
    from mjlog_cli.audit import telling

    drawn: list[str] = []

    def draw(view: Any, hand: Any, finding: Any) -> story.Story:
        drawn.append(view.game)
        return story.story_of(view, hand, finding)

    monkeypatch.setattr(telling, "story_of", draw)
    run("audit", archive, "--html", tmp_path / "r.html")
    assert drawn == ["night-00", "night-03"]
    drawn.clear()
    assert run("audit", archive, "--stories").stdout.count("what is wrong:") == 4
    assert drawn == ["night-00", "night-03", "night-06", "night-09"]


@pytest.mark.usefixtures("small_page")
def test_a_page_that_goes_on_tells_what_it_would_have_told_at_once(run: Run, archive: Path, tmp_path: Path) -> None:
    """Where a game before it was mended, there is room for stories that nobody drew the first time."""
    for number in range(12, 18):
        write_lines(archive / f"night-{number}.mjlog.jsonl", game_events(f"night-{number}", PAID_WRONG))
    first, again, fresh, journal = (tmp_path / name for name in ("1.html", "2.html", "3.html", "j"))
    run("audit", archive, "--html", first, "--resume", journal)
    page = first.read_text("utf-8")
    assert (page.count('<div class="story'), page.count('<article class="finding')) == (2, 5)
    assert "… and 1 more findings in this game." in page
    write_lines(archive / "night-03.mjlog.jsonl", game_events("night-03"))
    for workers in ("1", "2"):
        (tmp_path / workers).write_bytes(journal.read_bytes())
        run("audit", archive, "--html", again, "--resume", tmp_path / workers, "--workers", workers)
        run("audit", archive, "--html", fresh)
        assert again.read_bytes() == fresh.read_bytes()
        assert again.read_text("utf-8").count('<div class="story') == 2


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
    more = ["--html", tmp_path / "r.html", "--resume", tmp_path / "j", "--write-baseline", tmp_path / "b.jsonl"]
    for workers in ("1", "2"):
        result = run_process("audit", folder, "--stories", *more, "--workers", workers)
        assert (result.returncode, b"Traceback" in result.stderr) == (1, False), result.stderr
    accepted = run_process("audit", folder, "--baseline", tmp_path / "b.jsonl")
    assert (accepted.returncode, accepted.stderr) == (0, b"")
