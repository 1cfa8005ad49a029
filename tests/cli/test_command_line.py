"""The command line as a whole: help everywhere, UTF-8 everywhere, no traceback anywhere, a quick start."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_runs import (
    Run,
    begin_process,
    foreign_hand,
    game_events,
    lines,
    process_env,
    run_process,
    write_lines,
)

from mjlog_cli.main import main

CONTEXT = click.Context(main)
COMMANDS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}
SLOW_MODULES = {"flask", "marshmallow", "sqlite_utils", "rich", "mjlog_schemas", "mjlog.viewer", "waitress"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_every_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command is not None
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
    assert process.stdout is not None
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
    assert process.stdout is not None
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
