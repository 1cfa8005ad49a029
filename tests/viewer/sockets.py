"""The server as others meet it: raw bytes on real sockets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from mjlog.viewer.serving.connections import Server
from mjlog.viewer.serving.guard import LIMITS, Limits

PATIENCE = 60.0
"""Seconds after which something that blocks has failed; nothing takes nearly as long."""
ROOMY = replace(LIMITS, connections=2000, connections_per_client=2000)


class Answer:
    """An answer, read to its end."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if raw else 0
        pairs = [line.partition(": ") for line in lines[1:]]
        self.headers = {name.lower(): value for name, _, value in pairs}


@contextmanager
def served(application: Any, limits: Limits = ROOMY) -> Iterator[Server]:
    """A server that answers, in a thread of its own."""
    server = Server(application, "127.0.0.1", 0, limits)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE)
        server.close()
    assert not thread.is_alive()


def connected(port: int, receive_buffer: int = 0) -> socket.socket:
    """A connection; nothing is said yet."""
    one = socket.socket()
    one.settimeout(PATIENCE)
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    one.connect(("127.0.0.1", port))
    return one


def read_all(one: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    parts = []
    with suppress(ConnectionResetError):
        while part := one.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def ask(port: int, request: bytes) -> Answer:
    """What is answered to these bytes, on a connection of its own."""
    with connected(port) as one:
        one.sendall(request)
        return Answer(read_all(one))


def get(path: str = "/", host: str = "127.0.0.1", more: str = "") -> bytes:
    """A plain request, after which the server hangs up."""
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n".encode("latin-1")


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)
