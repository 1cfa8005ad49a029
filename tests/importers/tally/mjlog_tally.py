"""An importer of another package: tallies of a club, a hand a line. docs/do/importers.md shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

from mjlog.events import Event, decode_event
from mjlog.formats.foreign import Files, ForeignFormat
from mjlog.log.records import Fault, GameRecord, Row


def read(game: str, source: str, files: Files) -> GameRecord:
    """The game of a tally: its players on the first line, then a line a hand, such as `S 16 24 0 8 : 0 96 -62 -34`."""
    [(_path, content)] = files
    return GameRecord(source, game, rows(game, content.decode("utf-8", "replace")))


def rows(game: str, text: str) -> Iterator[Row]:
    """Each event with the line it was read from; a line that cannot be read is a fault, and the others are read."""
    numbers, hands = count(1), count(1)

    def event(**fields: object) -> Event:
        return decode_event(json.dumps({"seq": next(numbers), **fields}).encode())

    head, *rest = text.splitlines()
    _tally, ruleset, *players = head.split()
    yield event(type="game-start", format=1, game=game, ruleset=ruleset, players=players), 1
    seats = dict(zip("ESWN", players, strict=True))
    for line, said in enumerate(rest, 2):
        if not said.strip():
            continue
        winner, *points = said.replace(":", " ").split()
        if len(points) != 2 * len(players):
            yield Fault("bad-event", f"{said!r} is no hand: expected the winner, and twice the points of all"), line
            continue
        yield event(type="hand-start", hand=next(hands), round="E", seats=seats, depth="result"), line
        yield event(type="mahjong", seat=winner, source="discard"), line
        for seat, total in zip(seats, points, strict=False):
            yield event(type="score", seat=seat, total=int(total)), line
        change = dict(zip(seats, map(int, points[len(seats) :]), strict=True))
        yield event(type="settlement", change=change), line


TALLY = ForeignFormat(
    kind="tally",
    reads="tallies of the Riverside club, .tally",
    endings=(".tally",),
    begins=lambda beginning: beginning.startswith(b"tally "),
    read=read,
    loses=("who discarded",),
)
