"""Each seat draws, and replaces, from a wall of its own (mcr/own-1): what is left, and how the hand ends."""

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
from mjlog.tiles import CODES, PLAIN_KINDS
from mjlog.views.board import wall_view

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
