"""Import: games from files, texts and tables into the database, whole, once, with the places they were read from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from command_runs import Run, event, foreign_hand, game_events, lines, run_process, write_lines

from mjlog.errors import StoreError
from mjlog.formats.files import Kinds
from mjlog.formats.logs import CarriedGame
from mjlog.sources import Piece, logs_in, logs_of
from mjlog.store import Origin, SqliteStore, open_readonly, open_store
from mjlog.store.merging import Addition
from mjlog_cli.commands import import_games
from samples import FINDINGS, SAMPLES


def test_every_event_keeps_the_line_it_was_read_from(run: Run, log: Path, own_database: Path) -> None:
    log.write_bytes(b"\n\n" + log.read_bytes())
    run("import", "mjlog", log)
    with open_readonly(own_database) as store:
        assert store.origins("g1")[1] == Origin(str(log), 3)
        assert store.origins("g1")[4] == Origin(str(log), 6)


def test_an_audit_of_the_database_cites_the_source_files(run: Run, foreign_game: Path, own_database: Path) -> None:
    hand = foreign_game / "hand-01.mjs"
    hand.write_text(foreign_hand("PlayerDiscards 3 1B 1 0"), "utf-8")
    run("import", "xmj", foreign_game)
    from_file, from_database = run("audit", foreign_game, "--json"), run("audit", "--db", own_database, "--json")
    assert lines(from_file) == lines(from_database)
    assert lines(from_file)[0]["source"] == str(hand)
    assert from_file.exit_code == 1


def test_a_folder_of_hand_histories_is_one_game(run: Run, foreign_game: Path) -> None:
    (foreign_game / "hand-02.mjs").write_text(foreign_hand(), "utf-8")
    result = run("import", "xmj", foreign_game)
    assert result.stdout.startswith("evening: ")
    assert len(result.stdout.splitlines()) == 1


def test_an_unknown_line_of_a_foreign_record_is_an_error_with_file_and_line(run: Run, foreign_game: Path) -> None:
    hand = foreign_game / "hand-01.mjs"
    hand.write_text(foreign_hand("PlayerSneezes 3"), "utf-8")
    result = run("import", "xmj", foreign_game)
    number = len(hand.read_text("utf-8").splitlines())
    assert result.exit_code == 1
    assert f"{hand}:{number}: " in result.stderr
    assert "up to the fault" in result.stdout


def test_the_good_lines_before_a_malformed_one_are_imported(run: Run, tmp_path: Path, own_database: Path) -> None:
    events = game_events()
    bad = b'{"seq":3,"type":"mahjong","seat":"Q"}'
    log = write_lines(tmp_path / "cut.mjlog.jsonl", [*events[:2], bad, *events[3:]])
    result = run("import", "mjlog", log)
    assert result.exit_code == 1
    assert f"{log}:3: seat is 'Q'" in result.stderr
    with open_readonly(own_database) as store:
        assert store.head("g1").seq == 2


def test_a_log_that_has_grown_since_is_continued(run: Run, tmp_path: Path, own_database: Path) -> None:
    path = tmp_path / "g1.mjlog.jsonl"
    run("import", "mjlog", write_lines(path, game_events()[:2]))
    result = run("import", "mjlog", write_lines(path, game_events()))
    assert (result.exit_code, result.stdout) == (0, "g1: 2 events added to the 2 that were here\n")
    with open_readonly(own_database) as store:
        assert store.head("g1").seq == 4


def test_small_games_are_stored_together_and_none_is_said_before_it_is_there(
    run: Run, tmp_path: Path, own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: list[tuple[str, int]] = []

    def say(words: str) -> None:
        with open_readonly(own_database) as store:
            there.append((words, len(store.games())))

    monkeypatch.setattr("mjlog_cli.commands.import_games.say", say)
    (tmp_path / "games").mkdir()
    for name in "abc":
        write_lines(tmp_path / "games" / f"{name}.mjlog.jsonl", game_events(name))
    run("import", "mjlog", tmp_path / "games")
    assert there == [(f"{name}: 4 events imported", 3) for name in "abc"]


def test_where_another_writer_was_first_with_one_game_the_others_of_its_file_are_stored(
    run: Run, tmp_path: Path, own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What that one had not seen yet is added to its game."""
    stream = write_lines(tmp_path / "all.mjlog.jsonl", [line for name in "abcd" for line in game_events(name)])
    added = import_games.add_all

    def after_another(store: SqliteStore, additions: list[Addition]) -> None:
        monkeypatch.setattr(import_games, "add_all", added)
        with open_store(own_database) as other:
            other.import_game("b", next(native_log(stream, "b"))[:2])
        added(store, additions)

    monkeypatch.setattr(import_games, "add_all", after_another)
    result = run("import", "mjlog", stream)
    assert (result.exit_code, result.stdout.splitlines()) == (0, [
        "a: 4 events imported", "b: 2 events added to the 2 that were here", "c: 4 events imported",
        "d: 4 events imported",
    ])  # fmt: skip


def native_log(path: Path, game: str) -> Iterator[list[bytes]]:
    return (log.bodies for log in logs_in(str(path)) if log.game == game)


def test_where_nothing_can_be_stored_each_game_says_so_and_what_cannot_be_read_is_said_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(store: SqliteStore, additions: list[Addition]) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(import_games, "add_all", full)
    stream = write_lines(tmp_path / "all.mjlog.jsonl", [*game_events("a"), *game_events("b")[:2], b"nonsense"])
    result = run("import", "mjlog", stream)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("the disk is full") == 2
    assert "all.mjlog.jsonl:7: " in result.stderr


def test_who_imports_what_is_here_already_waits_for_no_other_writer(
    run: Run, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", "mjlog", log)
    monkeypatch.setattr(import_games, "add_all", lambda *_: pytest.fail("the database is written"))
    assert run("import", "mjlog", log).stdout == "g1: already here, 4 events, nothing to do\n"


def test_what_was_read_before_one_stops_is_stored(
    run: Run, tmp_path: Path, own_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(piece: Piece, kinds: Kinds) -> Iterator[CarriedGame]:
        yield next(logs_of(piece, kinds))
        raise KeyboardInterrupt

    monkeypatch.setattr(import_games, "logs_of", stopped)
    result = run("import", "mjlog", write_lines(tmp_path / "a.mjlog.jsonl", game_events("a")))
    assert result.exit_code != 0
    assert result.stdout == "a: 4 events imported\n"
    with open_readonly(own_database) as store:
        assert [game.game for game in store.games()] == ["a"]


@pytest.mark.parametrize("more", [0, 1])
def test_a_log_is_held_against_what_lies_there_not_against_what_was_stored(
    run: Run, tmp_path: Path, own_database: Path, more: int
) -> None:
    """A body that was changed by another program has its old id: the game is another one, and is not gone on with."""
    events = game_events()
    log = write_lines(tmp_path / "a.mjlog.jsonl", events[: len(events) - more])
    run("import", "mjlog", log)
    own_database.write_bytes(own_database.read_bytes().replace(b"rain", b"snow"))
    write_lines(log, events)
    result = run("import", "mjlog", log)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "they agree up to event 0" in result.stderr


@pytest.mark.parametrize("content", [
    b"\x00\xff\xfe" * 50,
    b'{"seq":1' + b"0" * 5000 + b',"type":"game-start"}\n',
    b"[" * 100_000,
    b'{"type":"game-start","seq":1,"game":"\\ud800","players":["a","b","c","d"],"ruleset":"classical"}\n',
    json.dumps(event(1, "game-start", game="a", players=list("abcd"), ruleset="r", x=[1e999])).encode(),
    b'{"type":"game-start","seq":1,"seq":1,"game":"a","players":["a","b","c","d"],"ruleset":"classical"}\n',
])  # fmt: skip
def test_hostile_logs_are_refused_with_their_line(run: Run, tmp_path: Path, content: bytes) -> None:
    log = tmp_path / "hostile.mjlog.jsonl"
    log.write_bytes(content)
    result = run("import", "mjlog", log)
    assert result.exit_code == 1
    assert f"{log}:1: " in result.stderr


def test_a_file_name_that_is_no_text_is_imported(tmp_path: Path) -> None:
    name = bytes(tmp_path) + b"/caf\xe9.mjlog.jsonl"
    try:
        with open(name, "wb") as stream:
            stream.write(b"\n".join(json.dumps(one).encode() for one in game_events()))
    except OSError:
        pytest.skip("this file system takes only names that are text")
    database = tmp_path / "a.db"
    assert run_process("import", "mjlog", name, "--db", database).returncode == 0
    audit = run_process("audit", name, "--json")
    assert audit.returncode == 0
    assert json.loads(audit.stdout.splitlines()[0])["game"] == "g1"
    stored = run_process("audit", "--db", database, "--json")
    assert json.loads(stored.stdout.splitlines()[0])["source"].endswith("jsonl")


def test_on_a_terminal_an_import_says_how_far_it_is(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an archive, too, game by game; what cannot be read is not hidden by it."""
    write_lines(tmp_path / "g1.mjlog.jsonl", game_events("g1"))
    write_lines(tmp_path / "g2.mjlog.jsonl", game_events("g2"))
    (tmp_path / "bad.mjlog.jsonl").write_bytes(b"no log")
    said: list[str] = []
    monkeypatch.setattr("mjlog_cli.console.Progress.show", lambda self, text: said.append(text))
    result = run("import", "mjlog", tmp_path, "--db", tmp_path / "b.db")
    assert "g1: 4 events imported" in result.stdout
    assert "bad.mjlog.jsonl" in result.stderr
    assert any(text.endswith("g2.mjlog.jsonl") for text in said)
    assert said[-1].startswith("2 games") or said[-1].startswith("3 games")


# -- texts in short hand on the command line --------------------------------------------------------------------------


GAME = "game tuesday western anna ben cleo dora\nhand table\n"
EVENING = f"{GAME}5b sp 2c 9d\nsm 8/48/4/2\n"


def _head(database: Path, game: str) -> str:
    with open_readonly(database) as store:
        return store.head(game).id


def _text(folder: Path, content: str | bytes, name: str = "a.mjlog.txt") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_game_written_out_and_read_in_has_the_same_head(run: Run, tmp_path: Path) -> None:
    sample = SAMPLES / "games" / "western.mjlog.jsonl.xz"
    assert run("import", "mjlog", sample, "--db", tmp_path / "a.db").exit_code == 0
    text = tmp_path / "game.mjlog.txt"
    with open_readonly(tmp_path / "a.db") as store:
        (game,) = (info.game for info in store.games())
    assert run("export", game, "--db", tmp_path / "a.db", "--shorthand", "--out", text).exit_code == 0
    assert run("import", "shorthand", text, "--db", tmp_path / "b.db").exit_code == 0
    assert _head(tmp_path / "b.db", game) == _head(tmp_path / "a.db", game)


def test_a_path_is_written_out_in_short_hand(run: Run, tmp_path: Path) -> None:
    legal = next(path for path in FINDINGS if path.name.startswith("legal."))
    text = run("export", legal, "--shorthand").stdout
    assert text.startswith("# mjlog shorthand 1\n")
    assert run("import", "shorthand", _text(tmp_path, text)).exit_code == 0


def test_every_event_keeps_the_line_it_was_written_in(run: Run, own_database: Path, tmp_path: Path) -> None:
    path = _text(tmp_path, "# my notes\n\n" + EVENING)
    result = run("import", "shorthand", path)
    assert (result.exit_code, result.stdout) == (0, "tuesday: 13 events imported\n")
    with open_readonly(own_database) as store:
        origins = store.origins("tuesday")
    assert origins[1] == Origin(str(path), 3)
    assert origins[3] == Origin(str(path), 5)
    assert origins[13] == Origin(str(path), 6)


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbf" + EVENING.encode(), EVENING.replace("\n", "\r\n").encode(), EVENING.encode()]
)
def test_a_text_of_any_editor_is_read_from_standard_input(run: Run, own_database: Path, content: bytes) -> None:
    result = run("import", "shorthand", "-", stdin=content)
    assert (result.exit_code, result.stdout) == (0, "tuesday: 13 events imported\n")
    with open_readonly(own_database) as store:
        assert store.origins("tuesday")[1] == Origin("standard input", 1)


@pytest.mark.parametrize(("content", "words"), [
    (b"\xff\xfe5\x00", "is no text in UTF-8 (byte 1)"),
    (b"", "there is no game"),
    (b"# nothing\n", "there is no game"),
])  # fmt: skip
def test_what_is_no_text_of_games_is_refused(run: Run, tmp_path: Path, content: bytes, words: str) -> None:
    path = _text(tmp_path, content)
    result = run("import", "shorthand", path)
    assert result.exit_code == 2
    assert words in result.stderr
    assert str(path) in result.stderr


# -- import of results that were kept in a spreadsheet ----------------------------------------------------------------


TABLE = "date,winner,discarder,anna,ben,cleo,dora\n2026-11-21,ben,dora,8,48,4,2\n2026-11-21,ben,,0,64,12,8\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Two hands of an evening."""
    path = tmp_path / "club.csv"
    path.write_text(TABLE, "utf-8")
    return path


def sheet_of(run: Run, game: str) -> str:
    """The score sheet of a game, without the head of its log."""
    return run("sheet", game, "--format", "csv").stdout


def imported(run: Run, table: Path, text: str, *more: str) -> Result:
    """The table says this now, and is imported."""
    table.write_text(text, "utf-8")
    return run("import", "csv", table, "--ruleset", "western", "--yes", *more)


@pytest.mark.parametrize(("mended", "corrected"), [
    (TABLE.replace("8,48,4,2", "8,64,4,2"), 1),
    (TABLE.replace("ben,dora,8", "cleo,dora,8"), 2),
    (TABLE + "2026-11-21,-,,,,,\n", 1),
    (TABLE.rpartition("2026")[0], 6),
    (TABLE.replace("2026-11-21,ben,dora", "2026-11-21,dora,anna,2,4,6,32\n2026-11-21,ben,dora"), None),
    (TABLE.replace("cleo", "clea"), 3),
], ids=["a score", "a winner", "one hand more", "one hand less", "a hand between", "a handle"])  # fmt: skip
def test_a_table_that_was_mended_corrects_what_was_imported(
    run: Run, table: Path, mended: str, corrected: int | None, tmp_path: Path
) -> None:
    """Without a second game: the log keeps what it said, and reads like that of the table now."""
    imported(run, table, TABLE)
    before = lines(run("export", "2026-11-21"))
    refused = imported(run, table, mended)
    assert refused.exit_code == 2
    assert "--replace corrects it" in refused.stderr
    done = imported(run, table, mended, "--replace")
    assert done.exit_code == 0, done.stderr
    after = lines(run("export", "2026-11-21"))
    assert after[: len(before)] == before
    made = after[len(before) :]
    assert {one["reason"] for one in made} == {"the table club.csv was mended"}
    assert corrected in (None, len(made))
    assert len(lines(run("games", "--json"))) == 1
    assert "nothing to do" in imported(run, table, mended, "--replace").stdout
    assert "nothing to do" in imported(run, table, mended).stdout
    other = tmp_path / "other.db"
    run("import", "csv", table, "--ruleset", "western", "--yes", "--db", other)
    fresh = run("sheet", "2026-11-21", "--format", "csv", "--db", other).stdout
    assert _points(sheet_of(run, "2026-11-21")) == _points(fresh)
    assert run("verify").exit_code == 0


def _points(sheet: str) -> list[list[str]]:
    """What a sheet says of players and points; not which corrections there are."""
    heads, *rows = csv.reader(io.StringIO(sheet, newline=""))
    told = ("result", "score", "change", "total")
    wanted = [at for at, head in enumerate(heads) if head.split()[-1] in told]
    return [[row[at] for at in wanted] for row in rows]
