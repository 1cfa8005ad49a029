"""Audit: one object a hand for programs, a readable summary for people, the agreed exit status."""

from __future__ import annotations

from pathlib import Path

from command_runs import Run, foreign_hand, game_events, lines, write_lines

KEYS = [
    "source", "game", "hand", "ruleset", "winner", "winners", "findings", "unjudged", "scores", "settlement", "state",
]  # fmt: skip


def test_a_clean_log_gives_an_object_per_hand_and_status_0(run: Run, log: Path) -> None:
    result = run("audit", log, "--json")
    assert result.exit_code == 0
    (report,) = lines(result)
    assert list(report) == KEYS
    assert (report["source"], report["game"], report["hand"], report["winner"]) == (str(log), "g1", 1, "S")
    assert report["settlement"]["recorded"] == {"E": -40, "S": 80, "W": -20, "N": -20}


def test_something_wrong_gives_status_1_and_names_line_event_and_rule(run: Run, tmp_path: Path) -> None:
    log = write_lines(tmp_path / "x.mjlog.jsonl", game_events(change={"E": 1, "S": 80, "W": -20, "N": -20}))
    result = run("audit", log)
    assert result.exit_code == 1
    assert f"{log}:4: error not-zero-sum: " in result.stdout
    assert "[classical/settle-1, event 4]" in result.stdout
    assert result.stdout.endswith("1 game, 1 hand: 1 error\n")


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


def test_a_path_that_cannot_be_opened_gives_status_2_after_all_others(run: Run, tmp_path: Path, log: Path) -> None:
    result = run("audit", tmp_path / "missing", log, "--json")
    assert result.exit_code == 2
    assert len(lines(result)) == 1
    assert "missing: cannot be opened" in result.stderr


def test_an_unreadable_database_in_a_folder_does_not_hide_the_logs_beside_it(run: Run, log: Path) -> None:
    (log.parent / "a.db").write_bytes(b"SQLite format 3\x00 and then nothing of the kind" * 40)
    result = run("audit", log.parent, "--json")
    assert result.exit_code == 2
    assert [report["game"] for report in lines(result)] == ["g1"]


def test_a_folder_without_games_gives_status_2(run: Run, tmp_path: Path) -> None:
    assert run("audit", tmp_path).exit_code == 2


def test_nothing_to_audit_is_a_usage_error(run: Run) -> None:
    assert run("audit").exit_code == 2


def test_files_folders_and_databases_are_audited_alike(run: Run, tmp_path: Path, foreign_game: Path) -> None:
    run("import", "xmj", foreign_game, "--db", tmp_path / "c.sqlite")
    found = [lines(run("audit", path, "--json")) for path in (foreign_game, tmp_path / "c.sqlite")]
    assert found[0] == found[1]
    assert found[0][0]["game"] == "evening"


def test_games_of_a_database_can_be_named(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        log = write_lines(tmp_path / f"{name}.mjlog.jsonl", game_events(name))
        run("import", "mjlog", log, "--db", tmp_path / "d.db")
    assert [one["game"] for one in lines(run("audit", "--db", tmp_path / "d.db", "--json"))] == ["a", "b", "c"]
    assert [one["game"] for one in lines(run("audit", "--db", tmp_path / "d.db", "c", "a", "--json"))] == ["c", "a"]
    missing = run("audit", "--db", tmp_path / "d.db", "cc")
    assert missing.exit_code == 2
    assert "there is no game cc" in missing.stderr


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


def test_another_rule_set_can_be_asked_for_if_there_is_one(run: Run, log: Path) -> None:
    assert lines(run("audit", log, "--ruleset", "classical", "--json"))[0]["ruleset"] == "classical"
    unknown = run("audit", log, "--ruleset", "lunar")
    assert unknown.exit_code == 2
    assert "lunar" in unknown.stderr


def test_the_log_can_be_judged_as_it_was_recorded(run: Run, log: Path) -> None:
    assert run("audit", log, "--as-recorded").exit_code == 0


def test_every_hand_can_be_listed(run: Run, log: Path) -> None:
    assert "  hand 1: south wins\n" in run("audit", log, "--hands").stdout
