"""Writing by the API: who may, what comes in, in which order, once and for all."""

from __future__ import annotations

import json
import re
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.audit.engine import Engine
from mjlog.errors import MjlogError, StoreError
from mjlog.recording.session import Manner, RecordingSession
from mjlog.store import open_readonly, open_store
from mjlog.store.place import WriterLock
from mjlog.text import segment
from mjlog.viewer import create_app
from mjlog.viewer.serving.guard import Writer
from tests.simulate.games import played as simulated
from tests.viewer.api_games import HEADERS, TOKEN, appending, begun, store_of_samples
from tests.viewer.conftest import ODD, looking
from tests.views.table_logs import WALL, Log, hidden_twin, played, won

SEATS = {"E": "anna", "S": "ben", "W": "cleo", "N": "dora"}
HAND = {"type": "hand-start", "hand": 1, "round": "E", "seats": SEATS}
NOTE = {"type": "note", "text": "tea"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database that a test may change."""
    return store_of_samples(tmp_path / "club.db")


@pytest.fixture
def client(database: Path) -> FlaskClient:
    """A client of a viewer with a token."""
    return appending(database)


def sent(client: FlaskClient, game: str, body: Any, **headers: str) -> TestResponse:
    """The answer to an append by whoever holds the token."""
    return client.post(f"/api/v1/games/{segment(game)}/events", json=body, headers={**HEADERS, **headers})


def stored(client: FlaskClient, game: str, last: int, *events: dict[str, Any], **headers: str) -> Any:
    """The answer to an append that is stored."""
    answer = sent(client, game, {"expected_last": last, "events": events}, **headers)
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.json


def refused(answer: TestResponse, status: int, kind: str = "") -> Any:
    """A refusal, in the form of RFC 9457."""
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
    assert answer.json["status"] == status
    assert answer.json["type"] == (f"/api/v1/#{kind}" if kind else "about:blank")
    return answer.json


def bodies(database: Path, game: str) -> list[bytes]:
    """What is stored of a game."""
    with open_readonly(database) as store:
        return store.bodies(game) if game in store else []


# -- what is stored ---------------------------------------------------------------------------------------------


def test_a_game_begins_with_its_first_append_and_goes_on(client: FlaskClient, database: Path) -> None:
    first = stored(client, "new", 0, begun("new"))
    assert first["events"][0]["words"].startswith("A game begins: anna, ben, cleo and dora")
    second = stored(client, "new", 1, HAND, {"type": "discard", "seat": "S", "tile": "5b"})
    assert (second["first"], second["last"]["seq"], second["count"]) == (2, 3, 2)
    assert [one["seq"] for one in second["events"]] == [2, 3]
    assert "out-of-turn" in [one["code"] for event in second["events"] for one in event["findings"]]
    lines = [json.loads(body) for body in bodies(database, "new")]
    assert [(line["seq"], line["type"]) for line in lines] == [(1, "game-start"), (2, "hand-start"), (3, "discard")]
    with open_readonly(database) as store:
        assert store.verify("new") == []
        assert store.head("new").id == second["last"]["id"]
    game = client.get("/api/v1/games/new").json
    assert game["events"] == 3


def test_the_location_is_the_first_event_that_was_stored(client: FlaskClient) -> None:
    answer = sent(client, ODD, {"expected_last": 29, "events": [NOTE, NOTE]})
    assert answer.headers["Location"] == f"/api/v1/games/{segment(ODD)}/events/30"
    assert client.get(answer.headers["Location"]).status_code == 200


def test_what_nobody_knows_is_kept_as_in_a_file(client: FlaskClient, database: Path) -> None:
    stored(client, "won", 29, {**NOTE, "weather": [1.5, "rain"], "far": 1.0, "at": None})
    assert json.loads(bodies(database, "won")[-1]) == {
        **NOTE, "seq": 30, "weather": [1.5, "rain"], "far": 1, "at": None,
    }  # fmt: skip


def test_an_export_of_another_server_goes_in_with_its_ids(client: FlaskClient) -> None:
    lines = [json.loads(line) for line in client.get("/api/v1/games/won/log").data.splitlines()]
    assert lines[0]["id"]
    renamed = {**lines[0], "game": "copy"}
    refused(sent(client, "copy", {"expected_last": 0, "events": [renamed]}), 409, "chain")
    first = {name: value for name, value in renamed.items() if name not in ("id", "prev")}
    made = stored(client, "copy", 0, first)
    event = {**NOTE, "prev": made["last"]["id"]}
    stored(client, "copy", 1, event)
    refused(sent(client, "copy", {"expected_last": 2, "events": [{**NOTE, "id": "0" * 64}]}), 409, "chain")


def test_an_append_is_told_as_everybody_may_see_it(tmp_path: Path) -> None:
    """The same words and findings for two hands that differ only in hidden tiles; ids differ, and are the writer's."""
    told = []
    for at, log in enumerate((played(5, 12), hidden_twin(played(5, 12), 99))):
        client = looking(store_of_samples(tmp_path / f"{at}.db"), token=TOKEN)
        answer = stored(client, "demo", 0, *log.events)
        told.append([{**event} for event in answer["events"]])
    assert told[0] == told[1]


def test_of_a_hand_in_progress_that_has_the_number_of_a_void_one_nothing_hidden_is_told(tmp_path: Path) -> None:
    """Hand 1 was void and is played again; corrections of the same append take its win back."""
    log = Log("again")
    log.start_hand(1, WALL)
    void = log.add("replay", reason="a wall fell")
    won(log)
    ends = [event["seq"] for event in log.events[void:] if event["type"] in ("claim", "mahjong", "show", "settlement")]
    for seq in reversed(ends):
        log.add("correction", of=seq, events=[], reason="it was no win")
    with open_store(tmp_path / "club.db") as store:
        store.import_game("again", log.bodies()[:void])
    client = looking(tmp_path / "club.db", token=TOKEN)
    body = {"expected_last": void, "events": log.events[void:]}
    answer = client.post("/api/v1/games/again/events", json=body, headers=HEADERS)
    assert answer.status_code == 201
    dealt = [event["words"] for event in (answer.json or {})["events"] if event["type"] == "deal"]
    assert dealt
    assert not [words for words in dealt if not re.fullmatch(r"\w+ is dealt (4 tiles|a tile|1 tile)", words)]


@pytest.mark.parametrize("ruleset", ["western", "riichi", "american"])
def test_an_event_feeds_two_rows_however_long_the_game_at_hand_is(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    """The log's, and what everybody sees of it; also where a winner shows the hand, and after a correction."""
    events = [json.loads(line) for line in simulated(ruleset, 7, hands=1)]
    name, late = events[0]["game"], 12
    stored(client, name, 0, *events[:-late])
    fed: list[Any] = []
    feed = Engine.feed
    monkeypatch.setattr(Engine, "feed", lambda self, row, where: (fed.append(row), feed(self, row, where)))
    assert any(event["type"] == "show" for event in events[-late:])
    for last, event in enumerate(events[-late:], len(events) - late):
        stored(client, name, last, event)
        assert len(fed) <= 2, event
        fed.clear()
    stored(client, name, len(events), {"type": "correction", "of": len(events), "events": [], "reason": "not yet"})
    fed.clear()
    stored(client, name, len(events) + 1, NOTE)
    assert len(fed) <= 4, "as corrected, and as recorded"


# -- which version ----------------------------------------------------------------------------------------------


def test_who_comes_second_loses_nothing_and_stores_nothing(client: FlaskClient, database: Path) -> None:
    stored(client, "won", 29, NOTE)
    before = bodies(database, "won")
    assert "30 events" in refused(sent(client, "won", {"expected_last": 29, "events": [NOTE]}), 409, "stale")["detail"]
    refused(sent(client, "won", {"expected_last": 31, "events": [NOTE]}), 409, "stale")
    refused(sent(client, "none", {"expected_last": 4, "events": [NOTE]}), 409, "stale")
    assert bodies(database, "won") == before


def test_the_version_can_be_a_header(client: FlaskClient) -> None:
    body = {"events": [NOTE]}
    assert sent(client, "won", body, **{"If-Match": '"29"'}).status_code == 201
    refused(sent(client, "won", body, **{"If-Match": '"29"'}), 412, "stale")
    refused(sent(client, "won", body), 428, "version")
    for odd in ("30", '"tea"', "*", 'W/"30"', '"30", "31"', ""):
        refused(sent(client, "won", body, **{"If-Match": odd}), 400)
    refused(sent(client, "won", {**body, "expected_last": 29}, **{"If-Match": '"30"'}), 400)
    assert sent(client, "won", {**body, "expected_last": 30}, **{"If-Match": '"30"'}).status_code == 201


def test_who_waited_too_long_is_told_that_nothing_was_stored_and_when_to_try_again(
    client: FlaskClient, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.viewer.serving.guard.open_store", partial(open_store, timeout=0.01))
    before = bodies(database, "busy")
    begin = [begun("busy")]
    with WriterLock(database, 60).held():
        answer = sent(client, "busy", {"expected_last": 0, "events": begin})
        said = refused(answer, 503)
        assert said["detail"] == "other writers were not done in time: nothing was stored; send the same again"
        assert int(answer.headers["Retry-After"]) > 0
        assert bodies(database, "busy") == before
    stored(client, "busy", 0, *begin)


def test_an_append_that_the_disk_refuses_is_not_told_that_nothing_can_be_read(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object, **named: object) -> None:
        raise StoreError("/srv/secret/club.db: the disk failed to write")

    monkeypatch.setattr("mjlog.store.SqliteStore.append", fail)
    said = refused(sent(client, "busy", {"expected_last": 0, "events": [begun("busy")]}), 503)
    assert "see whether anything was stored" in said["detail"]
    assert "secret" not in said["detail"]


def test_of_writers_at_the_same_time_one_is_first(database: Path) -> None:
    app = create_app(database, patience=60, token=TOKEN)
    statuses: list[int] = []

    def write() -> None:
        statuses.append(sent(app.test_client(), "won", {"expected_last": 29, "events": [NOTE]}).status_code)

    threads = [threading.Thread(target=write) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 409, 409, 409, 409, 409]
    assert len(bodies(database, "won")) == 30


# -- once -------------------------------------------------------------------------------------------------------


def test_the_same_append_sent_twice_is_stored_once_and_answered_the_same(client: FlaskClient, database: Path) -> None:
    """Also when the log has gone on, and the hand is over, meanwhile."""
    body = {"expected_last": 1, "events": [HAND, {"type": "draw", "seat": "E", "tile": "5b"}]}
    stored(client, "new", 0, begun("new"))
    first = sent(client, "new", body, **{"Idempotency-Key": "k-1"})
    stored(client, "new", 3, {"type": "washout"})
    again = sent(client, "new", body, **{"Idempotency-Key": "k-1"})
    assert (first.status_code, first.data, first.headers) == (again.status_code, again.data, again.headers)
    assert "5 bamboo" not in first.text
    assert len(bodies(database, "new")) == 4


def test_a_key_stands_for_one_append(client: FlaskClient, database: Path) -> None:
    for none in ("", "a b", "x" * 201, "\xe9"):
        refused(sent(client, "won", {"expected_last": 29, "events": [NOTE]}, **{"Idempotency-Key": none}), 400)
    key = {"Idempotency-Key": "k-2"}
    stored(client, "won", 29, NOTE, **key)
    for game, last, event in (("won", 29, {**NOTE, "text": "milk"}), ("won", 30, NOTE), ("faulty", 30, NOTE)):
        refused(sent(client, game, {"expected_last": last, "events": [event]}, **key), 409, "key-reused")
    assert len(bodies(database, "won")) == 30


# -- who --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer x"}, {"Authorization": "Basic YTpi"},
                                     {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": "Bearer"}])  # fmt: skip
def test_without_the_token_nothing_is_stored_and_nothing_told(
    client: FlaskClient, database: Path, headers: dict[str, str]
) -> None:
    """Whatever is sent, and whatever there is: the answer is the same."""
    answers = [
        client.post(f"/api/v1/games/{game}/events", data=data, headers=headers, content_type=kind)
        for game in ("won", "none")
        for data, kind in ((json.dumps({"expected_last": 29, "events": [NOTE]}), "application/json"), ("tea", None))
    ]
    for answer in answers:
        refused(answer, 401, "token")
        assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="mjlog"')
    assert len({answer.data for answer in answers}) == 1
    assert len(bodies(database, "won")) == 29


def test_the_token_itself_is_not_kept(database: Path) -> None:
    """An empty one is none; a server without one only reads."""
    refused(sent(looking(database), "won", {"expected_last": 29, "events": [NOTE]}), 403, "read-only")
    for token in ("", "  "):
        with pytest.raises(MjlogError, match="empty"):
            Writer(database, token)
    app = create_app(database, patience=60, token=TOKEN)
    assert TOKEN not in repr(vars(app.extensions["mjlog_writer"]))
    assert TOKEN not in repr(app.config)


# -- what does not come in --------------------------------------------------------------------------------------

WRONG = [
    ({"expected_last": 29}, "events"),
    ({"expected_last": 29, "events": []}, "events"),
    ({"expected_last": 29, "events": {}}, "events"),
    ({"expected_last": 29, "events": [3]}, "events[0]"),
    ({"expected_last": 29, "events": [{}]}, "events[0].type"),
    ({"expected_last": 29, "events": [{"type": "tea"}]}, "events[0].type"),
    ({"expected_last": 29, "events": [NOTE, {"type": "discard", "seat": "E", "tile": "5x"}]}, "events[1].tile"),
    ({"expected_last": 29, "events": [{**NOTE, "seq": "30"}]}, "events[0].seq"),
    ({"expected_last": 29, "events": [{**NOTE, "seq": 30.5}]}, "events[0].seq"),
    ({"expected_last": -1, "events": [NOTE]}, "expected_last"),
    ({"expected_last": "29", "events": [NOTE]}, "expected_last"),
    ({"expected_last": True, "events": [NOTE]}, "expected_last"),
    ({"expected_last": None, "events": [NOTE]}, "expected_last"),
    ({"expected_last": 29, "events": [NOTE] * 1001}, "events"),
    ({"expected_last": 29, "events": [{"type": "ruleset", "document": "x" * 200_001}]}, "events[0].document"),
    ({"expected_last": 29, "events": [{**NOTE, "text": "\ud800"}]}, "events[0].text"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "field"), WRONG)
def test_a_field_that_is_wrong_is_named_and_nothing_is_stored(
    client: FlaskClient, database: Path, body: Any, field: str
) -> None:
    errors = refused(sent(client, "won", body), 422, "invalid")["errors"]
    assert (errors[0]["place"], errors[0]["field"]) == ("body", field)
    assert len(bodies(database, "won")) == 29


@pytest.mark.parametrize("text", ["", "tea", "[]", "null", "NaN", '{"expected_last": NaN}', "[" * 50_000, b"\xff",
                                  '{"expected_last": 29, "expected_last": 29, "events": []}', "1" * 5000])  # fmt: skip
def test_what_is_no_json_object_is_refused(client: FlaskClient, text: str | bytes) -> None:
    answer = client.post("/api/v1/games/won/events", data=text, headers=HEADERS, content_type="application/json")
    assert refused(answer, 400)["detail"].startswith("the body is ")


def test_what_is_not_said_to_be_json_is_too_long_or_is_of_no_game_is_refused(client: FlaskClient) -> None:
    body = json.dumps({"expected_last": 29, "events": [NOTE]})
    for kind in (None, "text/plain", "application/x-ndjson"):
        refused(client.post("/api/v1/games/won/events", data=body, headers=HEADERS, content_type=kind), 415)
    refused(sent(client, "won", {"expected_last": 29, "events": [{**NOTE, "text": "x" * 300_000}]}), 413)
    for name in ("~FF", "x" * 1001, "~ED~A0~80"):
        refused(client.post(f"/api/v1/games/{name}/events", json=json.loads(body), headers=HEADERS), 404)


@pytest.mark.parametrize(("game", "last", "events"), [
    ("won", 29, [{**NOTE, "seq": 31}]), ("won", 29, [NOTE, {**NOTE, "seq": 30}]), ("won", 29, [begun("won")]),
    ("new", 0, [NOTE]), ("new", 0, [begun("other")]), ("new", 0, [begun("new"), begun("new")]),
    ("won", 29, [{"type": "correction", "of": 1, "events": [begun("other")], "reason": "another name"}]),
])  # fmt: skip
def test_an_event_out_of_its_place_is_refused(
    client: FlaskClient, database: Path, game: str, last: int, events: list[Any]
) -> None:
    refused(sent(client, game, {"expected_last": last, "events": events}), 409, "misplaced")
    assert len(bodies(database, game)) == (29 if game == "won" else 0)


# -- beside what is in pencil -----------------------------------------------------------------------------------------


def test_what_somebody_has_in_pencil_is_not_moved_into_another_hand(client: FlaskClient, database: Path) -> None:
    """A result that was typed for the first hand is not that of the second; what leaves it alone is stored."""
    stored(client, "new", 0, begun("new"))
    stored(client, "new", 1, {**HAND, "depth": "result"})
    with open_store(database) as store:
        RecordingSession(store, "new", Manner()).enter("sm48")
    ends = {"expected_last": 2, "events": [{"type": "washout"}, {**HAND, "hand": 2, "depth": "result"}]}
    problem = refused(sent(client, "new", ends), 409, "pencil")
    assert "1 act in pencil would mean something else then (it was for hand 1" in problem["detail"]
    assert len(bodies(database, "new")) == 2
    stored(client, "new", 2, NOTE)
    with open_store(database) as store:
        session = RecordingSession(store, "new", Manner())
        session.confirm()
    ends["expected_last"] = session.stored
    assert sent(client, "new", ends).status_code == 201
