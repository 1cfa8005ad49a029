"""The log itself over the API: as it is stored, byte for byte; never further than may be told."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from mjlog.chain import GENESIS
from mjlog.formats.logs import write_log
from mjlog_cli.main import main
from tests.viewer.api_games import HEADERS, TOKEN, sampled, store_of_samples
from tests.viewer.conftest import looking
from tests.views.table_logs import Log, won

API = "/api/v1"
LIVE = f"{API}/games/live"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that are over, and games in progress."""
    return store_of_samples(tmp_path_factory.mktemp("logs") / "club.db")


@pytest.fixture(scope="module")
def client(database: Path) -> FlaskClient:
    """A client of a viewer with a token."""
    return looking(database, token=TOKEN)


def told(client: FlaskClient, address: str, **headers: str) -> Any:
    """What an address answers."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_download_is_what_export_writes(client: FlaskClient, database: Path) -> None:
    for name in ("won", "corrected", "american"):
        answer = client.get(f"{API}/games/{name}/log")
        assert answer.mimetype == "application/x-ndjson"
        exported = CliRunner().invoke(main, ["export", name, "--db", str(database)])
        assert answer.data == exported.stdout_bytes
        head = json.loads(answer.data.splitlines()[-1])["id"]
        assert answer.headers["ETag"] == f'"{head}"'


def test_all_logs_come_as_one_stream_that_is_read_wherever_a_log_is(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.get(f"{API}/log", headers=HEADERS)
    assert answer.data == b"".join(b"".join(write_log(log.bodies())) for log in sampled())
    (tmp_path / "all.mjlog.jsonl").write_bytes(answer.data)
    run = CliRunner().invoke(
        main, ["import", "mjlog", str(tmp_path / "all.mjlog.jsonl"), "--db", str(tmp_path / "new.db")]
    )
    assert run.exit_code == 0, run.output
    assert run.output.count("events imported") == len(sampled())


def test_logs_that_are_not_sent_give_their_place_among_the_streams_back(client: FlaskClient) -> None:
    """They are other logs than those that were asked for, or whoever asks has them already."""
    tag = client.get("/api/v1/log").headers["ETag"]
    streams = client.application.extensions["mjlog_streams"]
    before = streams.inside
    assert client.get("/api/v1/log", headers={"If-Match": '"other"'}).status_code == 412
    assert client.get("/api/v1/log", headers={"If-None-Match": tag}, buffered=True).status_code == 304
    assert streams.inside == before


def test_every_stored_event_can_be_checked_by_its_id(client: FlaskClient) -> None:
    prev = GENESIS
    for one in told(client, f"{API}/games/won/stored?page_size=200")["events"]:
        made = hashlib.sha256(f"mjlog1\n{one['prev']}\n{one['body']}".encode()).hexdigest()
        assert (one["prev"], one["id"]) == (prev, made)
        assert told(client, f"{API}/games/won/stored/{one['seq']}") == told(client, one["url"]) == one
        prev = one["id"]


def test_a_hand_in_progress_is_held_back_from_whoever_has_no_token(client: FlaskClient) -> None:
    listed = told(client, f"{LIVE}/stored")
    assert (listed["last"], listed["complete"], listed["count"]) == (1, False, 1)
    assert [one["seq"] for one in listed["events"]] == [1]
    assert client.get(f"{LIVE}/stored/2").status_code == 404
    assert len(client.get(f"{LIVE}/log").data.splitlines()) == 1
    public = [json.loads(line) for line in client.get(f"{API}/log").data.splitlines()]
    assert sum(one["type"] == "game-start" for one in public) == len(sampled())
    assert not [one for one in public if one["type"] == "wall" and len(set(one["tiles"])) == 1]
    assert len(public) < sum(len(log.events) for log in sampled())


def test_with_the_token_the_whole_log_is_read_and_kept_by_nobody(client: FlaskClient) -> None:
    live = next(log for log in sampled() if log.events[0]["game"] == "live")
    listed = told(client, f"{LIVE}/stored?page_size=200", **HEADERS)
    assert (listed["last"], listed["complete"]) == (len(live.events), True)
    assert client.get(f"{LIVE}/log", headers=HEADERS).data == b"".join(write_log(live.bodies()))
    address = told(client, f"{LIVE}/stored/5", **HEADERS)["url"]
    for one in (f"{LIVE}/stored", f"{LIVE}/stored/5", f"{LIVE}/log", f"{API}/log", address):
        answer = client.get(one, headers=HEADERS)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert answer.headers["Vary"] == "Authorization"
        assert "ETag" not in answer.headers
        assert client.get(one).headers.get("Vary", "Authorization") == "Authorization"
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("sent", [f"Bearer {TOKEN}x", "Bearer x", "Bearer", "Bearer \xff", f"bearer {TOKEN[:-1]}"])
def test_a_wrong_token_is_refused(client: FlaskClient, sent: str) -> None:
    for address in (f"{LIVE}/stored", f"{LIVE}/log", f"{API}/log"):
        answer = client.get(address, headers={"Authorization": sent})
        assert (answer.status_code, answer.mimetype) == (401, "application/problem+json")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
        assert TOKEN not in answer.text


def test_other_credentials_show_nothing_more(client: FlaskClient, database: Path) -> None:
    """Nor any to a server without a token."""
    for sent in ("Basic YTpi", f"Token {TOKEN}", TOKEN):
        assert told(client, f"{LIVE}/stored", Authorization=sent)["last"] == 1
    for sent in (f"Bearer {TOKEN}", "Bearer ", "Bearer None"):
        assert told(looking(database), f"{LIVE}/stored", Authorization=sent)["last"] == 1


def test_a_game_between_its_hands_is_read_to_its_end(tmp_path: Path) -> None:
    listed = told(looking(tmp_path / "club.db", won(Log("won"))), f"{API}/games/won/stored")
    assert (listed["last"], listed["complete"]) == (29, True)
