"""Disputes in a real browser: pages that fit and stand in nobody's way, dossiers that print on two sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.disputes.case import disputes_in
from mjlog.viewer import create_app
from mjlog.viewer.pages.alone import dossier_html
from samples import LOGS, SAMPLES, name_of
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample
from tests.disputes.test_dossier_words import crowded
from tests.viewer.conftest import TOO_WIDE, answering, blank, check_by_axe, store_games
from tests.viewer.test_browser import until
from tests.viewer.test_browser_pages import AT_REST
from tests.viewer.test_dispute_pages import disputed, ruled
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PAGES = ["ruled/disputes", "ruled/disputes/30", "open/disputes/22", "open/events/22", "live/disputes/40", "open"]
RULED = sorted((SAMPLES / "disputes").glob("*-ruled.mjlog.jsonl"))
SETS = ("american", "bmja", "dead-wall", "default", "dmjl", "mahjiang", "pung-chi", "western")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of games with disputes."""
    logs = (disputed(won(Log("open")), 22), ruled(), disputed(played(7, 30, Log("live")), 40))
    path = store_games(tmp_path_factory.mktemp("disputes") / "club.db", *logs)
    with answering(create_app(path, patience=60)) as address:
        yield address


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_fit_and_nothing_stands_in_the_way(browser: Browser, club: str, path: str) -> None:
    page = blank(browser, color_scheme="light")
    page.goto(f"{club}/games/{path}")
    if path == "open/disputes/22":
        boxes = page.eval_on_selector_all(".picture use.tile", "all => all.map(one => one.getBBox().width)")
        assert len(boxes) > 50, "the picture of the table is drawn"
        assert min(boxes) > 10
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE) <= 0, width
        check_by_axe(page, width)
        page.emulate_media(color_scheme="dark")
        until(page, AT_REST)
        check_by_axe(page, width, "color-contrast")
        page.emulate_media(color_scheme="light")


def sheets(browser: Browser, html: str, path: Path) -> int:
    """How many sheets of A4 a page takes on paper; what a screen reader would miss in it fails."""
    path.write_text(html, "utf-8")
    page = blank(browser)
    page.goto(path.as_uri())
    check_by_axe(page)
    printed = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page[^s]", printed))


@pytest.mark.parametrize("name", SETS)
def test_a_dossier_prints_on_two_sheets_in_every_rule_set(browser: Browser, tmp_path: Path, name: str) -> None:
    """A set laid down, a win, a payment; late in the hand, when most lies on the table."""
    view = view_of_sample(next(path for path in LOGS if name_of(path) == name))
    hand = view.played[0]
    types = {getattr(view.rows[place], "type", ""): view.seq_at(place) for place in range(hand.first, hand.end)}
    for kind in ("expose", "mahjong", "settlement"):
        found = dossier_of(view, types.get(kind, view.seq_at(hand.end - 1)))
        assert 1 <= sheets(browser, dossier_html(found), tmp_path / f"{kind}.html") <= 2, kind


@pytest.mark.parametrize("path", [None, *RULED], ids=lambda path: path and name_of(path))
def test_a_dossier_with_rulings_prints_on_two_sheets(browser: Browser, tmp_path: Path, path: Path | None) -> None:
    """Of every sample; of nine objections to one event, five rulings, forty corrections, and much said in each."""
    view = view_of_events(crowded().events) if path is None else view_of_sample(path)
    dispute = 30 if path is None else disputes_in(view)[0].seq
    assert sheets(browser, dossier_html(dossier_of(view, dispute)), tmp_path / "page.html") <= 2
