"""Chance comes out alike everywhere, and fairly."""

from __future__ import annotations

from collections import Counter

from mjlog.simulate.chance import Chance, game_seed


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
