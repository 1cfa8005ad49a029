"""What goes over the wire: packed for whoever takes that, and never together with a secret."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from each import each
from mjlog.formats.lines import lines_of
from mjlog.store import open_store
from samples import SAMPLES
from tests.viewer.conftest import looking

GZIP = {"Accept-Encoding": "gzip, br"}
SHOWN = ("western", "american", "riichi")
OWN = re.compile(r'(?:href|src|data-\w+)="(/(?:static|tiles)[^"#]*)')
MOST_ON_THE_WIRE = 75_000
"""Bytes of a page of an event with all that it loads, and what is fetched to step on from it."""


@pytest.fixture(scope="module")
def sampled(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of a viewer of sample games, which are recorded by telephone, too."""
    path = tmp_path_factory.mktemp("packed") / "club.db"
    with open_store(path) as store:
        for name in SHOWN:
            store.import_game(name, [line for _number, line in lines_of(SAMPLES / "games" / f"{name}.mjlog.jsonl.xz")])
    return looking(path, record=b"a secret of sixteen bytes or more")


def got(client: FlaskClient, path: str, **headers: str) -> TestResponse:
    """An answer, read to its end."""
    return client.get(path, headers=headers, buffered=True)


@each("path", ["/", "/games/won/events/9", "/games/won/film?reel=0", "/static/film.js", "/tiles.svg"])
def test_an_answer_is_packed_for_whoever_takes_it(client: FlaskClient, path: str) -> None:
    """With the same words in it; what is kept in between knows that there are two of them."""
    plain, packed = got(client, path), got(client, path, **GZIP)
    assert plain.status_code == packed.status_code == 200
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert "Accept-Encoding" in plain.vary
    assert "Accept-Encoding" in packed.vary


def test_whoever_has_a_packed_answer_is_told_so(client: FlaskClient) -> None:
    for path in ("/games/won", "/static/film.js"):
        tag = got(client, path, **GZIP).headers["ETag"]
        again = got(client, path, **GZIP, **{"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


def test_a_page_with_the_key_of_a_form_or_a_table_is_not_packed(client: FlaskClient, sampled: FlaskClient) -> None:
    """How small it packs would tell of the key. What is small already goes as it is, too."""
    assert "Content-Encoding" not in got(client, "/static/icon.svg", **GZIP).headers
    for page in (got(client, "/look", **GZIP), got(sampled, "/record", **GZIP)):
        assert 'name="key"' in page.text
        assert "Content-Encoding" not in page.headers


@each("game", SHOWN)
def test_a_page_of_an_event_is_light_with_all_that_it_loads(sampled: FlaskClient, game: str) -> None:
    """Its files, and the first two reels of its film."""
    page = got(sampled, f"/games/{game}/events/60", **GZIP)
    text = gzip.decompress(page.data).decode()
    film = re.search(r'data-film="([^"]+)"', text)
    start = unescape(film[1]) + ("&" if "?" in film[1] else "?")
    loaded = {unescape(one) for one in OWN.findall(text)} | {f"{start}reel={number}" for number in range(2)}
    assert len(loaded) > 10
    answers = [got(sampled, one, **GZIP) for one in loaded]
    assert {answer.status_code for answer in answers} == {200}
    assert sum(len(answer.data) for answer in (page, *answers)) < MOST_ON_THE_WIRE
