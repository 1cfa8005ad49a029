"""Bundles on the command line: a database out and in, several merged, conflicts, what is refused, what is resumed."""

from __future__ import annotations

import errno
import io
import sqlite3
import zipfile
from contextlib import closing, redirect_stdout
from pathlib import Path

import pytest
from click import Command
from command_runs import Run, game_events, lines, run_process, write_lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.canonical import event_body
from mjlog.errors import ConflictError, StoreError
from mjlog.formats.bundles import NamedPerson
from mjlog.store import Person, default_path, open_readonly, open_store
from mjlog.store.merging import Relation, add_all, addition
from mjlog_cli import bundles
from mjlog_cli.commands.export import command as export_command
from mjlog_cli.commands.import_games import command as import_command


def fill(path: Path, **games: int) -> Path:
    """A database with games of so many events."""
    with open_store(path) as store:
        for game, events in games.items():
            here = store.head(game).seq if game in store else 0
            if here < events:
                store.append(game, [remark(seq, game) for seq in range(here + 1, events + 1)])
    return path


def remark(seq: int, text: str) -> bytes:
    """A body of an event."""
    return event_body({"seq": seq, "type": "note", "text": text})


def bundled(run: Run, database: Path) -> Path:
    """All of a database as a bundle."""
    path = database.with_suffix(".mjbundle")
    assert run("export", "--all", "--db", database, "--out", path).exit_code == 0
    return path


def ends(path: Path) -> dict[str, int]:
    """The games of a database, with the number of their events; every chain holds."""
    with open_readonly(path) as store:
        assert store.verify() == []
        return {info.game: info.last for info in store.games()}


def test_a_database_goes_out_and_comes_in_again(run: Run, log: Path, own_database: Path, tmp_path: Path) -> None:
    run("import", "mjlog", log)
    run("import", "mjlog", write_lines(tmp_path / "a.mjlog.jsonl", game_events("another")))
    result = run("export", "--all", "--out", tmp_path / "club.mjbundle")
    size = (tmp_path / "club.mjbundle").stat().st_size
    assert result.stdout.endswith(f"club.mjbundle: 2 games, 8 events, {size:,} bytes\n")
    result = run("import", "bundle", tmp_path / "club.mjbundle", "--db", tmp_path / "b.db")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["g1: 4 events imported", "another: 4 events imported"]
    assert result.stdout.endswith("club.mjbundle: 2 games: 2 imported\n")
    assert open_readonly(tmp_path / "b.db").games() == open_readonly(own_database).games()


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
GAMES = st.dictionaries(TEXTS.filter(bool), st.lists(TEXTS, min_size=1, max_size=6), max_size=5)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games=GAMES)
def test_any_games_come_in_as_they_went_out(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, list[str]]
) -> None:
    """The same games, heads and bodies, in the same order; and the same bytes when they go out again."""
    folder = tmp_path_factory.mktemp("bundles")
    with open_store(folder / "a.db") as store:
        for game, texts in games.items():
            store.append(game, [remark(seq, text) for seq, text in enumerate(texts, 1)])
    for name, options in (("b", ["--atomic"]), ("c", []), ("d", ["--resume"])):
        _call(export_command, "--all", "--db", folder / "a.db", "--out", folder / "a.mjbundle")
        _call(import_command, "bundle", folder / "a.mjbundle", "--db", folder / f"{name}.db", *options)
        _call(export_command, "--all", "--db", folder / f"{name}.db", "--out", folder / f"{name}.mjbundle")
        assert (folder / f"{name}.mjbundle").read_bytes() == (folder / "a.mjbundle").read_bytes()
        with open_readonly(folder / "a.db") as source, open_readonly(folder / f"{name}.db") as copy:
            assert copy.games() == source.games()
            assert {game: copy.bodies(game) for game in games} == {game: source.bodies(game) for game in games}


def _call(command: object, *args: str | Path) -> None:
    assert isinstance(command, Command)
    with redirect_stdout(io.StringIO()):
        assert not command.main([str(arg) for arg in args], standalone_mode=False)


def test_bundles_of_several_laptops_are_merged(run: Run, tmp_path: Path) -> None:
    """Same log: nothing to do. One goes on: it is continued. Whatever order they come in, the result is the same."""
    one = bundled(run, fill(tmp_path / "one.db", tuesday=5, thursday=3))
    two = bundled(run, fill(tmp_path / "two.db", thursday=9, sunday=2, tuesday=5))
    for name, order in (("a.db", [one, two]), ("b.db", [two, one])):
        result = run("import", "bundle", *order, "--db", tmp_path / name)
        assert result.exit_code == 0
        assert ends(tmp_path / name) == {"tuesday": 5, "thursday": 9, "sunday": 2}
    assert "1 already here, 1 already here and longer" in result.stdout
    result = run("import", "bundle", one, two, "--db", fill(tmp_path / "c.db", thursday=4))
    assert "thursday: 5 events added to the 4 that were here" in result.stdout
    assert "two.mjbundle: 3 games: 1 already here, 1 continued, 1 imported" in result.stdout


def test_another_game_of_the_same_name_is_a_conflict_that_names_the_first_event(run: Run, tmp_path: Path) -> None:
    one = bundled(run, fill(tmp_path / "one.db", club=3, sunday=2))
    other = tmp_path / "other.db"
    with open_store(other) as store:
        store.append("club", [remark(1, "club"), remark(2, "altered"), remark(3, "club"), remark(4, "club")])
    result = run("import", "bundle", one, "--db", other)
    assert result.exit_code == 2
    assert "another log of game club is here: event 2 differs, nothing of this game was stored" in result.stderr
    assert '"text":"altered"' in result.stderr
    assert '"text":"club"' in result.stderr
    assert ends(other) == {"club": 4, "sunday": 2}
    assert result.stdout.endswith("one.mjbundle: 2 games: 1 in conflict, 1 imported\n")


def test_all_or_nothing_is_stored_where_that_is_wanted(run: Run, tmp_path: Path) -> None:
    one = bundled(run, fill(tmp_path / "one.db", sunday=2, club=3))
    other = fill(tmp_path / "other.db", friday=1)
    with open_store(other) as store:
        store.append("club", [remark(1, "altered")])
    result = run("import", "bundle", one, "--db", other, "--atomic")
    assert (result.exit_code, "nothing of it was stored" in result.stderr) == (2, True)
    assert ends(other) == {"friday": 1, "club": 1}
    result = run("import", "bundle", one, "--db", fill(tmp_path / "third.db", club=1), "--atomic")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == [
        "sunday: 2 events imported",
        "club: 2 events added to the 1 that were here",
    ]
    assert ends(tmp_path / "third.db") == {"club": 3, "sunday": 2}


def test_of_a_bundle_with_a_game_that_is_not_what_the_list_says_nothing_is_stored(run: Run, tmp_path: Path) -> None:
    """Unless it is asked for game by game."""
    one = bundled(run, fill(tmp_path / "one.db", sunday=2, club=3, friday=1))
    _swap_members(one)
    for options in ((), ("--atomic",)):
        result = run("import", "bundle", one, "--db", tmp_path / "b.db", *options)
        assert result.exit_code == 1
        assert result.stderr.count("its digest differs; game") == 2
        assert "nothing of it was stored" in result.stderr
        assert "--resume stores the games that are whole" in result.stderr
        assert ends(tmp_path / "b.db") == {}
    result = run("import", "bundle", one, "--db", tmp_path / "c.db", "--resume")
    assert result.exit_code == 1
    assert "2 refused, 1 imported" in result.stdout
    assert ends(tmp_path / "c.db") == {"friday": 1}
    assert run("audit", one).exit_code == 2


def _swap_members(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    first, second, *others = found
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(first, found[second])
        archive.writestr(second, found[first])
        for other in others:
            archive.writestr(other, found[other])


def test_a_log_that_no_store_would_take_is_refused(run: Run, tmp_path: Path) -> None:
    """Its size, digest and head are right; its JSON is not canonical."""
    path = tmp_path / "odd.mjbundle"
    with path.open("wb") as stream:
        odd = bundles.PackedGame("odd", None, [b'{"type":"note","seq":1}'])
        bundles.write_bundle(stream, [odd, bundles.PackedGame("good", None, [remark(1, "x")])], "mjlog test")
    for options, stored in (((), {}), (("--resume",), {"good": 1})):
        result = run("import", "bundle", path, "--db", tmp_path / "b.db", *options)
        assert result.exit_code == 1
        assert "not canonical JSON" in result.stderr
        assert "game odd is not stored" in result.stderr
        assert ends(tmp_path / "b.db") == stored


def test_an_import_that_breaks_off_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is still looking at the games, or storing them."""
    one = bundled(run, fill(tmp_path / "one.db", a=3, b=4, c=5))
    bodies = bundles.Bundle.bodies
    for most in range(6):
        read: list[str] = []

        def breaks_off(
            self: bundles.Bundle, game: bundles.BundledGame, read: list[str] = read, most: int = most
        ) -> list[bytes]:
            read.append(game.game)
            if len(read) > most:
                raise OSError(5, "the disk failed")
            return bodies(self, game)

        monkeypatch.setattr(bundles.Bundle, "bodies", breaks_off)
        assert run("import", "bundle", one, "--db", tmp_path / "b.db").exit_code == 2
        assert read == ["a", "b", "c", "a", "b", "c"][: most + 1]
        assert ends(tmp_path / "b.db") == {}


def test_game_by_game_an_import_that_breaks_off_leaves_whole_games_and_is_gone_on_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that are here are passed over by their heads: their logs are not even read."""
    one = bundled(run, fill(tmp_path / "one.db", a=3, b=4, c=5))
    read: list[str] = []
    bodies = bundles.Bundle.bodies

    def breaks_off(self: bundles.Bundle, game: bundles.BundledGame) -> list[bytes]:
        read.append(game.game)
        if read == ["a", "b", "c"]:
            raise OSError(5, "the disk failed")
        return bodies(self, game)

    monkeypatch.setattr(bundles, "_EVENTS_AT_ONCE", 1)
    monkeypatch.setattr(bundles.Bundle, "bodies", breaks_off)
    database = tmp_path / "b.db"
    assert run("import", "bundle", one, "--db", database, "--resume").exit_code == 2
    assert ends(database) == {"a": 3, "b": 4}
    result = run("import", "bundle", one, "--db", database, "--resume")
    assert result.exit_code == 0
    assert ends(database) == {"a": 3, "b": 4, "c": 5}
    assert read == ["a", "b", "c", "c"]
    assert "3 games: 2 already here, 1 imported" in result.stdout


def test_without_resuming_everything_is_read_again(run: Run, tmp_path: Path) -> None:
    """So a bundle that was damaged since is noticed."""
    database = fill(tmp_path / "one.db", sunday=2, club=3)
    one = bundled(run, database)
    _swap_members(one)
    assert run("import", "bundle", one, "--db", database, "--resume").exit_code == 0
    assert run("import", "bundle", one, "--db", database).exit_code == 1


def test_a_failure_in_the_middle_of_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    """Not one of the games that were added before it."""
    with open_store(fill(tmp_path / "a.db", old=1)) as store:
        first = addition(store, "first", [remark(1, "x")])
        stale = addition(store, "old", [remark(1, "old"), remark(2, "old")])
        assert (first.standing, stale.standing) == (Relation.NEW, Relation.LONGER)
        store.append("old", [remark(2, "old"), remark(3, "old")])
        with pytest.raises(ConflictError, match="another writer was first: game old has 3 events, 1 were seen"):
            add_all(store, [first, stale])
        assert "first" not in store
        add_all(store, [first, addition(store, "old", store.bodies("old"))])
        assert store.verify() == []
    assert ends(tmp_path / "a.db") == {"old": 3, "first": 1}


def test_a_database_that_is_only_read_takes_no_bundle(tmp_path: Path) -> None:
    fill(tmp_path / "a.db", old=1)
    with open_readonly(tmp_path / "a.db") as store, pytest.raises(StoreError, match="for reading only"):
        add_all(store, [addition(store, "first", [remark(1, "x")])])


def test_several_bundles_of_which_one_is_none(run: Run, tmp_path: Path) -> None:
    one = bundled(run, fill(tmp_path / "one.db", club=3))
    (tmp_path / "letter.mjbundle").write_text("dear club")
    result = run("import", "bundle", tmp_path / "letter.mjbundle", one, "--db", tmp_path / "b.db")
    assert (result.exit_code, "letter.mjbundle: is no bundle" in result.stderr) == (2, True)
    assert ends(tmp_path / "b.db") == {"club": 3}


def test_a_folder_of_bundles_is_imported(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "laptops"
    folder.mkdir()
    for name in ("one", "two"):
        bundled(run, fill(folder / f"{name}.db", **{name: 2}))
    assert run("import", "bundle", folder, "--db", tmp_path / "b.db").exit_code == 0
    assert ends(tmp_path / "b.db") == {"one": 2, "two": 2}
    (tmp_path / "nothing").mkdir()
    assert run("import", "bundle", tmp_path / "nothing", "--db", tmp_path / "b.db").exit_code == 2


def test_a_bundle_is_audited_replayed_and_verified_like_a_log(run: Run, log: Path, tmp_path: Path) -> None:
    run("import", "mjlog", log)
    run("export", "--all", "--out", tmp_path / "club.mjbundle")
    audit = lines(run("audit", tmp_path / "club.mjbundle", "--json"))
    for one, other in zip(audit, lines(run("audit", log, "--json")), strict=True):
        assert {**one, "source": ""} == {**other, "source": ""}
    assert run("replay", tmp_path / "club.mjbundle", "--hand", "1").exit_code == 0
    assert default_head() in run("verify", tmp_path / "club.mjbundle").stdout
    exported = run("export", tmp_path / "club.mjbundle")
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
    result = run("export", "--all", "--db", database, "--out", tmp_path / "one.mjbundle")
    assert result.exit_code == 1
    assert "game club is left out: event 2 is not what was stored" in result.stderr
    assert "1 game, 2 events" in result.stdout


def test_acts_in_pencil_are_said_to_stay(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    with open_store(database) as store:
        store.keep_draft("club", b"x")
    result = run("export", "--all", "--db", database, "--out", tmp_path / "one.mjbundle")
    assert "acts in pencil are in no bundle: 1 game of this database has some" in result.stderr


def test_real_names_go_only_where_they_are_asked_for(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    with open_store(database) as store:
        for person in (Person("anna", "Anna Nováková", "plays on Tuesdays"), Person("ben", "Ben Black", None)):
            store.add_person(person)
    without, named = tmp_path / "without.mjbundle", tmp_path / "named.mjbundle"
    run("export", "--all", "--db", database, "--out", without)
    assert b"Nov" not in without.read_bytes()
    assert "2 names" in run("export", "--all", "--names", "--db", database, "--out", named).stdout
    other = fill(tmp_path / "two.db")
    with open_store(other) as store:
        store.add_person(Person("ben", "Benjamin Black", None))
    result = run("import", "bundle", named, "--db", other)
    assert "real names are in it, too (2): --names brings them in" in result.stderr
    result = run("import", "bundle", named, "--db", other, "--names")
    assert "ben has another name in the bundle: the one that is here stays" in result.stderr
    assert "1 name added" in result.stdout
    with open_readonly(other) as store:
        assert store.people() == [
            Person("anna", "Anna Nováková", "plays on Tuesdays"),
            Person("ben", "Benjamin Black", None),
        ]


@pytest.mark.parametrize("atomic", [(), ("--atomic",)])
def test_a_name_that_cannot_be_noted_is_found_before_anything_is_stored(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, atomic: tuple[str, ...]
) -> None:
    database, out = fill(tmp_path / "one.db", club=2), tmp_path / "named.mjbundle"
    with open_store(database) as store:
        store.add_person(Person("anna", "Anna", None))
        store.add_person(Person("zoe", "Zoe", None))
    monkeypatch.setattr(bundles, "NamedPerson", lambda handle, name, note: NamedPerson(handle, f"{name}\u202e", note))
    assert run("export", "--all", "--names", "--db", database, "--out", out).exit_code == 0
    other = fill(tmp_path / "two.db", here=1)
    result = run("import", "bundle", out, "--db", other, "--names", *atomic)
    assert result.exit_code == 2
    assert "nothing of the bundle was stored" in result.stderr
    assert ends(other) == {"here": 1}
    assert open_readonly(other).people() == []
    assert run("import", "bundle", out, "--db", other, *atomic).exit_code == 0
    assert ends(other) == {"here": 1, "club": 2}


def test_with_atomic_names_come_with_the_games_or_not_at_all(run: Run, tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", good=2, other=2)
    with open_store(database) as store:
        store.add_person(Person("anna", "Anna Nováková", None))
    assert run("export", "--all", "--names", "--db", database, "--out", tmp_path / "x.mjbundle").exit_code == 0
    conflicting = tmp_path / "two.db"
    with open_store(conflicting) as store:
        store.append("other", [remark(1, "another one")])
    assert run("import", "bundle", tmp_path / "x.mjbundle", "--db", conflicting, "--names", "--atomic").exit_code == 2
    assert open_readonly(conflicting).people() == []
    empty = fill(tmp_path / "three.db")
    assert run("import", "bundle", tmp_path / "x.mjbundle", "--db", empty, "--names", "--atomic").exit_code == 0
    assert [person.name for person in open_readonly(empty).people()] == ["Anna Nováková"]


def test_resumed_or_not_a_game_that_is_longer_here_is_told_of(run: Run, tmp_path: Path) -> None:
    one = bundled(run, fill(tmp_path / "one.db", club=2))
    here = fill(tmp_path / "two.db", club=5)
    for words in ((), ("--resume",)):
        assert "1 already here and longer" in run("import", "bundle", one, "--db", here, *words).stdout


def test_a_bundle_for_which_there_is_no_room_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is the folder for temporary files that is full."""

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bundles, "write_bundle", full)
    result = run("export", "--all", "--db", fill(tmp_path / "one.db", club=2), "--out", tmp_path / "x.mjbundle")
    assert result.exit_code == 2
    assert "x.mjbundle: cannot be written" in result.stderr
    assert not (tmp_path / "x.mjbundle").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["export", "--names"], "--names goes with --all"),
        (["export", "g1", "--names"], "--names goes with --all"),
        (["export", "g1", "--all", "--out", "x"], "--all takes no GAME"),
        (["export", "--all"], "name its file, --out FILE.mjbundle"),
        (["export", "--all", "--shorthand", "--out", "x"], "a bundle has one form"),
        (["import", "mjlog", "x", "--atomic"], "are for bundles"),
        (["import", "mjlog", "x", "--resume"], "are for bundles"),
        (["import", "bundle", "x", "--atomic", "--resume"], "one of them"),
        (["import", "bundel", "x"], "expected one of mjlog, xmj, tenhou"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(run: Run, args: list[str], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr


def test_without_a_terminal_no_progress_is_shown(tmp_path: Path) -> None:
    database = fill(tmp_path / "one.db", club=3)
    out = run_process("export", "--all", "--db", database, "--out", tmp_path / "x.mjbundle")
    assert (out.returncode, out.stderr) == (0, b"")
    result = run_process("import", "bundle", tmp_path / "x.mjbundle", "--db", tmp_path / "b.db")
    assert (result.returncode, result.stderr) == (0, b"")


def test_on_a_terminal_progress_is_one_line_that_goes_away(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games, events, and how much of all that is."""
    one = bundled(run, fill(tmp_path / "one.db", club=3, sunday=1))
    shown: list[str] = []
    monkeypatch.setattr("mjlog_cli.progress.Progress.show", lambda self, text: shown.append(text))
    run("import", "bundle", one, "--db", tmp_path / "b.db")
    ways = ["1 of 2 games, 3 events, 75 %", "2 of 2 games, 4 events, 100 %"]
    assert shown == [f"checked: {way}" for way in ways] + [f"stored: {way}" for way in ways]
