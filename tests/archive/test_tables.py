"""An archive as tables: what stands in them is what the audit says, and nothing is lost or half written."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from mjlog.archive.parts import METADATA, PartWriter, _Folder, schema_of
from mjlog.archive.rows import BODY, TABLES, VERSION, GameRows, columns_of, key_of
from mjlog.sources import Piece
from mjlog_cli.audit.audit_request import Audited, AuditRequest
from mjlog_cli.audit.games import audit_piece
from mjlog_cli.commands import tables
from mjlog_cli.commands.tables import parts_of
from mjlog_cli.main import main

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = ROOT / "sample_logs" / "findings"
GAMES = ROOT / "sample_logs" / "games"


def run(*args: str | Path) -> Result:
    """A command, run in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args])


def rows_of(folder: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table."""
    lies = ds.partitioning(pa.schema([("ruleset", pa.string()), ("year", pa.int32())]), flavor="hive")
    return ds.dataset(folder / table, partitioning=lies).to_table().to_pylist()


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Logs with findings, some games, a file that is none, and a path that is not there."""
    folder = tmp_path_factory.mktemp("archive")
    (folder / "empty.mjlog.jsonl").write_text("", "utf-8")
    (folder / "damaged.tar.gz").write_bytes(b"no archive")
    logs = sorted(FINDINGS.glob("*.mjlog.jsonl"))[:120:3]
    return [folder, folder / "absent", *logs, GAMES / "western.mjlog.jsonl.xz", GAMES / "riichi.mjlog.jsonl.xz"]


@pytest.fixture(scope="module")
def made(sources: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their tables, with whole events."""
    out = tmp_path_factory.mktemp("made") / "tables"
    result = run("tables", *sources, "--out", out, "--events", "bodies")
    assert result.exit_code == 2, result.output
    return out


@pytest.fixture(scope="module")
def reports(sources: list[Path]) -> list[dict[str, Any]]:
    """What `mjlog audit --json` says of them."""
    return [json.loads(line) for line in run("audit", "--json", *sources).stdout.splitlines()]


def test_the_hands_are_those_of_the_audit_in_its_order(made: Path, reports: list[dict[str, Any]]) -> None:
    source = {row["key"]: row["source"] for row in rows_of(made, "games")}
    hands = {(source[row["key"]], row["place"]): row for row in rows_of(made, "hands") if row["hand"] is not None}
    places: Counter[str] = Counter()
    seen = 0
    for report in reports:
        place = places[report["source"]]
        places[report["source"]] += 1
        if report["hand"] is None:
            continue
        row = hands[report["source"], place]
        assert (row["hand"], row["winner"], row["winners"], row["state"]) == (
            report["hand"], report["winner"], report["winners"], report["state"],
        )  # fmt: skip
        assert row["unjudged"] == len(report["unjudged"])
        seen += 1
    assert seen == len(hands) > 40


def test_the_findings_are_those_of_the_audit(made: Path, reports: list[dict[str, Any]]) -> None:
    fields = ("code", "severity", "seq", "line", "hand", "seat", "rule", "message")
    expected = Counter(
        tuple(finding[field] for field in fields) for report in reports for finding in report["findings"]
    )
    found = Counter(tuple(row[field] for field in fields) for row in rows_of(made, "findings") if row["code"])
    assert found == expected
    assert len(expected) > 30


def test_scores_and_payments_are_those_of_the_audit(made: Path, reports: list[dict[str, Any]]) -> None:
    source = {row["key"]: row["source"] for row in rows_of(made, "games")}
    found = Counter(
        (source[row["key"]], row["hand"], row["seat"], row["recorded"], row["computed"], row["paid"], row["owed"])
        for row in rows_of(made, "scores")
        if any(row[name] is not None for name in ("recorded", "computed", "paid", "owed"))
    )
    expected: Counter[tuple[Any, ...]] = Counter()
    for report in reports:
        paid, owed = (report["settlement"][name] or {} for name in ("recorded", "computed"))
        for seat, score in report["scores"].items():
            values = (score["recorded"], score["computed"], paid.get(seat), owed.get(seat))
            if any(value is not None for value in values):
                expected[report["source"], report["hand"], seat, *values] += 1
    assert found == expected
    assert expected


def test_what_cannot_be_read_stands_in_the_findings(made: Path) -> None:
    troubles = [row["message"] for row in rows_of(made, "findings") if row["code"] is None]
    assert [message for message in troubles if "absent" in message]
    empty = [row for row in rows_of(made, "findings") if row["message"] == "the log is empty"]
    assert [row["code"] for row in empty] == ["bad-json"]
    assert "damaged.tar.gz" in {Path(row["source"]).name for row in rows_of(made, "games")}


def test_events_are_there_one_row_each_whole_where_that_is_asked(made: Path, sources: list[Path]) -> None:
    games, events = rows_of(made, "games"), rows_of(made, "events")
    count = Counter(row["key"] for row in events)
    assert {row["key"]: row["events"] for row in games if row["events"]} == count
    log = sources[2]
    key = key_of(str(log), next(row["game"] for row in games if row["source"] == str(log)))
    written = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    stored = {row["seq"]: row for row in events if row["key"] == key}
    for event in written:
        if event["seq"] in stored:
            body = json.loads(stored[event["seq"]]["body"])
            assert body.items() <= event.items()
            assert stored[event["seq"]]["type"] == event["type"]
    assert stored


def test_several_processes_write_the_same_tables(made: Path, sources: list[Path], tmp_path: Path) -> None:
    again = tmp_path / "again"
    run("tables", *sources, "--out", again, "--events", "bodies", "--workers", "2")
    for table in TABLES:
        assert rows_of(again, table) == rows_of(made, table), table
    names = [sorted(path.relative_to(where) for path in where.rglob("*.parquet")) for where in (made, again)]
    assert names[0] == names[1]


def test_every_file_says_the_version_of_the_tables_and_is_packed_with_zstd(made: Path) -> None:
    files = list(made.rglob("*.parquet"))
    assert files
    for path in files:
        file = pq.ParquetFile(path)
        assert (file.schema_arrow.metadata or {})[METADATA] == str(VERSION).encode()
        assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_the_columns_written_are_those_of_the_page_with_their_types_and_meanings(made: Path) -> None:
    page = (ROOT / "docs" / "lookup" / "tables.md").read_text("utf-8")
    told: dict[str, list[tuple[str, ...]]] = {}
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        name = section.split("\n", 1)[0].strip(" `")
        told[name] = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", section, re.MULTILINE)
    told = {name: rows for name, rows in told.items() if name in TABLES}
    assert told == {name: [tuple(one) for one in columns_of(name, True)] for name in TABLES}
    for name in TABLES:
        path = next((made / name).rglob("*.parquet"))
        assert pq.read_schema(path).names == [row[0] for row in told[name]]


def test_a_game_of_a_tournament_says_which_round_it_was(tmp_path: Path) -> None:
    players = "anna ben cleo dora"
    log = f'game t western {players} place=club table=2 tournament="Rhine Open" session=3\n8s48/4/2\nend\n'
    (tmp_path / "t.mjlog.txt").write_text(log, "utf-8")
    assert run("tables", tmp_path / "t.mjlog.txt", "--out", tmp_path / "tables").exit_code == 0
    (game,) = rows_of(tmp_path / "tables", "games")
    told = {name: game[name] for name in ("place_name", "table", "tournament", "session")}
    assert told == {"place_name": "club", "table": "2", "tournament": "Rhine Open", "session": 3}


def test_without_bodies_no_event_is_stored(tmp_path: Path) -> None:
    result = run("tables", GAMES / "western.mjlog.jsonl.xz", "--out", tmp_path / "t", "--events", "rows")
    assert result.exit_code == 0, result.output
    assert BODY.name not in rows_of(tmp_path / "t", "events")[0]
    assert BODY.name not in schema_of("events").names
    run("tables", GAMES / "western.mjlog.jsonl.xz", "--out", tmp_path / "u")
    assert not (tmp_path / "u" / "events").exists()


def test_tables_of_other_games_are_written_over_only_by_force(tmp_path: Path) -> None:
    out, log = tmp_path / "t", GAMES / "western.mjlog.jsonl.xz"
    assert run("tables", log, "--out", out).exit_code == 0
    for other in ([GAMES / "riichi.mjlog.jsonl.xz"], [log, "--as-recorded"], [log, "--events", "rows"]):
        again = run("tables", *other, "--out", out)
        assert (again.exit_code, "--force" in again.stderr) == (2, True)
    assert run("tables", GAMES / "riichi.mjlog.jsonl.xz", "--out", out, "--force").exit_code == 0
    assert {row["ruleset"] for row in rows_of(out, "games")} == {"riichi"}


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "letter").write_text("dear", "utf-8")
    result = run("tables", GAMES / "western.mjlog.jsonl.xz", "--out", tmp_path, "--force")
    assert result.exit_code == 2
    assert (tmp_path / "games" / "letter").read_text("utf-8") == "dear"


def game(number: int, events: int = 100) -> GameRows:
    """A made-up game with so many events."""
    rows = [(number, seq, 1, "draw", "E", "5b", None, None) for seq in range(events)]
    return GameRows("western", 2026, {"events": rows})


def test_no_more_rows_wait_than_allowed_however_many_come(tmp_path: Path) -> None:
    most = 0
    with PartWriter(tmp_path, "abc", most_rows=1000) as writer:
        for number in range(300):
            writer.add(game(number))
            most = max(most, writer.waiting)
    assert most <= 1000
    assert len(rows_of(tmp_path, "events")) == 30_000


def test_rule_sets_whose_folder_is_the_same_keep_all_their_rows(tmp_path: Path) -> None:
    nowhere = "__HIVE_DEFAULT_PARTITION__"
    names = ("č" * 199 + "a", "č" * 199 + "b", "../../x", "a/b", nowhere, None)
    with PartWriter(tmp_path / "t", "abc") as writer:
        for number, name in enumerate(names):
            writer.add(GameRows(name, None, {"events": [(number, 1, 1, "draw", "E", "5b", None, None)]}))
    rows = {row["key"]: row["ruleset"] for row in rows_of(tmp_path / "t", "events")}
    assert rows.keys() == set(range(len(names)))
    assert rows[0] == rows[1] == "č" * 33
    assert (rows[2], rows[3], rows[5]) == ("../../x", "a/b", None)
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_where_pyarrow_is_missing_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    result = run("tables", GAMES / "western.mjlog.jsonl.xz", "--out", tmp_path / "t")
    assert result.exit_code == 2
    assert "mjlog[tables]" in result.stderr
    assert not (tmp_path / "t").exists()


def test_neither_help_nor_audit_loads_pyarrow() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from mjlog_cli.main import main\n"
        "for args in (['--help'], ['tables', '--help'], ['audit', '--help']): CliRunner().invoke(main, args)\n"
        "sys.exit('pyarrow' in sys.modules)"
    )
    path = ":".join(map(str, (ROOT, ROOT / "cli", ROOT / "schemas")))
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": path, "PATH": "/usr/bin:/bin"})


# -- the parts of tables -----------------------------------------------------------------------------------------------


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Eight games of one hand, in two rule sets."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(8):
        (folder / f"night-{number}.mjlog.jsonl").write_text(log(f"night-{number}", 80, number), "utf-8")
    return folder


def log(game: str, win: int, number: int = 0) -> str:
    """A game of which only a result was written down."""
    seats = dict(zip("ESWN", ("anna", "ben", "carl", "dora"), strict=True))
    events: list[dict[str, Any]] = [
        {"type": "game-start", "format": 1, "game": game, "players": list(seats.values()),
         "ruleset": ("classical", "western")[number % 2]},
        {"type": "hand-start", "hand": 1, "round": "E", "seats": seats, "depth": "result"},
        {"type": "mahjong", "seat": "S", "source": "wall"},
        {"type": "settlement", "change": {"E": -win // 2, "S": win, "W": -win // 4, "N": -win // 4}},
    ]  # fmt: skip
    return "".join(json.dumps({"seq": seq, **event}) + "\n" for seq, event in enumerate(events, 1))


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are a part."""
    monkeypatch.setattr(tables, "_LEAST", 1200)
    monkeypatch.setattr(tables, "_MOST", 1200)


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pieces that are audited, as it happens."""
    seen: list[str] = []

    def audit(piece: Piece, *more: Any) -> Iterator[Audited]:
        seen.append(Path(piece.path).name)
        return audit_piece(piece, *more)

    monkeypatch.setattr(tables, "audit_piece", audit)
    return seen


def contents(folder: Path) -> dict[str, bytes]:
    """What the files below a folder say."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_small_archives_have_a_part_for_everybody_and_large_ones_large_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_LEAST", 8_000_000)
    monkeypatch.setattr(tables, "_MOST", 500_000_000)
    monkeypatch.setattr(tables, "bytes_of", lambda piece: 1_000_000)
    monkeypatch.setattr(tables, "all_known_pieces", lambda pieces: [(piece, piece.path) for piece in pieces])
    pieces = [Piece(f"{number}") for number in range(20_000)]
    sizes = [len(part.pieces) for part in parts_of(pieces, AuditRequest())]
    assert sizes[:8] == [8] * 8
    assert sum(sizes) == 20_000
    assert 480 <= max(sizes) <= 500


def test_what_is_done_is_not_done_again(archive: Path, tmp_path: Path, audited: list[str]) -> None:
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert len(audited) == 8
    whole = contents(tmp_path / "t")
    assert b"state: whole" in whole["mjlog-tables.txt"]
    assert len([name for name in whole if name.startswith("parts/")]) == 4
    again = run("tables", archive, "--out", tmp_path / "t")
    assert (again.exit_code, len(audited)) == (0, 8)
    assert "8 games in the tables of" in again.stderr
    assert contents(tmp_path / "t") == whole


def test_damaged_games_are_counted_and_told_each_time(archive: Path, tmp_path: Path) -> None:
    """As far as they can be read they are in the tables."""
    broken = archive / "night-3.mjlog.jsonl"
    broken.write_text(broken.read_text("utf-8").replace('"seat": "S"', '"seat": "S'), "utf-8")
    for _time in range(2):
        made = run("tables", archive, "--out", tmp_path / "t")
        assert (made.exit_code, "8 games in the tables of" in made.stderr) == (1, True)
        assert "note: 1 game with lines that are missing, unreadable or changed" in made.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_cut_anywhere_leaves_only_whole_parts_and_goes_on(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, workers: str
) -> None:
    """Nothing else has been written when a part says that it is there; what is left over otherwise is taken away."""
    assert run("tables", archive, "--out", tmp_path / "whole").exit_code == 0
    whole, put, out = contents(tmp_path / "whole"), _Folder.put, tmp_path / "t"
    if workers == "2":
        request.getfixturevalue("as_copies")
    for cut in (1, 4, 9, 12, 20, 27) if workers == "1" else (2, 4):  # each process counts its own
        counted = iter(range(cut))

        def stopped(target: _Folder, staged: Path, name: str, counted: Iterator[int] = counted) -> None:
            if next(counted, None) is None:
                raise OSError(errno.ENOSPC, "No space left on device")
            put(target, staged, name)

        monkeypatch.setattr(_Folder, "put", stopped)
        result = run("tables", archive, "--out", out, "--force", "--workers", workers)
        assert (result.exit_code, "cannot be written: no space left on device" in result.stderr) == (2, True)
        left = contents(out)
        for name in (Path(name).stem for name in left if name.startswith("parts/")):
            assert {one for one in whole if name in one} == {one for one in left if name in one}
        monkeypatch.setattr(_Folder, "put", put)
        assert run("tables", archive, "--out", out, "--workers", workers).exit_code == 0
        assert {name: said for name, said in contents(out).items() if name != "mjlog-tables.txt"} == {
            name: said for name, said in whole.items() if name != "mjlog-tables.txt"
        }


def test_only_what_has_changed_is_made_anew_and_what_was_is_gone(
    archive: Path, tmp_path: Path, audited: list[str]
) -> None:
    run("tables", archive, "--out", tmp_path / "t")
    audited.clear()
    (archive / "night-2.mjlog.jsonl").write_text(log("night-2", 40), "utf-8")
    (archive / "night-8.mjlog.jsonl").write_text(log("night-8", 80), "utf-8")
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert audited == ["night-2.mjlog.jsonl", "night-3.mjlog.jsonl", "night-8.mjlog.jsonl"]
    fresh = run("tables", archive, "--out", tmp_path / "fresh")
    assert fresh.exit_code == 0
    assert contents(tmp_path / "t") == contents(tmp_path / "fresh")


def test_a_part_in_which_something_could_not_be_read_is_tried_again(
    archive: Path, tmp_path: Path, audited: list[str]
) -> None:
    late = archive / "night-9.mjlog.jsonl"
    late.symlink_to(archive / "late")
    first = run("tables", archive, "--out", tmp_path / "t")
    assert (first.exit_code, str(late) in first.stderr) == (2, True)
    audited.clear()
    (archive / "late").write_text(log("late", 80), "utf-8")
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
    assert audited == ["night-6.mjlog.jsonl", "night-7.mjlog.jsonl", "night-9.mjlog.jsonl"]


def test_a_target_that_refuses_is_told(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("dear", "utf-8")
    for out in (tmp_path / "file" / "t", tmp_path / "file"):
        result = run("tables", archive, "--out", out)
        assert (result.exit_code, f"{out}: cannot be written: " in result.stderr) == (2, True)


@pytest.mark.skipif(os.name != "posix", reason="files are limited as POSIX does")
def test_a_disk_that_is_full_ends_it_with_words_and_without_half_a_part(archive: Path, tmp_path: Path) -> None:
    import resource

    paths = os.pathsep.join(str(ROOT / folder) for folder in (".", "cli", "schemas"))
    command = [sys.executable, "-m", "mjlog_cli", "tables", str(archive), "--out", str(tmp_path / "t")]
    # Python would cut the modules that it compiles as short, and whoever comes next would read them.
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    full = subprocess.run(command, capture_output=True, env=env, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))  # fmt: skip
    assert full.returncode == 2
    assert full.stderr.decode().strip() == f"mjlog: {tmp_path / 't'}: cannot be written: file too large"
    assert list(contents(tmp_path / "t")) == ["mjlog-tables.txt"]
    assert run("tables", archive, "--out", tmp_path / "t").exit_code == 0
