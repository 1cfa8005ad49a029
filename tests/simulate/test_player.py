"""What simulated players decide: from their own tiles and the table, and from nothing else."""

from __future__ import annotations

import pytest

from mjlog import events as ev
from mjlog.rulesets import load, resolve
from mjlog.seats import SEATS, Seat
from mjlog.simulate.chance import Chance
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
