"""Where the tiles of a hand are by their numbers, and what contradicts that."""

from __future__ import annotations

from collections.abc import Callable

from each import each
from mjlog.formats.riichi.tile_numbers import Meld, Numbers, SeededWall

PUNG = Meld("pung", (0, 1, 2), 2, 1)
LINE = 7


def hand(viewer: int | None = None) -> Numbers:
    """A hand in which place 3 has two tiles of a kind, and place 2 discards a third."""
    numbers = Numbers(viewer, 4)
    numbers.deal(3, (0, 1, 3, 40), LINE)
    numbers.deal(2, (2, 50), LINE)
    numbers.discard(2, 2, LINE)
    return numbers


def code(numbers: Numbers) -> str | None:
    """What is told of a hand."""
    return None if numbers.wrong is None else numbers.wrong[0]


@each("act,due", [
    (lambda one: one.lay(3, PUNG, 2, LINE), None),
    (lambda one: one.lay(3, PUNG, 6, LINE), "claim-not-open"),
    (lambda one: one.lay(1, PUNG, 2, LINE), "set-not-held"),
    (lambda one: one.draw(1, 2, False, LINE), "too-many-copies"),
    (lambda one: one.discard(3, 2, LINE), "tile-not-held"),
    (lambda one: one.show(3, (0, 1, 3), LINE), "shown-hand-differs"),
    (lambda one: one.win(3, (0, 1, 2, 3, 40), 2, True, 2, LINE), None),
    (lambda one: one.win(3, (0, 1, 2, 3, 40), 2, True, 6, LINE), "mahjong-tile-wrong"),
    (lambda one: one.compare_sets(3, [PUNG], LINE), "shown-hand-differs"),
])  # fmt: skip
def test_a_tile_comes_from_where_it_lay(act: Callable[[Numbers], None], due: str | None) -> None:
    numbers = hand()
    act(numbers)
    assert code(numbers) == due


@each("tiles,giver,due", [
    ((0, 1, 2, 3), 1, None), ((0, 1, 2, 3), 2, "claim-not-open"), ((0, 1, 3, 2), 1, "set-not-held"),
    ((40, 41, 42, 43), 1, "set-not-held"),
])  # fmt: skip
def test_a_tile_is_added_to_the_pung_that_lies_there(tiles: tuple[int, ...], giver: int, due: str | None) -> None:
    numbers = hand()
    numbers.lay(3, PUNG, 2, LINE)
    numbers.lay(3, Meld("kong", tiles, None, giver, "added"), None, LINE)
    assert code(numbers) == due


def test_in_one_players_view_the_others_have_what_was_not_seen_elsewhere() -> None:
    numbers = hand(viewer=3)
    numbers.discard(1, 60, LINE)
    numbers.show(0, (61, 62), LINE)
    assert code(numbers) is None
    numbers.discard(1, 40, LINE)
    assert code(numbers) == "tile-not-held"


@each("place,number,is_loose,due", [
    (0, 52, False, None), (0, 53, False, "not-the-wall-tile"), (0, 134, True, None), (0, 52, True, "not-the-wall-tile"),
])  # fmt: skip
def test_what_is_drawn_lay_next_in_the_wall(place: int, number: int, is_loose: bool, due: str | None) -> None:
    wall = SeededWall(tuple(range(136)), (0, 0))
    numbers = Numbers(None, 4)
    for dealt_to, dealt in enumerate(wall.dealt()):
        numbers.deal(dealt_to, dealt, LINE)
    numbers.build(wall, 0, LINE)
    numbers.draw(place, number, is_loose, LINE)
    assert code(numbers) == due
    numbers.build(wall, 1, LINE)
    assert due is not None or code(numbers) == "wrong-deal-tiles", "what was dealt lay in the wall of that dealer"
