"""A game looked over and what if, in Chromium: in windows of every size, with a script and without, by axe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load
from mjlog.simulate import Game as Simulated
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.views.review import review_of
from tests.viewer.conftest import TOO_WIDE, answering, check_by_axe, opened
from tests.viewer.test_browser import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
SIZES = [(1440, 900), (1366, 768), (1024, 768), (960, 700), (768, 1024), (740, 360), (390, 844), (360, 740)]
RULE_SETS = ("western", "riichi", "american")
SMALL = """() => [...document.querySelectorAll("main a, main button, main input")].map((one) =>
  one.getBoundingClientRect()).filter((box) => box.width && (box.left < 0 || box.right > innerWidth + 1)).length"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Pages of a game by a rule set each: looked over, and a variation of its first moment."""
    path, found = tmp_path_factory.mktemp("review") / "club.db", {}
    with open_store(path) as store:
        for name in RULE_SETS:
            lines: list[bytes] = []
            Simulated(load(name), 4, 1, hands=1).play(lines.append)
            rows = [decode_event(line) for line in lines]
            game = Game(GameRecord(name, name, ((row, None) for row in rows)))
            store.import_game(game.id, [event_body(json.loads(line)) for line in lines])
            found[f"{name} looked over"] = f"/games/{game.id}/review"
            lapses = [one for look in review_of(game).players.values() for one in look.lapses if one.instead]
            after, acts = (lapses[0].after, lapses[0].instead) if lapses else (game.stops[-1] // 2, "")
            found[f"{name} if"] = f"/games/{game.id}/events/{after}/if?acts={quote(acts)}"
    with answering(create_app(path, patience=60)) as address:
        yield {name: address + page for name, page in found.items()}


@pytest.mark.parametrize("name", [f"{ruleset} {page}" for ruleset in RULE_SETS for page in ("looked over", "if")])
def test_the_pages_fit_every_window_and_axe_finds_nothing(browser: Browser, pages: dict[str, str], name: str) -> None:
    """Axe looks at the largest and the smallest."""
    page = opened(browser, pages[name])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOO_WIDE) <= 0, width
        assert page.evaluate(SMALL) == 0, width
        if width in (SIZES[0][0], SIZES[-1][0]):
            check_by_axe(page, width)


def test_a_variation_goes_on_from_link_to_link_without_a_script(browser: Browser, pages: dict[str, str]) -> None:
    page = opened(browser, pages["western looked over"], java_script_enabled=False)
    page.get_by_role("link", name="what if?").first.click()
    assert page.locator(".verdict.legal").count() == 1
    page.get_by_role("link", name="Something else").click()
    page.locator(".choices a").first.click()
    assert page.locator(".verdict").count() == 1
    page.get_by_label("Acts, as the recorder takes them").fill("discard E Zz")
    page.get_by_role("button", name="Try").click()
    assert page.get_by_role("alert").count() == 1


def test_a_moment_is_marked_in_the_replay_of_its_player(browser: Browser, pages: dict[str, str]) -> None:
    page = opened(browser, pages["western looked over"])
    page.locator(".lapses a").first.click()
    until(page, "Boolean(window.mjlog?.frame())")
    assert page.locator(".marks .lapse").count() >= 1
    assert page.locator(".lines .comment.lapse").count() >= 1
