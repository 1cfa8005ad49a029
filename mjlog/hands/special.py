"""Complete hands that are not four sets and a pair: thirteen wonders, seven pairs."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.groups import PAIR, WONDER_KINDS, WONDERS, Arrangement

_WONDERS_MASK = sum(0o7 << 3 * kind for kind in WONDER_KINDS)
_ONE_OF_EACH = sum(1 << 3 * kind for kind in WONDER_KINDS)
_ALL_ONES = sum(1 << 3 * kind for kind in range(34))


def thirteen_wonders(packed: int) -> Arrangement | None:
    """One of each one, nine, wind and dragon, and one of them twice.

    Source: classical/win-1.
    """
    double = packed - _ONE_OF_EACH
    if double <= 0 or double & (double - 1) or not double & _ONE_OF_EACH:
        return None
    return ((WONDERS, (double.bit_length() - 1) // 3),)


def seven_pairs(packed: int) -> Arrangement | None:
    """Any seven pairs; four alike may be two of them.

    Source: classical/win-1.
    """
    if packed & _ALL_ONES:
        return None
    pairs = [kind for kind in range(34) for _ in range((packed >> 3 * kind & 7) // 2)]
    return tuple((PAIR, kind) for kind in pairs) if len(pairs) == 7 else None


def wonders_waits(packed: int) -> tuple[int, ...]:
    """Kinds which complete the thirteen wonders: the missing one, or each of the thirteen."""
    if packed & ~_WONDERS_MASK:
        return ()
    if packed == _ONE_OF_EACH:
        return WONDER_KINDS
    missing = [kind for kind in WONDER_KINDS if not packed >> 3 * kind & 7]
    if len(missing) == 1 and thirteen_wonders(packed + (1 << 3 * missing[0])) is not None:
        return (missing[0],)
    return ()


def seven_pairs_waits(packed: int) -> tuple[int, ...]:
    """The kind which completes seven pairs: the only one held once or thrice."""
    odd = packed & _ALL_ONES
    if not odd or odd & (odd - 1):
        return ()
    return ((odd.bit_length() - 1) // 3,) if seven_pairs(packed + odd) is not None else ()


def wonders_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be the thirteen wonders? `most`: how many of a kind the hand may hold."""
    others = (kind for kind in range(34) if kind not in WONDER_KINDS)
    if any(known[kind] for kind in others) or any(most[kind] < 1 for kind in WONDER_KINDS):
        return False
    doubled = [kind for kind in WONDER_KINDS if known[kind] > 1]
    if doubled:
        return len(doubled) == 1 and known[doubled[0]] == 2
    return any(most[kind] >= 2 for kind in WONDER_KINDS)


def seven_pairs_possible(known: Sequence[int], most: Sequence[int], unknown: int) -> bool:
    """Could these tiles and `unknown` unseen ones be seven pairs?"""
    odd = [kind for kind in range(34) if known[kind] % 2]
    if len(odd) > unknown or any(most[kind] <= known[kind] for kind in odd):
        return False
    fresh = sum((most[kind] - known[kind] - known[kind] % 2) // 2 for kind in range(34))
    return fresh * 2 >= unknown - len(odd)


def is_special(packed: int, pairs: bool, thirteen: bool) -> bool:
    """Thirteen wonders or seven pairs, as far as they are allowed."""
    if thirteen and thirteen_wonders(packed) is not None:
        return True
    return pairs and seven_pairs(packed) is not None


def special_arrangements(packed: int, *, pairs: bool, thirteen: bool) -> tuple[Arrangement, ...]:
    """Thirteen wonders and seven pairs, as far as they are allowed."""
    ways = (thirteen_wonders(packed) if thirteen else None, seven_pairs(packed) if pairs else None)
    return tuple(way for way in ways if way is not None)
