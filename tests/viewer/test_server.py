"""The server: its address, an orderly end, strangers who are slow, many, or send too much; what it notes."""

from __future__ import annotations

import _thread
import json
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from mjlog import __version__
from mjlog.cards.shelf import CardShelf
from mjlog.errors import CardError, StoreError
from mjlog.viewer import create_app, serve
from mjlog.viewer.serving.connections import Server
from mjlog.viewer.serving.guard import HEADERS, JsonLines
from mjlog_cli.main import main
from tests.viewer.conftest import store_games
from tests.viewer.sockets import PATIENCE, ROOMY, Answer, ask, connected, get, read_all, served, wait_until
from tests.views.table_logs import Log, won

ROOT = Path(__file__).resolve().parents[2]
LARGE = 100_000_000
_Start = Callable[..., Any]


@pytest.fixture(scope="module")
def port(database: Path) -> Iterator[int]:
    """A server of some games, with the limits that ship but for the number of connections."""
    app = create_app(database, patience=60, limits=ROOMY)
    with served(app) as server:
        yield server.port


def bodies(size: int) -> Callable[[dict[str, Any], _Start], Iterable[bytes]]:
    """An application whose answer is so large."""

    def application(environ: dict[str, Any], start: _Start) -> Iterable[bytes]:
        wanted = size if environ["PATH_INFO"] == "/large" else 2
        start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(wanted))])
        return [b"x" * wanted]

    return application


def is_hung_up(one: socket.socket) -> bool:
    """Wait until the server hangs up; whatever it sends before is thrown away."""
    with suppress(ConnectionResetError):
        while one.recv(65_536):
            pass
    return True


def with_headers(answer: Answer) -> Answer:
    """The answer, with every header that every answer has."""
    assert {name: answer.headers.get(name.lower()) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers
    assert "cache-control" in answer.headers
    return answer


# -- beginning and end ------------------------------------------------------------------------------------------


def test_it_answers_at_the_address_it_tells(database: Path) -> None:
    told: list[str] = []
    answers: list[str] = []

    def ask_it(address: str) -> None:
        try:
            with urllib.request.urlopen(address + "games/won", timeout=PATIENCE) as answer:
                answers.append(answer.read().decode())
        finally:
            _thread.interrupt_main()

    def ready(address: str) -> None:
        told.append(address)
        threading.Thread(target=ask_it, args=[address]).start()

    serve(database, port=0, on_ready=ready)
    assert told[0].startswith("http://127.0.0.1:")
    assert not told[0].endswith(":0/")
    assert "ben wins" in answers[0]


def test_a_database_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database here"):
        serve(tmp_path / "none.db", port=0)


def test_a_card_that_is_none_is_said_at_once(tmp_path: Path, database: Path) -> None:
    """By the library and by the command, before any page is asked for."""
    (tmp_path / "no.card").write_text("tea", encoding="utf-8")
    with pytest.raises(CardError, match=r"no\.card"):
        serve(database, port=0, cards=CardShelf((str(tmp_path / "no.card"),)))
    result = CliRunner().invoke(main, ["serve", "--db", str(database), "--card", str(tmp_path / "no.card")])
    assert result.exit_code == 2
    assert "no.card" in result.output


def test_a_port_that_is_taken_and_a_host_that_is_none_are_said(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["serve", "--db", str(database), "--port", str(port)])
    assert result.exit_code == 2
    assert f"cannot serve on 127.0.0.1, port {port}: address already in use; try another --port" in result.output
    result = CliRunner().invoke(main, ["serve", "--db", str(database), "--host", "a..b"])
    assert (result.exit_code, "cannot serve on a..b" in result.output) == (2, True)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to_whoever_is_still_connected(database: Path, how: signal.Signals) -> None:
    """With a stream, a half sent request, and a connection that says nothing."""
    command = [sys.executable, "-m", "mjlog_cli", "serve", "--db", str(database), "--port", "0"]
    paths = os.pathsep.join(str(ROOT / folder) for folder in (".", "cli", "schemas"))
    environment = os.environ | {"PYTHONPATH": paths}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, encoding="utf-8", cwd=ROOT
    ) as process:
        said = process.stdout.readline()
        try:
            port = int(said.split("127.0.0.1:")[1].split("/")[0])
            with connected(port) as stream, connected(port) as half, connected(port):
                half.sendall(b"GET / HTTP/1.1\r\nHost: 127")
                stream.sendall(get("/games/live/live").replace(b"Connection: close\r\n", b""))
                assert stream.recv(12) == b"HTTP/1.1 200"
                process.send_signal(how)
                out, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out, errors) == (0, "", "")


def test_a_name_with_two_addresses_is_answered_on_one_port(database: Path) -> None:
    server = Server(bodies(2), "localhost", 0, ROOMY)
    threading.Thread(target=server.run, daemon=True).start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=PATIENCE) as answer:
        assert answer.status == 200
    server.stop()
    server.close()


# -- too much ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/v1/cards", "/static/icon.svg", "/nowhere"])
@pytest.mark.parametrize("expects", ["", "Expect: 100-continue\r\n"])
def test_a_large_body_is_refused_before_it_is_sent(port: int, path: str, expects: str) -> None:
    """Nothing of it is sent here, and the answer is there all the same."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {LARGE}\r\n{expects}\r\n"
    answer = with_headers(ask(port, head.encode()))
    assert answer.status == 413
    assert answer.headers["connection"] == "close"
    mimetype = "application/problem+json" if path.startswith("/api/") else "text/plain"
    assert answer.headers["content-type"].startswith(mimetype)


def test_who_sends_a_large_body_at_once_gets_the_answer_too(port: int) -> None:
    """The connection is not reset under it before it could be read."""
    with connected(port) as one:
        one.sendall(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {LARGE}\r\n\r\n".encode())
        for _ in range(16):
            one.sendall(b"x" * 65_536)
        one.shutdown(socket.SHUT_WR)
        assert Answer(read_all(one)).status == 413


def test_a_body_without_a_length_is_bounded(port: int) -> None:
    """Also a chunk whose length never ends; one of the largest size is read."""
    head = f"POST /look HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {ROOMY.body}\r\n\r\n"
    assert ask(port, head.encode() + b"x" * ROOMY.body).status == 403
    chunked = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(port) as one, connected(port) as other:
        one.sendall(chunked)
        for _ in range(5):
            one.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
        assert with_headers(Answer(read_all(one))).status == 413
        other.sendall(chunked + b"1" * 300_000)
        assert Answer(read_all(other)).status in (400, 413)


@pytest.mark.parametrize(("request_", "status"), [
    (get("/" + "x" * 40_000), 431),
    (get(more="X-Much: " + "x" * 40_000 + "\r\n"), 431),
    (get(more="".join(f"X-{number}: x\r\n" for number in range(6000))), 431),
    (get("/" + "x" * 18_000), 414),
    (get("/?" + "x" * 18_000), 414),
    (get("/?" + "&".join("page=1" for _ in range(60))), 400),
    (get("/games/" + "x" * 4_000), 404),
], ids=["address", "header", "headers", "path", "query", "arguments", "name"])  # fmt: skip
def test_long_headers_and_addresses_are_refused(port: int, request_: bytes, status: int) -> None:
    assert with_headers(ask(port, request_)).status == status


@pytest.mark.parametrize("request_", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"GET\r\n\r\n",
    b"get / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\nHost: 127.0.0.1\n\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nno header\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    b"POST / HTTP/1.0\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding:\r\nContent-Length: 1\r\n\r\nx",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Folded: a\r\n b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length:\r\n\t1\r\n\r\nx",
    b"HEAD / HTTP/1.1\r\nHost : x\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
])  # fmt: skip
def test_what_is_no_request_is_refused_with_all_headers(port: int, request_: bytes) -> None:
    answer = with_headers(ask(port, request_))
    assert answer.status in (400, 501)
    assert b"Traceback" not in answer.body
    assert b"waitress" not in answer.raw


@pytest.mark.parametrize(("target", "host"), [
    ("http://evil.example/", "127.0.0.1"),
    ("http://evil.example/", "evil.example"),
    ("http://127.0.0.1/", "evil.example"),
    ("https://127.0.0.1@evil.example/", "127.0.0.1"),
    ("ftp://127.0.0.1/", "127.0.0.1"),
    ("evil.example:443", "127.0.0.1"),
    ("/", "127.0.0.1\r\nHost: evil.example"),
    ("/", "evil.example\r\nHost: 127.0.0.1"),
    ("/", ""),
    ("/", "127.0.0.1:0x1f"),
])  # fmt: skip
def test_a_request_for_another_host_gets_no_answer(port: int, target: str, host: str) -> None:
    answer = with_headers(ask(port, get(target, host)))
    assert answer.status == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert b"anna" not in answer.raw


def test_a_request_names_this_very_host(port: int) -> None:
    """In its first line it may; without a host there is no answer."""
    assert ask(port, get(f"http://127.0.0.1:{port}/", f"127.0.0.1:{port}")).status == 200
    for version in ("1.0", "1.1"):
        request = f"GET / HTTP/{version}\r\nConnection: close\r\n\r\n"
        assert with_headers(ask(port, request.encode())).status == 400


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "TRACE", "BREW"])
@pytest.mark.parametrize(
    "path", ["/", "/static/icon.svg", "/tiles.svg", "/nowhere", "/games/won/live", "//", "/%2e%2e/"]
)
def test_every_method_on_every_kind_of_path_has_all_headers(port: int, method: str, path: str) -> None:
    with connected(port) as one:
        one.sendall(get(path).replace(b"GET", method.encode(), 1))
        raw = b""
        while b"\r\n\r\n" not in raw:
            raw += one.recv(4096)
    with_headers(Answer(raw))


# -- many and slow ----------------------------------------------------------------------------------------------


def test_many_slow_clients_do_not_stop_others(database: Path) -> None:
    """Half sent headers, half sent bodies, and answers that nobody reads, far more of them than threads."""
    limits = replace(ROOMY, requests=2, streams=1)
    with served(bodies(4_000_000), limits) as server, ExitStack() as stack:
        for number in range(300):
            one = stack.enter_context(connected(server.port))
            if number % 3:
                one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            elif number % 2:
                one.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nx")
        for _ in range(50):
            one = stack.enter_context(connected(server.port, receive_buffer=4096))
            one.sendall(get("/large"))
        for _ in range(20):
            assert ask(server.port, get()).status == 200


def test_an_answer_larger_than_what_is_kept_is_given_to_slow_readers_in_the_end() -> None:
    limits = replace(ROOMY, requests=2, streams=2, answer_memory=100_000)
    with served(bodies(3_000_000), limits) as server, connected(server.port, receive_buffer=4096) as slow:
        slow.sendall(get("/large"))
        assert ask(server.port, get()).status == 200
        assert len(Answer(read_all(slow)).body) == 3_000_000


@pytest.mark.parametrize(("limits", "idlers"), [({"connections": 20}, 60), ({"connections_per_client": 10}, 11)])
def test_who_idles_longest_makes_room_for_others(limits: dict[str, int], idlers: int) -> None:
    """One client for itself only."""
    with served(bodies(2), replace(ROOMY, **limits)) as server, ExitStack() as stack:
        idle = [stack.enter_context(connected(server.port)) for _ in range(idlers)]
        if "connections" in limits:
            assert all(ask(server.port, get()).status == 200 for _ in range(30))
        assert is_hung_up(idle[0])
        assert ask(server.port, get()).status == 200


DROPS: dict[str, tuple[bytes, bytes]] = {
    "silent": (b"", b""),
    "headers": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"x"),
    "body": (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n", b"x"),
    "chunks": (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "kept open": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b""),
    "second request": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT", b"x"),
}
"""How a request begins, and what comes after it again and again."""


def test_requests_that_come_in_drops_are_hung_up() -> None:
    limits = replace(ROOMY, header_time=0.1, body_time=0.1, idle_time=0.1)
    with served(bodies(2), limits) as server, ExitStack() as stack:
        waiting = {name: stack.enter_context(connected(server.port)) for name in DROPS}
        for name, one in waiting.items():
            one.sendall(DROPS[name][0])
            one.settimeout(0.02)

        def all_are_over() -> bool:
            for name, one in list(waiting.items()):
                with suppress(TimeoutError):
                    if is_over(one, DROPS[name][1]):
                        del waiting[name]
            return not waiting

        wait_until(all_are_over)


def is_over(one: socket.socket, drop: bytes) -> bool:
    """The server has hung up, as the next drop shows. Raises: TimeoutError."""
    try:
        one.sendall(drop)
        return not one.recv(65_536)
    except (ConnectionResetError, BrokenPipeError):
        return True


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    limits = replace(ROOMY, answer_time=0.2)
    with served(bodies(8_000_000), limits) as server, connected(server.port, receive_buffer=4096) as one:
        one.sendall(get("/large"))
        assert one.recv(12) == b"HTTP/1.1 200"
        wait_until(lambda: not server.channels())
        assert len(read_all(one)) < 8_000_000


def test_too_many_kept_answers_are_given_up() -> None:
    limits = replace(ROOMY, answers=5_000_000)
    with served(bodies(4_000_000), limits) as server, ExitStack() as stack:
        slow = [stack.enter_context(connected(server.port, receive_buffer=4096)) for _ in range(4)]
        for one in slow:
            one.sendall(get("/large"))
            assert one.recv(12) == b"HTTP/1.1 200"
        wait_until(lambda: len(server.channels()) == 1)
        read = [len(read_all(one)) for one in slow]
        assert min(read) < 4_000_000 < max(read)


def test_streams_leave_threads_to_requests(database: Path) -> None:
    """All places of streams are taken; one more is told so, and pages come as before."""
    limits = replace(ROOMY, requests=2, streams=3)
    app = create_app(database, patience=60, limits=limits)
    with served(app, limits) as server, ExitStack() as stack:
        for _ in range(3):
            one = stack.enter_context(connected(server.port))
            one.sendall(get("/games/live/live"))
            assert one.recv(12) == b"HTTP/1.1 200"
        refused = with_headers(ask(server.port, get("/games/live/live")))
        assert refused.status == 503
        assert int(refused.headers["retry-after"]) > 0
        assert all(ask(server.port, get("/games/won")).status == 200 for _ in range(5))
        app.extensions["mjlog_streams"].closing.set()


def test_a_stream_whose_reader_has_gone_makes_room(database: Path) -> None:
    limits = replace(ROOMY, requests=2, streams=1)
    app = create_app(database, patience=60, limits=limits)
    with served(app, limits) as server:
        with connected(server.port) as one:
            one.sendall(get("/games/live/live"))
            assert one.recv(12) == b"HTTP/1.1 200"
        wait_until(lambda: app.extensions["mjlog_streams"].inside == 0)


def test_descriptors_beyond_the_reach_of_select_are_served() -> None:
    """With more than a thousand files open before the first connection."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1400 if hard == resource.RLIM_INFINITY else min(1400, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    held: list[int] = []
    try:
        while not held or held[-1] < 1100:
            held.append(os.open(os.devnull, os.O_RDONLY))
        with served(bodies(2)) as server:
            assert ask(server.port, get()).status == 200
    finally:
        for one in held:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# -- what whoever runs a server is told of requests, and whether it lives ---------------------------------------------


class Kept(logging.Handler):
    """Lines as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def log() -> Iterator[Kept]:
    """What the program says while a test runs, as JSON."""
    kept, root, before = Kept(), logging.getLogger(), logging.getLogger().level
    root.addHandler(kept)
    root.setLevel(logging.INFO)
    yield kept
    root.removeHandler(kept)
    root.setLevel(before)


def test_a_request_is_one_line_without_what_was_asked_for(client: FlaskClient, log: Kept) -> None:
    with client.get("/games/won/events/5?view=open", environ_base={"REMOTE_ADDR": "192.0.2.7"}) as answer:
        assert log.lines == []
    line = log.lines.pop()
    assert log.lines == []
    assert line.pop("at").endswith("Z")
    assert 0 <= line.pop("seconds") < 600
    assert line == {
        "level": "info", "logger": "mjlog.requests", "client": "192.0.2.7", "method": "GET",
        "path": "/games/won/events/5", "status": 200, "bytes": len(answer.data),
    }  # fmt: skip


def test_what_is_refused_and_what_is_streamed_are_told_too(client: FlaskClient, log: Kept) -> None:
    client.get("/games/nobody").close()
    client.get("/", headers={"Host": "elsewhere.example"}).close()
    with client.get("/api/v1/log") as answer:
        whole = answer.data
    assert [(line["path"], line["status"]) for line in log.lines] == [
        ("/games/nobody", 404), ("/", 400), ("/api/v1/log", 200),
    ]  # fmt: skip
    assert log.lines[-1]["bytes"] == len(whole)


def test_what_went_wrong_is_a_line_with_its_trace(log: Kept) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("mjlog.viewer.app").exception("Exception on %s", "/x")
    line = log.lines.pop()
    assert (line["level"], line["message"]) == ("error", "Exception on /x")
    assert line["trace"].endswith("ValueError: two\nlines")


def test_nobody_is_told_unless_somebody_listens(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert client.get("/").status_code == 200
    assert caplog.records == []


def test_health_is_version_and_number_of_games(client: FlaskClient) -> None:
    answer = client.get("/api/v1/health")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json == {"version": __version__, "games": 4}


def test_a_server_whose_database_cannot_be_read_is_not_in_health(tmp_path: Path) -> None:
    app = create_app(store_games(tmp_path / "club.db", won(Log("won"))))
    with app.test_client() as client:
        assert client.get("/api/v1/health").status_code == 200
        with sqlite3.connect(tmp_path / "club.db") as other:
            other.execute("DROP TABLE events")
        answer = client.get("/api/v1/health")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert "Retry-After" in answer.headers
