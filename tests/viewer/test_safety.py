"""What holds for every request and every answer: who may ask, how much at a time, which headers, what may be kept."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests
from werkzeug.test import Client

from each import each
from mjlog.errors import StoreError
from mjlog.viewer import create_app
from mjlog.viewer.answers import PROBLEM, Problem
from mjlog.viewer.serving.guard import (
    HEADERS,
    LIMITS,
    Capacity,
    Guard,
    HostCheck,
    check_length,
    host_name,
    is_loopback,
    own_names,
)
from tests.viewer.api_games import TOKEN
from tests.viewer.conftest import store_games
from tests.viewer.test_hostile import addresses
from tests.views.table_logs import Log, played, won

DOCS = Path(__file__).resolve().parents[2] / "docs"
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The viewer of one game; streams end at once."""
    made = create_app(store_games(tmp_path_factory.mktemp("safety") / "a.db", won(Log("won"))), patience=60)
    made.extensions["mjlog_streams"].closing.set()
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client without cookies."""
    return app.test_client()


# -- names ------------------------------------------------------------------------------------------------------

LOOPBACK = (
    "localhost", "LOCALHOST", "localhost.", "localhost:8008", "127.0.0.1", "127.0.0.1:1", "127.8.8.8", "[::1]",
    "[::1]:65535", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
)  # fmt: skip
BARE = ("192.168.1.20", "192.168.1.20:8008", "10.0.0.1", "[fe80::1]", "[2001:db8::1]:80", "8.8.8.8")
OTHER = (
    "evil.example", "evil.example:8008", "localhost.evil.example", "127.0.0.1.evil.example", "evil-localhost",
    "www.localhost", "127.1", "2130706433", "0x7f.0.0.1", "017700000001", "xn--lcalhost-4db",
)  # fmt: skip
MALFORMED = (
    "", " ", ":", ":8008", "localhost:", "localhost:x", "localhost:0", "localhost:65536", "localhost:-1", "localhost..",
    ".localhost", "localhost/", "localhost#", "localhost?x", "a@localhost", "localhost, localhost", "local host",
    "localhost\t", "[::1", "::1", "[::1]x", "[::1]]", "[localhost]", "[127.0.0.1]x", "[fe80::1%25eth0]", "\u24db\u24de",
    "localhost\x00", "x" * 300, "-", "*", "localhost:8008:8008",
)  # fmt: skip


@pytest.mark.parametrize("bound", ["127.0.0.1", "::1", "localhost", "127.0.0.2"])
def test_on_loopback_only_names_of_loopback_are_answered(bound: str) -> None:
    check = HostCheck.of(bound)
    assert [host for host in LOOPBACK if not check.allows(host)] == []
    assert [host for host in (*BARE, *OTHER, *MALFORMED) if check.allows(host)] == []


@pytest.mark.parametrize("bound", ["0.0.0.0", "192.168.1.20", "::", "", "table-pc"])
def test_elsewhere_bare_addresses_and_this_machine_s_names_are_answered(
    bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Table-PC.home")
    check = HostCheck.of(bound, ["Mahjong.Club.Example", "192.168.1.9"])
    names = ("table-pc", "TABLE-PC:8008", "table-pc.home", "table-pc.local", "mahjong.club.example.", *LOOPBACK, *BARE)
    assert [host for host in names if not check.allows(host)] == []
    others = ("pc.local", "x.mahjong.club.example", "club.example", *OTHER, *MALFORMED)
    assert [host for host in others if check.allows(host)] == []


@each("name", ["a b", "http://a", "a:80", "*", "a/b", "a..b", "[::1", "::1]", "[::1]:80", "[a]", "a,b", ""])
def test_a_name_to_be_allowed_is_one(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(name)}$"):
        host_name(name)


def test_a_name_is_compared_without_brackets_and_in_small_letters() -> None:
    """It may be allowed on loopback, too: for a proxy on the same machine."""
    written = ("[::1]", "::1", "Table-PC.", "192.168.1.20")
    assert [host_name(one) for one in written] == ["::1", "::1", "table-pc", "192.168.1.20"]
    check = HostCheck.of("127.0.0.1", ["mahjong.club.example"])
    assert [check.allows(one) for one in ("mahjong.club.example", "192.168.1.20")] == [True, False]


def test_a_host_name_that_is_none_allows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "not a name!")
    assert own_names() == set()
    assert not is_loopback("0.0.0.0")


@pytest.mark.parametrize(
    "path", ["/", "/static/mjlog.css", "/tiles.svg", "/nowhere", "/api/v1/games", "/games/won/live"]
)
def test_no_kind_of_path_is_answered_under_a_strange_name(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.mimetype) in ((400, "text/plain"), (400, "application/problem+json"))
    assert "won" not in answer.text
    assert "evil" not in answer.text


# -- headers ----------------------------------------------------------------------------------------------------


def test_every_answer_has_every_header(app: Flask, client: FlaskClient) -> None:
    """All addresses, all methods, right and wrong."""
    asked = [path for _endpoint, path in addresses(app, "won")]
    asked += [path + "x" for path in asked] + ["/nowhere", "//games", "/api/nowhere", "/static/", "/static/no.css"]
    for path in asked:
        for method in METHODS:
            with client.open(path, method=method, data=b"x") as answer:
                told = {name: answer.headers.get(name) or "" for name in HEADERS}
                # A picture may bring the one style that is in it.
                told["Content-Security-Policy"] = re.sub("'sha256-[^']+'", "'self'", told["Content-Security-Policy"])
                assert told == HEADERS, (method, path)
                is_picture = path.endswith(".svg") and answer.status_code == 200 and answer.mimetype == "image/svg+xml"
                assert is_picture or "sha256" not in str(answer.headers), (method, path)
                assert answer.headers["Cache-Control"], (method, path)
                assert "Server" not in answer.headers
                assert answer.status_code < 500 or path.split("?")[0].endswith("/live"), (method, path)


def test_the_policy_allows_our_own_files_and_nothing_else() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    own = {"script-src", "style-src", "img-src", "connect-src", "form-action"}
    assert {name for name, value in policy.items() if value == "'self'"} == own
    none = {"default-src", "frame-ancestors", "base-uri", "object-src"}
    assert {name for name, value in policy.items() if value == "'none'"} == none
    assert set(policy) == own | none


@pytest.mark.parametrize(("failure", "status"), [
    (RuntimeError("secret detail"), 500), (StoreError("/srv/secret/club.db: database is locked"), 503),
])  # fmt: skip
def test_a_failure_has_every_header_and_shows_nothing_of_what_is_inside(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, failure: Exception, status: int
) -> None:
    def fail(*args: object) -> None:
        raise failure

    monkeypatch.setattr("mjlog.viewer.library.Library.game", fail)
    for path, kind in (("/games/won", "text/html"), ("/api/v1/games/won", PROBLEM)):
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (status, kind)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert answer.headers["Cache-Control"] == "no-store"
        assert not re.search("secret|Traceback", answer.text)
        if status == 503:
            assert "cannot be read at the moment" in answer.text
            assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("path", ["nothing", "games/nobody", "games/nobody/live", "rulesets/x"])
def test_whatever_is_not_there_is_told_to_programs_in_one_way(client: FlaskClient, path: str) -> None:
    """Whether an operation says so, a stream, or nobody answers to the address at all."""
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)
    assert (answer.json["title"], answer.json["status"]) == ("Not Found", 404)


# -- keeping ----------------------------------------------------------------------------------------------------


def test_whoever_has_a_page_is_told_so(app: Flask, client: FlaskClient) -> None:
    """Everything that can be asked for, but what must not be kept, has a tag, and is not sent twice."""
    kept = 0
    for _endpoint, path in addresses(app, "won"):
        with client.get(path) as first:
            if first.status_code != 200 or "no-store" in first.headers["Cache-Control"]:
                continue
        tag = first.headers["ETag"]
        with client.get(path, headers={"If-None-Match": tag}) as again:
            assert (again.status_code, again.data) == (304, b""), path
            assert again.headers["ETag"] == tag
            assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
            assert again.headers.get("Vary") == first.headers.get("Vary")
            assert again.headers["Content-Security-Policy"]
        with client.head(path, headers={"If-None-Match": '"other"'}) as other:
            assert (other.status_code, other.headers["ETag"]) == (200, tag), path
        kept += 1
    assert kept > 20


def test_a_tag_is_made_of_what_is_sent(tmp_path: Path) -> None:
    """The same pages of two databases have the same tags, whatever their chains."""
    tags = []
    for name in ("one", "two"):
        log = won(Log("won"))
        log.events[0]["recorder"] = name
        made = create_app(store_games(tmp_path / f"{name}.db", log), patience=60)
        tags.append(made.test_client().get("/games/won/events/23").headers["ETag"])
    assert tags[0] == tags[1]


def test_a_page_that_depends_on_the_look_says_so(client: FlaskClient) -> None:
    for path in ("/", "/games/won", "/games/won/events/5", "/nowhere"):
        assert "Cookie" in client.get(path).headers["Vary"]
    with client.get("/static/mjlog.css") as answer:
        assert "Cookie" not in answer.headers.get("Vary", "")


# -- how much at a time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/look", "/nowhere", "/static/mjlog.css", "/api/v1/cards/x/match"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_large_body_is_not_read(client: FlaskClient, path: str, method: str) -> None:
    class Unread:
        def read(self, size: int = -1) -> bytes:
            raise AssertionError("the body was read")

    environ = {"REQUEST_METHOD": method, "CONTENT_LENGTH": "100000000", "wsgi.input": Unread()}
    answer = client.open(path, environ_overrides=environ)
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "\u0661", "1 ", "+1", "9" * 5000])
def test_an_odd_length_is_refused(client: FlaskClient, length: str) -> None:
    environ = {"REQUEST_METHOD": "POST", "CONTENT_LENGTH": length}
    assert client.open("/look", environ_overrides=environ).status_code in (400, 413)


@pytest.mark.parametrize(
    ("length", "status"),
    [("0", None), ("99", None), ("100", None), ("0100", None), ("101", 413), ("00101", 413), ("1000", 413), ("", 400)],
)
def test_a_body_is_read_up_to_its_bound(length: str, status: int | None) -> None:
    """The bound itself is allowed; noughts before a number make it no longer."""
    refused: Problem | None = None
    try:
        check_length(length, 100)
    except Problem as error:
        refused = error
    assert (refused and refused.code) == status


def test_a_form_of_many_parts_is_refused(client: FlaskClient) -> None:
    parts = {f"field{number}": "x" for number in range(200)}
    answer = client.post(
        "/look", data=parts, content_type="multipart/form-data", headers={"Origin": "http://localhost"}
    )
    assert answer.status_code in (403, 413)


class Gate:
    """An application that answers when it is let."""

    def __init__(self) -> None:
        self.arrived = threading.Semaphore(0)
        self.opened = threading.Event()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.arrived.release()
        assert self.opened.wait(60)
        start("200 OK", [])
        return [b"here"]


def get_from(client: Client, address: str, path: str = "/", headers: Mapping[str, str] = MappingProxyType({})) -> Any:
    """What a client at this address gets."""
    return client.get(path, environ_overrides={"REMOTE_ADDR": address}, headers=dict(headers))


@pytest.mark.parametrize(
    ("clients", "status"), [(["10.0.0.1", "10.0.0.1"], 429), (["10.0.0.1", "10.0.0.2", "10.0.0.3"], 503)]
)
@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
def test_too_many_at_once_are_told_when_to_come_again(clients: list[str], status: int, path: str) -> None:
    """The last of them; the others are answered, and so is whoever comes afterwards."""
    gate = Gate()
    limits = replace(LIMITS, requests=2, requests_per_client=1, patience=0.0)
    client = Client(Guard(gate, HostCheck(), limits), Response)
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(get_from, client, one) for one in clients[:-1]]
        for _ in waiting:
            assert gate.arrived.acquire(timeout=60)
        refused = get_from(client, clients[-1], path)
        gate.opened.set()
        assert [one.result(60).status_code for one in waiting] == [200] * len(waiting)
    assert refused.status_code == status
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.mimetype == ("application/problem+json" if path.startswith("/api") else "text/plain")
    assert get_from(client, clients[-1]).status_code == 200


def test_whoever_waits_for_room_gets_it_when_there_is_some() -> None:
    gate = Gate()
    client = Client(Guard(gate, HostCheck(), replace(LIMITS, requests=1, patience=60.0)), Response)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(get_from, client, "10.0.0.1")
        assert gate.arrived.acquire(timeout=60)
        second = pool.submit(get_from, client, "10.0.0.2")
        gate.opened.set()
        assert (first.result(60).status_code, second.result(60).status_code) == (200, 200)


def test_a_place_is_given_back_once_whatever_happens() -> None:
    def fail(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        raise RuntimeError("broken")

    guard = Guard(fail, HostCheck(), LIMITS)
    with pytest.raises(RuntimeError, match="broken"):
        Client(guard).get("/")
    assert guard.requests.inside == 0
    room = Capacity(1, 1)
    place = room.take("anna")
    with pytest.raises(TooManyRequests):
        room.take("anna")
    with pytest.raises(ServiceUnavailable):
        room.take("ben")
    place.close()
    place.close()
    assert room.inside == 0
    with room.take("ben"):
        assert room.inside == 1
    assert room.inside == 0


def test_what_is_made_while_it_is_sent_has_a_place_among_the_streams(tmp_path: Path) -> None:
    """It keeps a thread."""
    limits = replace(LIMITS, streams=2, streams_per_client=1)
    app = create_app(store_games(tmp_path / "a.db", won(Log("won"))), limits=limits)
    streams = app.extensions["mjlog_streams"]

    @app.get("/sent")
    def sent() -> Response:
        return Response(iter([b"a", b"b"]))

    client = app.test_client()
    with get_from(client, "10.0.0.1", "/sent") as answer:
        assert streams.inside == 1
        assert get_from(client, "10.0.0.1", "/sent").status_code == 429
        with get_from(client, "10.0.0.2", "/sent"), get_from(client, "10.0.0.3", "/sent") as refused:
            assert refused.status_code == 503
            assert refused.headers["Retry-After"]
        assert answer.data == b"ab"
    assert streams.inside == 0


KEY_SHOWN = {
    "the token": lambda app: {"Authorization": f"Bearer {TOKEN}"},
    "the key of the table": lambda app: {"Cookie": f"mjlog-table={app.extensions['mjlog_tables'].keys.of('live')}"},
    "the key of all tables": lambda app: {"Cookie": f"mjlog-tables={app.extensions['mjlog_tables'].keys.of(None)}"},
    "the key of another table": lambda app: {"Cookie": f"mjlog-table={app.extensions['mjlog_tables'].keys.of('won')}"},
    "a wrong token": lambda app: {"Authorization": "Bearer of-no-right-whatsoever"},
    "a key that somebody made up": lambda app: {"Cookie": "mjlog-tables=AAAAAAAAAAAAAAAAAAAAAA"},
}


@pytest.mark.parametrize("shown", KEY_SHOWN)
def test_whoever_shows_a_key_has_places_of_their_own(tmp_path: Path, shown: str) -> None:
    """However many look on, a stream or a request of who records is answered; a wrong key opens nothing."""
    limits = replace(LIMITS, streams=2, requests=1, patience=0)
    path = store_games(tmp_path / "a.db", won(Log("won")), played(7, 30, Log("live")))
    app = create_app(path, limits=limits, token=TOKEN, record=b"secret")
    client, headers = app.test_client(use_cookies=False), KEY_SHOWN[shown](app)
    is_key = shown in ("the token", "the key of the table", "the key of all tables")
    followed = "/record/live/live" if "Cookie" in headers else "/api/v1/games/live/live"
    with ExitStack() as looking_on:
        for number in range(2):
            looking_on.enter_context(get_from(client, f"10.0.0.{number}", "/games/live/live"))
        with get_from(client, "10.0.0.9", "/games/live/live") as refused:
            assert refused.status_code == 503
        with get_from(client, "10.0.0.9", followed, headers=headers) as answer:
            assert (answer.status_code == 200) is is_key
        guard = app.wsgi_app._inner  # type: ignore[attr-defined]
        with guard.requests.take("10.0.0.7"), get_from(client, "10.0.0.9", followed, headers=headers) as answer:
            assert (answer.status_code == 200) is is_key
            assert is_key or answer.status_code == 503
    assert app.extensions["mjlog_streams"].of_keys.inside == app.extensions["mjlog_streams"].inside == 0
    app.extensions["mjlog_tables"].close()


def test_only_our_own_proxy_is_believed() -> None:
    seen: list[tuple[str, str]] = []

    def tell(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        seen.append((environ["REMOTE_ADDR"], environ["wsgi.url_scheme"]))
        start("200 OK", [])
        return []

    client = Client(Guard(tell, HostCheck(), LIMITS, proxy="10.0.0.9"))
    said = [
        ("10.0.0.1", "10.0.0.7", "https"),
        ("10.0.0.9", "10.0.0.7", "https"),
        ("10.0.0.9", "1.2.3.4, 10.0.0.8", "ftp"),
        ("10.0.0.9", "<script>", ""),
    ]
    for address, client_said, scheme in said:
        headers = {"X-Forwarded-For": client_said, "X-Forwarded-Proto": scheme}
        client.get("/", headers=headers, environ_overrides={"REMOTE_ADDR": address})
    assert seen == [("10.0.0.1", "http"), ("10.0.0.7", "https"), ("10.0.0.8", "http"), ("10.0.0.9", "http")]


def test_redirections_lead_to_paths_and_not_to_names(client: FlaskClient) -> None:
    """A proxy may know this server by another name and scheme."""
    for path in ("/games", "/games//won", "/api//v1"):
        answer = client.get(path)
        assert answer.status_code == 308
        assert re.fullmatch(r"/(?!/)[^:]*", answer.headers["Location"])
        assert "localhost" not in answer.text


# -- the documentation ------------------------------------------------------------------------------------------


def test_every_limit_is_documented_as_it_is() -> None:
    text = (DOCS / "do" / "serving.md").read_text("utf-8")
    told = {name: float(value.replace(",", "")) for name, value in re.findall(r"^\| `(\w+)` \| ([\d,.]+) ", text, re.M)}
    assert told == {field.name: getattr(LIMITS, field.name) for field in fields(LIMITS)}
    assert f"{LIMITS.threads} threads" in text


@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
def test_what_takes_more_memory_than_there_is_is_told_as_too_large(
    client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*_args: object, **_more: object) -> None:
        raise MemoryError

    endpoint = client.application.url_map.bind("").match(path)[0]
    monkeypatch.setitem(client.application.view_functions, endpoint, too_large)
    answer = client.get(path)
    assert answer.status_code == 503
    assert "it takes more memory than this server has" in answer.text
