"""Does a folder lie on this machine's disk, or on another machine's?

SQLite's locks, and the memory that the users of a write-ahead log share, do not hold over a network: two laptops
writing to one file there damage it sooner or later. So nothing of ours writes to such a database unless told to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mjlog.errors import StoreError

MOUNTINFO = Path("/proc/self/mountinfo")
"""Where Linux tells what is mounted where; other systems have no such file."""
ALLOW = "MJLOG_ALLOW_NETWORK"
"""The environment variable that, set to 1, lets databases on network file systems be written."""
NETWORK_TYPES = frozenset(
    ("nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "coda", "9p", "ceph", "lustre", "glusterfs",
     "beegfs", "orangefs", "davfs", "acfs", "vboxsf", "prl_fs", "fuse.sshfs", "fuse.glusterfs",
     "fuse.ceph", "fuse.davfs", "fuse.davfs2", "fuse.rclone", "fuse.s3fs", "fuse.gcsfuse", "fuse.smbnetfs",
     "fuse.curlftpfs", "fuse.vmhgfs-fuse")
)  # fmt: skip
"""Types of file systems that live on another machine, as Linux names them."""
_ESCAPE = re.compile(r"\\([0-7]{3})")


class FileSystem(NamedTuple):
    """What a folder lies on. `kind`: its type as the system names it; both None where the system does not tell."""

    kind: str | None
    is_network: bool | None


def file_system(path: Path, mountinfo: Path | None = None) -> FileSystem:
    """What a file lies on, or will; `mountinfo`: the list of what is mounted, where it is not the system's."""
    try:
        text = (mountinfo or MOUNTINFO).read_text("utf-8", "surrogateescape")
        place = os.path.realpath(path)
    except (OSError, ValueError):
        return FileSystem(None, None)
    best, kind = "", None
    for point, its_kind in _mounts(text):
        # What was mounted later hides what was mounted before it in the same place.
        if len(point) >= len(best) and _lies_under(place, point):
            best, kind = point, its_kind
    return FileSystem(kind, None if kind is None else kind in NETWORK_TYPES)


def refuse_network(path: Path) -> None:
    """Whether a database here may be written.

    Raises:
        StoreError: it lies on a network file system, and nobody said that this is meant.
    """
    if os.environ.get(ALLOW) == "1":
        return
    found = file_system(path)
    if found.is_network:
        raise StoreError(
            f"{path}: this folder is on another machine (a network file system, {found.kind}), where a database that "
            "is written to gets damaged: nothing was written; keep the database on this machine's disk, and put "
            f"copies there (`mjlog backup`); {ALLOW}=1 writes nevertheless, if only one machine ever does"
        )


def _mounts(text: str) -> Iterator[tuple[str, str]]:
    """Mount points and the types of what is mounted there, in order.

    Source: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html. The fifth field is the mount point, the
    type comes first after a lone hyphen.
    """
    for line in text.splitlines():
        before, hyphen, after = line.partition(" - ")
        fields, kinds = before.split(" "), after.split(" ")
        if hyphen and len(fields) > 4:
            yield _ESCAPE.sub(lambda code: chr(int(code[1], 8)), fields[4]), kinds[0]


def _lies_under(place: str, point: str) -> bool:
    return point == "/" or place == point or place.startswith(point + "/")
