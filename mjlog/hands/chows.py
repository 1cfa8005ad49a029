"""How many chows four sets and a pair may have, where a rule set says so."""

from __future__ import annotations

from mjlog.hands.forms import Laid
from mjlog.hands.groups import CHOW, parts
from mjlog.hands.shapes import suit_splits
from mjlog.tiles import PLAIN_KINDS

_MOST_KEPT = 200_000
_FEWEST: dict[int, int] = {}
"""By the packed tiles of a suit: the fewest chows in any way to split them into sets and a pair."""


def has_few_chows(packed: int, laid: Laid, most: int) -> bool:
    """Can these concealed tiles, which are sets and a pair, be split so that there are no more than `most` chows?

    Those on the table count too: `laid`.

    Source: bmja/mahjong.
    """
    if most >= 4:
        return True
    bamboo, characters, dots, _ = parts(packed)
    return chows_laid(laid) + _fewest(bamboo) + _fewest(characters) + _fewest(dots) <= most


def chows_laid(laid: Laid) -> int:
    """How many of the sets on the table are chows; a set that nobody saw is none for certain."""
    return sum(len(set(tiles)) > 1 and max(tiles) < PLAIN_KINDS for tiles in laid)


def _fewest(suit: int) -> int:
    found = _FEWEST.get(suit)
    if found is None:
        if len(_FEWEST) >= _MOST_KEPT:
            _FEWEST.clear()
        ways = suit_splits(suit, 0) if suit else ()
        found = _FEWEST[suit] = min((sum(form == CHOW for form, _ in way) for way in ways), default=0)
    return found
