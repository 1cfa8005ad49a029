"""How much is taken of anybody at a time. Every number stands in docs/do/serving.md too, under its name here."""

from __future__ import annotations

from dataclasses import dataclass


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
