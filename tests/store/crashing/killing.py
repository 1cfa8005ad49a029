"""Starting processes, and killing them at a moment that nobody chose."""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from turns import TURNS

from .deeds import Deed

KILLS = int(os.environ.get("MJLOG_TEST_KILLS", "100" if TURNS == 1 else "60"))
"""How many writers are killed in each journal mode; other deeds, which take longer, in proportion."""
ENDINGS = (0, -9, -15)
"""How such a process may end: of itself, or killed, as the systems call it; never by an error."""
_WARM = [__name__.rpartition(".")[0] + ".deeds", "mjlog.store.migrations"]
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def context() -> multiprocessing.context.BaseContext:
    """Where processes are started: from one that has imported everything, so that it takes milliseconds."""
    made = multiprocessing.get_context(_METHOD)
    if _METHOD == "forkserver":
        made.set_forkserver_preload(_WARM)
    return made


def moments(seed: str, longest: float) -> Iterator[float]:
    """When to kill, in seconds from when the deed began: at once, then as often early as late."""
    chance = random.Random(seed)
    yield 0.0
    while True:
        yield chance.uniform(0, longest)


def turns(seed: str) -> Iterator[tuple[int, float]]:
    """After how many acts to kill, and how far into the next one, in parts of the time that an act takes."""
    chance = random.Random(seed)
    while True:
        yield chance.randrange(4), chance.uniform(0, 1.2)


def duration(deed: Deed, path: Path) -> float:
    """How long a deed takes that ends of itself, in seconds."""
    starting = context()
    hears, says = starting.Pipe(duplex=False)
    process = starting.Process(target=deed, args=(path, says), daemon=True)  # type: ignore[attr-defined]
    process.start()
    says.close()
    hears.recv()
    began = time.perf_counter()
    process.join(60)
    took = time.perf_counter() - began
    assert process.exitcode == 0
    hears.close()
    return took


def ended_with(deed: Callable[..., None], *args: object) -> int | None:
    """How a process ends that does this."""
    process = context().Process(target=deed, args=args, daemon=True)  # type: ignore[attr-defined]
    process.start()
    process.join(60)
    status: int | None = process.exitcode
    return status


def killed(deed: Deed, path: Path, after: float, acts: int = 0) -> int:
    """Starts a deed, kills its process, and returns what it had last said.

    It is killed `after` seconds from when it began; where it has done some acts before, after as many parts of the
    time that one of them takes.
    """
    starting = context()
    hears, says = starting.Pipe(duplex=False)
    process = starting.Process(target=deed, args=(path, says), daemon=True)  # type: ignore[attr-defined]
    process.start()
    says.close()
    said = int(hears.recv())
    began = time.perf_counter()
    for _ in range(acts):
        said = int(hears.recv())
    time.sleep(after * (time.perf_counter() - began) / acts if acts else after)
    process.kill()
    process.join(60)
    assert process.exitcode in ENDINGS
    try:
        while True:
            said = int(hears.recv())
    except EOFError:
        hears.close()
    return said
