"""Complete hands that are not four sets and a pair, as far as a rule set has them (`Forms`).

Seven pairs: any, or those of ones, nines, winds and dragons. The gates of heaven, where they are a hand of their own:
111, 2 to 8 and 999 of one suit, and one of 2 to 8 twice. The wriggling snake: a pair of ones, 2 to 9 of their suit, one
of each wind; chows of its run may lie on the table.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mjlog.hands.knitting import (
    honors_and_knitted,
    honors_and_knitted_possible,
    honors_and_knitted_waits,
    is_knitted_straight,
    knitted_straight,
    knitted_straight_waits,
    knitting,
    knitting_possible,
    knitting_waits,
    triple_knitting,
    triple_knitting_possible,
    triple_knitting_waits,
)
from mjlog.hands.shapes import (
    GATES,
    HONOR_SHIFT,
    ONE_TILE,
    PAIR,
    SNAKE,
    SUIT_BITS,
    WONDER_KINDS,
    WONDERS,
    Arrangement,
    pack_tiles,
    unpack,
)
from mjlog.table.plan import NO_WILD, Forms
from mjlog.tiles import is_terminal

ODD = sum(1 << 3 * kind for kind in range(34))
"""The bits of packed counts that are set where the number of a kind is odd."""
_FOURS = ODD << 2
_MAJORS = sum(ONE_TILE[kind] for kind in WONDER_KINDS)
_PAIR_TILES = 14


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
        return fits and sum(least) <= _PAIR_TILES <= sum(most[kind] // 2 * 2 for kind in WONDER_KINDS)
    begun = [kind for kind in WONDER_KINDS if known[kind]]
    fits = all(known[kind] <= 2 <= most[kind] for kind in begun)
    return fits and len(begun) <= 7 <= sum(most[kind] >= 2 for kind in WONDER_KINDS)


Laid = Sequence[Sequence[int]]
"""The tiles of the sets on the table, a sequence of kinds a set."""


PLAIN = Forms()
"""Four sets and a pair, and the thirteen wonders."""
_PLAIN = {(pairs, wonders): Forms(pairs, wonders) for pairs in (False, True) for wonders in (False, True)}


def chosen_forms(forms: Forms | None, seven_pairs: bool, thirteen: bool) -> Forms:
    """The forms given as such, or else as the two switches say."""
    return _PLAIN[seven_pairs, thirteen] if forms is None else forms


@functools.lru_cache(maxsize=1 << 10)
def forms_by_claim(forms: Forms, tile: int) -> Forms:
    """The complete hands that another player's tile can complete.

    Source: bmja/gates.
    """
    return replace(forms, gates=False) if forms.gates and forms.gates_by_ends and not is_terminal(tile) else forms


def meant(tiles: Sequence[int], wild: int) -> tuple[int, ...]:
    """The tiles of a set with its wild ones as what they stand for, where the others are alike.

    >>> from mjlog.tiles import format_tiles
    >>> format_tiles(meant([1, 5, 5], 1)), format_tiles(meant([1, 1, 1], 1))
    ('666b', '222b')
    """
    others = {kind for kind in tiles if kind != wild}
    if len(others) != 1 or len(others) == len(tiles):
        return tuple(tiles)
    return (*others,) * len(tiles)


@functools.lru_cache(maxsize=1 << 6)
def plain(forms: Forms) -> Forms:
    """The same complete hands, of tiles that stand for nothing else."""
    return replace(forms, wild=NO_WILD)


def parted(counts: Sequence[int], forms: Forms, laid: Laid) -> tuple[list[int], int, list[tuple[int, ...]]]:
    """The concealed tiles without the wild ones, how many these are, and the sets on the table as they are meant."""
    natural = list(counts)
    wild, natural[forms.wild] = natural[forms.wild], 0
    return natural, wild, [meant(tiles, forms.wild) for tiles in laid]


_SUITS = (0, 9, 18)
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


def snake_possible(known: Sequence[int], most: Sequence[int], laid: Laid = ()) -> bool:
    """Could these concealed tiles and unseen ones be a wriggling snake?"""
    return any(_can_be(unpack(whole), known, most) for whole in _concealed(laid))


def _can_be(wanted: Sequence[int], known: Sequence[int], most: Sequence[int]) -> bool:
    return all(known[kind] <= wanted.count(kind) <= most[kind] for kind in range(34))


def _concealed(laid: Laid) -> Iterator[int]:
    """The concealed part of each snake that these sets on the table belong to, as packed counts."""
    for first in _SUITS:
        tiles = [tuple(sorted(each)) for each in laid]
        on_table = [kind for each in tiles for kind in each]
        if len(set(on_table)) == len(on_table) and all(each in _RUNS[first] for each in tiles):
            yield _SNAKES[first] - pack_tiles(on_table)


_WONDERS_MASK = sum(0o7 << 3 * kind for kind in WONDER_KINDS)
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


_GATES = 0o311_111_113
_WHOLE = {_GATES + (1 << 3 * rank) << suit * SUIT_BITS for suit in range(3) for rank in range(1, 8)}


def _waits() -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for kind, tile in enumerate(ONE_TILE[:27]):
        for lacking in (whole - tile for whole in _WHOLE if whole >> 3 * kind & 7):
            found[lacking] = (*found.get(lacking, ()), kind)
    return found


_WAITS = _waits()
"""What completes them, by the tiles that lack one."""


def gates(packed: int) -> Arrangement | None:
    """The concealed tiles as gates of heaven.

    Source: bmja/gates.
    """
    return ((GATES, packed),) if packed in _WHOLE else None


def gates_waits(packed: int) -> tuple[int, ...]:
    """Kinds which complete the gates of heaven."""
    return _WAITS.get(packed, ())


def gates_possible(known: Sequence[int], most: Sequence[int]) -> bool:
    """Could these tiles and unseen ones be gates of heaven? `most`: how many of a kind the hand may hold."""
    wanted = ([tiles.count(kind) for kind in range(34)] for tiles in map(unpack, _WHOLE))
    return any(all(known[kind] <= hand[kind] <= most[kind] for kind in range(34)) for hand in wanted)


def _may_be_snake(forms: Forms, laid: Laid) -> bool:
    return forms.snake and not (forms.hidden_snake and laid)


def whole_hands(forms: Forms, laid: Laid = ()) -> Iterator[int]:
    """Each special hand that is made of certain tiles, as the packed counts of its concealed part."""
    if _may_be_snake(forms, laid):
        yield from _concealed(laid)
    if not laid:
        yield from _WONDERS if forms.thirteen else ()
        yield from _WHOLE if forms.gates else ()


def is_special(packed: int, forms: Forms, laid: Laid = ()) -> bool:
    """Are the concealed tiles a special hand? Beside sets on the table: the snake, and the knitted straight."""
    if _may_be_snake(forms, laid) and snake(packed, laid) is not None:
        return True
    if forms.knitted_straight and is_knitted_straight(packed, len(laid)):
        return True
    if laid:
        return False
    return (
        (forms.thirteen and thirteen_wonders(packed) is not None)
        or (forms.seven_pairs and seven_pairs(packed, forms.different_pairs) is not None)
        or (forms.knitting and knitting(packed, forms.mixed_knitting) is not None)
        or (forms.triple_knitting and triple_knitting(packed, forms.two_suited_pair) is not None)
        or (forms.pair_honors and pair_honors(packed, forms.repeated_honors) is not None)
        or (forms.gates and gates(packed) is not None)
        or (forms.honors_and_knitted and honors_and_knitted(packed) is not None)
    )


def special_arrangements(packed: int, forms: Forms, laid: Laid = ()) -> tuple[Arrangement, ...]:
    """The concealed tiles as each special hand that they are."""
    ways = (
        thirteen_wonders(packed) if forms.thirteen and not laid else None,
        seven_pairs(packed, forms.different_pairs) if forms.seven_pairs and not laid else None,
        knitting(packed, forms.mixed_knitting) if forms.knitting and not laid else None,
        triple_knitting(packed, forms.two_suited_pair) if forms.triple_knitting and not laid else None,
        pair_honors(packed, forms.repeated_honors) if forms.pair_honors and not laid else None,
        gates(packed) if forms.gates and not laid else None,
        snake(packed, laid) if _may_be_snake(forms, laid) else None,
        honors_and_knitted(packed) if forms.honors_and_knitted and not laid else None,
        *(knitted_straight(packed, len(laid)) if forms.knitted_straight else ()),
    )
    return tuple(way for way in ways if way is not None)


def special_waits(packed: int, forms: Forms, laid: Laid = ()) -> tuple[int, ...]:
    """Kinds which complete a special hand."""
    found: tuple[int, ...] = ()
    if not laid:
        if forms.thirteen:
            found += wonders_waits(packed)
        if forms.seven_pairs:
            found += seven_pairs_waits(packed, forms.different_pairs)
        if forms.knitting:
            found += knitting_waits(packed, forms.mixed_knitting)
        if forms.triple_knitting:
            found += triple_knitting_waits(packed, forms.two_suited_pair)
        if forms.pair_honors:
            found += pair_honors_waits(packed, forms.repeated_honors)
        if forms.gates:
            found += gates_waits(packed)
        if forms.honors_and_knitted:
            found += honors_and_knitted_waits(packed)
    if forms.knitted_straight:
        found += knitted_straight_waits(packed, len(laid))
    return found + snake_waits(packed, laid) if _may_be_snake(forms, laid) else found


def special_possible(known: Sequence[int], most: Sequence[int], unknown: int, forms: Forms, laid: Laid = ()) -> bool:
    """Could the known concealed tiles and `unknown` unseen ones be a special hand?

    `most`: how many of a kind the hand may hold.
    """
    if _may_be_snake(forms, laid) and snake_possible(known, most, laid):
        return True
    if laid:
        return False
    return (
        (forms.thirteen and wonders_possible(known, most))
        or (forms.seven_pairs and seven_pairs_possible(known, most, unknown, forms.different_pairs))
        or (forms.knitting and knitting_possible(known, most, forms.mixed_knitting))
        or (forms.triple_knitting and triple_knitting_possible(known, most, forms.two_suited_pair))
        or (forms.pair_honors and pair_honors_possible(known, most, forms.repeated_honors))
        or (forms.gates and gates_possible(known, most))
        or (forms.honors_and_knitted and honors_and_knitted_possible(known, most))
    )
