"""Who sits where at the beginning, and that the players keep their order round the table."""

from __future__ import annotations

import pytest

from mjlog.events import convert_event
from mjlog.rules import CHECKS
from short_logs import accepted, codes, fields, refused, table


@pytest.mark.rule("western/three-1")
def test_with_three_players_norths_seat_is_empty() -> None:
    """East, South and West are in play."""
    assert accepted("seats_in_play_are_taken", "game western players=3; hand")
    assert accepted("seats_in_play_are_taken", "game western players=3; seats ben cora anna")
    start = fields("game western players=3; hand")[-1]
    seated = convert_event({**start, "seats": {"E": "anna", "S": "ben", "N": "cora"}})
    refusal = CHECKS["seats_in_play_are_taken"].function(table("game western players=3"), seated)
    assert refusal is not None
    assert refusal.code == "wrong-seats"
    north = {**start, "seats": {"E": "anna", "W": "ben", "N": "cora"}}
    assert _refused_by("seats_in_play_are_taken", "game western players=3", north) == "wrong-seats"


def _refused_by(check: str, before: str, event: dict[str, object]) -> str | None:
    refusal = CHECKS[check].function(table(before), convert_event(event))
    return None if refusal is None else refusal.code


def _rounds(*firsts: str) -> str:
    """Rounds without a win; of each who sits as East, South, West, North in its first hand."""
    played = []
    for number, first in enumerate(firsts):
        order = first.split(",")
        for east in range(4):
            seats = ",".join(order[east:] + order[:east])
            played.append(f"hand {4 * number + east + 1} {'ESWN'[number % 4]} seats={seats} depth=result; washout")
    return "; ".join(played)


_FOUR = ("anna,ben,cora,dora", "ben,anna,dora,cora", "cora,dora,ben,anna", "dora,cora,anna,ben")


@pytest.mark.rule("mcr/seats-4")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_each_round_the_players_change_places(rounds: int) -> None:
    """As the rules say; told by the seats of the next hand, or before it."""
    played = f"game mcr; {_rounds(*_FOUR[:rounds])}"
    due = _FOUR[rounds]
    next_hand = f"hand {4 * rounds + 1} {'ESWN'[rounds]}"
    assert accepted("places_change_after_a_round", f"{played}; {next_hand} seats={due}")
    assert accepted("places_change_after_a_round", f"{played}; seats {due.replace(',', ' ')}")
    for other in (_FOUR[rounds - 1], ",".join(reversed(due.split(",")))):
        assert refused("places_change_after_a_round", f"{played}; {next_hand} seats={other}") == "wrong-seats"
        assert refused("places_change_after_a_round", f"{played}; seats {other.replace(',', ' ')}") == "wrong-seats"
    assert codes(f"{played}; seats {due.replace(',', ' ')}; {next_hand} seats={due}") == []


@pytest.mark.rule("mcr/seats-4")
def test_places_change_only_when_a_round_is_over() -> None:
    """A hand that is played again is none of the round; where places stay nothing changes."""
    three = _rounds(_FOUR[0]).rpartition("; hand 4")[0]
    again = f"game mcr; {three}; hand 4 E seats=dora,anna,ben,cora; replay a tile too many"
    assert accepted("seats_keep_their_order", f"{again}; hand 4 E seats=dora,anna,ben,cora")
    assert codes(f"{again}; hand 4 E seats=ben,anna,dora,cora") == ["wrong-seats"]
    last = f"{again}; hand 4 E seats=dora,anna,ben,cora depth=result; washout"
    assert codes(f"{last}; hand 5 S seats={_FOUR[1]}") == []
    stay = f"game mcr change_places=false; {_rounds(_FOUR[0])}; hand 5 S"
    assert codes(f"{stay} seats={_FOUR[0]}") == []
    assert codes(f"{stay} seats={_FOUR[1]}") == ["wrong-seats"]


@pytest.mark.rule("mcr/seats-4")
def test_after_a_wrong_change_the_next_one_goes_from_the_places_as_they_are() -> None:
    """One fault, told once."""
    stayed = (_FOUR[0], _FOUR[0], "dora,cora,anna,ben")
    assert codes(f"game mcr; {_rounds(*stayed)}") == ["wrong-seats"]


@pytest.mark.rule("mcr/seats-4")
@pytest.mark.parametrize("first", [*_FOUR, "anna,cora,ben,dora"])
def test_after_the_fourth_round_nobody_says_who_sits_where(first: str) -> None:
    assert codes(f"game mcr hands=0; {_rounds(*_FOUR)}; hand 17 E seats={first}") == []
