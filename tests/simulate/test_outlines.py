"""How near a hand is: the tables against trying every exchange, and against complete and waiting hands."""

from __future__ import annotations

import pytest

from mjlog.hands import Forms, is_complete, waits
from mjlog.hands.shapes import pack, pack_tiles
from mjlog.simulate.chance import Chance
from mjlog.simulate.goals import (
    KNITTINGS,
    MAJORS,
    PUNGS,
    SEVEN_PAIRS,
    SNAKES,
    SUITS,
    TRIPLE_KNITTING,
    WONDERS,
    steps_of,
)
from mjlog.tiles import parse_tiles

_WALL = [kind for kind in range(34) for _ in range(4)]


def steps(text: str, sets: int = 0) -> int:
    """The steps of a hand that is written down."""
    return steps_of(pack_tiles(parse_tiles(text)), sets)


@pytest.mark.parametrize(("hand", "sets", "expected"), [
    ("123b 456b 789c 55d 123d", 0, 0),
    ("123b 456b 789c 55d 12d", 0, 1),
    ("123b 456b 789c 5d 12d Ew", 0, 2),
    ("EEEw SSSw", 2, 1),
    ("55d", 4, 0),
    ("147b 258c 369d ESWNw", 0, 9),
    ("1111b", 3, 1),
])  # fmt: skip
def test_steps_to_a_complete_hand(hand: str, sets: int, expected: int) -> None:
    """Sets, sets begun and the pair are counted."""
    assert steps(hand, sets) == expected


def test_no_steps_is_a_complete_hand_and_one_step_a_wait() -> None:
    """Random hands drawn towards completeness: the tables agree with the search for complete hands."""
    chance = Chance(11)
    seen = {0: 0, 1: 0}
    for _ in range(400):
        counts = _improved(chance)
        distance = steps_of(pack(counts), 0)
        assert (distance == 0) == is_complete(counts, 0, forms=Forms(thirteen=False))
        for kind in (kind for kind in range(34) if counts[kind]):
            counts[kind] -= 1
            if waits(counts, 0, forms=Forms(thirteen=False)):
                assert steps_of(pack(counts), 0) == 1
                seen[1] += 1
            counts[kind] += 1
        seen[0] += distance == 0
    assert min(seen.values()) > 20


def _improved(chance: Chance) -> list[int]:
    """Fourteen tiles after some draws and the discards that bring them nearest."""
    wall = chance.shuffled(_WALL)
    counts = [0] * 34
    for kind in wall[:14]:
        counts[kind] += 1
    for kind in wall[14 : 14 + 20 + chance.below(40)]:
        if steps_of(pack(counts), 0) == 0:
            break
        counts[min((one for one in range(34) if counts[one]), key=lambda one: _without(counts, one))] -= 1
        counts[kind] += 1
    return counts


def _without(counts: list[int], kind: int) -> int:
    counts[kind] -= 1
    found = steps_of(pack(counts), 0)
    counts[kind] += 1
    return found


def test_each_goal_is_reached_by_its_hand() -> None:
    """The goals count to nothing for the hands that they are."""
    assert PUNGS.steps(pack_tiles(parse_tiles("111b 333c 555d EEEw RRd")), 0) == 0
    assert PUNGS.steps(pack_tiles(parse_tiles("123b 333c 555d EEEw RRd")), 0) == 2
    assert SUITS[0].steps(pack_tiles(parse_tiles("123b 456b 789b 55b 999b")), 0) == 0
    assert SUITS[0].steps(pack_tiles(parse_tiles("123b 456b 789b 55b 999c")), 0) == 2
    assert MAJORS.steps(pack_tiles(parse_tiles("111b 999c EEEw RRRd NNw")), 0) == 0
    assert SEVEN_PAIRS.steps(pack_tiles(parse_tiles("1122b 3344c 55d EEw RRd")), 0) == 0
    assert WONDERS.steps(pack_tiles(parse_tiles("19b 19c 19d ESWNw RGWd 1b")), 0) == 0
    assert WONDERS.steps(pack_tiles(parse_tiles("19b 19c 19d ESWNw RG5d 1b")), 0) == 1
    assert SNAKES[0].steps(pack_tiles(parse_tiles("1123456789b ESWNw")), 0) == 0
    assert SNAKES[1].steps(pack_tiles(parse_tiles("1123456789b ESWNw")), 0) == 10
    assert KNITTINGS[0].steps(pack_tiles(parse_tiles("1134579b 1134579c")), 0) == 0
    assert KNITTINGS[0].steps(pack_tiles(parse_tiles("1134579b 113457c Ew")), 0) == 1
    assert TRIPLE_KNITTING.steps(pack_tiles(parse_tiles("1357b 1357c 1357d 99b")), 0) <= 1
    assert TRIPLE_KNITTING.steps(pack_tiles(parse_tiles("13579b 13579c 1357d")), 0) == 0
    assert TRIPLE_KNITTING.steps(pack_tiles(parse_tiles("1357b 135c 135d EEw RRd")), 0) == 4
