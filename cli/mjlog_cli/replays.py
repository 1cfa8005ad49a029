"""A log that is read again and again, a little otherwise each time: it is replayed from the hand that reads otherwise.

Before every hand the replay is kept as it stood: what is read up to there need not be replayed again, whatever has
been corrected after it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from mjlog.audit.records import GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.cards.shelf import CardShelf
from mjlog.events import HandStart
from mjlog.views.mending import first_changed
from mjlog.views.twin import twin


class Replays:
    """The replay of a log that grows, and of what the log could be.

    `now`: the replay after all that is read.
    """

    def __init__(self, record: GameRecord, cards: CardShelf) -> None:
        self._record, self._cards = record, cards
        self._rows: list[Row] = []
        self._begun: list[tuple[int, Replay]] = []
        self.now = Replay(record, cards=cards)

    def feed(self, row: Row) -> None:
        """One more row is read."""
        if isinstance(row[0], HandStart):
            self._begun.append((len(self._rows), twin(self.now)))
        self._rows.append(row)
        self.now.feed(*row)

    def read(self, rows: Sequence[Row]) -> None:
        """These rows are what is read from now on."""
        done, self.now = self._standing_in(rows)
        self._begun = [one for one in self._begun if one[0] < done]
        del self._rows[done:]
        for row in rows[done:]:
            self.feed(row)

    def after(self, rows: Iterable[Row]) -> Replay:
        """A replay of other rows, to go on from; what is read stays as it is."""
        wanted = list(rows)
        done, replay = self._standing_in(wanted)
        return replay.after(wanted[done:])

    def twin(self) -> Replays:
        """The same, to be fed with something else: what becomes of one leaves the other alone."""
        other = copy.copy(self)
        other._rows, other._begun = list(self._rows), list(self._begun)
        other.now = twin(self.now)
        return other

    def _standing_in(self, rows: Sequence[Row]) -> tuple[int, Replay]:
        """A replay of the first of these rows, as many as a hand begins after and are the ones that were read."""
        same = first_changed([row for row, _where in self._rows], rows)
        kept = next((one for one in reversed(self._begun) if one[0] <= same), None)
        return (0, Replay(self._record, cards=self._cards)) if kept is None else (kept[0], twin(kept[1]))
