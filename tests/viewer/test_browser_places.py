"""Whoever looks stays at the bottom of the table from hand to hand, on the pages and in a game of one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.audit.game import Game
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer.pages.replay import replay_html
from tests.viewer.conftest import answering, opened
from tests.viewer.test_browser import until
from tests.viewer.test_places import lines_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
NAMES = """() => Object.fromEntries([...document.querySelectorAll("svg.wide [data-n^='name.']")].map((one) => [
  one.querySelector(".name").textContent, one.getAttribute("transform")]))"""
SEATS = """() => Object.fromEntries([...document.querySelectorAll("svg.wide [data-n^='name.']")].map((one) => [
  one.querySelector(".name").textContent, one.querySelector(".wind-letter").textContent]))"""
SHOWN = "document.querySelector('[data-part=views] [aria-current]')?.dataset.view"


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """A game of some hands."""
    return lines_of("western", {})


@pytest.fixture(scope="module")
def page_of(lines: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the game, answered."""
    path: Path = tmp_path_factory.mktemp("places") / "club.db"
    with open_store(path) as store:
        store.import_game("western-11-1", lines)
    with answering(create_app(path, patience=60)) as address:
        yield f"{address}/games/western-11-1/events/30?view=@"


@pytest.fixture(scope="module")
def file_of(lines: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the same game in one file."""
    game = Game(GameRecord("game", "game", ((decode_event(line), None) for line in lines)))
    path: Path = tmp_path_factory.mktemp("places") / "game.html"
    path.write_text("".join(replay_html(game)), "utf-8")
    return f"{path.as_uri()}?view=@"


def stays(page: Page, player: str) -> None:
    """Asserts that from hand to hand everybody stays, the player is shown, and the winds go round."""
    until(page, "Boolean(window.mjlog?.frame())")
    at, seats = page.evaluate(NAMES), [page.evaluate(SEATS)]
    for _hand in range(2):
        hand = page.evaluate("document.getElementById('viewer').dataset.hand")
        page.keyboard.press("PageDown")
        until(page, f"document.getElementById('viewer').dataset.hand !== {hand!r}")
        page.keyboard.press("End")
        until(page, "document.getElementById('at').textContent === document.getElementById('of').textContent")
        assert page.evaluate(NAMES) == at
        assert page.evaluate(SHOWN) == f"@{player}"
        seats.append(page.evaluate(SEATS))
    assert len({one[player] for one in seats}) > 1


def test_on_the_pages_and_in_a_game_of_one_file_whoever_looks_keeps_the_place(
    browser: Browser, page_of: str, file_of: str, lines: list[bytes]
) -> None:
    """An old address of a file shows the seat."""
    player = decode_event(lines[0]).players[1]  # type: ignore[attr-defined]
    page = opened(browser, page_of + player)
    stays(page, player)
    assert f"view=@{player}" in page.url
    stays(opened(browser, f"{file_of}{player}#/events/30"), player)
    page = opened(browser, f"{file_of.removesuffix('@')}S#/events/30")
    until(page, "Boolean(window.mjlog?.frame())")
    assert page.evaluate(SEATS)[page.evaluate(SHOWN).removeprefix("@")] == "S"
