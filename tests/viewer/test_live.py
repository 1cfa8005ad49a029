"""A game that is followed while it is recorded: streams, and what is told of each event."""

from __future__ import annotations

import http.client
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.cards.shelf import NO_CARDS
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.viewer import live as watch_module
from mjlog.viewer.live import Feed, Live, LiveGame, Pace
from mjlog.viewer.pages import events as event_pages
from mjlog.viewer.serving.guard import Limits
from tests.viewer.api_games import HEADERS, TOKEN
from tests.viewer.conftest import store_games
from tests.viewer.live_logs import Message, all_messages, corrected_evening, messages, rows, told
from tests.views.table_logs import Log, played, stacked, won
from turns import in_turn

PATIENCE = 120.0
"""Seconds after which a test gives up; nothing takes nearly as long."""
MOST_MESSAGES = 2000
"""No test waits for so many."""
START = 3
SERVE = """
import sys
from mjlog.viewer import serve
serve(sys.argv[1], port=0, on_ready=lambda address: print(address, flush=True))
"""


def soon(is_so: Callable[[], bool]) -> bool:
    """Whether something comes about before everybody has lost patience."""
    end = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)
    return is_so()


# -- a real server, and followers in threads of their own -----------------------------------------------------------


class Served:
    """A server of a database, in a process of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.port = urlsplit(self.process.stdout.readline().strip()).port or 0

    def connected(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> None:
        self.interrupt()
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server of an evening that has just begun."""
    path = tmp_path / "club.db"
    with open_store(path) as store:
        store.append("club", corrected_evening().bodies()[:START])
    server = Served(path)
    yield server
    server.end()


class Follower(threading.Thread):
    """Follows a game up to an event; now and then the connection is lost, and it comes back."""

    def __init__(self, served: Served, seed: int, until: int) -> None:
        super().__init__(daemon=True)
        self.served, self.until = served, until
        self.chance = random.Random(seed)
        self.got: list[Message] = []
        self.last: int | None = None
        self.connections = 0
        self.follows = threading.Event()
        self.start()

    def run(self) -> None:
        while self.last is None or self.last < self.until:
            self.follow(self.chance.randint(1, 60))

    def follow(self, most: int) -> None:
        """One connection, cut after so many messages."""
        self.connections += 1
        connection = self.served.connected()
        headers = {} if self.last is None else {"Last-Event-ID": str(self.last)}
        connection.request("GET", "/games/club/live", headers={"Accept": "text/event-stream", **headers})
        answer = connection.getresponse()
        try:
            if answer.status in (429, 503):
                # It is not noticed at once that the connections before are lost.
                time.sleep(0.05)
                return
            assert answer.status == 200
            for number, message in enumerate(messages(iter(answer.readline, b"")), 1):
                self.got.append(message)
                self.last = self.last if message.id is None else message.id
                self.follows.set()
                if number == most or (self.last or 0) >= self.until:
                    return
        finally:
            answer.close()
            connection.close()


def record(path: Path, bodies: list[bytes], seed: int) -> None:
    """Events are written: one by one, and several at a time, sometimes quickly one after the other."""
    chance = random.Random(seed)
    at = START
    with open_store(path) as store:
        while at < len(bodies):
            size = chance.choice([1, 1, 1, 2, 5, 12])
            store.append("club", bodies[at : at + size], expected_last=at)
            at += size
            time.sleep(chance.choice([0, 0, 0, 0.01, 0.05]))


def kept_rows(got: list[Message]) -> list[bytes]:
    return [one.raw for one in got if one.kind == "row"]


def rows_of(chunks: list[bytes]) -> list[bytes]:
    return kept_rows(all_messages(chunks))


def test_five_followers_get_every_event_once_and_in_order(served: Served) -> None:
    bodies = corrected_evening().bodies()
    assert len(bodies) > 200
    followers = [Follower(served, seed, len(bodies)) for seed in range(5)]
    for follower in followers:
        assert follower.follows.wait(PATIENCE)
    record(served.path, bodies, 1)
    for follower in followers:
        follower.join(PATIENCE)
    expected = rows_of(told(served.path, "club", START))
    for follower in followers:
        assert kept_rows(follower.got) == expected
        assert follower.connections > 1
        assert {one.data["hand"] for one in follower.got if one.kind == "opened"} == {1}


def test_who_takes_nothing_does_not_delay_the_others(served: Served) -> None:
    bodies = corrected_evening().bodies()
    idle = []
    for _ in range(3):
        one = socket.create_connection(("127.0.0.1", served.port))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        one.sendall(b"GET /games/club/live?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        idle.append(one)
    follower = Follower(served, 1, len(bodies))
    assert follower.follows.wait(PATIENCE)
    record(served.path, bodies, 2)
    follower.join(PATIENCE)
    assert kept_rows(follower.got) == rows_of(told(served.path, "club", START))
    for one in idle:
        one.close()


def test_streams_end_at_once_when_the_server_does(served: Served) -> None:
    connection = served.connected()
    connection.request("GET", "/games/club/live")
    answer = connection.getresponse()
    assert answer.readline() == b"id: 3\n"
    served.interrupt()
    try:
        while answer.read(1):
            pass
    except (OSError, http.client.HTTPException):
        pass  # hung up on in the middle of the stream
    answer.close()
    connection.close()
    assert served.process.wait(PATIENCE) == 0


def test_a_stream_has_the_headers_of_every_answer_and_is_kept_by_nobody(served: Served) -> None:
    connection = served.connected()
    connection.request("GET", "/games/club/live", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    found = {name.lower(): value for name, value in answer.getheaders()}
    assert found["content-type"].partition(";")[0] == "text/event-stream"
    assert found["cache-control"] == "no-store"
    assert found["x-accel-buffering"] == "no"
    assert found["x-content-type-options"] == "nosniff"
    assert "default-src" in found["content-security-policy"]
    assert not {"content-encoding", "etag", "server"} & set(found)
    answer.close()
    connection.close()


# -- the application itself -----------------------------------------------------------------------------------------

Make = Callable[..., Flask]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Applications for games, with streams at a pace that tests can wait for."""
    made: list[Flask] = []

    def app_of(*logs: Log, limits: Limits | None = None, name: str = "club.db", **pace: float) -> Flask:
        app = create_app(store_games(tmp_path / name, *logs), limits=limits or Limits())
        library = app.extensions["mjlog_library"]
        caps = app.extensions["mjlog_streams"]
        app.extensions["mjlog_live"] = Live(library.store, library.cards, caps.closing, Pace(**pace))
        made.append(app)
        return app

    yield app_of
    for app in made:
        app.extensions["mjlog_live"].close()
        app.extensions["mjlog_library"].store.close()


def followed(client: FlaskClient, address: str, **named: Any) -> TestResponse:
    return client.get(address, buffered=False, **named)


def taken(answer: TestResponse, until: Callable[[bytes], bool]) -> bytes:
    """What a stream says, until it has said something, or ends; or says so much else that it never will."""
    said = b""
    for chunk in answer.iter_encoded():
        said += chunk
        if until(said) or said.count(b"\n\n") > MOST_MESSAGES:
            break
    answer.close()
    return said


def up_to(seq: int) -> Callable[[bytes], bool]:
    return lambda said: f"\nid: {seq}\nevent: row\n".encode() in b"\n" + said


def test_a_stream_says_first_where_it_begins(make: Make) -> None:
    client = make(won()).test_client()
    said = taken(followed(client, "/games/demo/live"), lambda said: b"\n\n" in said)
    assert said == b'id: 29\nretry: 2000\nevent: hello\ndata: {"after":29,"last":29}\n\n'
    said = taken(followed(client, "/games/demo/live?after=27"), lambda said: b"\n\n" in said)
    assert said == b'id: 27\nretry: 2000\nevent: hello\ndata: {"after":27,"last":29}\n\n'


def test_what_the_browser_has_got_goes_before_the_address(make: Make, tmp_path: Path) -> None:
    client = make(won()).test_client()
    answer = followed(client, "/games/demo/live?after=3", headers={"Last-Event-ID": "27"})
    said = taken(answer, up_to(29))
    assert said.endswith(b"".join(told(tmp_path / "club.db", "demo", 27)))
    assert said.count(b"event: row") == 2


def test_what_cannot_be_followed_is_refused(make: Make) -> None:
    """From an event that is none, or from two; a game that is not there; what is no stream."""
    client = make(won()).test_client()
    for text in ("x", "-1", "1.5", "30", "9" * 40, "\u0661", "1 2", "0x1", " ", ""):
        assert client.get("/games/demo/live", query_string={"after": text}).status_code == 400, text
        if text.isascii() and text.strip():
            assert client.get("/games/demo/live", headers={"Last-Event-ID": text}).status_code == 400, text
    assert client.get("/games/demo/live?after=1&after=2").status_code == 400
    assert client.get("/games/none/live").status_code == 404
    assert client.get("/games/demo/live", headers={"Accept": "text/html"}).status_code == 406
    assert client.post("/games/demo/live").status_code in (403, 405)


def test_the_api_has_the_same_stream_and_tells_what_is_wrong_as_a_problem(make: Make) -> None:
    client = make(won()).test_client()
    assert b'"last":29' in taken(followed(client, "/api/v1/games/demo/live"), lambda said: b"\n\n" in said)
    for address, status in (("demo/live?after=x", 400), ("none/live", 404)):
        refused = client.get(f"/api/v1/games/{address}")
        assert (refused.status_code, refused.mimetype) == (status, "application/problem+json")
        assert refused.json["status"] == status


def test_one_stream_too_many_is_told_to_come_again(make: Make) -> None:
    """To ask about one takes no place."""
    client = make(won(), limits=Limits(streams=1), distance=0.02).test_client()
    for _ in range(3):
        head = client.head("/games/demo/live", buffered=True)
        assert (head.status_code, head.data, head.mimetype) == (200, b"", "text/event-stream")
    assert "GET" in client.options("/games/demo/live").headers["Allow"]
    first = followed(client, "/games/demo/live")
    refused = client.get("/games/demo/live")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    first.close()
    again = followed(client, "/games/demo/live")
    assert again.status_code == 200
    again.close()


def test_the_end_of_a_game_ends_its_streams(make: Make) -> None:
    log = won()
    log.add("game-end")
    client = make(log).test_client()
    said = taken(followed(client, "/games/demo/live?after=29"), lambda said: False)
    assert said.endswith(b'retry: 60000\nevent: end\ndata: {"last":30}\n\n')
    assert said.count(b"event: row") == 1


def test_a_stream_that_is_silent_says_that_it_is_there(make: Make) -> None:
    client = make(won(), keep_alive=0.02).test_client()
    still = b"event: still\ndata: {}\n\n"
    said = taken(followed(client, "/games/demo/live"), lambda said: said.count(still) == 3)
    assert said.count(b"event:") == 4
    assert said.count(b"id:") == 1  # whoever comes back goes on where it was


def test_what_is_appended_over_the_api_is_told_at_once(tmp_path: Path) -> None:
    """Nobody waits for the next look at the log, which here comes when the test has long been given up."""
    log = won()
    app = create_app(store_games(tmp_path / "club.db", log), token=TOKEN)
    library, caps = app.extensions["mjlog_library"], app.extensions["mjlog_streams"]
    live = app.extensions["mjlog_live"] = Live(library.store, library.cards, caps.closing, Pace(distance=10 * PATIENCE))
    stream = live.follow("demo", None)
    assert b"event: hello" in next(stream)
    told_by: list[bytes] = []
    listener = threading.Thread(target=lambda: told_by.append(next(stream)), daemon=True)
    listener.start()
    note = {"expected_last": 29, "events": [{"type": "note", "text": "tea"}]}
    assert app.test_client().post("/api/v1/games/demo/events", json=note, headers=HEADERS).status_code == 201
    listener.join(PATIENCE)
    live.close()
    assert [one.data["words"] for one in all_messages(told_by)] == ["Note: tea"]
    library.store.close()


def test_all_who_follow_are_given_one_film_made_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make(log := won())
    made: list[int] = []
    plain = event_pages._reel

    def counted(reader: Any, number: int, layout: Any) -> str:
        made.append(number)
        return plain(reader, number, layout)

    monkeypatch.setattr(event_pages, "_reel", counted)
    client = app.test_client()
    last = [client.get("/games/demo/film?seq=last").json for _ in range(3)]
    assert last[0] == last[1] == last[2]
    assert len(made) == 1
    assert (last[0]["asked"], last[0]["edition"], last[0]["last"]) == (29, 29, 29)
    assert client.get("/games/demo/film?seq=29&view=table").json != last[0]
    log.add("note", text="tea")
    with open_store(app.extensions["mjlog_library"].store.path) as store:
        store.append("demo", log.bodies()[-1:])
    grown = client.get("/games/demo/film?seq=last").json
    assert (grown["asked"], grown["edition"], grown["stops"]) == (30, 30, last[0]["stops"] + 1)


def test_a_stream_does_not_hold_its_place_for_ever(make: Make) -> None:
    client = make(won(), life=0.1, distance=0.02).test_client()
    said = taken(followed(client, "/games/demo/live"), lambda said: False)
    assert said.count(b"event: hello") == 1


def test_who_has_left_is_not_served_any_more(make: Make) -> None:
    app = make(won(), distance=0.02)
    left = threading.Event()
    stream = app.extensions["mjlog_live"].follow("demo", None, left.is_set)
    assert b"hello" in next(stream)
    left.set()
    assert list(stream) == []


def test_what_is_told_of_is_seen_at_once(make: Make, tmp_path: Path) -> None:
    """Nobody waits for the next look at the logs."""
    log = won()
    app = make(log, distance=PATIENCE)
    live = app.extensions["mjlog_live"]
    stream = live.follow("demo", None)
    next(stream)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(next(stream)), daemon=True)
    reader.start()
    log.add("note", text="tea")
    with open_store(tmp_path / "club.db") as store:
        store.append("demo", log.bodies()[-1:])
    assert soon(lambda: bool(live.notify()) or not reader.is_alive())
    assert got[0].startswith(b"id: 30\n")
    stream.close()


def test_a_draft_is_told_nobody(make: Make, tmp_path: Path) -> None:
    log = played(3, 5)
    client = make(log).test_client()
    answer = followed(client, "/games/demo/live")
    with open_store(tmp_path / "club.db") as store:
        store.keep_draft("demo", b"discard 5b")
        log.add("note", text="tea")
        store.append("demo", log.bodies()[-1:])
    said = taken(answer, up_to(len(log.events)))
    assert b"5b" not in said
    assert said.count(b"event: row") == 1


def test_a_hand_that_ends_is_told_and_only_then_what_was_hidden_counts(make: Make, tmp_path: Path) -> None:
    """Who follows hears that the hand is open; who comes later gets the same bytes."""
    log = played(3, 6)
    client = make(log).test_client()
    answer = followed(client, f"/games/demo/live?after={len(log.events)}")
    log.add("washout", reason="late")
    with open_store(tmp_path / "club.db") as store:
        store.append("demo", log.bodies()[-1:])
    said = taken(answer, up_to(len(log.events)))
    assert said.endswith(told(tmp_path / "club.db", "demo", len(log.events) - 1)[0])
    assert b'event: opened\ndata: {"hand":1,"first":2}\n\nid: ' in said


# -- what is told of each event of a game that is being recorded ------------------------------------------------------


SEATS = {"E": "ben", "S": "cleo", "W": "dora", "N": "anna"}


def stored(tmp_path: Path, log: Log) -> Path:
    return store_games(tmp_path / "club.db", log)


def test_every_event_is_told_once_and_in_order(tmp_path: Path) -> None:
    log = corrected_evening()
    found = [one for one in all_messages(told(stored(tmp_path, log), "club")) if one.kind == "row"]
    assert [one.id for one in found] == [one.data["seq"] for one in found] == list(range(1, len(log.events) + 1))
    assert [one.data["type"] for one in found] == [one["type"] for one in log.events]


def test_whoever_comes_later_is_told_the_same(tmp_path: Path) -> None:
    """From any event on, and while the log grows: what is told of an event follows from the log up to it alone."""
    log = corrected_evening()
    path = stored(tmp_path, log)
    whole = told(path, "club")
    for after in in_turn(range(0, len(log.events), 17)):
        assert told(path, "club", after) == whole[after:]
    grown: list[bytes] = []
    bodies = log.bodies()
    with open_store(tmp_path / "other.db") as store:
        store.append("club", bodies[:1])
        live = LiveGame(store, "club", NO_CARDS, 0)
        for at in range(1, len(bodies) + 1, 9):
            store.append("club", bodies[at : at + 9])
            grown += live.more(100, 60.0)
        assert [LiveGame(store, "club", NO_CARDS, after).last for after in (0, 10, 15, 29)] == [0, 10, 15, 29]
    assert grown == whole


def test_the_end_of_a_hand_opens_it(tmp_path: Path) -> None:
    log = won()
    log.add("hand-start", hand=2, round="E", seats=SEATS)
    found = all_messages(told(stored(tmp_path, log), "demo"))
    (at,) = [at for at, one in enumerate(found) if one.kind == "opened"]
    assert found[at].data == {"hand": 1, "first": 2}
    assert found[at].id is None  # who loses the connection after it is told it again, with the event
    assert found[at + 1].data["type"] == "show"
    assert [one.data["over"] for one in found if one.kind == "row" and one.data["hand"] == 1][-6:] == [False] + 5 * [
        True
    ]


def test_a_hand_that_is_left_is_opened_by_the_next_one(tmp_path: Path) -> None:
    log = played(3, 4)
    log.add("hand-start", hand=2, round="E", seats=SEATS)
    found = all_messages(told(stored(tmp_path, log), "demo"))
    assert [one.kind for one in found[-2:]] == ["opened", "row"]
    assert found[-1].data["hand"] == 2


def test_a_void_hand_and_the_one_played_in_its_place_are_told_apart(tmp_path: Path) -> None:
    log = played(3, 4)
    log.add("replay", reason="a tile fell")
    second = log.add("hand-start", hand=1, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"})
    log.add("washout", reason="end of the evening")
    opened = [one.data for one in all_messages(told(stored(tmp_path, log), "demo")) if one.kind == "opened"]
    assert opened == [{"hand": 1, "first": 2}, {"hand": 1, "first": second}]


def test_a_correction_changes_the_past_and_says_what_stands_there_now(tmp_path: Path) -> None:
    log = played(3, 6)
    discard = next(event for event in log.events if event["type"] == "discard")
    tile = "1b" if discard["tile"] != "1b" else "2b"
    log.add("correction", of=discard["seq"], events=[{**discard, "tile": tile}], reason="it was another")
    log.add("correction", of=len(log.events), events=[], reason="no")
    log.add("note", text="tea")
    *_, new, void, note = rows(told(stored(tmp_path, log), "demo"))
    assert new["words"].startswith(f"Event {discard['seq']} is corrected: it was another; now: East discards ")
    assert void["words"].startswith("Event ")
    assert (new["changed"], void["changed"], note["changed"]) == (True, True, False)
    assert new["last"] == len(log.events) - 3
    assert note["last"] == note["seq"]


def test_a_fault_that_becomes_graver_changes_the_past(tmp_path: Path) -> None:
    """A call out of turn is warned of; it is an error once it is carried through. Other faults are errors at once."""
    log = Log("second")
    log.add("hand-start", hand=2, round="E", seats={"E": "anna", "S": "ben", "W": "cleo", "N": "dora"})
    found = rows(told(store_games(tmp_path / "second.db", log), "second"))[-1]
    assert (found["findings"] > 0, found["worst"]) == (True, "error")
    log = Log("demo")
    log.start_hand(1, stacked("1b 2b 3b", "", "2b 3b 4b", ""))
    log.add("discard", seat="E", tile="1b")
    log.add("claim", seat="W", for_="chow")
    log.add("expose", seat="W", kind="chow", tiles=["1b", "2b", "3b"])
    *_, discard, claim, expose = rows(told(stored(tmp_path, log), "demo"))
    assert (discard["findings"], claim["findings"], claim["worst"]) == (0, 1, "warning")
    assert (discard["changed"], claim["changed"], expose["changed"]) == (False, False, True)


def test_a_line_that_cannot_be_read_is_told_as_a_fault(tmp_path: Path) -> None:
    """And a log of which nothing is left can be told."""
    log = Log("nothing")
    log.add("correction", of=1, events=[], reason="wrong table")
    assert rows(told(store_games(tmp_path / "nothing.db", log), "nothing"))[-1]["last"] == 0
    bodies = [*Log("demo").bodies(), b'{"seq":2,"type":"tea"}', b'{"seq":3,"text":"tea","type":"note"}']
    with open_store(tmp_path / "club.db") as store:
        store.append("demo", bodies)
    first, fault, note = rows(told(tmp_path / "club.db", "demo"))
    assert (first["type"], fault["type"], note["type"]) == ("game-start", "fault", "note")
    assert fault["words"] == "This event cannot be read"
    assert note["words"] == "Note: tea"


def test_the_game_ends_with_its_end_whatever_is_said_of_it_later(tmp_path: Path) -> None:
    log = won()
    path = stored(tmp_path, log)
    with open_store(path) as store:
        live = LiveGame(store, "demo", NO_CARDS, len(log.events))
        assert not live.is_ended
        seq = log.add("game-end")
        log.add("note", text="a fine evening")
        store.append("demo", log.bodies()[seq - 1 :])
        live.more(10, 60.0)
        assert live.is_ended
        log.add("correction", of=seq, events=[], reason="one more hand")
        store.append("demo", log.bodies()[-1:])
        live.more(10, 60.0)
        assert not live.is_ended


def test_who_comes_back_late_is_told_the_same_and_nothing_is_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = stored(tmp_path, corrected_evening())
    whole = told(path, "club")
    replayed: list[int] = []
    plain = LiveGame.more
    monkeypatch.setattr(LiveGame, "more", lambda game, *most: replayed.append(game.last) or plain(game, *most))
    with open_store(path) as store:
        feed = Feed(store, "club", NO_CARDS)

        def followed(at: int) -> list[bytes]:
            found: list[bytes] = []
            while more := feed.after(at + len(found))[0]:
                found += more
            return found

        for after in (len(whole) - 5, 100, 60, 100):
            assert followed(after) == whole[after:]
        assert replayed.count(100) == 1


def test_messages_that_are_kept_no_more_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = stored(tmp_path, won(Log("club")))
    whole = told(path, "club")
    monkeypatch.setattr(watch_module, "_AT_ONCE", 3)
    monkeypatch.setattr(watch_module, "_MOST_KEPT", 5)
    with open_store(path) as store:
        feed = Feed(store, "club", NO_CARDS)
        for after in (20, len(whole) - 3, 20, len(whole)):
            found, _ended = feed.after(after)
            assert found == whole[after : after + len(found)]
            assert bool(found) == (after < len(whole))
