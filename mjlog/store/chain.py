"""The chain, computed anew from what is stored: where does it differ from what was appended?

Source: FORMAT, Chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mjlog.canonical import GENESIS, chain_id
from mjlog.store.checks import Row, shown
from mjlog.store.protocol import Fault


class _Place(msgspec.Struct):
    """As much of an event as says where it stands."""

    seq: int


_DECODER = msgspec.json.Decoder(_Place)


class ChainCheck:
    """Checks the rows of one log, fed in order; `faults` grows, one fault for one change.

    A changed body is reported where it is, and the check goes on from the id stored for it. An id that was
    changed by itself is reported there too; what follows may continue from either id.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.faults: list[Fault] = []
        self._seq = 0
        self._prev: tuple[str, ...] = (GENESIS,)

    def feed(self, rows: Iterable[Row]) -> None:
        """Checks the next rows."""
        for row in rows:
            follows = row.seq == self._seq + 1
            if follows and chain_id(self._prev[0], row.body) == row.id:
                # Its id says that it is what was appended, and an append is checked for its place.
                self._prev = (row.id,)
                self._seq = row.seq
                continue
            if not follows:
                self._report_gap(row.seq)
            self._check_place(row)
            self._check_id(row, follows)
            self._seq = row.seq

    def end(self, stored_to: int) -> list[Fault]:
        """All faults, once the last row was fed. `stored_to`: the last seq that other tables know of."""
        if stored_to > self._seq:
            said = f"the log ends at event {self._seq}, but event {stored_to} had been stored"
            self._fault(self._seq + 1, "seq-gap", said)
        return self.faults

    def _report_gap(self, seq: int) -> None:
        missing = f"events {self._seq + 1} to {seq - 1} are" if seq - self._seq > 2 else f"event {seq - 1} is"
        said = f"{missing} missing" if seq > self._seq else f"event {seq} stands after event {self._seq}"
        self._fault(seq, "seq-gap", said)

    def _check_place(self, row: Row) -> None:
        try:
            seq = _DECODER.decode(row.body).seq
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._fault(row.seq, "bad-json", f"event {row.seq} is no event: {shown(row.body)}")
            return
        if seq != row.seq:
            self._fault(row.seq, "seq-gap", f"event {row.seq} says that it is event {seq}")

    def _check_id(self, row: Row, follows: bool) -> None:
        if not follows:  # the id before it is not known
            self._prev = (row.id,)
            return
        computed = ""
        for prev in self._prev:
            computed = chain_id(prev, row.body)
            if computed == row.id:
                self._prev = (row.id,)
                return
        said = f"event {row.seq} is not what was stored: its id is {shown(row.id) or 'missing'}, computed {computed}"
        self._fault(row.seq, "chain-broken", said)
        self._prev = (row.id, computed)

    def _fault(self, seq: int, code: str, message: str) -> None:
        self.faults.append(Fault(self.game, seq, code, message))


def check_chain(game: str, batches: Iterator[list[Row]], stored_to: int = 0) -> list[Fault]:
    """All faults of one log, read batch by batch."""
    check = ChainCheck(game)
    for rows in batches:
        check.feed(rows)
    return check.end(stored_to)
