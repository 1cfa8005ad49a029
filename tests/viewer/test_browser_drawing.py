"""What the script draws of a table is what the server draws: each thing, each place, each letter of it."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import mjlog.viewer
from mjlog.rulesets import load
from mjlog.seats import Seat
from mjlog.viewer.drawing import Layout, Pen, table_scene
from mjlog.viewer.drawing.numbers import numbers_of, widths_in
from mjlog.views.board import Board
from mjlog.views.moment import moment_at
from tests.viewer.drawn_tables import boards, by_chance, crowded, in_play, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SCRIPT = Path(mjlog.viewer.__file__).parent / "static" / "draw.js"
DRAW = """(asked) => asked.map(([numbers, layout, upright, widths]) => {
  const address = (seq) => `/games/demo/events/${seq}?view=S&log=recorded`;
  const pen = { tiles: "/tiles.svg?a", upright, widths, address };
  const { size, sprites } = window.mjlogDrawn(numbers, layout, pen);
  return [size, [...sprites].map(([name, thing]) => [name, ...thing])];
})"""
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
Call = tuple[Seat, str] | None


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that can draw."""
    page = browser.new_page()
    page.add_script_tag(content=SCRIPT.read_text("utf-8"))
    yield page
    page.close()


def odd_boards() -> Iterator[Board]:
    """More than there is room for, names in all scripts, no names, nothing left to be told."""
    for sizes in ((13, 0, 0, 0), (14, 4, 8, 30), (0, 6, 16, 60), (40, 1, 3, 7), (2, 4, 1, 24)):
        yield crowded(*sizes)
    yield crowded(13, 2, 2, 9, tiles=6)
    board = in_play()
    yield board.replaced().keeping(places=tuple(one.replaced(player="", total=None) for one in board.places))
    riichi = moment_at(sample("riichi"), sample("riichi").hands[1].first + 40, "open").board
    yield riichi.replaced(depth="result")
    yield board.replaced(depth="result")
    yield board.replaced(wild=board.seat(Seat.E).concealed[0])


def drawn(page: Page, cases: list[tuple[Board, Layout, bool, Call]]) -> list[Any]:
    """These tables as the script draws them."""
    asked = []
    for board, layout, upright, call in cases:
        numbers = numbers_of(board, call)
        asked.append([numbers, layout, upright, widths_in(["…", *numbers.values()])])
    return list(page.evaluate(DRAW, asked))


def alike(page: Page, all_boards: Iterator[Board]) -> None:
    """Asserts that tables are drawn alike, in both layouts, with and without upright discards."""
    cases: list[tuple[Board, Layout, bool, Call]] = []
    for number, board in enumerate(all_boards):
        call = (Seat.W, "riichi") if number % 4 == 3 else None
        cases += [(board, layout, number % 2 == 1, call) for layout in LAYOUTS]
    assert cases
    for (board, layout, upright, call), (size, things) in zip(cases, drawn(page, cases), strict=True):
        pen = Pen(lambda seq: f"/games/demo/events/{seq}?view=S&log=recorded", "/tiles.svg?a", call, upright)
        scene = table_scene(board, layout, pen)
        assert size == [scene.width, scene.height]
        assert [(name, x, y, turn, unescape(markup)) for name, x, y, turn, markup in things] == [
            (name, one.x, one.y, one.turn, unescape(one.markup)) for name, one in scene.sprites.items()
        ]


@pytest.mark.parametrize("name", ["western", "western-three-players", "riichi", "american", "dead-wall", "mahjiang"])
def test_tables_of_the_sample_games_are_drawn_alike(page: Page, name: str) -> None:
    alike(page, islice(boards(sample(name), 17), 60))


@pytest.mark.parametrize("ruleset", ["american", "riichi-ema"])
def test_tables_of_games_in_which_things_go_wrong_are_drawn_alike(page: Page, ruleset: str) -> None:
    alike(page, boards(by_chance(load(ruleset)), 11, first=3))


def test_odd_tables_are_drawn_alike(page: Page) -> None:
    alike(page, odd_boards())
