"""The record of a simulated game: every event is carried out and written down, as deep as the table saw it.

What players do is asked of the rules first (`attempt`); dice, deal and the frame of a game just happen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

import msgspec

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError
from mjlog.log.records import GameRecord
from mjlog.rules import violations
from mjlog.rulesets import Rules
from mjlog.table import APPLY, Table
from mjlog.tiles import TILES, UNKNOWN

_UNSEEN = TILES[UNKNOWN]
DEPTHS = ("full", "table")
"""How much is written down: everything, or what the table saw."""


_ALL_HIDDEN = (ev.Deal, ev.Charleston, ev.LayConcealed)


def seen_at_the_table(event: ev.Event) -> ev.Event | None:
    """The event as somebody who sees no concealed tile writes it down; None for what nobody sees.

    Hands shown at the end are seen. Source: docs/lookup/format.md#the-hand-begins (`depth`).
    """
    if isinstance(event, ev.Wall):
        return None
    if isinstance(event, ev.HandStart):
        return msgspec.structs.replace(event, depth="table")
    if isinstance(event, ev.Taking):
        return msgspec.structs.replace(event, tile=_UNSEEN)
    if isinstance(event, _ALL_HIDDEN):
        return msgspec.structs.replace(event, tiles=(_UNSEEN,) * len(event.tiles))
    return event


_E = TypeVar("_E", bound=ev.Event)
_FRAMED = frozenset((ev.GameStart, ev.RuleSetText, ev.HandStart, ev.Score, ev.Settlement, ev.GameEnd))
"""Events around the play, which the replay takes whole: they begin games and hands, and keep the totals."""


class NoLegalActError(MjlogError):
    """Somebody has to do something, and the rules refuse all that could be done: play cannot go on."""


class Recorder:
    """Writes a game down as it is played.

    `replay` computes scores and payments; `table` is the state after the last event. `write` takes each event as a
    line of canonical JSON, without its line end; with the depth `table` as the table saw it. `cards`: score cards at
    hand, of which the game names one.
    """

    def __init__(
        self,
        game: str,
        rules: Rules,
        write: Callable[[bytes], None],
        depth: str = "full",
        cards: CardShelf = NO_CARDS,
    ) -> None:
        self.rules = rules
        self.replay = Engine(GameRecord("simulate", game, iter(())), cards=cards)
        self.seq = 0
        self._write = write
        self._seen = seen_at_the_table if depth == "table" else None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.replay.table

    def make(self, event_type: type[_E], **fields: Any) -> _E:
        """The event as it would be written next."""
        return event_type(seq=self.seq + 1, **fields)

    def happen(self, event_type: type[_E], **fields: Any) -> _E:
        """Something happens that nobody chooses: it is carried out and written down."""
        event = self.make(event_type, **fields)
        self.put(event)
        return event

    def put(self, event: ev.Event) -> None:
        """An event that was made before happens now."""
        if type(event) in _FRAMED:
            self.replay.frame.next_seq = event.seq
            self.replay.feed(event, None)
        else:
            carry_out = APPLY.get(type(event))
            if carry_out is not None:
                carry_out(self.replay.table, event)
        written = event if self._seen is None else self._seen(event)
        if written is not None:
            self.seq += 1
            self._write(ev.encode_event(written))

    def allowed(self, event: ev.Event, *, given: Collection[str] = ()) -> bool:
        """Whether no rule refuses the event now; refusals with the codes `given` are not counted."""
        breaches = violations(self.rules.bound, self.table, event)
        return all(refusal.code in given for refusal, _rule in breaches)

    def attempt(self, event: ev.Event, *, given: Collection[str] = ()) -> bool:
        """The act happens unless a rule refuses it; whether it did."""
        if not self.allowed(event, given=given):
            return False
        self.put(event)
        return True

    def attempt_one_of(self, events: Iterable[_E], *, given: Collection[str] = ()) -> _E | None:
        """The first of these acts that no rule refuses happens; None where all are refused."""
        return next((event for event in events if self.attempt(event, given=given)), None)

    def must(self, what: str, events: Iterable[_E], *, given: Collection[str] = ()) -> _E:
        """The first of these acts that no rule refuses happens; one has to. `what` they are, in words.

        Raises:
            NoLegalActError: the rules refuse them all.
        """
        done = self.attempt_one_of(events, given=given)
        if done is None:
            raise NoLegalActError(f"the rules refuse every {what}")
        return done
