"""A log written in short hand: for each event an act that is read back as just that, else the event in full."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence

from mjlog import events as ev
from mjlog.errors import MjlogError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import HEADING, WrittenGame
from mjlog.formats.shorthand.long_form import LONG_NAMES, long_form
from mjlog.formats.shorthand.reading import acts_in, read_act
from mjlog.formats.shorthand.sayings import is_handle, is_time, whole_seconds
from mjlog.formats.shorthand.scene import Fields, Habits, Scene, usual_habits
from mjlog.formats.shorthand.spelling import Upcoming, candidates

_WIDTH = 78
_COMMON = ("at", "recorder")
_TAKING = ("draw", "bonus-replacement", "kong-replacement")


def write_document(name: str, bodies: Sequence[bytes]) -> Iterator[str]:
    """The lines of a game in short hand, without line ends; reading them gives the same events, byte for byte.

    Raises:
        ValueError: a body is no event.
    """
    yield HEADING
    page = _Page()
    writer = _Writer(name, bodies)
    for act in writer.acts():
        yield from page.add(act)
    yield from page.end()


class _Page:
    """Acts set in lines: the short ones side by side, all others on a line of their own, a hand after an empty line."""

    def __init__(self) -> None:
        self.line = ""

    def add(self, act: str) -> Iterator[str]:
        name = act.split(" ", 1)[0]
        if name in ("hand", "hand-start"):
            yield from self.end()
            yield ""
        if act.startswith("{") or name in LONG_NAMES or len(act) > _WIDTH or " " in act:
            yield from self.end()
            yield act
            return
        if self.line and len(self.line) + 1 + len(act) > _WIDTH:
            yield from self.end()
        self.line = f"{self.line} {act}" if self.line else act

    def end(self) -> Iterator[str]:
        if self.line:
            yield self.line
        self.line = ""


class _Writer:
    def __init__(self, name: str, bodies: Sequence[bytes]) -> None:
        self.rows: list[Fields] = [json.loads(body) for body in bodies]
        self.events: list[ev.Event] = [decode_event(body) for body in bodies]
        self.game = WrittenGame(name)

    def acts(self) -> Iterator[str]:
        """The acts that make the log, in order."""
        at = 0
        while at < len(self.rows):
            row = self.rows[at]
            by = f"by={row.get('recorder') or ''}"
            is_another = row.get("recorder") != self.game.recorder and is_handle(by)
            for text in filter(None, (self._time(row), by if is_another else None, self._habits(at))):
                self.game.heed(text)
                yield text
            text, length = self._act_from(at)
            yield text
            self.game.follow(self.events[at : at + length])
            at += length

    # -- what is said once for the acts to come ------------------------------------------------------------------

    def _time(self, row: Fields) -> str | None:
        time, last = row.get("at"), self.game.at
        if time == last:
            return None
        if time is None:
            return "@-"
        before, now = whole_seconds(last), whole_seconds(time)
        if before is not None and now is not None and 0 <= (now - before).total_seconds() < 1_000_000:
            return f"@+{int((now - before).total_seconds())}"
        return text if is_time(text := f"@{time}") else None

    def _habits(self, at: int) -> str | None:
        """After a hand has begun: what this record writes down in it without being asked."""
        if at == 0 or not isinstance(self.events[at - 1], ev.HandStart):
            return None
        # What a hand shows of the habits of its record
        rows = self.rows
        draws = passes = numbers = inferred = False
        discards = 0
        for row in itertools.islice(rows, at, None):
            kind = row.get("type")
            if kind == "hand-start":
                break
            draws = draws or kind in _TAKING
            inferred = inferred or (kind in _TAKING and row.get("basis") == "inferred")
            numbers = numbers or (kind == "discard" and "number" in row)
            discards += kind == "discard"
            passes = passes or kind == "pass"
        wanted = Habits(draws, passes and "pass" in (rows[at - 1].get("every") or ()), numbers, inferred)
        usual = usual_habits(self.game.replay.table)
        stated = None if wanted == usual else wanted
        if stated == self.game.stated:
            return None
        return "habits usual" if stated is None else f"habits {stated}".strip()

    # -- one act --------------------------------------------------------------------------------

    def _act_from(self, at: int) -> tuple[str, int]:
        """The text of the act that begins at a row, and how many rows it makes."""
        scene = self.game.scene
        ahead = Upcoming(self.rows, at)
        for text in candidates(ahead, scene):
            length = self._makes(text, at, scene)
            if length and _stays_one(text):
                return text, length
        row = {name: value for name, value in self.rows[at].items() if name != "seq"}
        if not at or row["type"] != "game-start":
            common = {"at": self.game.at, "recorder": self.game.recorder}
            own = {name: value for name, value in row.items() if name not in _COMMON or value != common[name]}
            long = long_form(own)
            if long and _stays_one(long) and self._makes(long, at, scene):
                return long, 1
            return _json(row), 1
        # Without its number it would begin a game of its own.
        return _json(self.rows[at]), 1

    def _makes(self, text: str, at: int, scene: Scene) -> int:
        """How many rows an act makes, if they are just the next ones; else 0."""
        try:
            made = read_act(text, scene)
        except MjlogError:
            return 0
        rows_made = self.rows[at : at + len(made)]
        if len(rows_made) != len(made):
            return 0
        stated = {"at": self.game.at, "recorder": self.game.recorder}
        common = {name: value for name, value in stated.items() if value is not None}
        for number, (fields, row) in enumerate(zip(made, rows_made, strict=True)):
            whole = {"seq": at + number + 1, **common, **fields}
            if whole != row:
                return 0
        return len(made)


def _json(row: Fields) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _stays_one(text: str) -> bool:
    """Whether the text is read as one act."""
    return [act.text for act in acts_in(text)] == [text]
