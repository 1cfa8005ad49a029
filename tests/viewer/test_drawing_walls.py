"""The four walls in the picture: every stack in its place, the break beside its stack, loose tiles on top."""

from __future__ import annotations

import pytest

from mjlog.seats import SEATS, Seat
from mjlog.viewer.drawing import Canvas, Sprite, WallLayout, put_walls
from mjlog.views.board import WallView
from tests.views.test_walls import DEAD_WALL, MAHJIANG, PUNG_CHI, WESTERN, wall_after

PLAN = WallLayout((500, 500), 404, 418, 26, 23)
GAMES = [MAHJIANG, DEAD_WALL, WESTERN, PUNG_CHI]


def drawn(wall: WallView, bottom: Seat) -> dict[str, Sprite]:
    """The walls with this seat at the bottom."""
    canvas = Canvas()
    put_walls(canvas, wall, SEATS[bottom.index :] + SEATS[: bottom.index], PLAN)
    return canvas.sprites


@pytest.mark.parametrize("text", GAMES)
def test_walls_stand_before_their_builders_and_are_counted_from_the_right(text: str) -> None:
    wall = wall_after(text)
    length = len(wall.stacks[0])
    for bottom in SEATS:
        sprites = drawn(wall, bottom)
        stacks = {seat: [sprites[f"w.{seat.value}.{number}"] for number in range(1, length + 1)] for seat in SEATS}
        places = {(one.x, one.y) for side in stacks.values() for one in side}
        assert len(places) == 4 * length
        assert all(one.y == 904 for one in stacks[bottom])
        assert all(one.x == 904 for one in stacks[bottom.right])
        from_the_right = [one.x for one in stacks[bottom]]
        assert from_the_right == sorted(from_the_right, reverse=True)


@pytest.mark.parametrize(("text", "beside"), [(MAHJIANG, "S3"), (DEAD_WALL, "E10"), (WESTERN, "S8"), (PUNG_CHI, "N7")])
def test_the_break_is_marked_outside_the_stack_where_the_count_ended(text: str, beside: str) -> None:
    """Also where it was counted from the left."""
    wall = wall_after(text)
    seat, number = Seat[beside[0]], int(beside[1:])
    sprites = drawn(wall, seat)
    stack = len(wall.stacks[0]) + 1 - number if text is PUNG_CHI else number
    assert sprites["break"].x == sprites[f"w.{seat.value}.{stack}"].x
    assert sprites["break"].y > sprites[f"w.{seat.value}.{stack}"].y


def test_stacks_tell_how_many_tiles_stand_there_and_which_are_dead_or_loose() -> None:
    wall = wall_after(DEAD_WALL)
    sprites = drawn(wall, Seat.E)
    for seat, side in zip(SEATS, wall.stacks, strict=True):
        for number, stack in enumerate(side, start=1):
            markup = sprites[f"w.{seat.value}.{number}"].markup
            assert ("two" in markup, "one" in markup) == (stack.tiles == 2, stack.tiles == 1)
            assert markup.count("loose") == stack.loose
            assert ("dead" in markup) == (stack.dead and stack.tiles > 0)
            assert ('class="place"' in markup) == (not stack.tiles and not stack.loose)
    assert sum(stack.loose for side in wall.stacks for stack in side) > 0


def test_walls_stand_whole_until_they_are_broken() -> None:
    sprites = drawn(wall_after("game mahjiang; hand"), Seat.E)
    assert sorted(sprites) == sorted(f"w.{seat.value}.{number}" for seat in SEATS for number in range(1, 18))
    assert all('class="stack two"' in sprite.markup for sprite in sprites.values())


def test_walls_whose_break_is_not_known_are_not_drawn_once_tiles_are_taken() -> None:
    assert drawn(wall_after("game mahjiang; hand", "E deal ?????"), Seat.E) == {}
