"""Following a game in a browser while it is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.canonical import event_body
from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.viewer.conftest import answering, opened, store_games
from tests.viewer.test_browser import at, until
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def begun(tmp_path: Path, log: Log, count: int) -> Path:
    """A database with the first events of a game."""
    first = Log(log.events[0]["game"])
    first.events = log.events[:count]
    return store_games(tmp_path / "club.db", first)


def record(database: Path, log: Log, first: int, end: int) -> None:
    """Some more events of the game, one by one."""
    with open_store(database) as store:
        for fields in log.events[first:end]:
            store.append(log.events[0]["game"], [event_body(fields)], expected_last=fields["seq"] - 1)


def test_who_looks_at_the_end_is_taken_along(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    database = begun(tmp_path, log, 60)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, f"{address}/games/tonight/events/60")
        until(page, "document.querySelector('.live-state')?.textContent === 'Live'")
        record(database, log, 60, 70)
        at(page, 70)
        assert page.inner_text("#words").endswith(opened_words(browser, f"{address}/games/tonight/events/70"))
        page.close()


def opened_words(browser: Browser, url: str) -> str:
    """The event in words, on a page of its own."""
    page = opened(browser, url, java_script_enabled=False)
    words = page.inner_text("#words")
    page.close()
    return words


def test_who_looks_at_an_earlier_event_stays_there_and_can_go_on(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 30, Log("tonight"))
    database = begun(tmp_path, log, 60)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, f"{address}/games/tonight/events/30")
        until(page, "document.querySelector('.live-state')?.textContent === 'Live'")
        record(database, log, 60, 64)
        until(page, "window.mjlog.frame().ways.end === 64")
        assert page.inner_text("#words .no") == "30"
        page.keyboard.press("Shift+End")
        at(page, 64)
        page.close()


def test_when_the_hand_is_over_its_views_are_offered(browser: Browser, tmp_path: Path) -> None:
    log = won(Log("tonight"))
    database = begun(tmp_path, log, len(log.events) - 8)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, f"{address}/games/tonight/events/{len(log.events) - 8}")
        until(page, "document.querySelector('.live-state')?.textContent === 'Live'")
        assert page.locator("[data-part=views] a").count() == 0
        record(database, log, len(log.events) - 8, len(log.events))
        at(page, len(log.events))
        until(page, "document.querySelectorAll('[data-part=views] a').length === 6")
        page.close()


def test_a_correction_changes_what_is_shown(browser: Browser, tmp_path: Path) -> None:
    log = played(5, 20, Log("tonight"))
    discard = [event for event in log.events if event["type"] == "discard"][-1]
    content = {name: value for name, value in discard.items() if name != "seq"}
    content["tile"] = "9d" if discard["tile"] != "9d" else "1b"
    written = len(log.events)
    log.add("correction", of=discard["seq"], events=[content], reason="misheard")
    database = begun(tmp_path, log, written)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, f"{address}/games/tonight/events/{discard['seq']}")
        until(page, "document.querySelector('.live-state')?.textContent === 'Live'")
        record(database, log, written, written + 1)
        until(page, "document.querySelector('[data-part=note]').textContent.includes('misheard')")
        page.close()


def test_the_page_of_the_game_follows_too(browser: Browser, tmp_path: Path) -> None:
    log = won(Log("tonight"))
    database = begun(tmp_path, log, 20)
    with answering(create_app(database, patience=60)) as address:
        page = opened(browser, f"{address}/games/tonight")
        until(page, "document.querySelector('.live-state')?.textContent === 'Live'")
        record(database, log, 20, len(log.events))
        until(page, "document.body.textContent.includes('South wins')")
        page.close()
