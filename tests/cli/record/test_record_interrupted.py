"""Kills, closed terminals and lost connections: what was shown as entered is there afterwards, and nothing twice."""

from __future__ import annotations

import os
import random
import re
import signal
from typing import Any

import pytest
from recorder import Club, new, simulated, typed_game
from terminal import CTRL_D, Terminal

LATEST = re.compile(r"^[~ ] +(\d+) ", re.MULTILINE)


def shown_as_entered(terminal: Terminal) -> int:
    """The number of the last event that stands on the screen, which is whole."""
    return max(map(int, LATEST.findall(terminal.screen)), default=1)


def acts_of(lines: list[str]) -> list[str]:
    """Lines as somebody types who presses Enter after every act."""
    acts: list[str] = []
    for line in lines:
        is_one = line.startswith(("hand", "r", "pay")) or "h " in line
        acts += [line] if is_one else line.split()
    return acts


def entered(expected: list[dict[str, Any]], events: list[dict[str, Any]]) -> int:
    """How many events of a typed game are there; they must be its first ones."""
    without = [{name: value for name, value in row.items() if name != "seq"} for row in events]
    there = [{name: value for name, value in row.items() if name != "seq"} for row in expected[1 : len(events)]]
    assert without[1:] == there
    return len(events)


@pytest.mark.parametrize("seed", [1, 2])
def test_no_act_is_lost_and_none_is_there_twice_after_kills_at_any_moment(club: Club, seed: int) -> None:
    """Killed right after Enter was sent, between acts, and while it starts; then gone on with to the end."""
    chance = random.Random(seed)
    (hand,) = simulated(club.folder, "western", "table", 1, 9)
    acts = acts_of(hand)
    expected = typed_game(acts, "western")
    ends = [len(typed_game(acts[:at], "western")) for at in range(len(acts) + 1)]
    club.begin("western").kill()
    for _kill in range(6):
        terminal = club.sit("evening", "--no-clock")
        if chance.random() < 0.3:
            terminal.look(chance.random() * 0.3)
            terminal.kill()
            continue
        terminal.wait("western")
        at = ends.index(entered(expected, club.held()))
        shown = 1
        for act in acts[at : at + chance.randrange(2, 12)]:
            terminal.enter(act)
            terminal.look(chance.random() * 0.02)
            if terminal.is_whole():
                shown = shown_as_entered(terminal)
        if chance.random() < 0.5:
            terminal.wait(terminal.is_whole)
            shown = shown_as_entered(terminal)
        terminal.kill()
        there = entered(expected, club.held())
        # Whatever was on the screen is stored, and only whole acts are.
        assert there >= shown
        assert there in ends
    terminal = club.go_on("western")
    for act in acts[ends.index(entered(expected, club.held())) :]:
        terminal.enter(act)
    terminal.enter("quit")
    terminal.ended()
    assert club.stored()[1:] == expected[1:]


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_connection_loses_nothing_and_confirms_nothing(club: Club, how: signal.Signals) -> None:
    terminal = club.begin("western")
    terminal.act("hand table")
    terminal.enter("5b sp", "South lays down a pung")
    terminal.kill(how)
    assert [row["type"] for row in club.stored()] == ["game-start"]
    club.go_on("South lays down a pung").wait("3 in pencil")


def test_told_to_end_the_recorder_leaves_the_terminal_as_it_was(club: Club) -> None:
    terminal = club.begin("western")
    terminal.kill(signal.SIGTERM)
    assert terminal.ended() == 0
    assert b"\x1b[?1049l" in terminal.seen
    assert "go on with: mjlog record evening" in terminal.screen


def test_a_closed_window_loses_nothing(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    terminal.hang_up()
    club.go_on("East discards 5 bamboo")


def test_half_a_line_is_not_entered_by_a_kill(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table", "the deal")
    terminal.type("5b", "East discards 5 bamboo")
    terminal.kill()
    terminal = club.go_on("the deal")
    assert terminal.typed == ">"
    assert len(club.held()) == 2


def test_whoever_leaves_with_half_a_line_is_asked(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table", "the deal")
    terminal.type("5b", "East discards 5 bamboo")
    terminal.keys(CTRL_D)
    terminal.wait("was not entered: leave without it?")
    terminal.enter("n", lambda: terminal.typed == "> 5b")
    terminal.enter("", "~    3 East discards 5 bamboo")
    terminal.keys(CTRL_D)
    assert terminal.ended() == 0
    assert [row["type"] for row in club.stored()][1:] == ["hand-start", "discard"]


def test_a_kill_while_a_new_game_is_asked_for_begins_none(club: Club) -> None:
    terminal = club.sit(*new("western")[:2])
    terminal.wait("change an option")
    terminal.kill()
    terminal = club.sit()
    terminal.wait("rule set:")
    assert "not over" not in terminal.screen
    assert not os.path.exists(club.folder / "default.db")
