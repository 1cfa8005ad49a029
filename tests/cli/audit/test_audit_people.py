"""Audit for people: summary, stories, filters, accepted findings, a page, the exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines

from mjlog.text import shown
from tests.club.evenings import Fields, game, hand, won, written
from tests.views.american_logs import bought, told

WRONG = game(
    "wrong",
    hand(1, 0, {"type": "washout"}, {"type": "settlement", "change": {"E": 8, "S": -8, "W": 0, "N": 0}}),
    hand(2, 1, *won("W", -64, -32, 128, -30)),
    at="2026-05-05T18:00:00Z", ruleset="western",
)  # fmt: skip
TURNS: list[Fields] = [
    {"type": "discard", "seat": "E", "tile": "5b"},
    {"type": "claim", "seat": "W", "for": "chow"},
    {"type": "draw", "seat": "W", "tile": "??"},
]
LIVE = game("live", hand(1, 0, *TURNS, depth="table"), at="2026-05-08T18:00:00Z", ended=False)
FINE = game("fine", hand(1, 0, {"type": "washout"}), at="2026-05-09T18:00:00Z")


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with a game that was paid wrong, one with faults of play, and one without a fault."""
    return written(tmp_path / "logs", WRONG, LIVE, FINE)


def codes(result: Any) -> list[str]:
    """The codes in a report for programs."""
    return [one["code"] for report in lines(result) for one in report["findings"]]


# -- stories --------------------------------------------------------------------------------------------------------


def test_a_game_of_a_database_is_linked_to_its_page(run: Run, logs: Path) -> None:
    run("import", "mjlog", logs)
    text = run("audit", "--db", logs.parent / "default.db", "--stories").stdout
    assert "look at it: http://127.0.0.1:8008/games/live/events/" in text
    other = run("audit", "--db", logs.parent / "default.db", "--stories", "--viewer", "https://club.example/m/").stdout
    assert "look at it: https://club.example/m/games/live/events/" in other
    assert "look at it" not in run("audit", logs, "--stories").stdout


# -- accepted findings ----------------------------------------------------------------------------------------------


def test_scripts_of_before_are_understood(run: Run, logs: Path, tmp_path: Path) -> None:
    """Pages and accepted findings had options of `audit`."""
    for former, today in (("--html", "report"), ("--write-baseline", "baseline")):
        told = [run("audit", logs, former, tmp_path / "a"), run("audit", logs, f"{former}={tmp_path / 'b'}")]
        told.append(run(today, logs, "--out", tmp_path / "c"))
        assert {(one.stdout, one.exit_code) for one in told} == {(told[0].stdout, int(today == "report"))}
        assert len({(tmp_path / name).read_bytes() for name in "abc"}) == 1
        for name in "abc":
            (tmp_path / name).unlink()


# -- the page -------------------------------------------------------------------------------------------------------


def page_of(run: Run, out: Path, *args: Any) -> str:
    run("report", *args, "--out", out)
    return out.read_text("utf-8")


def test_the_page_needs_no_other_file_and_no_script(run: Run, logs: Path, tmp_path: Path) -> None:
    page = page_of(run, tmp_path / "r.html", logs)
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!#|https?:)', page)
    assert not re.search(r"url\(|@import|\sstyle=|\son\w+=", page)
    assert "default-src 'none'; style-src 'sha256-" in page


def test_its_style_is_the_one_that_its_policy_allows(run: Run, logs: Path, tmp_path: Path) -> None:
    import base64
    import hashlib
    import html

    page = page_of(run, tmp_path / "r.html", logs)
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"sha256-{digest}" in html.unescape(page.partition("<style>")[0])


def test_the_page_tells_the_summary_and_every_finding_with_an_anchor(run: Run, logs: Path, tmp_path: Path) -> None:
    page = page_of(run, tmp_path / "r.html", logs)
    assert "Points moved by errors: 8" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert page.count('<article class="finding') == len(codes(run("audit", logs, "--json")))
    assert "West claims chow with 5 bamboo from East" in page


def test_names_of_others_do_no_harm_on_the_page(run: Run, tmp_path: Path) -> None:
    odd = "<script>alert(1)</script>\u202e\x00{{ 7*7 }}"
    events = game("g", hand(1, 0, *TURNS, depth="table", players=[odd, "b", "c", "d"]), ended=False)
    events[0] |= {"players": [odd, "b", "c", "d"], "game": "odd\x00\u202e<b>"}
    log = written(tmp_path / "one", [{**events[0], "game": "odd"}, *events[1:]]) / "odd.mjlog.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in events), "utf-8")
    page = page_of(run, tmp_path / "r.html", log)
    assert "<script" not in page
    assert "\u202e" not in page
    assert "\x00" not in page
    assert "49" not in page.partition("odd")[2][:200]
    assert shown("odd\x00\u202e") in page


def test_a_hand_in_progress_in_a_database_is_told_of_as_the_table_sees_it(run: Run, tmp_path: Path) -> None:
    """Two games that differ in hidden tiles only give the same page and the same stories."""
    pages = []
    for number, hidden in enumerate(("1c", "9d")):
        acts = [
            {"type": "discard", "seat": "E", "tile": "5b"}, {"type": "draw", "seat": "S", "tile": hidden},
            {"type": "draw", "seat": "W", "tile": "??"},
        ]  # fmt: skip
        folder = written(tmp_path / str(number), game("live", hand(1, 0, *acts, depth="full"), ended=False))
        (folder / "db").mkdir()
        run("import", "mjlog", folder / "live.mjlog.jsonl", "--db", folder / "db" / "c.db")
        page = page_of(run, folder / "r.html", "--db", folder / "db" / "c.db")
        pages.append(page.replace(str(folder), ""))
    assert "South draws a tile" in pages[0]
    assert pages[0] == pages[1]


def test_of_a_purchased_card_the_page_tells_no_line(run: Run, tmp_path: Path) -> None:
    """Nothing that only the card can say; its owner is told on the terminal."""
    shelf = bought(tmp_path)
    log = tmp_path / "g.mjlog.jsonl"
    log.write_bytes(b"".join(body + b"\n" for body in told(card="bought-2026").bodies()))
    owner = run("audit", log, "--card", shelf.paths[0])
    assert "dead-exposure" in owner.stdout
    page = page_of(run, tmp_path / "r.html", log, "--card", shelf.paths[0])
    without = page_of(run, tmp_path / "s.html", log)
    assert "dead-exposure" not in page
    assert page.count("<article") == without.count("<article") - 1  # only that the card is missing is not told
    assert "unknown-card" not in page


def test_the_address_of_an_event_is_that_of_the_viewer(run: Run, logs: Path) -> None:
    from flask import url_for

    from mjlog.viewer import create_app
    from mjlog_cli.audit.telling import event_address

    run("import", "mjlog", logs)
    with create_app(logs.parent / "default.db").test_request_context():
        plain = url_for("events.event", name="a/b c", seq=3)
        read = url_for("events.event", name="a/b c", seq=3, log="recorded", **{"as-of": "9"})
    assert event_address("http://x", "a/b c", 3) == f"http://x{plain}"
    assert event_address("http://x/", "a/b c", 3, True, 9).split("?")[1].split("&") == read.split("?")[1].split("&")
