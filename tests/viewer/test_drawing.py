"""The table as a drawing: where everything lies, how much room it has, walls, figures."""

from __future__ import annotations

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import mjlog.viewer
from each import each
from mjlog.formats.files import OURS
from mjlog.log.sight import Player, View
from mjlog.rulesets import load
from mjlog.seats import SEATS, Seat
from mjlog.sources import logs_of, pieces_in
from mjlog.store import open_store
from mjlog.tiles import TILES, Tile
from mjlog.viewer import create_app
from mjlog.viewer.drawing import (
    Canvas,
    Layout,
    Scene,
    Sprite,
    WallLayout,
    change_of,
    fitted,
    put_walls,
    scene_file,
    scene_svg,
    table_scene,
    width_of,
)
from mjlog.views.board import Board, DiceView, WallView
from mjlog.views.moment import moment_at
from mjlog_cli.main import main
from tests.viewer.conftest import looking, store_games
from tests.viewer.drawn_boxes import GROUNDS, Box, boxes_of, doubtful, outside, overlaps
from tests.viewer.drawn_tables import PEN, SAMPLES, boards, by_chance, crowded, in_play, sample
from tests.views.table_logs import PLAYERS, Log, played, view_of
from tests.views.test_board import DEAD_WALL, MAHJIANG, PUNG_CHI, WESTERN, wall_after
from turns import in_turn

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


# -- whatever happens at a table has its place in the picture ---------------------------------------------------------


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


# -- pictures as SVG --------------------------------------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
SHEET = Path(mjlog.viewer.__file__).parent / "static" / "table.css"
svg_both = pytest.mark.parametrize("layout", ["wide", "tall"])


@svg_both
def test_the_picture_of_a_page_is_well_formed_and_hidden_from_assistive_technology(layout: Layout) -> None:
    scene = table_scene(crowded(14, 2, 3, 9), layout, PEN)
    root = ElementTree.fromstring(scene_svg(scene, "wide first"))
    assert root.get("class") == "scene wide first"
    assert root.get("aria-hidden") == "true"
    assert root.get("viewBox") == f"0 0 {scene.width:g} {scene.height:g}"
    (group,) = root
    assert group.get("class") == "sprites"
    assert [one.get("data-n") for one in group] == list(scene.sprites)
    assert all(link.get("tabindex") == "-1" for link in root.iter("a"))


@svg_both
def test_nothing_in_a_page_is_against_its_security_policy(layout: Layout) -> None:
    """No inline style, no script, no address but those of the pen; and no id, since a page has two pictures."""
    markup = scene_svg(table_scene(crowded(14, 2, 3, 9), layout, PEN), "wide")
    assert not re.search(r"\s(style|on\w+|id)=|<script|data:", markup)
    assert {link.partition("#")[0] for link in re.findall(r'<use [^>]*?href="([^"]+)"', markup)} == {PEN.sprites}


@svg_both
@pytest.mark.parametrize("look", ["classic", "contrast"])
def test_a_file_has_its_tiles_and_colours_in_it(layout: Layout, look: str) -> None:
    text = scene_file(table_scene(in_play(), layout, PEN), look, "Hand 4", "East <discards>")
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == "Hand 4"
    assert root.findtext(f"{SVG}desc") == "East <discards>"
    symbols = {one.get("id") for one in root.iter(f"{SVG}symbol")}
    used = {use.get(LINK, "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used <= symbols
    assert not list(root.iter(f"{SVG}a"))
    style = root.findtext(f"{SVG}style") or ""
    assert ".felt{" in style.replace(" ", "")
    assert "var(" not in style
    assert "/static/" not in text


def test_a_file_is_the_same_whatever_it_is_drawn_with() -> None:
    scene = table_scene(in_play(), "wide", PEN)
    other = table_scene(in_play(), "wide", type(PEN)(href=lambda seq: f"?{seq}&x", sprites="/tiles.svg?v=1&look=a"))
    assert scene_file(scene, "classic", "", "") == scene_file(other, "classic", "", "")


def test_there_is_no_such_look() -> None:
    with pytest.raises(KeyError):
        scene_file(table_scene(in_play(), "wide", PEN), "wooden", "", "")


def test_every_class_of_the_pictures_has_its_style() -> None:
    """What has no rule would be black on whatever lies below."""
    styled = set(
        re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.S))
    )
    view = sample("american")
    scenes = [
        table_scene(moment_at(view, at, "open").board, layout, PEN)
        for at in range(0, 218, 9)
        for layout in ("wide", "tall")
    ]
    scenes += [table_scene(crowded(14, 2, 3, 9), layout, PEN) for layout in ("wide", "tall")]
    used = {name for scene in scenes for sprite in scene.sprites.values()
            for names in re.findall(r'class="([^"]+)"', sprite.markup) for name in names.split()}  # fmt: skip
    assert used <= styled


# -- the four walls in the picture ------------------------------------------------------------------------------------


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


# -- figures are told in one piece a rule set, with one minus sign, and rows add up -----------------------------------


FIGURES_SAMPLES = Path(__file__).resolve().parents[2] / "sample_logs"
MINUS = "\N{MINUS SIGN}"
HYPHEN = re.compile(r"(?<![\w\-–.)])-\d+(?![bcdfs\d-])")
"""A hyphen that stands for a minus sign; between tiles of a set, and in a day, it stands for none."""


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club that has played riichi, western rules, and a hand whose mahjong was ruled false."""
    path = tmp_path_factory.mktemp("figures") / "club.db"
    with open_store(path) as store:
        for name in ("disputes/false-mahjong-ruled.mjlog.jsonl", "games/western.mjlog.jsonl.xz"):
            for piece in pieces_in(str(FIGURES_SAMPLES / name)):
                for log in logs_of(piece, (OURS,)):
                    store.import_game(log.game, log.bodies)
        store.import_game("east", riichi().bodies())
    return path


def riichi() -> Log:
    """A game of riichi, of two hands, with final scores."""
    log = Log("east")
    log.events[0] |= {"ruleset": "riichi", "options": {}}
    for hand, change in enumerate(({"E": -8000, "S": 8000}, {"E": -3900, "N": 3900}), 1):
        log.add("hand-start", hand=hand, round="E", seats=PLAYERS, depth="result")
        log.add("mahjong", seat="S" if hand == 1 else "N", source="discard")
        log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0} | change)
    totals = {"anna": 13100, "ben": 33000, "cleo": 25000, "dora": 28900}
    log.add("game-end", totals=totals, final={"anna": -36900, "ben": 42000, "cleo": -15000, "dora": 9900})
    return log


@pytest.fixture(scope="module")
def club(stored: Path) -> FlaskClient:
    """Somebody who looks at the club's games."""
    return looking(stored)


def words_of(html: str) -> str:
    """What is read on a page."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


PAGES = (
    "/", "/league", "/players/anna", "/players/max", "/games/east", "/games/east/sheet", "/games/east/hands/1",
    "/games/east/events/8", "/games/western", "/games/western/sheet", "/games/western/hands/1", "/games/false-mahjong",
    "/games/false-mahjong/sheet", "/games/false-mahjong/disputes/36",
)  # fmt: skip


@each("page", PAGES)
def test_a_page_has_one_minus_sign(club: FlaskClient, page: str) -> None:
    text = words_of(club.get(page).text)
    assert HYPHEN.search(text) is None, HYPHEN.search(text)
    assert MINUS in text


COMMANDS = (
    ("sheet", "east"), ("sheet", "western"), ("standings",), ("stats",), ("replay", "western"), ("replay", "east"),
    ("dossier", "false-mahjong", "36"), ("sheet", "false-mahjong"),
)  # fmt: skip


@each("command", COMMANDS)
def test_a_command_has_the_same(stored: Path, command: tuple[str, ...]) -> None:
    said = CliRunner().invoke(main, [*command, "--db", str(stored)]).stdout
    assert HYPHEN.search(said) is None, HYPHEN.search(said)
    assert MINUS in said or command[0] == "replay"


def test_final_scores_are_told_in_thousands_wherever_they_stand(club: FlaskClient, stored: Path) -> None:
    """In the list, the league, a player's page, the sheet, the end of the game; and at a terminal."""
    for page in ("/", "/league", "/players/ben", "/games/east/sheet", "/games/east/events/8"):
        text = words_of(club.get(page).text)
        assert "+42.0" in text, page
        assert "42000" not in text, page
    for command in ("standings",), ("sheet", "east"):
        said = CliRunner().invoke(main, [*command, "--db", str(stored)]).stdout
        assert "+42.0" in said
        assert f"{MINUS}36.9" in said


def test_the_figures_of_a_player_are_the_sum_of_the_table_below(club: FlaskClient) -> None:
    for player in ("anna", "ben", "gus"):
        for part in club.get(f"/players/{player}").text.split("<section")[1:]:
            told = re.search(r"<dt>Points</dt><dd>([^<]*)</dd>", part)
            rows = re.findall(r'<td class="num">([+\u2212]?[\d.]+)</td><td class="num">\d+</td></tr>', part)
            assert number(told[1]) == pytest.approx(sum(map(number, rows)))
            assert rows


def number(text: str) -> float:
    """A figure of a page."""
    return float(text.replace(MINUS, "-"))


# -- a false mahjong ---------------------------------------------------------------------------------------------------


def test_a_mahjong_that_was_ruled_false_is_no_win(club: FlaskClient, stored: Path) -> None:
    """It counts for no player as a win, and for all as a hand."""
    text = club.get("/games/false-mahjong").text
    assert "no win: ben (South)&#39;s mahjong was ruled false, fined 500" in text
    assert "★" not in text
    assert "ben wins" not in words_of(text)
    for page in ("/games/false-mahjong/hands/1", "/games/false-mahjong/events/40", "/games/false-mahjong/sheet"):
        told = words_of(club.get(page).text)
        assert re.search(r"[Nn]o win", told), page
        assert not re.search(r"\bwins\b", told.replace("South wins on", "")), page
    for command in ("replay", "log", "audit"):
        said = CliRunner().invoke(main, [command, "false-mahjong", "--db", str(stored)]).stdout
        assert "no win" in said, command
        assert not re.search("WINS|south wins", said), command
    assert "ben wins" in club.get("/games/false-mahjong?log=recorded").text, "as recorded it is the win that was paid"
    assert words_of(club.get("/find?won_by=ben&ruleset=bmja").text).count("ben wins") == 0
    assert "Hands won 0 of 1" in words_of(club.get("/players/ben").text)
    hand = club.get("/api/v1/games/false-mahjong/hands").json["hands"][0]
    assert (hand["outcome"], hand["winner"]) == ("false mahjong", None)


def test_a_fine_has_its_place_and_the_row_adds_up(club: FlaskClient) -> None:
    spans = r'"change">([^<]+)</span> <span class="fine">fine ([^<]+)</span> <span class="running"[^>]*>([^<]+)<'
    cells = re.findall(spans, club.get("/games/false-mahjong").text)
    assert len(cells) == 4
    for change, fine, total in cells:
        assert number(change) + number(fine) == number(total)
    sheet = club.get("/games/false-mahjong/sheet").text
    assert sheet.count('<th scope="col" class="num">fine</th>') == 4
    assert '<th scope="col" class="num">fine</th>' not in club.get("/games/western/sheet").text


def settled(change: dict[str, int], *more: tuple[str, dict[str, object]]) -> Log:
    """A hand of which only the result is written down, won by East."""
    log = Log("told")
    log.add("hand-start", hand=1, round="E", seats=PLAYERS, depth="result")
    log.add("mahjong", seat="E", source="wall")
    log.add("settlement", change={"E": 0, "S": 0, "W": 0, "N": 0} | change)
    for kind, fields in more:
        log.add(kind, **fields)
    return log


FINE = ("penalty", {"seat": "E", "amount": 30, "reason": "false mahjong"})
DISPUTE = ("dispute", {"on": 3, "text": "that was no mahjong", "seat": "S"})
RULING = ("ruling", {"on": 5, "text": "so it was", "decision": "upheld"})
CASES = (
    (settled({}, FINE), "no win: anna (East)'s mahjong was false, fined 30"),
    (settled({}, DISPUTE, RULING), "no win: anna (East)'s mahjong was ruled false"),
    (settled({}, DISPUTE), "anna wins"),
    (settled({}, DISPUTE, ("ruling", {"on": 5, "text": "let it be", "decision": "withdrawn"})), "anna wins"),
    (settled({"E": 3, "S": -1, "W": -1, "N": -1}, FINE), "anna wins"),
    (settled({}), "anna wins"),
)


@each("log, result", CASES)
def test_what_is_no_win_is_told_by_who_has_ruled_or_fined_it(
    tmp_path_factory: pytest.TempPathFactory, log: Log, result: str
) -> None:
    """As long as it is paid, or nobody has said that it was none, it stands as it was recorded."""
    app = create_app(store_games(tmp_path_factory.mktemp("told") / "club.db", log), patience=60)
    assert result in words_of(app.test_client().get("/games/told").text)


# -- what is played now ----------------------------------------------------------------------------------------------


def begun(at: datetime | None) -> Log:
    """A hand in progress, of a game whose log says when it was begun."""
    log = played(5, 30, Log("tonight"))
    if at is not None:
        log.events[0]["at"] = at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return log


NOW = datetime.now(UTC)


@each(
    "at, state",
    [(None, "Not ended"), (NOW - timedelta(hours=1), "In progress"), (NOW - timedelta(days=700), "Not ended")],
)
def test_a_game_is_live_where_something_came_lately(
    tmp_path_factory: pytest.TempPathFactory, at: datetime | None, state: str
) -> None:
    log = begun(at)
    path = store_games(tmp_path_factory.mktemp("lately") / "club.db", log)
    client = looking(path)
    page = client.get("/games/tonight/events/20").text
    assert f'class="live-state" role="status">{state}<' in page
    assert ("data-played" in page) == (state == "In progress")
    badge = "in progress" if state == "In progress" else "not finished"
    assert all(f">{badge}<" in client.get(address).text for address in ("/", "/games/tonight"))
    with open_store(path) as store:
        log.add("note", text="tea")
        store.append("tonight", log.bodies()[-1:], expected_last=len(log.events) - 1)
    assert "data-played" in client.get("/games/tonight/events/20").text, "what comes while the server looks came lately"
