"""Rulings worked out by trying: tiles are put into groups one by one, in every way, hand by hand.

Nothing here is quick or clever; it follows the words of the rules, and shares no code with the program but the
shape of its data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

from mjlog.cards.document import Card, ConcreteHand, HandGroup
from mjlog.cards.exposures import Exposure
from mjlog.tiles import ANY_FLOWER, JOKER, UNKNOWN

Placed = tuple[int, ...]


def copies(kind: int) -> int:
    """Tiles of a kind in the set."""
    return 8 if kind in (ANY_FLOWER, JOKER) else 4


def placed(
    hand: ConcreteHand, exposures: Sequence[Exposure], stands: Callable[[Exposure, HandGroup], bool]
) -> Iterator[Placed]:
    """All ways to say which group each exposure is; whether it can be that one beyond kind and size is asked."""
    for way in permutations(range(len(hand.groups)), len(exposures)):
        pairs = [(laid, hand.groups[place]) for laid, place in zip(exposures, way, strict=True)]
        if all(g.size >= 3 and e.size == g.size and e.kind in (g.kind, UNKNOWN) and stands(e, g) for e, g in pairs):
            yield way


def without_jokers(laid: Exposure, group: HandGroup) -> bool:
    """A group that takes no jokers is laid open without."""
    return group.jokers or laid.jokers == 0


def completes(tiles: Sequence[int], groups: Sequence[HandGroup]) -> bool:
    """Whether the tiles fill the groups: each natural a group of its kind, jokers any that takes them."""
    return _fill(sorted(tiles), [[group.kind, group.size, group.jokers] for group in groups])


def _fill(tiles: list[int], groups: list[list[int]]) -> bool:
    if not tiles:
        return all(room == 0 for _kind, room, _jokers in groups)
    tile, *rest = tiles
    tried: list[list[int]] = []
    for group in groups:
        kind, room, jokers = group
        if room and (jokers if tile == JOKER else kind == tile) and group not in tried:
            tried.append(list(group))
            group[1] -= 1
            if _fill(rest, groups):
                return True
            group[1] += 1
    return False


def left_over(hand: ConcreteHand, way: Placed) -> list[HandGroup]:
    """The groups that are not laid open."""
    return [group for place, group in enumerate(hand.groups) if place not in way]


def tiles_of(counts: Sequence[int]) -> list[int]:
    """Counts as tiles."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def is_hand(hand: ConcreteHand, counts: Sequence[int], exposures: Sequence[Exposure]) -> bool:
    """Whether the tiles are this hand, lines that may not be exposed aside."""
    ways = placed(hand, exposures, without_jokers)
    return any(completes(tiles_of(counts), left_over(hand, way)) for way in ways)


def matches(
    card: Card, hands: Sequence[ConcreteHand], counts: Sequence[int], exposures: Sequence[Exposure]
) -> list[ConcreteHand]:
    """Every concrete hand that the tiles are."""
    return [h for h in hands if (card.lines[h.line].exposed or not exposures) and is_hand(h, counts, exposures)]


def best(card: Card, found: Sequence[ConcreteHand]) -> ConcreteHand:
    """The first hand of the line of the highest value, else of the first line."""
    top = max(card.lines[hand.line].value for hand in found)
    return next(hand for hand in found if card.lines[hand.line].value == top)


def lives_on_rack(hand: ConcreteHand, own: Sequence[Exposure]) -> bool:
    """Whether the exposures are groups of the hand; jokers where none may stand can still be exchanged."""
    for way in placed(hand, own, lambda laid, group: True):
        wrong: dict[int, int] = {}
        for laid, place in zip(own, way, strict=True):
            group = hand.groups[place]
            if not group.jokers:
                wrong[group.kind] = wrong.get(group.kind, 0) + laid.jokers
        if all(
            count + sum(e.naturals for e in own if e.kind == kind) <= copies(kind)
            for kind, count in wrong.items()
            if count
        ):
            return True
    return False


def lives_on_table(
    hand: ConcreteHand, own: Sequence[Exposure], others: Sequence[Exposure], visible: Sequence[int]
) -> bool:
    """Whether the rest of the hand can still come, by trying how many naturals and jokers go into each group."""
    pool = {}
    for kind in {group.kind for group in hand.groups} | {laid.kind for laid in (*own, *others)} - {UNKNOWN}:
        seen = visible[kind] + sum(laid.naturals for laid in (*own, *others) if laid.kind == kind)
        pool[kind] = max(0, copies(kind) - seen)
    jokers = max(0, 8 - visible[JOKER] - sum(laid.jokers for laid in (*own, *others)))
    jokers += sum(laid.jokers for laid in others if laid.kind == UNKNOWN)
    return any(
        _comes(hand, way, own, others, dict(pool), jokers) for way in placed(hand, own, lambda laid, group: True)
    )


def _comes(
    hand: ConcreteHand,
    way: Placed,
    own: Sequence[Exposure],
    others: Sequence[Exposure],
    pool: dict[int, int],
    jokers: int,
) -> bool:
    standing: list[int] = [laid.kind for laid in others for _ in range(laid.jokers) if laid.kind != UNKNOWN]
    for laid, place in zip(own, way, strict=True):
        group = hand.groups[place]
        if group.jokers:
            standing += [group.kind] * laid.jokers
            continue
        pool[group.kind] -= laid.jokers
        jokers += laid.jokers
        if pool[group.kind] < 0:
            return False
    groups = left_over(hand, way)
    for naturals in product(*(range(group.size + 1) if group.jokers else (group.size,) for group in groups)):
        spare = dict(pool)
        for count, group in zip(naturals, groups, strict=True):
            spare[group.kind] -= count
        wanted = sum(group.size for group in groups) - sum(naturals)
        if min(spare.values(), default=0) >= 0 and wanted <= jokers + _redeemed(standing, spare):
            return True
    return False


def _redeemed(standing: Sequence[int], spare: dict[int, int]) -> int:
    spare = dict(spare)
    gained = 0
    for kind in standing:
        if spare[kind]:
            spare[kind] -= 1
            gained += 1
    return gained


def possible(
    card: Card,
    hands: Sequence[ConcreteHand],
    counts: Sequence[int],
    unknown: int,
    left: Sequence[int],
    exposures: Sequence[Exposure],
) -> list[int]:
    """The lines that the hand may be: every choice of tiles for those that were not seen is tried."""
    lines: set[int] = set()
    for unseen in _choices(unknown, [kind for kind, count in enumerate(left) if count], left):
        held = list(counts)
        for kind in unseen:
            held[kind] += 1
        lines.update(hand.line for hand in matches(card, hands, held, exposures))
    return sorted(lines)


def _choices(number: int, kinds: Sequence[int], left: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not number:
        yield ()
        return
    for place, kind in enumerate(kinds):
        for take in range(1, min(number, left[kind]) + 1):
            for more in _choices(number - take, kinds[place + 1 :], left):
                yield (kind,) * take + more
