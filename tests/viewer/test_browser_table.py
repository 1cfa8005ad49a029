"""The drawn table in a real browser: how large it is seen, how much of it at once, and what it says of a tile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.formats.lines import lines_of
from mjlog.store import open_store
from mjlog.viewer import create_app
from samples import SAMPLES
from tests.viewer.conftest import answering, context_of, opened, store_games
from tests.viewer.test_browser import until
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SIZES = {
    (1920, 1080): 56, (1440, 900): 46, (1366, 768): 40, (1280, 720): 37, (1024, 768): 34, (740, 360): 20,
    (390, 844): 20, (320, 640): 18,
}  # fmt: skip
"""How wide tiles are at least, in pixels, in windows of these sizes."""
DRAWN = """() => {
  const board = [...document.querySelectorAll("svg.board")].find((one) => one.getBoundingClientRect().width);
  const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
  const size = (one, name) => Number(one.getAttribute(name)) * scale;
  return {
    tiles: Math.min(...[...board.querySelectorAll('[data-n^="h."] .tile, [data-n^="d."] .tile')].map(
      (one) => size(one, "width"))),
    letters: Math.min(...[...board.querySelectorAll("text")].map((one) => size(one, "font-size"))),
    bottom: Math.max(...[board, ...document.querySelectorAll(".steps, .slide")].map(
      (one) => one.getBoundingClientRect().bottom)),
    head: document.querySelector(".crumbs").getBoundingClientRect().right
      - document.querySelector(".tools").getBoundingClientRect().left,
    covered: [...board.querySelectorAll('[data-n^="d."], [data-n^="h."]')].filter((tile) =>
      [...board.querySelectorAll('[data-n^="call."]')].some((call) => {
        const [one, other] = [tile, call].map((each) => each.getBoundingClientRect());
        const [wide, high] = [Math.min(one.right, other.right) - Math.max(one.left, other.left),
                              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
        return wide > 0 && high > 0 && wide * high > one.width * one.height / 8;
      })).length,
    middle: board.classList.contains("tall") ? 0
      : ["width", "height"].reduce((part, name) =>
        part * board.querySelector(".panel").getAttribute(name) / board.viewBox.baseVal[name], 1),
    aside: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of a long hand, and of one that was won."""
    path = tmp_path_factory.mktemp("tables") / "club.db"
    long = played(11, 64, Log("long"))
    long.add("washout")
    with answering(create_app(store_games(path, long, won(Log("won"))), patience=60)) as found:
        yield found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tiles_and_letters_of_the_table_can_be_read_in_every_window(
    browser: Browser, tables: str, size: tuple[int, int]
) -> None:
    page = opened(browser, "about:blank", width=size[0], height=size[1])
    for address in ("long/events/60?view=open", "long/events/100?view=S", "won/events/29", "won/events/22?view=open"):
        page.goto(f"{tables}/games/{address}")
        drawn = page.evaluate(DRAWN)
        assert drawn["tiles"] >= SIZES[size], address
        assert drawn["letters"] >= (12 if size[0] >= 360 else 11), address
        assert drawn["covered"] == 0, address
        assert drawn["middle"] < 0.1, address
        assert drawn["aside"] <= 0, address
        assert drawn["head"] <= 0, address
        if size[0] > size[1]:
            assert drawn["bottom"] <= size[1], address


def test_a_hand_that_is_over_prints_on_one_page_with_its_table(browser: Browser, tables: str) -> None:
    page = opened(browser, f"{tables}/games/won/events/29")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1


def pointed(page: Page, name: str) -> str:
    """What is said when a thing in the picture is pointed at."""
    page.mouse.move(1, 1)
    page.locator(f'svg.wide [data-n="{name}"]').hover()
    return page.inner_text(".alike")


def test_a_tile_that_is_pointed_at_lights_up_its_like_and_says_how_many_are_left(browser: Browser, tables: str) -> None:
    page = opened(browser, f"{tables}/games/long/events/60?view=open")
    until(page, "Boolean(window.mjlog && window.mjlog.frame())")
    said = pointed(page, "h.E.0")
    lit = page.locator("svg.wide .like").count()
    assert said == f"{lit} seen, {4 - lit} left"
    assert len(set(page.evaluate("[...document.querySelectorAll('svg.wide .like')].map(one => one.href.baseVal)"))) == 1
    page.keyboard.press("ArrowRight")
    until(page, "!document.querySelector('.like')")
    page.goto(f"{tables}/games/long/events/60?view=table")
    until(page, "Boolean(window.mjlog && window.mjlog.frame())")
    assert pointed(page, "h.E.0") == "", "a back says nothing"
    assert page.locator(".like").count() == 0
    pointed(page, "d.E.0")
    assert page.locator("svg.wide [data-n^='h.'] .like").count() == 0, "a tile in a hand is not seen at the table"


def test_a_red_five_is_a_five(browser: Browser, tmp_path: Path) -> None:
    """Whichever of them is pointed at, all fives of the suit light up and are counted."""
    with open_store(tmp_path / "club.db") as store:
        lines = [line for _number, line in lines_of(SAMPLES / "games" / "riichi.mjlog.jsonl.xz")]
        store.import_game("riichi", lines[:160])
    with answering(create_app(tmp_path / "club.db", patience=60)) as address:
        page = opened(browser, f"{address}/games/riichi/events/82?view=open")
        page.wait_for_function("() => Boolean(window.mjlog && window.mjlog.frame())")
        red = page.locator("svg.wide use[href*='#0']").first
        code = str(red.get_attribute("href"))[-1]
        red.hover()
        lit = page.locator("svg.wide .like")
        faces = {str(one.get_attribute("href")).partition("#")[2] for one in lit.all()}
        assert faces == {f"0{code}", f"5{code}"}
        assert page.inner_text(".alike") == f"{lit.count()} seen, {4 - lit.count()} left"


def test_a_click_is_heard_by_whoever_chose_it_and_by_nobody_else(browser: Browser, tables: str) -> None:
    listening = """window.heard = 0; const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.heard += 1; return make.call(this); };"""
    for chosen, heard in (("on", 2), ("off", 0)):
        context = context_of(browser)
        value = f"classic.light.off.slate.turned.{chosen}"
        context.add_cookies([{"name": "mjlog-look", "value": value, "url": tables}])
        context.add_init_script(listening)
        page = context.new_page()
        page.goto(f"{tables}/games/long/events/60")
        until(page, "Boolean(window.mjlog && window.mjlog.frame())")
        for seq in (61, 62):
            page.keyboard.press("ArrowRight")
            until(page, f"document.querySelector('#words .no').textContent === '{seq}'")
        assert page.evaluate("window.heard") == heard
