"""A club evening of 16 hands typed at a terminal, in every depth; and four tables at once."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from recorder import BEFORE, CARD, Club, errors, in_short, mjlog, results_of, simulated, typed_game
from terminal import PLAYERS, Terminal

from turns import in_turn

SEEDS = {"western": 5, "classical": 5, "american": 6}
"""Games that have hands for every depth."""
MISSED = ["hand table", "5b 9d 1c", "..", "n2d 7c", "..5", "s4c", "..5s", "3b", "wm"]
"""A hand in which the recorder could not follow."""


def evening(folder: Path, ruleset: str) -> list[str]:
    """Sixteen hands in all three depths, the kinds taking turns; of the last some moves were missed."""
    seed, number = SEEDS[ruleset], 15
    results = results_of(folder, ruleset, number, seed)
    table, full = (simulated(folder, ruleset, depth, number, seed) for depth in ("table", "full"))
    hands = []
    for at, kinds in enumerate(zip(table, full, results, strict=True)):
        # What cannot be typed in short is written down in another depth.
        taking_turns = [*kinds[at % 3 :], *kinds[: at % 3]]
        hands.append(next(filter(in_short, taking_turns)))
    assert {hand[0] for hand in hands} == {"hand result", "hand table", "hand full"}
    ended = ["w=25"] if ruleset == "american" else ["8/4/48/2"]
    ended.append("pay")
    return [line for hand in (*hands, MISSED, ended) for line in hand]


def totals(screen: str) -> dict[str, int]:
    """The points of the players as they stand on the screen."""
    told = re.findall(r"^[ >*][ESWN] (\w+) ([−+]?\d+)\??", screen, re.MULTILINE)
    return {name: int(points.replace("−", "-")) for name, points in told}


def totals_of_the_sheet(database: Path, game: str, *more: str) -> dict[str, int]:
    """The points of the players, added up from what the score sheet says was paid for each hand."""
    rows = list(csv.DictReader(mjlog("sheet", game, "--db", database, "--format", "csv", *more).splitlines()))
    return {name: sum(int(row[f"{name} change"]) for row in rows) for name in PLAYERS}


def type_all(terminal: Terminal, lines: list[str]) -> Iterator[None]:
    """Type lines one after the other, without waiting for the screen; stops after each."""
    for line in lines:
        terminal.enter(line)
        yield


@pytest.mark.parametrize("ruleset", in_turn(["western", "classical", "american"]))
def test_an_evening_of_sixteen_hands_is_stored_as_it_was_typed(club: Club, ruleset: str) -> None:
    """The log equals the text read in one piece, nothing is found in it, and screen and sheet have the same totals."""
    lines = evening(club.folder, ruleset)
    card = ["--card", CARD] if ruleset == "american" else []
    terminal = club.begin(ruleset, *card)
    for _ in type_all(terminal, lines):
        pass
    expected = typed_game(lines, ruleset)[1:]
    terminal.enter("note the evening is over", "Note: the evening is over")
    terminal.enter("", "all confirmed")
    assert club.stored()[1:-1] == expected
    assert errors(club.database) == []
    assert sum(row["type"] == "hand-start" for row in expected) == 16
    shown = totals(terminal.screen)
    assert shown == totals_of_the_sheet(club.database, "evening", *card)
    assert any(shown.values())
    terminal.enter("quit")
    assert terminal.ended() == 0
    copy = club.folder / "copy.mjlog.txt"
    mjlog("export", "evening", "--db", club.database, "--shorthand", "--out", copy)
    other = club.folder / "other.db"
    mjlog("import", "shorthand", copy, "--db", other)
    assert mjlog("export", "evening", "--db", other) == mjlog("export", "evening", "--db", club.database)


def test_four_tables_are_recorded_into_one_database_at_once(club: Club) -> None:
    games = ("first", "second", "third", "fourth")
    hands = simulated(club.folder, "western", "table", 3, 9)
    assert all(map(in_short, hands))
    tables = [club.sit(game, *["--ruleset", "western", "--no-clock"], *players()) for game in games]
    for terminal in tables:
        terminal.wait(BEFORE)
    # Each table plays the same hands in another order, and nobody waits for anybody.
    typed = [[line for hand in (*hands[at % 3 :], *hands[: at % 3]) for line in hand] for at in range(4)]
    for _ in itertools.zip_longest(*(type_all(*each) for each in zip(tables, typed, strict=True))):
        pass
    for game, terminal, lines in zip(games, tables, typed, strict=True):
        terminal.enter("quit")
        assert terminal.ended() == 0
        assert club.stored(game)[1:] == typed_game(lines, "western", game)[1:]
        assert totals_of_the_sheet(club.database, game).keys() == set(PLAYERS)
    assert mjlog("verify", club.database)


def players() -> list[str]:
    """The players on a command line."""
    return [word for player in PLAYERS for word in ("--player", player)]


def test_a_hand_whose_payments_depend_on_something_unsaid_is_asked_about_when_it_is_left(club: Club) -> None:
    terminal = club.begin("bmja")
    terminal.enter("hand result 8s48/4/2", "nobody wrote down whether somebody pays for all")
    terminal.enter("ew64/0/12/8", "was it paid as computed?")
    terminal.enter("n", lambda: "y or n" not in terminal.typed)
    terminal.keys(b"\x15")
    terminal.enter("pay w", "South gains 192 and West loses 192")
    terminal.enter("ew64/0/12/8", "East +384")
    terminal.enter("hand", "was it paid as computed?")
    terminal.enter("y", "hand 3")
    assert [row["change"] for row in club.held() if row["type"] == "settlement"] == [
        {"E": 0, "S": 192, "W": -192, "N": 0},
        {"E": 384, "S": -148, "W": -112, "N": -124},
    ]
