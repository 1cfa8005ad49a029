"""Mahjong by the card: which racks are a hand, by which line, and where the jokers stand."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import brute
from cards.made_cards import FEW_KINDS, Rack, counts_of, disturbed, laid, planted_rack, random_rulings, rulings
from each import each
from mjlog.cards.exposures import Exposure, exposure_of
from mjlog.cards.reading import parse_card
from mjlog.cards.rulings import Rulings, rulings_for
from mjlog.cards.shipped import sample_card
from mjlog.tiles import ANY_FLOWER, JOKER, KINDS, UNKNOWN, parse_tiles
from turns import examples


@pytest.mark.rule("american/card-1")
def test_exactly_the_hand_wins_and_nothing_else() -> None:
    card = rulings("X FFFf 1111b 2222c 333d")
    assert card.match(counts_of("FFFf 1111b 2222c 333d")) is not None
    assert card.match(counts_of("FFFf 1111b 2222c 33d 4d")) is None
    assert card.match(counts_of("FFFf 1111b 2222c 33d")) is None, "thirteen tiles"
    assert card.match(counts_of("FFFf 1111b 2222c 3333d")) is None, "fifteen tiles"
    assert card.match(counts_of("FFFf 1111b 2222c 33d ??")) is None, "a tile that nobody saw"


@pytest.mark.rule("american/joker-1")
def test_jokers_stand_in_groups_of_three_or_more_never_in_pairs_and_singles() -> None:
    card = rulings("X FFf 1111b 2222c 33d Ew Sw")
    assert card.match(counts_of("FFf Jk 111b JJk 22c 33d ESw")) is not None
    for text in ("Ff Jk 1111b 2222c 33d ESw", "FFf 1111b 2222c 3d Jk ESw", "FFf 1111b 2222c 33d Ew Jk"):
        assert card.match(counts_of(text)) is None
        free = card.match_with_free_jokers(counts_of(text))
        assert free is not None
        assert free.label == "l0"
        assert sum(len(parse_tiles(group)) for group in free.assignment) == 14


def test_a_group_may_be_all_jokers() -> None:
    match = rulings("X FFf 1111b 2222c 3333d").match(counts_of("FFf 1111b JJJJk 3333d"))
    assert match is not None
    assert match.assignment == ("FFf", "1111b", "JJJJk", "3333d")


@pytest.mark.rule("american/pay-5")
def test_the_highest_value_counts_else_the_first_line_unless_another_is_named() -> None:
    lines = ["X FFf 1111b 222b 33333b", "C FFf 1111b 222b 33333b", "X FFf 1111b 222b 33333b"]
    card = rulings(*lines, values=(25, 30, 30))
    counts = counts_of("FFf 1111b 222b 3333b Jk")
    match = card.match(counts)
    assert match is not None
    assert (match.labels, match.label, match.value, match.exposed) == (("l0", "l1", "l2"), "l1", 30, False)
    named = card.match_line(counts, (), "l0")
    assert named is not None
    assert (named.labels, named.label, named.value) == (("l0",), "l0", 25)
    assert card.match_line(counts, (), "l7") is None


def test_of_several_hands_of_a_line_the_first_in_order_of_expansion_counts() -> None:
    card = rulings_for(parse_card("id order\nyear 2029\n[All]\na: 1111r FFFFF 11111r (like) 30 X"))
    assert {hand.line for hand in card.hands} == {0}
    card = rulings_for(
        parse_card("id order\nyear 2029\n[All]\na: 111r 222r! FFFF 22g 33g -or- 111r! 222r FFFF 22g 33g 30 X")
    )
    match = card.match(counts_of("111b 222b FFFFf 22c 33c"))
    assert match is not None
    assert match.hand is card.hands[0]
    assert match.lines == (0,), "a line is told once"


def test_naturals_go_where_no_joker_stands_then_to_groups_in_card_order() -> None:
    match = rulings("X 111b 111b! 22b 222b 333c").match(counts_of("1111b 2222b 333c JJJk"))
    assert match is not None
    assert match.assignment == ("1b JJk", "111b", "22b", "22b Jk", "333c")


def test_jokerless_is_judged_on_all_fourteen_tiles() -> None:
    card = rulings("X FFf 1111b 2222c 3333d")
    cases = {"3333d": True, "333d Jk": False}
    for exposed, jokerless in cases.items():
        match = card.match(counts_of("FFf 1111b 2222c"), laid(exposed))
        assert match is not None
        assert match.jokerless is jokerless
    match = card.match(counts_of("FFf 1111b 222c Jk"), laid("3333d"))
    assert match is not None
    assert not match.jokerless


def test_an_exposure_is_a_whole_group() -> None:
    card = rulings("X FFf 1111b 2222c 3333d")
    assert card.match(counts_of("FFf 1111b 2222c"), laid("33d JJk")) is not None
    assert card.match(counts_of("FFf 1111b 2222c 3d"), laid("333d")) is None
    assert card.match(counts_of("FFf 1111b"), laid("333d Jk", "2222c")) is not None


def test_like_exposures_are_different_groups() -> None:
    one, two = rulings("X FFf 111b 1b 2222c 3333d"), rulings("X FFFFf 111b 111b 2222c")
    assert one.match(counts_of("FFf 1b 33d"), laid("11b Jk", "11b Jk", "2222c")) is None
    assert two.match(counts_of("FFFFf"), laid("11b Jk", "11b Jk", "2222c")) is not None


def test_pairs_and_singles_are_never_exposed() -> None:
    card = rulings("X FFf 1111b 2222c 33d Ew Sw")
    assert card.match(counts_of("1111b 2222c 33d ESw")) is None
    assert card.match(counts_of("1111b 2222c 33d ESw"), laid("FFf")) is None
    for jokers in (0, 2):
        assert card.match(counts_of("1111b 2222c 33d ESw"), [Exposure(UNKNOWN, 2, 0, jokers)]) is None


def test_a_group_without_jokers_is_exposed_only_without() -> None:
    card = rulings("X FFf 111b! 22b 333c 4444c")
    assert card.match(counts_of("FFf 22b 333c 4444c"), laid("111b")) is not None
    assert card.match(counts_of("FFf 22b 333c 4444c"), laid("11b Jk")) is None
    free = card.match_with_free_jokers(counts_of("FFf 22b 333c 4444c"), laid("11b Jk"))
    assert free is not None
    assert free.assignment[1] == "11b Jk"


def test_an_exposure_without_jokers_is_the_group_that_takes_none_where_there_are_both() -> None:
    card = rulings("X 111b 111b! FFFFf 2222c")
    match = card.match(counts_of("FFFFf 2222c"), laid("111b", "1b JJk"))
    assert match is not None
    assert match.assignment == ("1b JJk", "111b", "FFFFf", "2222c")
    match = card.match(counts_of("FFFFf 2222c JJk 1b"), laid("111b"))
    assert match is not None
    assert match.assignment == ("1b JJk", "111b", "FFFFf", "2222c")


def test_an_exposure_of_jokers_only_is_the_group_that_is_left() -> None:
    card = rulings("X 1111b 2222c 3333d FFf")
    match = card.match(counts_of("FFf 1111b 3333d"), laid("JJJJk"))
    assert match is not None
    assert match.assignment == ("1111b", "JJJJk", "3333d", "FFf")


@pytest.mark.rule("american/card-6")
@pytest.mark.rule("american/call-6")
def test_a_concealed_line_is_not_exposed() -> None:
    card = rulings("C FFf 1111b 2222c 3333d")
    assert card.match(counts_of("FFf 1111b 2222c 3333d")) is not None
    assert card.match(counts_of("FFf 1111b 2222c"), laid("3333d")) is None
    assert card.match_line(counts_of("FFf 1111b 2222c"), laid("3333d"), "l0") is None
    would_be = card.match_concealed(counts_of("FFf 1111b 2222c"), laid("3333d"))
    assert would_be is not None
    assert (would_be.label, would_be.exposed) == ("l0", False)
    as_tiles = card.match_concealed(counts_of("FFf 1111b 2222c 3d"), laid("333d"))
    assert as_tiles is not None
    assert card.match_concealed(counts_of("FFf 1111b 2222c 4d"), laid("333d")) is None
    assert card.match_concealed(counts_of("FFf 1111b 2222c"), laid("333d ??")) is not None
    assert card.match_concealed(counts_of("FFf 1111b 2222c 3d"), laid("33d ??")) is None, "who knows what it is"
    assert rulings("X FFf 1111b 2222c 3333d").match_concealed(counts_of("FFf 1111b 2222c"), laid("3333d")) is None


def test_a_hand_half_seen_may_be_some_lines_and_not_others() -> None:
    card = rulings("X FFf 1111b 2222c 3333d", "X FFf 1111b 2222c 4444d", "X FFf 5555b 2222c 4444d")
    counts, left = counts_of("FFf 1111b 222c"), counts_of("22c 33d 4444d Jk")
    assert card.possible(counts, 5, left, ()) == (1,), "of the 3 dots two and a joker are left, one too few"
    assert card.possible(counts, 5, counts_of("22c 333d 44d Jk"), ()) == (0,)
    assert card.possible(counts, 5, counts_of("22c 333d 444d Jk"), ()) == (0, 1)
    assert card.possible(counts, 4, left, ()) == (), "thirteen tiles"


def test_known_jokers_must_have_somewhere_to_stand() -> None:
    card = rulings("X FFf 11b 22b 33b 44b 5555b")
    assert card.possible(counts_of("JJJJk"), 10, counts_of("FFf 11b 22b 33b 44b 5b"), ()) == (0,)
    assert card.possible(counts_of("JJJJJk"), 9, counts_of("FFf 11b 22b 33b 44b 5b"), ()) == ()
    kongs = rulings("X 1111b 2222c FFFFFFf")
    left = counts_of("1111b 2222c FFFFFFf JJJJJJJJk")
    assert kongs.possible(counts_of("JJJJJJJJk"), 6, left, ()) == (0,), "more jokers than anybody needs"


def test_tiles_beside_an_exposure_of_jokers_only_must_be_wanted_too() -> None:
    card = rulings("X 111b 11b 33333c 4444c")
    left = counts_of("3333c 4444c Jk")
    assert card.possible(counts_of("11b"), 9, left, laid("JJJk")) == (0,)
    assert card.possible(counts_of("111b"), 8, left, laid("JJJk")) == (), "the pung is on the table"


def test_an_exposure_is_told_from_its_tiles() -> None:
    assert exposure_of(parse_tiles("55b Jk")) == Exposure(4, 3, 2, 1)
    assert exposure_of(parse_tiles("1f 3s Ff Jk")) == Exposure(ANY_FLOWER, 4, 3, 1)
    assert exposure_of(parse_tiles("JJJk")) == Exposure(UNKNOWN, 3, 0, 3)
    assert exposure_of(parse_tiles("5b ?? ??")) == Exposure(4, 3, 1, 0)
    assert exposure_of(parse_tiles("5b 6b Jk")) is None
    assert exposure_of(()) is None


def test_rulings_are_kept_by_the_digest_of_the_card() -> None:
    text = "id kept\n[All]\na: FFFF 11111r 22222r (run) 30 X"
    first = rulings_for(parse_card(text))
    assert rulings_for(parse_card(text)) is first
    assert rulings_for(parse_card(text + "\n")) is not first


# -- fast rulings on complete hands against rulings found by trying, on cards and racks made by chance -----------------


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
