"""The report of an audit, opened as a file in a real browser: nothing else needed, fit for everybody and for paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from mjlog_cli.main import main
from samples import SAMPLES
from tests.viewer.conftest import TOO_WIDE, blank, check_by_axe, opened

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


def test_it_scrolls_nowhere_sideways_and_the_browser_has_nothing_to_complain_of(browser: Browser, report: str) -> None:
    """Its own policy allows its style, and nothing is fetched."""
    page = opened(browser, report)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE) <= 0, width
        assert page.evaluate("getComputedStyle(document.querySelector('.finding')).borderLeftWidth") == "4px"
    assert {url.partition("#")[0] for url in asked} == {report}


def test_nothing_stands_in_the_way_of_anybody(browser: Browser, report: str) -> None:
    """The page allows no script, so the check goes past its policy."""
    page = blank(browser, bypass_csp=True)
    page.goto(report)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check_by_axe(page, scheme)


def test_tiles_are_drawn_a_finding_is_reached_and_on_paper_no_story_is_torn_in_two(
    browser: Browser, report: str
) -> None:
    page = opened(browser, report)
    missing = page.evaluate(
        "[...document.querySelectorAll('.scene use')].filter(use => !document.querySelector("
        "`symbol[id=\"${use.getAttribute('href').slice(1)}\"]`)).length"
    )
    assert page.locator(".scene use").count() > 20
    assert missing == 0
    page.get_by_role("link", name="wrong-break").click()
    page.wait_for_url("**#*")
    assert page.evaluate("document.querySelector(':target h3').textContent") == "wrong-break"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('.finding')).breakInside") == "avoid"
    assert not page.locator("details").first.is_visible()
