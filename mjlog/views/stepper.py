"""A game to be looked at: its hands, and the table at any event, as anybody may see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.corrections import fold
from mjlog.audit.records import Fault, GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.errors import RecordError
from mjlog.findings import Finding
from mjlog.seats import SEATS
from mjlog.views.board import Board, board
from mjlog.views.hands import EndWatch, Hand, Start, findings_by_seq
from mjlog.views.moves import Move, moves
from mjlog.views.sight import Sight, sight_name
from mjlog.views.walk import Walk

MOST_EVENTS = 400_000
"""Events of the longest game that is looked at; a day of play has ten thousand."""
_MOST_WALKS = 24
_MOST_TOGETHER = 5
_MOST_PASSES = 4


@dataclass(frozen=True, slots=True)
class Moment:
    """A game just after one event, as somebody sees it.

    `sight` is what is shown; it differs from the one that was asked for while the hand is not over. `place` counts
    events of the log from 0, `event` is None where a line could not be read.
    """

    seq: int
    place: int
    hand: Hand
    sight: Sight
    event: ev.Event | None
    words: str
    board: Board
    findings: list[Finding]


class Line(NamedTuple):
    """One event of a hand in words (or several passes in a row); `until` is the last seq of it."""

    seq: int
    until: int
    type: str
    words: str
    findings: int


class GameView:
    """A game, replayed once, and then at hand at any of its events.

    The log is read as corrected, unless `as_recorded`: what a correction adds stands under the correction's seq.
    While the last hand is not over, everybody has the table's view of it, and no finding that a concealed tile decides.

    Raises:
        RecordError: the log is too long to be looked at.
    """

    def __init__(self, record: GameRecord, as_recorded: bool = False) -> None:
        self.source = record.source
        self.rows: list[ev.Event | Fault] = []
        self.hands: list[Hand] = []
        self._seqs: list[int] = []
        self._places: dict[int, int] = {}
        self._walks: OrderedDict[tuple[int, str], Walk] = OrderedDict()
        self._shown: dict[int, dict[int, list[Finding]]] = {}
        replay = Replay(record, as_recorded=as_recorded)
        self._replay(replay, record.source, record.rows if as_recorded or not record.corrected else fold(record.rows))
        self.game = replay.game
        self.ruleset = replay.rules.ruleset.title if replay.known_rules else None
        self.players = replay.table.standing.players

    # -- reading ----------------------------------------------------------------------------------------------

    def _replay(self, replay: Replay, source: str, rows: Iterable[Row]) -> None:
        watch = EndWatch()
        self.hands.append(Hand(0, None, 0, 0, Start.after(replay), replay.report, is_over=True))
        for row, where in rows:
            if len(self.rows) >= MOST_EVENTS:
                raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", source)
            replay.feed(row, where)
            if isinstance(row, ev.HandStart):
                watch = self._begin_hand(replay, row, watch)
            watch.see(row)
            self._add(row)
        replay.finish()
        self._end_hand(replay, watch, is_last=True)

    def _add(self, row: ev.Event | Fault) -> None:
        """A line without a number of its own belongs to the event before it."""
        seq = row.seq or (self._seqs[-1] if self._seqs else 1)
        self._places[seq] = len(self.rows)
        self._seqs.append(seq)
        self.rows.append(row)

    def _begin_hand(self, replay: Replay, event: ev.HandStart, watch: EndWatch) -> EndWatch:
        self._end_hand(replay, watch, is_last=False)
        place = len(self.hands)
        hand = Hand(place, replay.report.hand, len(self.rows), 0, Start.after(replay), replay.report, event.round)
        hand.seats, hand.depth = dict(event.seats), event.depth or "full"
        hand.before = _totals(replay)
        self.hands.append(hand)
        return EndWatch()

    def _end_hand(self, replay: Replay, watch: EndWatch, is_last: bool) -> None:
        hand = self.hands[-1]
        hand.end = len(self.rows)
        hand.after = _totals(replay)
        if hand.has_play:
            watch.close(hand, is_last)

    # -- asking -----------------------------------------------------------------------------------------------

    @property
    def last_seq(self) -> int:
        """The seq of the last event, 0 for an empty log."""
        return max(self._places, default=0)

    @property
    def played(self) -> list[Hand]:
        """The hands, without what comes before the first."""
        return self.hands[1:]

    def hand(self, number: int) -> Hand | None:
        """The hand with this number; where a void hand was played again, the last one."""
        return next((hand for hand in reversed(self.played) if hand.number == number), None)

    def place_of(self, seq: int) -> int | None:
        """Where an event stands in the log, from 0; for one that was corrected, what stands in its place."""
        if not 1 <= seq <= self.last_seq:
            return None
        before = seq
        while before > 0 and before not in self._places:
            before -= 1
        place = self._places.get(before, -1)
        return place if before == seq else min(place + 1, len(self.rows) - 1)

    def seq_at(self, place: int) -> int:
        """The seq of a place in the log."""
        return self._seqs[place]

    def neighbour(self, place: int, step: int, types: frozenset[str] | None = None) -> int | None:
        """The seq of the next event (`step` 1) or the one before (-1), of these types if any are given."""
        at = place
        while 0 <= at < len(self.rows):
            if self._seqs[at] != self._seqs[place] and (types is None or _type(self.rows[at]) in types):
                return self._seqs[at]
            at += step
        return None

    def hand_at(self, place: int) -> Hand:
        """The hand that a place of the log belongs to."""
        low, high = 0, len(self.hands) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.hands[middle].first <= place else (low, middle - 1)
        return self.hands[low]

    def allowed(self, hand: Hand, sight: Sight) -> Sight:
        """What may be seen of a hand: the table's view until it is over."""
        return sight if hand.is_over else "table"

    def findings(self, hand: Hand) -> list[Finding]:
        """What was found in a hand, as far as it may be told."""
        if hand.is_over:
            return hand.report.findings
        first = self.rows[hand.first].seq
        known = [finding for finding in hand.report.findings if finding.seq == first]
        return known + self._walk(hand, "table").findings

    def at(self, place: int, sight: Sight = "table") -> Moment:
        """The game after the event at this place (from 0)."""
        hand = self.hand_at(place)
        sight = self.allowed(hand, sight)
        walk = self._walk(hand, sight)
        inside = place - hand.first
        row = walk.rows[inside]
        return Moment(
            seq=self.seq_at(place),
            place=place,
            hand=hand,
            sight=sight,
            event=None if isinstance(row, Fault) else row,
            words="; ".join(walk.lines[self._first_of(place) - hand.first : inside + 1]),
            board=board(walk.table_after(inside), sight, walk.broken_by(inside)),
            findings=self.findings_by_seq(hand).get(self.seq_at(place), []),
        )

    def moves(self, place: int, sight: Sight = "table") -> list[Move]:
        """What could be done after the event at this place, as far as this sight tells; nothing before the first hand.

        While the hand is not over it follows from what lies on the table alone, for everybody.
        """
        hand = self.hand_at(place)
        if not hand.has_play:
            return []
        table = self._walk(hand, self.allowed(hand, sight)).table_after(place - hand.first)
        return moves(hand.start.known["rules"].bound, table)

    def _first_of(self, place: int) -> int:
        """The first of the lines that share a seq and stand together up to this place."""
        first = place
        while first > self.hand_at(place).first and self._seqs[first - 1] == self._seqs[place]:
            first -= 1
        return max(first, place - _MOST_TOGETHER)

    def findings_by_seq(self, hand: Hand) -> dict[int, list[Finding]]:
        """The findings of a hand, by event."""
        if hand.place not in self._shown:
            self._shown[hand.place] = findings_by_seq(self.findings(hand))
        return self._shown[hand.place]

    def lines(self, hand: Hand, sight: Sight) -> list[Line]:
        """The events of a hand in words; passes that follow one another, and have no fault, are one line."""
        walk = self._walk(hand, self.allowed(hand, sight))
        found = self.findings_by_seq(hand)
        lines: list[Line] = []
        for inside, row in enumerate(walk.rows):
            seq = self.seq_at(hand.first + inside)
            line = Line(seq, seq, _type(row), walk.lines[inside], len(found.get(seq, ())))
            if lines and _is_plain_pass(line) and _is_plain_pass(lines[-1]) and seq - lines[-1].seq < _MOST_PASSES:
                line = _joined(lines.pop(), line)
            lines.append(line)
        return lines

    def _walk(self, hand: Hand, sight: Sight) -> Walk:
        key = (hand.place, sight_name(sight))
        walk = self._walks.get(key)
        if walk is None:
            walk = self._walks[key] = Walk(hand, self.rows, sight)
            if len(self._walks) > _MOST_WALKS:
                self._walks.popitem(last=False)
        else:
            self._walks.move_to_end(key)
        return walk


def _type(row: ev.Event | Fault) -> str:
    return "fault" if isinstance(row, Fault) else row.type


def _is_plain_pass(line: Line) -> bool:
    return line.type == "pass" and not line.findings


def _joined(passes: Line, line: Line) -> Line:
    name = line.words.split(" ", 1)[0]
    who = passes.words.split(" pass", 1)[0].replace(" and ", ", ")
    return Line(passes.seq, line.until, "pass", f"{who} and {name} pass", 0)


def _totals(replay: Replay) -> dict[str, int] | None:
    return dict(replay.table.totals) if replay.table.standing.totals_known else None


__all__ = ["SEATS", "GameView", "Line", "Moment"]
