"""The same seed gives the same games, on every machine and in any order."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from mjlog.events import decode_event, encode_event
from mjlog.rulesets import load
from mjlog.simulate import Game
from tests.simulate.games import CHINESE, played

_PLAY = (b'"draw"', b'"discard"', b'"claim"', b'"expose"', b'"kong"', b'"mahjong"', b'"wall"', b'"roll"', b'"washout"')


def digest(lines: list[bytes]) -> str:
    """A digest of what was played; of rule set documents and scores, which have tests of their own, nothing."""
    play = [line for line in lines if any(b'"type":' + kind in line for kind in _PLAY)]
    assert len(play) > 100
    return hashlib.sha256(b"\n".join(play)).hexdigest()[:16]


def test_a_small_run_is_what_it_has_always_been() -> None:
    """The play of two games, to the last tile. A change here changes every archive that was made from a seed."""
    assert [digest(played("classical", 7, number, hands=3)) for number in (1, 2)] == [
        "082164a09ec800f0",
        "284a89762af28489",
    ]


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    """Game 3 is the same alone, and after others that have filled every table."""
    alone = played("western", 5, 3)
    for number in (1, 2):
        played("western", 5, number)
    assert played("western", 5, 3) == alone


def test_fewer_hands_are_the_beginning_of_the_same_game() -> None:
    """`hands` cuts a game short and changes nothing before; a game can be played again."""
    whole, short = played("pung-chi", 5, 3), played("pung-chi", 5, 3, hands=2)
    assert len(short) < len(whole)
    assert short[:-1] == whole[: len(short) - 1]
    game, again = Game(load("pung-chi"), 5, 3), list[bytes]()
    game.play(lambda line: None)
    game.play(again.append)
    assert again == whole


def test_a_game_does_not_depend_on_the_process() -> None:
    """Another process, with another hash seed, plays the same."""
    code = (
        "import sys; from mjlog.rulesets import load; from mjlog.simulate import Game; "
        "Game(load('mahjiang'), 9, 1, hands=2).play(lambda line: print(line.decode()))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "99"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=60, check=True)
    assert result.stdout.splitlines() == played("mahjiang", 9, 1, hands=2)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_seeds_and_numbers_give_different_games(ruleset: str) -> None:
    """No two games of a run, and no two runs, are alike."""
    games = [played(ruleset, seed, number, hands=1) for seed in (1, 2) for number in (1, 2, 3)]
    assert len({digest_of_wall(lines) for lines in games}) == 6


def digest_of_wall(lines: list[bytes]) -> bytes:
    """The line of the first wall."""
    return next(line for line in lines if b'"type":"wall"' in line)


def test_lines_are_canonical() -> None:
    """What is written is what encoding the event again gives."""
    for line in played("dead-wall", 3, hands=2):
        assert encode_event(decode_event(line)) == line
