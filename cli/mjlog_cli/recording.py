"""Recording by hand: from what was typed to events that continue a game, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mjlog import events as ev
from mjlog.audit.corrections import fold
from mjlog.audit.quiet import QuietEnd
from mjlog.audit.records import GameRecord, Row
from mjlog.audit.replay import Replay
from mjlog.cards.shelf import NO_CARDS, CardShelf
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.findings import Finding
from mjlog.formats.shorthand.fixing import read_fix
from mjlog.formats.shorthand.reading import NotAnEventError, read_act
from mjlog.formats.shorthand.scene import Fields, Scene
from mjlog.table import Table
from mjlog.text import quoted


class Recorder:
    """A game being recorded: replayed as far as it is stored, then asked about every further event.

    Only the last hand is judged in full again, unless the log has corrections, which can reach back anywhere, or
    running totals are stated.

    Raises:
        MjlogError: an event of the log cannot be read.
    """

    def __init__(self, source: str, game: str, bodies: Sequence[bytes], cards: CardShelf = NO_CARDS) -> None:
        self.game = game
        self.cards = cards
        self.record = GameRecord(source, game, iter(()), corrected=True)
        self.events = [_stored_event(source, body) for body in bodies]
        self.is_corrected = any(isinstance(event, ev.Correction) for event in self.events)
        self.replay = self._folded() if self.is_corrected else self._quickly()

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
        return scene_of(self.replay)

    def read(self, text: str, scene: Scene | None = None) -> list[Fields]:
        """The events that an act stands for, without `seq`; at another table than the last one where one is given.

        Raises:
            MjlogError: it cannot be read; the message says what was expected.
        """
        name = text.split(None, 1)[0].lower() if text.strip() else ""
        if name in ("game", "game-start"):
            raise NotAnEventError("a game is begun with `mjlog new` or `mjlog record`")
        if name == "fix":
            return read_fix(text, self.events, self._scene_after)
        return read_act(text, scene or self.scene)

    def judge(self, event: ev.Event) -> list[Finding]:
        """Carry out one more event; what the rules say of it."""
        is_correction = isinstance(event, ev.Correction)
        if is_correction or getattr(event, "totals", None) is not None:
            self.replay = self._folded()
        # Copies: a call that was only a warning becomes an error when it is carried through.
        before = _findings(self.replay)
        self.events.append(event)
        if is_correction:
            self.is_corrected = True
            self.replay = self._folded()
        else:
            self.replay.feed(event, None)
        return [finding for finding in _findings(self.replay) if finding not in before]

    def _scene_after(self, rows: Sequence[Row]) -> Scene:
        """The table at another place of the log."""
        replay = Replay(self.record, cards=self.cards)
        replay.ending = QuietEnd(replay)
        for row, where in rows:
            replay.feed(row, where)
        return scene_of(replay)

    def _folded(self) -> Replay:
        """The log as corrected, replayed and judged from its beginning."""
        replay = Replay(self.record, cards=self.cards)
        for row, where in fold((event, None) for event in self.events):
            replay.feed(row, where)
        return replay

    def _quickly(self) -> Replay:
        """The log replayed, the hands before the last without judging their ends again."""
        replay = Replay(self.record, as_recorded=True, cards=self.cards)
        full, replay.ending = replay.ending, QuietEnd(replay)
        judged_from = _last_hand(self.events)
        for place, event in enumerate(self.events):
            if place == judged_from:
                replay.ending.close()
                replay.ending = full
            replay.feed(event, None)
        if judged_from is None:
            replay.ending = full
        return replay


def scene_of(replay: Replay) -> Scene:
    """The table of a replay, for the next act to be read at."""
    return Scene(replay.table, replay.rules.bound, owed=lambda: _owed(replay))


def _owed(replay: Replay) -> dict[str, int] | None:
    """What is to be paid for the hand, in points per seat; None where it does not follow."""
    if not replay.table.standing.result_known:
        return None
    due = replay.ending.likely_settlement()
    return {seat.value: amount for seat, amount in due.change.items()} if due is not None else None


def _findings(replay: Replay) -> list[Finding]:
    return [msgspec.structs.replace(finding) for report in replay.reports for finding in report.findings]


def _stored_event(source: str, body: bytes) -> ev.Event:
    try:
        return decode_event(body)
    except (ValueError, RecursionError):
        from mjlog_schemas import explain_line

        raise MjlogError(f"{source}: the game cannot be continued: {explain_line(body).message}") from None


def _last_hand(events: Sequence[ev.Event]) -> int | None:
    """Where the last hand begins; from there on everything is judged in full."""
    return next((at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], ev.HandStart)), None)


def place_after(fields: Fields, last: int) -> None:
    """Give an event the next seq; one that states its own must state that.

    Raises:
        NotAnEventError: it states another.
    """
    seq = fields.setdefault("seq", last + 1)
    if seq != last + 1:
        raise NotAnEventError(f"seq is {quoted(seq)}; expected {last + 1}, for the game has {last} events")
