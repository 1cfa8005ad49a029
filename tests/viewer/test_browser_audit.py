"""The report of an audit, opened as a file in a real browser: nothing else needed, fit for everybody and for paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner

from mjlog_cli.main import main
from samples import SAMPLES
from tests.viewer.conftest import opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
NAMES = ("wrong-score", "not-on-card", "bad-json", "charleston-count", "set-not-held", "wrong-break")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a report on faults of many kinds, of two games in a database among them."""
    page = tmp_path_factory.mktemp("report") / "audit.html"
    logs = [str(SAMPLES / "findings" / f"{name}.mjlog.jsonl") for name in NAMES]
    address = "http://127.0.0.1:8008"
    assert CliRunner().invoke(main, ["report", *logs, "--out", str(page), "--viewer", address]).exit_code == 1
    return Path(page).as_uri()


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_it_scrolls_nowhere_sideways_and_the_browser_has_nothing_to_complain_of(
    browser: Browser, report: str, width: int
) -> None:
    """Its own policy allows its style, and nothing is fetched."""
    page = opened(browser, report, width=width)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("getComputedStyle(document.querySelector('.finding')).borderLeftWidth") == "4px"
    assert {url.partition("#")[0] for url in asked} == {report}
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_anybody(browser: Browser, report: str, scheme: str) -> None:
    """What axe finds: contrast, names, roles, order. The page allows no script, so the check goes past its policy."""
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True)
    page = context.new_page()
    page.goto(report)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []
    context.close()


def test_tiles_are_drawn_from_the_page_itself(browser: Browser, report: str) -> None:
    page = opened(browser, report)
    missing = page.evaluate(
        "[...document.querySelectorAll('.scene use')].filter(use => !document.querySelector("
        "`symbol[id=\"${use.getAttribute('href').slice(1)}\"]`)).length"
    )
    assert page.locator(".scene use").count() > 20
    assert missing == 0
    page.close()


def test_a_finding_is_reached_from_the_list_of_games(browser: Browser, report: str) -> None:
    page = opened(browser, report)
    page.get_by_role("link", name="wrong-break").click()
    page.wait_for_url("**#*")
    assert page.evaluate("document.querySelector(':target h3').textContent") == "wrong-break"
    page.close()


def test_on_paper_no_story_is_torn_in_two(browser: Browser, report: str) -> None:
    page = opened(browser, report)
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.finding')).breakInside") == "avoid"
    assert not page.locator("details").first.is_visible()
    page.close()
