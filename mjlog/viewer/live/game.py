"""A game told event by event to those who follow it, in messages of server-sent events.

What is told of an event depends on nothing but the log up to it, seen from the table: whoever comes back later, or asks
for the past, gets the same bytes, and nothing of tiles that were hidden then. Source:
docs/understand/trust.md.
"""

from __future__ import annotations

import json
import time
from typing import Any

from mjlog import events as ev
from mjlog.audit.game import Game, Hand, row_type
from mjlog.cards.shelf import CardShelf
from mjlog.findings import worst
from mjlog.log.records import GameRecord, Row
from mjlog.log.sight import redact
from mjlog.sources import read_on
from mjlog.store import EventStore
from mjlog.store.checks import NOTHING
from mjlog.views.event_words import words
from mjlog.views.seen import findings_by_event, findings_of, said_at


def message(kind: str, fields: dict[str, Any], seq: int | None = None, retry: int | None = None) -> bytes:
    """One message; `seq`: where a follower goes on after it; `retry`: milliseconds until a lost follower comes again.

    >>> message("row", {"seq": 7}, 7)
    b'id: 7\\nevent: row\\ndata: {"seq":7}\\n\\n'
    """
    # In ASCII, so on one line and without any control character.
    data = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    head = "" if seq is None else f"id: {seq}\n"
    head += "" if retry is None else f"retry: {retry}\n"
    return f"{head}event: {kind}\ndata: {data}\n\n".encode("ascii")


class LiveGame:
    """A game that has been told up to an event (`last`; 0: nothing of it).

    Raises:
        NotFoundError: no such game.
        RecordError: it is too long to be looked at.
    """

    def __init__(self, store: EventStore, name: str, cards: CardShelf, after: int) -> None:
        self._store, self._name = store, name
        self._head = NOTHING
        read: list[Row] = []
        for head, rows in read_on(store, name, NOTHING, after):
            read += rows
            self._head = head
        corrected = any(isinstance(row, ev.Correction) for row, _where in read)
        self._view = Game(GameRecord(name, name, read, corrected=corrected), cards=cards)

    @property
    def last(self) -> int:
        """The event up to which it has been told."""
        return self._head.seq

    @property
    def is_ended(self) -> bool:
        """Whether the last thing that happened, but for what was said of it, is the end of the game."""
        frame = self._view.places_of(ev.GameEnd, ev.HandStart)
        return bool(frame) and isinstance(self._view.rows[frame[-1]], ev.GameEnd)

    def more(self, most: int, seconds: float) -> list[bytes]:
        """What comes next, each event with all that is told of it: at most so many, or what is told in this time."""
        told: list[bytes] = []
        end = time.monotonic() + seconds
        for head, rows in read_on(self._store, self._name, self._head, most):
            told.append(self._tell(head.seq, rows))
            self._head = head
            if time.monotonic() >= end:
                break
        return told

    def _tell(self, seq: int, rows: list[Row]) -> bytes:
        hand = self._view.hands[-1]
        known, open_before = _told(self._view, hand), _open_hands(self._view)
        correction = next((row for row, _where in rows if isinstance(row, ev.Correction)), None)
        self._view.go_on(rows)
        changed = correction is not None or known != [one for one in _told(self._view, hand) if one[0] != seq]
        # They come before the event itself: whoever has got that has got them all.
        opened = [fields for first, fields in _open_hands(self._view).items() if first not in open_before]
        row = self._ordinary() if correction is None else self._corrected(correction)
        row = {"seq": seq, **row, "last": self._last_read(), "changed": changed}
        return b"".join([*(message("opened", fields) for fields in opened), message("row", row, seq)])

    def _last_read(self) -> int:
        """What stands last in the log as corrected; 0 where all of it was made void."""
        return self._view.seq_at(len(self._view.rows) - 1) if self._view.rows else 0

    def _ordinary(self) -> dict[str, Any]:
        place = len(self._view.rows) - 1
        view = self._view
        return self._fields(row_type(view.rows[place]), view.hand_at(place), place, said_at(view, place))

    def _corrected(self, event: ev.Correction) -> dict[str, Any]:
        """What a correction says, and what is read in its place now."""
        view = self._view
        said = words(view.hands[0].start.table, redact(event, "table"))
        place = view.place_of(event.seq) if event.seq in view.by_seq else None
        if place is not None:
            return self._fields("correction", view.hand_at(place), place, f"{said}; now: {said_at(view, place)}")
        near = view.place_of(event.of or event.after or 0) if view.rows else None
        return self._fields("correction", view.hands[-1] if near is None else view.hand_at(near), None, said)

    def _fields(self, kind: str, hand: Hand, place: int | None, said: str) -> dict[str, Any]:
        seq = None if place is None else self._view.seq_at(place)
        found = [] if seq is None else findings_by_event(hand).get(seq, [])
        return {
            "type": kind,
            "hand": hand.number,
            "words": said,
            "over": hand.is_over,
            "findings": len(found),
            "worst": worst(found),
        }


def _told(view: Game, hand: Hand) -> list[tuple[int | None, str, str]]:
    """What may be told of the findings of a hand: a later event can change how grave one is."""
    if hand.place >= len(view.hands) or not view.rows:
        return []
    return [(one.seq, one.code, one.severity) for one in findings_of(view.hands[hand.place])]


def _open_hands(view: Game) -> dict[int, dict[str, Any]]:
    """The hands of which nothing is hidden any more, by the seq of their first event."""
    over = [hand for hand in view.played if hand.is_over]
    return {view.seq_at(hand.first): {"hand": hand.number, "first": view.seq_at(hand.first)} for hand in over}
