"""`mjlog sheet`: from a file or the database, in every form, to a file or not; its head; what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run, event, game_events, head_of, lines, run_process, write_lines

from mjlog.events import decode_event
from mjlog.formats import logs
from samples import SAMPLES
from tests.views.american_logs import bought, told

LIVE = [
    event(5, "hand-start", hand=2, round="E", seats={"E": "ben", "S": "carl", "W": "dora", "N": "anna"}),
    event(6, "discard", seat="E", tile="5b"),
]


def test_a_game_is_shown_by_path_and_by_id_alike(run: Run, stored: Path) -> None:
    by_path, by_id = run("sheet", stored), run("sheet", "g1")
    assert by_path.exit_code == by_id.exit_code == 0
    assert by_path.stdout == by_id.stdout
    for part in ("score sheet of g1", "South wins", "+80", "−40", "East next: ben"):
        assert part in by_path.stdout


def test_the_head_is_the_one_that_verify_prints(run: Run, stored: Path, tmp_path: Path) -> None:
    """Of a log that is not chained, of the chained one, of the database."""
    chained = tmp_path / "chained.mjlog.jsonl"
    run("export", "g1", "--out", chained)
    head = head_of(run, chained)
    assert len(head) == 64
    for game in (stored, chained, "g1"):
        assert head in run("sheet", game).stdout


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


def test_a_broken_chain_gives_no_head(run: Run, stored: Path, tmp_path: Path) -> None:
    """The sheet is shown all the same, with the finding."""
    out = tmp_path / "out.mjlog.jsonl"
    run("export", "g1", "--out", out)
    head = head_of(run, out)
    out.write_bytes(out.read_bytes().replace(b'"S":80', b'"S":82').replace(b'"E":-40', b'"E":-42'))
    result = run("sheet", out)
    assert result.exit_code == 0
    assert "chain-broken" in result.stdout
    assert "the log is not whole" in " ".join(result.stdout.split())
    assert head not in result.stdout


def test_a_hand_in_progress_has_the_head_before_it(run: Run, stored: Path, tmp_path: Path) -> None:
    head = head_of(run, stored)
    longer = write_lines(tmp_path / "longer.mjlog.jsonl", [*game_events(), *LIVE])
    run("import", "mjlog", longer, "--db", tmp_path / "live.db")
    for result in (run("sheet", longer), run("sheet", "g1", "--db", tmp_path / "live.db")):
        assert "in progress" in result.stdout
        assert head in result.stdout
        assert "event 4" in result.stdout
        assert "5b" not in result.stdout


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


def test_corrections_are_carried_out_unless_the_log_is_read_as_recorded(run: Run, tmp_path: Path) -> None:
    change = {"E": -80, "S": 160, "W": -40, "N": -40}
    correction = event(5, "correction", of=4, events=[{"type": "settlement", "change": change}], reason="miscounted")
    path = write_lines(tmp_path / "c.mjlog.jsonl", [*game_events(), correction])
    assert "+160" in run("sheet", path).stdout
    recorded = run("sheet", path, "--as-recorded").stdout
    assert "+160" not in recorded
    assert "+80" in recorded
    assert "1 correction" in recorded


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


def test_what_is_not_there_is_refused(run: Run, stored: Path, tmp_path: Path) -> None:
    missing = run("sheet", "g2")
    assert missing.exit_code == 2
    assert "there is no game g2" in missing.stderr
    assert run("sheet", tmp_path / "none.mjlog.jsonl").exit_code == 2
    assert run("sheet", "g1", "--format", "pdf").exit_code == 2
    assert run("sheet", "g1", "--card", tmp_path / "none.card").exit_code == 2


def test_text_and_table_need_no_web_framework(stored: Path) -> None:
    """Only the page is made with one: the others start faster."""
    for form, is_needed in (("text", False), ("csv", False), ("html", True)):
        found = run_process("sheet", stored, "--format", form, anew=True, PYTHONPROFILEIMPORTTIME="1")
        assert found.returncode == 0
        assert b"g1" in found.stdout
        assert (b"flask" in found.stderr) is is_needed


def test_a_text_in_short_hand_has_the_head_that_it_has_in_a_database(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "tuesday.mjlog.txt"
    text.write_text("game tuesday western anna ben cleo dora\nhand result 8s48/4/2\n")
    run("import", "shorthand", str(text))
    assert "head of the log" in run("sheet", str(text)).stdout
    assert run("sheet", str(text)).stdout == run("sheet", "tuesday").stdout


@pytest.mark.parametrize("command", [("sheet",), ("dossier", "2")])
def test_a_kind_of_file_that_is_not_written_is_refused_before_anything_is_done(
    command: tuple[str, ...], stored: Path, run: Run, tmp_path: Path
) -> None:
    name, *rest = command
    for ending in ("xlsx", "PDF"):
        result = run(name, "g1", *rest, "--out", tmp_path / f"friday.{ending}")
        assert result.exit_code == 2
        assert f"no {ending.lower()} is written, only text, " in result.stderr
        assert not (tmp_path / f"friday.{ending}").exists()
    for whole in ("friday", "friday.txt", "friday.2026"):
        assert run(name, "g1", *rest, "--out", tmp_path / whole).exit_code == 0
    assert run(name, "g1", *rest, "--format", "text", "--out", tmp_path / "friday.md").exit_code == 0
