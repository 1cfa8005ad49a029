"""The worked examples of the geometry page, tile by tile: dice, break, deal, draws and replacements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mjlog.rulesets import load, resolve
from mjlog.seats import SEATS, Seat
from mjlog.table import TablePlan
from mjlog.table.opening import (
    StackPlace,
    count_end,
    from_the_right,
    next_wall,
    second_thrower,
    stacks_to_count,
    tile_place,
    wall_found,
)
from mjlog.table.plan import BreakPlan


@dataclass(frozen=True)
class Example:
    """One worked example. Tiles are numbered from 1; `S4u` is the upper tile of South's stack 4, `S4` both."""

    ruleset: str
    options: dict[str, Any]
    size: int
    throws: tuple[int, ...]
    found: str
    broken: tuple[str, int]
    by: str
    walls: dict[str, tuple[int, int]]
    dealt: dict[str, str]
    draws: dict[int, str]
    last: int
    replaced: dict[int, tuple[int, str]]
    """By the number of the replacement: the tile, and where it stood (for tiles not lifted, where it lies)."""
    ends: dict[int, int]
    """The last live tile after so many replacements."""
    lifted: dict[str, str]
    """Where the lifted stack's tiles are set."""

    @property
    def plan(self) -> TablePlan:
        """The table of the example."""
        return resolve(load(self.ruleset), self.options).plan

    @property
    def breaking(self) -> BreakPlan:
        """How its wall is broken."""
        breaking = self.plan.breaking
        assert breaking is not None
        return breaking

    def name(self, number: int) -> str:
        """The place of a tile by its number from 1."""
        wall, stack = self.broken
        place = tile_place(self.breaking, StackPlace(Seat[wall], stack), number - 1)
        return f"{place.wall.value}{place.stack}{'u' if place.upper else 'l'}"


MAHJIANG = Example(
    ruleset="mahjiang", options={}, size=136, throws=(11, 9), found="W", broken=("S", 3), by="W",
    walls={"S4 S17": (1, 28), "E1 E17": (29, 62), "N1 N17": (63, 96), "W1 W17": (97, 130), "S1 S1": (131, 132),
           "S2 S2": (133, 134), "S3 S3": (135, 136), "W14 W17": (123, 130)},
    dealt={"E": "S4 S5 S12 S13 E3 E4 E11u E13u", "S": "S6 S7 S14 S15 E5 E6 E11l", "W": "S8 S9 S16 S17 E7 E8 E12u",
           "N": "S10 S11 E1 E2 E9 E10 E12l"},
    draws={54: "E13l", 55: "E14u", 56: "E14l", 122: "W13l"}, last=122,
    replaced={1: (135, "S3u"), 2: (136, "S3l"), 3: (133, "S2u"), 4: (134, "S2l")}, ends={0: 122, 1: 122, 14: 122},
    lifted={"S3u": "S2", "S3l": "W17"},
)  # fmt: skip
PUNG_CHI = Example(
    ruleset="pung-chi", options={}, size=136, throws=(7,), found="N", broken=("N", 7), by="E",
    walls={"N8 N17": (1, 20), "E1 E17": (21, 54), "S1 S17": (55, 88), "W1 W17": (89, 122), "N1 N7": (123, 136)},
    dealt={"E": "N8 N9 N16 N17 E7 E8 E15u E17u", "S": "N10 N11 E1 E2 E9 E10 E15l", "W": "N12 N13 E3 E4 E11 E12 E16u",
           "N": "N14 N15 E5 E6 E13 E14 E16l"},
    draws={54: "E17l", 55: "S1u", 56: "S1l", 136: "N7l"}, last=136,
    replaced={1: (135, "N7u"), 2: (136, "N7l"), 3: (133, "N6u")}, ends={0: 136, 1: 135, 2: 134}, lifted={},
)  # fmt: skip
DEAD_WALL = Example(
    ruleset="dead-wall", options={"bonus_tiles": True}, size=144, throws=(5, 10), found="E", broken=("E", 10), by="E",
    walls={"E11 E18": (1, 16), "N1 N18": (17, 52), "W1 W18": (53, 88), "S1 S18": (89, 124), "E1 E10": (125, 144)},
    dealt={"E": "E11 E12 N1 N2 N9 N10 N17u W1u", "S": "E13 E14 N3 N4 N11 N12 N17l", "W": "E15 E16 N5 N6 N13 N14 N18u",
           "N": "E17 E18 N7 N8 N15 N16 N18l"},
    draws={54: "W1l", 55: "W2u", 56: "W2l", 130: "E3l"}, last=130,
    replaced={1: (131, "E4u"), 2: (132, "E4l"), 3: (129, "E3u"), 4: (130, "E3l"), 5: (127, "E2u")},
    ends={0: 130, 1: 130, 2: 128, 3: 128, 4: 126, 5: 126}, lifted={"E4u": "E10", "E4l": "E8"},
)  # fmt: skip
WESTERN = Example(
    ruleset="western", options={}, size=144, throws=(6, 8), found="S", broken=("S", 8), by="E",
    walls={"S9 S18": (1, 20), "E1 E18": (21, 56), "N1 N18": (57, 92), "W1 W18": (93, 128), "S1 S7": (129, 142),
           "S8 S8": (143, 144)},
    dealt={"E": "S9 S10 S17 S18 E7 E8 E15u E17u", "S": "S11 S12 E1 E2 E9 E10 E15l", "W": "S13 S14 E3 E4 E11 E12 E16u",
           "N": "S15 S16 E5 E6 E13 E14 E16l"},
    draws={54: "E17l", 55: "E18u", 56: "E18l", 130: "S1l"}, last=130,
    replaced={1: (143, "S8u"), 2: (144, "S8l"), 3: (141, "S7u")}, ends={0: 130, 1: 129, 2: 128, 3: 127},
    lifted={"S8u": "S7", "S8l": "S5"},
)  # fmt: skip
EXAMPLES = [
    pytest.param(MAHJIANG, marks=pytest.mark.rule("mahjiang/break-3"), id="mahjiang"),
    pytest.param(PUNG_CHI, marks=pytest.mark.rule("pung-chi/break-2"), id="pung-chi"),
    pytest.param(DEAD_WALL, marks=pytest.mark.rule("dead-wall/break-1"), id="dead-wall"),
    pytest.param(WESTERN, marks=pytest.mark.rule("western/break-2"), id="western"),
]
OF_EXAMPLES = pytest.mark.parametrize("example", EXAMPLES)


def _both(stacks: Iterable[str]) -> list[str]:
    """Each stack as its two tiles; tiles stay."""
    return [tile for text in stacks for tile in ([text] if text[-1] in "ul" else [f"{text}u", f"{text}l"])]


@OF_EXAMPLES
def test_the_page_tells_the_example(example: Example) -> None:
    """Its row of docs/lookup/geometry.md has the same places."""
    page = (Path(__file__).parents[2] / "docs" / "lookup" / "geometry.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| `{example.ruleset}` | {example.size} |")]
    draws = [example.name(number) for number in (54, 55, 56)]
    told = [
        " ".join(map(str, example.throws)), " ".join(map(str, example.broken)), example.name(1), " ".join(draws),
        f"{example.last} {example.name(example.last)}", " ".join(name for _number, name in example.replaced.values()),
        " ".join(example.lifted.values()) or "–",
    ]  # fmt: skip
    assert [cell.strip() for cell in row.split("|")[3:-1]] == told


@OF_EXAMPLES
def test_the_dice_count_to_wall_and_stack(example: Example) -> None:
    """Players anticlockwise; stacks from the end that the rules say, past the corner into the next wall."""
    plan, throws = example.breaking, example.throws
    found = wall_found(plan, throws[0])
    assert found is Seat[example.found]
    count = stacks_to_count(plan, throws[0], throws[1] if len(throws) > 1 else None)
    assert count is not None
    assert count_end(plan, found, count) == StackPlace(Seat[example.broken[0]], example.broken[1])
    thrower = second_thrower(plan, found)
    assert (thrower is None) == (len(throws) == 1)
    assert (thrower or Seat.E) is Seat[example.by]


@OF_EXAMPLES
def test_the_wall_is_numbered_from_the_first_stack_dealt(example: Example) -> None:
    """Each part of it has the numbers of the example; every tile has one place."""
    for part, (first, last) in example.walls.items():
        start, end = part.split()
        assert (example.name(first), example.name(last)) == (f"{start}u", f"{end}l"), part
    assert example.plan.wall.size == example.size
    assert len({example.name(number) for number in range(1, example.size + 1)}) == example.size


@OF_EXAMPLES
def test_everybody_is_dealt_the_tiles_of_the_example(example: Example) -> None:
    """Thirteen, and East fourteen."""
    plan = example.plan
    taken: dict[str, list[str]] = {seat.value: [] for seat in SEATS}
    for seat, position in zip(plan.dealing.seats, plan.dealing.positions, strict=True):
        taken[seat.value].append(example.name(position + 1))
    assert {seat: sorted(tiles) for seat, tiles in taken.items()} == {
        seat: sorted(_both(text.split())) for seat, text in example.dealt.items()
    }


@OF_EXAMPLES
def test_the_last_tiles_of_the_deal_are_the_same_in_every_rule_set(example: Example) -> None:
    """East 49 and 53, South 50, West 51, North 52."""
    plan = example.plan
    last = {
        seat: [
            position + 1
            for taker, position in zip(plan.dealing.seats, plan.dealing.positions, strict=True)
            if taker is seat and position >= 48
        ]
        for seat in SEATS
    }
    assert last == {Seat.E: [49, 53], Seat.S: [50], Seat.W: [51], Seat.N: [52]}


@OF_EXAMPLES
def test_tiles_are_drawn_to_the_last_live_one(example: Example) -> None:
    """From the 54th on."""
    plan = example.plan
    assert plan.dealing.size + 1 == 54
    assert {number: example.name(number) for number in example.draws} == example.draws
    assert plan.wall.live_position(53, 0) + 1 == 54
    assert plan.wall.live_ends[0] == example.last
    assert {taken: plan.wall.live_ends[taken] for taken in example.ends} == example.ends


@OF_EXAMPLES
def test_replacements_come_from_the_end(example: Example) -> None:
    """In the order of the example; each lies at its place of the wall as built."""
    wall = example.plan.wall
    for which, (number, name) in example.replaced.items():
        assert wall.loose_position(53, which - 1) == number - 1
        assert wall.loose[which - 1] == number - 1
        assert example.name(number) == name


@OF_EXAMPLES
def test_the_lifted_stack_is_set_on_two_others(example: Example) -> None:
    """Its upper tile on the one, its lower tile on the other."""
    wall, size = example.plan.wall, example.size
    assert bool(wall.lifted) == bool(example.lifted)
    if not wall.lifted:
        return
    upper = size - 2 * wall.lifted + 1
    set_on = [example.name(size - 2 * stack + 1).rstrip("u") for stack in wall.loose_on]
    assert dict(zip((example.name(upper), example.name(upper + 1)), set_on, strict=True)) == example.lifted


@pytest.mark.rule("mahjiang/break-5")
def test_the_kong_box_has_fourteen_tiles_and_69_are_drawn() -> None:
    """It is not refilled, and a fifteenth replacement cannot be taken."""
    wall = MAHJIANG.plan.wall
    assert wall.live_ends[0] - MAHJIANG.plan.dealing.size == 69
    assert set(wall.live_ends) == {122}
    assert wall.loose_position(53, 13) is not None
    assert wall.loose_position(53, 14) is None
    assert sorted(position + 1 for position in wall.loose) == list(range(123, 137))


@pytest.mark.rule("pung-chi/draw-1")
def test_front_and_end_may_meet_in_one_stack() -> None:
    """Whoever comes second gets the tile that is left; then nothing is."""
    wall = PUNG_CHI.plan.wall
    assert wall.live_position(134, 1) == 135
    assert wall.loose_position(135, 0) == 135
    assert wall.loose_position(135, 1) is None
    assert wall.loose_position(136, 0) is None
    assert wall.live_position(132, 3) == 133
    assert wall.loose_position(133, 2) == 133


@pytest.mark.rule("dead-wall/dead-2")
def test_the_dead_wall_is_refilled_while_there_is_a_live_stack() -> None:
    """If only one live tile is left it alone is set; if none, none."""
    wall = DEAD_WALL.plan.wall
    assert wall.loose_position(128, 2) == 128
    assert wall.loose_position(129, 2) == 129
    assert wall.loose_position(129, 3) is None
    assert wall.loose_position(130, 2) is None
    assert wall.loose_position(130, 1) == 131


@pytest.mark.parametrize(
    ("ruleset", "aside"), [("western", [2, 1, 0, 0]), ("dead-wall", [2, 1, 2, 1]), ("classical", [0, 0, 0, 0])]
)
def test_lifted_tiles_lie_on_other_stacks_until_they_replace_one(ruleset: str, aside: list[int]) -> None:
    """In the dead wall the next two are lifted then."""
    wall = resolve(load(ruleset)).plan.wall
    assert [len(wall.set_aside(0, replaced)) for replaced in range(4)] == aside


@pytest.mark.rule("western/draw-1")
def test_fourteen_tiles_are_never_drawn() -> None:
    """Each replacement moves the end of the live wall by one tile; none is left when they meet."""
    wall = WESTERN.plan.wall
    assert [wall.live_ends[taken] for taken in range(5)] == [130, 129, 128, 127, 126]
    assert wall.loose_position(129, 0) == 142
    assert wall.loose_position(130, 0) is None
    assert wall.loose_position(129, 1) is None


@pytest.mark.rule("western/three-1")
def test_three_players_are_dealt_nine_blocks_and_four_tiles() -> None:
    """1–36 by fours, then East 37, South 38, West 39, East 40; 41 is drawn first."""
    plan = resolve(load("western"), {"players": 3}).plan
    numbered = list(zip(plan.dealing.seats, (position + 1 for position in plan.dealing.positions), strict=True))
    assert [seat.value for seat, _ in numbered[:36:4]] == list("ESW" * 3)
    assert numbered[36:] == [(Seat.E, 37), (Seat.S, 38), (Seat.W, 39), (Seat.E, 40)]
    assert plan.dealing.size + 1 == 41
    assert plan.breaking is not None
    assert wall_found(plan.breaking, 4) is Seat.N


@pytest.mark.parametrize(("total", "found"), [(2, "S"), (3, "W"), (4, "N"), (5, "E"), (12, "N")])
def test_players_are_counted_anticlockwise(total: int, found: str) -> None:
    """East as one; or the next player as one."""
    assert wall_found(MAHJIANG.breaking, total) is Seat[found]
    assert wall_found(PUNG_CHI.breaking, total) is SEATS[(Seat[found].index + 1) % 4]


def test_walls_follow_clockwise_and_back() -> None:
    """East, North, West, South clockwise."""
    walls = [Seat.E]
    for _ in range(4):
        walls.append(next_wall(MAHJIANG.breaking, walls[-1]))
    assert walls == [Seat.E, Seat.N, Seat.W, Seat.S, Seat.E]
    assert [next_wall(PUNG_CHI.breaking, seat) for seat in SEATS] == [Seat.S, Seat.W, Seat.N, Seat.E]


def test_stacks_are_counted_from_the_end_where_the_count_enters() -> None:
    """The right of the builder clockwise, the left anticlockwise."""
    assert from_the_right(MAHJIANG.breaking, 3) == 3
    assert from_the_right(PUNG_CHI.breaking, 7) == 11


def test_the_stacks_are_not_known_before_all_throws_are() -> None:
    """Which throws count is up to the rules."""
    assert stacks_to_count(MAHJIANG.breaking, 11, None) is None
    assert stacks_to_count(MAHJIANG.breaking, None, 9) is None
    assert stacks_to_count(DEAD_WALL.breaking, None, 10) == 10
    assert stacks_to_count(PUNG_CHI.breaking, 7, None) == 7
