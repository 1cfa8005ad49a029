"""Groups of tiles, in words, too; and every way a suit, or the honors, can be made of sets and at most one pair.

Of the latter there are tables, built once, on first use.

A *shape* is one suit's nine counts (or the seven of the honors) packed three bits a rank. Shapes with five tiles of a
kind are kept: no hand can be one, but a player who holds four of a kind may still be waiting for a fifth.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from mjlog.table.plan import NO_WILD
from mjlog.text import counted, list_words
from mjlog.tiles import (
    FIRST_HONOR,
    JOKER,
    PLAIN_KINDS,
    RED_FIVES,
    SUIT_NAMES,
    UNKNOWN,
    Tile,
    is_suit,
    is_terminal,
    kind_of,
    rank_of,
    suit_of,
    tile_name,
    tiles_name,
)

(
    CHOW, PUNG, KONG, PAIR, WONDERS, KNITTED_PAIR, KNITTED_THREE, SNAKE, GATES, KNITTED_NINE, HONORS_AND_KNITTED,
) = range(11)  # fmt: skip
FORM_NAMES = (
    "chow", "pung", "kong", "pair", "thirteen-wonders", "knitted-pair", "knitted-three", "wriggling-snake", "gates",
    "knitted-nine", "honors-and-knitted",
)  # fmt: skip
"""The name of each form, as logs write it."""

Group = tuple[int, int]
Arrangement = tuple[Group, ...]

SUIT_BITS = 27
SUIT_MASK = (1 << SUIT_BITS) - 1
HONOR_SHIFT = 3 * SUIT_BITS

_EACH_RANK = 0o111_111_111

ONE_TILE: tuple[int, ...] = tuple(1 << (3 * kind) if kind < PLAIN_KINDS else 0 for kind in range(45))
"""What one tile of each kind adds to packed counts; bonus tiles, jokers and unknown tiles add nothing."""

WONDER_KINDS: tuple[int, ...] = tuple(k for k in range(PLAIN_KINDS) if k >= FIRST_HONOR or is_terminal(k))
"""The thirteen kinds of the thirteen wonders: ones, nines, winds, dragons."""

_OCTAL = bytes(ord("0") + min(count, 7) for count in range(256))


def pack(counts: Sequence[int]) -> int:
    """Packed counts of an array per kind; kinds from 34 on are left out, more than seven alike count as seven."""
    return int(bytes(counts[33::-1]).translate(_OCTAL), 8)


def pack_tiles(kinds: Iterable[int]) -> int:
    """Packed counts of some tiles (at most seven of a kind)."""
    packed = 0
    for kind in kinds:
        packed += ONE_TILE[kind]
    return packed


def parts(packed: int) -> tuple[int, int, int, int]:
    """The counts of bamboo, characters, dots and honors, each packed for itself."""
    return (
        packed & SUIT_MASK,
        (packed >> SUIT_BITS) & SUIT_MASK,
        (packed >> 2 * SUIT_BITS) & SUIT_MASK,
        packed >> HONOR_SHIFT,
    )


def unpack(packed: int) -> tuple[int, ...]:
    """The tiles that packed counts hold, as ascending kinds."""
    return tuple(kind for kind in range(PLAIN_KINDS) for _ in range(packed >> 3 * kind & 7))


def part_size(part: int) -> int:
    """How many tiles the packed counts of one suit hold."""
    ones, twos, fours = part & _EACH_RANK, part >> 1 & _EACH_RANK, part >> 2 & _EACH_RANK
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


def group_tiles(group: Group) -> tuple[int, ...]:
    """The tiles of a group, as kinds.

    >>> group_tiles((CHOW, 3)), group_tiles((PAIR, 27))
    ((3, 4, 5), (27, 27))
    """
    form, tile = group
    if form == CHOW:
        return (tile, tile + 1, tile + 2)
    if form == WONDERS:
        return tuple(sorted((*WONDER_KINDS, tile)))
    if form > WONDERS:
        return unpack(tile)
    return (tile,) * {PUNG: 3, KONG: 4, PAIR: 2}[form]


def group_of(kinds: Sequence[int]) -> Group | None:
    """The group that some tiles form, in any order; None where they form none.

    >>> group_of((5, 3, 4)), group_of((31, 31, 31, 31)), group_of((8, 9, 10))
    ((0, 3), (2, 31), None)
    """
    tiles = sorted(kinds)
    if not tiles or tiles[-1] >= PLAIN_KINDS:
        return None
    if tiles[0] == tiles[-1]:
        form = {2: PAIR, 3: PUNG, 4: KONG}.get(len(tiles))
        return None if form is None else (form, tiles[0])
    if len(tiles) == 3 and is_run(tiles):
        return (CHOW, tiles[0])
    if len(tiles) == 14 and set(tiles) == set(WONDER_KINDS):
        return (WONDERS, next(kind for kind in WONDER_KINDS if tiles.count(kind) == 2))
    return None


def makes(kind: str, tiles: Sequence[int]) -> bool:
    """Whether sorted tiles make a set of this kind; `mahjong` is any set that a win completes."""
    if kind == "chow":
        return len(tiles) == 3 and is_run(tiles)
    if kind == "mahjong":
        return True
    return len(tiles) == SET_SIZES[kind] and len(set(tiles)) == 1


SET_SIZES = {"single": 1, "pair": 2, "pung": 3, "kong": 4, "quint": 5, "sextet": 6}
"""How many tiles the sets of tiles alike have."""


def is_run(tiles: Sequence[int]) -> bool:
    """Whether three sorted tiles follow one another in a suit."""
    low = tiles[0]
    return tiles[2] < FIRST_HONOR and low % 9 <= 6 and tiles[1] == low + 1 and tiles[2] == low + 2


_SUIT_SETS: tuple[Group, ...] = tuple((PUNG, r) for r in range(9)) + tuple((CHOW, r) for r in range(7))
_HONOR_SETS: tuple[Group, ...] = tuple((PUNG, r) for r in range(7))
_COPIES = 5
_MOST_SETS = 4

ONE_PAIR, ONE_SET = 1, 16
"""What a pair and a set add to a shape's worth."""
_NOTHING = -1_000_000
"""The worth of tiles that are no shape: no sum with it reaches a hand's worth."""


def worth_of(sets: int) -> int:
    """The worth of a complete hand that needs so many concealed sets and a pair."""
    return sets * ONE_SET + ONE_PAIR


@functools.cache
def suit_shapes() -> dict[int, tuple[Arrangement, ...]]:
    """Each shape of one suit and all its arrangements, tiles as ranks 0-8; a shape's arrangements have equal worth."""
    return _shapes(_SUIT_SETS, 9)


@functools.cache
def honor_shapes() -> dict[int, tuple[Arrangement, ...]]:
    """Each shape of the honors and its arrangements, tiles counted from the east wind."""
    return _shapes(_HONOR_SETS, 7)


@functools.cache
def worths() -> tuple[dict[int, int], dict[int, int], dict[int, int], dict[int, int]]:
    """The worth of each shape (16 a set, 1 the pair), for the four parts of a hand."""
    suit, honor = _worths(_SUIT_SETS, 9), _worths(_HONOR_SETS, 7)
    return suit, suit, suit, honor


def _worths(sets: tuple[Group, ...], ranks: int) -> dict[int, int]:
    """By shape, however its tiles are arranged: three are a set, and two that are left the pair."""
    pairs = [_packed((PAIR, rank)) for rank in range(ranks)]
    of_sets: list[set[int]] = [{0}, *(set() for _ in range(_MOST_SETS))]
    for group in map(_packed, sets):
        for fewer, more in pairwise(of_sets):
            more.update(filter(_fits, (shape + group for shape in fewer)))
    worths: dict[int, int] = {}
    for number, shapes in enumerate(of_sets):
        worths |= dict.fromkeys(shapes, number * ONE_SET)
        with_pair = filter(_fits, (shape + pair for shape in shapes for pair in pairs))
        worths |= dict.fromkeys(with_pair, number * ONE_SET + ONE_PAIR)
    return worths


def _shapes(sets: tuple[Group, ...], ranks: int) -> dict[int, tuple[Arrangement, ...]]:
    table: dict[int, list[Arrangement]] = {}
    pairs = [(_packed((PAIR, rank)), ((PAIR, rank),)) for rank in range(ranks)]
    for shape, way in _set_choices(sets, 0, 0, ()):
        table.setdefault(shape, []).append(way)
        for pair, eyes in pairs:
            if _fits(shape + pair):
                table.setdefault(shape + pair, []).append(way + eyes)
    return {shape: tuple(ways) for shape, ways in table.items()}


def _set_choices(
    sets: tuple[Group, ...], start: int, shape: int, way: Arrangement
) -> Iterator[tuple[int, Arrangement]]:
    yield shape, way
    if len(way) == _MOST_SETS:
        return
    for index in range(start, len(sets)):
        grown = shape + _packed(sets[index])
        if _fits(grown):
            yield from _set_choices(sets, index, grown, (*way, sets[index]))


@functools.cache
def _packed(group: Group) -> int:
    form, rank = group
    if form == CHOW:
        return 0o111 << 3 * rank
    return (3 if form == PUNG else 2) << 3 * rank


def _fits(shape: int) -> bool:
    # At most five tiles of a rank: 6 and 7 are the counts with their two upper bits set.
    return not (shape >> 1) & (shape >> 2) & 0o111_111_111


def can_be_held(shape: int) -> bool:
    """Has it at most four tiles of each rank?"""
    return not (shape >> 2) & (shape | shape >> 1) & 0o111_111_111


@functools.lru_cache(maxsize=1 << 17)
def suit_splits(shape: int, first: int) -> tuple[Arrangement, ...]:
    """All arrangements of one suit's tiles, the suit beginning at the kind `first`; empty where there is none."""
    return _moved(suit_shapes().get(shape, ()), first)


@functools.lru_cache(maxsize=1 << 13)
def honor_splits(shape: int, first: int) -> tuple[Arrangement, ...]:
    """All arrangements of the honors (at most one); empty where there is none."""
    return _moved(honor_shapes().get(shape, ()), first)


def _moved(ways: tuple[Arrangement, ...], first: int) -> tuple[Arrangement, ...]:
    return tuple(tuple((form, rank + first) for form, rank in way) for way in ways)


@functools.lru_cache(maxsize=1 << 17)
def suit_additions(shape: int) -> tuple[tuple[int, int], ...]:
    """Ranks of which one tile more makes a shape of these tiles, each with that shape's worth."""
    return _additions(shape, worths()[0], 9)


@functools.lru_cache(maxsize=1 << 13)
def honor_additions(shape: int) -> tuple[tuple[int, int], ...]:
    """The same for honors, counted from the east wind."""
    return _additions(shape, worths()[3], 7)


def _additions(shape: int, table: dict[int, int], ranks: int) -> tuple[tuple[int, int], ...]:
    grown = ((rank, table.get(shape + (1 << 3 * rank))) for rank in range(ranks))
    return tuple((rank, worth) for rank, worth in grown if worth is not None)


# -- whole hands: four sets and a pair, of which some lie on the table -------------------------------------------------


def is_standard(packed: int, sets_on_table: int) -> bool:
    """Four sets and a pair from packed counts."""
    bamboo, characters, dots, honors = parts(packed)
    b_worth, c_worth, d_worth, h_worth = worths()
    return (
        b_worth.get(bamboo, _NOTHING)
        + c_worth.get(characters, _NOTHING)
        + d_worth.get(dots, _NOTHING)
        + h_worth.get(honors, _NOTHING)
    ) == worth_of(4 - sets_on_table)


def standard_arrangements(packed: int, sets_on_table: int) -> tuple[Arrangement, ...]:
    """All arrangements into sets and one pair."""
    if not is_standard(packed, sets_on_table):
        return ()
    bamboo, characters, dots, honors = parts(packed)
    choices = itertools.product(
        suit_splits(bamboo, 0), suit_splits(characters, 9), suit_splits(dots, 18), honor_splits(honors, 27)
    )
    return tuple(b + c + d + h for b, c, d, h in choices)


def standard_waits(packed: int, sets: int) -> list[int]:
    """Kinds which complete so many sets and a pair, in kind order."""
    wanted = worth_of(sets)
    shapes = parts(packed)
    ranks: list[int | None] = []
    lacking = complete = 0
    for table, shape in zip(worths(), shapes, strict=True):
        worth = table.get(shape)
        ranks.append(worth)
        if worth is not None:
            complete += worth
            continue
        lacking += 1
        if lacking > 1:
            # As most hands: one tile cannot complete two suits.
            return []
    waiting: list[int] = []
    for part, worth in enumerate(ranks):
        if worth is None or not lacking:
            rest = wanted - complete + (worth or 0)
            additions = honor_additions if part == 3 else suit_additions
            waiting += [part * 9 + rank for rank, grown in additions(shapes[part]) if grown == rest]
    return waiting


# -- how many sets are chows ------------------------------------------------------------------------------------------

_MOST_KEPT = 200_000
_FEWEST: dict[int, int] = {}
"""By the packed tiles of a suit: the fewest chows in any way to split them into sets and a pair."""


def has_few_chows(packed: int, laid: Sequence[Sequence[int]], most: int) -> bool:
    """Can these concealed tiles, which are sets and a pair, be split so that there are no more than `most` chows?

    Those on the table count too: `laid`.

    Source: bmja/mahjong.
    """
    if most >= 4:
        return True
    bamboo, characters, dots, _ = parts(packed)
    return chows_laid(laid) + _fewest(bamboo) + _fewest(characters) + _fewest(dots) <= most


def chows_laid(laid: Sequence[Sequence[int]]) -> int:
    """How many of the sets on the table are chows; a set that nobody saw is none for certain."""
    return sum(len(set(tiles)) > 1 and max(tiles) < PLAIN_KINDS for tiles in laid)


def _fewest(suit: int) -> int:
    fewest = _FEWEST.get(suit)
    if fewest is None:
        if len(_FEWEST) >= _MOST_KEPT:
            _FEWEST.clear()
        ways = suit_splits(suit, 0) if suit else ()
        fewest = _FEWEST[suit] = min((sum(form == CHOW for form, _ in way) for way in ways), default=0)
    return fewest


# -- sets in words ----------------------------------------------------------------------------------------------------


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


def set_words(kind: str, tiles: Sequence[Tile | int], wild: int = NO_WILD) -> str:
    """A set of kinds or faces in words; of jokers, wild tiles and red fives in it how many there are.

    >>> set_words("pung", (4, 4, 4)), set_words("chow", (2, 3, 4)), set_words("kong", (4, 4, 43, 43))
    ('pung of 5 bamboo', 'chow of 3-4-5 bamboo', 'kong of 5 bamboo (2 jokers)')
    >>> set_words("chow", (2, 3, RED_FIVES[0])), set_words("pair", (42, 42))
    ('chow of 3-4-5 bamboo (1 red)', 'pair of flowers')
    >>> set_words("pung", (1, 16, 16), wild=1)
    'pung of 8 characters (1 wild)'
    """
    faces = [tile if isinstance(tile, int) else tile.face for tile in tiles]
    kinds = [kind_of(face) for face in faces]
    meant_as = meant(kinds, wild)
    jokers, reds = kinds.count(JOKER), sum(face in RED_FIVES for face in faces)
    known = sorted(kind for kind in meant_as if kind not in (UNKNOWN, JOKER))
    if not known:
        return f"{kind} of {'jokers' if jokers else 'unseen tiles'}"
    among = [counted(jokers, "joker")] if jokers else [f"{reds} red"] if reds else []
    among += [f"{kinds.count(wild)} wild"] if wild != JOKER and tuple(kinds) != meant_as else []
    if len(set(known)) == 1:
        named = tiles_name(known[0])
    elif all(is_suit(kind) for kind in known) and len({suit_of(kind) for kind in known}) == 1:
        named = f"{'-'.join(str(rank_of(kind)) for kind in known)} {SUIT_NAMES[suit_of(known[0])]}"
    else:
        named = list_words([tile_name(kind) for kind in known])
    return f"{kind} of {named}" + "".join(f" ({words})" for words in among)


def group_words(group: Group) -> str:
    """A group of an arrangement in words; the thirteen wonders, the snake and the gates by their name alone.

    >>> group_words((1, 4)), group_words((0, 2)), group_words((3, 31))
    ('pung of 5 bamboo', 'chow of 3-4-5 bamboo', 'pair of red dragons')
    """
    name = FORM_NAMES[group[0]].replace("-", " ")
    return name if group[0] in (WONDERS, SNAKE, GATES) else set_words(name, group_tiles(group))
