"""The viewer tells of a finding that it was ruled on, wherever it lists it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.store import open_store
from tests.viewer.conftest import looking
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


PAGES = ["/games/wrong", "/games/wrong/hands/1", "/games/wrong/events/29"]
API = ["/api/v1/games/wrong/findings", "/api/v1/games/wrong/hands/1", "/api/v1/games/wrong/events/29"]


def found(client: FlaskClient, address: str) -> dict[str, Any]:
    """The one finding that the API answers there."""
    answered = client.get(address).json
    (finding,) = answered["found" if "/hands/" in address else "findings"]
    return dict(finding)


def test_a_finding_that_was_ruled_on_says_so_and_leads_to_the_dispute(tmp_path: Path) -> None:
    """On the pages, in the film, by the API; as of the event before the ruling there is none."""
    client = looking(tmp_path / "club.db", wrongly_paid("upheld"))
    for page in PAGES:
        text = client.get(page).text
        assert "wrong-settlement" in text, page
        assert RULED_ON.format("upheld") in text, page
        assert "ruled on in" not in client.get(f"{page}?as-of=30").text, page
        assert "ruled on in event 31" in client.get(f"{page}?as-of=31").text, page
    assert client.get("/games/wrong/disputes/30").status_code == 200
    assert "ruled on in event 31: upheld" in client.get("/games/wrong/film?seq=29").text
    for address in API:
        told = found(client, address)["ruled"]
        assert told == {"seq": 31, "dispute": 30, "decision": "upheld", "text": "it stays"}, address


@pytest.mark.parametrize("decision", [None, "withdrawn"])
def test_what_nobody_has_ruled_on_is_told_as_before(tmp_path: Path, decision: str | None) -> None:
    client = looking(tmp_path / "club.db", wrongly_paid(decision))
    for page in PAGES:
        text = client.get(page).text
        assert "wrong-settlement" in text, page
        assert "ruled on in" not in text, page
    assert not [address for address in API if "ruled" in found(client, address)]


def test_a_ruling_that_is_added_is_told_at_once(tmp_path: Path) -> None:
    """The viewer goes on with the game that it has read. What a ruling says cannot write into the page."""
    client = looking(tmp_path / "club.db", wrongly_paid())
    assert "ruled on in" not in client.get("/games/wrong").text
    with open_store(tmp_path / "club.db") as store:
        store.append("wrong", wrongly_paid("<script>alert(1)</script>").bodies()[-1:], expected_last=30)
    for page in PAGES:
        text = client.get(page).text
        assert RULED_ON.format("&lt;script&gt;alert(1)&lt;/script&gt;") in text, page
        assert "<script>alert" not in text, page
