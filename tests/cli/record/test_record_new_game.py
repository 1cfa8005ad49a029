"""A new game, asked for at a terminal: rule set, options, players, seats, place and table, card."""

from __future__ import annotations

import itertools
from pathlib import Path

from recorder import BEFORE, CARD, Club, mjlog
from terminal import CTRL_C, CTRL_D, ESCAPE, Terminal, named

from mjlog.store import open_readonly
from turns import in_turn

LEAVING = (CTRL_C, CTRL_D, ESCAPE)


def answer(terminal: Terminal, *dialogue: tuple[str, str]) -> None:
    """Wait for each question, and answer it."""
    for question, said in dialogue:
        terminal.wait(lambda question=question: terminal.typed.startswith(question))
        terminal.enter(said)


PLAYERS = [("player 1 of 4", "anna"), ("player 2 of 4", "ben"), ("player 3 of 4", "cleo"), ("player 4 of 4", "dora")]


def test_a_card_that_cannot_be_read_is_asked_for_again_and_the_one_at_hand_is_used(club: Club) -> None:
    terminal = club.sit("evening", "--ruleset", "american", "--option", "stake=500", "--no-clock")
    answer(terminal, *PLAYERS, ("seats", ""), ("place", ""), ("table", ""), ("score card", "/no/such.card"))
    terminal.wait("cannot be opened")
    answer(terminal, ("score card", CARD))
    terminal.wait(BEFORE)
    assert club.stored()[0]["card"]["id"].startswith("riverside")
    terminal.enter("hand table", "hand 1")
    assert "unknown-card" not in terminal.screen


def test_the_cards_that_are_known_are_listed_and_one_is_named_by_its_id(club: Club) -> None:
    """Those that ship, and those of games before, of which no file is at hand."""
    own = club.folder / "hill.card"
    own.write_text(Path(CARD).read_text("utf-8").replace("riverside", "hill"), "utf-8")
    mjlog("new", "--db", club.database, "--ruleset", "american", "--card", own, *named(), "--game", "before")
    terminal = club.sit("evening", "--ruleset", "american", "--option", "stake=500", "--no-clock")
    answer(terminal, *PLAYERS, ("seats", ""), ("place", ""), ("table", ""))
    terminal.wait("score cards: hill-2026, riverside-2026, or one of your own (FILE)")
    answer(terminal, ("score card", "hill-2026"))
    terminal.wait(BEFORE)
    assert club.stored()[0]["card"] == club.stored("before")[0]["card"]


def test_at_every_question_one_can_leave_and_nothing_is_begun(club: Club) -> None:
    """With Ctrl-C, Ctrl-D and Escape, in turns."""
    questions = [
        ("rule set:", "western"), ("change an option", ""), *PLAYERS, ("seats", "d"), ("anna has drawn", "e"),
        ("ben has drawn", "s"), ("cleo has drawn", "w"), ("dora has drawn", "n"), ("place", ""), ("table", ""),
    ]  # fmt: skip
    left = zip(questions, itertools.cycle(LEAVING), strict=False)
    for at, ((question, _said), key) in in_turn(enumerate(left), 2):
        terminal = club.sit()
        answer(terminal, *questions[:at])
        terminal.wait(lambda question=question, terminal=terminal: terminal.typed.startswith(question))
        terminal.keys(key)
        assert terminal.ended() == 130
        assert terminal.typed == "nothing was begun"
    club.sit().wait("rule sets:")


def test_a_club_that_has_held_a_tournament_is_asked_for_it(club: Club) -> None:
    """Nobody else is; the round of it is asked for where there is one."""
    club.begin("western", "--tournament", "Rhine Open", "--session", "1").enter("quit")
    second = ("Rhine Open", [("session of Rhine Open", "2")], ("Rhine Open", 2))
    for said, asked, stored in (second, ("", [], (None, None))):
        game = f"evening-{stored[1]}"
        terminal = club.sit(game, "--ruleset", "western", "--no-clock")
        answer(terminal, ("change an option", ""), ("player 1 of 4", "anna ben cleo dora"), ("seats", ""))
        answer(terminal, ("place", ""), ("table", ""), ("tournament (Enter: none)", said), *asked)
        terminal.wait(BEFORE)
        first = club.stored(game)[0]
        assert (first.get("tournament"), first.get("session")) == stored


def test_the_same_players_and_rules_as_last_time_are_one_key(club: Club) -> None:
    """What else there is to ask is who sits where; options, place and table are those of the game before."""
    terminal = club.begin("western", "--option", "robbing_kong=true", "--place", "club", "--table", "2")
    terminal.enter("hand result 8s48/4/2 pay end", "The game ends")
    terminal.enter("quit")
    terminal.ended()
    terminal = club.sit()
    terminal.wait("s  a new game with the same players and rules as evening: anna, ben, cleo, dora")
    answer(terminal, ("go on with", "s"), ("seats", ""))
    terminal.wait(BEFORE)
    terminal.enter("quit")
    terminal.ended()
    with open_readonly(club.database) as store:
        last = store.games()[-1].game
    first, again = club.stored()[0], club.stored(last)[0]
    for field in ("ruleset", "options", "players", "place", "table"):
        assert again[field] == first[field], field
    assert last != "evening"
