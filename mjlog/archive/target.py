"""Where tables are written to and read from: a folder, or a place that a URL names.

Whatever has its name there is whole: a file is written elsewhere, and gets its name when all of it is there.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from mjlog.errors import MjlogError
from mjlog.text import shown
from mjlog.urls import called, filesystem, is_url, refusal_words, without_file

_STAGING = ".writing-"


class Target(Protocol):
    """A place for files with names like `games/ruleset=western/part-1.parquet`."""

    def make(self) -> None:
        """Let there be such a place; what a writer that was cut short has left over is removed."""

    def files(self) -> Iterator[str]:
        """The names of all files."""

    def read(self, name: str) -> bytes | None:
        """What a small file says; None where there is none."""

    def open(self, name: str) -> BinaryIO:
        """A file, to be read here and there."""

    def put(self, staged: Path, name: str) -> None:
        """Let a file that lies in `staging` have its name."""

    def remove(self, name: str) -> None:
        """A file that need not be there."""

    def staging(self) -> Path:
        """A new folder of this machine, to write files in."""


@contextmanager
def staged(target: Target) -> Iterator[Path]:
    """A folder to write files in, which is gone afterwards."""
    folder = target.staging()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write(target: Target, name: str, content: bytes) -> None:
    """A small file, written over what is there."""
    with staged(target) as folder:
        (folder / "whole").write_bytes(content)
        target.put(folder / "whole", name)


class _Folder:
    def __init__(self, path: str) -> None:
        self._top = Path(path)

    def make(self) -> None:
        self._top.mkdir(parents=True, exist_ok=True)
        for left in self._top.glob(f"{_STAGING}*"):
            shutil.rmtree(left, ignore_errors=True)

    def files(self) -> Iterator[str]:
        for folder, folders, names in os.walk(self._top):
            folders.sort()
            yield from (Path(folder, name).relative_to(self._top).as_posix() for name in sorted(names))

    def read(self, name: str) -> bytes | None:
        try:
            return (self._top / name).read_bytes()
        except FileNotFoundError:
            return None

    def open(self, name: str) -> BinaryIO:
        return (self._top / name).open("rb")

    def put(self, staged: Path, name: str) -> None:
        place = self._top / name
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, place)

    def remove(self, name: str) -> None:
        (self._top / name).unlink(missing_ok=True)
        for folder in (self._top / name).parents:
            if folder == self._top:
                return
            with suppress(OSError):  # something else lies there
                folder.rmdir()

    def staging(self) -> Path:
        # Beside its place: a file gets its name by being moved, which is no copy within one file system.
        return Path(tempfile.mkdtemp(prefix=_STAGING, dir=self._top))


class _Remote:
    """A place that fsspec writes to. What stores have no name to give is uploaded beside its place, then moved."""

    def __init__(self, url: str) -> None:
        self._files, self._top = filesystem(url)
        self._top = self._top.rstrip("/")

    def make(self) -> None:
        self._files.makedirs(self._top, exist_ok=True)
        for name in list(self.files()):
            if name.rpartition("/")[2].startswith(_STAGING):
                self.remove(name)

    def files(self) -> Iterator[str]:
        for path in self._files.find(self._top):
            yield path[len(self._top) :].lstrip("/")

    def read(self, name: str) -> bytes | None:
        try:
            content: bytes = self._files.cat_file(f"{self._top}/{name}")
        except FileNotFoundError:
            return None
        return content

    def open(self, name: str) -> BinaryIO:
        return cast(BinaryIO, self._files.open(f"{self._top}/{name}", "rb"))

    def put(self, staged: Path, name: str) -> None:
        folder, _, last = f"{self._top}/{name}".rpartition("/")
        beside = f"{folder}/{_STAGING}{os.urandom(4).hex()}-{last}"
        self._files.makedirs(folder, exist_ok=True)
        self._files.put_file(str(staged), beside)
        self._files.mv(beside, f"{folder}/{last}")

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            self._files.rm_file(f"{self._top}/{name}")

    def staging(self) -> Path:
        return Path(tempfile.mkdtemp(prefix="mjlog-"))


def target_at(path: str) -> Target:
    """The target of this path or URL.

    Raises:
        MjlogError: nothing can be written to such a URL.
    """
    path = without_file(path)
    return _Remote(path) if is_url(path) else _Folder(path)


@contextmanager
def refusals_told(path: str, done: str = "written") -> Iterator[None]:
    """What is done in it to a target that is full, or lets nobody write or read, is told as what it is.

    Raises:
        MjlogError: the target has refused something.
    """
    try:
        yield
    except MjlogError:
        raise
    except Exception as error:
        # Plug-ins of fsspec have errors of their own.
        if not isinstance(error, OSError) and not is_url(path):
            raise
        number = getattr(error, "errno", None)
        said = os.strerror(number) if isinstance(number, int) else refusal_words(path, error)
        raise MjlogError(f"{called(path)}: cannot be {done}: {shown(said, 300).lower()}") from error
