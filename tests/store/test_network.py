"""Databases on other machines: found by what is mounted where, and not written to unless that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import open_readonly, open_store, place
from mjlog.store.place import FileSystem, file_system


def mounts(folder: Path, *more: tuple[Path, str]) -> Path:
    """A list of what is mounted, as Linux writes it."""
    lines = ["22 1 8:1 / / rw,relatime shared:1 master:2 - ext4 /dev/sda1 rw", "an odd line", "4 words of it - nfs"]
    for point, kind in more:
        name = str(point).replace("\\", "\\134").replace(" ", "\\040")
        lines.append(f"30 22 0:50 / {name} rw,relatime shared:7 - {kind} server:/share rw,addr=10.0.0.1")
    path = folder / "mountinfo"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is on another machine."""
    folder = tmp_path / "a share"
    folder.mkdir()
    monkeypatch.setattr(place, "MOUNTINFO", mounts(tmp_path, (folder, "nfs4")))
    monkeypatch.delenv(place.ALLOW, raising=False)
    return folder


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p"])
def test_a_network_file_system_is_known_by_its_type(tmp_path: Path, kind: str) -> None:
    found = file_system(tmp_path / "club" / "a.db", mounts(tmp_path, (tmp_path / "club", kind)))
    assert found == FileSystem(kind, True)


def test_the_innermost_and_the_latest_mount_count(tmp_path: Path) -> None:
    share, inside = tmp_path / "share", tmp_path / "share" / "disk"
    listed = mounts(tmp_path, (share, "nfs"), (inside, "xfs"), (tmp_path / "sha", "cifs"))
    assert file_system(share / "a.db", listed) == FileSystem("nfs", True)
    assert file_system(inside / "a.db", listed) == FileSystem("xfs", False)
    assert file_system(tmp_path / "a.db", listed) == FileSystem("ext4", False)
    assert file_system(share, mounts(tmp_path, (share, "nfs"))) == FileSystem("nfs", True)
    over = mounts(tmp_path, (share, "nfs"), (share, "tmpfs"))
    assert file_system(share / "a.db", over) == FileSystem("tmpfs", False)


def test_a_link_lies_where_it_leads(tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.mkdir()
    (share / "a.db").touch()
    try:
        (tmp_path / "link.db").symlink_to(share / "a.db")
    except OSError:
        pytest.skip("no links on this system")
    assert file_system(tmp_path / "link.db", mounts(tmp_path, (share, "cifs"))).is_network


def test_where_the_system_does_not_tell_nothing_is_known(tmp_path: Path) -> None:
    assert file_system(tmp_path / "a.db", tmp_path / "no such list") == FileSystem(None, None)


def test_a_database_on_another_machine_is_not_made(share: Path) -> None:
    with pytest.raises(StoreError, match=r"on another machine \(a network file system, nfs4\).*MJLOG_ALLOW_NETWORK=1"):
        open_store(share / "a.db")
    assert list(share.iterdir()) == []


def test_a_database_on_another_machine_is_read(share: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(place.ALLOW, "1")
    open_store(share / "a.db").close()
    monkeypatch.setenv(place.ALLOW, "0")
    with open_readonly(share / "a.db") as store:
        assert store.games() == []
    with pytest.raises(StoreError, match="on another machine"):
        open_store(share / "a.db", create=False)
