"""Reading one hand history word by word: seats, tiles and numbers, and where each event was written."""

from __future__ import annotations

from mjlog import events as ev
from mjlog.formats.xmj.header import Header
from mjlog.formats.xmj.messages import Message, is_number
from mjlog.log.records import Fault, Row, Where
from mjlog.seats import Seat
from mjlog.text import shown
from mjlog.tiles import TILES, Tile


class MalformedError(Exception):
    """A message whose words do not fit: what is wrong, and the line."""

    def __init__(self, code: str, text: str, line: int) -> None:
        super().__init__(text)
        self.code = code
        self.line = line


class HandReader:
    """One hand history being read. `seq` is the number of the next event."""

    def __init__(self, header: Header, source: str) -> None:
        self.header = header
        self.source = source
        self.rows: list[Row] = []
        self.seq = header.next_seq

    # -- reading words ----------------------------------------------------------------------------------------

    def seat(self, message: Message, index: int = 0) -> Seat:
        """The seat of the player whose number is the word at `index`."""
        word = self.word(message, index)
        seat = self.header.seats.get(word)
        if seat is None:
            text = f"{message.name} of player {shown(word)}: players are 1 to 4"
            raise MalformedError("bad-field", text, message.line)
        return seat

    def word(self, message: Message, index: int) -> str:
        """The word at `index`."""
        if index >= len(message.words):
            text = f"{message.name} breaks off: {index + 1} words are expected"
            raise MalformedError("bad-field", text, message.line)
        return message.words[index]

    def tile(self, message: Message, index: int) -> Tile:
        """The tile at `index`, as the server spells tiles."""
        return read_tile(self.word(message, index), message)

    def number(self, message: Message, index: int) -> int:
        """The whole number at `index`."""
        return read_number(self.word(message, index), message)

    def serial(self, message: Message, index: int) -> int:
        """The number of a move, at `index`: none is below 0."""
        number = self.number(message, index)
        if number < 0:
            raise MalformedError("bad-field", f"{message.name}: {number} is the number of no move", message.line)
        return number

    # -- writing events ---------------------------------------------------------------------------------------

    def add(self, event: ev.Event, message: Message, lines: tuple[int, ...] = ()) -> None:
        """Append an event read from a message."""
        self.rows.append((event, Where(message.line, lines, source=self.source)))
        self.seq += 1

    def fault(self, code: str, text: str, line: int) -> None:
        """Append a fault."""
        self.rows.append((Fault(code, text), Where(line, source=self.source)))


_SPELLED: dict[str, Tile] = {str(tile.value).upper(): tile for tile in TILES[:42]}


def read_tile(word: str, message: Message) -> Tile:
    """A tile as the server spells it (two capitals)."""
    tile = _SPELLED.get(word)
    if tile is None:
        raise MalformedError(
            "bad-field",
            f"{message.name}: {shown(word)!r} is no tile; tiles are written like 5B, EW, RD, 1F",
            message.line,
        )
    return tile


def read_number(word: str, message: Message) -> int:
    """A whole number of a sensible size."""
    if not is_number(word):
        raise MalformedError("bad-field", f"{message.name}: {shown(word)!r} is no number", message.line)
    return int(word)


def chow_of(tile: Tile, steps: tuple[int, ...], message: Message) -> tuple[Tile, ...]:
    """The chow in which a tile has this place."""
    rank = tile.kind % 9
    if tile.kind >= 27 or not (rank + steps[0] >= 0 and rank + steps[-1] <= 8):
        raise MalformedError("bad-field", f"{message.name}: no chow has {tile} in that place", message.line)
    return tuple(TILES[tile.kind + step] for step in steps)
