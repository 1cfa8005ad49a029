"""Cold starts, beside `mjlog --version`; a cold `mjlog add`: from the shell to the answer, in a hand that goes on."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import Lines, renamed
from benchmarks.measure import Row, seconds
from mjlog.store import open_store

CALLS = 15
_TURNS = 5
_TOP = Path(__file__).resolve().parent.parent
_BEGIN = ("new", "--ruleset", "classical", "--game", "evening", *(
    word for player in ("anna", "ben", "cleo", "dora") for word in ("--player", player)))  # fmt: skip
_SMALL = str(_TOP / "sample_logs" / "findings" / "wrong-score.mjlog.jsonl")
_STARTS = {
    ("--help",): 3, ("audit", "--help"): None, ("explain", "wrong-score"): 4, ("rules",): 4, ("audit", _SMALL): 5,
    ("sheet", _SMALL): None, ("games",): None,
}  # fmt: skip
"""Commands, and how many times the work of `--version` they may take."""
_PLAY = ("hand-start", "discard E 5b", "pass S", "pass W", "pass N", "draw S", "discard S 1c")


def _mjlog(path: Path, *words: str, found: int = 0) -> None:
    """One call, of modules compiled before, as those of an installed package are. `found`: the exit status."""
    roots = os.pathsep.join(str(_TOP / folder) for folder in (".", "cli", "schemas"))
    compiled = {"PYTHONPYCACHEPREFIX": str(path.parent / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    environment = os.environ | {"PYTHONPATH": roots, "MJLOG_DB": str(path)} | compiled
    done = subprocess.run([sys.executable, "-m", "mjlog_cli", *words], env=environment, capture_output=True, text=True)
    if done.returncode != found:
        raise SystemExit(f"mjlog {' '.join(words)}: {done.stdout}{done.stderr}")


def _middle(path: Path, *words: str) -> float:
    return statistics.median(seconds(lambda: _mjlog(path, *words)) for _ in range(CALLS)) * 1e3


def _work(path: Path, *words: str) -> float:
    """Seconds of processor that a call takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _mjlog(path, *words, found=int(words == ("audit", _SMALL)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _starts(path: Path) -> Iterator[Row]:
    """Each command beside `--version`, in turns; the least of several runs counts."""
    commands = [("--version",), *_STARTS]
    spent = {words: min(times) for words, times in zip(
        commands, zip(*([_work(path, *words) for words in commands] for _ in range(_TURNS)), strict=True), strict=True
    )}  # fmt: skip
    least = spent.pop(("--version",))
    for words, took in spent.items():
        name = " ".join("LOG" if word == _SMALL else word for word in words)
        figures = f"{took * 1000:.0f} ms; {least * 1000:.0f} ms"
        yield Row(f"start of `mjlog {name}` : `--version`", _STARTS[words], took / least, figures, at_most=True)


def measure(games: list[Lines]) -> Iterator[Row]:
    """Of commands at all; of `add` in a new game, and at the end of the longest sample."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.db")
        _mjlog(path, *_BEGIN)
        yield from _starts(path)
        _mjlog(path, "add", "evening", *_PLAY)
        empty = _middle(path, "--version")
        took = _middle(path, "add", "evening", "note a remark")
        figures = f"median of {CALLS}; `mjlog --version` {empty:,.0f} ms"
        yield Row("cold `mjlog add`", 300, took, figures, "ms", at_most=True)
        longest = max(games, key=len)
        with open_store(path) as store:
            store.import_game("long", renamed(longest, "long"))
        took = _middle(path, "add", "long", "note a remark")
        name = f"cold `mjlog add`, game of {len(longest):,} events"
        yield Row(name, 300, took, f"median of {CALLS}", "ms", at_most=True)
