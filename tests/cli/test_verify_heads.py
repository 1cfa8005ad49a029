"""`mjlog verify` and `checkpoint`: an old checkpoint, or copy, proves that nothing was changed, or says where."""

from __future__ import annotations

import gzip
import json
import sqlite3
import tarfile
from pathlib import Path
from typing import Any

import pytest
from command_runs import Run, event, game_events, lines, run_process, write_lines

from mjlog.chain import GENESIS, chain_id, event_body, full_form, plain_name, read_checkpoint, short_form
from mjlog.formats.logs import write_log
from mjlog.store import open_store


def remarks(last: int, game: str = "tuesday", **changed: str) -> list[dict[str, Any]]:
    """A game and remarks up to event `last`; `e70="x"` is another text of event 70."""
    texts = {seq: changed.get(f"e{seq}", f"remark {seq}") for seq in range(2, last + 1)}
    return [game_events(game)[0], *(event(seq, "note", text=text) for seq, text in texts.items())]


def ids_of(events: list[dict[str, Any]]) -> list[str]:
    """The ids of the events; the first at 1."""
    ids = [GENESIS]
    for one in events:
        ids.append(chain_id(ids[-1], event_body(one)))
    return ids


def noted(events: list[dict[str, Any]], *seqs: int, game: str | None = "tuesday") -> list[str]:
    """`--head` with the short checkpoint that was noted at each of these events."""
    ids = ids_of(events)
    return [part for seq in seqs for part in ("--head", short_form(seq, ids[seq], game))]


def log_of(path: Path, events: list[dict[str, Any]]) -> Path:
    """A chained log of these events."""
    path.write_bytes(b"".join(write_log([event_body(one) for one in events])))
    return path


def database_of(path: Path, *games: list[dict[str, Any]]) -> Path:
    """A database with these games."""
    with open_store(path) as store:
        for events in games:
            store.append(events[0]["game"], [event_body(one) for one in events])
    return path


def touch(path: Path, sql: str) -> None:
    """What somebody does to a database with another program."""
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(sql)
    connection.commit()
    connection.close()


def found_in(result: Any) -> list[tuple[int, str]]:
    """Event and verdict of each checkpoint."""
    proofs = [proof for one in lines(result) for proof in one.get("checkpoints", [])]
    return [(proof["events"], proof["verdict"]) for proof in proofs]


THEN = remarks(120)


@pytest.fixture(params=["log", "plain log", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Makes a file of a game, of each kind."""

    def make(events: list[dict[str, Any]], name: str = "now") -> Path:
        if request.param == "database":
            return database_of(tmp_path / f"{name}.db", events)
        path = tmp_path / f"{name}.mjlog.jsonl"
        return log_of(path, events) if request.param == "log" else write_lines(path, events)

    return make


def test_what_went_on_is_what_it_was(run: Run, place: Any) -> None:
    path = place(remarks(300))
    result = run("verify", path, *noted(THEN, 1, 50, 120))
    assert result.exit_code == 0
    assert f"{path}: tuesday: kept: event 120 is still what it was, and so is everything before it" in result.stdout
    assert found_in(run("verify", path, *noted(THEN, 120, 50), "--json")) == [(50, "kept"), (120, "kept")]


def test_what_was_rewritten_is_narrowed_down_by_the_checkpoints(run: Run, place: Any) -> None:
    path = place(remarks(300, e70="another"))
    assert run("verify", path).exit_code == 0  # the chain itself is whole
    result = run("verify", path, *noted(THEN, 50, 120))
    assert result.exit_code == 1
    assert (
        f"{path}: tuesday: changed: event 50 is still what it was, event 120 is not: "
        "the log was rewritten somewhere from event 51 to event 120\n"
    ) in result.stdout
    (found,) = lines(run("verify", path, *noted(THEN, 50, 120), "--json"))
    assert (found["checkpoints"][1]["first"], found["checkpoints"][1]["last"]) == (51, 120)


def test_what_was_cut_off_is_missed(run: Run, place: Any) -> None:
    result = run("verify", place(remarks(90)), *noted(THEN, 120))
    assert result.exit_code == 1
    assert "missing: only 90 events are here: event 120 is missing" in result.stdout


def test_a_game_that_is_not_here_is_told(run: Run, place: Any) -> None:
    path = place(THEN)
    result = run("verify", path, "--head", "tusday 2:deadbeef")
    assert result.exit_code == 1
    assert "tusday: unknown: there is no game 'tusday' here; did you mean 'tuesday'?" in result.stdout
    assert found_in(run("verify", path, "--head", "tusday 2:deadbeef", "--json")) == [(2, "unknown")]


def test_a_database_that_was_touched_is_narrowed_down_by_its_own_ids(run: Run, tmp_path: Path) -> None:
    """The ids that nobody changed still lead to the checkpoint: the change is not after the one that does not fit."""
    path = database_of(tmp_path / "club.db", THEN)
    touch(path, "UPDATE events SET body = replace(body, 'remark', 'gossip') WHERE seq = 70")
    (found,) = lines(run("verify", path, *noted(THEN, 50, 120), "--json"))
    assert [fault["seq"] for fault in found["faults"]] == [70]
    assert [(proof["verdict"], proof["first"], proof["last"]) for proof in found["checkpoints"]] == [
        ("kept", None, None), ("changed", 51, 70),
    ]  # fmt: skip


def test_an_id_that_was_changed_by_itself_leaves_the_events_proved(run: Run, tmp_path: Path) -> None:
    path = database_of(tmp_path / "club.db", THEN)
    touch(path, "UPDATE events SET id = zeroblob(32) WHERE seq = 70")
    result = run("verify", path, *noted(THEN, 120), "--json")
    assert result.exit_code == 1
    assert found_in(result) == [(120, "kept")]


def test_behind_a_row_that_is_gone_nothing_is_proved(run: Run, tmp_path: Path) -> None:
    path = database_of(tmp_path / "club.db", THEN)
    touch(path, "DELETE FROM events WHERE seq = 70")
    found = found_in(run("verify", path, *noted(THEN, 50, 100, 120), "--json"))
    assert found == [(50, "kept"), (100, "unreadable"), (120, "unreadable")]


def test_a_log_whose_chain_is_broken_is_proved_by_its_events(run: Run, tmp_path: Path) -> None:
    path = log_of(tmp_path / "now.mjlog.jsonl", THEN)
    path.write_bytes(path.read_bytes().replace(b"remark 70", b"gossip 70"))
    result = run("verify", path, *noted(THEN, 50, 69, 120), "--json")
    assert result.exit_code == 1
    assert found_in(result) == [(50, "kept"), (69, "kept"), (120, "changed")]


def test_behind_a_line_that_cannot_be_read_nothing_is_proved(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "now.mjlog.jsonl", [*THEN[:69], b'{"seq":70', *THEN[70:]])
    assert found_in(run("verify", path, *noted(THEN, 50, 120), "--json")) == [(50, "kept"), (120, "unreadable")]


def test_every_form_of_a_checkpoint_is_taken(run: Run, place: Any, tmp_path: Path) -> None:
    path, head = place(THEN), ids_of(THEN)[120]
    fields = {"game": "tuesday", "events": 120, "head": head}
    forms = (full_form(120, head, "tuesday"), f"120:{head[:8]}", f"tuesday 120 {head[:20].upper()}", json.dumps(fields))
    listed = tmp_path / "noted.txt"
    listed.write_text("# Tuesday, table 1\n\n" + "\n".join(forms) + "\n", "utf-8")
    for form in (*forms, f"@{listed}"):
        assert run("verify", path, "--head", form).exit_code == 0
        assert "event 120 is still what it was" in run("verify", path, "--head", form).stdout
    printed = run("verify", path, "--json").stdout.strip()
    assert run("verify", path, "--head", printed).exit_code == 0
    assert run("verify", path, "--head", "@-", stdin=run("checkpoint", path).stdout).exit_code == 0


@pytest.mark.parametrize(("form", "words"), [
    ("tuesday", "is no checkpoint"),
    ("2:803b", "expected its first 8 to 64 digits"),
    ("2 803b-8390-d070-cfc5 k", "of what stands here it would be u"),
    ("@missing.txt", "missing.txt: cannot be read"),
    ("@", "cannot be read"),
])  # fmt: skip
def test_what_is_no_checkpoint_is_refused_before_anything_is_read(run: Run, place: Any, form: str, words: str) -> None:
    result = run("verify", place(THEN), "--head", form)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_of_several_games_each_has_its_own_checkpoints(run: Run, tmp_path: Path) -> None:
    path = database_of(tmp_path / "club.db", THEN, remarks(40, "friday"))
    heads = [*noted(THEN, 120), *noted(remarks(40, "friday"), 40, game="friday")]
    result = run("verify", path, *heads, "--json")
    assert result.exit_code == 0
    assert [(one["game"], len(one["checkpoints"])) for one in lines(result)] == [("tuesday", 1), ("friday", 1)]


def test_a_checkpoint_without_a_name_is_of_the_game_that_has_its_event(run: Run, tmp_path: Path) -> None:
    path = database_of(tmp_path / "club.db", THEN, remarks(40, "friday"))
    result = run("verify", path, *noted(remarks(40, "friday"), 30, game=None), "--json")
    assert result.exit_code == 0
    assert ["checkpoints" in one for one in lines(result)] == [False, True]
    lost = run("verify", path, "--head", "30:deadbeef")
    assert lost.exit_code == 1
    assert "none of the 2 games here has an event 30 with an id that begins deadbeef" in lost.stdout


def test_a_game_in_two_files_is_proved_in_each(run: Run, tmp_path: Path) -> None:
    good = log_of(tmp_path / "a.mjlog.jsonl", THEN)
    bad = log_of(tmp_path / "b.mjlog.jsonl", remarks(120, e3="x"))
    result = run("verify", good, bad, *noted(THEN, 120), "--json")
    assert result.exit_code == 1
    assert found_in(result) == [(120, "kept"), (120, "changed")]


def test_a_foreign_record_can_be_proved_too(run: Run, foreign_game: Path) -> None:
    short = run("checkpoint", foreign_game, "--short").stdout.strip()
    assert run("verify", foreign_game, "--head", short).exit_code == 0
    hand = foreign_game / "hand-01.mjs"
    hand.write_text(hand.read_text("utf-8").replace("anna", "anne"), "utf-8")
    result = run("verify", foreign_game, "--head", short)
    assert result.exit_code == 1
    assert "is not what it was" in result.stdout


def test_a_pipe_is_verified_as_a_file_is(tmp_path: Path) -> None:
    """Though it gives its bytes only once."""
    path = log_of(tmp_path / "now.mjlog.jsonl", THEN)
    done = run_process("verify", "/dev/stdin", *noted(THEN, 120), stdin=path.read_bytes())
    assert done.returncode == 0
    assert f"/dev/stdin: tuesday: ok, 120 events, head {ids_of(THEN)[120]}" in done.stdout.decode()


def test_a_database_in_a_folder_is_verified_once(run: Run, tmp_path: Path) -> None:
    """However many games it has."""
    games = [remarks(2, f"game {number}") for number in range(40)]
    database_of(tmp_path / "club.db", *games)
    assert len(lines(run("verify", tmp_path, "--json"))) == 40


def test_a_stream_of_games_has_the_head_of_each(run: Run, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "all.mjlog.jsonl", [*THEN, *remarks(40, "friday")])
    found = lines(run("verify", path, "--json"))
    assert [(one["game"], one["head"]) for one in found] == [
        ("tuesday", ids_of(THEN)[120]), ("friday", ids_of(remarks(40, "friday"))[40]),
    ]  # fmt: skip


def test_without_a_path_it_is_the_database_that_all_commands_use(run: Run, tmp_path: Path) -> None:
    path = database_of(tmp_path / "club.db", THEN)
    for words in (("verify", "--db", path), ("--db", path, "verify")):
        result = run(*words, *noted(THEN, 120))
        assert result.exit_code == 0
        assert f"{path}: tuesday: kept" in result.stdout
    assert run("verify", "--db", tmp_path / "none.db").exit_code == 2


@pytest.mark.parametrize("damage", [b',"place":"a","place":"b"}', b',"x":1e400}', b',"x":"\xff"}'])
@pytest.mark.parametrize("seq", [1, 60])
def test_a_line_that_cannot_be_written_down_again_is_told_wherever_it_stands(
    seq: int, damage: bytes, run: Run, tmp_path: Path
) -> None:
    written = [event_body(one) for one in THEN]
    written[seq - 1] = written[seq - 1][:-1] + damage
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"\n".join(written))
    result = run("verify", path)
    assert (result.exit_code, "bad-event" in result.stdout) == (1, True)
    assert f"a.mjlog.jsonl:{seq}: " in result.stdout


def test_of_two_games_of_one_name_each_has_its_own_head(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.mjlog.jsonl"
    path.write_bytes(b"".join(log_of(tmp_path / "one", events).read_bytes() for events in (THEN[:5], THEN)))
    assert [one["head"] for one in lines(run("verify", path, "--json"))] == [ids_of(THEN)[5], ids_of(THEN)[120]]


def test_of_a_packed_log_that_breaks_off_the_games_before_the_break_are_verified(run: Run, tmp_path: Path) -> None:
    """And the break is told, with its line."""
    games = [remarks(1500, "first"), remarks(1500, "second")]
    written = b"".join(log_of(tmp_path / "one", events).read_bytes() for events in games)
    path = tmp_path / "a.mjlog.jsonl.gz"
    path.write_bytes(gzip.compress(written)[:-8_000])
    result = run("verify", path, "--json")
    first, second = lines(result)
    assert (result.exit_code, first["game"], first["head"]) == (1, "first", ids_of(games[0])[1500])
    assert (second["game"], second["head"]) == ("second", None)
    (fault,) = second["faults"]
    assert fault["message"] == "cannot be read further: it breaks off before its end"
    assert fault["line"] > 1500


# -- `mjlog verify --against` -----------------------------------------------------------------------------------------


OLD = remarks(80)


@pytest.fixture(params=["log", "plain log", "packed log", "database", "folder", "packed folder"])
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An older copy, of each kind."""
    folder = tmp_path / "old"
    folder.mkdir()
    if request.param == "database":
        return database_of(folder / "old.db", OLD)
    log = log_of(folder / "old.mjlog.jsonl", OLD)
    if request.param == "plain log":
        return write_lines(log, OLD)
    if request.param == "packed log":
        import lzma

        packed = folder / "old.mjlog.jsonl.xz"
        packed.write_bytes(lzma.compress(log.read_bytes()))
        return packed
    if request.param == "packed folder":
        packed = tmp_path / "old.tar.xz"
        with tarfile.open(packed, "w:xz") as archive:
            archive.add(log, "old/old.mjlog.jsonl")
        return packed
    return folder if request.param == "folder" else log


def against_found_in(result: Any) -> list[tuple[bool, int | None]]:
    """Of each comparison, whether all was kept, and the event that differs."""
    return [(found["kept"], found["seq"]) for one in lines(result) for found in one.get("against", [])]


def test_a_log_that_only_went_on_is_the_same(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 0
    assert f"{now}: tuesday: kept: all 80 events of {copy} are here, unchanged" in result.stdout


def test_the_first_difference_is_shown_as_it_is_there_and_here(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120, e70="another", e75="too"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-3:] == [
        f"{now}: tuesday: changed: event 70 is not what it is in {copy}",
        '  there: {"seq":70,"text":"remark 70","type":"note"}',
        '  here:  {"seq":70,"text":"another","type":"note"}',
    ]
    (found,) = lines(run("verify", now, "--against", copy, "--json"))
    assert found["against"][0] == {
        "copy": str(copy), "events": 80, "kept": False, "message": f"event 70 is not what it is in {copy}",
        "seq": 70, "there": '{"seq":70,"text":"remark 70","type":"note"}',
        "here": '{"seq":70,"text":"another","type":"note"}',
    }  # fmt: skip


def test_against_what_was_cut_off_is_missed(run: Run, copy: Path, tmp_path: Path) -> None:
    now = log_of(tmp_path / "now.mjlog.jsonl", remarks(60))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert f"event 61 is missing: 60 events can be read here, 80 in {copy}" in result.stdout
    assert against_found_in(run("verify", now, "--against", copy, "--json")) == [(False, 61)]


def test_a_game_that_was_removed_is_missed(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(60, "friday"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert f"tuesday: changed: this game is in {copy}, and it is not here" in result.stdout
    assert against_found_in(run("verify", now, "--against", copy, "--json")) == [(False, None)]


def test_one_log_is_compared_with_its_own_game_of_a_whole_database(run: Run, tmp_path: Path) -> None:
    """The others are not missed in it; but a copy in which no game is of the log is no copy of it."""
    old = database_of(tmp_path / "old.db", OLD, remarks(9, "friday"))
    assert run("verify", log_of(tmp_path / "now.mjlog.jsonl", remarks(90)), "--against", old).exit_code == 0
    other = run("verify", log_of(tmp_path / "other.mjlog.jsonl", remarks(90, "sunday")), "--against", old)
    assert other.exit_code == 1
    assert other.stdout.count("it is not here") == 2


def test_what_a_touched_database_said_is_shown_by_the_copy(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    touch(now, "UPDATE events SET body = replace(body, 'remark', 'gossip') WHERE seq = 70")
    result = run("verify", now, "--against", copy)
    assert "chain-broken" in result.stdout
    assert (
        '  there: {"seq":70,"text":"remark 70","type":"note"}\n  here:  {"seq":70,"text":"gossip 70"' in result.stdout
    )


def test_what_a_touched_log_said_is_shown_by_the_copy(run: Run, copy: Path, tmp_path: Path) -> None:
    now = log_of(tmp_path / "now.mjlog.jsonl", remarks(120))
    now.write_bytes(now.read_bytes().replace(b"remark 70", b"gossip 70"))
    result = run("verify", now, "--against", copy)
    assert result.exit_code == 1
    assert against_found_in(run("verify", now, "--against", copy, "--json")) == [(False, 70)]


def test_a_copy_that_is_not_whole_is_no_proof(run: Run, tmp_path: Path) -> None:
    old = write_lines(tmp_path / "old.mjlog.jsonl", [*OLD[:50], b"{"])
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", old)
    assert result.exit_code == 1
    assert "all 50 events" in result.stdout
    assert "the copy itself is not whole" in result.stdout


def test_a_long_event_is_shown_about_the_place_where_it_differs(run: Run, tmp_path: Path) -> None:
    there, here = ("x" * 5000 + end + "y" * 5000 for end in ("THERE", "HERE"))
    old = log_of(tmp_path / "old.mjlog.jsonl", [*OLD, event(81, "note", text=there)])
    now = log_of(tmp_path / "now.mjlog.jsonl", [*OLD, event(81, "note", text=here)])
    printed = run("verify", now, "--against", old).stdout.splitlines()[-2:]
    assert ["THERE" in printed[0], "HERE" in printed[1]] == [True, True]
    assert max(map(len, printed)) < 420


def test_copies_and_checkpoints_go_together(run: Run, copy: Path, tmp_path: Path) -> None:
    now = database_of(tmp_path / "now.db", remarks(120))
    result = run("verify", now, "--against", copy, "--against", now, *noted(OLD, 50), "--json")
    assert result.exit_code == 0
    (found,) = lines(result)
    assert (len(found["against"]), len(found["checkpoints"])) == (2, 1)


def test_what_is_no_copy_is_refused(run: Run, log: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    sqlite3.connect(other).executescript("CREATE TABLE x (y);").connection.close()
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "missing", other, tmp_path / "empty"):
        result = run("verify", log, "--against", path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(path) in result.stderr


# -- `mjlog checkpoint` -----------------------------------------------------------------------------------------------


def test_a_foreign_record_has_the_checkpoint_that_it_gets_when_imported(
    run: Run, foreign_game: Path, tmp_path: Path
) -> None:
    printed = run("checkpoint", foreign_game)
    assert printed.exit_code == 0
    run("import", "xmj", foreign_game, "--db", tmp_path / "x.db")
    assert run("checkpoint", "--db", tmp_path / "x.db").stdout == printed.stdout != ""


def test_a_log_that_is_not_whole_has_no_checkpoint(run: Run, stored: Path, own_database: Path, tmp_path: Path) -> None:
    with sqlite3.connect(own_database) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE events SET body = replace(body, '80', '90') WHERE seq = 4")
    connection.close()
    broken = write_lines(tmp_path / "g2.mjlog.jsonl", [*game_events("g2")[:2], b"{", *game_events("g2")[2:]])
    for args in ([], ["g1"], [broken]):
        result = run("checkpoint", *args)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "no checkpoint: " in result.stderr
    assert "event 4 is not what was stored" in run("checkpoint", "g1").stderr


def test_a_database_without_games_has_no_checkpoint_and_that_is_no_error(run: Run, own_database: Path) -> None:
    open_store(own_database).close()
    result = run("checkpoint")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no games" in result.stderr


def test_a_name_that_a_terminal_would_obey_is_printed_harmlessly_and_read_back(run: Run, tmp_path: Path) -> None:
    name = "t\u202eue\x1b[2J  day\n"
    path = write_lines(tmp_path / "odd.mjlog.jsonl", game_events(name))
    short = run("checkpoint", path, "--short").stdout.removesuffix("\n")
    assert short.isprintable()
    assert plain_name(read_checkpoint(short).game or "") == plain_name(name)
    assert run("verify", path, "--head", short).exit_code == 0
    assert run_process("checkpoint", path).returncode == 0
