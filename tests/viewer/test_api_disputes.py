"""Disputes by the API: opened and ruled by appends, listed, and the dossier that a referee rules from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from mjlog_cli.main import main
from tests.viewer.api_games import HEADERS, appending, store_of_samples

GAMES = "/api/v1/games"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with games, of which one has disputes."""
    return store_of_samples(tmp_path / "club.db")


@pytest.fixture
def client(database: Path) -> FlaskClient:
    """A client of a viewer that takes events."""
    return appending(database)


def told(client: FlaskClient, address: str) -> Any:
    """What an address answers."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.text.isascii()
    return answer.json


def last_of(client: FlaskClient, game: str) -> int:
    """The last event of a game."""
    last = told(client, f"{GAMES}/{game}")["events"]
    assert isinstance(last, int)
    return last


def append(client: FlaskClient, game: str, *events: dict[str, Any]) -> int:
    """Append events; the number of the first one."""
    wanted = {"expected_last": last_of(client, game), "events": list(events)}
    answer = client.post(f"{GAMES}/{game}/events", json=wanted, headers=HEADERS)
    assert answer.status_code == 201, answer.text
    return int(answer.json["first"])


# -- the list ---------------------------------------------------------------------------------------------------


def test_the_disputes_of_a_game_are_listed_with_the_rulings_on_them(client: FlaskClient) -> None:
    found = told(client, told(client, f"{GAMES}/disputed")["links"]["disputes"])
    first, second = found["disputes"]
    assert (first["on"], first["seat"], first["player"], first["hand"], first["open"]) == (22, "S", "ben", 1, False)
    assert (first["text"], first["at"], first["recorder"]) == ("he took it back", "2026-11-20T20:15:00Z", "dora")
    (ruling,) = first["rulings"]
    assert (ruling["decision"], ruling["corrections"], ruling["penalties"]) == (
        "upheld", [first["seq"] + 2], [first["seq"] + 3],
    )  # fmt: skip
    assert (second["open"], second["rulings"], second["text"]) == (True, [], "<b>that</b> was no mahjong")
    assert (found["game"], found["as_of"], found["count"]) == ("disputed", None, 2)


def test_as_of_an_earlier_event_a_dispute_is_still_open(client: FlaskClient) -> None:
    seq = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    then = told(client, f"{GAMES}/disputed/disputes?as-of={seq}")
    (only,) = then["disputes"]
    assert (then["as_of"], only["open"], only["rulings"]) == (seq, True, [])
    page = told(client, only["url"])
    assert (page["as_of"], page["dispute"]["open"], page["event"]["correction"]) == (seq, True, None)
    assert page["proof"]["events"] == seq
    assert "as ruled" not in [one["label"] for one in page["outcomes"]]


# -- the dossier ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_dossier_is_what_the_command_prints(client: FlaskClient, database: Path, at: int) -> None:
    """Of a dispute, of the ruling on it, of an event that nobody has objected to."""
    dispute = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    seq = 5 if at < 0 else dispute + at
    asked = ["dossier", "disputed", str(seq), "--format", "json", "--db", str(database)]
    printed = CliRunner().invoke(main, asked)
    assert printed.exit_code == 0, printed.stderr
    assert told(client, f"{GAMES}/disputed/disputes/{seq}") == json.loads(printed.stdout)


def test_a_dossier_tells_handles_and_never_a_name(client: FlaskClient, database: Path) -> None:
    runner = CliRunner()
    added = runner.invoke(main, ["people", "add", "ben", "Benedict Unmistakable", "--db", str(database)])
    assert added.exit_code == 0, added.output
    seq = told(client, f"{GAMES}/disputed/disputes")["disputes"][0]["seq"]
    answer = client.get(f"{GAMES}/disputed/disputes/{seq}", headers=HEADERS)
    assert answer.json["names"] == {}
    assert "Unmistakable" not in answer.text


def test_of_a_hand_in_progress_a_dossier_tells_what_the_table_sees_to_the_holder_of_the_token_too(
    client: FlaskClient,
) -> None:
    answer = client.get(f"{GAMES}/live/disputes/60", headers=HEADERS)
    assert answer.json["over"] is False
    assert list(answer.json["before"]) == ["table"]
    concealed = [tile for seat in answer.json["before"]["table"]["seats"].values() for tile in seat["concealed"]]
    assert set(concealed) == {"??"}
    assert client.get(f"{GAMES}/live/disputes/60").data == answer.data


def test_an_answer_that_somebody_has_already_is_not_sent_again(client: FlaskClient) -> None:
    for address in (f"{GAMES}/disputed/disputes", f"{GAMES}/disputed/disputes/22"):
        tag = client.get(address).headers["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        append(client, "disputed", {"type": "dispute", "on": 22, "text": "and another one"})
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


# -- opening and ruling -----------------------------------------------------------------------------------------


def test_a_dispute_is_opened_by_an_append_and_ruled_by_another_with_what_follows(client: FlaskClient) -> None:
    """The ruling, the correction and the penalty are stored together, or not at all."""
    payment = last_of(client, "won")
    before = told(client, f"{GAMES}/won")["totals"]
    seq = append(client, "won", {"type": "dispute", "on": payment, "seat": "E", "text": "that is too much"})
    (opened,) = told(client, f"{GAMES}/won/disputes?standing=open")["disputes"]
    assert (opened["seq"], opened["player"], opened["hand"]) == (seq, "anna", 1)
    paid = {"type": "settlement", "change": {"E": 0, "S": 0, "W": 0, "N": 0}}
    ruling = append(
        client,
        "won",
        {"type": "ruling", "on": seq, "text": "nobody pays", "decision": "upheld"},
        {"type": "correction", "on": seq + 1, "of": payment, "events": [paid], "reason": "agreed", "agreed": ["ben"]},
        {"type": "penalty", "on": seq + 1, "seat": "S", "amount": 30, "reason": "for the noise"},
    )
    (ruled,) = told(client, f"{GAMES}/won/disputes?standing=ruled")["disputes"]
    assert ruled["rulings"][0]["seq"] == ruling == seq + 1
    assert (ruled["rulings"][0]["corrections"], ruled["rulings"][0]["penalties"]) == ([seq + 2], [seq + 3])
    page = told(client, ruled["url"])
    assert [one["label"] for one in page["outcomes"]][-1] == "as ruled"
    assert page["outcomes"][0]["gets"] != page["outcomes"][-1]["gets"]
    after = told(client, f"{GAMES}/won")["totals"]
    assert (after["ben"], after["anna"]) == (-30, 10)
    assert told(client, f"{GAMES}/won?as-of={seq}")["totals"] == before


def test_a_ruling_with_a_fault_in_what_follows_stores_nothing(client: FlaskClient) -> None:
    last = last_of(client, "disputed")
    events = [{"type": "ruling", "on": 22, "text": "so be it"}, {"type": "penalty", "seat": "X", "amount": 1}]
    wanted = {"expected_last": last, "events": events}
    answer = client.post(f"{GAMES}/disputed/events", json=wanted, headers=HEADERS)
    assert answer.status_code == 422
    assert last_of(client, "disputed") == last
