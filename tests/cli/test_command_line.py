"""The command line as a whole: help everywhere, UTF-8 everywhere, no traceback anywhere; what is copied; progress."""

from __future__ import annotations

import io
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_runs import Run, begin_process, foreign_hand, game_events, lines, process_env, run_process, write_lines

from mjlog.text import as_command, shell_word
from mjlog_cli.console import Progress
from mjlog_cli.main import main
from mjlog_cli.stopping import tidy_when_stopped

CONTEXT = click.Context(main)
COMMANDS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}
SLOW_MODULES = {"flask", "marshmallow", "sqlite_utils", "rich", "mjlog_schemas", "mjlog.viewer", "waitress"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_every_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert command.short_help
    options = [param for param in command.params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_printed_for_every_command(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")


def _loaded_by(*arguments: str) -> set[str]:
    """The modules that a command loads."""
    program = (
        "import sys; from mjlog_cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", program, *arguments]
    return set(subprocess.run(command, env=process_env(), capture_output=True, check=True).stdout.decode().split())


def test_an_import_loads_no_rules_for_it_judges_nothing(run: Run, begun: str, tmp_path: Path) -> None:
    log = str(tmp_path / "club.mjlog.jsonl")
    run("export", begun, "--out", log)
    slow = SLOW_MODULES | {"mjlog.rules", "mjlog.rulesets", "mjlog.table", "mjlog.scoring", "urllib.request"}
    assert _loaded_by("import", "mjlog", log) & slow == set()


def test_what_a_rule_says_is_read_without_a_database_and_an_archive() -> None:
    """And the list of rule sets without an audit."""
    slow = SLOW_MODULES | {"mjlog.store", "mjlog.formats.files", "urllib.request"}
    assert _loaded_by("explain", "wrong-score") & slow == set()
    assert _loaded_by("rules") & (slow | {"mjlog.audit", "mjlog.log", "mjlog.formats"}) == set()


def test_output_is_utf8_whatever_the_console_says(run: Run, foreign_game: Path) -> None:
    result = run_process(
        "replay", foreign_game, "--unicode", anew=True, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C"
    )
    assert result.returncode == 0
    assert "\N{MAHJONG TILE BACK}" in result.stdout.decode("utf-8")


def test_arguments_that_are_no_text_are_named_in_messages() -> None:
    result = run_process("audit", b"/no/caf\xe9", anew=True)
    assert result.returncode == 2
    assert "cannot be opened" in result.stderr.decode("utf-8")


def test_a_reader_that_has_seen_enough_ends_the_command_quietly(tmp_path: Path) -> None:
    events = [one for number in range(2000) for one in game_events(f"g{number}")]
    log = write_lines(tmp_path / "all.mjlog.jsonl", events)
    process = begin_process("audit", log, "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


def test_what_nobody_foresaw_is_one_line_and_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from click.testing import CliRunner

    def fail(*_: object) -> Iterator[object]:
        raise RuntimeError("a bug")

    monkeypatch.setattr("mjlog_cli.commands.audit.audit_all", fail)
    result = CliRunner().invoke(main, ["audit", str(tmp_path)])
    assert result.exit_code == 70
    assert result.stderr == "mjlog: internal error, please report it: RuntimeError: a bug (MJLOG_DEBUG=1 shows more)\n"


@pytest.fixture
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of samples: a game, a foreign one, and a log with a bad line."""
    folder = tmp_path / "sample_logs"
    (folder / "evening").mkdir(parents=True)
    (folder / "evening" / "hand-1.mjs").write_text(foreign_hand("PlayerDiscards 3 1B 1 0"), "utf-8")
    write_lines(folder / "g1.mjlog.jsonl", game_events())
    write_lines(folder / "bad.mjlog.jsonl", [*game_events("bad")[:2], b"nonsense"])
    monkeypatch.setattr("mjlog_cli.commands.demo.samples_folder", lambda: folder)
    return folder


def test_the_demo_imports_audits_and_sums_up(run: Run, samples: Path) -> None:
    result = run("demo", "--no-serve")
    assert result.exit_code == 0
    said = result.stdout.splitlines()
    assert said[0].startswith("3 games imported")
    assert "1 log with a line that is no event" in said[0]
    assert said[-1] == "3 games, 3 hands: 1 error"


def test_the_bundled_samples_make_a_demo(run: Run) -> None:
    from mjlog.samples import samples_folder

    assert samples_folder().is_dir()
    assert run("demo", "--no-serve").exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="interrupts are sent in another way there")
def test_the_viewer_prints_its_address_answers_and_stops_on_an_interrupt(run: Run, begun: str) -> None:
    process = begin_process("serve", "--port", "0", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    address = process.stdout.readline().decode().split()[4]
    with urllib.request.urlopen(address, timeout=30) as answer:
        assert begun in answer.read().decode()
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=30)
    assert process.returncode in (0, 130)
    assert b"Traceback" not in complaints


HOSTILE = {
    "nothing": b"",
    "zeros": b"\x00" * 1000,
    "noise": random.Random(1).randbytes(2000),
    "empty objects": b"{}\n" * 100,
    "depth": b'{"seq":' * 1000,
    "empty lines": b"\n" * 1000,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", ["x.mjlog.jsonl", "x.mjs", "x.db", "x.mjlog.jsonl.gz", "x.tar.xz", "x.zip", "x"])
def test_no_file_brings_a_command_down(run: Run, tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    for args in (["audit"], ["verify"], ["replay"], ["export"], ["import", "mjlog"], ["import", "xmj"]):
        assert run(*args, path).exit_code in (0, 1, 2)
    for finding in (one for report in lines(run("audit", path, "--json")) for one in report["findings"]):
        assert finding["code"]


# -- without a command ------------------------------------------------------------------------------------------------


def test_what_is_no_database_is_said_and_harmed_by_nothing(run: Run, own_database: Path) -> None:
    own_database.write_text("not a database, and rather long for one, so that it is looked at", "utf-8")
    before = own_database.read_bytes()
    result = run()
    assert result.exit_code == 0
    assert "mjlog record" in result.stdout
    assert own_database.read_bytes() == before


# -- commands that are printed to be copied ---------------------------------------------------------------------------


GAME = "x;touch pwned $(id) `id` 'q' \"r\""


def commands(*texts: str) -> list[list[str]]:
    """The words of every command in these texts up to the name of the game, as a shell reads them."""
    quoted = shlex.quote(GAME)[:-1]  # more may stand in the same word
    found = []
    for text in texts:
        for part in re.split(r"(?=mjlog [a-z])", " ".join(text.split()))[1:]:
            before, touch, _rest = part.partition("'x;touch")
            assert touch or "touch" not in part, part
            if touch:
                assert part.startswith(quoted, len(before)), part
                found.append(shlex.split(f"{before}{quoted}'"))
    return found


@pytest.fixture
def game(run: Run) -> str:
    """A game with a name that would do harm, and a tile on the table."""
    players = [word for name in ("anna", "ben", "cleo", "dora") for word in ("--player", name)]
    assert run("new", "--ruleset", "western", "--game", GAME, *players).exit_code == 0
    assert run("add", GAME, "hand table 5b").exit_code == 0
    return GAME


def test_every_command_that_names_a_game_is_one_that_a_shell_takes_apart_so(run: Run, game: str) -> None:
    told = [
        run("dispute", game, "3", "no", "--player", "ben"), run(), run("ruling", game, "2", "x"), run("hide", game),
        run("hide", "--undo", game), run("dossier", game, "3"),
    ]  # fmt: skip
    words = commands(*(part for result in told for part in (result.stdout, result.stderr)))
    assert {tuple(each[:2]) for each in words} >= {("mjlog", "dossier"), ("mjlog", "ruling"), ("mjlog", "record")}
    assert all(each[-1] == game for each in words)


@pytest.mark.parametrize("text", [GAME, "-x", "a\nb", "\x1b[2J", "a\\'b\u202e", "ä ö", "~", "", "*!", "\x85\x07f"])
def test_a_shell_reads_back_the_name_as_one_word(text: str, tmp_path: Path) -> None:
    word = shell_word(text)
    assert word.isprintable()
    env = {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, cwd=tmp_path, env=env)
    assert (done.stdout.decode(), list(tmp_path.iterdir())) == (text, [])


def test_a_name_that_looks_like_an_option_is_none() -> None:
    assert as_command("hide --undo", "-x") == "mjlog hide --undo -- -x"


def test_what_takes_more_memory_than_there_is_is_told_as_too_large(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mjlog_cli.commands.games.welcome", too_large)
    result = run()
    assert result.exit_code == 2
    assert "that is too large" in result.stderr
    assert "internal error" not in result.stderr


# -- the line that says how far a long piece of work is ---------------------------------------------------------------


class _Terminal(io.StringIO):
    """A terminal of so many columns."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize(("columns", "width"), [(200, 78), (80, 78), (40, 39), (0, 78)])
def test_the_line_fits_the_terminal_and_is_taken_away(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    """A line that went on in the next row could not be written over."""
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((columns, 24)))
    with Progress() as progress:
        progress.show("game " * 50)
        assert {len(part) for part in terminal.getvalue().split("\r") if part} == {width}
    assert terminal.getvalue().endswith(f"\r{' ' * width}\r")


def test_what_a_name_holds_does_not_move_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((80, 24)))
    Progress().show("evil\n\x1b[2J\rname")
    assert not set(terminal.getvalue()[1:-1]) & set("\n\r\x1b")


def test_without_a_terminal_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Progress() as progress:
        progress.show("game 1")
    assert stream.getvalue() == ""


# -- work that is told to stop ends, wherever in it the signal comes --------------------------------------------------


PATIENCE = 30.0


class StoppedWhileDeleted:
    """Something that is told to stop just while it is deleted, where Python can raise nothing."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.001)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
def test_a_signal_that_comes_while_an_object_is_deleted_is_not_lost() -> None:
    reached = []

    @tidy_when_stopped
    def work() -> None:
        one = StoppedWhileDeleted()
        del one
        reached.append("past the deletion")
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(0.01)

    with pytest.raises(SystemExit) as ended:
        work()
    assert ended.value.code == 128 + signal.SIGTERM
    assert reached == ["past the deletion"]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_what_else_fails_while_an_object_is_deleted_is_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ValueError("nobody hears this")

    @tidy_when_stopped
    def work() -> None:
        one = Broken()
        del one

    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(str(lost.exc_value)))
    work()
    assert told == ["nobody hears this"]
