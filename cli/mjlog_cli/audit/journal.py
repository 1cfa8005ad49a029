"""The journal of an audit: what has been audited, and what came of it, so that it goes on where it was stopped.

One line for each piece, handed to the system when the piece is done, so that a killed audit loses nothing of it. A
power cut can: only the first line is waited for until it is on the disk, for that takes longer than to audit a game.
What it leaves (a torn line, blocks of zeros) is no JSON any more; such lines are passed over, a torn last one is cut
off, and their pieces are audited again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec
from filelock import FileLock, Timeout

from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog_cli.audit.audited import Audited

KIND = "mjlog-audit-journal"
VERSION = 2
_PATIENCE = 1.0
"""Seconds that the processes of an audit that was killed have to notice it; they hold the lock until then."""


class _Header(msgspec.Struct):
    kind: str
    version: int
    wish: str


class _Line(msgspec.Struct):
    key: str
    found: list[Audited]


class _Key(msgspec.Struct):
    key: str


_KEYS = msgspec.json.Decoder(_Key)
_LINES = msgspec.json.Decoder(_Line)
_HEADERS = msgspec.json.Decoder(_Header)


class Journal:
    """What came of the pieces of an archive, by their keys. To be used in a `with`: only one audit at a time writes it.

    `wish`: the digest of what is asked for. What is kept in memory is where each line begins, not what it says.

    Raises:
        MjlogError: the file is no journal, or that of another audit, or cannot be written; another audit is at it.
    """

    def __init__(self, path: Path, wish: str) -> None:
        self.path, self._wish = path, wish
        self._places: dict[str, int] = {}
        self._lock = FileLock(f"{path}.lock")
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._lock.acquire(timeout=_PATIENCE)
        except Timeout:
            words = "another audit is writing this journal: wait for it, or name another"
            raise MjlogError(f"{self.path}: {words}") from None
        except OSError as error:
            raise self._cannot(error) from error
        try:
            self._open()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def found(self, key: str) -> list[Audited] | None:
        """What came of a piece; None where it has not been audited, or its line cannot be read."""
        place = self._places.get(key)
        if place is None or self._file is None:
            return None
        self._file.seek(place)
        try:
            line = _LINES.decode(self._file.readline())
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return line.found if line.key == key else None

    def note(self, key: str, found: list[Audited]) -> None:
        """A piece is done."""
        if self._file is None:
            return
        try:
            line = msgspec.json.encode(_Line(key, found)) + b"\n"
        except UnicodeEncodeError:
            # The name of the file is no text; the next time it is audited again.
            return
        try:
            place = self._file.seek(0, os.SEEK_END)
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise self._cannot(error) from error
        self._places[key] = place

    def _cannot(self, error: OSError) -> MjlogError:
        return MjlogError(f"{self.path}: cannot be written: {(error.strerror or str(error)).lower()}")

    def _open(self) -> None:
        try:
            self._file = self.path.open("r+b" if self.path.exists() else "x+b")
            self._read()
        except OSError as error:
            raise self._cannot(error) from error

    def _read(self) -> None:
        """The keys of all whole lines; what stands behind the last one is cut off."""
        file = self._file
        assert file is not None
        head = file.readline()
        if not head.endswith(b"\n") and (not head or _begins_like_ours(head)):
            file.truncate(0)
            file.seek(0)
            file.write(msgspec.json.encode(_Header(KIND, VERSION, self._wish)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
            return
        self._check(head)
        place = file.tell()
        while (line := file.readline()).endswith(b"\n"):
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                self._places[_KEYS.decode(line).key] = place
            place += len(line)
        file.truncate(place)

    def _check(self, head: bytes) -> None:
        try:
            header = _HEADERS.decode(head)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            header = None
        if header is None or header.kind != KIND or header.version != VERSION:
            raise MjlogError(f"{self.path}: is no journal of an audit: {shown(head, 60)}; name a new file")
        if header.wish != self._wish:
            raise MjlogError(
                f"{self.path}: is the journal of another audit (other options, rules, cards, accepted findings, or "
                "version of the program): name a new file, or remove this one"
            )

    def _close(self) -> None:
        if self._file is not None:
            # What could not be written was told then; the rest of the line is cut off the next time.
            with suppress(OSError):
                self._file.close()
            self._file = None
        if self._lock.is_locked:
            # While it is still held: whoever waits for it looks whether the file is still there.
            with suppress(OSError):
                os.unlink(self._lock.lock_file)
            self._lock.release()


def _begins_like_ours(head: bytes) -> bool:
    """Whether this is the beginning of a first line that was not written to its end."""
    whole = msgspec.json.encode(_Header(KIND, VERSION, ""))[:-2]
    return whole.startswith(head) or head.startswith(whole)
