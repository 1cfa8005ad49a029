"""A game read once: its rows, its hands, and the way from any event to any other."""

from __future__ import annotations

import copy
import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Self

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.pause import collector_paused
from mjlog.audit.settling import Settling
from mjlog.audit.timeline import Timeline, first_changed
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.log.corrections import CorrectedLog, answers_corrected
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.views.as_written import AsWritten, Slots
from mjlog.views.disclosure import (
    CardInForce,
    LineWatch,
    PublicCards,
    card_in_force,
    disclosed_until,
    forget_missing_card,
    is_shown_win,
)
from mjlog.views.hands import PLAY, EndWatch, HandSpan
from mjlog.views.next_hand import next_east
from mjlog.views.places import MOST_EVENTS, Places

_WATCH_SEEN = EndWatch.SEEN
_WATCH_QUIET = EndWatch.QUIET


class GameLog(Places):
    """A game, replayed once. The log is read as corrected, unless `as_recorded`.

    `cards`: score cards at hand, of which the game's is used. From a purchased one only its owner (`to_owner`) is told
    more than label and value of a line that was won: for all others the game is judged as without the card.

    `written`: the log before corrections; `as_of`: the event that it ends with, where it is looked at as of an earlier
    time; `public_limit`: how far the log of now may be read by everybody, where this is another reading of it.
    `next_east`: who is East next, while no hand is in progress. `at_end`: who is told when a hand is over.

    Raises:
        RecordError: the log is too long to be looked at.
        CardError: a card is none, or cannot be read.
    """

    def __init__(
        self,
        record: GameRecord,
        as_recorded: bool = False,
        cards: CardShelf = NO_CARDS,
        to_owner: bool = False,
        at_end: Callable[[Settling], None] | None = None,
    ) -> None:
        super().__init__(record.source)
        self.card: CardInForce | None = None
        self.as_recorded = as_recorded
        self.as_of = record.as_of
        self.kept_hands = 0
        self.written = AsWritten()
        self._arranged: CorrectedLog | None = None
        self._slots: Slots | None = None
        self._public_end: int | None = None
        self.public_limit: int | None = None
        self._timeline = Timeline(record, as_recorded, cards if to_owner else PublicCards(cards.paths))
        self.rows = self._timeline.rows
        self._owners = None if to_owner else Engine(record, as_recorded=as_recorded, cards=cards)
        for replay in (self._replay, self._owners):
            if replay is not None:
                replay.at_end = at_end
        self._line = LineWatch()
        self._watch = EndWatch()
        self.hands.append(self._before_all())
        with collector_paused():
            self._read_whole(record)

    # -- reading ----------------------------------------------------------------------------------------------

    def go_on(self, rows: Sequence[Row]) -> bool:
        """What was added to the end of the log is read, too: the game stands as if it had been read anew.

        False, and nothing has happened, where it has to be read anew. `kept_hands` says how many are as they were.
        """
        if self.as_of is not None or not self._is_next(rows):
            return False
        if not self.as_recorded and any(self._reaches_back(row) for row, _where in rows):
            with collector_paused():
                return self._mend(rows)
        if len(self.rows) + len(rows) > MOST_EVENTS:
            return False
        self.kept_hands = len(self.hands) - 1
        self._arranged = self._slots = None
        self.written.note(rows)
        self._read(rows)
        self._pause()
        return True

    def _reaches_back(self, row: ev.Event | Fault) -> bool:
        """Whether a row is a correction, or answers an event that was corrected: the log as corrected is read then."""
        return isinstance(row, ev.Correction) or answers_corrected(row, self.written.corrections)

    def _is_next(self, rows: Sequence[Row]) -> bool:
        """Whether rows stand at the end of the log as corrected, too: gaps are told while corrections are folded in."""
        is_folded = self._replay.folded or any(isinstance(row, ev.Correction) for row, _where in rows)
        if self.as_recorded or not is_folded:
            return True
        first = self.written.last + 1
        is_whole = self.written.is_whole and not any(isinstance(row, Fault) for row, _where in rows)
        return is_whole and [row.seq for row, _where in rows] == list(range(first, first + len(rows)))

    def _read_whole(self, record: GameRecord) -> None:
        rows = list(itertools.islice(record.rows, MOST_EVENTS + 1))
        self._check_length(len(rows))
        self.written.note(rows)
        if self._replay.folded:
            self._arranged = CorrectedLog(rows)
            rows = list(self._arranged.rows())
        self._read(rows)
        self._pause()

    def _read(self, rows: Sequence[Row]) -> None:
        """More rows are replayed, and added to their hands."""
        self._check_length(len(self.rows) + len(rows))
        feed, line = self._timeline.feed, self._line
        for row, where in rows:
            kind = type(row)
            if kind not in PLAY:
                self._see_frame(row, where)
            else:
                if line.is_behind:
                    self._look_at_line()
                feed(row, where)
            if self._owners is not None:
                self._owners.feed(row, where)
            if (kind not in _WATCH_QUIET or not self._watch.is_idle) and kind in _WATCH_SEEN:
                self._watch.see(row)

    def _see_frame(self, row: ev.Event | Fault, where: int | Where | None) -> None:
        """One more row, which is no play: a hand begins or ends with it, or something else is told."""
        replay, kind = self._replay, type(row)
        if self._line.is_behind and (kind not in LineWatch.SEEN or kind is ev.HandStart):
            self._look_at_line()
        self._line.is_behind = kind in LineWatch.SEEN
        self._timeline.feed(row, where)
        if isinstance(row, ev.GameStart):
            self._take_card(replay, row)
        elif isinstance(row, ev.HandStart):
            self._begin_hand(replay, row)

    def _look_at_line(self) -> None:
        self._line.look((self._owners or self._replay).table)

    def _pause(self) -> None:
        """The log ends here, for now: what the last hand has come to."""
        self._number()
        self._public_end = None
        if self._line.is_behind:
            self._look_at_line()
        ended = self._ended = _finished(self._replay)
        self._end_hand(ended, is_last=True, end=len(self.rows))
        if self._owners is not None:
            forget_missing_card(self.hands[0])
        self.game = ended.game
        self.rules = ended.rules if ended.known_rules else None
        self.ruleset = self.rules.ruleset.title if self.rules is not None else None
        is_between = self.rules is not None and self.hands[-1].has_play and self.hands[-1].is_over
        easts = {next_east(ended.rules, one.table) for one in ended.readings} if is_between else {None}
        self.next_east = easts.pop() if len(easts) == 1 else None
        self.players = ended.table.standing.players

    @property
    def audit(self) -> Engine:
        """The replay at its end, as the owner of the cards has it judged."""
        return self._ended if self._owners is None else _finished(self._owners)

    def _take_card(self, replay: Engine, event: ev.GameStart) -> None:
        """The card that the game names. By a purchased one the game is judged apart, for all but its owner."""
        shelf = (self._owners or replay).cards
        self.card = card_in_force(event.card, shelf, to_owner=self._owners is None)
        if self.card is None or not self.card.private:
            self._owners = None

    def _begin_hand(self, replay: Engine, event: ev.HandStart) -> None:
        first, start = self._timeline.begun[-1]
        self._end_hand(replay, is_last=False, end=first)
        place = len(self.hands)
        hand = HandSpan(place, replay.report.hand, first, 0, start, replay.report, event.round)
        hand.seats, hand.depth = dict(event.seats), event.depth or "full"
        hand.before = _totals(replay)
        hand.open_findings = len(replay.report.findings)
        self.hands.append(hand)
        self._watch = EndWatch()

    def _end_hand(self, replay: Engine, is_last: bool, end: int) -> None:
        hand = self.hands[-1]
        hand.report = replay.reports[hand.place]
        hand.end = end
        hand.after = _totals(replay)
        hand.line = self._line.line
        self._watch.close(hand, is_last, lambda winner, declared: is_shown_win(hand, self.rows, winner, declared))

    def with_rows(self, rows: Sequence[Row]) -> Self | None:
        """The game as corrected, had other rows been written: read anew from the first hand that reads otherwise.

        None where it has to be read as a whole: by a purchased card, or as it is too long.
        """
        other = copy.copy(self)
        other._timeline = self._timeline.fork()
        other.rows = other._timeline.rows
        other.written, other.as_of, other.public_limit = AsWritten(), None, None
        return other if other._mend(rows) else None

    # -- after a correction ------------------------------------------------------------------------------------

    def _mend(self, added: Sequence[Row]) -> bool:
        """Rows were added, and corrections are among them: the game is read anew from the first hand they change."""
        arranged = CorrectedLog([*self.written.rows, *added])
        new = list(arranged.rows())
        if self._owners is not None or len(new) > MOST_EVENTS:
            return False
        self.written.note(added)
        self._arranged, self._slots = arranged, None
        self._timeline.read_as_corrected()
        self._go_back(first_changed(self.rows, new))
        self._read(new[len(self.rows) :])
        self._pause()
        return True

    def _go_back(self, place: int) -> None:
        """The last hand that begins before this place has just begun; at 0 nothing has been read."""
        self._timeline.go_back(place)
        self._cut()
        self.kept_hands = len(self._timeline.begun)
        hand = self.hands[self.kept_hands]
        self._line, self._watch = LineWatch(), EndWatch()
        if hand.has_play:
            hand = dataclasses.replace(hand, report=self._replay.report)
            self._line.is_behind = True
            self._watch.see(self.rows[hand.first])
        else:
            self.card = None
            hand = self._before_all()
        self.hands = [*self.hands[: self.kept_hands], hand]

    def _before_all(self) -> HandSpan:
        """What comes before the first hand, of which nothing is read yet."""
        return HandSpan(0, None, 0, 0, self._timeline.nothing_read, self._replay.report, is_over=True)

    @property
    def _replay(self) -> Engine:
        """The replay after the last row; as the log goes on, so does it."""
        return self._timeline.now

    # -- finding one's way -------------------------------------------------------------------------------------

    @property
    def disclosed_until(self) -> int:
        """The last event that everybody may read as it is stored: of a hand in progress none, not even its beginning.

        The id of an event depends on every tile written down before it. Source:
        docs/understand/trust.md.
        """
        if self._public_end is None:
            self._public_end = disclosed_until(self, self.written, self.slots)
        return self._public_end if self.public_limit is None else min(self._public_end, self.public_limit)

    def keeps_to(self, corrected: GameLog) -> bool:
        """Whether nothing stands in a hand that is over, in this reading of a log, but what everybody may read now.

        `corrected`: the log as corrected. All is told there as it is stored, or in a hand that is over.
        """
        public = corrected.disclosed_until
        seqs = {self.seq_at(place) for hand in self.hands if hand.is_over for place in range(hand.first, hand.end)}
        found = (corrected.by_seq.get(seq) for seq in seqs if seq > public)
        return all(place is not None and corrected.hand_at(place).is_over for place in found)

    @property
    def arranged(self) -> CorrectedLog:
        """The log with its corrections, and the places that they are about."""
        if self._arranged is None:
            self._arranged = CorrectedLog(self.written.rows)
        return self._arranged

    @property
    def corrections_by_hand(self) -> Counter[int]:
        """How many corrections touched each hand, by its place; those that name no event before them touch none."""
        if not self.written.corrections:
            return Counter()
        seqs = (self.slots.standing(root) for root in self.slots.root.values())
        return Counter(self.hand_at(self.place_of(seq) or 0).place for seq in seqs if seq is not None)

    @property
    def slots(self) -> Slots:
        """The places that corrections are about, by the seqs of what is read in them."""
        if self._slots is None:
            self._slots = Slots(self.by_seq.keys(), self.as_recorded, self.arranged)
        return self._slots


def _finished(replay: Engine) -> Engine:
    """The replay as if the log ended here; the replay itself is left to go on."""
    ended = replay.fork()
    ended.at_end = replay.at_end
    ended.finish()
    return ended


def _totals(replay: Engine) -> dict[str, int] | None:
    totals = replay.table.counted_totals
    return None if totals is None else dict(totals)
