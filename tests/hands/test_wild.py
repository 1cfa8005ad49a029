"""Hands with wild tiles, held against all that the wild ones could stand for."""

from __future__ import annotations

import itertools
import random

import pytest

from mjlog.hands import Forms, can_complete, is_complete, lacking, meant, plain, stand_ins, waits
from mjlog.rulesets import default_rules
from mjlog.tiles import PLAIN_KINDS, format_tiles, parse_tiles

GOULASH = default_rules("bmja").plan.goulash
assert GOULASH is not None
FORMS: Forms = GOULASH.forms
WILD = 1


def counts_of(text: str) -> list[int]:
    tiles = parse_tiles(text)
    return [tiles.count(kind) for kind in range(PLAIN_KINDS)]


def by_hand(counts: list[int], sets: int) -> set[tuple[int, ...]]:
    """What the wild tiles can stand for, by trying everything, no more than four of a kind."""
    natural = [0 if kind == WILD else count for kind, count in enumerate(counts)]
    found = set()
    for kinds in itertools.combinations_with_replacement(range(PLAIN_KINDS), counts[WILD]):
        whole = [count + kinds.count(kind) for kind, count in enumerate(natural)]
        if max(whole) <= 4 and is_complete(whole, sets, forms=plain(FORMS), laid=[(33,) * 3] * sets):
            found.add(kinds)
    return found




def test_wild_tiles_stand_for_all_that_completes_the_hand_and_for_nothing_else() -> None:
    """Of random hands with one or two wild tiles, near to complete ones."""
    chance = random.Random(4)
    complete = 0
    for _ in range(60):
        sets = chance.choice((1, 2, 3))
        pungs = chance.sample([kind for kind in range(PLAIN_KINDS) if kind != WILD], 5 - sets)
        tiles = [kind for kind in pungs[1:] for _ in range(3)] + [pungs[0]] * 2
        for _ in range(chance.choice((1, 2))):
            tiles[chance.randrange(len(tiles))] = WILD
        if chance.random() < 0.3:
            tiles[chance.randrange(len(tiles))] = chance.randrange(PLAIN_KINDS)
        counts = [tiles.count(kind) for kind in range(PLAIN_KINDS)]
        laid = [(33,) * 3] * sets
        expected = by_hand(counts, sets)
        complete += bool(expected)
        assert set(stand_ins(counts, sets, FORMS, laid)) == expected, format_tiles(tiles)
        assert is_complete(counts, sets, forms=FORMS, laid=laid) is bool(expected)
    assert 20 < complete < 60


@pytest.mark.parametrize(("hand", "sets", "found"), [
    ("55c 2b 88c", 3, ["5c", "8c"]),
    ("345c 2b 8c", 3, []),
    ("19b 19c 19d ESWNw RGd 22b", 0, ["1b Wd", "9b Wd", "1c Wd", "9c Wd", "1d Wd", "9d Wd", "Ew Wd", "Sw Wd"]),
    ("1b1c 3b3c 4b4c 5b5c 6b6c 7b7c 8c2b", 0, ["8b", "8d"]),
])  # fmt: skip
def test_wild_tiles_stand_in_special_hands_and_not_in_chows(hand: str, sets: int, found: list[str]) -> None:
    """Chows are in special hands only."""
    ways = [format_tiles(kinds) for kinds in stand_ins(counts_of(hand), sets, FORMS, [(33,) * 3] * sets)]
    assert ways[: len(found)] == found
    assert bool(ways) is bool(found)


def test_a_hand_waits_for_what_its_wild_tiles_leave_out_and_for_another_wild_one() -> None:
    """Two pairs and a wild tile wait for either; with nothing missing but a pair, for anything."""
    laid = [(33,) * 3] * 3
    assert format_tiles(waits(counts_of("55c 2b 8c"), 3, forms=FORMS, laid=laid)) == "2b 58c"
    assert len(waits(counts_of("555c 2b"), 3, forms=FORMS, laid=laid)) == PLAIN_KINDS - 1
    assert lacking(counts_of("55c 2b 89c"), 3, forms=FORMS, laid=laid).tiles == 1


def test_a_tile_that_nobody_saw_may_be_wild() -> None:
    """With one wild tile and one unseen a pung and two others can be complete."""
    laid = [(33,) * 3] * 3
    assert can_complete(counts_of("55c 2b 8c"), 1, 3, forms=FORMS, laid=laid)
    assert not can_complete(counts_of("5c 7c 9c 1d"), 1, 3, forms=FORMS, laid=laid)


def test_a_set_of_wild_tiles_alone_is_what_it_says() -> None:
    """Of unlike tiles none stands for another."""
    assert meant((4, 4, WILD), WILD) == (4, 4, 4)
    assert meant((WILD,) * 3, WILD) == (WILD,) * 3
    assert meant((4, 5, WILD), WILD) == (4, 5, WILD)
