"""The page of an event in use, in windows of every size: all in sight, nothing moves while one steps."""

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
from tests.viewer.conftest import answering, blank, opened
from tests.viewer.test_browser import at, stepping, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
WORDS = "document.querySelector('#words .no').textContent"


@pytest.fixture(scope="module")
def western(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of a game of two hands by the western rules, with everything written down."""
    path = tmp_path_factory.mktemp("western") / "club.db"
    lines: list[bytes] = []
    Game(load("western"), 7, 1, hands=2).play(lines.append)
    with open_store(path) as store:
        store.import_game("western-7-1", [event_body(json.loads(line)) for line in lines])
    with answering(create_app(path, patience=60)) as found:
        yield f"{found}/games/western-7-1"


def box(page: Page, selector: str) -> dict[str, float]:
    """Where an element is on the screen."""
    found: dict[str, float] = page.eval_on_selector(
        selector, "one => { const { top, left, bottom, right } = one.getBoundingClientRect();"
        " return { top, left, bottom, right }; }",
    )  # fmt: skip
    return found


SCREENS = [(360, 740, "tall"), (412, 915, "tall"), (844, 390, "wide"), (667, 375, "wide"), (768, 1024, "wide"),
           (1280, 800, "wide")]  # fmt: skip


@pytest.mark.parametrize(("width", "height", "layout"), SCREENS)
def test_the_whole_table_and_the_controls_are_in_sight_at_once(
    browser: Browser, western: str, width: int, height: int, layout: str
) -> None:
    """On a phone, upright and across, on a tablet and on a desk; nothing lies over the table."""
    page = stepping(browser, f"{western}/events/60", width=width, height=height)
    table = box(page, f"svg.{layout}")
    assert table["top"] >= 0
    assert table["bottom"] <= height
    controls = [box(page, ".steps"), box(page, ".slide")]
    assert all(one["top"] >= 0 and one["bottom"] <= height for one in controls)
    assert all(one["top"] >= table["bottom"] or one["left"] >= table["right"] for one in controls)


def test_thumbs_find_the_buttons(browser: Browser, western: str) -> None:
    """Whatever is tapped on a phone is at least 40 pixels high, the buttons of the steps as wide too."""
    page = blank(browser, width=360, height=740, has_touch=True, is_mobile=True)
    page.goto(f"{western}/events/60")
    size = "all => all.map(one => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    assert all(min(one) >= 40 for one in page.eval_on_selector_all(".step", size))
    others = page.eval_on_selector_all(".views a, .jumps a, .jumps button, .files a, summary, .top a, .tool", size)
    assert [one for one in others if one[0] and one[1] < 39.9] == []


MOVED = """async ([watched, table]) => {
  const places = () => JSON.stringify([
    ...watched.map((one) => document.querySelector(one).getBoundingClientRect()),
    document.querySelector(table).getBoundingClientRect().top,
  ]);
  const before = places(), moved = [];
  while (!document.querySelector("[data-part=crumb]").innerText.includes("hand 2")) {
    await mjlog.go(mjlog.now() + 1);
    if (places() !== before) moved.push(mjlog.now());
  }
  return moved;
}"""
"""Events at which something is elsewhere than before, from here to the beginning of the second hand."""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740), (820, 1180)])
def test_nothing_that_is_clicked_moves_while_one_steps(browser: Browser, western: str, width: int, height: int) -> None:
    """Through claims, the end of a hand with words of several lines, its scores, and into the next.

    On a telephone the table grows by a row as the discards do, between its top and the controls, which stay.
    """
    page = stepping(browser, f"{western}/events/140", width=width, height=height)
    watched = ["[data-step=next]", "#slider", *([] if width == 360 else ["svg.wide", ".views", ".jumps"])]
    assert page.evaluate(MOVED, [watched, "svg.tall" if width == 360 else "svg.wide"]) == []


@pytest.mark.parametrize("width", [1280, 820, 360])
def test_marks_stand_where_the_knob_goes(browser: Browser, western: str, width: int) -> None:
    page = stepping(browser, f"{western}/events/60", width=width)
    marks = page.eval_on_selector_all(
        ".marks a", "all => all.map(one => { const { left, right } = one.querySelector('path').getBoundingClientRect();"
        " return [(left + right) / 2, Number(one.getAttribute('href').match(/[0-9]+$/)[0])]; })",
    )  # fmt: skip
    track = box(page, "#slider")
    assert len(marks) > 3
    for middle, seq in marks:
        page.evaluate(f"void mjlog.go({seq})")
        at(page, seq)
        part = page.eval_on_selector("#slider", "one => (one.value - one.min) / (one.max - one.min)")
        knob = track["left"] + 8 + (track["right"] - track["left"] - 16) * part
        assert abs(middle - knob) < 2, seq


def test_the_keyboard_keeps_its_place(browser: Browser, western: str) -> None:
    """At a step, at the last one too; at a link whose address changes with every step; in the list, by arrows."""
    page = stepping(browser, f"{western}/events/60")
    for way, key in (("next", "Enter"), ("last", "Enter")):
        page.focus(f"a[data-step={way}]")
        before = page.evaluate(WORDS)
        page.keyboard.press(key)
        until(page, f"{WORDS} !== '{before}'")
        assert page.evaluate("document.activeElement.dataset.step") == way
    view = page.locator("[data-part=views] a[data-view^='@']").nth(1).get_attribute("data-view")
    page.focus(f"[data-part=views] a[data-view='{view}']")
    before = page.evaluate(WORDS)
    page.keyboard.press("ArrowLeft")
    until(page, f"{WORDS} !== '{before}'")
    assert page.evaluate("document.activeElement.dataset.view") == view
    page.focus("[data-part=log] a[aria-current]")
    seq = int(page.evaluate(WORDS))
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    at(page, seq - 2)
    assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.box')") is None, "the list is one stop"


def test_the_list_shows_what_is_asked_for_and_panel_and_pace_are_kept(browser: Browser, western: str) -> None:
    page = stepping(browser, f"{western}/events/60?view=open")
    shown = "all => [...new Set(all.filter(one => one.offsetParent).map(one => one.className))]"
    assert {"is-draw", "is-discard", "is-pass"} <= set(page.eval_on_selector_all(".box li:not(.go-around)", shown))
    page.click("[data-only=discard]")
    assert page.eval_on_selector_all(".box li:not(.go-around)", shown) == ["is-discard"]
    page.click("[data-only='']")
    assert page.locator(".box li.go-around").count() > 5
    assert page.is_visible("#panel-claims")
    page.click("[data-tab=hands]")
    page.select_option("#pace", "0.5")
    page.goto(f"{western}/events/90?view=open")
    assert [page.is_visible(f"#panel-{tab}") for tab in ("claims", "hands")] == [False, True]
    assert page.input_value("#pace") == "0.5"


def test_on_a_phone_the_list_is_a_tab(browser: Browser, western: str) -> None:
    """And no letter of a seat lies over a name, for no style of the page's text may reach into the picture."""
    page = stepping(browser, f"{western}/events/60", width=360, height=740)
    for seat in "ESWN":
        disc, name = (box(page, f'svg.tall [data-n="name.{seat}"] {part}') for part in ("rect", "text.name"))
        assert disc["right"] < name["left"]
    for tab in ("hands", "log", "claims"):
        page.click(f"[data-tab={tab}]")
        assert page.is_visible(f"#panel-{tab}")
        assert page.is_visible("#panel-log") is (tab == "log")
    assert box(page, "#view")["bottom"] <= 740
    view = page.locator("#view option[value^='@']").nth(1).get_attribute("value")
    page.select_option("#view", view)
    until(page, f"new URLSearchParams(location.search).get('view') === '{view}'")


def test_nothing_without_use_is_shown_without_a_script(browser: Browser, western: str) -> None:
    page = opened(browser, f"{western}/events/60", java_script_enabled=False)
    for selector in ("#play", "#slider", "#pace", "#whole", "#keys", ".tool.scripted", ".tabs", ".filter [role]"):
        assert page.is_hidden(selector), selector
    assert page.is_visible(".goto button")
    assert page.is_visible("#at")
    assert page.locator(".marks a").first.is_visible()


def test_a_hand_with_four_scores_is_printed_on_one_sheet(browser: Browser, western: str) -> None:
    """Dark on light, whatever the screen is."""
    page = blank(browser, color_scheme="dark")
    for number in (1, 2):
        page.goto(f"{western}/hands/{number}")
        for paper in ("A4", "Letter"):
            assert page.pdf(format=paper).count(b"/Type /Page\n") == 1, paper
    assert page.locator(".score").count() == 4
    page.emulate_media(media="print")
    colours = page.eval_on_selector("h3", "one => getComputedStyle(one).color")
    assert colours in ("rgb(0, 0, 0)", "rgb(29, 33, 38)")


@pytest.mark.parametrize("path", ["", "/hands/1"])
def test_a_game_can_be_read_on_a_phone_without_moving_it_sideways(browser: Browser, western: str, path: str) -> None:
    """The totals of all four players are in sight; the table of a hand is the upright one."""
    page = opened(browser, f"{western}{path}", width=360, height=740)
    if path:
        assert page.is_visible("svg.tall")
        assert page.is_hidden("svg.wide")
    else:
        right = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
        assert page.eval_on_selector_all(".hands .running", right) <= 352


# -- the page of an event in windows of every size, with a script and without -----------------------------------------


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
