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

    def begin(self) -> None:
        """A scheduler and two workers."""
        port = self.address.rpartition(":")[2]
        module = ["-m", "distributed.cli.dask_scheduler"]
        self._begun([*module, "--host", "127.0.0.1", "--port", port, "--no-dashboard"])
        # Each begins again when it is killed: as a copy of one process that has loaded everything.
        self._begin_workers("-m", "distributed.cli.dask_worker", "--nworkers", "2", "--preload", "crew_works")

    def begin_other_version(self) -> None:
        """A worker with another version of the program."""
        self._begin_workers("-c", _OTHER, "--no-nanny")

    def _begin_workers(self, *words: str) -> None:
        self._begun([*words, "--nthreads", "1", "--no-dashboard", self.address])

    def end_workers(self) -> None:
        """The two workers are gone, and do not begin again."""
        self._end(self.running.pop(1))

    def end(self) -> None:
        """Nobody is left."""
        while self.running:
            self._end(self.running.pop())

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        """End a process, and what it has begun."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _begun(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([sys.executable, *words], env=self._env, stdout=quiet, stderr=quiet,
                                   start_new_session=True)  # fmt: skip
        self.running.append(process)
        return process
