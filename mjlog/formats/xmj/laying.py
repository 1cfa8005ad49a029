"""A hand being laid down at the end, over several messages."""

from __future__ import annotations

from mjlog.formats.xmj.messages import Message
from mjlog.tiles import Tile


class HandLaid:
    """A hand being laid down, message by message. `numbers[i]` is the line of set i, and of the rest at the end."""

    def __init__(self, message: Message) -> None:
        self.first = message.line
        self.sets: list[tuple[Tile, ...]] = []
        self.rest: tuple[Tile, ...] | None = None
        self.numbers: list[int] = []
        self.completes: int | None = None

    def lay(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.sets.append(tiles)
        self.numbers.append(line)

    def claimed(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.completes = len(self.sets)
        self.lay(tiles, line)

    def leave(self, tiles: tuple[Tile, ...], line: int) -> None:
        self.rest = tiles
        self.numbers.append(line)
