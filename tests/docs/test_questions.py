"""Each question of docs/do/questions.md, asked of the tables of sample games: the logs and the audit say the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from mjlog.audit.engine import Engine
from mjlog.audit.settling import Settling
from mjlog.formats.lines import lines_of
from mjlog.sources import games_in
from mjlog.views.waiting import wait_won
from mjlog_cli.main import main
from samples import FINDINGS, GAMES, SAMPLES
from turns import TURNS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "do" / "questions.md").read_text("utf-8")
ASKED = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?```sql\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))
VIEWS = PAGE.split("```sql\n")[1].split("```")[0]
OTHER_RULES = "bmja"
_LONG = 14_000
"""Bytes of a packed game that is asked about where all tests are asked only."""
Report = dict[str, Any]


def is_sound(path: Path) -> bool:
    """Whether each line of a log is an event: what is damaged is not counted again here."""
    try:
        events = [json.loads(line) for _number, line in lines_of(path)]
    except ValueError:
        return False
    return all(isinstance(event, dict) and "type" in event for event in events)


@cache
def asked_of() -> list[Path]:
    """The logs that the questions are asked of."""
    games = [path for path in GAMES if TURNS == 1 or path.stat().st_size < _LONG]
    paths = (*games, *FINDINGS[::3], *sorted((SAMPLES / "disputes").iterdir()))
    return [path for path in paths if ".mjlog." in path.name and is_sound(path)]


def run(*args: str | Path) -> str:
    """What a command says."""
    return CliRunner().invoke(main, [str(arg) for arg in args]).stdout


def reports(*options: str) -> list[Report]:
    """What the audit says of each hand."""
    return [json.loads(line) for line in run("audit", "--json", *options, *asked_of()).splitlines()]


@pytest.fixture(scope="module")
def audited() -> list[Report]:
    """The audit of the samples by their own rules."""
    return reports()


@pytest.fixture(scope="module")
def logs() -> list[list[dict[str, Any]]]:
    """The events of each log, as they were written."""
    return [[json.loads(line) for _number, line in lines_of(path)] for path in asked_of()]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The tables, and those under other rules, with the names of the page."""
    folder = tmp_path_factory.mktemp("questions")
    run("tables", *asked_of(), "--out", folder / "tables", "--events", "rows")
    run("tables", *asked_of(), "--out", folder / "house", "--ruleset", OTHER_RULES)
    with asking(folder) as connection:
        connection.execute(VIEWS)
        yield connection


def asking(folder: Path) -> duckdb.DuckDBPyConnection:
    """DuckDB, for which tables lie in a folder."""
    connection = duckdb.connect()
    connection.execute(f"SET file_search_path = '{folder}'")
    return connection


def answer(archive: duckdb.DuckDBPyConnection, question: str) -> list[tuple[Any, ...]]:
    """The rows that answer a question of the page."""
    return archive.execute(ASKED[question]).fetchall()


def by_size(counted: Counter[Any]) -> list[tuple[Any, ...]]:
    """Counts, the largest first, then by name."""
    rows = [(*(key if isinstance(key, tuple) else (key,)), count) for key, count in counted.items()]
    return sorted(rows, key=lambda row: (-row[-1], row[:-1]))


def in_hands(log: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, str], dict[str, Any]]]:
    """Each event with the number of its hand and who sat where."""
    hand, players = None, {}
    for event in log:
        if event["type"] == "hand-start":
            hand, players = event["hand"], event["seats"]
        if hand is not None:
            yield hand, players, event


def test_the_most_frequent_faults(archive: duckdb.DuckDBPyConnection, audited: list[Report]) -> None:
    told = Counter(
        (report["ruleset"], one["code"])
        for report in audited for one in report["findings"]
        if one["severity"] == "error"
    )  # fmt: skip
    found = answer(archive, "Which faults are most frequent under each rule set?")
    assert found == by_size(told)
    assert len(found) > 20


def test_the_points_that_wrong_payments_moved(archive: duckdb.DuckDBPyConnection, audited: list[Report]) -> None:
    moved: Counter[str] = Counter()
    for report in audited:
        settled = report.get("settlement") or {}
        owed = settled.get("computed") or {}
        for seat, paid in (settled.get("recorded") or {}).items():
            if owed.get(seat) is not None and paid > owed[seat]:
                moved[report["ruleset"]] += paid - owed[seat]
    found = answer(archive, "How many points did wrong payments move?")
    assert found == by_size(moved)
    assert found


def is_false(report: Report) -> bool:
    """Whether the winner has declared what is no mahjong, and is not paid for it."""
    paid = (report.get("settlement") or {}).get("recorded") or {}
    return paid.get(report["winner"]) == 0 and any(one["code"] == "not-mahjong" for one in report["findings"])


def test_how_often_a_discard_wins(archive: duckdb.DuckDBPyConnection, audited: list[Report]) -> None:
    found = answer(archive, "How often does a discard win?")
    # A mahjong that was ruled false has not won.
    won = Counter(report["ruleset"] for report in audited if report.get("winner") and not is_false(report))
    assert {ruleset: count for ruleset, count, _discards in found} == won
    assert all(0 <= discards <= count for _ruleset, count, discards in found)


def test_who_claims_how_often(archive: duckdb.DuckDBPyConnection, logs: list[list[dict[str, Any]]]) -> None:
    claims = Counter(
        players[event["seat"]]
        for log in logs for _hand, players, event in in_hands(log)
        if event["type"] == "claim" and event.get("seat") in players
    )  # fmt: skip
    found = answer(archive, "Who claims how often?")
    assert {player: count for player, count, _hands in found if count} == claims


def test_the_longest_hands(archive: duckdb.DuckDBPyConnection, logs: list[list[dict[str, Any]]]) -> None:
    sizes = Counter((log[0].get("game"), hand) for log in logs for hand, _players, _event in in_hands(log))
    assert answer(archive, "Which hands were the longest?") == by_size(sizes)[:10]


def of_hands(found: list[Report]) -> dict[tuple[str, int], Report]:
    """Reports by their log and the number of the hand."""
    return {(report["source"], report["hand"]): report for report in found}


def computed(report: Report) -> dict[str, int]:
    """What each seat of a hand had to gain, where that can be computed."""
    owed = (report.get("settlement") or {}).get("computed") or {}
    return {seat: amount for seat, amount in owed.items() if amount is not None}


def test_payments_under_another_rule(archive: duckdb.DuckDBPyConnection, audited: list[Report]) -> None:
    house = of_hands(reports("--ruleset", OTHER_RULES))
    differ = 0
    for hand, ours in of_hands(audited).items():
        owed, there = computed(ours), computed(house.get(hand, {}))
        differ += sum(owed[seat] != there[seat] for seat in owed.keys() & there.keys())
    assert len(answer(archive, "Which payments would be others under another rule?")) == differ > 0


def test_whose_records_have_faults(
    archive: duckdb.DuckDBPyConnection, audited: list[Report], logs: list[list[dict[str, Any]]]
) -> None:
    wrote = {
        (str(path), event.get("seq")): event.get("recorder")
        for path, log in zip(asked_of(), logs, strict=True) for event in log
    }  # fmt: skip
    faults = Counter(
        who
        for report in audited for one in report["findings"]
        if one["severity"] == "error" and (who := wrote.get((report["source"], one.get("seq"))))
    )  # fmt: skip
    assert answer(archive, "Whose records have faults?") == by_size(faults)


def test_what_winners_wait_for(archive: duckdb.DuckDBPyConnection) -> None:
    """What the replay of each game says of its winners, before the winning tile."""
    told: Counter[tuple[str, int]] = Counter()
    left: Counter[tuple[str, int]] = Counter()
    for path in asked_of():

        def note(end: Settling) -> None:
            found = (wait_won(end.table, win) for win in end.table.wins)
            for waits in (one for one in found if one is not None):
                told[end.report.ruleset or "", len(waits.kinds)] += 1
                left[end.report.ruleset or "", len(waits.kinds)] += waits.left

        engine = Engine(next(games_in(str(path))))
        engine.at_end = note
        engine.run()
    found = answer(archive, "What do winners wait for?")
    assert found == [(*key, round(left[key] / told[key], 1), told[key]) for key in sorted(told)]
    assert len(found) > 10


def test_in_which_games_a_ruling_was_overturned(archive: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Of the samples none; of a game whose dispute is ruled on twice, that one."""
    assert answer(archive, "In which games was a ruling overturned?") == []
    log = tmp_path / "twice.mjlog.jsonl"
    disputed = next(one for one in asked_of() if one.parent.name == "disputes" and b'"ruling"' in one.read_bytes())
    lines = disputed.read_text("utf-8").splitlines()
    said = next(json.loads(line) for line in lines if '"ruling"' in line)
    more = [{"decision": "dismissed"}, {"decision": "upheld"}, {"decision": "Upheld"}]
    for seq, words in enumerate(more, len(lines) + 1):
        lines.append(json.dumps({"seq": seq, "type": "ruling", "on": said["on"], "text": "no", **words}))
    log.write_text("\n".join(lines) + "\n", "utf-8")
    run("tables", log, "--out", tmp_path / "tables")
    with asking(tmp_path) as connection:
        connection.execute(VIEWS.splitlines()[0])
        found = connection.execute(ASKED["In which games was a ruling overturned?"]).fetchall()
    assert [row[0] for row in found] == [str(log)]
    assert found[0][3] == 2 - (said.get("decision") == "dismissed")


def test_how_the_archive_grows(archive: duckdb.DuckDBPyConnection, logs: list[list[dict[str, Any]]]) -> None:
    years = Counter(
        next((int(event["at"][:4]) for event in log if isinstance(event.get("at"), str)), None) for log in logs
    )
    found = answer(archive, "How does the archive grow?")
    assert {year: games for year, games, _hands in found} == years


def test_every_question_of_the_page_is_asked_here() -> None:
    asked = Path(__file__).read_text("utf-8")
    assert len(ASKED) == 10
    assert [question for question in ASKED if f'"{question}"' not in asked] == []
