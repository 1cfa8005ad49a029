"""Recording by taps on a telephone of 360 pixels: results and acts, without a connection and back, two telephones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from flask import Flask

from mjlog.rulesets import default_rules, shipped
from mjlog.store import open_store
from mjlog.tiles import PLAIN_KINDS
from tests.viewer.conftest import COMPLAINTS, TOO_WIDE, answering, check_by_axe, context_of
from tests.viewer.tables import begun, entered, serving, session_of, tables_of
from tests.viewer.test_browser import until
from tests.viewer.test_browser_pages import AT_REST

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
SIZES = "all => all.map(one => one.getBoundingClientRect()).map(({ width, height }) => [width, height])"
TAPPED = "#recorder :is(button:not(.vh), label:has([type=radio]), input[type=text]), .button"
SENT = "document.querySelector('.unsent').textContent === '' && document.querySelector('#text').value === ''"


@contextmanager
def table(path: Path) -> Iterator[tuple[Flask, str]]:
    """A viewer that records a game, and its address."""
    with serving(path) as app, answering(app) as address:
        yield app, address


def telephone(browser: Browser, **more: Any) -> BrowserContext:
    """A telephone of 360 pixels; 320 where that is asked for."""
    return context_of(browser, **{"width": 360, "height": 740, "has_touch": True, "is_mobile": True, **more})


def opened(context: BrowserContext, link: str) -> Page:
    """The page of the table, opened by its link."""
    page = context.new_page()
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    page.goto(link)
    page.wait_for_selector("#recorder")
    return page


@contextmanager
def at_the_table(browser: Browser, path: Path, many: int = 1) -> Iterator[Any]:
    """The page of a table on a telephone; `many`: on so many telephones."""
    with table(path) as (app, address):
        link = tables_of(app).keys.link(address, "tuesday")
        pages = [opened(telephone(browser), link) for _each in range(many)]
        yield pages[0] if many == 1 else pages


def tap(page: Page, *selectors: str) -> None:
    """Tap one after the other."""
    for selector in selectors:
        page.tap(selector)


def tile(code: str) -> str:
    """The button of a tile."""
    return f"[data-tile][value='{code}']"


def says(page: Page, selector: str, words: str) -> None:
    """Wait until these words stand there."""
    until(page, f"document.querySelector({json.dumps(selector)})?.textContent.includes({json.dumps(words)}) ?? false")


def is_sent(page: Page) -> None:
    """Wait until nothing waits to be sent."""
    until(page, SENT)


def test_an_evening_s_results_are_tapped(browser: Browser, tmp_path: Path) -> None:
    """Who won, from whom, what: who pays whom stands there before it is entered, and the next hand comes up."""
    path = begun(tmp_path / "club.db")
    with at_the_table(browser, path) as page:
        assert "#" not in page.url
        tap(page, "label:has([name=winner][value=s])", "label:has([name=from][value=fe])")
        for seat, points in (("s", "48"), ("e", "8"), ("w", "4"), ("n", "2")):
            page.fill(f"[data-points={seat}]", points)
        assert page.input_value("#text") == "hand result smfe8/48/4/2"
        says(page, ".preview", "East −76, South +192, West −54, North −62 (East 96 to South")
        page.tap("#line .main")
        says(page, ".due", "ben wins")
        says(page, ".result h2", "of the next hand")
        tap(page, "label:has([name=winner][value=e])", "label:has([name=from][value=w])")
        for seat, points in (("e", "20"), ("s", "2"), ("w", "4"), ("n", "6")):
            page.fill(f"[data-points={seat}]", points)
        assert page.input_value("#text") == "ew20/2/4/6"
        says(page, ".preview", "with a tile from the wall")
        page.tap("#line .main")
        says(page, ".due", "hand 2")
        tap(page, "label:has([name=winner][value='-'])")
        assert page.input_value("#text") == "wash"
        page.tap("#line .main")
        says(page, ".due", "hand 3")
        tap(page, "button[name=tap][value=end]", "#line .main")
        says(page, ".due", "the game is over")
    with open_store(path) as store:
        types = [json.loads(body)["type"] for body in store.bodies("tuesday")]
    assert (types.count("hand-start"), types[-1]) == (3, "game-end")


WORTH = ".worth:not([data-seat])"
SEEN = "all => all.filter((one) => one.offsetParent).map((one) => one.dataset.{})"
"""What the elements of a page that are seen are marked with."""


def test_results_of_riichi_are_tapped_by_han_and_fu(browser: Browser, tmp_path: Path) -> None:
    """Who was in riichi, who won from whom with how many han and fu, or a limit; after a draw who was ready."""
    path = begun(tmp_path / "club.db", ruleset="riichi")
    with at_the_table(browser, path) as page:
        tap(page, "label:has([name=riichi][value=s])", "label:has([name=winner][value=s])")
        tap(page, "label:has([name=from][value=fe])")
        page.fill(f"{WORTH} [name=han]", "3")
        page.fill(f"{WORTH} [name=fu]", "30")
        assert page.input_value("#text") == "hand result s! smfe3h30"
        says(page, ".preview", "East −3900, South +4900")
        is_fine(page)
        page.tap("#line .main")
        says(page, ".due", "ben wins")
        tap(page, "button[name=tap][value=pay]", "#line .main")
        says(page, ".latest", "1000 of it from the pot")
        tap(page, "label:has([name=winner][value='-'])")
        assert page.input_value("#text") == "wash r-"
        tap(page, "label:has([name=ready][value=e])", "label:has([name=ready][value=w])")
        assert page.input_value("#text") == "wash rew"
        says(page, ".preview", "East +1500")
        page.tap("#line .main")
        says(page, ".due", "a drawn hand")
        tap(page, "label:has([name=winner][value=n])", "label:has([name=from][value=w])")
        page.select_option(f"{WORTH} [name=limit]", "mangan")
        assert page.input_value("#text") == "nmwmangan"
        says(page, ".preview", "North +8300")


@pytest.mark.parametrize(("ruleset", "asked"), [("mcr", "e"), ("american", "e"), ("western", "eswn")])
def test_as_many_numbers_are_asked_for_as_the_rules_need(
    browser: Browser, tmp_path: Path, ruleset: str, asked: str
) -> None:
    """The winner's alone, where the winner alone scores."""
    path = begun(tmp_path / f"{ruleset}.db", ruleset=ruleset)
    with at_the_table(browser, path) as page:
        tap(page, "label:has([name=winner][value=e])", "label:has([name=from][value=fs])")
        assert "".join(page.locator(".points input").evaluate_all(SEEN.format("points"))) == asked


def test_a_new_game_asks_for_the_options_of_the_rule_set_that_is_chosen(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db")
    with table(path) as (app, address):
        context = telephone(browser)
        page = context.new_page()
        page.goto(tables_of(app).keys.link(address, None))
        page.wait_for_selector("#ruleset")
        page.tap("summary")
        for ruleset in ("riichi-ema", "western"):
            page.select_option("#ruleset", ruleset)
            assert page.locator("[data-of]").evaluate_all(SEEN.format("of")) == [ruleset]
            assert page.locator("[data-of]:not([disabled])").count() == 1
        is_fine(page)


def test_several_who_won_one_tile_are_tapped(browser: Browser, tmp_path: Path) -> None:
    """Whoever else won it has a worth, too; the nearest to the discarder comes first; one's own draw is won alone."""
    path = begun(tmp_path / "club.db", ruleset="riichi")
    with at_the_table(browser, path) as page:
        tap(page, "label:has([name=winner][value=n])", "label:has([name=from][value=w])")
        assert not page.is_visible(".also")
        tap(page, "label:has([name=from][value=fe])", ".also summary")
        assert [page.is_visible(f".also [data-seat={seat}]") for seat in "eswn"] == [False, True, True, False]
        page.fill(f"{WORTH} [name=han]", "3")
        page.fill(f"{WORTH} [name=fu]", "30")
        page.select_option(".also [data-seat=s] [name=limit]", "mangan")
        assert page.input_value("#text") == "hand result smfemangan+n3h30"
        says(page, ".preview", "East −11900, South +8000")
        is_fine(page)
        page.tap("#line .main")
        tap(page, "button[name=tap][value=pay]", "#line .main")
        says(page, ".latest", "North gains 3900")


def test_acts_are_tapped_tile_by_tile(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path) as page:
        tap(page, tile("5b"), "button[name=tap][value=sp]", tile("9d"))
        assert page.input_value("#text") == "5b sp 9d"
        says(page, ".preview", "South discards 9 dots")
        page.tap("#line .main")
        is_sent(page)
        tap(page, tile("1c"), "[data-verb='2']", tile("2c"), tile("3c"))
        tap(page, "[data-seat=e]", tile("rd"), "[data-verb=k]", tile("4d"))
        assert page.input_value("#text") == "1c 2c3c erd k4d"
        tap(page, "[data-back]", "[data-back]", "[data-back]")
        assert page.input_value("#text") == "1c"
        tap(page, "#line .main")
        is_sent(page)
        tap(page, ".keep button[value=undo]")
        says(page, ".latest li", "South discards 9 dots")
        tap(page, ".keep button[value=ink]")
        until(page, "!document.querySelector('.latest .pencil')")
        tap(page, "[data-seat=e]", tile("5b"), tile("6b"), "#line .main")
        says(page, ".asked", "did it happen at the table?")
        assert page.input_value("#text") == "e5b 6b"
        tap(page, ".asked button[name=do]")
        until(page, "!document.querySelector('.asked')")
    assert entered(path)[-2:] == ["East discards 5 bamboo", "South discards 6 bamboo"]


def test_an_american_hand_is_tapped_with_charleston_jokers_and_dice(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand table", ruleset="american")
    with at_the_table(browser, path) as page:

        def enter(typed: str, *selectors: str) -> None:
            tap(page, *(one if one.startswith("[") else f"button[value='{one}']" for one in selectors))
            until(page, f"document.querySelector('#text').value === {json.dumps(typed)}")
            page.tap("#line .main")
            is_sent(page)

        enter("r34", "[data-die='3']", "[data-die='4']")
        for typed in ("o", "o", "wob1 so eo no", "no-", "eo2 wo2 so0 no0"):
            enter(typed, *typed.split())
        enter("9b 7c 3c skj 4d", "9b", "7c", "3c", "sk", "[data-glue]", "4d")
        enter("ew js3c jk", "ew", "[data-verb=js]", "3c", "jk")
        tap(page, "[data-seat=s]", "[data-verb=h]", *map(tile, ("nw", "nw", "ff", "ff", "5d", "rd", "jk")))
        assert page.input_value("#text") == "sh nnwfff5drdjk"
    assert entered(path)[-2] == "North gives 3 characters for the joker in South's exposed kong"


def test_what_is_tapped_stays_under_the_thumb(browser: Browser, tmp_path: Path) -> None:
    """However much is said above it of what was tapped, or entered."""
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path) as page:
        page.evaluate("document.querySelector('.pad').scrollIntoView({ block: 'center' })")
        top = "document.querySelector('.pad').getBoundingClientRect().top"
        before = page.evaluate(top)
        tap(page, tile("5b"))
        until(page, "document.querySelector('.whose [name=tap]')")
        assert abs(page.evaluate(top) - before) < 2
        tap(page, "#line .main")
        is_sent(page)
        says(page, ".latest li", "East discards 5 bamboo")
        assert abs(page.evaluate(top) - before) < 2


def test_without_a_connection_everything_is_kept_and_sent_once_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    """Also when the page is closed meanwhile, and when an answer is lost on its way."""
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path) as page:
        lost = []
        page.route("**/record/tuesday", lambda route: (lost.append(route.fetch()), route.abort())
                   if "do=enter" in (route.request.post_data or "") and not lost else route.continue_())  # fmt: skip
        tap(page, tile("5b"), "#line .main")
        says(page, ".latest li", "East discards 5 bamboo")
        is_sent(page)
        page.context.set_offline(True)
        says(page, ".unsent", "No connection")
        tap(page, tile("9d"), "#line .main", tile("1c"), tile("2c"), "#line .main")
        says(page, ".unsent", "not sent yet: 2")
        assert len(entered(path)) == 2
        context, here = page.context, page.url
        page.close()
        context.set_offline(False)
        page = opened(context, here)
        is_sent(page)
        says(page, ".latest li", "North discards 2 characters")
    assert len(lost) == 1
    assert [words.partition(" discards ")[0] for words in entered(path)[1:]] == ["East", "South", "West", "North"]


def test_what_does_not_fit_any_more_comes_back_and_nothing_is_lost(browser: Browser, tmp_path: Path) -> None:
    """Somebody else wrote while there was no connection."""
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path) as page:
        page.context.set_offline(True)
        tap(page, tile("5b"), "#line .main", tile("6b"), "#line .main")
        says(page, ".unsent", "not sent yet: 2")
        with open_store(path) as store:
            session_of(store).enter("5b")
        page.context.set_offline(False)
        says(page, ".preview", "somebody else wrote meanwhile")
        assert page.input_value("#text") == "5b"
        says(page, ".unsent", "look at the line below first · not sent yet: 1")
        page.tap("[data-back]")
        until(page, "document.querySelector('#text').value === '6b'")
        says(page, ".preview", "South discards 6 bamboo")
        page.tap("#line .main")
        is_sent(page)
    assert entered(path)[1:] == ["East discards 5 bamboo", "South discards 6 bamboo"]


def test_two_pages_of_one_telephone_lose_nothing_of_each_other(browser: Browser, tmp_path: Path) -> None:
    """What one of them entered without a connection the other sends, when the first is closed."""
    path = begun(tmp_path / "club.db", "hand table")
    with table(path) as (app, address):
        context = telephone(browser)
        one, other = (opened(context, tables_of(app).keys.link(address, "tuesday")) for _each in range(2))
        context.set_offline(True)
        tap(one, tile("5b"), "#line .main")
        says(other, ".unsent", "not sent yet: 1 (5b)")
        one.close()
        other.fill("#text", "9d")
        other.tap("#line .main")
        says(other, ".unsent", "not sent yet: 2 (5b · 9d)")
        context.set_offline(False)
        is_sent(other)
    assert entered(path)[1:] == ["East discards 5 bamboo", "South discards 9 dots"]


def test_two_telephones_see_each_other_s_pencil_and_ink(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path, 2) as (one, other):
        tap(one, tile("5b"), "#line .main")
        says(other, ".latest li", "East discards 5 bamboo")
        until(other, "Boolean(document.querySelector('.latest .pencil'))")
        tap(other, tile("9d"))
        tap(one, ".keep button[value=ink]")
        until(other, "!document.querySelector('.latest .pencil')")
        assert other.input_value("#text") == "9d"
        tap(other, "#line .main")
        says(one, ".latest li", "South discards 9 dots")


WEST_FROM_THE_WALL = ("label:has([name=winner][value=w])", "label:has([name=from][value=w])")
TOLD = "somebody else wrote meanwhile: this would mean something else now"
NAMES = "all => all.map(one => one.textContent)"


def names_in_the_form(page: Page) -> list[str]:
    """Who can be tapped as the winner."""
    found: list[str] = page.eval_on_selector_all(".who-won b", NAMES)
    return found


@pytest.mark.parametrize("is_shown", [False, True])
@pytest.mark.parametrize("rules", ["western", "riichi"])
def test_a_result_belongs_to_the_hand_and_the_people_it_was_tapped_for(
    browser: Browser, tmp_path: Path, rules: str, is_shown: bool
) -> None:
    """Both tap a result: however soon the second one enters it, it is not that of whoever sits there then."""
    path = begun(tmp_path / "club.db", "hand result", ruleset=rules)
    with at_the_table(browser, path, 2) as (one, other):
        tap(one, *WEST_FROM_THE_WALL)
        if rules == "riichi":
            one.select_option(f"{WORTH} [name=limit]", "mangan")
        else:
            one.fill("[data-points=w]", "48")
        line = one.input_value("#text")
        says(one, ".preview", "West declares mahjong")
        tap(other, "label:has([name=winner][value='-'])", *(["label:has([name=ready][value=s])"] * (rules == "riichi")))
        other.tap("#line .main")
        is_sent(other)
        other.fill("#text", "pay; hand" if rules == "riichi" else "hand")
        other.tap("#line .main")
        is_sent(other)
        before = entered(path)
        if is_shown:
            says(one, ".due", "hand 2")
            says(one, ".preview", "it was for hand 1 (East anna, South ben, West cleo, North dora)")
            assert names_in_the_form(one)[:4] == ["anna", "ben", "cleo", "dora"]
            assert one.is_checked("[name=winner][value=w]")
        one.tap("#line .main")
        says(one, ".preview", TOLD)
        until(one, "document.querySelector('.result h2').textContent.trim() === 'Result'")
        assert (one.input_value("#text"), entered(path)) == (line, before)
        assert names_in_the_form(one)[:4] == (
            ["ben", "cleo", "dora", "anna"] if rules == "riichi" else ["anna", "ben", "cleo", "dora"]
        )
        one.tap("#line .main")
        is_sent(one)
    assert any(words.startswith("West declares mahjong") for words in entered(path))


def test_a_form_that_is_half_filled_stays_as_it_is(browser: Browser, tmp_path: Path) -> None:
    """Nothing that was tapped is lost, and none of it is taken for another hand; an emptied line gives it up."""
    path = begun(tmp_path / "club.db", "hand result")
    with at_the_table(browser, path, 2) as (one, other):
        tap(one, *WEST_FROM_THE_WALL)
        one.fill("[data-points=e]", "8")
        assert one.input_value("#text") == ""
        other.fill("#text", "wash hand")
        other.tap("#line .main")
        says(one, ".due", "hand 2")
        says(one, ".preview", TOLD)
        assert (one.input_value("[data-points=e]"), one.is_checked("[name=winner][value=w]")) == ("8", True)
        one.fill("[data-points=w]", "48")
        assert one.input_value("#text") == "8/ww48/"
        says(one, ".preview", "it was for hand 1")
        one.tap("[data-back]")
        until(one, "!document.querySelector('[name=winner]:checked')")
        assert entered(path)[-1].startswith("Hand 2 begins")


def test_a_line_belongs_where_it_was_begun_when_the_page_is_loaded_anew_too(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand result", "sm8/48/4/2")
    with at_the_table(browser, path, 2) as (one, other):
        tap(one, "button[name=tap][value=pay]")
        says(one, ".preview", "The hand is paid")
        other.fill("#text", "pay; hand; sm8/48/4/2")
        other.tap("#line .main")
        is_sent(other)
        one.reload()
        says(one, ".preview", "it was for hand 1")
        one.tap("#line .main")
        says(one, ".preview", TOLD)
        assert one.input_value("#text") == "pay"
    assert not entered(path)[-1].startswith("The hand is paid")


def test_what_somebody_else_wrote_is_undone_by_whoever_has_been_told(browser: Browser, tmp_path: Path) -> None:
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path, 2) as (one, other):
        tap(one, tile("5b"), "#line .main")
        is_sent(one)
        says(other, ".latest li", "East discards 5 bamboo")
        tap(other, tile("9d"), "#line .main")
        says(one, ".latest li", "South discards 9 dots")
        one.tap(".keep button[value=undo]")
        says(one, ".preview", "look what the last act is now")
        assert entered(path)[-1] == "South discards 9 dots"
        one.tap(".keep button[value=undo]")
        says(one, ".latest li", "East discards 5 bamboo")
        one.tap(".keep button[value=undo]")
        says(one, ".latest li", "Hand 1 begins")


def test_what_is_typed_slowly_beside_the_play_of_others_is_entered(browser: Browser, tmp_path: Path) -> None:
    """A fine is of a player in a hand, whatever is discarded meanwhile."""
    path = begun(tmp_path / "club.db", "hand table")
    with at_the_table(browser, path, 2) as (one, other):
        one.tap(".faults summary")
        one.tap("button[value='penalty s']")
        for code in ("5b", "9d"):
            tap(other, tile(code), "#line .main")
            is_sent(other)
        says(one, ".latest li", "South discards 9 dots")
        one.fill("#text", "penalty s 50 talking")
        one.tap("#line .main")
        is_sent(one)
    assert entered(path)[-1].startswith("South pays a penalty of 50")


def test_a_name_tapped_before_one_s_own_result_is_taken_is_that_of_its_hand(browser: Browser, tmp_path: Path) -> None:
    """Without a connection the form still shows who sat where: the second result comes back to be looked at."""
    path = begun(tmp_path / "club.db", "hand result", ruleset="riichi")
    with at_the_table(browser, path) as page:
        page.context.set_offline(True)
        says(page, ".unsent", "No connection")
        for _time in range(2):
            tap(page, *WEST_FROM_THE_WALL)
            page.select_option(f"{WORTH} [name=limit]", "mangan")
            page.tap("#line .main")
        says(page, ".unsent", "not sent yet: 2")
        page.context.set_offline(False)
        says(page, ".preview", "it was for hand 1")
        assert page.input_value("#text") == "wmwmangan"
    assert [words for words in entered(path) if words.startswith("Hand")] == entered(path)[:1]


def test_the_form_works_without_a_script(browser: Browser, tmp_path: Path) -> None:
    """The key is typed in, taps and the line are sent as forms."""
    path = begun(tmp_path / "club.db")
    with table(path) as (app, address):
        context = telephone(browser, java_script_enabled=False)
        page = context.new_page()
        page.goto(f"{address}/record/tuesday")
        page.fill("#key", tables_of(app).keys.of("tuesday"))
        page.tap("#open button")
        page.tap("button[value='hand table']")
        page.wait_for_selector("#text[value='hand table']")
        page.fill("#text", "hand table 5b")
        page.tap("button[value=look]")
        page.wait_for_selector(".preview:has-text('East discards 5 bamboo')")
        page.press("#text", "Enter")
        page.wait_for_selector(".latest")
        page.tap(tile("9d"))
        page.wait_for_selector("#text[value='9d']")
    assert entered(path)[-1] == "East discards 5 bamboo"


@pytest.mark.parametrize("width", [320, 360])
def test_thumbs_find_everything_and_nothing_stands_in_the_way(browser: Browser, tmp_path: Path, width: int) -> None:
    """Before, in and after a hand: buttons of 44 pixels, nothing to be scrolled sideways, nothing that axe finds."""
    with table(begun(tmp_path / "club.db")) as (app, address):
        page = telephone(browser, width=width, height=640).new_page()
        page.goto(f"{address}/record")
        is_fine(page)
        page.goto(tables_of(app).keys.link(address, None))
        page.wait_for_selector("#new")
        is_fine(page)
        page.goto(f"{address}/record/tuesday")
        tap(page, "label:has([name=winner][value=s])")
        is_fine(page)
        for line in ("hand table 5b sp 9d", "s1b 2b", "4d smfw; s=48"):
            page.fill("#text", line)
            until(page, "document.querySelector('.preview').textContent.trim() !== ''")
            is_fine(page)
            page.tap("#line .main")
            until(page, f"document.querySelector('.asked') !== null || {SENT}")
            is_fine(page)
            if page.locator(".asked").count():
                page.tap(".asked button")
                is_sent(page)
        page.goto(f"{address}/record/tuesday/link")
        is_fine(page)


BELOW_UNDO = """(() => {
  const foot = document.querySelector('.keep').getBoundingClientRect().bottom
  const below = document.querySelectorAll('#recorder :is(button, label):not(.bar *)')
  const tops = [...below].map(one => one.getBoundingClientRect())
  return Math.min(...tops.filter(one => one.height && one.top >= foot).map(one => one.top)) - foot
})()"""
"""The room below `Undo`; the bar is left out, for whatever is scrolled passes under it."""


def is_fine(page: Page) -> None:
    """Nothing is too small for a thumb, too near to `Undo`, too wide for the screen, or wrong to axe."""
    assert not page.locator(".keep").count() or page.evaluate(BELOW_UNDO) >= 14, page.url
    assert page.evaluate(TOO_WIDE) <= 0, page.url
    small = [one for one in page.eval_on_selector_all(TAPPED, SIZES) if one[0] and min(one) < 43.9]
    assert small == [], page.url
    check_by_axe(page)
    page.emulate_media(color_scheme="dark")
    until(page, AT_REST)
    check_by_axe(page, f"{page.url}, dark", "color-contrast")
    page.emulate_media(color_scheme="light")


KEYS = """() => [...document.querySelectorAll("[data-tile]")].map((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const isOnTop = one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  const isInSight = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return isOnTop && isInSight && Math.min(width, height) >= 43.9;
})"""
"""Of each key of a tile, whether a thumb finds it."""


@pytest.mark.parametrize("ruleset", shipped())
def test_the_keys_of_all_tiles_are_in_sight_without_scrolling(browser: Browser, tmp_path: Path, ruleset: str) -> None:
    """Upright and across, on a tablet; also while something is said of what was tapped, and scrolled."""
    kinds = sum(map(bool, default_rules(ruleset).plan.copies[:PLAIN_KINDS]))
    with at_the_table(browser, begun(tmp_path / "club.db", "hand table", ruleset=ruleset)) as page:
        for width, height in ((360, 740), (390, 844), (740, 360), (768, 1024)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.fill("#text", "")
            until(page, "document.querySelector('.preview').textContent.trim() === ''")
            keys = page.evaluate(KEYS)
            assert len(keys) >= kinds
            assert all(keys), (width, height)
            page.fill("#text", "5b")
            until(page, "document.querySelector('.preview').textContent.trim() !== ''")
            page.evaluate("scrollTo(0, 200)")
            assert all(page.evaluate(KEYS)), (width, height)


# -- a tournament of twelve, recorded over three rounds by three telephones, and its table on a page and in one file --


PICTURES = os.environ.get("MJLOG_PICTURES")
"""A folder for pictures of what was seen, for whoever wants to look."""


class OneHand(NamedTuple):
    """A game of one hand that the clock ends: who sits where, from East on, what is tapped, and a fine.

    `by`: the seat that wins, or none; `way`: from whom, or `w`; `worth`: a limit, or han and fu; `ready`: at a draw.
    """

    players: str
    by: str = "-"
    way: str = ""
    worth: str = ""
    ready: str = ""
    fine: str = ""


ROUNDS = (
    (
        OneHand("anna ben cleo dora", "s", "fe", "mangan"),
        OneHand("emil fay gus ivo", "e", "w", "mangan"),
        OneHand("jan kim lea max", "n", "fe", "3 30", fine="penalty s 5000 late"),
    ),
    (
        OneHand("anna emil jan kim", "n", "w", "haneman"),
        OneHand("ben fay lea cleo", ready="s"),
        OneHand("dora gus ivo max", "e", "fs", "mangan"),
    ),
    (
        OneHand("max anna ben gus", "w", "fn", "1 30"),
        OneHand("cleo emil kim ivo", "s", "w", "yakuman"),
        OneHand("dora fay jan lea"),
    ),
)
# By hand: what each round brought, in thousands, and all. 15 / 5 / -5 / -15 for the places, shared by equal ones.
TABLE = {
    "emil": ("+27.0", "−3.0", "+47.0", "+71.0"), "ben": ("+23.0", "−6.0", "+16.0", "+33.0"),
    "dora": ("0.0", "+27.0", "0.0", "+27.0"), "max": ("+18.9", "0.0", "0.0", "+18.9"),
    "kim": ("−5.0", "+27.0", "−8.0", "+14.0"), "fay": ("−9.0", "+18.0", "0.0", "+9.0"),
    "lea": ("0.0", "−6.0", "0.0", "−6.0"), "ivo": ("−9.0", "0.0", "−8.0", "−17.0"),
    "jan": ("−18.9", "−3.0", "0.0", "−21.9"), "cleo": ("0.0", "−6.0", "−31.0", "−37.0"),
    "anna": ("−23.0", "−21.0", "0.0", "−44.0"), "gus": ("−9.0", "−27.0", "−16.0", "−52.0"),
}  # fmt: skip


def begin_game(page: Page, link: str, session: int, number: int, players: str) -> None:
    """A new game of a round, by the form of the telephone."""
    page.goto(link)
    page.wait_for_selector("#ruleset")
    page.select_option("#ruleset", "riichi-ema")
    for at, player in enumerate(players.split()):
        page.fill(f"#player{at}", player)
    page.tap("summary")
    for field, text in (("at-table", str(number)), ("tournament", "Rhine Open"), ("session", str(session))):
        page.fill(f"#{field}", text)
    picture(page, f"begin-{session}-{number}")
    page.tap("button[value=new]")
    page.wait_for_selector("#recorder")


def play(page: Page, one: OneHand, name: str) -> None:
    """Its hand is tapped, paid, and the game is over."""
    tap(page, f"label:has([name=winner][value='{one.by}'])")
    if one.way:
        tap(page, f"label:has([name=from][value={one.way}])")
    for seat in one.ready:
        tap(page, f"label:has([name=ready][value={seat}])")
    if " " in one.worth:
        for field, text in zip(("han", "fu"), one.worth.split(), strict=True):
            page.fill(f"{WORTH} [name={field}]", text)
    elif one.worth:
        page.select_option(f"{WORTH} [name=limit]", one.worth)
    picture(page, f"result-{name}")
    tap(page, "#line .main")
    if one.by != "-":
        says(page, ".due", "win")
        tap(page, "button[name=tap][value=pay]", "#line .main")
    says(page, ".latest", "paid" if one.by != "-" else "drawn")
    if one.fine:
        page.fill("#text", one.fine)
        tap(page, "#line .main")
        says(page, ".latest", "off the final score")
    tap(page, "button[name=tap][value=end]", "#line .main")
    says(page, ".due", "the game is over")
    says(page, ".ending a", "The table of Rhine Open")
    picture(page, f"over-{name}")


def picture(page: Page, name: str) -> None:
    """What is seen now, where somebody wants pictures."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_twelve_play_three_rounds_at_three_telephones(browser: Browser, tmp_path: Path) -> None:
    """Every sum by hand, after each round; the offered rule set is the one that was played last."""
    path = tmp_path / "club.db"
    open_store(path).close()
    with table(path) as (app, address):
        pages = [telephone(browser).new_page() for _ in range(3)]
        link = tables_of(app).keys.link(address, None)
        for session, games in enumerate(ROUNDS, 1):
            for number, (page, one) in enumerate(zip(pages, games, strict=True), 1):
                begin_game(page, link, session, number, one.players)
            for number, (page, one) in enumerate(zip(pages, games, strict=True), 1):
                play(page, one, f"{session}-{number}")
        page = pages[0]
        page.goto(link)
        page.wait_for_selector("#ruleset")
        assert page.input_value("#ruleset") == "riichi-ema"
        page = pages[1]
        page.tap(".ending a")
        page.wait_for_selector(".league")
        picture(page, "league")
        is_fine(page)
        lines = page.locator(".league section table").first.locator("tbody tr")
        assert lines.count() == len(TABLE)
        for at, (player, cells) in enumerate(TABLE.items()):
            words = lines.nth(at).inner_text().split()
            assert words[1] == player
            assert [one for one in words if one in cells][-1] == cells[-1]
            assert [words[2], words[4], words[6]] == list(cells[:3]), (player, words)
        page.get_by_role("link", name="1", exact=True).click()
        page.wait_for_url("**after=1*")
        first = page.locator(".league section table").first.locator("tbody tr").first.inner_text().split()
        assert first[:2] == ["1", "emil"]
