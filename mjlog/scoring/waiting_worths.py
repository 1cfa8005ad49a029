"""What each tile that a hand waits for would be worth to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mjlog.hands import waits_left
from mjlog.scoring.hand import Hand
from mjlog.scoring.possible_hand import USUAL_COPIES
from mjlog.scoring.scorer import Scorer
from mjlog.tiles import HAND_TILES, PLAIN_KINDS


class WaitingWorth(NamedTuple):
    """A tile that would complete a hand.

    `left`: so many of the kind are not in the hand, wherever they are. `wall`, `discard`: what the hand would be worth
    with it, in points, drawn from the live wall and claimed from another player.
    """

    kind: int
    left: int
    wall: int
    discard: int


def waiting_worths(hand: Hand, scorer: Scorer, copies: Sequence[int] = USUAL_COPIES) -> tuple[WaitingWorth, ...]:
    """The tiles that would complete a hand which did not win, by kind; none where it does not lack one tile.

    `copies`: how many tiles of each kind the rule set's tiles have. A kind of which the hand holds all is not waited
    for. Whatever else can be true of a win (last tile, loose tile, a call) is not counted.
    """
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    laid = [given.tiles for given in hand.sets]
    if hand.won or sum(counts) + 3 * len(laid) != HAND_TILES - 1:
        return ()
    held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
    kinds = waits_left(counts, len(laid), held, forms=scorer.forms_of(hand), laid=laid)
    return tuple(
        WaitingWorth(kind, copies[kind] - held[kind], _worth(hand, kind, "wall", scorer),
                     _worth(hand, kind, "discard", scorer))
        for kind in kinds
    )  # fmt: skip


def _worth(hand: Hand, kind: int, source: str, scorer: Scorer) -> int:
    tiles = tuple(sorted((*hand.concealed, kind)))
    won = replace(hand, concealed=tiles, won=True, tile=kind, source=source)
    return scorer.score(won).total or 0
