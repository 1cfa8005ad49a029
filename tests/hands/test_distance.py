"""How many tiles a hand lacks, and which bring it nearer: against another engine, and against trying."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten
from test_complete_hands import counts_of
from test_hands_of_clubs import BMJA

from each import each
from mjlog.hands import Forms, can_complete, is_complete, lacking, meant, plain, stand_ins, waits, waits_left
from mjlog.hands.special import Laid, whole_hands
from mjlog.rulesets import default_rules
from mjlog.tiles import CODES, PLAIN_KINDS, format_tiles, parse_tiles

WESTERN = Forms(seven_pairs=True, knitting=True, triple_knitting=True, snake=True)
RIICHI = Forms(seven_pairs=True, different_pairs=True)
_CHOW: Laid = ((0, 1, 2),)
_SPECIAL = (
    "1133b 55c 77c EEw RRd 99d", "1111b 55c 77c EEw RRd 99d", "19b 19c 19d ESWNNw RGWd", "13599b 13599c 1359d",
    "1359b 1359c 1359d 88b", "1359b 1359c 1359d 8b 8c", "1122334455667b 7c", "1234567b 1234567c", "1123456789c ESWNw",
    "11b 99c 11d EEw SSw RRd GGd", "11122345678999b", "123b 456b 789b 111c 22d", "222b 333c 444d 55b 678d",
)  # fmt: skip


@st.composite
def hands(draw: st.DrawFn) -> list[int]:
    """A complete hand of some sort, of which some tiles were exchanged."""
    chance = random.Random(draw(st.integers(0, 1 << 30)))
    counts = counts_of(draw(st.sampled_from(_SPECIAL)))[:PLAIN_KINDS]
    for _ in range(draw(st.integers(0, 6))):
        counts[chance.choice([kind for kind in range(PLAIN_KINDS) if counts[kind]])] -= 1
        counts[chance.choice([kind for kind in range(PLAIN_KINDS) if counts[kind] < 4])] += 1
    return counts


@given(st.integers(0, 1 << 30), st.integers(0, 3), st.booleans())
def test_another_engine_counts_the_same(seed: int, sets: int, in_turn: bool) -> None:
    chance = random.Random(seed)
    wall = [kind for kind in range(PLAIN_KINDS) for _ in range(4) if chance.random() < 0.5 or kind % 9 < 3]
    tiles = chance.sample(wall, 13 + in_turn - 3 * sets)
    counts = [tiles.count(kind) for kind in range(PLAIN_KINDS)]
    theirs = Shanten().calculate_shanten(counts, use_chiitoitsu=not sets, use_kokushi=not sets)
    assert lacking(counts, sets, forms=RIICHI, laid=_CHOW * sets).tiles - 1 == theirs, format_tiles(tiles)


@given(st.sampled_from([Forms(), RIICHI, WESTERN, BMJA]), hands())
def test_a_tile_that_is_wanted_brings_the_hand_nearer_and_no_other_does(forms: Forms, counts: list[int]) -> None:
    lack = lacking(counts, forms=forms)
    assert (lack.tiles == 0) is is_complete(counts, 0, forms=forms)
    nearer = []
    for kind in range(PLAIN_KINDS) if lack.tiles else ():
        counts[kind] += 1
        after = lacking(counts, forms=forms).tiles
        counts[kind] -= 1
        assert after in (lack.tiles, lack.tiles - 1)
        # Of a kind that is held four times no hand wants more.
        nearer += [kind] if after < lack.tiles else []
    assert list(lack.kinds) == nearer


@given(hands(), st.integers(0, 13))
def test_a_hand_that_lacks_one_tile_waits_for_what_it_wants(counts: list[int], taken: int) -> None:
    for forms in (RIICHI, WESTERN, BMJA):
        tiles = [kind for kind, count in enumerate(counts) for _ in range(count)]
        rest = [count - (kind == tiles[taken]) for kind, count in enumerate(counts)]
        lack = lacking(rest, forms=forms)
        waited = waits_left(rest, 0, forms=forms)
        assert (lack.tiles == 1) is bool(waited)
        assert lack.tiles > 1 or lack.kinds == waited


_SETS = [(kind,) * 3 for kind in range(PLAIN_KINDS)]
_SETS += [(first, first + 1, first + 2) for first in range(27) if first % 9 < 7]
_PAIRS = [(kind,) * 2 for kind in range(PLAIN_KINDS)]
_WHOLES = [laid + pair for laid, pair in itertools.product(_SETS, _PAIRS) if (laid + pair).count(pair[0]) < 5]


@given(st.lists(st.sampled_from(range(PLAIN_KINDS)), min_size=4, max_size=5))
def test_a_set_and_a_pair_lack_as_little_as_by_trying_all(tiles: list[int]) -> None:
    counts = [min(4, tiles.count(kind)) for kind in range(PLAIN_KINDS)]
    least = min(sum(max(0, whole.count(kind) - counts[kind]) for kind in {*whole}) for whole in _WHOLES)
    assert lacking(counts, 3, laid=_CHOW * 3, forms=Forms(thirteen=False)).tiles == least


@each("hand, sets, forms, lacks, wanted", [
    ("23b 456d 55d 9c", 2, Forms(), 1, "1b 4b"),
    ("4444b 111c", 2, Forms(), 2, ""),
    ("222b 333c 456d 55b 67d", 0, BMJA, 2, "3d 4d 5b 6d 7d"),
    ("1133b 55c 77c EEw RRd 9d", 0, WESTERN, 1, "9d"),
    ("1111b 55c 77c EEw RRd 9d", 0, RIICHI, 3, ""),
    ("19b 19c 19d ESWNw RGWd", 0, Forms(), 1, "1b 9b 1c 9c 1d 9d Ew Sw Ww Nw Rd Gd Wd"),
    ("12345678c ESWNw 9d", 0, WESTERN, 2, "1c 9c"),
])  # fmt: skip
def test_a_hand_lacks(hand: str, sets: int, forms: Forms, lacks: int, wanted: str) -> None:
    lack = lacking(counts_of(hand), sets, forms=forms, laid=((31,) * 3,) * sets)
    assert lack.tiles == lacks
    assert not wanted or {*wanted.split()} == {CODES[kind] for kind in lack.kinds}


def test_sets_that_nobody_can_tell_leave_four_sets_and_a_pair() -> None:
    assert lacking(counts_of("11b 33b 55c 77c 9d"), 1, forms=RIICHI).tiles == 3


def test_beside_a_chow_on_the_table_a_club_hand_wants_no_other() -> None:
    counts = counts_of("222b 333c 55b 67d")
    assert lacking(counts, 1, forms=BMJA, laid=_CHOW).tiles == 2
    assert lacking(counts, 1, laid=_CHOW).tiles == 1


def test_all_special_hands_of_certain_tiles_lack_nothing() -> None:
    for whole in whole_hands(BMJA):
        assert lacking([whole >> 3 * kind & 7 for kind in range(PLAIN_KINDS)], forms=BMJA).tiles == 0


# -- hands with wild tiles, held against all that the wild ones could stand for ----------------------------------------


GOULASH = default_rules("bmja").plan.goulash
assert GOULASH is not None
FORMS: Forms = GOULASH.forms
WILD = 1


def counted(text: str) -> list[int]:
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
    ways = [format_tiles(kinds) for kinds in stand_ins(counted(hand), sets, FORMS, [(33,) * 3] * sets)]
    assert ways[: len(found)] == found
    assert bool(ways) is bool(found)


def test_a_hand_waits_for_what_its_wild_tiles_leave_out_and_for_another_wild_one() -> None:
    """Two pairs and a wild tile wait for either; with nothing missing but a pair, for anything."""
    laid = [(33,) * 3] * 3
    assert format_tiles(waits(counted("55c 2b 8c"), 3, forms=FORMS, laid=laid)) == "2b 58c"
    assert len(waits(counted("555c 2b"), 3, forms=FORMS, laid=laid)) == PLAIN_KINDS - 1
    assert lacking(counted("55c 2b 89c"), 3, forms=FORMS, laid=laid).tiles == 1


def test_a_tile_that_nobody_saw_may_be_wild() -> None:
    """With one wild tile and one unseen a pung and two others can be complete."""
    laid = [(33,) * 3] * 3
    assert can_complete(counted("55c 2b 8c"), 1, 3, forms=FORMS, laid=laid)
    assert not can_complete(counted("5c 7c 9c 1d"), 1, 3, forms=FORMS, laid=laid)


def test_a_set_of_wild_tiles_alone_is_what_it_says() -> None:
    """Of unlike tiles none stands for another."""
    assert meant((4, 4, WILD), WILD) == (4, 4, 4)
    assert meant((WILD,) * 3, WILD) == (WILD,) * 3
    assert meant((4, 5, WILD), WILD) == (4, 5, WILD)
