"""A database with a few small games, and a client of its viewer."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.serving import make_server

from mjlog.store import open_store
from mjlog.viewer import create_app
from short_logs import fields
from tests.views.american_logs import told
from tests.views.table_logs import Log, played, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ODD = 'x<b>/..\u202e&"\n'
"""A game's name as somebody who wants to harm would choose it."""
_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def store_games(path: Path, *logs: Log) -> Path:
    """A new database with these games."""
    with open_store(path) as store:
        for log in logs:
            store.import_game(log.events[0]["game"], log.bodies())
    return path


def looking(path: Path, *logs: Log, **more: Any) -> FlaskClient:
    """Somebody who looks at a database, into which these games come first. `more`: options of the viewer."""
    return create_app(store_games(path, *logs) if logs else path, **{"patience": 60, **more}).test_client()


def looking_at(path: Path, **texts: str) -> FlaskClient:
    """Somebody who looks at games in short words, by their names."""
    logs = [Log(name) for name in texts]
    for log, (name, text) in zip(logs, texts.items(), strict=True):
        log.events = fields(text)
        log.events[0]["game"] = name
    return looking(path, *logs)


class _Compiled(BytecodeCache):
    """Templates are compiled once, however many viewers the tests make."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What has been compiled already, if it is of the same text."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has been compiled."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _Compiled()}

COMPLAINTS: list[str] = []
"""What the browser has said of pages: nothing, if all is well."""
_OPEN: list[Page | BrowserContext] = []
"""What a test has opened; it is closed with the server that it is of, or with the test."""


def close_pages() -> None:
    """Close what is open."""
    while _OPEN:
        _OPEN.pop().close()


@pytest.fixture(autouse=True)
def no_complaints() -> Iterator[None]:
    """No test leaves a page open, or a complaint of the browser behind."""
    COMPLAINTS.clear()
    yield
    close_pages()
    assert COMPLAINTS == []


@contextmanager
def answering(app: Flask) -> Iterator[str]:
    """The address of a viewer that answers."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))  # so often it looks whether it is to end
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        close_pages()
        app.extensions["mjlog_streams"].closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


def context_of(browser: Browser, **options: Any) -> BrowserContext:
    """Somebody's browser. `options`: of its pages; `width`, `height` of its window."""
    window = {"width": options.pop("width", 1280), "height": options.pop("height", 800)}
    _OPEN.append(browser.new_context(viewport=window, **options))
    return _OPEN[-1]


def blank(browser: Browser, **options: Any) -> Page:
    """A page on which the browser may complain of what it is shown."""
    return context_of(browser, **options).new_page()


def opened(browser: Browser, url: str, **options: Any) -> Page:
    """A page; what the browser complains of fails the test."""
    page = blank(browser, **options)
    page.on("console", lambda message: COMPLAINTS.append(message.text))
    page.on("pageerror", lambda error: COMPLAINTS.append(str(error)))
    page.goto(url)
    return page


TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
"""How far a page has to be scrolled sideways, but for what has a bar of its own."""


def check_by_axe(page: Page, where: object = "", *rules: str) -> None:
    """What axe finds: contrast, names, roles, order, focus; or what it finds by some rules."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": [*rules]} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], where or page.url


def faulty() -> Log:
    """A game with an error in a hand that is over, and its next hand just begun."""
    log = won(Log("faulty"))
    log.events[-1]["change"] = {"E": -1982, "S": 3998, "W": -1008, "N": -1008}
    log.add("hand-start", hand=2, round="E", seats={"E": "ben", "S": "cleo", "W": "dora", "N": "anna"})
    return log


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games: won, in progress, faulty, and one with an odd name."""
    path = tmp_path_factory.mktemp("viewer") / "club.db"
    return store_games(path, won(Log("won")), played(7, 30, Log("live")), faulty(), won(Log(ODD)))


@pytest.fixture(scope="module")
def viewer(database: Path) -> Flask:
    """A viewer of the small games."""
    return create_app(database, patience=60)


@pytest.fixture
def client(viewer: Flask) -> FlaskClient:
    """Somebody who comes to the viewer for the first time."""
    return viewer.test_client()


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """A viewer of the small games that answers."""
    with answering(create_app(database, patience=60, embed=("http://club.example",))) as found:
        yield found


@pytest.fixture(scope="module")
def american(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer with a game of the American rules."""
    database = store_games(tmp_path_factory.mktemp("american") / "club.db", told("told"))
    with answering(create_app(database, patience=60)) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium: the one in `MJLOG_CHROMIUM`, or the system's."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("MJLOG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        missing = "no Chromium: install it, or name it in MJLOG_CHROMIUM"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()
