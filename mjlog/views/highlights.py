"""Which tiles a line of a score speaks of, so that they can be lit up among those of the player.

Sets, pairs and bonus tiles name their tiles. Of what is said of the whole hand, the pattern of the rule set's row knows
the tiles: the winning one, winds or dragons, concealed sets, or all. A line of a card speaks of its groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mjlog.audit.valuing import scorer_for
from mjlog.errors import NotationError
from mjlog.rulesets import Rules
from mjlog.scoring import Item, Score
from mjlog.scoring.earning import row_of, tiles_spoken_of
from mjlog.tiles import UNKNOWN, parse_tiles
from mjlog.views.board import Board, BoardSeat


def lit_tiles(rules: Rules, board: Board, view: BoardSeat, score: Score, item: Item) -> tuple[int, ...]:
    """The tiles of a player that a line of the score speaks of, as kinds in order; several alike stand several times.

    `view`: the player on the `board`; only tiles that can be seen there are among them. Empty where the line is about
    no tile: a bonus for winning at all, or an agreed value.
    """
    seen = Counter(_tiles_of(view))
    wanted = Counter(_spoken_of(rules, board, view, score, item, seen))
    return tuple(sorted((seen & wanted).elements()))


def lit_sets(score: Score) -> list[tuple[str, tuple[int, ...]]]:
    """The sets and pairs that a hand was counted in: each as the score names it, and its kinds.

    >>> from mjlog.scoring import Score
    >>> share = (0, 0, (), ("123b", "RRd"), (), b"")
    >>> lit_sets(Score(0, 0, 0, 0, None, (), (), (share,), True))
    [('123b', (0, 1, 2)), ('RRd', (31, 31))]
    """
    return [(text, _read(text)) for text in score.arrangement]


def _tiles_of(view: BoardSeat) -> Iterable[int]:
    laid = (tile for each in view.sets for tile in each.tiles)
    return (tile.kind for tile in (*view.concealed, *laid, *view.bonus) if tile.kind != UNKNOWN)


def _read(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_tiles(text))
    except NotationError:
        # A score from elsewhere may name its tiles in another way.
        return ()


def _spoken_of(
    rules: Rules, board: Board, view: BoardSeat, score: Score, item: Item, seen: Counter[int]
) -> Iterable[int]:
    if item.tiles:
        return _read(item.tiles)
    won_by = board.line if board.winner is view.seat else None
    if won_by is not None:
        return [tile.kind for group in won_by.groups for tile in group.tiles]
    scorer = scorer_for(rules)
    row = None if scorer is None else row_of(item, scorer)
    if row is None:
        return ()
    own = Counter(seen)
    own.subtract(tile.kind for tile in view.bonus)
    last = board.won_on.kind if view.seat in board.winners and board.won_on is not None else None
    return tiles_spoken_of(row.pattern, (+own).elements(), last, _concealed_pungs(view, score))


def _concealed_pungs(view: BoardSeat, score: Score) -> Iterable[tuple[int, ...]]:
    """Those in the hand are concealed, and those laid face down; all others lie open."""
    open_sets = [tuple(sorted(tile.kind for tile in laid.tiles)) for laid in view.sets if not laid.concealed]
    return (kinds for _text, kinds in lit_sets(score) if _is_pung(kinds) and kinds not in open_sets)


def _is_pung(kinds: tuple[int, ...]) -> bool:
    return len(kinds) >= 3 and len(set(kinds)) == 1
