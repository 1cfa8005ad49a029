"""Whatever happens at a table has its place in the picture: nothing lies over anything else, nothing sticks out."""

from __future__ import annotations

import dataclasses

import pytest

from mjlog.rulesets import load
from mjlog.viewer.drawing import Layout, Scene, table_scene
from mjlog.views.board import Board
from mjlog.views.moment import moment_at
from tests.viewer.drawn_boxes import Box, boxes_of, doubtful, outside, overlaps
from tests.viewer.drawn_tables import PEN, SAMPLES, boards, by_chance, crowded, in_play, sample
from turns import in_turn

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
NAMES = sorted({path.name.split(".")[0] for path in SAMPLES.glob("*.xz")})


def faults(board: Board) -> list[object]:
    """What lies over something else, or sticks out, in either layout, with discards turned and upright."""
    pens = (PEN, dataclasses.replace(PEN, upright=True))
    scenes = [table_scene(board, layout, pen) for layout in LAYOUTS for pen in pens]
    return [fault for scene in scenes for fault in (*overlaps(scene), *outside(scene))]


def of_doubtful_owner(board: Board) -> list[str]:
    """Tiles that might be taken for the neighbour's, in either layout."""
    return [name for layout in LAYOUTS for name in doubtful(table_scene(board, layout, PEN))]


@pytest.mark.parametrize("name", in_turn(NAMES))
def test_nothing_lies_over_anything_else_in_the_sample_games(name: str) -> None:
    view = sample(name)
    for board in boards(view, max(1, len(view.rows) // 12), first=9):
        assert (faults(board), of_doubtful_owner(board)) == ([], [])


@pytest.mark.parametrize("ruleset", ["american", "classical", "dead-wall", "western"])
def test_nothing_lies_over_anything_else_in_games_played_by_chance(ruleset: str) -> None:
    view = by_chance(load(ruleset), depth="table" if ruleset == "dead-wall" else "full")
    for board in boards(view, max(1, len(view.rows) // 12), first=9):
        assert (faults(board), of_doubtful_owner(board)) == ([], [])


@pytest.mark.parametrize(
    ("concealed", "sets", "bonus", "discards", "tiles"),
    [(2, 4, 8, 30, 4), (14, 0, 8, 30, 4), (5, 3, 8, 33, 4), (2, 2, 0, 40, 6), (60, 9, 40, 120, 4), (0, 0, 0, 0, 4)],
)
def test_there_is_room_for_crowded_tables(concealed: int, sets: int, bonus: int, discards: int, tiles: int) -> None:
    assert faults(crowded(concealed, sets, bonus, discards, tiles)) == []


def bounds(scene: Scene, prefix: str) -> Box:
    """The rectangle round all things whose names begin so."""
    found = [box for name, sprite in scene.sprites.items() if name.startswith(prefix) for box in boxes_of(name, sprite)]
    lefts, tops, rights, bottoms = zip(*(box[1:] for box in found), strict=True)
    return Box(prefix, min(lefts), min(tops), max(rights), max(bottoms))


def test_a_plate_is_set_into_the_wood_behind_its_player_s_hand() -> None:
    scene = table_scene(crowded(8, 2, 2, 20), "wide", PEN)
    for letter, (inner, outer, way) in {
        "E": ("top", "bottom", 1), "S": ("left", "right", 1), "W": ("bottom", "top", -1), "N": ("right", "left", -1),
    }.items():  # fmt: skip
        wall, plate, hand = (bounds(scene, f"{kind}.{letter}") for kind in ("w", "plate", "h"))
        assert way * getattr(wall, outer) <= way * getattr(hand, inner), letter
        assert way * getattr(hand, outer) <= way * getattr(plate, inner), letter


@pytest.mark.parametrize(("concealed", "sets", "tiles"), [(2, 4, 4), (14, 0, 4), (5, 3, 4), (2, 2, 6)])
def test_nobody_takes_a_crowded_players_sets_for_the_neighbour_s(concealed: int, sets: int, tiles: int) -> None:
    assert of_doubtful_owner(crowded(concealed, sets, 8, 30, tiles)) == []


def test_the_checker_sees_a_set_that_could_be_the_neighbour_s() -> None:
    scene = table_scene(crowded(2, 4, 0, 0), "wide", PEN)
    plate = scene.sprites["plate.S"]
    moved = {**scene.sprites, "plate.S": plate._replace(y=plate.y + 90)}
    assert doubtful(scene) == []
    assert {name[:3] for name in doubtful(Scene(scene.width, scene.height, moved))} >= {"s.E"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_checker_sees_tiles_that_lie_over_one_another(layout: Layout) -> None:
    scene = table_scene(in_play(), layout, PEN)
    hand = scene.sprites["h.E.0"]
    moved = {**scene.sprites, "h.E.1": hand._replace(x=hand.x + 3), "h.E.2": hand._replace(x=-5)}
    assert ("h.E.0", "h.E.1") in overlaps(Scene(scene.width, scene.height, moved))
    assert outside(Scene(scene.width, scene.height, moved)) == ["h.E.2"]


def test_tiles_are_at_least_twenty_wide_on_the_narrowest_screens() -> None:
    """A tall picture is 360 units wide, and up to 32 discards and bonus tiles of a seat are 22 of them each."""
    scene = table_scene(crowded(14, 0, 8, 23), "tall", PEN)
    tiles = [sprite.markup for name, sprite in scene.sprites.items() if name.split(".")[0] in ("h", "b", "d")]
    assert scene.width == 360
    assert tiles
    assert all('width="22"' in markup for markup in tiles)


def test_in_the_tall_picture_a_seat_has_the_rows_that_it_needs() -> None:
    bare = table_scene(crowded(13, 0, 0, 0), "tall", PEN)
    assert bare.height == table_scene(crowded(13, 0, 0, 16), "tall", PEN).height
    assert bare.height < table_scene(crowded(13, 0, 0, 17), "tall", PEN).height
    assert (
        table_scene(crowded(13, 0, 8, 40), "tall", PEN).height == table_scene(crowded(13, 0, 0, 17), "tall", PEN).height
    )


def test_three_players_have_no_fourth_place() -> None:
    view = sample("western-three-players")
    board = moment_at(view, view.hands[1].end - 4, "open").board
    for layout in LAYOUTS:
        names = table_scene(board, layout, PEN).sprites
        assert "plate.W" in names
        assert "plate.N" not in names
        assert faults(board.replaced(view="W")) == []
