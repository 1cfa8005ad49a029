"""`mjlog sheet`: from a file or the database, in every form, to a file or not; paper for an evening."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_runs import Run, game_events, lines, run_process, write_lines

from mjlog.events import decode_event
from mjlog.formats import logs
from mjlog.rulesets import load, resolve, shipped
from mjlog.views.sheet import blank_sheet
from samples import SAMPLES
from tests.views.american_logs import bought, told


@pytest.mark.parametrize("words", [("sheet",), ("verify",), ("export", "--unchained"), ("log",)], ids=" ".join)
def test_a_log_file_is_decoded_once(
    words: tuple[str, ...], run: Run, stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wants its rows, its bodies and the head of it; but for fields that this version does not know."""
    chained = tmp_path / "chained.mjlog.jsonl"
    run("export", "g1", "--out", chained)
    read: list[bytes] = []
    monkeypatch.setattr(logs, "decode_event", lambda line: read.append(line) or decode_event(line))
    assert run(words[0], chained, *words[1:]).exit_code == 0
    written = [line for line in chained.read_bytes().splitlines() if b"weather" not in line]
    assert [line for line in read if b"weather" not in line] == written
    assert len(written) > 2


def test_a_foreign_record_has_the_head_that_it_gets_when_imported(run: Run, tmp_path: Path) -> None:
    record = SAMPLES / "games" / "end-of-the-wall.tar.xz"
    shown = run("sheet", record).stdout
    run("import", "xmj", record, "--db", tmp_path / "x.db")
    head = lines(run("verify", tmp_path / "x.db", "--json"))[0]["head"]
    assert head in shown
    assert head in run("sheet", "end-of-the-wall", "--db", tmp_path / "x.db").stdout


def test_the_page_is_written_as_a_whole_or_not_at_all(run: Run, stored: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    result = run("sheet", "g1", "--format", "html", "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_bytes() == run("sheet", "g1", "--format", "html").stdout_bytes
    assert out.read_text("utf-8").startswith("<!doctype html>")
    page = out.read_bytes()
    assert run("sheet", "g1", "--out", out).exit_code == 0
    assert out.read_bytes() == page
    assert run("sheet", "g1", "--format", "text", "--out", out, "--force").exit_code == 0
    assert not out.read_text("utf-8").startswith("<!doctype html>")
    refused = run("sheet", "g1", "--out", tmp_path / "no" / "such" / "place")
    assert refused.exit_code == 2
    assert "cannot be written" in refused.stderr
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_a_purchased_card_is_not_told_of_on_paper(run: Run, tmp_path: Path) -> None:
    """Not even by its owner's own command: sheets go from hand to hand."""
    path = write_lines(tmp_path / "american.mjlog.jsonl", told(card="bought-2026").events)
    (card,) = bought(tmp_path).paths
    for form in ("text", "csv", "html"):
        shown = run("sheet", path, "--card", card, "--format", form).stdout
        assert "line t2" in shown
        assert "(30)" in shown
        assert "Riverside" not in shown
        assert "unknown-card" not in shown


def test_hostile_names_reach_no_terminal(run: Run, tmp_path: Path) -> None:
    events = json.loads(json.dumps(game_events()).replace("anna", "\\u001b[2J\\u202eanna"))
    path = write_lines(tmp_path / "h.mjlog.jsonl", events)
    for form in ("text", "csv", "html"):
        shown = run("sheet", path, "--format", form).stdout
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "\\x1b" in shown


def test_text_and_table_need_no_web_framework(stored: Path) -> None:
    """Only the page is made with one: the others start faster."""
    for form, is_needed in (("text", False), ("csv", False), ("html", True)):
        found = run_process("sheet", stored, "--format", form, anew=True, PYTHONPROFILEIMPORTTIME="1")
        assert found.returncode == 0
        assert b"g1" in found.stdout
        assert (b"flask" in found.stderr) is is_needed


# -- paper for an evening without a machine ---------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", shipped())
def test_every_rule_set_has_its_paper(run: Run, ruleset: str) -> None:
    """With a column for each player, and each row of the scoring table that the options leave in force."""
    result = run("blank", "--ruleset", ruleset)
    assert result.exit_code == 0
    rules = resolve(load(ruleset))
    assert result.stdout.count('class="who"') == len(rules.plan.seats)
    assert ("What a hand is worth" in result.stdout) == bool(rules.scoring and rules.scoring.table["item"])
    assert not re.search(r"<(script|link|img)", result.stdout)


def test_a_terminal_gets_no_page_but_how_to_write_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjlog_cli.commands.sheet.sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    result = run("blank", "--ruleset", "western")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "like --out blank.html" in result.stderr


def test_an_option_changes_what_stands_on_it() -> None:
    plain, other = (blank_sheet(resolve(load("western"), given)) for given in ({}, {"optional_limits": False}))
    names = [{line.name for tally in sheet.tallies for line in tally.lines} for sheet in (plain, other)]
    assert {"Knitting", "Imperial jade"} <= names[0] - names[1]
    assert names[1] < names[0]


def test_a_line_says_what_it_is_worth_and_who_gets_it() -> None:
    lines = {line.name: line for tally in blank_sheet(resolve(load("western"))).tallies for line in tally.lines}
    assert (lines["pung, exposed"].worth, lines["pung, exposed"].is_winners) == ("2", False)
    assert (lines["one suit, no winds, no dragons"].worth, lines["mahjong"].is_winners) == ("×8", True)
