"""What stands in the rows of a table of results, by what its columns mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mjlog.errors import RecordError
from mjlog.formats.spreadsheet.columns import Column, Meaning, OfPlayer, day_of, handle_of
from mjlog.formats.spreadsheet.grid import Grid, Row, number
from mjlog.seats import SEATS, Seat
from mjlog.text import list_words, quoted

NOBODY = ("", "-", "–", "nobody", "none", "wash", "wash-out", "washout", "draw", "drawn", "goulash")
"""What stands in place of a winner where nobody has won."""
_WINDS = (
    "e east ost oost est este øst", "s south süd sued zuid sud sur syd",
    "w west ouest ovest oeste vest", "n north nord noord norte",
)  # fmt: skip
_SEATS = {word: seat for seat, words in zip(SEATS, _WINDS, strict=True) for word in words.split()}


@dataclass(frozen=True)
class Cells:
    """A table whose columns are understood. Whatever does not fit is a `RecordError`, with file and line."""

    grid: Grid
    columns: Sequence[Column]

    def has(self, meaning: Meaning) -> bool:
        """Whether there is such a column."""
        return any(True for _column in self._of(meaning))

    def said(self, row: Row, meaning: Meaning) -> str:
        """What a row says; an empty text where it says nothing."""
        return next((row.cells[column.at] for column in self._of(meaning) if row.cells[column.at]), "")

    def whole(self, row: Row, meaning: Meaning) -> int | None:
        """A number of a row."""
        return next((self._number(row, column) for column in self._of(meaning)), None)

    def of_players(self, row: Row, meaning: OfPlayer) -> dict[str, int]:
        """The numbers of a row, by player; those that stand there."""
        found = {column.player: self._number(row, column) for column in self._of(meaning)}
        return {player: points for player, points in found.items() if player is not None and points is not None}

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

    def players(self, rows: Sequence[Row]) -> list[str]:
        """Of whom anything stands in these rows, in the order of their columns."""
        told = (one for one in self.columns if one.player and any(row.cells[one.at] for row in rows))
        return list(dict.fromkeys(column.player for column in told if column.player))

    def seats(self, row: Row, players: Sequence[str]) -> dict[Seat, str]:
        """Who sits where in a hand, in the order of seats: as the row says, or on from East; empty where it does not.

        `players`: who plays, in the order in which they sit.
        """
        said = dict(self._seated(row))
        east = self.said(row, "east")
        if said or not east:
            return {seat: said[seat] for seat in SEATS if seat in said}
        first = players.index(self.player(row, east, players))
        return dict(zip(SEATS, [*players[first:], *players[:first]], strict=False))

    def player(self, row: Row, name: str, players: Sequence[str]) -> str:
        """The player whom a cell names."""
        handle = self._handle(name)
        found = next((player for player in players if player.lower() == handle), None)
        if found is None:
            self.fail(row, f"{quoted(name)} does not play here; expected {_one_of(players)}")
        return found

    def whoever(self, row: Row, meaning: Meaning, seats: dict[Seat, str]) -> Seat | None:
        """The seat of the player whom a row names, by handle or by wind; None for nobody."""
        said = self.said(row, meaning)
        if said.lower() in NOBODY:
            return None
        handle = self._handle(said)
        by_name = next((seat for seat, player in seats.items() if player.lower() == handle), None)
        found = by_name or _SEATS.get(said.lower())
        if found not in seats:
            self.fail(row, f"{quoted(said)} does not play in this hand; expected {_one_of(seats.values())}")
        return found

    def fail(self, row: Row, message: str) -> NoReturn:
        """It cannot be read on.

        Raises:
            RecordError: always.
        """
        raise RecordError(message, self.grid.source, row.line)

    def _handle(self, name: str) -> str:
        """The handle of a player whom a cell names, in small letters: as the head of a column is understood."""
        said = handle_of(name).lower()
        heads = (one.player for one in self.columns if one.player is not None and handle_of(one.head).lower() == said)
        return next(heads, said).lower()

    def _of(self, meaning: Meaning) -> Iterator[Column]:
        return (column for column in self.columns if column.meaning == meaning)

    def _number(self, row: Row, column: Column) -> int | None:
        text = row.cells[column.at]
        found = number(text)
        if found is None and not re.fullmatch(r"[?–-]?", text):
            self.fail(row, f"{quoted(text)} in column {quoted(column.head)} is no whole number of 12 digits at most")
        return found

    def _seated(self, row: Row) -> Iterator[tuple[Seat, str]]:
        for column in self._of("seat"):
            text = row.cells[column.at]
            if text and text.lower() not in _SEATS:
                self.fail(row, f"{quoted(text)} in column {quoted(column.head)} is no seat; expected E, S, W or N")
            if text and column.player:
                yield _SEATS[text.lower()], column.player


def _one_of(players: Iterable[str]) -> str:
    known = list(players)
    return f"one of {list_words(known)}" if known else "columns with the points of players"
