"""Tables of results out of a spreadsheet: what their columns mean, and the games that are written out of them."""

from __future__ import annotations

import csv
import io
import json
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
from mjlog.formats.spreadsheet.columns import columns_of, day_of
from mjlog.formats.spreadsheet.evenings import Evening, Results
from mjlog.formats.spreadsheet.grid import MAX_BYTES, grid_of, number, read_grid
from mjlog.log.records import GameRecord
from mjlog.rulesets import load, parse
from mjlog.seats import Seat
from mjlog.sources import games_in
from mjlog.views.sheet import score_sheet, sheet_csv
from turns import examples

from .workbooks import in_ods, in_xlsx, ods, xlsx

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
    for day, texts in written.items():
        assert {text: day_of(text, (0, 1, 2)) for text in texts} == dict.fromkeys(texts, day)


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
