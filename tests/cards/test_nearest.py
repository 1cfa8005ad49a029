"""The lines that a hand is nearest to, on cards and racks made by chance, against trying."""

from __future__ import annotations

import random

from cards import brute
from cards.made_cards import counts_of, disturbed, planted_rack, random_rulings
from mjlog.cards.rulings import rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, PLAIN_KINDS


def lacking(hand: brute.ConcreteHand, counts: tuple[int, ...] | list[int], exposures: list[brute.Exposure]) -> int:
    """The fewest tiles that a hand lacks, whichever groups lie open."""
    ways = brute.placed(hand, exposures, brute.without_jokers)
    return min((_short(hand, counts, way) for way in ways), default=99)


def _short(hand: brute.ConcreteHand, counts: tuple[int, ...] | list[int], way: tuple[int, ...]) -> int:
    held, wanting = list(counts), {True: 0, False: 0}
    for group in sorted((g for at, g in enumerate(hand.groups) if at not in way), key=lambda group: group.jokers):
        used = min(held[group.kind], group.size)
        held[group.kind] -= used
        wanting[group.jokers] += group.size - used
    return wanting[False] + max(0, wanting[True] - held[JOKER])


def test_the_nearest_lines_are_those_that_lack_least() -> None:
    chance = random.Random(7)
    for _ in range(25):
        rulings = random_rulings(chance)
        if not rulings.hands:
            continue
        for _ in range(8):
            rack = planted_rack(chance, chance.choice(rulings.hands), chance.choice((0, 0.4)))
            for _ in range(chance.choice((0, 1, 2, 4))):
                rack = disturbed(chance, rack)
            hands = [hand for hand in rulings.hands if not rack.exposures or rulings.card.lines[hand.line].exposed]
            by_line: dict[int, int] = {}
            for hand in hands:
                short = lacking(hand, rack.counts, list(rack.exposures))
                by_line[hand.line] = min(short, by_line.get(hand.line, 99))
            expected = sorted(short for short in by_line.values() if short < 99)[:3]
            found = rulings.nearest(rack.counts, rack.exposures)
            assert [one.tiles for one in found] == expected, rack
            assert all(by_line[one.line] == one.tiles for one in found)


def test_a_line_is_told_with_what_it_lacks_and_what_it_has_no_place_for() -> None:
    rulings = rulings_for(sample_card())
    label = rulings.card.lines[rulings.hands[0].line].label
    counts = [0] * KINDS
    for group in rulings.hands[0].groups:
        counts[group.kind] += group.size
    (nearest, *_) = rulings.nearest(counts)
    assert (nearest.tiles, nearest.lacks, nearest.spare) == (0, (), ())
    kind = rulings.hands[0].groups[0].kind
    counts[kind] -= 1
    counts[ANY_FLOWER] += 1
    (nearest, *_) = rulings.nearest(counts)
    assert rulings.card.lines[nearest.line].label == label
    assert (nearest.tiles, nearest.lacks, nearest.spare) == (1, (kind,), (ANY_FLOWER,))


def test_what_lies_open_and_is_no_group_of_the_card_is_near_to_nothing() -> None:
    rulings, sextets = rulings_for(sample_card()), [brute.Exposure(kind, 6, 4, 2) for kind in (0, 9)]
    assert rulings.nearest(counts_of("12d"), sextets) == []


def test_the_kinds_that_bring_a_hand_nearer_are_those_after_which_it_lacks_less() -> None:
    chance = random.Random(11)
    for _ in range(12):
        rulings = random_rulings(chance)
        for _ in range(4 if rulings.hands else 0):
            rack = planted_rack(chance, chance.choice(rulings.hands), chance.choice((0, 0.4)))
            for _ in range(chance.choice((1, 2, 4))):
                rack = disturbed(chance, rack)
            counts, exposures = list(rack.counts), list(rack.exposures)
            hands = [hand for hand in rulings.hands if not exposures or rulings.card.lines[hand.line].exposed]
            least = min((lacking(hand, counts, exposures) for hand in hands), default=99)
            nearer = set()
            for kind in (*range(PLAIN_KINDS), ANY_FLOWER, JOKER):
                counts[kind] += 1
                nearer |= (
                    {kind} if min((lacking(hand, counts, exposures) for hand in hands), default=99) < least else set()
                )
                counts[kind] -= 1
            assert rulings.lacking(counts, exposures) == (least, nearer if least < 99 else set()), rack
