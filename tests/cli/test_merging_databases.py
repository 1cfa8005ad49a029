"""All games of a database in one file, and into another database: merged, in conflict, damaged, all or none."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import zipfile
from contextlib import closing, redirect_stdout
from pathlib import Path

import pytest
from click import Command
from command_runs import Run, game_events, lines, run_process, write_lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.chain import event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.formats import files as game_files
from mjlog.store import Person, default_path, open_readonly, open_store
from mjlog.store.merging import Relation, add_all, addition
from mjlog_cli.commands.export import export_command
from mjlog_cli.commands.import_games import import_command
from turns import examples

ENDINGS = (*game_files.WRITTEN_ENDINGS, ".mjbundle")


def fill(path: Path, **games: int) -> Path:
    """A database with games of so many events."""
    with open_store(path) as store:
        for game, events in games.items():
            here = store.head(game).seq if game in store else 0
            if here < events:
                store.append(game, [remark(seq, game) for seq in range(here + 1, events + 1)])
    return path


def remark(seq: int, text: str, game: str | None = None) -> bytes:
    """A body of an event: the first one begins a game, whose id is the text, unless it is told."""
    if seq == 1:
        players = [*"abcd"]
        start = {"game": text if game is None else game, "players": players, "ruleset": "classical"}
        return event_body({"seq": 1, "type": "game-start", **start, "place": text})
    return event_body({"seq": seq, "type": "note", "text": text})


def packed(run: Run, database: Path, ending: str = ".tar.xz") -> Path:
    """All of a database as a packed folder."""
    path = database.with_suffix(ending)
    assert run("export", "--all", "--db", database, "--out", path).exit_code == 0
    return path


def ends(path: Path) -> dict[str, int]:
    """The games of a database, with the number of their events; every chain holds."""
    with open_readonly(path) as store:
        assert store.verify() == []
        return {info.game: info.last for info in store.games()}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_database_goes_out_and_comes_in_again(
    run: Run, log: Path, own_database: Path, tmp_path: Path, ending: str
) -> None:
    run("import", "mjlog", log)
    run("import", "mjlog", write_lines(tmp_path / "a.mjlog.jsonl", game_events("another / one")))
    out = tmp_path / f"club{ending}"
    result = run("export", "--all", "--out", out)
    assert result.stdout.endswith(f"club{ending}: 2 games, 8 events, {out.stat().st_size:,} bytes\n")
    names = [name for name, _content in game_files.members(out, (".mjlog.jsonl",))]
    assert names == ["games/00001-g1.mjlog.jsonl", "games/00002-another~20~2F~20one.mjlog.jsonl"]
    result = run("import", "mjlog", out, "--db", tmp_path / "b.db")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["g1: 4 events imported", "another / one: 4 events imported"]
    assert open_readonly(tmp_path / "b.db").games() == open_readonly(own_database).games()


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
GAMES = st.dictionaries(TEXTS.filter(bool), st.lists(TEXTS, min_size=1, max_size=6), max_size=5)


@settings(max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games=GAMES.filter(bool), ending=st.sampled_from(ENDINGS))
def test_any_games_come_in_as_they_went_out(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, list[str]], ending: str
) -> None:
    """The same games, heads and bodies, in the same order; and the same bytes when they go out again."""
    folder = tmp_path_factory.mktemp("packed")
    with open_store(folder / "a.db") as store:
        for game, texts in games.items():
            store.append(game, [remark(seq, text, game) for seq, text in enumerate(texts, 1)])
    for name, options in (("b", ["--atomic"]), ("c", [])):
        _call(export_command, "--all", "--db", folder / "a.db", "--out", folder / f"a{ending}")
        _call(import_command, "mjlog", folder / f"a{ending}", "--db", folder / f"{name}.db", *options)
        _call(export_command, "--all", "--db", folder / f"{name}.db", "--out", folder / f"{name}{ending}")
        assert (folder / f"{name}{ending}").read_bytes() == (folder / f"a{ending}").read_bytes()
        with open_readonly(folder / "a.db") as source, open_readonly(folder / f"{name}.db") as copy:
            assert copy.games() == source.games()
            assert {game: copy.bodies(game) for game in games} == {game: source.bodies(game) for game in games}


def _call(command: object, *args: str | Path) -> None:
    assert isinstance(command, Command)
    with redirect_stdout(io.StringIO()):
        assert not command.main([str(arg) for arg in args], standalone_mode=False)


@pytest.mark.parametrize("ending", [*ENDINGS, ".db"])
def test_what_several_laptops_recorded_is_merged(run: Run, tmp_path: Path, ending: str) -> None:
    """Same log: nothing to do. One goes on: it is continued. Whatever order they come in, the result is the same.

    A database of another machine may be given as it is.
    """
    one = fill(tmp_path / "one.db", tuesday=5, thursday=3)
    two = fill(tmp_path / "two.db", thursday=9, sunday=2, tuesday=5)
    if ending != ".db":
        one, two = packed(run, one, ending), packed(run, two, ending)
    for name, order in (("a.db", [one, two]), ("b.db", [two, one])):
        result = run("import", "mjlog", *order, "--db", tmp_path / name)
        assert result.exit_code == 0
        assert ends(tmp_path / name) == {"tuesday": 5, "thursday": 9, "sunday": 2}
    assert "thursday: already here, with 9 events, of which these are the first 3" in result.stdout
    result = run("import", "mjlog", one, two, "--db", fill(tmp_path / "c.db", thursday=4))
    assert "thursday: 5 events added to the 4 that were here" in result.stdout
    assert ends(tmp_path / "c.db") == {"tuesday": 5, "thursday": 9, "sunday": 2}


def test_another_game_of_the_same_name_is_a_conflict_that_names_the_first_event(run: Run, tmp_path: Path) -> None:
    one = packed(run, fill(tmp_path / "one.db", club=3, sunday=2))
    other = tmp_path / "other.db"
    with open_store(other) as store:
        store.append("club", [remark(1, "club"), remark(2, "altered"), remark(3, "club"), remark(4, "club")])
    result = run("import", "mjlog", one, "--db", other)
    assert result.exit_code == 2
    assert "another log of game club is here: event 2 differs, nothing of this game was stored" in result.stderr
    assert '"text":"altered"' in result.stderr
    assert '"text":"club"' in result.stderr
    assert ends(other) == {"club": 4, "sunday": 2}


@pytest.mark.parametrize("ending", [".zip", ".tar", ".db"])
def test_all_or_nothing_is_stored_where_that_is_wanted(run: Run, tmp_path: Path, ending: str) -> None:
    one = fill(tmp_path / "one.db", sunday=2, club=3)
    one = one if ending == ".db" else packed(run, one, ending)
    other = fill(tmp_path / "other.db", friday=1)
    with open_store(other) as store:
        store.append("club", [remark(1, "altered", "club")])
    result = run("import", "mjlog", one, "--db", other, "--atomic")
    assert (result.exit_code, "nothing of it was stored" in result.stderr) == (2, True)
    assert (result.stdout, ends(other)) == ("", {"friday": 1, "club": 1})
    result = run("import", "mjlog", one, "--db", fill(tmp_path / "third.db", club=1), "--atomic")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["sunday: 2 events imported", "club: 2 events added to the 1 that were here"]
    assert ends(tmp_path / "third.db") == {"club": 3, "sunday": 2}


def test_of_a_packed_folder_that_is_damaged_nothing_is_stored(run: Run, tmp_path: Path) -> None:
    for ending in game_files.WRITTEN_ENDINGS:
        one = packed(run, fill(tmp_path / "one.db", sunday=20, club=30, friday=1), ending)
        content = one.read_bytes()
        one.write_bytes(content[: len(content) // 2] + content[len(content) // 2 + 1 :])
        result = run("import", "mjlog", one, "--db", tmp_path / "b.db")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"one{ending}" in result.stderr
    assert ends(tmp_path / "b.db") == {}


def test_of_a_log_with_a_fault_the_beginning_is_stored_unless_all_or_nothing_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("games/odd.mjlog.jsonl", b"\n".join([remark(1, "odd"), b'{"seq":2,"type":"sneeze"}']))
        archive.writestr("games/good.mjlog.jsonl", remark(1, "good"))
    for options, stored in ((("--atomic",), {}), ((), {"good": 1, "odd": 1})):
        result = run("import", "mjlog", path, "--db", tmp_path / "b.db", *options)
        assert result.exit_code == (2 if options else 1)
        assert "odd.zip/games/odd.mjlog.jsonl:2: " in result.stderr
        assert ends(tmp_path / "b.db") == stored


def test_an_import_that_breaks_off_leaves_whole_games_or_none_and_is_done_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = packed(run, fill(tmp_path / "one.db", a=3, b=4, c=5))
    added = SqliteAdditions(monkeypatch, most=2)
    assert run("import", "mjlog", one, "--db", tmp_path / "b.db", "--atomic").exit_code == 2
    assert ends(tmp_path / "b.db") == {}
    added.most += 3
    assert run("import", "mjlog", one, "--db", tmp_path / "b.db").exit_code == 2
    assert ends(tmp_path / "b.db") == {"a": 3, "b": 4}
    added.most = 100
    result = run("import", "mjlog", one, "--db", tmp_path / "b.db")
    assert (result.exit_code, result.stdout.count("already here"), ends(tmp_path / "b.db")) == (
        0, 2, {"a": 3, "b": 4, "c": 5},
    )  # fmt: skip


class SqliteAdditions:
    """Counts the games that are held against a database, of which the disk fails after so many."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
        self.most = most
        self.count = 0
        self.whole = addition
        monkeypatch.setattr("mjlog_cli.commands.import_games.addition", self)

    def __call__(self, *asked: object) -> object:
        self.count += 1
        if self.count > self.most:
            raise OSError(5, "the disk failed")
        return self.whole(*asked)  # type: ignore[arg-type]


def test_a_failure_in_the_middle_of_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    """Not one of the games that were added before it."""
    with open_store(fill(tmp_path / "a.db", old=1)) as store:
        first = addition(store, "first", [remark(1, "first")])
        stale = addition(store, "old", [remark(1, "old"), remark(2, "old")])
        assert (first.standing, stale.standing) == (Relation.NEW, Relation.LONGER)
        store.append("old", [remark(2, "old"), remark(3, "old")])
        with pytest.raises(ConflictError, match="another writer was first: game old has 3 events, 1 were seen"):
            add_all(store, [first, stale])
        assert "first" not in store
        add_all(store, [first, addition(store, "old", store.bodies("old"))])
        assert store.verify() == []
    assert ends(tmp_path / "a.db") == {"old": 3, "first": 1}


def test_a_database_that_is_only_read_takes_no_games(tmp_path: Path) -> None:
    fill(tmp_path / "a.db", old=1)
    with open_readonly(tmp_path / "a.db") as store, pytest.raises(StoreError, match="for reading only"):
        add_all(store, [addition(store, "first", [remark(1, "first")])])


@pytest.mark.parametrize("word", ["mjlog", "bundle"])
def test_a_folder_of_packed_folders_is_imported_and_one_that_is_none_is_told(
    run: Run, tmp_path: Path, word: str
) -> None:
    """The word by which bundles were imported still stands for logs."""
    folder = tmp_path / "laptops"
    folder.mkdir()
    for name, ending in (("one", ".zip"), ("two", ".mjbundle")):
        packed(run, fill(folder / f"{name}.db", **{name: 2}), ending)
        os.unlink(folder / f"{name}.db")
    (folder / "letter.mjbundle").write_text("dear club")
    result = run("import", word, folder, "--db", tmp_path / "b.db")
    assert (result.exit_code, "letter.mjbundle: is no archive" in result.stderr) == (2, True)
    assert ends(tmp_path / "b.db") == {"one": 2, "two": 2}


def test_it_is_audited_replayed_and_verified_like_a_log(run: Run, log: Path, tmp_path: Path) -> None:
    run("import", "mjlog", log)
    run("export", "--all", "--out", tmp_path / "club.tar.zst")
    audit = lines(run("audit", tmp_path / "club.tar.zst", "--json"))
    for one, other in zip(audit, lines(run("audit", log, "--json")), strict=True):
        assert {**one, "source": ""} == {**other, "source": ""}
    assert run("replay", tmp_path / "club.tar.zst", "--hand", "1").exit_code == 0
    assert default_head() in run("verify", tmp_path / "club.tar.zst").stdout
    exported = run("export", tmp_path / "club.tar.zst")
    assert exported.stdout_bytes == run("export", "g1").stdout_bytes


def default_head() -> str:
    """The head of the game of the default database."""
    with open_readonly(default_path()) as store:
        return store.head("g1").id


def test_a_game_whose_chain_is_broken_is_left_out_and_named(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3, sunday=2)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'events_fixed'").fetchone()[0]
        connection.execute("DROP TRIGGER events_fixed")
        connection.execute("UPDATE events SET body = replace(body, 'club', 'klub') WHERE seq = 2")
        connection.execute(sql)
    result = run("export", "--all", "--db", database, "--out", tmp_path / "one.zip")
    assert result.exit_code == 1
    assert "game club is left out: event 2 is not what was stored" in result.stderr
    assert "1 game, 2 events" in result.stdout


def test_acts_in_pencil_are_said_to_stay(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    with open_store(database) as store:
        store.keep_draft("club", b"x")
    result = run("export", "--all", "--db", database, "--out", tmp_path / "one.zip")
    assert "acts in pencil are in no log: 1 game of this database has some" in result.stderr


def test_real_names_go_only_where_they_are_asked_for(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    with open_store(database) as store:
        for person in (Person("anna", "Anna Nováková", "plays on Tuesdays"), Person("ben", "Ben Black", None)):
            store.add_person(person)
    without, named = tmp_path / "without.tar", tmp_path / "named.tar"
    run("export", "--all", "--db", database, "--out", without)
    assert b"Nov" not in without.read_bytes()
    assert "2 names" in run("export", "--all", "--names", "--db", database, "--out", named).stdout
    other = fill(tmp_path / "two.db")
    with open_store(other) as store:
        store.add_person(Person("ben", "Benjamin Black", None))
    result = run("import", "mjlog", named, "--db", other)
    assert "real names are in it, too (2): --names brings them in" in result.stderr
    result = run("import", "mjlog", named, "--db", other, "--names")
    assert f"ben has another name in {named}: the one that is here stays" in result.stderr
    assert "1 name added" in result.stdout
    with open_readonly(other) as store:
        assert store.people() == [
            Person("anna", "Anna Nováková", "plays on Tuesdays"),
            Person("ben", "Benjamin Black", None),
        ]


@pytest.mark.parametrize("atomic", [(), ("--atomic",)])
def test_a_name_that_cannot_be_noted_is_found_before_anything_is_stored(
    run: Run, tmp_path: Path, atomic: tuple[str, ...]
) -> None:
    database = fill(tmp_path / "one.db", club=2)
    with open_store(database) as store:
        store.add_person(Person("anna", "Anna", None))
        store.add_person(Person("zoe", "Zoe", None))
    folder = tmp_path / "unpacked"
    folder.mkdir()
    for name, content in game_files.members(packed(run, database), (".mjlog.jsonl",)):
        (folder / Path(name).name).write_bytes(content)
    (folder / "people.csv").write_text("handle,name,note\nanna,Anna,\nzoe,Zoe\u202e,\n", "utf-8")
    other = fill(tmp_path / "two.db", here=1)
    result = run("import", "mjlog", folder, "--db", other, "--names", *atomic)
    assert result.exit_code == 2
    assert "nothing of it was stored" in result.stderr
    assert ends(other) == {"here": 1}
    assert open_readonly(other).people() == []
    assert run("import", "mjlog", folder, "--db", other, *atomic).exit_code == 0
    assert ends(other) == {"here": 1, "club": 2}


def test_with_atomic_names_come_with_the_games_or_not_at_all(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", good=2, other=2)
    with open_store(database) as store:
        store.add_person(Person("anna", "Anna Nováková", None))
    assert run("export", "--all", "--names", "--db", database, "--out", tmp_path / "x.zip").exit_code == 0
    conflicting = tmp_path / "two.db"
    with open_store(conflicting) as store:
        store.append("other", [remark(1, "another one", "other")])
    assert run("import", "mjlog", tmp_path / "x.zip", "--db", conflicting, "--names", "--atomic").exit_code == 2
    assert open_readonly(conflicting).people() == []
    empty = fill(tmp_path / "three.db")
    assert run("import", "mjlog", tmp_path / "x.zip", "--db", empty, "--names", "--atomic").exit_code == 0
    assert [person.name for person in open_readonly(empty).people()] == ["Anna Nováková"]


@pytest.mark.parametrize(("table", "said"), [
    (b"anna;Anna", "has the columns anna;Anna: expected handle, name, note"),
    (b"handle,name\nanna,Anna\n", "is no table with the columns"),
    (b"who,name,note\nanna,Anna,\n", "has the columns who, name, note"),
    (b"handle,name,note\nanna,Anna,\nanna,Anne,\n", "names a handle twice"),
    (b"handle,name,note\nanna,\xff,\n", "is no table with the columns"),
    (b"", "is no table with the columns"),
    (b"handle,name,note\nanna,,\n", "nothing of it was stored: import it without --names"),
])  # fmt: skip
def test_a_table_of_names_that_is_none_holds_up_only_who_asks_for_it(
    run: Run, tmp_path: Path, table: bytes, said: str
) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("club.mjlog.jsonl", remark(1, "club"))
        archive.writestr("people.csv", table)
    result = run("import", "mjlog", tmp_path / "x.zip", "--names")
    assert (result.exit_code, said in result.stderr, result.stdout) == (2, True, "")
    assert run("import", "mjlog", tmp_path / "x.zip").exit_code == 0
    assert "passed over" not in run("audit", tmp_path / "x.zip").stderr


def test_more_than_could_be_read_again_is_not_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = fill(tmp_path / "one.db", a=2, b=2)
    for limit, value in (("MAX_MEMBERS", 1), ("MAX_MEMBER", 50), ("MAX_TOTAL", 15_000)):
        with monkeypatch.context() as patch:
            patch.setattr(game_files, limit, value)
            result = run("export", "--all", "--db", database, "--out", tmp_path / "x.zip")
            assert (result.exit_code, list(tmp_path.glob("*x.zip*"))) == (2, [])
            assert "x.zip: " in result.stderr


def test_a_packed_folder_for_which_there_is_no_room_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("mjlog_cli.commands.export.packed_folder", lambda *_: map(full, "x"))
    result = run("export", "--all", "--db", fill(tmp_path / "one.db", club=2), "--out", tmp_path / "x.zip")
    assert result.exit_code == 2
    assert "x.zip: cannot be written: no space left" in result.stderr
    assert list(tmp_path.glob("*x.zip*")) == []


@pytest.mark.parametrize("name", ["x.rar", "x", "x.mjlog.jsonl", "x.tar.bz2"])
def test_a_name_that_is_none_of_a_packed_folder_is_refused_with_those_that_are(
    run: Run, tmp_path: Path, name: str
) -> None:
    result = run("export", "--all", "--db", fill(tmp_path / "one.db", club=1), "--out", tmp_path / name)
    assert (result.exit_code, "expected one that ends in .zip, .tar, .tar.gz" in result.stderr) == (2, True)
    assert not (tmp_path / name).exists()


def test_without_a_terminal_no_progress_is_shown(tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    out = run_process("export", "--all", "--db", database, "--out", tmp_path / "x.zip")
    assert (out.returncode, out.stderr) == (0, b"")
    result = run_process("import", "mjlog", tmp_path / "x.zip", "--db", tmp_path / "b.db")
    assert (result.returncode, result.stderr) == (0, b"")
