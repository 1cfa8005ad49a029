"""A hand in a row of tiles beside its score: for every tile which lines of the score speak of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mjlog.rulesets import Rules
from mjlog.scoring import Score
from mjlog.tiles import UNKNOWN, Tile
from mjlog.views.board import Board, BoardSeat
from mjlog.views.highlights import lit_tiles
from mjlog.views.laid import SetTile
from mjlog.views.moments import tiles_of


class LitTile(NamedTuple):
    """A tile, and the numbers of the lines that speak of it, from 0; `won`: the hand was won by it."""

    tile: SetTile
    lines: tuple[int, ...]
    won: bool = False


def lit_hand(rules: Rules, board: Board, view: BoardSeat, score: Score) -> list[list[LitTile]]:
    """The player's tiles as they lie: sets on the table, the hand, bonus tiles; empty where not all were seen."""
    groups = list(tiles_of(view))
    if any(one.tile.kind == UNKNOWN for group in groups for one in group):
        return []
    lines: list[list[list[int]]] = [[[] for _ in group] for group in groups]
    for number, item in enumerate(score.items):
        _light(groups, lines, number, Counter(lit_tiles(rules, board, view, score, item)))
    won_by = board.won_on if view.seat in board.winners else None
    won = None if won_by is None else _winning_tile(groups, view, won_by)
    return [
        [LitTile(one, tuple(spoken), (at, place) == won) for place, (one, spoken) in enumerate(zip(*both, strict=True))]
        for at, both in enumerate(zip(groups, lines, strict=True))
    ]


def _winning_tile(groups: Sequence[Sequence[SetTile]], view: BoardSeat, won_by: Tile) -> tuple[int, int] | None:
    """Which tile the hand was won by: one out of the hand, else of a set laid down with it."""
    in_hand = len(view.sets)
    order = sorted(range(len(groups)), key=lambda at: at != in_hand)
    return next(((at, place) for at in order for place, one in enumerate(groups[at]) if one.tile is won_by), None)


def _light(
    groups: Sequence[Sequence[SetTile]], lines: Sequence[Sequence[list[int]]], number: int, wanted: Counter[int]
) -> None:
    """Marks the tiles of one line of the score: whole sets before single tiles."""
    is_whole = [_is_in(group, wanted) for group in groups]
    for whole in (True, False):
        for group, of_group, taken in zip(groups, lines, is_whole, strict=True):
            if taken is not whole:
                continue
            for one, spoken in zip(group, of_group, strict=True):
                if wanted[one.tile.kind] > 0:
                    wanted[one.tile.kind] -= 1
                    spoken.append(number)


def _is_in(group: Iterable[SetTile], wanted: Counter[int]) -> bool:
    needed = Counter(one.tile.kind for one in group)
    return all(wanted[kind] >= count for kind, count in needed.items())
