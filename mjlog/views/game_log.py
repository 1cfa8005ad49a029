"""A game read once: its rows, its hands, and the way from any event to any other."""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Sequence

from mjlog import events as ev
from mjlog.audit.corrections import Arrangement, answers_corrected
from mjlog.audit.pause import collector_paused
from mjlog.audit.records import Fault, GameRecord, Row, Where
from mjlog.audit.replay import Replay
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.table.state import Win
from mjlog.views.as_written import AsWritten, Slots
from mjlog.views.hands import PLAY, EndWatch, Hand, Played, Start, Won
from mjlog.views.mending import (
    Change,
    Shift,
    played_alike,
    plays_alike,
    replay_from,
    same_rules,
    taken_over,
)
from mjlog.views.next_hand import next_east
from mjlog.views.places import MOST_EVENTS, Places
from mjlog.views.private_card import CardInForce, LineWatch, PublicCards, card_in_force, forget_missing_card
from mjlog.views.public_end import public_end
from mjlog.views.shown_win import is_shown_win
from mjlog.views.twin import twin

_WATCH_SEEN = EndWatch.SEEN
_WATCH_QUIET = EndWatch.QUIET


class GameLog(Places):
    """A game, replayed once. The log is read as corrected, unless `as_recorded`.

    `cards`: score cards at hand, of which the game's is used. From a purchased one only its owner (`to_owner`) is told
    more than label and value of a line that was won: for all others the game is judged as without the card.

    `written`: the log before corrections; `as_of`: the event that it ends with, where it is looked at as of an earlier
    time; `public_limit`: how far the log of now may be read by everybody, where this is another reading of it.
    `next_east`: who is East next, while no hand is in progress.

    Raises:
        RecordError: the log is too long to be looked at.
        CardError: a card is none, or cannot be read.
    """

    def __init__(
        self, record: GameRecord, as_recorded: bool = False, cards: CardShelf = NO_CARDS, to_owner: bool = False
    ) -> None:
        super().__init__(record.source)
        self.card: CardInForce | None = None
        self.as_recorded = as_recorded
        self.as_of = record.as_of
        self.kept_hands = 0
        self.written = AsWritten()
        self._arranged: Arrangement | None = None
        self._slots: Slots | None = None
        self._win: Win | None = None
        self._public_end: int | None = None
        self.public_limit: int | None = None
        self._replay = Replay(record, as_recorded=as_recorded, cards=cards if to_owner else PublicCards(cards.paths))
        self._owners = None if to_owner else Replay(record, as_recorded=as_recorded, cards=cards)
        self._line = LineWatch()
        self._watch = EndWatch()
        self._in_play = False
        self.hands.append(Hand(0, None, 0, 0, Start.after(self._replay), self._replay.report, is_over=True))
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
            self._arranged = Arrangement(rows)
            rows = list(self._arranged.rows())
        self._read(rows)
        self._pause()

    def _read(self, rows: Sequence[Row]) -> None:
        """More rows are replayed, and added to their hands."""
        self._check_length(len(self.rows) + len(rows))
        feed, add, line = self._replay.feed, self.rows.append, self._line
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
            add(row)

    def _see_frame(self, row: ev.Event | Fault, where: int | Where | None) -> None:
        """One more row, which is no play: a hand begins or ends with it, or something else is told."""
        replay, kind = self._replay, type(row)
        if self._line.is_behind and (kind not in LineWatch.SEEN or kind is ev.HandStart):
            self._look_at_line()
        self._line.is_behind = kind in LineWatch.SEEN
        if kind is ev.HandStart:
            self._win = replay.table.win
        is_end = self._in_play and self._is_faultless()
        self._in_play = False
        # A declaration keeps the table before it by itself.
        table = replay.table.copy() if is_end and kind is not ev.Mahjong else None
        replay.feed(row, where)
        if isinstance(row, ev.GameStart):
            self._take_card(replay, row)
        elif isinstance(row, ev.HandStart):
            self._begin_hand(replay, row)
        elif is_end:
            table = table or replay.table.before_win
            hand = self.hands[-1]
            hand.played = None if table is None else Played(len(self.rows) - hand.first, table)

    def _look_at_line(self) -> None:
        self._line.look((self._owners or self._replay).table)

    def _is_faultless(self) -> bool:
        """Whether nothing was found in the hand since its beginning, and nothing came into doubt."""
        hand, replay = self.hands[-1], self._replay
        before = hand.start.table
        if len(replay.report.findings) != hand.open_findings or replay.seats_open:
            return False
        return replay.table.standing == before.standing and replay.table.totals == before.totals

    def _pause(self) -> None:
        """The log ends here, for now: what the last hand has come to. The replay itself is left to go on."""
        self._number()
        self._public_end = None
        self._win = self._replay.table.win
        if self._line.is_behind:
            self._look_at_line()
        ended = twin(self._replay)
        ended.finish()
        self._end_hand(ended, is_last=True)
        if self._owners is not None:
            forget_missing_card(self.hands[0])
        self.game = ended.game
        self.rules = ended.rules if ended.known_rules else None
        self.ruleset = self.rules.ruleset.title if self.rules is not None else None
        is_between = self.rules is not None and self.hands[-1].has_play and self.hands[-1].is_over
        self.next_east = next_east(ended.rules, ended.table) if is_between else None
        self.players = ended.table.standing.players

    def _take_card(self, replay: Replay, event: ev.GameStart) -> None:
        """The card that the game names. By a purchased one the game is judged apart, for all but its owner."""
        shelf = (self._owners or replay).cards
        self.card = card_in_force(event.card, shelf, to_owner=self._owners is None)
        if self.card is None or not self.card.private:
            self._owners = None

    def _begin_hand(self, replay: Replay, event: ev.HandStart) -> None:
        self._end_hand(replay, is_last=False)
        place = len(self.hands)
        hand = Hand(place, replay.report.hand, len(self.rows), 0, Start.after(replay), replay.report, event.round)
        hand.seats, hand.depth = dict(event.seats), event.depth or "full"
        hand.before = _totals(replay)
        hand.open_findings = len(replay.report.findings)
        self.hands.append(hand)
        self._watch = EndWatch()
        self._in_play = True

    def _end_hand(self, replay: Replay, is_last: bool) -> None:
        hand = self.hands[-1]
        hand.report = replay.reports[hand.place]
        hand.end = len(self.rows)
        hand.after = _totals(replay)
        hand.line = self._line.line
        hand.won = None if self._win is None else Won(self._win.source, self._win.discarder)
        self._watch.close(hand, is_last, lambda winner, declared: is_shown_win(hand, self.rows, winner, declared))

    # -- after a correction ------------------------------------------------------------------------------------

    def _mend(self, added: Sequence[Row]) -> bool:
        """Rows were added, and corrections are among them: the game is replayed from the first hand that they change.

        How: `mjlog.views.mending`.
        """
        arranged = Arrangement([*self.written.rows, *added])
        new = list(arranged.rows())
        if self._owners is not None or len(new) > MOST_EVENTS:
            return False
        hands = self.hands
        change = Change(hands, self.rows, new)
        begun = max((hand.place for hand in self.played if hand.first < change.first), default=0)
        self.written.note(added)
        for hand in hands:
            # Events need not be numbered in reading order any more.
            hand.start.known["folded"] = True
        self._arranged, self._slots = arranged, None
        self._stand_at(hands[:begun], hands[begun])
        begins = [*change.again, len(new)]
        while len(self.rows) < len(new):
            here = len(self.rows)
            begin = begins[bisect.bisect_left(begins, here)]
            self._read(new[here : begin + 1])
            if begin < len(new) and self._keep_of(change, begin):
                begins = [len(new)]
        self.kept_hands = begun
        self._pause()
        return True

    def _keep_of(self, change: Change, begin: int) -> bool:
        """A hand has begun here that was there before the correction: what of it, and of all to come, is as it was.

        True where nothing is left to be compared.
        """
        before = change.again[begin]
        if not same_rules(before, self.hands[-1]):
            if not plays_alike(before, self.hands[-1]):
                # Then nothing is as it was in all the hands to come.
                return True
        elif begin >= change.rest:
            shift = change.shift_to(self.hands[-1], before, begin)
            if shift is not None:
                self._take_over(change, before, begin, shift)
                return True
        play = change.play_of(before, begin)
        if play is not None and before.played is not None and played_alike(before, self.hands[-1], play):
            self._skip_play(before.played, play)
        return False

    def _skip_play(self, played: Played, play: Sequence[ev.Event | Fault]) -> None:
        """The hand that has just begun was played as it was before: what comes of it is left to be found."""
        hand, now = self.hands[-1], self._replay.table
        table = self._replay.table = played.table.copy()
        table.plan, table.card, table.players = now.plan, now.card, now.players
        table.standing, table.totals = now.standing, now.totals
        self._watch.see_all(play)
        self.rows += play
        hand.played, self._in_play = played, False

    def _stand_at(self, done: Sequence[Hand], hand: Hand) -> None:
        """The replay goes on from the beginning of a hand, after those that are done; at 0 from that of the log."""
        self._line, self._watch = LineWatch(), EndWatch()
        end = 0
        if hand.has_play:
            replay = replay_from(hand, [one.report for one in done], self._replay)
            hand = dataclasses.replace(hand, report=replay.report, played=None)
            end = hand.first + 1
            self._line.is_behind = True
            self._watch.see(self.rows[hand.first])
        else:
            self.card = None
            replay = Replay(self._replay.record, cards=self._replay.cards)
            replay.folded = True
            hand = Hand(0, None, 0, 0, Start.after(replay), replay.report, is_over=True)
        self._in_play = hand.has_play
        self._replay, self._win = replay, replay.table.win
        self.hands = [*done, hand]
        self._cut(end)

    def _take_over(self, change: Change, before: Hand, begin: int, shift: Shift) -> None:
        """The hand that has just begun, and those after it, are as they were; the last one is left to be replayed."""
        begun, done = self.hands[-1], self.hands[:-1]
        moved = taken_over(change.hands[before.place :], begun, begin - before.first, shift)
        self.rows += [row for row, _where in change.new[len(self.rows) : moved[-1].first + 1]]
        self._stand_at([*done, *moved[:-1]], moved[-1])

    # -- finding one's way -------------------------------------------------------------------------------------

    @property
    def public_end(self) -> int:
        """The last event that everybody may read as it is stored: of a hand in progress none, not even its beginning.

        The id of an event depends on every tile written down before it. Source:
        docs/architecture.md#what-is-never-trusted-and-what-never-leaks.
        """
        if self._public_end is None:
            self._public_end = public_end(self)
        return self._public_end if self.public_limit is None else min(self._public_end, self.public_limit)

    @property
    def arranged(self) -> Arrangement:
        """The log with its corrections, and the places that they are about."""
        if self._arranged is None:
            self._arranged = Arrangement(self.written.rows)
        return self._arranged

    @property
    def slots(self) -> Slots:
        """The places that corrections are about, by the seqs of what is read in them."""
        if self._slots is None:
            self._slots = Slots(self.by_seq.keys(), self.as_recorded, self.arranged)
        return self._slots


def _totals(replay: Replay) -> dict[str, int] | None:
    return dict(replay.table.totals) if replay.table.standing.totals_known else None
