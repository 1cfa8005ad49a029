"""Games for the tests of live following, and what a stream of server-sent events says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mjlog.cards.shelf import NO_CARDS
from mjlog.store import open_readonly
from mjlog.viewer.live import LiveGame
from tests.views.table_logs import Log, played, won


class Message(NamedTuple):
    """One message: its bytes, its type, its id if it has one, what it says."""

    raw: bytes
    kind: str
    id: int | None
    data: dict[str, Any]


def messages(lines: Iterable[bytes]) -> Iterator[Message]:
    """The messages of a stream, line by line; comments are passed over."""
    raw = b""
    fields: dict[str, str] = {}
    for line in lines:
        raw += line
        if line != b"\n":
            name, _, value = line.decode("ascii").rstrip("\n").partition(": ")
            fields[name] = value
            continue
        if "event" in fields:
            number = int(fields["id"]) if "id" in fields else None
            yield Message(raw, fields["event"], number, json.loads(fields["data"]))
        raw, fields = b"", {}


def told(path: Path, game: str, after: int = 0) -> list[bytes]:
    """All that is told of a game from an event on, as it is stored now."""
    with open_readonly(path) as store:
        live = LiveGame(store, game, NO_CARDS, after)
        found: list[bytes] = []
        while more := live.more(50, 60.0):
            found += more
        return found


def rows(chunks: Iterable[bytes]) -> list[dict[str, Any]]:
    """What the messages of type `row` say."""
    return [one.data for one in all_messages(chunks) if one.kind == "row"]


def all_messages(chunks: Iterable[bytes]) -> list[Message]:
    return list(messages(b"".join(chunks).splitlines(keepends=True)))


def corrected_evening() -> Log:
    """A hand that is won and paid, then one that goes on for long; now and then a discard is put right."""
    plain = played(7, 44, won(Log("club")))
    log = Log("club")
    for fields in plain.events[1:]:
        log.add(fields["type"], **{name: value for name, value in fields.items() if name not in ("seq", "type")})
        discards = [one for one in log.events if one["type"] == "discard"]
        if len(log.events) % 41 == 0 and discards:
            last = {name: value for name, value in discards[-1].items() if name != "seq"}
            log.add("correction", of=discards[-1]["seq"], events=[last], reason="said again")
    return log
