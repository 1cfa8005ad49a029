"""Connections that cost little while they wait, and end when they wait too long: waitress with deadlines.

Waitress itself hangs up only on connections on which nothing happens. A client that sends or takes a byte now and then
would keep its place for ever; here every phase of a connection has its time, and when there is no place left the one
that has waited longest goes.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import socket
import time
from collections.abc import Container, Iterable
from contextlib import suppress
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.adjustments import Adjustments  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser, ParsingError  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]
from waitress.task import ErrorTask, ThreadedTaskDispatcher  # type: ignore[import-untyped]
from waitress.utilities import BadRequest  # type: ignore[import-untyped]

from mjlog.viewer.answers import Problem, refusal
from mjlog.viewer.serving.guard import Limits, safe_headers

_SWEEP = 1.0
_SEND_BUFFER = 131_072
"""Small, so that the kernel takes no more of an answer than a slow client takes off it in some seconds."""
_LINGER_TIME = 2.0
_LINGER_BYTES = 8_388_608
_END_TIME = 1.0
_REST = 0.5
_REASONS = {
    400: "the request is malformed", 413: "the request is too large", 431: "the headers of the request are too large",
    500: "something went wrong while this answer was made", 501: "this form of a request is not known here",
}  # fmt: skip


_FOLDED = re.compile(rb"\r\n[ \t]")
_IN_CHUNKS = re.compile(rb"(?im)^transfer-encoding:")


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request; one that is refused is not asked to go on.

    Nothing is taken that a proxy before us might read otherwise, and so see another request's end in it.
    """

    def parse_header(self, header_plus: bytes) -> None:
        """The first line and the headers (RFC 9112, 5.2 and 6.1)."""
        if _FOLDED.search(header_plus):
            raise ParsingError("a header goes on in the next line")
        super().parse_header(header_plus)
        if _IN_CHUNKS.search(header_plus) and (not self.chunked or "CONTENT_LENGTH" in self.headers):
            raise ParsingError("the length of the body is stated in two ways, or in one that is not known")

    def received(self, data: bytes) -> int:
        try:
            taken = int(super().received(data))
        except ValueError:  # an address that is none
            self.error, self.completed, taken = BadRequest(""), True, len(data)
        if self.error is not None:
            self.expect_continue = False
        return taken


class _Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to what is no request, or too large a one, in our own words and with our headers."""

    def execute(self) -> None:
        code = int(self.request.error.code)
        path = str(getattr(self.request, "path", ""))
        response = refusal(Problem(code, _REASONS.get(code, "the request cannot be answered")), path)
        self.status = response.status
        body = response.get_data()
        self.response_headers.extend(safe_headers(code, response.headers.items()))
        self.content_length = len(body)
        self.set_close_on_finish()
        self.channel.has_unread = True
        self.write(b"" if getattr(self.request, "command", "") == "HEAD" else body)


class _Channel(HTTPChannel):  # type: ignore[misc]
    """One connection. `since`: when its present phase began."""

    parser_class = _Parser
    error_task_class = _Refusal
    has_unread = False
    lingers_until = 0.0

    def __init__(self, *given: Any, **named: Any) -> None:
        self.since = self.measured_at = time.monotonic()
        self.sent = self.measured_sent = self.discarded = 0
        super().__init__(*given, **named)

    def received(self, data: bytes) -> bool:
        if self.lingers_until:
            self.discarded += len(data)
            if self.discarded > _LINGER_BYTES:
                self.handle_close()
            return False
        if self.request is None:
            self.since = time.monotonic()
        return bool(super().received(data))

    def service(self) -> None:
        super().service()
        self.since = time.monotonic()

    def send(self, data: bytes, do_close: bool = True) -> int:
        count = int(super().send(data, do_close=do_close))
        self.sent += count
        return count

    def readable(self) -> bool:
        return bool(self.lingers_until) or bool(super().readable())

    def handle_close(self) -> None:
        """Hang up; where the client is still sending, not before it has had time to read the answer."""
        if self.has_unread and not self.lingers_until:
            self.will_close = False
            self.lingers_until = time.monotonic() + _LINGER_TIME
            with suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    # -- deadlines -----------------------------------------------------------------------------------------------

    def is_late(self, now: float, limits: Limits) -> bool:
        """Whether this connection has had its time."""
        if self.lingers_until:
            return now > self.lingers_until
        if self.will_close:
            return True
        if self.total_outbufs_len:
            if now - self.measured_at < limits.answer_time:
                return False
            taken = self.sent - self.measured_sent
            self.measured_at, self.measured_sent = now, self.sent
            return taken < limits.answer_rate * limits.answer_time
        self.measured_at, self.measured_sent = now, self.sent
        if self.requests:
            return False
        if self.request is None:
            return now - self.since > limits.idle_time
        return now - self.since > (limits.body_time if self.request.headers_finished else limits.header_time)


class _Listener(TcpWSGIServer):  # type: ignore[misc]
    """Takes connections; their deadlines are the server's."""

    channel_class = _Channel
    owner: Server
    rests_until = 0.0

    def readable(self) -> bool:
        return bool(self.accepting) and time.monotonic() >= self.rests_until

    def accept(self) -> Any:
        """The next connection, if there is room for it, and its address."""
        try:
            taken = super().accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE) and not _hang_up_oldest(self.owner.channels()):
                self.rests_until = time.monotonic() + _REST
            raise
        if taken is None or self.owner.make_room(str(taken[1][0])):
            return taken
        taken[0].close()
        return None


class Server:
    """The application on its sockets, until interrupted. `many`: addresses that are not counted as one client."""

    def __init__(
        self, application: Any, host: str, port: int, limits: Limits, many: Container[str | None] = ()
    ) -> None:
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self._limits = limits
        self._many = many
        self._map: dict[int, Any] = {}
        self._swept_at = time.monotonic()
        self._is_stopped = False
        settings = _settings(limits)
        sockets = _bound(host, port)
        self.port = int(sockets[0].getsockname()[1])
        self._dispatcher = ThreadedTaskDispatcher()
        self._dispatcher.set_thread_count(limits.threads)
        self._listeners = []
        for listening in sockets:
            info = (listening.family, listening.type, listening.proto, listening.getsockname())
            listener = _Listener(application, self._map, False, listening, self._dispatcher, settings, info, False)
            listener.owner = self
            listener.accept_connections()
            self._listeners.append(listener)

    def run(self) -> None:
        """Answer, until `stop`, or until KeyboardInterrupt comes out of it."""
        while not self._is_stopped:
            wasyncore.loop(timeout=_SWEEP, use_poll=True, map=self._map, count=1)
            self._sweep(time.monotonic())

    def stop(self) -> None:
        """Let `run` come to its end; any thread may ask for it."""
        self._is_stopped = True
        self._listeners[0].pull_trigger()

    def close(self) -> None:
        """Hang up on everybody, at once."""
        for channel in self.channels():
            channel.handle_close()
        self._dispatcher.shutdown(timeout=_END_TIME)
        for listener in self._listeners:
            listener.close()

    def channels(self) -> list[_Channel]:
        """The connections that there are now."""
        return [channel for channel in list(self._map.values()) if isinstance(channel, _Channel)]

    def _sweep(self, now: float) -> None:
        """Hang up on clients who are late, and, while too much is kept for all, on the one for whom most is kept."""
        if now - self._swept_at < _SWEEP:
            return
        self._swept_at = now
        for channel in self.channels():
            if channel.is_late(now, self._limits):
                channel.handle_close()
        channels = sorted(self.channels(), key=lambda each_channel: int(each_channel.total_outbufs_len))
        kept = sum(each_channel.total_outbufs_len for each_channel in channels)
        while kept > self._limits.answers:
            largest = channels.pop()
            kept -= largest.total_outbufs_len
            largest.handle_close()

    def make_room(self, client: str) -> bool:
        """Whether there is room for a connection of a client; who has waited longest makes it."""
        channels = self.channels()
        own = [channel for channel in channels if channel.addr[0] == client]
        if client not in self._many and len(own) >= self._limits.connections_per_client:
            return _hang_up_oldest(own)
        return len(channels) < self._limits.connections or _hang_up_oldest(channels)


def _hang_up_oldest(channels: Iterable[_Channel]) -> bool:
    """Whether one of them waited for its client, and nobody worked for it: the oldest of these is hung up on."""
    idle = (channel for channel in channels if not channel.requests)
    oldest = min(idle, key=lambda channel: channel.since, default=None)
    if oldest is not None:
        oldest.handle_close()
    return oldest is not None


def _settings(limits: Limits) -> Any:
    settings = Adjustments(
        ident=None,
        log_socket_errors=False,
        max_request_header_size=limits.headers,
        max_request_body_size=limits.body + 1,
        outbuf_overflow=limits.answer_memory,
        outbuf_high_watermark=limits.answer_ahead,
        # Nobody's word is taken but that of our own proxy, by the application.
        clear_untrusted_proxy_headers=False,
        # A client that goes away is noticed while its stream is silent.
        channel_request_lookahead=1,
    )
    settings.socket_options = [
        (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        (socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER),
    ]
    return settings


def _bound(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to every address that the host stands for, all to the same port.

    Raises:
        OSError: it cannot be found, or the port not be had.
    """
    try:
        kinds = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError as error:
        raise OSError(errno.EINVAL, "this is no name of a host") from error
    bound: list[socket.socket] = []
    for family, _kind, _protocol, _name, address in dict.fromkeys(kinds):
        try:
            place = (address[0], bound[0].getsockname()[1] if bound else port, *address[2:])
            bound.append(socket.create_server(place, family=family))
        except OSError as error:
            # The name may also stand for an address that this machine does not have.
            if not bound or error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                for listener in bound:
                    listener.close()
                raise OSError(error.errno, os.strerror(error.errno or 0)) from error
    return bound
