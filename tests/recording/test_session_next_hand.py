"""The next hand, as `hand` begins it: number, prevailing wind and seats follow from the game so far."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorded_games import PLAYERS, RULE_SETS, card_of, recorder_of, simulated

from mjlog.events import HandStart, decode_event
from mjlog.recording.game import RecordedGame
from mjlog.views.results import next_east


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_the_next_hand_is_the_one_that_is_played(tmp_path: Path, ruleset: str) -> None:
    """In whole games: whoever types `hand` gets the hand that the rules ask for, and is told before who is East."""
    card, shelf = card_of(tmp_path, ruleset)
    hands = 0
    for seed in range(3):
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
    assert hands > 9


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
