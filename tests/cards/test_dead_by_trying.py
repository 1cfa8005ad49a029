"""Fast verdicts on dead hands against verdicts found by trying, on cards and tables made by chance.

`MJLOG_MORE_CARDS` asks for more of them than a usual run has time for.
"""

from __future__ import annotations

import os
import random

from cards import brute
from cards.made_cards import FEW_KINDS, disturbed, planted_rack, random_exposure, random_rulings
from each import each
from mjlog.cards.exposures import Exposure
from mjlog.cards.rulings import Rulings
from mjlog.tiles import JOKER, KINDS

CARDS = int(os.environ.get("MJLOG_MORE_CARDS", "40"))
TABLES = 15


def exposures(chance: random.Random, rulings: Rulings) -> list[Exposure]:
    """None, or some that a hand of the card has, or nearly has, with jokers in the wrong places now and then."""
    if not rulings.hands:
        return [random_exposure(chance)]
    rack = planted_rack(chance, chance.choice(rulings.hands), chance.choice((0, 0.4, 0.8)))
    return disturbed(chance, rack).exposures if chance.random() < 0.3 else rack.exposures


def discards(chance: random.Random) -> list[int]:
    """Few or many of the tiles that matter, never more than there are."""
    visible = [0] * KINDS
    for _ in range(chance.choice((0, 3, 8, 16))):
        kind = chance.choice((*FEW_KINDS, JOKER))
        visible[kind] = min(visible[kind] + 1, brute.copies(kind))
    return visible


@each("seed", range(CARDS))
def test_the_verdict_on_the_rack_is_the_one_found_by_trying(seed: int) -> None:
    chance = random.Random(seed)
    rulings = random_rulings(chance)
    for _ in range(TABLES):
        own = exposures(chance, rulings)
        verdict = rulings.dead(own)
        lines = {h.line for h in rulings.hands if rulings.card.lines[h.line].exposed and brute.lives_on_rack(h, own)}
        if own:
            assert verdict.lines == tuple(sorted(lines)), own
            assert verdict.dead is (not lines)
        else:
            assert not verdict.dead
        assert (verdict.nearest is None) or verdict.dead


@each("seed", range(CARDS))
def test_the_verdict_on_the_table_is_the_one_found_by_trying(seed: int) -> None:
    chance = random.Random(1000 + seed)
    rulings = random_rulings(chance)
    for _ in range(TABLES):
        own, visible = exposures(chance, rulings), discards(chance)
        others = [random_exposure(chance) for _ in range(chance.choice((0, 0, 1, 3)))]
        verdict = rulings.dead(own, visible=visible, others=others, basis="table")
        lines = {
            hand.line
            for hand in rulings.hands
            if (rulings.card.lines[hand.line].exposed or not own) and brute.lives_on_table(hand, own, others, visible)
        }
        assert verdict.lines == tuple(sorted(lines)), (own, others, visible)
        assert verdict.dead is (not lines)
        assert (verdict.basis, verdict.nearest is None or verdict.dead) == ("table", True)


def test_the_tables_are_some_of_each_sort() -> None:
    """The comparison sees living and dead hands on both bases."""
    chance = random.Random(2)
    seen = set()
    for _ in range(30):
        rulings = random_rulings(chance)
        own, visible = exposures(chance, rulings), discards(chance)
        for basis in ("rack", "table"):
            seen.add((rulings.dead(own, visible=visible, basis=basis).dead, basis, bool(own)))
    assert {(dead, basis, True) for dead in (True, False) for basis in ("rack", "table")} <= seen


@each("seed", range(20))
def test_a_hand_that_wins_was_never_dead(seed: int) -> None:
    """Dead is a proof: no completed hand refutes it, whatever had been thrown away by then."""
    chance = random.Random(seed)
    rulings = random_rulings(chance)
    for hand in rulings.hands:
        rack = planted_rack(chance, hand)
        if rulings.match(rack.counts, rack.exposures) is None or too_many(rack.counts, rack.exposures):
            continue
        visible = [min(1, brute.copies(kind) - used(kind, rack.counts, rack.exposures)) for kind in range(KINDS)]
        for basis in ("rack", "table"):
            assert hand.line in rulings.dead(rack.exposures, visible=visible, basis=basis).lines or not (
                rulings.card.lines[hand.line].exposed or not rack.exposures
            )


def used(kind: int, counts: list[int], laid: list[Exposure]) -> int:
    """Tiles of a kind in a hand."""
    if kind == JOKER:
        return counts[kind] + sum(each.jokers for each in laid)
    return counts[kind] + sum(each.naturals for each in laid if each.kind == kind)


def too_many(counts: list[int], laid: list[Exposure]) -> bool:
    """Whether the set of tiles does not hold so many."""
    return any(used(kind, counts, laid) > brute.copies(kind) for kind in (*FEW_KINDS, JOKER))
