"""Disputes in a real browser: pages that fit and stand in nobody's way, dossiers that print on two sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from mjlog.disputes.case import disputes_in
from mjlog.viewer import create_app
from mjlog.viewer.pages.alone import dossier_html
from samples import LOGS, SAMPLES, name_of
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample
from tests.disputes.test_dossier_words import crowded
from tests.viewer.conftest import answering, opened, store_games
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


@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_and_nothing_stands_in_the_way(browser: Browser, club: str, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    for path in PAGES:
        page.goto(f"{club}/games/{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], path
    page.close()


def test_the_picture_of_the_table_is_drawn(browser: Browser, club: str) -> None:
    page = opened(browser, f"{club}/games/open/disputes/22")
    boxes = page.eval_on_selector_all(".picture use.tile", "all => all.map(one => one.getBBox().width)")
    assert len(boxes) > 50
    assert min(boxes) > 10
    page.close()


def sheets(browser: Browser, html: str, path: Path) -> int:
    """How many sheets of A4 a page takes on paper; what a screen reader would miss in it fails."""
    path.write_text(html, "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert Axe().run(page).response["violations"] == []
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
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


def test_a_dossier_with_a_ruling_prints_on_two_sheets(browser: Browser, tmp_path: Path) -> None:
    found = dossier_of(view_of_events(ruled().events), 30)
    assert sheets(browser, dossier_html(found), tmp_path / "ruled.html") <= 2


def test_many_objections_rulings_and_corrections_print_on_two_sheets(browser: Browser, tmp_path: Path) -> None:
    """Nine objections to one event, five rulings, forty corrections, and much said in each."""
    found = dossier_of(view_of_events(crowded().events), 30)
    assert sheets(browser, dossier_html(found), tmp_path / "crowded.html") <= 2


@pytest.mark.parametrize("path", RULED, ids=name_of)
def test_every_ruled_sample_prints_on_two_sheets(browser: Browser, tmp_path: Path, path: Path) -> None:
    view = view_of_sample(path)
    dispute = disputes_in(view)[0].seq
    assert sheets(browser, dossier_html(dossier_of(view, dispute)), tmp_path / "page.html") <= 2
