"""`mjlog stats` and `mjlog standings`: the same answer wherever games are kept, in every form."""

from __future__ import annotations

import csv
import io
import lzma
import re
import sqlite3
from pathlib import Path

import pytest
from command_runs import ROOT, Run, lines, run_process

from samples import SAMPLES
from tests.club.evenings import FRIDAY, TUESDAY, game, hand, won, written

WIN = won("E", 60, -20, -20, -20)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with two games."""
    return written(tmp_path / "logs", TUESDAY, FRIDAY)


@pytest.fixture
def club_db(run: Run, logs: Path, tmp_path: Path) -> Path:
    """The default database, with the same games."""
    assert run("import", "mjlog", logs).exit_code == 0
    return tmp_path / "default.db"


@pytest.mark.parametrize("words", [("stats",), ("standings", "--points", "4/2/1/0")])
@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_a_folder_and_a_database_give_the_same_answer(
    run: Run, club_db: Path, logs: Path, words: tuple[str, ...], form: tuple[str, ...]
) -> None:
    """The default one, one that is named, its games one by one."""
    answers = {
        run(*words, *form, *where).stdout
        for where in ((), (logs,), ("--db", club_db), ("tuesday", "friday", "--db", club_db), (club_db,))
    }
    assert len(answers) == 1
    assert "anna" in answers.pop()


def test_a_game_that_comes_twice_is_counted_once(run: Run, club_db: Path, logs: Path) -> None:
    once, twice = run("stats", logs, "--json"), run("stats", logs, club_db, "--json")
    assert once.stdout == twice.stdout
    assert "2 games found a second time" in twice.stderr


def test_two_games_of_one_name_are_both_counted_and_told_of(run: Run, logs: Path, tmp_path: Path) -> None:
    other = written(tmp_path / "other", game("tuesday", hand(1, 0, *WIN)))
    result = run("stats", logs, other, "--player", "anna", "--json")
    assert {one["ruleset"]: one["games"] for one in lines(result)} == {"classical": 2, "western": 1}
    assert "1 game named like another one" in result.stderr


def test_the_samples_give_the_same_answer_from_files_and_from_a_database(run: Run, tmp_path: Path) -> None:
    """Full games of several rule sets, with foreign records among them."""
    paths = [
        SAMPLES / "games" / name for name in ("end-of-the-wall.tar.xz", "western.mjlog.jsonl.xz", "dmjl.mjlog.jsonl.xz")
    ]
    db = tmp_path / "samples.db"
    run("import", "xmj", paths[0], "--db", db)
    run("import", "mjlog", *paths[1:], "--db", db)
    for words in (("stats", "--json"), ("standings", "--points", "4/2/1/0", "--csv")):
        assert run(*words, *paths).stdout == run(*words, db).stdout != ""


def test_a_period_and_a_rule_set_choose_the_games(run: Run, club_db: Path) -> None:
    def games(*asked: str) -> int:
        found = lines(run("stats", "--player", "anna", "--together", "--json", *asked))
        return int(found[0]["games"]) if found else 0

    assert games() == 2
    assert games("--since", "2026-05-06") == 1
    assert games("--ruleset", "western") == 1
    (ben,) = (one for one in lines(run("standings", "--until", "2026-05-05", "--json")) if one["player"] == "ben")
    assert (ben["games"], ben["points"], ben["places"]) == (1, 416, [1, 0, 0, 0])


def test_one_player_gets_a_page_of_his_own(run: Run, club_db: Path) -> None:
    out = run("stats", "--player", "ben", "--together").stdout
    for part in ("ben\n", "2 (33%), 2 self-drawn", "200, tuesday hand 4 (heavenly hand)", "+356: 480 won, 124 lost"):
        assert part in out
    assert "anna" not in out


def test_the_league_is_ordered_by_table_points_where_they_are_given(run: Run, club_db: Path) -> None:
    table = run("standings", "--points", "4/2/1/0", "--together", "--csv").stdout
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert [(row["player"], row["table points"]) for row in rows] == [
        ("ben", "5"),
        ("anna", "5"),
        ("dora", "3"),
        ("carl", "1"),
    ]
    assert "table points" not in run("standings", "--csv").stdout


def test_a_game_that_is_left_out_is_named_once_with_one_reason(run: Run, tmp_path: Path) -> None:
    live = game("live", hand(1, 0, *WIN), hand(2, 0), ended=False)
    logs = written(tmp_path / "logs", live, game("empty", ended=False), game("done", hand(1, 0, *WIN)))
    for asked in ((), ("--ended",)):
        said = run("standings", logs, *asked).stderr
        assert "1 game with a hand in progress, which is not counted: live" in said
        assert "1 game left out: no hand was played to its end: empty" in said
        assert (said.count("live"), said.count("empty")) == (1, 1)


def test_points_by_different_rules_are_added_up_only_where_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    """The rule set with most games stands first."""
    logs = written(tmp_path / "logs", game("a", hand(1, 0, *WIN), ruleset="western"), game("b", hand(1, 0, *WIN)),
                   game("c", hand(1, 0, *WIN)))  # fmt: skip

    def points(*asked: str) -> list[tuple[str, int]]:
        found = lines(run("standings", logs, "--json", *asked))
        return [(one["ruleset"], one["points"]) for one in found if one["rank"] == 1]

    assert points() == [("classical", 120), ("western", 60)]
    assert points("--together") == [(None, 180)]
    text, together = run("standings", logs), run("standings", logs, "--together")
    assert [line for line in text.stdout.splitlines() if line in ("classical", "western")] == ["classical", "western"]
    assert "points by different rules are no sum" in text.stderr
    assert "no sum" not in together.stderr
    table = list(csv.DictReader(io.StringIO(run("standings", logs, "--csv").stdout)))
    assert [(row["ruleset"], row["player"], row["points"]) for row in table][:1] == [("classical", "anna", "120")]
    assert len(table) == 8


def test_figures_of_different_rule_sets_have_tables_of_their_own(run: Run, club_db: Path) -> None:
    """And one for all where that is asked for, which names no rule set."""
    apart = lines(run("stats", "--player", "ben", "--json"))
    assert [(one["ruleset"], one["hands"]) for one in apart] == [("classical", 4), ("western", 2)]
    together = lines(run("stats", "--player", "ben", "--together", "--json"))
    assert [(one["ruleset"], one["hands"]) for one in together] == [(None, 6)]
    text = run("stats")
    assert [line for line in text.stdout.splitlines() if line in ("classical", "western")] == ["classical", "western"]
    assert "--together adds them up" in text.stderr
    rows = list(csv.DictReader(io.StringIO(run("stats", "--csv").stdout)))
    assert [row["ruleset"] for row in rows] == ["classical"] * 4 + ["western"] * 4


def test_a_log_that_was_changed_is_counted_with_a_word(run: Run, club_db: Path, tmp_path: Path) -> None:
    run("export", "tuesday", "--out", tmp_path / "t.mjlog.jsonl")
    path = tmp_path / "t.mjlog.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"S":80', b'"S":82'))
    assert "1 game with lines that are missing, unreadable or changed" in run("stats", path).stderr


def test_who_does_not_play_is_refused_with_the_name_that_was_meant(run: Run, club_db: Path) -> None:
    result = run("stats", "--player", "bene")
    assert result.exit_code == 2
    assert "nobody called 'bene' plays in these games; did you mean ben?" in result.stderr


def test_an_empty_answer_is_said(run: Run, club_db: Path) -> None:
    for words, said in ((("stats",), "no hand was played"), (("standings",), "no game was played to its end")):
        assert said in run(*words, "--ruleset", "none").stdout
        assert run(*words, "--ruleset", "none", "--json").stdout == ""
        assert len(run(*words, "--ruleset", "none", "--csv").stdout.splitlines()) == 1


@pytest.mark.parametrize("points", ["", "4-2-1", "x", "1e5/2"])
def test_points_that_are_no_list_are_refused(run: Run, club_db: Path, points: str) -> None:
    result = run("standings", "--points", points)
    assert result.exit_code == 2
    assert "expected one like 4/2/1/0" in result.stderr


def test_a_game_of_the_usual_database_is_named_by_its_id(run: Run, club_db: Path) -> None:
    for words in (("stats",), ("standings",), ("find",)):
        assert run(*words, "tuesday", "--json").stdout == run(*words, "tuesday", "--db", club_db, "--json").stdout != ""


def test_a_game_that_is_not_there_is_refused(run: Run, club_db: Path) -> None:
    result = run("stats", "tusday", "--db", club_db)
    assert result.exit_code == 2
    assert "did you mean tuesday?" in result.stderr


def test_progress_goes_to_terminals_only(logs: Path) -> None:
    """Behind a pipe there is neither a line that is written over nor a control character."""
    found = run_process("stats", "--together", logs)
    assert found.returncode == 0
    assert found.stderr == b""
    assert b"\r" not in found.stdout


def test_a_game_that_breaks_off_hides_no_other(run: Run, logs: Path) -> None:
    """A packed log that was cut is complained of and not counted."""
    whole = (logs / "tuesday.mjlog.jsonl").read_bytes() * 200
    (logs / "cut.mjlog.jsonl.xz").write_bytes(lzma.compress(whole)[:-40])
    (logs / "aaa.mjlog.jsonl").write_bytes(b"\xff\xfe no log\n")
    result = run("standings", logs, "--together", "--json")
    assert result.exit_code == 2
    assert "cut.mjlog.jsonl.xz" in result.stderr
    assert {one["games"] for one in lines(result)} == {2}


def test_a_hostile_name_in_a_database_reaches_no_terminal(run: Run, club_db: Path) -> None:
    """Another program can write into the table whatever it likes."""
    connection = sqlite3.connect(club_db)
    connection.execute("INSERT INTO people VALUES ('anna', ?, NULL)", ("\x1b[2J\u202e=evil",))
    connection.commit()
    connection.close()
    for words in (("people",), ("games", "--names"), ("sheet", "tuesday", "--names"), ("stats", "--names"),
                  ("standings", "--names", "--csv"), ("find", "--names"), ("find", "--names", "--hands", "--csv"),
                  ("sheet", "tuesday", "--names", "--format", "html")):  # fmt: skip
        out = run(*words).stdout
        assert "evil" in out
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_the_example_of_a_guest_comes_to_what_the_page_says(run: Run, tmp_path: Path) -> None:
    """The evening of docs/do/recording.md, with somebody who takes a place in it and gives it back."""
    page = (ROOT / "docs" / "do" / "recording.md").read_text("utf-8")
    typed, printed = re.search(r"```mjlog\n(.*?)```.*?```text\n(.*?)```", page, re.DOTALL).groups()  # type: ignore[union-attr]
    text = tmp_path / "thursday.mjlog.txt"
    text.write_text(typed, "utf-8")
    assert run("import", "shorthand", text).exit_code == 0
    assert run("audit").stdout.endswith("nothing found\n")
    assert run("standings").stdout == printed
    assert "eva" in run("sheet").stdout


@pytest.mark.parametrize("ruleset", ["riichi", "riichi-ema", "riichi-wrc"])
def test_a_game_of_riichi_without_an_end_is_named(run: Run, ruleset: str, tmp_path: Path) -> None:
    """In the terminal and on the page of the league; its end brings final scores, fines among them."""
    names = [part for name in ("anna", "ben", "cleo", "dora") for part in ("--player", name)]
    run("new", "--ruleset", ruleset, "--game", "forgotten", *names)
    run("add", "forgotten", "hand result sfe3h30 pay")
    run("add", "forgotten", "penalty cleo 1000 late")
    said = "1 game without an end: counted without uma and fines, which come with it (`mjlog add GAME end`): forgotten"
    assert said in run("standings").stderr
    page = tmp_path / "league.html"
    assert said in run("standings", "--html", page).stderr
    assert "Without an end, and counted without uma and fines, which come with it: forgotten." in page.read_text()
    run("add", "forgotten", "end")
    ended = run("standings", "--json")
    assert "without an end" not in ended.stderr
    points = {one["player"]: one["points"] for one in lines(ended)}
    shared = {"anna": -29000, "ben": 40000, "cleo": -16000, "dora": 5000}
    tournament = {"anna": -18900, "ben": 18900, "cleo": -1000, "dora": 0}
    assert points == (shared if ruleset == "riichi" else tournament)
