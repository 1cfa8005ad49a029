"""Tiles taken from a wall before it is their turn: the wall is counted on from where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mjlog.audit.engine import Engine
from mjlog.errors import RuleSetError
from mjlog.events import Draw, decode_event
from mjlog.log.records import GameRecord
from mjlog.rules.legal import legal_moves
from mjlog.rulesets import load, resolve
from mjlog.seats import SEATS, Seat
from mjlog.simulate import Game
from mjlog.table import Table
from mjlog.table.match_state import MatchState, east_stays
from mjlog.table.moves import pass_over, take_out
from mjlog.tiles import CODES, PLAIN_KINDS
from mjlog.views.board import wall_view
from tests.short_logs import table

ALL = (
    "american", "bmja", "classical", "dead-wall", "dmjl", "mahjiang", "pung-chi", "riichi", "riichi-ema", "riichi-wrc",
    "western",
)  # fmt: skip


def dealt(ruleset: str) -> Table:
    """A table at which the first draw is due."""
    at = Table(resolve(load(ruleset)).plan)
    at.wall.taken = at.plan.dealing.size
    return at


@pytest.mark.parametrize("ruleset", ALL)
def test_the_live_end_goes_on_behind_a_tile_that_was_taken_before(ruleset: str) -> None:
    """It was one of the live tiles, and is none any more."""
    at = dealt(ruleset)
    front, left = at.wall.taken, at.live_left
    take_out(at, front + 1)
    assert (at.wall.taken, at.live_left) == (front, left - 1)
    take_out(at, front)
    assert (at.wall.taken, at.live_left, at.wall.out) == (front + 2, left - 2, frozenset())


@pytest.mark.parametrize("ruleset", [one for one in ALL if one != "american"])
def test_replacements_go_on_behind_a_loose_tile_that_was_taken_before(ruleset: str) -> None:
    """The one that was passed over comes next."""
    at = dealt(ruleset)
    first, second, third = at.plan.wall.loose[:3]
    take_out(at, second)
    assert (at.wall.loose_taken, at.loose_position(Seat.E)) == (0, first)
    take_out(at, first)
    assert (at.wall.loose_taken, at.loose_position(Seat.E), at.wall.out) == (2, third, frozenset())


@pytest.mark.parametrize("ruleset", [one for one in ALL if one != "american"])
def test_tiles_that_are_passed_over_are_left_where_they_are(ruleset: str) -> None:
    """From either end."""
    at = dealt(ruleset)
    front, left = at.wall.taken, at.live_left
    pass_over(at, front + 1, Seat.E, is_live=True)
    assert (at.wall.taken, at.live_left) == (front + 2, left - 2)
    pass_over(at, at.plan.wall.loose[1], Seat.E, is_live=False)
    assert (at.wall.loose_taken, at.loose_position(Seat.E)) == (2, at.plan.wall.loose[2])


def test_a_tile_under_the_loose_ones_is_no_loose_tile() -> None:
    """Both loose tiles still lie on the dead wall, and it is not refilled before they are taken (dead-wall/dead-2)."""
    at = dealt("dead-wall")
    left = at.live_left
    take_out(at, at.plan.wall.size - 2)
    assert (at.wall.loose_taken, at.loose_position(Seat.E), at.live_left) == (0, at.plan.wall.loose[0], left)


# -- each seat draws, and replaces, from a wall of its own (mcr/own-1): what is left, and how the hand -----------------


OWN, DEALT, SIZE = {"walls": "own", "bonus_tiles": False}, 13, 34
PLAYERS = ("anna", "ben", "cora", "dora")


def walls(**first: str) -> dict[Seat, list[str]]:
    """A wall for each seat that begins with these tiles, `…` before its last ones."""
    left = [code for code in CODES[:PLAIN_KINDS] for _copy in range(4)]
    given = {seat: [part.split() for part in first.get(seat.value, "").partition("…")[::2]] for seat in SEATS}
    for code in (code for parts in given.values() for part in parts for code in part):
        left.remove(code)
    filled = {}
    for seat, (begins, ends) in given.items():
        # One of each kind in turn: nobody has two alike beside those that were asked for.
        taken = [left.pop(at * 3 % len(left)) for at in range(SIZE - len(begins) - len(ends))]
        filled[seat] = [*begins, *taken, *ends]
    return filled


def hand(wall: dict[Seat, list[str]], rounds: int = 21, last: Seat = Seat.N) -> list[dict[str, Any]]:
    """A hand in which everybody discards what was drawn, up to the discard of a seat in a round."""
    seats = {seat.value: player for seat, player in zip(SEATS, PLAYERS, strict=True)}
    events: list[dict[str, Any]] = [
        {"type": "game-start", "game": "own", "ruleset": "mcr", "options": OWN, "players": PLAYERS},
        {"type": "hand-start", "hand": 1, "round": "E", "seats": seats},
        {"type": "wall", "tiles": [code for seat in SEATS for code in wall[seat]]},
        *({"type": "deal", "seat": seat.value, "tiles": wall[seat][:DEALT]} for seat in SEATS),
    ]
    for number in range(rounds):
        for seat in SEATS if number < rounds - 1 else SEATS[: last.index + 1]:
            for kind in ("draw", "discard"):
                events.append({"type": kind, "seat": seat.value, "tile": wall[seat][DEALT + number]})
    return events


def replayed(*events: dict[str, Any]) -> Engine:
    """The replay of a log."""
    engine = Engine(GameRecord("own", "own", iter(())))
    for seq, fields in enumerate(events, 1):
        engine.feed(decode_event(json.dumps({"seq": seq, **fields}).encode()), seq)
    return engine


def codes(*events: dict[str, Any]) -> list[str]:
    """What is found in a log."""
    return [one.code for report in replayed(*events).finish() for one in report.findings if one.severity != "info"]


@pytest.mark.rule("mcr/own-1")
@pytest.mark.rule("mcr/draw-1")
def test_the_hand_is_drawn_when_the_wall_of_the_next_drawer_is_empty() -> None:
    """After north's last discard, and not after west's; nobody draws any more."""
    wall = walls()
    washout = {"type": "washout"}
    assert codes(*hand(wall), washout) == []
    assert codes(*hand(wall, last=Seat.W), washout) == ["washout-too-early"]
    assert codes(*hand(wall), {"type": "draw", "seat": "E", "tile": "1b"}) == ["draw-past-end"]


@pytest.mark.rule("mcr/claim-2")
def test_the_discard_after_the_last_tile_is_only_won() -> None:
    """South has two more of north's last tile: a pung is not open then, and is with a tile left."""
    wall = walls(S="Rd Rd", N="… Rd")
    pung = [
        {"type": "claim", "seat": "S", "for": "pung"},
        {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["Rd"] * 3},
    ]
    assert "claim-not-open" in codes(*hand(wall), *pung)
    wall = walls(S="Rd Rd", W="… Rd")
    assert codes(*hand(wall, last=Seat.W), *pung) == []


@pytest.mark.rule("mcr/kong-3")
def test_no_kong_without_a_tile_to_replace_it_or_for_the_next_player() -> None:
    """West has a tile left neither of its own nor, at the end, has north one for east."""
    kong = {"type": "kong", "kind": "concealed", "tiles": ["Rd"] * 4}
    wall = walls(W="Rd Rd Rd Rd")
    drawn = {"type": "draw", "seat": "W", "tile": wall[Seat.W][DEALT + 20]}
    assert codes(*hand(wall, last=Seat.S), drawn, {**kong, "seat": "W"}) == ["kong-not-allowed"]
    drawn = {"type": "draw", "seat": "W", "tile": wall[Seat.W][DEALT + 19]}
    assert codes(*hand(wall, rounds=20, last=Seat.S), drawn, {**kong, "seat": "W"}) == []
    # A player with a tile left, before one who has none: east has taken two in one turn.
    wall = walls(E="1b 1b 1b 1b", N="Rd Rd Rd Rd")
    more = [{"type": "draw", "seat": "E", "tile": wall[Seat.E][DEALT]},
            {"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["1b"] * 4},
            {"type": "kong-replacement", "seat": "E", "tile": wall[Seat.E][DEALT + 1]}]  # fmt: skip
    before = hand(wall, rounds=1, last=Seat.E)[:7]
    discard = {"type": "discard", "seat": "E", "tile": wall[Seat.E][DEALT + 1]}
    turns = [
        {"type": kind, "seat": seat.value, "tile": wall[seat][DEALT + number + (seat is Seat.E)]}
        for number in range(20) for seat in SEATS for kind in ("draw", "discard") if (number, seat.index) > (0, 0)
    ]  # fmt: skip
    assert codes(*before, *more, discard, *turns[:-1], {**kong, "seat": "N"}) == ["kong-not-allowed"]


def test_a_tile_comes_from_the_wall_of_who_draws() -> None:
    """Another is found, and the next ones are known by the seat."""
    wall = walls()
    table = replayed(*hand(wall, rounds=3)).table
    assert [table.live_left_for(seat) for seat in SEATS] == [18] * 4
    assert [CODES[table.next_live(seat) or 0] for seat in SEATS] == [wall[seat][DEALT + 3] for seat in SEATS]
    assert [table.next_loose(seat) for seat in SEATS] == [table.next_live(seat) for seat in SEATS]
    (draw,) = (move for move in legal_moves(resolve(load("mcr"), OWN).bound, table) if isinstance(move, Draw))
    assert (draw.seat, draw.tile.value) == (Seat.E, wall[Seat.E][DEALT + 3])
    other = next(code for code in wall[Seat.E][DEALT + 4 :] if code != wall[Seat.E][DEALT + 3])
    assert codes(*hand(wall, rounds=3), {"type": "draw", "seat": "E", "tile": other}) == ["not-the-wall-tile"]


def test_each_side_of_the_picture_is_the_wall_of_its_seat() -> None:
    """Two tiles a stack, and those that were drawn are gone from it."""
    seen = wall_view(replayed(*hand(walls(), rounds=2, last=Seat.E)).table, None, is_open=True)
    assert [sum(seen.sides[seat]) for seat in SEATS] == [SIZE - 15, *[SIZE - 14] * 3]
    assert (seen.live, seen.dead, len(seen.coming or ())) == (4 * SIZE - 57, 0, 4 * SIZE - 57)


@pytest.mark.rule("mcr/deal-1")
@pytest.mark.parametrize("walls", ["own", "shared"])
def test_thirteen_tiles_may_be_dealt_to_each_and_east_draws_then(walls: str) -> None:
    """The deal is written down hand by hand."""
    at = Table(resolve(load("mcr"), {"walls": walls}).plan)
    assert any(one.east_draws and one.size == 4 * DEALT for one in at.plan.dealings)


@pytest.mark.parametrize("flowers", [False, True])
def test_simulated_games_with_own_walls_have_no_fault(flowers: bool) -> None:
    """With flowers and without; kongs and flowers are replaced from one's own wall."""
    lines: list[bytes] = []
    Game(load("mcr"), 11, 1, hands=6, options={"walls": "own", "bonus_tiles": flowers}).play(lines.append)
    engine = Engine(GameRecord("own", "own", iter(())))
    for line in lines:
        engine.feed(decode_event(line), None)
    assert [one for report in engine.finish() for one in report.findings] == []


def test_tiles_that_make_no_equal_walls_are_refused() -> None:
    """144 tiles make no walls of five."""
    from mjlog.rulesets.mechanisms import own_walls

    with pytest.raises(RuleSetError, match="make no 5 walls alike"):
        own_walls(144, 5)


# -- a kong upon a kong ------------------------------------------------------------------------------------------------


_DEALT = "hand; dealt E 1111b 2222b 333c 456d"
_TWO = "E kong concealed 1111b; E kong-replacement {tile}; E kong concealed {kong}"


@pytest.mark.rule("western/limit-3")
@pytest.mark.parametrize(("ruleset", "tile", "kong", "streak", "sure"), [
    ("western", "3c", "3333c", 2, True),
    ("western", "9d", "2222b", 1, True),
    ("western", "??", "2222b", 2, False),
    ("classical", "9d", "2222b", 2, True),
])  # fmt: skip
def test_a_kong_follows_another_by_its_loose_tile(ruleset: str, tile: str, kong: str, streak: int, sure: bool) -> None:
    """A loose tile that nobody saw may have made it; classical counts any kong."""
    after = table(f"game {ruleset}; {_DEALT}; {_TWO.format(tile=tile, kong=kong)}")
    assert (after.kong_streak, after.sure_streak) == (streak, sure)


def test_a_discard_ends_the_count() -> None:
    """A kong in a later turn begins a new one."""
    later = (
        "E kong-replacement 9d; E discard 9d; S draw ??; S discard 1c; W draw ??; W discard 1c; N draw ??; N discard 2c"
    )
    after = table(f"game western; {_DEALT}; E kong concealed 1111b; {later}; E draw 3c; E kong concealed 3333c")
    assert (after.kong_streak, after.sure_streak) == (1, True)


# -- what runs from hand to hand ---------------------------------------------------------------------------------------


E, S = Seat.E, Seat.S


@pytest.mark.parametrize(("winner", "voided", "wins", "leaves_after", "always_leaves", "stays"), [
    (E, False, 1, 0, False, True),
    (E, False, 99, 0, False, True),
    (E, False, 12, 13, False, True),
    (E, False, 13, 13, False, False),
    (S, False, 0, 0, False, False),
    (S, False, 0, 13, False, False),
    (None, False, 0, 0, False, True),
    (None, False, 13, 13, False, True),
    (None, True, 0, 0, False, True),
    (S, True, 0, 0, False, True),
    (E, False, 1, 0, True, False),
    (None, False, 0, 0, True, False),
    (S, False, 0, 0, True, False),
    (None, True, 0, 0, True, True),
])  # fmt: skip
def test_east_keeps_the_seat_after_an_own_win_a_drawn_and_a_voided_hand(
    winner: Seat | None, voided: bool, wins: int, leaves_after: int, always_leaves: bool, stays: bool
) -> None:
    """After thirteen wins in a row where the rules say so East leaves; where East always leaves, it stays only if
    the hand is played again."""
    standing = MatchState(winner=winner, voided=voided, east_wins=wins)
    assert east_stays(standing, leaves_after, always_leaves) is stays


def test_how_often_east_has_won_is_known_between_hands() -> None:
    """While a hand is on, and after one whose end was missed, nobody can say."""
    played = ("game", "game; hand; E discard 5b", "game; hand; washout", "game; gap; hand 5; washout")
    assert [table(text).standing.wins_in_a_row for text in played] == [0, None, 0, None]


def test_the_first_east_is_that_of_the_first_hand() -> None:
    """Where it may have been missed, nobody's."""
    played = ("game; hand; washout; hand 2 E ben", "game; gap; hand 5 E ben")
    assert [table(text).standing.first_east for text in played] == ["anna", None]
