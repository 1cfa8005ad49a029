"""Every way to take a hand's concealed tiles apart: sets and a pair, pungs and pairs of a loser, special hands."""

from __future__ import annotations

import bisect
import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plain.tiles import KINDS, MAJORS, WINDS, Tiles


class Group(NamedTuple):
    """Some tiles that are counted together.

    `form`: chow, pung, kong, pair, or "loose" for tiles of a special hand that are none of these. `closed`: none of its
    tiles was taken from another player. `laid`: it lay on the table before the win. `claimed`: a kong that was claimed
    on a concealed pung. `last`: the winning tile completed it.
    """

    form: str
    tiles: Tiles
    closed: bool = True
    laid: bool = False
    claimed: bool = False
    last: bool = False

    @property
    def tile(self) -> int:
        """The tile that a pung, kong or pair is of; a chow's lowest."""
        return self.tiles[0]

    @property
    def alike(self) -> bool:
        """A pung or a kong."""
        return self.form in ("pung", "kong")


Way = tuple[Group, ...]
Special = tuple[str, Way]
"""The name of a hand that is not four sets and a pair, and its groups."""


@functools.lru_cache(maxsize=200_000)
def ways_of_suit(counts: Tiles, first: int, pairs: int) -> tuple[Way, ...]:
    """All ways to take so many tiles of each kind of one suit apart into sets and so many pairs.

    `counts[0]` tiles are of the kind `first`, and so on. Honors are asked for one kind at a time: they make no chows.
    """
    at = next((at for at, count in enumerate(counts) if count), None)
    if at is None:
        return () if pairs else ((),)
    found: list[Way] = []
    for form, takes in (("pair", (2,)), ("pung", (3,)), ("chow", (1, 1, 1))):
        if form == "pair" and not pairs:
            continue
        left = list(counts)
        if at + len(takes) > len(counts) or any(left[at + step] < take for step, take in enumerate(takes)):
            continue
        for step, take in enumerate(takes):
            left[at + step] -= take
        tiles = tuple(first + at + step for step, take in enumerate(takes) for _ in range(take))
        rest = ways_of_suit(tuple(left), first, pairs - (form == "pair"))
        found += [(Group(form, tiles), *more) for more in rest]
    return tuple(found)


def sets_and_pair(tiles: Sequence[int]) -> Iterator[Way]:
    """All ways to take tiles, given in order, apart into sets and one pair."""
    ends = [bisect.bisect(tiles, last) for last in (-1, 8, 17, 26, 33)]
    if any((end - start) % 3 == 1 for start, end in itertools.pairwise(ends)):
        return
    counts = [0] * 34
    for tile in tiles:
        counts[tile] += 1
    parts = [(tuple(counts[first : first + 9]), first) for first in (0, 9, 18)]
    parts += [((counts[honor],), honor) for honor in range(27, 34) if counts[honor]]
    over = [sum(part) % 3 for part, _first in parts]
    if sorted(over) != [0] * (len(parts) - 1) + [2]:
        return
    choices = [ways_of_suit(part, first, int(rest == 2)) for (part, first), rest in zip(parts, over, strict=True)]
    if all(choices):
        for way in itertools.product(*choices):
            yield tuple(itertools.chain.from_iterable(way))


def pungs_and_pairs(tiles: Sequence[int], kongs: bool) -> Iterator[Way]:
    """All ways to take pungs and pairs, and with `kongs` kongs, out of a loser's tiles; chows are worth nothing."""
    choices: list[list[Way]] = []
    for tile, number in Counter(tiles).items():
        ways: list[Way] = [(Group("pair", (tile, tile)),) * (number // 2)]
        if number >= 3:
            ways.append((Group("pung", (tile,) * 3),))
        if number == 4 and kongs:
            ways.append((Group("kong", (tile,) * 4),))
        choices.append(ways)
    for way in itertools.product(*choices):
        yield tuple(itertools.chain.from_iterable(way))


_THREES = tuple((bamboo, bamboo + 9, bamboo + 18) for bamboo in range(9))


# -- hands that are not four sets and a pair: what the fourteen concealed tiles are, or () ---------------------------


def thirteen_wonders(tiles: Tiles) -> Way:
    """One of each 1, 9, wind and dragon, and one of them twice."""
    if not MAJORS.issuperset(tiles) or set(tiles) != MAJORS or len(tiles) != 14:
        return ()
    twice = next(tile for tile in MAJORS if tiles.count(tile) == 2)
    return (Group("pair", (twice, twice)), Group("loose", tuple(sorted(MAJORS - {twice}))))


def seven_pairs(tiles: Tiles) -> Way:
    """Any seven pairs; four alike are two of them."""
    counts = Counter(tiles)
    if len(tiles) != 14 or any(count % 2 for count in counts.values()):
        return ()
    return tuple(Group("pair", (tile, tile)) for tile, count in counts.items() for _ in range(count // 2))


def pairs_of_majors(tiles: Tiles) -> Way:
    """Seven different pairs of 1s, 9s, winds and dragons."""
    if not MAJORS.issuperset(tiles) or len(set(tiles)) != 7:
        return ()
    return seven_pairs(tiles)


def knitting(tiles: Tiles) -> Way:
    """Seven pairs, each of one number in the same two suits; a number may come twice or more."""
    if len(tiles) != 14 or tiles[-1] >= 27:
        return ()
    for one, other in itertools.combinations(range(3), 2):
        numbers = sorted(tile - 9 * one for tile in tiles if tile // 9 == one)
        if numbers == sorted(tile - 9 * other for tile in tiles if tile // 9 == other) and len(numbers) == 7:
            return tuple(Group("loose", (9 * one + number, 9 * other + number)) for number in numbers)
    return ()


def triple_knitting(tiles: Tiles, *, alike: bool) -> Way:
    """Four times one number in all three suits, and one in two suits; with `alike` two identical tiles will do too."""
    ends = [bisect.bisect(tiles, last) for last in (-1, 8, 17, 26)]
    if len(tiles) != 14 or min(end - start for start, end in itertools.pairwise(ends)) < 4:
        return ()
    left = list(tiles)
    threes = []
    for three in _THREES:
        for _ in range(min(tiles.count(tile) for tile in three)):
            threes.append(Group("loose", three))
            for tile in three:
                left.remove(tile)
    if len(threes) != 4:
        return ()
    one, other = left
    if one == other and alike:
        return (*threes, Group("pair", (one, other)))
    if other < 27 and one != other and one % 9 == other % 9:
        return (*threes, Group("loose", (one, other)))
    return ()


def wriggling_snake(tiles: Tiles, laid: Sequence[Group]) -> Way:
    """A pair of 1s, 2 to 9 of one suit, one of each wind; chows of 2 to 9 may lie on the table."""
    if not set(tiles).issuperset(WINDS) or not all(group.form == "chow" for group in laid):
        return ()
    everything = sorted((*tiles, *(tile for group in laid for tile in group.tiles)))
    for first in (0, 9, 18):
        snake = (first, *range(first, first + 9), *WINDS)
        if everything == sorted(snake):
            return _rest_of_the_snake(tiles, first) if all(first not in group.tiles for group in laid) else ()
    return ()


def _rest_of_the_snake(tiles: Tiles, first: int) -> Way:
    return (Group("pair", (first, first)), Group("loose", tuple(tile for tile in tiles if tile != first)))


def gates_of_heaven(tiles: Tiles) -> Way:
    """111, 2 to 8 and 999 of one suit, and one of 2 to 8 once more."""
    if len(tiles) != 14 or tiles[0] // 9 != tiles[-1] // 9 or tiles[0] >= 27:
        return ()
    first = 9 * (tiles[0] // 9)
    for twice in range(first + 1, first + 8):
        if sorted(tiles) == sorted((*[first] * 3, *range(first + 1, first + 8), *[first + 8] * 3, twice)):
            return (Group("loose", tiles),)
    return ()


def copies(tiles: Sequence[int], laid: Sequence[Group]) -> list[int]:
    """How many of each kind there are, in the hand and on the table."""
    held = [0] * len(KINDS)
    for tile in itertools.chain(tiles, *(group.tiles for group in laid)):
        held[tile] += 1
    return held
