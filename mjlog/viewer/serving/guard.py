"""What holds for every request and every answer, whatever page it is for: names, sizes, numbers, headers.

A page of another site can make its own name stand for this machine (DNS rebinding), but it cannot make a browser send
a bare address, or a name that is ours. Whoever shows a key (the token, or that of a table) has places of their own:
however many look on, recording goes on. Who may write, and read what is hidden, is whoever holds the token that the
server was started with. How much is taken of anybody stands in docs/do/serving.md too, each number
under its name in `Limits`.

The table of an event can stand in a frame of somebody else's page, under `/embed/`, for the sites that the server
allows. There is no second page: below `/embed` the application knows itself as mounted there, so that every address
that it makes, of steps, reels and files, stays in the frame. What belongs to no such table is not there. Everywhere
else frames stay forbidden.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import logging
import os
import re
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable, TooManyRequests
from werkzeug.wrappers import Response
from werkzeug.wsgi import ClosingIterator

from mjlog.errors import MjlogError
from mjlog.store import SqliteStore, open_store
from mjlog.text import shown
from mjlog.viewer.answers import RETRY_AFTER, Problem, refusal
from mjlog.viewer.faces import policy_hash


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one server; sizes in bytes, times in seconds."""

    body: int = 262_144
    """The body of a request; a larger one is refused when its headers are read."""
    headers: int = 32_768
    """All headers of a request, with its first line."""
    address: int = 16_384
    """An address with its query: the longest id of a game, escaped, takes 12,000, and is told again as `Referer`."""
    arguments: int = 50
    """Arguments of a query."""
    form_parts: int = 50
    """Fields of a form."""
    requests: int = 32
    """Requests worked on at the same time; one more waits, then gets 503."""
    requests_per_client: int = 16
    """Of one client's address; one more gets 429."""
    patience: float = 2.0
    """How long a request waits for others to be done."""
    streams: int = 48
    """Streams at the same time: games that are followed live, downloads of many logs. One more gets 503."""
    streams_per_client: int = 12
    """Of one client's address; one more gets 429."""
    key_requests: int = 16
    """Requests at the same time of those who show the token or the key of a table: places of their own."""
    key_requests_per_client: int = 12
    """Of one client's address."""
    key_streams: int = 32
    """Their streams at the same time, such as those of telephones that record."""
    key_streams_per_client: int = 24
    """Of one client's address: telephones in one room may all come from one."""
    connections: int = 480
    """Open connections; for one more, the one that has idled longest is hung up."""
    connections_per_client: int = 120
    """Of one client's address; likewise."""
    header_time: float = 10.0
    """For the headers of a request, from its first byte."""
    body_time: float = 30.0
    """For a whole request, from its first byte."""
    idle_time: float = 30.0
    """A connection on which nothing is asked, before a request or between two."""
    answer_rate: int = 1_024
    """Bytes a second at which an answer must be taken …"""
    answer_time: float = 60.0
    """… on average over this time."""
    answer_memory: int = 524_288
    """Of an answer waiting to be taken, in memory; the rest goes to a temporary file."""
    answer_ahead: int = 16_777_216
    """Of an answer waiting to be taken; a larger one is made no further until some of it has been."""
    answers: int = 268_435_456
    """Of all answers waiting to be taken; beyond it the connection with the largest is hung up."""

    @property
    def threads(self) -> int:
        """Every stream keeps a thread to itself, so that requests always find one."""
        return self.requests + self.streams + self.key_requests + self.key_streams


LIMITS = Limits()


_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*")
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,254})(?::(?P<port>[0-9]{1,5}))?")
_LAST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class HostCheck:
    """What a request may be addressed to: names, loopback addresses, and with `any_address` every bare address."""

    names: frozenset[str] = frozenset({"localhost"})
    any_address: bool = False

    @classmethod
    def of(cls, bound: str, more: Iterable[str] = ()) -> HostCheck:
        """The check of a server bound to this address or name, with more names that it is known by.

        >>> HostCheck.of("127.0.0.1").allows("192.168.1.5:8008"), HostCheck.of("0.0.0.0").allows("192.168.1.5:8008")
        (False, True)

        Raises:
            ValueError: what is given as a name is none.
        """
        names = {"localhost"} | {host_name(name) for name in more}
        if is_loopback(bound):
            return cls(frozenset(names))
        names |= own_names()
        own = name_in(bound)
        return cls(frozenset(names | ({own} if own else set())), any_address=True)

    def allows(self, host: str) -> bool:
        """Whether a request with this Host is answered.

        >>> check = HostCheck()
        >>> [check.allows(host) for host in ("LOCALHOST.:80", "[::1]:8008", "127.0.0.1", "evil.example", "a, b", "")]
        [True, True, True, False, False, False]
        """
        name = name_in(host)
        if name is None:
            return False
        address = bare_address(name)
        if address is None:
            return name in self.names
        return self.any_address or address.is_loopback or str(address) in self.names


def name_in(host: str) -> str | None:
    """The name of a Host header without port, in lower case, without a dot at its end; None if it is malformed.

    >>> name_in("Club.Example.:8008"), name_in("[::1]"), name_in("a:b"), name_in("a@b")
    ('club.example', '::1', None, None)
    """
    match = _HOST.fullmatch(host)
    if match is None or int(match["port"] or 1) not in range(1, _LAST_PORT + 1):
        return None
    name = match["name"].lower()
    if name.startswith("["):
        return name[1:-1] if bare_address(name[1:-1]) is not None else None
    name = name.removesuffix(".")
    return name if _NAME.fullmatch(name) else None


def is_own_target(target: str, host: str) -> bool:
    """Whether the first line of a request names a path, or this very host with one; not a way through a proxy.

    >>> is_own_target("/games", "localhost"), is_own_target("http://evil.example/", "localhost")
    (True, False)
    """
    own = (f"http://{host.lower()}/", f"https://{host.lower()}/")
    return target.startswith("/") or target == "*" or f"{target.lower()}/".startswith(own)


def host_name(text: str) -> str:
    """A name or an address as it is compared.

    >>> host_name("Mahjong.Club.Example")
    'mahjong.club.example'

    Raises:
        ValueError: it is none, or has a port or a path with it.
    """
    address = bare_address(text[1:-1] if text.startswith("[") and text.endswith("]") else text)
    if address is not None:
        return str(address)
    name = None if ":" in text else name_in(text)
    if name is None:
        raise ValueError(text)
    return name


def is_loopback(bound: str) -> bool:
    """Whether only this machine reaches what is bound to this address or name."""
    if bound.lower() == "localhost":
        return True
    address = bare_address(bound.strip("[]"))
    return address is not None and address.is_loopback


def own_names() -> set[str]:
    """What this machine is called, by itself and on the local network."""
    name = name_in(socket.gethostname())
    if name is None:
        return set()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


def bare_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address that is written as one; None for a name."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped if mapped is not None else address


ROUTES = Path("/proc/net/route")
"""Where Linux tells which gateway leads where; other systems have no such file."""


def gateway() -> ipaddress.IPv4Address | None:
    """The gateway of this machine, or of the container that this is; None where the system tells of none."""
    try:
        rows = [line.split() for line in ROUTES.read_text("ascii").splitlines()[1:]]
    except (OSError, ValueError):
        return None
    gateways = (row[2] for row in rows if len(row) > 2 and row[1] == "00000000" and row[2] != "00000000")
    number = next(gateways, None)
    return None if number is None else ipaddress.IPv4Address(int(number, 16).to_bytes(4, sys.byteorder))


MOUNT = "/embed"
_ENDPOINTS = frozenset(("events.event", "events.film", "events.file", "live.follow", "assets.tiles", "static"))


def origin(text: str) -> str:
    """A site as browsers name it.

    >>> origin("https://Club.Example/"), origin("http://localhost:8000")
    ('https://club.example', 'http://localhost:8000')

    Raises:
        ValueError: it is none, as where it has a path.
    """
    parts = urlsplit(text.lower())
    if parts.scheme not in ("http", "https") or name_in(parts.netloc) is None or parts.path.strip("/"):
        raise ValueError(text)
    return f"{parts.scheme}://{parts.netloc}"


def mounted(environ: dict[str, Any], origins: Iterable[str]) -> bool:
    """Whether a request is for a frame: then the application is told that it is mounted there."""
    path = str(environ.get("PATH_INFO", ""))
    if not origins or not path.startswith(f"{MOUNT}/"):
        return False
    environ["SCRIPT_NAME"] = str(environ.get("SCRIPT_NAME", "")) + MOUNT
    environ["PATH_INFO"] = path.removeprefix(MOUNT)
    return True


def is_embedded() -> bool:
    """Whether what is asked for is shown in a frame."""
    return request.script_root.endswith(MOUNT)


def check_endpoint() -> None:
    """Make sure that only the table of an event, and what it loads, is in a frame.

    Raises:
        NotFound: something else is asked for.
    """
    if is_embedded() and request.endpoint not in _ENDPOINTS:
        raise NotFound("only the table of an event can be embedded")


class Capacity:
    """Capacity for so many in all, and for so many of one client; `patience`: seconds to wait for room in all.

    `shared`: an address that many clients have together: only what holds for all holds for it.
    """

    def __init__(self, limit_all: int, limit_per_client: int, patience: float = 0.0, shared: str | None = None) -> None:
        self.shared = shared
        self.limit_all = limit_all
        self.limit_per_client = limit_per_client
        self.patience = patience
        self.inside = 0
        """How many there are now."""
        self._changed = threading.Condition()
        self._of_client: Counter[str] = Counter()

    def take(self, client: str) -> ExitStack:
        """A place for a client (an address), until it is closed, which may happen more than once.

        Raises:
            TooManyRequests: this client has its share.
            ServiceUnavailable: all places are taken.
        """
        with self._changed:
            if client != self.shared and self._of_client[client] >= self.limit_per_client:
                raise TooManyRequests("too much is asked for from your address at once", retry_after=RETRY_AFTER)
            self._of_client[client] += 1  # those who wait count as well
            if not self._changed.wait_for(lambda: self.inside < self.limit_all, self.patience):
                self._forget(client)
                raise ServiceUnavailable("too many are asking at once; try again soon", retry_after=RETRY_AFTER)
            self.inside += 1

        def leave() -> None:
            with self._changed:
                self.inside -= 1
                self._forget(client)
                self._changed.notify()

        place = ExitStack()
        place.callback(leave)
        return place

    def _forget(self, client: str) -> None:
        self._of_client[client] -= 1
        if not self._of_client[client]:
            del self._of_client[client]


SHOWS_KEY = "mjlog.shows_key"
"""Where the environment of a request says whether its sender has shown a key."""
BY_PROXY = "mjlog.by_proxy"
"""Where it says whether our own proxy has told who asks."""


class StreamCaps(Capacity):
    """Capacity for streams; `of_keys`: for those of whoever shows a key.

    `closing` is set when the server ends: a stream that waits for news waits for that too.
    """

    def __init__(self, limits: Limits, shared: str | None = None) -> None:
        super().__init__(limits.streams, limits.streams_per_client, shared=shared)
        self.of_keys = Capacity(limits.key_streams, limits.key_streams_per_client, shared=shared)
        self.closing = threading.Event()


def stream_caps() -> StreamCaps:
    """The streams of this application."""
    caps: StreamCaps = current_app.extensions["mjlog_streams"]
    return caps


def stream_place() -> ExitStack:
    """A place for the stream that answers this request: `response.call_on_close(place.close)`.

    Raises:
        TooManyRequests: this client has its share of streams.
        ServiceUnavailable: all places are taken.
    """
    caps = stream_caps()
    return (caps.of_keys if request.environ.get(SHOWS_KEY) else caps).take(request.remote_addr or "")


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
)
_POLICY_NAME, _STYLE_FROM_HERE = "Content-Security-Policy", "style-src 'self'"
_OF_A_PICTURE = re.compile(
    re.escape(_POLICY).replace(re.escape(_STYLE_FROM_HERE), r"style\-src\ 'sha256\-[A-Za-z0-9+/]{43}='")
)
HEADERS = {
    _POLICY_NAME: _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then hide where our own forms come from as well.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Headers of every answer, whatever a page says."""

_Environ = dict[str, Any]
_Start = Callable[..., Any]
_Application = Callable[[_Environ, _Start], Iterable[bytes]]


class Guard:
    """Stands before the application: refuses what is not for it or too much, and gives every answer its headers.

    `shows_key`: whether the sender of a request has shown a key, and so has places of their own.
    """

    def __init__(
        self, inner: _Application, hosts: HostCheck, limits: Limits, proxy: str | None = None,
        origins: Sequence[str] = (), shows_key: Callable[[_Environ], bool] = lambda environ: False,
        shared: str | None = None,
    ) -> None:  # fmt: skip
        self._inner = inner
        self._hosts = hosts
        self._limits = limits
        self._proxy = proxy
        self._origins = origins
        self._shows_key = shows_key
        self.requests = Capacity(limits.requests, limits.requests_per_client, limits.patience, shared)
        self.of_keys = Capacity(limits.key_requests, limits.key_requests_per_client, limits.patience, shared)

    def __call__(self, environ: _Environ, start_response: _Start) -> Iterable[bytes]:
        framed = self._origins if mounted(environ, self._origins) else ()

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            return start_response(status, safe_headers(int(status[:3]), headers, framed), *more)

        if self._proxy is not None and environ.get("REMOTE_ADDR") == self._proxy:
            # Our own proxy says who asks, and whether safely. It appends; what stood before is hearsay.
            client = str(environ.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip()
            if bare_address(client) is not None:
                environ["REMOTE_ADDR"] = client
                environ[BY_PROXY] = True
            scheme = str(environ.get("HTTP_X_FORWARDED_PROTO", "")).rpartition(",")[2].strip().lower()
            if scheme in ("http", "https"):
                environ["wsgi.url_scheme"] = scheme
        path = str(environ.get("PATH_INFO", ""))
        try:
            self._check(environ)
            environ[SHOWS_KEY] = self._shows_key(environ)
            places = self.of_keys if environ[SHOWS_KEY] else self.requests
            place = places.take(str(environ.get("REMOTE_ADDR", "")))
        except HTTPException as error:
            return refusal(error, path)(environ, start)
        with place:  # until the answer is made; what is made while it is sent has a place among the streams
            return self._inner(environ, start)

    def _check(self, environ: _Environ) -> None:
        """Make sure that a request is for this server, and of no unusual size.

        Raises:
            Problem: it is not.
        """
        limits = self._limits
        host = str(environ.get("HTTP_HOST", ""))
        target = str(environ.get("REQUEST_URI", "/"))
        query = str(environ.get("QUERY_STRING", ""))
        if not self._hosts.allows(host) or not is_own_target(target, host):
            raise Problem(400, "this viewer does not answer under that name")
        if max(len(target), len(str(environ.get("PATH_INFO", ""))) + len(query)) > limits.address:
            raise Problem(414, f"an address has at most {limits.address:,} characters")
        if query.count("&") >= limits.arguments:
            raise Problem(400, f"an address has at most {limits.arguments} arguments")
        check_length(str(environ.get("CONTENT_LENGTH") or "0"), limits.body)


def check_length(length: str, most: int) -> None:
    """Make sure that a body of a length that was stated is to be read.

    Raises:
        Problem: it is not.
    """
    if not (length.isascii() and length.isdigit()):
        raise Problem(400, "the length of the body is not a number")
    if len(length.lstrip("0")) > len(str(most)) or int(length) > most:
        raise Problem(413, f"a request has at most {most:,} bytes")


def safe_headers(code: int, headers: Iterable[tuple[str, str]], framed: Sequence[str] = ()) -> list[tuple[str, str]]:
    """The headers of an answer with those that every answer has; only a picture may allow the style that is in it.

    `framed`: sites whose pages may show it in a frame.
    """
    made = Headers(list(headers))
    own = next((value for value in made.getlist(_POLICY_NAME) if _OF_A_PICTURE.fullmatch(value)), _POLICY)
    made.remove("Server")
    made.setdefault("Cache-Control", "no-store" if code >= 400 else "no-cache")
    made.update(HEADERS | {_POLICY_NAME: own})
    if framed:
        made.remove("X-Frame-Options")
        made.set(_POLICY_NAME, own.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(framed)}"))
    return made.to_wsgi_list()


def allow_style(response: Response, style: str) -> None:
    """Let the one style that a picture carries inside hold where it is opened on its own."""
    response.headers[_POLICY_NAME] = _POLICY.replace(_STYLE_FROM_HERE, f"style-src '{policy_hash(style)}'")


_LOGGER = logging.getLogger("mjlog.requests")
_LONGEST = 300


class RequestLog:
    """Stands before everything else, and tells the logger `mjlog.requests` of each request when its answer is sent.

    Of no use to anybody unless that logger listens to INFO. What stands behind the `?` of an address is not told: it
    can hold names.
    """

    def __init__(self, inner: _Application) -> None:
        self._inner = inner

    def __call__(self, environ: _Environ, start_response: _Start) -> Iterable[bytes]:
        if not _LOGGER.isEnabledFor(logging.INFO):
            return self._inner(environ, start_response)
        began, status, sent = time.monotonic(), 0, 0

        def start(line: str, *more: Any) -> Any:
            nonlocal status
            status = int(line[:3])
            return start_response(line, *more)

        def counted(answer: Iterable[bytes]) -> Iterator[bytes]:
            nonlocal sent
            for part in answer:
                sent += len(part)
                yield part

        def tell() -> None:
            # `REMOTE_ADDR` is what a proxy of ours says, by now.
            client, method = environ.get("REMOTE_ADDR", ""), environ.get("REQUEST_METHOD", "")
            path = str(environ.get("REQUEST_URI") or environ.get("PATH_INFO", "")).partition("?")[0]
            fields = {"client": client, "method": method, "path": path, "status": status, "bytes": sent,
                      "seconds": round(time.monotonic() - began, 4)}  # fmt: skip
            words = f"{client} {method} {shown(path, _LONGEST)} {status}"
            _LOGGER.info("%s, %d bytes, %.3f s", words, sent, fields["seconds"], extra={"fields": fields})

        answer = self._inner(environ, start)
        return ClosingIterator(counted(answer), [getattr(answer, "close", lambda: None), tell])


class JsonLines(logging.Formatter):
    """What is logged as one JSON object a line: `at`, `level`, `logger`; of a request its fields, else `message`.

    `trace`: the traceback of what went wrong, where there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        fields = getattr(record, "fields", None)
        line |= fields if fields is not None else {"message": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


# -- the token --------------------------------------------------------------------------------------------------


_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="mjlog"'}
_WRONG = {"WWW-Authenticate": 'Bearer realm="mjlog", error="invalid_token"'}


class Writer:
    """The right to write into a database. Of the token only a digest is kept.

    Raises:
        MjlogError: the token is empty.
        StoreError: the database cannot be written.
    """

    def __init__(self, database: str | os.PathLike[str], token: str) -> None:
        if not token.strip():
            raise MjlogError("the write token is empty: anybody could write; choose a long random one")
        self.digest = _digest(token)
        self._database = database
        self.store().close()  # what cannot be written is said now, and not to whoever writes first

    def store(self) -> SqliteStore:
        """The database, opened for one write.

        Raises:
            StoreError: it cannot be written.
        """
        return open_store(self._database, create=False)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def the_writer() -> Writer | None:
    """The writer of this application; None where it only reads."""
    writer: Writer | None = current_app.extensions["mjlog_writer"]
    return writer


def holds_token() -> bool:
    """Whether whoever asks holds the token. On a server that only reads there is none, and nobody does.

    Raises:
        Problem: a token was sent, and it is the wrong one.
    """
    writer, sent = the_writer(), request.authorization
    if writer is None or sent is None or sent.type != "bearer":
        return False
    # How long this takes does not tell how much of a token is right.
    if not hmac.compare_digest(_digest(sent.token or ""), writer.digest):
        raise Problem(401, "the token is not the right one", kind="token", title="Wrong token", headers=_WRONG)
    return True


def refuse_wrong_token() -> None:
    """A wrong token is an error wherever it is sent: whoever sends one means to be somebody.

    Raises:
        Problem: a token was sent, and it is the wrong one.
    """
    holds_token()


def authorized_writer() -> Writer:
    """The writer, for whoever holds the token.

    Raises:
        Problem: this server only reads; no token was sent, or a wrong one.
    """
    writer = the_writer()
    if writer is None:
        detail = "this server only reads: nothing can be written, for it was started without a write token"
        raise Problem(403, detail, kind="read-only", title="Read-only")
    if not holds_token():
        detail = "whoever writes sends the token: `Authorization: Bearer TOKEN`"
        raise Problem(401, detail, kind="token", title="No token", headers=_CHALLENGE)
    return writer
