"""The film: stepping by it shows just what the pages show."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from each import each
from mjlog.viewer import create_app
from mjlog.viewer.pages.events import REEL
from tests.viewer.conftest import store_games
from tests.viewer.test_pages import parsed_text
from tests.views.american_logs import told
from tests.views.table_logs import Log, hidden_twin, played, won
from turns import TURNS, in_turn


def reels(client: FlaskClient, game: str, **query: str) -> Iterator[dict[str, Any]]:
    """All reels of a game, in order."""
    number = count = 0
    while number <= count:
        answer = client.get(f"/games/{game}/film", query_string={"reel": number, **query})
        assert answer.status_code == 200
        reel: dict[str, Any] = answer.json
        count = reel["reels"] - 1
        yield reel | {"strings": [spelled(text, reel["often"]) for text in reel["strings"]]}
        number += 1


def spelled(text: str, often: list[str]) -> str:
    """A string of a reel with what control characters in it stand for."""
    return re.sub(f"[\x01-{chr(len(often))}]", lambda found: often[ord(found[0]) - 1], text)


def frames(client: FlaskClient, game: str, **query: str) -> Iterator[tuple[dict[str, Any], dict[str, str], list[Any]]]:
    """Every frame, with the parts of its page and the picture from the lowest thing to the topmost, put together."""
    for reel in reels(client, game, **query):
        parts: dict[str, str] = {}
        picture: dict[str, list[Any]] = {}
        for frame in reel["frames"]:
            parts |= {name: reel["strings"][number] for name, number in frame["parts"].items()}
            picture = changed(picture, frame["sprites"], reel["strings"])
            ways = dict(zip(reel["steps"], frame["ways"], strict=True))
            yield {**frame, "ways": ways}, dict(parts), [[name, *one] for name, one in picture.items()]


def changed(before: dict[str, list[Any]], changes: dict[str, Any], strings: list[str]) -> dict[str, list[Any]]:
    """A picture with its changes: new things above the one that they name."""
    order = [name for name in before if changes.get(name) != 0]
    for name, one in changes.items():
        if one and name not in before:
            order.insert(order.index(one[4]) + 1 if one[4] else 0, name)
    found = {}
    for name in order:
        one = changes.get(name)
        found[name] = [one[0], one[1], one[2], strings[one[3]]] if one else before[name]
    return found


def picture_of(text: str, layout: str) -> list[list[Any]]:
    """The things in the picture of a page, each with its place and its markup."""
    svg = text.split(f'<svg class="scene {layout} board"')[1].split("</svg>")[0]
    body = svg[svg.index('<g class="sprites"') :]
    root = ElementTree.fromstring(body)
    return [[one.get("data-n"), one.get("transform"), ElementTree.tostring(one)] for one in root]


def drawn(name: str, x: float, y: float, turn: float, markup: str) -> list[Any]:
    """A thing of a frame as the script draws it."""
    transform = f"translate({x:g} {y:g})" + (f" rotate({turn:g})" if turn else "")
    root = ElementTree.fromstring(f'<g data-n="{name}" transform="{transform}">{markup}</g>')
    return [name, transform, ElementTree.tostring(root)]


GAMES = [("won", won(Log("won"))), ("live", played(7, 30, Log("live"))), ("demo", told("demo"))]
LOOKS = [("table", "wide"), ("open", "tall"), ("S", "wide")]
FILMS = [(*game, *LOOKS[look]) for at, game in enumerate(GAMES) for look in range(3) if look != at]
"""Every game in two of three ways."""


@each("game, log, view, layout", FILMS, ids=[f"{game}-{view}" for game, _log, view, _layout in FILMS])
def test_every_frame_shows_what_the_page_of_its_event_shows(
    tmp_path: Path, game: str, log: Log, view: str, layout: str
) -> None:
    client = create_app(store_games(tmp_path / "club.db", log), patience=60).test_client()
    seqs = []
    for frame, parts, picture in frames(client, game, view=view, layout=layout):
        seqs.append(frame["seq"])
        if frame["seq"] % (2 + TURNS):
            continue
        text = client.get(f"/games/{game}/events/{frame['seq']}?view={view}").text
        assert unescape(text.split("<title>")[1].split(" – mjlog</title>")[0]) == frame["title"]
        for name, html in parts.items():
            assert f'data-part="{name}">{html}</' in text, (frame["seq"], name)
        if picture:
            assert [drawn(*one) for one in picture] == picture_of(text, layout)
        steps = [a for _tag, a in parsed_text(text).tags if "data-step" in a]
        for way, address in ((str(a["data-step"]), a.get("href")) for a in steps):
            seq = frame["ways"][way]
            assert address is None if seq is None else f"/events/{seq}" in str(address)
    assert seqs == [event["seq"] for event in log.events]


def test_what_stays_the_same_during_a_hand_that_is_over_comes_with_its_first_frame(tmp_path: Path) -> None:
    """The script looks there for it; a hand that goes on has it in every reel."""
    live = played(7, 30, Log("live"))
    client = create_app(store_games(tmp_path / "club.db", won(Log("won")), live), patience=60).test_client()
    for game, every in (("won", False), ("live", True)):
        with_log = [(frame["at"], reel["frames"].index(frame)) for reel in reels(client, game)
                    for frame in reel["frames"] if "log" in frame["parts"]]  # fmt: skip
        assert all(at == 1 or (every and first == 0) for at, first in with_log)
        assert (1, 0) in with_log


def test_a_reel_is_found_by_the_event_that_is_in_it(tmp_path: Path) -> None:
    client = create_app(store_games(tmp_path / "club.db", played(7, 60, Log("long"))), patience=60).test_client()
    for seq in (1, REEL, REEL + 1, 3 * REEL):
        reel = client.get(f"/games/long/film?seq={seq}").json
        assert seq in [frame["seq"] for frame in reel["frames"]]
        assert reel["asked"] == seq
        assert reel["frames"] == client.get(f"/games/long/film?reel={reel['reel']}").json["frames"]


@pytest.mark.parametrize(
    ("query", "status"),
    [("reel=99", 404), ("reel=x", 400), ("reel=-1", 400), ("seq=0", 404), ("seq=99999", 404), ("seq=", 400),
     ("layout=round", 400), ("view=Q", 400), ("log=x", 400)],
)  # fmt: skip
def test_what_is_not_in_the_film_is_not_found(client: FlaskClient, query: str, status: int) -> None:
    assert client.get(f"/games/won/film?{query}").status_code == status
    assert client.get("/games/nobody/film").status_code == 404


@pytest.mark.parametrize(("seed", "views"), [(1, ("table", "open", "E")), (2, ("S", "W", "N"))])
def test_films_of_games_that_differ_in_hidden_tiles_are_the_same_bytes(
    tmp_path: Path, seed: int, views: tuple[str, ...]
) -> None:
    log = played(seed, 12)
    twin = hidden_twin(log, seed + 100)
    assert log.events != twin.events
    one, two = (
        create_app(store_games(tmp_path / f"{name}.db", each), patience=60).test_client()
        for name, each in (("one", log), ("two", twin))
    )
    reels = range(-(-len(log.events) // REEL))
    for view, layout, number in in_turn(itertools.product(views, ("wide", "tall"), reels), seed):
        address = f"/games/demo/film?view={view}&layout={layout}&reel={number}"
        first, second = one.get(address), two.get(address)
        assert first.status_code == 200
        assert first.data == second.data
        assert first.headers == second.headers
