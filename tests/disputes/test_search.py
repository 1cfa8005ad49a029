"""The search for unseen tiles, against trying every hand: small hands of few kinds, legal ones chosen at random."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping

from each import each
from mjlog.disputes.unseen import Evidence, Need, Search, search
from mjlog.tiles import KINDS

OF_KINDS = 5
UNSEEN = 3
Hand = Counter[int]


class Problem:
    """Unseen tiles of five kinds: how many are left, which hands would be legal, what the hand must have had."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.held = [chance.randrange(2) if kind < OF_KINDS else 0 for kind in range(KINDS)]
        self.most = {kind: chance.randrange(4) for kind in range(OF_KINDS)}
        every = [Counter(hand) for hand in itertools.combinations_with_replacement(range(OF_KINDS), UNSEEN)]
        self.hands = [hand for hand in every if all(number <= self.most[kind] for kind, number in hand.items())]
        self.legal = [hand for hand in self.hands if chance.random() < 0.2]
        kinds, drawn, needs = Counter[int](), 0, []
        for _ in range(chance.randrange(5)):
            kinds = kinds + Counter([chance.randrange(OF_KINDS)])
            drawn += chance.random() < 0.4
            needs.append(Need(kinds, drawn))
        self.needs = tuple(needs)

    def judge(self, tiles: Hand, most: Mapping[int, int]) -> tuple[str, str | None]:
        """Rules that know every legal hand."""
        left = any(tiles <= hand and all(hand[kind] <= most.get(kind, 0) for kind in hand) for hand in self.legal)
        return ("", None) if left else (f"none with {sorted(tiles.elements())}", "some/rule")

    def answer(self, longest: int = 10_000) -> Search:
        """What the search finds."""
        return search(self.judge, self.needs, self.held, self.most, UNSEEN, longest)


@each("seed", range(400))
def test_a_hand_is_found_exactly_where_there_is_one(seed: int) -> None:
    one = Problem(seed)
    after = Evidence(one.needs)
    fitting = [hand for hand in one.legal if after.fits(one.held, hand, 0)]
    found = one.answer()
    assert found.is_over
    assert (found.example is not None) == bool(fitting)
    if found.example is not None:
        assert found.example in fitting


def test_the_problems_are_of_both_kinds() -> None:
    """With a hand that is legal, with one only where the rest of the hand is not looked at, and with none."""
    kinds = Counter[tuple[bool, bool]]()
    for seed in range(400):
        one = Problem(seed)
        after = Evidence(one.needs)
        kinds[bool(one.legal), any(after.fits(one.held, hand, 0) for hand in one.legal)] += 1
    assert min(kinds[True, True], kinds[True, False], kinds[False, False]) > 20


@each("seed", range(40))
def test_what_is_ruled_out_holds_for_hands_with_its_tiles(seed: int) -> None:
    one = Problem(seed)
    after = Evidence(one.needs)
    found = one.answer()
    if found.example is None:
        for ruled in found.ruled_out:
            assert ruled.rule == "some/rule"
            assert not [hand for hand in one.legal if ruled.tiles <= hand and after.fits(one.held, hand, 0)]


def test_a_search_that_is_cut_off_says_so() -> None:
    cut = [Problem(seed).answer(longest=0) for seed in range(40)]
    assert any(not one.is_over for one in cut)
    assert all(one.example is None for one in cut)


def test_rules_that_cannot_be_asked_about_parts_of_a_hand_prove_nothing() -> None:
    """They leave every part of a hand, and refuse every whole one."""

    def judge(tiles: Hand, most: Mapping[int, int]) -> tuple[str, str | None]:
        return ("none", None) if tiles.total() == UNSEEN else ("", None)

    found = search(judge, (), [0] * KINDS, dict.fromkeys(range(OF_KINDS), 2), UNSEEN, 1000)
    assert (found.example, found.is_over) == (None, False)
