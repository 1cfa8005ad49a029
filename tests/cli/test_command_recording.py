"""New and add: a game typed at the table is stored event by event, and answered with what the rules say."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_runs import PLAYERS, Run, game_events, lines, write_lines

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


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--ruleset", "lunar", *NAMES], "lunar"),
        (["--ruleset", "classical", *NAMES[:4]], "players"),
        (["--ruleset", "classical", *NAMES[:6], "--player", "anna"], "same handle"),
        (["--ruleset", "classical", *NAMES, "--option", "SevenPair=1"], "did you mean 'SevenPairs'?"),
        (["--ruleset", "classical", *NAMES, "--option", "SevenPairs=maybe"], "SevenPairs"),
        (["--ruleset", "classical", *NAMES, "--at", "yesterday"], "is no time"),
        (["--ruleset", "classical", *NAMES, "--at", "2023-02-29"], "is no day"),
        (["--ruleset", "classical", *NAMES, "--at", "0001-01-01T00:00:00+14:00"], "is no time"),
        (["--ruleset", "classical", *NAMES, "--at", "9999-12-31T23:59:59-14:00"], "is no time"),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(run: Run, own_database: Path, args: list[str], words: str) -> None:
    result = run("new", *args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert run("games").stdout.startswith("there are no games") or not own_database.exists()


def test_the_first_hand_follows_from_the_game(run: Run, begun: str, own_database: Path) -> None:
    hand = stored(own_database, begun)[1]
    assert (hand["hand"], hand["round"], hand["seats"]) == (1, "E", dict(zip("ESWN", PLAYERS, strict=True)))


def test_the_next_hand_follows_from_how_the_last_one_ended(run: Run, begun: str, own_database: Path) -> None:
    run("add", begun, "washout")
    run("add", begun, "hand-start depth=result", "mahjong S wall", "hand-start")
    stays, _, moves = stored(own_database, begun)[3:6]
    assert (stays["hand"], stays["seats"]["E"], stays["depth"]) == (2, "anna", "result")
    assert (moves["hand"], moves["seats"]) == (3, {"E": "ben", "S": "carl", "W": "dora", "N": "anna"})


def test_a_whole_hand_is_typed_event_by_event(run: Run, begun: str, own_database: Path) -> None:
    order = "ESWN" * 3
    deals = [f"deal {seat} ????????" for seat in order] + [f"deal {seat}" for seat in "ESWNE"]
    events = [
        "discard E 5b", "claim W pung", "expose W pung 555b", "discard W 1c", "draw N", "discard N Ew", "draw E",
        "kong E concealed 1111d", "kong-replacement E", "discard E 9d", "pass S", "claim N mahjong",
        "mahjong N discard", "show N 234b | 678c | 99d | EEEw | SSSw",
    ]  # fmt: skip
    assert run("add", begun, *deals).exit_code == 0
    for text in events[:-1]:
        result = run("add", begun, text)
        said = "note: hand 1 is won; to be said: `nh 123b 55d` the hand" if text.startswith("mahjong") else ""
        assert result.exit_code == 0, text
        assert said in result.stderr if said else not result.stderr, text
    blocks = [len(event["tiles"]) for event in stored(own_database, begun) if event["type"] == "deal"]
    assert blocks == [4] * 12 + [1] * 5
    assert run("verify", own_database).exit_code == 0
    assert run("replay", begun).exit_code == 0


def test_what_breaks_a_rule_is_stored_and_answered_with_status_1(run: Run, begun: str, own_database: Path) -> None:
    result = run("add", begun, "discard W 5b", "--json")
    assert result.exit_code == 1
    (answer,) = lines(result)
    assert answer["words"] == "West discards 5 bamboo"
    assert [finding["code"] for finding in answer["findings"]] == ["out-of-turn"]
    assert answer["findings"][0]["rule"].startswith("classical/")
    assert stored(own_database, begun)[-1]["type"] == "discard"


def test_an_answer_says_what_the_audit_will_say(run: Run, begun: str, own_database: Path) -> None:
    texts = ["discard E 5b", "claim N chow", "draw S", "draw S", "discard E 1c", "mahjong W wall", "score W 64",
             "settlement E=-1 S=2 W=3 N=4", "hand-start E=dora S=anna W=ben N=carl"]  # fmt: skip
    answers = [answer for text in texts for answer in lines(run("add", begun, text, "--json"))]
    told = [finding for answer in answers for finding in answer["findings"]]
    reports = lines(run("audit", "--db", own_database, "--json"))
    found = [finding for report in reports for finding in report["findings"]]
    assert told == found
    assert len(told) > 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"type": "draw", "seat": "S"}', "tile is missing"),
        ('{"type": "draw", "seat": "S", "tile": "5b", "seq": 9}', "expected 3"),
        ('{"type": "draw", "seat": "S", "tile": "5b", "id": "00"}', "id is computed"),
        ('{"type": "note", "text": "a", "text": "b"}', "stated twice"),
        ('{"type": "note", "text": "\\ud800"}', "half a character"),
        ('{"type": "note", "text": "a", "x": NaN}', "NaN"),
        ('{"type": "note", "x": ' + "[" * 2000 + "]" * 2000 + "}", "nested too deeply"),
        ('{"type": "note", "text": "a"', "not JSON"),
        ('{"seat": "S"}', "type is missing"),
        ('{"type": ["draw"]}', "type is"),
        ("", "there is nothing to add"),
        ("discrd E 5b", "did you mean discard?"),
        ("discard X 5b", "'X' is no seat"),
        ("discard E 5x", "'5x' is not a tile"),
        ("discard E", "ends too early"),
        ("discard E 5b 6b", "one word too many"),
        ("score E many", "expected a whole number"),
        ("claim E pung seat=W", "stated twice"),
        ("game-start", "mjlog new"),
        ("correction", "as JSON"),
        ("kong E hidden 1111b", "kind is 'hidden'"),
    ],
)
def test_what_is_no_event_is_explained_and_not_stored(
    run: Run, begun: str, own_database: Path, text: str, words: str
) -> None:
    result = run("add", begun, text)
    assert result.exit_code == 2
    assert words in result.stderr
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


def test_an_imported_game_can_be_continued(run: Run, tmp_path: Path, own_database: Path) -> None:
    run("import", "mjlog", write_lines(tmp_path / "a.mjlog.jsonl", game_events("a")[:3]))
    assert run("add", "a", "settlement E=-40 S=80 W=-20 N=-20", "hand-start").exit_code == 0
    assert stored(own_database, "a")[-1]["seats"]["E"] == "ben"


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


def test_a_correction_of_the_beginning_keeps_what_it_does_not_name(run: Run, own_database: Path) -> None:
    run("new", "--ruleset", "western", *BEGUN, *NAMES, "--option", "robbing_kong=true")
    run("add", "q", "fix 1 game q western anna ben carl dora table=4")
    (_start, correction) = stored(own_database, "q")
    (now,) = correction["events"]
    assert (now["place"], now["table"], now["at"], now["options"]) == (
        "Club", "4", "2026-11-20T19:00:00Z", {"robbing_kong": True},
    )  # fmt: skip


def test_options_of_other_rules_do_not_stay_and_that_is_said(run: Run, own_database: Path) -> None:
    run("new", "--ruleset", "western", *BEGUN, *NAMES, "--option", "robbing_kong=true")
    said = run("add", "q", "fix 1 game q bmja anna ben carl dora -- it was bmja").stdout
    assert "changed: rule set western -> bmja; version 3 -> 5; option robbing_kong on -> as usual - it was bmja" in said
    sheet = run("sheet", "q").stdout
    assert all(words in sheet for words in ("place:   Club", "table:   3", "date:    2026-11-20, 19:00 UTC"))


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
