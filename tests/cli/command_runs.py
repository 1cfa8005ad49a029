"""Running commands in a process of their own; small games to run them on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from click.testing import Result
from forked import run_and_end

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("anna", "ben", "carl", "dora")
Run = Callable[..., Result]
"""Runs a command in this process; see the fixture `run`."""


def run_process(
    *args: str | bytes | Path, stdin: bytes = b"", anew: bool = False, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process of its own: split off from the tests, or with Python and the program begun `anew`."""
    return subprocess.run(**_process(args, env, anew), input=stdin, capture_output=True, timeout=120)


def begin_process(*args: str | Path, **streams: Any) -> subprocess.Popen[bytes]:
    """Begins a command in a process of its own, split off from the tests."""
    return subprocess.Popen(**_process(args, {}, anew=False), **streams)


def _process(args: Sequence[str | bytes | Path], env: Mapping[str, str], anew: bool) -> dict[str, Any]:
    words, environment = [os.fsdecode(arg) for arg in args], process_env(**env)
    split_off = None if anew or not hasattr(os, "fork") else lambda: run_and_end(words, environment)
    return {"args": [sys.executable, "-m", "mjlog_cli", *args], "env": environment, "preexec_fn": split_off}


def process_env(**env: str) -> dict[str, str]:
    """The environment of such a process."""
    roots = [str(ROOT), str(ROOT / "cli"), str(ROOT / "schemas")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(roots), **env}


def lines(result: Result) -> list[Any]:
    """What a command printed, as JSON values."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def event(seq: int, kind: str, **fields: Any) -> dict[str, Any]:
    """An event of a log."""
    return {"seq": seq, "type": kind, **fields}


def game_events(game: str = "g1", change: dict[str, int] | None = None) -> list[dict[str, Any]]:
    """A game of one hand, of which only the result was written down; it has a field that nobody knows."""
    seats = dict(zip("ESWN", PLAYERS, strict=True))
    return [
        event(1, "game-start", format=1, game=game, players=list(PLAYERS), ruleset="classical", weather="rain"),
        event(2, "hand-start", hand=1, round="E", seats=seats, depth="result"),
        event(3, "mahjong", seat="S", source="wall"),
        event(4, "settlement", change=change or {"E": -40, "S": 80, "W": -20, "N": -20}),
    ]


def write_lines(path: Path, events: Sequence[dict[str, Any] | bytes]) -> Path:
    """A log as somebody else might write it: keys in no order, spaces."""
    text = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in events]
    path.write_bytes(b"\n".join(text) + b"\n")
    return path


_DEAL = [f"{rank}{suit}" for suit in "BCD" for rank in range(1, 10)]


def foreign_hand(*more: str) -> str:
    """A server's record without its wall, broken off after the deal, and then these lines."""
    taken = iter(_DEAL * 2)
    rounds = [(player, 4) for _ in range(3) for player in (1, 2, 3, 4)] + [(player, 1) for player in (1, 2, 3, 4, 1)]
    head = [f"Player {number} {name}" for number, name in enumerate(PLAYERS, 1)]
    head += ["Game 1 2 3 4 E 0 1 0 0 0 0 1110 0", "NewHand 1 2 13"]
    draws = [f"PlayerDraws {player} {next(taken)}" for player, count in rounds for _ in range(count)]
    specials = [f"PlayerDeclaresSpecial {player} --" for player in (1, 2, 3, 4)]
    return "\n".join([*head, *draws, *specials, *more]) + "\n"


def head_of(run: Run, path: Path) -> str:
    """The head that `mjlog verify` prints."""
    return str(lines(run("verify", path, "--json"))[0]["head"])
