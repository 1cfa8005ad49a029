"""What stands before a server, as docs/do/deploying.md has it: nginx, Caddy, a unit, a container; and the doctor."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from werkzeug.exceptions import TooManyRequests

from mjlog.store import doctor
from mjlog.store.doctor import Line
from mjlog.viewer.serving import guard
from mjlog.viewer.serving.guard import Capacity
from mjlog_cli.server_doctor import examine_server
from tests.viewer.conftest import store_games
from tests.views.table_logs import Log, won

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
NAME = "mahjong.club.example"
PATIENCE = 60.0


def free_port() -> int:
    """A port that nothing answers on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def serving(tmp_path: Path, *options: str) -> Iterator[int]:
    """`mjlog serve`, as a process of its own; its port."""
    path = store_games(tmp_path / "club.db", won(Log("won")))
    command = [sys.executable, "-m", "mjlog_cli", "serve", "--db", str(path), "--port", "0", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline().partition(" (")[0].rstrip("/").rpartition(":")[2])
        finally:
            process.terminate()


@contextmanager
def running(*command: str, port: int) -> Iterator[None]:
    """A program of this machine, from when it answers on a port."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + PATIENCE
            while True:
                assert process.poll() is None
                assert time.monotonic() < end
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield
        finally:
            process.terminate()


def verdicts(lines: list[Line]) -> dict[str, str]:
    """What the doctor found, by what it looked at."""
    return {line.check: line.level for line in lines}


# -- nginx and Caddy, as this machine has them -----------------------------------------------------------------------

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CADDY = shutil.which("caddy")
WELL = {"server": "ok", "clients": "ok", "tls": "ok", "streams": "ok"}
FAULTS: dict[str, tuple[Callable[[str], str], dict[str, str]]] = {
    "as it ships": (lambda text: text, WELL),
    "without who asks": (lambda text: without(text, "X-Forwarded-For"), {**WELL, "clients": "error", "tls": "ok"}),
    "without the scheme": (lambda text: without(text, "X-Forwarded-Proto"), {**WELL, "tls": "error"}),
    "with another name": (lambda text: text.replace("Host $host", "Host other.example"), {"name": "error"}),
    "with another port": (lambda text: text.replace("proxy_pass http://127.0.0.1:", "proxy_pass http://127.0.0.2:1"),
                          {"server": "error"}),
    "with buffers": (lambda text: text.replace("proxy_buffering off;", "proxy_ignore_headers X-Accel-Buffering;"),
                     {**WELL, "streams": "error"}),
}  # fmt: skip


def without(text: str, word: str) -> str:
    """A configuration without the line of this word."""
    return "".join(line for line in text.splitlines(keepends=True) if word not in line)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that something stands before."""
    with serving(tmp_path_factory.mktemp("behind"), "--proxy", "127.0.0.1") as port:
        yield port


@pytest.fixture(scope="module")
def made_certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for `localhost`, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    made, key = (tmp_path_factory.mktemp("tls") / name for name in ("cert.pem", "key.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", made],
        check=True, capture_output=True,
    )  # fmt: skip
    return made, key


@pytest.fixture
def certificate(made_certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The certificate, which this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(made_certificate[0]))
    return made_certificate


@pytest.mark.skipif(NGINX is None, reason="there is no nginx here")
@pytest.mark.parametrize("fault", FAULTS)
def test_behind_nginx_the_doctor_says_what_is_wrong(
    tmp_path: Path, behind: int, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr("mjlog_cli.server_doctor._PATIENCE", 3.0)
    change, expected = FAULTS[fault]
    port = free_port()
    text = change((DEPLOY / "nginx.conf").read_text("utf-8"))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("listen 80", "listen 127.0.0.1:0")
    text = without_server_on_80(text).replace(NAME, "localhost").replace("127.0.0.1:8008", f"127.0.0.1:{behind}")
    for name, path in zip(("fullchain", "privkey"), certificate, strict=True):
        text = text.replace(f"/etc/letsencrypt/live/localhost/{name}.pem", str(path))
    parts = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{part}_temp_path {tmp_path}/{part};\n" for part in parts)
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/error;\n"
        f"events {{}}\nhttp {{ access_log off;\n{folders}{text}\n}}\n"
    )
    with running(str(NGINX), "-e", f"{tmp_path}/error", "-c", str(config), port=port):
        found = list(examine_server(f"https://localhost:{port}/"))
    assert verdicts(found) == expected
    assert all(line.todo for line in found if line.level != "ok")


def without_server_on_80(text: str) -> str:
    """A configuration without its second server, which leads from http to https."""
    return text[: text.rindex("server {")]


@pytest.mark.skipif(CADDY is None, reason="there is no Caddy here")
def test_behind_caddy_all_is_well(tmp_path: Path, behind: int, certificate: tuple[Path, Path]) -> None:
    port = free_port()
    text = (DEPLOY / "Caddyfile").read_text("utf-8").replace("127.0.0.1:8008", f"127.0.0.1:{behind}")
    tls = f"tls {certificate[0]} {certificate[1]}"
    text = text.replace(
        f"{NAME} {{", f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\nhttps://localhost:{port} {{\n\t{tls}"
    )
    (tmp_path / "Caddyfile").write_text(text)
    with running(str(CADDY), "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile", port=port):
        found = list(examine_server(f"https://localhost:{port}"))
    assert verdicts(found) == WELL


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "mjlog.service"
    text = (DEPLOY / "mjlog.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/mjlog/bin/mjlog", sys.executable).replace("User=mjlog", "User=root"))
    told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert "mjlog.service" not in told.stderr
    assert told.returncode == 0


# -- the doctor, asked of what answers wrongly ------------------------------------------------------------------------


class _Odd(BaseHTTPRequestHandler):
    """Answers everything alike."""

    status, body, more = 200, b"{}", {}

    def do_GET(self) -> None:
        self.send_response(self.status)
        for name, value in self.more.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *given: Any) -> None:
        """Nothing is told."""


ODD: dict[str, tuple[int, bytes, dict[str, str], str]] = {
    "another program": (200, b"<html>It works!", {}, "something else than mjlog answers"),
    "a list": (200, b"[]", {}, "something else than mjlog answers"),
    "a proxy alone": (502, b"<h1>Bad Gateway", {}, "mjlog does not answer it"),
    "an unreadable database": (503, b'{"detail": "the file is damaged"}', {}, "the file is damaged"),
    "another address": (301, b"", {"Location": "https://elsewhere.example/"}, "somewhere else"),
    "no words that harm": (503, b'{"detail": "\\u001b[2Jgone"}', {}, "\\x1b[2Jgone"),
}


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_server_of_ours_is_told(kind: str) -> None:
    status, body, more, words = ODD[kind]
    handler = type("Odd", (_Odd,), {"status": status, "body": body, "more": more})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        (line,) = examine_server(f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert (line.level, words in line.message) == ("error", True), line
    assert line.todo


@pytest.mark.parametrize("url", ["club.example", "ftp://club.example", "https://", "http://[::1", "http://a:port"])
def test_what_is_no_address_is_refused(url: str) -> None:
    """And where nothing answers that is told."""
    (line,) = examine_server(f"http://127.0.0.1:{free_port()}/")
    assert (line.level, line.check) == ("error", "server")
    with pytest.raises(ValueError, match=r".*"):
        list(examine_server(url))


# -- a container ----------------------------------------------------------------------------------------------------


def test_behind_a_gateway_clients_are_not_counted_as_one(tmp_path: Path) -> None:
    """As many may look on as there are places for all; without it the thirteenth is refused."""
    with serving(tmp_path, "--shared", "127.0.0.1") as port, ExitStack() as looking_on:
        address = f"http://127.0.0.1:{port}/games/won/live"
        for _ in range(20):
            looking_on.enter_context(urlopen(address, timeout=PATIENCE))
        assert verdicts(list(examine_server(f"http://127.0.0.1:{port}")))["clients"] == "info"
    (tmp_path / "other").mkdir()
    with serving(tmp_path / "other") as port, ExitStack() as looking_on:
        follow = partial(urlopen, Request(f"http://127.0.0.1:{port}/games/won/live"), timeout=PATIENCE)
        for _ in range(12):
            looking_on.enter_context(follow())
        with pytest.raises(HTTPError, match="429"):
            follow()


def test_what_is_shared_is_bounded_for_all_together() -> None:
    room = Capacity(3, 1, shared="10.0.0.1")
    for _ in range(2):
        room.take("10.0.0.1")
    room.take("10.0.0.2")
    with pytest.raises(TooManyRequests):
        room.take("10.0.0.2")
    assert room.inside == 3


@pytest.mark.skipif(sys.byteorder != "little", reason="the numbers are those of a machine with the low byte first")
@pytest.mark.parametrize(("routes", "found"), [
    ("Iface Destination Gateway\neth0 00000000 0100580A 0003\neth0 0000580A 00000000 0001\n", "10.88.0.1"),
    ("Iface Destination Gateway\neth0 0000580A 00000000 0001\n", None),
    ("Iface Destination Gateway\n", None),
    (None, None),
])  # fmt: skip
def test_the_gateway_is_the_one_of_the_route_to_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, routes: str | None, found: str | None
) -> None:
    if routes is not None:
        (tmp_path / "route").write_text(routes)
    monkeypatch.setattr(guard, "ROUTES", tmp_path / "route")
    address = guard.gateway()
    assert (None if address is None else str(address)) == found


@pytest.mark.parametrize(("kind", "is_in_container", "level"), [
    ("overlay", True, "error"), ("ext4", True, "ok"), ("overlay", False, "ok"),
])  # fmt: skip
def test_a_database_inside_a_container_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_in_container: bool, level: str
) -> None:
    path = store_games(tmp_path / "club.db", won(Log("won")))
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"1 0 0:1 / / rw - {kind} {kind} rw\n")
    if is_in_container:
        monkeypatch.setenv(doctor.IN_CONTAINER, "1")
    else:
        monkeypatch.delenv(doctor.IN_CONTAINER, raising=False)
    found = [line for line in doctor.place_answers(path, None, mounts) if line.check == "file-system"]
    assert [line.level for line in found] == [level]
