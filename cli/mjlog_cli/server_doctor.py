"""Is all well with a server, as it is reached from outside: through its proxy, its container, its name?

It is asked as a browser would ask, at the address that people open; nothing is written.
"""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from mjlog.store.doctor import Line
from mjlog.text import counted, segment, shown
from mjlog.viewer.serving.guard import is_loopback

_PATIENCE = 10.0
"""Seconds that an answer may take."""
_LARGEST = 1_000_000
_PAGE = "docs/do/deploying.md"


class _Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    fields: dict[str, Any]


def _connected(address: SplitResult) -> http.client.HTTPConnection:
    """A connection to a server, not made yet."""
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    return kind(str(address.hostname), address.port, timeout=_PATIENCE)


def examine_server(url: str) -> Iterator[Line]:
    """All answers about a server, good and bad.

    Raises:
        ValueError: that is no address of a server.
    """
    address = urlsplit(url.rstrip("/"))
    if address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError(url)
    try:
        health = _asked(address, "/api/v1/health")
    except ssl.SSLCertVerificationError as error:
        yield Line("error", "tls", f"the certificate is not trusted: {error.verify_message}", f"give it one: {_PAGE}")
        return
    except (OSError, http.client.HTTPException) as error:
        words = f"nothing answers at {shown(url)}: {shown(str(error) or type(error).__name__, 200)}"
        advice = "see whether it runs (`systemctl status mjlog`, `podman ps`), and its port"
        yield Line("error", "server", words, advice)
        return
    yield from _server(health)
    if health.status == 200 and "games" in health.fields:
        yield from _clients(address, _asked(address, "/api/v1/connection"))
        yield from _streams(address)


def _asked(address: SplitResult, path: str) -> _Answer:
    connection = _connected(address)
    try:
        connection.request("GET", address.path + path, headers={"Accept": "application/json"})
        response = connection.getresponse()
        body = response.read(_LARGEST)
    finally:
        connection.close()
    try:
        fields = json.loads(body)
    except ValueError:
        fields = {}
    return _Answer(response.status, response.headers, fields if isinstance(fields, dict) else {})


def _server(health: _Answer) -> Iterator[Line]:
    """Whether it is mjlog that answers, and under this name."""
    detail = shown(str(health.fields.get("detail", "")), 300)
    if health.status == 200 and "games" in health.fields:
        games = counted(int(health.fields["games"]), "game")
        yield Line("ok", "server", f"mjlog {shown(str(health.fields.get('version')), 40)} answers, with {games}")
    elif health.status == 400 and "name" in detail:
        todo = "`--allow-host NAME`, or $MJLOG_ALLOW_HOST; and let the proxy pass on the Host that it was asked for"
        yield Line("error", "name", "the server runs, and does not answer under this name", todo)
    elif health.status in (502, 503, 504) and not detail:
        words = f"a proxy answers ({health.status}), and mjlog does not answer it"
        yield Line("error", "server", words, "see whether mjlog runs, and at which address and port the proxy asks")
    elif health.status == 503:
        yield Line("error", "server", f"mjlog answers: {detail}", "`mjlog doctor --db FILE` there says what is wrong")
    elif 300 <= health.status < 400:
        where = shown(health.headers.get("Location", ""), 200)
        yield Line("error", "server", f"it says that it is somewhere else: {where}", "ask there")
    else:
        words = f"something else than mjlog answers, with status {health.status}"
        yield Line("error", "server", words, "see which port the proxy asks, and that it passes on the whole path")


def _clients(address: SplitResult, answer: _Answer) -> Iterator[Line]:
    """Whether clients are told from one another, and TLS is known of."""
    client, proxy = shown(str(answer.fields.get("client")), 60), answer.fields.get("proxy")
    if answer.status != 200 or proxy is None:
        yield Line("info", "clients", "this server does not tell: it is of an older version", "let it be a newer one")
        return
    if proxy == "not-believed":
        words = f"a proxy tells who asks, and is not believed: all its clients count as one, {client}"
        yield Line("error", "clients", words, f"`--proxy {client}`, or $MJLOG_PROXY, if it is yours")
    elif proxy == "believed":
        yield Line("ok", "clients", f"the proxy is believed: you are counted as {client}")
    elif answer.fields.get("shared"):
        yield Line("info", "clients", f"all come from {client}, and are not counted one by one")
    elif address.scheme == "https":
        words = f"the proxy does not tell who asks: all its clients count as one, {client}"
        yield Line("error", "clients", words, "let it append the client's address to X-Forwarded-For")
    elif is_loopback(client):
        yield Line("ok", "clients", f"you are counted as {client}: nothing stands between")
    else:
        todo = f"where others have this address too, behind a gateway: `--shared {client}`, or $MJLOG_SHARED"
        yield Line("info", "clients", f"you are counted as {client}", todo)
    if address.scheme == "https" and answer.fields.get("scheme") != "https":
        words = "the server does not know that people come by https: links that it prints, and its cookies, are without"
        yield Line("error", "tls", words, "let the proxy set X-Forwarded-Proto, and name it with `--proxy`")
    elif address.scheme == "https":
        yield Line("ok", "tls", "people come by https, and the server knows")
    elif not is_loopback(str(address.hostname)):
        words = "tokens and keys of tables cross the network as they are written"
        yield Line("warning", "tls", words, f"put a proxy with TLS before it: {_PAGE}")


def _streams(address: SplitResult) -> Iterator[Line]:
    """Whether what happens in a game comes at once."""
    games = _asked(address, "/api/v1/games").fields.get("games")
    name = games[0].get("game") if isinstance(games, list) and games and isinstance(games[0], dict) else None
    if not isinstance(name, str):
        yield Line("info", "streams", "not tried: there is no game to follow")
        return
    connection = _connected(address)
    try:
        path = f"{address.path}/api/v1/games/{segment(name)}/live"
        connection.request("GET", path, headers={"Accept": "text/event-stream"})
        response = connection.getresponse()
        came = response.read1(100) if response.status == 200 else b""
        status = response.status
    except OSError:
        came, status = b"", 200
    finally:
        connection.close()
    if came:
        yield Line("ok", "streams", "what happens in a game comes at once")
    elif status != 200:
        yield Line("warning", "streams", f"a game cannot be followed now (status {status})", "ask again")
    else:
        todo = "let the proxy not buffer text/event-stream, and keep such a connection open for minutes"
        words = "what happens in a game does not come: something before the server keeps it"
        yield Line("error", "streams", words, todo)


__all__ = ["examine_server"]
