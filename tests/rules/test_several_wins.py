"""Several winners of one tile: how many, in which order, and what the table is like then."""

from __future__ import annotations

import pytest

from cases.riichi_ends import DEAL, DEALT, SOUTH_WINS, TWO_CALL, UNSEEN, WEST_WINS
from each import each
from mjlog.answers import plain
from mjlog.seats import Seat
from mjlog.tiles import parse_tiles
from short_logs import accepted, codes, play, refused, table

KIND = parse_tiles("8d")[0]
SOUTH_PAID = f"{SOUTH_WINS}S score 1300; settlement for=S S=1300 E=-1300; "
WEST_PAID = f"{WEST_WINS}W score 1300; settlement for=W W=1300 E=-1300"
BOTH = f"{DEALT}{TWO_CALL}{SOUTH_PAID}{WEST_PAID}"


@pytest.mark.rule("riichi/win-3")
def test_so_many_win_a_tile_as_the_rules_let() -> None:
    """Two, all, or the nearest alone."""
    two = f"hand; {DEAL}{TWO_CALL}{SOUTH_WINS}W mahjong discard 8d"
    assert accepted("only_so_many_win", f"game riichi; {two}")
    assert accepted("only_so_many_win", f"game riichi several_ron=all; {two}")
    assert refused("only_so_many_win", f"game riichi several_ron=head; {two}") == "too-many-winners"
    three = "game riichi abort_ron3=false several_ron={}; hand; dealt; indicator 1c; E draw ??; E discard 8d;"
    three += "; ".join(f"{seat} {act}" for act in ("claim mahjong", "mahjong discard") for seat in "SWN")
    assert refused("only_so_many_win", three.format("two")) == "too-many-winners"
    assert accepted("only_so_many_win", three.format("all"))


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


def test_an_indicator_that_all_winners_have_counted_otherwise_is_one_fault() -> None:
    """It is told of the first of them; a value that no indicator makes is another fault."""
    text = BOTH.replace("indicator 1c", "indicator 5c")
    assert codes(text) == ["wrong-score"]
    assert WEST_PAID in text
    other = text.replace(WEST_PAID, WEST_PAID.replace("1300", "1000"))
    assert codes(other) == ["wrong-score", "wrong-score"]


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


def test_all_winners_may_be_paid_at_once() -> None:
    """One settlement without `for` is that of all."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}"
    assert codes(f"{text}settlement S=1300 W=1300 E=-2600") == []
    assert codes(f"{text}settlement S=1300 W=1000 E=-2300") == ["wrong-settlement"]


def test_nobody_is_paid_twice_or_without_a_win() -> None:
    """Each settlement is for another winner."""
    assert codes(f"{BOTH}; settlement for=W W=1300 E=-1300") == ["out-of-place"]
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}"
    assert codes(f"{text}settlement for=N N=1300 E=-1300") == ["wrong-settlement"]


@pytest.mark.rule("riichi/pot-1")
def test_repeats_and_pot_go_to_the_nearest_winner() -> None:
    """The other is paid the hand alone."""
    begun = "game riichi; hand repeats=1 pot=2000 totals=anna:25000,ben:24000,cora:25000,dora:24000; "
    called = f"{begun}{DEAL}{TWO_CALL}"
    south = f"{called}{SOUTH_WINS}settlement for=S S=3600 E=-1600 pot=2000; "
    assert codes(f"{south}{WEST_WINS}settlement for=W W=1300 E=-1300; hand 2 E ben pot=0 repeats=0") == []
    assert codes(f"{south}{WEST_WINS}settlement for=W W=1600 E=-1600") == ["wrong-settlement"]
    assert codes(f"{south}{WEST_WINS}settlement for=W W=3300 E=-1300 pot=2000") == ["wrong-pot"]


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


@pytest.mark.rule("riichi/pot-1")
def test_sticks_that_are_shared_by_three_are_the_nearest_for_what_is_left_over() -> None:
    """In whole hundreds; also where all are paid at once."""
    three = "game riichi pot_to=shared several_ron=all abort_ron3=false; hand pot=2000 "
    three += "totals=anna:25000,ben:24000,cora:25000,dora:24000; dealt; indicator 1c; E draw ??; E discard 8d; "
    three += "; ".join(f"{seat} {act}" for act in ("claim mahjong", "mahjong discard") for seat in "SWN")
    three += "; S score 1000; W score 1000; N score 1000; "
    assert codes(f"{three}settlement S=1800 W=1600 N=1600 E=-3000 pot=2000") == []
    assert codes(f"{three}settlement S=3000 W=1000 N=1000 E=-3000 pot=2000") == ["wrong-settlement"]


@pytest.mark.rule("riichi/pot-1")
def test_whose_riichi_nobody_saw_gets_no_finding_about_the_sticks() -> None:
    """Of a result alone it is open which winner takes a stick back."""
    result = (
        "game riichi pot_to=own-back; hand depth=result pot=2000 totals=anna:25000,ben:24000,cora:25000,dora:24000;"
    )
    result += "S mahjong discard 8d; W mahjong discard 8d; S score 1300; W score 1300; "
    for own in (0, 1000):
        paid = f"settlement for=S S={3300 - own} E=-1300 pot={2000 - own}; "
        paid += f"settlement for=W W={1300 + own} E=-1300 pot={own}"
        assert "wrong-pot" not in codes(result + paid.replace(" pot=0", ""))


@pytest.mark.rule("riichi/repeat-1")
def test_east_stays_as_one_of_two_winners() -> None:
    """Whoever won first. That the seats move and the repeats begin anew is one fault."""
    text = f"{UNSEEN}E draw ??; E discard 9b; S draw ??; S discard 8d; W claim mahjong; E claim mahjong;"
    text += "W mahjong discard 8d; E mahjong discard 8d; "
    assert codes(f"{text}hand 2 E anna repeats=1") == []
    assert codes(f"{text}hand 2 E ben repeats=0") == ["wrong-east"]
    assert codes(f"{text}hand 2 E anna repeats=0") == ["wrong-repeats"]


def test_the_latest_declaration_is_taken_back() -> None:
    """Before that hand is shown; the other win stands."""
    text = f"{DEALT}{TWO_CALL}{SOUTH_PAID}W mahjong discard 8d; "
    taken_back = table(f"{text}W retract")
    assert [win.seat for win in taken_back.wins] == [Seat.S]
    assert taken_back.place(Seat.W).held[KIND] == 0
    assert codes(f"{text}W retract") == []
    assert codes(f"{text}S retract") == ["retract-too-late"]
    assert codes(f"{text}W show 456b 456c 678d 333c 22b; W retract") == ["retract-too-late"]


def test_a_tile_is_won_by_its_claimers() -> None:
    """The second winner has called it, too."""
    text = f"{DEALT}E draw 9c; E discard 8d; S claim mahjong; {SOUTH_WINS}W mahjong discard 8d"
    assert codes(text) == ["claim-not-made"]


def test_one_winner_ends_the_hand_in_other_games() -> None:
    """A second declaration stands behind that of the nearest in turn; one on another tile comes after the end."""
    text = "game; hand; E discard 5b; S claim mahjong; W claim mahjong; S mahjong discard; W mahjong "
    assert codes(f"{text}discard") == ["mahjong-outranked"]
    assert "play-after-end" in codes(f"{text}wall")


def test_a_copy_of_a_table_keeps_its_winners() -> None:
    """What is paid in one is not in the other."""
    replay = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}")
    other = replay.fork()
    after = play(f"{DEALT}{TWO_CALL}{SOUTH_WINS}{WEST_WINS}")
    assert [win.seat for win in other.table.wins] == [Seat.S]
    assert [win.seat for win in after.fork().table.wins] == [Seat.S, Seat.W]
