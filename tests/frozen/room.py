"""The folder and the surroundings in which commands are run, so that they answer the same anywhere and at any time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from frozen.logs import SAMPLES, Log
from mjlog_cli.main import main
from samples import generated, write_logs

_SURROUNDINGS = {"COLUMNS": "80", "LINES": "24", "TZ": "UTC", "NO_COLOR": "1", "MJLOG_DB": "none.db"}
_IN_THE_ROOM = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
_UNKNOWN_HERE = ("MJLOG_TOKEN", "MJLOG_ZONE", "MJLOG_DEBUG", "FORCE_COLOR")


_leaving: list[Callable[[], None]] = []


def when_left(action: Callable[[], None]) -> None:
    """Something to be done when the room is left, before its files go."""
    _leaving.append(action)


@contextmanager
def room() -> Iterator[Path]:
    """A new folder with the sample logs in it, which everything runs in; then all is as it was."""
    before, was_in = dict(os.environ), os.getcwd()
    with tempfile.TemporaryDirectory(prefix="frozen-") as name:
        folder = Path(name).resolve()
        _bring_samples(folder / "sample_logs")
        os.environ.update(_SURROUNDINGS | dict.fromkeys(_IN_THE_ROOM, str(folder)))
        for variable in _UNKNOWN_HERE:
            os.environ.pop(variable, None)
        os.chdir(folder)
        try:
            yield folder
        finally:
            while _leaving:
                _leaving.pop()()
            os.chdir(was_in)
            os.environ.clear()
            os.environ.update(before)


def _bring_samples(folder: Path) -> None:
    """Put the sample logs there: those that follow from cases are written, the others are where they are."""
    write_logs(generated(), folder)
    for path in SAMPLES.iterdir():
        if not (folder / path.name).exists():
            (folder / path.name).symlink_to(path, target_is_directory=True)


def placed(log: Log) -> str:
    """The path of a log, whose files are written first where they are none of the repository."""
    if log.files is not None and not os.path.exists(log.path):
        for name, content in log.files().items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(content)
    return log.path


def ran(*words: str, stdin: str | None = None) -> bytes:
    """What a command writes: its results, then its exit status and its messages, where there is any but 0."""
    result = CliRunner().invoke(main, list(words), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    told = f"== exit status {result.exit_code}\n".encode() if result.exit_code else b""
    return result.stdout_bytes + told + (b"== messages\n" + result.stderr_bytes if result.stderr_bytes else b"")
