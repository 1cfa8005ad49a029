"""Events as they were written down, as far as everybody may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import msgspec

from mjlog import events as ev
from mjlog.answers import Answer, Seq, one_of, says
from mjlog.audit.game import Game
from mjlog.events import encode_event
from mjlog.log.sight import redact
from mjlog.views.seen import disclosed_until

_LONGEST = 20_000
"""Bytes of an event that are quoted in full; a rule set document is longer."""


class Stored(NamedTuple):
    """An event as it is stored: its id (64 hex digits), and its canonical bytes."""

    id: str
    body: bytes


AsStored = Callable[[int], Stored | None]
"""An event of the game by its seq; None where it is not there, or the log has no chain that could be computed."""


class Recorded(Answer):
    """An event as it was written down."""

    what: Annotated[
        str, one_of("event", "correction", "dispute", "ruling", "penalty"), says("what it is to the dispute")
    ]
    seq: Seq
    fields: Annotated[dict[str, Any], says("of a hand in progress as the table saw it")]
    is_whole: Annotated[bool, says("every field as it was written; else what is hidden, or too long, is left out")]

    @property
    def text(self) -> str:
        """As one line of JSON."""
        return msgspec.json.encode(self.fields).decode("utf-8")


def recorded_of(view: Game, seqs: Iterable[tuple[str, int]], stored: AsStored | None) -> Iterator[Recorded]:
    """Events of a log as they were written, those that it has; beyond what is public as the table saw them."""
    events = {event.seq: event for event in view.log.events}
    for what, seq in seqs:
        if seq in events:
            yield _recorded(what, events[seq], disclosed_until(view), stored)


def _recorded(what: str, event: ev.Event, public: int, stored: AsStored | None) -> Recorded:
    one = stored(event.seq) if stored is not None else None
    body = None if one is None or len(one.body) > _LONGEST else msgspec.json.decode(one.body)
    if isinstance(body, dict) and event.seq <= public:
        return Recorded(what, event.seq, body, True)
    seen = redact(event, "open" if event.seq <= public else "table")
    fields = msgspec.json.decode(encode_event(seen))
    is_short = len(str(fields)) <= _LONGEST
    # By the kind of event: whether a hidden tile was written down at all is not told either.
    is_whole = is_short and seen is event and (body is None or body == fields)
    return Recorded(what, event.seq, fields if is_short else _head(fields), is_whole)


def _head(fields: dict[str, Any]) -> dict[str, Any]:
    """The short fields of an event that is too long to be quoted."""
    return {name: value for name, value in fields.items() if len(str(value)) <= 200}
