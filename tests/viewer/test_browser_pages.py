"""Every page in a real browser: small screens, zoom, forced colours, print, accessibility."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.viewer import create_app
from tests.viewer.conftest import TOO_WIDE, answering, blank, check_by_axe, opened, store_games
from tests.viewer.test_browser import stepping, until
from tests.views.table_logs import Log, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PAGES = [
    "/", "/games/won", "/games/faulty", "/games/won/hands/1", "/games/won/events/1", "/games/won/events/29?view=open",
    "/games/won/events/22?view=S", "/games/live/events/100", "/games/faulty/events/29", "/games/won/sheet", "/league",
    "/players/anna", "/find?won_by=anna", "/?q=won&sort=name", "/embed/games/won/events/22",
    "/look",
    "/score?ruleset=dmjl&hands=S+in+E+234b+55d+RRd+(222c)+[2222d]+2f+%2BRd+discard",
    "/api/v1/", "/nowhere",
]  # fmt: skip
WIDTHS = (320, 360, 768, 1280, 1440)
AT_REST = "document.getAnimations().every((one) => one.playState !== 'running')"
AMERICAN = ["", "/hands/1", "/events/25?view=open", "/events/38?view=open", "/events/52?view=open"]


@pytest.mark.parametrize("path", [*PAGES, *AMERICAN])
def test_no_page_scrolls_sideways_and_nothing_stands_in_the_way(
    browser: Browser, address: str, american: str, path: str
) -> None:
    """320 is a small phone, and 1280 at 400 %. Axe looks at the smallest and the largest; by night at contrasts alone.

    Of the American game: in the middle of the Charleston, with jokers and lines of the card, a dead hand, the end.
    """
    page = blank(browser, color_scheme="light")
    page.goto(f"{american}/games/told{path}" if path in AMERICAN else address + path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE) <= 0, width
        if width in (WIDTHS[0], WIDTHS[-1]):
            check_by_axe(page, width)
            page.emulate_media(color_scheme="dark")
            until(page, AT_REST)
            check_by_axe(page, width, "color-contrast")
            page.emulate_media(color_scheme="light")


def test_tiles_and_colours_are_drawn_in_the_picture(browser: Browser, address: str, american: str) -> None:
    """The symbols come from another file: they must really be found there. A joker has what it stands for."""
    page, widths = blank(browser), "all => all.map(one => one.getBoundingClientRect().width)"
    for path, tile, many, width in (
        (f"{address}/games/won/events/29?view=open", "tile", range(51, 500), 15),
        (f"{american}/games/told/events/35", "meant", [1], 10),
    ):
        page.goto(path)
        boxes = page.eval_on_selector_all(f"svg.wide use.{tile}", widths)
        assert len(boxes) in many
        assert min(boxes) > width
    page.goto(f"{address}/games/won/events/22.svg?view=open")
    assert page.eval_on_selector(".felt", "one => getComputedStyle(one).fill") != "rgb(0, 0, 0)", "in a file, too"


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


def test_colours_of_the_system_are_kept_to(browser: Browser, address: str) -> None:
    """Forced colours: what is current is still told apart, and nothing is lost."""
    page = blank(browser, forced_colors="active")
    page.goto(f"{address}/games/won/events/22?view=open")
    outline = page.eval_on_selector("[data-part=views] a[aria-current]", "one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"


def test_who_wants_no_motion_gets_none(browser: Browser, address: str) -> None:
    moving = """() => getComputedStyle(document.querySelector('svg.wide g.sprites > g')).transitionDuration"""
    for wish, expected in (("reduce", "0s"), ("no-preference", "0.18s")):
        page = blank(browser, reduced_motion=wish)
        page.goto(f"{address}/games/won/events/22")
        assert page.evaluate(moving) == expected


def test_the_event_is_announced_when_one_steps(browser: Browser, address: str) -> None:
    page = stepping(browser, f"{address}/games/won/events/20")
    assert page.get_attribute("#words", "role") == "status"
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#words .no').textContent === '21'")
    assert page.locator("#table-in-words caption").inner_text().startswith("East round, hand 1")


def test_a_hand_is_printed_on_one_sheet(browser: Browser, address: str, american: str, tmp_path: Path) -> None:
    """Also the longest: the wall played to its end; and so is the short hand."""
    log = played(11, 64, Log("long"))
    log.add("washout")
    with answering(create_app(store_games(tmp_path / "long.db", log), patience=60)) as long:
        page = blank(browser)
        for url in (f"{address}/games/won/hands/1", f"{american}/games/told/hands/1", f"{long}/games/long/hands/1"):
            page.goto(url)
            for paper in ("A4", "Letter"):
                assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, (url, paper)
        page.goto((Path(__file__).resolve().parents[2] / "docs" / "lookup" / "shorthand.html").as_uri())
        assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_what_the_server_refuses_is_shown_and_not_copied(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/22")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.route("**/*.txt*", lambda route: route.fulfill(status=503, body="too many are asking at once"))
    page.click("button[popovertarget=share]")
    page.click('a[data-copy="text"]')
    page.wait_for_url("**/*.txt*")
    assert page.inner_text("body") == "too many are asking at once"


def test_the_number_of_a_hand_stays_in_sight_while_its_row_is_scrolled(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/sheet", width=360)
    row = page.locator(".points tbody:not(.sum) th").first
    before, shown = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert page.locator(".sheet .scroll").first.evaluate("box => (box.scrollLeft = 150)") == 150
    after, moved = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert moved["x"] == shown["x"] - 150
    assert after["x"] >= before["x"] - 20


def test_without_script_every_page_is_there_and_shows_no_button_that_does_nothing(
    browser: Browser, address: str
) -> None:
    page = blank(browser, java_script_enabled=False)
    for path in PAGES[:-1]:
        answer = page.goto(address + path)
        assert answer.ok, path
        assert page.locator("h1").count() == 1, path
        assert not [one for one in page.locator(".scripted").all() if one.is_visible()], path
