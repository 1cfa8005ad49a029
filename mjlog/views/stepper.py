"""A game to be looked at: the table at any event, as anybody may see it."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from mjlog import events as ev
from mjlog.audit.records import Fault, GameRecord
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.findings import Finding, Severity
from mjlog.seats import SEATS
from mjlog.views.board import Board, board
from mjlog.views.game_log import MOST_EVENTS, GameLog, row_type
from mjlog.views.hands import Hand, findings_by_seq
from mjlog.views.moves import Move, moves
from mjlog.views.sight import Sight, sight_name
from mjlog.views.walk import Walk

_MOST_WALKS = 24
_MOST_TOGETHER = 5
_MOST_PASSES = 4
_SEVERITIES = tuple(one.value for one in Severity)


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
    """One event of a hand in words (or several passes in a row); `until` is the last seq of it.

    `findings`: how many there are at it; `worst`: the severity of the worst of them, empty without any.
    """

    seq: int
    until: int
    type: str
    words: str
    findings: int
    worst: str = ""


class GameView(GameLog):
    """A game, replayed once, and then at hand at any of its events.

    What a correction adds stands under the correction's seq. While the last hand is not over, everybody has the table's
    view of it, and no finding that a concealed tile decides.
    """

    def __init__(
        self, record: GameRecord, as_recorded: bool = False, cards: CardShelf = NO_CARDS, to_owner: bool = False
    ) -> None:
        self._walks: OrderedDict[tuple[int, str], Walk] = OrderedDict()
        self._shown: dict[int, dict[int, list[Finding]]] = {}
        super().__init__(record, as_recorded, cards, to_owner)

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
        seen = board(walk.table_after(inside), sight, walk.broken_by(inside), _stake(hand))
        return Moment(
            seq=self.seq_at(place),
            place=place,
            hand=hand,
            sight=sight,
            event=None if isinstance(row, Fault) else row,
            words="; ".join(walk.lines[self._first_of(place) - hand.first : inside + 1]),
            board=seen if self.card is None or not self.card.private else _with_line(seen, hand),
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
            here = found.get(seq, [])
            line = Line(seq, seq, row_type(row), walk.lines[inside], len(here), _worst(here))
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


def _stake(hand: Hand) -> int:
    """The chips of each player at the beginning, where the rule set counts them (american/chips-1)."""
    stake = hand.start.known["rules"].options.get("stake", 0)
    return stake if isinstance(stake, int) else 0


def _with_line(seen: Board, hand: Hand) -> Board:
    """The board with the line won by a card of which no more than that is told."""
    told = seen.line is not None and seen.line.value is not None
    if hand.line is None or not hand.is_over or seen.winner is None or told:
        return seen
    return dataclasses.replace(seen, line=hand.line)


def _worst(findings: list[Finding]) -> str:
    return min((finding.severity for finding in findings), key=_SEVERITIES.index, default="")


def _is_plain_pass(line: Line) -> bool:
    return line.type == "pass" and not line.findings


def _joined(passes: Line, line: Line) -> Line:
    name = line.words.split(" ", 1)[0]
    who = passes.words.split(" pass", 1)[0].replace(" and ", ", ")
    return Line(passes.seq, line.until, "pass", f"{who} and {name} pass", 0)


__all__ = ["MOST_EVENTS", "SEATS", "GameView", "Line", "Moment"]
