"""Corrections at a terminal: undo in pencil and of ink, an event of an earlier hand, seats that were wrong."""

from __future__ import annotations

from recorder import Club, errors
from terminal import CTRL_Z, Terminal


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


def test_more_is_not_undone_than_is_in_pencil(club: Club) -> None:
    terminal = played(club, "hand table", "5b")
    terminal.enter("", "2 acts confirmed")
    terminal.act("9d")
    terminal.enter("undo 5", "undone: 9d; what was before is confirmed")
    assert "correction" not in [row["type"] for row in club.held()]


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
