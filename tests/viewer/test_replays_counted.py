"""How much of a game is replayed for a page: the game once, when it is first asked for; then one hand at most."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.audit.engine import Engine
from mjlog.formats.sources import games_in
from mjlog.samples import samples_folder
from mjlog.store import open_store
from mjlog.viewer import create_app

GAME = samples_folder() / "games" / "western.mjlog.jsonl.xz"
PAGES = (60, 61, 700, 701, 650, 1200)


@pytest.fixture(scope="module")
def western(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    path: Path = tmp_path_factory.mktemp("counted") / "club.db"
    with open_store(path) as store:
        store.import_game("western", _lines())
    app = create_app(path)
    yield app.test_client()
    app.extensions["mjlog_library"].store.close()


def _lines() -> list[bytes]:
    with lzma.open(GAME) as packed:
        return packed.read().splitlines()


def fed(client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events are replayed for a page."""
    count, feed = 0, Engine.feed

    def counted(self: Engine, row: Any, where: Any) -> None:
        nonlocal count
        count += 1
        feed(self, row, where)

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "feed", counted)
        assert client.get(address).status_code == 200
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
