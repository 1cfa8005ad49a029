"""Which tiles a line of a score speaks of."""

from __future__ import annotations

import pytest

from mjlog.audit.game import Game
from mjlog.log.sight import Sight
from mjlog.scoring import Item, Score
from mjlog.seats import Seat
from mjlog.tiles import CODES, format_tiles
from mjlog.viewer.pages.present import lit_hand, lit_sets, lit_tiles
from mjlog.views.moment import moment_at
from mjlog.views.seen import findings_of
from short_logs import fields
from tests.views.american_logs import told
from tests.views.table_logs import view_of, won

HANDS = "dealt E 1112b 345b 678d EEw 99d / S {} / W 2345678d 456c SNw 1c / N 13469b 13458c 147d"
PUNGS, ONE_SUIT, DRAGONS = "RRRd 777b 222c 33c 99c", "RRRd 222c 333c 77c 99c", "RRRd GGGd WWd 234c 99c"


def won_with(south: str, rules: str = "western bonus_tiles=false", play: str = "S draw 9c") -> Game:
    """South draws 9 characters, and wins with it."""
    source = "loose" if "replacement" in play else "wall"
    end = f"S mahjong {source} 9c; settlement E=0 S=0 W=0 N=0"
    return view_of(fields(f"game {rules}; hand; {HANDS.format(south)}; E discard 2b; {play}; {end}"))


def lines_of(view: Game, seat: Seat, sight: Sight) -> list[tuple[Item, tuple[int, ...]]]:
    """The lines of a score, each with the tiles that are lit up at the end of the hand."""
    hand = view.hands[1]
    score = hand.report.details[seat]
    assert isinstance(score, Score), findings_of(hand)
    board = moment_at(view, len(view.rows) - 1, sight).board
    rules = hand.start.rules
    return [(item, lit_tiles(rules, board, board.seat(seat), score, item)) for item in score.items]


def lit_of(view: Game, seat: Seat = Seat.S) -> dict[tuple[str, str], str]:
    """What is lit up, all open: by name and tiles of the line."""
    return {(item.name, item.tiles): format_tiles(kinds) for item, kinds in lines_of(view, seat, "open")}


def lit_for(view: Game, *words: str) -> set[str]:
    """What is lit up for the lines of the whole hand with one of these words in their names."""
    found = {kinds for (name, tiles), kinds in lit_of(view).items() if not tiles and any(one in name for one in words)}
    assert found, lit_of(view)
    return found


def test_sets_and_pairs_light_up_their_own_tiles() -> None:
    """As often as they are in the set."""
    own = {tiles: kinds for (_name, tiles), kinds in lit_of(won_with(PUNGS)).items() if tiles}
    assert {"RRRd", "777b", "222c", "999c"} <= set(own)
    assert all(tiles == kinds for tiles, kinds in own.items())


def test_a_double_of_the_whole_hand_lights_up_all_of_it() -> None:
    assert lit_for(won_with(ONE_SUIT), "suit") == {"22233377999c RRRd"}
    assert lit_for(won_with(PUNGS), "all pungs") == {"777b 22233999c RRRd"}


def test_what_is_said_of_the_last_tile_lights_up_that_tile_alone() -> None:
    assert lit_for(won_with(PUNGS), "wall", "drawn") == {"9c"}


def test_a_double_for_dragons_lights_up_the_dragons() -> None:
    assert lit_for(won_with(DRAGONS, "classical Flowers=false"), "Little Three Dragons") == {"RRRGGGWWd"}


def test_mahjong_itself_is_about_no_tile() -> None:
    assert lit_of(won_with(PUNGS))["mahjong", ""] == ""


def test_concealed_pungs_light_up_those_that_lie_not_open() -> None:
    """South claims a pung of 2 characters; three others are concealed."""
    turns = [f"{seat} draw {tile}; {seat} discard {tile}" for seat, tile in (("S", "5c"), ("W", "2c"))]
    claimed = "S claim pung; S expose pung 222c; S discard 1d"
    more = [f"{seat} draw {tile}; {seat} discard {tile}" for seat, tile in (("W", "6d"), ("N", "8d"), ("E", "8d"))]
    play = "; ".join([*turns, claimed, *more, "S draw 9c"])
    view = won_with("RRRd 777b 22c 33c 99c 1d", "classical Flowers=false", play)
    assert lit_for(view, "concealed pungs") == {"777b 999c RRRd"}


def test_bonus_tiles_are_lit_up_by_their_own_lines_and_no_others() -> None:
    lit = lit_of(won_with(ONE_SUIT, rules="western", play="S draw 2f; S bonus 2f; S bonus-replacement 9c"))
    assert {kinds for (_name, tiles), kinds in lit.items() if tiles == "2f"} == {"2f"}
    assert all("f" not in kinds for (_name, tiles), kinds in lit.items() if tiles != "2f")


def test_only_tiles_that_are_seen_are_lit_up() -> None:
    """From another seat, of a hand that was not shown."""
    view = won_with(PUNGS)
    assert all(kinds == () for _item, kinds in lines_of(view, Seat.S, Seat.E))
    assert any(kinds for _item, kinds in lines_of(view, Seat.S, Seat.S))


def test_a_line_of_a_card_lights_up_its_groups() -> None:
    view = view_of(told().events)
    line = moment_at(view, len(view.rows) - 1, "open").board.line
    groups = format_tiles(sorted(tile.kind for group in line.groups for tile in group.tiles))
    assert lit_of(view) == {("line t2", ""): groups}


def test_an_agreed_value_is_about_no_tile() -> None:
    assert lit_of(won_with(PUNGS, rules="pung-chi")) == {("agreed value", ""): ""}


def test_the_sets_that_were_counted_are_given_with_their_tiles() -> None:
    score = view_of(won().events).hands[1].report.details[Seat.S]
    assert isinstance(score, Score)
    assert sorted(format_tiles(kinds) for _text, kinds in lit_sets(score)) == ["123b", "456b", "777c", "888c", "99d"]


# -- the hand as it lies beside its score -----------------------------------------------------------------------------

CHOW_AND_PUNG = (
    "game western bonus_tiles=false; hand; dealt E 9b 7b Ew / S 89b 77b 222c 33c 99c 5d Nw;"
    "E discard 7b; S claim chow; S expose chow 789b; S discard 5d; W draw Sw; W discard 7b;"
    "S claim pung; S expose pung 777b; S discard Nw; W draw Sw; W discard 9c; S claim mahjong; S mahjong discard 9c;"
    "S show | 222c 33c 999c; settlement E=0 S=0 W=0 N=0"
)


@pytest.mark.parametrize(("tiles", "lit"), [("777b", ["", "7b 7b 7b", ""]), ("222c", ["", "", "2c 2c 2c"])])
def test_a_line_of_a_set_lights_up_that_set_and_no_tile_of_another(tiles: str, lit: list[str]) -> None:
    """Of the chow with the same tile, which was laid down before it, none; a set of the hand among its other tiles."""
    view = view_of(fields(CHOW_AND_PUNG))
    score = view.hands[1].report.details[Seat.S]
    assert isinstance(score, Score), findings_of(view.hands[1])
    board = moment_at(view, len(view.rows) - 1, "open").board
    groups = lit_hand(view.hands[1].start.rules, board, board.seat(Seat.S), score)
    number = next(at for at, item in enumerate(score.items) if item.tiles == tiles)
    found = [" ".join(CODES[one.tile.tile.kind] for one in group if number in one.lines) for group in groups]
    assert found == lit
