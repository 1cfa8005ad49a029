"""Sets as the server writes them: a number whose bits say which tiles lie there, which was claimed, and from whom.

Source: docs/lookup/riichi-records.md.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from mjlog.formats.riichi.tiles import ALL

_CHOW, _PUNG, _ADDED, _NORTH = 4, 8, 16, 32
_NORTHS = range(120, 124)
_SUITS = 3
_COPIES = 4


class Meld(NamedTuple):
    """A set: the numbers of its tiles, of a kong out of the hand the added or last one at the end.

    `claimed`: the number of the claimed tile, None for a kong out of the hand; `giver`: how many places after the
    owner's its discarder is; `own`: how such a kong was made. `north`: a tile laid aside, which is no set.
    """

    kind: Literal["chow", "pung", "kong", "north"]
    numbers: tuple[int, ...]
    claimed: int | None = None
    giver: int = 0
    own: Literal["concealed", "added"] = "concealed"


def read_meld(bits: int) -> Meld | None:
    """The set that a number stands for; None where it stands for none.

    >>> read_meld(48713)
    Meld(kind='pung', numbers=(124, 125, 127), claimed=127, giver=1, own='concealed')
    """
    if not 0 <= bits < 1 << 16:
        return None
    giver = bits & 3
    if bits & _CHOW:
        return _chow(bits, giver)
    if bits & (_PUNG | _ADDED):
        return _pung(bits, giver)
    first, claimed = bits >> 8 & ~3, bits >> 8
    if bits & _NORTH:
        return Meld("north", (claimed,)) if claimed in _NORTHS and not giver else None
    if claimed >= ALL:
        return None
    numbers = tuple(range(first, first + _COPIES))
    return Meld("kong", numbers, claimed, giver) if giver else Meld("kong", numbers)


def _chow(bits: int, giver: int) -> Meld | None:
    base, which = divmod(bits >> 10, 3)
    suit, rank = divmod(base, 7)
    if suit >= _SUITS:
        return None
    first = 4 * (9 * suit + rank)
    numbers = tuple(first + 4 * step + (bits >> 3 + 2 * step & 3) for step in range(3))
    return Meld("chow", numbers, numbers[which], giver)


def _pung(bits: int, giver: int) -> Meld | None:
    kind, which = divmod(bits >> 9, 3)
    fourth = 4 * kind + (bits >> 5 & 3)
    if fourth >= ALL:
        return None
    three = tuple(number for number in range(4 * kind, 4 * kind + _COPIES) if number != fourth)
    if bits & _ADDED:
        return Meld("kong", (*three, fourth), None, giver, "added")
    return Meld("pung", three, three[which], giver)
