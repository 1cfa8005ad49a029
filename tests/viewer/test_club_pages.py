"""A club's pages and answers: list, league, players, hands that somebody looks for; nothing of who was forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from each import each
from mjlog import facts_index
from mjlog.chain import event_body
from mjlog.store import Person, open_store
from mjlog.viewer.pages import club as club_pages
from tests.viewer.conftest import faulty, looking, store_games
from tests.viewer.test_replays_counted import fed
from tests.views.table_logs import Log, played, won


@pytest.fixture
def club(tmp_path: Path) -> FlaskClient:
    """Two evenings, and a hand that nobody has gone on with."""
    old = played(7, 30, Log("old"))
    old.events[-1]["at"] = "2020-05-03T20:00:00Z"
    path = store_games(tmp_path / "club.db", won(Log("won")), won(Log("again")), faulty(), old)
    with open_store(path) as store:
        store.add_person(Person("dora", "Dora Novak"))
        store.forget_person("dora")
    return looking(path)


@each(
    "query, found",
    [("q=again", {"again"}), ("q=AGAIN+nobody", set()), ("state=faulty", {"faulty"}), ("state=live", {"old", "faulty"}),
     ("ruleset=nothing", set()), ("sort=name&q=won", {"won"}), ("sort=faults&state=faulty", {"faulty"})],
)  # fmt: skip
def test_games_are_searched_and_filtered(club: FlaskClient, query: str, found: set[str]) -> None:
    """An order that there is not is refused; a hand that stopped long ago is not told as in progress."""
    text = club.get("/").text
    assert ['class="unbroken first"' in text, 'class="best" href="/games/won/events/' in text] == [True, True]
    assert "not checked" not in text
    assert {club.get(f"/?{wrong}").status_code for wrong in ("state=x", "sort=x", "page=2&q=nobody")} <= {400, 404}
    old = club.get("/?q=old").text
    assert ("not finished" in old, "badge live" in old) == (True, False)
    text = club.get(f"/?{query}").text
    assert {name for name in ("won", "again", "faulty", "old") if f'href="/games/{name}"' in text} == found


def test_a_game_that_was_looked_at_is_known_in_the_list_at_once(tmp_path: Path) -> None:
    client = looking(tmp_path / "club.db", won(Log("one")), won(Log("two")), won(Log("six")), patience=0)
    client.get("/games/one")
    assert "Checking 1 game …" in client.get("/").text
    assert "Checking" not in client.get("/").text


def test_a_player_has_a_page_with_figures_games_and_a_chart(club: FlaskClient) -> None:
    text = club.get("/players/anna").text
    assert "<dt>Hands won</dt>" in text
    assert 'class="chart"' in text
    assert 'href="/games/again"' in text
    assert 'href="/players/anna"' in club.get("/league").text
    assert club.get("/players/nobody").status_code == 404


def test_nothing_is_told_of_who_was_forgotten(club: FlaskClient) -> None:
    assert club.get("/players/dora").status_code == 404
    for path in ("/league", "/players/anna", "/find?won_by=anna", "/api/v1/standings",
                 "/api/v1/players", "/api/v1/hands?player=anna"):  # fmt: skip
        assert "dora" not in club.get(path).text, path
    assert "No hands." in club.get("/find?player=dora").text


def test_hands_are_found_as_the_command_finds_them(client: FlaskClient) -> None:
    told = client.get("/api/v1/hands?result=washout").json
    assert told["hands"] == []
    found = client.get("/api/v1/hands?page_size=1").json
    assert found["count"] == 3, "the hand in progress is not looked at"
    assert found["next"] is not None
    winner = found["hands"][0]["winners"][0]
    assert f"{winner} wins" in client.get(f"/find?won_by={winner}").text
    told = client.get("/api/v1/standings").json
    assert told["waiting"] == 0
    assert {one["player"] for one in told["standings"]} == {"anna", "ben", "cleo", "dora"}
    assert sum(one["wins"] for one in client.get("/api/v1/players").json["players"]) == 3


# -- all games are counted ------------------------------------------------------------------------------------------

ADDRESSES = ("/league", "/players/anna", "/find?won_by=anna", "/api/v1/standings", "/api/v1/players", "/api/v1/hands")


def texts(client: FlaskClient) -> list[str]:
    """What all pages and answers of a club say."""
    return [client.get(address).text for address in ADDRESSES]


@pytest.mark.parametrize("can_keep", [True, False])
def test_no_game_is_judged_twice_and_none_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_keep: bool
) -> None:
    """By a viewer that begins anew neither, where it may write; a log that goes on counts at once."""
    monkeypatch.setattr(facts_index, "WORTH_KEEPING", 1)
    games = [won(Log(f"evening-{number}")) for number in range(12)]
    path = store_games(tmp_path / "club.db", *games)
    if not can_keep:
        Path(f"{path}.lock").unlink()
    first = looking(path)
    told = texts(first)
    assert '"games": 12' in told[3]
    assert fed(first, "/league", monkeypatch) == 0
    again = looking(path)
    assert (fed(again, "/league", monkeypatch) == 0) == can_keep
    assert texts(again) == told
    with open_store(path) as store:
        hidden = {"decision": "hidden", "seq": store.head("evening-3").seq + 1, "text": "x", "type": "note"}
        store.append("evening-3", [event_body(hidden)])
    assert '"games": 11' in first.get("/api/v1/standings").text
    assert '"games": 11' in looking(path).get("/api/v1/standings").text


def test_what_there_was_no_time_for_is_said_and_comes_with_the_next_request(tmp_path: Path) -> None:
    path = store_games(tmp_path / "club.db", *(won(Log(f"evening-{number}")) for number in range(3)))
    client = looking(path, patience=0)
    assert "2 games are not read yet, and not counted" in client.get("/league").text
    assert [client.get("/api/v1/standings").json["waiting"] for _again in range(2)] == [1, 0]
    assert "not read yet" not in client.get("/league").text


def test_of_many_evenings_the_latest_are_listed_and_all_counted(
    club: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the league, and of a player."""
    before = [club.get(address).text for address in ("/league", "/players/anna")]
    monkeypatch.setattr(club_pages, "MOST_LISTED", 1)
    for address, whole in zip(("/league", "/players/anna"), before, strict=True):
        text = club.get(address).text
        assert "are shown; all are counted" not in whole
        assert "The latest 1 of 2 are shown; all are counted." in text
        assert len([name for name in ("won", "again") if f'href="/games/{name}"' in text]) == 1
