"""The pages of the American game: what they show, and that nothing of a hand in progress or a purchased card leaks."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from flask.testing import FlaskClient

from mjlog.cards.shelf import NO_CARDS, CardShelf
from tests.viewer.conftest import looking
from tests.views.american_logs import bought, told
from tests.views.table_logs import Log
from turns import in_turn


def client_of(tmp_path: Path, *logs: Log, cards: CardShelf = NO_CARDS, name: str = "club") -> FlaskClient:
    """A client of a viewer with these games and cards."""
    return looking(tmp_path / f"{name}.db", *logs, cards=cards)


def page(client: FlaskClient, seq: int, view: str = "open") -> str:
    """The page of an event."""
    return client.get(f"/games/demo/events/{seq}?view={view}").text


# -- cards of others: pairs of games and cards are in test_leaks ------------------------------------------------------


def test_cards_that_differ_in_their_source_are_told_or_not(tmp_path: Path) -> None:
    """Of an own card all that lies open is told; of a purchased one no line but the one won, in page or answer."""
    log = told(card="bought-2026")
    own = client_of(tmp_path, log, cards=bought(tmp_path, "own", source="own"), name="own")
    theirs = client_of(tmp_path, log, cards=bought(tmp_path), name="theirs")
    assert 'class="line"' in page(own, 35)
    for seq, view in in_turn(itertools.product(range(1, len(log.events) + 1), ("table", "open", "S"))):
        text = page(theirs, seq, view)
        assert 'class="line"' not in text
        assert not re.search(r"\b(l2|w3)\b", text)
        board = (theirs.get(f"/api/v1/games/demo/events/{seq}?view={view}").json or {})["board"]
        assert {seat["lines"] for seat in board["seats"].values()} <= {None}
        assert board["line"] is None or board["line"]["groups"] == []
    assert "private" in theirs.get("/games/demo").text
    for address in ("/games/demo", "/api/v1/games/demo/findings", "/games/demo/hands/1"):
        assert "dead-exposure" in own.get(address).text
        assert "dead-exposure" not in theirs.get(address).text
    disputed = [f"/games/demo/disputes/{seq}" for seq in range(1, len(log.events) + 1, 3)]
    for address in ("/games/demo", "/games/demo/hands/1", "/games/demo/sheet", "/games/demo/sheet.csv", *disputed):
        assert not re.search("Riverside|dead-exposure", theirs.get(address).text), address
