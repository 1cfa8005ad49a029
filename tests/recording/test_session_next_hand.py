"""The next hand follows from the game so far; places are taken over; which games are offered to be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded_games import PLAYERS, RULE_SETS, card_of, recorder_of, simulated

from mjlog.events import HandStart, decode_event
from mjlog.recording.beginning import Beginning, begin, going_on
from mjlog.recording.game import EventSaid, RecordedGame
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.store import SqliteStore, open_store
from mjlog.views.results import next_east
from tests.formats.shorthand_runs import bodies_of, text_of
from turns import in_turn


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_the_next_hand_is_the_one_that_is_played(tmp_path: Path, ruleset: str) -> None:
    """In whole games: whoever types `hand` gets the hand that the rules ask for, and is told before who is East."""
    card, shelf = card_of(tmp_path, ruleset)
    hands = 0
    for seed in in_turn(range(3)):
        bodies = simulated(ruleset, "full", seed=seed + 50, hands=18, card=card)
        recorder = RecordedGame("game", "game", [], shelf)
        for body in bodies:
            event = decode_event(body)
            if isinstance(event, HandStart):
                (made,) = recorder.read("hand")
                stated = json.loads(body)
                assert {name: made[name] for name in ("hand", "round", "seats")} == {
                    name: stated[name] for name in ("hand", "round", "seats")
                }
                if event.hand > 1:
                    assert next_east(recorder.replay.rules, recorder.table) == stated["seats"]["E"]
                hands += 1
            recorder.happen([(event, body)])
    assert hands > 3


@pytest.mark.parametrize(
    ("acts", "east"),
    [("em", "anna"), ("sm", "ben"), ("wash", "anna"), ("replay the wall fell", "anna"), ("5b", None), ("", None)],
)
def test_who_is_east_next_is_said_once_it_follows(acts: str, east: str | None) -> None:
    recorder = recorder_of(f"game t western {PLAYERS}\nhand table\n{acts}")
    assert next_east(recorder.replay.rules, recorder.table) == east
    if east is not None:
        (made,) = recorder.read("hand")
        assert made["seats"]["E"] == east


def test_three_players_take_their_turns_as_east() -> None:
    """North's seat is empty; the wind changes when all three have been East."""
    recorder = recorder_of("game t western anna ben cleo players=3\nhand result")
    hands = []
    for _hand in range(4):
        recorder.carry_out(recorder.read("sm"))
        (made,) = recorder.read("hand")
        assert made["seats"]["E"] == next_east(recorder.replay.rules, recorder.table)
        hands.append((made["seats"]["E"], made["round"]))
        recorder.carry_out([made])
    assert hands == [("ben", "E"), ("cleo", "E"), ("anna", "S"), ("ben", "S")]
    assert recorder.replay.report.findings == []


def test_seats_that_are_typed_have_their_wind() -> None:
    """Also where they are wrong, or are none."""
    recorder = recorder_of(f"game t western {PLAYERS}\nhand result\nsm")
    (made,) = recorder.read("hand-start E=dora S=anna W=ben N=cleo")
    assert (made["hand"], made["round"]) == (2, "E")
    (made,) = recorder.read('{"type":"hand-start","seats":7}')
    assert made["round"] == "E"


# -- guests, and five who take turns ----------------------------------------------------------------------------------


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


def test_a_game_with_a_guest_is_written_out_and_read_back() -> None:
    game = recorded("8s48/4/2 pay")
    bodies = [*bodies_of(f"{GAME}8s48/4/2 pay"), *(one.body for one in entered(game, "sit eva for ben"))]
    assert bodies_of(text_of(bodies)) == bodies


# -- which games are offered to be gone on with -----------------------------------------------------------------------


SEATS = b'{"E":"anna","N":"dora","S":"ben","W":"cleo"}'
HAND = b'{"depth":"result","hand":1,"round":"E","seats":%s,"seq":3,"type":"hand-start"}' % SEATS


def last_event(store: SqliteStore, game: str, body: bytes) -> None:
    """One more event of a game."""
    store.append(game, [body], expected_last=store.head(game).seq)


def test_games_that_are_over_or_hidden_are_not_offered_and_the_last_comes_first(tmp_path: Path) -> None:
    with open_store(tmp_path / "club.db") as store:
        for game in ("first", "over", "stray", "last"):
            begin(store, Beginning(load("western"), ("anna", "ben", "cleo", "dora"), {}, None, game))
        last_event(store, "over", b'{"seq":2,"type":"game-end"}')
        last_event(store, "stray", b'{"decision":"hidden","seq":2,"text":"typed to try it","type":"note"}')
        assert [info.game for info in going_on(store)] == ["last", "first"]


def test_what_is_said_after_the_end_does_not_make_a_game_go_on(tmp_path: Path) -> None:
    """Neither a dispute nor a stray event that was made void; it goes on where the end itself was void."""
    said = (
        ("disputed", [b'{"on":2,"seq":3,"text":"too early","type":"dispute"}'], False),
        ("stray", [HAND, b'{"events":[],"of":3,"reason":"typed to try it","seq":4,"type":"correction"}'], False),
        ("not-over", [b'{"events":[],"of":2,"reason":"one more hand","seq":3,"type":"correction"}'], True),
        ("again", [HAND], True),
    )
    with open_store(tmp_path / "club.db") as store:
        for game, bodies, _goes_on in said:
            begin(store, Beginning(load("western"), ("anna", "ben", "cleo", "dora"), {}, None, game))
            for body in (b'{"seq":2,"type":"game-end"}', *bodies):
                last_event(store, game, body)
        offered = {info.game for info in going_on(store)}
    assert offered == {game for game, _bodies, goes_on in said if goes_on}
