"""Complete hands that are not four sets and a pair, as far as a rule set has them (`Forms`).

Seven pairs: any, or those of ones, nines, winds and dragons. The gates of heaven, where they are a hand of their own:
111, 2 to 8 and 999 of one suit, and one of 2 to 8 twice. The wriggling snake: a pair of ones, 2 to 9 of their suit, one
of each wind; chows of its run may lie on the table. Knitted hands: pairs of one number in two suits; threes of one
number in all three suits and a pair; hands with a knitted nine, 1 4 7 of one suit, 2 5 8 of another and 3 6 9 of the
third.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mjlog.hands.shapes import (
    GATES,
    HONOR_SHIFT,
    HONORS_AND_KNITTED,
    KNITTED_NINE,
    KNITTED_PAIR,
    KNITTED_THREE,
    ONE_TILE,
    PAIR,
    SNAKE,
    SUIT_BITS,
    WONDER_KINDS,
    WONDERS,
    Arrangement,
    Group,
    is_standard,
    meant,
    pack_tiles,
    part_size,
    parts,
    standard_arrangements,
    standard_waits,
    unpack,
)
from mjlog.table.plan import NO_WILD, Forms
from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, is_terminal

_SUITS = (0, 9, 18)
_ONES = {1 << 3 * rank: rank for rank in range(9)}
_TWOS = {2 << 3 * rank: rank for rank in range(9)}
"""One tile of a rank, and two, in the packed counts of a suit."""
_EACH_RANK = 0o111_111_111
_TWINS = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
"""Two suits, and the third."""


def knitting(packed: int, mixed: bool = False) -> Arrangement | None:
    """Seven pairs of the same number in the same two suits; a number may come several times.

    `mixed`: each pair may have two suits of its own.

    Source: western/limit-4, bmja/knitting.
    """
    if packed >> HONOR_SHIFT:
        return None
    if mixed:
        return _mixed_knitting(packed)
    suits = parts(packed)[:3]
    used = [at for at, part in enumerate(suits) if part]
    if len(used) != 2 or suits[used[0]] != suits[used[1]] or part_size(suits[used[0]]) != 7:
        return None
    return tuple(_knitted(suits[used[0]], used, KNITTED_PAIR))


def _knitted(part: int, suits: Sequence[int], form: int) -> Iterator[Group]:
    """One group of `form` for each tile of a suit's part, of that number in each of the suits."""
    for rank in range(9):
        group = (form, pack_tiles(9 * suit + rank for suit in suits))
        yield from (group for _ in range(part >> 3 * rank & 7))


def _mixed_knitting(packed: int) -> Arrangement | None:
    pairs: list[Group] = []
    suits = parts(packed)[:3]
    for rank in range(9):
        numbers = [part >> 3 * rank & 7 for part in suits]
        for one, other, third in _TWINS:
            # Of each number, what two suits have beside that of the third is in pairs of theirs.
            shared = numbers[one] + numbers[other] - numbers[third]
            if shared < 0 or shared % 2:
                return None
            if shared:
                pairs += [(KNITTED_PAIR, pack_tiles((9 * one + rank, 9 * other + rank)))] * (shared // 2)
    return tuple(pairs) if len(pairs) == _PAIRS_OF_A_HAND else None


_PAIRS_OF_A_HAND = 7


def knitting_waits(packed: int, mixed: bool = False) -> tuple[int, ...]:
    """The kinds which complete a knitting hand."""
    if packed >> HONOR_SHIFT:
        return ()
    if mixed:
        # Of each number there is an even number of tiles in such a hand: the one that is not even lacks a tile.
        bamboo, characters, dots, _ = parts(packed)
        odd = _ONES.get((bamboo ^ characters ^ dots) & _EACH_RANK)
        lacking = () if odd is None else [first + odd for first in _SUITS if packed >> 3 * (first + odd) & 7 < _COPIES]
        return tuple(kind for kind in lacking if _mixed_knitting(packed + ONE_TILE[kind]) is not None)
    suits = parts(packed)[:3]
    used = [at for at, part in enumerate(suits) if part]
    if len(used) != 2:
        return ()
    less, more = sorted(used, key=lambda suit: part_size(suits[suit]))
    rank = _ONES.get(suits[more] - suits[less])
    return () if rank is None or part_size(suits[more]) != 7 else (9 * less + rank,)


def mixed_knitting_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be seven pairs of one number each, in two suits of each pair's own?

    `most`: how many of a kind the hand may hold.
    """
    if any(known[FIRST_HONOR:PLAIN_KINDS]):
        return False
    reached = {0}
    for rank in range(9):
        kinds = (rank, 9 + rank, 18 + rank)
        least, top = tuple(known[kind] for kind in kinds), tuple(min(most[kind], _COPIES) for kind in kinds)
        reached = {before + pairs for before in reached for pairs in _pairs_between(least, top)}
    return _PAIRS_OF_A_HAND in reached


@functools.lru_cache(maxsize=1 << 12)
def _pairs_between(least: tuple[int, ...], top: tuple[int, ...]) -> frozenset[int]:
    """How many pairs of one number in two suits there can be, of so many tiles of it in each suit at least and most."""
    ways = itertools.product(range(_COPIES + 1), repeat=3)
    return frozenset(
        one + other + third
        for one, other, third in ways
        if all(
            low <= number <= high
            for low, number, high in zip(least, (one + other, one + third, other + third), top, strict=True)
        )
    )


_COPIES = 4


def triple_knitting(packed: int, two_suited_pair: bool = False) -> Arrangement | None:
    """Four threes of one number in all three suits; then two identical tiles, or one number in two suits.

    `two_suited_pair`: the latter only.

    Source: western/limit-4, bmja/triple-knitting.
    """
    *suits, honors = parts(packed)
    pair: Group | None
    if honors:
        rank = _TWOS.get(honors)
        if rank is None:
            return None
        threes = suits[0] if suits[0] == suits[1] == suits[2] else 0
        pair = (PAIR, FIRST_HONOR + rank)
    else:
        threes, pair = _threes_and_pair(suits)
    if pair is None or part_size(threes) != 4 or (two_suited_pair and pair[0] == PAIR):
        return None
    return (*_knitted(threes, range(3), KNITTED_THREE), pair)


def _threes_and_pair(suits: Sequence[int]) -> tuple[int, Group | None]:
    """The part that all three suits have, and the pair that is left of them."""
    for one, other, third in _TWINS:
        if suits[one] != suits[other]:
            continue
        rank = _TWOS.get(suits[third] - suits[one])
        if rank is not None:
            return suits[one], (PAIR, 9 * third + rank)
        rank = _ONES.get(suits[one] - suits[third])
        if rank is not None:
            return suits[third], (KNITTED_PAIR, pack_tiles((9 * one + rank, 9 * other + rank)))
    return 0, None


def triple_knitting_waits(packed: int, two_suited_pair: bool = False) -> tuple[int, ...]:
    """Kinds which complete a triple knitting hand."""
    honors = packed >> HONOR_SHIFT
    if honors and honors not in _ONES and honors not in _TWOS:
        return ()
    bamboo, characters, dots, _ = parts(packed)
    unlike = (bamboo ^ characters) | (bamboo ^ dots)
    ranks = (unlike | unlike >> 1 | unlike >> 2) & _EACH_RANK
    if ranks.bit_count() > 2:
        return ()
    # The missing tile makes up for what suits lack of a number that others have, or it is an honor.
    kinds = [first + rank for first in _SUITS for rank in range(9) if ranks >> 3 * rank & 1]
    kinds += [FIRST_HONOR + _ONES[honors]] if honors in _ONES else []
    return tuple(kind for kind in kinds if triple_knitting(packed + ONE_TILE[kind], two_suited_pair) is not None)


TWO_SUITED = tuple((one + rank, other + rank) for one, other in itertools.combinations(_SUITS, 2) for rank in range(9))
TRIPLE_PAIRS = (*((kind, kind) for kind in range(PLAIN_KINDS)), *TWO_SUITED)
"""What can close a triple knitting hand."""


# -- hands with a knitted nine: 1 4 7 of one suit, 2 5 8 of another and 3 6 9 of the third ----------------------------
#
# The knitted straight is such a nine, one set and a pair; honors and knitted tiles are fourteen different tiles, each
# an honor or one of the same nine.


NINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)))
    for firsts in itertools.permutations(range(3))
)
"""The kinds of each knitted nine there is."""
HONOR_KINDS = tuple(range(27, 34))
_PACKED = tuple(pack_tiles(nine) for nine in NINES)
_EACH_HONOR = pack_tiles(HONOR_KINDS)
_SETS = 1
"""Of a knitted straight, beside its nine."""


def knitted_straight(packed: int, sets_on_table: int = 0) -> tuple[Arrangement, ...]:
    """The ways in which concealed tiles, beside one set on the table at most, are a nine, a set and a pair.

    Source: mcr/form-4.
    """
    return tuple(
        ((KNITTED_NINE, nine), *way)
        for nine in _PACKED
        if _held_of(packed, nine) == nine
        for way in standard_arrangements(packed - nine, 4 - _SETS + sets_on_table)
    )


def knitted_straight_waits(packed: int, sets_on_table: int = 0) -> tuple[int, ...]:
    """Kinds which complete a knitted straight, beside one set on the table at most."""
    if sets_on_table > _SETS:
        return ()
    kinds: list[int] = []
    for nine in _PACKED:
        missing = nine & ~_held_of(packed, nine)
        if not missing:
            kinds += standard_waits(packed - nine, _SETS - sets_on_table)
        elif not missing & (missing - 1) and is_standard(packed - nine + missing, 4 - _SETS + sets_on_table):
            kinds.append((missing.bit_length() - 1) // 3)
    return tuple(kinds)


def honors_and_knitted(packed: int) -> Arrangement | None:
    """Fourteen different tiles, each an honor or one of the same knitted nine.

    Source: mcr/form-3.
    """
    whole = packed.bit_count() == 14 and any(not packed & ~(nine | _EACH_HONOR) for nine in _PACKED)
    return ((HONORS_AND_KNITTED, packed),) if whole else None


def honors_and_knitted_waits(packed: int) -> tuple[int, ...]:
    """Kinds which complete honors and knitted tiles."""
    if packed.bit_count() != 13 or packed & ~_EACH:
        return ()
    ways = [nine | _EACH_HONOR for nine in _PACKED if not packed & ~(nine | _EACH_HONOR)]
    return tuple(kind for kind in range(34) if any(ONE_TILE[kind] & way & ~packed for way in ways))


_EACH = sum(ONE_TILE[:34])


def _held_of(packed: int, nine: int) -> int:
    """Which kinds of a nine are among some tiles, one of each."""
    return (packed | packed >> 1 | packed >> 2) & nine


ODD = sum(1 << 3 * kind for kind in range(34))
"""The bits of packed counts that are set where the number of a kind is odd."""
_FOURS = ODD << 2
_MAJORS = sum(ONE_TILE[kind] for kind in WONDER_KINDS)


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
    odd = _odd_one(packed)
    return ((odd.bit_length() - 1) // 3,) if odd and seven_pairs(packed + odd, different) is not None else ()


def _odd_one(packed: int) -> int:
    """One tile of the only kind that is held once or thrice; 0 where there is not just one."""
    odd = packed & ODD
    return 0 if odd & (odd - 1) else odd


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
    odd = _odd_one(packed)
    return ((odd.bit_length() - 1) // 3,) if odd and pair_honors(packed + odd, repeated) is not None else ()


Laid = Sequence[Sequence[int]]
"""The tiles of the sets on the table, a sequence of kinds a set."""


PLAIN = Forms()
"""Four sets and a pair, and the thirteen wonders."""


@functools.lru_cache(maxsize=1 << 10)
def forms_by_claim(forms: Forms, tile: int) -> Forms:
    """The complete hands that another player's tile can complete.

    Source: bmja/gates.
    """
    return replace(forms, gates=False) if forms.gates and forms.gates_by_ends and not is_terminal(tile) else forms


@functools.lru_cache(maxsize=1 << 6)
def plain(forms: Forms) -> Forms:
    """The same complete hands, of tiles that stand for nothing else."""
    return replace(forms, wild=NO_WILD)


def parted(counts: Sequence[int], forms: Forms, laid: Laid) -> tuple[list[int], int, list[tuple[int, ...]]]:
    """The concealed tiles without the wild ones, how many these are, and the sets on the table as they are meant."""
    natural = list(counts)
    wild, natural[forms.wild] = natural[forms.wild], 0
    return natural, wild, [meant(tiles, forms.wild) for tiles in laid]


_WINDS = 0o1111
_SNAKES = {first: pack_tiles((first, *range(first, first + 9), 27, 28, 29, 30)) for first in _SUITS}
_RUNS = {first: tuple((rank, rank + 1, rank + 2) for rank in range(first + 1, first + 7)) for first in _SUITS}
"""By the suit's first kind: the chows of its run 2 to 9."""
_TILES = frozenset(ONE_TILE[:34])


def snake(packed: int, laid: Laid = ()) -> Arrangement | None:
    """The concealed tiles as what the sets on the table leave of a wriggling snake.

    Source: western/limit-4.
    """
    if packed >> HONOR_SHIFT != _WINDS:
        return None
    return ((SNAKE, packed),) if packed in _concealed(laid) else None


def snake_waits(packed: int, laid: Laid = ()) -> tuple[int, ...]:
    """The kind which completes a wriggling snake."""
    winds = packed >> HONOR_SHIFT
    if winds & ~_WINDS or winds.bit_count() < 3:
        return ()
    missing = (whole - packed for whole in _concealed(laid))
    return tuple((each.bit_length() - 1) // 3 for each in missing if each in _TILES)


def _concealed(laid: Laid) -> Iterator[int]:
    """The concealed part of each snake that these sets on the table belong to, as packed counts."""
    for first in _SUITS:
        tiles = [tuple(sorted(each)) for each in laid]
        on_table = [kind for each in tiles for kind in each]
        if len(set(on_table)) == len(on_table) and all(each in _RUNS[first] for each in tiles):
            yield _SNAKES[first] - pack_tiles(on_table)


_ONE_OF_EACH = sum(1 << 3 * kind for kind in WONDER_KINDS)
_WONDERS = tuple(_ONE_OF_EACH + ONE_TILE[kind] for kind in WONDER_KINDS)


def thirteen_wonders(packed: int) -> Arrangement | None:
    """One of each one, nine, wind and dragon, and one of them twice.

    Source: classical/win-1, western/limit-1.
    """
    double = packed - _ONE_OF_EACH
    if double <= 0 or double & (double - 1) or not double & _ONE_OF_EACH:
        return None
    return ((WONDERS, (double.bit_length() - 1) // 3),)


_GATES = 0o311_111_113
_WHOLE = {_GATES + (1 << 3 * rank) << suit * SUIT_BITS for suit in range(3) for rank in range(1, 8)}


def _lacking_one(wholes: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """What completes these hands, by the tiles that lack one."""
    waits: dict[int, tuple[int, ...]] = {}
    for whole in wholes:
        for kind in sorted({*unpack(whole)}):
            lacking = whole - ONE_TILE[kind]
            waits[lacking] = (*waits.get(lacking, ()), kind)
    return waits


_WONDERS_WAITS, _GATES_WAITS = _lacking_one(_WONDERS), _lacking_one(_WHOLE)


def gates(packed: int) -> Arrangement | None:
    """The concealed tiles as gates of heaven.

    Source: bmja/gates.
    """
    return ((GATES, packed),) if packed in _WHOLE else None


def _may_be_snake(forms: Forms, laid: Laid) -> bool:
    return forms.snake and not (forms.hidden_snake and laid)


def whole_hands(forms: Forms, laid: Laid = ()) -> Iterator[int]:
    """Each special hand that is made of certain tiles, as the packed counts of its concealed part."""
    if _may_be_snake(forms, laid):
        yield from _concealed(laid)
    if not laid:
        yield from _WONDERS if forms.thirteen else ()
        yield from _WHOLE if forms.gates else ()


class Groups(NamedTuple):
    """A special hand of so many groups that share no tile, of `each` tiles of each of their kinds.

    `kinds`: those of each group; `most`: how often one may come up.
    """

    number: int
    kinds: Sequence[tuple[int, ...]]
    each: int
    most: int


_KNITTED = [
    Groups(7, [(one + rank, other + rank) for rank in range(9)], 1, 4)
    for one, other in itertools.combinations(_SUITS, 2)
]
THREES = Groups(4, [(rank, 9 + rank, 18 + rank) for rank in range(9)], 1, 4)
"""Of a triple knitting hand, which has a pair beside them."""
_PAIRS, _DIFFERENT = (Groups(7, [(kind,) for kind in range(34)], 2, most) for most in (2, 1))
_MAJOR_PAIRS, _REPEATED_MAJORS = (Groups(7, [(kind,) for kind in WONDER_KINDS], 2, most) for most in (1, 2))
_HONORS_AND_KNITTED = [Groups(14, [(kind,) for kind in (*nine, *HONOR_KINDS)], 1, 1) for nine in NINES]


@functools.lru_cache(maxsize=1 << 6)
def group_hands(forms: Forms) -> tuple[Groups, ...]:
    """The special hands that are so many groups: pairs, also of two suits, or different honors and knitted tiles."""
    groups: list[Groups] = []
    if forms.seven_pairs:
        groups.append(_DIFFERENT if forms.different_pairs else _PAIRS)
    if forms.honors_and_knitted:
        groups += _HONORS_AND_KNITTED
    if forms.pair_honors:
        groups.append(_REPEATED_MAJORS if forms.repeated_honors else _MAJOR_PAIRS)
    if forms.knitting and not forms.mixed_knitting:
        groups += _KNITTED
    return tuple(groups)


def _ways(packed: int, forms: Forms, laid: Laid) -> Iterator[Arrangement | None]:
    """The concealed tiles as each special hand, None for one that they are not.

    Beside sets on the table there are the snake, and the knitted straight.
    """
    if not laid:
        if forms.thirteen:
            yield thirteen_wonders(packed)
        if forms.seven_pairs:
            yield seven_pairs(packed, forms.different_pairs)
        if forms.knitting:
            yield knitting(packed, forms.mixed_knitting)
        if forms.triple_knitting:
            yield triple_knitting(packed, forms.two_suited_pair)
        if forms.pair_honors:
            yield pair_honors(packed, forms.repeated_honors)
        if forms.gates:
            yield gates(packed)
        if forms.honors_and_knitted:
            yield honors_and_knitted(packed)
    if _may_be_snake(forms, laid):
        yield snake(packed, laid)
    if forms.knitted_straight:
        yield from knitted_straight(packed, len(laid))


def is_special(packed: int, forms: Forms, laid: Laid = ()) -> bool:
    """Are the concealed tiles a special hand?"""
    return any(way is not None for way in _ways(packed, forms, laid))


def special_arrangements(packed: int, forms: Forms, laid: Laid = ()) -> tuple[Arrangement, ...]:
    """The concealed tiles as each special hand that they are."""
    return tuple(way for way in _ways(packed, forms, laid) if way is not None)


def special_waits(packed: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """Kinds which complete a special hand."""
    kinds: tuple[int, ...] = ()
    if not laid:
        if forms.thirteen:
            kinds += _WONDERS_WAITS.get(packed, ())
        if forms.seven_pairs:
            kinds += seven_pairs_waits(packed, forms.different_pairs)
        if forms.knitting:
            kinds += knitting_waits(packed, forms.mixed_knitting)
        if forms.triple_knitting:
            kinds += triple_knitting_waits(packed, forms.two_suited_pair)
        if forms.pair_honors:
            kinds += pair_honors_waits(packed, forms.repeated_honors)
        if forms.gates:
            kinds += _GATES_WAITS.get(packed, ())
        if forms.honors_and_knitted:
            kinds += honors_and_knitted_waits(packed)
    if forms.knitted_straight:
        kinds += knitted_straight_waits(packed, len(laid))
    return kinds + snake_waits(packed, laid) if _may_be_snake(forms, laid) else kinds


def special_possible(known: Sequence[int], most: Sequence[int], forms: Forms, laid: Laid = ()) -> bool:
    """Could the known concealed tiles and unseen ones be a special hand? `most`: how many of a kind it may hold."""
    for whole in map(numbers_of, whole_hands(forms, laid)):
        fits = all(known[kind] <= number <= most[kind] for kind, number in whole)
        if fits and sum(known[:34]) == sum([known[kind] for kind, _number in whole]):
            return True
    if laid:
        return False
    if any(_can_be_made(groups, known, most) for groups in group_hands(forms)):
        return True
    if forms.knitting and forms.mixed_knitting and mixed_knitting_possible(known, most):
        return True
    if not forms.triple_knitting:
        return False
    # Four threes beside one of the pairs
    honors = {kind for kind in HONOR_KINDS if known[kind]}
    threes = sum(max(known[rank], known[9 + rank], known[18 + rank]) for rank in range(9))
    if len(honors) > 1 or threes > _MOST_THREES:
        return False
    for pair in TWO_SUITED if forms.two_suited_pair else TRIPLE_PAIRS:
        if honors <= {*pair} and all(most[kind] >= pair.count(kind) for kind in pair):
            rest, free = list(known), list(most)
            for kind in pair:
                rest[kind], free[kind] = max(0, rest[kind] - 1), free[kind] - 1
            if _can_be_made(THREES, rest, free):
                return True
    return False


@functools.lru_cache(maxsize=1 << 10)
def numbers_of(packed: int) -> tuple[tuple[int, int], ...]:
    """The kinds that packed counts hold, each with its number."""
    return tuple((kind, packed >> 3 * kind & 7) for kind in sorted({*unpack(packed)}))


def _can_be_made(groups: Groups, known: Sequence[int], most: Sequence[int]) -> bool:
    """Can it be so many of these groups, of each kind as many tiles as are known at least, and no more than it may?"""
    if sum(known[:34]) > sum([known[kind] for group in groups.kinds for kind in group]):
        return False
    least = [max([-(-known[kind] // groups.each) for kind in group]) for group in groups.kinds]
    top = [min(groups.most, *[most[kind] // groups.each for kind in group]) for group in groups.kinds]
    fits = all(low <= high for low, high in zip(least, top, strict=True))
    return fits and sum(least) <= groups.number <= sum(top)


_MOST_THREES = 6
"""Four threes, and two that the tiles of the pair may seem to begin."""
