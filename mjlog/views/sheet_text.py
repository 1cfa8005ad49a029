"""The score sheet for a terminal: a column a player, in so many characters."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from mjlog.text import shown
from mjlog.views.sheet import ScoreSheet
from mjlog.views.sheet_hands import SheetCell, SheetHand
from mjlog.views.sheet_words import (
    checkpoint_words,
    dispute_words,
    final_words,
    finding_words,
    head_words,
    heading_words,
    how_words,
    legend_words,
    note_words,
    penalty_words,
    result_words,
    signed,
    standing_words,
    stated_words,
    total_words,
)

_FEWEST, _MOST = 17, 34
"""Characters of the column that says how a hand ended."""
_SHORTEST_NAME = 4
_GAP = "  "
_INDENT = " " * 4


def sheet_text(sheet: ScoreSheet, width: int = 80) -> str:
    """The sheet as lines of text. A line has seat and score of every player, the next gain or loss and total.

    `!` marks an announced score that is not the computed one; what is wrong with it stands among the findings.
    """
    lines = textwrap.wrap(f"score sheet of {sheet.game}", width)
    for name, text in heading_words(sheet):
        lines += _wrapped(text, width, f"{name + ':':9}")
    lines += ["", *_table(sheet, width)]
    penalties, disputes = list(map(penalty_words, sheet.penalties)), list(map(dispute_words, sheet.disputes))
    said = (_listed("penalties", penalties, width), _listed("disputes", disputes, width))
    for part in (_standing(sheet, width), *said, _findings(sheet, width), _head(sheet, width)):
        lines += ["", *part] if part else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=" " * min(len(indent), 9))


# -- the table ----------------------------------------------------------------------------------------------------

Block = tuple[list[str], list[list[str]]]
"""Lines of the first column, and of each player's."""


def _table(sheet: ScoreSheet, width: int) -> list[str]:
    blocks = _blocks(sheet, is_wide=True)
    sums = 2 if sheet.final else 1
    sizes = _sizes(sheet, blocks, width)
    if _left_over(sizes, width) < _FEWEST:
        blocks = _blocks(sheet, is_wide=False)
        sizes = _sizes(sheet, blocks, width)
    first = min(max(_left_over(sizes, width), _FEWEST), _MOST)
    names = [[shown(player, size)] for player, size in zip(sheet.players, sizes, strict=True)]
    rule = "-" * (first + sum(len(_GAP) + size for size in sizes))
    lines = [*_rows((["hand"], names), first, sizes), rule]
    for block in blocks[:-sums]:
        lines += _rows(block, first, sizes)
    return [*lines, rule, *(line for block in blocks[-sums:] for line in _rows(block, first, sizes))]


def _blocks(sheet: ScoreSheet, is_wide: bool) -> list[Block]:
    """The hands, the totals at the end, and the final scores of a game that has some."""
    hands: list[Block] = [(_first_column(hand), _cells(hand, is_wide)) for hand in sheet.hands]
    totals: Block = (["total"], [[total_words(total)] for total in sheet.column(sheet.totals)])
    if not sheet.final:
        return [*hands, totals]
    return [*hands, totals, (["final score"], [[final_words(points)] for points in sheet.column(sheet.final)])]


def _sizes(sheet: ScoreSheet, blocks: Sequence[Block], width: int) -> list[int]:
    """How wide each player's column is: for its numbers, and for the name so far as there is room."""
    room = max((width - _MOST) // max(len(sheet.players), 1) - len(_GAP), _SHORTEST_NAME)
    columns = zip(*(cells for _first, cells in blocks), strict=True)
    numbers = (max(len(line) for cell in column for line in cell) for column in columns)
    return [
        max(size, min(len(player), room), _SHORTEST_NAME) for size, player in zip(numbers, sheet.players, strict=True)
    ]


def _left_over(sizes: Sequence[int], width: int) -> int:
    """What the players' columns leave of a line."""
    return width - sum(len(_GAP) + size for size in sizes)


def _first_column(hand: SheetHand) -> list[str]:
    round_ = "" if hand.round is None else f"{hand.round.value} "
    return [f"{hand.number or 0:>3} {round_}{result_words(hand)}", *filter(None, [how_words(hand), *note_words(hand)])]


def _cells(hand: SheetHand, is_wide: bool) -> list[list[str]]:
    if hand.outcome == "in progress":
        return [[cell.seat.value if cell.seat is not None else ""] for cell in hand.cells]
    size = max((len(_change(cell)) for cell in hand.cells), default=0)
    totals = max((len(total_words(cell.total)) for cell in hand.cells), default=0)
    return [_cell(cell, size, totals, is_wide) for cell in hand.cells]


def _cell(cell: SheetCell, size: int, totals: int, is_wide: bool) -> list[str]:
    seat = cell.seat.value if cell.seat is not None else "-"
    score = "" if cell.score is None else f"{'!' if cell.is_wrong else ''}{cell.score}"
    total, change = total_words(cell.total), _change(cell)
    first = f"{seat} {score:>4}"
    fines = [f"fine {signed(cell.penalties)}"] if cell.penalties else []
    return [first, *fines, *([f"{change:>{size}} {total:>{totals}}"] if is_wide else [change, total])]


def _change(cell: SheetCell) -> str:
    return "" if cell.seat is None else signed(cell.change)


def _rows(block: Block, first: int, sizes: Sequence[int]) -> list[str]:
    title, *more = block[0]
    # What follows the number stands under the words behind it.
    words = [
        title[:first],
        *(
            line
            for text in more
            for line in textwrap.wrap(text, first, initial_indent=_INDENT, subsequent_indent=_INDENT)
        ),
    ]
    lines = []
    for left, *cells in zip_longest(words, *block[1], fillvalue=""):
        right = (cell.rjust(size) for cell, size in zip(cells, sizes, strict=True))
        lines.append(_GAP.join([left.ljust(first), *right]))
    return lines


# -- below the table ----------------------------------------------------------------------------------------------


def _standing(sheet: ScoreSheet, width: int) -> list[str]:
    said = (legend_words(sheet), standing_words(sheet), stated_words(sheet))
    return [line for text in said if text for line in _wrapped(text, width)]


def _listed(title: str, said: Sequence[str], width: int) -> list[str]:
    lines = [line for words in said for line in _wrapped(words, width, "  ")]
    return [title, *lines] if lines else []


def _findings(sheet: ScoreSheet, width: int) -> list[str]:
    found = [(f"  hand {hand.number}: ", one) for hand in sheet.hands for one in hand.findings]
    found = [*(("  before the first hand: ", one) for one in sheet.early), *found]
    lines = [line for place, one in found for line in _wrapped(finding_words(one), width, place)]
    return ["findings", *lines] if lines else []


def _head(sheet: ScoreSheet, width: int) -> list[str]:
    lines = _wrapped(head_words(sheet), width)
    if sheet.head is None:
        return lines
    return [*lines, *textwrap.wrap(sheet.head.id, max(width, 32)), checkpoint_words(sheet)]
