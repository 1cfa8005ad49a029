"""The film: stepping by it shows just what the pages show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from each import each
from mjlog.viewer import create_app
from mjlog.viewer.pages.events import REEL
from tests.viewer.conftest import store_games
from tests.viewer.reels import assert_drawn, title_of, unrolled
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
        yield reel
        number += 1


def frames(client: FlaskClient, game: str, **query: str) -> Iterator[dict[str, dict[str, Any]]]:
    """Every frame, put together."""
    for reel in reels(client, game, **query):
        yield from unrolled(reel, reel["eyes"][0])


GAMES = [("won", won(Log("won"))), ("live", played(7, 30, Log("live"))), ("demo", told("demo"))]
VIEWS = ("table", "open", "S")
FILMS = [(*game, view) for at, game in enumerate(GAMES) for view in VIEWS[:at] + VIEWS[at + 1 :]]
"""Every game in two of three views."""
LAYOUTS = {"table": "wide", "open": "tall", "S": "wide"}
"""In which layout a view is looked at."""


@each("game, log, view", FILMS, ids=[f"{game}-{view}" for game, _log, view in FILMS])
def test_every_frame_shows_what_the_page_of_its_event_shows(tmp_path: Path, game: str, log: Log, view: str) -> None:
    client = create_app(store_games(tmp_path / "club.db", log), patience=60).test_client()
    seqs = []
    for frame in frames(client, game, view=view, layout=LAYOUTS[view]):
        seq = frame["head"]["seq"]
        seqs.append(seq)
        if seq % (2 + TURNS):
            continue
        text = client.get(f"/games/{game}/events/{seq}?view={view}").text
        assert unescape(text.split("<title>")[1].split(" – mjlog</title>")[0]) == title_of(frame, game)
        for name, html in frame["parts"].items():
            assert f'data-part="{name}">{html}</' in text, (seq, name)
        assert_drawn(frame, LAYOUTS[view], text)
        steps = [a for _tag, a in parsed_text(text).tags if "data-step" in a]
        for way, address in ((str(a["data-step"]), a.get("href")) for a in steps):
            to = frame["ways"][way]
            assert address is None if to is None else f"/events/{to}" in str(address)
    assert seqs == [event["seq"] for event in log.events]


def frames_with_log(reel: dict[str, Any]) -> list[int]:
    """The frames in which the list of events is told."""
    steps = dict(zip(reel["names"], reel["steps"], strict=True)).get("parts/log", "")
    return list(itertools.accumulate(ord(step) - 0x23 for step in steps))


def test_what_stays_the_same_during_a_hand_that_is_over_comes_with_its_first_frame(tmp_path: Path) -> None:
    """The script looks there for it; a hand that goes on has it in every reel."""
    live = played(7, 30, Log("live"))
    client = create_app(store_games(tmp_path / "club.db", won(Log("won")), live), patience=60).test_client()
    for game, every in (("won", False), ("live", True)):
        with_log = [
            (frame["head"]["at"], at)
            for reel in reels(client, game)
            for at, frame in enumerate(unrolled(reel, reel["eyes"][0]))
            if at in frames_with_log(reel)
        ]
        assert all(at == 1 or (every and first == 0) for at, first in with_log)
        assert (1, 0) in with_log


def test_a_reel_is_found_by_the_event_that_is_in_it(tmp_path: Path) -> None:
    client = create_app(store_games(tmp_path / "club.db", played(7, 60, Log("long"))), patience=60).test_client()
    for seq in (1, REEL, REEL + 1, 3 * REEL):
        reel = client.get(f"/games/long/film?seq={seq}").json
        assert seq in [frame["head"]["seq"] for frame in unrolled(reel, reel["eyes"][0])]
        assert reel["asked"] == seq
        same = client.get(f"/games/long/film?reel={reel['reel']}").json
        assert all(reel[key] == same[key] for key in ("names", "steps", "values"))


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
    for view, number in in_turn(itertools.product(views, reels), seed):
        address = f"/games/demo/film?view={view}&reel={number}"
        first, second = one.get(address), two.get(address)
        assert first.status_code == 200
        assert first.data == second.data
        assert first.headers == second.headers
