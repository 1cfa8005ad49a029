"""A new game, asked for at a terminal: rule set, options, players, seats, place and table, card."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from recorder import BEFORE, CARD, Club, mjlog, new
from terminal import CTRL_C, CTRL_D, ESCAPE, TAB, Terminal, named

from mjlog.store import open_readonly
from turns import in_turn

LEAVING = (CTRL_C, CTRL_D, ESCAPE)


def answer(terminal: Terminal, *dialogue: tuple[str, str]) -> None:
    """Wait for each question, and answer it."""
    for question, said in dialogue:
        terminal.wait(lambda question=question: terminal.typed.startswith(question))
        terminal.enter(said)


PLAYERS = [("player 1 of 4", "anna"), ("player 2 of 4", "ben"), ("player 3 of 4", "cleo"), ("player 4 of 4", "dora")]


def start(club: Club) -> dict[str, object]:
    """The first event of the only game."""
    with_id = club.sit()
    with_id.wait("  1  ")
    game = with_id.screen.partition("  1  ")[2].partition(":")[0]
    return {"id": game, **club.stored(game)[0]}


def test_mistakes_in_the_answers_are_told_and_asked_again(club: Club) -> None:
    terminal = club.sit()
    answer(terminal, ("rule set:", "westrn"))
    terminal.wait("did you mean 'western'?")
    answer(terminal, ("rule set:", "western"), ("change an option", "palyers=3"))
    terminal.wait("no option of the rule set")
    answer(terminal, ("change an option", "playres"))
    terminal.wait("expected NAME=VALUE, like ")
    answer(terminal, ("change an option", ""), *PLAYERS[:2], ("player 3 of 4", "anna"))
    terminal.wait("anna plays already")
    answer(terminal, *PLAYERS[2:], ("seats", "x"))
    terminal.wait("expected d (winds are drawn)")
    answer(terminal, ("seats", ""), ("place", "club"), ("table", "2"))
    terminal.wait(BEFORE)
    first = start(club)
    assert (first["ruleset"], first["place"], first["table"]) == ("western", "club", "2")
    assert first["players"] == ["anna", "ben", "cleo", "dora"]


def test_many_options_stand_in_few_lines_and_a_name_alone_is_answered_with_its_meaning(club: Club) -> None:
    """What is typed shortly stands in the log in full."""
    terminal = club.sit(rows=40)
    answer(terminal, ("rule set:", "riichi"))
    terminal.wait("red_fives=1/1/1")
    assert "uma=20/10/-10/-20" in terminal.screen
    terminal.wait("so many fives of bamboo")  # what tables settle before they play is explained
    assert "a concealed kong in riichi" not in terminal.screen  # the others stand there by name
    answer(terminal, ("change an option", "kan_dora"))
    terminal.wait("(late, at-once, none)")
    answer(terminal, ("change an option", "uma=x"))
    terminal.wait("like 20/10/-10/-20")
    for option in ("uma=15/5/-5/-15", "pao=none", ""):
        answer(terminal, ("change an option", option))
    answer(terminal, *PLAYERS, ("seats", ""), ("place", ""), ("table", ""))
    terminal.wait(BEFORE)
    assert start(club)["options"] == {"uma": [15000, 5000, -5000, -15000], "pao": []}


def test_winds_are_drawn(club: Club) -> None:
    terminal = club.sit("evening", "--ruleset", "western", "--option", "players=4", "--no-clock")
    answer(terminal, *PLAYERS, ("seats", "d"), ("anna has drawn", "s"), ("ben has drawn", "s"))
    terminal.wait("nobody has drawn yet: e, w, n")
    answer(
        terminal, ("ben has drawn", "e"), ("cleo has drawn", "n"), ("dora has drawn", "w"), ("place", ""), ("table", "")
    )
    terminal.wait(BEFORE)
    assert club.stored()[1]["seats"] == {"E": "ben", "S": "anna", "W": "dora", "N": "cleo"}
    terminal.enter("hand", "ben is East, anna is South")


def test_ties_of_the_dice_are_thrown_again(club: Club) -> None:
    terminal = club.sit("evening", "--ruleset", "western", "--option", "players=3", "--no-clock")
    three = [(question.replace("of 4", "of 3"), said) for question, said in PLAYERS[:3]]
    answer(terminal, *three, ("seats", "r"), ("anna throws", "34"), ("ben throws", "43"), ("cleo throws", "7"))
    terminal.wait("expected two dice")
    answer(terminal, ("cleo throws", "22"), ("anna throws", "11"), ("ben throws", "66"), ("place", ""), ("table", ""))
    terminal.wait(BEFORE)
    assert [row["type"] for row in club.stored()] == ["game-start", *["roll"] * 5, "seats"]
    terminal.enter("hand", "ben is East, cleo is South, anna is West")


def test_who_has_played_here_is_completed(club: Club) -> None:
    club.begin("western").kill()
    terminal = club.sit("next", "--ruleset", "pung-chi")
    answer(terminal, ("change an option", ""))
    terminal.wait("players of the club: anna, ben, cleo, dora")
    terminal.wait(lambda: terminal.typed.startswith("player 1 of 4"))
    terminal.keys("cl" + TAB)
    terminal.wait(lambda: terminal.typed.endswith("cleo"))


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


def test_one_goes_back_to_the_question_before_and_what_was_answered_up_to_it_stands(club: Club) -> None:
    terminal = club.sit("evening", "--ruleset", "western", "--option", "players=4", "--no-clock")
    answer(terminal, ("player 1 of 4", "anna"), ("player 2 of 4", "anna"))
    terminal.wait("anna plays already")
    answer(terminal, ("player 2 of 4", "bne"), ("player 3 of 4", "?"))
    terminal.wait("leave, and nothing is begun")
    terminal.wait(lambda: terminal.typed.endswith("< back, ? help, Ctrl-C leaves"))
    answer(terminal, ("player 3 of 4", "<"), ("player 2 of 4", "ben"), *PLAYERS[2:], ("seats", ""), ("place", "club"))
    answer(terminal, ("table", "<"), ("place", "Library"), ("table", ""))
    terminal.wait(BEFORE)
    first = club.stored()[0]
    assert (first["players"], first["place"]) == (["anna", "ben", "cleo", "dora"], "Library")


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


@pytest.mark.parametrize("key", LEAVING)
def test_one_leaves_with_any_of_three_keys(club: Club, key: str) -> None:
    club.begin("western").kill()
    terminal = club.sit()
    answer(terminal, ("go on with", ""))
    terminal.wait(lambda: terminal.typed.startswith("rule set (Enter: western, as last time)"))
    terminal.keys(key)
    assert terminal.ended() == 130


def test_what_the_command_line_says_is_not_asked(club: Club) -> None:
    terminal = club.sit(*new()[2:], "--place", "club")
    answer(terminal, ("rule set:", "pung-chi"))
    terminal.wait(lambda: terminal.typed.startswith(("change an option", "seats")))
    if terminal.typed.startswith("change"):
        terminal.enter("")
    answer(terminal, ("seats", ""), ("table", ""))
    terminal.wait("pung-chi · club")


@pytest.mark.parametrize(("more", "words"), [
    (["--ruleset", "lunar"], "lunar"),
    (["--ruleset", "western", "--player", "anna", "--player", "ben"], "players"),
    (["--ruleset", "western", "--option", "colour=red"], "no option"),
    (["--ruleset", "american", "--card", "/no/such.card"], "cannot be opened"),
])  # fmt: skip
def test_mistakes_on_the_command_line_are_told_and_nothing_is_begun(club: Club, more: list[str], words: str) -> None:
    terminal = club.sit("evening", *more)
    assert terminal.ended() == 2
    assert words in terminal.screen
    club.sit().wait("rule sets:")


def test_a_game_that_has_begun_takes_no_other_rules(club: Club) -> None:
    club.begin("western").kill()
    terminal = club.sit("evening", "--ruleset", "classical")
    assert terminal.ended() == 2
    assert "has begun" in terminal.screen


def test_a_game_that_is_not_over_is_offered_and_gone_on_with_by_its_number(club: Club) -> None:
    club.begin("western", game="first").kill()
    terminal = club.begin("western", game="second")
    terminal.enter("end", "The game ends")
    terminal.enter("quit")
    terminal.ended()
    terminal = club.sit()
    terminal.wait("1  first: anna, ben, cleo, dora")
    assert "2  second" not in terminal.screen
    terminal.enter("7", "there is no such game")
    terminal.enter("1", "first · western")


def test_a_handle_that_is_another_but_for_capitals_is_asked_about(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("quit")
    terminal.ended()
    terminal = club.sit("later", "--ruleset", "western", "--option", "players=4", "--no-clock")
    answer(terminal, ("player 1 of 4", "Anna"), ("anna has played here", "y"), ("player 2 of 4", "BEN"))
    answer(terminal, ("ben has played here", "n"), *PLAYERS[2:], ("seats", ""), ("place", ""), ("table", ""))
    terminal.wait(BEFORE)
    assert club.stored("later")[0]["players"] == ["anna", "BEN", "cleo", "dora"]


def test_players_can_be_named_in_one_line_and_a_rule_set_s_options_are_asked_for_after_it(club: Club) -> None:
    terminal = club.sit(rows=60)
    answer(terminal, ("rule set:", "?"))
    terminal.wait("mcr: Mahjong Competition Rules")
    answer(terminal, ("rule set:", ""), ("rule set:", "western rounds=1"))
    terminal.wait("expected one of these; options are asked for next")
    answer(terminal, ("rule set:", "western"), ("change an option", "rounds=1"), ("change an option", ""))
    answer(terminal, ("player 1 of 4", "anna ben anna"))
    terminal.wait("anna plays already")
    answer(terminal, ("player 1 of 4", "anna, ben"), ("player 3 of 4", "cleo dora eva"))
    terminal.wait("3 players for 2 seats")
    answer(terminal, ("player 3 of 4", "cleo dora"), ("seats", ""), ("place", ""), ("table", ""))
    terminal.wait(BEFORE)
    assert start(club)["players"] == ["anna", "ben", "cleo", "dora"]


def test_after_a_break_enter_goes_on_with_the_game_that_was_played(club: Club) -> None:
    """In the middle of a hand, or with acts in pencil; a game in which nothing was played is not taken for it."""
    terminal = club.begin("western")
    terminal.enter("hand table 5b", "East discards 5 bamboo")
    terminal.kill()
    terminal = club.sit()
    answer(terminal, ("go on with", ""))
    terminal.wait("south to play")


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
