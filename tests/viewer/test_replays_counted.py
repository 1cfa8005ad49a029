"""How much of a game is replayed for a page: the game once, when it is first asked for; then one hand at most."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS
from mjlog.samples import samples_folder
from mjlog.sources import games_in
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer.live import LiveGame
from tests.viewer.api_games import HEADERS, TOKEN
from tests.viewer.conftest import looking

GAME = samples_folder() / "games" / "western.mjlog.jsonl.xz"
PAGES = (60, 61, 700, 701, 650, 1200)


@pytest.fixture(scope="module")
def western(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    path: Path = tmp_path_factory.mktemp("counted") / "club.db"
    with open_store(path) as store:
        store.import_game("western", _lines())
    return looking(path)


def _lines() -> list[bytes]:
    with lzma.open(GAME) as packed:
        return packed.read().splitlines()


def fed(client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events are replayed for a page."""

    def asked() -> None:
        assert client.get(address).status_code == 200

    return fed_by(asked, monkeypatch)


def fed_by(act: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events are replayed by what is done."""
    count, feed = 0, Engine.feed

    def counted(self: Engine, row: Any, where: Any) -> None:
        nonlocal count
        count += 1
        feed(self, row, where)

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "feed", counted)
        act()
    return count


def test_the_page_of_an_event_replays_one_hand_at_most(western: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks at it, and wherever they go next; the game itself has been read."""
    fed(western, "/games/western", monkeypatch)
    rows = [row for row, _where in next(games_in(str(GAME))).rows]
    begins = [place for place, row in enumerate(rows) if row.type == "hand-start"]  # type: ignore[union-attr]
    longest = max(after - before for before, after in zip(begins, [*begins[1:], len(rows)], strict=True))
    for view in ("table", "S", "open"):
        for seq in PAGES:
            # Beside the hand in the sight asked for, its last moments are shown again.
            assert fed(western, f"/games/western/events/{seq}?view={view}", monkeypatch) <= 1.25 * longest
    assert fed(western, "/games/western/events/701?view=open", monkeypatch) <= 20


def test_who_follows_a_game_is_told_of_a_correction_by_the_hand_that_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [json.loads(line) for line in _lines()]
    last = max(at for at in range(1000) if rows[at]["type"] == "hand-start")
    with open_store(tmp_path / "a.db") as store:
        store.import_game("western", _lines()[:1000])
        game = LiveGame(store, "western", NO_CARDS, 1000)
        body = {"type": "correction", "of": 1000, "events": [rows[999]], "reason": "it was so", "seq": 1001}
        store.append("western", [json.dumps(body, sort_keys=True, separators=(",", ":")).encode()])
        told: list[bytes] = []
        assert fed_by(lambda: told.extend(game.more(10, 60.0)), monkeypatch) <= 4 * (1000 - last) < 700
    assert b'"type":"correction"' in told[0]


AT = (100, 1000)
AGAIN = {"type": "correction", "of": 90, "reason": "it was so"}
WRONG = {"type": "discard", "seat": "E", "tile": "1f"}


@pytest.mark.parametrize(
    ("games", "before"),
    [(1, []), (1, [AGAIN]), (1, [WRONG, WRONG]), (12, [])],
    ids=["a game", "with a correction", "with faults", "twelve in turns"],
)
def test_an_event_that_is_sent_costs_the_same_however_long_the_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: list[dict[str, Any]], games: int
) -> None:
    """Whoever sends games event by event, one of them or those of a tournament in turns, replays none of them again."""
    most = [max(sent_to(tmp_path / f"{at}.db", at, before, games, monkeypatch)) for at in AT]
    assert most[1] <= most[0] <= 12


def sent_to(
    path: Path, at: int, before: list[dict[str, Any]], games: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[int]:
    """How many events are replayed for each that is sent after so many."""
    rows = [json.loads(line) for line in _lines()]
    names = [f"table-{number}" for number in range(games)]
    with open_store(path) as store:
        for name in names:
            begun = [{**row, "game": name} if row["type"] == "game-start" else row for row in rows[:at]]
            store.append(name, [json.dumps(row, sort_keys=True, separators=(",", ":")).encode() for row in begun])
    app = create_app(path, token=TOKEN)
    client, last = app.test_client(), at

    def send(name: str, fields: dict[str, Any]) -> None:
        body = {"expected_last": last, "events": [{k: v for k, v in fields.items() if k not in ("seq", "id", "prev")}]}
        assert client.post(f"/api/v1/games/{name}/events", json=body, headers=HEADERS).status_code == 201

    again = [{**one, "events": [rows[89]]} if one is AGAIN else one for one in before]
    for place, fields in enumerate([*again, *rows[at : at + 12]]):
        for name in names:
            count = fed_by(partial(send, name, fields), monkeypatch)
            if place > len(before):  # a correction is read from the hand on that it changes
                yield count
        last += 1
