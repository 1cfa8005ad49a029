"""Tables of results out of a spreadsheet: what their columns mean, and the games that are written out of them."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from each import each, try_each
from mjlog import events as ev
from mjlog.audit.game import Game
from mjlog.errors import MjlogError, RecordError
from mjlog.events import decode_event
from mjlog.formats.shorthand.document import read_document
from mjlog.formats.spreadsheet import grid
from mjlog.formats.spreadsheet.columns import columns_of, day_of
from mjlog.formats.spreadsheet.evenings import Evening, Results
from mjlog.formats.spreadsheet.grid import MAX_BYTES, Sheet, grid_of, number, read_grid, sheets_of
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, parse
from mjlog.seats import Seat
from mjlog.sources import games_in
from mjlog.views.sheet import score_sheet, sheet_csv
from tests.formats.bomb_making import FOLDER
from tests.formats.workbooks import MAIN, in_ods, in_xlsx, ods, ods_cell, ods_row, packed, styles, texts, xlsx
from turns import examples

HANDS = """Thursday;;;;;;;;
Datum;Spiel;Ost;Gewinner;Geber;Anna N.;Ben;Cleo;Dora
21.11.2026;1;Anna N.;Ben;Dora;-76;192;-54;-62
21.11.2026;2;Ben;Ben;;-124;384;-148;-112
21.11.2026;3;Ben;;;0;0;0;0
"""
GAMES = Path(__file__).parents[2] / "sample_logs" / "games"
NOT_CARRIED = ("corrections", "penalties", "findings", "head at event", "head", "limit or line")


def evenings_of(text: str, said: Mapping[str, str] | None = None, ruleset: str | None = "western") -> list[Evening]:
    """The games of a table that is called results.csv."""
    return list(Results.of(grid_of(text, "results.csv"), said or {}, load(ruleset) if ruleset else None).evenings())


def evening_of(text: str, said: Mapping[str, str] | None = None, ruleset: str | None = "western") -> Evening:
    """The only game of a table, which is whole."""
    (evening,) = evenings_of(text, said, ruleset)
    assert evening.log.fault is None
    return evening


def fault_in(text: str, said: Mapping[str, str] | None = None, ruleset: str | None = "western") -> str:
    """Why the only game of a table cannot be read to its end."""
    (evening,) = evenings_of(text, said, ruleset)
    assert evening.log.fault is not None
    return evening.log.fault


def replayed(evening: Evening) -> Game:
    """The game as an audit reads it."""
    rows = ((decode_event(body), None) for body in evening.log.bodies)
    return Game(GameRecord("results.csv", evening.log.game, rows))


def test_a_table_of_hands_is_shown_in_short_hand() -> None:
    evening = evening_of(HANDS)
    (game,) = read_document(evening.text, "evening")
    assert game.bodies == evening.log.bodies
    heading, time, start, *acts = evening.text.splitlines()
    assert (heading, time) == ("# mjlog shorthand 1", "@2026-11-21T12:00:00Z")
    assert start.startswith("game-start 2026-11-21 western Anna-N Ben Cleo Dora ")
    assert acts == ["@- smfn", "pay -76/192/-54/-62", "emw", "pay 384/-148/-112/-124", "wash", "end"]
    lines = [origin.line for origin in evening.log.origins]
    assert (lines[0], lines[1], lines[-1]) == (3, 3, 5), "each event keeps the line of its row"
    assert lines == sorted(lines, key=lambda line: line or 0)


def test_where_no_column_says_who_is_east_the_deal_goes_round() -> None:
    evening = evening_of("winner,a,b,c,d\nb,8,48,4,2\nb,0,64,12,8\nnobody,,,,\nc,2,4,24,6\n")
    hands = replayed(evening).played
    assert [hand.seats[Seat.E] for hand in hands] == ["a", "b", "b", "b"]
    sheet = score_sheet(replayed(evening))
    assert [cell.announced for cell in sheet.hands[0].cells] == [8, 48, 4, 2]
    assert sheet.hands[0].cells[1].change == 192


def test_numbers_below_names_are_payments_if_any_is_negative_and_scores_if_not() -> None:
    paid = columns_of(grid_of("winner,a,b,c\na,4,-2,-2\n", ""), {})
    scored = columns_of(grid_of("winner,a,b,c\na,4,2,2\n", ""), {})
    assert [column.meaning for column in paid] == ["winner", "change", "change", "change"]
    assert [column.meaning for column in scored] == ["winner", "score", "score", "score"]


def test_a_table_of_evenings_keeps_their_totals_and_says_that_no_hand_was_written_down() -> None:
    first, second = evenings_of('date,a,b,c,d,e\n2026-10-01,120,-40,-50,-30,\n2026-10-08,"1,120",-400,-500,,-220\n')
    assert tuple(score_sheet(replayed(first)).totals.values()) == (120, -40, -50, -30)
    assert "game-start 2026-10-08 western a b c e " in second.text
    assert "gap only the totals were written down" in second.text
    assert tuple(score_sheet(replayed(second)).totals.values()) == (1120, -400, -500, -220)


def test_a_row_a_player_makes_a_game_of_each_day_and_table() -> None:
    rows = ["Date\tTable\tPlayer\tPoints\tPlace"]
    rows += [f"2026-10-01\t{table}\t{player}\t{points}\t1" for table in (1, 2) for player, points in zip(
        ("anna", "ben", "cleo"), (20, -10, -10), strict=True)]  # fmt: skip
    games = evenings_of("\n".join(rows))
    assert [evening.log.game for evening in games] == ["2026-10-01-1", "2026-10-01-2"]
    assert [tuple(score_sheet(replayed(evening)).totals.values()) for evening in games] == [(20, -10, -10)] * 2
    assert "place=" not in games[0].text


def test_totals_that_run_on_are_what_was_paid_from_hand_to_hand() -> None:
    evening = evening_of("winner,a total,b total,c total\na,4,-2,-2\nb,2,2,-4\n")
    assert "pay 4/-2/-2" in evening.text
    assert [cell.change for cell in score_sheet(replayed(evening)).hands[1].cells] == [-2, 4, -2]


def test_a_fine_goes_to_whoever_got_it() -> None:
    heads = ",".join(f"{player} {what}" for player in "abcd" for what in ("score", "fine"))
    evening = evening_of(f"winner,{heads}\na,20,-50,0,17,0,17,0,16\n")
    fines = [event for event in map(decode_event, evening.log.bodies) if isinstance(event, ev.Penalty)]
    assert [(fine.amount, fine.to) for fine in fines] == [(50, {Seat.S: 17, Seat.W: 17, Seat.N: 16})]


def test_somebody_who_comes_in_has_taken_the_place_of_who_is_gone() -> None:
    heads = ",".join(f"{player} {what}" for player in ("a", "b", "c", "eve") for what in ("seat", "score"))
    rows = ["winner," + heads, "a,E,20,S,2,W,4,,", "a,E,20,,,W,4,S,8", "b,E,2,S,30,W,4,,"]
    evening = evening_of("\n".join(rows), ruleset="western")
    seats = [event.seats for event in map(decode_event, evening.log.bodies) if isinstance(event, ev.Seats)]
    assert seats == [{Seat.E: "a", Seat.S: eve, Seat.W: "c"} for eve in ("eve", "b")]


def test_what_columns_mean_can_be_said() -> None:
    text = "tag;wer;p1;p2;p3\n01/02/2026;p2;4;8;2\n"
    said = {"tag": "date d/m/y", "wer": "winner", "p1": "score of anna", "p2": "score of ben", "p3": "nothing"}
    (evening,) = evenings_of(text, said)
    assert evening.log.fault is not None
    assert "2 players in game '2026-02-01': anna and ben; expected 3 or 4" in evening.log.fault
    assert "hand-start" not in evening.text
    known = evening_of("winner,Anna N.,b,c\nAnna N.,20,2,4\n", {"Anna N.": "score of anna"})
    assert "e20/2/4" in known.text, "a player is known by the head of the column, too"


def test_what_does_not_fit_is_told_with_its_line() -> None:
    cases = {
        "winner,a,b,c\nx,1,2,3\n": "results.csv:2: 'x' does not play in this hand; expected one of a, b and c",
        "winner,how,a,b,c\na,chance,1,2,3\n": "results.csv:2: 'chance' is no way to win; expected discard",
        "winner,east,a,b,c\na,eve,1,2,3\n": "results.csv:2: 'eve' does not play here; expected one of a, b and c",
        "winner,a seat,b seat,c seat\na,E,S,Q\n": "results.csv:2: 'Q' in column 'c seat' is no seat",
        "date,a,b,c\n04/05/2026,1,2,-3\n": "results.csv:2: '04/05/2026' is no date that can be read",
        "date,a,b,c,d,e\n2026-01-01,1,2,3,4,-10\n": "results.csv:2: 5 players in game '2026-01-01'",
        "date,a,b,c\n2026-01-01,1,2,3\n": "results.csv:2: the totals add up to +6, not to 0: are the rows hands?",
        "date,a,b,c\n2026-01-01,1,2,-3\n2026-01-01,1,2,-3\n": "results.csv:3: a second total of a in game",
        "ruleset,a,b,c\nwestren,1,2,-3\n": "results.csv:2: no rule set 'westren'",
        "winner,a score,b score,c score\na,1,2,two\n": "results.csv:2: 'two' in column 'c score' is no whole number",
    }

    def tried(text: str, expected: str) -> None:
        assert fault_in(text, ruleset=None if "ruleset" in text else "western").startswith(expected)

    try_each((text, lambda text=text, said=said: tried(text, said)) for text, said in cases.items())
    assert "expected --ruleset ID, or a column `ruleset`" in fault_in(HANDS, ruleset=None), "nothing is guessed"
    house = parse(load("western").document.replace('id = "western"', 'id = "riverside"', 1))
    (evening,) = Results.of(grid_of("winner,a,b,c,d\nb,8,48,4,2\n", "results.csv"), {}, house).evenings()
    assert (evening.log.fault, replayed(evening).hands[0].report.ruleset) == (None, "riverside")


def test_a_meaning_or_a_column_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    grid = grid_of("winner,a,b,c\na,1,2,3\n", "")
    with pytest.raises(MjlogError, match="there is no column 'who'; there are 'winner', 'a', 'b' or 'c'"):
        columns_of(grid, {"who": "winner"})
    with pytest.raises(MjlogError, match=r"'wimmer' is no meaning of a column \(did you mean winner\?\)"):
        columns_of(grid, {"a": "wimmer"})
    with pytest.raises(MjlogError, match=r"`\*=final`: no head is the name of a player"):
        evenings_of("Spieler;Punkte\na;1\nb;-1\nc;0\n", {"*": "final"})


def test_files_that_are_no_table_as_text_say_what_would_be_right(tmp_path: Path) -> None:
    cases = {
        "workbook": (b"PK\x03\x04rest", "save the sheet as CSV"),
        "bytes": (b"\x00\x01\x02", "is no text"),
        "empty": (b"", "there is no table here"),
        "one column": (b"a\nb\n", "there is no table here"),
        "long": (b"a,b\n" * (MAX_BYTES // 4 + 1), "is longer than"),
        "wide": (b"a," * 600 + b"\n", "601 columns are too many"),
        "very wide": (b"a," * 500_000 + b"\n", "500,001 columns are too many"),
        "high": (b"a,b\n" * 100_002, "has more than 100,000 rows"),
        "long cell": (b"a,b\n" + b"x" * 200_000 + b",1\n", "cannot be read as a table"),
    }

    def tried(content: bytes, expected: str) -> None:
        path = tmp_path / "t.csv"
        path.write_bytes(content)
        with pytest.raises(RecordError, match=expected):
            read_grid(str(path))

    try_each((name, lambda case=case: tried(*case)) for name, case in cases.items())


def test_older_spreadsheets_wrote_other_encodings(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        path.write_text("Zoë;Süd\n1;2\n", encoding)
        assert read_grid(str(path)).heads == ("Zoë", "Süd"), encoding


def test_numbers_are_whole_however_they_are_written() -> None:
    written = ["12", "+12", "−1.200", "1 200", "12,00", "1'000", "12,5", "1.2.3", "ten", ""]
    assert [number(text) for text in written] == [12, 12, -1200, 1200, 12, 1000, None, None, None, None]


def test_days_are_read_in_the_order_of_their_column() -> None:
    assert [day_of(text, (2, 1, 0)) for text in ("21.11.26", "1.2.2026", "2026", "40.1.2026x")] == [
        "2026-11-21", "2026-02-01", None, "2026-01-40",
    ]  # fmt: skip
    assert day_of("2026-11-23T13:41:59Z", (0, 1, 2)) == "2026-11-23T13:41:59Z"


def test_months_may_have_their_names() -> None:
    """In the languages that heads are understood in, with or without the day of the week."""
    written = {
        "2026-11-03": ("3 Nov 2026", "Nov 3, 2026", "Tue, 3 Nov 2026", "November 3rd, 2026", "3-Nov-26", "3 nov. 2026"),
        "2026-03-01": ("Dienstag, 1. März 2026", "mar 1 mars 2026", "1 de marzo de 2026", "1st March 2026 19:30"),
        None: ("3 Foo 2026", "Nov 2026", "a game of 3", "noon 3, 2026"),
    }
    for day, spelled in written.items():
        assert {text: day_of(text, (0, 1, 2)) for text in spelled} == dict.fromkeys(spelled, day)


@pytest.mark.parametrize("name", ["western", "bmja", "american", "mahjiang", "western-three-players", "no-limit"])
def test_a_sheet_of_its_own_is_read_back(name: str) -> None:
    """Seats, scores, payments, totals and who won how, in every hand."""
    for record in games_in(str(GAMES / f"{name}.mjlog.jsonl.xz")):
        before = sheet_csv(score_sheet(Game(record)))
        after = sheet_csv(score_sheet(replayed(evening_of(before, ruleset=None))))
        assert _kept(after) == _kept(before)


def _kept(table: str) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(table, newline="")))
    assert rows
    return [
        {head: cell for head, cell in row.items() if head not in NOT_CARRIED and not head.endswith("computed")}
        for row in rows
    ]


_CELLS = st.sampled_from(["", "1", "-4", "ben", "E", "wall", "2026-01-01", "=1+1", '"', "x" * 50, "\u202e", "won", "0"])
_HEADS = st.sampled_from(
    ["winner", "east", "how", "date", "anna", "ben", "cleo", "ben seat", "cleo fine", "player", "points", ""]
)


@given(heads=st.lists(_HEADS, min_size=2, max_size=8), rows=st.lists(st.lists(_CELLS, max_size=9), max_size=4))
@settings(max_examples=examples(150), deadline=None)
def test_whatever_stands_in_a_table_it_becomes_games_or_a_fault_with_its_place(
    heads: list[str], rows: list[list[str]]
) -> None:
    out = io.StringIO()
    csv.writer(out).writerows([heads, *rows])
    try:
        found = evenings_of(out.getvalue())
    except RecordError:
        return
    for evening in found:
        assert evening.log.bodies or evening.log.fault
        assert evening.log.fault is None or "results.csv" in evening.log.fault


# -- games of which everybody begins with points -------------------------------------------------------------------

GAINS = (11300, -3500, -8900, 1100)
RIICHI = {"riichi": 25000, "riichi-ema": 30000, "riichi-wrc": 30000}
FINALS = {"riichi": (46000, -18000, -34000, 6000)} | dict.fromkeys(
    ("riichi-ema", "riichi-wrc"), (26300, -8500, -23900, 6100)
)
PLAYERS = ("anna", "ben", "cleo", "dora")


def row_of(*cells: object, heads: str = "anna;ben;cleo;dora") -> str:
    """A table with one row."""
    return f"{heads}\n{';'.join(map(str, cells))}\n"


def at_the_end(evening: Evening) -> tuple[tuple[int | None, ...], tuple[int | None, ...] | None]:
    """Totals and final scores, as they stand on the sheet of the game."""
    sheet = score_sheet(replayed(evening))
    return tuple(sheet.totals.values()), tuple(sheet.final.values()) if sheet.final else None


def written_in(way: str, points: int) -> str:
    """Points as a secretary writes them."""
    ways = {
        "whole": str(points), "dots": f"{points:,}".replace(",", "."), "commas": f"{points:,}",
        "tenths": f"{points / 1000:+.1f}".replace(".", ","), "minus": f"{points / 1000:.3f}".replace("-", "−"),
        "hundreds": str(points // 100),
    }  # fmt: skip
    return ways[way]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_points_at_the_end_are_read_however_they_are_written(ruleset: str) -> None:
    """In points, hundreds or thousands: what all have is what all began with. The final scores follow."""
    begun = RIICHI[ruleset]
    for way in ("whole", "dots", "commas", "tenths", "hundreds"):
        quoted = [f'"{written_in(way, begun + gain)}"' for gain in GAINS]
        evening = evening_of(row_of(*quoted), ruleset=ruleset)
        assert at_the_end(evening) == (tuple(begun + gain for gain in GAINS), FINALS[ruleset]), way


@pytest.mark.parametrize("ruleset", RIICHI)
def test_gains_are_no_points(ruleset: str) -> None:
    """Nor final scores, as they are less apart than the bonus for the places makes these."""
    for way in ("whole", "tenths", "minus"):
        quoted = [f'"{written_in(way, gain)}"' for gain in GAINS]
        evening = evening_of(row_of(*quoted), ruleset=ruleset)
        assert at_the_end(evening) == (tuple(RIICHI[ruleset] + gain for gain in GAINS), FINALS[ruleset]), way


@pytest.mark.parametrize("ruleset", RIICHI)
def test_final_scores_could_be_gains_and_are_asked_about(ruleset: str) -> None:
    text = row_of(*FINALS[ruleset])
    fault = fault_in(text, ruleset=ruleset)
    assert '--column "*=change"; or final scores' in fault
    assert fault.endswith('--column "*=final"')
    assert at_the_end(evening_of(text, {"*": "final"}, ruleset))[1] == FINALS[ruleset]
    gains = at_the_end(evening_of(text, {"*": "change"}, ruleset))[0]
    assert gains == tuple(RIICHI[ruleset] + gain for gain in FINALS[ruleset])


def test_one_game_of_a_table_can_tell_what_the_numbers_of_all_are() -> None:
    """What does not add up to what all began with is refused with its sum."""
    finals, gains = ((26300, -8500, -23900, 6100), (11300, -3500, -8900, 1100))
    rows = [row_of(*finals).rstrip(), *(f"{';'.join(map(str, one))}" for one in (gains,))]
    text = "\n".join(["game;" + rows[0].split("\n")[0], "x;" + rows[0].split("\n")[1], "y;" + rows[1]])
    first, second = evenings_of(text, ruleset="riichi-ema")
    assert (first.log.fault, second.log.fault) == (None, None)
    assert at_the_end(first)[0] == (56300, 21500, 6100, 36100)
    heads = "game;anna;ben;cleo;dora"
    rows = ["x;41,3;26,5;21,1;31,1", "y;41,3;26,5;21,1;31,2", "z;30,0;30,0;30,0;30,0"]
    faults = [one.log.fault for one in evenings_of("\n".join([heads, *rows]), ruleset="riichi-ema")]
    assert (faults[0], faults[2]) == (None, None)
    assert faults[1] is not None
    assert "results.csv:3: the points add up to 120100, not to 120000 (4 times 30000, which everybody" in faults[1]


@pytest.mark.parametrize(
    ("points", "fine"), [(26500, -20000), (26500, 20000), (6500, -20000), ("26,5", 20), ("6,5", "-20,0")],
    ids=["off", "without a sign", "taken off already", "thousands", "thousands, taken off already"],
)  # fmt: skip
@pytest.mark.parametrize("ruleset", ["riichi-ema", "riichi-wrc"])
def test_a_fine_is_off_the_final_score_and_the_points_stay(ruleset: str, points: object, fine: object) -> None:
    others = ("41,3", "21,1", "31,1") if isinstance(points, str) else (41300, 21100, 31100)
    wide = row_of(others[0], points, *others[1:], fine, heads="anna;ben;cleo;dora;ben fine")
    rows = zip(PLAYERS, (others[0], points, *others[1:]), ("", fine, 0, ""), strict=True)
    long = "\n".join(["Name;Punkte;Strafe", *(";".join(map(str, row)) for row in rows)])
    before = wide.replace("anna;ben;cleo;dora;ben fine", "Punkte anna;Punkte ben;Punkte cleo;Punkte dora;Strafe ben")
    for text in (wide, long, before):
        evening = evening_of(text, ruleset=ruleset)
        assert at_the_end(evening) == ((41300, 26500, 21100, 31100), (26300, -28500, -23900, 6100))
        assert [one.amount for one in score_sheet(replayed(evening)).penalties] == [20000]
        assert "fines: ben -20000" in evening.stands


def test_a_fine_of_nobody_is_refused_and_one_that_is_shared_stands_in_the_log() -> None:
    fault = fault_in(row_of(120, -40, -50, -30, 20, heads="anna;ben;cleo;dora;Strafe"))
    assert "'20' in column 'Strafe': of which player? --column \"Strafe=fine of anna\" says so" in fault
    evening = evening_of(row_of(120, -40, -50, -30, 20, heads="anna;ben;cleo;dora;ben fine"))
    assert at_the_end(evening) == ((120, -40, -50, -30), None)
    assert [one.amount for one in score_sheet(replayed(evening)).penalties] == [20]


def test_fines_that_cannot_be_are_refused() -> None:
    heads = "anna;ben;cleo;dora;anna fine;ben fine;eve fine"
    points = (41300, 26500, 21100, 31100)
    for fines, expected in (
        (("", 20, ""), "a fine of 20 points? perhaps --column 'ben fine=fine in thousands'"),
        (("", "", 20000), "a fine of eve stands there, but no points"),
        ((20000, -20000, ""), "anna gets 20000 of a fine: by these rules nobody does"),
    ):
        assert expected in fault_in(row_of(*points, *fines, heads=heads), ruleset="riichi-ema")
    evening = evening_of(
        row_of(*points, "", 20, "", heads=heads), {"ben fine": "fine of ben in thousands"}, "riichi-ema"
    )
    assert [one.amount for one in score_sheet(replayed(evening)).penalties] == [20000]
    final = row_of(*points, 20, 26.3, -28.5, -23.9, 6.1,
                   heads="anna;ben;cleo;dora;ben fine;anna final;ben final;cleo final;dora final")  # fmt: skip
    assert "a fine of 20 points? perhaps" in fault_in(final, ruleset="riichi-ema")
    told = evening_of(final, {"ben fine": "fine of ben in thousands"}, "riichi-ema")
    assert at_the_end(told)[1] == (26300, -28500, -23900, 6100)
    hand = "winner;a seat;b seat;c seat;eve seat;a score;eve fine\na;E;S;W;;20;5\n"
    assert "a fine of eve, who does not play in this hand" in fault_in(hand)


def test_two_columns_that_say_different_things_of_a_game_are_refused() -> None:
    """Points and final scores: these follow from those."""
    rows = [(name, points, final) for name, points, final in zip(
        PLAYERS, (41300, 26500, 21100, 31100), (26.3, -8.5, -23.9, 6.1), strict=True)]  # fmt: skip
    text = "\n".join(["Spieler;Punkte;Uma;Wertung", *(f"{name};{points};5;{final}" for name, points, final in rows)])
    assert at_the_end(evening_of(text, ruleset="riichi-ema"))[1] == FINALS["riichi-ema"]
    fault = fault_in(text.replace("26.3", "26.2").replace("6.1", "6.2"), ruleset="riichi-ema")
    assert "anna's final score in game 'results' is 26200 in one column: 26300 is what another makes" in fault


def test_parts_of_points_are_told_where_there_are_none() -> None:
    for ruleset in ("western", "bmja", "american", "mahjiang"):
        text = row_of("+12,50", "-12,50", 0, 0)
        assert "12.5 in column 'anna' is no whole number of points; perhaps --column" in fault_in(text, ruleset=ruleset)
        assert at_the_end(evening_of(text, {"*": "total in hundreds"}, ruleset))[0] == (1250, -1250, 0, 0)


def test_a_cell_that_is_no_number_is_named_and_a_column_passed_over_says_why() -> None:
    rows = "game;anna;ben;cleo;dora\nx;1;-1;1;-1\ny;1;-1;2;-2\nz;1;-1;0;ill\n"
    *_whole, last = evenings_of(rows)
    assert "results.csv:4: 'ill' in column 'dora' is no whole number" in str(last.log.fault)
    table = Results.of(grid_of("Spieler;Punkte;Platz;Alter\na;1;1;40\nb;-1;2;50\nc;0;3;60\n", ""), {}, load("western"))
    told = "passed over: 'Platz' (the places in which they came), 'Alter' (the rows name the players)"
    assert told in list(table.explained())


def test_rounds_and_tables_of_one_day_are_games_of_their_own() -> None:
    rows = [f"{turn};{table};{name};{points}" for turn in (1, 2) for table in (1, 2) for name, points in zip(
        PLAYERS, (413, 265, 211, 311), strict=True)]  # fmt: skip
    games = evenings_of("\n".join(["Runde;Tisch;Spieler;Punkte", *rows]), ruleset="riichi-ema")
    assert [one.log.game for one in games] == [f"results-s{turn}-{table}" for turn in (1, 2) for table in (1, 2)]
    assert {at_the_end(one)[1] for one in games} == {FINALS["riichi-ema"]}


@pytest.mark.parametrize("heads", ["Ost;Punkte;Süd;Punkte;West;Punkte;Nord;Punkte", "Spieler 1;Punkte 1;Spieler 2;"
                                   "Punkte 2;Spieler 3;Punkte 3;Spieler 4;Punkte 4"])  # fmt: skip
def test_a_row_a_table_has_names_and_points_side_by_side(heads: str) -> None:
    points = ("41.300", "26.500", "21.100", "31.100")
    rows = [";".join(f"{name}{table};{one}" for name, one in zip(PLAYERS, points, strict=True)) for table in (1, 2)]
    games = evenings_of("\n".join([heads, *rows]), ruleset="riichi-ema")
    assert [one.players for one in games] == [tuple(f"{name}{table}" for name in PLAYERS) for table in (1, 2)]
    assert {at_the_end(one)[1] for one in games} == {FINALS["riichi-ema"]}
    dated = [f"{day}.11.2026;{row}" for day, row in zip((21, 22), rows, strict=True)]
    games = evenings_of("\n".join([f"Tag;{heads}", *dated]), ruleset="riichi-ema")
    assert [one.log.game for one in games] == ["2026-11-21", "2026-11-22"]


@pytest.mark.parametrize("ruleset", RIICHI)
def test_points_as_text_and_as_numbers_of_a_workbook_are_the_same(ruleset: str, tmp_path: Path) -> None:
    begun = RIICHI[ruleset]
    for way in ("dots", "hundreds", "tenths"):
        cells = [written_in(way, begun + gain).lstrip("+") for gain in GAINS]
        numbers = [[cell.replace(".", "").replace(",", ".") for cell in cells]]
        files = {"n.xlsx": xlsx(in_xlsx([PLAYERS, *numbers])), "n.ods": ods(in_ods([PLAYERS, *numbers]))}
        files |= {"t.xlsx": xlsx(in_xlsx([PLAYERS, cells])), "t.csv": row_of(*cells).encode()}
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
            (evening,) = Results.of(read_grid(str(tmp_path / name)), {}, load(ruleset)).evenings()
            assert at_the_end(evening)[1] == FINALS[ruleset], (way, name)


@pytest.mark.parametrize("ruleset", RIICHI)
def test_hands_are_read_in_thousands_as_payments_or_as_totals(ruleset: str) -> None:
    """Totals begin at what everybody begins with, whatever their heads say."""
    paid = ((-3900, 3900, 0, 0), (-2000, -2000, 6000, -2000))
    totals = [[RIICHI[ruleset] + sum(way) for way in zip(*paid[:count], strict=True)] for count in (1, 2)]
    for rows, way in ((paid, "whole"), (paid, "tenths"), (totals, "whole"), (totals, "dots"), (totals, "tenths")):
        for heads in ("anna;ben;cleo;dora", "anna total;ben total;cleo total;dora total")[rows is paid :]:
            written = [";".join(written_in(way, points).lstrip("+") for points in row) for row in rows]
            told = heads if rows is totals else "anna;ben;cleo;dora"
            text = f"winner;discarder;{told}\nben;anna;{written[0]}\ncleo;;{written[1]}\n"
            hands = score_sheet(replayed(evening_of(text, ruleset=ruleset))).hands
            changes = [{cell.player: cell.change for cell in hand.cells} for hand in hands]
            assert changes == [dict(zip(PLAYERS, one, strict=True)) for one in paid], (way, told)


def test_fines_off_the_final_score_are_read_back_from_a_sheet() -> None:
    """Those of a chombo too, with the hand that it made void; final scores that do not follow are refused."""
    game = f"game tuesday riichi-ema {' '.join(PLAYERS)}\n"
    acts = "hand result sfe3h30 pay\npenalty ben 2000 talking\nhand result chombo e\nhand result smw2h30 pay\nend\n"
    (log,) = read_document(game + acts, "text")
    before = sheet_csv(score_sheet(Game(GameRecord("", "", ((decode_event(body), None) for body in log.bodies)))))
    read = evening_of(before, ruleset=None)
    assert _kept(sheet_csv(score_sheet(replayed(read)))) == _kept(before)
    assert read.stands.endswith("; fines: ben -22000")
    assert [(one.amount, one.reason) for one in score_sheet(replayed(read)).penalties] == [
        (2000, "as the table has it"), (20000, "chombo")
    ]  # fmt: skip
    fault = fault_in(before.replace("-5500", "-5400"), ruleset=None)
    assert "dora's final score in game 'tuesday' is -5400 in one column: -5500 is what another makes" in fault


@each(
    "heads",
    ["Runde;Tisch;Spieler;Punkte", "Round;Table;Player;Points", "Manche;Table;Nom;Points", "Ronde;Tafel;Naam;Punten",
     "Ronda;Mesa;Jugador;Puntos", "Session;Table No;Name;Total", "Hanchan;Tisch-Nr;Spieler;Rohpunkte"],
)  # fmt: skip
def test_a_round_and_a_table_are_read_as_people_call_them(heads: str) -> None:
    """Of games as a whole a round is one of a tournament, whatever stands before its number."""
    rows = [f"{turn};{table};{name};{points}" for turn in ("1", "Runde 2") for table in (1, 2) for name, points in zip(
        PLAYERS, (41_300, 26_500, 21_100, 31_100), strict=True)]  # fmt: skip
    games = evenings_of("\n".join([heads, *rows]), ruleset="riichi-ema")
    starts = [json.loads(one.log.bodies[0]) for one in games]
    assert {(one["session"], one["table"]) for one in starts} == {(1, "1"), (1, "2"), (2, "1"), (2, "2")}
    assert {at_the_end(one)[1] for one in games} == {FINALS["riichi-ema"]}


def test_the_round_of_a_hand_is_the_winds() -> None:
    """In a table of hands; there `session` tells games apart."""
    rows = ["session;Runde;winner;anna;ben;cleo;dora", "1;E;ben;8;48;4;2", "2;E;anna;48;8;4;2"]
    games = evenings_of("\n".join(rows))
    assert [json.loads(one.log.bodies[0])["session"] for one in games] == [1, 2]
    (fault,) = [one.log.fault for one in evenings_of("\n".join([rows[0], "first;E;ben;8;48;4;2"]))]
    assert "'first' is no round of a tournament; expected a number" in str(fault)


def test_names_become_the_handles_that_are_known_and_never_stand_in_a_log() -> None:
    """In heads, in rows, and as winners."""
    by_row = "Name;Punkte\nAnna N.;8\nBen;-4\nCleo;-2\nDora;-2\n"
    for text in (by_row, "winner,Anna N.,Ben,Cleo,Dora\nAnna N.,8,48,4,2\n"):
        results = Results.of(grid_of(text, "r.csv"), {}, load("western"), {"anna-n": "a1"})
        (game,) = results.evenings()
        assert "a1" in game.players
        assert game.log.fault is None
        assert not [body for body in game.log.bodies if b"Anna" in body]


@each("text, way", [("mauer", "wall"), ("Abwurf", "discard"), ("pioche", "wall"), ("muur", "wall"), ("tsumo", "wall")])
def test_how_a_hand_was_won_is_read_in_other_languages(text: str, way: str) -> None:
    (game,) = evenings_of(f"Gewinner,wie,anna,ben,cleo,dora\nben,{text},8,48,4,2\n")
    (won,) = [one for one in map(json.loads, game.log.bodies) if one["type"] == "mahjong"]
    assert won["source"] == way


# -- workbooks of spreadsheets -----------------------------------------------------------------------------------------


HEADS = ("winner", "anna", "ben")


def rows_of(content: bytes) -> list[list[str]]:
    """The only sheet."""
    (sheet,) = sheets_of(content, "t")
    return [cells for _number, cells in sheet.rows]


WORDS = st.text("abnx <&,", max_size=6).map(str.strip)
"""Without semicolons: of rows with several of them nobody can tell from the CSV which sign separates its cells."""
CELLS = st.one_of(WORDS, st.integers(-99_999, 99_999).map(str))


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5))
def test_a_workbook_is_the_table_that_its_csv_is(rows: list[tuple[str, str, str]]) -> None:
    table = [HEADS, *rows]
    text = io.StringIO()
    csv.writer(text).writerows(table)
    filled = [row.cells for row in grid_of(text.getvalue(), "t").rows]
    for content in (xlsx(in_xlsx(table)), ods(in_ods(table))):
        read = [(*cells, *[""] * (3 - len(cells))) for cells in rows_of(content)]
        assert read[0] == HEADS
        assert read[1:] == filled


def test_numbers_days_and_shared_texts_are_read_as_they_are_meant() -> None:
    """A day is a number whose style shows a day; a whole number stays whole however it is written. Signs that separate
    cells elsewhere are letters like others.
    """
    signs = [["a;b;c", "d;;", "e,f\tg"]] * 2
    assert rows_of(xlsx(in_xlsx(signs))) == rows_of(ods(in_ods(signs))) == signs
    shown = styles("0", "14", "164", "165", "31", _164="dd/mm/yyyy", _165="0.0 &quot;days&quot;")
    told = texts("<t>Anna</t>", "<r><t>B</t></r><r><t>en</t></r><rPh><t>x</t></rPh>")
    cells = (
        '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c s="1"><v>46296</v></c><c s="2"><v>46296.75</v></c>'
        '<c s="3"><v>4.8E1</v></c><c><f>32*2</f><v>64.0</v></c><c><v>12.5</v></c><c t="str"><f>""</f><v></v></c>'
        '<c s="4"><v>46296</v></c><c r="K1" t="b"><v>1</v></c>'
    )
    read = rows_of(xlsx(f"<row>{cells}</row>", styles=shown, sharedStrings=told))
    assert read == [["Anna", "Ben", "2026-10-01", "2026-10-01", "48", "64", "12.5", "", "2026-10-01", "", "1"]]


def test_a_document_is_read_as_it_is_meant() -> None:
    """Days are days, remarks no texts, spaces as many as they are; a text is also what its value says."""
    day = ods_cell("x").replace('"string"', '"date" office:date-value="2026-10-01T20:00:00"')
    remark = ods_cell("ben").replace("<text:p>", "<office:annotation><text:p>late</text:p></office:annotation><text:p>")
    spaces = ods_cell("x").replace("x</text:p>", 'a<text:s text:c="3"/>b <text:span>c</text:span></text:p>')
    meant = ods_cell("shown").replace('"string"', '"string" office:string-value="meant"')
    yes = ods_cell("JA").replace('"string"', '"boolean" office:boolean-value="true"')
    (row,) = rows_of(ods(ods_row(day + remark + spaces + meant + yes)))
    assert row == ["2026-10-01", "ben", "a   b c", "meant", "1"]


def test_an_indented_document_is_the_same() -> None:
    rows = in_ods([HEADS, ("ben", "-4", "4")])
    assert sheets_of(ods(rows.replace("<table:", "\n  <table:")), "t") == sheets_of(ods(rows), "t")


def test_rows_and_cells_stand_where_they_stood() -> None:
    """Above, between and before them may be empty ones, in a document by number; cells may be repeated."""
    in_a_document = ods_row(ods_cell("", "5"), "3") + ods_row(ods_cell("") + ods_cell("a", "2"), "2")
    in_a_document += ods_row(ods_cell(""), "7") + ods_row(ods_cell("b"))
    rows = [(4, ["", "a", "a"]), (5, ["", "a", "a"]), (13, ["b"])]
    assert sheets_of(ods(in_a_document), "t") == [Sheet("S1", rows)]
    in_a_workbook = '<row r="4"><c r="B4"><v>1</v></c><c r="D4"><v>2</v></c></row><row r="5"/>'
    in_a_workbook += '<row r="9"><c r="A9"><v>3</v></c></row>'
    assert sheets_of(xlsx(in_a_workbook), "t") == [Sheet("S1", [(4, ["", "1", "", "2"]), (9, ["3"])])]


def test_an_error_of_a_formula_is_the_text_that_is_shown() -> None:
    """So it can stand where nobody asks for a number."""
    said = 'office:value-type="string" office:string-value="" calcext:value-type="error"'
    error = f'<table:table-cell table:formula="of:=1/0" {said}><text:p>#DIV/0!</text:p></table:table-cell>'
    assert rows_of(ods(ods_row(ods_cell("a") + error))) == [["a", "#DIV/0!"]]
    assert rows_of(xlsx('<row><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>')) == [["#DIV/0!"]]


def test_the_first_sheet_is_read_or_the_one_that_is_named(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(xlsx("", in_xlsx([HEADS, ("ben", "-4", "4")]), in_xlsx([("a", "b")])))
    first = read_grid(str(book))
    assert (first.heads, first.rows[0].cells, first.others) == (HEADS, ("ben", "-4", "4"), ("S3",))
    assert read_grid(str(book), "S3").heads == ("a", "b")
    with pytest.raises(RecordError, match="there is no sheet 'S9': sheets: S2, S3"):
        read_grid(str(book), "S9")


ENTITIES = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'
NO_TYPE = ods_cell("x").replace(' office:value-type="string"', "")
IN_CDATA = ods_cell("x").replace(">x<", "><![CDATA[x]]><")


@pytest.mark.parametrize(("content", "said"), [
    (xlsx('<row><c r="E5"><f>32*2</f></c></row>'), "a formula in cell E5 has no value"),
    (packed({"content.xml": f"{ENTITIES}<document-content>&c;</document-content>"}), "declares entities of"),
    (packed({"content.xml": f"<document-content>{' ' * 40_000_000}</document-content>"}), "unpacks to more than"),
    (ods(ods_row(ods_cell("x", "16000"), "20")), "goes up to row 20 and column 16,000"),
    (packed({"content.xml": "<document-content>"}), "is a damaged workbook"),
    (packed({"content.xml": "<a/>"}), "is no workbook"),
    (packed({"xl/workbook.xml": f"<workbook {MAIN}/>"}), "is a damaged workbook"),
    (packed({"mimetype": "a picture"}), "is no workbook"),
    (b"PK\x03\x04 and no more", "is no workbook"),
    (xlsx('<row><c t="s"><v>7</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c t="s"><v>-1</v></c></row>', sharedStrings=texts("<t>a</t>")), "'-1' is no number of cells"),
    (xlsx('<row><c t="n"><v>many</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c r="5E"><v>1</v></c></row>'), "is a damaged workbook"),
    (xlsx('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'), "1 of 2 cells cannot be read"),
    (ods(ods_row(ods_cell("y") + NO_TYPE)), "1 of 2 cells cannot be read"),
    (ods(ods_row(ods_cell("y") + IN_CDATA)), "1 of 2 cells cannot be read"),
    (xlsx(in_xlsx([HEADS]), in_xlsx([HEADS]), titles=["a", "a"]), "has two sheets of one name"),
    (packed({f"{number}.xml": "<a/>" for number in range(2_001)}), "more than 2,000"),
    (packed({"a.xml": '<?xml version="1.0" encoding="cp037"?><worksheet/>'}), "is a damaged workbook"),
    (packed({"a.xml": '<?xml version="1.0" encoding="none"?><worksheet/>'}), "is a damaged workbook"),
])  # fmt: skip
def test_what_is_no_club_s_workbook_is_refused_in_words(content: bytes, said: str) -> None:
    assert len(content) < 300_000
    with pytest.raises(RecordError, match=said):
        sheets_of(content, "book.xlsx")


SAID = {
    "empty-cells-repeated.ods": "goes up to row 1 and column 400,000,001",
    "rows-repeated-less-than-never.ods": "'-999999999999' is no number",
    "format-of-brackets.xlsx": "",
    "one-cell-in-column-all.xlsx": "298,999 of 299,000 cells cannot be read",
    "far-corner.xlsx": "goes up to row 1,048,576 and column 16,384",
    "far-corner.ods": "goes up to row 1,048,576 and column 16,384",
    "long-text-in-every-cell.xlsx": "more than 10,000,000 letters",
    "spaces-by-number.ods": "'4000000000' is no number",
    "texts-announced.xlsx": "'999999999999' is no number",
    "one-sheet-of-many-names.xlsx": "has 2,000 sheets",
    "day-beyond-all-days.xlsx": "is a damaged workbook",
    "table-in-a-table.ods": "has a table in a table",
}
_LIMITED = """
import resource, sys
from mjlog.errors import RecordError
from mjlog.formats.spreadsheet.grid import sheets_of
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
for path in sys.argv[1:]:
    try:
        sheets_of(open(path, "rb").read(), "book")
        print("read", flush=True)
    except RecordError as error:
        print(error, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be given less memory there")
def test_no_workbook_takes_a_gigabyte() -> None:
    """Each asks for far more than it has: it is read or refused in words, and nothing else is said."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, *(FOLDER / name for name in SAID)], env=env, capture_output=True, text=True
    )
    assert done.stderr == ""
    for (name, said), told in zip(SAID.items(), done.stdout.splitlines(), strict=True):
        assert (said in told) if said else told == "read", name


@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([xlsx(in_xlsx([HEADS, ("ben", "-4", "4")])), ods(in_ods([HEADS]))])))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    try:
        sheets_of(bytes(whole), "book.xlsx")
    except RecordError:
        return


def test_cells_are_counted_over_all_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "_MOST_CELLS", 5)
    sheet = in_xlsx([HEADS])
    assert len(sheets_of(xlsx(sheet), "t")) == 1
    with pytest.raises(RecordError, match="has more than 5 cells"):
        sheets_of(xlsx(sheet, sheet), "t")
