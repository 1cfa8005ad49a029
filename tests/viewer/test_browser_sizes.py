"""The page of an event in windows of every size, with a script and without: what lies where, and nothing over it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from mjlog.chain import event_body
from mjlog.rulesets import load, shipped
from mjlog.simulate import Game
from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.viewer.conftest import answering, opened
from tests.viewer.test_browser import stepping, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
SIZES = [
    (1440, 900), (1366, 768), (1024, 768), (1024, 500), (960, 700), (768, 1024), (740, 360), (390, 844), (360, 740),
]  # fmt: skip
PHONES = [(360, 740), (390, 844)]
BETWEEN = [size for size in SIZES if size not in PHONES]
ROOM = {(1440, 900): 300, (1366, 768): 200, (1024, 768): 160}
"""How high the list is at least, whatever is said below it."""
SMALL = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { textContent: words, parentElement: of } = texts.currentNode;
    const isSeen = words.trim() && of.checkVisibility({ visibilityProperty: true });
    if (!isSeen || of.closest(".vh, noscript, svg, sup")) continue;
    const size = parseFloat(getComputedStyle(of).fontSize);
    if (size < 11.99 && of.getBoundingClientRect().width > 1) found.push([words.trim().slice(0, 30), size]);
  }
  return found;
}"""
"""What is written in letters of less than twelve pixels, the table apart, which has a test of its own."""
GAMES = {name: Game(load(name), 2, 1, hands=1) for name in shipped()}
BOXES = """() => {
  const side = ":is(.steps, .slide > :not(.vh), .views, .words, .jumps, .said, .card, noscript .lines, .box, .tabs,"
    + " .panel)";
  const seen = [...document.querySelectorAll(`.stage, .side ${side}, .below`)];
  const named = seen.map((one) => [one.id || one.className, one.getBoundingClientRect()]);
  const all = named.filter(([, box]) => box.width && box.height);
  return all.flatMap(([name, one], at) => all.slice(at + 1).filter(([, other]) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1).map(([other]) => [name, other]));
}"""
"""Pairs of parts that lie over one another."""
PLACES = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect().toJSON();
  return { list: box(".box"), tabs: box(".tabs"), words: box(".words"), steps: box(".steps"),
           slider: box("#slider"), table: box("svg.board.wide"),
           here: box(".box [aria-current=step]") };
}"""
HIDDEN = "all => all.map((one) => one.scrollWidth - one.clientWidth)"
COVERED = """async ([first, last]) => {
  const found = [];
  for (let seq = first; seq <= last; seq += 1) {
    await window.mjlog.go(seq);
    const table = document.querySelector("svg.tall").getBoundingClientRect();
    const bar = document.querySelector(".controls").getBoundingClientRect();
    if (table.bottom > bar.top + 1) found.push([seq, table.bottom, bar.top]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, list[dict[str, Any]]]]]:
    """A viewer of a hand by each rule set, and their events."""
    path = tmp_path_factory.mktemp("sizes") / "club.db"
    played: dict[str, list[dict[str, Any]]] = {}
    with open_store(path) as store:
        for name, game in GAMES.items():
            lines: list[bytes] = []
            game.play(lines.append)
            played[name] = [json.loads(line) for line in lines]
            store.import_game(played[name][0]["game"], [event_body(event) for event in played[name]])
    with answering(create_app(path, patience=60)) as found:
        yield f"{found}/games", played


def address(events: list[dict[str, Any]], seq: int) -> str:
    """The path of an event."""
    return f"{events[0]['game']}/events/{seq}"


@pytest.mark.parametrize("sizes", [BETWEEN, PHONES], ids=["wide", "tall"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_nothing_lies_over_anything_else(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]], script: bool, sizes: list[tuple[int, int]]
) -> None:
    """In the middle of a hand, when it is won, when it is paid."""
    found, played = games
    page = opened(browser, "about:blank", width=sizes[0][0], height=sizes[0][1], java_script_enabled=script)
    for name in ("western", "american", "riichi"):
        events = played[name]
        won = next(event["seq"] for event in events if event["type"] == "mahjong")
        for seq in (won // 2, won, len(events) - 1):
            page.goto(f"{found}/{address(events, seq)}")
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                over = page.evaluate(BOXES)
                if script and sizes is PHONES:
                    # What is scrolled below the bar comes into sight above it.
                    over = [pair for pair in over if not {"steps", "track", "count", "view", "words"} & set(pair)]
                assert over == [], (name, seq, width)


@pytest.mark.parametrize("size", BETWEEN, ids=str)
def test_table_words_and_steps_are_in_sight_and_the_list_has_a_height(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]], size: tuple[int, int]
) -> None:
    """The list shows where one is; what else is told of the event begins at the next screen at the latest."""
    found, played = games
    for name in ("western", "riichi"):
        events = played[name]
        page = stepping(browser, f"{found}/{address(events, len(events) * 2 // 3)}", width=size[0], height=size[1])
        places = page.evaluate(PLACES)
        for part in ("table", "words", "steps"):
            assert places[part]["height"] > 10, part
            assert places[part]["top"] >= 0, part
            assert places[part]["bottom"] <= size[1], part
        assert ROOM.get(size, 70) <= places["list"]["height"] <= size[1]
        assert places["slider"]["width"] >= (300 if size[0] > 1200 else 60)
        assert places["tabs"]["top"] < 1.5 * size[1]
        assert places["list"]["top"] <= places["here"]["bottom"]
        assert places["here"]["top"] <= places["list"]["bottom"]


@pytest.mark.parametrize("ruleset", shipped())
def test_on_a_phone_the_whole_table_lies_above_the_bar(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]], ruleset: str
) -> None:
    """At every event of a hand: the nearest player's discards, the tile just discarded among them."""
    found, played = games
    last = len(played[ruleset]) - 1
    page = stepping(browser, f"{found}/{address(played[ruleset], last)}", width=PHONES[0][0], height=PHONES[0][1])
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED, [max(2, last - 60), last]) == [], width


@pytest.mark.parametrize("ruleset", shipped())
def test_the_pages_of_a_game_and_of_a_hand_hide_no_column(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]], ruleset: str
) -> None:
    """Hands of all players, and who pays whom; on the narrowest phone what was recorded is scrolled to."""
    found, played = games
    page = opened(browser, "about:blank")
    for path, look, spare in (("", ".list", 0), ("/hands/1", ".payments", 40)):
        page.goto(f"{found}/{played[ruleset][0]['game']}{path}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            hidden = page.eval_on_selector_all(f".scroll:has({look})", HIDDEN)
            assert max(hidden, default=0) <= (spare if width < 390 else 0), (path, width, hidden)


def test_no_letters_are_smaller_than_twelve_pixels(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]]
) -> None:
    found, played = games
    page = opened(browser, "about:blank")
    paths = ["/", "/league", "/find", "/score", "/look", f"/players/{played['riichi'][0]['players'][0]}"]
    for name in ("western", "riichi", "american"):
        game, last = played[name][0]["game"], len(played[name]) - 1
        paths += [f"/games/{game}{rest}" for rest in ("", "/sheet", "/hands/1", f"/events/{last}", f"/disputes/{last}")]
    for path in paths:
        page.goto(found.removesuffix("/games") + path)
        for width, height in ((1440, 900), (1024, 768), (740, 360), (390, 844), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SMALL) == [], (path, width)


def test_a_button_that_is_held_and_the_wheel_over_the_table_go_on_stepping(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]]
) -> None:
    found, played = games
    page = stepping(browser, f"{found}/{address(played['western'], 60)}")
    step, table = page.locator("[data-step=next].step"), page.locator(".picture")
    step.hover()
    page.mouse.down()
    until(page, "mjlog.now() > 63")
    page.mouse.up()
    held = page.evaluate("mjlog.now()")
    table.hover()
    page.mouse.wheel(0, -100)
    until(page, f"mjlog.now() < {held}")
    page.mouse.wheel(0, 100)
    until(page, f"mjlog.now() >= {held}")


def test_what_is_pressed_again_leaves_the_list_all_the_room(
    browser: Browser, games: tuple[str, dict[str, list[dict[str, Any]]]]
) -> None:
    found, played = games
    page = stepping(browser, f"{found}/{address(played['western'], 100)}", width=1366, height=768)
    tab = page.locator("[data-tab=unseen]")
    tab.click()
    with_tiles, at = page.locator(".box").bounding_box(), tab.bounding_box()
    tab.click()
    alone = page.locator(".box").bounding_box()
    assert alone["height"] > with_tiles["height"] + 60
    assert tab.bounding_box() == at
