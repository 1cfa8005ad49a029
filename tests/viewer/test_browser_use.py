"""The page of an event in use: all in sight on a phone, nothing moves while one steps, the keyboard keeps its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from mjlog.chain import event_body
from mjlog.rulesets import load
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
