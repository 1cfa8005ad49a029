"""From a path to games: files, folders, archives; bounds on what is read."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from each import each
from mjlog.audit.engine import Engine
from mjlog.errors import RecordError
from mjlog.formats import files as game_files
from mjlog.formats import foreign, lines
from mjlog.formats.lines import PACKINGS, zstd
from mjlog.log.records import Fault
from mjlog.sources import games_in
from samples import LOGS, RECORDS, hand_histories
from short_logs import log

SHORT = log("E discard 5b; S discard Ww")
FAULTY = log("E discard 5b; W claim chow")
HANDS = hand_histories(RECORDS[0])[:2]

Pack = Callable[[Path, list[tuple[str, bytes]]], Path]


def pack_tar(ending: str) -> Pack:
    """Packs files into a tar archive of this kind."""

    def pack(folder: Path, files: list[tuple[str, bytes]]) -> Path:
        path = folder / f"games{ending}"
        mode = {".tar.gz": "w:gz", ".tgz": "w:gz", ".tar.xz": "w:xz", ".tar.bz2": "w:bz2"}.get(ending, "w")
        with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
            for name, content in files:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        if ending == ".tar.zst":
            path.write_bytes(zstd.compress(path.read_bytes()))
        return path

    return pack


def pack_zip(folder: Path, files: list[tuple[str, bytes]]) -> Path:
    """Packs files into a zip archive."""
    path = folder / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


TARS = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".tar.zst")
PACKS = {"zip": pack_zip} | {ending: pack_tar(ending) for ending in TARS}
PACKED_LOGS = {".gz": gzip.compress, ".xz": lzma.compress, ".zst": zstd.compress}


@pytest.fixture(params=PACKS.values(), ids=list(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    """Each kind of archive."""
    made: Pack = request.param
    return made


def found(path: Path | str) -> list[tuple[str, str, str]]:
    """Source, game and code of everything found under a path."""
    return [
        (report.source, report.game, finding.code)
        for record in games_in(str(path))
        for report in Engine(record).run()
        for finding in report.findings
    ]


def games(path: Path | str) -> list[tuple[str, int]]:
    """Each game's name and number of hands."""
    return [(record.name, len(Engine(record).run())) for record in games_in(str(path))]


# -- files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*(f"club.mjlog.jsonl{ending}" for ending in ("", *PACKED_LOGS)), "club.txt", "club"])
def test_a_log_is_read_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    """Plain or compressed."""
    path = tmp_path / name
    path.write_bytes(PACKED_LOGS.get(path.suffix, bytes)(FAULTY))
    assert [(source, code) for source, _game, code in found(path)] == [(str(path), "chow-not-from-left")]
    assert [name for name, _hands in games(path)] == [name.split(".")[0] if "mjlog" in name else name]


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_a_packed_log_is_told_by_its_first_bytes(tmp_path: Path, ending: str) -> None:
    """Under a name that says nothing of it, and in an archive."""
    path = tmp_path / "club.mjlog.jsonl"
    path.write_bytes(PACKED_LOGS[ending](FAULTY))
    assert [code for _source, _game, code in found(path)] == ["chow-not-from-left"]
    archive = pack_zip(tmp_path, [(f"club.mjlog.jsonl{ending}", path.read_bytes())])
    assert [code for _source, _game, code in found(archive)] == ["chow-not-from-left"]


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_what_is_packed_in_an_archive_is_bounded_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """All together; and one that breaks off is not passed over."""
    packed = PACKED_LOGS[ending](SHORT)
    files = [(f"{number}.mjlog.jsonl{ending}", packed) for number in range(5)]
    archive = pack_zip(tmp_path, files)
    assert [name for name, _hands in games(archive)] == ["0", "1", "2", "3", "4"]
    monkeypatch.setattr(lines, "RATIO_IN_MEMORY", 0)
    monkeypatch.setattr(game_files, "LEAST", 0)
    monkeypatch.setattr(lines, "SMALL", len(SHORT) * 5 - 1)
    with pytest.raises(RecordError, match="unpacks to more than"):
        games(archive)
    with pytest.raises(RecordError, match="is no archive that can be read"):
        games(pack_zip(tmp_path, [(files[0][0], packed[:-20])]))


def test_each_way_to_pack_is_read_by_other_programs() -> None:
    """As other programs pack so, too."""
    readers = {".gz": gzip.decompress, ".xz": lzma.decompress, ".zst": zstd.decompress}
    assert {one.ending for one in PACKINGS} == set(readers) == set(PACKED_LOGS)
    for packing in PACKINGS:
        packer = packing.packer()
        packed = packer.compress(SHORT) + packer.compress(FAULTY) + packer.flush()
        assert readers[packing.ending](packed) == SHORT + FAULTY
        assert packed.startswith(packing.beginning)
        assert PACKED_LOGS[packing.ending](SHORT).startswith(packing.beginning)


@pytest.mark.parametrize("name", ["club.mjlog.jsonl", "club.mjlog.jsonl.xz"])
def test_a_log_is_corrected_by_what_stands_at_its_end(name: str, tmp_path: Path) -> None:
    number = FAULTY.count(b"\n")
    right = {"type": "pass", "seat": "W"}
    made = {"seq": number + 1, "type": "correction", "of": number, "events": [right], "reason": "he passed"}
    path = tmp_path / name
    for content, codes in ((FAULTY, ["chow-not-from-left"]), (FAULTY + json.dumps(made).encode(), [])):
        path.write_bytes(lzma.compress(content) if name.endswith(".xz") else content)
        assert [code for _source, _game, code in found(path)] == codes


@pytest.mark.parametrize("name", ["hand-01.mjs", "history"])
def test_a_single_hand_history_is_a_game(tmp_path: Path, name: str) -> None:
    """By its name, or by its first line."""
    path = tmp_path / name
    path.write_bytes(HANDS[0][1])
    assert found(path) == []
    assert [hands for _name, hands in games(path)] == [1]


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """With the path, and no traceback."""
    with pytest.raises(RecordError, match=r"none\.mjlog\.jsonl: cannot be opened"):
        found(tmp_path / "none.mjlog.jsonl")
    with pytest.raises(RecordError, match="cannot be opened"):
        found(tmp_path / "none.mjs")


@pytest.mark.parametrize(
    "name", [*(f"x.mjlog.jsonl{ending}" for ending in PACKED_LOGS), "x.zip", "x.tar", "x.tar.xz", "x.tar.zst", "x.tgz"]
)
def test_a_file_that_is_not_what_its_name_says_is_an_error(tmp_path: Path, name: str) -> None:
    """Random bytes under the name of an archive."""
    path = tmp_path / name
    path.write_bytes(b"no archive at all, whatever the name says" * 9)
    with pytest.raises(RecordError) as raised:
        found(path)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_a_compressed_file_that_breaks_off_is_an_error(tmp_path: Path, ending: str) -> None:
    """It says where reading stopped."""
    path = tmp_path / f"x.mjlog.jsonl{ending}"
    data = lzma.decompress(LOGS[0].read_bytes())
    path.write_bytes(PACKED_LOGS[ending](data)[:-2000])
    with pytest.raises(RecordError, match="cannot be read"):
        found(path)


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_a_compressed_file_whose_beginning_is_blank_is_an_error(tmp_path: Path, ending: str) -> None:
    """It is no empty log."""
    path = tmp_path / f"x.mjlog.jsonl{ending}"
    content = PACKED_LOGS[ending](SHORT)
    path.write_bytes(bytes(50) + content[50:])
    with pytest.raises(RecordError, match="cannot be read"):
        games(path)


def test_a_compressed_file_that_unpacks_to_too_much_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bomb is not unpacked to its end."""
    monkeypatch.setattr(lines, "MAX_UNPACKED", 10_000)
    path = tmp_path / "bomb.mjlog.jsonl.gz"
    path.write_bytes(gzip.compress(SHORT * 1000))
    with pytest.raises(RecordError, match="is larger than 10000 bytes"):
        found(path)


def test_a_line_of_any_length_is_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is cut, and the line after it is read."""
    monkeypatch.setattr(lines, "MAX_LINE", 1000)
    path = tmp_path / "long.mjlog.jsonl"
    good = SHORT.splitlines(keepends=True)
    path.write_bytes(b"".join([*good[:3], b'{"x": "' + b"a" * 100_000 + b'"}\n', good[3]]))
    assert [code for _source, _game, code in found(path)] == ["bad-json"]


# -- folders ------------------------------------------------------------------------------------------------------


def test_a_folder_of_hand_histories_is_one_game(tmp_path: Path) -> None:
    """Named after the folder; every hand has its own file for its source."""
    folder = tmp_path / "tuesday"
    folder.mkdir()
    for name, content in HANDS:
        (folder / Path(name).name).write_bytes(content)
    (record,) = games_in(str(folder))
    reports = Engine(record).run()
    assert record.name == "tuesday"
    assert [Path(report.source).name for report in reports] == ["hand-01.mjs", "hand-02.mjs"]


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    """Logs, archives and folders of hand histories, in order of name; other files are left alone."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "hand-01.mjs").write_bytes(HANDS[0][1])
    (tmp_path / "b" / "notes.txt").write_text("not a game")
    (tmp_path / "a.mjlog.jsonl").write_bytes(SHORT)
    (tmp_path / "c.mjlog.jsonl.xz").write_bytes(lzma.compress(SHORT))
    pack_zip(tmp_path, [("d.mjlog.jsonl", SHORT)])
    assert sorted(name for name, _hands in games(tmp_path)) == ["a", "b", "c", "d"]


def test_a_folder_given_with_a_trailing_slash_has_its_name(tmp_path: Path) -> None:
    """As with a dot."""
    folder = tmp_path / "monday"
    folder.mkdir()
    (folder / "hand-01.mjs").write_bytes(HANDS[0][1])
    assert [record.name for record in games_in(f"{folder}/")] == ["monday"]


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    """And no error."""
    assert games(tmp_path) == []


# -- archives -----------------------------------------------------------------------------------------------------


def test_an_archive_is_read_like_a_folder(tmp_path: Path, pack: Pack) -> None:
    """Logs in it are games, a folder of hand histories is one."""
    files = [(f"tuesday/{Path(name).name}", content) for name, content in HANDS]
    path = pack(tmp_path, [*files, ("logs/x.mjlog.jsonl", FAULTY), ("README", b"hello")])
    assert sorted(games(path)) == [("tuesday", 2), ("x", 1)]
    assert found(path) == [(f"{path}/logs/x.mjlog.jsonl", "short", "chow-not-from-left")]


@pytest.mark.parametrize(
    "name", ["../x.mjlog.jsonl", "/etc/x.mjlog.jsonl", "a/../../x.mjlog.jsonl", "..\\x.mjlog.jsonl"]
)
def test_members_that_climb_out_are_passed_over(tmp_path: Path, pack: Pack, name: str) -> None:
    """Nothing is written to disk at all; their names are not trusted either."""
    path = pack(tmp_path, [(name, FAULTY), ("good.mjlog.jsonl", SHORT)])
    assert [game for game, _hands in games(path)] == ["good"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [path.name]


def test_links_in_an_archive_are_passed_over(tmp_path: Path) -> None:
    """A member that points elsewhere is no file."""
    path = tmp_path / "links.tar"
    with tarfile.open(path, "w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            member = tarfile.TarInfo(f"{kind.decode()}.mjlog.jsonl")
            member.type = kind
            member.linkname = "/etc/passwd"
            archive.addfile(member)
    assert games(path) == []


def test_an_archive_that_unpacks_to_too_much_is_an_error(
    tmp_path: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In all, in one member, or in number."""
    path = pack(tmp_path, [(f"{number}.mjlog.jsonl", SHORT * 20) for number in range(5)])
    assert len(games(path)) == 100
    for name, bound in (("MAX_TOTAL", 10_000), ("MAX_MEMBER", 1000), ("MAX_MEMBERS", 3)):
        with monkeypatch.context() as patched:
            patched.setattr(game_files, name, bound)
            with pytest.raises(RecordError, match=r"unpacks to more|more or larger files"):
                games(path)


def test_a_member_larger_than_it_says_is_not_read_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip that lies about a member's size is an error, or is cut; it does not fill the memory."""
    path = pack_zip(tmp_path, [("x.mjlog.jsonl", b" " * 5_000_000)])
    data = path.read_bytes()
    lying = data.replace((5_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert lying != data
    path.write_bytes(lying)
    with pytest.raises(RecordError):
        games(path)


def test_an_archive_with_a_password_is_an_error(tmp_path: Path) -> None:
    """It says that it cannot be read."""
    path = pack_zip(tmp_path, [("x.mjlog.jsonl", SHORT)])
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(bytes(data))
    with pytest.raises(RecordError, match="is no archive that can be read"):
        games(path)


# -- bombs ----------------------------------------------------------------------------------------------------------


def test_lines_with_nothing_in_them_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blank ones, and those that no event has room in: a few thousand packed bytes hold hours of them."""
    monkeypatch.setattr(lines, "MAX_SHORT", 1000)
    path = tmp_path / "blank.mjlog.jsonl.gz"
    for filling in (b"\n", b"x\n", b" \r\n"):
        path.write_bytes(gzip.compress(SHORT + filling * 1000))
        assert [name for name, _hands in games(path)] == ["blank"]
        path.write_bytes(gzip.compress(SHORT + filling * 1001))
        with pytest.raises(RecordError, match=r"gz:10\d\d: has more than 1,000 lines with nothing in them"):
            games(path)


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_a_packed_log_unpacks_to_so_many_times_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """A small one to a given size anyway."""
    path = tmp_path / f"x.mjlog.jsonl{ending}"
    path.write_bytes(PACKED_LOGS[ending](SHORT * 60))
    monkeypatch.setattr(lines, "MAX_RATIO", 2)
    assert len(games(path)) == 60
    monkeypatch.setattr(lines, "SMALL", len(SHORT) * 59)
    with pytest.raises(RecordError, match=r"it unpacks to more than .* bytes, too many for its size"):
        games(path)


def test_an_archive_unpacks_to_so_many_times_its_size(
    tmp_path: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its members are games, or are passed over."""
    monkeypatch.setattr(lines, "RATIO_IN_MEMORY", 2)
    for number, name in enumerate(("a.mjlog.jsonl", "../a.mjlog.jsonl", "photo.bin")):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = pack(folder, [(name, SHORT * 60)])
        if path.suffix == ".tar":
            continue
        assert len(games(path)) == (60 if number == 0 else 0)
        with monkeypatch.context() as patched:
            patched.setattr(lines, "SMALL", len(SHORT) * 59)
            with pytest.raises(RecordError, match="too many for its size"):
                games(path)


def tar_member(kind: bytes, content: bytes, name: str = "x.mjlog.jsonl") -> bytes:
    """A member of a tar archive, or what stands before one (`kind`), as bytes."""
    member = tarfile.TarInfo(name)
    member.type, member.size = kind, len(content)
    return member.tobuf(tarfile.USTAR_FORMAT) + content + bytes(-len(content) % tarfile.BLOCKSIZE)


def attribute(name: str, value: str) -> bytes:
    """An attribute of a file as tar archives have it: the length of all of it stands first."""
    rest = f" {name}={value}\n"
    length = len(rest) + len(str(len(rest) + len(str(len(rest)))))
    return f"{length}{rest}".encode()


GAME = tar_member(tarfile.REGTYPE, SHORT)
LONG = attribute("comment", "a" * 300_000)
HEADERS = {
    "a long name": tar_member(tarfile.GNUTYPE_LONGNAME, b"a" * 300_000) + GAME,
    "a long link": tar_member(tarfile.GNUTYPE_LONGLINK, b"a" * 300_000) + GAME,
    "attributes of a file": tar_member(tarfile.XHDTYPE, LONG) + GAME,
    "attributes of a later file": GAME + tar_member(tarfile.XHDTYPE, LONG) + GAME,
    "attributes of all files": tar_member(tarfile.XGLTYPE, LONG) + GAME,
    "Solaris's attributes": tar_member(tarfile.SOLARIS_XHDTYPE, LONG) + GAME,
    "attributes of attributes": tar_member(tarfile.XHDTYPE, attribute("comment", "a" * 9000)) * 40 + GAME,
    "a map of holes": tar_member(
        tarfile.XHDTYPE, attribute("GNU.sparse.major", "1") + attribute("GNU.sparse.minor", "0")
    )
    + tar_member(tarfile.REGTYPE, b"100000\n" + b"0\n" * 150_000),
}
"""More than is read, before a file of a tar archive."""


@each("kind", HEADERS)
def test_what_stands_before_a_file_of_a_tar_archive_is_bounded(tmp_path: Path, kind: str) -> None:
    """Names, links, attributes, maps of holes: each is taken into memory whole."""
    path = tmp_path / "games.tar.xz"
    path.write_bytes(lzma.compress(HEADERS[kind] + bytes(1024)))
    with pytest.raises(RecordError, match=r"more than (?:250,000 bytes of names and|10,000 bytes of) attributes"):
        games(path)


def test_attributes_of_all_files_are_counted(tmp_path: Path) -> None:
    """However many headers they come in: each file gets all of them."""
    path = tmp_path / "games.tar"
    some = [b"".join(attribute(f"{part}.{number}", "v") for number in range(100)) for part in range(11)]
    path.write_bytes(b"".join(tar_member(tarfile.XGLTYPE, attributes) + GAME for attributes in some[:10]) + bytes(1024))
    assert len(games(path)) == 10
    path.write_bytes(b"".join(tar_member(tarfile.XGLTYPE, attributes) + GAME for attributes in some) + bytes(1024))
    with pytest.raises(RecordError, match="more than 1,000 attributes are given to all of its files"):
        games(path)


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT], ids=["pax", "gnu"])
def test_long_names_and_attributes_of_honest_archives_are_read(tmp_path: Path, form: int) -> None:
    path = tmp_path / "games.tar.gz"
    names = [f"{'folder/' * 200}{number}.mjlog.jsonl" for number in range(300)]
    with tarfile.open(path, "w:gz", format=form, pax_headers={"comment": "the winter league"}) as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.pax_headers = len(SHORT), {"SCHILY.xattr.user.note": "x" * 2000}
            archive.addfile(member, io.BytesIO(SHORT))
    assert len(games(path)) == 300


def test_packed_zeros_in_an_archive_do_not_fill_the_memory(tmp_path: Path) -> None:
    """What an archive of sixty kilobytes holds would be sixty megabytes: it is refused before it is read."""
    path = pack_tar(".tar.gz")(tmp_path, [("a.mjlog.jsonl", bytes(60_000_000)), ("b.mjlog.jsonl", SHORT)])
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match="too many for its size"):
            games(path)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_files_of_an_archive_that_are_no_games_are_not_kept(tmp_path: Path, pack: Pack) -> None:
    """They are counted and gone by: what is in memory are the games."""
    path = pack(tmp_path, [("notes.txt", b"no game"), ("x.mjlog.jsonl", SHORT), ("photo.bin", bytes(99))])
    assert [name for name, _content in game_files.members(path, (".mjlog.jsonl",))] == ["x.mjlog.jsonl"]


def test_holes_in_a_file_of_an_archive_count_as_what_they_unpack_to(tmp_path: Path) -> None:
    path = tmp_path / "holes.tar"
    sparse = attribute("GNU.sparse.major", "1") + attribute("GNU.sparse.minor", "0")
    holes = sparse + attribute("GNU.sparse.realsize", "150000000")
    path.write_bytes(tar_member(tarfile.XHDTYPE, holes) + tar_member(tarfile.REGTYPE, b"0\n") + bytes(1024))
    with pytest.raises(RecordError, match="too many for its size"):
        games(path)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_a_zip_is_unpacked_a_little_at_a_time(tmp_path: Path, packing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says of its members: `zipfile` unpacks all of what it has read, of which 64 bytes can be 90 MB."""
    asked: list[tuple[int | None, int]] = []
    whole = zipfile.ZipExtFile.read
    monkeypatch.setattr(
        zipfile.ZipExtFile, "read", lambda file, n=-1: asked.append((n, file.MIN_READ_SIZE)) or whole(file, n)
    )
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("x.mjlog.jsonl", SHORT * 30)
    assert len(games(path)) == 30
    assert {*asked} == {(64, 64)}


def test_many_short_files_of_an_archive_count_as_longer_ones(
    tmp_path: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each game something is kept while the others are read."""
    path = pack(tmp_path, [(f"{number}.mjlog.jsonl", SHORT) for number in range(12)])
    monkeypatch.setattr(lines, "RATIO_IN_MEMORY", 0)
    monkeypatch.setattr(lines, "SMALL", 12 * game_files.LEAST)
    assert len(games(path)) == 12
    monkeypatch.setattr(lines, "SMALL", 12 * game_files.LEAST - 1)
    with pytest.raises(RecordError, match="too many for its size"):
        games(path)


def test_a_line_without_an_end_is_unpacked_to_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is said names the file."""
    monkeypatch.setattr(lines, "MAX_LINE", 1000)
    monkeypatch.setattr(lines, "SMALL", 5000)
    path = tmp_path / "long.mjlog.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * 200_000))
    monkeypatch.setattr(lines, "MAX_RATIO", 1)
    with pytest.raises(RecordError, match=r"long.mjlog.jsonl.gz:1: cannot be read further: it unpacks to more"):
        list(lines.lines_of(path))


@pytest.mark.parametrize("content", ["<mjloggm>" + "<D1/>" * 60, "Player 1 a\n" * 30, '{"type":"tsumo"}\n' * 20])
def test_a_record_of_another_program_is_no_longer_than_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    """As a file, packed or not, as a hand in a folder, in an archive: it would be in memory many times over."""
    name = "1.mjs" if content.startswith("P") else "1.xml"
    monkeypatch.setattr(foreign, "MAX_RECORD", len(content))
    archive = pack_zip(tmp_path, [(f"a/{name}", content.encode())])
    paths = (tmp_path / name, tmp_path / "1.txt.gz", tmp_path)
    for short in (True, False):
        paths[0].write_bytes(content.encode())
        paths[1].write_bytes(gzip.compress(content.encode()))
        for path in (*paths, archive):
            if short:
                assert games(path)
            else:
                with pytest.raises(RecordError, match="records of games are shorter"):
                    games(path)
        monkeypatch.setattr(foreign, "MAX_RECORD", len(content) - 1)


@pytest.mark.parametrize("wrong", ["<NOTHING/>", '<INIT ten="1"/>', "<FURITEN"])
def test_of_what_is_wrong_with_a_record_so_much_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setattr(foreign, "MOST_FAULTS", 5)
    path = tmp_path / "game.xml"
    path.write_text('<mjloggm ver="2.3">' + wrong * 50, "utf-8")
    faults = [row for record in games_in(str(path)) for row, _where in record.rows if isinstance(row, Fault)]
    assert len(faults) == 6
    assert "more than 5 things are wrong" in faults[-1].message


# -- damage by which a game would be passed over ----------------------------------------------------------------------


@pytest.mark.parametrize("ending", PACKED_LOGS)
def test_of_a_file_packed_in_pieces_every_piece_is_read(tmp_path: Path, ending: str) -> None:
    """And something behind them that is none is an error."""
    path = tmp_path / f"x.mjlog.jsonl{ending}"
    first, second = map(PACKED_LOGS[ending], (SHORT, FAULTY))
    path.write_bytes(first + second)
    assert [code for _source, _game, code in found(path)] == ["chow-not-from-left"]
    for damage in (b"\0" + second[1:], second[:-1], b"\0" * 4, b"more"):
        path.write_bytes(first + damage)
        with pytest.raises(RecordError, match="cannot be read"):
            games(path)


def _tar_of_two(tmp_path: Path) -> tuple[Path, bytearray, int]:
    """An archive of two games, its bytes, and where the second one begins."""
    path = pack_tar(".tar")(tmp_path, [("a.mjlog.jsonl", SHORT), ("b.mjlog.jsonl", FAULTY)])
    content = bytearray(path.read_bytes())
    return path, content, content.index(b"b.mjlog.jsonl")


@pytest.mark.parametrize("damage", ["a letter of a name", "a blank header", "cut", "no end", "half a header"])
def test_a_tar_archive_with_a_damaged_header_is_an_error(tmp_path: Path, damage: str) -> None:
    """It is not the end of the archive."""
    path, content, second = _tar_of_two(tmp_path)
    assert len(games(path)) == 2
    match damage:
        case "a letter of a name":
            content[second] ^= 1
        case "a blank header":
            content[second : second + 512] = bytes(512)
        case "cut":
            del content[second:]
        case "no end":
            content = bytearray(bytes(content).rstrip(b"\0"))
            content += bytes(-len(content) % 512)
        case "half a header":
            del content[second + 100 :]
    path.write_bytes(content)
    with pytest.raises(RecordError, match="is no archive that can be read"):
        games(path)


def test_a_tar_archive_may_end_with_any_number_of_zeros(tmp_path: Path) -> None:
    path, content, _second = _tar_of_two(tmp_path)
    path.write_bytes(content + bytes(1_000_000))
    assert len(games(path)) == 2


@pytest.mark.parametrize("damage", ["a name in the list", "a name where a file begins", "a long remark", "the number"])
def test_a_zip_whose_list_is_damaged_is_an_error(tmp_path: Path, damage: str) -> None:
    """A file that is called otherwise there, or is hidden by the entry before, is not passed over."""
    path = pack_zip(tmp_path, [("a.mjlog.jsonl", SHORT), ("b.mjlog.jsonl", FAULTY), ("c.txt", b"")])
    assert len(games(path)) == 2
    content = bytearray(path.read_bytes())
    listed = content.index(b"PK\x01\x02")
    entry = content.index(b"PK\x01\x02", listed + 1) - listed
    match damage:
        case "a name in the list":
            content[content.rindex(b"b.mjlog.jsonl") + 12] ^= 1
        case "a name where a file begins":
            content[content.index(b"b.mjlog.jsonl")] ^= 1
        case "a long remark":
            content[listed + 32] = entry
        case "the number":
            content[-22 + 10] += 1
    path.write_bytes(content)
    with pytest.raises(RecordError, match="is no archive that can be read"):
        games(path)
