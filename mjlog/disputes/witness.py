"""Hands of sets and a pair that the unseen tiles of a player can make: one of them shows that a mahjong can be right.

They are only proposed here; the rules say of each whether it is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS

_PAIR = 2


def complete_hands(
    held: Sequence[int], taken: Sequence[int], left: dict[int, int], unknown: int
) -> Iterator[list[int]]:
    """What the unseen tiles of a hand can be, so that it is all sets and one pair; pungs before chows.

    `held`: known tiles by kind; `taken`: the tile that completes the hand, where it is not in it; `left`: how many
    tiles of each kind nobody has seen; `unknown`: unseen tiles of the player. Kinds that no set is made of: no hand.
    """
    known = Counter({kind: number for kind, number in enumerate(held) if number})
    known.update(taken)
    total = known.total() + unknown
    if total % 3 != _PAIR or any(kind >= PLAIN_KINDS for kind in known):
        return
    for added in _filled(known, Counter(left), total // 3, True):
        if len(added) == unknown:
            yield sorted(added)


def _filled(known: Counter[int], left: Counter[int], sets: int, has_pair_left: bool) -> Iterator[list[int]]:
    """The unseen tiles of each way to make so many sets, and the pair; known tiles are used up first."""
    if not sets and not has_pair_left:
        if not known.total():
            yield []
        return
    first = min((kind for kind in known if known[kind]), default=None)
    for group in _groups(first, has_pair_left, sets):
        need = Counter(group)
        own = need & known
        fresh = need - own
        if any(left[kind] < number for kind, number in fresh.items()):
            continue
        is_pair = len(group) == _PAIR
        rest = _filled(known - own, left - fresh, sets - (not is_pair), has_pair_left and not is_pair)
        yield from ([*fresh.elements(), *more] for more in rest)


def _groups(first: int | None, has_pair_left: bool, sets: int) -> Iterator[tuple[int, ...]]:
    """Groups with the lowest known tile; where none is left, any."""
    kinds = range(PLAIN_KINDS) if first is None else (first,)
    if sets:
        yield from ((kind,) * 3 for kind in kinds)
        for kind in kinds:
            lows = (kind,) if first is None else (kind, kind - 1, kind - 2)
            for low in lows:
                if 0 <= low < FIRST_HONOR and low // 9 == kind // 9 and low % 9 <= 6:
                    yield low, low + 1, low + 2
    if has_pair_left:
        yield from ((kind, kind) for kind in kinds)
