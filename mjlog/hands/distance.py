"""How many tiles a hand lacks to be complete, and which bring it nearer.

A hand that lacks one tile is ready. Where several complete hands are equally near, a tile of any of them brings it
nearer.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mjlog.hands.shapes import ONE_PAIR, ONE_SET, chows_laid, pack, parts, worth_of
from mjlog.hands.special import (
    NINES,
    PLAIN,
    THREES,
    TRIPLE_PAIRS,
    TWO_SUITED,
    Groups,
    Laid,
    group_hands,
    numbers_of,
    parted,
    plain,
    whole_hands,
)
from mjlog.table.plan import NO_WILD, Forms

_ONE_CHOW = 256
"""What a chow adds to a worth beside that of a set, where chows are counted."""
_COPIES, _NEVER = 4, 99
_TILES = 0xFF
"""The bits of a number that are how many tiles are lacking; those above it are the kinds that are wanted."""


class Lack(NamedTuple):
    """How many tiles are lacking; `wanted`: the kinds of which one brings the hand nearer, a bit a kind."""

    tiles: int
    wanted: int

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of which one brings the hand nearer."""
        return tuple([kind for kind in range(self.wanted.bit_length()) if self.wanted >> kind & 1])


_Ways = dict[int, int]
"""By worth (shapes.py), what it takes to make as much of some tiles: how many are lacking, and above it the kinds."""


def lacking(counts: Sequence[int], sets_on_table: int = 0, *, forms: Forms = PLAIN, laid: Laid = ()) -> Lack:
    """What the concealed tiles, thirteen or fourteen with the sets on the table, lack of the nearest complete hand.

    Of a kind no more than four are asked for. A wild tile brings every hand nearer. `forms`, `laid`: see `is_complete`.

    >>> from mjlog.tiles import CODES, parse_tiles
    >>> hand = [parse_tiles("23b 456d 55d 9c").count(kind) for kind in range(34)]
    >>> found = lacking(hand, 2)
    >>> found.tiles, [CODES[kind] for kind in found.kinds]
    (1, ['1b', '4b'])

    Source: classical/win-1, western/win-1.
    """
    if forms.wild != NO_WILD:
        natural, wild, sets = parted(counts, forms, laid)
        lack = lacking(natural, sets_on_table, forms=plain(forms), laid=sets)
        return Lack(max(0, lack.tiles - wild), lack.wanted | 1 << forms.wild)
    least = _standard(pack(counts), 4 - sets_on_table, forms.chows - chows_laid(laid))
    if forms.knitted_straight and sets_on_table <= 1:
        for nine in NINES:
            missing = [kind for kind in nine if not counts[kind]]
            rest = list(counts)
            for kind in nine:
                rest[kind] -= rest[kind] > 0
            beside = _standard(pack(rest), 1 - sets_on_table, 4)
            whole = Lack(len(missing) + beside.tiles, sum(1 << kind for kind in missing) | beside.wanted)
            least = _nearer(least, whole)
    if len(laid) == sets_on_table:
        for other in _special(counts, forms, laid, least.tiles):
            least = _nearer(least, other)
    return least


def _nearer(lack: Lack, other: Lack) -> Lack:
    if lack.tiles == other.tiles:
        return Lack(lack.tiles, lack.wanted | other.wanted)
    return min(lack, other)


# -- four sets and a pair ---------------------------------------------------------------------------------------


def _standard(packed: int, sets: int, chows: int) -> Lack:
    most = chows if chows < sets else None
    bamboo, characters, dots, honors = parts(packed)
    some, more = _of_two(bamboo, characters, True, most), _of_two(dots, honors, False, most)
    ways: _Ways = {}
    for number in range(1 if most is None else most + 1):
        whole = worth_of(sets) + number * _ONE_CHOW
        for worth, way in some.items():
            rest = more.get(whole - worth)
            if rest is not None:
                _add(ways, 0, way, [(0, ((rest & ~_TILES) << 18) + (rest & _TILES))], None)
    return Lack(ways[0] & _TILES, ways[0] >> 8) if ways else Lack(_NEVER, 0)


@functools.lru_cache(maxsize=1 << 14)
def _of_two(first: int, other: int, is_suit: bool, chows: int | None) -> _Ways:
    """What two parts of a hand make together: two suits, or a suit and the honors."""
    more = [
        (worth, ((way & ~_TILES) << 9) + (way & _TILES))
        for worth, way in _ways(other, 9 if is_suit else 7, is_suit, chows).items()
    ]
    ways: _Ways = {}
    for worth, way in _ways(first, 9, True, chows).items():
        _add(ways, worth, way, more, chows)
    return ways


def _add(ways: _Ways, worth: int, way: int, more: Iterable[tuple[int, int]], chows: int | None) -> None:
    """Ways that begin so and go on in each of these; of those of one worth the cheapest, of equal ones all kinds."""
    possible = _possible(chows)
    for another, rest in more:
        both, whole = worth + another, way + rest
        if both in possible:
            known = ways.get(both)
            less = 1 if known is None else (known & _TILES) - (whole & _TILES)
            if less >= 0:
                ways[both] = whole if known is None or less else known | whole


@functools.cache
def _possible(chows: int | None) -> frozenset[int]:
    """The worths of no more than four sets, a pair, and so many chows."""
    plain = [sets * ONE_SET + pair * ONE_PAIR for sets in range(5) for pair in range(2)]
    return frozenset(worth + number * _ONE_CHOW for worth in plain for number in range((chows or 0) + 1))


_FORMS = ((0, 0), (2, ONE_PAIR), (3, ONE_SET))
"""How many tiles nothing, a pair and a pung take, and their worth."""


@functools.lru_cache(maxsize=1 << 17)
def _ways(shape: int, ranks: int, is_suit: bool, chows: int | None, before: int = 0, last: int = 0) -> _Ways:
    """All that a part of a hand, from one of its ranks on, can be made into.

    `chows`: the most of them, None where they are not counted; `before`, `last`: how many were begun two ranks and one
    rank before.
    """
    if not ranks:
        return {0: 0}
    ways: _Ways = {}
    have, wanted = shape & 7, _TILES + 1 << (9 if is_suit else 7) - ranks
    chow = ONE_SET if chows is None else ONE_SET + _ONE_CHOW
    # Three like chows are three pungs.
    for begun in range(3 if is_suit and ranks > 2 else 1):
        need = before + last + begun
        if need > _COPIES:
            break
        rest = _ways(shape >> 3, ranks - 1, is_suit, chows, last, begun).items()
        for size, form in _FORMS:
            lack = max(need + size - have, 0)
            if need + size > _COPIES:
                break
            _add(ways, form + begun * chow, wanted + lack if lack else 0, rest, chows)
    return ways


# -- special hands ----------------------------------------------------------------------------------------------


def _special(counts: Sequence[int], forms: Forms, laid: Laid, most: int) -> Iterator[Lack]:
    """What tiles lack of the special hands; of those that lack more than `most`, not what they want."""
    for whole in whole_hands(forms, laid):
        yield _of_tiles(counts, numbers_of(whole))
    if laid:
        return
    yield from (_of_groups(counts, groups, most) for groups in group_hands(forms))
    if forms.knitting and forms.mixed_knitting:
        mixed = _mixed_knitting(counts, most)
        most = min(most, mixed.tiles)
        yield mixed
    if forms.triple_knitting:
        yield from _triple_knitting(counts, forms.two_suited_pair, most)


def _of_tiles(counts: Sequence[int], whole: Iterable[tuple[int, int]]) -> Lack:
    """What tiles lack of these, given as kinds with their numbers."""
    tiles = wanted = 0
    for kind, number in whole:
        if counts[kind] < number:
            tiles += number - counts[kind]
            wanted |= 1 << kind
    return Lack(tiles, wanted)


def _of_groups(counts: Sequence[int], groups: Groups, most: int) -> Lack:
    """What tiles lack of so many of these groups."""
    held = [tuple([counts[kind] for kind in group]) for group in groups.kinds]
    costs = [_costs(each, groups.each, groups.most) for each in held]
    cheapest = sorted(itertools.chain.from_iterable(costs))[: groups.number]
    tiles, wanted = sum(cheapest), 0
    for group, prices in zip(groups.kinds, costs, strict=True) if tiles <= most else ():
        for times, price in enumerate(prices, 1):
            if 0 < price <= cheapest[-1]:
                wanted |= sum(1 << kind for kind in group if counts[kind] < times * groups.each)
    return Lack(tiles, wanted)


@functools.cache
def _costs(held: tuple[int, ...], each: int, most: int) -> list[int]:
    """How many tiles a group lacks where so many of its kinds are held, and the same group once more, and so on."""
    return [sum(min(each, max(0, times * each - have)) for have in held) for times in range(1, most + 1)]


def _mixed_knitting(counts: Sequence[int], most: int) -> Lack:
    """What tiles lack of seven pairs of one number each, in two suits of each pair's own."""
    fewest = {0: 0}
    for rank in range(9):
        ways = _pairs_of_a_number((counts[rank], counts[9 + rank], counts[18 + rank]))
        further: _Ways = {}
        for before, way in fewest.items():
            for pairs, more in enumerate(ways[: _PAIRS_OF_A_HAND + 1 - before], before):
                both = way + ((more & ~_TILES) << rank) + (more & _TILES)
                if both & _TILES > most:
                    # More pairs of a number lack no less.
                    break
                known = further.get(pairs)
                less = 1 if known is None else (known & _TILES) - (both & _TILES)
                if less >= 0:
                    further[pairs] = both if known is None or less else known | both
        fewest = further
    whole = fewest.get(_PAIRS_OF_A_HAND, _NEVER)
    return Lack(whole & _TILES, whole >> 8)


_PAIRS_OF_A_HAND = 7


@functools.lru_cache(maxsize=1 << 10)
def _pairs_of_a_number(held: tuple[int, ...]) -> tuple[int, ...]:
    """By how many pairs of one number in two suits: what they lack, and as wanted the ones of these suits."""
    best = [Lack(_NEVER, 0) for _ in range(_PAIRS_OF_A_HAND)]
    for one, other, third in itertools.product(range(_COPIES + 1), repeat=3):
        needed = (one + other, one + third, other + third)
        pairs = one + other + third
        if pairs < len(best) and max(needed) <= _COPIES:
            short = [max(0, need - have) for need, have in zip(needed, held, strict=True)]
            best[pairs] = _nearer(best[pairs], Lack(sum(short), sum(1 << 9 * at for at in range(3) if short[at])))
    return tuple([lack.tiles | lack.wanted << 8 for lack in best])


def _triple_knitting(counts: Sequence[int], two_suited_pair: bool, most: int) -> Iterator[Lack]:
    """Four threes beside each pair; a pair that lacks too much is not looked at."""
    threes = _of_groups(counts, THREES, -1).tiles
    for pair in TWO_SUITED if two_suited_pair else TRIPLE_PAIRS:
        lack = _of_tiles(counts, ((kind, pair.count(kind)) for kind in {*pair}))
        if threes + lack.tiles <= most:
            rest = list(counts)
            for kind in pair:
                rest[kind] -= 1
            beside = _of_groups(rest, THREES, most - lack.tiles)
            most = min(most, lack.tiles + beside.tiles)
            yield Lack(lack.tiles + beside.tiles, lack.wanted | beside.wanted)


# -- wild tiles, each of which stands for any other: of no kind a hand has more than four with those (bmja/goulash) ----


def stand_ins(counts: Sequence[int], sets_on_table: int, forms: Forms, laid: Laid = ()) -> Iterator[tuple[int, ...]]:
    """All that the wild tiles among fourteen can stand for in a complete hand: kinds in order, one a wild tile.

    >>> from mjlog.table.plan import Forms
    >>> from mjlog.tiles import format_tiles, parse_tiles
    >>> hand = [parse_tiles("44d 2b Ew 2b").count(kind) for kind in range(34)]
    >>> [format_tiles(kinds) for kinds in stand_ins(hand, 3, Forms(wild=1))]
    ['4d Ew', 'EEw']
    """
    natural, wild, sets = parted(counts, forms, laid)
    yield from _filled(natural, wild, sets_on_table, plain(forms), sets)


def _filled(
    counts: list[int], wild: int, sets_on_table: int, forms: Forms, laid: Laid, least: int = 0
) -> Iterator[tuple[int, ...]]:
    lack = lacking(counts, sets_on_table, forms=forms, laid=laid)
    if lack.tiles != wild:
        return
    if not wild:
        yield ()
    for kind in lack.kinds if wild else ():
        if kind >= least:
            with_it = [count + (kind == at) for at, count in enumerate(counts)]
            for rest in _filled(with_it, wild - 1, sets_on_table, forms, laid, kind):
                yield kind, *rest
