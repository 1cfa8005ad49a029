"""A game to be looked at: the table at any event, as anybody may see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeVar
from weakref import WeakKeyDictionary

from mjlog import events as ev
from mjlog.audit.settling import Settling
from mjlog.audit.valuing import explained_score
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.findings import Finding, worst
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.scoring import Explanation, NotCounted, Score
from mjlog.seats import SEATS, Seat
from mjlog.table import Table
from mjlog.text import did_you_mean, list_words, quoted, shown
from mjlog.views.board import Board, board
from mjlog.views.claim_moments import Claims, KeptClaims, claimable_at
from mjlog.views.corrected import Corrected, CorrectionNote
from mjlog.views.course import go_arounds
from mjlog.views.game_log import GameLog
from mjlog.views.hands import HandSpan, findings_by_seq
from mjlog.views.moves import Move, moves
from mjlog.views.places import MOST_EVENTS, row_type
from mjlog.views.prospects import Hand, Prospect, Unseen, away_of, prospects_at, unseen_at
from mjlog.views.results import false_win
from mjlog.views.sight import Player, Sight, View, sight_name
from mjlog.views.waiting import SeatWaits, waits_at
from mjlog.views.walk import Walk

_T = TypeVar("_T")
_Kept = dict[int, tuple[Walk, list[_T]]]
"""What was said last of the hands, by the place."""
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
    hand: HandSpan
    sight: Sight
    event: ev.Event | None
    words: str
    board: Board
    findings: list[Finding]


class EventLine(NamedTuple):
    """One event of a hand in words (or several passes in a row); `until` is the last seq of it.

    `findings`: how many there are at it; `worst`: the severity of the worst of them, empty without any. `go_around`:
    from 1, each time the turn has come past East; 0 before the first turn.
    """

    seq: int
    until: int
    type: str
    words: str
    findings: int
    worst: str = ""
    go_around: int = 0


class GameView(GameLog):
    """A game, replayed once, and then at hand at any of its events.

    What a correction adds stands under the correction's seq. While the last hand is not over, everybody has the table's
    view of it, and no finding that a concealed tile decides.
    """

    def __init__(
        self,
        record: GameRecord,
        as_recorded: bool = False,
        cards: CardShelf = NO_CARDS,
        to_owner: bool = False,
        at_end: Callable[[Settling], None] | None = None,
    ) -> None:
        self._forget_moments()
        super().__init__(record, as_recorded, cards, to_owner, at_end)

    def _forget_moments(self) -> None:
        """Nothing has been looked at yet."""
        self._walks: OrderedDict[tuple[int, str], Walk] = OrderedDict()
        self._shown: dict[int, dict[int, list[Finding]]] = {}
        self._told: dict[int, dict[Seat, Explanation]] = {}
        self._corrected: Corrected | None = None
        self._claims: WeakKeyDictionary[Walk, KeptClaims] = WeakKeyDictionary()
        self._table: tuple[Walk, int, Table] | None = None
        self._waits: _Kept[SeatWaits] = {}
        self._prospects: _Kept[Prospect] = {}
        self._as_table: tuple[int, Board | None] = -1, None
        self._courses: WeakKeyDictionary[Walk, list[dict[Seat, int]]] = WeakKeyDictionary()

    def with_rows(self, rows: Sequence[Row]) -> Self | None:
        """The game as corrected, had other rows been written; None where it has to be read as a whole."""
        other = super().with_rows(rows)
        if other is not None:
            other._forget_moments()
        return other

    def go_on(self, rows: Sequence[Row]) -> bool:
        """What was added to the end of the log is read, too; False where the game has to be read anew."""
        last, end = self.hands[-1], len(self.rows)
        if not super().go_on(rows):
            return False
        self._shown = {place: found for place, found in self._shown.items() if place < self.kept_hands}
        self._told = {place: found for place, found in self._told.items() if place < self.kept_hands}
        self._corrected = None
        self._claims.clear()
        self._table, self._as_table = None, (-1, None)
        self._waits, self._prospects = {}, {}
        self._courses.clear()
        for key in [key for key in self._walks if key[0] >= self.kept_hands]:
            if self.hands[self.kept_hands] is not last or not self._walks[key].go_on(self.rows[end : last.end]):
                del self._walks[key]
        return True

    def said(self, place: int) -> str:
        """The event at this place in words, with what stands under the same seq, as everybody may hear it."""
        hand = self.hand_at(place)
        return self._said(hand, self.walk(hand, "table"), place)

    def _said(self, hand: HandSpan, walk: Walk, place: int) -> str:
        return "; ".join(walk.lines[self._first_of(place) - hand.first : place - hand.first + 1])

    def allowed(self, hand: HandSpan, view: View) -> Sight:
        """What may be seen of a hand: the table's view until it is over, and of a player who does not play in it."""
        if not hand.is_over:
            return "table"
        if isinstance(view, Player):
            return next((seat for seat, player in hand.seats.items() if player == view.handle), "table")
        return view

    def unseen_player(self, view: View) -> str:
        """What is to be said to who asks for the view of a player whom the game does not have; else nothing."""
        players = dict.fromkeys((*self.players, *(one for hand in self.hands for one in hand.seats.values())))
        if not isinstance(view, Player) or view.handle in players:
            return ""
        near = did_you_mean(view.handle, players)
        known = list_words([shown(one, 40) for one in (players if near is None else [near])] or ["nobody"])
        meant = f"players are {known}" if near is None else f"did you mean {known}?"
        return f"no player of this game is called {quoted(view.handle, 40)}; {meant}"

    def _bottom(self, hand: HandSpan, view: View) -> Seat | None:
        """Where a player sits in a hand, who looks; the same place of the table where the player has left it."""
        if not isinstance(view, Player):
            return None
        # The nearest hand in which the player sits at the table, of those before rather than of those after.
        nearest = (*reversed(self.hands[: hand.place + 1]), *self.hands[hand.place + 1 :])
        for one in nearest:
            order = one.start.table.standing.players
            if view.handle in one.seats.values() and view.handle in order:
                here = hand.start.table.standing.players[order.index(view.handle) :][:1]
                return next((seat for seat, player in hand.seats.items() if (player,) == here), None)
        return None

    def findings(self, hand: HandSpan) -> list[Finding]:
        """What was found in a hand, as far as it may be told."""
        if hand.is_over:
            return hand.report.findings
        # By number, not by seq: a correction can put the wall under the seq of the hand-start.
        return hand.report.findings[: hand.open_findings] + self.walk(hand, "table").findings

    def not_counted(self, hand: HandSpan) -> dict[Seat, tuple[NotCounted, ...]]:
        """What a player might have expected of a score, with the reason why it does not count."""
        return {seat: one.not_counted for seat, one in self.explanations(hand).items()}

    def explanations(self, hand: HandSpan) -> dict[Seat, Explanation]:
        """How the computed scores came about; once the hand is over.

        Seats whose computed score does not come from the tiles of the hand are left out.
        """
        if not hand.is_over:
            return {}
        found = self._told.get(hand.place)
        if found is None:
            found = self._told[hand.place] = dict(self._explained(hand))
        return found

    def _explained(self, hand: HandSpan) -> Iterator[tuple[Seat, Explanation]]:
        scores = {seat: hand.report.details.get(seat.value) for seat in hand.seats}
        scored = [(seat, score) for seat, score in scores.items() if isinstance(score, Score)]
        walk = self.walk(hand, "open")
        table = walk.table_after(len(walk.rows) - 1) if scored and walk.rows else hand.start.table
        for seat, score in scored:
            explanation = explained_score(table, seat, hand.start.rules, score)
            if explanation is not None:
                yield seat, explanation

    def at(self, place: int, view: View = "table") -> Moment:
        """The game after the event at this place (from 0)."""
        hand = self.hand_at(place)
        sight, bottom = self.allowed(hand, view), self._bottom(hand, view)
        walk = self.walk(hand, sight)
        inside = place - hand.first
        row = walk.rows[inside]
        as_table = self._as_table[1] if self._as_table[0] == place else None
        table = self._table_at(place, sight)
        is_false = table.winner is not None and self.is_false_win(hand, place, table.winner)
        seen = board(table, sight, walk.broken_by(inside), _stake(hand), as_table, bottom, is_false)
        if sight == "table":
            self._as_table = place, seen
        return Moment(
            seq=self.seq_at(place),
            place=place,
            hand=hand,
            sight=sight,
            event=None if isinstance(row, Fault) else row,
            words=self._said(hand, walk, place),
            board=seen if self.card is None or not self.card.private else _with_line(seen, hand),
            findings=self.findings_by_seq(hand).get(self.seq_at(place), []),
        )

    def is_false_win(self, hand: HandSpan, place: int, winner: Seat) -> bool:
        """Whether the mahjong that has been declared by then did not stand: it was false, or was taken back later."""
        if not hand.is_over:
            return False
        false = false_win(hand, self.rows)
        later = self.rows[place + 1 : hand.end]
        return (false is not None and false.seat is winner) or any(
            isinstance(row, ev.Dead | ev.Retract) and row.seat is winner for row in later
        )

    def _table_at(self, place: int, sight: View) -> Table:
        """The table after the event at this place, not to be changed; asked again the same one."""
        hand = self.hand_at(place)
        walk, inside, kept = self.walk(hand, self.allowed(hand, sight)), place - hand.first, self._table
        if kept is None or kept[0] is not walk or kept[1] != inside:
            kept = self._table = walk, inside, walk.table_after(inside)
        return kept[2]

    def moves(self, place: int, sight: View = "table") -> list[Move]:
        """What could be done after the event at this place, as far as this sight tells; nothing before the first hand.

        While the hand is not over it follows from what lies on the table alone, for everybody.
        """
        hand = self.hand_at(place)
        if not hand.has_play:
            return []
        table = self.walk(hand, self.allowed(hand, sight)).table_after(place - hand.first)
        return moves(hand.start.rules.bound, table)

    def claims(self, place: int, sight: View = "table") -> Claims | None:
        """What each player could claim of the tile that the event at this place belongs to, and what came of it.

        That is a discard, or a kong, an answer to it, or what followed: a set laid down, a win, the next draw. None for
        all other events. As far as this sight tells; while the hand is not over, what lies on the table alone.
        """
        hand = self.hand_at(place)
        if not hand.has_play:
            return None
        walk = self.walk(hand, self.allowed(hand, sight))
        kept = self._claims.setdefault(walk, {})
        return claimable_at(hand.start.rules.bound, walk, place - hand.first, kept)

    def waits(self, place: int, sight: View = "table") -> list[SeatWaits]:
        """What the hands that this sight sees wait for after the event at this place; only those that are close.

        While the hand is not over nobody's concealed tiles are seen, and of no hand anything is told.
        """
        return self._judged(waits_at, self._waits, place, sight)

    def prospects(self, place: int, sight: View = "table") -> list[Prospect]:
        """How far the hands that this sight sees are from being ready after the event at this place."""
        return self._judged(prospects_at, self._prospects, place, sight)

    def _judged(self, judge: Callable[[Table], list[_T]], kept: _Kept[_T], place: int, sight: View) -> list[_T]:
        """What is said of the hands after an event; asked again the same."""
        hand = self.hand_at(place)
        if not hand.has_play:
            return []
        walk = self.walk(hand, self.allowed(hand, sight))
        if kept.get(place, (None,))[0] is not walk:
            kept.clear()
            kept[place] = walk, judge(self._table_at(place, sight))
        return kept[place][1]

    def unseen(self, place: int, sight: View = "table") -> Unseen | None:
        """What of each kind has not been seen after the event at this place; None before the first hand."""
        hand = self.hand_at(place)
        if not hand.has_play:
            return None
        sight = self.allowed(hand, sight)
        return unseen_at(self._table_at(place, sight), sight)

    def course_of(self, hand: HandSpan, sight: View = "table") -> list[dict[Seat, int]]:
        """Event by event, how far each hand that this sight sees is from being ready."""
        walk = self.walk(hand, self.allowed(hand, sight))
        if walk not in self._courses:
            known: dict[Hand, int] = {}
            self._courses[walk] = [away_of(walk.table_after(at), known) for at in range(len(walk.rows))]
        return self._courses[walk]

    def corrected(self, seq: int, sight: View = "table") -> CorrectionNote | None:
        """What became of an event, or what it stands for, where corrections are about it; None where none is.

        While the hand is not over, in words that everybody may hear.
        """
        return self.corrections.note(
            seq, lambda place: self._before(place, sight), lambda hand: self.allowed(hand, sight)
        )

    @property
    def corrections(self) -> Corrected:
        """The corrections of the game, by the places that they are about."""
        if self._corrected is None or self._corrected.count != len(self.written.corrections):
            self._corrected = Corrected(self)
        return self._corrected

    def place_of(self, seq: int) -> int | None:
        """Where an event stands in the log, from 0; for one that was corrected, what stands in its place.

        Where nothing does, what comes next. None where the log has no such event.
        """
        if seq in self.by_seq or not self.written.corrections:
            return super().place_of(seq)
        if not 1 <= seq <= self.written.last or not self.rows:
            return super().place_of(seq)
        place = self.corrections.place(seq)
        if place is None:
            return 0
        return place if self.corrections.is_read(seq) else min(place + 1, len(self.rows) - 1)

    def _before(self, place: int, sight: View) -> Table:
        """The table just before a place of the log."""
        hand = self.hand_at(min(place, len(self.rows) - 1))
        inside = place - hand.first - 1
        return (
            self.walk(hand, self.allowed(hand, sight)).table_after(inside) if inside >= 0 else hand.start.table.copy()
        )

    def _first_of(self, place: int) -> int:
        """The first of the lines that share a seq and stand together up to this place."""
        first = place
        while first > self.hand_at(place).first and self._seqs[first - 1] == self._seqs[place]:
            first -= 1
        return max(first, place - _MOST_TOGETHER)

    def findings_by_seq(self, hand: HandSpan) -> dict[int, list[Finding]]:
        """The findings of a hand, by event."""
        if hand.place not in self._shown:
            self._shown[hand.place] = findings_by_seq(self.findings(hand))
        return self._shown[hand.place]

    def lines(self, hand: HandSpan, sight: View) -> list[EventLine]:
        """The events of a hand in words; passes that follow one another, and have no fault, are one line."""
        walk = self.walk(hand, self.allowed(hand, sight))
        found = self.findings_by_seq(hand)
        lines: list[EventLine] = []
        for inside, (row, go_around) in enumerate(zip(walk.rows, go_arounds(walk.rows), strict=True)):
            seq = self.seq_at(hand.first + inside)
            here = found.get(seq, [])
            line = EventLine(seq, seq, row_type(row), walk.lines[inside], len(here), worst(here) or "", go_around)
            if lines and _go_together(lines[-1], line):
                line = _joined(lines.pop(), line)
            lines.append(line)
        return lines

    def walk(self, hand: HandSpan, sight: Sight) -> Walk:
        """A hand as somebody sees it; that this may be seen is for the caller to know (`allowed`)."""
        key = (hand.place, sight_name(sight))
        walk = self._walks.get(key)
        if walk is None:
            walk = self._walks[key] = Walk(hand, self.rows, sight, self._timeline if sight == "open" else None)
            if len(self._walks) > _MOST_WALKS:
                self._walks.popitem(last=False)
        else:
            self._walks.move_to_end(key)
        return walk


def _stake(hand: HandSpan) -> int:
    """The chips of each player at the beginning, where the rule set counts them (american/chips-1)."""
    stake = hand.start.rules.options.get("stake", 0)
    return stake if isinstance(stake, int) else 0


def _with_line(seen: Board, hand: HandSpan) -> Board:
    """The board with the line won by a card of which no more than that is told."""
    told = seen.line is not None and seen.line.value is not None
    if hand.line is None or not hand.is_over or seen.winner is None or told:
        return seen
    return seen.replaced(line=hand.line)


def line_at(lines: Sequence[EventLine], seq: int) -> int | None:
    """Which of the lines of a hand tells of an event; of several under one number the last. None where none does.

    The numbers need not ascend: a corrected event has that of its correction.
    """
    return next((at for at in range(len(lines) - 1, -1, -1) if lines[at].seq <= seq <= lines[at].until), None)


def _go_together(passes: EventLine, line: EventLine) -> bool:
    """Whether a pass is told in one line with those before it, which has all the numbers from its first to its last."""
    is_next = line.seq in (passes.until, passes.until + 1) and line.seq - passes.seq < _MOST_PASSES
    return is_next and _is_plain_pass(line) and _is_plain_pass(passes)


def _is_plain_pass(line: EventLine) -> bool:
    return line.type == "pass" and not line.findings


def _joined(passes: EventLine, line: EventLine) -> EventLine:
    name = line.words.split(" ", 1)[0]
    who = passes.words.split(" pass", 1)[0].replace(" and ", ", ")
    return passes._replace(until=line.until, words=f"{who} and {name} pass")


__all__ = ["MOST_EVENTS", "SEATS", "GameView", "EventLine", "Moment", "line_at"]
