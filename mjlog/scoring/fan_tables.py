"""What is kept of hands that are counted in fans, so that most are counted by a few look-ups.

A hand of four sets and a pair is read suit by suit. What a suit adds is one number, which sums: how many sets, of which
sort, and which chows and pungs. The chows of a hand make fans together, and so do its pungs with the pair; what they
can make is found once. All else that a fan may ask is little: hands that are alike in it count alike.

Nothing is counted here: `mjlog.scoring.fans` does, and a hand that is like one before is counted like that.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mjlog.hands import CHOW, KONG, PAIR, PUNG, Arrangement, Group, group_tiles
from mjlog.hands.shapes import (
    HONOR_SHIFT,
    SUIT_BITS,
    SUIT_MASK,
    can_be_held,
    honor_shapes,
    honor_splits,
    part_size,
    suit_shapes,
    suit_splits,
)
from mjlog.scoring.fan_facts import Part
from mjlog.scoring.hand import Share
from mjlog.tiles import FIRST_HONOR, HAND_TILES, format_tiles, is_dragon, is_terminal

PART_MASKS = (SUIT_MASK, SUIT_MASK << SUIT_BITS, SUIT_MASK << 2 * SUIT_BITS, SUIT_MASK << HONOR_SHIFT)
"""Of packed tiles: bamboo, characters, dots, honors."""
FOURS = sum(0b100 << 3 * kind for kind in range(34))
"""The bits of packed tiles that are set where there are four of a kind."""
_MOST_KEPT = 300_000
# A sum: numbers of four bits, then which chows there are (three bits each), which pungs, and of what the pair is.
_FIELDS = ("pair", "set", "concealed_pung", "concealed_kong", "melded_kong", "melded", "chow", "fives", "outside")
_AT = {name: 4 * place for place, name in enumerate(_FIELDS)}
CONCEALED_PUNGS_AT = _AT["concealed_pung"]
WHOLE, WHOLE_MASK = 0x41, 0xFF
ONE_CONCEALED_PUNG = 1 << _AT["concealed_pung"]
COUNTS = (1 << 4 * len(_FIELDS)) - 1
_CHOWS_AT = 4 * len(_FIELDS)
_PUNGS_AT = _CHOWS_AT + 63
_PAIR_AT = _PUNGS_AT + 34
_CHOWS, _PUNGS = ((1 << 63) - 1) << _CHOWS_AT, ((1 << 34) - 1) << _PUNGS_AT
_CHOWS_AND_PAIR, _PUNGS_AND_PAIR = _CHOWS | 63 << _PAIR_AT, _PUNGS | 63 << _PAIR_AT
NO_WAIT, EDGE, CLOSED, SINGLE = range(4)


class SuitShare(NamedTuple):
    """What concealed tiles of one suit, or the honors, add to a hand in one arrangement.

    `total`: the sum; `sorts`: which sorts of tiles there are, a bit each; `allowed`: which of the sets of kinds that
    fans ask for have all of these tiles, a bit each. By rank, the wait if that tile came last (`waits`), and whether a
    claimed one can only have completed a pung (`pungs`).
    """

    total: int
    sorts: int
    allowed: int
    waits: tuple[int, ...]
    pungs: tuple[bool, ...]
    share: Share


class SuitTable(dict[int, "tuple[SuitShare, ...]"]):
    """By the packed tiles of a suit in their place: what they add, once for each way to arrange them."""

    def __init__(self, part: int, asked: Sequence[int]) -> None:
        super().__init__()
        self._first, self._asked = 9 * part, asked
        self._splits: Callable[[int, int], tuple[Arrangement, ...]] = honor_splits if part == 3 else suit_splits
        self._shapes = honor_shapes if part == 3 else suit_shapes

    def prepare(self) -> None:
        """Split all tiles that a hand can hold."""
        for shape in self._shapes():
            if can_be_held(shape) and part_size(shape) <= HAND_TILES:
                self[shape << 3 * self._first]

    def __missing__(self, packed: int) -> tuple[SuitShare, ...]:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[packed] = tuple(map(self._share, self._splits(packed >> 3 * self._first, self._first)))
        return found

    def _share(self, way: Arrangement) -> SuitShare:
        ranks = range(self._first, self._first + 9)
        texts = tuple(format_tiles(group_tiles(group)) for group in way)
        return SuitShare(
            sum(added(group, is_melded=False) for group in way), *told(way, self._asked),
            tuple(max((wait_for(group, kind) for group in way), default=NO_WAIT) for kind in ranks),
            tuple(_is_in_a_pung_only(way, kind) for kind in ranks), (0, 0, (), texts, way, b""),
        )  # fmt: skip


def added(group: Group, is_melded: bool) -> int:
    """What a set or pair adds to a sum."""
    form, tile = group
    kinds = group_tiles(group)
    total = (any(kind < FIRST_HONOR and kind % 9 == 4 for kind in kinds) << _AT["fives"]) + (
        any(kind >= FIRST_HONOR or is_terminal(kind) for kind in kinds) << _AT["outside"]
    )
    if form == PAIR:
        return total + 1 + (tile << _PAIR_AT)
    total += 1 << _AT["set"]
    total += is_melded << _AT["melded"]
    if form == CHOW:
        return total + (1 << _AT["chow"]) + (1 << _CHOWS_AT + 3 * (tile // 9 * 7 + tile % 9))
    total += (not is_melded) << _AT["concealed_pung"]
    if form == KONG:
        total += 1 << _AT["melded_kong" if is_melded else "concealed_kong"]
    return total + (1 << _PUNGS_AT + tile)


def told(groups: Iterable[Group], asked: Sequence[int]) -> tuple[int, int]:
    """Which sorts of tiles there are in some sets, and which of the `asked` sets of kinds have all of them."""
    kinds = [kind for group in groups for kind in group_tiles(group)]
    sorts, bits = 0, sum(1 << kind for kind in {*kinds})
    for kind in kinds:
        sorts |= 1 << (3 + is_dragon(kind) if kind >= FIRST_HONOR else kind // 9)
        sorts |= is_terminal(kind) << 5
    return sorts, sum((not bits & ~mask) << place for place, mask in enumerate(asked))


def wait_for(group: Group, last: int) -> int:
    """What is waited for with a tile that completes this set, where nothing else could come."""
    form, tile = group
    if form == PAIR:
        return SINGLE if last == tile else NO_WAIT
    if form != CHOW or not tile <= last <= tile + 2:
        return NO_WAIT
    if last == tile + 1:
        return CLOSED
    return EDGE if (last - tile, tile % 9) in ((2, 0), (0, 6)) else NO_WAIT


def _is_in_a_pung_only(way: Arrangement, last: int) -> bool:
    holding = [form for form, tile in way if last in group_tiles((form, tile))]
    return bool(holding) and all(form == PUNG for form in holding)


def chows_of(total: int) -> int:
    """The chows of a sum, with a pair of fives beside four of them, which some fans ask for."""
    pair = total >> _PAIR_AT & 63
    is_asked = total >> _AT["chow"] & 15 == 4 and pair < FIRST_HONOR and pair % 9 == 4
    return total & (_CHOWS_AND_PAIR if is_asked else _CHOWS)


def all_chows() -> Iterator[int]:
    """All that `chows_of` a sum can be."""
    fives = [(9 * suit + 4) << _PAIR_AT for suit in range(3)]
    for number in range(5):
        for chows in itertools.combinations_with_replacement(range(21), number):
            key = sum(1 << _CHOWS_AT + 3 * place for place in chows)
            yield from (key, *(key | pair for pair in fives if number == 4))


def chow_parts(chows: int) -> tuple[Part, ...]:
    """The chows, in order, and the pair, as `chows_of` a sum has them."""
    kinds = [place // 7 * 9 + place % 7 for place in range(21) for _ in range(chows >> _CHOWS_AT + 3 * place & 7)]
    pair = chows >> _PAIR_AT & 63
    return (*(Part(CHOW, kind, 0) for kind in kinds), *([Part(PAIR, pair, 0)] if pair else []))


def pungs_of(total: int) -> int:
    """The pungs and kongs of a sum, with a pair of winds or dragons."""
    return total & (_PUNGS_AND_PAIR if total >> _PAIR_AT & 63 >= FIRST_HONOR else _PUNGS)


def pung_parts(pungs: int) -> tuple[Part, ...]:
    """The pungs, in order, and the pair, as `pungs_of` a sum has them."""
    kinds = [kind for kind in range(34) if pungs >> _PUNGS_AT + kind & 1]
    pair = pungs >> _PAIR_AT & 63
    return (*(Part(PUNG, kind, 0) for kind in kinds), *([Part(PAIR, pair, 0)] if pair else []))
