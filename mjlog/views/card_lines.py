"""What the score card says at a moment: the lines that a seat's exposures leave open, and the line that was won.

Of a line only its label and value are told, never its groups. What exposures leave open depends on what lies face up
alone, so it may be told while a hand goes on. Source: american/dead-3, docs/do/cards.md#rulings,
docs/understand/trust.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from mjlog.answers import Answer, says
from mjlog.audit.card_worth import line_shown
from mjlog.rules.by_card import exposures_of, verdict_of
from mjlog.seats import Seat
from mjlog.table import Table
from mjlog.tiles import JOKER, TILES, Tile, parse_tiles
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


class GroupAnswer(Answer):
    """A group of a hand of the card."""

    tiles: tuple[Tile, ...]
    stands_for: Annotated[Tile | None, says("as in a set on the table, also for a group of jokers only")]

    @property
    def lying(self) -> tuple[SetTile, ...]:
        """Its tiles, with what its jokers stand for."""
        return group_tiles(self.tiles, self.stands_for)


class BoardLine(LineName):
    """The line that the hand was won by."""

    # Of a hand that was not shown, or of a card that is not at hand, there are none.
    groups: tuple[GroupAnswer, ...]


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


def line_won(table: Table) -> BoardLine | None:
    """The line that the hand was won by: the one that the tiles are once they were shown, before that the one named."""
    shown = line_shown(table)
    if shown is None or table.win is None:
        return label_won(table)
    return BoardLine(shown.label, shown.value, _groups(table, table.win.seat, shown.label))


def label_won(table: Table) -> BoardLine | None:
    """The line that the hand was won by, without its groups."""
    win, shown = table.win, line_shown(table)
    if shown is not None:
        return BoardLine(shown.label, shown.value, ())
    if win is None or win.line is None:
        return None
    return BoardLine(win.line, _value_of(table, win.line), ())


def _value_of(table: Table, label: str) -> int | None:
    lines = table.card.card.lines if table.card is not None else ()
    return next((line.value for line in lines if line.label == label), None)


def _groups(table: Table, seat: Seat, label: str) -> tuple[GroupAnswer, ...]:
    """The tiles of the winner as the groups of the line; single tiles that stand side by side are one."""
    place = table.place(seat)
    exposures = exposures_of(place)
    match = None
    if table.card is not None and exposures is not None:
        match = table.card.match_line(place.held, exposures, label)
    return () if match is None else tuple(_grouped(match))


def _grouped(match: Match) -> list[GroupAnswer]:
    groups: list[GroupAnswer] = []
    was_single = False
    for text, group in zip(match.assignment, match.hand.groups, strict=True):
        tiles = tuple(TILES[kind] for kind in parse_tiles(text))
        is_single = len(tiles) == 1
        if is_single and was_single:
            groups[-1] = replace(groups[-1], tiles=groups[-1].tiles + tiles)
        else:
            groups.append(GroupAnswer(tiles, TILES[group.kind] if TILES[JOKER] in tiles else None))
        was_single = is_single
    return groups
