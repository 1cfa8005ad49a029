"""The viewer in a real browser: keys, links without JavaScript, small screens. Needs Chromium."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from werkzeug.serving import make_server

from mjlog.viewer import create_app
from tests.viewer.conftest import store_games
from tests.views.american_logs import told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium: the one in `MJLOG_CHROMIUM`, or the system's."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("MJLOG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("no chromium: install it or name it in MJLOG_CHROMIUM; -m 'not browser' leaves these tests out")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """A viewer that answers."""
    server = make_server("127.0.0.1", 0, create_app(database, patience=60), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def american(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer with a game of the American rules."""
    database = store_games(tmp_path_factory.mktemp("american") / "club.db", told("told"))
    server = make_server("127.0.0.1", 0, create_app(database, patience=60), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def opened(browser: Browser, url: str, *, script: bool = True, width: int = 1280) -> Page:
    """A page without any complaint of the browser."""
    page = browser.new_page(java_script_enabled=script, viewport={"width": width, "height": 800})
    page.on("console", lambda message: pytest.fail(f"the browser says: {message.text}"))
    page.on("pageerror", lambda error: pytest.fail(f"the browser says: {error}"))
    page.goto(url)
    return page


def test_keys_step_through_a_hand(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/20?view=S")
    keys = ["ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "End", "Home"]
    for key, seq in zip(keys, (21, 20, 22, 24, 29, 2), strict=True):
        page.keyboard.press(key)
        page.wait_for_url(f"**/events/{seq}?view=S")
    page.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_hand_can_be_found_and_stepped_by_clicking(browser: Browser, address: str, script: bool) -> None:
    page = opened(browser, address, script=script)
    page.click("text=won")
    page.click("tbody th a")
    page.click("a[rel=next]")
    assert page.url.endswith("/games/won/events/3")
    page.click("text=All open")
    assert page.url.endswith("/games/won/events/3?view=open")
    page.click("a[rel=last]")
    assert "Who pays whom" in page.inner_text("main")
    page.close()


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_page_scrolls_sideways(browser: Browser, address: str, width: int) -> None:
    page = opened(browser, address, width=width)
    for path in ("/", "/games/won", "/games/won/hands/1", "/games/won/events/29?view=open", "/games/live/events/100",
                 "/games/won/sheet", "/games/faulty/sheet"):  # fmt: skip
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.close()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_page_of_the_american_game_scrolls_sideways(browser: Browser, american: str, width: int) -> None:
    """In the middle of the Charleston, with jokers and lines of the card, with a dead hand, at the end."""
    page = opened(browser, american, width=width)
    for path in ("", "/hands/1", "/events/25?view=open", "/events/38?view=open", "/events/52?view=open"):
        page.goto(f"{american}/games/told{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.close()


def test_a_joker_is_drawn_with_the_tile_that_it_stands_for(browser: Browser, american: str) -> None:
    page = opened(browser, f"{american}/games/told/events/35")
    boxes = page.eval_on_selector_all("use.meant", "all => all.map(one => one.getBoundingClientRect().width)")
    assert len(boxes) == 1
    assert boxes[0] > 10
    page.close()


def test_tiles_are_drawn(browser: Browser, address: str) -> None:
    """The symbols come from another file: they must really be found there."""
    page = opened(browser, f"{address}/games/won/events/29?view=open")
    boxes = page.eval_on_selector_all("svg.tile use", "all => all.map(one => one.getBBox().width)")
    assert len(boxes) > 50
    assert min(boxes) > 20
    page.close()


def test_the_short_hand_is_printed_on_one_page(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((Path(__file__).resolve().parents[2] / "docs" / "shorthand.html").as_uri())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert printed.count(b"/Type /Page\n") == 1
