"""A Dask cluster on this machine: a scheduler and workers, each a process that can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from command_runs import process_env

HERE = Path(__file__).resolve().parent
_OTHER = "import mjlog; mjlog.__version__ = '0.0.1'; import distributed.cli.dask_worker as worker; worker.main()"
"""A worker on which an older version of the program is installed."""


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class DaskProcesses:
    """A scheduler, which gives a piece up with the first worker that is lost over it, and its workers."""

    def __init__(self, folder: Path) -> None:
        self.marks = folder / "marks"
        self.marks.mkdir()
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.running: list[subprocess.Popen[bytes]] = []
        env = process_env(CREW_MARKS=str(self.marks), DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0",
                          DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD="forkserver",
                          DASK_TEMPORARY_DIRECTORY=str(folder))  # fmt: skip
        paths = (env["PYTHONPATH"], str(HERE), str(HERE.parent))
        self._env = {**env, "PYTHONPATH": os.pathsep.join(paths)}

    def begin(self, workers: int = 2) -> None:
        """A scheduler at the same address as ever, and so many workers."""
        port = self.address.rpartition(":")[2]
        module = ["-m", "distributed.cli.dask_scheduler"]
        self._begun([*module, "--host", "127.0.0.1", "--port", port, "--no-dashboard"])
        if workers:
            # Each begins again when it is killed: as a copy of one process that has loaded everything.
            more = ["--nworkers", str(workers), "--preload", "crew_works"]
            self.begin_workers(["-m", "distributed.cli.dask_worker"], more)

    def begin_workers(self, how: Sequence[str], more: Sequence[str]) -> None:
        """Workers of this scheduler, in a process of their own."""
        self._begun([*how, self.address, "--nthreads", "1", "--no-dashboard", *more])

    def begin_other_version(self) -> None:
        """A worker with another version of the program."""
        self.begin_workers(["-c", _OTHER], ["--no-nanny"])

    def end(self) -> None:
        """Nobody is left."""
        for process in self.running:
            # With what it has begun.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running.clear()

    def _begun(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([sys.executable, *words], env=self._env, stdout=quiet, stderr=quiet,
                                   start_new_session=True)  # fmt: skip
        self.running.append(process)
        return process
