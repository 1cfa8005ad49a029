"""How large the program is, and what an event passes on seven ways through it: `python -m benchmarks.house`.

Lines and files of the program and its tests; on each way the files and functions that run, and how often a row is fed
to a replay, a text decoded, a table copied. Each way is gone once before it is counted, so that imports are not part.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

_TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_TOP / folder) for folder in (".", "cli", "schemas")]
PROGRAM = ("mjlog", "cli", "schemas")
_LATE, _EARLY = 900, 40
_GAME = "house"
_TOKEN = "a-token-of-the-benchmarks"
_WORD = re.compile(r"[A-Za-z_]\w*")
_PRIVATE = re.compile(r"_(?!_)")


class Way(NamedTuple):
    """What ran on one way: files, functions, calls of functions; rows fed, texts decoded, tables copied."""

    name: str
    files: int
    functions: int
    calls: int
    fed: int
    decoded: int
    copied: int


class Size(NamedTuple):
    """Files of Python in a part of the project, with their lines, functions and classes.

    `once`: private functions that their file names twice, where they are written and where they are used.
    """

    name: str
    files: int
    lines: int
    functions: int
    once: int
    classes: int


def sizes() -> Iterator[Size]:
    """The parts of the program, the program, its tests."""
    parts = [_size(name) for name in PROGRAM]
    yield from parts
    yield Size("program", *(sum(numbers) for numbers in zip(*(part[1:] for part in parts), strict=True)))
    yield _size("tests")


def _size(folder: str) -> Size:
    texts = [path.read_text("utf-8") for path in (_TOP / folder).rglob("*.py")]
    functions = once = classes = 0
    for text in texts:
        words = Counter(_WORD.findall(text))
        for node in ast.walk(ast.parse(text)):
            classes += isinstance(node, ast.ClassDef)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions += 1
                once += _PRIVATE.match(node.name) is not None and words[node.name] == 2 and not node.decorator_list
    return Size(folder, len(texts), sum(text.count("\n") for text in texts), functions, once, classes)


def walked(name: str, work: Callable[[], object]) -> Way:
    """What runs of the program while this is done, in every thread."""
    from mjlog.audit.engine import Engine

    ran: Counter[CodeType] = Counter()
    decoded = fed = 0
    after = Engine.after

    def counted(engine: Engine, rows: Iterable[Any]) -> Engine:
        nonlocal fed
        told = list(rows)
        fed += len(told)
        return after(engine, told)

    def note(frame: FrameType, kind: str, function: Any) -> None:
        nonlocal decoded
        if kind == "call":
            ran[frame.f_code] += 1
        elif kind == "c_call" and type(getattr(function, "__self__", None)).__module__ == "msgspec.json":
            decoded += function.__name__ in ("decode", "decode_lines")

    Engine.after = counted  # type: ignore[method-assign]
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        Engine.after = after  # type: ignore[method-assign]
    roots = tuple(f"{_TOP / folder}/" for folder in PROGRAM)
    ours = {code: count for code, count in ran.items() if code.co_filename.startswith(roots)}

    def calls(of: str) -> int:
        return sum(count for code, count in ours.items() if code.co_qualname == of)

    decoded += sum(count for code, count in ran.items() if code.co_qualname == "loads" and "json" in code.co_filename)
    files = {code.co_filename for code in ours}
    return Way(name, len(files), len(ours), sum(ours.values()), fed, decoded, calls("Table.copy"))


def ways() -> Iterator[Way]:
    """An act typed, an event posted, a record imported, the page of an event, a folder audited, a dossier, a sheet."""
    bodies = _simulated()
    with tempfile.TemporaryDirectory() as folder:
        for name, prepared in (
            ("an act typed at the recorder", _typed),
            (f"an event posted to a game of {_LATE}", _posted),
            ("a record imported", _imported),
            ("the page of an event", _page),
            ("a folder audited", _audited),
            ("a dossier", _dossier),
            ("the sheet of a log file", _sheet),
        ):
            for turn in ("first", "counted"):
                place = Path(folder, name.replace(" ", "-"), turn)
                place.mkdir(parents=True)
                work = prepared(place, bodies)
                if turn == "first":
                    work()
                else:
                    yield walked(name, work)


def _simulated() -> list[bytes]:
    from benchmarks.games import renamed
    from mjlog.rulesets import load
    from mjlog.simulate import Game

    lines: list[bytes] = []
    Game(load("western"), 7, 1, hands=16, depth="full").play(lines.append)
    return renamed([line.rstrip(b"\n") for line in lines], _GAME)


def _stored(place: Path, bodies: list[bytes]) -> Path:
    from mjlog.store import open_store

    path = place / "club.db"
    with open_store(path) as store:
        store.append(_GAME, bodies, expected_last=0)
    return path


def _typed(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    from benchmarks.bench_record import evening
    from mjlog.recording.session import Manner, RecordingSession
    from mjlog.store import open_store

    first, acts = evening("western")
    path = place / "club.db"
    with open_store(path) as store:
        store.append("evening", first, expected_last=0)
    session = RecordingSession(open_store(path), "evening", Manner())
    for act in acts[:_EARLY]:
        session.enter(act)
    return lambda: session.enter(acts[_EARLY])


def _client(path: Path) -> Any:
    from mjlog.viewer import create_app

    return create_app(path, patience=60, token=_TOKEN).test_client()


def _posted(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    client = _client(_stored(place, bodies[: _LATE - 1]))

    def post(last: int) -> None:
        sent = {"expected_last": last, "events": [json.loads(bodies[last])]}
        answer = client.post(f"/api/v1/games/{_GAME}/events", json=sent, headers={"Authorization": f"Bearer {_TOKEN}"})
        assert answer.status_code == 201, answer.text

    post(_LATE - 1)
    return lambda: post(_LATE)


def _page(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    client = _client(_stored(place, bodies[:_LATE]))
    return lambda: client.get(f"/games/{_GAME}/events/{_LATE // 2}?view=open")


def _imported(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    """A hand of riichi as another program wrote it."""
    games = place / "simulated"
    _command("simulate", "--ruleset", "riichi", "--hands", "1", "--seed", "7", "--out", str(games))()
    (log,) = games.glob("*.jsonl")
    record = place / "record.mjai.jsonl"
    _command("export", str(log), "--as", "mjai", "--out", str(record))()
    return _command("import", "mjai", str(record), "--db", str(place / "club.db"))


def _command(*words: str) -> Callable[[], object]:
    from click.testing import CliRunner

    from mjlog_cli.main import main

    def run() -> None:
        done = CliRunner().invoke(main, words)
        assert done.exit_code in (0, 1), done.output

    return run


def _audited(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    (place / "one.mjlog.jsonl").write_bytes(b"\n".join(bodies) + b"\n")
    return _command("audit", "--workers", "1", str(place))


def _dossier(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    return _command("--db", str(_stored(place, bodies)), "dossier", _GAME, str(_LATE // 2))


def _sheet(place: Path, bodies: list[bytes]) -> Callable[[], object]:
    from mjlog.formats.logs import write_log

    path = place / "one.mjlog.jsonl"
    path.write_bytes(b"".join(write_log(bodies)))
    return _command("sheet", str(path), "--out", str(place / "sheet.txt"), "--force")


def main() -> None:
    """Prints both tables."""
    print("| part | files | lines | functions | of these used once | classes |\n| --- | --- | --- | --- | --- | --- |")
    for size in sizes():
        print(f"| {size.name} |", *(f"{number:,} |" for number in size[1:]))
    print("\n| way | files | functions | calls | rows fed | decodes | table copies |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for way in ways():
        print(f"| {way.name} |", *(f"{number:,} |" for number in way[1:]), flush=True)


if __name__ == "__main__":
    main()
