"""A tournament of twelve over three rounds: standings after each, fines, ties, what other programs are given."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mjlog.club import GameFacts, Standings, Wanted
from mjlog.club.records import results_of
from mjlog.store import Person, open_store
from mjlog.viewer import create_app
from mjlog_cli.main import main
from tests.club.evenings import CLUB, facts_of, game, hand, won

TABLES = (
    "21.11.2026;1;1", "Anna_N.;41.300; Ben;26.500; Cleo;21.100; Dora;31.100;",
    "21.11.2026;1;2", "Emil;30.000; Fay;30.000; Gus;35.000; Ivo;25.000;",
    "21.11.2026;1;3", "Jan;50.000; Kim;10.000; Lea;40.000;5.000 Max;20.000;",
    "21.11.2026;2;1", "Anna_N.;30.000; Emil;20.000; Jan;40.000; Max;30.000;",
    "21.11.2026;2;2", "Ben;33.000; Fay;27.000; Kim;31.000; Ivo;29.000;",
    "21.11.2026;2;3", "Cleo;45.000; Gus;25.000; Lea;35.000; Dora;15.000;",
    "22.11.2026;3;1", "Anna_N.;35.000; Fay;25.000; Lea;30.000; Ivo;30.000;",
    "22.11.2026;3;2", "Ben;28.000; Gus;32.000; Jan;20.000; Dora;40.000;",
    "22.11.2026;3;3", "Cleo;30.000; Emil;36.000; Kim;24.000; Max;30.000;",
)  # fmt: skip
"""Day, round and table; who played there: points, and a fine."""
ROWS = [
    f"Rhine Open;{table};{one.replace('_', ' ')}\n"
    for table, people in zip(TABLES[::2], TABLES[1::2], strict=True) for one in people.split()
]  # fmt: skip
OPEN = "".join(["Turnier;Datum;Runde;Tisch;Name;Rohpunkte;Strafe\n", *ROWS])
# By hand: points less 30,000, and 15 / 5 / -5 / -15 thousand for the places, which equal ones share; less the fine.
TABLE = {
    # player: what the sessions brought, the place after each, fines, all, in points
    "a1": ((26300, 0, 20000), (2, 2, 1), 0, 46300),
    "Jan": ((35000, 25000, -25000), (1, 1, 2), 0, 35000),
    "Lea": ((10000, 10000, 0), (4, 3, 3), -5000, 20000),
    "Gus": ((20000, -10000, 7000), (3, 4, 4), 0, 17000),
    "Cleo": ((-23900, 30000, 0), (11, 6, 5), 0, 6100),
    "Ben": ((-8500, 18000, -7000), (8, 5, 6), 0, 2500),
    "Dora": ((6100, -30000, 25000), (5, 9, 7), 0, 1100),
    "Emil": ((0, -25000, 21000), (6, 10, 8), 0, -4000),
    "Max": ((-15000, 0, 0), (9, 7, 9), 0, -15000),
    "Ivo": ((-20000, -6000, 0), (10, 11, 10), 0, -26000),
    "Fay": ((0, -18000, -20000), (6, 8, 11), 0, -38000),
    "Kim": ((-35000, 6000, -21000), (12, 12, 12), 0, -50000),
}


def run(*words: object) -> Result:
    """A command, which goes well."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def tournament(tmp_path: Path) -> Path:
    """A database with the tournament, from a table, in which one name is known to the club."""
    database, table = tmp_path / "club.db", tmp_path / "open.csv"
    table.write_text(OPEN, "utf-8")
    with open_store(database) as store:
        store.add_person(Person("a1", "Anna N."))
    told = run("import", "csv", table, "--ruleset", "riichi-ema", "--db", database, "--yes")
    assert "a1 41300 (final score +26.3)" in told.output
    assert "Anna" not in told.output.partition("columns:")[2]
    return database


def rows_of(*words: object) -> list[dict[str, str]]:
    """A table that a command writes."""
    return list(csv.DictReader(io.StringIO(run(*words).stdout)))


def test_each_round_brings_what_it_brought_by_hand_and_everybody_has_a_place_after_it(tournament: Path) -> None:
    rows = rows_of("standings", "--db", tournament, "--csv")
    told = {
        row["player"]: (
            tuple(int(row[f"session {one}"]) for one in (1, 2, 3)),
            tuple(int(row[f"rank after session {one}"]) for one in (1, 2, 3)), int(row["fines"]), int(row["points"]),
        ) for row in rows
    }  # fmt: skip
    assert told == TABLE
    assert [row["player"] for row in rows] == list(TABLE)
    # A fine goes to nobody: it is what all have less than nothing.
    assert sum(points for *_others, points in TABLE.values()) == -5000


def test_the_table_after_a_round_is_that_of_the_games_until_then(tournament: Path) -> None:
    rows = rows_of("standings", "--db", tournament, "--csv", "--after", 2)
    assert {row["player"]: int(row["rank"]) for row in rows} == {one: after[1] for one, (_, after, *_) in TABLE.items()}
    assert {row["points"] for row in rows if row["player"] == "Jan"} == {"60000"}
    assert "session 3" not in rows[0]
    assert "no game was played" in run("standings", "--db", tournament, "--tournament", "Elbe").stdout
    told = run("standings", "--db", tournament, "--tournament", "rhine").stdout
    assert re.search(r"Emil +0\.0 \(6\)", told)


def test_points_bonus_and_fines_make_the_final_score_and_the_table_of_results_is_read_back(
    tournament: Path, tmp_path: Path
) -> None:
    """Raw points, place, what the place brings, fines, final score: a row a player and game."""
    rows = rows_of("results", "--db", tournament, "--csv")
    assert len(rows) == 36
    for row in rows:
        assert int(row["final"]) == int(row["points"]) - 30000 + int(row["bonus"]) + int(row["fines"]), row
    (lea,) = [row for row in rows if (row["player"], row["session"]) == ("Lea", "1")]
    assert [lea[one] for one in ("points", "place", "bonus", "fines", "table")] == ["40000", "2", "5000", "-5000", "3"]
    back = tmp_path / "back.csv"
    back.write_text(run("results", "--db", tournament, "--csv").stdout, "utf-8")
    run("import", "csv", back, "--db", tmp_path / "again.db", "--yes")
    again = rows_of("results", "--db", tmp_path / "again.db", "--csv")
    assert again == rows


def test_other_programs_get_their_names_for_it(tournament: Path) -> None:
    games = rows_of("results", "--db", tournament, "--as", "pantheon")
    assert {row["title"]: (row["score"], row["rating_delta"], row["place"]) for row in games[:4]} == {
        "a1": ("41300", "26.3", "1"), "Ben": ("26500", "-8.5", "3"), "Cleo": ("21100", "-23.9", "4"),
        "Dora": ("31100", "6.1", "2"),
    }  # fmt: skip
    final = rows_of("results", "--db", tournament, "--as", "ema", "--names")
    assert list(final[0].values()) == ["1", "", "N.", "Anna", "", "", "46300"]
    assert [int(row["position"]) for row in final] == list(range(1, 13))


def test_the_page_of_the_tournament_tells_the_same_in_one_file_and_on_the_server(
    tournament: Path, tmp_path: Path
) -> None:
    run("standings", "--db", tournament, "--tournament", "Rhine Open", "--html", tmp_path / "open.html")
    alone = (tmp_path / "open.html").read_text("utf-8")
    assert "<h1>Rhine Open</h1>" in alone
    assert '+26.3 <span class="place">(2)</span>' in alone
    app = create_app(tournament, patience=60)
    with app.test_client() as client:
        text = client.get("/league?tournament=rhine&after=1").text
        assert "after session 1" in text
        assert "Session 2" not in text
        lines = client.get("/api/v1/standings?tournament=rhine&after=2").get_json()["standings"]
        assert {one["player"]: one["rank"] for one in lines} == {one: after[1] for one, (_, after, *_) in TABLE.items()}
        assert client.get("/league?points=x").status_code == 400


def table_of(session: int, *points: int, name: str = "") -> GameFacts:
    """A game of a round that somebody won, East, South, West and North of the club gaining this."""
    winner = "ESWN"[points.index(max(points))]
    more = {"tournament": "Spring", "session": session}
    return facts_of(game(name or f"game-{session}", hand(1, 0, *won(winner, *points)), ruleset="western", **more))


def test_table_points_order_a_round_before_the_points_do_and_who_is_equal_shares_the_place() -> None:
    """Two who have the same of both share the place, and the next one stays empty."""
    standings = Standings((4, 2, 1, 0))
    for one in (table_of(1, 60, -20, -20, -20), table_of(2, -20, 60, -20, -20)):
        assert standings.add(one)
    found = {one.player: one for one in standings.players()}
    assert standings.sessions == [1, 2]
    assert [found[player].table for player in CLUB] == [5, 5, 2, 2]
    assert [found[player].after for player in CLUB] == [{1: 1, 2: 1}, {1: 2, 2: 1}, {1: 2, 2: 3}, {1: 2, 2: 3}]
    assert found[CLUB[0]].sessions == {1: (Fraction(4), 60, 0), 2: (Fraction(1), -20, 0)}


def test_who_misses_a_round_keeps_what_the_others_brought() -> None:
    standings = Standings()
    standings.add(table_of(1, 60, -20, -20, -20))
    others = (CLUB[0], "eva", "fay", "gus")
    more = {"tournament": "Spring", "session": 2, "players": list(others)}
    second = game("second", hand(1, 0, *won("S", -20, 60, -20, -20), players=others), ruleset="western", **more)
    standings.add(facts_of(second))
    found = {one.player: one for one in standings.players()}
    assert (found[CLUB[1]].in_session(2), found[CLUB[1]].after) == ("", {1: 2, 2: 3})
    assert found["eva"].after == {2: 1}


def test_beside_other_games_there_are_no_rounds_but_those_asked_for_are() -> None:
    evening, round_ = (
        facts_of(game("evening", hand(1, 0, *won("S", -20, 60, -20, -20)), ruleset="western")),
        table_of(3, 60, -20, -20, -20),
    )
    standings = Standings()
    for one in (evening, round_):
        standings.add(one)
    assert standings.sessions == []
    wanted = Wanted(tournament="spring", last_session=3)
    assert [wanted.fits_game(one) for one in (evening, round_)] == [False, True]
    assert not Wanted(last_session=2).fits_game(round_)


def test_a_fine_that_others_get_is_in_the_points_and_one_of_nobody_is_off_the_final_score() -> None:
    """The result is the same sum either way."""
    fined = {"type": "penalty", "seat": "E", "amount": 30, "reason": "late"}
    shared = facts_of(game("shared", hand(1, 0, *won("S", -20, 60, -20, -20), fined), ruleset="western"))
    assert [shared.fined(player) for player in CLUB] == [-30, 10, 10, 10]
    east, *_others = results_of(shared, None)
    assert (east["points"], east["fines"], east["final"], east["bonus"]) == (-50, -30, -50, None)


def rounds_of(*sessions: int) -> str:
    """The table of the tournament as it is after some of its rounds."""
    head, *rows = OPEN.splitlines(keepends=True)
    return head + "".join(row for row in rows if int(row.split(";")[2]) in sessions)


@pytest.mark.parametrize("files", [((1,), (1, 2), (1, 2, 3)), ((2,), (1,), (3,))], ids=["it grows", "a file a round"])
def test_a_table_that_is_brought_round_after_round_counts_each_round_once(
    tmp_path: Path, files: tuple[tuple[int, ...], ...]
) -> None:
    database = tmp_path / "club.db"
    for at, sessions in enumerate(files):
        table = tmp_path / f"after-{at}.csv"
        table.write_text(rounds_of(*sessions), "utf-8")
        run("import", "csv", table, "--ruleset", "riichi-ema", "--handle", "Anna N.=a1", "--db", database, "--yes")
    rows = rows_of("standings", "--db", database, "--csv")
    assert {row["player"]: int(row["points"]) for row in rows} == {one: points for one, (*_, points) in TABLE.items()}


def test_a_game_keeps_the_name_that_it_is_stored_by_and_one_that_is_here_twice_is_named(tmp_path: Path) -> None:
    """A table recorded with a telephone is another game under that name, until it is said to be corrected."""
    database, table = tmp_path / "club.db", tmp_path / "open.csv"
    table.write_text(rounds_of(1), "utf-8")
    players = [word for name in ("Ben", "Anna", "Cleo", "Dora") for word in ("--player", name)]
    of_round = ["--ruleset", "riichi-ema", "--tournament", "Rhine Open", "--session", 1, "--table", 1]
    run("new", "--db", database, "--game", "telephone", "--at", "2026-11-21", *of_round, *players)
    words = ["import", "csv", table, "--ruleset", "riichi-ema", "--handle", "Anna N.=Anna", "--db", database, "--yes"]
    there = CliRunner().invoke(main, [str(word) for word in words])
    assert (there.exit_code, "telephone is here already" in there.output) == (2, True)
    run("new", "--db", database, "--game", "again", *of_round[:5], 2, *of_round[6:], *players)
    run("add", "again", "--db", database, "hand result", "sfe3h30", "pay", "end")
    assert "played in this session before" not in run("standings", "--db", database).output
    run("new", "--db", database, "--game", "twice", *of_round[:5], 2, *of_round[6:], *players)
    run("add", "twice", "--db", database, "hand result", "sfe3h30", "pay", "end")
    told = run("standings", "--db", database).output
    assert "1 game of somebody who has played in this session before" in told
    assert "twice" in told.partition("note: 1 game of somebody")[2]


def test_a_table_without_a_day_is_named_by_its_file_and_the_tournament_can_be_said(tmp_path: Path) -> None:
    rows = "Round;Table;Anna;Ben;Cleo;Dora\n1;1;{};30;20;28\n1;2;28;{};30;20\n"
    for file, first in (("may.csv", 42), ("june.csv", 42)):
        (tmp_path / file).write_text(rows.format(first, first), "utf-8")
        run("import", "csv", tmp_path / file, "--ruleset", "riichi-ema", "--db", tmp_path / "club.db", "--yes")
    with open_store(tmp_path / "club.db") as store:
        assert [info.game for info in store.games()] == ["may-s1-1", "may-s1-2", "june-s1-1", "june-s1-2"]
    more = ["--ruleset", "riichi-ema", "--tournament", "Autumn", "--yes"]
    run("import", "csv", tmp_path / "may.csv", "--db", tmp_path / "autumn.db", *more)
    with open_store(tmp_path / "autumn.db") as store:
        assert [(info.game, info.tournament) for info in store.games()] == [
            ("Autumn-s1-1", "Autumn"), ("Autumn-s1-2", "Autumn"),
        ]  # fmt: skip


def test_where_places_alone_bring_points_equal_ones_are_told_apart_by_what_they_won(tmp_path: Path) -> None:
    """Competition rules: quarters of a place, and fines, which are in what was won. By hand."""
    games = ("game a mcr anna ben cleo dora", "game b mcr emil fay gus ivo", "game c mcr anna emil ben fay")
    hands = ("sfe24; pay; end", "smw30; pay; penalty e 10 late; end", "wash; end")
    for number, (start, acts) in enumerate(zip(games, hands, strict=True)):
        of_round = f'tournament="Spring" session={1 + number // 2} table={number}'
        text = "\n".join([f"{start} {of_round}", *acts.split("; "), ""])
        (tmp_path / f"{number}.mjlog.txt").write_text(text, "utf-8")
        run("import", "shorthand", tmp_path / f"{number}.mjlog.txt", "--db", tmp_path / "club.db")
    rows = rows_of("standings", "--db", tmp_path / "club.db", "--csv")
    told = {row["player"]: (int(row["rank"]), int(row["points"]), int(row["won"]), int(row["fines"])) for row in rows}
    assert told == {
        "fay": (1, 5750, 118, 4), "ben": (2, 5750, 48, 0), "anna": (3, 1750, -32, 0), "emil": (4, 1750, -48, -10),
        "cleo": (5, 1500, -8, 0), "dora": (5, 1500, -8, 0), "gus": (7, 1500, -35, 3), "ivo": (7, 1500, -35, 3),
    }  # fmt: skip
    text = run("standings", "--db", tmp_path / "club.db").stdout
    assert re.search(r"2  ben +\+4\.0 \(2\) \+1\.75 \(2\) +\+48 +\+5\.75", text), text
    final = rows_of("results", "--db", tmp_path / "club.db", "--as", "ema")
    assert [(one["points"], one["mahjong"]) for one in final[:3]] == [("5.75", "118"), ("5.75", "48"), ("1.75", "-32")]
    (first,) = [one for one in rows_of("results", "--db", tmp_path / "club.db", "--csv") if one["player"] == "ivo"]
    assert (first["points"], first["bonus"], first["final"]) == ("-35", "1500", "1500")
    app = create_app(tmp_path / "club.db", patience=60)
    with app.test_client() as client:
        lines = client.get("/api/v1/standings").get_json()["standings"]
        assert {one["player"]: (one["rank"], one["won"]) for one in lines} == {one: told[one][::2] for one in told}
        assert "Equal ones are told apart" in client.get("/league?tournament=spring").text
