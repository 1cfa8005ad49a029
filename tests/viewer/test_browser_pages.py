"""Every page in a real browser: small screens, zoom, forced colours, print, accessibility."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from mjlog.viewer import create_app
from tests.viewer.conftest import answering, opened, store_games
from tests.views.table_logs import Log, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PAGES = [
    "/", "/games/won", "/games/faulty", "/games/won/hands/1", "/games/won/events/1", "/games/won/events/29?view=open",
    "/games/won/events/22?view=S", "/games/live/events/100", "/games/faulty/events/29", "/games/won/sheet", "/league",
    "/players/anna", "/find?won_by=anna", "/?q=won&sort=name", "/embed/games/won/events/22",
    "/look",
    "/score?ruleset=dmjl&hands=S+in+E+234b+55d+RRd+(222c)+[2222d]+2f+%2BRd+discard",
    "/api/v1/", "/nowhere",
]  # fmt: skip
AMERICAN = ["", "/hands/1", "/events/25?view=open", "/events/38?view=open", "/events/52?view=open"]


def is_no_wider_than_the_window(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways but what has a bar of its own."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_page_scrolls_sideways(browser: Browser, address: str, width: int) -> None:
    """320 is a small phone, and 1280 at 400 %."""
    page = opened(browser, address, width=width)
    for path in PAGES[:-1]:
        page.goto(address + path)
        assert is_no_wider_than_the_window(page), path
    page.close()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_page_of_the_american_game_scrolls_sideways(browser: Browser, american: str, width: int) -> None:
    """In the middle of the Charleston, with jokers and lines of the card, with a dead hand, at the end."""
    page = opened(browser, american, width=width)
    for path in AMERICAN:
        page.goto(f"{american}/games/told{path}")
        assert is_no_wider_than_the_window(page), path
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 320])
def test_nothing_stands_in_the_way_of_anybody(
    browser: Browser, address: str, american: str, scheme: str, width: int
) -> None:
    """What axe finds: contrast, names, roles, order, focus."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for url in [*(address + path for path in PAGES), *(f"{american}/games/told{path}" for path in AMERICAN)]:
        page.goto(url)
        page.wait_for_timeout(100)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], url
    page.close()


def test_tiles_are_drawn_in_the_picture_and_in_the_text(browser: Browser, address: str) -> None:
    """The symbols come from another file: they must really be found there."""
    page = opened(browser, f"{address}/games/won/events/29?view=open")
    boxes = page.eval_on_selector_all("svg.wide use.tile", "all => all.map(one => one.getBBox().width)")
    assert len(boxes) > 50
    assert min(boxes) > 15
    page.close()


@pytest.mark.parametrize(("width", "shown"), [(1280, "wide"), (360, "tall")])
def test_the_picture_fits_the_screen_and_tiles_are_clear(
    browser: Browser, address: str, width: int, shown: str
) -> None:
    """One of the two pictures; on a phone no tile of a hand is narrower than 19 pixels."""
    page = opened(browser, f"{address}/games/won/events/22?view=open", width=width)
    assert page.locator("svg.board:visible").get_attribute("class") == f"scene {shown} board"
    narrower = "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    sizes = page.eval_on_selector_all(f'svg.{shown} [data-n^="h."] use.tile', narrower)
    assert min(sizes) >= 19
    page.close()


def test_a_joker_is_drawn_with_the_tile_that_it_stands_for(browser: Browser, american: str) -> None:
    page = opened(browser, f"{american}/games/told/events/35")
    boxes = page.eval_on_selector_all("svg.wide use.meant", "all => all.map(one => one.getBoundingClientRect().width)")
    assert len(boxes) == 1
    assert boxes[0] > 10
    page.close()


def test_colours_of_the_system_are_kept_to(browser: Browser, address: str) -> None:
    """Forced colours: what is current is still told apart, and nothing is lost."""
    page = browser.new_page(forced_colors="active")
    page.goto(f"{address}/games/won/events/22?view=open")
    outline = page.eval_on_selector("[data-part=views] a[aria-current]", "one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"
    page.close()


def test_who_wants_no_motion_gets_none(browser: Browser, address: str) -> None:
    moving = """() => getComputedStyle(document.querySelector('svg.wide g.sprites > g')).transitionDuration"""
    for wish, expected in (("reduce", "0s"), ("no-preference", "0.18s")):
        page = browser.new_page(reduced_motion=wish)
        page.goto(f"{address}/games/won/events/22")
        assert page.evaluate(moving) == expected
        page.close()


def test_the_event_is_announced_when_one_steps(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/20")
    region = page.locator("#words")
    assert region.get_attribute("role") == "status"
    before = region.inner_text()
    page.wait_for_timeout(300)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(300)
    assert region.inner_text() != before
    assert page.locator("#table-in-words caption").inner_text().startswith("East round, hand 1")
    page.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_hand_is_printed_on_one_sheet(
    browser: Browser, address: str, american: str, tmp_path: Path, paper: str
) -> None:
    """Also the longest: the wall played to its end."""
    log = played(11, 64, Log("long"))
    log.add("washout")
    page = browser.new_page()
    with answering(create_app(store_games(tmp_path / "long.db", log), patience=60)) as long:
        for url in (f"{address}/games/won/hands/1", f"{american}/games/told/hands/1", f"{long}/games/long/hands/1"):
            page.goto(url)
            assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, url
    page.close()


def test_the_picture_as_a_file_keeps_its_colours_when_it_is_opened(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/22.svg?view=open")
    felt = page.eval_on_selector(".felt", "one => getComputedStyle(one).fill")
    assert felt != "rgb(0, 0, 0)"
    page.close()


def test_the_look_is_chosen_and_kept(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/22?view=S", color_scheme="light")
    page.click("text=Look")
    page.check("input[name=tiles][value=contrast]")
    page.check("input[name=theme][value=dark]")
    page.click("button[type=submit]")
    page.wait_for_url("**/games/won/events/22?view=S")
    assert page.get_attribute("html", "data-theme") == "dark"
    assert "look=contrast" in (page.locator("svg.wide use.tile").first.get_attribute("href") or "")
    page.close()


def test_the_short_hand_is_printed_on_one_page(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((Path(__file__).resolve().parents[2] / "docs" / "lookup" / "shorthand.html").as_uri())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert printed.count(b"/Type /Page\n") == 1


def test_what_the_server_refuses_is_shown_and_not_copied(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/22")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.route("**/*.txt*", lambda route: route.fulfill(status=503, body="too many are asking at once"))
    page.click("button[popovertarget=share]")
    page.click('a[data-copy="text"]')
    page.wait_for_url("**/*.txt*")
    assert page.inner_text("body") == "too many are asking at once"
    page.close()


def test_the_number_of_a_hand_stays_in_sight_while_its_row_is_scrolled(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/sheet", width=360)
    row = page.locator(".points tbody:not(.sum) th").first
    before, shown = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert page.locator(".sheet .scroll").first.evaluate("box => (box.scrollLeft = 150)") == 150
    after, moved = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert moved["x"] == shown["x"] - 150
    assert after["x"] >= before["x"] - 20
    page.close()


def test_without_script_every_page_is_there_and_shows_no_button_that_does_nothing(
    browser: Browser, address: str
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    for path in PAGES[:-1]:
        answer = page.goto(address + path)
        assert answer.ok, path
        assert page.locator("h1").count() == 1, path
        assert not [one for one in page.locator(".scripted").all() if one.is_visible()], path
    page.context.close()
