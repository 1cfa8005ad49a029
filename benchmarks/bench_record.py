"""The recorder: from Enter to the durable commit, and from a letter to the screen, over an evening of 16 hands.

In this process with piped keys and no screen, and through a real terminal, where the commit is seen by another
connection to the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from benchmarks.games import renamed
from benchmarks.measure import Row
from mjlog.formats.shorthand.reading import acts_in
from mjlog.formats.shorthand.writing import write_document
from mjlog.recording.session import Manner, RecordingSession
from mjlog.rulesets import load
from mjlog.simulate import Game
from mjlog.store import SqliteStore, open_store
from mjlog_cli.record.app import RecorderApp

HANDS = 16
TARGET = 50.0
"""Milliseconds from Enter to the commit, for 95 of 100 acts."""
_TOP = Path(__file__).resolve().parent.parent
_SEED = 5
_LATE = 150
"""Acts at the end of the evening, measured by themselves."""
_PATIENCE = 10.0


def evening(ruleset: str) -> tuple[list[bytes], list[str]]:
    """The events before the first hand of a game in which everything is written down, and the acts of all its hands."""
    lines: list[bytes] = []
    Game(load(ruleset), _SEED, 1, hands=HANDS).play(lines.append)
    bodies = renamed([line.rstrip(b"\n") for line in lines], "evening")
    first = next(at for at, body in enumerate(bodies) if json.loads(body)["type"] == "hand-start")
    document = list(write_document("evening", bodies))
    begun = next(at for at, line in enumerate(document) if line.startswith("hand"))
    typed = [line for line in document[begun:] if not line.startswith(("habits", "by=", "@", "end", "game-end"))]
    return bodies[:first], [act.text for line in typed for act in acts_in(line)]


class _Watched:
    """A store that notes when something has been stored durably."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.committed = 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name not in ("append", "keep_draft"):
            return found

        def storing(*args: Any, **more: Any) -> Any:
            done = found(*args, **more)
            self.committed = time.perf_counter()
            return done

        return storing


async def _typed(app: RecorderApp, keys: PipeInput, store: _Watched, acts: Sequence[str]) -> tuple[list[float], ...]:
    """Milliseconds from Enter to the commit of each act, and from its last letter to the screen."""
    commits: list[float] = []
    letters: list[float] = []
    for act in acts:
        keys.send_text(act[:-1])
        while app.buffer.text != act[:-1]:
            await asyncio.sleep(0)
        drawn = app.app.render_counter
        began = time.perf_counter()
        keys.send_text(act[-1])
        while app.buffer.text != act or app.app.render_counter == drawn:
            await asyncio.sleep(0)
        letters.append((time.perf_counter() - began) * 1e3)
        before, began = store.committed, time.perf_counter()
        keys.send_text("\r")
        while store.committed == before:
            if app.question is not None:
                keys.send_text("y\r")
                await asyncio.sleep(0.001)
            if time.perf_counter() - began > _PATIENCE:
                raise SystemExit(f"{act} was not stored: {app.message}")
            await asyncio.sleep(0)
        commits.append((store.committed - began) * 1e3)
        while app.buffer.text:
            await asyncio.sleep(0)
    return commits, letters


def _in_process(path: Path, acts: Sequence[str]) -> tuple[list[float], ...]:
    with open_store(path) as store, create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        watched = _Watched(store)
        app = RecorderApp(RecordingSession(watched, "evening", Manner()), given=keys, output=DummyOutput())  # type: ignore[arg-type]

        async def run() -> tuple[list[float], ...]:
            running = asyncio.create_task(app.app.run_async())
            try:
                return await _typed(app, keys, watched, acts)
            finally:
                app.app.exit()
                await running

        return asyncio.run(run())


def _at_a_terminal(path: Path, acts: Sequence[str]) -> list[float]:
    """Milliseconds from Enter, sent to a real terminal, until another connection sees the commit."""
    import pexpect

    roots = os.pathsep.join(str(_TOP / folder) for folder in (".", "cli", "schemas"))
    environment = os.environ | {"PYTHONPATH": roots, "XDG_STATE_HOME": str(path.parent), "TERM": "xterm-256color"}
    command = ["-m", "mjlog_cli", "record", "evening", "--no-clock", "--db", str(path)]
    child = pexpect.spawn(sys.executable, command, env=environment, dimensions=(24, 80))
    child.delaybeforesend = None
    child.expect("Enter confirms")
    watching = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    times = []
    for act in acts:
        child.send(act)
        _drain(child, 0.004)
        before, began = _version(watching), time.perf_counter()
        child.send("\r")
        while _version(watching) == before:
            _drain(child, 0)
            if time.perf_counter() - began > _PATIENCE:
                raise SystemExit(f"{act} was not stored")
        times.append((time.perf_counter() - began) * 1e3)
    watching.close()
    child.close(force=True)
    return times


def _version(connection: sqlite3.Connection) -> int:
    """Changes with every commit of others."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _drain(child: Any, seconds: float) -> None:
    import pexpect

    with contextlib.suppress(pexpect.TIMEOUT):
        child.read_nonblocking(65536, timeout=seconds)


def _row(name: str, times: Sequence[float], target: float | None = TARGET) -> Row:
    ordered = sorted(times)
    middle, most, nearly = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99))
    figures = f"p50 {middle:.1f} ms, p99 {nearly:.1f} ms; {len(times):,} acts"
    return Row(f"recorder: {name}, p95", target, most, figures, "ms", at_most=True)


def measure() -> Iterator[Row]:
    """Western and american evenings in full depth; the last of them with corrections in the log, and at a terminal."""
    for ruleset in ("western", "american"):
        first, acts = evening(ruleset)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "club.db")
            with open_store(path) as store:
                store.append("evening", first, expected_last=0)
            commits, letters = _in_process(path, acts)
            yield _row(f"Enter to commit, {ruleset}", commits)
            yield _row(f"Enter to commit, end of {HANDS} {ruleset} hands", commits[-_LATE:])
            yield _row(f"letter to screen, {ruleset}", letters)
            corrected = _in_process(path, [f"fix {len(first) + 2} void -- measured", *_hand(acts)])[0]
            yield _row(f"Enter to commit, {ruleset}, after a correction", corrected[1:])
            yield Row(
                f"recorder: the correction itself, {ruleset}", None, corrected[0], "the evening is judged anew", "ms"
            )
            if _has_terminals():
                yield _row(f"Enter to commit, {ruleset}, real terminal", _at_a_terminal(path, _hand(acts)))


def _hand(acts: Sequence[str]) -> list[str]:
    """The first hand once more, without its payment."""
    end = next(at for at, act in enumerate(acts) if at and act.startswith("hand"))
    return [act for act in acts[:end] if not act.startswith(("settlement", "score"))]


def _has_terminals() -> bool:
    try:
        import pexpect
    except ImportError:
        return False
    return hasattr(pexpect, "spawn")


if __name__ == "__main__":
    for row in measure():
        print(f"{row.name:<60} {row.aim:<9} {row.result:<16} {row.figures}")
