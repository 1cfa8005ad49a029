"""A game whose seats are corrected while it is looked at stands as if it had been read anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.log.records import Row
from mjlog.rulesets import shipped
from tests.views.test_corrected_options import simulated
from tests.views.test_corrected_while_viewed import correction, game, inside, looks, of_type
from tests.views.test_going_on import read, stand
from turns import in_turn


def mixed_up(rows: list[Row], chance: Random, share: float = 1.0) -> list[Row]:
    """Corrections of the seats and of the hands' beginnings, or of some: two players were taken for each other."""
    one, other = chance.sample(of_type(rows, ev.GameStart)[0].players, 2)
    names = {one: other, other: one}
    added: list[Row] = []
    for event in (row for row, _where in rows if isinstance(row, ev.Seats | ev.HandStart)):
        if chance.random() > share:
            continue
        fields: dict[str, Any] = {"seats": {seat.value: names.get(who, who) for seat, who in event.seats.items()}}
        if isinstance(event, ev.HandStart) and event.totals is not None:
            fields["totals"] = {names.get(who, who): total for who, total in event.totals.items()}
        added.append(correction([*rows, *added], of=event.seq, events=[inside(event, **fields)]))
    return added


@pytest.mark.parametrize("ruleset", in_turn(shipped()))
def test_players_taken_for_each_other_stand_right_as_if_the_game_had_been_read_anew(ruleset: str) -> None:
    rows, chance = simulated(ruleset), Random(ruleset)
    view = read(rows)
    for share in (1.0, 0.5, 0.5, 1.0):
        added = mixed_up(rows, chance, share)
        view.go_on(added)
        rows = [*rows, *added]
        fresh = read(rows)
        assert stand(view) == stand(fresh)
        assert looks(view) == looks(fresh)


@pytest.mark.parametrize("name", ["western", "american", "default", "western-three-players"])
def test_in_a_recorded_game_too(name: str) -> None:
    rows = game(name)
    view = read(rows)
    added = mixed_up(rows, Random(name))
    view.go_on(added)
    assert stand(view) == stand(read([*rows, *added]))
