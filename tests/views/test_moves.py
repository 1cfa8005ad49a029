"""What could be done, in words, as far as somebody sees the table."""

from __future__ import annotations

from mjlog.audit.game import Game
from mjlog.log.sight import Sight
from mjlog.seats import Seat
from mjlog.views.moment import Move, in_short, moves_after
from short_logs import fields
from tests.views.table_logs import view_of

EAST, SOUTH = "1112b 345b 678d EEw 99d", "13b 2c 456d 789d RRd 99c"
OPENING = f"game western bonus_tiles=false; hand; dealt E {EAST} / S {SOUTH}"


def game(text: str) -> Game:
    """A short log, looked at."""
    return view_of(fields(text))


def last_moves(text: str, sight: Sight = "table") -> list[Move]:
    """What could be done after the last event."""
    view = game(text)
    return moves_after(view, len(view.rows) - 1, sight)


OVER = "; S claim chow; washout"
"""A wash-out ends the hand, so that its moments can be seen from every seat."""


def moves_before_the_end(sight: Sight) -> list[str]:
    """What could be done when East had discarded 2 bamboo, said afterwards."""
    view = game(f"{OPENING}; E discard 2b{OVER}")
    return in_short(moves_after(view, len(view.rows) - 3, sight))


def test_acts_of_a_kind_are_said_together() -> None:
    """One line a seat: the first player may discard any tile of the hand."""
    view = game(f"{OPENING}{OVER}")
    place = len(view.rows) - 3
    assert in_short(moves_after(view, place, Seat.E)) == ["East: discard 1b, 2b, 3b, 4b, 5b, 6d, 7d, 8d, 9d or Ew"]


def test_who_sees_a_hand_is_told_what_it_can_do() -> None:
    """South has 1 and 3 bamboo and nothing else for the discard; of the others South only knows what is not seen."""
    assert moves_before_the_end(Seat.S)[0] == "South: draw; pass; claim chow"
    assert moves_before_the_end("open")[0] == "South: draw; pass; claim chow"
    assert moves_before_the_end(Seat.S)[1] == "West: pass; claim pung, kong or mahjong"


def test_who_sees_no_hand_is_told_what_any_hand_could_do() -> None:
    """From the table, nobody's hand says no: only a chow from the wrong side is out of the question."""
    assert moves_before_the_end("table") == [
        "South: draw; pass; claim chow, pung, kong or mahjong",
        "West: pass; claim pung, kong or mahjong",
        "North: pass; claim pung, kong or mahjong",
    ]


def test_of_an_unseen_hand_any_tile_may_go() -> None:
    """All kinds are said as one; kinds that are used up are named as missing."""
    assert in_short(last_moves("game western bonus_tiles=false; hand"), str)[0] == "East: take 4 tiles of the deal"
    four = "; ".join(f"{seat} draw ??; {seat} discard Rd" for seat in "SWN")
    text = f"game mahjiang; hand depth=table; E discard Rd; {four}; E draw ??"
    acts = in_short(last_moves(text))[0].split("; ")
    assert "East: discard any tile but Rd" in acts
    assert "lay down a concealed kong of any tile but Rd" in acts


def test_before_the_first_hand_nothing_can_be_done() -> None:
    """Seats and rule sets are no moves."""
    assert last_moves("game western") == []
