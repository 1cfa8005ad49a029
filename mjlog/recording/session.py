"""A game at the table: what is in the log, what is still in pencil, and what may be typed next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypedDict

import msgspec
from msgspec.structs import replace

from mjlog import events as ev
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.chain import GENESIS
from mjlog.errors import MjlogError, NotationError
from mjlog.findings import Finding, Severity, codes_that
from mjlog.formats.shorthand.fixing import fix_of_one
from mjlog.formats.shorthand.reading import acts_in, refuse_nonsense
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.recording.game import EventSaid, Pencilled, RecordedGame, Step, draft_of, left_of, read_draft, stored_event
from mjlog.seats import SEATS
from mjlog.store import Head, SqliteStore
from mjlog.table import PLAY_EVENTS, Table
from mjlog.text import counted, shown
from mjlog.views.words import seat_name

# -- what a line would mean -------------------------------------------------------------------------------------------


_OF_NO_HAND = (ev.Correction, ev.Note, ev.Dispute, ev.Ruling)


class Meaning(NamedTuple):
    """What is to be the same when a line is entered as it was when it was typed or tapped.

    The hand that it belongs to, of all that were `begun`, its number, who sits where in it, and its depth; for an act
    of play, how many `acts` there are then; what it says in words; how often that is `written` already; and which rules
    it breaks. A correction names its event, and a remark changes nothing: they belong to no hand.
    """

    begun: int = 0
    number: int = 0
    players: Sequence[tuple[str, str]] = ()
    depth: str = ""
    acts: int | None = None
    said: Sequence[str] = ()
    written: int = 0
    breaks: Sequence[str] = ()

    @property
    def hand_in_words(self) -> str:
        """The hand, and who sits where."""
        seated = ", ".join(f"{seat} {shown(player, 40)}" for seat, player in self.players)
        return f"hand {self.number} ({seated})" if self.number else "the time before the first hand"

    def hand_in_words_beside(self, other: Meaning) -> str:
        """The hand as far as it is another one."""
        if self.number == other.number:
            return self.hand_in_words if self.players != other.players else "that hand begun anew"
        return f"hand {self.number}"


class Preview(msgspec.Struct):
    """A line understood: it was carried out at a fork of the game, and nothing is changed by that.

    `before` and `after`: the game, and the fork after all acts that could be read, each in `steps`. `trouble`: why the
    next one cannot be; `act`: that act; `instead`: the line with what is meant in its place, where that is known.
    """

    before: RecordedGame | None = None
    after: RecordedGame | None = None
    steps: list[Step] = msgspec.field(default_factory=list)
    trouble: MjlogError | None = None
    act: str = ""
    instead: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed."""
        return not self.steps and self.trouble is None

    @property
    def error(self) -> str | None:
        """Why an act cannot be read."""
        return None if self.trouble is None else str(self.trouble)

    @property
    def said(self) -> list[str]:
        """The events in words."""
        return [words for step in self.steps for words in step.words]

    @property
    def findings(self) -> list[Finding]:
        """What the rules say of them."""
        return [finding for step in self.steps for entry in step.said for finding in entry.findings]

    @property
    def errors(self) -> list[Finding]:
        """What breaks a rule."""
        return [finding for finding in self.findings if finding.severity == Severity.ERROR.value]

    @property
    def is_impossible(self) -> bool:
        """Whether it cannot well have happened."""
        return any(finding.code in codes_that("slip") for finding in self.errors)

    @property
    def meaning(self) -> Meaning | None:
        """What the line means; None where there is none."""
        if self.before is None:
            return None
        made = [entry for step in self.steps for entry in step.said if not isinstance(entry.event, ev.HandStart)]
        events = [entry.event for entry in made]
        phrases = [str(self.trouble)] if self.trouble is not None else [entry.words for entry in made] or self.said
        breaks = [finding.code for finding in self.errors]
        if events and all(isinstance(event, _OF_NO_HAND) for event in events):
            return Meaning(said=phrases, breaks=breaks)
        game = self.after or self.before
        table = game.table
        seated = [(seat_name(seat), table.players[seat]) for seat in SEATS if seat in table.players]
        acts = table.acts if any(type(event) in PLAY_EVENTS for event in events) else None
        # The same acts, whoever wrote them down already, and when.
        kinds = {type(event) for event in events}
        new, old = ([replace(event, seq=1, at=None, recorder=None) for event in side if type(event) in kinds]
                    for side in (events, self.before.events))  # fmt: skip
        written = sum(map(old.count, new))
        return Meaning(len(game.replay.reports), table.hand, seated, table.depth, acts, phrases, written, breaks)

    def strays_to(self, now: Preview) -> str | None:
        """Why the line, as it is understood now, is not what it was here; None where it is the same."""
        then, means = self.meaning, now.meaning
        if then == means or then is None or means is None:
            return None
        if (then.begun, then.players) != (means.begun, means.players):
            return f"it was for {then.hand_in_words}, now it is for {means.hand_in_words_beside(then)}"
        if then.said != means.said:
            was, is_now = (read.error or "; ".join(read.said) for read in (self, now))
            return f"it was: {shown(was, 200)}; now: {shown(is_now, 200)}"
        return "the same was written" if then.written != means.written else "others acted before it"


def preview(recorder: RecordedGame, text: str) -> Preview:
    """What a line would mean if it were entered now."""
    read = Preview(recorder)
    for act in acts_in(text):
        try:
            read.after = read.after or recorder.fork()
            refuse_nonsense(read.after.at_fault - recorder.at_fault)
            read.steps.append(Step(act.text, read.after.carry_out(read.after.read(act.text))))
        except MjlogError as error:
            read.trouble, read.act = error, act.text
            if isinstance(error, NotationError) and error.instead and text.rstrip().endswith(act.text):
                read.instead = text.rstrip().removesuffix(act.text) + error.instead
            break
    return read


# -- a game at the table ----------------------------------------------------------------------------------------------


HELD = 8
"""How many of the latest acts stay in pencil, unless something else is asked for."""


class Clock(Protocol):
    """What tells the time of an act."""

    def __call__(self) -> str | None:
        """Now, as a log writes it."""


class Manner(msgspec.Struct, frozen=True):
    """How a game is recorded: who writes, which clock, which cards, how many acts stay in pencil."""

    recorder: str | None = None
    clock: Clock = lambda: None
    cards: CardShelf = NO_CARDS
    held: int = HELD


class Sent(NamedTuple):
    """What the sender of acts says of them: the name of the sending, and when they were typed, if not now."""

    key: str | None = None
    at: str | None = None


UNSENT = Sent()
"""Typed here and now."""


class ChangedError(MjlogError):
    """Somebody else wrote meanwhile, and what was typed would mean something else now; nothing was entered."""


class RecordingSession:
    """A game being recorded.

    Everything that was entered is stored before the next key is read: in pencil, or in the log. `ink` are the acts of
    the last hand in the log, `pencil` those after it, which can still be undone without a trace. What the store holds
    is how the game stands: two recorders of one game see each other's pencil, and none rubs out what it has not seen.

    Raises:
        MjlogError: the game, or what is in pencil, cannot be read.
    """

    def __init__(self, store: SqliteStore, game: str, manner: Manner) -> None:
        self.store, self.game, self.manner = store, game, manner
        self.ink: list[Step] = []
        self.pencil: list[Step] = []
        self.notice = ""
        self._head = Head(0, GENESIS)
        self._recorder: RecordedGame
        self._open()

    # -- where the game stands --------------------------------------------------------------------------------

    @property
    def recorder(self) -> RecordedGame:
        """The game so far, pencil and all."""
        return self._recorder

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._recorder.table

    @property
    def scene(self) -> Scene:
        """The table that the next act is read at."""
        return self._recorder.scene

    @property
    def steps(self) -> list[Step]:
        """The acts of the hand being played, those in pencil last, each with what is still found at it."""
        steps = _of_last_hand([*self.ink, *self.pencil])
        if not self._recorder.corrected_by():
            return steps
        stands = self._recorder.as_it_stands
        return [Step(step.text, [stands(entry) for entry in step.said], step.key) for step in steps]

    @property
    def stored(self) -> int:
        """How many events are in the log."""
        return self._head.seq

    @property
    def seen(self) -> tuple[int, bytes | None]:
        """How the game stands, in short: the last event of the log, and what is in pencil as it is kept."""
        return self.stored, self._kept

    def _open(self) -> None:
        """Replay what is stored; the acts of the last hand are kept with their words.

        The game as it stood when this session last looked goes on by what was added since.
        """
        # In this order: the log may have grown past a draft, a draft never past its log.
        kept, head = self.store.draft(self.game), self.store.head(self.game)
        draft = read_draft(kept)
        seen, known = self._head, 0
        is_ahead = bool(draft.acts) and draft.after < seen.seq
        if 0 < seen.seq <= head.seq and not is_ahead and self.store.event(self.game, seen.seq).id == seen.id:
            known = seen.seq
        bodies = [row.body for row in islice(self.store.read(self.game, known), head.seq - known)]
        left = left_of(draft, bodies, known)
        source = str(self.store.path)
        first, ink = 0, self.ink
        if known:
            recorder = self._recorder.fork()
            recorder.back_to(known)
        else:
            # The words of a beginning hand alone can also stand in a correction.
            hands = (at for at in reversed(range(len(bodies))) if b'"type":"hand-start"' in bodies[at]
                     and json.loads(bodies[at]).get("type") == "hand-start")  # fmt: skip
            first, ink = next(hands, 1), []
            recorder = RecordedGame(source, self.game, bodies[:first], self.manner.cards)
        added = recorder.happen([(stored_event(source, body), body) for body in bodies[first:]])
        pencil = [Step(act.text, recorder.carry_out(act.rows), act.key) for act in left.acts]
        self.ink = _of_last_hand([*ink, *_as_entered(added, [*self.ink, *self.pencil])])
        self.pencil, self._recorder = pencil, recorder
        self._head, self._kept = head, kept

    # -- acts --------------------------------------------------------------------------------

    def enter(self, text: str, understood: Preview | None = None, sent: Sent = UNSENT) -> list[Step]:
        """Carry out what was typed, and store it; all of it or nothing.

        `understood`: what it means, where somebody has looked at that already: it is not judged again. `sent`: what its
        sender says of it.

        Raises:
            ChangedError: somebody else wrote meanwhile, so that it would mean something else than when it was typed.
            MjlogError: it cannot be read, or cannot be stored. Nothing was entered.
        """
        if understood is None or understood.before is not self._recorder:
            understood = preview(self._recorder, text)
        self.follow_others()
        understood = self.understand(text, understood)
        if understood.trouble is not None:
            raise understood.trouble
        changed = self._changed_in_pencil(text, sent)
        return changed if changed is not None else self._happened(understood.steps, understood.after, sent)

    def understand(self, text: str, meant: Preview) -> Preview:
        """What a line means as the game stands now. `meant`: what it meant where it was typed or tapped.

        Raises:
            ChangedError: it would be another hand's or another player's now, or mean something else.
        """
        if meant.before is self._recorder:
            return meant
        understood = preview(self._recorder, text)
        why = meant.strays_to(understood)
        if why is not None:
            words = f"this would mean something else now ({why})"
            raise ChangedError(f"{self._noticed()}: {words}; look again, then enter it")
        return understood

    def _changed_in_pencil(self, text: str, sent: Sent) -> list[Step] | None:
        """An act in pencil is another one, as `fix` says, and leaves no trace; None where that is to be a correction.

        That is one in ink, or a part of what was one act; also where acts that follow could not stay as they are.
        """
        wanted = fix_of_one(text)
        if wanted is None:
            return None
        # An event that is all that an act was.
        seqs = [[entry.event.seq for entry in step.said] for step in self.pencil]
        at = next((at for at, seq in enumerate(seqs) if seq == [wanted[0]]), None)
        if at is None:
            return None
        tried = self._recorder.fork()
        tried.back_to(wanted[0] - 1)
        fields = {name: value for name, value in _rows_of(self.pencil[at])[0].items() if name in ("at", "recorder")}
        try:
            made = [Step(act, tried.carry_out(tried.read(act), fields), sent.key) for act in wanted[1]]
            later = [(step, _rows_of(step)) for step in self.pencil[at + 1 :]]
            if tried.last != wanted[0] and any("on" in row for _step, rows in later for row in rows):
                return None
            after = [Step(step.text, tried.carry_out(rows), step.key) for step, rows in later]
        except MjlogError:
            return None
        self._keep([*self.pencil[:at], *made, *after])
        self._recorder = tried
        return made

    def _happened(self, steps: Sequence[Step], after: RecordedGame | None, sent: Sent = UNSENT) -> list[Step]:
        """Acts that were tried at a fork of the game get their time and recorder, and are stored: it goes on there."""
        if after is None:
            return []
        fields = {"at": sent.at or self.manner.clock(), "recorder": self.manner.recorder}
        common = {name: value for name, value in fields.items() if value is not None}
        made = [Step(step.text, [after.stamp(entry, common) for entry in step.said], sent.key) for step in steps]
        self._keep([*self.pencil, *made])
        self._recorder = after
        return made

    def undo(self) -> Step | None:
        """Rub out the last act in pencil; None where all is confirmed.

        Raises:
            ChangedError: somebody else wrote meanwhile, and another act is the last one now.
            MjlogError: it cannot be stored. Nothing was undone.
        """
        before = self._last_act()
        if self.follow_others() and before != self._last_act():
            raise ChangedError(f"{self._noticed()}: another act is the last one now; look again, then undo it")
        if not self.pencil:
            return None
        *left, undone = self.pencil
        self._store(left, 0)
        self._recorder = self._recorder.fork()
        self._recorder.back_to(self._recorder.last - len(undone.said))
        return undone

    def _last_act(self) -> tuple[list[str], int] | None:
        """The last act in pencil in words, and how often it was written in this hand; None where there is none."""
        words = [step.words for step in (*self.ink, *self.pencil)]
        return (words[-1], words.count(words[-1])) if self.pencil else None

    # -- storing --------------------------------------------------------------------------------

    def _keep(self, acts: Sequence[Step]) -> None:
        """What is old enough goes into the log; the rest is kept in pencil, but for acts that add nothing."""
        steps = [act for act in acts if act.said]
        ready = max(len(steps) - self.manner.held, _before_last_hand(steps), 0)
        if any(isinstance(entry.event, ev.Correction | ev.GameEnd) for step in steps for entry in step.said):
            ready = len(steps)
        self._store(steps, ready)

    def confirm(self) -> int:
        """Everything in pencil goes into the log; how many acts that were.

        Raises:
            MjlogError: it cannot be stored; it stays in pencil.
        """
        self.follow_others()
        number = len(self.pencil)
        self._store(self.pencil, number)
        return number

    def _store(self, steps: Sequence[Step], ready: int) -> None:
        """The first of these acts go into the log, the others into the draft, both at once; or neither."""
        confirmed, left = steps[:ready], list(steps[ready:])
        bodies = [body for step in confirmed for body in step.bodies]
        draft = draft_of(left, self.stored + len(bodies))
        seen = _Seen(expected_last=self.stored, expected_draft=self._kept)
        if bodies:
            self._head = self.store.append(self.game, bodies, draft=draft, **seen)
        elif draft != self._kept:
            self.store.keep_draft(self.game, draft, **seen)
        self._kept, self.pencil = draft, left
        self.ink = _of_last_hand([*self.ink, *confirmed])

    def follow_others(self) -> bool:
        """Where somebody else has written, the game stands as it is stored now; whether that was so.

        What is in pencil follows what was added to the log.

        Raises:
            MjlogError: it cannot be read.
        """
        last, kept = self.store.head(self.game).seq, self.store.draft(self.game)
        if (last, kept) == self.seen:
            return False
        added = last - self.stored
        self._open()
        what = f"added {counted(added, 'event')}" if added > 0 else "changed what is in pencil"
        self.notice = f"somebody else {what}"
        return True

    def _noticed(self) -> str:
        notice, self.notice = self.notice, ""
        return notice or "somebody else wrote meanwhile"

    # -- corrections --------------------------------------------------------------------------------

    def last_confirmed(self) -> list[EventSaid]:
        """The events of the last act of this hand that is in the log and is read: what `make_void` can take back.

        A correction is such an act, too; one that made something void, or that another one has taken the place of, is
        not read.
        """
        read = self._recorder.read_now
        for step in reversed(self.ink):
            left = [entry for entry in step.said if not isinstance(entry.event, _FRAME) and entry.event.seq in read]
            if left:
                return left
        return []

    def make_void(self, entries: Sequence[EventSaid]) -> list[Step]:
        """Correct events of the log away: they stay in it, and count no more.

        Raises:
            MjlogError: it cannot be stored.
        """
        void = [
            {"type": "correction", "of": entry.event.seq, "events": [], "reason": "undone"}
            for entry in reversed(entries)
        ]
        tried = self._recorder.fork()
        return self._happened([Step("undo", tried.carry_out(void))], tried)


def pencil_beside(
    store: SqliteStore, game: str, log: Sequence[bytes], added: Sequence[bytes], cards: CardShelf = NO_CARDS
) -> bytes | None:
    """What is in pencil in a game, as it is kept, for whoever adds events to its log: it stays what it was.

    Raises:
        ChangedError: an act in pencil would be another hand's or another player's then, or mean something else.
    """
    kept, source = store.draft(game), str(store.path)
    try:
        acts = left_of(read_draft(kept), log).acts
        left = left_of(read_draft(kept), [*log, *added]).acts
    except MjlogError:
        return kept  # whoever records is told
    if not left:
        return kept
    then = RecordedGame(source, game, log, cards)
    now = then.fork()
    now.happen([(stored_event(source, body), body) for body in added])
    for act in acts[: len(acts) - len(left)]:
        then.carry_out(act.rows)
    why = _carried_out(then, acts[len(acts) - len(left) :]).strays_to(_carried_out(now, left))
    if why is not None:
        raise ChangedError(
            f"nothing was stored: {counted(len(left), 'act')} in pencil would mean something else then ({why}); "
            "confirm or undo what is in pencil first, where the game is recorded"
        )
    return kept


def _carried_out(game: RecordedGame, acts: Sequence[Pencilled]) -> Preview:
    """What acts in pencil mean in a game."""
    after = game.fork()
    carried = Preview(game, after)
    try:
        for act in acts:
            carried.steps.append(Step(act.text, after.carry_out(act.rows)))
    except MjlogError as error:
        carried.trouble = error
    return carried


def _rows_of(step: Step) -> list[Fields]:
    """The events of an act without their numbers."""
    rows: list[Fields] = [json.loads(body) for body in step.bodies]
    return [{name: value for name, value in row.items() if name != "seq"} for row in rows]


class _Seen(TypedDict):
    """What a writer has seen of a game when it writes."""

    expected_last: int
    expected_draft: bytes | None


_FRAME = (ev.HandStart, ev.GameStart, ev.RuleSetText)


def _as_entered(entries: Sequence[EventSaid], known: Iterable[Step]) -> list[Step]:
    """Events by the acts that they were entered with, as far as that is known; else a call with what came of it."""
    acts = {step.said[0].event.seq: step for step in known if step.said}
    steps: list[Step] = []
    at = 0
    while at < len(entries):
        step = acts.get(entries[at].event.seq, Step(""))
        length = len(step.said)
        if not length or [entry.body for entry in entries[at : at + length]] != step.bodies:
            step, length = Step(""), _call_and_set(entries[at:])
        steps.append(Step(step.text, list(entries[at : at + length])))
        at += length
    return steps


def _call_and_set(entries: Sequence[EventSaid]) -> int:
    """How many events, from the first on, are a call, who let the discard go besides, and what the call was for."""
    call = entries[0].event
    if isinstance(call, ev.Claim):
        for number, entry in enumerate(entries[1:], 2):
            if isinstance(entry.event, ev.Expose | ev.Mahjong) and entry.event.seat is call.seat:
                return number
            if not isinstance(entry.event, ev.Pass):
                break
    return 1


def _before_last_hand(steps: Sequence[Step]) -> int:
    """How many acts stand before the one that begins the last hand: those hands are over."""
    return next((at for at in range(len(steps) - 1, -1, -1) if steps[at].begins_hand), 0)


def _of_last_hand(steps: list[Step]) -> list[Step]:
    return steps[_before_last_hand(steps) :]
