"""What stands in the rows of a table of results, by what its columns mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, NoReturn

from mjlog.errors import RecordError
from mjlog.formats.spreadsheet.columns import (
    WINDS,
    Column,
    Meaning,
    OfPlayer,
    day_of,
    handle_of,
    known_as,
    named_so,
    session_of,
)
from mjlog.formats.spreadsheet.grid import Grid, Row, amount, point_of
from mjlog.seats import SEATS, Seat
from mjlog.text import list_words, quoted

NOBODY = ("", "-", "–", "nobody", "none", "wash", "wash-out", "washout", "draw", "drawn", "goulash")
"""What stands in place of a winner where nobody has won."""
_NUMBERS = ("points", "score", "change", "total", "final", "fine")


class NumberCell(NamedTuple):
    """A number as it stands in a table, and its column."""

    value: Fraction
    column: Column


@dataclass(frozen=True)
class Cells:
    """A table whose columns are understood. Whatever does not fit is a `RecordError`, with file and line.

    `handles`: by which handle a name is known, by what the name makes otherwise.
    """

    grid: Grid
    columns: Sequence[Column]
    handles: Mapping[str, str] = field(default_factory=dict)

    def has(self, meaning: Meaning) -> bool:
        """Whether there is such a column."""
        return any(True for _column in self._of(meaning))

    def said(self, row: Row, meaning: Meaning) -> str:
        """What a row says; an empty text where it says nothing."""
        return next((row.cells[column.at] for column in self._of(meaning) if row.cells[column.at]), "")

    def of_players(self, row: Row, meaning: OfPlayer) -> dict[str, int]:
        """The numbers of a row, by player, in points; those that stand there."""
        return {player: self.in_points(row, told) for player, told in self.told(row, meaning).items()}

    def told(self, row: Row, *meanings: OfPlayer) -> dict[str, NumberCell]:
        """The numbers of a row, by player, as they stand there."""
        by_player: dict[str, NumberCell] = {}
        for column in (column for column in self.columns if column.meaning in meanings):
            text, player = row.cells[column.at], column.player
            value = amount(text, self.point)
            if value is None and not re.fullmatch(r"[?–-]?", text):
                where = f"{quoted(text)} in column {quoted(column.head)}"
                passed = f'--column "{column.head}=nothing" passes the column over'
                self.fail(row, f"{where} is no whole number of 12 digits at most, nor one with tenths; {passed}")
            if value is not None and not player:
                name = self.said(row, "player")
                if not name and value:
                    whose = f'--column "{column.head}={column.meaning} of anna" says so'
                    self.fail(row, f"{quoted(text)} in column {quoted(column.head)}: of which player? {whose}")
                player = self._known(name) if name else None
            if value is not None and player:
                by_player[player] = NumberCell(value, column)
        return by_player

    def fines(self, row: Row) -> dict[str, NumberCell]:
        """What a row has of fines, by player: paid ones below 0. Where no number is, all of them were paid."""
        sign = -1 if self._fines_are_paid else 1
        return {player: NumberCell(sign * one.value, one.column) for player, one in self.told(row, "fine").items()}

    @cached_property
    def _fines_are_paid(self) -> bool:
        texts = [row.cells[column.at] for column in self._of("fine") for row in self.grid.rows]
        return all((amount(text, self.point) or 0) >= 0 for text in texts)

    @cached_property
    def point(self) -> str | None:
        """The sign before tenths in the numbers of players."""
        of_players = [column.at for column in self.columns if column.meaning in _NUMBERS]
        return point_of(row.cells[at] for row in self.grid.rows for at in of_players)

    def day(self, row: Row) -> str | None:
        """The day of a row, year first."""
        for column in self._of("date"):
            text = row.cells[column.at]
            day = day_of(text, column.order)
            if text and day is None:
                say = f'--column "{column.head}=date d/m/y"'
                self.fail(row, f"{quoted(text)} is no date that can be read; expected 2026-11-21, or {say} (or m/d/y)")
            return day
        return None

    def session(self, row: Row) -> int | None:
        """Which round of a tournament a row is of."""
        text = self.said(row, "session")
        number = session_of(text)
        if text and number is None:
            self.fail(row, f"{quoted(text)} is no round of a tournament; expected a number, like 2 or Runde 2")
        return number

    def players(self, rows: Sequence[Row]) -> list[str]:
        """Of whom anything stands in these rows, in the order of their columns."""
        told = (column for column in self.columns if column.player and any(row.cells[column.at] for row in rows))
        return list(dict.fromkeys(column.player for column in told if column.player))

    def seats(self, row: Row, players: Sequence[str]) -> dict[Seat, str]:
        """Who sits where in a hand, in the order of seats: as the row says, or on from East; empty where it does not.

        `players`: who plays, in the order in which they sit.
        """
        by_seat = dict(self.seated(row))
        east = self.said(row, "east")
        if by_seat or not east:
            return {seat: by_seat[seat] for seat in SEATS if seat in by_seat}
        first = players.index(self.player(row, east, players))
        return dict(zip(SEATS, [*players[first:], *players[:first]], strict=False))

    def seated(self, row: Row) -> Iterator[tuple[Seat, str]]:
        """Who sits where, as far as the row says so."""
        for column in self._of("seat"):
            text = row.cells[column.at]
            if text and text.lower() not in WINDS:
                self.fail(row, f"{quoted(text)} in column {quoted(column.head)} is no seat; expected E, S, W or N")
            player = column.player or self._known(self.said(row, "player"))
            if text:
                yield WINDS[text.lower()], player

    def player(self, row: Row, name: str, players: Sequence[str]) -> str:
        """The player whom a cell names."""
        named = named_so(self._handle(name), players)
        if named is None:
            self.fail(row, f"{quoted(name)} does not play here; expected {_one_of(players)}")
        return named

    def whoever(self, row: Row, meaning: Meaning, seats: dict[Seat, str]) -> Seat | None:
        """The seat of the player whom a row names, by handle or by wind; None for nobody."""
        said = self.said(row, meaning)
        if said.lower() in NOBODY:
            return None
        by_name = named_so(self._handle(said), seats.values())
        found = next((seat for seat, player in seats.items() if player == by_name), None) or WINDS.get(said.lower())
        if found not in seats:
            self.fail(row, f"{quoted(said)} does not play in this hand; expected {_one_of(seats.values())}")
        return found

    def in_points(self, row: Row, cell: NumberCell) -> int:
        """A number in points, of which there are no parts."""
        points = cell.value * (cell.column.unit or 1)
        if points.denominator > 1:
            text, head = row.cells[cell.column.at], cell.column.head
            says = f'--column "{head}={cell.column.words} in thousands"'
            self.fail(row, f"{quoted(text)} in column {quoted(head)} is no whole number of points; perhaps {says}")
        return int(points)

    def fail(self, row: Row, message: str) -> NoReturn:
        """It cannot be read on.

        Raises:
            RecordError: always.
        """
        raise RecordError(message, self.grid.source, row.line)

    def _handle(self, name: str) -> str:
        """The handle of a player whom a cell names: as the head of a column is understood."""
        words = handle_of(name)
        heads = {handle_of(column.head): column.player for column in self.columns if column.player is not None}
        head = named_so(words, heads)
        return known_as(words, self.handles) if head is None else heads[head]

    def _of(self, meaning: Meaning) -> Iterator[Column]:
        return (column for column in self.columns if column.meaning == meaning)

    def _known(self, name: str) -> str:
        return known_as(handle_of(name), self.handles)


def _one_of(players: Iterable[str]) -> str:
    known = list(players)
    return f"one of {list_words(known)}" if known else "columns with the points of players"
