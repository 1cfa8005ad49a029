"""Every page in a real browser: small screens, zoom, forced colours, print, accessibility; disputes, reviews."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.disputes.case import disputes_in
from mjlog.events import decode_event
from mjlog.log.records import GameRecord
from mjlog.rulesets import load
from mjlog.simulate import Game as Simulated
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer.pages.alone import dossier_html
from mjlog.views.review import review_of
from mjlog_cli.main import main
from samples import LOGS, SAMPLES, name_of
from tests.disputes.dossiers import dossier_of, view_of_events, view_of_sample
from tests.disputes.test_dossier import crowded
from tests.viewer.conftest import TOO_WIDE, answering, blank, check_by_axe, opened, store_games
from tests.viewer.test_browser import stepping, until
from tests.viewer.test_dispute_pages import disputed, ruled
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PAGES = [
    "/", "/games/won", "/games/faulty", "/games/won/hands/1", "/games/won/events/1", "/games/won/events/29?view=open",
    "/games/won/events/22?view=S", "/games/live/events/100", "/games/faulty/events/29", "/games/won/sheet", "/league",
    "/players/anna", "/find?won_by=anna", "/?q=won&sort=name", "/embed/games/won/events/22",
    "/look",
    "/score?ruleset=dmjl&hands=S+in+E+234b+55d+RRd+(222c)+[2222d]+2f+%2BRd+discard",
    "/api/v1/", "/nowhere",
]  # fmt: skip
WIDTHS = (320, 360, 768, 1280, 1440)
AT_REST = "document.getAnimations().every((one) => one.playState !== 'running')"
AMERICAN = ["", "/hands/1", "/events/25?view=open", "/events/38?view=open", "/events/52?view=open"]


@pytest.mark.parametrize("path", [*PAGES, *AMERICAN])
def test_no_page_scrolls_sideways_and_nothing_stands_in_the_way(
    browser: Browser, address: str, american: str, path: str
) -> None:
    """320 is a small phone, and 1280 at 400 %. Axe looks at the smallest and the largest; by night at contrasts alone.

    Of the American game: in the middle of the Charleston, with jokers and lines of the card, a dead hand, the end.
    """
    page = blank(browser, color_scheme="light")
    page.goto(f"{american}/games/told{path}" if path in AMERICAN else address + path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(TOO_WIDE) <= 0, width
        if width in (WIDTHS[0], WIDTHS[-1]):
            check_by_axe(page, width)
            page.emulate_media(color_scheme="dark")
            until(page, AT_REST)
            check_by_axe(page, width, "color-contrast")
            page.emulate_media(color_scheme="light")


def test_tiles_and_colours_are_drawn_in_the_picture(browser: Browser, address: str, american: str) -> None:
    """The symbols come from another file: they must really be found there. A joker has what it stands for."""
    page, widths = blank(browser), "all => all.map(one => one.getBoundingClientRect().width)"
    for path, tile, many, width in (
        (f"{address}/games/won/events/29?view=open", "tile", range(51, 500), 15),
        (f"{american}/games/told/events/35", "meant", [1], 10),
    ):
        page.goto(path)
        boxes = page.eval_on_selector_all(f"svg.wide use.{tile}", widths)
        assert len(boxes) in many
        assert min(boxes) > width
    page.goto(f"{address}/games/won/events/22.svg?view=open")
    assert page.eval_on_selector(".felt", "one => getComputedStyle(one).fill") != "rgb(0, 0, 0)", "in a file, too"


@pytest.mark.parametrize(("width", "shown"), [(1280, "wide"), (360, "tall")])
def test_the_picture_fits_the_screen_and_tiles_are_clear(
    browser: Browser, address: str, width: int, shown: str
) -> None:
    """One of the two pictures; on a phone no tile of a hand is narrower than 19 pixels."""
    page = opened(browser, f"{address}/games/won/events/22?view=open", width=width)
    assert page.locator("svg.board:visible").get_attribute("class") == f"scene {shown} board"
    narrower = "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    sizes = page.eval_on_selector_all(f'svg.{shown} [data-n^="h."] use.tile', narrower)
    assert min(sizes) >= 19


def test_colours_of_the_system_are_kept_to(browser: Browser, address: str) -> None:
    """Forced colours: what is current is still told apart, and nothing is lost."""
    page = blank(browser, forced_colors="active")
    page.goto(f"{address}/games/won/events/22?view=open")
    outline = page.eval_on_selector("[data-part=views] a[aria-current]", "one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"


def test_who_wants_no_motion_gets_none(browser: Browser, address: str) -> None:
    moving = """() => getComputedStyle(document.querySelector('svg.wide g.sprites > g')).transitionDuration"""
    for wish, expected in (("reduce", "0s"), ("no-preference", "0.18s")):
        page = blank(browser, reduced_motion=wish)
        page.goto(f"{address}/games/won/events/22")
        assert page.evaluate(moving) == expected


def test_the_event_is_announced_when_one_steps(browser: Browser, address: str) -> None:
    page = stepping(browser, f"{address}/games/won/events/20")
    assert page.get_attribute("#words", "role") == "status"
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#words .no').textContent === '21'")
    assert page.locator("#table-in-words caption").inner_text().startswith("East round, hand 1")


def test_a_hand_is_printed_on_one_sheet(browser: Browser, address: str, american: str, tmp_path: Path) -> None:
    """Also the longest: the wall played to its end; and so is the short hand."""
    log = played(11, 64, Log("long"))
    log.add("washout")
    with answering(create_app(store_games(tmp_path / "long.db", log), patience=60)) as long:
        page = blank(browser)
        for url in (f"{address}/games/won/hands/1", f"{american}/games/told/hands/1", f"{long}/games/long/hands/1"):
            page.goto(url)
            for paper in ("A4", "Letter"):
                assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, (url, paper)
        page.goto((Path(__file__).resolve().parents[2] / "docs" / "lookup" / "shorthand.html").as_uri())
        assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1


def test_what_the_server_refuses_is_shown_and_not_copied(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/events/22")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.route("**/*.txt*", lambda route: route.fulfill(status=503, body="too many are asking at once"))
    page.click("button[popovertarget=share]")
    page.click('a[data-copy="text"]')
    page.wait_for_url("**/*.txt*")
    assert page.inner_text("body") == "too many are asking at once"


def test_the_number_of_a_hand_stays_in_sight_while_its_row_is_scrolled(browser: Browser, address: str) -> None:
    page = opened(browser, f"{address}/games/won/sheet", width=360)
    row = page.locator(".points tbody:not(.sum) th").first
    before, shown = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert page.locator(".sheet .scroll").first.evaluate("box => (box.scrollLeft = 150)") == 150
    after, moved = row.bounding_box(), page.locator(".points td.total").first.bounding_box()
    assert moved["x"] == shown["x"] - 150
    assert after["x"] >= before["x"] - 20


def test_without_script_every_page_is_there_and_shows_no_button_that_does_nothing(
    browser: Browser, address: str
) -> None:
    page = blank(browser, java_script_enabled=False)
    for path in PAGES[:-1]:
        answer = page.goto(address + path)
        assert answer.ok, path
        assert page.locator("h1").count() == 1, path
        assert not [one for one in page.locator(".scripted").all() if one.is_visible()], path


# -- disputes in a real browser ---------------------------------------------------------------------------------------


DISPUTED = ["ruled/disputes", "ruled/disputes/30", "open/disputes/22", "open/events/22", "live/disputes/40", "open"]
RULED = sorted((SAMPLES / "disputes").glob("*-ruled.mjlog.jsonl"))
SETS = ("american", "bmja", "dead-wall", "default", "dmjl", "mahjiang", "pung-chi", "western")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of games with disputes."""
    logs = (disputed(won(Log("open")), 22), ruled(), disputed(played(7, 30, Log("live")), 40))
    path = store_games(tmp_path_factory.mktemp("disputes") / "club.db", *logs)
    with answering(create_app(path, patience=60)) as address:
        yield address


@pytest.mark.parametrize("path", DISPUTED)
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


# -- a game looked over and what if, in Chromium ----------------------------------------------------------------------


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


# -- the report of an audit, opened as a file in a real browser -------------------------------------------------------


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
