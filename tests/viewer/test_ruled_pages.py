"""The viewer tells of a finding that it was ruled on, wherever it lists it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from mjlog.viewer import create_app
from tests.viewer.conftest import store_games
from tests.views.table_logs import Log, won

RULED_ON = '<a href="/games/wrong/disputes/30">ruled on in event 31: {}</a>'


def wrongly_paid(decision: str | None = None, text: str = "it stays") -> Log:
    """A payment (29) that is wrong, and an objection to it (30); ruled on (31) where there is a decision."""
    log = won(Log("wrong"), settled=False)
    log.add("settlement", change={"E": -1, "S": 1, "W": 0, "N": 0})
    log.add("dispute", on=29, text="too little", seat="S")
    if decision is not None:
        log.add("ruling", on=30, text=text, decision=decision)
    return log


def client_of(tmp_path: Path, log: Log) -> FlaskClient:
    return create_app(store_games(tmp_path / "club.db", log), patience=60).test_client()


PAGES = ["/games/wrong", "/games/wrong/hands/1", "/games/wrong/events/29"]


@pytest.mark.parametrize("page", PAGES)
def test_a_finding_that_was_ruled_on_says_so_and_leads_to_the_dispute(tmp_path: Path, page: str) -> None:
    client = client_of(tmp_path, wrongly_paid("upheld"))
    text = client.get(page).text
    assert "wrong-settlement" in text
    assert RULED_ON.format("upheld") in text
    assert client.get("/games/wrong/disputes/30").status_code == 200


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("decision", [None, "withdrawn"])
def test_what_nobody_has_ruled_on_is_told_as_before(tmp_path: Path, page: str, decision: str | None) -> None:
    text = client_of(tmp_path, wrongly_paid(decision)).get(page).text
    assert "wrong-settlement" in text
    assert "ruled on in" not in text


@pytest.mark.parametrize("page", PAGES)
def test_as_of_the_event_before_the_ruling_there_is_none(tmp_path: Path, page: str) -> None:
    client = client_of(tmp_path, wrongly_paid("upheld"))
    assert "ruled on in" not in client.get(f"{page}?as-of=30").text
    assert "ruled on in event 31" in client.get(f"{page}?as-of=31").text


def test_a_ruling_that_is_added_is_told_at_once(tmp_path: Path) -> None:
    """The viewer goes on with the game that it has read."""
    client = client_of(tmp_path, wrongly_paid())
    assert "ruled on in" not in client.get("/games/wrong").text
    with open_store(tmp_path / "club.db") as store:
        store.append("wrong", wrongly_paid("upheld").bodies()[-1:], expected_last=30)
    for page in PAGES:
        assert RULED_ON.format("upheld") in client.get(page).text


def test_the_film_tells_it_like_the_page(tmp_path: Path) -> None:
    client = client_of(tmp_path, wrongly_paid("upheld"))
    assert "ruled on in event 31: upheld" in client.get("/games/wrong/film?seq=29").text


def test_what_a_ruling_says_cannot_write_into_the_page(tmp_path: Path) -> None:
    client = client_of(tmp_path, wrongly_paid("<script>alert(1)</script>"))
    for page in PAGES:
        text = client.get(page).text
        assert "ruled on in event 31: &lt;script&gt;" in text
        assert "<script>alert" not in text


API = ["/api/v1/games/wrong/findings", "/api/v1/games/wrong/hands/1", "/api/v1/games/wrong/events/29"]


def found(client: FlaskClient, address: str) -> dict[str, Any]:
    """The one finding that the API answers there."""
    answered = client.get(address).json
    assert answered is not None
    (finding,) = answered["found" if "/hands/" in address else "findings"]
    return dict(finding)


@pytest.mark.parametrize("address", API)
def test_the_api_says_how_a_finding_was_ruled_on(tmp_path: Path, address: str) -> None:
    told = found(client_of(tmp_path, wrongly_paid("upheld")), address)
    assert told["ruled"] == {"seq": 31, "dispute": 30, "decision": "upheld", "text": "it stays"}


@pytest.mark.parametrize("address", API)
@pytest.mark.parametrize("decision", [None, "withdrawn"])
def test_the_api_says_nothing_of_rulings_where_there_is_none(
    tmp_path: Path, address: str, decision: str | None
) -> None:
    assert "ruled" not in found(client_of(tmp_path, wrongly_paid(decision)), address)
