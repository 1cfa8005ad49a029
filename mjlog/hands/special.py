"""Complete hands that are not four sets and a pair, as far as a rule set has them.

The gates of heaven, where they are a hand of their own: 111, 2 to 8 and 999 of one suit, and one of 2 to 8 twice. The
wriggling snake: a pair of ones, 2 to 9 of their suit, one of each wind; chows of its run may lie on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.hands.forms import Forms, Laid
from mjlog.hands.groups import (
    GATES,
    HONOR_SHIFT,
    ONE_TILE,
    SNAKE,
    SUIT_BITS,
    WONDER_KINDS,
    WONDERS,
    Arrangement,
    pack_tiles,
    unpack,
)
from mjlog.hands.knitting import (
    knitting,
    knitting_possible,
    knitting_waits,
    triple_knitting,
    triple_knitting_possible,
    triple_knitting_waits,
)
from mjlog.hands.pairs import (
    pair_honors,
    pair_honors_possible,
    pair_honors_waits,
    seven_pairs,
    seven_pairs_possible,
    seven_pairs_waits,
)

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
    """Are the concealed tiles a special hand? Beside sets on the table only the snake can be one."""
    if _may_be_snake(forms, laid) and snake(packed, laid) is not None:
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
    )
