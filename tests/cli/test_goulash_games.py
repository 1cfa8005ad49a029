"""A game with a goulash, in every way in which people look at it: pages, sheet, dossier, telephone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

from mjlog.viewer import create_app
from mjlog_cli.params import database_path
from tests.simulate.games import played
from tests.viewer.tables import Telephone, begun, serving

SEED = 3
"""Of a game of which the first hand is drawn, and the second, a goulash, won."""


@pytest.fixture
def exchanges(run: Run, tmp_path: Path) -> list[int]:
    """The events of a game in the database by which tiles change places."""
    lines = played("bmja", SEED, hands=2)
    path = tmp_path / "goulash.mjlog.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert run("import", "mjlog", path).exit_code == 0
    return [event["seq"] for event in map(json.loads, lines) if event["type"] == "charleston"]


def test_pages_say_that_the_hand_is_a_goulash_and_what_is_wild(exchanges: list[int]) -> None:
    """During the exchanges and after them, also where reasons are asked for; the drawing names the hand whole."""
    client = create_app(database_path(None), patience=60).test_client()
    game = f"/games/bmja-{SEED}-1"
    for seq in (exchanges[0], exchanges[-1], exchanges[-1] + 6):
        page = client.get(f"{game}/events/{seq}").text
        assert "a goulash: 2 bamboo is wild" in page
        assert "East, hand 2, a goulash" in page
        for part in ("/why", ".txt", ".svg", ".jsonl", "?view=E", "?view=table"):
            assert client.get(f"{game}/events/{seq}{part}", follow_redirects=True).status_code == 200, part
    assert "in exchange (" in client.get(f"{game}/events/{exchanges[0]}").text
    for part in ("/hands/2", "/sheet", "/review", "/film", "/hands/2.png"):
        assert client.get(f"{game}{part}", follow_redirects=True).status_code == 200, part


def test_the_drawing_marks_the_wild_tile_of_a_goulash_alone(exchanges: list[int]) -> None:
    """In the hands that are seen; the hand before has none."""
    client = create_app(database_path(None), patience=60).test_client()
    for seq, view, is_marked in ((exchanges[0], "open", True), (exchanges[0], "table", False), (40, "open", False)):
        svg = client.get(f"/games/bmja-{SEED}-1/events/{seq}.svg?view={view}").text
        assert ('<circle class="wild"' in svg) == is_marked, (seq, view)


def test_the_sheet_says_which_hand_was_a_goulash(run: Run, exchanges: list[int]) -> None:
    """In text, on the page, and for programs."""
    assert run("sheet", "last").stdout.count("a goulash") == 1
    client = create_app(database_path(None), patience=60).test_client()
    assert client.get(f"/games/bmja-{SEED}-1/sheet").text.count("(a goulash)") == 1
    hands = client.get(f"/api/v1/games/bmja-{SEED}-1/sheet").get_json()["hands"]
    assert [hand.get("goulash") for hand in hands] == [None, True]


def test_an_exchange_can_be_disputed_and_a_referee_is_told_the_rule(run: Run, exchanges: list[int]) -> None:
    """The dossier shows what was passed so far, the wild tile, and the rule."""
    assert run("dispute", "last", str(exchanges[5]), "not these three", "--seat", "E").exit_code == 0
    listed = json.loads(run("dispute", "last", "--json").stdout.splitlines()[0])
    told = " ".join(run("dossier", "last", str(listed["seq"])).stdout.split())
    assert "goulash: 2b is wild" in told
    assert "bmja/goulash: A drawn hand is replayed as a goulash" in told


def test_a_telephone_offers_the_exchanges_of_a_goulash(tmp_path: Path) -> None:
    """After a drawn hand, whoever has passed nothing yet; in no other first hand."""
    for acts, is_offered in ((("hand", "wash", "hand"), True), (("hand",), False)):
        with serving(begun(tmp_path / f"{len(acts)}.db", *acts, ruleset="bmja")) as app:
            page = Telephone(app).look().text
            assert ("East: passes 3" in page) == is_offered
            assert ("the first exchange, East with West, North with South</b>, or the deal" in page) == is_offered
