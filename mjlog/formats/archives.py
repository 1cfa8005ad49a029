"""Folders packed into one file (`.tar`, `.tar.xz`, `.tar.gz`, `.zip`; bundles, too), read in memory within bounds.

Nothing is unpacked to disk; members with absolute or climbing paths, links and devices are passed over with a
message.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from lzma import LZMAError
from pathlib import Path, PurePosixPath

from mjlog.errors import RecordError
from mjlog.formats import bundles
from mjlog.formats.lines import MAX_MEMBER, MAX_MEMBERS, reason

MAX_TOTAL = 1_000_000_000
"""Bytes that one archive may unpack to."""
_TAR_ENDINGS = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2")


def is_archive(path: Path) -> bool:
    """Whether a file is a packed folder or a bundle, by its name."""
    return path.name.lower().endswith((*_TAR_ENDINGS, ".zip", bundles.SUFFIX))


def members(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an archive with their paths inside it, in order of path.

    Raises:
        RecordError: the archive cannot be read, or is larger than is read.
    """
    total = 0
    try:
        for name, content in _reader(path)(path):
            total += len(content)
            if total > MAX_TOTAL:
                raise RecordError(f"unpacks to more than {MAX_TOTAL} bytes", str(path))
            yield name, content
    except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error, LZMAError, ValueError,
            NotImplementedError, RuntimeError) as error:  # fmt: skip
        raise RecordError(f"is no archive that can be read: {reason(error)}", str(path)) from error


def _reader(path: Path) -> Callable[[Path], Iterator[tuple[str, bytes]]]:
    if bundles.is_bundle(path):
        return bundles.bundled_logs
    return _zip if path.name.lower().endswith(".zip") else _tar


def _is_confined(name: str) -> bool:
    parts = PurePosixPath(name.replace("\\", "/"))
    return not parts.is_absolute() and ".." not in parts.parts


def _tar(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for count, member in enumerate(archive):
            _bound(count, member.size, path)
            stream = archive.extractfile(member) if member.isreg() and _is_confined(member.name) else None
            if stream is not None:
                yield member.name, stream.read()


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for count, info in enumerate(archive.infolist()):
            _bound(count, info.file_size, path)
            if not info.is_dir() and _is_confined(info.filename):
                with archive.open(info) as stream:
                    yield info.filename, stream.read(MAX_MEMBER)


def _bound(count: int, size: int, path: Path) -> None:
    if count >= MAX_MEMBERS or size > MAX_MEMBER:
        raise RecordError("has more or larger files than are read", str(path))
