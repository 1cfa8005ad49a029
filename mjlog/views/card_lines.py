"""What the score card says at a moment: the lines that a seat's exposures leave open, and the line that was won.

Of a line only its label and value are told, never its groups. What exposures leave open depends on what lies face up
alone, so it may be told while a hand goes on. Source: american/dead-3, docs/do/cards.md#rulings,
docs/understand/trust.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from mjlog.answers import Answer, says
from mjlog.audit.card_worth import lines_won
from mjlog.rules.by_card import exposures_of, verdict_of
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.tiles import parse_tiles
from mjlog.views.laid import SetTile, group_tiles

if TYPE_CHECKING:
    from mjlog.cards.document import CardLine
    from mjlog.cards.matcher import Match


class LineName(Answer):
    """A line of a score card, as it may be told."""

    label: str
    value: Annotated[int | None, says("points")]


class LinesLeft(Answer):
    """The lines of the card that a hand can still be by its exposures; none: the hand can be shown to be dead."""

    basis: Annotated[str, says("`rack`, its own exposures, or `table`, everything that lies face up")]
    lines: tuple[LineName, ...]


class LineWon(NamedTuple):
    """The line that a hand was won by. `value`: None where no card says it.

    `groups`: the fourteen tiles as the groups of the line, jokers as what they stand for; empty where the hand was
    not shown, or the card is not at hand.
    """

    label: str
    value: int | None
    groups: tuple[tuple[SetTile, ...], ...] = ()


def lines_left(table: Table, seat: Seat) -> LinesLeft | None:
    """What a seat can still be by its exposures; None without exposures, or without the card."""
    exposures = exposures_of(table.place(seat)) if table.card is not None else None
    if table.card is None or not exposures:
        return None
    basis = table.plan.dead_basis
    lines = table.card.card.lines
    verdict = verdict_of(table, seat, exposures, basis)
    return LinesLeft(basis, tuple(_named(lines[line]) for line in verdict.lines))


def _named(line: CardLine) -> LineName:
    return LineName(line.label, line.value)


def line_won(table: Table) -> LineWon | None:
    """The line that the hand was won by: the one that the tiles are once they were shown, before that the one named."""
    shown = _line_shown(table)
    if shown is None or table.win is None:
        return label_won(table)
    return LineWon(shown.label, shown.value, _groups(table, table.win.seat, shown.label))


def label_won(table: Table) -> LineWon | None:
    """The line that the hand was won by, without its groups."""
    win, shown = table.win, _line_shown(table)
    if shown is not None:
        return LineWon(shown.label, shown.value)
    if win is None or win.line is None:
        return None
    return LineWon(win.line, _value_of(table, win.line))


def _line_shown(table: Table) -> CardLine | None:
    """The line that the winner's tiles are, once they were shown and are no other."""
    place = None if table.win is None else table.place(table.win.seat)
    if place is None or place.shown is None or place.unknown:
        return None
    lines = lines_won(table)
    return lines[0] if len(lines) == 1 else None


def _value_of(table: Table, label: str) -> int | None:
    lines = table.card.card.lines if table.card is not None else ()
    return next((line.value for line in lines if line.label == label), None)


def _groups(table: Table, seat: Seat, label: str) -> tuple[tuple[SetTile, ...], ...]:
    """The tiles of the winner as the groups of the line; single tiles that stand side by side are one."""
    place = table.place(seat)
    exposures = exposures_of(place)
    match = None
    if table.card is not None and exposures is not None:
        match = table.card.match_line(place.held, exposures, label)
    return () if match is None else tuple(_grouped(match))


def _grouped(match: Match) -> list[tuple[SetTile, ...]]:
    groups: list[tuple[SetTile, ...]] = []
    was_single = False
    for text, group in zip(match.assignment, match.hand.groups, strict=True):
        tiles = group_tiles(parse_tiles(text), group.kind)
        is_single = len(tiles) == 1
        if is_single and was_single:
            groups[-1] += tiles
        else:
            groups.append(tiles)
        was_single = is_single
    return groups
