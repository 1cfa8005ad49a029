"""Statistics of players: what is counted, and how."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from each import each
from mjlog.audit.game import Game
from mjlog.club import GameFacts, PlayerStats, Stats, game_facts
from mjlog.club.records import stats_json, stats_lines, stats_table
from mjlog.sources import games_in
from mjlog.views.csv_cells import csv_text
from samples import GAMES
from tests.club.evenings import FRIDAY, TUESDAY, WASHOUT, Fields, facts_of, game, hand, won


def stats_of(*games: list[Fields]) -> dict[str, PlayerStats]:
    """The statistics of games, by player."""
    stats = Stats()
    for events in games:
        stats.add(facts_of(events))
    return {one.player: one for one in stats.players()}


def test_hands_wins_and_values_are_counted() -> None:
    ben = stats_of(TUESDAY, FRIDAY)["ben"]
    assert (ben.games, ben.hands, ben.wins, ben.self_drawn, ben.on_discard) == (2, 6, 2, 2, 0)
    assert (ben.win_rate, ben.average_win, ben.limit_hands) == (2 / 6, 120.0, 1)
    assert ben.best == (200, "tuesday", 4, "heavenly hand")
    dora = stats_of(TUESDAY)["dora"]
    assert (dora.wins, dora.self_drawn, dora.on_discard, dora.average_win) == (1, 0, 1, 64.0)
    assert (ben.won, ben.lost, ben.fines, ben.points) == (480, 124, 0, 356)
    assert sum(one.points for one in stats_of(TUESDAY, FRIDAY).values()) == 0


def test_who_gave_the_win_is_not_known_where_nobody_wrote_it_down() -> None:
    """Each of the others may have, which is not the same as never."""
    everybody = stats_of(TUESDAY)
    given = {one.player: (one.given, one.perhaps_given) for one in everybody.values()}
    assert given == {"anna": (0, 1), "ben": (0, 1), "carl": (0, 1), "dora": (0, 0)}
    lines = stats_lines([everybody["anna"], everybody["dora"]], {})
    assert [line.split()[7] for line in lines if line.startswith(("anna", "dora"))][:2] == ["?", "0"]
    assert "gave the win:  0 times (not known of 1 hand)" in "\n".join(stats_lines([everybody["anna"]], {}))


def test_fines_stand_apart_and_count_for_the_points() -> None:
    fine: Fields = {"type": "penalty", "seat": "N", "amount": 30, "reason": "talked"}
    dora = stats_of(game("g", hand(1, 0, *won("S", -40, 80, -20, -20), fine)))["dora"]
    assert (dora.won, dora.lost, dora.fines, dora.points) == (0, 20, -30, -50)


def test_discards_and_robbed_kongs_that_gave_the_win_are_counted() -> None:
    acts: list[Fields] = [
        {"type": "gap"}, {"type": "discard", "seat": "W", "tile": "5b"},
        {"type": "claim", "seat": "N", "for": "mahjong"},
        {"type": "mahjong", "seat": "N", "source": "discard", "tile": "5b"},
        {"type": "settlement", "change": {"E": -20, "S": -20, "W": -40, "N": 80}},
    ]  # fmt: skip
    everybody = stats_of(game("g", hand(1, 0, *acts, depth="table")))
    assert {one.player: one.given for one in everybody.values()} == {"anna": 0, "ben": 0, "carl": 1, "dora": 0}
    assert everybody["dora"].on_discard == 1


def test_a_run_of_wins_is_within_one_game_and_broken_by_a_wash_out() -> None:
    """Two wins at the end of one evening and two at the beginning of the next are no four."""
    win = won("E", 60, -20, -20, -20)
    first = game("a", hand(1, 0, WASHOUT), hand(2, 0, *win), hand(3, 0, *win), at="2026-01-01T10:00:00Z")
    second = game("b", hand(1, 0, *win), hand(2, 0, *win), hand(3, 0, WASHOUT), hand(4, 0, *win))
    assert stats_of(first, second)["anna"].longest_run == 2
    void: Fields = {"type": "replay", "reason": "wall"}
    third = game("c", hand(1, 0, *win), hand(2, 0, void), hand(2, 0, *win), hand(3, 0, *win))
    assert stats_of(third)["anna"].longest_run == 3
    assert stats_of(third)["anna"].hands == 3


def test_a_run_of_games_goes_by_their_dates_in_whatever_order_they_come() -> None:
    anna, ben = won("E", 60, -20, -20, -20), won("S", -40, 80, -20, -20)
    games = [
        game(name, hand(1, 0, *who), at=f"2026-01-0{day}T10:00:00Z")
        for name, who, day in zip("eacbdf", (anna, anna, ben, anna, anna, anna), (5, 1, 3, 2, 4, 6), strict=True)
    ]
    for order in (games, games[::-1]):
        everybody = stats_of(*order)
        assert (everybody["anna"].games_won, everybody["anna"].longest_run_of_games) == (5, 3)
        assert everybody["ben"].longest_run_of_games == 1


def test_a_game_in_the_middle_of_a_hand_is_won_by_nobody() -> None:
    begun = [{"type": "hand-start", "hand": 2, "round": "E", "seats": dict(zip("ESWN", "abcd", strict=True))},
             {"type": "draw", "seat": "E", "tile": "5b"}]  # fmt: skip
    anna = stats_of(game("g", hand(1, 0, *won("E", 60, -20, -20, -20)), begun, ended=False))["anna"]
    assert (anna.games, anna.wins, anna.games_won) == (1, 1, 0)


def test_payments_that_are_not_known_are_counted_as_such() -> None:
    ben = stats_of(game("g", hand(1, 0, *won("S"))))["ben"]
    assert (ben.wins, ben.unknown, ben.points, ben.average_win, ben.best) == (1, 1, 0, None, None)
    lines = "\n".join(stats_lines([ben], {}))
    assert "not known of 1 hand" in lines


def test_errors_are_counted_by_code_and_warnings_are_not() -> None:
    wrong: list[Fields] = [
        {"type": "gap"}, {"type": "discard", "seat": "E", "tile": "5b"}, {"type": "claim", "seat": "N", "for": "chow"},
        {"type": "expose", "seat": "N", "kind": "chow", "tiles": ["4b", "5b", "6b"]}, WASHOUT,
    ]  # fmt: skip
    everybody = stats_of(game("g", hand(1, 0, *wrong, depth="table")))
    assert everybody["dora"].faults == {"chow-not-from-left": 1}
    assert not everybody["anna"].faults


def test_a_substitute_is_counted_for_what_he_played() -> None:
    players = ("anna", "ben", "carl", "eve")
    events = game(
        "g", hand(1, 0, *won("E", 60, -20, -20, -20)), hand(2, 0, *won("N", -40, -20, -20, 80), players=players)
    )
    everybody = stats_of(events)
    assert (everybody["dora"].hands, everybody["eve"].hands, everybody["anna"].hands) == (1, 1, 2)
    assert (everybody["eve"].points, everybody["dora"].points) == (80, -20)


def _sample_facts() -> list[GameFacts]:
    return [game_facts(Game(record)) for path in GAMES for record in games_in(str(path))]


def test_the_order_of_games_does_not_matter_and_sums_are_those_of_the_games() -> None:
    """All sample games: what everybody has won is what the games' totals add up to, less what they began with."""
    games = _sample_facts()
    there, back = Stats(), Stats()
    for one in games:
        there.add(one)
    for one in games[::-1]:
        back.add(one)
    answers = [[stats_json(one, None, None) for one in stats.players()] for stats in (there, back)]
    assert answers[0] == answers[1]
    for player in there.players():
        held = [(one.totals[player.player], one.begun_with) for one in games if player.player in (one.totals or {})]
        assert player.points == sum(total - begun for total, begun in held)
        assert player.wins == player.self_drawn + player.on_discard
        assert player.wins == sum(player.player in hand.won_by for one in games for hand in one.played)
    assert sum(one.given for one in there.players()) == sum(
        hand.source in ("discard", "kong") for one in games for hand in one.played
    )


def test_text_has_eighty_columns_whatever_the_names_are() -> None:
    long = [{**one, "players": ["x" * 200, *one["players"][1:]]} if one["seq"] == 1 else one for one in TUESDAY]
    for games in ([TUESDAY], [long, FRIDAY]):
        players = [*stats_of(*games).values()]
        names = {"anna": "Anna " * 40, "x" * 200: "Y" * 200}
        for given in (players, players[:1]):
            lines = stats_lines(given, names)
            assert max(map(len, lines)) <= 80
            assert all(line.isprintable() for line in lines)


def test_hostile_handles_are_neutralised_in_text_and_tables() -> None:
    """Nothing that a terminal obeys, nothing that a spreadsheet computes."""
    evil = "=HYPERLINK(1)"
    text = [{**one, "players": [evil, "a\x1b[2Jb", "@x", "d"]} if one["seq"] == 1 else one for one in FRIDAY]
    swap = {"anna": evil, "ben": "a\x1b[2Jb", "carl": "@x", "dora": "d"}
    events: list[Fields] = [
        {**one, "seats": {seat: swap[who] for seat, who in one["seats"].items()}} if "seats" in one else one
        for one in text
    ]
    players = [*stats_of(events).values()]
    assert "\x1b" not in "\n".join(stats_lines(players, {}))
    heads, rows = stats_table({"western": players}, None)
    table = csv_text(heads, rows)
    assert "'=HYPERLINK(1)" in table
    assert "'@x" in table
    assert "\x1b" not in table
    assert ",-60," in table


@each(
    "evil",
    ["=1", "x;=1", "x; =1", 'x;"=1', "x,-1+a", "x|@a", "x;\t=1", '"=1"', " =1", "x;=1;=2", "a\tb;+a", "＝1", "x;＝1"],
)
def test_no_cell_begins_a_formula_whatever_separates_cells(evil: str) -> None:
    """In many countries a spreadsheet cuts lines at semicolons, also within what was quoted for commas.

    What is no formula stays as it is.
    """
    row = ["-12", "+3", "Anna-Maria", "2026-05-01", "E -8; S +24", "a@b.cz", "x = y", -5, 2.5, None]
    assert csv_text(["h"], [row]).splitlines()[1] == "-12,+3,Anna-Maria,2026-05-01,E -8; S +24,a@b.cz,x = y,-5,2.5,"
    table = csv_text(["player", "n", "more"], [[evil, -8, evil]])
    for separator in ",;|\t":
        for row in csv.reader(io.StringIO(table, newline=""), delimiter=separator):
            assert not [cell for cell in row if cell.strip(' "')[:1] in ("=", "@", "＝")], separator
            assert not [cell for cell in row if re.match(r'[\s"]*[+-]\D', cell)], separator


def test_a_record_names_every_figure() -> None:
    fields: dict[str, Any] = stats_json(stats_of(TUESDAY)["ben"], "classical", {"ben": "Ben Okafor"})
    assert (fields["ruleset"], fields["name"]) == ("classical", "Ben Okafor")
    assert fields["best_win"] == {"value": 200, "game": "tuesday", "hand": 4, "limit": "heavenly hand"}
    assert (fields["win_rate"], fields["gave_win"], fields["faults"]) == (0.5, 0, {})
    assert "name" not in stats_json(stats_of(TUESDAY)["ben"], "classical", None)
