"""Names, notes and whatever else comes from a log, as somebody who wants to harm would choose them.

Every address that the application knows is asked for, so that what is added later is tried as well.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import AnyConverter, Rule

from mjlog.text import segment
from mjlog.viewer import create_app
from mjlog.viewer.pages.moment import HERE
from tests.viewer.conftest import store_games
from tests.viewer.reels import texts_of
from tests.views.table_logs import Log, played, won
from turns import TURNS, in_turn

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "end of a comment, of a text, of a title": "--></textarea></title></style><img src=x onerror=alert(1)>",
    "quotes": "\" onmouseover=\"alert(1)\" x=' onmouseover='alert(1)' style='",
    "right to left": "\u202e\u2066anna\u2069\u202c\u200f\u061c",
    "control": "a\x00b\x07c\x1b[31md\x7fe\x85f\u2028g\u2029h\ufeffi\r\nSet-Cookie: x=y",
    "blank": "\u200b\u3164\u115f\xad\u2800\U000e0041",
    "entities and templates": "&lt;b&gt;&#60;b&#62;&#x3c;i&#x3e;&amp;lt; {{ 7 * 7 }}{% raw %}${7*7}#{7*7}<%= 7 %>",
    "path": "../../../etc/passwd",
    "address": "javascript:alert(1)//https://evil.example/",
    "long and wide": "x" * 20 + "\U0001f004" * 150 + "e\u0301" * 20,
}
READ_BY_PEOPLE = ("text/html", "text/plain", "image/svg+xml", "text/css", "text/csv")
EVENTS = "text/event-stream"
_RAW = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
_HARMFUL = {"Cc", "Cf", "Cs", "Zl", "Zp"}
VALUES = {
    "seq": ["1", "2", "30"], "number": ["1"], "hand": ["1"], "filename": ["mjlog.css"], "id": ["classical"],
    "rule": ["chow-1"], "code": ["chow-not-possible"], "digest": ["0" * 64],
}  # fmt: skip


def film_texts(data: bytes) -> list[str]:
    """The texts of a reel, as the script puts them into the page."""
    return [text.replace(HERE, "1") for text in texts_of(json.loads(data))]


def story(game: str, say: Callable[[str], str]) -> tuple[Log, Log]:
    """Two games, one over and one in progress, with `say` of every text that somebody may choose."""
    games = []
    for name, play in ((game, won), (f"{game}+", lambda log: played(7, 20, log))):
        log = Log(name)
        log.events[0] |= {"place": say("club"), "table": say("table 1"), "recorder": say("pencil"), "at": say("noon")}
        log.add("note", text=say("a word") * 3, seat="E")
        play(log)
        log.add("dispute", text=say("no!"), seat="S", decision={say("which"): say("that one")})
        log.add("ruling", text=say("yes"), decision=say("this one"))
        log.add("penalty", seat="W", amount=300, reason=say("talked"))
        log.add("score", seat="S", total=22, items=[{"name": say("pung"), "points": 2, "tiles": say("222b")}])
        log.add("note", text=say("long ") * 400)
        log.add("correction", after=2, events=[{"type": "note", "text": say("late")}], reason=say("forgotten"))
        log.events = [_renamed(event, say) for event in log.events]
        games.append(log)
    return games[0], games[1]


def _renamed(value: Any, say: Callable[[str], str]) -> Any:
    """The players under other names, wherever they stand."""
    if isinstance(value, dict):
        return {_renamed(key, say): _renamed(one, say) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, say) for one in value]
    return say(value)[:200] if value in ("anna", "ben", "cleo", "dora") else value


class _Shape(HTMLParser):
    """Elements and names of attributes, in their order; and what must be true of every attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _value in attrs)))
        for name, value in attrs:
            assert not name.startswith("on"), (tag, name)
            assert name not in ("style", "srcdoc", "formaction", "ping"), (tag, name)
            if name in ("href", "src", "action", "data", "poster", "xlink:href"):
                assert re.match(r"[/#?](?!/)|$", value or ""), (tag, name, value)

    def handle_decl(self, decl: str) -> None:
        assert decl.lower() == "doctype html"

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data!r}")


def shape(html: str) -> list[tuple[str, tuple[str, ...]]]:
    """What a page is made of."""
    found = _Shape()
    found.feed(html)
    found.close()
    return found.elements


def addresses(app: Flask, game: str) -> Iterator[tuple[str, str]]:
    """Every address that can be asked for of a game, with the name of what answers."""
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            yield from ((rule.endpoint, path) for path in _paths(rule, game))


def _paths(rule: Rule, game: str) -> list[str]:
    paths = [rule.rule]
    for name, converter in rule._converters.items():
        values = [segment(game)] if name == "name" else VALUES.get(name, ["1"])
        if isinstance(converter, AnyConverter):
            values = sorted(converter.items)
        pattern = re.compile(rf"<(?:[^<>]*:)?{name}>")
        paths = [pattern.sub(lambda match, value=value: value, path) for path in paths for value in values]
    views = ["", "?view=open", "?view=S&log=recorded"] if rule.endpoint == "events.event" else [""]
    return [path + view for path in paths for view in views]


def client_of(path: Path, game: str, say: Callable[[str], str]) -> FlaskClient:
    """The viewer of these games; streams end at once."""
    app = create_app(store_games(path, *story(game, say)), patience=60, record=b"the secret of the tables")
    app.extensions["mjlog_streams"].closing.set()
    client = app.test_client()
    # Whoever records sees all there is: the pages of the tables are asked for, too, and not only the one for a key.
    client.set_cookie("mjlog-tables", app.extensions["mjlog_tables"].keys.of(None), path="/record")
    return client


class Plain:
    """The same games with harmless words, and what was answered of them: (status, mimetype, elements)."""

    def __init__(self, path: Path) -> None:
        self.client = client_of(path, "plain", lambda word: word)
        self.seen: dict[str, tuple[int, str, Any]] = {}

    def answer(self, endpoint: str, path: str) -> tuple[int, str, Any]:
        """What is answered at an address, asked for once."""
        if path not in self.seen:
            with self.client.get(path) as answer:
                self.seen[path] = (answer.status_code, answer.mimetype, made_of(endpoint, answer))
        return self.seen[path]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plain]:
    """The harmless twins."""
    found = Plain(tmp_path_factory.mktemp("plain") / "plain.db")
    yield found
    found.client.application.extensions["mjlog_library"].store.close()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A game of one event: it is asked for often."""
    app = create_app(store_games(tmp_path_factory.mktemp("small") / "small.db", Log("plain")))
    app.extensions["mjlog_streams"].closing.set()
    return app.test_client()


def made_of(endpoint: str, answer: Any) -> Any:
    """The elements of a page, of a picture, or of what a film puts into a page; None for other answers."""
    if answer.mimetype == "text/html":
        return shape(answer.text)
    if answer.mimetype == "image/svg+xml":
        return [one.tag for one in ElementTree.fromstring(answer.text).iter()]
    if endpoint == "events.film":  # the script puts these strings into the page as they are
        # What is alike is sent once, and what stands behind a name is elsewhere behind a longer one.
        return {repr(shape(html)) for html in film_texts(answer.data)}
    return None


def harmless(text: str) -> None:
    """No character that changes what is around it, or is not seen."""
    odd = {char for char in text if unicodedata.category(char) in _HARMFUL and char not in "\n\ufeff"}
    assert not odd, sorted(hex(ord(char)) for char in odd)


@pytest.mark.parametrize("kind", HOSTILE)
def test_nothing_of_a_page_comes_from_the_log_but_words(tmp_path: Path, plain: Plain, kind: str) -> None:
    """A page has the elements and attributes of one with harmless names, and no character that is not seen."""
    words = HOSTILE[kind]
    game = (words + " game")[:150]
    client = client_of(tmp_path / "club.db", game, lambda word: f"{word} {words}")
    pages = 0
    for name in ("", "+"):
        asked = addresses(client.application, game + name)
        twins = addresses(client.application, "plain" + name)
        for (endpoint, path), (_endpoint, twin) in in_turn(zip(asked, twins, strict=True), list(HOSTILE).index(kind)):
            with client.get(path) as answer:
                found = (answer.status_code, answer.mimetype, made_of(endpoint, answer))
                assert found == plain.answer(endpoint, twin), path
                _check_not_failed(answer.status_code, path)
                _check_words(endpoint, path, answer)
            pages += answer.mimetype == "text/html"
    assert pages > 20 // TURNS


def _check_not_failed(status: int, path: str) -> None:
    """Streams say that the server ends, which they were told."""
    assert status < 500 or (status == 503 and path.split("?")[0].endswith("/live")), (status, path)


def _check_words(endpoint: str, path: str, answer: Any) -> None:
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if answer.mimetype in READ_BY_PEOPLE:
        harmless(answer.text.replace("\r\n", "\n") if answer.mimetype == "text/csv" else answer.text)
    elif answer.mimetype in ("application/json", "application/problem+json"):
        assert not _RAW.search(answer.data), path
    else:  # logs, byte for byte as they are stored: no browser shows them; pictures of tiles, made of dots
        as_stored = ("application/jsonl", "application/x-ndjson", "application/x-tar", EVENTS)
        assert answer.mimetype in (*as_stored, "image/png"), path
    if endpoint == "events.film":
        harmless("".join(film_texts(answer.data)))


ODD_PATHS = [
    "../app.py", "..%2fapp.py", "%2e%2e/app.py", "..%5capp.py", "....//app.py", "/etc/passwd", "//etc/passwd",
    "%2fetc%2fpasswd", "file:///etc/passwd", "~2E~2E~2Fapp.py", "..%c0%afapp.py", "app.py%00.css", "..%00/app.py",
    "../templates/base.html", "%252e%252e%252fapp.py", "..;/app.py", "C:%5cWindows%5cwin.ini", "~ED~A0~80",
    "%ED%A0%80", "%FF%FE", "~FF", "x" * 3100, "nul", "1e309", "-1", "\u0661", "%0d%0aSet-Cookie:%20x=y", "<script>",
]  # fmt: skip


ARGUMENTS = (
    "view", "log", "page", "at", "look", "v", "back", "after", "limit", "cursor", "seq", "to", "from", "reel", "layout",
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD_PATHS)
def test_no_part_of_a_path_reaches_a_file_or_breaks_a_page(small: FlaskClient, odd: str) -> None:
    """In every parameter of every path."""
    for rule in small.application.url_map.iter_rules():
        for name in rule.arguments:
            path = rule.rule
            for other in rule.arguments:
                value = odd if other == name else segment("plain") if other == "name" else VALUES.get(other, ["1"])[0]
                path = re.sub(rf"<(?:[^<>]*:)?{other}>", lambda match, value=value: value, path)
            _check_odd(small, path)


@pytest.mark.parametrize("odd", ["../app.py", "/etc/passwd", "%00", "%FF", "%0d%0aSet-Cookie:%20x=y", "<script>", "-1"])
def test_no_argument_reaches_a_file_or_breaks_a_page(small: FlaskClient, odd: str) -> None:
    """In every argument that is known anywhere, of every page."""
    for rule in small.application.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.endpoint.startswith("api_"):
            for argument in in_turn(ARGUMENTS, len(rule.rule) + len(odd)):
                _check_odd(small, f"{_paths(rule, 'plain')[0]}?{argument}={odd}")


def _check_odd(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        _check_not_failed(answer.status_code, path)
        data = answer.data
    assert b"root:x:" not in data
    assert b"def create_app" not in data
    assert b"{% block" not in data
    assert "x=y" not in answer.headers.get("Set-Cookie", "")
    assert not any(char in value for _name, value in answer.headers for char in "\r\n\0")
    if answer.mimetype == "text/html":
        assert not [tag for tag, _names in shape(data.decode()) if tag == "script"] or b"<script>" not in data
        harmless(data.decode())
