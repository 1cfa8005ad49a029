"""Simulated games are legal: an audit finds nothing, tiles and points are conserved, whatever the options."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from mjlog import events as ev
from mjlog.errors import RuleSetError
from mjlog.events import decode_event, encode_event
from mjlog.rulesets import OptionInfo, load
from mjlog.simulate import Game
from mjlog.table.state import DEALING, NOTHING
from tests.simulate.games import CHINESE, KONGS_IN_THE_HAND, findings, played, read, states, tiles_of
from turns import TURNS, examples, in_turn


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


# -- play is plausible -------------------------------------------------------------------------------------------------


_GAMES = 20 if TURNS == 1 else 10
_SLOW = "bmja"
"""Whose players ask for so many special hands that a game takes them ten times as long."""


@cache
def acts(ruleset: str) -> Counter[str]:
    """How often each kind of act occurs in some games of a rule set."""
    found: Counter[str] = Counter()
    games = min(_GAMES, examples(20)) if ruleset == _SLOW else _GAMES
    for number in range(1, games + 1):
        events = read(played(ruleset, 53, number, KONGS_IN_THE_HAND.get(ruleset)))
        for event in events:
            found[_act(event)] += 1
            found["named discard"] += isinstance(event, ev.Discard) and event.named is not None
        found["losing claim"] += _losing_claims(events)
    return found


def _act(event: ev.Event) -> str:
    if isinstance(event, ev.Mahjong):
        return f"mahjong {event.source}"
    if isinstance(event, ev.Claim):
        return f"claim {event.for_}"
    if isinstance(event, ev.Kong | ev.Expose | ev.LayConcealed):
        return f"{event.type} {event.kind}"
    return event.type


def _losing_claims(events: list[ev.Event]) -> int:
    """Calls that were not answered with the tile although another's was."""
    return sum(isinstance(one, ev.Claim) and isinstance(two, ev.Claim) for one, two in pairwise(events))


@pytest.mark.parametrize("ruleset", CHINESE)
@pytest.mark.parametrize("act", [
    "draw", "discard", "named discard", "pass", "retract", "claim chow", "claim pung", "claim kong",
    "claim mahjong", "losing claim", "expose chow", "expose pung", "expose kong", "kong added",
    "kong concealed", "kong-replacement", "mahjong wall", "mahjong discard", "washout", "show", "score",
    "settlement", "game-end",
])  # fmt: skip
def test_every_common_act_occurs(ruleset: str, act: str) -> None:
    """In a few hundred hands of each rule set."""
    assert acts(ruleset)[act]


@pytest.mark.parametrize(("ruleset", "act"), [
    ("mahjiang", "fishing"),
    ("mahjiang", "lay-concealed pung"),
    ("mahjiang", "lay-concealed chow"),
    ("western", "bonus"),
    ("western", "bonus-replacement"),
    ("dead-wall", "bonus-replacement"),
    ("dead-wall", "break"),
    ("western", "roll"),
])  # fmt: skip
def test_what_only_some_rule_sets_have_occurs(ruleset: str, act: str) -> None:
    """Calls, sets laid face down, bonus tiles, dice."""
    assert acts(ruleset)[act]


@pytest.mark.parametrize("ruleset", CHINESE)
def test_most_hands_are_won(ruleset: str) -> None:
    """Players find their hands before the wall ends, more often with another's discard than by themselves."""
    found = acts(ruleset)
    wins = sum(count for act, count in found.items() if act.startswith("mahjong "))
    assert wins + found["washout"] == found["hand-start"]
    # With one chow at most in a hand, more of them come to nothing.
    least = 0.4 if ruleset == "bmja" else 0.6
    assert least < wins / found["hand-start"] < 0.98
    assert found["mahjong discard"] > found["mahjong wall"] > 0


def test_rare_wins_occur_somewhere() -> None:
    """Wins with a loose tile and by robbing a kong, in the games of all rule sets together."""
    found = sum((acts(ruleset) for ruleset in CHINESE), Counter[str]())
    assert found["mahjong loose"]
    assert found["mahjong kong"]


def test_without_options_for_it_nobody_robs() -> None:
    """In western robbing a kong is an option, off by default."""
    assert not acts("western")["mahjong kong"]


# -- the same seed gives the same games, on every machine and in any order ---------------------------------------------


_PLAY = (b'"draw"', b'"discard"', b'"claim"', b'"expose"', b'"kong"', b'"mahjong"', b'"wall"', b'"roll"', b'"washout"')


def digest(lines: list[bytes]) -> str:
    """A digest of what was played; of rule set documents and scores, which have tests of their own, nothing."""
    play = [line for line in lines if any(b'"type":' + kind in line for kind in _PLAY)]
    assert len(play) > 100
    return hashlib.sha256(b"\n".join(play)).hexdigest()[:16]


def test_a_small_run_is_what_it_has_always_been() -> None:
    """The play of two games, to the last tile. A change here changes every archive that was made from a seed."""
    assert [digest(played("classical", 7, number, hands=3)) for number in (1, 2)] == [
        "082164a09ec800f0",
        "284a89762af28489",
    ]


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    """Game 3 is the same alone, and after others that have filled every table."""
    alone = played("western", 5, 3)
    for number in (1, 2):
        played("western", 5, number)
    assert played("western", 5, 3) == alone


def test_fewer_hands_are_the_beginning_of_the_same_game() -> None:
    """`hands` cuts a game short and changes nothing before; a game can be played again."""
    whole, short = played("pung-chi", 5, 3), played("pung-chi", 5, 3, hands=2)
    assert len(short) < len(whole)
    assert short[:-1] == whole[: len(short) - 1]
    game, again = Game(load("pung-chi"), 5, 3), list[bytes]()
    game.play(lambda line: None)
    game.play(again.append)
    assert again == whole


def test_a_game_does_not_depend_on_the_process() -> None:
    """Another process, with another hash seed, plays the same."""
    code = (
        "import sys; from mjlog.rulesets import load; from mjlog.simulate import Game; "
        "Game(load('mahjiang'), 9, 1, hands=2).play(lambda line: print(line.decode()))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "99"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=60, check=True)
    assert result.stdout.splitlines() == played("mahjiang", 9, 1, hands=2)


@pytest.mark.parametrize("ruleset", CHINESE)
def test_seeds_and_numbers_give_different_games(ruleset: str) -> None:
    """No two games of a run, and no two runs, are alike."""
    games = [played(ruleset, seed, number, hands=1) for seed in (1, 2) for number in (1, 2, 3)]
    assert len({digest_of_wall(lines) for lines in games}) == 6


def digest_of_wall(lines: list[bytes]) -> bytes:
    """The line of the first wall."""
    return next(line for line in lines if b'"type":"wall"' in line)


def test_lines_are_canonical() -> None:
    """What is written is what encoding the event again gives."""
    for line in played("dead-wall", 3, hands=2):
        assert encode_event(decode_event(line)) == line
