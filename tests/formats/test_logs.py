"""Native logs: several games in one stream, chains, fields that this version does not know."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.answers import plain
from mjlog.audit.engine import Engine
from mjlog.chain import GENESIS, chain, chain_id, event_body
from mjlog.errors import RecordError
from mjlog.events import EVENT_TYPES
from mjlog.formats.files import people_at
from mjlog.formats.lines import lines_of_bytes
from mjlog.formats.logs import LogLine, as_stored, read_log, read_strictly, write_log
from mjlog.log.records import Fault
from mjlog.rulesets import shipped
from mjlog.seats import Seat
from mjlog.sources import games_in, logs_in
from mjlog.store import Person
from short_logs import fields, log
from tests.formats.odd_events import ODD_EVENTS

SHORT = "E discard 5b; S discard Ww; W discard 1c"
VECTOR = (
    b'{"format":1,"game":"demo","players":["anna","ben","\xc4\x8den\xc4\x9bk","dora"],"ruleset":"western","seq":1,'
    b'"type":"game-start"}',
    b'{"hand":1,"round":"E","seats":{"E":"anna","N":"dora","S":"ben","W":"\xc4\x8den\xc4\x9bk"},"seq":2,'
    b'"type":"hand-start"}',
)
"""The two events of the format page, and their ids."""
VECTOR_IDS = (
    "bedda872f1bfe4beee85b43be56da2fe8cbfe41114ba728f1d12839c77f96a7b",
    "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300",
)


def found(data: bytes) -> list[tuple[str, int | None, int | None]]:
    """Code, seq and line of everything found in a stream."""
    return [
        (finding.code, finding.seq, finding.line)
        for record in read_log("log", lines_of_bytes(data, "log"), "log")
        for report in Engine(record).run()
        for finding in report.findings
    ]


def chained(text: str) -> list[dict[str, Any]]:
    """The events of a text with `id` and `prev`."""
    return [json.loads(line) for line in write_log(event_body(event) for event in fields(text))]


def spelled(events: list[dict[str, Any]], **how: Any) -> bytes:
    """A log of these events, as another program may write it."""
    return b"".join(json.dumps(event, **how).encode() + b"\n" for event in events)


# -- streams ------------------------------------------------------------------------------------------------------


def test_games_follow_one_another_in_a_stream() -> None:
    """Each begins with its game-start; lines are counted through, blank ones, too, whatever their ends."""
    stream = log(SHORT) + log("game; hand depth=table; E discard 5b; W claim chow") + log(SHORT)
    records = [[row for row, _line in record.rows] for record in read_log("log", lines_of_bytes(stream, "log"), "log")]
    assert [len(rows) for rows in records] == [5, 4, 5]
    assert found(stream) == [("chow-not-from-left", 4, 9)]
    assert len(list(read_log("log", lines_of_bytes(log(SHORT) * 3, "log"), "log"))) == 3, "none of them is used up"
    (record,) = read_log("log", lines_of_bytes(b"\n\n", "log"), "log")
    assert list(record.rows) == [], "an empty stream is one game without events"
    data = log("E discard 5b; W claim chow").replace(b"\n", b"\r\n\r\n")
    assert found(data) == [("chow-not-from-left", 4, 7)]


def test_good_lines_around_a_bad_one_are_usable() -> None:
    """The line is reported, the events before and after it are carried out."""
    lines = log(SHORT).splitlines()
    stream = lines_of_bytes(b"\n".join([*lines[:3], b"{", *lines[4:]]), "log")
    rows = [row for record in read_log("log", stream, "log") for row, _line in record.rows]
    assert [isinstance(row, Fault) for row in rows] == [False, False, False, True, False]


def bodies_of(data: bytes) -> list[bytes]:
    """The canonical bodies of a log's lines, each of which can be carried on."""
    read = [read_strictly(line) for _number, line in lines_of_bytes(data, "log")]
    return [one.body for one in read if not isinstance(one, Fault)]


# -- what is not known --------------------------------------------------------------------------------------------


def test_unknown_fields_are_kept_without_a_finding() -> None:
    """They are part of the body that is stored and exported."""
    events = fields(SHORT)
    events[2]["weather"] = {"wind": "north", "force": [1, 2.5]}
    data = spelled(events)
    assert found(data) == []
    assert json.loads(bodies_of(data)[2])["weather"] == {"wind": "north", "force": [1, 2.5]}


def test_export_and_import_are_the_identity() -> None:
    """Canonical bytes, the same each time, chained or not."""
    data = spelled(fields(SHORT), indent=None, ensure_ascii=True)
    for chained in (True, False):
        once = b"".join(write_log(bodies_of(data), chained))
        again = b"".join(write_log(bodies_of(once), chained))
        assert once == again
        assert found(once) == []


@pytest.mark.parametrize("line", [
    b'{"seq":3,"type":"discard","seat":"E","tile":"5b","tile":"6b"}',
    b'{"seq": 3, "type": "discard", "seat": "E", "tile": "5b", "tile": "5b"}',
    b'{"seq":3,"type":"discard","seat":"E","tile":"5b","x":{"y":1,"y":1}}',
    b'{"seq":3,"type":"discard","seat":"E","tile":"5b","x":NaN}',
    b'{"seq":3,"type":"discard","seat":"E","tile":"5b","x": 1e999}',
    b'{"seq":3,"type":"discard","seat":"E","tile":"5b","x":"\\ud800"}',
    b'{"seq":3,"type":"discard","seat":"E"}',
    b"[1]",
    b"\xff\xfe",
    f'{{"type": "note", "seq": 1, "text": "a", "x": {"[" * 600}{"]" * 600}}}'.encode(),
])  # fmt: skip
def test_a_line_that_cannot_be_carried_on_byte_for_byte_is_refused(line: bytes) -> None:
    """A repeated field, a number that is none, a lone surrogate, what is nested too deeply: the import says so."""
    assert isinstance(read_strictly(line), Fault)


@given(st.data())
def test_an_event_is_the_same_however_it_is_spelled(data: st.DataObject) -> None:
    """In any order of its fields, with any blanks and escapes between them, with ids and without."""
    event = {**data.draw(ODD_EVENTS), "seq": 5}
    links = data.draw(st.sampled_from([{}, {"id": "1" * 64, "prev": "b" * 64}]))
    spelled = json.dumps(
        dict(data.draw(st.permutations(list({**event, **links}.items())))),
        ensure_ascii=data.draw(st.booleans()),
        separators=data.draw(st.sampled_from(((",", ":"), (", ", ": "), (" ,\t", " :\r")))),
    )
    assert read_strictly(spelled.encode()) == LogLine(event_body(event), (links.get("id"), links.get("prev")))
    (record,) = read_log("log", [(1, spelled.encode())], "log")
    ((row, _line),) = record.rows
    assert not isinstance(row, Fault)
    stored = as_stored(record, 0, row)
    assert not isinstance(stored, Fault)
    assert stored.body == event_body(event)


def test_no_event_but_the_first_has_parts_with_fields_of_their_own() -> None:
    """So a field `id` of a line is the event's: what a log says is known without a second look at most of its lines."""
    with_parts = {kind.__name__ for kind in EVENT_TYPES if any(parts(msgspec.inspect.type_info(kind)))}
    assert with_parts == {"GameStart"}


def parts(of: Any) -> Iterator[str]:
    """The structs in a type, however deep."""
    inner = [one.type for one in of.fields] if isinstance(of, msgspec.inspect.StructType) else []
    inner += [*getattr(of, "types", ()), *getattr(of, "item_types", ())]
    inner += [getattr(of, name) for name in ("item_type", "key_type", "value_type") if hasattr(of, name)]
    for one in inner:
        if isinstance(one, msgspec.inspect.StructType):
            yield one.cls.__name__
        yield from parts(one)


# -- the chain ----------------------------------------------------------------------------------------------------


def test_the_chain_is_the_one_of_the_format_page() -> None:
    """Its test vector."""
    lines = [json.loads(line) for line in write_log(VECTOR)]
    assert tuple(line["id"] for line in lines) == VECTOR_IDS
    assert [line["prev"] for line in lines] == [GENESIS, VECTOR_IDS[0]]


def test_a_whole_chain_has_no_finding() -> None:
    """However the lines are spelled, if they say the same. In a log without ids nothing is missing, either."""
    assert found(log(SHORT)) == []
    events = chained(SHORT)
    assert found(spelled(events)) == []
    assert found(spelled(events, separators=(",", ":"), sort_keys=True)) == []
    assert found(spelled([dict(reversed(event.items())) for event in events])) == []


@pytest.mark.parametrize("change", [{"tile": "6b"}, {"at": "2026-01-01T00:00:00Z"}, {"weather": "fine"}])
def test_a_changed_event_breaks_the_chain_there(change: dict[str, Any]) -> None:
    """Also when only a field was added that this version does not know."""
    events = chained(SHORT)
    events[2] |= change
    assert found(spelled(events)) == [("chain-broken", 3, 3)]
    events[2]["id"] = chain_id(events[2]["prev"], event_body(events[2]))
    assert found(spelled(events)) == [("chain-broken", 4, 4)], "with an id of its own: there the next follows another"


def test_an_event_taken_out_breaks_the_chain() -> None:
    """One finding; renumbered, the events after it were changed too, and the chain tells that of each."""
    events = chained("E discard 5b; note the game was interrupted; S discard Ww")
    del events[3]
    assert found(spelled(events)) == [("chain-broken", 5, 4)]
    events[3]["seq"] = 4
    assert found(spelled(events)) == [("chain-broken", 4, 4)]


@pytest.mark.parametrize("links", [{"id": None}, {"prev": None}, {"id": "x"}, {"id": "é" * 64}, {"prev": "é"}])
def test_links_that_are_none_break_the_chain(links: dict[str, Any]) -> None:
    """Missing, or no hash at all."""
    events = chained(SHORT)
    events[3] |= links
    if None in links.values():
        events[3] = {name: value for name, value in events[3].items() if value is not None}
    assert found(spelled(events))[0] == ("chain-broken", 4, 4)


def test_after_a_bad_line_the_chain_goes_on() -> None:
    """One fault, one finding: the bad line."""
    lines = spelled(chained(SHORT)).splitlines()
    lines[3] = lines[3][:-20]
    assert [code for code, _seq, _line in found(b"\n".join(lines))] == ["bad-json"]


def test_a_correction_is_seen_however_its_type_is_spelled() -> None:
    """Letters of a word may be written as escapes."""
    data = spelled([*fields(SHORT), {"seq": 6, "type": "correction", "of": 5, "events": [], "reason": "a slip"}])
    for spelled_so in (data, data.replace(b'"correction"', rb'"corr\u0065ction"')):
        assert [record.corrected for record in read_log("log", lines_of_bytes(spelled_so, "log"), "log")] == [True]
    assert [record.corrected for record in read_log("log", lines_of_bytes(log(SHORT), "log"), "log")] == [False]


# -- logs that earlier programs wrote (`old/README.md`): read as they were, with the same heads, and -------------------


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
