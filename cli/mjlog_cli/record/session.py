"""A game at the table: what is in the log, what is still in pencil, and what may be typed next. No terminal here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mjlog import events as ev
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import event_of
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.formats.shorthand.splitting import acts_in
from mjlog.store import SqliteStore
from mjlog.table import Table
from mjlog.views.words import words
from mjlog_cli.record.pencil import Draft, Said, Step, draft_of, left_of, read_draft
from mjlog_cli.recording import Recorder, place_after

HELD = 8
"""So many of the latest acts stay in pencil, unless something else is asked for."""


class Clock(Protocol):
    """What tells the time of an act."""

    def __call__(self) -> str | None:
        """Now, as a log writes it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game is recorded: who writes, which clock, which cards, how many acts stay in pencil."""

    recorder: str | None = None
    clock: Clock = lambda: None
    cards: CardShelf = NO_CARDS
    held: int = HELD


class Session:
    """A game being recorded.

    Everything that was entered is stored before the next key is read: in pencil, or in the log. `ink` are the acts of
    the hand being played that are in the log, `pencil` those that can still be undone without a trace.

    Raises:
        MjlogError: the game cannot be read.
    """

    def __init__(self, store: SqliteStore, game: str, manner: Manner) -> None:
        self.store, self.game, self.manner = store, game, manner
        self.ink: list[Step] = []
        self.pencil: list[Step] = []
        self.notice = ""
        self._open()

    # -- where the game stands --------------------------------------------------------------------------------

    @property
    def recorder(self) -> Recorder:
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
        """The acts of the hand being played, those in pencil last."""
        return [*self.ink, *self.pencil]

    @property
    def stored(self) -> int:
        """How many events are in the log."""
        return self._stored

    def _open(self) -> None:
        bodies = self.store.bodies(self.game)
        self._begin(bodies)
        draft = left_of(read_draft(self.store.draft(self.game)), bodies)
        self._pencil_in(draft)

    def _begin(self, bodies: Sequence[bytes]) -> None:
        """Replay the log; the acts of its last hand are kept with their words."""
        first = _last_hand(bodies)
        self._recorder = Recorder(str(self.store.path), self.game, bodies[:first], self.manner.cards)
        self._stored = len(bodies)
        self.ink, self.pencil = [], []
        for body in bodies[first:]:
            self.ink.append(Step("", [self._happen(decode_event(body), body)]))

    def _pencil_in(self, draft: Draft) -> None:
        """Acts in pencil are entered again, whatever has been stored before them meanwhile."""
        for text, rows in draft.acts:
            try:
                self.pencil.append(Step(text, [self._said(dict(fields)) for fields in rows]))
            except MjlogError as error:
                self.notice = f"{text} was in pencil and does not fit any more: {error}"
                return

    # -- acts --------------------------------------------------------------------------------

    def enter(self, text: str) -> list[Step]:
        """Carry out what was typed, and store it; all of it or nothing.

        Raises:
            MjlogError: it cannot be read, or cannot be stored; everything is as before.
        """
        self.follow_others()
        begun = len(self.pencil)
        at = self.manner.clock()
        try:
            for act in acts_in(text):
                self._enter_one(act.text, at)
        except MjlogError:
            if any(step.said for step in self.pencil[begun:]):
                self._rebuild(self.pencil[:begun])
            del self.pencil[begun:]
            raise
        made = self.pencil[begun:]
        self._keep()
        return made

    def _enter_one(self, text: str, at: str | None) -> None:
        step = Step(text)
        # The step is there while its events happen: what was done of it is undone with it.
        self.pencil.append(step)
        for fields in self._recorder.read(text):
            for name, value in (("at", at), ("recorder", self.manner.recorder)):
                if value is not None:
                    fields.setdefault(name, value)
            step.said.append(self._said(fields))

    def _said(self, fields: Fields) -> Said:
        place_after(fields, self._recorder.last)
        event, body = event_of(fields)
        if isinstance(event, ev.GameStart):
            raise MjlogError("a game has one game-start")
        return self._happen(event, body)

    def _happen(self, event: ev.Event, body: bytes) -> Said:
        said = words(self._recorder.table, event)
        return Said(event, body, said, tuple(self._recorder.judge(event)))

    def undo(self) -> Step | None:
        """Rub out the last act in pencil; None where all is confirmed."""
        if not self.pencil:
            return None
        undone = self.pencil[-1]
        self._rebuild(self.pencil[:-1])
        self.store.keep_draft(self.game, draft_of(self.pencil, self._stored))
        return undone

    def _rebuild(self, pencil: Sequence[Step]) -> None:
        """Go back to the log and these acts in pencil."""
        acts = tuple((step.text, tuple(_without_seq(body) for body in step.bodies)) for step in pencil)
        self._begin(self.store.bodies(self.game))
        self._pencil_in(Draft(self._stored, acts))

    # -- storing --------------------------------------------------------------------------------

    def _keep(self) -> None:
        """What is old enough goes into the log; the rest is kept in pencil."""
        steps = self.pencil
        ready = max(len(steps) - self.manner.held, _before_last_hand(steps), 0)
        if any(isinstance(one.event, ev.Correction | ev.GameEnd) for step in steps for one in step.said):
            ready = len(steps)
        self._confirm(ready)

    def confirm(self) -> int:
        """Everything in pencil goes into the log; how many acts that were."""
        number = len(self.pencil)
        self.follow_others()
        self._confirm(len(self.pencil))
        return number

    def _confirm(self, number: int) -> None:
        ready, left = self.pencil[:number], self.pencil[number:]
        bodies = [body for step in ready for body in step.bodies]
        if not bodies:
            self.store.keep_draft(self.game, draft_of(left, self._stored), expected_last=self._stored)
            return
        after = self._stored + len(bodies)
        self.store.append(self.game, bodies, expected_last=self._stored, draft=draft_of(left, after))
        self._stored = after
        self.pencil = left
        self.ink = _of_last_hand([*self.ink, *ready])

    def follow_others(self) -> int:
        """Where somebody else has added to the game, what is in pencil follows that; how many events were added."""
        last = self.store.head(self.game).seq
        added = last - self._stored
        if added:
            self._rebuild(self.pencil)
            self.store.keep_draft(self.game, draft_of(self.pencil, self._stored))
            self.notice = f"somebody else added {added} events; what is in pencil follows them"
        return added

    # -- corrections --------------------------------------------------------------------------------

    def last_confirmed(self) -> list[Said]:
        """The events of the last act that is in the log and not void yet, as far as the hand goes back."""
        void = {one.event.of for step in self.steps for one in step.said if isinstance(one.event, ev.Correction)}
        said = [one for step in self.ink for one in step.said]
        said = [one for one in said if not isinstance(one.event, _FRAME) and one.event.seq not in void]
        if not said:
            return []
        last = said[-1].event
        group = self._typed_with(last.seq)
        return [one for one in said if one.event.seq in group]

    def _typed_with(self, seq: int) -> set[int]:
        """The events that were entered by one act with this one, as far as that is known."""
        for step in self.ink:
            if any(one.event.seq == seq for one in step.said):
                return {one.event.seq for one in step.said}
        return {seq}

    def make_void(self, said: Sequence[Said]) -> list[Step]:
        """Correct events of the log away: they stay in it, and count no more."""
        return self.enter("\n".join(f"fix {one.event.seq} void -- undone" for one in said))


_FRAME = (ev.Correction, ev.HandStart, ev.GameStart, ev.RuleSetText)


def _without_seq(body: bytes) -> Fields:
    fields: Fields = json.loads(body)
    del fields["seq"]
    return fields


def _last_hand(bodies: Sequence[bytes]) -> int:
    """Where the last hand begins in the log; its end where there is none."""
    return next((at for at in range(len(bodies) - 1, -1, -1) if b'"type":"hand-start"' in bodies[at]), len(bodies))


def _before_last_hand(steps: Sequence[Step]) -> int:
    """How many acts stand before the one that begins the last hand: those hands are over."""
    return next((at for at in range(len(steps) - 1, -1, -1) if steps[at].begins_hand), 0)


def _of_last_hand(steps: list[Step]) -> list[Step]:
    return steps[_before_last_hand(steps) :]
