"""The log as corrected: corrections folded in; the originals stay in the log as recorded.

A correction stands in the place of an event (`of`) or is read after one (`after`), and can itself be corrected:

- with events: they are what it says instead;
- with none: it is no correction, and all is as if it had never been made, later corrections of the same event excepted;
- with one other correction: that one was meant, and is made instead of it; it holds until it is corrected itself.

Of several corrections of one event the last stands; what several add after one event is read in their order. What
stands inside a correction cites the correction's seq. The id of a game is that of its log, and is no matter for a
correction: a game-start that names another one is read under the id of the log.
Source: docs/lookup/format.md#corrections.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from mjlog.events import Correction, Dispute, Event, GameStart, Note, Penalty, Ruling, convert_event
from mjlog.findings import codes_that
from mjlog.log.records import Fault, Row, Where
from mjlog.text import quoted, shown

_CORRECTION = "correction"
SAID_OF_OTHERS = Note | Dispute | Ruling | Penalty | Correction
"""What is said about a game, also when it is over: no act of play."""
KEPT_ID = "a game keeps the id that its log began with"
"""Why no correction gives a game another id."""


class Slot(msgspec.Struct, eq=False):
    """A place in the order of the log that corrections are about.

    `seq`: of what first stood there: an event of the log, or a correction that was read `after` one. `first`: that
    event, None for what was added; `anchor`: the place that it was added after. `members`: the corrections that are
    about it, in their order; `standing`: the one that holds, if any.
    """

    seq: int
    first: Row | None
    anchor: Slot | None = None
    members: list[Amendment] = msgspec.field(default_factory=list)
    added: list[Slot] = msgspec.field(default_factory=list)
    standing: Amendment | None = None

    @property
    def rows(self) -> list[Row]:
        """What is read here now."""
        if self.standing is not None:
            return self.standing.says or []
        return [] if self.first is None else [self.first]


class Amendment(msgspec.Struct, eq=False):
    """One correction. `event`: what it is made by; `target`: what it is `of`, a place or another correction.

    `own`: what it says itself, where no other is `meant`; `outer`: of the one that was meant, the correction that it
    stands in. `standing`: the correction of it that holds, if any. `says`: what is read by it, None where it is void or
    another was meant; `is_void`.
    """

    event: Correction
    slot: Slot
    target: Slot | Amendment | None
    own: list[Row] = msgspec.field(default_factory=list)
    meant: Amendment | None = None
    outer: Amendment | None = None
    standing: Amendment | None = None
    says: list[Row] | None = None
    is_void: bool = False


_Named = int | Amendment


class CorrectedLog:
    """A log with its corrections: `made` are those that name an event before them, `slots` what they are about.

    `named`: the place of every event in the order of the log, or the correction that it is.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self.made: list[Amendment] = []
        self.slots: dict[int, Slot] = {}
        self.named: dict[int, _Named] = {}
        self._game: str | None = None
        self._order: list[Row] = []
        self._astray: set[int] = set()
        self._answers: list[int] = []
        self._arrange(rows)
        self._decide()
        self._let_answers_follow()

    def rows(self) -> Iterator[Row]:
        """What is read, in order."""
        return (row for _slot, rows in self._read() for row in rows)

    def rows_until(self, seq: int, after: bool) -> list[Row]:
        """What is read up to the place of an event; `after`: what is read there, too. All, where there is none."""
        named = self.named.get(seq)
        end = None if named is None else self._slot(named)
        rows_then: list[Row] = []
        for slot, rows in self._read():
            if slot is not None and slot is end:
                return rows_then + (rows if after else [])
            rows_then += rows
        return rows_then

    def _read(self) -> Iterator[tuple[Slot | None, list[Row]]]:
        """What is read, in order: at each place that corrections are about, and between these."""
        done = 0
        for index in sorted(self.slots):
            yield None, self._order[done:index]
            yield from ((slot, slot.rows) for slot in _with_added(self.slots[index]))
            done = index + 1
        yield None, self._order[done:]

    def slot(self, seq: int) -> Slot | None:
        """The place that corrections are about and that this event, or this correction, belongs to."""
        named = self.named.get(seq)
        if isinstance(named, Amendment):
            return named.slot if named.meant is None or named.says is not None else named.meant.slot
        return None if named is None else self.slots.get(named)

    @property
    def roots(self) -> dict[int, int]:
        """For each correction the event that first stood in its place; its own number for what was added.

        Of a correction that means another one, the place that this is about.
        """
        about = (made for made in self.made if made.outer is None or not made.is_void)
        return {made.event.seq: made.slot.seq for made in about}

    def meant_by(self, seq: int) -> Correction | None:
        """What a correction says was meant, where it says that another correction was; None where it does not."""
        named = self.named.get(seq)
        return named.meant.event if isinstance(named, Amendment) and named.meant is not None else None

    def corrected(self) -> dict[int, int]:
        """The events that do not stand as they were written, corrections among them, each with what decides instead.

        That is the last of the corrections that something is read by, or that nothing is read by any more.
        """
        slots = ((slot.seq, slot.standing) for slot in self.slots.values() if slot.first is not None)
        decided = (*slots, *((made.event.seq, made.standing) for made in self.made))
        found: dict[int, int] = {}
        for seq, by in decided:
            if by is not None:
                while by.standing is not None:
                    by = by.standing
                found[seq] = by.event.seq
        return found

    # -- what answers a corrected event --------------------------------------------------------------------------

    def _let_answers_follow(self) -> None:
        """An act that answers (`on`) an event which was corrected answers what is read there now.

        What is only said of an event goes on to name it as it was written.
        """
        # The numbers by which an event was written, each with the one that it is read by now
        names: dict[int, list[int]] = {}
        for seq, first in self.roots.items():
            names.setdefault(first, [first]).append(seq)
        moved: dict[int, int] = {}
        for root in self.slots.values():
            for slot in _with_added(root):
                read = next((row.seq for row, _where in slot.rows if row.seq is not None), None)
                if read is not None:
                    moved |= dict.fromkeys(names.get(slot.seq, ()), read)
        moved = {seq: read for seq, read in moved.items() if seq != read}
        if not moved:
            return
        for index in self._answers:
            self._order[index] = _answering(self._order[index], moved)
            if index in self.slots:
                self.slots[index].first = self._order[index]
        for made in self.made:
            made.own[:] = [_answering(row, moved) for row in made.own]

    # -- in the order of the log --------------------------------------------------------------------------------

    def _arrange(self, rows: Iterable[Row]) -> None:
        order, named = self._order, self.named
        due: int | None = 1
        for arranged in rows:
            row, where = arranged
            if isinstance(row, Fault):
                if row.code != "chain-broken":
                    # That a line cannot be read says all: which number was due is no second fault.
                    due = None
                    if row.seq is not None:
                        named[row.seq] = len(order)
                order.append(arranged)
                continue
            seq = row.seq
            if seq != due and due is not None:
                order.append((Fault("seq-gap", f"event {seq} comes where event {due} was due", due, seq), where))
            due = seq + 1
            if type(row) is Correction:
                made = self._made(row, where, None)
                named[row.seq] = len(order) if made is None else made
                if made is None:
                    # It has a place of its own, and can be corrected like a line that cannot be read.
                    self._astray.add(row.seq)
                    order.append((_names_nothing(row), where))
                continue
            if type(row) is GameStart and self._game is None:
                self._game = row.game
            if row.on is not None:
                self._answers.append(len(order))
            named[seq] = len(order)
            order.append(arranged)

    def _made(self, event: Correction, where: int | Where | None, outer: Amendment | None) -> Amendment | None:
        """A correction, hung on what it names; None where that is not one event before it."""
        number = event.of if event.of is not None else event.after
        named = self.named.get(number) if number is not None else None
        if named is None or (event.of is None) == (event.after is None):
            return None
        slot = self._slot(named)
        if event.of is not None:
            made = Amendment(event, slot, named if isinstance(named, Amendment) else slot, outer=outer)
        else:
            added = Slot(event.seq, None, slot)
            slot.added.append(added)
            made = Amendment(event, added, None, outer=outer)
        made.slot.members.append(made)
        self.made.append(made)
        is_of_another = isinstance(made.target, Amendment) or event.of in self._astray
        alone = event.events[0] if is_of_another and outer is None and len(event.events) == 1 else {}
        meant = _converted(alone, event) if alone.get("type") == _CORRECTION else None
        if isinstance(meant, Correction) and meant.of != event.of:
            made.meant = self._made(meant, where, made)
            if made.meant is None:
                made.own = [(_names_nothing(meant), where)]
        else:
            for row, at in events_inside(event, where):
                if isinstance(row, GameStart) and self._game not in (None, row.game):
                    # The game goes by one id: that the game-start names another is a fault, and it is read.
                    words = f"inside correction {row.seq}: the game-start names the game {quoted(row.game)}: {KEPT_ID}"
                    made.own.append((Fault("bad-field", words, self._game, row.game, row.seq), at))
                    row = msgspec.structs.replace(row, game=self._game)
                made.own.append((row, at))
        return made

    def _slot(self, named: _Named) -> Slot:
        if isinstance(named, Amendment):
            return named.slot
        slot = self.slots.get(named)
        if slot is None:
            row = self._order[named]
            slot = self.slots[named] = Slot(row[0].seq or 0, row)
        return slot

    # -- which ones hold -----------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """What comes of a correction depends on later ones only: so the last is looked at first."""
        for made in reversed(self.made):
            by = made.standing
            if by is None:
                made.says = None if made.meant is not None else made.own
            else:
                made.says = by.says
                made.is_void = by.says is not None and not by.says
            if made.outer is not None and made.outer.standing is not None:
                made.is_void = True
            if made.is_void:
                made.says = None
                continue
            self._let_stand(made)

    @staticmethod
    def _let_stand(made: Amendment) -> None:
        if made.says is None and (made.meant is None or made.standing is not None):
            # It was corrected itself, to what is about something else or nothing.
            return
        corrected = made.target if isinstance(made.target, Amendment) else made.slot
        corrected.standing = corrected.standing or made


_TOLD = frozenset((Fault, Correction, Dispute))
"""Rows of which more is kept than the row."""


class Log:
    """A log as it was written, before corrections are folded in.

    `rows`: all of them, in their order, also those that something else stands in the place of; `events`: without lines
    that are none. `last`: the seq of its last event. `is_whole`: every line is an event, none is missing, and the chain
    holds where there is one; `is_kept`: what was stored is all there, and as it was, whether it can be read or not.
    `has_disputes`: there was a dispute, or a correction, which can hold one.
    """

    def __init__(self) -> None:
        self.last = 0
        self.is_whole = self.is_kept = True
        self.has_disputes = False
        self.corrections: list[Correction] = []
        self.rows: list[Row] = []
        self.events: list[Event] = []
        self._corrected: CorrectedLog | None = None

    def note(self, rows: Sequence[Row]) -> None:
        """Rows that come next."""
        self._corrected = None
        due = self.last + 1
        for row, _where in rows:
            if type(row) in _TOLD or row.seq != due:
                self.last = due - 1
                self._see(row)
                due = self.last + 1
            else:
                due += 1
        self.last = due - 1
        self.rows += rows
        self.events += [row for row, _where in rows if not isinstance(row, Fault)]

    def copy(self) -> Log:
        """The same log, to be written on by itself."""
        other = copy.copy(self)
        other.rows, other.events, other.corrections = self.rows.copy(), self.events.copy(), self.corrections.copy()
        return other

    def until(self, last: int) -> Log:
        """The log as it was when this event was its last one."""
        other = Log()
        other.note([row for row in self.rows if (row[0].seq or 0) <= last])
        return other

    def restate(self, old: Event, new: Event) -> None:
        """One of the latest rows says something more, which changes nothing of what it says of the play."""
        place = next((place for place in reversed(range(len(self.rows))) if self.rows[place][0] is old), None)
        if place is not None:
            self.rows[place], self._corrected = (new, self.rows[place][1]), None
            self.events[next(at for at in reversed(range(len(self.events))) if self.events[at] is old)] = new

    @property
    def corrected(self) -> CorrectedLog:
        """The log with its corrections, and the places that they are about."""
        if self._corrected is None:
            self._corrected = CorrectedLog(self.rows)
        return self._corrected

    def _see(self, row: Event | Fault) -> None:
        if isinstance(row, Fault) or row.seq != self.last + 1:
            self.is_whole = False
        if isinstance(row, Fault):
            self.is_kept &= row.code not in codes_that("of-the-chain")
            return
        self.last = max(self.last, row.seq)
        if isinstance(row, Correction | Dispute):
            self.has_disputes = True
            if isinstance(row, Correction):
                self.corrections.append(row)


class Slots:
    """Which place of the log each correction is about, through corrections of corrections.

    A place is named by the event that first stood there: one of the log, or a correction that was read `after` one;
    `anchor` says after which place that was. `root`: the place of each correction; `members`: the corrections of each
    place, in their order, one that means another place by now included.
    """

    def __init__(self, present: Collection[int], as_recorded: bool, arranged: CorrectedLog) -> None:
        """`present`: the seqs of all events that are read."""
        self.present = present
        self.as_recorded = as_recorded
        self.root = arranged.roots
        self.anchor: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        self._found: dict[int, int | None] = {}
        for made in arranged.made:
            seq, slot = made.event.seq, made.slot
            if slot.anchor is not None:
                self.anchor[slot.seq] = slot.anchor.seq
            self.members.setdefault(slot.seq, []).append(seq)

    def standing(self, slot: int) -> int | None:
        """An event that is read at this place, or else the nearest one before it."""
        # Many places in a row may be void, and added corrections hang on one another: the way back is walked once.
        way = [slot]
        while way[-1] > 0 and way[-1] not in self._found and self.here(way[-1]) is None:
            # An added correction has its place after its anchor, any other none where it was written.
            at = way[-1]
            before = self.anchor.get(at, at - 1)
            while at not in self.anchor and before in self.root:
                before -= 1
            way.append(before)
        end = way[-1]
        seq = self._found[end] if end in self._found else self.here(end) if end > 0 else None
        self._found.update(dict.fromkeys(way, seq))
        return seq

    def here(self, slot: int) -> int | None:
        """An event that is read at this very place; None where it is void."""
        if self.as_recorded:
            return slot if slot in self.present and slot not in self.anchor else None
        standing = (slot, *reversed(self.members.get(slot, ())))
        return next((seq for seq in standing if seq in self.present and self.root.get(seq, seq) == slot), None)


def apply_corrections(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of a game as corrected. A gap in the numbering of the log as recorded is reported first."""
    yield from CorrectedLog(rows).rows()


def fold_until(rows: Iterable[Row], seq: int, after: bool) -> list[Row]:
    """The rows of a game as corrected, up to the place where an event, or what corrects it, is read.

    `after`: what is read there comes last; otherwise it is left out. All rows, where no such event is among them.
    """
    return CorrectedLog(rows).rows_until(seq, after)


def events_inside(event: Correction, where: int | Where | None = None) -> list[Row]:
    """What a correction says: its events, each with the correction's seq."""
    words = (
        f"inside correction {event.seq}: a correction inside a correction: one can stand alone in the place of "
        "another correction, and is about another event then"
    )
    read = (_converted(fields, event) for fields in event.events)
    return [(Fault("bad-event", words, seq=event.seq) if isinstance(one, Correction) else one, where) for one in read]


def fields_inside(event: Correction) -> Iterator[dict[str, Any]]:
    """The fields of all that a correction holds, what stands in another one in it included."""
    left: list[Any] = list(event.events)
    while left:
        fields = left.pop()
        if isinstance(fields, dict):
            yield fields
            more = fields.get("events")
            left += more if isinstance(more, list | tuple) else ()


def answers_corrected(event: Event | Fault, log: Iterable[Event]) -> bool:
    """Whether an act answers (`on`) an event that corrections of a log are about: it answers what is read there now."""
    if isinstance(event, Fault) or event.on is None or isinstance(event, SAID_OF_OTHERS):
        return False
    return any(isinstance(row, Correction) and event.on in (row.of, row.seq) for row in log)


def other_game_in(event: Correction, game: str) -> str | None:
    """The id of another game that a game-start in a correction names; None where there is none.

    >>> start = {"type": "game-start", "game": "wednesday", "ruleset": "western", "players": list("abcd")}
    >>> fix = Correction(seq=9, of=1, events=(start,), reason="slip")
    >>> other_game_in(fix, "tuesday"), other_game_in(fix, "wednesday")
    ('wednesday', None)
    """
    starts = (fields.get("game") for fields in fields_inside(event) if fields.get("type") == "game-start")
    return next((name for name in starts if isinstance(name, str) and name != game), None)


def _answering(read: Row, moved: Mapping[int, int]) -> Row:
    """A row that answers an event by the number that this is read by now. `moved`: this, by what it was written by."""
    row, where = read
    if isinstance(row, Fault | SAID_OF_OTHERS) or row.on is None or row.on not in moved:
        return read
    return msgspec.structs.replace(row, on=moved[row.on]), where


def _with_added(slot: Slot) -> Iterator[Slot]:
    """A place, and all that was added after it, in reading order."""
    left = [slot]
    while left:
        slot = left.pop()
        yield slot
        left += reversed(slot.added)


def _converted(fields: dict[str, Any], correction: Correction) -> Event | Fault:
    try:
        return convert_event({**fields, "seq": correction.seq})
    except (msgspec.MsgspecError, RecursionError) as error:
        return Fault("bad-field", f"inside correction {correction.seq}: {shown(error, 200)}", seq=correction.seq)


def _names_nothing(event: Correction) -> Fault:
    number = event.of if event.of is not None else event.after
    words = f"correction {event.seq} of event {number}: a correction names one event before it, by of or by after"
    return Fault("out-of-place", words, seq=event.seq)


# -- lists of games --------------------------------------------------------------------------------------------------


HIDDEN, SHOWN = "hidden", "shown"
"""What a note decides that takes its game off lists, and puts it back."""


def hides(last: Mapping[str, Any]) -> bool:
    """Whether the last event of a log, its fields, takes the game off lists: a note that says so."""
    return last.get("type") == "note" and last.get("decision") == HIDDEN


def start_as_corrected(start: GameStart, corrections: Iterable[Correction]) -> GameStart:
    """The game-start of a log as its corrections, all of them, have made it; of the other events none is looked at.

    It keeps its time where what stands in its place states none.
    """
    made = {correction.seq: correction for correction in corrections}
    # In the place of each other event that they name stands something, so that what they come to is what it is.
    inside = [fields for one in made.values() for fields in one.events if fields.get("type") == _CORRECTION]
    numbers = [number for correction in made.values() for number in (correction.of, correction.after)]
    numbers += [fields.get(key) for fields in inside for key in ("of", "after")]
    named = {number for number in numbers if isinstance(number, int)} - made.keys() - {start.seq}
    events: dict[int, Event] = {seq: Note(seq=seq, text="-") for seq in named} | made | {start.seq: start}
    rows: list[Row] = [(events[seq], None) for seq in sorted(events)]
    game_start = next((row for row, _where in CorrectedLog(rows).rows() if isinstance(row, GameStart)), start)
    return game_start if game_start.at is not None else msgspec.structs.replace(game_start, at=start.at)
