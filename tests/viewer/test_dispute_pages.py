"""The disputes of a game and their dossiers in the viewer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from mjlog.text import segment
from tests.viewer.conftest import ODD, looking, store_games
from tests.viewer.test_pages import check_page
from tests.views.table_logs import Log, played, won


def disputed(log: Log, on: int, text: str = "that was mine") -> Log:
    """The game with an objection to an event."""
    log.add("dispute", on=on, text=text, seat="S")
    return log


def ruled() -> Log:
    """A payment that was disputed and corrected."""
    log = disputed(won(Log("ruled")), 29, "too little")
    ruling = log.add("ruling", on=30, text="two points more", decision="upheld")
    paid = {"type": "settlement", "change": {"E": -1982, "S": 3998, "W": -1008, "N": -1008}}
    log.add("correction", of=29, on=ruling, events=[paid], reason="two points more")
    return log


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A viewer of games with disputes: open, ruled, about a hand in progress, and with an odd name."""
    logs = [
        disputed(won(Log("open")), 22), ruled(), disputed(played(7, 30, Log("live")), 40), disputed(won(Log(ODD)), 22),
    ]  # fmt: skip
    return looking(tmp_path / "club.db", *logs, won(Log("none")))


PAGES = ["open/disputes", "open/disputes/30", "open/disputes/22", "ruled/disputes", "ruled/disputes/30",
         "ruled/disputes/31", "live/disputes/40", f"{segment(ODD)}/disputes", f"{segment(ODD)}/disputes/30",
         "none/disputes", "none/disputes/1"]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_are_well_formed_strict_and_linked(client: FlaskClient, path: str) -> None:
    check_page(client, f"/games/{path}")


def test_a_dossier_of_a_hand_in_progress_shows_the_table_only(client: FlaskClient, tmp_path: Path) -> None:
    text = client.get("/games/live/disputes/40").text
    assert "The hand is in progress" in text
    assert "13 not seen" in text
    with open_store(tmp_path / "club.db") as store:
        assert store.event("live", 40).id not in text
        assert store.head("live").id not in text


@pytest.mark.parametrize(
    ("path", "status"),
    [("open/disputes/99", 404), ("open/disputes/x", 400), ("open/disputes/0", 404), ("nobody/disputes", 404),
     ("nobody/disputes/1", 404)],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str, status: int) -> None:
    answer = client.get(f"/games/{path}")
    assert answer.status_code == status
    assert "<h1>" in answer.text


def test_an_objection_that_is_added_is_seen_at_once(tmp_path: Path) -> None:
    """The viewer goes on with the game that it has read."""
    path = store_games(tmp_path / "club.db", won(Log("open")))
    client = looking(path)
    assert "/disputes" not in client.get("/games/open").text
    log = disputed(won(Log("open")), 22)
    with open_store(path) as store:
        store.append("open", log.bodies()[-1:], expected_last=29)
    assert re.search(r"1 dispute, 1 open", client.get("/games/open").text)
    assert client.get("/games/open/disputes/30").status_code == 200


def test_a_dossier_as_of_an_earlier_event_is_what_could_be_said_then(client: FlaskClient) -> None:
    """The payment (29) was disputed (30), ruled on (31) and corrected (32)."""
    now = client.get("/games/ruled/disputes/29").text
    assert "Not ruled yet" not in now
    assert "As of event" not in now
    then = client.get("/games/ruled/disputes/29?as-of=30").text
    assert "Not ruled yet" in then
    assert "As of event 30: what could be said when that was the last one." in then
    assert 'href="/games/ruled/disputes/29"' in then
    before = client.get("/games/ruled/disputes/29?as-of=29").text
    assert "Nobody has objected to this event." in before
    recorded = client.get("/games/ruled/disputes/29?as-of=30&log=recorded").text
    assert "Not ruled yet" in recorded


def test_the_list_of_disputes_as_of_an_earlier_event_is_that_of_then(client: FlaskClient) -> None:
    assert "Nobody has objected" in client.get("/games/ruled/disputes?as-of=29").text
    then = client.get("/games/ruled/disputes?as-of=30").text
    assert 'href="/games/ruled/disputes/30?as-of=30"' in then
    assert 'href="/games/ruled/disputes"' in then
    assert 'href="/games/ruled/disputes?as-of=30"' in client.get("/games/ruled?as-of=30").text


@pytest.mark.parametrize("path", ["ruled/disputes", "ruled/disputes/29"])
@pytest.mark.parametrize(("query", "status"), [("as-of=33", 404), ("as-of=0", 400), ("as-of=x", 400), ("log=x", 400)])
def test_disputes_of_a_time_that_there_was_not_are_refused(
    client: FlaskClient, path: str, query: str, status: int
) -> None:
    assert client.get(f"/games/{path}?{query}").status_code == status
