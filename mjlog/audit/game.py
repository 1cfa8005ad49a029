"""A game: its log, replayed once; its hands; the table at any moment of it.

A log goes on, and it is corrected: what is read up to the hand that reads otherwise need not be replayed again, for the
replay is kept as it stood at the beginning of every hand. The rules are asked about an event once: the table at any
moment is reached by carrying out the events from the last position that is kept, and one is kept wherever a fault, or
the money, has left the table otherwise than that.

What somebody sees of a hand is a game of its own, made from the rows that they saw: no other tile ever enters.
"""

from __future__ import annotations

import copy
import itertools
from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import chain
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.engine import Engine, Steps, collector_paused
from mjlog.audit.report import HandReport
from mjlog.audit.settling import Settling
from mjlog.audit.settling.card import is_judged_by_the_card
from mjlog.cards.shelf import NO_CARDS, CardShelf, PublicCards
from mjlog.errors import RecordError
from mjlog.findings import Finding, codes_that
from mjlog.log.corrections import Log, Slots, answers_corrected
from mjlog.log.records import Fault, GameRecord, Row, Where
from mjlog.log.sight import HIDING, Sight, rows_as_seen
from mjlog.rulesets import Rules
from mjlog.seats import Seat
from mjlog.table import Table, prepare
from mjlog.table.closing import learn_hand
from mjlog.table.state import PASSING
from mjlog.tiles import UNKNOWN

_E = TypeVar("_E", bound=ev.Event)
_T = TypeVar("_T")
MOST_EVENTS = 400_000
"""Events of the longest game that is looked at; a day of play has ten thousand."""
_STRIDE = 8
_MOST_MARKS = 128
"""Positions are marked at regular distances in a hand that is looked at, so many at most."""
_MOST_MARKED = _MOST_LOOKED_AT = 24
"""Hands of a game whose positions stay marked, and hands as somebody saw them that are kept."""


class Position:
    """A moment of a game: the table after an event, and the steps by which it goes on."""

    __slots__ = ("steps", "table")

    def __init__(self, table: Table, steps: Mapping[type, Steps]) -> None:
        self.table, self.steps = table, steps

    def copy(self) -> Position:
        """The same, to go on from by itself."""
        return Position(self.table.copy(), self.steps)

    def carry_out(self, row: ev.Event | Fault) -> None:
        """The next row happens, and nobody asks whether it may."""
        steps = self.steps.get(type(row))
        if steps is None:
            return
        event: Any = row if steps.reading is None else steps.reading(row)
        if self.table.due <= PASSING or self.table.in_doubt:
            prepare(self.table, event)
        if steps.carry_out is not None:
            steps.carry_out(self.table, event)


class Hand:
    """One play-through within the log; the first one (`number` None) is what comes before any hand.

    `first`: the place of its first row in the log, from 0. `start`: the replay just after the `hand-start`, to go on
    from in forks; nothing in it depends on the hidden tiles of the hand. `known`: what was worked out of the hand,
    until it goes on.
    """

    def __init__(self, game: Game, place: int, first: int, start: Engine) -> None:
        self.game, self.place, self.first, self.start = game, place, first, start
        self.known: dict[Hashable, Any] = {}
        self._watch: EndWatch | None = None
        self._watched = first

    # -- where it is ------------------------------------------------------------------------------------------

    @property
    def end(self) -> int:
        """The place after its last row."""
        game = self.game
        return len(game.rows) if game.hands[-1] is self else game.hands[self.place + 1].first

    @property
    def rows(self) -> list[ev.Event | Fault]:
        """Its rows, in their order."""
        return self.game.rows[self.first : self.end]

    @property
    def number(self) -> int | None:
        """Its number, counted as they were played."""
        return self.start.report.hand

    @property
    def has_play(self) -> bool:
        """Whether this is a hand, and not what comes before the first one."""
        return self.number is not None

    @property
    def seats(self) -> dict[Seat, str]:
        """Who sits where."""
        begin = self._begin
        return {} if begin is None else begin.seats

    @property
    def round(self) -> Seat | None:
        """The prevailing wind, as it was written down."""
        begin = self._begin
        return None if begin is None else begin.round

    @property
    def depth(self) -> str:
        """How much was to be written down of it."""
        begin = self._begin
        return "full" if begin is None else begin.depth or "full"

    @property
    def _begin(self) -> ev.HandStart | None:
        row = self.game.rows[self.first] if self.has_play else None
        return row if isinstance(row, ev.HandStart) else None

    # -- what came of it --------------------------------------------------------------------------------------

    @property
    def report(self) -> HandReport:
        """What was found in it, and what it came to: of the last hand as if the log ended here."""
        return self.game.report_of(self)

    @property
    def open_findings(self) -> int:
        """How many of the report, its first ones, were found in the `hand-start`, before any hidden tile."""
        return len(self.start.report.findings)

    @property
    def findings(self) -> list[Finding]:
        """What was found in it after its beginning."""
        return self.report.findings[self.open_findings :]

    @property
    def before(self) -> dict[str, int] | None:
        """The running totals as it begins, per player, where known."""
        return _totals(self.start) if self.has_play else None

    @property
    def after(self) -> dict[str, int] | None:
        """The running totals as it ends."""
        game = self.game
        return _totals(game.ended if game.hands[-1] is self else game.hands[self.place + 1].start)

    @property
    def is_over(self) -> bool:
        """Whether it is over for good, so that nothing of it needs to be hidden any more."""
        if self.game.is_closed or self.game.hands[-1] is not self:
            return True
        watch = self._seen_to_its_end()
        if watch.is_over or not (self.has_play or watch.has_tiles):
            return True
        winner, declared = watch.winner, watch.declared
        if not watch.has_shown or winner is None:
            return False
        return self.recall("is shown", lambda: self._is_shown_win(winner, declared))

    @property
    def is_washout(self) -> bool:
        """Whether it was drawn."""
        return self._seen_to_its_end().is_washout

    @property
    def is_void(self) -> bool:
        """Whether it counts for nothing, and is played again."""
        return self._seen_to_its_end().is_void

    def _seen_to_its_end(self) -> EndWatch:
        watch, end = self._watch or EndWatch(), self.end
        for row in self.game.rows[self._watched : end]:
            watch.see(row)
        self._watch, self._watched = watch, end
        return watch

    def _is_shown_win(self, winner: Seat, declared: int) -> bool:
        """Whether everybody can see that the hand is won. `declared`: the seq of the call, or of the declaration."""
        seen = self.seen("table")
        since = {row.seq for row in itertools.dropwhile(lambda row: row.seq != declared, seen.game.rows)}
        if any(finding.code in codes_that("shows-no-win") and finding.seq in since for finding in seen.findings):
            return False
        rows = seen.game.rows
        won = max(at for at, row in enumerate(rows) if isinstance(row, ev.Mahjong) and row.seat is winner)
        shows = [at for at, row in enumerate(rows) if at > won and isinstance(row, ev.Show) and row.seat is winner]
        before, after = seen.table_after(shows[0] - 1).place(winner), seen.table_after(shows[-1])
        # As many tiles were shown as the winner holds, where that is known.
        is_whole = not before.sure or before.size == after.place(winner).size
        return is_whole and (not after.plan.family.wins_by_card or is_judged_by_the_card(after))

    # -- moments of it ----------------------------------------------------------------------------------------

    def table_after(self, at: int) -> Table:
        """The table after the row at this place of the hand (from 0); owned by the caller."""
        return self.game.position(self.first + at).table

    def tables(self) -> Iterator[Table]:
        """The table before each row, and after the last; each is used up by the next."""
        position = self.game.kept[self.first - (not self.has_play)].copy()
        yield position.table
        for place in range(self.first, self.end):
            # The start of a hand has read its first row.
            if place > self.first or not self.has_play:
                position = self.game.step(position, place)
            yield position.table

    def alone(self, rows: Sequence[ev.Event | Fault]) -> Hand:
        """The hand, had these rows been written in it, from its beginning on: in a game with a report of its own."""
        return Game.of_hand(self, rows).hands[0]

    def seen(self, sight: Sight) -> Hand:
        """The hand as somebody saw it, in a game of what they saw; that this may be seen is for the caller to know."""
        if sight == "open":
            return self
        kept, key = self.game.looked_at, (self, sight)
        seen = kept.get(key)
        if seen is not None and isinstance(sight, Seat) and self.end - self.first > len(seen.game.rows):
            # A player who passed tiles on sees them otherwise for what comes later (american/charleston-2).
            seen = None
        if seen is None:
            seen = kept[key] = self.alone(self.rows[: self.has_play])
        later = self.game.rows[self.first + len(seen.game.rows) : self.end]
        if later:
            rows = self.rows if isinstance(sight, Seat) else later
            _see(seen.game, rows_as_seen(rows, sight)[-len(later) :], sight)
        kept.move_to_end(key)
        if len(kept) > _MOST_LOOKED_AT:
            kept.popitem(last=False)
        return seen

    def seen_until(self, at: int, sight: Sight) -> Hand:
        """The hand as somebody had seen it after the row at this place, in a game to try in what else could happen."""
        rows = self.rows[: at + 1]
        if sight == "open":
            return self.alone(rows)
        seen = self.alone(rows[: self.has_play])
        _see(seen.game, rows_as_seen(rows, sight)[self.has_play :], sight)
        return seen

    def replayed(self) -> Engine:
        """A replay that has read the `hand-start`, to be fed with the rest; its numbers need not follow one another."""
        replay = self.start.fork(())
        replay.frame.folded = True
        return replay

    def recall(self, what: Hashable, work_out: Callable[[], _T]) -> _T:
        """What is known of the hand; it is worked out once, and again when the hand has gone on."""
        if what not in self.known:
            self.known[what] = work_out()
        return cast(_T, self.known[what])


def recalled(work_out: Callable[[Hand], _T]) -> Callable[[Hand], _T]:
    """A function of a hand that is worked out once, and again when the hand has gone on."""
    return wraps(work_out)(lambda hand: hand.recall(work_out, lambda: work_out(hand)))


class Game:
    """A log, replayed once, as corrected, unless `as_recorded`. It goes on, and is forked to try something.

    `log`: as it was written; `rows`: as they are read, each with its place, from 0 on, and its number; `hands`: the
    first comes before all play; `now`: the replay after the last row, which goes on. `as_of`: the event that the log
    ends with, where it is looked at as of an earlier time; `public_limit`: how far the log of now may be read by
    everybody, where this is another reading of it; `is_closed`: nothing in it goes on or is hidden, as the log is a
    file that whoever reads it has. `kept`: positions by the place of the row that they come after;
    `looked_at`: hands as somebody saw them, the latest last.

    `cards`: score cards at hand, of which the game's is used. By a purchased one it is judged only `to_owner`, for all
    others as without the card. `at_end`: who is told when a hand is over.

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
        used = cards if to_owner else PublicCards(cards.paths, cards.kept)
        self._begin(Engine(record, as_recorded=as_recorded, cards=used), record.source)
        self.now.at_end = at_end
        self.cards, self._record = cards, record
        self.as_recorded = as_recorded
        self.as_of: int | None = None
        self.public_limit: int | None = None
        self.is_closed = False
        self.log = Log()
        self._owners: Game | None = None
        with collector_paused():
            self.go_on(list(itertools.islice(record.rows, MOST_EVENTS + 1)))
        self.as_of = record.as_of

    def _begin(self, start: Engine, source: str) -> None:
        """Nothing is read yet."""
        self.source = source
        self.now = start.fork(())
        self.rows: list[ev.Event | Fault] = []
        self.hands = [Hand(self, 0, 0, start)]
        self.kept = {-1: Position(self.hands[0].start.table, self.hands[0].start.steps)}
        self._marks: OrderedDict[int, dict[int, Position]] = OrderedDict()
        self._here: tuple[int, Position] | None = None
        self.looked_at: OrderedDict[Hashable, Hand] = OrderedDict()
        self._is_part = False
        self._changed()
        self._forget_numbers()

    @classmethod
    def of_hand(cls, hand: Hand, rows: Sequence[ev.Event | Fault]) -> Game:
        """A hand alone, had these rows been written in it. Its `hand-start` is carried out in its start already."""
        game = cls.__new__(cls)
        game._begin(hand.recall("alone", hand.start.alone), "")
        game._is_part = True
        if hand.has_play:
            game.rows.append(rows[0])
            game.kept[0] = game.kept.pop(-1)
        game.read(rows[len(game.rows) :])
        return game

    # -- reading ----------------------------------------------------------------------------------------------

    def go_on(self, rows: Sequence[Row]) -> None:
        """What was added to the end of the log is read, too: the game stands as if it had been read anew.

        Raises:
            RecordError: it is too long now to be looked at; nothing has happened.
        """
        if len(self.log.rows) + len(rows) > MOST_EVENTS:
            raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", self.source)
        self.as_of = None
        is_next = self.as_recorded or self._is_next(rows)
        self.log.note(rows)
        if is_next:
            self._changed()
            for row, where in rows:
                self.feed(row, where)
        else:
            with collector_paused():
                self._read_as_corrected()
        if self._owners is not None:
            self._owners.go_on(rows)

    def _is_next(self, rows: Sequence[Row]) -> bool:
        """Whether rows stand at the end of the log as corrected, too; there gaps are told in their places."""
        corrections = self.log.corrections
        if not (self.now.frame.folded or self.log.rows):
            return True
        if any(isinstance(row, ev.Correction) or answers_corrected(row, corrections) for row, _where in rows):
            return False
        if not self.now.frame.folded:
            return True
        first = self.log.last + 1
        is_whole = self.log.is_whole and not any(isinstance(row, Fault) for row, _where in rows)
        return is_whole and [row.seq for row, _where in rows] == list(range(first, first + len(rows)))

    def _read_as_corrected(self) -> None:
        """The log is read with its corrections, which need not be numbered in reading order."""
        rows = list(self.log.corrected.rows())
        if len(rows) > MOST_EVENTS:
            raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", self.source)
        # Of a log that was not read so before, and in which events are missing, all is read anew.
        is_anew = not (self.now.frame.folded or self.log.is_whole)
        for replay in (self.now, *(hand.start for hand in self.hands)):
            replay.frame.folded = True
        self._go_back(0 if is_anew else first_changed(self.rows, rows))
        for row, where in rows[len(self.rows) :]:
            self.feed(row, where)

    def read(self, rows: Iterable[ev.Event | Fault]) -> None:
        """More rows of a game that has no log of its own."""
        self._changed()
        for row in rows:
            self.feed(row, None)

    def feed(self, row: ev.Event | Fault, where: int | Where | None) -> None:
        """One more row is judged and carried out."""
        now = self.now
        now.hypotheses.departed = False
        now.feed(row, where)
        self.rows.append(row)
        if not now.hypotheses.departed:
            return
        if type(row) is ev.HandStart:
            place = len(self.rows) - 1
            self.hands.append(Hand(self, len(self.hands), place, self.now.fork(())))
            self.kept[place] = Position(self.hands[-1].start.table, self.hands[-1].start.steps)
        else:
            self.keep()

    def keep(self) -> None:
        """The position after the latest row is kept, as it cannot be reached by carrying out the rows."""
        self.kept[len(self.rows) - 1] = Position(self.now.table.copy(), self.now.steps)

    def _go_back(self, place: int) -> None:
        """Back to where the last hand begins before this place."""
        while len(self.hands) > 1 and self.hands[-1].first >= place:
            del self.hands[-1]
        last = self.hands[-1] = Hand(self, self.hands[-1].place, self.hands[-1].first, self.hands[-1].start)
        before, self.now = self.now, last.start.fork(self.now.reports[: last.place])
        self.now.at_end = before.at_end
        del self.rows[last.first + last.has_play :]
        for at in [at for at in self.kept if at >= len(self.rows)]:
            del self.kept[at]
        for hand in [hand for hand in self._marks if hand >= last.place]:
            del self._marks[hand]
        self._here = None
        self._forget_numbers()
        self._changed()

    def _changed(self) -> None:
        """Nothing is known of how the log ends."""
        self._ended: Engine | None = None
        self._slots: Slots | None = None
        self.hands[-1].known.clear()

    def restate(self, old: ev.Event, new: ev.Event) -> None:
        """One of the latest rows says something more, which no rule asks for, as when it was written down."""
        place = next((place for place in reversed(range(len(self.rows))) if self.rows[place] is old), None)
        if place is not None:
            self.rows[place] = new
        self.log.restate(old, new)

    def back_to(self, last: int) -> None:
        """The events after one have not happened."""
        self.log = self.log.until(last)
        self._read_as_corrected()

    def fork(self, rows: Sequence[Row] | None = None) -> Game:
        """The same, to go on by itself: what becomes of one leaves the other alone.

        `rows`: the log as it is to have been written instead, with its corrections.
        """
        other = copy.copy(self)
        other.rows, other.kept, other.now = self.rows.copy(), self.kept.copy(), self.now.fork()
        other.hands = [Hand(other, hand.place, hand.first, hand.start) for hand in self.hands]
        other._marks, other.looked_at = OrderedDict(), OrderedDict()
        other._here, other._owners = None, None
        other._forget_numbers()
        other.log = self.log.copy()
        other._changed()
        if rows is not None:
            other.as_of, other.public_limit = None, None
            other.log = Log()
            other.log.note(rows)
            with collector_paused():
                other._read_as_corrected()
        return other

    def after(self, rows: Iterable[Row]) -> Engine:
        """A replay of other rows, as they are read, to go on from; what is read stays as it is."""
        wanted = list(rows)
        place = first_changed(self.rows, wanted)
        hand = next(hand for hand in reversed(self.hands) if hand.first < place or not hand.place)
        return hand.start.fork(self.now.reports[: hand.place]).after(wanted[hand.first + hand.has_play :])

    # -- what it comes to -------------------------------------------------------------------------------------

    @property
    def ended(self) -> Engine:
        """The replay as if the log ended here."""
        if self._ended is None:
            ended = self.now.fork()
            ended.at_end = self.now.at_end
            ended.finish()
            self._ended = ended
        return self._ended

    @property
    def owners(self) -> Game:
        """The game as it is judged by a purchased card; itself where it names none, or is judged by it anyway."""
        if self._owners is None and self.keeps_a_card:
            corrected = self._record.corrected or bool(self.log.corrections)
            record = replace(self._record, rows=self.log.rows, corrected=corrected)
            self._owners = Game(record, self.as_recorded, self.cards, to_owner=True, at_end=self.now.at_end)
        return self._owners or self

    @property
    def keeps_a_card(self) -> bool:
        """Whether it names a purchased card that is at hand, and is not judged by it."""
        starts = self.all_of(ev.GameStart)
        return bool(starts) and all(self.now.frame.cards.keeps_back(start.card) for start in starts)

    def report_of(self, hand: Hand) -> HandReport:
        """What was found in a hand, and what it came to: of the last one as if the log ended here."""
        if self._is_part:
            return self.now.report
        return self.ended.reports[-1] if hand is self.hands[-1] else self.now.reports[hand.place]

    @property
    def id(self) -> str:
        """The id of the game; what stands in for it where none was read."""
        return self.now.frame.game

    @property
    def rules(self) -> Rules | None:
        """The rules in force; None where the rule set is not known."""
        return self.now.rules if self.now.frame.known_rules else None

    @property
    def ruleset(self) -> str | None:
        """The title of the rule set, where it is known."""
        return self.now.rules.ruleset.title if self.now.frame.known_rules else None

    @property
    def players(self) -> Sequence[str]:
        """Who plays, as the log names them."""
        return self.now.table.standing.players

    # -- rows by number and by type ---------------------------------------------------------------------------

    def _forget_numbers(self) -> None:
        """Rows were taken away from the end: all get their numbers anew."""
        self._seqs: list[int] = []
        self._places: dict[int, int] = {}
        self._last = 0
        self._of_type: dict[type, list[int]] = {}

    def _numbered(self) -> list[int]:
        """The numbers of all rows; a line without one of its own belongs to the event before it."""
        done = len(self._seqs)
        for place, row in enumerate(self.rows[done:], done) if done < len(self.rows) else ():
            seq = row.seq or (self._seqs[-1] if self._seqs else 1)
            self._seqs.append(seq)
            self._places[seq], self._last = place, max(self._last, seq)
            self._of_type.setdefault(type(row), []).append(place)
        return self._seqs

    def places_of(self, *kinds: type[ev.Event], hand: Hand | None = None) -> list[int]:
        """The places of the events of these types, in their order; of one hand, if one is given."""
        self._numbered()
        places = sorted(chain.from_iterable(self._of_type.get(kind, ()) for kind in kinds))
        return places if hand is None else places[bisect_left(places, hand.first) : bisect_left(places, hand.end)]

    def all_of(self, kind: type[_E]) -> list[_E]:
        """The events of this type, in their order."""
        return [cast(_E, self.rows[place]) for place in self.places_of(kind)]

    def first_of(self, kind: type[_E]) -> _E | None:
        """The first event of this type; None without one."""
        return next(iter(self.all_of(kind)), None)

    @property
    def by_seq(self) -> Mapping[int, int]:
        """The place of every event that is read, by its seq: of several rows under one seq, the last."""
        self._numbered()
        return self._places

    @property
    def last_seq(self) -> int:
        """The seq of the last event, 0 for an empty log."""
        self._numbered()
        return self._last

    @property
    def stops(self) -> list[int]:
        """The places at which the game can be looked at, in reading order: the last row of each seq."""
        return sorted(self.by_seq.values())

    def seq_at(self, place: int) -> int:
        """The seq of a place in the log."""
        return self._numbered()[place]

    def seqs_of(self, hand: Hand) -> Sequence[int]:
        """The seqs of the events of a hand, in their order in the log."""
        return self._numbered()[hand.first : hand.end]

    def place_of(self, seq: int) -> int | None:
        """Where an event stands in the log, from 0; for one that was corrected, what stands in its place.

        Where nothing does, what comes next. None where the log has no such event.
        """
        places = self.by_seq
        if seq not in places and self.log.corrections and 1 <= seq <= self.log.last and self.rows:
            slot = self.slots.root.get(seq, seq)
            standing = self.slots.standing(slot)
            if standing is None:
                return 0
            place = places[standing]
            return place if self.slots.here(slot) is not None else min(place + 1, len(self.rows) - 1)
        if not 1 <= seq <= self.last_seq:
            return None
        before = seq
        while before > 0 and before not in places:
            before -= 1
        place = places.get(before, -1)
        return place if before == seq else min(place + 1, len(self.rows) - 1)

    def neighbour(self, place: int, step: int, types: frozenset[str] | None = None) -> int | None:
        """The seq of the next event (`step` 1) or the one before (-1), of these types if any are given."""
        at = place
        while 0 <= at < len(self.rows):
            if self.seq_at(at) != self.seq_at(place) and (types is None or row_type(self.rows[at]) in types):
                return self.seq_at(at)
            at += step
        return None

    @property
    def slots(self) -> Slots:
        """The places that corrections are about, by the seqs of what is read in them."""
        if self._slots is None:
            self._slots = Slots(self.by_seq.keys(), self.as_recorded, self.log.corrected)
        return self._slots

    # -- hands and moments ------------------------------------------------------------------------------------

    @property
    def played(self) -> list[Hand]:
        """The hands, without what comes before the first."""
        return self.hands[1:]

    def hand(self, number: int) -> Hand | None:
        """The hand with this number; where a void hand was played again, the last one."""
        return next((hand for hand in reversed(self.played) if hand.number == number), None)

    def hand_at(self, place: int) -> Hand:
        """The hand that a place of the log belongs to."""
        return self.hands[max(bisect_right(self.hands, place, key=lambda hand: hand.first) - 1, 0)]

    def position(self, place: int) -> Position:
        """The moment after the row at this place, to go on from."""
        hand = self.hand_at(place)
        # The positions of a hand that were come past before; of the hands looked at lately
        marks = self._marks.setdefault(hand.place, {})
        self._marks.move_to_end(hand.place)
        if len(self._marks) > _MOST_MARKED:
            self._marks.popitem(last=False)
        # Taken away while it is used: somebody else may ask at the same time.
        here, self._here = self._here, None
        at = place
        while at not in self.kept and at not in marks and (here is None or here[0] != at):
            at -= 1
        position = here[1] if here is not None and here[0] == at else (self.kept.get(at) or marks[at]).copy()
        stride = max(_STRIDE, -(-(hand.end - hand.first) // _MOST_MARKS))
        for step in range(at + 1, place + 1):
            position = self.step(position, step)
            if (step - hand.first) % stride == 0:
                marks[step] = position.copy()
        self._here = place, position
        return position.copy()

    def step(self, before: Position, place: int) -> Position:
        """The moment after the row at this place. `before`: the one before it, which is used up."""
        kept = self.kept.get(place)
        if kept is not None:
            return kept.copy()
        before.carry_out(self.rows[place])
        return before


class EndWatch:
    """Whether a hand is over for good, so that its concealed tiles may be seen by all.

    A declaration alone ends nothing: it can be taken back, or be false and leave the others playing on. The hand is
    over when it was drawn, voided, scored or paid, when its winner has shown a complete hand, or when the log goes on
    to something else. It goes on when tiles are drawn again after that.
    """

    def __init__(self) -> None:
        self.winner: Seat | None = None
        self.declared = 0
        self.called: dict[Seat, int] = {}
        self.has_tiles = self.has_shown = False
        self.is_over = self.is_washout = self.is_void = False

    def see(self, event: ev.Event | Fault) -> None:
        """One more row of the hand."""
        if type(event) in HIDING:
            self.has_tiles, self.is_over, self.has_shown = True, False, False
        elif isinstance(event, ev.Discard):
            self.called = {}
        elif isinstance(event, ev.Claim) and event.for_ == "mahjong":
            self.called[event.seat] = event.seq
        elif isinstance(event, ev.Mahjong):
            # What is wrong with a declaration may have been found at the call before it.
            self.winner, self.declared = event.seat, self.called.get(event.seat, event.seq)
            self.has_shown = False
        elif isinstance(event, ev.Show) and event.seat is self.winner:
            self.has_shown = True
        elif isinstance(event, _PUBLIC_ENDS):
            self.is_over = True
            self.is_washout = self.is_washout or isinstance(event, ev.Washout)
            self.is_void = self.is_void or isinstance(event, ev.Replay)
        elif isinstance(event, ev.Retract | ev.Dead) and event.seat is self.winner:
            self.winner, self.has_shown = None, False


_PUBLIC_ENDS = (ev.Washout, ev.Replay, ev.Score, ev.Settlement, ev.GameEnd)


def _see(game: Game, rows: Sequence[ev.Event | Fault], sight: Sight) -> None:
    """More of what somebody saw happen: players keep an eye on their own racks."""
    for row in rows:
        if not isinstance(row, ev.Charleston) or not isinstance(sight, Seat):
            game.read([row])
            continue
        kept = _kept(game.now.table, row, sight)
        game.read([row])
        table = game.now.table
        passing = table.passing
        if kept is None or passing is None or passing.done[-1:] != (row.pass_,):
            continue
        # What went on unseen is all that is unknown of the tiles received: the rest has stayed.
        received = Counter(passing.received.get(sight, ()))
        if received.pop(UNKNOWN, 0) == kept[1]:
            learn_hand(table, table.place(sight), (kept[0] + received).elements())
            game.keep()


def _kept(table: Table, row: ev.Charleston, seat: Seat) -> tuple[Counter[int], int] | None:
    """The tiles that a player keeps from the rack in a pass, and how many go on blind; None where none do."""
    place, passing = table.place(seat), table.passing
    if passing is None or place.unknown or not place.sure:
        return None
    rack = Counter(place.known())
    if row.seat is seat:
        blind = row.blind or 0
        rack.subtract(tile.kind for tile in row.tiles[blind:])
        is_held = all(count >= 0 for count in rack.values())
        return (rack, blind) if blind and is_held else None
    blind = passing.given[seat].blind if seat in passing.given else 0
    return (rack, blind) if blind else None


def first_changed(old: Sequence[ev.Event | Fault], new: Sequence[Row]) -> int:
    """The first place at which a log reads otherwise than before."""
    at = 0
    for before, (now, _where) in zip(old, new, strict=False):
        if before is not now and before != now:
            return at
        at += 1
    return at


def row_type(row: ev.Event | Fault) -> str:
    """The event type of a row; `fault` for one that could not be read."""
    return "fault" if isinstance(row, Fault) else row.type


def _totals(replay: Engine) -> dict[str, int] | None:
    totals = replay.table.counted_totals
    return None if totals is None else dict(totals)
