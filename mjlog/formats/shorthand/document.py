"""A whole text in short hand, read: the events of each game in it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence

from mjlog import events as ev
from mjlog.audit.engine import Engine
from mjlog.audit.game import Game
from mjlog.chain import event_body
from mjlog.errors import MjlogError, RecordError
from mjlog.events import decode_event
from mjlog.formats.shorthand.fixing import read_at
from mjlog.formats.shorthand.reading import Act, NotAnEventError, acts_in, explain, refuse_nonsense
from mjlog.formats.shorthand.sayings import Sayings, is_said_of_others
from mjlog.formats.shorthand.scene import Fields, Scene, scene_of
from mjlog.log.records import GameRecord, Row
from mjlog.text import quoted

HEADING = "# mjlog shorthand 1"


_MOST_MENDED = 200
"""So often a log is read anew for its corrections; one with more is followed as it was recorded from there on."""


class WrittenGame(Sayings):
    """A game as it is written: every act is read at the table that the one before it left.

    `bodies`: its events as canonical JSON; `lines`: the line of each; `error`: what ended the reading early.
    `at_fault`: how many acts of the text have broken rules so far, or were corrections, those of games before it too.
    """

    def __init__(self, source: str, at_fault: int = 0) -> None:
        super().__init__()
        self.name = source
        self.bodies: list[bytes] = []
        self.lines: list[int] = []
        self.error: RecordError | None = None
        self.at_fault = at_fault
        self.events: list[ev.Event] = []
        self._game = Game(GameRecord(source, source, (), corrected=True))
        self._mended = 0

    @property
    def fault(self) -> str | None:
        """Why the reading ended early, with file and line; None where it did not."""
        return None if self.error is None else str(self.error)

    @property
    def replay(self) -> Engine:
        """The game as far as it has come."""
        return self._game.now

    @property
    def scene(self) -> Scene:
        """The table as it stands, as corrected."""
        return scene_of(self.replay, self.stated)

    def follow(self, events: Sequence[ev.Event]) -> None:
        """The events of an act have happened; corrections that follow one another count together."""
        self.events += events
        for mends, group in itertools.groupby(events, lambda event: isinstance(event, ev.Correction)):
            rows: list[Row] = [(event, None) for event in group]
            self._mended += mends
            self.at_fault += mends * len(rows)
            if mends and self._mended <= _MOST_MENDED:
                self._game.go_on(rows)
            for row in () if mends and self._mended <= _MOST_MENDED else rows:
                if self._mended <= _MOST_MENDED:
                    self._game.go_on([row])
                else:
                    self._game.feed(*row)
                self.at_fault += self.replay.hypotheses.at_fault is row[0]

    def read(self, text: str) -> list[Fields]:
        """The events of one act, with time and recorder; none for what only says something of the acts to come.

        Raises:
            MjlogError: it cannot be read.
        """
        if self.heed(text):
            return []
        refuse_nonsense(self.at_fault)

        def scene_after(rows: Iterable[Row]) -> Scene:
            return scene_of(self._game.after(rows), self.stated)

        return [self.with_common(fields) for fields in read_at(text, self.scene, self.events, scene_after)]

    def write_down(self, rows: Iterable[Fields], line: int) -> None:
        """The events of an act happen, one after the other.

        Raises:
            MjlogError: one is no event, or has the number of another.
        """
        made: list[ev.Event] = []
        for fields in rows:
            due = len(self.bodies) + 1
            if fields.setdefault("seq", due) != due:
                raise NotAnEventError(f"seq is {quoted(fields['seq'])}; expected {due}, or none")
            event, body = event_of(fields)
            self.bodies.append(body)
            self.lines.append(line)
            made.append(event)
            if isinstance(event, ev.GameStart):
                self.name = event.game
        self.follow(made)


def read_document(text: str, source: str) -> Iterator[WrittenGame]:
    """Every game of a text; what follows an act that cannot be read is left out, up to the next game."""
    game: WrittenGame | None = None
    acts: list[Act] = []
    for act in acts_in(text):
        if is_said_of_others(act.text):
            acts.append(act)  # of the game that follows, where one does
            continue
        if _begins_game(act):
            if game is not None:
                yield game
            game = WrittenGame(source, game.at_fault if game is not None else 0)
        game = game or _without_beginning(source, act)
        _read_all(game, (*acts, act), source)
        acts.clear()
    if game is not None:
        _read_all(game, acts, source)
        yield game
    elif acts:
        yield _without_beginning(source, acts[0])


def _without_beginning(source: str, act: Act) -> WrittenGame:
    words = "expected the game first, like `game tuesday western anna ben cleo dora`"
    game = WrittenGame(source)
    game.error = _located(source, act, words)
    return game


def _begins_game(act: Act) -> bool:
    if not act.text.startswith("{"):
        return act.text.split(None, 1)[0].lower() in ("game", "game-start")
    try:
        fields = json.loads(act.text) if '"game-start"' in act.text else {}
    except (ValueError, RecursionError):
        return False
    # Another game-start can stand in the middle of a game.
    return bool(fields.get("type") == "game-start" and fields.get("seq", 1) == 1)


def _read_all(game: WrittenGame, acts: Iterable[Act], source: str) -> None:
    """Acts of a game, up to the first that cannot be read: then the game has an error."""
    for act in acts:
        try:
            if game.error is None:
                game.write_down(game.read(act.text), act.line)
        except MjlogError as error:
            game.error = _located(source, act, str(error))


def _located(source: str, act: Act, message: str) -> RecordError:
    # A message that begins with the act names it well enough.
    text = quoted(act.text, 60)
    return RecordError(message if message.startswith(text[:20]) else f"{text}: {message}", source, act.line)


def event_of(fields: Fields) -> tuple[ev.Event, bytes]:
    """The event and its canonical body.

    Raises:
        NotAnEventError: the fields make no event; the message says which one is wrong.
    """

    try:
        body = event_body(fields)
        return decode_event(body), body
    except (ValueError, RecursionError):
        pass
    explain(json.dumps(fields))


__all__ = ["HEADING", "NotAnEventError", "WrittenGame", "event_of", "read_document"]
