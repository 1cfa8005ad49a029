"""What the winning tile did: was it the only one that could come, did it complete the pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mjlog.hands import Forms
from mjlog.hands.groups import ONE_TILE, SUIT_MASK
from mjlog.hands.shapes import honor_additions, suit_additions, worths
from mjlog.hands.waits import packed_waits
from mjlog.scoring import tally
from mjlog.scoring.facts import Manner, Win
from mjlog.scoring.hand import Hand
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, is_major

EYES: tuple[int, ...] = tuple(tally.EYES_MAJOR if is_major(kind) else tally.EYES_MINOR for kind in range(34))
"""The flag for a pair of each kind that the winning tile completed."""


def winning_tile_flags(total: int, flags: int, packed: int, hand: Hand, win: Win, manner: Manner) -> int:
    """The flags that the winning tile earns a hand of four sets and a pair.

    `total`, `flags`: of its shares; `packed`: all concealed tiles. Of a dealt hand no tile came last.

    Source: classical/points-2.
    """
    pair = flags >> tally.PAIR_KIND_SHIFT & tally.PAIR_KIND_MASK
    tile = hand.tile
    if tile is None or win.dealt:
        return 0
    eyes = total & tally.CLAIMED_PAIR if win.claimed else pair == hand.tile
    won = EYES[tile] if eyes else 0
    if (manner.forms.seven_pairs and not hand.sets) or manner.forms.chows < 4:
        laid = [given.tiles for given in hand.sets]
        rivals = packed_waits(packed - ONE_TILE[tile], len(laid), manner.forms, laid)
        return won if any(kind != tile and not _is_gone(kind, hand) for kind in rivals) else won | tally.ONLY_PLACE
    return won | place_flag(packed, tile, hand)


def only_tile_flag(packed: int, hand: Hand, forms: Forms, standard: bool) -> int:
    """The flag where the winning tile's kind alone could complete the hand as it was held before, in any form.

    A kind of which the player held all four does not count, wherever they lay. Of a dealt hand no tile came last.
    `standard`: the hand is four sets and a pair, so that the other tiles of its suit are soon told.

    Source: western/points-5.
    """
    tile = hand.tile
    if tile is None or hand.source in ("deal", None):
        return 0
    before = packed - ONE_TILE[tile]
    laid = [given.tiles for given in hand.sets]
    soon_told = standard and forms.chows >= 4
    for kind in _rivals(packed, tile) if soon_told else ():
        if kind < PLAIN_KINDS and _held(before, laid, kind) < 4:
            return 0
    for kind in packed_waits(before, len(laid), forms, laid):
        if kind != tile and _held(before, laid, kind) < 4:
            return 0
    return tally.ONLY_TILE


def _held(packed: int, laid: Sequence[tuple[int, ...]], kind: int) -> int:
    """How many tiles of a kind a player has, concealed and on the table."""
    return (packed >> 3 * kind & 7) + sum([tiles.count(kind) for tiles in laid])


def _rivals(packed: int, tile: int) -> list[int]:
    """Other kinds of the winning tile's suit that would have completed four sets and a pair; or `ANOTHER_PAIR`."""
    first = _FIRST[tile]
    table = RIVALS if first < FIRST_HONOR else HONOR_RIVALS
    return [first + rank for rank in table[(packed >> 3 * first & SUIT_MASK) << 4 | tile - first]]


LAST_TILE_FLAGS: tuple[int, ...] = tuple(
    eyes | place for place in (0, tally.ONLY_PLACE) for eyes in (0, tally.EYES_MINOR, tally.EYES_MAJOR)
)
"""What a last tile can earn, by the codes of `last_tile_codes`."""


def last_tile_codes(shape: int, first: int, pair: int | None) -> bytes:
    """By rank, what a last tile of it earns a self-drawn hand of four sets and a pair, split in the only way there is.

    `shape`: the packed tiles of the suit from `first` on; `pair`: the kind of the pair, if that is of this suit.
    Nothing is known of the table, and nothing is laid on it.
    """
    return bytes(_last_tile_code(shape, first, rank, pair) if shape >> 3 * rank & 7 else 0 for rank in range(9))


def _last_tile_code(shape: int, first: int, rank: int, pair: int | None) -> int:
    alike = (RIVALS if first < FIRST_HONOR else HONOR_RIVALS)[shape << 4 | rank]
    eyes = EYES[first + rank] if pair == first + rank else 0
    return LAST_TILE_FLAGS.index(eyes | (0 if alike else tally.ONLY_PLACE))


def place_flag(packed: int, tile: int, hand: Hand) -> int:
    """The flag for the only place, where nothing but four sets and a pair is a complete hand; otherwise 0."""
    first = _FIRST[tile]
    alike = (RIVALS if first < FIRST_HONOR else HONOR_RIVALS)[(packed >> 3 * first & SUIT_MASK) << 4 | tile - first]
    if not alike or ((hand.visible or hand.sets) and all(_is_gone(first + rank, hand) for rank in alike)):
        return tally.ONLY_PLACE
    return 0


_FIRST: tuple[int, ...] = tuple(kind // 9 * 9 for kind in range(34))


def _is_gone(kind: int, hand: Hand) -> bool:
    """Do all four tiles of a kind lie on the table, or in the hand's own sets where the table is not known?"""
    if kind >= PLAIN_KINDS:
        return False
    if hand.visible is not None:
        return hand.visible[kind] >= 4
    return bool(hand.sets) and sum(laid.tiles.count(kind) for laid in hand.sets) >= 4


class Rivals(dict[int, tuple[int, ...]]):
    """By the tiles of one suit, shifted left by 4, and the rank of one that came last: which others would have done.

    The other suits are complete as they are. Where this suit was so before that tile came, it held one of two pairs
    that could become a set. Then the other pair's kind is a rival, wherever it is: `ANOTHER_PAIR`.
    """

    def __init__(
        self, table: Callable[[], Mapping[int, int]], additions: Callable[[int], Sequence[tuple[int, int]]]
    ) -> None:
        super().__init__()
        self._table, self._additions = table, additions

    def __missing__(self, key: int) -> tuple[int, ...]:
        shape, last = key >> 4, key & 15
        before, table = shape - (1 << 3 * last), self._table()
        if before in table:
            found: tuple[int, ...] = (ANOTHER_PAIR,)
        else:
            worth = table.get(shape)
            found = tuple(rank for rank, grown in self._additions(before) if grown == worth and rank != last)
        self[key] = found
        return found


ANOTHER_PAIR = PLAIN_KINDS
"""No rank: stands for the kind of the other pair. Two of it are in the hand, so never do all four lie on the table."""
RIVALS = Rivals(lambda: worths()[0], suit_additions)
HONOR_RIVALS = Rivals(lambda: worths()[3], honor_additions)
