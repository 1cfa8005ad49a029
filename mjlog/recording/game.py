"""Recording by hand: from what was typed to events that continue a game, and what the rules say of them.

What is typed and not yet confirmed is in pencil: acts that are kept beside the log, so that nothing is lost by a kill.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.chain import canonical_json, event_body
from mjlog.errors import MjlogError
from mjlog.findings import Finding
from mjlog.formats.logs import event_or_fault
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.fixing import is_player, read_at, refuse_another_game, rename_player
from mjlog.formats.shorthand.reading import NotAnEventError
from mjlog.formats.shorthand.scene import Fields, Habits, Scene, scene_of
from mjlog.log.corrections import CorrectedLog, answers_corrected, events_inside
from mjlog.log.records import Fault, GameRecord, Row
from mjlog.store import SqliteStore
from mjlog.table import Table
from mjlog.text import counted, quoted, shown
from mjlog.views.seen import changes_in_words
from mjlog.views.words import words


class EventSaid(msgspec.Struct, frozen=True):
    """An event in words, with what the rules say of it; `body` is how it is stored."""

    event: ev.Event
    body: bytes
    words: str
    findings: tuple[Finding, ...] = ()


class RecordedGame:
    """A game being recorded: replayed as far as it is stored, then asked about every further event.

    Everything is judged, as `mjlog audit` judges it: the log as corrected, the ends of all hands. `played`: the game so
    far; `at_fault`: how many events have broken rules since it was opened, or were corrections.

    Raises:
        MjlogError: an event of the log cannot be read.
    """

    def __init__(self, source: str, game: str, bodies: Sequence[bytes], cards: CardShelf = NO_CARDS) -> None:
        self.game = game
        self.cards = cards
        rows = [(stored_event(source, body), None) for body in bodies]
        self.played = Game(GameRecord(source, game, rows, corrected=True), cards=cards, to_owner=True)
        self.at_fault = 0

    @property
    def events(self) -> Sequence[ev.Event]:
        """The events of the log, as they were written."""
        return self.played.log.events

    @property
    def replay(self) -> Engine:
        """The replay after the last event."""
        return self.played.now

    @property
    def table(self) -> Table:
        """The table after the last event."""
        return self.replay.table

    @property
    def last(self) -> int:
        """The seq of the last event, 0 if there is none."""
        return self.events[-1].seq if self.events else 0

    @property
    def scene(self) -> Scene:
        """The table that the next act is read at."""
        return _scene_at(self.replay)

    def read(self, text: str, habits: Habits | None = None) -> list[Fields]:
        """The events that an act stands for, without `seq`. `habits`: those of the record, if not the usual ones.

        Raises:
            MjlogError: it cannot be read; the message says what was expected.
        """
        name = text.split(None, 1)[0].lower() if text.strip() else ""
        if name in ("game", "game-start"):
            raise NotAnEventError("a game is begun with `mjlog new` or `mjlog record`")
        scene, played = _scene_at(self.replay, habits), self.played
        return read_at(text, scene, self.events, lambda rows: _scene_at(played.after(rows)))

    def carry_out(self, rows: Iterable[Fields], common: Fields | None = None) -> list[EventSaid]:
        """The events of an act happen, one after the other; each in words, with what the rules say of it.

        `common`: fields of all of them that state none of their own, as the time and the recorder.

        Raises:
            MjlogError: one of them is no event, or cannot stand here; nothing has happened.
        """
        made: list[tuple[ev.Event, bytes]] = []
        for fields in rows:
            last = self.last + len(made)
            placed = {**(common or {}), **fields}
            seq = placed.setdefault("seq", last + 1)
            if seq != last + 1:
                expected = f"expected {last + 1}, for the game has {counted(last, 'event')}"
                raise NotAnEventError(f"seq is {quoted(seq)}; {expected}")
            event, body = event_of(placed)
            refuse_another_game(self.events, event)
            if isinstance(event, ev.GameStart):
                raise NotAnEventError("a game has one game-start, and `mjlog new` or `mjlog record` has written it")
            made.append((event, body))
        return self.happen(made)

    def happen(self, made: Iterable[tuple[ev.Event, bytes]]) -> list[EventSaid]:
        """Events, each with its body, happen; corrections that follow one another count together."""
        entries: list[EventSaid] = []

        def reaches_back(stored: tuple[ev.Event, bytes]) -> bool:
            return isinstance(stored[0], ev.Correction) or answers_corrected(stored[0], self.events)

        for is_read_anew, group in itertools.groupby(made, reaches_back):
            if is_read_anew:
                entries += self._mend(list(group))
                continue
            for event, body in group:
                spoken = words(self.table, event)
                # Copies: a call that was only a warning becomes an error when it is carried through.
                first = len(self.replay.reports) - 1
                before = _findings(self.replay, first)
                self.played.go_on([(event, None)])
                self.at_fault += self.replay.hypotheses.at_fault is event
                entries.append(EventSaid(event, body, spoken, tuple(_new_in(_findings(self.replay, first), before))))
        return entries

    def stamp(self, entry: EventSaid, common: Fields) -> EventSaid:
        """One of the latest events gets these fields, too, where it states none of its own; no rule asks for them."""
        event, body = event_of({**common, **json.loads(entry.body)})
        self.played.restate(entry.event, event)
        return EventSaid(event, body, entry.words, entry.findings)

    def _mend(self, made: Sequence[tuple[ev.Event, bytes]]) -> list[EventSaid]:
        """Corrections can reach back anywhere: the log is read anew, from the first hand that they change.

        What is found at another place than inside one of them stands with the last.
        """
        # Of one correction it is told what stood there; of many, as of wrong seats, it would be too much.
        in_words = self._mended_words if len(made) == 1 else self._shortly
        self.at_fault += len(made)
        spoken = [in_words(event) for event, _body in made]
        before = _findings(self.replay)
        self.played.go_on([(event, None) for event, _body in made])
        findings = _new_in(_findings(self.replay), before)
        own = {event.seq: [finding for finding in findings if finding.seq == event.seq] for event, _body in made}
        own[made[-1][0].seq] += [finding for finding in findings if finding.seq not in own]
        return [
            EventSaid(event, body, text, tuple(own[event.seq]))
            for (event, body), text in zip(made, spoken, strict=True)
        ]

    def _mended_words(self, event: ev.Event) -> str:
        """A correction in words: what stood there, and what stands there now."""
        target = getattr(event, "of", None) or getattr(event, "after", None)
        if not isinstance(event, ev.Correction) or target is None or not 1 <= target <= self.last:
            return words(self.table, event)
        rows: list[Row] = [(row, None) for row in self.events]
        now = CorrectedLog([*rows, (event, None)])
        meant = now.meant_by(event.seq)
        if meant is None:
            return f"{self._told_there(CorrectedLog(rows), now, event, event)} - {shown(event.reason, 100)}"
        withdrawn = msgspec.structs.replace(event, events=())
        there = self._told_there(CorrectedLog([*rows, (withdrawn, None)]), now, event, meant)
        return f"Correction {event.of} was not meant. {there} - {shown(event.reason, 100)}"

    def _told_there(self, old: CorrectedLog, new: CorrectedLog, event: ev.Correction, meant: ev.Correction) -> str:
        """What an event of the log changes in the words of the place that it is meant for."""
        target = meant.of or meant.after or 0
        if meant.of is None:
            # What is read after an event stands behind all that was added there before.
            rows = list(new.rows())
            first = next((at for at, (row, _where) in enumerate(rows) if row.seq == event.seq), None)
            added = [(row, where) for row, where in rows if row.seq == event.seq]
            return f"After event {target}: {_words_from(self.played.after(rows[:first]), added)}"
        until = old.rows_until(target, after=False)
        before = self.played.after(until)
        now = new.rows_until(target, after=True)[len(until) :]
        then = old.rows_until(target, after=True)[len(until) :]
        starts = [row for rows in (then, now) for row, _where in rows if isinstance(row, ev.GameStart)]
        changed = changes_in_words(*starts) or ["nothing"] if len(starts) == 2 else []
        now_words, was = _words_from(before.fork(), now), _words_from(before, then)
        if not changed:
            return f"Event {target}, {was}, is now: {now_words}"
        what = f", is now: {now_words}" if now_words != was else ""
        return f"Event {target}, {was}{what}; changed: {'; '.join(changed)}"

    def _shortly(self, event: ev.Event) -> str:
        """A correction in words: of seats who sits where now, of others that there is one."""
        inside = [row for row, _where in events_inside(event)] if isinstance(event, ev.Correction) else []
        seated = [words(self.table, row) for row in inside if isinstance(row, ev.GameStart | ev.Seats | ev.HandStart)]
        if not isinstance(event, ev.Correction) or not seated:
            return words(self.table, event)
        return f"Event {event.of} is now: {'; '.join(seated)} - {shown(event.reason, 100)}"

    def corrected_by(self) -> dict[int, int]:
        """Which events do not stand any more as they were written: each with the seq of what decides instead."""
        return self.played.log.corrected.corrected() if self.played.log.corrections else {}

    @property
    def read_now(self) -> set[int]:
        """The seqs of all that is read, as corrected."""
        return set(self.played.by_seq)

    def as_it_stands(self, entry: EventSaid) -> EventSaid:
        """An event without what was found at it when it was entered, and a correction has mended since."""
        if not entry.findings:
            return entry
        now = _findings(self.replay)
        return replace(entry, findings=tuple(finding for finding in entry.findings if finding in now))

    def back_to(self, last: int) -> None:
        """The events after one have not happened."""
        if last < self.last:
            self.played.back_to(last)

    def fork(self) -> RecordedGame:
        """The same game, to try acts on: what happens in one leaves the other alone."""
        other = copy.copy(self)
        other.played = self.played.fork()
        return other


def _scene_at(replay: Engine, habits: Habits | None = None) -> Scene:
    """The table of a replay, where what was announced may be said again."""
    return replace(scene_of(replay, habits), announced=replay.ending.announced)


def _words_from(replay: Engine, rows: Iterable[Row]) -> str:
    """What rows of a log say, each at the table that those before it left."""
    phrases = []
    for row, where in rows:
        phrases += [words(replay.table, row)] if isinstance(row, ev.Event) else []
        replay.feed(row, where)
    return "; ".join(phrases) or "void"


def _findings(replay: Engine, first: int = 0) -> list[Finding]:
    """Copies of what was found, from a hand on (counted as they were played)."""
    return [msgspec.structs.replace(finding) for report in replay.reports[first:] for finding in report.findings]


def _new_in(now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """The findings that there were not before; nearly always they stand behind all of those."""
    same = next((at for at, pair in enumerate(zip(now, before, strict=False)) if pair[0] != pair[1]), len(before))
    return [finding for finding in now[same:] if finding not in before]


def stored_event(source: str, body: bytes) -> ev.Event:
    """An event of a log that is to be continued.

    Raises:
        MjlogError: it cannot be read; the message says why.
    """
    event = event_or_fault(body)
    if isinstance(event, Fault):
        raise MjlogError(f"{source}: the game cannot be continued: {event.message}")
    return event


# -- in pencil --------------------------------------------------------------------------------------------------------


class Step(msgspec.Struct):
    """One act as it was typed, and the events that it stands for: none where it says again what is announced already.

    `key`: the name that its sender gave it, if any.
    """

    text: str
    said: list[EventSaid] = msgspec.field(default_factory=list)
    key: str | None = None

    @property
    def bodies(self) -> list[bytes]:
        """The events as they are stored."""
        return [entry.body for entry in self.said]

    @property
    def words(self) -> list[str]:
        """Its events in words, or why there are none."""
        return [entry.words for entry in self.said] or [f"{self.text}: announced already, nothing is added"]

    @property
    def begins_hand(self) -> bool:
        """Whether a hand begins with it."""
        return any(isinstance(entry.event, ev.HandStart) for entry in self.said)


class Pencilled(NamedTuple):
    """An act in pencil as it is kept: its events without their `seq`; `key`: as of `Step`."""

    text: str
    rows: tuple[Fields, ...]
    key: str | None = None


class Draft(msgspec.Struct, frozen=True):
    """Acts in pencil as they are kept: after which event of the log, and each act."""

    after: int
    acts: tuple[Pencilled, ...]


class _Kept(msgspec.Struct):
    """Acts in pencil as they are written; the keys stand beside them: programs that know of no keys read them, too."""

    after: Annotated[int, msgspec.Meta(ge=0)]
    acts: list[tuple[str, list[Fields]]]
    keys: list[str | None] | None = None


def draft_of(steps: Sequence[Step], after: int) -> bytes | None:
    """What is kept of acts in pencil; None where there are none."""
    if not steps:
        return None
    kept: dict[str, Any] = {"after": after}
    kept["acts"] = [[step.text, list(map(msgspec.Raw, step.bodies))] for step in steps]
    if any(step.key is not None for step in steps):
        kept["keys"] = [step.key for step in steps]
    return msgspec.json.encode(kept)


def read_draft(content: bytes | None) -> Draft:
    """Acts that were kept.

    Raises:
        MjlogError: it is no draft of this program, or holds what this version does not know.
    """
    if content is None:
        return Draft(0, ())
    try:
        kept = msgspec.json.decode(content, type=_Kept)
        keys = kept.keys or [None] * len(kept.acts)
        acts = [
            Pencilled(text, tuple({name: value for name, value in row.items() if name != "seq"} for row in rows), key)
            for (text, rows), key in zip(kept.acts, keys, strict=True)
        ]
        for row in (row for act in acts for row in act.rows):
            if isinstance(event_of({**row, "seq": 1})[0], ev.GameStart):
                raise ValueError("no event in pencil")
        return Draft(kept.after, tuple(acts))
    except (msgspec.MsgspecError, ValueError, RecursionError, MjlogError):
        raise MjlogError(
            "the acts in pencil cannot be read: they were not written by this program, or by a newer version of it; "
            f"they were left as they are, and `mjlog add` goes on without them: {shown(content, 200)}"
        ) from None


def left_of(draft: Draft, stored: Sequence[bytes], before: int = 0) -> Draft:
    """The acts that are not in the log yet: those that it goes on with, where it has grown, are.

    `stored`: the events of the log, but for so many `before` them, which the draft stands behind.
    """
    acts, at = list(draft.acts), draft.after
    while acts:
        rows = acts[0].rows
        bodies = [event_body({**row, "seq": at + number}) for number, row in enumerate(rows, 1)]
        if list(stored[at - before : at - before + len(bodies)]) != bodies:
            break
        at += len(bodies)
        del acts[0]
    last = before + len(stored)
    moved = max(0, last - at)
    for number, act in enumerate(acts if moved else ()):
        # Others were stored before: what an event in pencil answers in pencil has moved with it.
        rows = tuple(
            {**row, "on": on + moved} if isinstance(on := row.get("on"), int) and on > at else row for row in act.rows
        )
        acts[number] = act._replace(rows=rows)
    return Draft(last, tuple(acts))


# -- a handle that was written down wrong -----------------------------------------------------------------------------


class Renamed(NamedTuple):
    """The corrections of a game, as they are stored behind its `last` event."""

    game: str
    last: int
    bodies: list[bytes]


def renamed_in(store: SqliteStore, wrong: str, right: str, reason: str, game: str | None = None) -> list[Renamed]:
    """What corrects a handle in the games that name it and are not hidden, or in one; nothing is stored.

    Raises:
        MjlogError: no game names it, or one of them cannot be corrected.
    """
    changes = []
    for info in store.games():
        # A hidden game stays as it is, and hidden: whatever is added to it would put it back on lists.
        if info.hidden if game is None else info.game != game:
            continue
        bodies = store.bodies(info.game)
        if not any(canonical_json(wrong) in body for body in bodies):
            # Most logs do not name the handle at all, and are not replayed.
            continue
        recorder = RecordedGame(str(store.path), info.game, bodies)
        if not is_player(recorder.events, wrong):
            continue
        try:
            made = rename_player(recorder.events, wrong, right, reason)
        except MjlogError as error:
            raise MjlogError(f"game {shown(info.game, 200)}: {error} (nothing was stored)") from None
        changes.append(Renamed(info.game, info.last, [entry.body for entry in recorder.carry_out(made)]))
    if not changes:
        raise MjlogError(f"{shown(wrong, 200)} plays in no game of {store.path}: nothing was stored")
    return changes
