"""What is shown to others: previews of links, tables in frames, pictures."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from each import each
from mjlog.viewer.serving.guard import origin
from tests.viewer.conftest import looking

SITE = "https://club.example"


@pytest.fixture
def embedding(database: Path) -> FlaskClient:
    """A client of a viewer whose tables one site may show."""
    return looking(database, embed=(SITE,))


def preview(text: str) -> dict[str, str]:
    """What a page tells of itself to other programs."""
    return {name: unescape(told) for name, told in re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text)}


def test_a_link_to_a_hand_has_a_preview_with_its_result_and_a_picture(client: FlaskClient) -> None:
    told = preview(client.get("/games/won/events/25").text)
    assert told["title"].startswith("Event 25: ")
    assert re.match(r"\w+ \+\d+\. anna, ben, cleo, dora", told["description"])
    assert told["url"] == "http://localhost/games/won/events/25"
    picture = client.get(told["image"].removeprefix("http://localhost"))
    assert picture.mimetype == "image/png"
    assert struct.unpack(">II", picture.data[16:24]) == (1200, 630)
    assert picture.data != client.get("/games/live/hands/1.png").data


def test_of_a_hand_in_progress_the_preview_shows_tiles_of_no_hand(client: FlaskClient) -> None:
    assert preview(client.get("/games/live/events/40").text)["description"].startswith("In progress. ")
    assert client.get("/games/live/hands/1.png").data == client.get("/games/live/hands/0.png").data


@pytest.mark.parametrize("page", ["", "/events/25", "/hands/1"])
def test_a_preview_names_its_picture_in_full(client: FlaskClient, page: str) -> None:
    """Whoever makes it is another site."""
    (picture,) = re.findall(r'property="og:image" content="([^"]*)"', client.get(f"/games/won{page}").text)
    assert picture == "http://localhost/games/won/hands/1.png"


def test_a_table_is_framed_by_the_sites_that_are_allowed_and_nothing_else_is(embedding: FlaskClient) -> None:
    framed = embedding.get("/embed/games/won/events/25")
    assert f"frame-ancestors {SITE};" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert 'data-film="/embed/games/won/film"' in framed.text
    assert set(re.findall(r'href="(/games[^"]*)"', framed.text)) == {"/games/won/events/25"}, "the way out"
    for path in ("/games/won/events/25", "/", "/games/won"):
        answer = embedding.get(path)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Frame-Options"] == "DENY"


@each("path", ["/", "/games/won", "/look", "/api/v1/games", "/games/won/events/25.txt/x", "/record"])
def test_nothing_but_the_table_can_be_embedded(embedding: FlaskClient, path: str) -> None:
    assert embedding.get(f"/embed{path}").status_code == 404


def test_without_a_site_nothing_is_embedded_and_no_frame_is_offered(
    client: FlaskClient, embedding: FlaskClient
) -> None:
    assert client.get("/embed/games/won/events/25").status_code == 404
    frame = 'href="/embed/games/won/events/25" data-copy="frame"'
    assert frame not in client.get("/games/won/events/25").text
    assert frame in embedding.get("/games/won/events/25").text


@each("text", ["club.example", "https://club.example/games", "ftp://club.example", "https://a b", "https://x;y", "*"])
def test_a_site_is_an_origin(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        origin(text)
