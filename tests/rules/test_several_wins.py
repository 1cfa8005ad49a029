"""Several winners of one tile: how many, in which order, and what the table is like then."""

from __future__ import annotations

import pytest

from cases.riichi_ends import DEAL, DEALT, SOUTH_WINS, TWO_CALL, UNSEEN, WEST_WINS
from each import each
from mjlog.answers import plain
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from short_logs import codes, play, table

KIND = parse_tiles("8d")[0]
SOUTH_PAID = f"{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300; "
WEST_PAID = f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
BOTH = f"{DEALT}{TWO_CALL}{SOUTH_PAID}{WEST_PAID}"


@pytest.mark.rule("riichi/win-3")
def test_each_winner_is_scored_and_paid() -> None:
    """One after the other; the first stays the winner of the hand."""
    assert codes(BOTH) == []
    replay = play(BOTH)
    (report,) = replay.finish()
    assert plain(list(report.winners)) == ["S", "W"]
    assert plain(report.computed) == {"E": 0, "S": 1300, "W": 1300, "N": 0}
    assert plain(report.settled) == {"E": -2600, "S": 1300, "W": 1300}
    assert plain(report.owed) == {"E": -2600, "S": 1300, "W": 1300, "N": 0}
    assert replay.table.totals == {"anna": 22400, "ben": 26300, "cora": 26300, "dora": 25000}


def test_the_tile_lies_in_each_hand_and_is_counted_once() -> None:
    """There are no more of it than four."""
    won = table(f"{DEALT}{TWO_CALL}S mahjong discard 8d; W mahjong discard 8d")
    assert [won.place(seat).held[KIND] for seat in Seat] == [0, 2, 1, 0]
    assert won.seen[KIND] == 2
    assert [win.seat for win in won.wins] == [Seat.S, Seat.W]


def test_two_rob_one_kong() -> None:
    """Its tile goes to both."""
    pung = f"{UNSEEN}E draw ??; E discard 6b; S claim pung; S expose pung 666b; S discard 9b; W draw ??; W discard 9b;"
    kong = f"{pung}N draw ??; N discard 8b; E draw ??; E discard 8b; S draw ??; S kong added 6666b;"
    text = f"{kong}W claim mahjong; N claim mahjong; W mahjong kong 6b; N mahjong kong 6b"
    assert codes(text) == []
    won = table(text)
    assert [win.discarder for win in won.wins] == [Seat.S, Seat.S]
    assert won.seen[parse_tiles("6b")[0]] == 4


BEGUN = "hand repeats=1 pot=2000 totals=anna:25000,ben:24000,cora:25000,dora:24000; "
RIICHI_AND_TWO = f"{DEAL}E draw 9c; E discard 9c; S draw 9d; S discard 9d; W draw 9b; W discard 9b riichi=true; "
RIICHI_AND_TWO += "N draw 8d; N discard 8d; S claim mahjong; W claim mahjong; "


@pytest.mark.rule("riichi/pot-1")
@each("agreed, of_west, of_south", [
    # West, in riichi, is the nearest after... North's discard: East, South, West. South is the nearest.
    ("nearest", 0, 3000), ("own-back", 1000, 2000), ("shared", 1500, 1500),
])  # fmt: skip
def test_the_sticks_go_to_the_nearest_or_back_or_are_shared(agreed: str, of_west: int, of_south: int) -> None:
    """Two thousand lay there, and West's own stick; the repeat is South's, the nearest after North."""
    game = f"game riichi pot_to={agreed}; {BEGUN}{RIICHI_AND_TWO}"
    south = f"{game}{SOUTH_WINS}settlement for=S S={{}} N=-1600 pot={{}}; "
    shown = WEST_WINS.replace("W show", "indicator 9b of=under; W show")
    west = f"{shown}settlement for=W W={{}} N=-8000 pot={{}}; hand 2 E ben pot=0 repeats=0"
    paid = south.format(1600 + of_south, of_south) + west.format(8000 + of_west, of_west)
    assert codes(paid.replace(" pot=0; hand", "; hand")) == []
    for other in {(0, 3000), (1000, 2000), (1500, 1500)} - {(of_west, of_south)}:
        wrong = south.format(1600 + other[1], other[1]) + west.format(8000 + other[0], other[0])
        assert "wrong-pot" in codes(wrong)


def test_the_latest_declaration_is_taken_back() -> None:
    """Before that hand is shown; the other win stands."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}W mahjong discard 8d; "
    taken_back = table(f"{text}W retract")
    assert [win.seat for win in taken_back.wins] == [Seat.S]
    assert taken_back.place(Seat.W).held[KIND] == 0
    assert codes(f"{text}W retract") == []
    assert codes(f"{text}S retract") == ["retract-too-late"]
    assert codes(f"{text}W show 456b 456c 678d 333c 22b; W retract") == ["retract-too-late"]


def test_a_copy_of_a_table_keeps_its_winners() -> None:
    """What is paid in one is not in the other."""
    replay = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}")
    other = replay.fork()
    after = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}")
    assert [win.seat for win in other.table.wins] == [Seat.S]
    assert [win.seat for win in after.fork().table.wins] == [Seat.S, Seat.W]
