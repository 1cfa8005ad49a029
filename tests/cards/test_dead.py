"""Dead hands: what the rack proves, what the table proves, and what the nearest line lacks."""

from __future__ import annotations

import os
import random

import pytest

from cards import brute
from cards.made_cards import (
    FEW_KINDS,
    counts_of,
    disturbed,
    laid,
    planted_rack,
    random_exposure,
    random_rulings,
    rulings,
)
from each import each
from mjlog.cards.exposures import Exposure
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, PLAIN_KINDS, parse_tiles


def kind(text: str) -> int:
    """The kind of a tile."""
    return parse_tiles(text)[0]


def test_without_exposures_no_hand_is_dead_by_its_rack() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "C FFFf 1111b 2222c 444d")
    verdict = card.dead(())
    assert (verdict.dead, verdict.labels, verdict.basis, verdict.nearest) == (False, ("l0", "l1"), "rack", None)


def test_a_card_without_hands_proves_nothing_by_the_rack() -> None:
    assert not rulings().dead(()).dead
    assert rulings().dead(laid("111b")).dead
    assert rulings().dead(laid("111b")).nearest is None


@pytest.mark.rule("american/dead-3")
def test_by_the_rack_the_lines_live_that_hold_all_exposures() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "C FFFf 1111b 2222c 333d", "X FFFf 1111b 2222c 444d")
    assert card.dead(laid("11b JJk")).labels == ("l0", "l2"), "a concealed line is not among them"
    assert card.dead(laid("11b JJk", "44d Jk")).labels == ("l2",)
    assert card.dead(laid("111b")).dead, "three are not the whole group of four"
    assert card.dead(laid("333d", "444d")).dead
    assert card.dead(laid("333d", "333d")).dead, "there is one such group"


def test_a_pair_laid_open_kills_the_hand() -> None:
    card = rulings("X FFf 1111b 2222c 3333d")
    assert card.dead(laid("FFf")).dead
    assert card.dead(laid("Jk Jk")).dead
    assert card.dead(laid("Jk Jk"), visible=counts_of(""), basis="table").dead


def test_by_the_rack_a_joker_where_none_may_stand_kills_once_it_cannot_be_exchanged() -> None:
    card = rulings("X 222b! 22b 2222c 33333c", "X 222b! 222b 3333c FFFFf")
    assert not card.dead(laid("22b Jk")).dead
    assert card.dead(laid("2b JJk", "222b")).labels == ("l1",), "the other group may take the jokers"
    assert card.dead(laid("2b JJk", "2b JJk")).labels == ("l1",)
    verdict = rulings("X 222b! 2222b! 3333c FFFf").dead(laid("2b JJk", "222b Jk"))
    assert verdict.dead
    assert verdict.nearest is not None
    assert verdict.nearest.tiles == verdict.nearest.rigid == ((kind("2b"), 3),)


def test_by_the_rack_nothing_else_on_the_table_counts() -> None:
    card = rulings("X FFFf 1111b 22c 33333d")
    visible = counts_of("2222c 1111b FFFFf")
    assert not card.dead(laid("33d JJJk"), visible=visible).dead
    assert card.dead(laid("33d JJJk"), visible=visible, basis="table").dead


def test_by_the_table_pairs_and_singles_must_still_come() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew", "C FFFf 1111b 2222c 444d")
    assert card.dead((), visible=counts_of("33d"), basis="table").labels == ("l0", "l1"), "concealed lines too"
    assert card.dead((), visible=counts_of("333d"), basis="table").labels == ("l1",)
    assert card.dead((), visible=counts_of("EEEEw"), basis="table").labels == ("l1",)
    assert card.dead((), visible=counts_of("EEEEEw"), basis="table").labels == ("l1",), "a fifth in a faulty log"


def test_by_the_table_jokers_fill_what_cannot_come() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    assert not card.dead((), visible=counts_of("111b 222b"), basis="table").dead, "eight lack"
    assert card.dead((), visible=counts_of("1111b 2222b"), basis="table").dead, "ten lack"
    assert not card.dead((), visible=counts_of("1111b 22b"), basis="table").dead, "eight lack again"
    assert card.dead((), visible=counts_of("1111b 22b Jk"), basis="table").dead, "a joker was discarded"
    others = laid("555d Jk")
    assert card.dead((), visible=counts_of("1111b 22b 5d"), others=others, basis="table").dead, "one is locked"


def test_a_joker_that_can_be_redeemed_can_come() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    visible = counts_of("1111b 22b")
    assert not card.dead((), visible=visible, others=laid("55d Jk"), basis="table").dead
    sevens = counts_of("1111b 2b")
    two_sets = laid("Ff JJk", "Ff JJk")
    assert not card.dead((), visible=sevens, others=two_sets, basis="table").dead, "seven lack: four and three come"
    needed = laid("FFFFFf Jk")
    assert card.dead((), visible=visible, others=needed, basis="table").dead, "the three flowers left are wanted"
    assert not card.dead((), visible=visible, others=laid("FFFFf Jk"), basis="table").dead, "a fourth one is not"


def test_by_the_table_own_exposures_are_filled_and_their_jokers_gone() -> None:
    card = rulings("X 11111b 22222b FFFf 3d")
    own = laid("1111b Jk")
    assert not card.dead(own, visible=counts_of("2b"), basis="table").dead
    assert card.dead(own, visible=counts_of("2b JJJJk"), basis="table").labels == ("l0",), "two lack, three are left"
    assert card.dead(own, visible=counts_of("222b JJJJk"), basis="table").dead, "four lack, three are left"


def test_by_the_table_jokers_where_none_may_stand_are_exchanged_for_naturals_that_are_left() -> None:
    card = rulings("X 222b! 3333c 44444c FFf")
    own = laid("2b JJk")
    assert not card.dead(own, visible=counts_of("2b"), basis="table").dead
    assert card.dead(own, visible=counts_of("22b"), basis="table").dead
    assert card.dead(own, visible=counts_of("2b"), others=laid("2b JJk"), basis="table").dead
    both = rulings("X 222b! 22b 3333c 44444c")
    assert both.dead(own, visible=(), basis="rack").labels == ("l0",)
    assert both.dead(own, visible=counts_of("9c"), basis="table").dead, "five 2 bamboo are wanted"


def test_exchanged_jokers_can_come() -> None:
    """Seven jokers lie in the discards and the rack's own pung: the one that comes back fills the quint."""
    card = rulings("X 222b! 3333c 44444c FFf")
    assert not card.dead(laid("22b Jk"), visible=counts_of("JJJJJJJk"), basis="table").dead
    assert card.dead(laid("22b Jk"), visible=counts_of("JJJJJJJk 4c"), basis="table").dead, "it comes back once"
    assert card.dead(laid("222b"), visible=counts_of("JJJJJJJJk"), basis="table").dead


def test_tiles_that_nobody_saw_prove_nothing() -> None:
    card = rulings("X 222b! 3333c 44444c FFf")
    assert not card.dead(laid("2b ?? ??"), visible=counts_of("222b ??"), basis="table").dead
    assert card.dead(laid("2b Jk ??"), visible=counts_of("222b"), basis="table").dead


def test_the_nearest_line_of_a_dead_rack_is_the_one_that_holds_most_exposures() -> None:
    card = rulings("X FFFf 1111b 2222c 333d", "X FFFf 1111b 222c 5555d")
    verdict = card.dead(laid("111b Jk", "333d", "5555d"))
    assert verdict.nearest is not None
    assert (verdict.nearest.line, verdict.nearest.misfits) == (0, tuple(laid("5555d")))
    assert rulings("C FFFf 1111b 2222c 333d").dead(laid("333d")).nearest is None, "no line may be exposed at all"


def test_the_nearest_line_of_a_dead_table_is_the_one_that_lacks_least() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew", "X FFFf 1111b 4444c 55d Ew")
    visible = counts_of("3333d EEEEw 555d")
    lack = card.dead((), visible=visible, basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.misfits, lack.jokers) == (1, (), 8)
    assert lack.tiles == lack.rigid == ((kind("5d"), 1), (kind("Ew"), 1))
    lack = card.dead(laid("1111b"), visible=counts_of("EEEEw 4444c JJJJJJk"), basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.tiles) == (0, ((kind("Ew"), 1),))
    card = rulings("X FFFf 1111c 2222c 33d Ew", "X 11111b 22222b FFFf Ew")
    lack = card.dead((), visible=counts_of("1111b 22b EEEEw 333d"), basis="table").nearest
    assert lack is not None
    assert (lack.line, lack.rigid, lack.jokers) == (1, ((kind("Ew"), 1),), 8), "eight jokers fill the quints"


def test_the_verdict_does_not_change_with_what_was_asked() -> None:
    card = rulings("X FFFf 1111b 2222c 33d Ew")
    visible, own = counts_of("EEEEw"), laid("1111b")
    verdict = card.dead(own, visible=visible, basis="table")
    visible[kind("Ew")] = 0
    own.clear()
    assert verdict.nearest is not None
    assert verdict.nearest.tiles == ((kind("Ew"), 1),)


# -- fast verdicts on dead hands against verdicts found by trying, on cards and tables made by chance ------------------


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


# -- the lines that a hand is nearest to, on cards and racks made by chance, against trying ----------------------------


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
