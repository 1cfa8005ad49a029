"""The thirteen wonders."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.hands.groups import WONDER_KINDS, WONDERS, Arrangement

_WONDERS_MASK = sum(0o7 << 3 * kind for kind in WONDER_KINDS)
_ONE_OF_EACH = sum(1 << 3 * kind for kind in WONDER_KINDS)


def thirteen_wonders(packed: int) -> Arrangement | None:
    """One of each one, nine, wind and dragon, and one of them twice.

    Source: classical/win-1, western/limit-1.
    """
    double = packed - _ONE_OF_EACH
    if double <= 0 or double & (double - 1) or not double & _ONE_OF_EACH:
        return None
    return ((WONDERS, (double.bit_length() - 1) // 3),)


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


def wonders_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be the thirteen wonders? `most`: how many of a kind the hand may hold."""
    others = (kind for kind in range(34) if kind not in WONDER_KINDS)
    if any(known[kind] for kind in others) or any(most[kind] < 1 for kind in WONDER_KINDS):
        return False
    doubled = [kind for kind in WONDER_KINDS if known[kind] > 1]
    if doubled:
        return len(doubled) == 1 and known[doubled[0]] == 2
    return any(most[kind] >= 2 for kind in WONDER_KINDS)
