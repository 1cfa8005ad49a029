"""What a loser's hand lacked one tile of, where a rule set pays for that.

Source: bmja/fishing-limit, bmja/fishing-half, bmja/fishing-purity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjlog.hands import Forms, pack, waits_left
from mjlog.scoring import registry, tally
from mjlog.scoring.candidates import arranged, groups_of
from mjlog.scoring.facts import TileFacts
from mjlog.scoring.hand import Hand
from mjlog.scoring.judging import Case
from mjlog.scoring.rows import ScoringRow
from mjlog.tiles import PLAIN_KINDS

_TILES = 13


def hands_completed(hand: Hand, forms: Forms) -> Iterator[Hand]:
    """The hand of a loser with each tile that would have completed it, as if it had been drawn.

    A kind of which the player holds all four can complete nothing.
    """
    counts = [hand.concealed.count(kind) for kind in range(PLAIN_KINDS)]
    laid = [given.tiles for given in hand.sets]
    if sum(counts) + 3 * len(laid) != _TILES:
        return
    held = [count + sum(tiles.count(kind) for tiles in laid) for kind, count in enumerate(counts)]
    for kind in waits_left(counts, len(laid), held, forms=forms, laid=laid):
        yield Hand(hand.seat, hand.round, (*hand.concealed, kind), hand.sets, won=True, tile=kind, source="wall")


def rows_held(hand: Hand, case: Case, rows: Iterable[ScoringRow], forms: Forms) -> set[str]:
    """Which of these rows hold of a winner's hand, in any of its arrangements, by their ids."""
    packed = pack([hand.concealed.count(kind) for kind in range(PLAIN_KINDS)])
    found = set()
    for total, flags, shares in arranged(hand, packed, case, forms):
        facts = case.facts(total & tally.COUNTS_MASK, flags & tally.FLAGS_MASK)
        tiles = TileFacts(hand, facts, groups_of(shares))
        found |= {row.id for row in rows if _holds(row.pattern, tiles)}
    return found


def _holds(pattern: str, tiles: TileFacts) -> bool:
    if pattern in registry.HAND_PATTERNS:
        return registry.HAND_PATTERNS[pattern](tiles.facts)
    ask, when = registry.TILE_PATTERNS[pattern]
    return when(tiles.facts) and ask(tiles)
