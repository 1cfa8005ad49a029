"""Databases that are moved, removed, replaced, or known under two names, while they are used."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from mjlog.errors import StoreError
from mjlog.store import SqliteStore, open_readonly, open_store, place
from mjlog.store.place import FileSystem, WriterLock, file_system
from tests.store.conftest import notes


def _other(folder: Path) -> Path:
    with open_store(folder / "other.db") as store:
        store.append("other", notes(1, 1))
    return folder / "other.db"


MOVES: dict[str, Callable[[Path], object]] = {
    "renamed": lambda path: path.rename(path.with_name("b.db")),
    "removed": lambda path: path.unlink(),
    "replaced": lambda path: os.replace(_other(path.parent), path),
}


@pytest.mark.parametrize("how", MOVES)
def test_nothing_is_stored_in_a_file_that_is_not_in_its_place_any_more(opened: SqliteStore, how: str) -> None:
    """It would be acknowledged and never be found again: by name there is another file, or none."""
    opened.append("demo", notes(4, 4))
    MOVES[how](opened.path)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"club\.db: this is not the file that was opened any more"):
            opened.append("demo", notes(5, 5))
    with pytest.raises(StoreError, match="nothing was stored"):
        opened.keep_draft("demo", b"in pencil")


def test_a_database_that_is_put_back_is_recorded_in_again(opened: SqliteStore) -> None:
    aside = opened.path.with_name("b.db")
    opened.path.rename(aside)
    with pytest.raises(StoreError, match="not the file that was opened"):
        opened.append("demo", notes(4, 4))
    aside.rename(opened.path)
    assert opened.append("demo", notes(4, 4)).seq == 4


@pytest.mark.parametrize("replace", [False, True])
def test_a_write_ahead_log_that_is_removed_is_missed(tmp_path: Path, replace: bool) -> None:
    """What it holds is brought into the database by whoever has it open."""
    path, wal = tmp_path / "a.db", tmp_path / "a.db-wal"
    with open_store(path, journal="wal") as store:
        store.append("demo", notes(1, 2))
        wal.unlink()
        if replace:
            wal.write_bytes(b"")
        with pytest.raises(StoreError, match=r"a\.db-wal: another program removed or replaced this part"):
            store.append("demo", notes(3, 3))
    with open_store(path) as store:
        assert (store.bodies("demo"), store.verify()) == (notes(1, 2), [])


def test_a_database_with_two_names_is_read_and_not_written(database: Path) -> None:
    """Each name would have a write-ahead log or journal of its own."""
    second = database.with_name("second.db")
    os.link(database, second)
    for path, other in ((database, "second.db"), (second, "club.db")):
        with pytest.raises(StoreError, match=rf"a second name \(hard link\), {other}"):
            open_store(path)
        with open_readonly(path) as store:
            assert store.bodies("demo") == notes(1, 3)
    second.unlink()
    with open_store(database) as store:
        assert store.append("demo", notes(4, 4)).seq == 4


def test_a_second_name_in_another_folder_is_told_too(database: Path) -> None:
    folder = database.parent / "copies"
    folder.mkdir()
    os.link(database, folder / "club.db")
    with pytest.raises(StoreError, match="in another folder"):
        open_store(database)


@pytest.fixture
def link(database: Path, tmp_path: Path) -> Path:
    """A symbolic link to the database, in another folder."""
    folder = tmp_path / "links"
    folder.mkdir()
    path = folder / "a link.db"
    path.symlink_to(database)
    return path


def test_writers_by_way_of_a_symbolic_link_take_the_same_lock(database: Path, link: Path) -> None:
    """Whatever the database is called, one lock file lies beside it."""
    lock = WriterLock(database, 1)
    with lock.held(), pytest.raises(StoreError, match="another program has been writing"):
        open_store(link, timeout=0.01)
    with open_store(link) as first, open_store(database) as second:
        first.append("demo", notes(4, 4), expected_last=3)
        second.append("demo", notes(5, 5), expected_last=4)
        assert (first.head("demo"), first.verify()) == (second.head("demo"), [])
    assert [path.name for path in link.parent.iterdir()] == ["a link.db"]


def test_a_link_that_leads_elsewhere_now_is_noticed(database: Path, link: Path, tmp_path: Path) -> None:
    with open_store(link) as store:
        link.unlink()
        link.symlink_to(_other(tmp_path))
        with pytest.raises(StoreError, match="not the file that was opened"):
            store.append("demo", notes(4, 4))


@pytest.mark.skipif(os.name != "posix", reason="only there files have such rights")
@pytest.mark.parametrize("mode", [0o600, 0o660, 0o664])
def test_whoever_may_write_the_database_may_take_the_lock(database: Path, mode: int) -> None:
    """Two recorders of one club may be two users of the machine, in one group."""
    database.chmod(mode)
    with open_store(database) as store:
        store.append("demo", notes(4, 4))
    lock = database.with_name("club.db.lock")
    assert stat.S_IMODE(lock.stat().st_mode) == mode
    assert (lock.stat().st_uid, lock.stat().st_gid) == (database.stat().st_uid, database.stat().st_gid)


def test_something_else_in_the_place_of_the_lock_is_named(database: Path) -> None:
    """The message says what should be there."""
    lock = database.with_name("club.db.lock")
    lock.unlink(missing_ok=True)
    lock.mkdir()
    with pytest.raises(StoreError, match=r"club\.db\.lock: cannot lock .* it must be an ordinary one"):
        open_store(database)
    lock.rmdir()
    lock.symlink_to(database)
    with pytest.raises(StoreError, match=r"it is a symbolic link; .* it must be an ordinary one"):
        open_store(database)
    lock.unlink()
    with open_store(database) as store:
        assert store.append("demo", notes(4, 4)).seq == 4


# -- databases on other machines ---------------------------------------------------------------------------------------


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
