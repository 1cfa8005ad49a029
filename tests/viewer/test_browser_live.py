"""Following a game in a browser while it is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from mjlog.chain import event_body
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer.live import Live, Pace
from mjlog.viewer.serving.guard import Limits
from tests.viewer.conftest import COMPLAINTS, answering, opened, store_games
from tests.viewer.test_browser import DRAWN, SHOWN, at, until
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def begun(tmp_path: Path, log: Log, count: int) -> Path:
    """A database with the first events of a game that was begun just now."""
    first = Log(log.events[0]["game"])
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    first.events = [log.events[0] | {"at": now}, *log.events[1:count]]
    return store_games(tmp_path / "club.db", first)


def record(database: Path, log: Log, first: int, end: int) -> None:
    """Some more events of the game, one by one."""
    with open_store(database) as store:
        for fields in log.events[first:end]:
            store.append(log.events[0]["game"], [event_body(fields)], expected_last=fields["seq"] - 1)


LIVE = "document.querySelector('.live-state')?.textContent === 'Live'"
SAID = "document.querySelector('.live-state').textContent"


@contextmanager
def evening(tmp_path: Path, log: Log, count: int) -> Iterator[tuple[Path, str]]:
    """A game that has begun, and the address of its pages."""
    database = begun(tmp_path, log, count)
    with answering(create_app(database, patience=60)) as address:
        yield database, f"{address}/games/{log.events[0]['game']}"


def lively(database: Path, **options: Any) -> Flask:
    """A viewer that soon notices that a follower has left."""
    app = create_app(database, patience=60, **options)
    library, caps = app.extensions["mjlog_library"], app.extensions["mjlog_streams"]
    app.extensions["mjlog_live"] = Live(library.store, library.cards, caps.closing, Pace(keep_alive=0.2))
    return app


def following(browser: Browser, url: str, **options: object) -> Page:
    """A page that follows, and has its film; it knows whether it was loaded anew."""
    page = opened(browser, url, **options)
    until(page, f"{LIVE} && (!window.mjlog || Boolean(window.mjlog.frame()))")
    page.evaluate("() => { window.isSame = true; }")
    return page


def is_fresh(browser: Browser, page: Page) -> None:
    """The page is what a fresh one at its address is, as soon as what is new has come, and the last step is taken."""
    fresh = opened(browser, page.url, java_script_enabled=False)
    until(page, f"window.mjlog.edition() === {fresh.get_attribute('#viewer', 'data-live').rpartition('=')[2]}")
    until(page, "window.mjlog.frame().edition === window.mjlog.edition()")
    if page.url != fresh.url:  # a step was on its way when it was stopped
        fresh.goto(page.url)
    assert page.evaluate(SHOWN) == fresh.evaluate(SHOWN)
    assert page.evaluate(DRAWN, "wide") == fresh.evaluate(DRAWN, "wide")
    assert page.title() == fresh.title()
    for name in ("h1", "#at", "#of"):
        assert page.inner_text(name) == fresh.inner_text(name)
    for name, of in (("max", ".goto input[name=seq]"), ("href", "a[data-step=end]")):
        assert page.get_attribute(of, name) == fresh.get_attribute(of, name)


def test_who_looks_at_an_earlier_event_stays_there_and_can_go_on(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    with evening(tmp_path, log, 60) as (database, game):
        page = following(browser, f"{game}/events/30")
        box = '.box[data-part="log"]'
        page.eval_on_selector(box, "box => { box.scrollTop = 7; }")
        record(database, log, 60, 64)
        until(page, "window.mjlog.frame()?.ways.end === 64")
        until(page, f"document.querySelector('{box} a[href$=\"/events/64\"]') !== null")
        assert page.inner_text("#words .no") == "30"
        assert page.eval_on_selector(box, "box => box.scrollTop") == 7, "the list keeps its place"
        page.keyboard.press("Shift+End")
        at(page, 64)


def test_a_correction_changes_what_is_shown(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 20, Log("tonight"))
    discard = [event for event in log.events if event["type"] == "discard"][-1]
    content = {name: value for name, value in discard.items() if name != "seq"}
    content["tile"] = "9d" if discard["tile"] != "9d" else "1b"
    written = len(log.events)
    log.add("correction", of=discard["seq"], events=[content], reason="misheard")
    with evening(tmp_path, log, written) as (database, game):
        page = following(browser, f"{game}/events/{discard['seq']}")
        record(database, log, written, written + 1)
        until(page, "document.querySelector('[data-part=note]').textContent.includes('misheard')")


def test_who_steps_back_from_the_end_is_left_there_and_told_of_what_is_new(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    with evening(tmp_path, log, 60) as (database, game):
        page = following(browser, f"{game}/events/60")
        record(database, log, 60, 63)
        at(page, 63)
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        at(page, 60)
        record(database, log, 63, 67)
        until(page, f"{SAID} === 'Live · 4 new events'")
        assert page.inner_text("#words .no") == "60"
        is_fresh(browser, page)
        page.click("text=Go to the end")
        at(page, 67)
        assert page.evaluate(SAID) == "Live"
        is_fresh(browser, page)


def test_what_was_fetched_before_the_log_grew_is_not_shown_after_it(browser: Browser, tmp_path: Path) -> None:
    """The list, the marks, the claims and the steps of an earlier event are not what they were."""
    log = played(5, 30, Log("tonight"))
    with evening(tmp_path, log, 60) as (database, game):
        page = following(browser, f"{game}/events/60")
        page.fill("input[name=seq]", "20")
        page.keyboard.press("Enter")
        at(page, 20)
        record(database, log, 60, 75)
        until(page, "window.mjlog.frame()?.ways.end === 75")
        for key in ("ArrowRight", "ArrowRight", "End", "ArrowLeft", "Home"):
            before = page.inner_text("#words .no")
            page.keyboard.press(key)
            until(page, f"document.querySelector('#words .no').textContent !== '{before}'")
            at(page, int(page.inner_text("#words .no")))
            is_fresh(browser, page)


def test_a_correction_during_autoplay_reaches_what_is_shown(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    discard = next(event for event in log.events if event["type"] == "discard")
    written = len(log.events)
    content = {name: value for name, value in discard.items() if name != "seq"} | {"tile": "9d"}
    log.add("correction", of=discard["seq"], events=[content], reason="misheard")
    with evening(tmp_path, log, written) as (database, game):
        page = following(browser, f"{game}/events/{discard['seq']}")
        page.select_option("#pace", "0.2")
        page.keyboard.press("Space")
        until(page, f"Number(document.querySelector('#words .no').textContent) > {discard['seq'] + 1}")
        record(database, log, written, written + 1)
        until(page, f"window.mjlog.edition() === {written + 1}")
        page.keyboard.press("Space")
        until(page, "location.pathname.endsWith('/' + window.mjlog.now())")
        is_fresh(browser, page)


def test_without_a_connection_the_page_stays_and_then_goes_on_by_itself(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 40, Log("tonight"))
    with evening(tmp_path, log, 60) as (database, game):
        page = following(browser, f"{game}/events/60")
        page.context.set_offline(True)
        until(page, f"{SAID}.startsWith('Connection lost')")
        record(database, log, 60, 100)
        page.keyboard.press("Shift+Home")
        until(page, "document.querySelector('.said-so').textContent.includes('cannot be fetched')")
        assert page.inner_text("#words .no") == "60"
        page.context.set_offline(False)
        at(page, 100)
        assert page.evaluate("window.isSame")
        is_fresh(browser, page)
    COMPLAINTS[:] = [one for one in COMPLAINTS if "Failed to load resource" not in one]


def test_a_page_that_is_left_gives_up_its_place_and_comes_back_where_the_log_is(
    browser: Browser, tmp_path: Path
) -> None:
    log = played(5, 30, Log("tonight"))
    app = lively(begun(tmp_path, log, 60))
    with answering(app) as address:
        page = following(browser, f"{address}/games/tonight/events/60")
        streams = app.extensions["mjlog_streams"]
        assert streams.inside == 1
        page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })); }")
        end = 500
        while streams.inside and end:
            page.wait_for_timeout(20)
            end -= 1
        assert streams.inside == 0
        record(tmp_path / "club.db", log, 60, 70)
        page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")
        at(page, 70)
        until(page, LIVE)
        is_fresh(browser, page)


def test_who_finds_no_room_looks_now_and_then_and_follows_when_there_is_some(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    database = begun(tmp_path, log, 60)
    with answering(lively(database, limits=Limits(streams=1))) as address:
        first = following(browser, f"{address}/games/tonight/events/60")
        second = opened(browser, f"{address}/games/tonight/events/60")
        until(second, f"{SAID}.includes('every few seconds')")
        record(database, log, 60, 65)
        at(second, 65)
        first.close()
        until(second, LIVE)
        second.close()
    COMPLAINTS[:] = [one for one in COMPLAINTS if "503" not in one]


def test_a_hand_that_ends_is_opened_in_the_view_that_was_asked_for(browser: Browser, tmp_path: Path) -> None:
    log = won(Log("tonight"))
    with evening(tmp_path, log, len(log.events) - 8) as (database, game):
        page = following(browser, f"{game}/events/{len(log.events) - 8}?view=S")
        assert "not the view that was asked for" in page.inner_text("[data-part=note]")
        assert page.locator("[data-part=views] a").count() == 0
        record(database, log, len(log.events) - 8, len(log.events))
        at(page, len(log.events))
        until(page, "document.querySelector('[data-key=s][aria-current]') !== null")
        until(page, "document.querySelectorAll('[data-part=views] a').length === 6")
        page.keyboard.press("Home")
        at(page, 2)
        is_fresh(browser, page)


SAME = """(one, html) => { const other = one.cloneNode(false);
  other.innerHTML = html;
  return one.isEqualNode(other); }"""
"""Whether an element has the same inside, whatever the order of attributes."""


def test_the_page_of_the_game_changes_in_its_place(browser: Browser, tmp_path: Path) -> None:
    log = won(Log("tonight"))
    with evening(tmp_path, log, 20) as (database, game):
        page = following(browser, game, width=400, height=160)
        page.evaluate("() => scrollTo(0, 60)")
        record(database, log, 20, len(log.events))
        until(page, "document.body.textContent.includes('ben wins')")
        assert page.evaluate("[window.isSame, scrollY]") == [True, 60]
        fresh = opened(browser, game, java_script_enabled=False)
        for part in ("table.list", "#chart + *", "h1"):
            until(page, f"document.querySelector('{part}') !== null")
            assert page.locator(part).first.evaluate(SAME, fresh.inner_html(part))


def test_a_new_game_comes_into_the_list_by_itself(browser: Browser, tmp_path: Path) -> None:
    database = begun(tmp_path, played(5, 30, Log("tonight")), 60)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, address)
        page.evaluate("() => { window.isSame = true; }")
        with open_store(database) as store:
            store.append("tomorrow", Log("tomorrow").bodies()[:1])
        until(page, "document.querySelectorAll('tbody tr').length === 2")
        assert page.evaluate("window.isSame")


def test_an_event_that_was_made_void_is_still_explained(browser: Browser, tmp_path: Path) -> None:
    """Where its address is opened, and where its number is asked for; what follows stands in its place."""
    log = played(5, 20, Log("tonight"))
    discard = [event for event in log.events if event["type"] == "discard"][-1]["seq"]
    written = len(log.events)
    log.add("correction", of=discard, events=[], reason="it was taken back")
    with evening(tmp_path, log, written + 1) as (_database, game):
        page = following(browser, f"{game}/events/{discard}")
        assert "it was taken back" in page.inner_text("[data-part=note]")
        page.keyboard.press("Home")
        at(page, 2)
        assert "it was taken back" not in page.inner_text("[data-part=note]")
        page.fill("input[name=seq]", str(discard))
        page.keyboard.press("Enter")
        until(page, "document.querySelector('[data-part=note]').textContent.includes('it was taken back')")
