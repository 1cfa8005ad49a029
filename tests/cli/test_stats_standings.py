"""`find`, `stats`, `standings`: the same answer wherever games are kept, in every form, as recorded and of then."""

from __future__ import annotations

import json
import lzma
import shlex
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, lines, run_process, write_lines

from samples import SAMPLES
from short_logs import fields
from tests.club.evenings import FRIDAY, TUESDAY, Fields, game, hand, won, written


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


def test_a_game_of_the_usual_database_is_named_by_its_id(run: Run, club_db: Path) -> None:
    for words in (("stats",), ("standings",), ("find",)):
        assert run(*words, "tuesday", "--json").stdout == run(*words, "tuesday", "--db", club_db, "--json").stdout != ""


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


# -- `mjlog find` -----------------------------------------------------------------------------------------------------


VOID: Fields = {"type": "replay", "reason": "the wall fell over"}
REPLAYED = game("again", hand(1, 0, VOID), hand(1, 0, *won("S", -40, 80, -20, -20)), at="2026-05-09T10:00:00Z")


@pytest.fixture
def find_logs(tmp_path: Path) -> Path:
    """A folder with three games."""
    return written(tmp_path / "logs", TUESDAY, FRIDAY, REPLAYED)


@pytest.fixture
def find_db(run: Run, find_logs: Path, tmp_path: Path) -> Path:
    """The default database, with the same games."""
    assert run("import", "mjlog", find_logs).exit_code == 0
    return tmp_path / "default.db"


def names(result: Any) -> list[str]:
    """The games that were found."""
    return sorted(one["game"] for one in lines(result))


def test_a_hand_comes_with_the_command_that_shows_it(run: Run, find_db: Path, find_logs: Path) -> None:
    """The command works, in a database and for a file, and shows the end of that hand."""
    for where in ((), (find_logs,)):
        for found in lines(run("find", *where, "--hands", "--json")):
            words = shlex.split(found["replay"])
            assert words[:2] == ["mjlog", "replay"]
            shown = lines(run(*words[1:], "--json"))[0]
            assert (shown["game"], shown["hand"]) == (found["game"], found["hand"])
            assert shown["seq"] == found["last"]


def test_dates_are_those_of_the_zone_that_is_asked_for(
    run: Run, find_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tuesday began at six in the evening, UTC: a day later in New Zealand, and so it is looked for there."""
    asked = ("--since", "2026-05-06", "--until", "2026-05-06")
    assert names(run("find", *asked, "--json")) == []
    there = ("--zone", "Pacific/Auckland")
    (found,) = lines(run("find", *asked, *there, "--json"))
    assert (found["game"], found["date"]) == ("tuesday", "2026-05-06")
    assert "tuesday (2026-05-06), hand 1" in run("find", *asked, *there, "--hands").stdout
    assert lines(run("stats", *asked, *there, "--player", "anna", "--json"))[0]["games"] == 1
    assert lines(run("standings", *asked, *there, "--json"))[0]["games"] == 1
    monkeypatch.setenv("MJLOG_ZONE", "+12:00")
    assert names(run("find", *asked, "--json")) == ["tuesday"]
    result = run("find", "--zone", "Middle-earth")
    assert result.exit_code == 2
    assert "no time zone that is known here; expected one like Europe/Prague" in result.stderr


def test_what_cannot_be_read_hides_nothing_else(run: Run, find_logs: Path, tmp_path: Path) -> None:
    """It is complained of, and the exit status says so."""
    (find_logs / "broken.mjlog.jsonl.xz").write_bytes(b"no xz")
    result = run("find", find_logs, tmp_path / "none", "--json")
    assert result.exit_code == 2
    assert names(result) == ["again", "friday", "tuesday"]
    assert "broken" in result.stderr
    assert "none" in result.stderr


def test_hostile_texts_reach_no_terminal(run: Run, tmp_path: Path) -> None:
    events = json.loads(
        json.dumps(TUESDAY).replace("anna", "\\u001b[2J\\u202eanna").replace("Library", "\\u001b]0;x\\u0007")
    )
    logs = written(tmp_path / "logs", events)
    for form in ((), ("--hands",), ("--csv",), ("--hands", "--csv"), ("--json",)):
        out = run("find", logs, *form).stdout
        assert "\x1b" not in out
        assert form == ("--json",) or "\u202e" not in out


# -- `find`, `stats`, `standings` and `dossier` as recorded, and as of an earlier event -------------------------------


_RIGHT = {"type": "settlement", "change": {"E": -40, "S": 80, "W": -20, "N": -20}}
CLUB = ("find", "stats", "standings")


def events(game: str = "tuesday") -> list[dict[str, Any]]:
    """A payment (event 4) of ten too little to South, put right (5); an objection (6); then no hand at all (7)."""
    log = fields("game western; hand depth=result; S mahjong wall; settlement E=-40 S=70 W=-20 N=-10")
    log[0]["game"] = game
    more: list[dict[str, Any]] = [
        {"type": "correction", "of": 4, "events": [_RIGHT], "reason": "ten more"},
        {"type": "dispute", "on": 4, "text": "that was right"},
        {"type": "correction", "of": 3, "events": [{"type": "washout"}], "reason": "nobody won"},
        {"type": "correction", "of": 4, "events": [], "reason": "nobody paid"},
    ]
    return [*log, *({"seq": seq, **event} for seq, event in enumerate(more, 5))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of this game."""
    return write_lines(tmp_path / "tuesday.mjlog.jsonl", events())


@pytest.mark.parametrize("command", CLUB)
def test_of_many_games_of_a_database_one_can_be_named(run: Run, path: Path, tmp_path: Path, command: str) -> None:
    db = tmp_path / "club.db"
    for log in (path, write_lines(tmp_path / "other.mjlog.jsonl", events("wednesday"))):
        assert run("import", "mjlog", log, "--db", db).exit_code == 0
    assert run(command, "--db", db, "--as-of", 5).exit_code == 2
    stored, file = (run(command, *args, "--as-of", 5, "--json") for args in (("tuesday", "--db", db), (path,)))
    assert stored.exit_code == file.exit_code == 0
    told = [[{**one, "source": "", "replay": ""} for one in lines(found)] for found in (stored, file)]
    assert told[0] == told[1] != []


def test_a_dossier_as_of_an_event_is_what_could_be_said_then(run: Run, path: Path) -> None:
    """Before the objection there is none; the head, the payments and the corrections are those of then."""

    def told(*args: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(run("dossier", path, 4, *args, "--format", "json").stdout)
        return found

    ids = [json.loads(line)["id"] for line in run("export", path).stdout.splitlines()]
    for seq in (4, 5, 6):
        then = told("--as-of", seq)
        assert then["as_of"] == seq
        assert (then["dispute"] is not None) == (seq >= 6)
        assert then["proof"] == {**then["proof"], "events": seq, "head": ids[seq - 1]}
        steps = [] if then["event"]["correction"] is None else then["event"]["correction"]["corrections"]
        assert [one["seq"] for one in steps] == [5][: seq - 4]
    assert told()["as_of"] is None


def test_a_dossier_says_as_of_which_event_it_is(run: Run, path: Path) -> None:
    told = {form: run("dossier", path, 4, "--as-of", 5, "--format", form).stdout for form in ("text", "html")}
    assert "as of: event 5: what the log said when that was its last one" in told["text"]
    assert "<dt>as of</dt><dd>event 5:" in told["html"]
    assert "as of" not in run("dossier", path, 4).stdout
    late = run("dossier", path, 6, "--as-of", 5)
    assert (late.exit_code, "there is no event 6" in late.stderr) == (2, True)
    assert run("dossier", path, 4, "--as-of", 9).exit_code == 2
