"""Simulated games are legal: an audit finds nothing, tiles and points are conserved, whatever the options."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import events as ev
from mjlog.errors import RuleSetError
from mjlog.rulesets import OptionInfo, load
from mjlog.simulate import Game
from mjlog.table.state import DEALING, NOTHING
from tests.simulate.games import CHINESE, findings, played, read, states, tiles_of
from turns import in_turn


@pytest.mark.parametrize("ruleset", CHINESE)
def test_an_audit_finds_nothing(ruleset: str) -> None:
    """Neither errors nor warnings, in any hand, score or payment."""
    found = [text for number in range(1, 4) for text in findings(played(ruleset, 17, number))]
    assert found == []


@pytest.mark.parametrize("ruleset", CHINESE)
def test_nothing_is_found_in_what_the_table_saw(ruleset: str) -> None:
    """The same games without the wall and the concealed tiles: no false alarm."""
    found = [text for number in range(1, 4) for text in findings(played(ruleset, 19, number, depth="table"))]
    assert found == []


def test_the_table_sees_no_concealed_tile() -> None:
    """No wall is written; what is dealt, drawn, replaced or laid face down is unknown; the rest is the same play."""
    full, seen = played("mahjiang", 19, 2), played("mahjiang", 19, 2, depth="table")
    assert b'"type":"wall"' in b"".join(full)
    assert b'"type":"wall"' not in b"".join(seen)
    hidden = [
        event for event in read(seen) if isinstance(event, ev.Deal | ev.Draw | ev.LayConcealed | ev.KongReplacement)
    ]
    assert {tile.value for event in hidden for tile in getattr(event, "tiles", None) or (event.tile,)} == {"??"}
    discards = [
        [(event.seat, event.tile) for event in read(lines) if isinstance(event, ev.Discard)] for lines in (full, seen)
    ]
    assert discards[0] == discards[1]
    assert [event.seq for event in read(seen)] == list(range(1, len(seen) + 1))


def _other_values(option: OptionInfo) -> list[Any]:
    """Values of an option that differ from its default."""
    values = {"bool": (True, False), "choice": option.values, "score": (0, 30, 10_002, 500_000)}.get(
        option.kind, (1, 2, 7, 3000)
    )
    return [value for value in values if value != option.default]


_OPTIONS = [
    (ruleset, option.name, value)
    for ruleset in CHINESE
    for option in load(ruleset).options.values()
    for value in _other_values(option)
]


@pytest.mark.parametrize(("ruleset", "option", "value"), in_turn(_OPTIONS), ids=lambda part: str(part))
def test_every_option_gives_legal_games(ruleset: str, option: str, value: Any) -> None:
    """Each option at every other value (numbers: some), for a few hands."""
    assert findings(played(ruleset, 23, options={option: value}, hands=4)) == []


@pytest.mark.parametrize("ruleset", CHINESE)
def test_tiles_are_conserved_at_every_event(ruleset: str) -> None:
    """On the table, in the hands and in the wall are all the tiles, and no kind more often than there are copies."""
    checked = 0
    for _event, table in states(played(ruleset, 29, 2, hands=5), ruleset):
        if table.due in (NOTHING, DEALING) and not table.in_deal:
            continue
        on_table = [kind for place in table.places for kind in tiles_of(place)]
        on_table += [one.tile for one in table.discards if one.claimed_by is None]
        if table.passing is not None:
            on_table += [kind for given in table.passing.given.values() for kind in given.kinds]
        plan = table.plan
        in_wall = plan.wall.size - table.wall.taken - table.wall.loose_taken
        assert len(on_table) + in_wall == plan.wall.size
        assert all(on_table.count(kind) <= plan.copies[kind] for kind in set(on_table))
        checked += 1
    assert checked > 300


@pytest.mark.parametrize("ruleset", CHINESE)
def test_points_are_conserved(ruleset: str) -> None:
    """Every settlement adds up to nothing, and so do the totals, which are the settlements' sum."""
    paid: dict[str, int] = {}
    settlements = 0
    for event, table in states(played(ruleset, 31, 3), ruleset):
        if isinstance(event, ev.Settlement):
            settlements += 1
            assert sum(event.change.values()) == 0
            for seat, amount in event.change.items():
                paid[table.players[seat]] = paid.get(table.players[seat], 0) + amount
        if isinstance(event, ev.GameEnd):
            assert {player: total for player, total in (event.totals or {}).items() if total} == {
                player: total for player, total in paid.items() if total
            }
    assert settlements


@pytest.mark.parametrize("ruleset", CHINESE)
def test_every_win_is_scored_and_paid(ruleset: str) -> None:
    """After each win, robbed kongs too, comes a score of the winner, announced by a simulated player, and a payment."""
    for number in range(1, 4):
        events = read(played(ruleset, 37, number))
        wins = [event for event in events if isinstance(event, ev.Mahjong)]
        payments = [event for event in events if isinstance(event, ev.Settlement)]
        assert len(payments) == len(wins)
        scores = [event for event in events if isinstance(event, ev.Score)]
        assert all(score.recorder == "simulate" for score in scores)
        assert len(scores) >= len(wins)


def test_three_players_leave_the_fourth_seat_empty() -> None:
    """Nothing is done by north, and nothing is paid to it."""
    events = read(played("western", 41, options={"players": 3}))
    assert not [event for event in events if getattr(getattr(event, "seat", None), "value", None) == "N"]
    assert {len(event.change) for event in events if isinstance(event, ev.Settlement)} == {3}


def test_a_game_ends_where_its_rules_end_it() -> None:
    """One round of pung-chi and no hand more, however many are asked for."""
    events = read(played("pung-chi", 43, options={"rounds": 1}, hands=200))
    starts = [event for event in events if isinstance(event, ev.HandStart)]
    assert {start.round.value for start in starts} == {"E"}
    assert len({next(iter(start.seats.values())) for start in starts}) == 4


def test_unknown_options_are_refused_before_anything_is_played() -> None:
    """An option that the rule set has not, or a value that does not fit."""
    with pytest.raises(RuleSetError, match="has no option 'jokers'"):
        Game(load("western"), 1, 1, options={"jokers": 8})
    with pytest.raises(RuleSetError, match="option players is '5'"):
        Game(load("western"), 1, 1, options={"players": 5})
