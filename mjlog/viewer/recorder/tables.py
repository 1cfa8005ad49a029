"""The games that are recorded from telephones: a session for each, who may record, and how the others hear of it.

Who may record at a table is whoever has its key, which is in the link that is handed round. A key is computed from the
secret of the server: so there is one for each game, and nothing to be kept. It comes behind the `#` of a link, which no
browser sends and no log tells, and is changed for a cookie that no script reads.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from io import StringIO
from typing import NamedTuple

import segno
from flask import current_app, request, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from mjlog.cards.shelf import CardShelf
from mjlog.errors import MjlogError, StoreError
from mjlog.formats.shorthand.sayings import as_written
from mjlog.recording.game import RecordedGame
from mjlog.recording.session import Manner, Preview, RecordingSession, Sent
from mjlog.store import open_store
from mjlog.text import segment
from mjlog.viewer.answers import Problem
from mjlog.viewer.live import message

PATH = "/record"
_COOKIE_OF_ALL, _COOKIE_OF_GAME = "mjlog-tables", "mjlog-table"
_KEPT = 30 * 24 * 3600
_LENGTH = 16
_LONGEST = 200


class Keys(NamedTuple):
    """The keys of all tables."""

    secret: bytes

    def of(self, game: str | None) -> str:
        """The key of a game; None: of all games, and to begin new ones."""
        what = b"all tables" if game is None else b"table of " + game.encode("utf-8", "surrogatepass")
        return base64.urlsafe_b64encode(hmac.digest(self.secret, what, hashlib.sha256)[:_LENGTH]).decode().rstrip("=")

    def opens(self, key: str, game: str | None) -> bool:
        """Whether a key is that of the game, or of all."""
        sent = key.strip()[:_LONGEST].encode("utf-8", "replace")
        return any(hmac.compare_digest(sent, self.of(key_of).encode()) for key_of in {game, None})

    def is_shown(self, game: str | None) -> bool:
        """Whether whoever asks has the key, in a cookie."""
        kept = (request.cookies.get(name, "") for name in (_COOKIE_OF_GAME, _COOKIE_OF_ALL))
        return any(self.opens(key, game) for key in kept)

    def link(self, address: str, game: str | None) -> str:
        """The link to a table, for whoever is to record there. `address`: of the viewer."""
        path = PATH if game is None else f"{PATH}/{segment(game)}"
        return f"{address.rstrip('/')}{path}#{self.of(game)}"


def keep(response: Response, key: str, game: str | None) -> None:
    """Let the browser keep a key, and show it wherever it opens."""
    name, path = (_COOKIE_OF_ALL, PATH) if game is None else (_COOKIE_OF_GAME, url_for("recorder.table", name=game))
    response.set_cookie(name, key, max_age=_KEPT, path=path, httponly=True, samesite="Strict", secure=request.is_secure)


def code_in_lines(link: str) -> str:
    """The link as a code that a telephone reads from the terminal."""
    lines = StringIO()
    segno.make(link, micro=False).terminal(lines, compact=True, border=2)
    return lines.getvalue()


def code_as_svg(link: str) -> str:
    """The link as a code that a telephone reads from a page."""
    return segno.make(link, micro=False).svg_inline(scale=6, border=3, light="#fff", omitsize=True, lineclass=None)


_PATIENCE = 3.0
"""Seconds to wait for another writer; a telephone sends again."""
_MOST_OPEN = 32
_MOST_KEYS = 1000
_MOST_SEEN = 64
_MARK = 16
_RETRY = 2000


class Table:
    """A game that is recorded. One telephone at a time is served.

    `done`: the names of the latest sendings that were entered, whatever has become of them since, each with how the
    game stood right after it. `seen`: the game as it stood when a page was shown, by the word for that: what a line is
    compared with that was begun there.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.session: RecordingSession | None = None
        self.done: OrderedDict[str, str] = OrderedDict()
        self.seen: OrderedDict[str, RecordedGame] = OrderedDict()

    def is_done(self, key: str) -> bool:
        """Whether something sent under this name was entered: it is not entered again."""
        pencil = self.session.pencil if self.session is not None else ()
        return key in self.done or any(step.key == key for step in pencil)

    def note(self, key: str, stands: str) -> None:
        """Something sent under this name has been entered; how the game stands after it."""
        if key:
            self.done[key] = stands
        while len(self.done) > _MOST_KEYS:
            self.done.popitem(last=False)

    def see(self, mark: str, game: RecordedGame) -> str:
        """Somebody sees the game like this; the word for it."""
        self.seen[mark] = game
        self.seen.move_to_end(mark)
        while len(self.seen) > _MOST_SEEN:
            self.seen.popitem(last=False)
        return mark

    def seen_at(self, mark: str) -> RecordedGame | None:
        """The game as somebody saw it; None where that is too long ago, or was before this server began."""
        if mark in self.seen:
            self.seen.move_to_end(mark)
        return self.seen.get(mark)


class Tables:
    """All that is recorded from telephones.

    Raises:
        StoreError: the database cannot be written.
    """

    def __init__(self, database: str | os.PathLike[str], secret: bytes, cards: CardShelf) -> None:
        self.keys = Keys(secret)
        self.store = open_store(database, create=False, timeout=_PATIENCE)
        self.cards = cards
        self._manner = Manner(clock=lambda: as_written(_moment()), cards=cards)
        self._lock = threading.Lock()
        self._table_of = lru_cache(_MOST_OPEN)(lambda game: Table())
        self._born = secrets.token_bytes(_MARK)

    @contextmanager
    def opened(self, game: str) -> Iterator[tuple[Table, RecordingSession]]:
        """A game for whoever asks alone, as it stands now, with what others have written.

        Raises:
            StoreError: it is not there, or the database cannot be read.
            Problem: it cannot be gone on with.
        """
        self.store.head(game)  # there is no table for what is not there
        with self._lock:
            table = self._table_of(game)
        try:
            with table.lock:
                if table.session is None:
                    table.session = RecordingSession(self.store, game, self._manner)
                table.session.follow_others()
                table.session.notice = ""
                yield table, table.session
        except StoreError:
            raise
        except MjlogError as error:
            raise Problem(422, str(error).removeprefix(f"{self.store.path}: ")) from None

    def mark(self, last: int, draft: bytes | None) -> str:
        """How a game stands, by its last event and what is in pencil: a word that is another one after every change."""
        # Of this process: what was sent before it began may have been entered, and nobody remembers its name.
        return word_for(self._born.hex(), last, (draft or b"").hex())

    def standings(self, game: str) -> Iterator[bytes]:
        """A message whenever a game stands otherwise than before; else nothing."""
        words = now = ""
        while True:
            with suppress(StoreError):  # it may be busy; the next look comes soon
                now = self.mark(self.store.head(game).seq, self.store.draft(game))
            yield message("stands", {"mark": now}, retry=_RETRY) if now != words else b""
            words = now

    def meant(self, understood: Preview, question: str = "") -> str:
        """What a line means, as a word: its sender has looked at that. `question`: what was answered by yes."""
        # Of this process, too: a line that was entered before it began would mean the same again.
        return "" if understood.is_empty and not question else word_for(self._born.hex(), understood.meaning, question)

    def close(self) -> None:
        """Give the database back."""
        self.store.close()


def word_for(*parts: object) -> str:
    """A word that stands for these values, and tells nothing of them."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:_MARK]


def sent(key: str, seconds_ago: int) -> Sent:
    """What is kept of a sending: its name, and when it was tapped if that was a while ago."""
    at = as_written(_moment() - timedelta(seconds=seconds_ago)) if seconds_ago else None
    return Sent(key or None, at)


def _moment() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def tables() -> Tables:
    """What is recorded from telephones on this server.

    Raises:
        Forbidden: nothing is.
    """
    room: Tables | None = current_app.extensions["mjlog_tables"]
    if room is None:
        raise Forbidden("nothing is recorded here from telephones: this server was started without `--record`")
    return room
