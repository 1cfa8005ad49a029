"""A cold `mjlog add`: from the shell to the answer, in a hand that is going on."""

from __future__ import annotations

import os
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
_TOP = Path(__file__).resolve().parent.parent
_BEGIN = ("new", "--ruleset", "classical", "--game", "evening", *(
    word for player in ("anna", "ben", "cleo", "dora") for word in ("--player", player)))  # fmt: skip
_PLAY = ("hand-start", "discard E 5b", "pass S", "pass W", "pass N", "draw S", "discard S 1c")


def _mjlog(path: Path, *words: str) -> None:
    """One call, of modules compiled before, as those of an installed package are."""
    roots = os.pathsep.join(str(_TOP / folder) for folder in (".", "cli", "schemas"))
    compiled = {"PYTHONPYCACHEPREFIX": str(path.parent / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    environment = os.environ | {"PYTHONPATH": roots, "MJLOG_DB": str(path)} | compiled
    done = subprocess.run([sys.executable, "-m", "mjlog_cli", *words], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"mjlog {' '.join(words)}: {done.stdout}{done.stderr}")


def _middle(path: Path, *words: str) -> float:
    return statistics.median(seconds(lambda: _mjlog(path, *words)) for _ in range(CALLS)) * 1e3


def measure(games: list[Lines]) -> Iterator[Row]:
    """In a new game, and at the end of the longest sample."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "club.db")
        _mjlog(path, *_BEGIN)
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
