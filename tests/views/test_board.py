"""What a board shows: sets as they lie, discards with their marks, the wall with its break."""

from __future__ import annotations

from typing import Any

import pytest

from each import each
from mjlog.answers import plain
from mjlog.events import convert_event
from mjlog.rulesets import default_rules
from mjlog.seats import Seat
from mjlog.table import Table, apply
from mjlog.tiles import UNKNOWN
from mjlog.views.board import WallBreak, board, text_table
from mjlog.views.moment import moment_at
from short_logs import fields as events_of
from tests.views.table_logs import PLAYERS, played, view_of

START = {"type": "hand-start", "hand": 1, "round": "E", "seats": PLAYERS}


def table_after(*events: dict[str, Any], ruleset: str = "classical") -> Table:
    """A table of these rules after these events of a hand."""
    table = Table(default_rules(ruleset).plan)
    for seq, fields in enumerate([START, *events], 1):
        apply(table, convert_event({"seq": seq, **fields}))
    return table


@each("supplier, seat, kind, tiles, lying, ruleset", [
    ("W", "N", "pung", ["5b"] * 3, "5b/ 5b 5b", "classical"), ("S", "N", "pung", ["5b"] * 3, "5b 5b/ 5b", "classical"),
    ("E", "N", "pung", ["5b"] * 3, "5b 5b 5b/", "classical"),
    ("E", "S", "chow", ["5b", "4b", "6b"], "5b/ 4b 6b", "classical"),
    ("W", "N", "pung", ["Jk", "5b", "5b"], "Jk/=5b 5b 5b", "american"),
], ids=["from the left", "from across", "from the right", "a chow", "a joker, which no rule allows"])  # fmt: skip
def test_the_claimed_tile_lies_across_on_the_side_it_came_from(
    supplier: str, seat: str, kind: str, tiles: list[str], lying: str, ruleset: str
) -> None:
    """West sits on North's left, South across, East on the right. A joker lies there as what it stands for."""
    table = table_after(
        {"type": "discard", "seat": supplier, "tile": tiles[0]},
        {"type": "expose", "seat": seat, "kind": kind, "tiles": sorted(tiles)}, ruleset=ruleset,
    )  # fmt: skip
    found = board(table, "table").seat(Seat[seat]).sets[0].lying
    assert " ".join(
        str(one.tile) + "/" * one.turned + (f"={one.stands_for}" if one.stands_for else "") for one in found
    ) == lying  # fmt: skip


@pytest.mark.rule("dead-wall/kong-2")
def test_a_concealed_kong_lies_with_its_inner_two_tiles_down() -> None:
    table = table_after({"type": "kong", "seat": "E", "kind": "concealed", "tiles": ["5b"] * 4})
    assert [tile.down for tile in board(table, "table").seat(Seat.E).sets[0].lying] == [False, True, True, False]
    table = table_after({"type": "lay-concealed", "seat": "E", "kind": "pung", "tiles": ["5b"] * 3})
    for sight, kinds in (("table", {UNKNOWN}), (Seat.E, {4})):
        assert {tile.kind for tile in board(table, sight).seat(Seat.E).sets[0].tiles} == kinds, "face down"


def test_discards_keep_their_order_and_say_who_claimed_them() -> None:
    table = table_after(
        {"type": "discard", "seat": "E", "tile": "5b"},
        {"type": "expose", "seat": "S", "kind": "pung", "tiles": ["5b"] * 3},
        {"type": "discard", "seat": "S", "tile": "9d"},
    )
    seen = board(table, "table")
    (claimed,) = seen.seat(Seat.E).discards
    (latest,) = seen.seat(Seat.S).discards
    assert (claimed.claimed_by, claimed.seq) == (Seat.S, 2)
    assert (latest.claimed_by, latest.is_open) == (None, True)
    assert [seen.seat(seat).latest for seat in (Seat.E, Seat.S)] == [-1, 0]
    assert (seen.latest.seat, seen.latest.seq) == (Seat.S, latest.seq)


def test_the_wall_is_dealt_clockwise_from_the_stack_after_the_break() -> None:
    """Broken at South's stack 8 (of 18): dealing takes South's 9 to 18, then East's, then North's.

    In turn East, South, West, North take their blocks.
    """
    view = view_of(events_of("game western; hand; E deal 1234b; S deal 1234c; W deal 1234d"))
    assert [moment_at(view, place).board.turn for place in range(1, 5)] == [Seat.E, Seat.S, Seat.W, Seat.N]
    table = table_after()
    table.wall.taken, table.plan = 53, default_rules("classical").plan
    wall = board(table, "table", WallBreak(Seat.S, 8)).wall
    east, south, west, north = ([stack.tiles for stack in side] for side in wall.stacks)
    assert south == [2] * 8 + [0] * 10
    assert east == [0] * 16 + [1, 2]
    assert north == west == [2] * 18
    assert (wall.live, wall.dead, wall.size) == (144 - 14 - 53, 14, 144)
    assert [stack.dead for stack in wall.stacks[1][:8]] == [False] + [True] * 7


@pytest.mark.parametrize("stack", [0, 19, 10**6, -1])
def test_a_break_that_cannot_be_draws_no_wall(stack: int) -> None:
    wall = board(table_after(), "table", WallBreak(Seat.S, stack)).wall
    assert wall.stacks == ()
    assert wall.broken is None


def test_a_terminal_shows_the_whole_table_in_80_columns() -> None:
    view = view_of(played(2, 60).events)
    text = text_table(moment_at(view, len(view.rows) - 1).board)
    assert max(map(len, text.splitlines())) <= 80
    for word in ("WEST cleo", "NORTH dora", "SOUTH ben", "EAST anna", "hand 1, east round", "hand ??x"):
        assert word in text
    assert "🀫" in text_table(moment_at(view, len(view.rows) - 1).board, unicode=True)
    assert max(map(len, text_table(moment_at(view, 9).board, width=40).splitlines())) <= 40


def test_the_throws_for_the_break_are_told_in_their_order() -> None:
    """Those for the seats, and what is no throw, are not among them."""
    seen = board(
        table_after(
            {"type": "roll", "player": "anna", "dice": [6, 6], "purpose": "seats"},
            {"type": "roll", "seat": "E", "dice": [3, 4], "purpose": "break-wall"},
            {"type": "roll", "seat": "W", "dice": [1, 7], "purpose": "break-stack"},
            {"type": "roll", "seat": "W", "dice": [1, 2], "purpose": "break-stack"},
        ),
        "table",
    )
    assert [(throw.purpose, throw.seat, throw.total) for throw in seen.dice] == [
        ("break-wall", Seat.E, 7), ("break-stack", Seat.W, 3),
    ]  # fmt: skip
    told = plain(seen)["dice"]
    assert [(throw["purpose"], throw["seat"], throw["total"]) for throw in told] == [
        ("break-wall", "E", 7), ("break-stack", "W", 3),
    ]  # fmt: skip


def test_any_moment_is_the_same_whatever_was_looked_at_before() -> None:
    """Tables are kept at distances; going on from there gives the same as going from the start."""
    events = played(4, 40).events
    straight = view_of(events)
    boards = [moment_at(straight, place).board for place in range(len(events))]
    back = view_of(events)
    for place in reversed(range(0, len(events), 5)):
        assert moment_at(back, place).board == boards[place]
    assert moment_at(view_of(events[:60]), 59).board == boards[59]


THREE = "game western players=3 bonus_tiles=false; hand"


def test_of_three_players_nobody_has_the_fourth_place() -> None:
    """North's seat is empty: it is marked so, and the terminal leaves it out."""
    view = view_of(events_of(f"{THREE}; E discard 5b"))
    for sight in ("table", Seat.S, Seat.W):
        made = moment_at(view, len(view.rows) - 1, sight).board  # type: ignore[arg-type]
        assert [one.seat for one in made.playing] == [Seat.E, Seat.S, Seat.W]
        for width in (40, 80, 120):
            text = text_table(made, width=width)
            assert "NORTH" not in text
            assert all(name in text for name in ("EAST", "SOUTH", "WEST"))
            assert not text.startswith("\n")
    assert len(moment_at(view_of(events_of("game western; hand")), 1).board.playing) == 4
