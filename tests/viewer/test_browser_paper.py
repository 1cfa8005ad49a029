"""Every kind of page on paper: what is printed of a game of each rule set is found in the text of the PDF."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from mjlog.chain import event_body
from mjlog.rulesets import load, shipped
from mjlog.simulate import Game
from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.viewer.conftest import answering, blank
from tests.viewer.tables import begun, serving, tables_of
from tests.viewer.test_browser_pages import AMERICAN
from tests.viewer.test_browser_pages import PAGES as PAGES_OF_ALL

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
HANDLES = ("wilhelmina-anne", "maximilian-otto", "theodora-of-ulm", "bartholomew-jnr")
"""Names as long as a column has room for letters of them."""
CENTIMETRE, A4 = 96 / 2.54, 21
CUT_OFF = """() => {
  const paper = document.documentElement;
  const boxes = [...document.querySelectorAll("body *")].filter((one) => {
    const { overflowX, overflowY, position } = getComputedStyle(one);
    const isShown = one.getClientRects().length && position !== "absolute";
    const isBox = overflowX !== "visible" || overflowY !== "visible";
    return isShown && isBox && !one.closest("svg, select, textarea, input");
  });
  const isWide = (one) => one.scrollWidth > one.clientWidth + 1;
  const isCut = (one) => isWide(one) || (one !== paper && one.scrollHeight > one.clientHeight + 1);
  return [paper, ...boxes].filter(isCut).map((one) => one.outerHTML.slice(0, 80));
}"""
"""What is wider than the paper, or would have to be scrolled to."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A club that has played by each rule set: three hands, an objection to an event of the last."""
    path = tmp_path_factory.mktemp("paper") / "club.db"
    with open_store(path) as store:
        for ruleset in shipped():
            lines: list[bytes] = []
            Game(load(ruleset), 2, 1, hands=3).play(lines.append)
            log = b"\n".join(lines)
            for player, handle in zip(json.loads(lines[0])["players"], HANDLES, strict=False):
                log = log.replace(json.dumps(player).encode(), json.dumps(handle).encode())
            events = [json.loads(line) for line in log.splitlines()]
            objection = {"type": "dispute", "seq": len(events), "on": len(events) - 6, "text": "that was not said"}
            events[0]["game"], events[-1]["seq"] = ruleset, len(events) + 1
            store.import_game(ruleset, [event_body(event) for event in (*events[:-1], objection, events[-1])])
    with answering(create_app(path, patience=60)) as found:
        yield found


OF_A_GAME = {
    "": ".hands tbody tr:last-child .running", "/events/LAST": "svg.wide .total", "/hands/WON": ".payments td b",
    "/sheet": ".sum td", "/disputes/DISPUTE": ".points tbody .num",
}  # fmt: skip
OF_ALL = {
    "/": (4, ".games tbody td:nth-child(2)"), "/league": (4, ".gain"),
    f"/players/{HANDLES[0]}": (1, ".figures dd, .list td.num"), f"/find?player={HANDLES[0]}": (4, ".list td.num"),
}  # fmt: skip
"""Each kind of page, of how many players it is, and where its last totals stand."""


def squeezed(text: str) -> str:
    """A text without the breaks that depend on where its lines end."""
    return "".join(text.split())


def printed(page: Page) -> str:
    """The text of the page on A4, held upright."""
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "1cm")
    reader = PdfReader(io.BytesIO(page.pdf(format="A4", margin=margin)))
    return squeezed("".join(sheet.extract_text() for sheet in reader.pages))


def is_printed(page: Page, address: str, totals: str, handles: Sequence[str]) -> None:
    """Asserts that these names and all totals of a page are on paper, and nothing of it is cut off."""
    assert page.goto(address).ok, address
    shown = page.eval_on_selector_all(totals, "all => all.map((one) => one.textContent)")
    assert any(any(letter.isdigit() for letter in total) for total in shown), address
    text = printed(page)
    assert [handle for handle in handles if handle not in text] == [], address
    assert [total for total in map(squeezed, shown) if total not in text] == [], address
    fits_the_paper(page, address)


@pytest.mark.parametrize("ruleset", shipped())
def test_every_name_and_every_last_total_of_a_game_is_on_paper(browser: Browser, club: str, ruleset: str) -> None:
    page = blank(browser, width=1440, height=900)
    game = page.request.get(f"{club}/api/v1/games/{ruleset}").json()
    page.goto(f"{club}/games/{ruleset}")
    won, last = page.locator(".hands tr:has(.won) th").last.inner_text(), game["events"]
    for path, totals in OF_A_GAME.items():
        at = path.replace("LAST", str(last - 2)).replace("DISPUTE", str(last - 1)).replace("WON", won)
        is_printed(page, f"{club}/games/{ruleset}{at}", totals, HANDLES[: len(game["players"])])


@pytest.mark.parametrize("path", OF_ALL)
def test_every_name_and_every_total_of_all_games_is_on_paper(browser: Browser, club: str, path: str) -> None:
    players, totals = OF_ALL[path]
    is_printed(blank(browser, width=1440, height=900), club + path, totals, HANDLES[:players])


def fits_the_paper(page: Page, kind: str) -> None:
    """Asserts that nothing of a page is cut off on A4 with margins of one or two centimetres."""
    page.emulate_media(media="print")
    for margin in (1, 2):
        page.set_viewport_size({"width": round((A4 - 2 * margin) * CENTIMETRE), "height": 1000})
        assert page.evaluate(CUT_OFF) == [], (kind, margin)
    page.emulate_media(media="null")
    page.set_viewport_size({"width": 1440, "height": 900})


def test_nothing_of_any_page_is_cut_off_on_paper(browser: Browser, address: str, american: str) -> None:
    page = blank(browser)
    for url in (
        *(address + path for path in PAGES_OF_ALL),
        *(f"{american}/games/told{path}" for path in AMERICAN),
        f"{address}/games/faulty/events/29/why",
        f"{address}/games/faulty/disputes/29",
    ):
        answer = page.goto(url)
        assert answer.ok or url.endswith("/nowhere"), url
        fits_the_paper(page, url)


def test_the_page_of_a_recorder_fits_its_paper(browser: Browser, tmp_path: Path) -> None:
    with serving(begun(tmp_path / "club.db", "hand table")) as app, answering(app) as found:
        page = blank(browser)
        for path in ("", "/link"):
            page.goto(tables_of(app).keys.link(found, "tuesday"))
            page.goto(f"{found}/record/tuesday{path}")
            fits_the_paper(page, path)
