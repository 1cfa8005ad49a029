"""The newcomer at a terminal: the narrated hand, what is told before Enter, what can be typed; corrections."""

from __future__ import annotations

import pytest
from recorder import CARD, Club, errors
from terminal import CTRL_C, CTRL_U, CTRL_Z, ESCAPE, F1, PAGE_DOWN, TAB, UP, Terminal

from turns import in_turn

NARRATED = ("hand table", "5b", "sp", "9d", "c78", "1f", "2c")
"""The hand of docs/do/recording.md, as far as the screen that is printed there."""


def narrated(club: Club) -> Terminal:
    terminal = club.begin("western", "--place", "club", "--table", "2", game="tuesday")
    for line in NARRATED:
        terminal.enter(line)
    terminal.wait("West discards 2 characters")
    return terminal


def test_the_hand_of_the_page_gives_the_screen_of_the_page(club: Club) -> None:
    """Everything that is always in view: round, tiles left, last discard, turn, seats, points, sets, discards."""
    seen = narrated(club).screen
    for part in (
        "tuesday · western · club · 2", "7 in pencil", "hand 1, east round · table · 76 left · 2c by west",
        "north to play", " E anna 0", "out 5b^", "[(5b)-5b-5b E]", "out 9d^", "[(9d)-7d-8d S] 1f", "out 2c*",
        ">N dora 0", "~    9 West lays out flower 1", "~   10 West discards 2 characters",
    ):  # fmt: skip
        assert part in seen, part


def test_a_line_typed_at_a_question_is_not_entered_nor_added_to_the_line_that_is_asked_about(club: Club) -> None:
    """A fast typist looks up, answers, and brings back with the arrow key what was typed too soon."""
    terminal = narrated(club)
    terminal.enter("sc13", "y or n (? says more):")
    terminal.enter("wh 111c", "not entered: wh 111c")
    assert terminal.typed == "y or n (? says more):"
    terminal.keys("nh 34")
    terminal.keys(CTRL_U)
    terminal.wait(lambda: terminal.typed == "y or n (? says more):")
    terminal.enter("n", lambda: terminal.typed == "> sc13")
    terminal.keys(CTRL_U + UP)
    terminal.wait(lambda: terminal.typed == "> wh 111c")
    assert len(club.held("tuesday")) == 10


def test_what_cannot_be_read_stays_in_the_line_and_what_is_typed_blindly_after_it_too(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table", "the deal")
    terminal.enter("5x", "is no act")
    terminal.keys("9d\r")
    terminal.wait(lambda: terminal.typed == "> 5x 9d")
    assert b"\x07" in terminal.seen
    assert len(club.held()) == 2
    terminal.keys(CTRL_C)
    terminal.wait(lambda: terminal.typed == ">")


def test_words_are_completed_by_the_tabulator(club: Club) -> None:
    terminal = narrated(club)
    terminal.keys("n" + TAB)
    terminal.wait("North claims kong of 2 characters")
    terminal.keys(TAB + "\r")
    terminal.wait_gone("North claims kong of 2 characters")
    assert terminal.typed.startswith("> n")


def test_lines_come_back_with_the_arrow_keys_after_a_restart_too(club: Club) -> None:
    terminal = club.begin("western")
    terminal.enter("hand table", "the deal")
    terminal.enter("5b", "East discards 5 bamboo")
    terminal.keys(UP)
    terminal.wait(lambda: terminal.typed == "> 5b")
    terminal.keys(UP)
    terminal.wait(lambda: terminal.typed == "> hand table")
    terminal.keys(CTRL_C)
    terminal.wait(lambda: terminal.typed == ">")
    terminal.enter("quit")
    terminal.ended()
    terminal = club.go_on("East discards 5 bamboo")
    terminal.keys(UP + UP)
    terminal.wait(lambda: terminal.typed == "> 5b")


# -- what can be typed now ---------------------------------------------------------------------------

PLAY = {
    "": ("hand table", "hand result", "hand full"),
    "hand table": ("r34", "5b"),
    "5b": ("draws and discards", "sp", "sm", "wash"),
    "sp": ("South discards 5 bamboo", "k5b"),
    "9d wm": ("sh 123b 55d / 9c", "8/48/4/2", "pay", "penalty s 50 REASON", "su"),
}
"""The states of a hand that all rule sets have, and what the list of hints must have in each."""


def hints(terminal: Terminal) -> str:
    """All that `?` lists, page after page."""
    terminal.keys(F1)
    seen = terminal.wait("Escape goes back")
    while "Page Down" in terminal.screen:
        before = terminal.screen
        terminal.keys(PAGE_DOWN)
        terminal.wait(lambda before=before: terminal.screen != before)
        seen += terminal.screen
    terminal.keys(ESCAPE)
    terminal.wait_gone("Escape goes back")
    return seen


RULESETS = ("classical", "dead-wall", "mahjiang", "pung-chi", "western", "american")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_list_of_what_can_be_typed_fits_every_state_of_a_hand_in_every_rule_set(club: Club, ruleset: str) -> None:
    """The states are asked about in turns, by each rule set other ones."""
    card = ["--card", CARD] if ruleset == "american" else []
    terminal = club.begin(ruleset, *card, rows=48)
    asked = in_turn(PLAY, RULESETS.index(ruleset) % len(PLAY))
    for typed, wanted in PLAY.items():
        for act in typed.split() if not typed.startswith("hand") else (typed,):
            terminal.act(act)
        if ruleset == "american" and typed == "hand table":
            wanted = ("Charleston", "o ") if "Charleston" in terminal.screen else wanted
        if ruleset == "american" and typed == "sp":
            wanted = wanted[:1]  # no kong lies face down
        if ruleset == "american" and typed == "9d wm":
            wanted = ("sh fff 2222b (333djk)", "s=25", *wanted[2:])
        if typed not in asked:
            continue
        seen = hints(terminal)
        for text in wanted:
            assert text in seen, (typed, text, seen)
        assert "quit" in seen


# -- corrections at a terminal ----------------------------------------------------------------------------------------


def played(club: Club, *lines: str) -> Terminal:
    terminal = club.begin("western")
    for line in lines:
        terminal.act(line)
    return terminal


def test_any_number_of_acts_in_pencil_is_undone_without_a_trace(club: Club) -> None:
    terminal = played(club, "hand table", "5b", "sp", "9d", "2c")
    before = len(club.held())
    terminal.enter("undo 3", "undone: 2c, 9d, sp")
    terminal.wait("2 in pencil")
    assert (before, len(club.held())) == (7, 3)
    terminal.keys(CTRL_Z)
    terminal.wait("undone: 5b")
    terminal.enter("6b", "East discards 6 bamboo")
    terminal.enter("quit")
    terminal.ended()
    assert [row.get("tile") for row in club.stored()][2:] == ["6b"]


def test_what_is_confirmed_is_voided_by_a_correction_after_asking(club: Club) -> None:
    terminal = played(club, "hand table", "5b", "9d")
    terminal.enter("", "3 acts confirmed")
    terminal.enter("undo", "confirmed already: void it by a correction")
    terminal.enter("n", lambda: terminal.typed == ">")
    assert len(club.stored()) == 4
    terminal.enter("undo", "confirmed already")
    terminal.enter("y", "south to play")
    last = club.stored()[-1]
    assert (last["type"], last["of"], last["events"], last["reason"]) == ("correction", 4, [], "undone")
    terminal.enter("1d", "South discards 1 dot")
    terminal.enter("quit")
    terminal.ended()
    assert errors(club.database) == []


def test_an_event_of_an_earlier_hand_is_corrected_by_its_number(club: Club) -> None:
    """What was written stays in the list of that hand; what was paid is an event of its own, and stays too."""
    terminal = played(club, "hand result 8s48/4/2", "pay", "hand result 6/4w40/2", "pay")
    number = next(row["seq"] for row in club.held() if row["type"] == "score" and row["seat"] == "S")
    terminal.enter(f"fix {number} s=24 -- misheard")
    terminal.wait(lambda: "in pencil" not in terminal.screen or "y or n" in terminal.typed)
    if "y or n" in terminal.typed:
        terminal.enter("y", "all confirmed")
    assert club.stored()[-1]["type"] == "correction"
    terminal.enter("log 1", "South's hand is announced at 48")


def test_wrong_seats_noticed_three_hands_later_are_one_act_and_the_points_go_to_the_right_players(club: Club) -> None:
    """The log then has a correction for the first seats, and one for every hand since."""
    results = ("8s48/4/2", "6/4w40/2", "6/4/2n20")
    lines = [line for result in results for line in (f"hand result {result}", "pay")]
    terminal = played(club, *lines, "hand table", "5b")
    terminal.wait(">S anna −156")
    terminal.wait(" W ben +204")
    terminal.enter("fix seats 1 ben anna cleo dora", ">S ben −156")
    terminal.wait(" W anna +204")
    log = club.stored()
    seated = [row["seq"] for row in log if row["type"] in ("game-start", "hand-start")]
    assert [row["of"] for row in log if row["type"] == "correction"] == seated
    terminal.enter("9d", "South discards 9 dots")
