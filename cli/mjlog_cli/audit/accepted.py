"""Files of accepted findings, read and written."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from mjlog.errors import MjlogError, RecordError, reason
from mjlog.reports.choice import (
    MAX_BYTES,
    NOTHING,
    Baseline,
    Entry,
    baseline_lines,
    is_baseline,
    read_baseline,
    stale,
)
from mjlog.text import counted
from mjlog_cli.files import write_file

_MOST_STALE = 20
_IN_MEMORY = 1_000_000


def baseline_at(path: str | None) -> Baseline:
    """The accepted findings of a file; none where no file is named.

    Raises:
        RecordError: it cannot be read, or is none.
    """
    if path is None:
        return NOTHING
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"cannot be opened: {reason(error)}", path) from error
    return read_baseline(content, path)


class BaselineWriter:
    """Gathers what is accepted from now on, and writes it when all games have been audited.

    Raises:
        MjlogError: what stands at the path is something else, and is left alone.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._count = 0
        self._refuse_other_files()
        self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  (closed by `__exit__`)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._spool.close()

    def add(self, entries: Iterable[Entry]) -> None:
        """The findings of one more game."""
        for entry in entries:
            self._spool.write(msgspec.json.encode(entry) + b"\n")
            self._count += 1

    def write(self, before: Sequence[Entry]) -> int:
        """What was accepted before and still is, and all that was gathered; returns how many that are.

        Raises:
            MjlogError: the file cannot be written.
        """
        # Another file than ours was refused; what ours holds is in `before`, as far as it is still wanted.
        write_file(self.path, baseline_lines(chain(before, self._gathered())), force=True)
        return len(before) + self._count

    def _gathered(self) -> Iterator[Entry]:
        self._spool.seek(0)
        for line in self._spool:
            yield msgspec.json.decode(line, type=Entry)

    def _refuse_other_files(self) -> None:
        if not self.path.exists():
            return
        try:
            with self.path.open("rb") as stream:
                is_ours = is_baseline(stream.readline(1000))
        except OSError as error:
            raise MjlogError(f"{self.path}: cannot be opened: {reason(error)}") from error
        if not is_ours:
            raise MjlogError(f"{self.path}: is there already, and is no file of accepted findings: name another one")


def stale_words(baseline: Baseline, games: Iterable[str], used: Iterable[int]) -> Iterator[str]:
    """Accepted findings of audited games that are found no more, told so that they can be taken out."""
    gone = stale(baseline, games, used)
    if not gone:
        return
    again = "`mjlog baseline` writes the file anew"
    yield f"{counted(len(gone), 'accepted finding')} found no more ({again}):"
    yield from (f"  {entry.words}" for entry in gone[:_MOST_STALE])
    if len(gone) > _MOST_STALE:
        yield f"  … and {len(gone) - _MOST_STALE} more"
