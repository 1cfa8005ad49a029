"""Fast rulings on complete hands against rulings found by trying, on cards and racks made by chance.

`MJLOG_MORE_CARDS` asks for more of them than a usual run has time for.
"""

from __future__ import annotations

import os
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cards import brute
from cards.made_cards import FEW_KINDS, Rack, disturbed, planted_rack, random_rulings
from each import each
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.tiles import JOKER, KINDS, parse_tiles
from turns import examples

CARDS = int(os.environ.get("MJLOG_MORE_CARDS", "60"))
RACKS = 30


def racks(chance: random.Random, rulings: Rulings) -> list[Rack]:
    """Winners, near misses, and racks further away."""
    made = []
    for _ in range(RACKS if rulings.hands else 0):
        rack = planted_rack(chance, chance.choice(rulings.hands), chance.choice((0, 0.4, 0.8)))
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            rack = disturbed(chance, rack)
        made.append(rack)
    return made


def judged_as_by_trying(rulings: Rulings, rack: Rack) -> bool:
    """Compares the ruling; says whether the rack was mahjong."""
    found = brute.matches(rulings.card, rulings.hands, rack.counts, rack.exposures)
    match = rulings.match(rack.counts, rack.exposures)
    if match is None:
        assert found == [], rack
        return False
    assert match.lines == tuple(sorted({hand.line for hand in found})), rack
    assert match.hand is brute.best(rulings.card, found), rack
    line = rulings.card.lines[match.line]
    assert (match.value, match.exposed, match.label) == (line.value, line.exposed, line.label)
    seen = all(laid.naturals + laid.jokers == laid.size for laid in rack.exposures)
    if seen:
        assert_assigned(match.assignment, rack)
    for number, line in enumerate(rulings.card.lines):
        named = rulings.match_line(rack.counts, rack.exposures, line.label)
        assert (named is not None) is (number in match.lines)
    return True


def assert_assigned(assignment: tuple[str, ...], rack: Rack) -> None:
    """Every tile has its place, and no other."""
    placed = [kind for text in assignment for kind in parse_tiles(text)]
    jokers = rack.counts[JOKER] + sum(laid.jokers for laid in rack.exposures)
    assert placed.count(JOKER) == jokers
    for kind in FEW_KINDS:
        laid = sum(exposure.naturals for exposure in rack.exposures if exposure.kind == kind)
        assert placed.count(kind) == rack.counts[kind] + laid


@each("seed", range(CARDS))
def test_the_ruling_is_the_one_found_by_trying(seed: int) -> None:
    chance = random.Random(seed)
    rulings = random_rulings(chance)
    for rack in racks(chance, rulings):
        judged_as_by_trying(rulings, rack)


def test_the_racks_are_some_of_each_sort() -> None:
    """The comparison sees winners and losers, with and without exposures."""
    chance = random.Random(1)
    seen = set()
    for _ in range(20):
        rulings = random_rulings(chance)
        seen |= {(judged_as_by_trying(rulings, rack), bool(rack.exposures)) for rack in racks(chance, rulings)}
    assert seen == {(won, exposed) for won in (True, False) for exposed in (True, False)}


@given(st.integers(0, 10**9), st.lists(st.sampled_from((*FEW_KINDS, JOKER)), min_size=14, max_size=14))
@settings(max_examples=examples(150), deadline=None)
def test_any_fourteen_tiles_are_judged_alike(seed: int, tiles: list[int]) -> None:
    rulings = random_rulings(random.Random(seed))
    counts = [tiles.count(kind) for kind in range(KINDS)]
    judged_as_by_trying(rulings, Rack(counts, []))


@each("seed", range(CARDS))
def test_a_half_seen_hand_may_be_the_lines_found_by_trying(seed: int) -> None:
    chance = random.Random(seed)
    rulings = random_rulings(chance)
    for rack in racks(chance, rulings)[:8]:
        counts, left, unknown = half_seen(chance, rack)
        lines = brute.possible(rulings.card, rulings.hands, counts, unknown, left, rack.exposures)
        assert rulings.possible(counts, unknown, left, rack.exposures) == tuple(lines), (rack, counts, left)


def half_seen(chance: random.Random, rack: Rack) -> tuple[list[int], list[int], int]:
    """Some of the tiles taken away, and what they may be: these, or others, not always all of them."""
    counts, left = list(rack.counts), [0] * KINDS
    unknown = min(sum(counts), chance.randint(0, 4))
    for _ in range(unknown):
        kind = chance.choice([kind for kind, count in enumerate(counts) if count])
        counts[kind] -= 1
        left[kind] += chance.random() < 0.85
    for _ in range(chance.randint(0, 3)):
        left[chance.choice((*FEW_KINDS, JOKER))] += 1
    return counts, left, unknown


@each("seed", range(10))
def test_with_free_jokers_fits_what_fits_and_more(seed: int) -> None:
    """What a joker in a pair spoils is a hand as soon as jokers may stand there."""
    chance = random.Random(seed)
    rulings = random_rulings(chance)
    for rack in racks(chance, rulings):
        match = rulings.match(rack.counts, rack.exposures)
        free = rulings.match_with_free_jokers(rack.counts, rack.exposures)
        assert match is None or (free is not None and set(match.lines) <= set(free.lines))


def test_on_the_sample_card_the_ruling_is_the_one_found_by_trying() -> None:
    """The same, on a real card with all its lines, and hands expanded from its text."""
    chance = random.Random(11)
    rulings = rulings_for(sample_card())
    wins = 0
    for _ in range(24):
        rack = planted_rack(chance, chance.choice(rulings.hands), 0.15)
        wins += judged_as_by_trying(rulings, rack if chance.random() < 0.6 else disturbed(chance, rack))
    assert wins
