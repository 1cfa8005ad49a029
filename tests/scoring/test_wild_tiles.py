"""Hands of a goulash: a wild tile counts as what brings the most, and the score says as what."""

from __future__ import annotations

import itertools
import random

import pytest
from msgspec.structs import replace

from mjlog.audit.valuing import scorer_for
from mjlog.errors import HandError
from mjlog.rulesets import Rules, load, resolve
from mjlog.scoring import Hand, LaidSet, explain, hand_answer
from mjlog.scoring.hand import GOULASH
from mjlog.scoring.hand_line import read_hand_line
from mjlog.scoring.request import HandRequest
from mjlog.seats import Seat
from mjlog.tiles import PLAIN_KINDS, tile_name

RULES = resolve(load("bmja"), {})
WILD = 1
GOULASH_SCORER = scorer_for(RULES)
assert GOULASH_SCORER is not None


def hand_of(line: str, rules: Rules = RULES) -> Hand:
    request: HandRequest = read_hand_line(line)
    scorer = scorer_for(rules)
    assert scorer is not None
    return request.hand(rules.plan.copies, flags=scorer.flags, wild=WILD)


@pytest.mark.parametrize(("line", "total", "stands_for"), [
    ("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash", 240, ["8 characters", "8 characters"]),
    ("S in E 5c (222c) (33c2b) (666c) 88c2b +5c discard goulash", 240, ["3 characters", "8 characters"]),
    # no double for having no chow: 20 + 2 + 8 + 4 + 2 + 2
    ("S in E 55c2b (222c) (333d) 888b 9d +9d wall goulash", 38, ["9 dots"]),
    ("S in E 19b 19c 19d ESWNw 2b Gd 2b +2b wall goulash", 1000, None),
    ("S in E 19b 19c 19d ESWNw RGd 2b +Wd discard goulash", 1000, ["east wind"]),
    ("S in E 1b1c 3b3c 4b4c 5b5c 6b6c 7b7c 2b +8c wall goulash", 500, ["8 bamboo"]),
    # what it stands for completes the hand: it is no 2 bamboo here
    ("S in E 2b (555c) (666c) (888d) (777b) +9d discard goulash", 28, ["9 dots"]),
    ("S in E 2b (555c) (666c) (888d) (777b) +2b wall goulash", 32, ["east wind", "east wind"]),
    # losers: the best of pairs and pungs
    ("S in E 55c 2b RRd 2b 1479d 8b Ww Nw goulash", 24, ["5 characters", "red dragon"]),
    ("S in E 19b 19c 19d ESWNw RGd 2b goulash", 400, None),
])  # fmt: skip
def test_a_wild_tile_counts_as_what_brings_the_most(line: str, total: int, stands_for: list[str] | None) -> None:
    score = GOULASH_SCORER.score(hand_of(line))
    assert score.total == total
    told = [item.name.rpartition(" as ")[2] for item in score.items if item.rule == "bmja/goulash"]
    assert stands_for is None or told == stands_for


def test_the_best_of_all_that_a_wild_tile_could_be() -> None:
    """A hand with one wild tile is worth as much as the best of the thirty-four hands without it, by the plain rows."""
    chance = random.Random(2)
    _best, plain = GOULASH_SCORER.counted_as(hand_of("S in E 2b (555c) (666c) (888d) (777b) +9d discard goulash"))
    for _ in range(25):
        pungs = chance.sample([kind for kind in range(PLAIN_KINDS) if kind != WILD], 4)
        laid = tuple(LaidSet("pung", (kind,) * 3) for kind in pungs[:2])
        tiles = [pungs[2]] * 3 + [pungs[3]] * 2 + [WILD] * 3
        chance.shuffle(tiles)
        hand = Hand(Seat.S, Seat.E, tuple(sorted(tiles)), laid, won=True, tile=pungs[2], source="discard")
        best = max(
            score.total or 0
            for kinds in itertools.combinations_with_replacement(range(PLAIN_KINDS), 3)
            for concealed in [tuple(sorted([*(kind for kind in tiles if kind != WILD), *kinds]))]
            if max(map(concealed.count, concealed)) <= 4
            for score in [plain.score(replace(hand, concealed=concealed))]
        )
        assert GOULASH_SCORER.score(replace(hand, flags=frozenset({GOULASH}))).total == best


def test_the_score_of_a_goulash_is_explained_with_its_wild_tiles_as_what_they_stand_for() -> None:
    hand = hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash")
    answer = hand_answer(hand, GOULASH_SCORER, RULES.plan.copies, explained=True)
    assert "888c" in [each["tiles"] for each in answer["sets"]]
    assert f"{tile_name(WILD)}, wild, as 8 characters" in [item["name"] for item in answer["items"]]
    assert explain(hand, GOULASH_SCORER.score(hand), GOULASH_SCORER).sums[-1] == "30 points x 2^3 = 240"


def test_a_wild_tile_is_one_in_a_goulash_only() -> None:
    """Elsewhere, and where none is played, it is what it says."""
    plain = hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard")
    assert GOULASH_SCORER.score(plain).total is None
    with pytest.raises(HandError, match="no set"):
        hand_of("S in E 5c (222c) (33c2b) (666c) 888c +5c discard")
    without = resolve(load("bmja"), {"goulash": False})
    with pytest.raises(HandError, match="goulash"):
        hand_of("S in E 5c (222c) (333c) (666c) 2b2b8c +5c discard goulash", without)
