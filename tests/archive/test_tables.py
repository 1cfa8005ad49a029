"""An archive as tables: what stands in them is what the audit says, and nothing is lost or half written."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from mjlog.archive.parts import METADATA, PartWriter, schema_of
from mjlog.archive.rows import BODY, TABLES, VERSION, GameRows, columns_of, key_of
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
