"""New and add: a game typed at the table is stored event by event, and answered with what the rules say."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from command_runs import PLAYERS, Run, lines

from mjlog.store import open_readonly

NAMES = [part for player in PLAYERS for part in ("--player", player)]


def stored(database: Path, game: str) -> list[dict[str, Any]]:
    """The events of a game in a database."""
    with open_readonly(database) as store:
        return [json.loads(body) for body in store.bodies(game)]


def test_a_new_game_is_its_game_start_and_prints_its_id(run: Run, own_database: Path) -> None:
    where = ["--place", "club", "--table", "2"]
    result = run("new", "--ruleset", "classical", *NAMES, *where, "--option", "SevenPairs=true")
    assert result.exit_code == 0
    (start,) = stored(own_database, result.stdout.strip())
    assert (start["type"], start["players"], start["place"], start["table"]) == ("game-start", [*PLAYERS], "club", "2")
    assert start["options"] == {"SevenPairs": True}


def test_an_answer_says_what_the_audit_will_say(run: Run, begun: str, own_database: Path) -> None:
    texts = ["discard E 5b", "claim N chow", "draw S", "draw S", "discard E 1c", "mahjong W wall", "score W 64",
             "settlement E=-1 S=2 W=3 N=4", "hand-start E=dora S=anna W=ben N=carl"]  # fmt: skip
    answers = [answer for text in texts for answer in lines(run("add", begun, text, "--json"))]
    told = [finding for answer in answers for finding in answer["findings"]]
    reports = lines(run("audit", "--db", own_database, "--json"))
    found = [finding for report in reports for finding in report["findings"]]
    assert told == found
    assert len(told) > 2


def test_an_event_that_is_nested_too_deeply_is_not_stored(run: Run, begun: str, own_database: Path) -> None:
    result = run("add", begun, '{"type": "note", "x": ' + "[" * 2000 + "]" * 2000 + "}")
    assert result.exit_code == 2
    assert "nested too deeply" in result.stderr
    assert len(stored(own_database, begun)) == 2


def test_the_same_key_stores_once(run: Run, begun: str, own_database: Path) -> None:
    first = run("add", begun, "discard E 5b", "--key", "k1", "--at", "now")
    run("add", begun, "claim W pung")
    again = run("add", begun, "discard E 5b", "--key", "k1", "--at", "now")
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert len(stored(own_database, begun)) == 4
    other = run("add", begun, "discard E 6b", "--key", "k1")
    assert other.exit_code == 2
    assert "key k1 was used before" in other.stderr


def test_a_log_with_a_gap_is_told_as_such_and_not_as_another_writer(run: Run, begun: str, own_database: Path) -> None:
    """Another program has removed an event in the middle; nothing is stored after it."""
    run("add", begun, "note one")
    run("add", begun, "note two")
    with closing(sqlite3.connect(own_database)) as connection:
        (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'events_kept'").fetchone()
        connection.execute("DROP TRIGGER events_kept")
        connection.execute("DELETE FROM events WHERE seq = 3")
        connection.execute(sql)
        connection.commit()
    before = stored(own_database, begun)
    result = run("add", begun, "note three")
    assert result.exit_code == 2
    assert f"the log of game {begun} is not whole: event 4 stands in the place of 3" in result.stderr
    assert stored(own_database, begun) == before


BEGUN = ["--game", "q", "--place", "Club", "--table", "3", "--at", "2026-11-20T19:00:00Z"]


def test_a_dossier_shows_where_an_option_was_changed_and_the_rule_that_it_governs(run: Run, own_database: Path) -> None:
    run("new", "--ruleset", "western", *BEGUN, *NAMES)
    run("add", "q", "hand table nw 1d 9b np ww")
    run("add", "q", "fix 1 game q western anna ben carl dora robbing_kong=true -- we rob")
    run("add", "q", "9d 8c 7c hand-start hand=2 E=ben S=carl W=dora N=anna round=E")
    run("add", "q", 'dispute on=10 "we never agreed on robbing"')
    told = " ".join(run("dossier", "q", "10").stdout.split())
    assert "9 The game is corrected, option robbing_kong as usual -> on: we rob > 10 East discards 9 dots" in told
    assert "western/win-3: Robbing a kong" in told
    assert "said: its option was changed by correction 9: option robbing_kong as usual -> on" in told
    assert "option robbing_kong is on (usually off), since correction 9" in told
    other = " ".join(run("dossier", "q", "13").stdout.split())
    assert "western/win-3" not in other
    assert "since correction 9" in other


def test_a_dossier_names_the_rule_that_only_an_option_of_the_game_holds_back(run: Run, own_database: Path) -> None:
    """At the act that it would refuse as usual, and at no other."""
    run("new", "--ruleset", "western", *BEGUN, *NAMES, "--option", "robbing_kong=true")
    run("add", "q", "hand table 9c 6d wp 1b nw 4c ww k6d smk")
    last = int(json.loads(run("games", "--json").stdout)["events"])
    told = " ".join(run("dossier", "q", str(last)).stdout.split())
    assert "[Kept] western/win-3: Robbing a kong" in told
    assert "with robbing_kong as usual, south robs a kong: it is not among the ways to win" in told
    assert "western/win-3" not in run("dossier", "q", str(last - 2)).stdout
