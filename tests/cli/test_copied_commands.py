"""Commands that are printed to be copied: a shell reads of them what was meant, whatever a game is called."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from command_runs import Run

from mjlog.text import as_command, shell_word

GAME = "x;touch pwned $(id) `id` 'q' \"r\""


def commands(*texts: str) -> list[list[str]]:
    """The words of every command in these texts up to the name of the game, as a shell reads them."""
    quoted = shlex.quote(GAME)[:-1]  # more may stand in the same word
    found = []
    for text in texts:
        for part in re.split(r"(?=mjlog [a-z])", " ".join(text.split()))[1:]:
            before, touch, _rest = part.partition("'x;touch")
            assert touch or "touch" not in part, part
            if touch:
                assert part.startswith(quoted, len(before)), part
                found.append(shlex.split(f"{before}{quoted}'"))
    return found


@pytest.fixture
def game(run: Run) -> str:
    """A game with a name that would do harm, and a tile on the table."""
    players = [word for name in ("anna", "ben", "cleo", "dora") for word in ("--player", name)]
    assert run("new", "--ruleset", "western", "--game", GAME, *players).exit_code == 0
    assert run("add", GAME, "hand table 5b").exit_code == 0
    return GAME


def test_every_command_that_names_a_game_is_one_that_a_shell_takes_apart_so(run: Run, game: str) -> None:
    told = [
        run("dispute", game, "3", "no", "--player", "ben"), run(), run("ruling", game, "2", "x"), run("hide", game),
        run("hide", "--undo", game), run("dossier", game, "3"),
    ]  # fmt: skip
    words = commands(*(part for result in told for part in (result.stdout, result.stderr)))
    assert {tuple(each[:2]) for each in words} >= {("mjlog", "dossier"), ("mjlog", "ruling"), ("mjlog", "record")}
    assert all(each[-1] == game for each in words)


@pytest.mark.parametrize("text", [GAME, "-x", "a\nb", "\x1b[2J", "a\\'b\u202e", "ä ö", "~", "", "*!", "\x85\x07f"])
def test_a_shell_reads_back_the_name_as_one_word(text: str, tmp_path: Path) -> None:
    word = shell_word(text)
    assert word.isprintable()
    env = {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, cwd=tmp_path, env=env)
    assert (done.stdout.decode(), list(tmp_path.iterdir())) == (text, [])


def test_a_name_that_looks_like_an_option_is_none() -> None:
    assert as_command("hide --undo", "-x") == "mjlog hide --undo -- -x"


def test_what_takes_more_memory_than_there_is_is_told_as_too_large(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("mjlog_cli.commands.games.welcome", too_large)
    result = run()
    assert result.exit_code == 2
    assert "that is too large" in result.stderr
    assert "internal error" not in result.stderr
