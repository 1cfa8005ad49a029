"""Which tiles a line of a score speaks of, so that they can be lit up among those of the player.

Sets, pairs and bonus tiles name their tiles. What is said of the whole hand is told apart by what the row of the rule
set asks: the winning tile, winds or dragons, concealed sets, or all tiles. A line of a card speaks of its groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mjlog.audit.valuing import scorer_for
from mjlog.errors import NotationError
from mjlog.rulesets import Rules
from mjlog.scoring import Item, Score
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, UNKNOWN, parse_tiles
from mjlog.views.board import Board, SeatView

_DRAGONS = range(PLAIN_KINDS - 3, PLAIN_KINDS)
_WINDS = range(FIRST_HONOR, PLAIN_KINDS - 3)
_OF_DRAGONS = frozenset(("all-three-dragons", "big-three-dragons", "little-three-dragons", "three-great-scholars"))
_OF_WINDS = frozenset(("big-four-winds", "little-four-winds", "four-blessings"))
_OF_THE_LAST_TILE = frozenset((
    "drawn-tile", "from-the-wall", "last-tile", "last-tile-of-the-wall", "final-discard", "loose-tile",
    "robbing-a-kong", "kong-upon-kong", "twofold-fortune", "only-place", "only-possible-tile", "earths-blessing",
    "fishing-the-eyes-major", "fishing-the-eyes-minor", "plum-blossom", "moon-from-the-bottom-of-the-sea",
    "carrying-pole",
))  # fmt: skip
_OF_CONCEALED_SETS = frozenset(("three-concealed-pungs",))
_OF_NO_TILE = frozenset(("mahjong", "original-call", "easts-thirteenth-win", "no-chows", "no-score-hand"))
"""What the rows of a scoring table ask (`pattern`) of a hand as a whole; all others are about all of its tiles."""


def lit_tiles(rules: Rules, board: Board, view: SeatView, score: Score, item: Item) -> tuple[int, ...]:
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
    >>> share = (0, 0, (), ("123b", "RRd"), ())
    >>> lit_sets(Score(0, 0, 0, 0, None, (), (), (share,), True))
    [('123b', (0, 1, 2)), ('RRd', (31, 31))]
    """
    return [(text, _read(text)) for text in score.arrangement]


def _tiles_of(view: SeatView) -> Iterable[int]:
    laid = (one.kind for each in view.sets for one in each.tiles)
    return (kind for kind in (*view.concealed, *laid, *view.bonus) if kind != UNKNOWN)


def _read(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_tiles(text))
    except NotationError:
        # A score from elsewhere may name its tiles in another way.
        return ()


def _spoken_of(
    rules: Rules, board: Board, view: SeatView, score: Score, item: Item, seen: Counter[int]
) -> Iterable[int]:
    if item.tiles:
        return _read(item.tiles)
    won_by = board.line if board.by_card and board.winner is view.seat else None
    if won_by is not None:
        return [one.kind for group in won_by.groups for one in group]
    pattern = _pattern(rules, item)
    if pattern is None or pattern in _OF_NO_TILE:
        return ()
    if pattern in _OF_THE_LAST_TILE:
        is_won = board.winner is view.seat and board.won_on is not None
        return (board.won_on,) if is_won and board.won_on is not None else ()
    return _of_sets(pattern, view, score, seen)


def _of_sets(pattern: str, view: SeatView, score: Score, seen: Counter[int]) -> Iterable[int]:
    if pattern in _OF_DRAGONS | _OF_WINDS:
        kinds = _DRAGONS if pattern in _OF_DRAGONS else _WINDS
        return (kind for kind in seen.elements() if kind in kinds)
    if pattern in _OF_CONCEALED_SETS:
        # Those in the hand are concealed, and those laid face down; all others lie open.
        open_sets = [tuple(sorted(one.kind for one in laid.tiles)) for laid in view.sets if not laid.concealed]
        return [
            kind for _text, kinds in lit_sets(score) if _is_pung(kinds) and kinds not in open_sets for kind in kinds
        ]
    hand = Counter(seen)
    hand.subtract(view.bonus)
    return (+hand).elements()


def _is_pung(kinds: tuple[int, ...]) -> bool:
    return len(kinds) >= 3 and len(set(kinds)) == 1


def _pattern(rules: Rules, item: Item) -> str | None:
    """What the row of the rule set asks that the line comes from; None where no row is worth it (an agreed value)."""
    scorer = scorer_for(rules)
    rows = () if scorer is None else scorer.rows
    return next((row.pattern for row in rows if (row.name, row.rule) == (item.name, item.rule)), None)
