"""What simulated players decide: from their own tiles and the table, and from nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from mjlog import events as ev
from mjlog.hands import Forms, is_complete, waits
from mjlog.hands.shapes import pack, pack_tiles
from mjlog.rulesets import load, resolve
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance, game_seed
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
from mjlog.simulate.player import Player, Style
from mjlog.table import Table, apply
from mjlog.tiles import TILES, parse_tile, parse_tiles
from tests.simulate.games import played, states

EAGER = Style(
    claims=1.0, honors=1.0, kongs=1.0, aims=0.0, dreams=False, patience=0, overlooks=0.0, names=0.0, passes=0.0
)


def holding(text: str, style: Style = EAGER, ruleset: str = "western") -> tuple[Table, Player]:
    """A table where East holds these tiles, and East's player, who has looked at them."""
    table = Table(resolve(load(ruleset)).plan)
    apply(table, ev.GameStart(seq=1, game="g", ruleset=ruleset, players=("anna", "ben", "carl", "dora")))
    seats = dict(zip(SEATS, ("anna", "ben", "carl", "dora"), strict=True))
    apply(table, ev.HandStart(seq=2, hand=1, round=Seat.E, seats=seats))
    apply(table, ev.Deal(seq=3, seat=Seat.E, tiles=tuple(TILES[kind] for kind in parse_tiles(text))))
    player = Player(style, table.place(Seat.E), Chance(1))
    player.sort_hand(table)
    return table, player


@pytest.mark.parametrize(("hand", "discards"), [
    ("123b 456b 789c 55d 12d Ew", "Ew"),
    ("123b 456b 789c 55d 1289d", "1d 2d 8d 9d"),
    ("123b 456b 789c 5d EEw 12d", "5d"),
])  # fmt: skip
def test_what_does_not_help_is_discarded(hand: str, discards: str) -> None:
    """The discard leaves the hand as near to completion as before."""
    table, player = holding(hand)
    assert next(player.discards(table)) in parse_tiles(discards)


def test_of_two_waits_the_wider_is_kept() -> None:
    """A wait for two kinds goes before a wait for one."""
    table, player = holding("123b 456b 789c 55d 13d 4d")
    assert next(player.discards(table)) == parse_tile("1d")


@pytest.mark.parametrize(("hand", "tile", "from_left", "what"), [
    ("123b 456b 79c 55d 12d Ew", "8c", True, "chow"),
    ("123b 456b 79c 55d 12d Ew", "8c", False, None),
    ("123b 45b 799c 55d 12d Ew", "9c", False, "pung"),
    ("123b 456b 55d 12d Ew RRRd", "Rd", False, "kong"),
    ("123b 456b 789c 55d 2d Ew", "Nw", True, None),
    ("123b 456b 789c 1d EEw", "Ew", False, "pung"),
])  # fmt: skip
def test_claims_are_made_where_they_help(hand: str, tile: str, from_left: bool, what: str | None) -> None:
    """Chows only from the left; nothing that leaves the hand no nearer."""
    table, player = holding(hand)
    found = player.claim(table, parse_tile(tile), from_left)
    assert (found and found[0]) == what
    assert found is None or parse_tile(tile) in found[1]


def test_who_overlooks_everything_claims_nothing() -> None:
    """A claim is not always made, though it could be."""
    table, player = holding("123b 456b 79c 55d 12d Ew", EAGER._replace(overlooks=1.0))
    assert player.claim(table, parse_tile("8c"), True) is None


def test_four_alike_become_a_kong_unless_that_breaks_the_hand() -> None:
    """The fourth tile that a chow needs stays in the hand."""
    assert holding("1111b 456b 789c 55d 12d")[1].kongs() == [("concealed", 0)]
    assert holding("1111b 23b 456b 789c 55d")[1].kongs() == []


def test_thirteen_wonders_are_aimed_at_where_they_are_near() -> None:
    """With the goal, suit tiles go first."""
    table, player = holding(
        "19b 19c 19d ESWNw Rd 55d 6b", EAGER._replace(aims=1.0, dreams=True, patience=5), "mahjiang"
    )
    assert next(player.discards(table)) in parse_tiles("5d 6b")
    assert player.claim(table, parse_tile("5d"), False) is None


def test_players_see_no_concealed_tile_of_others() -> None:
    """With all other hands and the wall out of sight every decision is the same."""
    decisions = 0
    for event, table in states(played("western", 61, hands=8), "western"):
        if not isinstance(event, ev.Draw):
            continue
        blind = table.copy()
        blind.wall.tiles = None
        for place in blind.places:
            if place.seat is not event.seat:
                place.held = [0] * len(place.held)
        seeing, blinded = (Player(EAGER, one.place(event.seat), Chance(event.seq)) for one in (table, blind))
        seeing.look(table)
        blinded.look(blind)
        assert list(seeing.discards(table)) == list(blinded.discards(blind))
        assert seeing.kongs() == blinded.kongs()
        assert [seeing.claim(table, kind, True) for kind in range(34)] == [
            blinded.claim(blind, kind, True) for kind in range(34)
        ]
        decisions += 1
    assert decisions > 100


# -- chance comes out alike everywhere, and fairly ---------------------------------------------------------------------


def test_a_seed_gives_the_same_numbers_on_every_machine() -> None:
    """The first numbers of a seed are these, whatever the version of Python."""
    chance = Chance(42)
    assert [chance.below(1000) for _ in range(6)] == [639, 25, 275, 223, 736, 676]


def test_shuffling_keeps_every_tile() -> None:
    """A shuffled wall has the tiles that it had."""
    wall = [kind for kind in range(34) for _ in range(4)]
    shuffled = Chance(3).shuffled(wall)
    assert shuffled != wall
    assert sorted(shuffled) == wall


def test_every_order_comes_up_when_shuffling() -> None:
    """Six orders of three things, each about as often as the others."""
    chance = Chance(5)
    orders = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_dice_show_one_to_six() -> None:
    """Every number comes up, and no other."""
    chance = Chance(8)
    assert {die for _ in range(200) for die in chance.dice(2)} == {1, 2, 3, 4, 5, 6}


def test_games_have_seeds_of_their_own() -> None:
    """Neither runs nor games of a run share a seed."""
    seeds = {game_seed(seed, number) for seed in range(40) for number in range(40)}
    assert len(seeds) == 1600
    assert game_seed(1, 11) != game_seed(11, 1)


# -- how near a hand is ------------------------------------------------------------------------------------------------


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
