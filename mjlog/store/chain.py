"""The chain, computed anew from what is stored: where does it differ from what was appended?

Source: docs/understand/chain.md#how-an-id-is-made.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from mjlog.canonical import GENESIS, chain_id
from mjlog.store.checks import StoredRow, canonical_fields, shown
from mjlog.store.protocol import Head, StoredEvent, StoreFault


class _Place(msgspec.Struct):
    """As much of an event as says where it stands."""

    seq: int


class _Beginning(msgspec.Struct):
    """As much of a first event as says which game it begins."""

    type: str
    game: str | None = None


_DECODER = msgspec.json.Decoder(_Place)
_BEGINNINGS = msgspec.json.Decoder(_Beginning)
_UNREADABLE = (ValueError, RecursionError)
NOTHING = Head(0, GENESIS)
"""The end of a log of which nothing is there."""


class ChainCheck:
    """Checks the rows of one log, fed in order; `faults` grows, one fault for one change.

    A changed body is reported where it is, and the check goes on from the id stored for it. An id that was
    changed by itself is reported there too; what follows may continue from either id.
    """

    def __init__(self, game: str, after: Head = NOTHING, *, only_ids: bool = False) -> None:
        """`after`: up to there the log was checked. `only_ids`: how an event is written is left to whoever reads it
        next, as audits do: half the time."""
        self.game = game
        self._only_ids = only_ids
        self.faults: list[StoreFault] = []
        self._seq = after.seq
        self._prev: tuple[str, ...] = (after.id,)

    def feed(self, rows: Iterable[StoredRow | StoredEvent]) -> None:
        """Checks the next rows."""
        for row in rows:
            if row.seq < 1:
                self._fault(row.seq, "seq-gap", f"a row stands before the first event, in the place of event {row.seq}")
                continue
            follows = row.seq == self._seq + 1
            if row.seq == 1:
                self._check_game(row)
            if follows and chain_id(self._prev[0], row.body) == row.id and (self._only_ids or _is_event(row)):
                self._prev = (row.id,)
                self._seq = row.seq
                continue
            if not follows:
                self._report_gap(row.seq)
            self._check_place(row)
            self._check_id(row, follows)
            self._seq = row.seq

    def end(self, stored_to: int) -> list[StoreFault]:
        """All faults, once the last row was fed. `stored_to`: the last seq that other tables know of."""
        if stored_to > self._seq:
            said = f"the log ends at event {self._seq}, but event {stored_to} had been stored"
            self._fault(self._seq + 1, "seq-gap", said)
        elif not self._seq:
            self._fault(1, "seq-gap", "the game was begun, and none of its events is there")
        return self.faults

    def broken_off(self, why: str) -> list[StoreFault]:
        """All faults of a log that cannot be read to its end, and why not."""
        self._fault(self._seq + 1, "chain-broken", why)
        return self.faults

    def _report_gap(self, seq: int) -> None:
        missing = f"events {self._seq + 1} to {seq - 1} are" if seq - self._seq > 2 else f"event {seq - 1} is"
        said = f"{missing} missing" if seq > self._seq else f"event {seq} stands after event {self._seq}"
        self._fault(seq, "seq-gap", said)

    def _check_game(self, row: StoredRow | StoredEvent) -> None:
        """A log is stored as the game that its first event says."""
        with suppress(*_UNREADABLE):
            begun = _BEGINNINGS.decode(row.body)
            if begun.type == "game-start" and begun.game != self.game:
                said = f"the log is stored as game {shown(self.game)}, but it begins game {shown(begun.game or '')}"
                self._fault(1, "chain-broken", said)

    def _check_place(self, row: StoredRow | StoredEvent) -> None:
        try:
            seq = _DECODER.decode(row.body).seq
        except _UNREADABLE:
            self._fault(row.seq, "bad-json", f"event {row.seq} is no event: {shown(row.body)}")
            return
        if seq != row.seq:
            self._fault(row.seq, "seq-gap", f"event {row.seq} says that it is event {seq}")

    def _check_id(self, row: StoredRow | StoredEvent, follows: bool) -> None:
        if not follows:  # the id before it is not known
            self._prev = (row.id,)
            return
        computed = ""
        for prev in self._prev:
            computed = chain_id(prev, row.body)
            if computed == row.id:
                self._prev = (row.id,)
                self._check_writing(row)
                return
        said = f"event {row.seq} is not what was stored: its id is {shown(row.id) or 'missing'}, computed {computed}"
        self._fault(row.seq, "chain-broken", said)
        self._prev = (row.id, computed)

    def _check_writing(self, row: StoredRow | StoredEvent) -> None:
        """An id is that of the canonical JSON; an event that is no JSON at all was reported."""
        with suppress(*_UNREADABLE):
            if canonical_fields(row.body) is None:
                said = f"event {row.seq} is not written as events are (canonical JSON without id and prev)"
                self._fault(row.seq, "chain-broken", f"{said}: {shown(row.body)}")

    def _fault(self, seq: int, code: str, message: str) -> None:
        self.faults.append(StoreFault(self.game, seq, code, message))


def _is_event(row: StoredRow | StoredEvent) -> bool:
    """Whether this is canonical JSON of an event for this place."""
    try:
        fields = canonical_fields(row.body)
    except _UNREADABLE:
        return False
    return fields is not None and fields.get("seq") == row.seq
