"""Following a game while it is recorded, as server-sent events. The messages are described in docs/lookup/api.md.

What is told of an event depends on nothing but the log up to it, seen from the table: whoever comes back later, or asks
for the past, gets the same bytes, and nothing of tiles that were hidden then. What is told of each game is made once.
Source: docs/understand/trust.md.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import BadRequest, NotAcceptable, ServiceUnavailable

from mjlog import events as ev
from mjlog.audit.game import MOST_EVENTS, Game, Hand, row_type
from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, RecordError
from mjlog.findings import worst
from mjlog.log.records import GameRecord, Row
from mjlog.log.sight import redact
from mjlog.sources import read_on
from mjlog.store import SqliteStore
from mjlog.store.checks import NOTHING
from mjlog.text import shown
from mjlog.viewer.requests import library, number_in
from mjlog.viewer.serving.guard import StreamCaps, stream_caps
from mjlog.views.seen import findings_by_event, findings_of, said_at
from mjlog.views.words import words


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

    def __init__(self, store: SqliteStore, name: str, cards: CardShelf, after: int) -> None:
        self._store, self._name = store, name
        self._head = NOTHING
        read: list[Row] = []
        for head, rows in read_on(store, name, NOTHING, after):
            read += rows
            self._head = head
        corrected = any(isinstance(row, ev.Correction) for row, _where in read)
        self._game = Game(GameRecord(name, name, read, corrected=corrected), cards=cards)

    @property
    def last(self) -> int:
        """The event up to which it has been told."""
        return self._head.seq

    @property
    def is_ended(self) -> bool:
        """Whether the last thing that happened, but for what was said of it, is the end of the game."""
        frame = self._game.places_of(ev.GameEnd, ev.HandStart)
        return bool(frame) and isinstance(self._game.rows[frame[-1]], ev.GameEnd)

    def more(self, most: int, seconds: float) -> list[bytes]:
        """What comes next, each event with all that is told of it: at most so many, or what is told in this time."""
        messages: list[bytes] = []
        end = time.monotonic() + seconds
        for head, rows in read_on(self._store, self._name, self._head, most):
            messages.append(self._tell(head.seq, rows))
            self._head = head
            if time.monotonic() >= end:
                break
        return messages

    def _tell(self, seq: int, rows: list[Row]) -> bytes:
        hand = self._game.hands[-1]
        known, open_before = _told(self._game, hand), _open_hands(self._game)
        correction = next((row for row, _where in rows if isinstance(row, ev.Correction)), None)
        self._game.go_on(rows)
        changed = correction is not None or known != [key for key in _told(self._game, hand) if key[0] != seq]
        # They come before the event itself: whoever has got that has got them all.
        opened = [fields for first, fields in _open_hands(self._game).items() if first not in open_before]
        game, place = self._game, len(self._game.rows) - 1
        if correction is not None:
            row = self._corrected(correction)
        else:
            row = self._fields(row_type(game.rows[place]), game.hand_at(place), place, said_at(game, place))
        # What stands last in the log as corrected; 0 where all of it was made void.
        row = {"seq": seq, **row, "last": game.seq_at(place) if game.rows else 0, "changed": changed}
        return b"".join([*(message("opened", fields) for fields in opened), message("row", row, seq)])

    def _corrected(self, event: ev.Correction) -> dict[str, Any]:
        """What a correction says, and what is read in its place now."""
        game = self._game
        words_now = words(game.hands[0].start.table, redact(event, "table"))
        place = game.place_of(event.seq) if event.seq in game.by_seq else None
        if place is not None:
            return self._fields("correction", game.hand_at(place), place, f"{words_now}; now: {said_at(game, place)}")
        near = game.place_of(event.of or event.after or 0) if game.rows else None
        return self._fields("correction", game.hands[-1] if near is None else game.hand_at(near), None, words_now)

    def _fields(self, kind: str, hand: Hand, place: int | None, words: str) -> dict[str, Any]:
        seq = None if place is None else self._game.seq_at(place)
        findings = [] if seq is None else findings_by_event(hand).get(seq, [])
        return {
            "type": kind,
            "hand": hand.number,
            "words": words,
            "over": hand.is_over,
            "findings": len(findings),
            "worst": worst(findings),
        }


def _told(game: Game, hand: Hand) -> list[tuple[int | None, str, str]]:
    """What may be told of the findings of a hand: a later event can change how grave one is."""
    if hand.place >= len(game.hands) or not game.rows:
        return []
    return [(finding.seq, finding.code, finding.severity) for finding in findings_of(game.hands[hand.place])]


def _open_hands(game: Game) -> dict[int, dict[str, Any]]:
    """The hands of which nothing is hidden any more, by the seq of their first event."""
    over = [hand for hand in game.played if hand.is_over]
    return {game.seq_at(hand.first): {"hand": hand.number, "first": game.seq_at(hand.first)} for hand in over}


_AT_ONCE = 50
_SECONDS_AT_ONCE = 0.05
_MOST_KEPT = 20_000
_MOST_GAMES = 3
"""Places in one game that are told on from at the same time, without a replay: the end, and where some come back."""
_MOST_FEEDS = 16


class Feed:
    """The messages of one game, by event: each is made once, however many follow. Several threads may ask."""

    def __init__(self, store: SqliteStore, name: str, cards: CardShelf) -> None:
        self._lock = threading.Lock()
        self._game_after = partial(LiveGame, store, name, cards)
        self._games: OrderedDict[int, LiveGame] = OrderedDict()
        self._told: OrderedDict[int, bytes] = OrderedDict()

    def after(self, seq: int) -> tuple[list[bytes], bool]:
        """The next messages after an event, some at a time, and whether the game ends with that event.

        Raises:
            StoreError: the log cannot be read.
        """
        with self._lock:
            ended = seq + 1 not in self._told and self._tell(seq)
            lines: list[bytes] = []
            while len(lines) < _AT_ONCE and (line := self._told.get(seq + 1 + len(lines))) is not None:
                lines.append(line)
            return lines, ended

    def _tell(self, seq: int) -> bool:
        """The next events after one are told, too; whether the game ends with it."""
        # If anything goes wrong on the way, the next one begins anew from what was told.
        game = self._games.pop(seq, None) or self._game_after(seq)
        self._told.update(enumerate(game.more(_AT_ONCE, _SECONDS_AT_ONCE), seq + 1))
        while len(self._told) > _MOST_KEPT:
            self._told.popitem(last=False)
        self._games[game.last] = game
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)
        return game.last == seq and game.is_ended


_LOG = logging.getLogger(__name__)
_COME_AGAIN = 2
_KEEP_ALIVE = message("still", {})


@dataclass(frozen=True, slots=True)
class Pace:
    """Times of the streams, in seconds.

    `distance`: between two looks at a log, and at whether the follower has left; `keep_alive`: until a follower hears
    that the connection still stands; `life`: after which a stream ends, to be asked for again.
    """

    distance: float = 0.25
    keep_alive: float = 15.0
    life: float = 600.0


PACE = Pace()


class Live:
    """Streams of games. `closing`: somebody else may set it; it ends all streams, as `close` does."""

    def __init__(self, store: SqliteStore, cards: CardShelf, closing: threading.Event, pace: Pace = PACE) -> None:
        self.pace = pace
        self._store = store
        self._closing = closing
        self._written = threading.Condition()
        self._times_written = 0
        self._feed_of = lru_cache(_MOST_FEEDS)(lambda name: Feed(store, name, cards))

    def notify(self) -> None:
        """Something has just been written here: those who follow need not wait until that is seen."""
        with self._written:
            self._times_written += 1
            self._written.notify_all()

    def close(self) -> None:
        """All streams end."""
        self._closing.set()
        self.notify()

    def follow(self, name: str, after: int | None, is_gone: Callable[[], bool] = lambda: False) -> Iterator[bytes]:
        """The stream of a game after an event; None: from now on. `is_gone`: whether the follower has left.

        Raises:
            NotFoundError: no such game.
            BadRequest: it has no such event.
            RecordError: it is too long to be looked at.
        """
        last = self._store.head(name).seq
        if after is not None and after > last:
            raise BadRequest(f"event {after} is not there to go on from: the log has {last} events")
        if last > MOST_EVENTS:
            raise RecordError(f"has more than {MOST_EVENTS} events, too many to be looked at", name)
        return self.stream(self._news(name, last, last if after is None else after), is_gone)

    def _news(self, name: str, last: int, at: int) -> Iterator[bytes]:
        """What is new of a game after an event, until the game ends; an empty piece each time that nothing is new."""
        feed = self._feed_of(name)
        yield message("hello", {"after": at, "last": last}, at, 1000 * _COME_AGAIN)
        lines, ended = feed.after(at)
        while not ended:
            at += len(lines)
            yield b"".join(lines)
            lines, ended = feed.after(at)
        yield message("end", {"last": at}, retry=60_000)

    def stream(self, news: Iterator[bytes], is_gone: Callable[[], bool]) -> Iterator[bytes]:
        """What is new, as it comes; now and then, that nothing is. `news`: what there is, empty while there is none."""
        sent = time.monotonic()
        end = sent + self.pace.life
        times = self._times_written
        try:
            for part in news:
                if part or time.monotonic() >= sent + self.pace.keep_alive:
                    yield part or _KEEP_ALIVE
                    sent = time.monotonic()
                else:
                    self._wait(times)
                times = self._times_written
                if self._closing.is_set() or is_gone() or time.monotonic() >= end:
                    return
        except MjlogError as error:
            # The follower comes again, and is then told what is wrong.
            _LOG.warning("the stream of a game ends: %s", error)

    def _wait(self, times: int) -> None:
        """Until something more than so many times was written here, or it is time to look."""
        with self._written:
            self._written.wait_for(lambda: self._times_written != times, self.pace.distance)


blueprint = Blueprint("live", __name__)
MIMETYPE = "text/event-stream"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def init_streams(app: Flask, caps: StreamCaps, pace: Pace = PACE) -> None:
    """Offer the streams of an application's games. They end when the server does (`caps.closing`)."""
    games = app.extensions["mjlog_library"]
    app.extensions["mjlog_live"] = Live(games.store, games.cards, caps.closing, pace)
    app.register_blueprint(blueprint)


def live() -> Live:
    """The streams of this application; `live().notify()` after an append."""
    server = current_app.extensions["mjlog_live"]
    assert isinstance(server, Live)
    return server


@blueprint.get("/games/<game:name>/live")
@blueprint.get("/api/v1/games/<game:name>/live", endpoint="follow_api")
def follow(name: str) -> Response:
    """The stream of a game, from the event on that `Last-Event-ID` (or `?after=`) names, else from now on.

    Raises:
        NotFoundError: no such game.
        BadRequest: no event can be meant.
        NotAcceptable: something else than a stream is asked for.
        ServiceUnavailable: the server is about to end.
    """
    library().store.head(name)
    if request.accept_mimetypes and request.accept_mimetypes.quality(MIMETYPE) <= 0:
        raise NotAcceptable(f"this is a stream of server-sent events: ask for {MIMETYPE}")
    return streamed(live().follow(name, _after(), is_gone()))


def streamed(messages: Iterator[bytes]) -> Response:
    """Messages as they are sent, one after the other.

    Raises:
        ServiceUnavailable: the server is about to end.
    """
    if stream_caps().closing.is_set():
        raise ServiceUnavailable("the server is about to end", retry_after=_COME_AGAIN)
    return Response(messages, mimetype=MIMETYPE, headers=_HEADERS)


def _after() -> int | None:
    """The last event that the follower has got. What a browser says that comes back is newer than the address."""
    last_id = request.headers.get("Last-Event-ID") or None
    if last_id is not None:
        return number_in(last_id, "Last-Event-ID")
    ids = request.args.getlist("after")
    if len(ids) > 1:
        raise BadRequest(f"'after' stands there {len(ids)} times: {shown(', '.join(ids), 60)}")
    return number_in(ids[0], "event") if ids else None


def is_gone() -> Callable[[], bool]:
    """How to find out whether the follower has hung up, where the server says it."""
    disconnected = request.environ.get("waitress.client_disconnected")
    return disconnected if callable(disconnected) else lambda: False
