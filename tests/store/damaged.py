"""A database with something wrong in its file, and what reading it says: the sound answer, or that it is damaged."""

from __future__ import annotations

import random
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from mjlog.canonical import event_body
from mjlog.errors import MjlogError
from mjlog.store import Origin, SqliteStore, open_readonly, open_store
from tests.store.conftest import note

GAMES = ("anna", "ben", "cleo", "dora", "emil", "fay", "gus")
_PAGE = 4096


class Sound(NamedTuple):
    """A whole database: its file, and what every game in it reads as."""

    content: bytes
    games: dict[str, list[bytes]]


def made(folder: Path) -> Sound:
    """A database of a few games of some pages each: several leaves a table, keys and origins."""
    path = folder / "whole.db"
    with open_store(path, journal="delete") as store:
        for number, game in enumerate(GAMES):
            text = "abcdefghij" * 8 * (number + 1)
            start = event_body({"seq": 1, "type": "game-start", "game": game, "ruleset": "western"})
            bodies = [start, *(note(seq, text) for seq in range(2, 12 + 5 * number))]
            store.append(game, bodies, key=f"of {game}", origins=[Origin("a.xml", line) for line in range(len(bodies))])
        games = {game: store.bodies(game) for game in GAMES}
    return Sound(path.read_bytes(), games)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The file with some bytes, bits or pages that are not what they were."""
    file = bytearray(content)
    way: Callable[[bytearray, random.Random], None] = chance.choice((_bit, _bytes, _exchange, _blank, _cut, _pointer))
    way(file, chance)
    return bytes(file)


def _bit(file: bytearray, chance: random.Random) -> None:
    file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)


def _bytes(file: bytearray, chance: random.Random) -> None:
    at, count = chance.randrange(len(file)), chance.randrange(1, 20)
    file[at : at + count] = chance.randbytes(len(file[at : at + count]))


def _exchange(file: bytearray, chance: random.Random) -> None:
    one, other = (chance.randrange(len(file) // _PAGE) * _PAGE for _ in range(2))
    file[one : one + _PAGE], file[other : other + _PAGE] = file[other : other + _PAGE], file[one : one + _PAGE]


def _blank(file: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(file) // _PAGE) * _PAGE
    file[at : at + _PAGE] = bytes(_PAGE)


def _cut(file: bytearray, chance: random.Random) -> None:
    del file[chance.randrange(len(file)) :]


def _pointer(file: bytearray, chance: random.Random) -> None:
    """The head of a page, and where its cells begin, are what a tree hangs by."""
    page = chance.randrange(1, len(file) // _PAGE) * _PAGE
    file[page + chance.randrange(120)] = chance.randrange(256)


def fanning_out(content: bytes, table: str) -> bytes:
    """The database with a made tree in the place of one of its tables, or of its index: a handful of pages that lead to
    one another some hundred times each, and so to more rows than anybody can count."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(content)
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    first = root - 1
    leaf = content[first * _PAGE : root * _PAGE]
    assert leaf[0] in (10, 13), "a table that has one page"
    after = len(content) // _PAGE + 1
    levels = [_interior(below, leaf[0] - 8) for below in range(after, after + _LEVELS)]
    file = bytearray(content + b"".join(levels[1:]) + leaf)
    file[first * _PAGE : root * _PAGE] = levels[0]
    file[28:32] = struct.pack(">I", len(file) // _PAGE)
    return bytes(file)


_LEVELS, _CELLS = 6, 300


def _interior(below: int, kind: int) -> bytes:
    """A page of this kind whose every child is the same page; in an index, some hundred times the same row between."""
    row = bytes((3, 15, 1)) + b"a" + b"\x01"  # a text of one letter, and a number
    cell = struct.pack(">I", below) + (b"\x01" if kind == 5 else bytes((len(row),)) + row)
    start = _PAGE - len(cell)
    pointers = struct.pack(">H", start) * _CELLS
    head = struct.pack(">BHHHBI", kind, 0, _CELLS, start, 0, below)
    return head + pointers + bytes(start - len(head) - len(pointers)) + cell


def read(path: Path) -> dict[str, list[bytes]] | None:
    """Every game as it reads, where nothing says that the file is damaged; None where something does.

    Raises:
        Exception: another one than ours, which nobody expects.
    """
    try:
        with open_readonly(path) as store:
            whole = not store.verify() and not has_lost_keys(store)
            return dict(_games(store)) if whole else None
    except MjlogError:
        return None


def _games(store: SqliteStore) -> Iterator[tuple[str, list[bytes]]]:
    for info in store.games():
        bodies = store.bodies(info.game)
        told, faults = store.checked_bodies(info.game)
        events = list(store.read(info.game))
        assert told == bodies == [event.body for event in events] or faults
        assert (info.last, info.head) == (len(events), events[-1].id)
        store.origins(info.game)
        yield info.game, bodies


def has_lost_keys(store: SqliteStore) -> bool:
    """Whether a key stands for no append any more."""
    return any(store.appended(f"of {game}") is None for game in GAMES)
