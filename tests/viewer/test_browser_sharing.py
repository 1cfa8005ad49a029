"""Sharing in a real browser: frames in pages of others, a picture, a game in one file that is opened from disk."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from werkzeug.serving import make_server

from mjlog.audit.game import Game
from mjlog.rulesets import load
from mjlog.sources import stored_game
from mjlog.store import open_readonly
from mjlog.viewer import create_app
from mjlog.viewer.faces import TILES_FILE
from mjlog.viewer.pages.replay import _reader, replay_html
from tests.viewer import tiles_picture
from tests.viewer.conftest import answering, blank, check_by_axe, opened
from tests.viewer.drawn_tables import by_chance

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def framing(database: Path) -> Iterator[tuple[int, str]]:
    """The port of a foreign site, whose pages show in a frame what they are asked to; a viewer that allows it."""

    def site(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [("Content-Type", "text/html")])
        return [f'<iframe src="{environ["QUERY_STRING"]}" width="800" height="720"></iframe>'.encode()]

    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    allowed = f"http://localhost:{server.server_port}"
    with answering(create_app(database, patience=60, embed=(allowed,))) as found:
        yield server.server_port, found
    server.shutdown()
    thread.join()
    server.server_close()


def framed_by(browser: Browser, site: str, address: str) -> Page:
    """A page of this site with a table in a frame, which has been loaded or refused."""
    page = blank(browser, width=900)
    page.goto(f"{site}/?{address}", wait_until="networkidle")
    return page


def test_a_table_is_stepped_in_a_page_of_the_site_that_is_allowed(browser: Browser, framing: tuple[int, str]) -> None:
    port, address = framing
    page = framed_by(browser, f"http://localhost:{port}", f"{address}/embed/games/won/events/20")
    frame = page.frames[1]
    assert frame.locator("svg.board:visible").count() == 1
    before = frame.locator("#words").inner_text()
    frame.click('a[data-step="next"]')
    frame.wait_for_function("before => document.getElementById('words').innerText !== before", arg=before)
    frame.wait_for_function("() => location.pathname === '/embed/games/won/events/21'")
    assert frame.locator(".top").is_hidden()


@pytest.mark.parametrize(("site", "path"), [
    ("127.0.0.1", "/embed/games/won/events/20"), ("localhost", "/games/won/events/20"),
])  # fmt: skip
def test_elsewhere_a_frame_stays_empty(browser: Browser, framing: tuple[int, str], site: str, path: str) -> None:
    port, address = framing
    page = framed_by(browser, f"http://{site}:{port}", address + path)
    assert page.frames[1].locator("svg.board").count() == 0


def test_the_moment_is_shared_as_a_picture_and_as_a_frame(browser: Browser, address: str, tmp_path: Path) -> None:
    page = opened(browser, f"{address}/games/won/events/22")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("text=Share")
    with page.expect_download() as saved:
        page.click('a[data-copy="PNG"]')
    assert saved.value.suggested_filename == "22.png"
    saved.value.save_as(tmp_path / "22.png")
    assert (tmp_path / "22.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    page.click('a[data-copy="frame"]')
    page.wait_for_function("() => window.copied")
    assert f'<iframe src="{address}/embed/games/won/events/22"' in page.evaluate("window.copied")
    check_by_axe(page)


@pytest.fixture(scope="module")
def won(database: Path) -> Game:
    """The game that was won."""
    with open_readonly(database) as store:
        return Game(stored_game(store, "won", "won"))


@pytest.fixture(scope="module")
def replay(won: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as one file."""
    path = tmp_path_factory.mktemp("replay") / "won.html"
    path.write_text("".join(replay_html(won)), "utf-8")
    return path


def test_a_game_in_one_file_is_stepped_without_a_net(browser: Browser, replay: Path) -> None:
    """Steps, keys, views, what was found: from disk, and nothing is asked of anybody."""
    page = blank(browser)
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(replay.as_uri())
    page.wait_for_function("() => window.mjlog?.frame()")
    before = page.inner_text("#words")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("before => document.getElementById('words').innerText !== before", arg=before)
    assert page.locator("svg.wide use.tile[href='#back']").count() < 60, "all hands lie open"
    page.keyboard.press("t")
    page.wait_for_url("**?view=table#/events/*")
    page.wait_for_function("() => window.mjlog?.frame()")
    assert page.get_attribute("[data-part=views] a[aria-current]", "data-view") == "table"
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('[data-part=scores]').innerText !== ''")
    assert page.evaluate("getComputedStyle(document.querySelector('svg.wide .felt')).fill") != "rgb(0, 0, 0)"
    assert {url.split("?")[0].split("#")[0] for url in asked} == {replay.as_uri()}
    assert said == []
    check_by_axe(page)


def test_things_lie_above_one_another_as_they_are_drawn(browser: Browser, replay: Path, won: Game) -> None:
    """Wherever one comes from: forwards, backwards, in jumps."""
    page = opened(browser, replay.as_uri())
    page.wait_for_function("() => window.mjlog?.frame()")
    reader = _reader(won, "open")
    for number, place in [*list(enumerate(won.stops))[::7], *list(enumerate(won.stops))[::-9]]:
        page.evaluate("number => window.mjlog.goTo(number)", number)
        page.wait_for_function("number => window.mjlog.frame().number === number", arg=number)
        scene = reader.moment(place).scene("wide")
        drawn = page.eval_on_selector_all("svg.wide g.sprites > g", "all => all.map((one) => one.dataset.n)")
        assert drawn == (list(scene.sprites) if scene is not None else [])


def test_the_film_of_a_file_is_unpacked_hand_by_hand(browser: Browser, tmp_path: Path) -> None:
    """From the first event to the last one, in a view that is kept, past the ends of hands."""
    game = by_chance(load("western"))
    (tmp_path / "two.html").write_text("".join(replay_html(game)), "utf-8")
    page = opened(browser, f"{(tmp_path / 'two.html').as_uri()}?view=S")
    page.wait_for_function("() => window.mjlog?.frame()")
    for key, seq in (("Shift+End", game.last_seq), ("Shift+Home", 1), ("PageDown", game.seq_at(game.played[0].first))):
        page.keyboard.press(key)
        page.wait_for_function("seq => location.hash === `#/events/${seq}`", arg=seq)
        assert page.inner_text("#words .no") == str(seq)
    page.keyboard.press("PageDown")
    second = game.seq_at(game.played[1].first)
    page.wait_for_function("seq => window.mjlog.now() === seq", arg=second)
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("seq => window.mjlog.now() === seq", arg=second - 1)
    assert page.locator("[data-part=log] a[aria-current=step]").count() == 1
    assert page.get_attribute("[data-part=views] a[aria-current]", "data-view") == f"@{game.players[1]}"


def test_a_game_in_one_file_fits_a_telephone(browser: Browser, replay: Path) -> None:
    page = opened(browser, replay.as_uri(), width=360, height=740)
    page.wait_for_function("() => window.mjlog?.frame()")
    assert page.locator("svg.board:visible").get_attribute("class") == "scene tall board"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{replay.as_uri()}?view=S")
    page.wait_for_function("() => window.mjlog?.frame()")
    assert page.locator("svg.board:visible").get_attribute("class") == "scene tall board"
    assert page.locator("svg.tall [data-n^='h.S.'] use[href='#back']").count() == 0, "the viewer's hand is seen"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => document.querySelectorAll('svg.wide [data-n^=\"h.S.\"]').length > 12")


def test_a_game_in_one_file_is_small(replay: Path) -> None:
    """One short hand: what does not depend on the game is the most of it."""
    assert len(gzip.compress(replay.read_bytes())) < 80_000


def test_the_tiles_of_previews_are_those_that_are_drawn(browser: Browser) -> None:
    """A face that was changed is to be drawn anew: `python -m tests.viewer.tiles_picture`."""
    rows = tiles_picture.drawn(browser)
    kept = tiles_picture.read(TILES_FILE.read_bytes())
    far = sum(tiles_picture.apart(one, other) > 120 for row, known in zip(rows, kept, strict=True)
              for one, other in zip(row, known, strict=True))  # fmt: skip
    assert far < len(rows) * len(rows[0]) / 500
