"""What differs from system to system is asked in one place each, and what a system lacks is left out."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from mjlog.store import doctor, place
from mjlog_cli.commands import serve
from mjlog_cli.stopping import answer_signals, leave_when_stopped, signals_held
from parsed import ROOT, parsed, sources

HOMES = {
    "signal": {"cli/mjlog_cli/stopping.py"},
    "fcntl": {"mjlog/store/place.py"},
    "sys.platform": {"mjlog/store/place.py", "cli/mjlog_cli/audit/crew.py"},
    "os.name": {"mjlog/store/place.py"},
    "msvcrt": set(),
    "termios": set(),
    "resource": set(),
}
"""By what systems are told apart, and the modules that do."""


def test_systems_are_told_apart_in_one_place_each() -> None:
    found: dict[str, set[str]] = {name: set() for name in HOMES}
    for path in sources():
        asked = parsed(path).attributes | {module for module, _names, _line in parsed(path).imports}
        for name in asked & set(HOMES):
            found[name].add(path.relative_to(ROOT).as_posix())
    assert found == HOMES


def test_where_signals_cannot_be_held_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(signal, "pthread_sigmask")
    told = []
    monkeypatch.setattr(signal, "signal", lambda number, what: told.append(number))
    with signals_held():
        answer_signals()
    assert signal.SIGINT in told


def test_where_an_event_loop_has_no_signals_nothing_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        def refused(*_args: object) -> None:
            raise NotImplementedError

        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refused)
        leave_when_stopped(lambda: None)

    asyncio.run(run())


def test_without_locks_on_bytes_one_writes_at_a_time_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(place.sys, "platform", "darwin")
    database = tmp_path / "a.db"
    first, second = place.WriterLock(database, timeout=5), place.WriterLock(database, timeout=0.05)
    with first.held(), pytest.raises(place.BusyError), second.held():
        pass
    with second.held():
        pass


def test_where_a_mode_says_nothing_of_others_nobody_is_warned_of_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = tmp_path / "token"
    token.write_text("x" * 40, "utf-8")
    os.chmod(token, 0o644)
    serve.read_token(token)
    warned = capsys.readouterr().err
    monkeypatch.setattr(serve, "KNOWS_OTHERS", False)
    monkeypatch.setattr(doctor, "KNOWS_OTHERS", False)
    serve.read_token(token)
    assert ("can be read by others" in warned, capsys.readouterr().err) == (True, "")
