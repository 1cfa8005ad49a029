"""A whole text in short hand, read: the events of each game in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mjlog import events as ev
from mjlog.canonical import event_body
from mjlog.errors import MjlogError, RecordError
from mjlog.events import decode_event
from mjlog.formats.shorthand.course import Course
from mjlog.formats.shorthand.reading import NotAnEventError, explain
from mjlog.formats.shorthand.sayings import is_said_of_others
from mjlog.formats.shorthand.scene import Fields
from mjlog.formats.shorthand.splitting import Act, acts_in
from mjlog.text import quoted

HEADING = "# mjlog shorthand 1"


@dataclass(slots=True)
class WrittenGame:
    """A game as it was written: its events as canonical JSON, the line of each, and what ended the reading early."""

    name: str
    bodies: list[bytes] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    error: RecordError | None = None

    @property
    def fault(self) -> str | None:
        """Why the reading ended early, with file and line; None where it did not."""
        return None if self.error is None else str(self.error)


def read_document(text: str, source: str) -> Iterator[WrittenGame]:
    """Every game of a text; what follows an act that cannot be read is left out, up to the next game."""
    game: WrittenGame | None = None
    course = Course(source)
    said: list[Act] = []
    for act in acts_in(text):
        if is_said_of_others(act.text):
            said.append(act)  # of the game that follows, where one does
            continue
        if _begins_game(act):
            if game is not None:
                yield game
            game, course = WrittenGame(source), Course(source, course.at_fault)
        game = game or _without_beginning(source, act)
        _read_all(game, course, (*said, act), source)
        said.clear()
    if game is not None:
        _read_all(game, course, said, source)
        yield game
    elif said:
        yield _without_beginning(source, said[0])


def _without_beginning(source: str, act: Act) -> WrittenGame:
    words = "expected the game first, like `game tuesday western anna ben cleo dora`"
    return WrittenGame(source, error=_located(source, act, words))


def _begins_game(act: Act) -> bool:
    if act.text.startswith("{"):
        return '"game-start"' in act.text and _is_first_event(act.text)
    return act.text.split(None, 1)[0].lower() in ("game", "game-start")


def _is_first_event(text: str) -> bool:
    """Whether an event in JSON is a game-start, and none in the middle of another game."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(fields.get("type") == "game-start" and fields.get("seq", 1) == 1)


def _read_all(game: WrittenGame, course: Course, acts: Iterable[Act], source: str) -> None:
    """Acts of a game, up to the first that cannot be read: then the game has an error."""
    for act in acts:
        try:
            if game.error is None:
                write_down(game, course, course.read(act.text), act.line)
        except MjlogError as error:
            game.error = _located(source, act, str(error))


def write_down(game: WrittenGame, course: Course, rows: Iterable[Fields], line: int) -> None:
    """The events of an act happen, one after the other.

    Raises:
        MjlogError: one is no event, or has the number of another.
    """
    for fields in rows:
        due = len(game.bodies) + 1
        if fields.setdefault("seq", due) != due:
            raise NotAnEventError(f"seq is {quoted(fields['seq'])}; expected {due}, or none")
        event, body = event_of(fields)
        game.bodies.append(body)
        game.lines.append(line)
        course.follow(event)
        if isinstance(event, ev.GameStart):
            game.name = event.game


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


__all__ = ["HEADING", "NotAnEventError", "WrittenGame", "event_of", "read_document", "write_down"]
