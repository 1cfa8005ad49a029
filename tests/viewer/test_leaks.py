"""Nothing of a hand in progress leaks: two games that differ only in hidden tiles give the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.viewer import create_app
from tests.viewer.conftest import store_games
from tests.views.table_logs import hidden_twin, played


def addresses(last: int) -> list[str]:
    """Everything that can be asked of the game."""
    pages = ["/", "/games/demo", "/games/demo/hands/1", "/api/games", "/api/games/demo"]
    pages += ["/games/demo/sheet", "/games/demo/sheet.csv"]
    for seq in {*range(1, last, 11), last - 1, last}:
        for view in ("table", "open", "E", "S", "W", "N"):
            pages += [f"/games/demo/events/{seq}?view={view}", f"/api/games/demo/events/{seq}?view={view}"]
    return pages


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_games_that_differ_in_hidden_tiles_give_the_same_bytes(tmp_path: Path, seed: int) -> None:
    log = played(seed, 24)
    twin = hidden_twin(log, seed + 100)
    for one in (log, twin):
        discard = [event for event in one.events if event["type"] == "discard"][15]
        discard["tile"] = "9d" if discard["tile"] != "9d" else "1b"
    assert log.events != twin.events
    clients: list[FlaskClient] = []
    for name, one in (("one", log), ("two", twin)):
        clients.append(create_app(store_games(tmp_path / f"{name}.db", one), patience=60).test_client())
    for address in addresses(len(log.events)):
        first, second = (client.get(address) for client in clients)
        assert first.status_code == second.status_code == 200
        assert first.data == second.data, address
        assert first.headers == second.headers
