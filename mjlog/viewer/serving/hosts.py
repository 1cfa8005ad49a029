"""The names that a viewer answers to, so that no other site's page can read it under a name of its own.

A page of another site can make its own name stand for this machine (DNS rebinding), but it cannot make a browser send
a bare address, or a name that is ours.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

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
    if target.startswith("/") or target == "*":
        return True
    try:
        parts = urlsplit(target)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


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
    found = (row[2] for row in rows if len(row) > 2 and row[1] == "00000000" and row[2] != "00000000")
    number = next(found, None)
    return None if number is None else ipaddress.IPv4Address(int(number, 16).to_bytes(4, sys.byteorder))
