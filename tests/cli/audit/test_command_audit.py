"""Audit: one object a hand for programs, a readable summary for people, the agreed exit status."""

from __future__ import annotations

from pathlib import Path

from command_runs import Run, foreign_hand, game_events, lines, write_lines


def test_a_file_that_opens_but_is_malformed_gives_findings(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "x.mjlog.jsonl"
    log.write_bytes(b"\xff\xfe\x00nonsense")
    result = run("audit", log, "--json")
    assert result.exit_code == 1
    (report,) = lines(result)
    assert report["hand"] is None
    assert (report["findings"][0]["code"], report["findings"][0]["line"]) == ("bad-json", 1)


def test_a_packed_log_that_breaks_off_is_a_finding_not_a_failure(run: Run, tmp_path: Path, log: Path) -> None:
    import gzip

    packed = tmp_path / "x.mjlog.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes() * 50)[:-12])
    result = run("audit", packed, "--json")
    assert result.exit_code == 1
    assert any(finding["code"] == "bad-json" for report in lines(result) for finding in report["findings"])


def test_an_unreadable_database_in_a_folder_does_not_hide_the_logs_beside_it(run: Run, log: Path) -> None:
    (log.parent / "a.db").write_bytes(b"SQLite format 3\x00 and then nothing of the kind" * 40)
    result = run("audit", log.parent, "--json")
    assert result.exit_code == 2
    assert [report["game"] for report in lines(result)] == ["g1"]


def test_files_folders_and_databases_are_audited_alike(run: Run, tmp_path: Path, foreign_game: Path) -> None:
    run("import", "xmj", foreign_game, "--db", tmp_path / "c.sqlite")
    found = [lines(run("audit", path, "--json")) for path in (foreign_game, tmp_path / "c.sqlite")]
    assert found[0] == found[1]
    assert found[0][0]["game"] == "evening"


def test_several_processes_print_what_one_prints(run: Run, tmp_path: Path) -> None:
    for number in range(5):
        folder = tmp_path / "all" / f"evening-{number}"
        folder.mkdir(parents=True)
        (folder / "hand-1.mjs").write_text(foreign_hand(f"PlayerDiscards {number % 4 + 1} 9D 1 0"), "utf-8")
        write_lines(folder / "night.mjlog.jsonl", game_events(f"night-{number}"))
    for form in ([], ["--json"], ["--hands"]):
        alone = run("audit", tmp_path / "all", tmp_path / "no", *form)
        together = run("audit", tmp_path / "all", tmp_path / "no", "--workers", "2", *form)
        assert (alone.exit_code, alone.stdout, alone.stderr) == (together.exit_code, together.stdout, together.stderr)
        assert "evening-4" in alone.stdout
