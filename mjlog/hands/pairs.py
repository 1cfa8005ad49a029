"""Seven pairs: any, or those of ones, nines, winds and dragons."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.groups import ONE_TILE, PAIR, WONDER_KINDS, Arrangement

ODD = sum(1 << 3 * kind for kind in range(34))
"""The bits of packed counts that are set where the number of a kind is odd."""
_FOURS = ODD << 2
_MAJORS = sum(ONE_TILE[kind] for kind in WONDER_KINDS)
_TILES = 14


def seven_pairs(packed: int, different: bool = False) -> Arrangement | None:
    """Any seven pairs; four alike may be two of them, unless they are to be `different`.

    Source: classical/win-1, western/limit-2, riichi/win-2.
    """
    if packed & ODD or (different and packed & _FOURS):
        return None
    pairs = [kind for kind in range(34) for _ in range((packed >> 3 * kind & 7) // 2)]
    return tuple((PAIR, kind) for kind in pairs) if len(pairs) == 7 else None


def seven_pairs_waits(packed: int, different: bool = False) -> tuple[int, ...]:
    """The kind which completes seven pairs: the only one held once or thrice."""
    odd = packed & ODD
    if not odd or odd & (odd - 1):
        return ()
    return ((odd.bit_length() - 1) // 3,) if seven_pairs(packed + odd, different) is not None else ()


def seven_pairs_possible(known: Sequence[int], most: Sequence[int], unknown: int, different: bool = False) -> bool:
    """Could these tiles and `unknown` unseen ones be seven pairs?"""
    if different:
        most = [min(2, count) for count in most]
        if any(have > may for have, may in zip(known[:34], most, strict=False)):
            return False
    odd = [kind for kind in range(34) if known[kind] % 2]
    if len(odd) > unknown or any(most[kind] <= known[kind] for kind in odd):
        return False
    fresh = sum((most[kind] - known[kind] - known[kind] % 2) // 2 for kind in range(34))
    return fresh * 2 >= unknown - len(odd)


def pair_honors(packed: int, repeated: bool = False) -> Arrangement | None:
    """Seven pairs of ones, nines, winds and dragons, different ones or also the same one twice (`repeated`).

    Source: bmja/pair-honors.
    """
    if repeated:
        return None if packed & ~(_MAJORS * 7) else seven_pairs(packed)
    twos = packed >> 1
    if packed & ~(_MAJORS << 1) or twos.bit_count() != 7:
        return None
    return tuple((PAIR, kind) for kind in WONDER_KINDS if twos & ONE_TILE[kind])


def pair_honors_waits(packed: int, repeated: bool = False) -> tuple[int, ...]:
    """The kind which completes seven pairs of ones, nines, winds and dragons."""
    odd = packed & ODD
    if not odd or odd & (odd - 1) or pair_honors(packed + odd, repeated) is None:
        return ()
    return ((odd.bit_length() - 1) // 3,)


def pair_honors_possible(known: Sequence[int], most: Sequence[int], repeated: bool = False) -> bool:
    """Could these tiles and unseen ones be such pairs? `most`: how many of a kind the hand may hold."""
    if any(known[kind] for kind in range(34) if kind not in WONDER_KINDS):
        return False
    if repeated:
        least = [known[kind] + known[kind] % 2 for kind in WONDER_KINDS]
        fits = all(need <= most[kind] for need, kind in zip(least, WONDER_KINDS, strict=True))
        return fits and sum(least) <= _TILES <= sum(most[kind] // 2 * 2 for kind in WONDER_KINDS)
    begun = [kind for kind in WONDER_KINDS if known[kind]]
    fits = all(known[kind] <= 2 <= most[kind] for kind in begun)
    return fits and len(begun) <= 7 <= sum(most[kind] >= 2 for kind in WONDER_KINDS)
