"""A log that is read again and again, a little otherwise each time: only what reads otherwise is replayed.

At the beginning of every hand the replay is kept as it stood: what is read up to there need not be replayed again,
whatever has been corrected after it; and where a hand begins as it began before, neither need the hands after it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from mjlog.audit.records import GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.cards.shelf import CardShelf
from mjlog.events import HandStart
from mjlog.views.hands import Hand, Start
from mjlog.views.mending import Change, first_changed, replay_from, same_rules, taken_over
from mjlog.views.twin import twin


class Replays:
    """The replay of a log that grows, and of what the log could be.

    `now`: the replay after all that is read.
    """

    def __init__(self, record: GameRecord, cards: CardShelf) -> None:
        self._record, self._cards = record, cards
        self._rows: list[Row] = []
        self._hands: list[Hand] = []
        self.now = Replay(record, cards=cards)

    def feed(self, row: Row) -> None:
        """One more row is read."""
        self._rows.append(row)
        self.now.feed(*row)
        if isinstance(row[0], HandStart):
            self._begin_hand()

    def read(self, rows: Sequence[Row]) -> None:
        """These rows are what is read from now on."""
        hands = [self._as_told(hand) for hand in self._hands]
        change = Change(hands, [row for row, _where in self._rows], rows)
        done, self.now = self._standing_at(change.first)
        self._hands = hands[: sum(hand.first < done for hand in hands)]
        del self._rows[done:]
        while len(self._rows) < len(rows):
            here = len(self._rows)
            self.feed(rows[here])
            if here >= change.rest and here in change.again:
                self._keep_from(change, here)

    def after(self, rows: Iterable[Row]) -> Replay:
        """A replay of other rows, to go on from; what is read stays as it is."""
        wanted = list(rows)
        done, replay = self._standing_in(wanted)
        return replay.after(wanted[done:])

    def twin(self) -> Replays:
        """The same, to be fed with something else: what becomes of one leaves the other alone."""
        other = copy.copy(self)
        other._rows, other._hands = list(self._rows), list(self._hands)
        other.now = twin(self.now)
        return other

    def _begin_hand(self) -> None:
        report = self.now.report
        place = len(self.now.reports) - 1
        hand = Hand(place, report.hand, len(self._rows) - 1, 0, Start.after(self.now), report)
        hand.open_findings = len(report.findings)
        self._hands.append(hand)

    def _as_told(self, hand: Hand) -> Hand:
        """A hand with its report as the replay has it by now."""
        told = copy.copy(hand)
        told.report = self.now.reports[hand.place]
        return told

    def _standing_in(self, rows: Sequence[Row]) -> tuple[int, Replay]:
        """A replay of the first of these rows, as many as a hand begins with and are the ones that were read."""
        return self._standing_at(first_changed([row for row, _where in self._rows], rows))

    def _standing_at(self, same: int) -> tuple[int, Replay]:
        """A replay that stands where the last hand begins whose beginning is the same, and after how many rows that is.

        `same`: how many rows, from the first on, are the ones that were read.
        """
        hand = next((one for one in reversed(self._hands) if one.first < same), None)
        if hand is None:
            return 0, Replay(self._record, cards=self._cards)
        return hand.first + 1, replay_from(hand, self.now.reports[: hand.place], self.now)

    def _keep_from(self, change: Change, begin: int) -> None:
        """The hand that has just begun, and those after it, are kept if they are as they were: but for the last one."""
        before, begun = change.again[begin], self._hands[-1]
        shift = change.shift_to(begun, before, begin) if same_rules(before, begun) else None
        if shift is None:
            return
        # The report before the first hand has the place 0.
        moved = taken_over(change.hands[before.place - 1 :], begun, begin - before.first, shift)
        self._rows += change.new[len(self._rows) : moved[-1].first + 1]
        reports = [*self.now.reports[:-1], *(hand.report for hand in moved[:-1])]
        self.now = replay_from(moved[-1], reports, self.now)
        self._hands[-1:] = moved
