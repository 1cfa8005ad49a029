"""A league for everybody: one table a rule set, evenings, players; as a file and as a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.club.stats import leagues
from mjlog.store import open_store
from mjlog.viewer import create_app
from mjlog_cli.main import main
from tests.club.evenings import CLUB, WASHOUT, facts_of, game, hand, won, written

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
