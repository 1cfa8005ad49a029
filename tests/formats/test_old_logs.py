"""Logs that earlier programs wrote (`old/README.md`): read as they were, with the same heads, and judged alike."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.chain import GENESIS, chain
from mjlog.errors import RecordError
from mjlog.formats.files import people_at
from mjlog.rulesets import shipped
from mjlog.seats import Seat
from mjlog.sources import games_in, logs_in
from mjlog.store import Person
from short_logs import log

OLD = Path(__file__).parent / "old"
BUNDLE = OLD / "club.mjbundle"
FIRST, SECOND = "games/00001.mjlog.jsonl.gz", "games/00002.mjlog.jsonl.gz"
"""Of its files."""
WRITERS = sorted(OLD.glob("*.tar.xz"))
JUDGED = {line["log"]: line for line in map(json.loads, (OLD / "judged.jsonl").read_text("utf-8").splitlines())}
"""What the program of then said of each log, and what is said today where that is another thing."""


def _name(source: str) -> str:
    archive, _, name = source.partition(".tar.xz/")
    return f"{Path(archive).name}/{name.removesuffix('.mjlog.jsonl')}"


def _of(writer: Path) -> list[str]:
    return [name for name in JUDGED if name.startswith(writer.name.removesuffix(".tar.xz") + "/")]


def _judged(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for record in games_in(str(path)):
        reports = Engine(record).run()
        findings = [f"{finding.seq} {finding.code}" for report in reports for finding in report.findings]
        hands = [
            [one.hand, plain(one.winner), [one.computed.get(seat) for seat in Seat]] for one in reports if one.hand
        ]
        yield _name(record.source), {"findings": findings, "hands": hands}


@pytest.mark.parametrize("writer", WRITERS, ids=lambda path: path.name.partition(".")[0])
def test_logs_of_an_earlier_program_are_judged_as_then(writer: Path) -> None:
    """Every finding with its place, who won, and what each hand was worth; what is told otherwise has a reason."""
    then = {name: {key: JUDGED[name][key] for key in ("findings", "hands")} for name in _of(writer)}
    today = {name: said | JUDGED[name].get("today", {}) for name, said in then.items()}
    today = {name: {key: said[key] for key in then[name]} for name, said in today.items()}
    assert dict(_judged(writer)) == today
    assert all(JUDGED[name]["why"] for name in then if today[name] != then[name])


@pytest.mark.parametrize("writer", WRITERS, ids=lambda path: path.name.partition(".")[0])
def test_logs_of_an_earlier_program_have_the_heads_that_they_had(writer: Path) -> None:
    """Those that were whole are whole; their ids are those that they carry."""
    found = {}
    for one in logs_in(str(writer)):
        *_, head = (GENESIS, *chain(one.bodies))
        found[_name(one.source)] = (one.fault is None, head if one.fault is None else JUDGED[_name(one.source)]["head"])
    assert found == {name: (_is_whole(JUDGED[name]), JUDGED[name]["head"]) for name in _of(writer)}


def _is_whole(said: dict[str, Any]) -> bool:
    """Whether every line of a log is read as an event: then, or today where that is another thing."""
    return bool(said.get("today", {}).get("whole", said["whole"]))


def test_each_rule_set_was_played_in_a_log_that_is_kept() -> None:
    """Those that ship, and one that a log brings with it."""
    named = {json.loads(body)["ruleset"] for path in WRITERS for one in logs_in(str(path)) for body in one.bodies[:1]}
    assert named >= {*shipped(), "our-house"}


def test_a_log_of_a_newer_format_is_refused_in_words(tmp_path: Path) -> None:
    """What a later program means by its fields is not guessed at."""
    path = tmp_path / "x.mjlog.jsonl"
    path.write_bytes(log("E discard 5b").replace(b'"format": 1', b'"format": 2'))
    told = [finding for one in games_in(str(path)) for report in Engine(one).run() for finding in report.findings]
    assert [(one.seq, one.message) for one in told] == [(1, "the log has format 2: this program reads format 1")]


HEADS = {
    "not-mahjong": "91ec46a6036fbb757307aa987f52a87e93dc15292ae5debb2265c91f402846ed",
    "chow-not-from-left": "16e966b31887b7d84c722923803bf92d31f136024da538b3123bf3db9fceb310",
    "wrong-liable": "b3a8f05bb9d4e20f1a46f550d11c4c68a2ed15876310bebd8ac9b337ca4bcd5e",
    "tuesday: no. 2/3": "9b1f37289f0cb09a84dd65964a14f9f388fd5300e1e807d9ebba6d4c64539e96",
    "cards": "e8f450ae77b31a9cc549b4cb0fd907f7ff3aaebca6c86bb2427ba7bc73b692d7",
}
"""The games of the bundle, as the list in it says."""


def test_a_bundle_is_read_as_it_was_written() -> None:
    """All games in their order, judged by the rule sets that they name or bring with them; and who the handles are."""
    found = {one.game: (one.fault, [*chain(one.bodies)][-1]) for one in logs_in(str(BUNDLE))}
    assert list(found.items()) == [(game, (None, head)) for game, head in HEADS.items()]
    codes = [one.code for record in games_in(str(BUNDLE)) for report in Engine(record).run() for one in report.findings]
    assert sorted(set(codes)) == ["chow-not-from-left", "not-mahjong", "unknown-card", "wrong-liable"]
    assert people_at(str(BUNDLE)) == [
        Person("anna", "Anna Nováková", "plays on Tuesdays"), Person("ben", "Ben Black", None),
    ]  # fmt: skip


Files = dict[str, bytes]
CHANGES: dict[str, Callable[[Files], Files]] = {
    "a log changed": lambda files: {
        **files, FIRST: gzip.compress(gzip.decompress(files[FIRST]).replace(b"anna", b"anne")),
    },
    "logs swapped": lambda files: {**files, FIRST: files[SECOND], SECOND: files[FIRST]},
    "a log emptied": lambda files: {**files, FIRST: b""},
    "a log gone": lambda files: {name: content for name, content in files.items() if name != FIRST},
    "a stranger": lambda files: {**files, "games/x.mjlog.jsonl": b"{}"},
    "its list cut": lambda files: {**files, "manifest.json": files["manifest.json"][:200]},
    "another list": lambda files: {**files, "manifest.json": b"[]"},
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_a_bundle_that_is_not_what_its_list_says_is_refused_whole(tmp_path: Path, change: str) -> None:
    with zipfile.ZipFile(BUNDLE) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    path = tmp_path / "club.mjbundle"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in CHANGES[change](files).items():
            archive.writestr(name, content)
    for read in (games_in, logs_in, people_at):
        with pytest.raises(RecordError, match=r"club\.mjbundle: is no archive that can be read"):
            list(read(str(path)))  # type: ignore[operator]
