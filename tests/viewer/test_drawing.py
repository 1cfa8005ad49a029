"""What the picture of a table shows, and how one picture follows from another."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.log.sight import Player, View
from mjlog.seats import Seat
from mjlog.tiles import TILES, Tile
from mjlog.viewer.drawing import Layout, Scene, Sprite, change_of, fitted, table_scene, width_of
from mjlog.views.board import Board, DiceView
from mjlog.views.moment import moment_at
from tests.viewer.drawn_boxes import GROUNDS
from tests.viewer.drawn_tables import PEN, boards, crowded, in_play, sample
from tests.views.table_logs import Log, played, view_of

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
both = pytest.mark.parametrize("layout_", LAYOUTS)


def things(scene: Scene, prefix: str) -> list[Sprite]:
    """The things whose names begin so, in the picture's order."""
    return [sprite for name, sprite in scene.sprites.items() if name.startswith(prefix)]


def symbols(scene: Scene, prefix: str) -> list[str]:
    """The tiles of these things."""
    return [tile for sprite in things(scene, prefix) for tile in re.findall(r"#([^\"]+)\"", sprite.markup)]


def words(scene: Scene, name: str) -> str:
    """What is written on a thing."""
    return " ".join(re.findall(r">([^<>]+)</text>", scene.sprites[name].markup))


def changed(board: Board, seat: Seat, **values: Any) -> Board:
    """A board with one player's side changed."""
    kept = {name: values.pop(name) for name in ("is_turn", "latest") if name in values}
    made = board.seat(seat).replaced(**values).keeping(**kept)
    return board.replaced().keeping(places=tuple(made if view.seat is seat else view for view in board.places))


# -- who sits where -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "bottom"), [("table", "W"), ("open", "W"), (Seat.N, "N"), (Player("fay"), "E")])
def test_whoever_looks_sits_at_the_bottom_else_who_was_the_first_east(view: View, bottom: str) -> None:
    game = sample("western")
    scene = table_scene(moment_at(game, game.hands[3].first + 70, view).board, "wide", PEN)
    lowest = max(things(scene, "h."), key=lambda sprite: sprite.y)
    assert lowest == max(things(scene, f"h.{bottom}."), key=lambda sprite: sprite.y)


# -- tiles --------------------------------------------------------------------------------------------------------


@both
def test_hands_that_are_not_seen_are_backs(layout_: Layout) -> None:
    view = sample("western")
    board = moment_at(view, view.hands[3].first + 70, Seat.S).board
    scene = table_scene(board, layout_, PEN)
    assert set(symbols(scene, "h.W.")) == {"back"}
    assert symbols(scene, "h.S.") == list(map(str, board.seat(Seat.S).concealed))


@both
def test_a_tile_that_nobody_recorded_is_unknown_to_whoever_sees_the_hand(layout_: Layout) -> None:
    board = changed(in_play(), Seat.S, concealed=(Tile("4b"), Tile("??")), drawn=None)
    assert symbols(table_scene(board, layout_, PEN), "h.S.") == ["4b", "unknown"]
    table = changed(in_play(), Seat.S, concealed=(Tile("??"),) * 2, drawn=None).replaced(view="table")
    assert symbols(table_scene(table, layout_, PEN), "h.S.") == ["back", "back"]


@both
def test_the_tile_just_drawn_stands_apart_at_the_end(layout_: Layout) -> None:
    board = changed(in_play(), Seat.E, concealed=TILES[3:7], drawn=Tile("5b"))
    scene = table_scene(board, layout_, PEN)
    places = [sprite.x for sprite in things(scene, "h.E.")]
    assert symbols(scene, "h.E.") == ["4b", "6b", "7b", "5b"]
    assert places[3] - places[2] > places[2] - places[1]


def test_discards_lie_in_rows_of_eight_and_of_seven_at_the_shorter_sides() -> None:
    scene = table_scene(crowded(13, 0, 0, 18), "wide", PEN)
    rows = [round(sprite.y) for sprite in things(scene, "d.E.")]
    assert [rows.count(row) for row in sorted(set(rows))] == [8, 8, 2]
    assert rows == sorted(rows)
    columns = [round(sprite.x) for sprite in things(scene, "d.S.")]
    assert [columns.count(column) for column in sorted(set(columns))] == [7, 7, 4]


def test_upright_discards_are_read_from_left_to_right_on_every_side() -> None:
    board = crowded(13, 0, 0, 10)
    scene = table_scene(board, "wide", dataclasses.replace(PEN, upright=True))
    for letter, number in zip("ESWN", (2, 3, 2, 3), strict=True):
        discards = things(scene, f"d.{letter}.")
        rows = [[one for one in discards if one.y == y] for y in {one.y: 0 for one in discards}]
        assert {one.turn for one in discards} == {0}
        assert len(rows) == number
        assert all(row == sorted(row, key=lambda one: one.x) for row in rows)


# -- walls and the middle -------------------------------------------------------------------------------------------


@both
def test_the_middle_tells_of_dice_and_of_the_wall(layout_: Layout) -> None:
    """Dice as they fell, or as a sum; a number of tiles that is not sure; the dead wall where there is one."""
    throws = (DiceView("break-wall", Seat.E, 7, (3, 4)), DiceView("break-stack", Seat.E, 9))
    board = in_play()
    scene = table_scene(board.replaced(dice=throws), layout_, PEN)
    assert scene.sprites["dice"].markup.count("<circle") == 7
    assert words(scene, "dice") == "wall 9 stack"
    for sure, dead in ((True, 14), (False, 0)):
        scene = table_scene(board.replaced(wall=board.wall.replaced(sure=sure, dead=dead)), layout_, PEN)
        assert words(scene, "left").startswith(f"{'' if sure else '~'}{board.wall.live}")
        said = " ".join(words(scene, name) for name in ("left", "dead") if name in scene.sprites)
        assert ("14 in the dead wall" in said, "dead wall" in said) == (bool(dead), bool(dead))
    over = board.replaced(is_washout=True, turn=None)
    assert "wash-out" in words(table_scene(over, layout_, PEN), "result")


@pytest.mark.parametrize(("change", "look"), [(1, "plus"), (0, "quiet"), (-1, "minus")])
def test_what_a_hand_changed_is_marked_as_a_gain_or_a_loss(change: int, look: str) -> None:
    assert change_of(in_play().places[0].replaced(change=change))[1] == look


@both
def test_a_table_without_hands_or_walls_can_be_drawn(layout_: Layout) -> None:
    log = Log()
    before = view_of(log.events)
    scene = table_scene(moment_at(before, 0).board, layout_, PEN)
    assert "No hand yet" in words(scene, "round")
    assert "left" not in scene.sprites
    log.add("hand-start", hand=1, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}, depth="result")
    log.add("washout")
    result = view_of(log.events)
    scene = table_scene(moment_at(result, len(result.rows) - 1).board, layout_, PEN)
    assert "left" not in scene.sprites
    assert not things(scene, "w.")


# -- plates -------------------------------------------------------------------------------------------------------


@both
def test_plates_tell_what_a_player_is_doing(layout_: Layout) -> None:
    board = changed(in_play(), Seat.W, dead="exposure", is_turn=False)
    board = changed(board, Seat.S, claims="pung", is_calling=True)
    scene = table_scene(board, layout_, PEN)
    assert words(scene, "badges.W") == "dead: impossible sets"
    assert words(scene, "badges.S") == "pung calling"
    assert "off" in scene.sprites["h.W.0"].markup


def test_what_a_player_calls_stands_in_a_bubble_at_the_player_s_place() -> None:
    claimed = changed(in_play(), Seat.S, claims="pung")
    scene = table_scene(claimed, "wide", dataclasses.replace(PEN, call=(Seat.W, "riichi")))
    assert (words(scene, "call.S"), words(scene, "call.W")) == ("Pung", "Riichi")
    assert scene.sprites["call.S"].x > scene.width * 0.7
    assert scene.sprites["call.W"].y < scene.height * 0.3
    assert not {"call.E", "call.N"} & set(scene.sprites)


@both
def test_names_are_cut_and_cannot_do_harm(layout_: Layout) -> None:
    scene = table_scene(crowded(13, 0, 0, 3), layout_, PEN)
    assert words(scene, "name.E").endswith("…")
    assert "<b>" not in scene.sprites["name.N"].markup
    hostile = table_scene(changed(in_play(), Seat.E, player="a\u202eb\x00"), layout_, PEN)
    assert "a\\u202eb\\x00" in words(hostile, "name.E")


@given(st.text(max_size=80), st.integers(20, 300), st.integers(8, 40))
def test_a_cut_text_is_as_long_as_there_is_room(words_: str, room: int, size: int) -> None:
    cut = fitted(words_, room, size)
    assert width_of(cut, size) <= room or cut == "…"
    assert cut == words_ or words_.startswith(cut[:-1])


# -- from one picture to the next ---------------------------------------------------------------------------------


@both
def test_what_lies_below_others_is_always_there(layout_: Layout) -> None:
    """A thing that comes is drawn on top of all others: it must not cover what lies on it."""
    view = sample("western")
    found = {
        frozenset(name for name in table_scene(board, layout_, PEN).sprites if name.startswith(GROUNDS))
        for board in boards(view, 60)
    }
    assert len(found) == 1


def test_an_event_changes_little() -> None:
    """A draw that is not seen: a tile more in a hand, a stack, the count, and whose turn it is."""
    view = view_of(played(7, 30).events)
    place = next(at for at, row in enumerate(view.rows) if at > 60 and type(row).__name__ == "Draw")
    before, after = (table_scene(moment_at(view, at).board, "wide", PEN).sprites for at in (place - 1, place))
    assert 2 <= sum(before.get(name) != after.get(name) for name in before | after) <= 12
