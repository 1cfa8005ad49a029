"""Audits of archives, shared by processes: the same output, and what befalls them: killed, refused, files that go."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, begin_process, game_events, run_process, write_lines

from mjlog.errors import MjlogError
from mjlog.sources import Piece, pieces_at
from mjlog_cli.audit.audit_request import Audited, AuditRequest, ReportLimits
from mjlog_cli.audit.crew import Crew, all_cores, crew_of
from mjlog_cli.audit.games import audit_piece
from mjlog_cli.commands import audit
from mjlog_cli.commands.audit import audit_all
from mjlog_cli.commands.tables import known_pieces

PAID_WRONG = {"E": 1, "S": 80, "W": -20, "N": -20}
PATIENCE = 60.0


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Forty games, every third of them paid wrong: more than go to a process together."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(40):
        name = f"night-{number:02}"
        write_lines(folder / f"{name}.mjlog.jsonl", game_events(name, PAID_WRONG if number % 3 == 0 else None))
    return folder


def found_in(folder: Path, workers: int) -> list[tuple[str, bytes, bool]]:
    """The outcome of every piece: its path, its output, whether there was trouble."""
    with crew_of(workers) as crew:
        return outcome(audit_all(pieces_at([str(folder)]), AuditRequest(), crew))


def outcome(found: Iterator[tuple[Piece, list[Audited]]]) -> list[tuple[str, bytes, bool]]:
    """The same, of an audit that somebody else has begun."""
    return [(piece.path, one.output, one.trouble is not None) for piece, games in found for one in games]


def wait_for(is_true: Callable[[], Any]) -> None:
    """Until it is true."""
    until = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < until
        time.sleep(0.005)


# -- processes that are lost ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_copies")
def test_a_process_that_is_killed_once_costs_nothing(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pieces are audited again by another one."""
    plain, mark, parent = found_in(archive, 1), tmp_path / "killed", os.getpid()

    def die_once(piece: Piece, wish: AuditRequest, room: ReportLimits | None = None) -> Iterator[Audited]:
        if os.getpid() != parent and piece.path.endswith("night-20.mjlog.jsonl") and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return audit_piece(piece, wish, room)

    monkeypatch.setattr(audit, "audit_piece", die_once)
    assert found_in(archive, 2) == plain
    assert mark.exists()


@pytest.mark.usefixtures("as_copies")
def test_what_every_process_is_lost_over_is_told_and_the_rest_is_audited(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, parent = found_in(archive, 1), os.getpid()

    def die(piece: Piece, wish: AuditRequest, room: ReportLimits | None = None) -> Iterator[Audited]:
        if os.getpid() != parent and piece.path.endswith(("night-20.mjlog.jsonl", "night-21.mjlog.jsonl")):
            os.kill(os.getpid(), signal.SIGKILL)
        return audit_piece(piece, wish, room)

    monkeypatch.setattr(audit, "audit_piece", die)
    with crew_of(2) as crew:
        found = list(audit_all(pieces_at([str(archive)]), AuditRequest(), crew))
    troubles = [one.trouble for _piece, games in found for one in games if one.trouble is not None]
    assert [Path(words.split(":")[0]).name for words in troubles] == ["night-20.mjlog.jsonl", "night-21.mjlog.jsonl"]
    assert all("was ended by SIGKILL; try fewer workers" in words for words in troubles)
    others = [one for one in plain if not one[0].endswith(("night-20.mjlog.jsonl", "night-21.mjlog.jsonl"))]
    assert [one for one in outcome(iter(found)) if not one[2]] == others


@pytest.mark.usefixtures("as_copies")
def test_processes_that_all_die_at_once_are_not_begun_for_ever(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = os.getpid()

    def die(piece: Piece, wish: AuditRequest, room: ReportLimits | None = None) -> Iterator[Audited]:
        if os.getpid() != parent:
            os._exit(3)
        return audit_piece(piece, wish, room)

    monkeypatch.setattr(audit, "audit_piece", die)
    with pytest.raises(MjlogError, match="one process after the other ended with 3"):
        found_in(archive, 2)


def test_where_no_process_can_be_begun_one_can_do_without(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(process: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    result = run("audit", archive, "--workers", "2")
    assert result.exit_code == 2
    assert "cannot begin a process: resource temporarily unavailable; --workers 1 needs none" in result.stderr
    assert run("audit", archive, "--workers", "1").exit_code == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the children of a process are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_whoever_is_ended_leaves_no_process_behind(archive: Path, tmp_path: Path, how: signal.Signals) -> None:
    log = (archive / "night-00.mjlog.jsonl").read_bytes()
    for number in range(40, 900):
        (archive / f"night-{number:03}.mjlog.jsonl").write_bytes(log.replace(b"night-00", b"n%d" % number))
    with (tmp_path / "err").open("wb") as err:
        process = begin_process("audit", archive, "--workers", "2", stdout=subprocess.PIPE, stderr=err)
        # Nobody reads: the audit stands still as soon as the pipe is full, with its processes begun.
        wait_for(lambda: len(children(process.pid)) == 2)
        left = children(process.pid)
        process.send_signal(how)
        process.communicate(timeout=PATIENCE)
    wait_for(lambda: not any(is_alive(pid) for pid in left))
    assert process.returncode == (143 if how == signal.SIGTERM else -how)
    assert (tmp_path / "err").read_bytes() == b""


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    except OSError:
        return []


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# -- what happens to the games meanwhile ----------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_goes_away_during_the_audit_is_told_and_hides_no_other(archive: Path, workers: int) -> None:
    plain = found_in(archive, 1)
    pieces = list(pieces_at([str(archive)]))
    (archive / "night-00.mjlog.jsonl").unlink()
    (archive / "night-30.mjlog.jsonl").unlink()
    with crew_of(workers) as crew:
        found = outcome(audit_all(pieces, AuditRequest(), crew))
    assert [Path(path).name for path, _output, is_trouble in found if is_trouble] == [
        "night-00.mjlog.jsonl", "night-30.mjlog.jsonl",
    ]  # fmt: skip
    assert [one for one in found if not one[2]] == [plain[at] for at in range(40) if at not in (0, 30)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_read_is_told_and_hides_no_other(run: Run, archive: Path, workers: int) -> None:
    loop = archive / "night-07b.mjlog.jsonl"
    loop.symlink_to(loop)
    plain, result = run("audit", archive / "night-08.mjlog.jsonl"), run("audit", archive, "--workers", workers)
    assert result.exit_code == 2
    assert f"{loop}: cannot be opened" in result.stderr
    assert plain.stdout.splitlines()[0] in result.stdout
    assert "40 games, 40 hands: 14 errors" in result.stdout


def test_a_database_may_be_written_to_during_the_audit(run: Run, archive: Path, tmp_path: Path) -> None:
    """What was audited before is as it was then."""
    from mjlog.sources import stored_pieces

    db = tmp_path / "c.db"
    run("import", "mjlog", archive, "--db", db)
    found = audit_all(stored_pieces(str(db)), AuditRequest(), Crew())
    first = [next(found)]
    for game in ("night-00", "night-10", "night-39"):
        assert run("add", game, "note text=seen", "--db", db).exit_code == 0
    assert not any(is_trouble for _path, _output, is_trouble in outcome(iter([*first, *found])))


def test_a_fault_of_the_program_in_one_game_does_not_end_the_audit(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mjlog_cli.audit import games

    right = games.audit_game

    def wrong(record: Any, wish: AuditRequest) -> Any:
        if record.source.endswith("night-03.mjlog.jsonl"):
            raise IndexError("tile out of the wall")
        return right(record, wish)

    monkeypatch.setattr(games, "audit_game", wrong)
    result = run("audit", archive)
    assert result.exit_code == 2
    assert "39 games, 39 hands: 13 errors" in result.stdout
    assert "night-03.mjlog.jsonl: could not be audited, by a fault of the program, please report it" in result.stderr
    assert "IndexError: tile out of the wall" in result.stderr
    monkeypatch.setenv("MJLOG_DEBUG", "1")
    with pytest.raises(IndexError):
        found_in(archive, 1)


def test_a_program_that_fails_on_every_game_does_not_say_so_for_each(
    run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(record: Any, wish: AuditRequest) -> Any:
        raise IndexError("tile out of the wall")

    monkeypatch.setattr("mjlog_cli.audit.games.audit_game", wrong)
    result = run("audit", archive)
    assert result.exit_code == 2
    assert result.stderr.count("could not be audited") == 21
    assert result.stderr.splitlines()[-1] == "mjlog: the program failed on 21 pieces: the audit ends here"


# -- how many -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 3])
def test_the_output_is_the_same_however_few_go_out_together(
    archive: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr("mjlog_cli.audit.crew.BATCH_PIECES", 3)
    assert found_in(archive, workers) == found_in(archive, 1)


def test_with_one_processor_auto_begins_no_process(run: Run, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {3}, raising=False)
    assert all_cores() == 1
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", lambda process: pytest.fail("a process"))
    assert run("audit", archive, "--workers", "auto").exit_code == 1


def test_a_system_that_does_not_tell_which_processors_are_ours_tells_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 500)
    assert all_cores() == 64
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert all_cores() == 1


# -- audits of archives -----------------------------------------------------------------------------------------------


@pytest.fixture
def nights(tmp_path: Path) -> Path:
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


def test_processes_share_everything_that_is_told(run: Run, nights: Path, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2", "auto"):
        page, accepted = tmp_path / f"{workers}.html", tmp_path / f"{workers}.jsonl"
        audit = run("audit", nights, "--stories", "--workers", workers)
        run("report", nights, "--out", page, "--workers", workers)
        run("baseline", nights, "--out", accepted, "--workers", workers)
        told.append((audit.stdout, page.read_bytes(), accepted.read_bytes()))
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("workers", ["0", "65", "10000", "many", "-1", "2.5", "²"])
def test_a_number_of_processes_that_is_none_is_refused(run: Run, nights: Path, workers: str) -> None:
    result = run("audit", nights, "--workers", workers)
    assert result.exit_code == 2
    assert "expected a number from 1 to 64, or auto" in result.stderr


def test_without_a_terminal_no_progress_is_shown(run: Run, nights: Path) -> None:
    assert run("audit", nights).stderr == ""


def test_a_report_of_many_findings_lists_those_that_it_does_not_tell(run: Run, nights: Path, tmp_path: Path) -> None:
    from mjlog_cli.commands.audit import MOST_STORIES

    for number in range(12, MOST_STORIES + 20):
        write_lines(nights / f"night-{number:03}.mjlog.jsonl", game_events(f"n{number}", PAID_WRONG))
    run("report", nights, "--out", tmp_path / "r.html")
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
    run: Run, nights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mjlog.reports import story
    from mjlog_cli.audit import telling

    drawn: list[str] = []

    def draw(view: Any, hand: Any, finding: Any) -> story.Story:
        drawn.append(view.id)
        return story.story_of(view, hand, finding)

    monkeypatch.setattr(telling, "story_of", draw)
    run("report", nights, "--out", tmp_path / "r.html")
    assert drawn == ["night-00", "night-03"]
    drawn.clear()
    assert run("audit", nights, "--stories").stdout.count("what is wrong:") == 4
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
