"""A hand laid by taps on a telephone: the tiles write the line, which is what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.store import open_store
from tests.viewer.conftest import COMPLAINTS, answering, blank, check_by_axe
from tests.viewer.tables import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
KEYS = "all => all.filter(key => key.offsetWidth).map(key => [key.offsetWidth, key.offsetHeight])"
CASES = [
    ("riichi", "hand 2b 3b 4b 5b 7b 3c 4c 0c 6d 7d 8d 8d 8d; won 6b; word riichi; indicators 7d; under 1b",
     "S in E 23457b 340c 67888d +6b ron riichi indicators=7d under=1b", "South: 12000"),
    ("bmja", "hand Rd 2b 3b 4b 5d 5d Rd; open 2c 2c 2c; down 2d 2d 2d 2d; hand 2f; won Rd",
     "S in E 234b 55d RRd 2f (222c) [2222d] +Rd discard", None),
    ("american", "hand 2b Wd 2b 6b Rd Rd Rd Gd Gd Gd 6c 6c Wd; won Wd",
     "S in E 226b 66c RRRGGGWWd +Wd discard", "South: 30"),
]  # fmt: skip


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The form, on a telephone of 390 pixels."""
    open_store(tmp_path / "games.db").close()
    with serving(tmp_path / "games.db") as app, answering(app) as address:
        page = blank(browser, width=390, height=844, has_touch=True, is_mobile=True)
        page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
        page.goto(f"{address}/score")
        yield page


def lay(page: Page, moves: str) -> None:
    """Tap what is named: where the tiles go, and the tiles; or words."""
    for move in moves.split("; "):
        where, *keys = move.split()
        if where != "word":
            page.check(f"[name=to][value={where}]")
        for key in keys:
            page.tap(f'[data-{"word" if where == "word" else "tile"}="{key}"]')


@pytest.mark.parametrize(("ruleset", "moves", "line", "total"), CASES)
def test_taps_write_the_line_that_is_asked(page: Page, ruleset: str, moves: str, line: str, total: str | None) -> None:
    page.select_option("#ruleset", ruleset)
    lay(page, moves)
    assert page.input_value("#hands") == line
    check_by_axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert all(width >= 36 and height >= 44 for width, height in page.eval_on_selector_all("#pad button", KEYS))
    page.tap("button[type=submit]")
    page.wait_for_selector(".score")
    assert total is None or page.inner_text(".score h2") == total
    assert page.input_value("#hands") == line


def test_a_tile_is_taken_back_and_a_line_is_typed_beside_the_taps(page: Page) -> None:
    page.select_option("#ruleset", "western")
    lay(page, "hand 1b 2b 3b; open 5d 5d 5d")
    page.tap("[data-act=back]")
    assert page.input_value("#hands") == "S in E 123b (55d)"
    page.fill("#hands", "W in S 123b (555d)")
    lay(page, "won 9c; word wall; word last-tile; word last-tile")
    assert page.input_value("#hands") == "W in S 123b (555d) +9c wall"
    page.tap("[data-act=next]")
    lay(page, "hand Ew")
    assert page.input_value("#hands").split("\n")[1].endswith(" Ew")
    assert page.input_value("#hands").split("\n")[0] == "W in S 123b (555d) +9c wall"


def test_what_was_typed_stays_as_it_is(page: Page) -> None:
    page.select_option("#ruleset", "riichi")
    page.fill("#hands", "South, East round: 123m eew 99b")
    lay(page, "hand 9b")
    kept = page.input_value("#hands")
    assert [part in kept for part in ("South, East round:", "123m", "eew", "999b", "S in E")] == [True] * 4 + [False]


def test_only_tiles_and_words_of_the_rule_set_are_keys(page: Page) -> None:
    for ruleset, there, gone in (("riichi", "0b", "1f"), ("bmja", "1f", "0b"), ("american", "Jk", "1s")):
        page.select_option("#ruleset", ruleset)
        assert page.is_visible(f'[data-tile="{there}"]')
        assert not page.is_visible(f'[data-tile="{gone}"]')
