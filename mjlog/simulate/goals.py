"""What a player builds: any hand, pungs, one suit, seven pairs, thirteen wonders; and how far the tiles are from it.

Of special hands those tiles are counted that can stay: all but those are exchanged. Of others it is counted which sets,
sets begun and pairs the tiles can hold, from cached tables. An *outline* says of a few tiles, for every number of sets
(0 to 4) with and without a pair, how many more sets they can begin (two tiles of one); -1 where they cannot hold so
much. Outlines of the four parts of a hand are joined into the hand's. Equal outlines are kept once and have a number.
Nothing there depends on the order of the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mjlog.hands import Forms
from mjlog.hands.shapes import HONOR_SHIFT, ONE_TILE, SUIT_BITS, SUIT_MASK, WONDER_KINDS, chows_laid, parts
from mjlog.table import Place
from mjlog.tiles import FIRST_DRAGON, FIRST_HONOR, HAND_TILES, PLAIN_KINDS, is_major

# -- outlines ---------------------------------------------------------------------------------------------------------


Outline = tuple[int, ...]
_SETS = 5
_SIZE = 2 * _SETS
_EMPTY: Outline = (0,) + (-1,) * (_SIZE - 1)
_MOST_BEGUN = 4
_MOST_KEPT = 400_000

_NUMBERS: dict[Outline, int] = {}
_OUTLINES: list[Outline] = []
STEPS: list[tuple[int, ...]] = []
"""How many tiles have to be exchanged to be complete, by an outline's number and the sets still needed (0 to 4)."""


def _number_of(outline: Outline) -> int:
    number = _NUMBERS.get(outline)
    if number is None:
        number = _NUMBERS[outline] = len(_OUTLINES)
        _OUTLINES.append(outline)
        STEPS.append(tuple(_steps(outline, needed) for needed in range(_SETS)))
    return number


def _steps(outline: Outline, needed: int) -> int:
    best = 0
    for sets in range(needed + 1):
        for pair in (0, 1):
            begun = outline[2 * sets + pair]
            if begun >= 0:
                best = max(best, 2 * sets + pair + min(begun, needed - sets))
    return 2 * needed + 1 - best


def _more(outline: Outline, sets: int, pair: int, begun: int) -> Outline:
    """An outline with so many sets, pairs and begun sets more."""
    grown = [-1] * _SIZE
    for index, before in enumerate(outline):
        new = index + 2 * sets + pair
        if before >= 0 and new < _SIZE and not (pair and index % 2):
            grown[new] = min(_MOST_BEGUN, before + begun)
    return tuple(grown)


class Part(dict[int, int]):
    """The number of the outline of each shape of one part of a hand; `chows`: whether its tiles make chows."""

    def __init__(self, ranks: int, chows: bool) -> None:
        super().__init__()
        self._ranks, self._chows = ranks, chows

    def __missing__(self, shape: int) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        number = self[shape] = _number_of(self._outline(shape))
        return number

    def _outline(self, shape: int) -> Outline:
        if not shape:
            return _EMPTY
        low = ((shape & -shape).bit_length() - 1) // 3
        lowest = 1 << 3 * low
        ways = [_OUTLINES[self[shape - lowest]]]
        count = shape >> 3 * low & 7
        if count >= 2:
            rest = _OUTLINES[self[shape - 2 * lowest]]
            ways += [_more(rest, 0, 1, 0), _more(rest, 0, 0, 1)]
        if count >= 3:
            ways.append(_more(_OUTLINES[self[shape - 3 * lowest]], 1, 0, 0))
        if self._chows:
            second = low + 1 < self._ranks and bool(shape >> 3 * (low + 1) & 7)
            third = low + 2 < self._ranks and bool(shape >> 3 * (low + 2) & 7)
            if second and third:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o111]], 1, 0, 0))
            if second:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o11]], 0, 0, 1))
            if third:
                ways.append(_more(_OUTLINES[self[shape - lowest * 0o101]], 0, 0, 1))
        return tuple(map(max, zip(*ways, strict=True)))


class Joined(dict[tuple[int, int], int]):
    """The number of the outline of two parts together."""

    def __missing__(self, key: tuple[int, int]) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
        first, second = _OUTLINES[key[0]], _OUTLINES[key[1]]
        joint = [-1] * _SIZE
        for index, begun in enumerate(first):
            if begun < 0:
                continue
            for other, more in enumerate(second):
                place = index + other
                if more >= 0 and place < _SIZE and not index & other & 1 and joint[place] < begun + more:
                    joint[place] = begun + more
        number = self[key] = _number_of(tuple(min(_MOST_BEGUN, begun) for begun in joint))
        return number


SUIT, SUIT_OF_PUNGS, HONORS = Part(9, True), Part(9, False), Part(7, False)
"""Bamboo, characters or dots; the same where only pungs count; winds and dragons."""
JOINED = Joined()


def steps_of(packed: int, sets: int, suit: Part = SUIT) -> int:
    """How many tiles must be exchanged until these, with so many sets on the table, are four sets and a pair.

    0: complete; 1: one tile is missing. `packed`: see `mjlog.hands.shapes`.
    """
    first = JOINED[suit[packed & SUIT_MASK], suit[packed >> SUIT_BITS & SUIT_MASK]]
    second = JOINED[suit[packed >> 2 * SUIT_BITS & SUIT_MASK], HONORS[packed >> HONOR_SHIFT]]
    return STEPS[JOINED[first, second]][4 - sets]


# -- goals ------------------------------------------------------------------------------------------------------------


_ONES = sum(ONE_TILE[kind] for kind in range(PLAIN_KINDS))
_WONDER_ONES = sum(ONE_TILE[kind] for kind in WONDER_KINDS)
_WIND_ONES = sum(ONE_TILE[kind] for kind in range(FIRST_HONOR, FIRST_DRAGON))
_RANKS = sum(1 << 3 * rank for rank in range(9))
_PAIRS, _THREES = 7, 4


def seven_pairs_steps(packed: int, sets: int) -> int:
    """To any seven pairs; four alike are two."""
    pairs = ((packed >> 1 | packed >> 2) & _ONES).bit_count() + (packed >> 2 & _ONES).bit_count()
    return _PAIRS - min(_PAIRS, pairs)


def pair_honors_steps(packed: int, sets: int) -> int:
    """To seven different pairs of ones, nines, winds and dragons."""
    pairs = ((packed >> 1 | packed >> 2) & _WONDER_ONES).bit_count()
    singles = (packed & ~(packed >> 1) & ~(packed >> 2) & _WONDER_ONES).bit_count()
    pairs = min(_PAIRS, pairs)
    return HAND_TILES - 2 * pairs - min(singles, _PAIRS - pairs)


def wonders_steps(packed: int, sets: int) -> int:
    """To thirteen wonders."""
    several = (packed >> 1 | packed >> 2) & _WONDER_ONES
    return HAND_TILES - ((packed & _WONDER_ONES) | several).bit_count() - bool(several)


def snake_steps(packed: int, suit: int) -> int:
    """To a pair of ones, 2 to 9 of their suit and one of each wind."""
    part = packed >> suit * SUIT_BITS & SUIT_MASK
    ranks = (part | part >> 1 | part >> 2) & _RANKS
    winds = (packed | packed >> 1 | packed >> 2) & _WIND_ONES
    return HAND_TILES - ranks.bit_count() - winds.bit_count() - ((part & 0o7) > 1)


def knitting_steps(packed: int, suits: tuple[int, int]) -> int:
    """To seven pairs of the same numbers in these two suits."""
    first, second = (packed >> suit * SUIT_BITS & SUIT_MASK for suit in suits)
    pairs = halves = 0
    for rank in range(9):
        here, other = first >> 3 * rank & 7, second >> 3 * rank & 7
        pairs += min(here, other)
        halves += abs(here - other)
    pairs = min(pairs, _PAIRS)
    return HAND_TILES - 2 * pairs - min(halves, _PAIRS - pairs)


def triple_knitting_steps(packed: int, sets: int) -> int:
    """To four threes of one number in all three suits, and a pair: a tile less or more, as the pair comes out."""
    suits = parts(packed)[:3]
    threes: list[int] = []
    for rank in range(9):
        counts = sorted(part >> 3 * rank & 7 for part in suits)
        # So many numbers in all three suits, in two of them, in one.
        threes += [3] * counts[0] + [2] * (counts[1] - counts[0]) + [1] * (counts[2] - counts[1])
    threes.sort(reverse=True)
    pair = threes[_THREES] if len(threes) > _THREES else 0
    return HAND_TILES - sum(threes[:_THREES]) - min(2, pair)


_ALL = (1 << 3 * PLAIN_KINDS) - 1
_HONORS = _ALL & ~((1 << 3 * FIRST_HONOR) - 1)


class Goal(NamedTuple):
    """What is built.

    `steps`: how many tiles must be exchanged, of packed concealed tiles beside so many sets on the table. `kinds`:
    the tiles that belong to it, packed. `chows`, `open`: whether chows, and claimed sets at all, belong to it.
    """

    steps: Callable[[int, int], int]
    kinds: int = _ALL
    chows: bool = True
    open: bool = True

    def fits(self, place: Place) -> bool:
        """Whether the sets on the table belong to it."""
        if not place.sets:
            return True
        laid = all(self.chows or laid_set.kind != "chow" for laid_set in place.sets)
        kinds = (kind for laid_set in place.sets for kind in laid_set.tiles)
        return self.open and laid and all(ONE_TILE[kind] & self.kinds for kind in kinds)


def _pung_steps(packed: int, sets: int) -> int:
    return steps_of(packed, sets, SUIT_OF_PUNGS)


def _one_chow_steps(packed: int, sets: int) -> int:
    """To pungs and a pair, or pungs, a pair and one chow of which a tile is missing at most."""
    steps = steps_of(packed, sets, SUIT_OF_PUNGS)
    for tiles in _CHOWS if sets < 4 else ():
        held = [ONE_TILE[kind] for kind in tiles if packed >> 3 * kind & 7]
        if len(held) >= 2:
            steps = min(steps, 3 - len(held) + steps_of(packed - sum(held), sets + 1, SUIT_OF_PUNGS))
    return steps


def _among(kinds: int, suit_steps: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda packed, sets: suit_steps(packed & kinds, sets)


def _packed(*kinds: int) -> int:
    return sum(7 << 3 * kind for kind in kinds)


def _one_suit(suit: int) -> int:
    return SUIT_MASK << suit * SUIT_BITS


_CHOWS = tuple((low, low + 1, low + 2) for low in range(FIRST_HONOR) if low % 9 <= 6)
ANY_HAND = Goal(steps_of)
PUNGS = Goal(_pung_steps, chows=False)
ONE_CHOW = Goal(_one_chow_steps)
BESIDE_A_CHOW = Goal(_pung_steps, chows=False)
"""Where a hand may have one chow: before it lies on the table, and after."""
SUITS = tuple(Goal(_among(_one_suit(suit), steps_of), _one_suit(suit)) for suit in range(3))
SUITS_AND_HONORS = tuple(Goal(_among(suit.kinds | _HONORS, steps_of), suit.kinds | _HONORS) for suit in SUITS)
_MAJOR_KINDS = _packed(*(kind for kind in range(PLAIN_KINDS) if is_major(kind)))
MAJORS = Goal(_among(_MAJOR_KINDS, _pung_steps), _MAJOR_KINDS, chows=False)
_GREENS = _packed(1, 2, 3, 5, 7, FIRST_DRAGON + 1)
GREENS = Goal(_among(_GREENS, steps_of), _GREENS)
SEVEN_PAIRS = Goal(seven_pairs_steps, chows=False, open=False)
WONDERS = Goal(wonders_steps, _packed(*WONDER_KINDS), chows=False, open=False)
_WINDS = _packed(*range(FIRST_HONOR, FIRST_DRAGON))


def _snake(suit: int) -> Goal:
    return Goal(lambda packed, sets: snake_steps(packed, suit), _one_suit(suit) | _WINDS, chows=False, open=False)


def _knitting(*suits: int) -> Goal:
    first, other = suits
    kinds = _one_suit(first) | _one_suit(other)
    return Goal(lambda packed, sets: knitting_steps(packed, (first, other)), kinds, chows=False, open=False)


SNAKES = tuple(_snake(suit) for suit in range(3))
KNITTINGS = (_knitting(0, 1), _knitting(0, 2), _knitting(1, 2))
PAIR_HONORS = Goal(pair_honors_steps, _MAJOR_KINDS, chows=False, open=False)
TRIPLE_KNITTING = Goal(triple_knitting_steps, _ALL & ~_HONORS, chows=False, open=False)


def any_hand(forms: Forms, laid: Sequence[Sequence[int]] = ()) -> Goal:
    """What is built by who follows no other goal, beside these sets on the table."""
    if forms.chows >= 4:
        return ANY_HAND
    return ONE_CHOW if chows_laid(laid) < forms.chows else BESIDE_A_CHOW


def is_usual(goal: Goal) -> bool:
    """Whether this is what is built by who follows no other goal."""
    return any(goal is goal_known for goal_known in (ANY_HAND, ONE_CHOW, BESIDE_A_CHOW))


def goals(forms: Forms) -> Iterator[tuple[Goal, int]]:
    """Goals of an evening's play, with the steps that a player spends on each more than any hand would take."""
    yield PUNGS, 2
    yield from ((suit, 2) for suit in SUITS_AND_HONORS)
    yield from great_goals(forms)


def great_goals(forms: Forms) -> Iterator[tuple[Goal, int]]:
    """Goals, likewise, that are worth a limit, or near it, among them the special hands that are played."""
    yield from ((suit, 3) for suit in SUITS)
    yield MAJORS, 3
    yield GREENS, 3
    if forms.thirteen:
        yield WONDERS, 3
    if forms.seven_pairs:
        yield SEVEN_PAIRS, -1
    if forms.snake:
        yield from ((snake, 3) for snake in SNAKES)
    if forms.knitting:
        yield from ((knitting, 1) for knitting in KNITTINGS)
    if forms.triple_knitting:
        yield TRIPLE_KNITTING, -1
    if forms.pair_honors:
        yield PAIR_HONORS, 1


class _Kept(dict[int, tuple[int, ...]]):
    """How much each rank of a suit's tiles is worth keeping beside the others: alike, neighbours, the middle."""

    def __init__(self, chows: bool) -> None:
        super().__init__()
        self._chows = chows

    def __missing__(self, shape: int) -> tuple[int, ...]:
        counts = [0, 0, *(shape >> 3 * rank & 7 for rank in range(9)), 0, 0]
        worth = []
        for rank in range(2, 11):
            value = 6 * (counts[rank] - 1)
            if self._chows:
                value += 3 * (min(2, counts[rank - 1]) + min(2, counts[rank + 1]))
                value += min(2, counts[rank - 2]) + min(2, counts[rank + 2]) + (1 if 4 <= rank <= 8 else 0)
            worth.append(value)
        self[shape] = worths = tuple(worth)
        return worths


KEPT, KEPT_ALIKE = _Kept(True), _Kept(False)
"""What the ranks of a suit are worth keeping, by its shape; the second where only tiles alike belong together."""
