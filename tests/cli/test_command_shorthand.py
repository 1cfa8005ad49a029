"""Texts in short hand on the command line: written out, read in, gone on with; added act by act."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runs import Run

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
