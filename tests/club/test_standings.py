"""The table of a league: places, ties, points for places."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from each import each
from mjlog.club import Standing, Standings
from mjlog.club.records import standing_json, standings_lines, standings_table
from mjlog.club.standings import places_of, table_points_from
from mjlog.club.stats import leagues
from mjlog.errors import NotationError
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog.views.csv_cells import csv_text
from mjlog_cli.main import main
from tests.club.evenings import CLUB, FRIDAY, TUESDAY, WASHOUT, Fields, facts_of, game, hand, won, written


def standings_of(*games: list[Fields], points: tuple[int, ...] = ()) -> dict[str, Standing]:
    """The standings after games, by player, from the top down."""
    standings = Standings(points)
    for events in games:
        assert standings.add(facts_of(events))
    return {one.player: one for one in standings.players()}


def one_hand(name: str, *change: int) -> list[Fields]:
    """A game of one hand, that South wins, with these gains and losses of anna, ben, carl, dora."""
    return game(name, hand(1, 0, *won("S", *change)))


def test_places_and_points_are_counted() -> None:
    """anna -172 + 180, ben 416 - 60, carl -252 - 60, dora 8 - 60."""
    everybody = standings_of(TUESDAY, FRIDAY)
    assert [(one.player, one.rank, one.games, one.points) for one in everybody.values()] == [
        ("ben", 1, 2, 356), ("anna", 2, 2, 8), ("dora", 3, 2, -52), ("carl", 4, 2, -312)
    ]  # fmt: skip
    assert [everybody["anna"].places[place] for place in (1, 2, 3, 4)] == [1, 0, 1, 0]
    assert everybody["ben"].average == 178.0


def test_who_has_as_many_points_shares_the_place() -> None:
    """And the place behind it stays empty."""
    places = places_of(facts_of(one_hand("g", -20, 60, -20, -20)))
    assert {player: place.place for player, place in places.items()} == {"anna": 2, "ben": 1, "carl": 2, "dora": 2}
    assert places["anna"].shared_by == 3
    ranks = {one.player: one.rank for one in standings_of(one_hand("g", -20, 60, -20, -20)).values()}
    assert ranks == {"ben": 1, "anna": 2, "carl": 2, "dora": 2}


@pytest.mark.parametrize(("change", "table"), [
    ((-40, 80, -10, -30), (0, 4, 2, 1)),
    ((-20, 60, -20, -20), (1, 4, 1, 1)),
    ((-60, 40, 40, -20), (0, 3, 3, 1)),
    ((0, 0, 0, 0), (Fraction(7, 4),) * 4),
    ((20, 20, 20, -60), (Fraction(7, 3),) * 3 + (0,)),
])  # fmt: skip
def test_who_shares_a_place_shares_what_is_given_for_it(change: tuple[int, ...], table: tuple[Fraction, ...]) -> None:
    """Nothing is lost or won by a tie: all together get what there is."""
    everybody = standings_of(one_hand("g", *change), points=(4, 2, 1, 0))
    assert tuple(everybody[player].table for player in CLUB) == table
    assert sum(one.table for one in everybody.values()) == 7


def test_table_points_decide_where_there_are_any() -> None:
    """Two small wins are more than a large one."""
    games = [one_hand("a", -10, 30, -10, -10), one_hand("b", -10, 30, -10, -10),
             game("c", hand(1, 0, *won("W", -100, -150, 400, -150)))]  # fmt: skip
    assert next(iter(standings_of(*games))) == "carl"
    assert next(iter(standings_of(*games, points=(4, 2, 1, 0)))) == "ben"


def test_a_game_without_order_is_not_counted() -> None:
    """One in the middle of a hand, without known totals, in which nothing was played, or more was won than lost."""
    begun = [{"type": "hand-start", "hand": 2, "round": "E", "seats": dict(zip("ESWN", CLUB, strict=True))},
             {"type": "draw", "seat": "E", "tile": "5b"}]  # fmt: skip
    standings = Standings()
    win = hand(1, 0, *won("S", -40, 80, -20, -20))
    unsound = one_hand("g", 1, 2, 3, 4)
    for events in (game("g", win, begun, ended=False), game("g", hand(1, 0, *won("S"))), game("g"), unsound):
        assert not standings.add(facts_of(events))
    assert standings.players() == []


def guest_of_one_hand(name: str) -> list[Fields]:
    """Eve plays the second of three hands in the place of dora, and wins more than anybody."""
    with_eve = (*CLUB[:3], "eve")
    return game(
        name, hand(1, 0, *won("S", -40, 80, -20, -20)), hand(2, 1, *won("W", -64, -32, 128, -32), players=with_eve),
        hand(3, 2, *won("W", -8, -8, 24, -8)),
    )  # fmt: skip


def test_a_guest_takes_nobodys_place() -> None:
    """Points and hands count, a game and a place do not: those are of who played at least half the hands."""
    places = places_of(facts_of(guest_of_one_hand("g")))
    assert {player: (one.place, one.hands) for player, one in places.items()} == {
        "anna": (3, 3), "ben": (1, 3), "carl": (4, 3), "dora": (2, 2), "eve": (None, 1),
    }  # fmt: skip
    everybody = standings_of(guest_of_one_hand("g"), points=(4, 2, 1, 0))
    last = list(everybody.values())[-1]
    assert (last.player, last.rank, last.games, last.hands, last.average) == ("eve", None, 0, 1, None)
    assert sum(one.table for one in everybody.values()) == 7


def test_three_players_take_three_places() -> None:
    players = CLUB[:3]
    events = game("g", hand(1, 0, *won("S", -40, 80, -40), players=players), players=list(players), ruleset="western",
                  options={"players": 3})  # fmt: skip
    everybody = standings_of(events, points=(4, 2, 1, 0))
    half = Fraction(3, 2)
    assert {one.player: one.table for one in everybody.values()} == {"ben": 4, "anna": half, "carl": half}


@each("text", ["", "4/", "a/b", "4,2,1,0", "1e9/2", "4/2/1/0" * 9, "1/2/3/4/5/6/7/8/9/10/11/12/13", "nan", "1//2"])
def test_what_is_no_list_of_points_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no list of points for places; expected one like 4/2/1/0"):
        table_points_from(text)
    assert table_points_from("2.5/1/-1/-2.5") == (Fraction(5, 2), 1, -1, Fraction(-5, 2))


def test_the_table_has_eighty_columns() -> None:
    everybody = [*standings_of(TUESDAY, FRIDAY, points=(4, 2, 1, 0)).values()]
    lines = standings_lines(everybody, {"anna": "Anna " * 60}, with_table=True)
    assert max(map(len, lines)) <= 80
    assert "table" in lines[0]
    assert "table" not in standings_lines(everybody, {}, with_table=False)[0]


def test_a_record_and_a_row_say_the_same() -> None:
    everybody = [*standings_of(one_hand("g", 20, 20, 20, -60), points=(4, 2, 1, 0)).values()]
    first = standing_json(everybody[0], "classical", {"anna": "Anna"}, with_table=True)
    assert first == {
        "ruleset": "classical", "rank": 1, "player": "anna", "name": "Anna", "games": 1, "hands": 1,
        "places": [1, 0, 0, 0], "points": 20, "average": 20.0, "table_points": 2.33,
    }  # fmt: skip
    heads, rows = standings_table({"classical": everybody}, None, with_table=True)
    table = csv_text(heads, rows).splitlines()
    assert table[0] == "ruleset,rank,player,games,hands,place 1,place 2,place 3,place 4,points,average,table points"
    assert table[1] == "classical,1,anna,1,1,1,0,0,0,20,20.0,2.33"


# -- a league for everybody --------------------------------------------------------------------------------------------


FIRST = game("first", hand(1, 0, *won("S", -40, 80, -20, -20)), at="2026-01-06T19:00:00Z", place="Café <Mokka>")
SECOND = game("second", hand(1, 0, *won("E", 60, -20, -20, -20)), at="2026-02-03T19:00:00Z")
OTHER = game("other", hand(1, 0, *won("N", -8, -8, -8, 24)), at="2026-01-20T19:00:00Z", ruleset="western")
BEGUN = game("begun", at="2026-02-10T19:00:00Z", ended=False)
ALL = (FIRST, SECOND, OTHER, BEGUN)
VOID = {"type": "replay", "reason": "a tile of the wall fell"}


def test_points_by_different_rules_are_not_added_up() -> None:
    found = leagues(map(facts_of, ALL), (4, 2, 1, 0))
    assert [(one.ruleset, len(one.evenings)) for one in found] == [(facts_of(FIRST).ruleset, 2), ("western", 1)]
    table = {one.player: (one.games, one.points, one.table) for one in found[0].standings}
    assert table[CLUB[1]] == (2, 60, 5)
    assert [one.player for one in found[0].players] == [one.player for one in found[0].standings]
    assert found[0].left_out == ["begun"]


def test_evenings_stand_the_latest_first_and_whoever_won_first() -> None:
    evenings = leagues(map(facts_of, ALL))[0].evenings
    assert [(one.game, str(one.day)) for one in evenings] == [("second", "2026-02-03"), ("first", "2026-01-06")]
    assert next(iter(evenings[1].ranks)) == CLUB[1]


def test_a_void_hand_counts_nowhere_as_a_hand_that_was_played(tmp_path: Path) -> None:
    """Not for the players, nor for their evening, in the list of games and in previews of it; it is found as a hand."""
    rows = game("again", hand(1, 0, VOID), hand(1, 0, *won("S", -40, 80, -20, -20)), hand(2, 1, WASHOUT), ended=False)
    (league,) = leagues([facts_of(rows)])
    told = [one.hands for one in (*league.standings, *league.players, *league.evenings)]
    assert (set(told), len(facts_of(rows).played)) == ({2}, 3)
    CliRunner().invoke(main, ["import", "mjlog", str(written(tmp_path, rows)), "--db", str(tmp_path / "club.db")])
    app = create_app(tmp_path / "club.db", patience=60)
    with app.test_client() as client:
        (listed,) = client.get("/api/v1/games").get_json()["games"]
        assert listed["summary"]["hands"] == 2
        assert '<td class="num wide-only">2</td>' in client.get("/").text
        assert "2 hands by the rules" in client.get("/games/again").text


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database of these games."""
    folder = written(tmp_path / "logs", *ALL)
    result = CliRunner().invoke(main, ["import", "mjlog", str(folder), "--db", str(tmp_path / "club.db")])
    assert result.exit_code == 0, result.stderr
    return tmp_path / "club.db"


def test_the_file_needs_nothing_else_and_takes_what_standings_take(club: Path, tmp_path: Path) -> None:
    page = tmp_path / "league.html"
    done = CliRunner().invoke(
        main, ["standings", "--db", str(club), "--html", str(page), "--points", "4/2/1/0", "--since", "2026-02-01"]
    )
    assert (done.exit_code, done.stdout) == (0, "")
    text = page.read_text("utf-8")
    assert "<title>League, from 2026-02-01</title>" in text
    assert "second" in text
    assert "first</th>" not in text
    assert ">Table</th>" in text
    assert not re.search(r'(?:src|href)="', text)
    assert "<script" not in text


def test_real_names_stand_there_only_when_they_are_asked_for(club: Path, tmp_path: Path) -> None:
    with open_store(club) as store:
        from mjlog.store import Person

        store.add_person(Person(CLUB[0], "Anna <Nováková>", None))
    for words, told in (([], False), (["--names"], True)):
        page = tmp_path / f"league-{told}.html"
        assert CliRunner().invoke(main, ["standings", "--db", str(club), "--html", str(page), *words]).exit_code == 0
        assert ("Anna &lt;Nováková&gt;" in page.read_text("utf-8")) is told


def test_the_viewer_has_the_page_with_ways_to_the_games(club: Path) -> None:
    app = create_app(club, patience=60)
    with app.test_client() as client:
        text = client.get("/league").text
        assert text.index("<h2>" + str(facts_of(FIRST).ruleset)) < text.index("<h2>western")
        assert 'href="/games/first"' in text
        assert "Café &lt;Mokka&gt;" in text
        january = client.get("/league?since=&until=2026-01-31").text
        assert "League, to 2026-01-31" in january
        assert "/games/second" not in january
        assert 'name="until" value="2026-01-31"' in january
        assert client.get("/league?since=yesterday").status_code == 400
        assert 'href="/league"' in client.get("/").text
