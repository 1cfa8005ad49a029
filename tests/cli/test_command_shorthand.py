"""Texts in short hand on the command line: written out, read in, gone on with; added act by act."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run, lines

from mjlog.store import Origin, open_readonly
from samples import FINDINGS, SAMPLES

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


def test_a_log_with_corrections_is_written_out_and_read_in(run: Run, own_database: Path, tmp_path: Path) -> None:
    run("import", "shorthand", _text(tmp_path, EVENING))
    for act in ("fix 3 6b -- misheard", "fix seats 1 ben anna cleo dora", "note a;b # c"):
        assert run("add", "tuesday", act).exit_code in (0, 1)
    text = run("export", "tuesday", "--shorthand").stdout
    assert run("import", "shorthand", "-", "--db", tmp_path / "b.db", stdin=text).exit_code == 0
    assert _head(tmp_path / "b.db", "tuesday") == _head(own_database, "tuesday")


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


def test_the_texts_of_a_folder_are_imported_and_other_files_left(run: Run, tmp_path: Path) -> None:
    _text(tmp_path, EVENING, "in/b.mjlog.txt")
    _text(tmp_path, EVENING.replace("tuesday", "friday"), "in/deep/a.mjlog.txt")
    _text(tmp_path, "no game at all", "in/readme.txt")
    result = run("import", "shorthand", tmp_path / "in")
    assert result.exit_code == 0
    assert sorted(line.split(":")[0] for line in result.stdout.splitlines()) == ["friday", "tuesday"]


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbf" + EVENING.encode(), EVENING.replace("\n", "\r\n").encode(), EVENING.encode()]
)
def test_a_text_of_any_editor_is_read_from_standard_input(run: Run, own_database: Path, content: bytes) -> None:
    result = run("import", "shorthand", "-", stdin=content)
    assert (result.exit_code, result.stdout) == (0, "tuesday: 13 events imported\n")
    with open_readonly(own_database) as store:
        assert store.origins("tuesday")[1] == Origin("standard input", 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe5\x00", "is no text in UTF-8 (byte 1)"),
        (b"", "there is no game"),
        (b"# nothing\n", "there is no game"),
    ],
)
def test_what_is_no_text_of_games_is_refused(run: Run, tmp_path: Path, content: bytes, words: str) -> None:
    path = _text(tmp_path, content)
    result = run("import", "shorthand", path)
    assert result.exit_code == 2
    assert words in result.stderr
    assert str(path) in result.stderr


def test_acts_are_added_and_said_in_words(run: Run, tmp_path: Path) -> None:
    run("import", "shorthand", _text(tmp_path, GAME))
    result = run("add", "tuesday", "5b sp", "2c", "--json")
    assert result.exit_code == 0
    assert [line["type"] for line in lines(result)] == ["discard", "claim", "expose", "discard"]
    assert [line["seq"] for line in lines(result)] == [3, 4, 5, 6]
    assert run("add", "tuesday", "-", stdin="9d # a remark\n1c\n").exit_code == 0
    assert run("add", "tuesday", "--file", _text(tmp_path, "2b", "acts.txt")).exit_code == 0


def test_a_score_that_stands_there_already_is_taken_and_adds_nothing(
    run: Run, own_database: Path, tmp_path: Path
) -> None:
    run("import", "shorthand", _text(tmp_path, f"{GAME}5b sm24\n"))
    added = run("add", "tuesday", "e=8 s=24 w=4 n=2", "--json")
    assert (added.exit_code, [line["words"][:4] for line in lines(added)]) == (0, ["East", "West", "Nort"])
    before = _head(own_database, "tuesday")
    for again in ("e=8", "8/24/4/2"):
        result = run("add", "tuesday", again)
        assert (result.exit_code, result.stdout) == (0, "")
        assert f"{again}: announced already, nothing is added" in result.stderr
    assert _head(own_database, "tuesday") == before
    assert run("add", "tuesday", "e=9").exit_code == 1
    refused = run("add", "tuesday", "fix after 9 e=8").stderr
    assert "'e=8' adds nothing after event 9: it is announced there already (nothing was stored)" in refused
    for act, adds in (("hand result sm1000:snake", True), ("s=1000:snake", False), ("s=1000:thirteen-wonders", True)):
        assert bool(run("add", "tuesday", act).stdout) == adds, act


def test_an_act_that_cannot_be_read_stores_nothing_and_names_itself(
    run: Run, own_database: Path, tmp_path: Path
) -> None:
    run("import", "shorthand", _text(tmp_path, GAME))
    before = _head(own_database, "tuesday")
    result = run("add", "tuesday", "5b sp 2c p zz")
    assert result.exit_code == 2
    assert "'p': who claims the pung? expected one of `ep`, `wp`, `np` (nothing was stored)" in result.stderr
    assert _head(own_database, "tuesday") == before


def test_a_correction_is_added_and_audited(run: Run, own_database: Path, tmp_path: Path) -> None:
    run("import", "shorthand", _text(tmp_path, f"{GAME}5b\nclaim S pung\nexpose S pung 555c\n"))
    assert run("audit", own_database).exit_code == 1
    assert run("add", "tuesday", "fix 3 5c -- misheard").exit_code == 0
    corrected = run("audit", own_database, "--json")
    assert corrected.exit_code == 0
    assert [json.loads(line)["findings"] for line in corrected.stdout.splitlines()] == [[]]
    assert run("audit", own_database, "--as-recorded").exit_code == 1


def test_a_correction_has_a_command_of_its_own(run: Run, tmp_path: Path) -> None:
    """The reason, and who agreed, are options: no word is `fix`, and nothing needs quotes."""
    assert run("import", "shorthand", _text(tmp_path, EVENING)).exit_code == 0
    result = run("fix", "tuesday", "player", "cleo", "clea", "--why", "misspelt", "--agreed", "anna ben")
    assert result.exit_code == 0, result.stderr
    last = lines(run("export", "tuesday"))[-1]
    assert (last["reason"], last["agreed"]) == ("misspelt", ["anna", "ben"])
    for words in ("agreed at the table", "misheard -- agreed anna", "agreed"):
        result = run("fix", "tuesday", "6", "2c", "--why", words)
        last = lines(run("export", "tuesday"))[-1]
        assert (result.exit_code, last["reason"], last.get("agreed")) == (0, words, None), result.stderr
    assert run("fix", "tuesday", "6", "2c", "--why", "agreed by all", "--agreed", "eve").exit_code == 2
    assert run("fix", "tuesday", "card", "riverside-2026").exit_code == 2
    assert "did you mean `mjlog people merge WRONG RIGHT`?" in run("rename", "clea", "cleo").stderr
    assert "'<game>' stands for what is to be typed there, without brackets" in run("fix", "<game>", "3", "5c").stderr
