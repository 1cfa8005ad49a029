"""A tournament of twelve, recorded over three rounds by three telephones, and its table on a page and in one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from mjlog.store import open_store
from tests.viewer.tables import tables_of
from tests.viewer.test_browser_telephone import WORTH, is_fine, says, table, tap, telephone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
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
