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
    pages = ["/", "/games/demo", "/games/demo/hands/1", "/games/demo/sheet", "/games/demo/sheet.csv"]
    pages += api_addresses()
    for seq in {*range(1, last, 11), last - 1, last}:
        for view in ("table", "open", "E", "S", "W", "N"):
            pages += [f"/games/demo/events/{seq}?view={view}", f"/api/v1/games/demo/events/{seq}?view={view}"]
    return pages


def api_addresses() -> list[str]:
    """What the API answers of the game, but for single events."""
    game = "/api/v1/games/demo"
    parts = ["hands", "hands/1", "events?page_size=200", "findings", "sheet", "totals", "stored", "stored/1", "log"]
    views = [f"{game}/events?page_size=40&page=2&view=open", f"{game}/events?hand=1&view=E"]
    recorded = [f"{game}/{part}?log=recorded" for part in ("hands/1", "events", "findings", "sheet", "totals")]
    return ["/api/v1/games", "/api/v1/log", game, *(f"{game}/{part}" for part in parts), *views, *recorded]


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
    for address in withheld(len(log.events)):
        first, second = (client.get(address) for client in clients)
        assert first.status_code == second.status_code == 404
        assert first.data == second.data, address
        assert first.headers == second.headers


def withheld(last: int) -> list[str]:
    """Stored events of the hand in progress: there are none for anybody, whatever their id may be."""
    seqs = (2, 3, 10, last, last + 1)
    return [f"/api/v1/games/demo/stored/{seq}{end}" for seq in seqs for end in ("", "/" + "0" * 64)]


def test_as_recorded_nothing_is_seen_of_a_hand_that_a_correction_has_put_back_into_play(tmp_path: Path) -> None:
    """A wash-out that was none: the hand goes on, and its tiles are hidden in both readings."""
    log = played(3, 24)
    log.add("washout")
    over = log.events[-1]["seq"]
    client = create_app(store_games(tmp_path / "over.db", log), patience=60).test_client()
    assert client.get(f"/games/demo/events/{over}?view=open&log=recorded").status_code == 200
    log.add("correction", of=over, events=[], reason="the wall was not used up")
    client = create_app(store_games(tmp_path / "on.db", log), patience=60).test_client()
    for address in (f"/events/{over}", f"/events/{over}.txt", "/film", "/hands/1", ""):
        answer = client.get(f"/games/demo{address}?view=open&log=recorded")
        assert answer.status_code == 409, address
    assert client.get(f"/games/demo/events/{over - 1}?view=open").status_code == 200
