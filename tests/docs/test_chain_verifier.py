"""The stand-alone verifier, and the page on the chain: Python alone, agrees with `mjlog verify`, finds changes."""

from __future__ import annotations

import ast
import gzip
import hashlib
import importlib.util
import json
import lzma
import os
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each
from mjlog.chain import LETTERS, canonical_json, check_letter, event_body, full_form, read_checkpoint, short_form
from mjlog.formats.logs import write_log
from mjlog.store import open_store
from mjlog.store.checkpoints import Verdict
from mjlog.verifying import ProofRequest, Result, verified
from samples import FINDINGS, LOGS
from turns import TURNS, examples, in_turn

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "understand" / "verify_log.py"
TEXT = SCRIPT.read_text("utf-8")
START = {"type": "game-start", "format": 1, "game": "tuesday", "ruleset": "western", "players": ["a", "b", "c", "d"]}
ANY_ID = "ab" * 32


@cache
def verifier() -> ModuleType:
    """docs/understand/verify_log.py, which is no module of the program."""
    spec = importlib.util.spec_from_file_location("verify_log", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs it as it is run elsewhere: by a Python that finds no package but its own."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, args)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert "Traceback" not in done.stderr
    return done


def heads_here(path: Path) -> dict[str, tuple[int, str]]:
    """Events and head of each game that the verifier finds whole."""
    return {name: (len(ids), ids[-1]) for name, ids, fault in verifier().games_in(path) if not fault}


def found_by_us(path: Path) -> list[Result]:
    """What `mjlog verify` finds."""
    return list(verified(str(path), ProofRequest()))


def heads_by_us(path: Path) -> dict[str, tuple[int, str]]:
    """Events and head of each game that `mjlog verify` finds whole."""
    return {one.game or "": (one.events, one.head) for one in found_by_us(path) if one.head is not None}


# -- what it is ---------------------------------------------------------------------------------------------------


def test_it_needs_only_the_standard_library_and_is_short() -> None:
    modules = set()
    for node in ast.walk(ast.parse(TEXT)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    assert modules <= sys.stdlib_module_names
    assert len(TEXT.splitlines()) < 155


# -- it agrees ----------------------------------------------------------------------------------------------------

_OF_THE_CHAIN = {"bad-json", "seq-gap", "chain-broken"}


def samples(rules: Path) -> Iterator[Path]:
    """Sample logs: whole games, one for each finding, and every third of those that show the rules."""
    yield from LOGS
    yield from FINDINGS
    yield from sorted(rules.rglob("*.mjlog.jsonl"))[::3]


@pytest.mark.parametrize("part", range(8))
def test_it_agrees_on_every_sample_log(sample_rules: Path, part: int) -> None:
    """Where a log is whole, on events and head; where it is not, it says so too (of rules for events it knows none)."""
    seen = 0
    for path in in_turn(list(samples(sample_rules))[part::8], part):
        ours = found_by_us(path)
        for one in ours:
            if one.head is not None:
                assert heads_here(path)[one.game or ""] == (one.events, one.head), path
            elif _OF_THE_CHAIN & {fault.code for fault in one.faults}:
                assert any(fault for _, _, fault in verifier().games_in(path)), path
        seen += len(ours)
    assert seen > 70 // TURNS


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=12)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
more_fields = st.dictionaries(st.text(max_size=8).map("x-".__add__), values, max_size=5)
texts = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ['"\\/\b\f\n\r\t\x00\x1f\x7f', "\u2028\u2029\ufeff", "č e\u030c 東 🀄 \U0010ffff"]
)


def events_of(parts: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """A game of remarks."""
    notes = [{"seq": seq, "type": "note", "text": text, **more} for seq, (text, more) in enumerate(parts, 2)]
    return [{"seq": 1, **START}, *notes]


def shuffled(value: Any, chance: random.Random) -> Any:
    """The same value with the fields of objects in another order."""
    if isinstance(value, dict):
        names = chance.sample(list(value), len(value))
        return {name: shuffled(value[name], chance) for name in names}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@settings(max_examples=examples(150), deadline=None)
@given(parts=st.lists(st.tuples(texts, more_fields), min_size=1, max_size=4), chance=st.randoms(use_true_random=False))
def test_it_agrees_on_whatever_the_events_of_a_log_hold(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, dict[str, Any]]], chance: random.Random
) -> None:
    """Texts of all letters and escapes, numbers, boxes in boxes: chained, and as others write them."""
    events = events_of(parts)
    bodies = [event_body(one) for one in events]
    folder = tmp_path_factory.mktemp("agreed")
    chained, plain = folder / "a.mjlog.jsonl", folder / "b.mjlog.jsonl"
    chained.write_bytes(b"".join(write_log(bodies)))
    lines = [json.dumps(shuffled(one, chance), ensure_ascii=chance.random() < 0.5) for one in events]
    plain.write_text("\n".join(lines) + "\n", "utf-8")
    with open_store(folder / "a.db") as store:
        head = store.append("tuesday", bodies)
    for path in (chained, plain):
        assert heads_here(path) == heads_by_us(path) == {"tuesday": (head.seq, head.id)}


@settings(max_examples=10, deadline=None)
@given(parts=st.lists(st.tuples(texts, more_fields), min_size=20, max_size=40))
def test_it_agrees_on_whatever_a_database_holds(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, dict[str, Any]]]
) -> None:
    path = tmp_path_factory.mktemp("agreed") / "a.db"
    with open_store(path) as store:
        head = store.append("tuesday", [event_body(one) for one in events_of(parts)])
    assert heads_here(path) == heads_by_us(path) == {"tuesday": (head.seq, head.id)}


@given(values)
def test_it_writes_json_as_the_standard_has_it(value: Any) -> None:
    assert verifier().canonical(value).encode() == canonical_json(value)


@each("number, text",
    [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.5, "-1.5"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
        (5.59460721111079e16, "55946072111107900"), (0.0001, "0.0001"), (-1.25e-5, "-0.0000125"), (1e-6, "0.000001"),
        (1e-7, "1e-7"), (1.5e-10, "1.5e-10"), (5e-324, "5e-324"), (2.5e300, "2.5e+300"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_javascript_does(number: float, text: str) -> None:
    assert verifier().canonical(number) == text


def test_packed_logs_are_read(tmp_path: Path) -> None:
    content = b"".join(write_log([event_body(one) for one in events_of([("x", {})])]))
    for name, packed in (("a.mjlog.jsonl.gz", gzip.compress(content)), ("a.mjlog.jsonl.xz", lzma.compress(content))):
        (tmp_path / name).write_bytes(packed)
        assert heads_here(tmp_path / name) == heads_by_us(tmp_path / name) != {}


# -- it finds what was done ---------------------------------------------------------------------------------------

THEN = events_of([(f"remark {seq}", {}) for seq in range(2, 10)])
BODIES = [event_body(one) for one in THEN]
CHAINED = [line.rstrip(b"\n") for line in write_log(BODIES)]
HEAD = json.loads(CHAINED[-1])["id"]
NOTED = short_form(9, HEAD, "tuesday")


def relinked(lines: list[bytes]) -> list[bytes]:
    """What somebody writes who knows how the chain is made: ids that fit."""
    events = [json.loads(line) for line in lines]
    bodies = [event_body({**one, "seq": seq}) for seq, one in enumerate(events, 1)]
    return [line.rstrip(b"\n") for line in write_log(bodies)]


def with_fields(line: bytes, **fields: Any) -> bytes:
    """A line with other fields."""
    return canonical_json({**json.loads(line), **fields})


def changed(line: bytes) -> bytes:
    """A remark that says something else."""
    return with_fields(line, text="gossip")


def put(lines: list[bytes], place: int, *new: bytes) -> list[bytes]:
    """Other lines in the place of one."""
    return [*lines[:place], *new, *lines[place + 1 :]]


Tamper = Callable[[list[bytes]], list[bytes]]
TAMPERED: dict[str, Tamper] = {
    "an event changed": lambda old: put(old, 4, old[4].replace(b"remark", b"gossip")),
    "the first event changed": lambda old: put(old, 0, old[0].replace(b"western", b"classical")),
    "the last event changed": lambda old: put(old, 8, with_fields(old[8], text="x")),
    "a field added": lambda old: put(old, 4, with_fields(old[4], seat="E")),
    "an event removed": lambda old: put(old, 4),
    "the first event removed": lambda old: old[1:],
    "an event put in": lambda old: put(old, 4, old[4], with_fields(old[4], seq=6)),
    "an event twice": lambda old: put(old, 4, old[4], old[4]),
    "two events swapped": lambda old: [*old[:4], old[5], old[4], *old[6:]],
    "another number": lambda old: put(old, 4, with_fields(old[4], seq=50)),
    "an id changed": lambda old: put(old, 4, with_fields(old[4], id=ANY_ID)),
    "a prev changed": lambda old: put(old, 4, with_fields(old[4], prev=ANY_ID)),
    "an id removed": lambda old: put(old, 4, b"{" + old[4].split(b",", 1)[1]),
    "an event changed, and its id to fit": lambda old: put(old, 4, relinked(put(old, 4, changed(old[4])))[4]),
    "a field stated twice": lambda old: put(old, 4, old[4][:-1] + b',"text":"x"}'),
    "a line cut short": lambda old: put(old, 8, old[8][:40]),
    "a line that is no object": lambda old: put(old, 4, b"[5]"),
    "bytes that are no text": lambda old: put(old, 4, old[4].replace(b"remark", b"\xff\xfe")),
    "half a character": lambda old: put(old, 4, old[4].replace(b"remark", b"\\ud83c")),
    "a number that is none": lambda old: put(old, 4, old[4][:-1] + b',"x":NaN}'),
}  # fmt: skip
ONLY_A_CHECKPOINT_TELLS: dict[str, Tamper] = {
    "the end cut off": lambda old: old[:6],
    "all removed": lambda _old: [],
    "written anew": lambda old: relinked(put(old, 4, changed(old[4]))),
    "written anew without an event": lambda old: relinked(put(old, 4)),
    "without ids, and changed": lambda old: [event_body(json.loads(line)) for line in put(old, 4, changed(old[4]))],
    "another game": lambda old: relinked(put(old, 0, with_fields(old[0], game="friday"))),
}  # fmt: skip


def test_the_log_itself_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join(CHAINED))
    for checkpoint in (NOTED, full_form(9, HEAD), f"9:{HEAD[:8]}", f"tuesday 9 {HEAD[:16].upper()}"):
        done = run(path, "--head", checkpoint)
        assert done.returncode == 0
        assert f"tuesday: ok, 9 events, head {HEAD}" in done.stdout
        assert "event 9 is still what it was" in done.stdout


@each("what", TAMPERED)
def test_it_finds_what_was_done_to_a_log(what: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join(TAMPERED[what](CHAINED)))
    assert path.read_bytes() != b"\n".join(CHAINED)
    assert [fault for _, _, fault in verifier().games_in(path) if fault] != []
    assert any(not one.is_good for one in found_by_us(path))


@pytest.mark.parametrize("what", ONLY_A_CHECKPOINT_TELLS)
def test_a_checkpoint_finds_what_the_chain_cannot(what: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join(ONLY_A_CHECKPOINT_TELLS[what](CHAINED)))
    assert run(path).returncode == 0
    for checkpoint in (NOTED, f"9:{HEAD[:8]}"):
        done = run(path, "--head", checkpoint)
        assert done.returncode == 1
        assert "event 9 IS NOT WHAT IT WAS" in done.stdout


def test_a_field_that_is_stated_twice_is_found_where_no_id_tells(tmp_path: Path) -> None:
    """Nobody can say which of the two counts."""
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join([*BODIES, b'{"seq":10,"text":"a","text":"b","type":"note"}']))
    assert "a field is stated twice" in run(path).stdout
    assert run(path).returncode == 1


WHOLE = b"\n".join(CHAINED)


@settings(max_examples=examples(200), deadline=None)
@given(place=st.integers(0, len(WHOLE) - 1), byte=st.integers(0, 255))
def test_no_byte_can_be_changed_unnoticed(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int
) -> None:  # fmt: skip
    """With the checkpoint of the whole log; unless every event is still the same, written with another blank."""
    path = tmp_path_factory.mktemp("changed") / "a.mjlog.jsonl"
    path.write_bytes(WHOLE[:place] + bytes([byte]) + WHOLE[place + 1 :])
    here = [ids for name, ids, fault in verifier().games_in(path) if name == "tuesday" and not fault]
    is_whole = [ids[8:] for ids in here] == [[HEAD]]
    assert is_whole == (heads_by_us(path) == {"tuesday": (9, HEAD)})
    if is_whole:
        assert [event_body(json.loads(line)) for line in path.read_bytes().split(b"\n") if line.strip()] == BODIES


OTHER = [event_body({**one, **({"game": "friday"} if "game" in one else {})}) for one in THEN]
IN_DATABASE = {
    "an event changed": "UPDATE events SET body = replace(body, 'remark', 'gossip') WHERE game = 1 AND seq = 5",
    "an id changed": "UPDATE events SET id = zeroblob(32) WHERE game = 1 AND seq = 5",
    "a row removed": "DELETE FROM events WHERE game = 1 AND seq = 5",
    "a row moved": "UPDATE events SET seq = 50 WHERE game = 1 AND seq = 9",
    "two rows swapped": "UPDATE events SET seq = 100 - seq, body = body WHERE game = 1 AND seq > 7",
    "an event of another game": "UPDATE events SET body = (SELECT body FROM events WHERE game = 2 AND seq = 1)"
    " WHERE game = 1 AND seq = 1",
    "written in another way": "UPDATE events SET body = replace(body, ':', ': ') WHERE game = 1 AND seq = 5",
    "no text at all": "UPDATE events SET body = '' WHERE game = 1 AND seq = 5",
    "a game taken from the list": "DELETE FROM games WHERE number = 1",
}


@each("what", IN_DATABASE)
def test_it_finds_what_was_done_to_a_database(what: str, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_store(path) as store:
        store.append("tuesday", BODIES)
        store.append("friday", OTHER)
    assert run(path, "--head", NOTED).returncode == 0
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    assert connection.execute(IN_DATABASE[what]).rowcount > 0
    connection.commit()
    connection.close()
    assert run(path).returncode == 1
    assert any(not one.is_good for one in found_by_us(path))
    assert "friday: ok, 9 events" in run(path).stdout


# -- how it answers -----------------------------------------------------------------------------------------------


def test_a_checkpoint_that_names_its_game_must_hold_in_every_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.mjlog.jsonl", tmp_path / "b.mjlog.jsonl"
    good.write_bytes(b"\n".join(CHAINED))
    bad.write_bytes(b"\n".join(CHAINED[:6]))
    refuted = run(good, bad, "--head", NOTED)
    assert refuted.returncode == 1
    assert "tuesday: event 9 IS NOT WHAT IT WAS" in refuted.stdout
    assert run(good, bad, "--head", f"9:{HEAD[:8]}").returncode == 0


@pytest.mark.parametrize(("checkpoint", "words"), [
    (NOTED[:-1] + "g", "a digit is wrong, or the letter"),
    ("tuesday", "is no checkpoint"),
    ("9:80", "is no checkpoint"),
])  # fmt: skip
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, checkpoint: str, words: str) -> None:
    done = run(tmp_path / "any", "--head", checkpoint)
    assert done.returncode == 2
    assert words in done.stderr


def test_what_cannot_be_read_is_told_and_the_rest_is_done(tmp_path: Path) -> None:
    good, odd, packed = tmp_path / "a.mjlog.jsonl", tmp_path / "b.db", tmp_path / "c.mjlog.jsonl.xz"
    good.write_bytes(b"\n".join(CHAINED))
    odd.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 20)
    packed.write_bytes(lzma.compress(good.read_bytes())[:60])
    done = run(tmp_path / "missing", tmp_path, odd, packed, good)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 5
    assert "tuesday: ok" in done.stdout


def test_names_are_shown_harmlessly(tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join(relinked(put(CHAINED, 0, with_fields(CHAINED[0], game="a\u202e\x1b[2J\nb")))))
    (line,) = run(path).stdout.splitlines()
    assert "a\\u202e\\x1b[2J\\nb: ok" in line


@settings(max_examples=examples(60), deadline=None)
@given(content=st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_nothing_that_a_file_holds_makes_it_fail(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("odd") / "a.mjlog.jsonl"
    path.write_bytes(content)
    for name, ids, fault in verifier().games_in(path):
        assert fault or ids, name


# -- the page on the chain is true ------------------------------------------------------------------------------------


TOP = Path(__file__).resolve().parent.parent.parent
DOCS = TOP / "docs"
PAGE = (DOCS / "understand" / "chain.md").read_text("utf-8")
_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_END = "-- end of a command --"
FORMAT_HEAD = "803b8390d070cfc51c028558cdc2b13725fa8a8ba73ab4697bb84970a8e3c300"


def shown() -> list[tuple[str, str]]:
    """The commands of the page, and what it says that they print."""
    steps: list[tuple[str, str]] = []
    for line in "".join(_CONSOLE.findall(PAGE)).splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], ""))
        else:
            command, printed = steps[-1]
            steps[-1] = (command, f"{printed}{line}\n")
    return steps


def tools(folder: Path) -> Path:
    """A folder with the programs that the page uses and that may have another name here."""
    folder.mkdir()
    sums = "import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest() + '  -')"
    for name, words in (("mjlog", "-m mjlog_cli"), ("python3", ""), ("sha256sum", f'-c "{sums}"')):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', "utf-8")
        script.chmod(0o755)
    return folder


def printed(commands: list[str], folder: Path) -> list[str]:
    """What each command prints, standard error too, in one shell in this folder."""
    roots = os.pathsep.join(str(TOP / root) for root in (".", "cli", "schemas"))
    path = os.pathsep.join([str(tools(folder / "tools")), os.environ.get("PATH", "")])
    environment = {**os.environ, "PYTHONPATH": roots, "PATH": path, "PYTHONIOENCODING": "utf-8"}
    script = "".join(f"{command}\necho '{_END}'\n" for command in commands)
    done = subprocess.run(
        ["sh"], input=script, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    return done.stdout.split(f"{_END}\n")[:-1]


def test_every_command_prints_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "verify_log.py").write_bytes((DOCS / "understand" / "verify_log.py").read_bytes())
    steps = shown()
    commands = [command for command, _ in steps]
    assert list(zip(commands, printed(commands, tmp_path), strict=True)) == steps
    used = " ".join(commands)
    for tool in ("sha256sum", "mjlog checkpoint", "mjlog verify", "--head", "--against", "python3 verify_log.py"):
        assert tool in used


def test_the_worked_example_is_the_test_vector_of_the_format() -> None:
    """Computed here once more from what the page says goes into an id."""
    one, two = re.findall(r"^\$ (?:one|two)='(.*)'$", PAGE, re.MULTILINE)
    prev = "0" * 64
    for body in (one, two):
        prev = hashlib.sha256(b"mjlog1\n" + prev.encode() + b"\n" + body.encode()).hexdigest()
        assert f"{prev}  -" in PAGE
    assert prev == FORMAT_HEAD


def forms() -> list[str]:
    """The examples in the table of forms that stand for event 2 of the example."""
    rows = re.findall(r"^\| [^|]* \| (.*) \|$", PAGE, re.MULTILINE)
    found = [text for row in rows for text in re.findall(r"`([^`]+)`", row) if "803b" in text]
    return [text.replace("…", FORMAT_HEAD[8:]) for text in found]


@pytest.mark.parametrize("form", forms())
def test_every_form_of_the_table_is_read(form: str) -> None:
    read = read_checkpoint(form)
    assert (read.game, read.count) == ("demo", 2)
    assert FORMAT_HEAD.startswith(read.head)


def test_the_table_has_all_forms() -> None:
    assert len(forms()) == 5


def test_the_rule_for_the_check_letter_gives_the_letter() -> None:
    """The page names the letters in order, and its rule leads from the example to the letter of the example."""
    assert "`" + " ".join(LETTERS) + "`" in PAGE
    rest = 0
    for digit in "2803b8390d070cfc5":
        rest = (3 * rest + int(digit, 16)) % 17
    assert LETTERS[rest] == check_letter(2, FORMAT_HEAD) == "u"


def test_every_verdict_is_explained() -> None:
    assert [verdict for verdict in Verdict if f"| `{verdict}` |" not in PAGE] == []
