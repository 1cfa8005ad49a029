"""Groups that a complete hand is made of, and counts of tiles packed into one int.

A *group* is a pair (form, tile): `(CHOW, first tile)`, `(PUNG, tile)`, `(KONG, tile)`, `(PAIR, tile)`; the thirteen
wonders are one group `(WONDERS, the tile held twice)`. Groups of the knitted hands, the wriggling snake and the gates
are no tile and its likes: they are a form and their tiles as packed counts, `(KNITTED_PAIR, packed)`. An *arrangement*
is a tuple of groups.

Packed counts hold three bits a kind, kind 0 lowest: suits are bits 0-26, 27-53, 54-80, honors from bit 81.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.tiles import FIRST_HONOR, PLAIN_KINDS, is_terminal

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
