"""The lines before a hand is dealt: players, game, options, wall, who is East.

`Game` states the seats and running scores as they stood before the seats moved, `NewHand` who is East now.

A line of a hand history is a message; a backslash at its end goes on in the next line. Source:
docs/lookup/format.md#hand-histories-of-the-server-mjs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from mjlog import events as ev
from mjlog.log.records import Fault, Row, Where
from mjlog.rulesets import OptionInfo, load
from mjlog.seats import SEATS, Seat
from mjlog.text import shown
from mjlog.tiles import TILES

# -- messages ---------------------------------------------------------------------------------------------------------


MAX_CONTINUED = 500
"""Lines that one message may go on for; a real one has about thirty."""

SILENT = frozenset(
    (
        "PlayerReady", "Pause", "ClaimDenied", "StartPlay", "StopPlay", "Message", "Comment", "StateSaved",
        "PlayerOptionSet", "ChangeManager", "ConnectReply", "CanMahJong", "InfoTiles", "AuthReqd", "Redirect",
        "Reconnect", "GameOver", "Error",
    )
)  # fmt: skip
"""Messages without a meaning on the table."""
_NUMBER = re.compile("-?[0-9]{1,12}")


class Message(msgspec.Struct, frozen=True):
    """A message: its name, its words, and for texts that go on the further lines. `lines[i]` is the line of text i."""

    name: str
    words: tuple[str, ...]
    line: int
    texts: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def is_number(word: str) -> bool:
    """Whether a word is a whole number of a sensible size."""
    return _NUMBER.fullmatch(word) is not None


def split_messages(lines: Iterable[tuple[int, bytes]]) -> Iterator[Message]:
    """The messages of a file."""
    texts: list[str] = []
    numbers: list[int] = []
    for number, raw in lines:
        if texts and number != numbers[-1] + 1:
            # A blank line, which is not among the lines, ended the message.
            yield _message(texts, numbers)
            texts, numbers = [], []
        text = raw.decode("utf-8", "replace")
        goes_on = text.endswith("\\") and len(texts) < MAX_CONTINUED
        texts.append(text[:-1] if goes_on else text)
        numbers.append(number)
        if not goes_on:
            yield _message(texts, numbers)
            texts, numbers = [], []
    if texts:
        yield _message(texts, numbers)


def _message(texts: list[str], numbers: list[int]) -> Message:
    words = texts[0].split()
    name = words[0] if words else ""
    if len(texts) == 1:
        return Message(name, tuple(words[1:]), numbers[0])
    return Message(name, tuple(words[1:]), numbers[0], tuple(texts), tuple(numbers))


# -- the head of a hand -----------------------------------------------------------------------------------------------


RULESET = "classical"
EVERY = ("pass", "dangerous", "show", "score")
"""What this server always writes down."""
_PLAYERS = ("1", "2", "3", "4")


class Header:
    """The header of one hand, and what goes on from hand to hand of a game.

    `seats` maps the server's player numbers to seats of the current hand.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.next_seq = 1
        self.hand = 0
        self.names: dict[str, str] = {}
        self.options: dict[str, Any] | None = None
        self.seats: dict[str, Seat] = {}
        self.handles: dict[str, str] = {}
        self.changed: set[str] = set()

    def read(self, messages: Iterator[Message], source: str, first_of_game: bool, lost: str | None) -> list[Row]:
        """The rows of a hand's header, up to its `NewHand`."""
        self.rows: list[Row] = []
        self.source = source
        self.found: dict[str, Message] = {}
        self.given: dict[str, tuple[Any, int]] = {}
        last = 1
        for message in messages:
            last = message.line
            if message.name == "NewHand":
                self._begin(message, first_of_game, lost)
                return self.rows
            if message.name in ("Game", "Wall", "NewRound"):
                self.found[message.name] = message
            elif message.name == "Player" and len(message.words) >= 2 and message.words[0] in _PLAYERS:
                self.names[message.words[0]] = shown(" ".join(message.words[1:]), 100)
            elif message.name == "GameOption" and (len(message.words) < 6 or not is_number(message.words[4])):
                words = "GameOption: 0, name, type, version, enabled and value are expected"
                self._fault("bad-field", words, message.line)
            elif message.name == "GameOption":
                _zero, name, _type, _version, enabled, text = message.words[:6]
                value: Any = int(text) if is_number(text) else shown(text)
                if name != "End":
                    option = load(RULESET).options.get(name)
                    self.given[name] = (_value(option, value, enabled != "0"), message.line)
            elif message.name not in SILENT:
                self._fault("bad-event", f"no message {shown(message.name)!r} is known before a hand", message.line)
        self._fault("bad-event", "the file ends before a NewHand message: no hand was dealt", last)
        return self.rows

    def _fault(self, code: str, text: str, line: int) -> None:
        self.rows.append((Fault(code, text), Where(line, source=self.source)))

    def _add(self, fields: dict[str, Any], line: int, named: dict[str, int] | None = None) -> None:
        event = ev.convert_event({"seq": self.next_seq, **fields})
        self.rows.append((event, Where(line, named=named or {}, source=self.source)))
        self.next_seq += 1

    def _begin(self, message: Message, first_of_game: bool, lost: str | None) -> None:
        game = self.found.get("Game")
        words = game.words if game is not None else ()
        order, figures = list(words[:4]), (*words[5:6], *words[7:11])
        is_known = len(words) >= 11 and sorted(order) == list(_PLAYERS) and words[4] in tuple("ESWN")
        is_known = is_known and all(map(is_number, figures))
        if not is_known or game is None or not message.words or message.words[0] not in order:
            self._fault("bad-field", "NewHand, Game: the four players and the new East are expected", message.line)
            return
        turn = order.index(message.words[0])
        now = order[turn:] + order[:turn]
        self.seats = dict(zip(now, SEATS, strict=True))
        self.handles = {}
        for number in _PLAYERS:
            name = self.names.get(number) or f"player{number}"
            self.handles[number] = name if name not in self.handles.values() else f"{name}#{number}"
        if first_of_game:
            self._start_game(now)
        else:
            for name, (value, line) in self.given.items():
                if self.options is not None and self.options.get(name) != value and name not in self.changed:
                    self._fault("out-of-place", f"option {shown(name)} changed in the middle of the game", line)
                    self.changed.add(name)
        if lost is not None:
            self._add({"type": "gap", "text": lost}, message.line)
        self.hand += 1
        totals = {self.handles[number]: int(word) for number, word in zip(order, game.words[7:11], strict=True)}
        fields = {
            "type": "hand-start", "hand": self.hand, "round": game.words[4],
            "seats": {seat.value: self.handles[number] for number, seat in self.seats.items()},
            "totals": totals, "held": max(0, int(game.words[5])),
            "held_by": self.handles[order[0]], "every": list(EVERY),
        }  # fmt: skip
        self._add(fields, message.line, {"totals": game.line, "held": game.line, "round": game.line})
        self._wall_and_break(message)

    def _start_game(self, now: list[str]) -> None:
        self.options = {name: value for name, (value, _line) in self.given.items()}
        named = {f"option {name}": line for name, (_value, line) in self.given.items()}
        first = min(named.values(), default=1)
        players = [self.handles[number] for number in now]
        fields = {
            "type": "game-start",
            "format": 1,
            "game": self.game,
            "ruleset": RULESET,
            "options": self.options,
            "players": players,
        }
        self._add(fields, first, named)

    def _wall_and_break(self, message: Message) -> None:
        wall = self.found.get("Wall")
        if wall is not None:
            tiles = [_SPELLED.get(word) for word in wall.words]
            if None in tiles or len(tiles) > 200:
                self._fault("bad-field", "Wall: tiles like 5B, EW, RD, 1F are expected", wall.line)
            else:
                self._add({"type": "wall", "tiles": tiles}, wall.line)
        words = message.words
        if len(words) < 3 or words[1] not in tuple("0123") or not is_number(words[2]):
            self._fault("bad-field", "NewHand: East, wall 0 to 3 and stack are expected", message.line)
            return
        self._add({"type": "break", "wall": SEATS[int(words[1])].value, "stack": int(words[2]) + 1}, message.line)


_SPELLED = {str(tile.value).upper(): tile.value for tile in TILES[:42]}


def _value(option: OptionInfo | None, value: Any, enabled: bool) -> Any:
    """An option's value; one that is not enabled is off (a number keeps its default)."""
    if not enabled and option is not None:
        return option.default if option.kind == "count" else False if option.kind == "bool" else 0
    if option is not None and option.kind == "bool" and value in (0, 1):
        return bool(value)
    return value
