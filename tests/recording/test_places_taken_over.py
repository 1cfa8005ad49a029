"""Guests, and five who take turns: a place is taken over between two hands, and everybody has points of their own."""

from __future__ import annotations

import re

import pytest

from mjlog.errors import MjlogError
from mjlog.recording.game import EventSaid, RecordedGame
from mjlog.seats import Seat
from tests.formats.shorthand_runs import bodies_of, text_of

NEW = "game t western anna ben cleo dora\n"
GAME = f"{NEW}hand result\n"


def entered(game: RecordedGame, *acts: str) -> list[EventSaid]:
    """What acts came to, one after the other; the last one."""
    said: list[EventSaid] = []
    for act in acts:
        said = game.carry_out(game.read(act))
    return said


def recorded(text: str) -> RecordedGame:
    return RecordedGame("text", "t", bodies_of(GAME + text))


def errors(game: RecordedGame) -> list[str]:
    return [one.code for report in game.replay.finish() for one in report.findings]


def test_five_players_take_turns_and_none_of_them_is_a_stranger() -> None:
    """Whoever lost East's seat sits out; East, seats and rounds follow from who sits there now."""
    game = recorded("8s48/4/2 pay")
    (one,) = entered(game, "sit eva for anna")
    assert one.words == "eva takes the place of anna: ben is East, cleo is South, dora is West, eva is North"
    for new, old in (("anna", "ben"), ("ben", "cleo")):
        entered(game, "8s48/4/2", "pay", f"sit {new} for {old}")
    entered(game, "8s48/4/2", "pay", "hand")
    assert errors(game) == []
    assert game.table.totals == {"anna": -192, "ben": 54, "cleo": 62, "dora": 0, "eva": 76}
    # Everybody's place has been East: eva sits on that of the first one.
    assert (str(game.table.round), game.table.players[Seat.E]) == ("south", "eva")


def test_a_new_east_has_won_no_hand_in_a_row() -> None:
    game = recorded("ew48/4/2/2 pay")
    assert game.table.standing.east_wins == 1
    entered(game, "sit eva for anna", "hand")
    assert (game.table.standing.east_wins, game.table.players[Seat.E]) == (0, "eva")


@pytest.mark.parametrize(
    ("before", "act", "words"),
    [
        ("8s48/4/2", "sit eva for fred", "expected somebody new, and the place of one of ben, cleo, dora, anna"),
        ("8s48/4/2", "sit anna for ben", "expected somebody new"),
        ("8s48/4/2", "sit eva", "expected who takes whose place, like `sit eva for ben`"),
        ("hand table 5b", "sit eva for ben", "hand 1 has no result yet, and places are taken over between two hands"),
        ("8s48/4/2 end", "sit eva for ben", "the game is over"),
    ],
)
def test_a_place_is_taken_over_between_two_hands_by_somebody_who_does_not_sit_there(
    before: str, act: str, words: str
) -> None:
    game = recorded(before) if before[:4] != "hand" else RecordedGame("text", "t", bodies_of(f"{NEW}{before}"))
    with pytest.raises(MjlogError, match=re.escape(words)):
        game.read(act)


def test_before_the_first_hand_another_player_is_a_slip_of_the_beginning() -> None:
    game = RecordedGame("text", "t", bodies_of(NEW))
    with pytest.raises(MjlogError, match="`fix player ben eva`"):
        game.read("sit eva for ben")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("8s48/4/2 pay; seats E=ben S=cleo W=dora N=anna", "out-of-place"),
        ("8s48/4/2 pay; seats E=fay S=gus W=hal N=ivo", "wrong-seats"),
        ("8s48/4/2 pay; seats E=cleo S=ben W=dora N=eva", "wrong-seats"),
        ("hand table 5b; seats E=anna S=eva W=cleo N=dora", "wrong-seats"),
    ],
)
def test_who_only_changes_seats_or_comes_with_three_others_takes_over_no_place(text: str, found: str) -> None:
    """Nor does anybody in the middle of a hand."""
    start = GAME if text[0] == "8" else NEW
    assert errors(RecordedGame("text", "t", bodies_of(start + text.replace("; ", "\n")))) == [found]


def test_a_game_with_a_guest_is_written_out_and_read_back() -> None:
    game = recorded("8s48/4/2 pay")
    bodies = [*bodies_of(f"{GAME}8s48/4/2 pay"), *(one.body for one in entered(game, "sit eva for ben"))]
    assert bodies_of(text_of(bodies)) == bodies
