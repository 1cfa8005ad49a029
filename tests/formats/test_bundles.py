"""Bundles: the same games give the same bytes, and nothing that a hostile bundle says is believed."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjlog.canonical import GENESIS, chain_id, event_body
from mjlog.errors import MjlogError, RecordError
from mjlog.formats import bundles, lines
from mjlog.formats.archives import is_archive, members
from mjlog.formats.bundles import Bundle, NamedPerson, PackedGame, open_bundle, write_bundle
from mjlog.sources import games_in


def log(game: str, events: int = 3) -> list[bytes]:
    """The bodies of a short log."""
    first = {"seq": 1, "type": "game-start", "game": game, "players": list("abcd"), "ruleset": "classical"}
    return [
        event_body(first),
        *(event_body({"seq": n, "type": "note", "text": f"{game} {n}"}) for n in range(2, events + 1)),
    ]


def packed(*names: str) -> list[PackedGame]:
    """Games to be bundled."""
    return [PackedGame(name, "classical", log(name)) for name in names]


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of two games."""
    path = tmp_path / "club.mjbundle"
    with path.open("wb") as stream:
        write_bundle(stream, packed("one", "two"), "mjlog test", [NamedPerson("a", "Anna A.", None)])
    return path


def read_all(path: Path) -> dict[str, list[bytes]]:
    """Every game of a bundle."""
    with open_bundle(path) as opened:
        return {game.game: opened.bodies(game) for game in opened.manifest.games}


def test_what_is_bundled_is_read_back(bundle: Path) -> None:
    assert read_all(bundle) == {"one": log("one"), "two": log("two")}
    with open_bundle(bundle) as opened:
        first = opened.manifest.games[0]
        head = GENESIS
        for body in log("one"):
            head = chain_id(head, body)
        assert (first.events, first.head, first.ruleset) == (3, head, "classical")
        assert opened.manifest.people == (NamedPerson("a", "Anna A.", None),)
        assert (opened.manifest.program, opened.manifest.events) == ("mjlog test", 6)


def test_the_same_games_give_the_same_bytes() -> None:
    first, second = io.BytesIO(), io.BytesIO()
    for stream in (first, second):
        write_bundle(stream, packed("one", "two"), "mjlog test")
    assert first.getvalue() == second.getvalue()


def test_a_member_is_a_log_for_any_program_that_unpacks(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        assert archive.namelist() == ["games/00001.mjlog.jsonl.gz", "games/00002.mjlog.jsonl.gz", "manifest.json"]
        assert gzip.decompress(archive.read("games/00001.mjlog.jsonl.gz")).splitlines() == log("one")


def test_a_bundle_of_no_game_is_one(tmp_path: Path) -> None:
    path = tmp_path / "empty.mjbundle"
    with path.open("wb") as stream:
        write_bundle(stream, [], "mjlog test")
    assert read_all(path) == {}


def test_a_bundle_is_read_wherever_a_packed_folder_is(bundle: Path) -> None:
    assert is_archive(bundle)
    names = [name for name, _ in members(bundle, (".mjlog.jsonl",))]
    assert names == ["games/00001.mjlog.jsonl", "games/00002.mjlog.jsonl"]
    assert [len([row for row, _ in game.rows]) for game in games_in(str(bundle))] == [3, 3]


def test_more_than_could_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MAX_MEMBERS", 2)
    write_bundle(io.BytesIO(), packed("one"), "mjlog test")
    with pytest.raises(RecordError, match="at most 1 game"):
        write_bundle(io.BytesIO(), packed("one", "two"), "mjlog test")
    monkeypatch.setattr(bundles, "MAX_MEMBER", 50)
    with pytest.raises(RecordError, match=r"game one has .* bytes, too many"):
        write_bundle(io.BytesIO(), packed("one"), "mjlog test")
    monkeypatch.undo()
    monkeypatch.setattr(bundles, "MAX_EVENTS", 1)
    with pytest.raises(RecordError, match=r"game one has .* events .* too many"):
        write_bundle(io.BytesIO(), packed("one"), "mjlog test")
    monkeypatch.undo()
    monkeypatch.setattr(bundles, "MAX_UNPACKED", 300)
    write_bundle(io.BytesIO(), packed("one"), "mjlog test")
    with pytest.raises(RecordError, match="at most 300 bytes of logs"):
        write_bundle(io.BytesIO(), packed("one", "two"), "mjlog test")


# -- hostile ------------------------------------------------------------------------------------------------------

Members = dict[str, bytes]
Change = Callable[[Members, dict[str, Any]], None]


def changed(path: Path, change: Change) -> Path:
    """A bundle of which members or list were changed."""
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(found.pop("manifest.json"))
    change(found, manifest)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in found.items():
            archive.writestr(name, content)
        if "manifest.json" not in found:
            archive.writestr("manifest.json", json.dumps(manifest))
    return path


FIRST = "games/00001.mjlog.jsonl.gz"


def _set(**fields: object) -> Change:
    return lambda members, manifest: manifest["games"][0].update(fields)


def _repack(text: bytes) -> Change:
    """Another log in the place of the first one, with its right size and digest."""

    def change(members: Members, manifest: dict[str, Any]) -> None:
        members[FIRST] = gzip.compress(text)
        manifest["games"][0].update(size=len(text), sha256=hashlib.sha256(members[FIRST]).hexdigest())

    return change


def _bomb(members: Members, manifest: dict[str, Any]) -> None:
    """Fifty megabytes of nothing, that the list says to be a hundred bytes."""
    members[FIRST] = gzip.compress(b"\0" * 50_000_000)
    manifest["games"][0].update(size=100, sha256=hashlib.sha256(members[FIRST]).hexdigest())


def _two_streams(members: Members, manifest: dict[str, Any]) -> None:
    members[FIRST] += members[FIRST]
    manifest["games"][0].update(sha256=hashlib.sha256(members[FIRST]).hexdigest())


def _no_gzip(members: Members, manifest: dict[str, Any]) -> None:
    members[FIRST] = b"x" * 99
    manifest["games"][0].update(sha256=hashlib.sha256(members[FIRST]).hexdigest())


OF_A_GAME: dict[str, tuple[Change, str]] = {
    "count": (_set(events=2), "has 3 events, and the manifest says 2"),
    "head": (_set(head="0" * 64), "has the head .*, and the manifest says 0000"),
    "digest": (_set(sha256="0" * 64), "is not the file that the manifest names: its digest differs"),
    "size": (_set(size=4000), "does not unpack to the 4,000 bytes"),
    "altered": (_repack(b"\n".join([*log("one")[:2], log("x")[2], b""])), "has the head"),
    "cut": (_repack(b"\n".join(log("one"))), "ends in the middle of a line"),
    "bomb": (_bomb, "does not unpack to the 100 bytes"),
    "two streams": (_two_streams, "does not unpack to"),
    "no gzip": (_no_gzip, "cannot be unpacked"),
}


@pytest.mark.parametrize("kind", OF_A_GAME)
def test_a_game_that_is_not_what_the_list_says_is_refused_and_the_others_are_read(bundle: Path, kind: str) -> None:
    change, said = OF_A_GAME[kind]
    with open_bundle(changed(bundle, change)) as opened:
        first, second = opened.manifest.games
        with pytest.raises(RecordError, match=rf"club\.mjbundle/games/00001\.mjlog\.jsonl\.gz: {said}"):
            opened.bodies(first)
        assert opened.bodies(second) == log("two")


def _rename(name: str) -> Change:
    """A member under another name, which the list gives, too."""

    def change(members: Members, manifest: dict[str, Any]) -> None:
        members[name] = members.pop(FIRST)
        manifest["games"][0]["member"] = name

    return change


OF_THE_WHOLE: dict[str, tuple[Change, str]] = {
    "game twice": (_set(game="two"), "names the game two twice"),
    "member twice": (_set(member="games/00002.mjlog.jsonl.gz"), "or it is another's"),
    "no member": (_set(member="games/00009.mjlog.jsonl.gz"), "there is no member games/00009"),
    "the list as a member": (_set(member="manifest.json"), "there is no member manifest.json"),
    "too large": (_set(size=10**12), "bytes cannot be"),
    "no events": (_set(events=0), "0 events in .* cannot be"),
    "negative": (_set(events=-1), "cannot be"),
    "stranger": (lambda members, manifest: members.update({"evil.exe": b"x"}), "does not name evil.exe"),
    "format": (lambda members, manifest: manifest.update(format="zip"), "is not the manifest of a bundle"),
    "version": (lambda members, manifest: manifest.update(version=2), "is of version 2; this mjlog reads 1"),
    "no number": (_set(events="three"), "is no manifest"),
    "no list": (lambda members, manifest: manifest.pop("games"), "is no manifest"),
    "a person twice": (
        lambda members, manifest: manifest.update(people=[{"handle": "a", "name": n} for n in "bc"]),
        "people twice",
    ),
    "shorter than events are": (_set(events=30, size=299), "30 events in 299 bytes cannot be"),
    "too many events": (_set(events=2_000_001, size=10**8), "2,000,001 events in .* cannot be"),
    "people": (lambda members, manifest: manifest.update(people=[{"handle": "a", "name": "b"}] * 9), "names 9 people"),
    "not JSON": (lambda members, manifest: members.update({"manifest.json": b"{"}), "is no manifest"),
    "not UTF-8": (lambda members, manifest: members.update({"manifest.json": b'{"\xff'}), "is no manifest"),
    "deep": (lambda members, manifest: members.update({"manifest.json": b"[" * 99_999}), "is no manifest"),
    "a list": (lambda members, manifest: members.update({"manifest.json": b"[]"}), "is no manifest"),
    "nothing": (lambda members, manifest: members.update({"manifest.json": b""}), "is no manifest"),
}


@pytest.mark.parametrize("kind", OF_THE_WHOLE)
def test_a_list_that_contradicts_itself_is_refused(bundle: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MAX_PEOPLE", 8)
    change, said = OF_THE_WHOLE[kind]
    with pytest.raises(RecordError, match=said), open_bundle(changed(bundle, change)):
        pytest.fail("it was opened")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "games/../../x"])
def test_names_of_members_lead_nowhere(bundle: Path, tmp_path: Path, name: str) -> None:
    """They are only looked up; nothing is unpacked to disk."""
    before = sorted(tmp_path.rglob("*"))
    assert read_all(changed(bundle, _rename(name)))["one"] == log("one")
    assert sorted(tmp_path.rglob("*")) == before


def test_logs_that_would_unpack_to_more_than_is_read_are_refused_before_they_are(
    bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundles, "MAX_UNPACKED", 200)
    with pytest.raises(RecordError, match="more than are read"), open_bundle(bundle):
        pytest.fail("it was opened")


def test_logs_that_would_unpack_to_more_than_a_bundle_of_this_size_holds_are_refused_before_they_are(
    bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_RATIO", 0.1)
    assert read_all(bundle)
    monkeypatch.setattr(lines, "SMALL", 100)
    with pytest.raises(RecordError, match="more than are read of one as large"), open_bundle(bundle):
        pytest.fail("it was opened")


def test_a_member_that_is_there_twice_is_refused(bundle: Path) -> None:
    with zipfile.ZipFile(bundle, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(FIRST, b"x")
    with pytest.raises(RecordError, match="two members of the same name"):
        read_all(bundle)


def test_a_member_that_is_packed_twice_is_refused(bundle: Path) -> None:
    with zipfile.ZipFile(bundle, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games/bomb", b"\0" * 1_000_000)
    with pytest.raises(RecordError, match="games/bomb: is packed or locked in a way"):
        read_all(bundle)


def test_members_that_lie_over_one_another_are_refused(bundle: Path) -> None:
    """Many entries of the list of a zip file that name the same bytes."""
    content = bundle.read_bytes()
    with zipfile.ZipFile(bundle) as archive:
        start = archive.start_dir
        size = archive.getinfo(FIRST).file_size
    entries = []
    for number in range(200):
        entry = bytearray(content[start : start + 46 + len(FIRST)])
        entry[46 + 6 : 46 + 11] = f"{number:05}".encode()
        entries.append(bytes(entry))
    directory = b"".join(entries)
    count = len(entries).to_bytes(2, "little")
    end = b"PK\5\6\0\0\0\0" + count * 2 + len(directory).to_bytes(4, "little") + start.to_bytes(4, "little") + b"\0\0"
    bundle.write_bytes(content[:start] + directory + end)
    assert size * len(entries) > len(content)
    with pytest.raises(RecordError, match="members that overlap"):
        read_all(bundle)


def test_more_or_longer_members_than_are_read_are_refused(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, value, said in (
        ("MAX_MEMBERS", 2, "has 3 members, more than are read"),
        ("MAX_MEMBER", 20, "bytes, more than are read"),
        ("MAX_MANIFEST", 20, "longer than is read"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(bundles, limit, value)
            with pytest.raises(RecordError, match=said):
                read_all(bundle)


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip file at all", b"PK\5\6" + b"\0" * 18])
def test_what_is_no_bundle_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.mjbundle"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"x\.mjbundle: is no bundle"):
        read_all(path)


def test_a_missing_bundle_and_a_folder_are_said_to_be(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "no.mjbundle", "no such file"), (tmp_path, "director|permission")):
        with pytest.raises(RecordError, match=said):
            read_all(path)


@pytest.mark.parametrize("seed", range(150))
def test_a_bundle_with_changed_bytes_is_read_whole_or_refused(bundle: Path, seed: int) -> None:
    """Never anything else than what was bundled; never another error than ours."""
    chance = random.Random(seed)
    content = bytearray(bundle.read_bytes())
    for _ in range(chance.choice((1, 1, 3, 20))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    if seed % 5 == 0:
        del content[chance.randrange(len(content)) :]
    bundle.write_bytes(content)
    try:
        with open_bundle(bundle) as opened:
            for game in opened.manifest.games:
                _whole_or_refused(opened, game)
    except MjlogError:
        pass


def _whole_or_refused(opened: Bundle, game: bundles.BundledGame) -> None:
    try:
        bodies = opened.bodies(game)
    except RecordError:
        return
    assert bodies in (log("one"), log("two"))
