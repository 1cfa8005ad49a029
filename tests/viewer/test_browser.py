"""Stepping through a game in a real browser: keys, clicks, swipes, the slider, copying; with and without JavaScript."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error

from mjlog.viewer import create_app
from tests.viewer.conftest import answering, blank, opened, store_games
from tests.views.table_logs import Log, played

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of a longer hand that was drawn."""
    log = played(11, 64, Log("long"))
    log.add("washout")
    log.add("game-end")
    with answering(create_app(store_games(tmp_path_factory.mktemp("long") / "club.db", log), patience=60)) as found:
        yield found


def until(page: Page, condition: str) -> None:
    """Waits until a condition holds in the page, which allows no script to be made of a text."""
    end = time.monotonic() + 15
    while not _holds(page, condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(20)


NOT_YET = ("navigation", "Cannot read properties of null", "Cannot read properties of undefined")


def _holds(page: Page, condition: str) -> bool:
    """Whether it holds now; not in a page that is being left, nor in one of which that part has not come yet."""
    try:
        return bool(page.evaluate(condition))
    except Error as error:
        if any(reason in error.message for reason in NOT_YET):
            return False
        raise


def stepping(browser: Browser, url: str, **options: object) -> Page:
    """A page whose film has been fetched."""
    page = opened(browser, url, **options)
    until(page, "Boolean(window.mjlog && window.mjlog.frame())")
    return page


def at(page: Page, seq: int) -> None:
    """Waits until the page shows an event, and its address says so."""
    until(page, f"document.querySelector('#words .no').textContent === '{seq}'")
    until(page, f"location.pathname.endsWith('/events/{seq}')")


def test_keys_step_through_a_hand(browser: Browser, address: str) -> None:
    page = stepping(browser, f"{address}/games/won/events/20?view=S")
    keys = ["ArrowRight", "ArrowLeft", "Shift+ArrowRight", "End", "Home", "Shift+Home", "PageDown", "Shift+End"]
    for key, seq in zip(keys, (21, 20, 22, 29, 2, 1, 2, 29), strict=True):
        page.keyboard.press(key)
        at(page, seq)
        assert page.url.endswith("?view=S")


def test_findings_are_gone_to_by_keys(browser: Browser, address: str) -> None:
    page = stepping(browser, f"{address}/games/faulty/events/5")
    page.keyboard.press(".")
    at(page, 29)
    assert "wrong-settlement" in page.inner_text("[data-part=found]")
    page.keyboard.press(",")
    assert page.locator("a[data-step=previous-finding][aria-disabled]").count() == 1


def test_steps_ask_nothing_of_the_server(browser: Browser, long: str) -> None:
    """The reels of the film are fetched ahead; a step is drawn from what is there."""
    page = stepping(browser, f"{long}/games/long/events/20")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for seq in range(21, 33):
        page.keyboard.press("ArrowRight")
        until(page, f"document.querySelector('#words .no').textContent === '{seq}'")
    assert [url for url in asked if "/film?reel=" not in url and "/static/icon" not in url] == []


SHOWN = """() => Object.fromEntries([...document.querySelectorAll('[data-part]')].map(
  (one) => [one.dataset.part, one.innerHTML.replaceAll(/ (aria-current="step"|tabindex="-1")/g, '')]))"""
DRAWN = """(layout) => [...document.querySelectorAll(`svg.${layout} g.sprites > g`)].map(
  (one) => [one.dataset.n, one.getAttribute('transform'), one.innerHTML])"""


@pytest.mark.parametrize(("width", "layout"), [(1280, "wide"), (360, "tall")])
def test_a_page_that_was_stepped_to_is_the_page_that_is_sent(
    browser: Browser, long: str, width: int, layout: str
) -> None:
    """Forwards, backwards and in jumps: what the script has put together is what the server shows at that address."""
    page = stepping(browser, f"{long}/games/long/events/30?view=open", width=width)
    fresh = opened(browser, f"{long}/games/long/events/30?view=open", width=width, java_script_enabled=False)
    for key in ("ArrowRight", "Shift+ArrowRight", "End", "ArrowLeft", "ArrowLeft", "Home", "Shift+Home", "Shift+End"):
        before = page.inner_text("#words .no")
        page.keyboard.press(key)
        until(page, f"document.querySelector('#words .no').textContent !== '{before}'")
        at(page, int(page.inner_text("#words .no")))
        fresh.goto(page.url)
        assert page.evaluate(SHOWN) == fresh.evaluate(SHOWN), key
        assert page.evaluate(DRAWN, layout) == fresh.evaluate(DRAWN, layout), key
        assert page.title() == fresh.title()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_hand_can_be_found_and_stepped_by_clicking(browser: Browser, address: str, script: bool) -> None:
    page = opened(browser, address, java_script_enabled=script)
    page.click("text=won")
    page.click("tbody th a")
    page.click("a[rel=next]")
    page.wait_for_url("**/games/won/events/23")
    page.click("a[data-view=table]")
    page.wait_for_url("**/games/won/events/23?view=table")
    page.click("a[data-step=last]")
    page.wait_for_url("**/games/won/events/29?view=table")
    assert "Who pays whom" in page.inner_text("main")
    if not script:
        page.fill("input[name=seq]", "25")
        page.click(".goto button")
        page.wait_for_url("**/games/won/events/25?view=table")
        assert page.is_hidden("#slider")
        assert page.locator("noscript .lines a[aria-current=step]").count() == 1


def test_another_view_leaves_the_page_and_its_list_where_they_are(browser: Browser, long: str) -> None:
    """What is shown is what the page of that view shows; the way back leads to the view before."""
    page = stepping(browser, f"{long}/games/long/events/60?view=open")
    page.evaluate("window.stays = true; document.querySelector('.box').scrollTop = 17")
    player = page.locator("[data-part=views] a[data-view^='@']").first.get_attribute("data-view")
    for view in ("table", "open", player):
        page.click(f"a[data-view='{view}']")
        until(page, f"document.querySelector('[data-part=views] [aria-current]')?.dataset.view === '{view}'")
        until(page, f"(new URLSearchParams(location.search).get('view') ?? 'open') === '{view}'")
        assert page.evaluate("window.stays && document.querySelector('.box').scrollTop") == 17
    fresh = opened(browser, page.url, java_script_enabled=False)
    assert page.evaluate(SHOWN) == fresh.evaluate(SHOWN)
    assert page.evaluate(DRAWN, "wide") == fresh.evaluate(DRAWN, "wide")
    page.keyboard.press("ArrowRight")
    until(page, "location.pathname.endsWith('/61') && location.search.startsWith('?view=@')")
    page.go_back()
    until(page, "document.querySelector('[data-part=views] [aria-current]')?.dataset.view === 'open'")
    for key, view in (("t", "?view=table"), ("s", "?view=@ben"), ("o", "")):
        page.keyboard.press(key)
        page.wait_for_url(f"**/games/long/events/60{view}")
        until(page, "Boolean(window.mjlog && window.mjlog.frame())")


def test_a_view_that_cannot_be_fetched_is_not_turned_to(browser: Browser, long: str) -> None:
    page = stepping(browser, f"{long}/games/long/events/60?view=open")
    page.context.set_offline(True)
    page.click("a[data-view=table]")
    until(page, "document.querySelector('.said-so').textContent.includes('cannot be fetched')")
    assert page.evaluate("document.querySelector('[data-part=views] [aria-current]').dataset.view") == "open"
    page.keyboard.press("ArrowRight")
    at(page, 61)


def test_the_slider_its_marks_and_discards_lead_through_the_hand(browser: Browser, long: str) -> None:
    """The list marks, and shows, where one is."""
    page = stepping(browser, f"{long}/games/long/events/120")
    inside = """(one) => { const box = one.closest('.box').getBoundingClientRect(), line = one.getBoundingClientRect();
      return line.top >= box.top - 1 && line.bottom <= box.bottom + 1; }"""
    assert page.locator("[data-part=log] a[aria-current=step]").evaluate(inside)
    page.locator("#slider").fill("1")
    at(page, 2)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, 3)
    last = page.locator("#slider").get_attribute("max") or ""
    page.locator("#slider").fill(last)
    until(page, "document.getElementById('at').textContent === document.getElementById('of').textContent")
    for link in (page.locator("[data-part=marks] a").last, page.locator('svg.wide [data-n^="d.S."] a').first):
        before = page.inner_text("#words .no")
        seq = int(re.findall(r"/events/(\d+)", link.get_attribute("href") or "")[0])
        link.click()
        at(page, seq)
    page.go_back()
    at(page, int(before))


def test_playing_by_itself_goes_on_until_it_is_stopped(browser: Browser, long: str) -> None:
    page = stepping(browser, f"{long}/games/long/events/20")
    page.select_option("#pace", "0.2")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    until(page, "Number(document.querySelector('#words .no').textContent) >= 23")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-pressed") == "false"


def test_a_swipe_over_the_table_steps(browser: Browser, long: str) -> None:
    page = stepping(browser, f"{long}/games/long/events/20", width=400, has_touch=True)
    swipe = """(to) => { const on = document.querySelector('[data-swipe]');
      const touch = (x) => new Touch({ identifier: 1, target: on, clientX: x, clientY: 200 });
      on.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(200)], bubbles: true }));
      on.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(200 + to)], bubbles: true })); }"""
    for way, seq in ((-90, 21), (-90, 22), (90, 21)):
        page.evaluate(swipe, way)
        at(page, seq)


def test_the_question_mark_lists_the_keys(browser: Browser, address: str) -> None:
    page = stepping(browser, f"{address}/games/won/events/20")
    page.keyboard.press("?")
    assert "decision before, decision after" in page.inner_text("#keys")
    assert page.locator("#keys:popover-open").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#keys:popover-open").count() == 0
    page.click("text=?")
    page.click("#keys >> text=Close")
    assert page.is_hidden("#keys")


def test_a_moment_is_copied(browser: Browser, address: str) -> None:
    page = blank(browser, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/games/won/events/25?view=S")
    for key, says in (
        ("c", "/^won, event 25 of 29/"), ("v", "/^<svg|^<[?]xml/"), ("l", '/^[^\\n]*"type":"hand-start"/'),
        ("a", "/\\/games\\/won\\/events\\/25[?]view=S$/"),
    ):  # fmt: skip
        page.keyboard.press(key)
        page.wait_for_selector("text=Copied")
        until(page, f"navigator.clipboard.readText().then((text) => {says}.test(text))")


def test_the_back_button_leads_to_the_page_before(browser: Browser, address: str) -> None:
    """Steps leave no trace in the history, jumps do."""
    page = stepping(browser, f"{address}/games/won/events/20")
    for seq in (21, 22):
        page.keyboard.press("ArrowRight")
        at(page, seq)
    page.click('[data-part=log] a[href$="/events/10"]')
    at(page, 10)
    page.go_back()
    at(page, 22)


@pytest.mark.parametrize("template", ["event", "record"])
def test_all_scripts_of_a_page_together_are_small(template: str) -> None:
    """20 KB compressed at most, and none of it made by others."""
    import gzip

    folder = Path(__file__).resolve().parents[2] / "mjlog" / "viewer"
    names = re.findall(r"\w+\.js", (folder / "templates" / f"{template}.html").read_text("utf-8"))
    assert names
    assert len(gzip.compress(b"".join((folder / "static" / name).read_bytes() for name in names))) < 20_000
